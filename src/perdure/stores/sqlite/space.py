"""One open space: its file, its connections, its one writer."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import tzinfo
from pathlib import Path

from sqlalchemy import Engine

from perdure.domain.space import SpaceName
from perdure.errors import StoreClosed, StoreReadOnly
from perdure.stores.sqlite.cache import VectorCache
from perdure.stores.sqlite.engine import open_engine, reading, writing
from perdure.stores.sqlite.opening import prepare
from perdure.stores.sqlite.reader import SqliteReader
from perdure.stores.sqlite.writer import SqliteWriter


class SqliteSpace:
    """A SpaceStore on one file, opened at the first use and created at the first write."""

    def __init__(self, path: Path, name: SpaceName, *, zone: tzinfo, busy_timeout: float, empty: Engine) -> None:
        self.path = path
        self.name = name
        self.cache = VectorCache()
        self._zone = zone
        self._busy_timeout = busy_timeout
        self._empty = empty
        self._engine: Engine | None = None
        self._opening = threading.Lock()
        self._writing = threading.Lock()
        self._counting = threading.Lock()
        self._using = 0
        self._closed = False

    @property
    def idle(self) -> bool:
        """Whether no transaction is under way."""
        return self._using == 0

    @contextmanager
    def read(self) -> Iterator[SqliteReader]:
        """One consistent view; an empty one where the file does not exist."""
        with self._use():
            if self._engine is None and not self.path.exists():
                with reading(self._empty, self.path) as connection:
                    yield SqliteReader(connection, self.name, self._zone, VectorCache())
                return
            with reading(self._open(), self.path) as connection:
                yield SqliteReader(connection, self.name, self._zone, self.cache)

    @contextmanager
    def write(self) -> Iterator[SqliteWriter]:
        """One transaction; commits at the end, rolls back on an error."""
        with self._use(), self._writing, writing(self._open(), self.path) as connection:
            yield SqliteWriter(connection, self.name, self._zone, self.cache)

    def release(self) -> None:
        """Let go of every connection and the vectors; the next use opens them again."""
        with self._opening:
            if self._engine is not None:
                self._engine.dispose()
            self._engine = None
        self.cache.clear()

    def close(self) -> None:
        """Release for good; the last connection folds the write-ahead log into the file."""
        self._closed = True
        self.release()

    @contextmanager
    def _use(self) -> Iterator[None]:
        with self._counting:
            if self._closed:
                raise StoreClosed
            self._using += 1
        try:
            yield
        finally:
            with self._counting:
                self._using -= 1

    def _open(self) -> Engine:
        with self._opening:
            if self._engine is None:
                self._make_folder()
                engine = open_engine(self.path, busy_timeout=self._busy_timeout)
                try:
                    prepare(engine, self.path, self.name)
                except BaseException:
                    engine.dispose()
                    raise
                self._engine = engine
            return self._engine

    def _make_folder(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreReadOnly(f"{self.path.parent} cannot be made: {error}") from error
