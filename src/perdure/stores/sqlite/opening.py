"""Making a new space file, and refusing or migrating one that is there."""

from __future__ import annotations

import itertools
import logging
from functools import cache
from pathlib import Path

from sqlalchemy import Connection, Engine, create_mock_engine, text
from sqlalchemy.dialects import sqlite

from perdure.domain.space import SpaceName
from perdure.errors import ForeignFile, StoreDamaged, StoreReadOnly, StoreTooNew
from perdure.stores.permanence import guard, is_guarded
from perdure.stores.schema import HEAD, metadata
from perdure.stores.sqlite.engine import (
    APPLICATION_ID,
    frozen_engine,
    memory_engine,
    overwrite,
    reading,
    translated,
    writing,
)
from perdure.stores.sqlite.files import identity, status

log = logging.getLogger("perdure.store")

_numbers = itertools.count()

_VERSIONS = (
    "CREATE TABLE alembic_version "
    "(version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
)
_SHORTEST = 16
"""Bytes of the text that every SQLite file begins with."""


def prepare(engine: Engine, path: Path, name: SpaceName) -> None:
    """Make the file a space of the current schema; raises ForeignFile, StoreDamaged or StoreTooNew and changes nothing."""
    refuse_scrap(path)
    with reading(engine, path) as connection:
        found = revision(connection, path)
        _refuse_truncated(connection, path)
        guarded = found == HEAD and is_guarded(connection)
    if found == HEAD:
        if not guarded:
            _guard(engine, path)
        return
    _refuse_newer(found, path)
    use_wal(engine, path)
    with writing(engine, path) as connection:
        found = revision(connection, path)
        _refuse_newer(found, path)
        if found is None:
            create(connection, name)
        elif found != HEAD:
            _migrate(connection)
        guard(connection)


def open_frozen(path: Path) -> Engine:
    """An engine on a file that nobody writes; one of an older schema is read as a copy in memory that has today's. Raises
    ForeignFile, StoreDamaged or StoreTooNew."""
    refuse_scrap(path)
    engine = frozen_engine(path)
    try:
        with reading(engine, path) as connection:
            found = revision(connection, path)
            _refuse_truncated(connection, path)
        if found is None:
            raise StoreDamaged(f"{path} is empty; it is no copy of a space")
        _refuse_newer(found, path)
        if found == HEAD:
            return engine
        renewed = _renewed(engine, path)
    except BaseException:
        engine.dispose()
        raise
    engine.dispose()
    return renewed


def _renewed(old: Engine, path: Path) -> Engine:
    """A copy in memory with the schema of today."""
    engine = memory_engine(f"perdure-renewed-{next(_numbers)}")
    try:
        overwrite(engine, path, old)
        with writing(engine, path) as connection:
            _migrate(connection)
            guard(connection)
    except BaseException:
        engine.dispose()
        raise
    return engine


def _guard(engine: Engine, path: Path) -> None:
    try:
        with writing(engine, path) as connection:
            guard(connection)
    except StoreReadOnly as error:
        log.info("%s: which kinds are permanent is not renewed, nor can anything be written: %s", path, error)


def use_wal(engine: Engine, path: Path) -> None:
    """Let others read while one writes; a file keeps to it."""
    with translated(path):
        raw = engine.raw_connection()
        try:
            raw.cursor().execute("PRAGMA journal_mode=WAL")
        finally:
            raw.close()


def refuse_scrap(path: Path) -> None:
    """Refuse what is too short to be an SQLite file, for SQLite takes a single byte for an empty file and writes over it."""
    found = status(path)
    if found is not None and 0 < found.st_size < _SHORTEST:
        raise ForeignFile(f"{path} is not a Perdure space; it was left untouched")


def _refuse_truncated(connection: Connection, path: Path) -> None:
    """SQLite itself refuses a file that lacks whole pages; this finds the part of one."""
    wal = path.with_name(path.name + "-wal")
    if identity(wal) is not None:
        return  # pages that are not in the file yet
    pages, size = (int(connection.scalar(text(f"PRAGMA page_{what}")) or 0) for what in ("count", "size"))
    if path.stat().st_size < pages * size:
        raise StoreDamaged(
            f"{path} is truncated: restore a backup, or run `perdure doctor --repair` to see what can be saved"
        )


def _refuse_newer(found: str | None, path: Path) -> None:
    if found in (None, HEAD):
        return
    from perdure.stores.migrations import knows  # documented lazy load: Alembic, only for an old file

    if not knows(found):
        raise StoreTooNew(f"{path} was written by a newer Perdure; upgrade Perdure to open it")


def revision(connection: Connection, path: Path) -> str | None:
    """The schema revision of a file; None where it is empty."""
    tables = {row.name for row in connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'table'"))}
    if not tables:
        return None
    if connection.scalar(text("PRAGMA application_id")) != APPLICATION_ID or "alembic_version" not in tables:
        raise ForeignFile(f"{path} is an SQLite file, but not a Perdure space; it was left untouched")
    return str(connection.scalar(text("SELECT version_num FROM alembic_version")))


def create(connection: Connection, name: SpaceName) -> None:
    """All tables and what a new space knows of itself, in the caller's transaction."""
    connection.execute(text(f"PRAGMA application_id={APPLICATION_ID}"))
    for statement in _tables():
        connection.exec_driver_sql(statement)
    connection.execute(text(_VERSIONS))
    connection.execute(text("INSERT INTO alembic_version VALUES (:head)"), {"head": HEAD})
    connection.execute(
        text("INSERT INTO meta (name, value) VALUES ('space', :name), ('change', '0')"), {"name": str(name)}
    )
    guard(connection)


@cache
def _tables() -> tuple[str, ...]:
    """The statements that make every table and index, compiled once: a process may make thousands of spaces."""
    found: list[str] = []
    dialect = sqlite.dialect()
    metadata.create_all(
        create_mock_engine("sqlite://", lambda element, *_, **__: found.append(str(element.compile(dialect=dialect)))),
        checkfirst=False,
    )
    return tuple(found)


def _migrate(connection: Connection) -> None:
    from perdure.stores.migrations import upgrade  # documented lazy load: Alembic, only for an old file

    upgrade(connection)
