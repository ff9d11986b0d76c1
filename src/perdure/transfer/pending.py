"""What came into a space while more of it was still to come: known again after an interruption, and by nothing else."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from perdure.transfer.idset import IdSet
from perdure.transfer.staging.folder import disk, private

_RECENT = 50_000
"""Ids that are held as they are; beyond that they are put in order with the others."""


class Pending:
    """The ids of what came in, in a file from before they did until `done`. A record here that is not among them was here already,
    and what a file says of it is nobody's to believe."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._earlier, self._older = IdSet(), IdSet()
        self._recent: set[str] = set()
        self._met: set[str] = set()
        for name in self._kept():
            self._earlier.add(name)

    def __contains__(self, name: str) -> bool:
        return name in self._recent or name in self._older or name in self._met

    def add(self, names: Iterable[str]) -> None:
        """Note what is about to come in. Raises StoreError."""
        fresh = list(names)
        if not fresh:
            return
        self._append(fresh)
        self._recent.update(fresh)
        if len(self._recent) > _RECENT:
            for name in self._recent:
                self._older.add(name)
            self._recent.clear()

    def again(self, name: str) -> bool:
        """Whether what is here came in by a run that did not get to its end."""
        if name in self:
            return True
        if name not in self._earlier:
            return False
        self._met.add(name)
        return True

    def done(self) -> None:
        """Forget what this run brought to its end. Raises StoreError."""
        rest = [name for name in self._kept() if name not in self]
        with disk(self._path):
            self._path.unlink(missing_ok=True)
        if rest:
            self._append(rest)
        with suppress(OSError):  # others may still need it
            self._path.parent.rmdir()

    def _append(self, names: Iterable[str]) -> None:
        with disk(self._path):
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with private(self._path, "ab") as file:
                file.writelines(json.dumps(name).encode() + b"\n" for name in names)
                file.flush()
                os.fsync(file.fileno())

    def _kept(self) -> Iterator[str]:
        with disk(self._path), suppress(FileNotFoundError), self._path.open("rb") as file:
            for line in file:
                with suppress(ValueError):  # the last line of a process that was killed
                    yield str(json.loads(line))
