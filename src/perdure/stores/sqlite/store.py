"""A folder of space files."""

from __future__ import annotations

import itertools
import logging
import stat
import threading
from collections import OrderedDict
from collections.abc import Mapping
from datetime import tzinfo
from pathlib import Path
from weakref import WeakValueDictionary

from sqlalchemy import Engine, delete, select

from perdure.domain.space import SpaceName
from perdure.errors import InvalidSpaceName, InvalidValue, NotFound, StoreClosed, StoreError, StoreReadOnly
from perdure.ports.store import Finding
from perdure.stores.schema import meta
from perdure.stores.sqlite import doctor
from perdure.stores.sqlite.backup import copy_to
from perdure.stores.sqlite.catalog import Catalog
from perdure.stores.sqlite.engine import memory_engine, open_engine, reading, writing
from perdure.stores.sqlite.files import files_of, identity, name_in, path_of, shortened, space_files, status
from perdure.stores.sqlite.keyring import SqliteKeyring
from perdure.stores.sqlite.opening import create
from perdure.stores.sqlite.shelf import SqliteShelf
from perdure.stores.sqlite.space import SqliteSpace

MAX_OPEN = 64
"""Spaces held open at once; of those that are idle, the least recently used one is closed for the next."""

MAX_INDEX_BYTES = 1 << 30
"""Memory for the indexes of all open spaces; those used longest ago are given back first, and read again when needed."""

log = logging.getLogger("perdure.store")

_numbers = itertools.count()


class SqliteStore:
    """All spaces below one folder: `spaces/user/alice.db`, …, and `catalog.db`."""

    def __init__(
        self,
        folder: Path,
        *,
        zone: tzinfo,
        busy_timeout: float,
        max_open: int = MAX_OPEN,
        max_index_bytes: int = MAX_INDEX_BYTES,
    ) -> None:
        found = status(folder)
        if found is not None and not stat.S_ISDIR(found.st_mode):
            raise InvalidValue(f"{folder} is a file; pass the folder that holds the spaces")
        self.folder = folder
        self.zone = zone
        self.busy_timeout = busy_timeout
        self._max_open = max_open
        self._max_index_bytes = max_index_bytes
        self._spaces: WeakValueDictionary[SpaceName, SqliteSpace] = WeakValueDictionary()
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
        self._check_open()
        return sorted(name for path in space_files(self.spaces_folder) if (name := self._name_of(path)) is not None)

    def space(self, name: SpaceName) -> SqliteSpace:
        """The space of that name, the same one as long as anyone holds it; its file is opened at the first use."""
        with self._lock:
            self._check_open()
            found = self._spaces.get(name)
            if found is None:
                found = self._spaces[name] = self._space(path_of(self.spaces_folder, name), name)
            return found

    def delete(self, name: SpaceName) -> bool:
        """Remove a space's file, and its snapshots; False if there was none."""
        with self._lock:
            self._check_open()
            space = self._spaces.pop(name, None)
            self._open.pop(name, None)
        if space is not None:
            space.close()
        path = path_of(self.spaces_folder, name)
        there = status(path) is not None
        try:
            for file in reversed(files_of(path)):  # the file last: what is beside it would be taken for a new one's
                file.unlink(missing_ok=True)
        except OSError as error:
            raise StoreReadOnly(f"{path} cannot be removed: {error.strerror or error}") from error
        self.shelf.remove_all(name)
        return there

    def backup(self, name: SpaceName, target: Path) -> None:
        """Write a consistent copy to `target`, also while others write; raises NotFound for a space without a file."""
        self._check_open()
        path = path_of(self.spaces_folder, name)
        if identity(path) is None:
            raise NotFound(f"there is no space {name}")
        with self.space(name).read():
            """Opening it refuses a foreign or damaged file before anything is written."""
        copy_to(target, path)

    def check(self, name: SpaceName, *, repair: bool) -> list[Finding]:
        """Look at a space's file, and rebuild what derives from it where that is wrong and `repair` is set."""
        return doctor.check(self.space(name), repair=repair)

    def writable(self, name: SpaceName) -> None:
        """Take and release the write lock; raises why it cannot. A space without a file makes none."""
        self._check_open()
        if identity(path_of(self.spaces_folder, name)) is None:
            return
        with self.space(name).write() as writer:
            # a write of nothing: SQLite quietly begins a read where the file cannot be written
            writer.connection.execute(delete(meta).where(meta.c.name == ""))

    def calibration(self, fingerprint: str) -> Mapping[str, object] | None:
        """What was measured of an embedder."""
        self._check_open()
        return self._catalog.calibration(fingerprint)

    def set_calibration(self, fingerprint: str, values: Mapping[str, object]) -> None:
        """Keep what was measured of an embedder."""
        self._check_open()
        self._catalog.set_calibration(fingerprint, values)

    def setting(self, name: str) -> str | None:
        """What the place keeps under a name."""
        self._check_open()
        return self._catalog.setting(name)

    def settings(self) -> Mapping[str, str]:
        """Everything the place keeps for all its spaces."""
        self._check_open()
        return self._catalog.settings()

    def set_setting(self, name: str, value: str, *, replace: bool = True) -> str:
        """Keep it; without `replace` only where there is nothing yet. Returns what is kept now."""
        self._check_open()
        return self._catalog.set_setting(name, value, replace=replace)

    @property
    def keyring(self) -> SqliteKeyring:
        """The tokens of this place."""
        self._check_open()
        return SqliteKeyring(self._catalog, zone=self.zone)

    @property
    def shelf(self) -> SqliteShelf:
        """The snapshots of this place."""
        self._check_open()
        return SqliteShelf(self)

    @property
    def staging(self) -> Path:
        """The folder for imports that wait; it may not be there yet."""
        return self.folder / "imports"

    def close(self) -> None:
        """Close every space; what is called afterwards raises StoreClosed."""
        with self._lock:
            self._closed = True
            spaces = list(self._spaces.values())
            self._spaces.clear()
            self._open.clear()
        for space in spaces:
            space.close()
        self._catalog.close()
        if self._empty is not None:
            self._empty.dispose()

    def _check_open(self) -> None:
        if self._closed:
            raise StoreClosed

    def _used(self, space: SqliteSpace) -> None:
        """Count an open space as the last one used, and close the files of those that are too many."""
        with self._lock:
            if self._spaces.get(space.name) is not space:
                return
            self._open[space.name] = space
            self._open.move_to_end(space.name)
            surplus = []
            for old in list(self._open.values()):
                if len(self._open) <= self._max_open:
                    break
                engine = old.detach()
                if engine is not None:
                    del self._open[old.name]
                    surplus.append(engine)
        for engine in surplus:
            engine.dispose()

    def _grown(self, space: SqliteSpace) -> None:
        """Give back the indexes used longest ago where all together take too much memory; never one that is in use."""
        with self._lock:
            held = {name: other.cache.nbytes for name, other in self._open.items()}
            surplus = sum(held.values()) - self._max_index_bytes
            for name, size in held.items():
                if surplus <= 0:
                    break
                other = self._open[name]
                if size and other is not space and not other.in_use:
                    other.cache.clear()
                    surplus -= size

    def _space(self, path: Path, name: SpaceName) -> SqliteSpace:
        return SqliteSpace(
            path,
            name,
            zone=self.zone,
            busy_timeout=self.busy_timeout,
            empty=self._empty_engine,
            used=self._used,
            grown=self._grown,
        )

    def _empty_engine(self) -> Engine:
        with self._lock:
            if self._empty is None:
                self._empty = memory_engine(f"perdure-empty-{next(_numbers)}")
                anchor = self._empty.raw_connection()  # a shared database in memory lives as long as a connection
                with writing(self._empty, self.folder) as connection:
                    create(connection, SpaceName("global", ""))
                anchor.close()
            return self._empty

    def _name_of(self, path: Path) -> SpaceName | None:
        """The space a file belongs to; None where the file is none of ours, as the copies that people and systems make."""
        if path.parent == self.spaces_folder:
            return SpaceName("global", "")
        if (name := name_in(path)) is not None:
            return SpaceName(path.parent.name, name)
        return self._name_inside(path) if shortened(path) else None

    def _engine_on(self, path: Path) -> Engine:
        """An engine on a file as it is."""
        return open_engine(path, busy_timeout=self.busy_timeout)

    def _name_inside(self, path: Path) -> SpaceName | None:
        engine = self._engine_on(path)
        try:
            with reading(engine, path) as connection:
                name = SpaceName.parse(connection.scalar(select(meta.c.value).where(meta.c.name == "space")) or "")
        except (StoreError, InvalidSpaceName) as error:
            log.warning("%s is not listed, its name cannot be read: %s", path, error)
            return None
        finally:
            engine.dispose()
        return name if path_of(self.spaces_folder, name) == path else None
