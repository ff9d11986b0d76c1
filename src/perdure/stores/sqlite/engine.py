"""Opening SQLite files, and its errors as ours."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import sqlcipher3.dbapi2 as driver
from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool

from perdure.errors import (
    ForeignFile,
    InvalidValue,
    PerdureError,
    PermanentMemory,
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreReadOnly,
)
from perdure.stores.permanence import REFUSAL

APPLICATION_ID = 0x50524455
"""`PRDU`: tells a space or catalog of ours from any other SQLite file."""

log = logging.getLogger("perdure.store")

_WRITES = "perdure_writes"
_BUSY, _LOCKED = 5, 6
_ERRORS: dict[int, type[StoreError]] = {
    _BUSY: StoreBusy,
    _LOCKED: StoreBusy,
    8: StoreReadOnly,  # SQLITE_READONLY
    11: StoreDamaged,  # SQLITE_CORRUPT
    13: StoreFull,  # SQLITE_FULL
    14: StoreReadOnly,  # SQLITE_CANTOPEN
    26: ForeignFile,  # SQLITE_NOTADB
}

_INDEX_DAMAGE = (1, 11)
"""SQLITE_ERROR and SQLITE_CORRUPT: a part of the index is missing, or is not what it should be."""


def open_engine(path: Path, *, busy_timeout: float, readers: int = 4) -> Engine:
    """An engine on one file: WAL, several connections, writers begin IMMEDIATE (see `writing`)."""
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        module=driver,
        poolclass=QueuePool,
        pool_size=readers,
        max_overflow=-1,  # a connection to a file costs little, and reading never waits for another reader
        connect_args={"timeout": busy_timeout, "check_same_thread": False},
    )
    _configure(engine, f"PRAGMA busy_timeout={int(busy_timeout * 1000)}")
    return engine


def frozen_engine(path: Path) -> Engine:
    """An engine on a file that nobody writes: no lock is taken, and nothing is put beside it."""
    address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    engine = create_engine(
        "sqlite://",
        module=driver,
        poolclass=QueuePool,
        max_overflow=-1,
        creator=lambda: driver.connect(address, uri=True, check_same_thread=False),
    )
    _configure(engine, "PRAGMA query_only=ON")
    return engine


def memory_engine(name: str) -> Engine:
    """An engine on a database in memory that its connections share: what a space that was never written reads as."""
    engine = create_engine(
        f"sqlite:///file:{name}?mode=memory&cache=shared&uri=true",
        module=driver,
        poolclass=QueuePool,
        max_overflow=-1,
        connect_args={"check_same_thread": False},
    )
    _configure(engine, "PRAGMA busy_timeout=5000")
    return engine


def _configure(engine: Engine, busy: str) -> None:
    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        for pragma in (
            busy,
            "PRAGMA synchronous=NORMAL",
            "PRAGMA foreign_keys=ON",
            "PRAGMA cache_size=-8000",
            "PRAGMA temp_store=MEMORY",
            "PRAGMA journal_size_limit=16777216",
        ):
            connection.execute(pragma)

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        writes = connection.get_execution_options().get(_WRITES, False)
        with closing(connection.connection.cursor()) as cursor:
            cursor.execute("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def writing(engine: Engine, path: Path, *, patient: bool = True) -> Iterator[Connection]:
    """A transaction that takes the write lock at its start, so that what it reads cannot change before it writes. Without
    patience, StoreBusy at once where another has it."""
    with (
        translated(path),
        engine.connect() as raw,
        nullcontext() if patient else _impatient(raw),
        raw.execution_options(**{_WRITES: True}).begin(),
    ):
        yield raw


@contextmanager
def _impatient(connection: Connection) -> Iterator[None]:
    """The connection waits for no lock until the end."""
    with closing(connection.connection.cursor()) as cursor:
        (usual,) = cursor.execute("PRAGMA busy_timeout").fetchone()
        cursor.execute("PRAGMA busy_timeout=0")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA busy_timeout={usual}")


@contextmanager
def reading(engine: Engine, path: Path) -> Iterator[Connection]:
    """A transaction that sees one state of the file; its end is a rollback, for a commit asks a damaged index too."""
    with translated(path), engine.connect() as connection:
        connection.begin()
        yield connection


def overwrite(engine: Engine, path: Path, source: Engine) -> None:
    """Make a file what another one is, in one transaction: who reads it goes on with the old state until the end of his own, and
    an end before the last page leaves it as it was. Raises StoreBusy where another process writes for too long."""

    def refuse_busy(code: int, _left: int, _pages: int) -> None:
        if code & 0xFF in (_BUSY, _LOCKED):  # the driver would ask again for ever
            raise StoreBusy(f"{path}: {(StoreBusy.__doc__ or '').strip()}")

    with translated(path), closing(source.raw_connection()) as its, closing(engine.raw_connection()) as mine:
        copied: Any = its.driver_connection
        copied.backup(mine.driver_connection, progress=refuse_busy)


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """The one seam where the driver's errors become ours."""
    try:
        yield
    except DBAPIError as error:
        raise as_ours(error.orig or error, path) from error
    except driver.Error as error:
        raise as_ours(error, path) from error
    except UnicodeEncodeError as error:
        raise InvalidValue("a lone surrogate is no character; ids and names are valid Unicode") from error


@contextmanager
def word_index(space: object) -> Iterator[None]:
    """Raises StoreDamaged where the table of terms cannot be read, so that recall can go on by meaning."""
    try:
        yield
    except driver.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF not in _INDEX_DAMAGE:
            raise
        raise StoreDamaged(f"the word index of {space} is damaged; run `perdure doctor --repair` ({error})") from error


def as_ours(error: BaseException, path: Path) -> PerdureError:
    """Our error for one of SQLite's."""
    if str(error) == REFUSAL:
        return PermanentMemory()
    code = getattr(error, "sqlite_errorcode", None)
    found = _ERRORS.get(code & 0xFF) if isinstance(code, int) else None
    if found is None:
        return StoreError(f"{path}: {error}")
    return found(f"{path}: {(found.__doc__ or '').strip()} ({error})")
