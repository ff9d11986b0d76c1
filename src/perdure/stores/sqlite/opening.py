"""Making a new space file, and refusing or migrating one that is there."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, text

from perdure.domain.space import SpaceName
from perdure.errors import ForeignFile, StoreDamaged, StoreTooNew
from perdure.stores.schema import HEAD, SQLITE_SEARCH, SQLITE_VOCABULARY, metadata
from perdure.stores.sqlite.engine import APPLICATION_ID, reading, translated, writing

_HEADER = 100
_MAGIC = b"SQLite format 3\x00"


def prepare(engine: Engine, path: Path, name: SpaceName) -> None:
    """Make the file a space of the current schema; raises ForeignFile, StoreDamaged or StoreTooNew and changes nothing."""
    check_header(path)
    with reading(engine, path) as connection:
        if revision(connection, path) == HEAD:
            return
    _use_wal(engine, path)
    with writing(engine, path) as connection:
        found = revision(connection, path)
        if found is None:
            create(connection, name)
        elif found != HEAD:
            _migrate(connection, path)


def _use_wal(engine: Engine, path: Path) -> None:
    with translated(path):
        raw = engine.raw_connection()
        try:
            raw.cursor().execute("PRAGMA journal_mode=WAL")
        finally:
            raw.close()


def check_header(path: Path) -> None:
    """Refuse a file that is no SQLite file, or shorter than its header says."""
    if not path.exists() or path.stat().st_size == 0:
        return
    with path.open("rb") as file:
        header = file.read(_HEADER)
    if not header.startswith(_MAGIC):
        raise ForeignFile(f"{path} is not a Perdure space; it was left untouched")
    size = int.from_bytes(header[16:18], "big")
    pages = int.from_bytes(header[28:32], "big")
    wal = path.with_name(path.name + "-wal")
    settled = not wal.exists() or wal.stat().st_size == 0
    if settled and path.stat().st_size < pages * (65_536 if size == 1 else size):
        raise StoreDamaged(
            f"{path} is truncated: restore a backup, or run `perdure doctor --repair` to see what can be saved"
        )


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
    metadata.create_all(connection)
    connection.execute(text(SQLITE_SEARCH))
    connection.execute(text(SQLITE_VOCABULARY))
    connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
    connection.execute(text("INSERT INTO alembic_version VALUES (:head)"), {"head": HEAD})
    connection.execute(
        text("INSERT INTO meta (name, value) VALUES ('space', :name), ('change', '0')"), {"name": str(name)}
    )


def _migrate(connection: Connection, path: Path) -> None:
    from perdure.stores.migrations import upgrade  # documented lazy load: Alembic, only for an old file

    if not upgrade(connection):
        raise StoreTooNew(f"{path} was written by a newer Perdure; upgrade Perdure to open it")
