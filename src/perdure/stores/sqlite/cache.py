"""Keeps the search index of a space in memory and in step with its file, whoever writes it."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from perdure.ports.store import Candidates, Wanted

if TYPE_CHECKING:
    from perdure.ports.store import Floats
    from perdure.stores.index.snapshot import Snapshot
    from perdure.stores.sqlite.reader import SqliteReader

RECENT = 4
"""States kept for readers that began before the newest one; they share nearly everything."""

LEAST_LOST, LOST_SHARE = 1_000, 4
"""The index is read anew once more rows than this, and more than one in four, are of passages that were removed."""


Mark = tuple[int, str, str | None]


@dataclass(frozen=True, kw_only=True, slots=True)
class State:
    """The index as of a change; `mark` tells apart what has to be read anew: a file that became another one as a whole (they are
    numbered), a rebuilt one, another embedder."""

    mark: Mark
    change: int
    index: Snapshot


class IndexCache:
    """The index of one space, read at the first search, then only what changed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._recent: tuple[State, ...] = ()

    def index(self, reader: SqliteReader) -> Snapshot:
        """The index as the reader's transaction sees the file."""
        mark = (reader.generation(), reader.meta("epoch") or "0", reader.embedder())
        change = int(reader.meta("change") or 0)
        for state in self._recent:
            if state.mark == mark and state.change == change:
                return state.index
        with self._lock:
            return self._advance(reader, mark, change)

    @property
    def nbytes(self) -> int:
        """Memory the newest state takes."""
        recent = self._recent
        return recent[0].index.nbytes if recent else 0

    def clear(self) -> None:
        """Give the memory back; a search that goes on keeps what it has until its end."""
        self._recent = ()

    def _advance(self, reader: SqliteReader, mark: Mark, change: int) -> Snapshot:
        """From the newest state that the reader's comes after; from nothing where there is none."""
        from perdure.stores.sqlite.loading import load, update  # documented lazy load: numpy

        of_mark = [state for state in self._recent if state.mark == mark]
        base = next((state for state in of_mark if state.change <= change), None)
        newest = all((state.mark[0], state.change) < (mark[0], change) for state in self._recent)
        if base is not None and base.change == change:
            return base.index
        index = None if base is None else update(base.index, reader, since=base.change, shared=not newest)
        if index is None or index.lost > max(LEAST_LOST, len(index.rows) // LOST_SHARE):
            index = load(reader)
        if newest:
            self._recent = (State(mark=mark, change=change, index=index), *of_mark)[:RECENT]
        return index


def searched(
    index: Snapshot,
    wanted: Wanted,
    *,
    numbers: Mapping[str, int],
    allowed: Sequence[int] | None,
    named: Sequence[int],
    damage: str | None,
) -> Candidates:
    """What an index has for a question, see `stores.index.search`."""
    from perdure.stores.index.search import Asked, search  # documented lazy load: numpy

    return search(index, wanted, Asked(numbers=numbers, allowed=allowed, named=named, damage=damage))


def vectors_of(index: Snapshot, ids: Sequence[int]) -> Floats:
    """The vectors of these passages, see `Snapshot.vectors_of`."""
    import numpy as np  # documented lazy load: reading and listing need no arrays

    return index.vectors_of(np.array(ids, np.int64))
