"""The vectors of one space in memory: int8 with a scale a row, scanned exactly and rescored in float.

A passage is compared together with its neighbours in the exchange: unit(own + Σ weight × neighbour). Nothing is encoded
twice for that: the mixed cosine is the weighted sum of the plain scores over one stored norm (`docs/explanation/recall.md`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import simsimd
from numpy.typing import NDArray

BEFORE = (0.5, 0.35, 0.2, 0.15)
AFTER = (0.3, 0.2, 0.1)
"""Weights of the turns before and after, nearest first; six shapes within 0.6 points of each other measured the same."""

_SPARE = 32
"""Candidates beyond those asked for that are rescored, for the scan takes the query in int8 and may misjudge the last."""

Rows = NDArray[np.int64]
Floats = NDArray[np.float32]


def quantise(vector: Sequence[float] | Floats) -> tuple[bytes, float]:
    """A vector as int8 bytes and the scale that gives it back."""
    values = np.asarray(vector, dtype=np.float32)
    peak = float(np.max(np.abs(values), initial=0.0))
    scale = peak / 127 if peak else 1.0
    return np.rint(values / scale).astype(np.int8).tobytes(), scale


@dataclass(frozen=True, kw_only=True, slots=True)
class Loaded:
    """Passages read from the file: parallel columns, ascending ids. `data` is empty where a vector is missing."""

    ids: Sequence[int]
    prev: Sequence[int]
    live: Sequence[bool]
    expires: Sequence[int]
    data: Sequence[bytes]
    scales: Sequence[float]


class VectorIndex:
    """Growing arrays; a row a passage, rows in the order of ids. Not thread-safe: its owner holds a lock."""

    def __init__(self, dimension: int) -> None:
        self.dimension = dimension
        self.size = 0
        self._ids = np.zeros(0, np.int64)
        self._data = np.zeros((0, dimension), np.int8)
        self._scale = np.zeros(0, np.float32)
        self._norm = np.zeros(1, np.float32)
        self._prev = np.full(1, -1, np.int64)
        self._next = np.full(1, -1, np.int64)
        self._live = np.zeros(0, np.bool_)
        self._expires = np.zeros(0, np.int64)

    @property
    def nbytes(self) -> int:
        """Memory the arrays take."""
        arrays = (self._ids, self._data, self._scale, self._norm, self._prev, self._next, self._live, self._expires)
        return sum(array.nbytes for array in arrays)

    def put(self, loaded: Loaded) -> None:
        """Add passages with new ids, replace those known."""
        if not loaded.ids:
            return
        ids = np.asarray(loaded.ids, np.int64)
        fresh = int(np.searchsorted(ids, self._ids[self.size - 1], side="right")) if self.size else 0
        self._grow(ids[fresh:])
        rows = self._rows_of(ids)
        self._live[rows] = loaded.live
        self._expires[rows] = loaded.expires
        has = np.fromiter((len(data) == self.dimension for data in loaded.data), np.bool_, len(ids))
        packed = b"".join(data for data, there in zip(loaded.data, has, strict=True) if there)
        self._data[rows[has]] = np.frombuffer(packed, np.int8).reshape(-1, self.dimension)
        self._scale[rows] = np.where(has, np.asarray(loaded.scales, np.float32), 0)
        self._link(rows, np.asarray(loaded.prev, np.int64))
        self._set_norms(self._around(rows))

    def search(
        self, query: Floats, *, now: int, limit: int, allowed: Rows | None, also: Rows, newest: int | None = None
    ) -> list[tuple[int, float, float]]:
        """(id, mixed cosine, own cosine) of the best `limit` passages and of those in `also`, best first.

        `newest` leaves out passages with a higher id, which an asker who began earlier cannot see.
        """
        if not self.size:
            return []
        open_ = self._open(now, allowed)
        if newest is not None:
            open_ &= self._ids[: self.size] <= newest
        mixed = self._mixed(self._scan(query), np.arange(self.size))
        mixed[~open_] = -np.inf
        most = min(limit + _SPARE, self.size)
        best = np.argpartition(-mixed, most - 1)[:most]
        asked = self._known(also)
        rows = np.unique(np.concatenate([best[np.isfinite(mixed[best])], asked[self._norm[asked] > 0]]))
        exact = self._exact(query, rows)
        score = self._mixed(exact, rows)
        order = np.lexsort((self._ids[rows], -score))
        wanted = np.zeros(self.size, np.bool_)
        wanted[asked] = True
        found = open_[rows[order]]
        kept = order[(found & (np.cumsum(found) <= limit)) | wanted[rows[order]]]
        return list(zip(self._ids[rows[kept]].tolist(), score[kept].tolist(), exact[rows[kept]].tolist(), strict=True))

    def _open(self, now: int, allowed: Rows | None) -> NDArray[np.bool_]:
        open_ = self._live[: self.size] & (self._expires[: self.size] > now) & (self._scale[: self.size] > 0)
        if allowed is not None:
            chosen = np.zeros(self.size, np.bool_)
            chosen[self._rows_of(allowed)] = True
            open_ &= chosen
        return open_

    def _scan(self, query: Floats) -> Floats:
        """Approximate own cosines of every row, and a zero at the end for `no neighbour`."""
        data, scale = quantise(query)
        packed = np.frombuffer(data, np.int8).reshape(1, -1)
        raw = np.asarray(simsimd.cdist(packed, self._data[: self.size], metric="dot"), np.float32).reshape(-1)
        return np.append(raw * (self._scale[: self.size] * np.float32(scale)), np.float32(0))

    def _exact(self, query: Floats, rows: Rows) -> Floats:
        """Own cosines of these rows and their neighbours, computed in float; zero elsewhere."""
        scores = np.zeros(self.size + 1, np.float32)
        near = self._around(rows)
        scores[near] = (self._data[near].astype(np.float32) @ query) * self._scale[near]
        return scores

    def _mixed(self, scores: Floats, rows: Rows) -> Floats:
        total = scores[rows].copy()
        for weights, link in ((BEFORE, self._prev), (AFTER, self._next)):
            at = rows
            for weight in weights:
                at = link[at]
                total += np.float32(weight) * scores[at]
        norm = self._norm[rows]
        return np.divide(total, norm, out=np.full(len(rows), -np.inf, np.float32), where=norm > 0)

    def _set_norms(self, rows: Rows) -> None:
        if not len(rows):
            return
        total = self._float(rows)
        for weights, link in ((BEFORE, self._prev), (AFTER, self._next)):
            at = rows
            for weight in weights:
                at = link[at]
                total += np.float32(weight) * self._float(at)
        self._norm[rows] = np.where(self._scale[rows] > 0, np.linalg.norm(total, axis=1), 0)

    def _float(self, rows: Rows) -> Floats:
        safe = np.maximum(rows, 0)
        return (
            self._data[safe].astype(np.float32) * np.where(rows < 0, 0, self._scale[safe]).astype(np.float32)[:, None]
        )

    def _around(self, rows: Rows) -> Rows:
        """The rows and all that they mix in, or that mix them in."""
        found, back, ahead = [rows], rows, rows
        for _ in BEFORE:
            back, ahead = self._prev[back], self._next[ahead]
            found += [back, ahead]
        near = np.unique(np.concatenate(found))
        return near[near >= 0]

    def _link(self, rows: Rows, prev_ids: Rows) -> None:
        there = prev_ids > 0
        before = np.full(len(rows), -1, np.int64)
        before[there] = self._rows_of(prev_ids[there])
        self._prev[rows] = before
        self._next[before[there]] = rows[there]

    def _known(self, ids: Rows) -> Rows:
        """The rows of those ids that are here."""
        rows: Rows = np.minimum(self._rows_of(ids), self.size - 1)
        here: Rows = rows[self._ids[rows] == ids]
        return here

    def _rows_of(self, ids: Rows) -> Rows:
        return np.searchsorted(self._ids[: self.size], ids).astype(np.int64)

    def _grow(self, ids: Rows) -> None:
        start, self.size = self.size, self.size + len(ids)
        if self.size > len(self._ids):
            room = max(self.size, len(self._ids) * 3 // 2) - len(self._ids)
            self._ids = np.append(self._ids, np.zeros(room, np.int64))
            self._data = np.concatenate([self._data, np.zeros((room, self.dimension), np.int8)])
            self._scale = np.append(self._scale, np.zeros(room, np.float32))
            self._norm = np.append(self._norm, np.zeros(room, np.float32))
            self._prev = np.append(self._prev, np.full(room, -1, np.int64))
            self._next = np.append(self._next, np.full(room, -1, np.int64))
            self._live = np.append(self._live, np.zeros(room, np.bool_))
            self._expires = np.append(self._expires, np.zeros(room, np.int64))
        self._ids[start : self.size] = ids
