"""The revisions together give the tables that a new space gets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, text

from perdure.errors import StoreTooNew
from perdure.stores.migrations import knows, scripts, upgrade
from perdure.stores.schema import HEAD
from perdure.stores.sqlite.engine import memory_engine, open_engine, reading, writing
from perdure.stores.sqlite.opening import create, prepare
from perdure.testing.store_suite.base import ALICE


_LAYOUT = re.compile(r"\s*([(),]|\s)\s*")


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    opened = open_engine(tmp_path / "space.db", busy_timeout=1)
    yield opened
    opened.dispose()


def schema(connection: Connection) -> dict[str, str]:
    """Everything that makes up a database, as SQL without its layout."""
    rows = connection.execute(text("SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master"))
    return {f"{kind} {name} of {table}": _LAYOUT.sub(r"\1", sql) for kind, name, table, sql in rows}


def test_all_revisions_give_what_a_new_space_has(engine: Engine, tmp_path: Path):
    with writing(engine, tmp_path) as connection:
        upgrade(connection)
        migrated = schema(connection)
    created_engine = memory_engine("created")
    with writing(created_engine, tmp_path) as connection:
        create(connection, ALICE)
        created = schema(connection)
    created_engine.dispose()
    assert migrated == created
    assert len(created) > 30


def test_the_revision_of_the_tables_is_the_newest_one(engine: Engine, tmp_path: Path):
    assert scripts().get_heads() == [HEAD]
    with writing(engine, tmp_path) as connection:
        upgrade(connection)
        assert connection.scalars(text("SELECT version_num FROM alembic_version")).all() == [HEAD]


def test_an_upgrade_of_what_is_new_changes_nothing(engine: Engine, tmp_path: Path):
    with writing(engine, tmp_path) as connection:
        create(connection, ALICE)
        before = schema(connection)
        upgrade(connection)
        assert schema(connection) == before


def test_revisions_follow_each_other_and_only_go_forward():
    revisions = list(scripts().walk_revisions())
    assert [script.down_revision for script in revisions] == [script.revision for script in revisions[1:]] + [None]
    assert all(knows(script.revision) and not hasattr(script.module, "downgrade") for script in revisions)


def test_an_upgrade_that_fails_leaves_nothing(engine: Engine, tmp_path: Path):
    with writing(engine, tmp_path) as connection:
        connection.execute(text("CREATE TABLE vectors (mine TEXT)"))
    with pytest.raises(Exception, match="vectors"), writing(engine, tmp_path) as connection:
        upgrade(connection)
    with reading(engine, tmp_path) as connection:
        assert list(schema(connection)) == ["table vectors of vectors"]


@pytest.mark.parametrize("unknown", ["0000", "9999", "", "base", "head", "000"])
def test_a_revision_that_nobody_knows_is_of_a_newer_perdure(engine: Engine, tmp_path: Path, unknown: str):
    assert not knows(unknown)
    path = tmp_path / "space.db"
    prepare(engine, path, ALICE)
    with writing(engine, path) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :unknown"), {"unknown": unknown})
    with pytest.raises(StoreTooNew):
        prepare(engine, path, ALICE)


def test_a_file_without_tables_is_made_a_space(engine: Engine, tmp_path: Path):
    path = tmp_path / "space.db"
    raw = engine.raw_connection()
    raw.cursor().execute("PRAGMA journal_mode=WAL")
    raw.close()
    assert path.stat().st_size > 0
    prepare(engine, path, ALICE)
    prepare(engine, path, ALICE)
    with reading(engine, path) as connection:
        assert connection.scalar(text("SELECT value FROM meta WHERE name = 'space'")) == str(ALICE)
