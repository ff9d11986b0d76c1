"""Arrays that grow. What a search has begun with never changes under it: a change gives new arrays, an extension shares
the room behind the old ones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Ints = NDArray[np.int64]
Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]


def union(size: int, parts: Iterable[Ints]) -> Ints:
    """The rows, below `size`, that are in any of the parts, in order; -1 stands for no row."""
    found = np.zeros(size + 1, np.bool_)
    for part in parts:
        found[part] = True
    return np.flatnonzero(found[:-1])


class Column:
    """One array, and the room for more behind it, which whoever grows it first takes."""

    __slots__ = ("_filled", "_room", "values")

    def __init__(self, room: Array, size: int | None = None, filled: list[int] | None = None) -> None:
        self.values = room if size is None else room[:size]
        self._room = room
        self._filled = [len(room)] if filled is None else filled

    def __len__(self) -> int:
        return len(self.values)

    @property
    def nbytes(self) -> int:
        """Memory it takes, the room included."""
        return self._room.nbytes

    def extended(self, more: Array) -> Column:
        """With more values at the end."""
        start, end = len(self.values), len(self.values) + len(more)
        room, filled = self._room, self._filled
        if filled[0] != start or end > len(room):
            room, filled = np.empty(end + end // 4, room.dtype), [start]
            room[:start] = self.values
        room[start:end] = more
        filled[0] = end
        return Column(room, end, filled)

    def changed(self, rows: Ints, values: Array) -> Column:
        """With other values in these rows; the same column where they are there already."""
        if np.array_equal(self.values[rows], values):
            return self
        copy = self.values.copy()
        copy[rows] = values
        return Column(copy)
