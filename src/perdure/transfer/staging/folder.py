"""The folder of one staged import, private to whoever owns the place; it counts once it has its name."""

from __future__ import annotations

import errno
import logging
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from heapq import merge
from pathlib import Path
from typing import IO

from pydantic import TypeAdapter

from perdure.domain.space import SpaceName
from perdure.domain.staging import Decision, StagedImport, StagedItem, StagedState
from perdure.errors import ImportSettled, NotFound, StoreDamaged, StoreError, StoreFull, StoreReadOnly
from perdure.transfer.staging.items import Line, packed, packed_unit, unpacked, unpacked_unit

log = logging.getLogger("perdure")

KEPT = timedelta(days=30)
"""How long one that was applied can still be looked at."""

_ABANDONED = 86_400
"""Seconds after which a folder that never got its name is no one's."""

_UNNAMED = ".new-"
_ITEMS, _UNITS, _ABOUT, _DECISIONS = "items", "units.jsonl", "staged.json", "decisions.json"
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


@dataclass(frozen=True, kw_only=True, slots=True)
class Decisions:
    """What a person decided, by the numbers of the units; what is in neither is kept."""

    dropped: frozenset[int] = frozenset()
    edited: Mapping[int, str] = field(default_factory=dict)

    def of(self, item: StagedItem) -> StagedItem:
        """A unit with what was decided of it."""
        if item.number in self.dropped:
            return replace(item, decision=Decision.DROP)
        if item.number in self.edited:
            return replace(item, decision=Decision.EDIT, edited=self.edited[item.number])
        return item


_IMPORTS = TypeAdapter(StagedImport)
_DECIDED = TypeAdapter(Decisions)


@dataclass(frozen=True, kw_only=True, slots=True)
class Folder:
    """One import that waits. What cannot be read or written raises StoreError."""

    path: Path

    def staged(self) -> StagedImport:
        """What it holds and how it stands. Raises NotFound where there is none."""
        try:
            return _IMPORTS.validate_json((self.path / _ABOUT).read_bytes())
        except FileNotFoundError as error:
            raise NotFound(f"there is no import {self.path.name}") from error
        except ValueError as error:
            raise _damaged(self.path / _ABOUT) from error

    def save(self, staged: StagedImport) -> None:
        """Write how it stands."""
        _replace(self.path / _ABOUT, _IMPORTS.dump_json(staged))

    def settle(self, staged: StagedImport) -> None:
        """Write that it was applied, and keep nothing of what it held."""
        self.save(replace(staged, state=StagedState.APPLIED))
        with disk(self.path):
            for name in (_ITEMS, _UNITS, _DECISIONS):
                (self.path / name).unlink(missing_ok=True)

    def decisions(self) -> Decisions:
        """What was decided so far."""
        try:
            return _DECIDED.validate_json((self.path / _DECISIONS).read_bytes())
        except FileNotFoundError:
            return Decisions()
        except ValueError as error:
            raise _damaged(self.path / _DECISIONS) from error

    def decide(self, decisions: Decisions) -> None:
        """Write what was decided."""
        _replace(self.path / _DECISIONS, _DECIDED.dump_json(decisions))

    def units(self) -> Iterator[StagedItem]:
        """The units in their order. Raises ImportSettled where it was applied."""
        for raw in self._lines(_UNITS):
            try:
                yield unpacked_unit(raw)
            except ValueError as error:
                raise _damaged(self.path / _UNITS) from error

    def lines(self) -> Iterator[tuple[Line, int]]:
        """What it holds in its order, each with the byte it ends at."""
        at = 0
        for raw in self._lines(_ITEMS):
            at += len(raw)
            try:
                yield unpacked(raw), at
            except ValueError as error:
                raise _damaged(self.path / _ITEMS) from error

    @property
    def size(self) -> int:
        """Bytes of what it holds."""
        return (self.path / _ITEMS).stat().st_size

    def _lines(self, name: str) -> Iterator[bytes]:
        try:
            with (self.path / name).open("rb") as file:
                yield from file
        except FileNotFoundError as error:
            raise ImportSettled(f"{self.path.name} was applied; nothing of what it held is kept") from error


@dataclass(kw_only=True)
class Filling:
    """A folder that is being filled."""

    path: Path
    items: IO[bytes]
    units: IO[bytes]

    def add(self, lines: Iterable[Line]) -> None:
        """Append what was read."""
        with disk(self.path):
            self.items.writelines(packed(line) for line in lines)

    def add_units(self, units: Iterable[StagedItem]) -> None:
        """Append units that are complete."""
        with disk(self.path):
            self.units.writelines(packed_unit(unit) for unit in units)


@contextmanager
def filling(root: Path, staged_id: str) -> Iterator[Filling]:
    """A new folder, which gets its name when `finish` is called; whatever happens before, nothing of it stays."""
    path = root / f"{_UNNAMED}{staged_id}"
    with disk(root):
        path.mkdir(mode=0o700, parents=True)
        root.chmod(0o700)
        items, units = (path / _ITEMS).open("wb"), (path / f"{_UNITS}.part").open("wb")
    try:
        with items, units:
            yield Filling(path=path, items=items, units=units)
    finally:
        shutil.rmtree(path, ignore_errors=True)


def finish(made: Filling, staged: StagedImport, conversations: Iterable[StagedItem]) -> Folder:
    """Merge the units, conversations among the memories, and give the folder its name."""
    part = made.path / f"{_UNITS}.part"
    with disk(made.path):
        for file in (made.items, made.units):
            file.flush()
            os.fsync(file.fileno())
            file.close()
        with part.open("rb") as memories, (made.path / _UNITS).open("wb") as units:
            found = merge(conversations, map(unpacked_unit, memories), key=lambda item: item.number)
            units.writelines(packed_unit(item) for item in found)
        part.unlink()
    folder = Folder(path=made.path)
    folder.save(staged)
    named = made.path.with_name(staged.id)
    with disk(made.path):
        made.path.rename(named)
    return Folder(path=named)


def folders(root: Path) -> list[Folder]:
    """Every staged import, the oldest first."""
    if not root.is_dir():
        return []
    return [Folder(path=path) for path in sorted(root.iterdir()) if path.is_dir() and not path.name.startswith(".")]


def folder_of(root: Path, staged_id: str) -> Folder:
    """The folder of an import. Raises NotFound."""
    known = {folder.path.name: folder for folder in folders(root)}
    if staged_id not in known:
        raise NotFound(f"there is no import {staged_id}")
    return known[staged_id]


def remove(folder: Folder) -> None:
    """Remove an import and what it holds."""
    with disk(folder.path):
        gone = folder.path.with_name(f"{_UNNAMED}{folder.path.name}-gone")
        folder.path.rename(gone)  # it does not count from here on, wherever removing it may stop
        shutil.rmtree(gone)


def listed(root: Path) -> Iterator[tuple[Folder, StagedImport]]:
    """Every staged import and how it stands, the oldest first; what cannot be read is not among them, and is logged."""
    for folder in folders(root):
        try:
            yield folder, folder.staged()
        except (StoreError, NotFound) as error:
            log.warning("%s", error)


def forsake(root: Path, space: SpaceName) -> None:
    """Remove the imports that go nowhere but into this space."""
    for folder, staged in list(listed(root)):
        if {owner.space for owner in staged.owners} == {space}:
            remove(folder)


def tidy(root: Path, now: datetime) -> None:
    """Remove those applied long ago, and what a process left that was killed while it read."""
    for folder, staged in list(listed(root)):
        if staged.state is StagedState.APPLIED and now - staged.at > KEPT:
            remove(folder)
    if not root.is_dir():
        return
    unnamed = [path for path in root.iterdir() if path.name.startswith(_UNNAMED)]
    newest = max((path.stat().st_mtime for path in root.iterdir()), default=0.0)
    for path in unnamed:
        if newest - path.stat().st_mtime > _ABANDONED:
            shutil.rmtree(path, ignore_errors=True)


@contextmanager
def disk(path: Path) -> Iterator[None]:
    """What writing raises, as a StoreError."""
    try:
        yield
    except OSError as error:
        if error.errno in _NO_ROOM:
            raise StoreFull from error
        raise StoreReadOnly(f"{path} cannot be written: {error.strerror or error}") from error


def _replace(path: Path, content: bytes) -> None:
    """Write a file whole, or not at all."""
    beside = path.with_name(f".{path.name}-{os.getpid()}")
    with disk(path):
        with beside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)


def _damaged(path: Path) -> StoreError:
    return StoreDamaged(f"{path} is damaged; discard this import and read its file again")
