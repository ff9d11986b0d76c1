"""`catalog.db`: what belongs to all spaces of a folder together."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Connection,
    Engine,
    Integer,
    MetaData,
    Table,
    Text,
    delete,
    insert,
    select,
    text,
)

from perdure.errors import ForeignFile, StoreTooNew
from perdure.stores.rows import dump
from perdure.stores.sqlite.engine import APPLICATION_ID, open_engine, reading, writing
from perdure.stores.sqlite.files import identity, make_private
from perdure.stores.sqlite.opening import refuse_scrap

CATALOG_VERSION = 1
"""A table more does not change it: older versions leave alone what they do not know."""

_metadata = MetaData()
_calibrations = Table(
    "calibrations",
    _metadata,
    Column("fingerprint", Text, primary_key=True),
    Column("measured", Text, nullable=False),
)
_settings = Table(
    "settings",
    _metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
tokens = Table(
    "tokens",
    _metadata,
    Column("no", Integer, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("digest", Text, nullable=False, unique=True),
    Column("grants", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger),
    Column("revoked_at", BigInteger),
    Column("last_used_at", BigInteger),
    Column("parent", Text),
)
"""Of every token but its secret: `grants` are lines, times UTC microseconds."""


class Catalog:
    """Opened at the first use, created at the first write."""

    def __init__(self, path: Path, *, busy_timeout: float) -> None:
        self.path = path
        self._busy_timeout = busy_timeout
        self._engine: Engine | None = None
        self._identity: tuple[int, int] | None = None
        self._tables: frozenset[str] = frozenset()
        self._lock = threading.Lock()

    def calibration(self, fingerprint: str) -> Mapping[str, object] | None:
        """What was measured of an embedder."""
        found = self._read(_calibrations, _calibrations.c.measured, _calibrations.c.fingerprint == fingerprint)
        return None if found is None else dict(json.loads(found))

    def set_calibration(self, fingerprint: str, values: Mapping[str, object]) -> None:
        """Keep what was measured of an embedder."""
        with self.writing() as connection:
            connection.execute(delete(_calibrations).where(_calibrations.c.fingerprint == fingerprint))
            connection.execute(insert(_calibrations), {"fingerprint": fingerprint, "measured": dump(dict(values))})

    def setting(self, name: str) -> str | None:
        """What is kept under a name."""
        return self._read(_settings, _settings.c.value, _settings.c.name == name)

    def settings(self) -> dict[str, str]:
        """Everything that is kept under a name."""
        with self.reading(_settings) as connection:
            rows = () if connection is None else connection.execute(select(_settings))
            return {row.name: row.value for row in rows}

    def set_setting(self, name: str, value: str, *, replace: bool) -> str:
        """Keep it; without `replace` only where there is nothing yet. Returns what is kept now."""
        mine = _settings.c.name == name
        with self.writing() as connection:
            if replace:
                connection.execute(delete(_settings).where(mine))
            connection.execute(insert(_settings).prefix_with("OR IGNORE"), {"name": name, "value": value})
            return str(connection.scalar(select(_settings.c.value).where(mine)))

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._let_go()

    def _read(self, table: Table, column: Column[str], wanted: ColumnElement[bool]) -> str | None:
        """One value; None where there is no catalog, or one from before the table."""
        with self.reading(table) as connection:
            return None if connection is None else connection.scalar(select(column).where(wanted))

    @contextmanager
    def reading(self, table: Table) -> Iterator[Connection | None]:
        """One state of the file; None where there is none, or one from before the table. Nothing is made or written."""
        if identity(self.path) is None:
            yield None
            return
        with reading(self._open(), self.path) as connection:
            yield connection if table.name in self._tables or self._has(connection, table.name) else None

    @contextmanager
    def writing(self, *, patient: bool = True) -> Iterator[Connection]:
        """A transaction on a file that is there, with all tables. Without patience, StoreBusy at once where another writes."""
        make_private(self.path)
        with writing(self._open(), self.path, patient=patient) as connection:
            if not connection.scalar(text("SELECT count(*) FROM sqlite_master")):
                connection.execute(text(f"PRAGMA application_id={APPLICATION_ID}"))
                connection.execute(text(f"PRAGMA user_version={CATALOG_VERSION}"))
            if not self._tables.issuperset(_metadata.tables):
                _metadata.create_all(connection)
            yield connection
        if self._identity is None:
            self._identity = identity(self.path)

    def _has(self, connection: Connection, table: str) -> bool:
        """Whether the file has a table; once it has, it is not asked again."""
        found = connection.scalars(text("SELECT name FROM sqlite_master WHERE type = 'table'"))
        self._tables = frozenset(found)
        return table in self._tables

    def _open(self) -> Engine:
        with self._lock:
            if self._engine is not None and self._identity not in (None, identity(self.path)):
                self._let_go()  # another process put another file in its place: what is open here nobody else can find
            if self._engine is None:
                refuse_scrap(self.path)
                engine = open_engine(self.path, busy_timeout=self._busy_timeout)
                try:
                    self._refuse_foreign(engine)
                except BaseException:
                    engine.dispose()
                    raise
                self._engine = engine
                self._identity = identity(self.path)
            return self._engine

    def _let_go(self) -> None:
        if self._engine is not None:
            self._engine.dispose()
        self._engine, self._identity, self._tables = None, None, frozenset()

    def _refuse_foreign(self, engine: Engine) -> None:
        with reading(engine, self.path) as connection:
            empty = not connection.scalar(text("SELECT count(*) FROM sqlite_master"))
            ours = connection.scalar(text("PRAGMA application_id")) == APPLICATION_ID
            if not empty and not ours:
                raise ForeignFile(f"{self.path} is an SQLite file, but not a Perdure catalog; it was left untouched")
            version = int(connection.scalar(text("PRAGMA user_version")) or 0)
            if version > CATALOG_VERSION:
                raise StoreTooNew(f"{self.path} was written by a newer Perdure; upgrade Perdure to open it")
