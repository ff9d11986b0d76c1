"""`snapshots/`: a folder a snapshot, which is a place of its own; built beside and renamed last, so that what is half made is none."""

from __future__ import annotations

import errno
import logging
import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import sqlcipher3.dbapi2 as driver

from perdure.domain.snapshot import Snapshot
from perdure.domain.space import SpaceName
from perdure.errors import NotFound, StoreError, StoreFull, StoreReadOnly
from perdure.stores.sqlite.backup import copy_to
from perdure.stores.sqlite.engine import translated
from perdure.stores.sqlite.files import identity, make_folders, path_of, status
from perdure.stores.sqlite.label import Label, labelled, read_label, write_label
from perdure.stores.sqlite.opening import open_frozen

if TYPE_CHECKING:
    from perdure.stores.sqlite.store import SqliteStore

NAME = "snapshots"
"""The folder of them, in that of their place."""

UNDONE = ".part"
"""How the folder of one begins that is being made or removed."""

STALE = 86_400.0
"""Seconds after which nobody works on such a folder any more."""

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")

log = logging.getLogger("perdure.store")


def place_of(folder: Path) -> Path | None:
    """The place that a snapshot stands in; None where it was carried elsewhere."""
    above = folder.absolute().parent
    return above.parent if above.name == NAME else None


class SqliteShelf:
    """The snapshots of a folder of spaces."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store
        self._folder = store.folder / NAME

    def add(self, snapshot: Snapshot) -> Snapshot:
        """Copy the space as it is now, also while others write. Raises NotFound, StoreFull, StoreReadOnly."""
        path = path_of(self._store.spaces_folder, snapshot.space)
        if identity(path) is None:
            raise NotFound(f"there is no space {snapshot.space}")
        label = self._labelled(snapshot)
        target = self._folder_of(snapshot.id)
        with disk(target):
            make_folders(self._folder)
            self._sweep()
            part = Path(tempfile.mkdtemp(prefix=f"{UNDONE}-", dir=self._folder))
            try:
                made = self._fill(part, label, path)
                if status(target) is not None:
                    raise StoreError(f"there is a snapshot {snapshot.id} already")
                part.rename(target)
            except BaseException:
                _discard(part)
                raise
        if identity(path) is None:  # its space was deleted meanwhile, and every copy with it
            self.remove(snapshot.id)
            raise NotFound(f"there is no space {snapshot.space}")
        return replace(made, folder=str(target))

    def all(self) -> Sequence[Snapshot]:
        """Every snapshot, the oldest first; what cannot be read is not among them, and is logged."""
        found = []
        for folder in self._folders():
            if folder.name.startswith(UNDONE):
                continue
            try:
                found.append(read_label(folder, self._store.zone).snapshot)
            except StoreError as error:
                log.warning("a snapshot is not listed: %s", error)
        return sorted(found, key=lambda shot: (shot.at, shot.id))

    def folder(self, snapshot_id: str) -> Path:
        """The folder of a snapshot. Raises NotFound."""
        folder = self._folder_of(snapshot_id)
        if not labelled(folder):
            raise NotFound(f"there is no snapshot {snapshot_id}")
        return folder

    def restore(self, snapshot_id: str) -> None:
        """Make the space what it was, exactly, in one step, also while others have it open. Raises NotFound, StoreBusy."""
        folder = self.folder(snapshot_id)
        name = read_label(folder, self._store.zone).snapshot.space
        source = open_frozen(path_of(folder / "spaces", name))
        try:
            self._store.space(name).become(source)
        finally:
            source.dispose()

    def remove(self, snapshot_id: str) -> bool:
        """Remove a snapshot; False if there was none."""
        try:
            folder = self.folder(snapshot_id)
        except NotFound:
            return False
        with disk(folder):
            gone = folder.with_name(f"{UNDONE}-{folder.name}")
            folder.rename(gone)
            _discard(gone)
        return True

    def remove_all(self, name: SpaceName) -> int:
        """Remove every copy of a space, those that are half made too; how many snapshots there were."""
        count = 0
        for folder in self._folders():
            if status(path_of(folder / "spaces", name)) is not None:
                count += not folder.name.startswith(UNDONE)
                with disk(folder):
                    _discard(folder)
        return count

    def _folder_of(self, snapshot_id: str) -> Path:
        if not _ID.fullmatch(snapshot_id):
            raise NotFound("there is no snapshot of that id")
        return self._folder / snapshot_id

    def _folders(self) -> list[Path]:
        return sorted(folder for folder in self._folder.glob("*") if folder.is_dir() and not folder.is_symlink())

    def _labelled(self, snapshot: Snapshot) -> Label:
        """What the label of a snapshot is to say. Reading the space refuses a foreign or damaged file before anything is written."""
        with self._store.space(snapshot.space).read() as reader:
            fingerprint = reader.embedder()
        measured = None if fingerprint is None else self._store.calibration(fingerprint)
        return Label(
            snapshot=snapshot,
            settings=self._store.settings(),
            calibrations={} if fingerprint is None or measured is None else {fingerprint: measured},
        )

    def _fill(self, part: Path, label: Label, path: Path) -> Snapshot:
        """Copy the space into a new folder, label it, and take away the right to write."""
        copy = path_of(part / "spaces", label.snapshot.space)
        copy_to(copy, path)
        with translated(copy), closing(driver.connect(copy)) as its:
            its.execute("PRAGMA journal_mode=DELETE")  # one file, that needs nothing beside it
            counted = "SELECT (SELECT count(*) FROM memories WHERE status = 'active'), (SELECT count(*) FROM entries)"
            memories, entries = its.execute(counted).fetchone()
        made = replace(label.snapshot, memories=memories, entries=entries, bytes=copy.stat().st_size)
        write_label(part, replace(label, snapshot=made))
        for each in (*part.rglob("*"), part):
            each.chmod(0o500 if each.is_dir() else 0o400)
        return made

    def _sweep(self) -> None:
        """Remove what was left by processes that died, told by the clock of the disk."""
        with tempfile.TemporaryDirectory(prefix=f"{UNDONE}-", dir=self._folder) as now:
            moment = Path(now).stat().st_mtime
            for folder in self._folders():
                if folder.name.startswith(UNDONE) and moment - folder.stat().st_mtime > STALE:
                    _discard(folder)


def _discard(folder: Path) -> None:
    """Remove a folder that takes no writing."""
    folder.chmod(0o700)
    for each in folder.rglob("*"):
        if not each.is_symlink():
            each.chmod(0o700 if each.is_dir() else 0o600)
    shutil.rmtree(folder)


@contextmanager
def disk(path: Path) -> Iterator[None]:
    """What the disk refuses, as our errors."""
    try:
        yield
    except OSError as error:
        kind = StoreFull if error.errno in (errno.ENOSPC, errno.EDQUOT) else StoreReadOnly
        raise kind(f"{path} cannot be written: {error.strerror or error}") from error
