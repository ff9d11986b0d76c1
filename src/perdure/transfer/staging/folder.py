"""The folder of one staged import, private to whoever owns the place; it counts once it has its name."""

from __future__ import annotations

import errno
import logging
import os
import shutil
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from heapq import merge
from pathlib import Path
from tempfile import mkstemp
from typing import IO

from pydantic import TypeAdapter

from perdure.domain.space import SpaceName
from perdure.domain.staging import Decision, StagedImport, StagedItem, StagedState
from perdure.errors import ImportSettled, NotFound, StoreBusy, StoreDamaged, StoreError, StoreFull, StoreReadOnly
from perdure.transfer.guarding import digest
from perdure.transfer.staging.items import Line, packed, packed_unit, unpacked, unpacked_unit

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

log = logging.getLogger("perdure")

KEPT = timedelta(days=30)
"""How long one that was applied can still be looked at."""

_ABANDONED = 86_400
"""Seconds after which a folder that never got its name is no one's."""

PATIENCE = 0.5
"""Seconds for which a change waits until another one is through; applying takes longer, and is not waited for."""

_AGAIN = 0.01
_UNNAMED, _PENDING = ".new-", ".pending"
_ITEMS, _UNITS, _ABOUT, _DECISIONS, _LOCK = "items", "units.jsonl", "staged.json", "decisions.json", "lock"
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


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

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody else changes it in here, and a process that is killed lets go of it. Raises StoreBusy, NotFound."""
        try:
            with disk(self.path):
                file = os.open(self.path / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        except StoreReadOnly as error:
            if isinstance(error.__cause__, FileNotFoundError):
                raise NotFound(f"there is no import {self.path.name}") from error
            raise
        try:
            _locked(file, self.path.name)
            if not (self.path / _ABOUT).exists():  # discarded while this waited
                raise NotFound(f"there is no import {self.path.name}")
            yield
        finally:
            os.close(file)

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
        """Bytes of what it holds. Raises ImportSettled where it was applied."""
        with self._held():
            return (self.path / _ITEMS).stat().st_size

    def _lines(self, name: str) -> Iterator[bytes]:
        with self._held(), (self.path / name).open("rb") as file:
            yield from file

    @contextmanager
    def _held(self) -> Iterator[None]:
        try:
            yield
        except FileNotFoundError as error:
            raise ImportSettled(f"{self.path.name} was applied; nothing of what it held is kept") from error
        except OSError as error:
            raise StoreError(f"{self.path} cannot be read: {error.strerror or error}") from error


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
        private(path / _LOCK, "wb").close()  # a full disk has to be no reason against discarding it
        items, units = private(path / _ITEMS, "wb"), private(path / f"{_UNITS}.part", "wb")
    try:
        yield Filling(path=path, items=items, units=units)
    finally:
        for file in (items, units):
            with suppress(OSError):  # `finish` wrote them out where all went well; elsewhere they go anyway
                file.close()
        shutil.rmtree(path, ignore_errors=True)


def finish(made: Filling, staged: StagedImport, conversations: Iterable[StagedItem]) -> Folder:
    """Merge the units, conversations among the memories, and give the folder its name."""
    part = made.path / f"{_UNITS}.part"
    with disk(made.path):
        for file in (made.items, made.units):
            file.flush()
            os.fsync(file.fileno())
            file.close()
        with part.open("rb") as memories, private(made.path / _UNITS, "wb") as units:
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
    return [Folder(path=path) for path in _within(root) if path.is_dir() and not path.name.startswith(".")]


def folder_of(root: Path, staged_id: str) -> Folder:
    """The folder of an import. Raises NotFound."""
    known = {folder.path.name: folder for folder in folders(root)}
    if staged_id not in known:
        raise NotFound(f"there is no import {staged_id}")
    return known[staged_id]


def remove(folder: Folder) -> None:
    """Remove an import and what it holds. Raises StoreBusy while somebody changes or applies it, NotFound."""
    with folder.alone(), disk(folder.path):
        (folder.path / _ABOUT).unlink()  # it does not count from here on, wherever removing it may stop
    _sweep(folder.path)


def _sweep(path: Path) -> None:
    with disk(path):
        gone = path.with_name(f"{_UNNAMED}{path.name}-gone")
        path.rename(gone)
        shutil.rmtree(gone)


def listed(root: Path) -> Iterator[tuple[Folder, StagedImport]]:
    """Every staged import and how it stands, the oldest first; what cannot be read is not among them, and is logged."""
    for folder in folders(root):
        try:
            yield folder, folder.staged()
        except NotFound:
            continue  # it is being removed
        except StoreError as error:
            log.warning("%s", error)


def pending_in(root: Path, space: SpaceName) -> Path:
    """The file for what came into a space and is not complete."""
    return root / _PENDING / digest(str(space))


def forsake(root: Path, space: SpaceName) -> None:
    """Remove the imports that go nowhere but into this space; one that is being applied stays."""
    for folder, staged in list(listed(root)):
        if {owner.space for owner in staged.owners} == {space}:
            with suppress(StoreBusy, NotFound):
                remove(folder)
    with disk(root):
        pending_in(root, space).unlink(missing_ok=True)


def tidy(root: Path, now: datetime) -> None:
    """Remove those applied long ago, and what a process left that was killed while it read."""
    for folder, staged in list(listed(root)):
        if staged.state is StagedState.APPLIED and now - staged.at > KEPT:
            with suppress(NotFound, StoreBusy):  # another one is at it
                remove(folder)
    for folder in folders(root):
        if not (folder.path / _ABOUT).exists():  # removing it was interrupted
            with suppress(StoreError):
                _sweep(folder.path)
    there: dict[Path, float] = {}
    for path in _within(root):
        with suppress(FileNotFoundError):
            there[path] = path.stat().st_mtime
    newest = max(there.values(), default=0.0)
    for path, at in there.items():
        if path.name.startswith(_UNNAMED) and newest - at > _ABANDONED:
            shutil.rmtree(path, ignore_errors=True)


@contextmanager
def disk(path: Path) -> Iterator[None]:
    """What writing raises, as a StoreError that says what can be done."""
    try:
        yield
    except OSError as error:
        if error.errno in _NO_ROOM:
            raise StoreFull from error
        why = error.strerror or error
        raise StoreReadOnly(f"{path} cannot be written: {why}; check the permissions of its folder") from error


def private(path: Path, mode: str) -> IO[bytes]:
    """A file of bytes that nobody but its owner reads, whatever the umask says."""
    return open(path, mode, opener=lambda name, flags: os.open(name, flags, 0o600))


def _replace(path: Path, content: bytes) -> None:
    """Write a file whole, or not at all."""
    with disk(path):
        number, beside = mkstemp(dir=path.parent, prefix=f".{path.name}-")
        try:
            with os.fdopen(number, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            Path(beside).replace(path)
        except BaseException:
            Path(beside).unlink(missing_ok=True)
            raise


def _within(root: Path) -> list[Path]:
    """What is in the folder of imports, by name; nothing where there is none."""
    try:
        return sorted(root.iterdir())
    except FileNotFoundError:
        return []
    except OSError as error:
        raise StoreError(f"{root} cannot be read: {error.strerror or error}") from error


def _locked(file: int, name: str) -> None:
    """Hold the lock of an import until the file is closed. Raises StoreBusy."""
    until = time.monotonic() + PATIENCE
    while not _lock(file):
        if time.monotonic() > until:
            raise StoreBusy(f"{name} is being changed or applied by somebody else; try again when that is through")
        time.sleep(_AGAIN)


def _lock(file: int) -> bool:
    try:
        if sys.platform == "win32":
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _damaged(path: Path) -> StoreError:
    return StoreDamaged(f"{path} is damaged; discard this import and read its file again")
