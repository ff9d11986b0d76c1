"""A folder of space files."""

from __future__ import annotations

import itertools
import threading
from collections import OrderedDict
from collections.abc import Mapping
from datetime import tzinfo
from pathlib import Path
from urllib.parse import unquote

import sqlcipher3.dbapi2 as driver
from sqlalchemy import Engine, text

from perdure.domain.space import SpaceName
from perdure.errors import InvalidValue, NotFound, StoreClosed, StoreReadOnly
from perdure.ports.store import Finding
from perdure.stores.sqlite import doctor
from perdure.stores.sqlite.catalog import Catalog
from perdure.stores.sqlite.engine import memory_engine, translated, writing
from perdure.stores.sqlite.files import SUFFIX, files_of, path_of, space_files
from perdure.stores.sqlite.opening import create
from perdure.stores.sqlite.space import SqliteSpace

MAX_OPEN = 64
"""Spaces held open at once; the least recently used one that is idle is closed for the next."""

_numbers = itertools.count()


class SqliteStore:
    """All spaces below one folder: `spaces/user/alice.db`, …, and `catalog.db`."""

    def __init__(self, folder: Path, *, zone: tzinfo, busy_timeout: float, max_open: int = MAX_OPEN) -> None:
        if folder.exists() and not folder.is_dir():
            raise InvalidValue(f"{folder} is a file; pass the folder that holds the spaces")
        self.folder = folder
        self._zone = zone
        self._busy_timeout = busy_timeout
        self._max_open = max_open
        self._open: OrderedDict[SpaceName, SqliteSpace] = OrderedDict()
        self._lock = threading.Lock()
        self._catalog = Catalog(folder / "catalog.db", busy_timeout=busy_timeout)
        self._empty: Engine | None = None
        self._closed = False

    @property
    def spaces_folder(self) -> Path:
        """Where the space files are."""
        return self.folder / "spaces"

    def names(self) -> list[SpaceName]:
        """Every space there is a file for."""
        return sorted(self._name_of(path) for path in space_files(self.spaces_folder))

    def space(self, name: SpaceName) -> SqliteSpace:
        """The space of that name, open or to be opened at its first use."""
        with self._lock:
            if self._closed:
                raise StoreClosed
            found = self._open.pop(name, None) or SqliteSpace(
                path_of(self.spaces_folder, name),
                name,
                zone=self._zone,
                busy_timeout=self._busy_timeout,
                empty=self._empty_engine(),
            )
            self._open[name] = found
            surplus = [old for old, space in self._open.items() if space.idle and old != name]
            closing = [self._open.pop(old) for old in surplus[: max(0, len(self._open) - self._max_open)]]
        for space in closing:
            space.release()
        return found

    def delete(self, name: SpaceName) -> bool:
        """Remove a space's file; False if there was none."""
        with self._lock:
            open_ = self._open.pop(name, None)
        if open_ is not None:
            open_.close()
        path = path_of(self.spaces_folder, name)
        there = path.exists()
        for file in files_of(path):
            file.unlink(missing_ok=True)
        return there

    def backup(self, name: SpaceName, target: Path) -> None:
        """Write a consistent copy to `target`, also while others write; raises NotFound for a space without a file."""
        path = path_of(self.spaces_folder, name)
        if not path.exists():
            raise NotFound(f"there is no space {name}")
        with self.space(name).read():
            """Opening it refuses a foreign or damaged file before anything is written."""
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreReadOnly(f"{target.parent} cannot be made: {error}") from error
        with translated(target):
            source, copy = driver.connect(str(path)), driver.connect(str(target))
            try:
                source.backup(copy)
            finally:
                copy.close()
                source.close()

    def check(self, name: SpaceName, *, repair: bool) -> list[Finding]:
        """Look at a space's file, and rebuild what derives from it where that is wrong and `repair` is set."""
        return doctor.check(self.space(name), repair=repair)

    def writable(self, name: SpaceName) -> None:
        """Take and release the write lock; raises why it cannot."""
        with self.space(name).write() as writer:
            writer.connection.execute(text("SELECT 1"))

    def calibration(self, fingerprint: str) -> Mapping[str, object] | None:
        """What was measured of an embedder."""
        return self._catalog.calibration(fingerprint)

    def set_calibration(self, fingerprint: str, values: Mapping[str, object]) -> None:
        """Keep what was measured of an embedder."""
        self._catalog.set_calibration(fingerprint, values)

    def close(self) -> None:
        """Close every space; what is called afterwards raises StoreClosed."""
        with self._lock:
            self._closed = True
            spaces, self._open = list(self._open.values()), OrderedDict()
        for space in spaces:
            space.close()
        self._catalog.close()
        if self._empty is not None:
            self._empty.dispose()

    def _empty_engine(self) -> Engine:
        if self._empty is None:
            self._empty = memory_engine(f"perdure-empty-{next(_numbers)}")
            anchor = self._empty.raw_connection()  # a shared database in memory lives as long as a connection
            with writing(self._empty, self.folder) as connection:
                create(connection, SpaceName("global", ""))
            anchor.close()
        return self._empty

    def _name_of(self, path: Path) -> SpaceName:
        stem = path.name.removesuffix(SUFFIX)
        if path.parent == self.spaces_folder:
            return SpaceName("global", "")
        if "~" not in stem:
            return SpaceName(path.parent.name, unquote(stem))
        space = SqliteSpace(
            path,
            SpaceName(path.parent.name, stem),
            zone=self._zone,
            busy_timeout=self._busy_timeout,
            empty=self._empty_engine(),
        )
        try:
            with space.read() as reader:
                return SpaceName.parse(reader.meta("space") or str(space.name))
        finally:
            space.close()
