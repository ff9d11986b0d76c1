"""Stores as an earlier version of the product left them."""

from __future__ import annotations

import shutil
from contextlib import closing, suppress
from pathlib import Path

import sqlcipher3.dbapi2 as sqlite
from sqlalchemy import text

from perdure import Perdure
from perdure.domain.space import SpaceName
from perdure.stores.migrations import scripts, upgrade
from perdure.stores.schema import HEAD
from perdure.stores.sqlite.engine import APPLICATION_ID, open_engine, writing
from perdure.stores.sqlite.files import path_of
from perdure.testing import HashEmbedder

NAME = SpaceName("user", "u1")


def legacy_versions() -> list[str]:
    """The schemas before the current one, oldest first."""
    return sorted(script.revision for script in scripts().walk_revisions() if script.revision != HEAD)


def write_legacy(folder: Path, version: str, *, rows: int, missing_last_column: bool) -> str:
    """A store of that schema with so many memories. Where its last column is to be missing, its upgrade was under way when
    the process was killed."""
    with Perdure(folder / "today", embedder=HashEmbedder(), timezone="UTC") as memory:
        memory.space(NAME).remember_many([f"row {number}" for number in range(rows)])
    old = path_of(folder / "old" / "spaces", NAME)
    old.parent.mkdir(parents=True)
    _copy(path_of(folder / "today" / "spaces", NAME), old, version)
    return str(_killed(folder / "killed", old) if missing_last_column else folder / "old")


def _copy(today: Path, old: Path, version: str) -> None:
    """Everything that the older schema has a place for."""
    engine = open_engine(old, busy_timeout=5)
    with writing(engine, old) as connection:
        connection.execute(text(f"PRAGMA application_id={APPLICATION_ID}"))
        upgrade(connection, version)
    engine.dispose()
    with closing(sqlite.connect(str(old))) as raw:
        raw.execute("PRAGMA journal_mode=WAL")
        raw.execute("ATTACH ? AS today", (str(today),))
        for table in (_tables(raw, "main") & _tables(raw, "today")) - {"alembic_version", "sqlite_sequence"}:
            shared = _columns(raw, "main", table) & _columns(raw, "today", table)
            names = ", ".join(f'"{name}"' for name in sorted(shared))
            raw.execute(f"DELETE FROM main.{table}")  # what the schema came with
            raw.execute(f"INSERT INTO {table} ({names}) SELECT {names} FROM today.{table}")
        if "search" in _tables(raw, "main"):
            raw.execute("INSERT INTO search (rowid, own) SELECT id, body FROM passages")
        raw.commit()


class _Killed(Exception):
    pass


def _killed(store: Path, old: Path) -> Path:
    """The files as they lie there while the upgrade to the current schema is not committed."""
    engine = open_engine(old, busy_timeout=5)
    left = path_of(store / "spaces", NAME)
    left.parent.mkdir(parents=True)
    with suppress(_Killed), writing(engine, old) as connection:
        connection.execute(text("PRAGMA cache_size=1"))  # what is not committed goes into the log all the same
        upgrade(connection)
        for file in (old, old.with_name(f"{old.name}-wal")):
            shutil.copy(file, left.with_name(file.name))
        raise _Killed
    engine.dispose()
    return store


def _tables(raw: sqlite.Connection, place: str) -> set[str]:
    return {name for (name,) in raw.execute(f"SELECT name FROM {place}.sqlite_master WHERE type = 'table'")}


def _columns(raw: sqlite.Connection, place: str, table: str) -> set[str]:
    return {name for (name,) in raw.execute("SELECT name FROM pragma_table_info(?, ?)", (table, place))}
