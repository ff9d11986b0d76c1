"""Keeps the vectors of a space in memory and in step with its file, whoever writes it."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, select

from perdure.stores.schema import passages, vectors

if TYPE_CHECKING:
    from perdure.stores.sqlite.reader import SqliteReader
    from perdure.stores.sqlite.vectors import Loaded, VectorIndex

NEVER = 2**62
"""Stands for `does not expire`, later than any time."""


class VectorCache:
    """The index of the embedder that the space names; read at the first dense search, then only what changed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._index: VectorIndex | None = None
        self._state: tuple[str, str] | None = None
        self._change = 0

    def search(
        self,
        reader: SqliteReader,
        vector: Sequence[float],
        *,
        now: int,
        limit: int,
        allowed: Sequence[int] | None,
        also: Sequence[int],
    ) -> list[tuple[int, float, float]]:
        """(passage, mixed cosine, own cosine), best first."""
        import numpy as np  # documented lazy load: reading and listing need no arrays

        with self._lock:
            index = self._refreshed(reader, len(vector))
            if index is None:
                return []
            return index.search(
                np.asarray(vector, np.float32),
                now=now,
                limit=limit,
                allowed=None if allowed is None else np.asarray(allowed, np.int64),
                also=np.asarray(also, np.int64),
                newest=reader.passage_count() if self._change > int(reader.meta("change") or 0) else None,
            )

    @property
    def nbytes(self) -> int:
        """Memory the vectors take."""
        return self._index.nbytes if self._index is not None else 0

    def clear(self) -> None:
        """Give the memory back."""
        with self._lock:
            self._index, self._state, self._change = None, None, 0

    def _refreshed(self, reader: SqliteReader, dimension: int) -> VectorIndex | None:
        from perdure.stores.sqlite.vectors import VectorIndex  # documented lazy load: numpy

        fingerprint, change = reader.embedder(), int(reader.meta("change") or 0)
        if fingerprint is None:
            return None
        state = (fingerprint, reader.meta("epoch") or "0")
        if self._index is None or self._state != state:
            self._index, self._state, self._change = VectorIndex(dimension), state, -1
        if self._change < change:
            self._index.put(self._read(reader, reader.embedder_no(fingerprint) or 0))
            self._change = change
        return self._index

    def _read(self, reader: SqliteReader, embedder: int) -> Loaded:
        from perdure.stores.sqlite.vectors import Loaded  # documented lazy load: numpy

        p, v = passages.c, vectors.c
        there = and_(v.text_hash == p.text_hash, v.embedder == embedder)
        query = select(p.id, p.prev, p.live, p.expires_at, v.data, v.scale).select_from(
            passages.outerjoin(vectors, there)
        )
        rows = reader.connection.execute(query.where(p.change > self._change).order_by(p.id)).all()
        columns: list[tuple[Any, ...]] = list(zip(*rows, strict=True)) or [()] * 6
        ids, prev, live, expires, data, scales = columns
        return Loaded(
            ids=ids,
            prev=[number or 0 for number in prev],
            live=[bool(flag) for flag in live],
            expires=[NEVER if at is None else at for at in expires],
            data=[blob or b"" for blob in data],
            scales=[scale or 0.0 for scale in scales],
        )
