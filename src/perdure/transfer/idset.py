"""Very many ids in little memory."""

from __future__ import annotations

from array import array
from bisect import bisect_left


class IdSet:
    """Which ids were seen: eight bytes each, by their hashes, which 64 bits keep apart."""

    def __init__(self) -> None:
        self._hashes = array("q")
        self._sorted = True

    def __len__(self) -> int:
        return len(self._hashes)

    def __contains__(self, name: str) -> bool:
        self._sort()
        wanted = hash(name)
        at = bisect_left(self._hashes, wanted)
        return at < len(self._hashes) and self._hashes[at] == wanted

    def add(self, name: str) -> None:
        """One more."""
        self._hashes.append(hash(name))
        self._sorted = False

    @property
    def doubled(self) -> bool:
        """Whether any was added twice."""
        self._sort()
        return any(self._hashes[at] == self._hashes[at - 1] for at in range(1, len(self._hashes)))

    def _sort(self) -> None:
        """In order, for looking up; adding and looking up take turns seldom."""
        if not self._sorted:
            self._hashes = array("q", sorted(self._hashes))
            self._sorted = True
