"""One open space: its file, its connections, its one writer."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from datetime import datetime, tzinfo
from pathlib import Path

from sqlalchemy import Engine

from perdure.domain.space import SpaceName
from perdure.errors import NotFound, StoreClosed
from perdure.ports.store import Counts
from perdure.stores.permanence import unlocked
from perdure.stores.sqlite.cache import IndexCache
from perdure.stores.sqlite.engine import open_engine, overwrite, reading, writing
from perdure.stores.sqlite.files import identity, make_private
from perdure.stores.sqlite.opening import prepare, use_wal
from perdure.stores.sqlite.reader import SqliteReader
from perdure.stores.sqlite.turns import Turns
from perdure.stores.sqlite.writer import SqliteWriter


class SqliteSpace:
    """A SpaceStore on one file, opened at the first use and created at the first write.

    `empty` gives what a space that was never written reads as; `used` is told of every use of the open file, and `grown` of
    every growth of the index in memory, so that a pool can let go of what was used longest ago.
    """

    def __init__(
        self,
        path: Path,
        name: SpaceName,
        *,
        zone: tzinfo,
        busy_timeout: float,
        empty: Callable[[], Engine],
        used: Callable[[SqliteSpace], None],
        grown: Callable[[SqliteSpace], None],
    ) -> None:
        self.path = path
        self.name = name
        self.cache = IndexCache()
        self._zone = zone
        self._busy_timeout = busy_timeout
        self._empty = empty
        self._used = used
        self._grown = grown
        self._engine: Engine | None = None
        self._identity: tuple[int, int] | None = None
        self._opening = threading.Lock()
        self._writing = Turns()
        self._counting = threading.Lock()
        self._using = 0
        self._closed = False

    @contextmanager
    def read(self) -> Iterator[SqliteReader]:
        """One consistent view; an empty one where the file does not exist."""
        with self._use():
            engine = self._find()
            if engine is None:
                with reading(self._empty(), self.path) as connection:
                    yield _NeverWritten(connection, self.name, self._zone, IndexCache())
                return
            before = self.cache.nbytes
            with reading(engine, self.path) as connection:
                yield SqliteReader(connection, self.name, self._zone, self.cache)
            if self.cache.nbytes > before:
                self._grown(self)

    @contextmanager
    def write(self, *, create: bool = True, maintenance: bool = False) -> Iterator[SqliteWriter]:
        """One transaction; commits at the end, rolls back on an error. Without `create`, a missing file is NotFound; without
        `maintenance`, permanent memories refuse to be written."""
        self._check_writable()
        with self._use(), self._writing:
            engine = self._open() if create else self._find()
            if engine is None:
                raise NotFound(f"there is no space {self.name}")
            with writing(engine, self.path) as connection, unlocked(connection) if maintenance else nullcontext():
                yield SqliteWriter(connection, self.name, self._zone, self.cache)

    def become(self, source: Engine) -> None:
        """Make the space what another file is, exactly, in one transaction, while others have it open. A space without a file
        gets one."""
        self._check_writable()
        with self._use(), self._writing:
            if identity(self.path) is None:
                self._begin_as(source)
                self._open()
                return
            engine = self._open()
            overwrite(engine, self.path, source)
            prepare(engine, self.path, self.name)  # which kinds are permanent, as it is today

    def _begin_as(self, source: Engine) -> None:
        make_private(self.path)
        engine = open_engine(self.path, busy_timeout=self._busy_timeout)
        try:
            use_wal(engine, self.path)
            overwrite(engine, self.path, source)
        finally:
            engine.dispose()

    def detach(self) -> Engine | None:
        """Let go of the file unless a transaction is under way: what is left to dispose of. The next use opens it again."""
        with self._counting:
            if self._using:
                return None
            engine, self._engine = self._engine, None
        self.cache.clear()
        return engine

    def close(self) -> None:
        """Let go of the file for good, at the end of a transaction that is under way; the last connection folds the
        write-ahead log into the file."""
        with self._counting:
            self._closed = True
        self._dispose()

    def _dispose(self) -> None:
        engine = self.detach()
        if engine is not None:
            engine.dispose()

    @property
    def in_use(self) -> bool:
        """Whether a transaction is under way."""
        return self._using > 0

    @contextmanager
    def _use(self) -> Iterator[None]:
        with self._counting:
            if self._closed:
                raise StoreClosed
            self._using += 1
        try:
            yield
        finally:
            self._end_use()

    def _end_use(self) -> None:
        with self._counting:
            self._using -= 1
        if self._closed:
            self._dispose()

    def _check_writable(self) -> None:
        """Raises StoreReadOnly where the file is never written."""

    def _find(self) -> Engine | None:
        """The engine on the file; None where there is none."""
        return None if identity(self.path) is None else self._open()

    def _open(self) -> Engine:
        """The engine on the file, which is made where there is none."""
        with self._opening:
            if self._engine is not None and self._identity != identity(self.path):
                # another process removed the space: what is open here is a file that nobody can find
                self._engine.dispose()
                self._engine = None
                self.cache = IndexCache()  # a reader of the old file may still fill the one it has
            if self._engine is None:
                self._engine = self._start()
                self._identity = identity(self.path)
            engine = self._engine
        self._used(self)
        return engine

    def _start(self) -> Engine:
        """An engine on the file, made where it is missing, and of today's schema."""
        make_private(self.path)
        engine = open_engine(self.path, busy_timeout=self._busy_timeout)
        try:
            prepare(engine, self.path, self.name)
        except BaseException:
            engine.dispose()
            raise
        return engine


class _NeverWritten(SqliteReader):
    def counts(self, now: datetime | None = None) -> Counts:
        return replace(super().counts(now), bytes=0)
