"""The revisions together give the tables that a new space gets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, text

from perdure.domain.memory import Status
from perdure.domain.recall import Layer
from perdure.domain.space import SpaceName
from perdure.errors import PermanentMemory, StoreTooNew
from perdure.stores.aftercare import RENEWED
from perdure.stores.migrations import knows, scripts, upgrade
from perdure.stores.schema import HEAD
from perdure.stores.sqlite.engine import memory_engine, open_engine, reading, writing
from perdure.stores.sqlite.opening import create, prepare
from perdure.stores.sqlite.files import path_of
from perdure.testing.store_suite.base import ALICE, HASH, candidates, chat, entry, memory, owners, vector
from perdure.testing.store_suite.lifecycle import keys_of
from tests.stores.processes import store_on


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


OLD = SpaceName("user", "old")
OLDER = sorted(script.revision for script in scripts().walk_revisions() if script.revision != HEAD)


def written(folder: Path) -> None:
    """Alice's space, as it is written today."""
    store = store_on(folder)
    with store.space(ALICE).write(maintenance=True) as writer:
        writer.add_entries(
            [*chat("s", "where is the quokka?", "在河边 by the river", "喜欢 tea"), entry("e", "a note on tea")]
        )
        writer.add_memories([(memory(f"m{n}", f"喝茶 tea number {n}", tags=("x",)), "k") for n in range(2_500)])
        writer.add_memories(
            [
                (memory("p", "never talk of the quokka's tea", kind="boundary"), "k"),
                (memory("a", "tea in the archive", status=Status.ARCHIVED), "k"),
            ]
        )
        writer.set_embedder(HASH)
        writer.add_vectors(HASH, {key: vector(text) for _, key, text in writer.missing(HASH, limit=9_999)})
    store.close()


def copied(folder: Path, revision: str) -> None:
    """The same in a file of an older revision, as another's space: everything that it has a place for."""
    old = path_of(folder / "spaces", OLD)
    opened = open_engine(old, busy_timeout=1)
    with writing(opened, old) as connection:
        connection.execute(text("PRAGMA application_id=0x50524455"))
        upgrade(connection, revision)
    raw = opened.raw_connection()
    cursor = raw.cursor()
    cursor.execute("ATTACH ? AS today", (str(path_of(folder / "spaces", ALICE)),))
    tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name IN (SELECT name FROM today.sqlite_master)"
    cursor.execute("DELETE FROM meta")
    cursor.execute("INSERT INTO meta (name, value) VALUES ('maintenance', '1')")
    for table in sorted({name for (name,) in cursor.execute(tables)} - {"alembic_version", "sqlite_sequence"}):
        columns = "SELECT name FROM pragma_table_info(?, ?)"
        today = {name for (name,) in cursor.execute(columns, (table, "today"))}
        shared = ", ".join(f'"{name}"' for (name,) in cursor.execute(columns, (table, "main")) if name in today)
        cursor.execute(f"INSERT INTO {table} ({shared}) SELECT {shared} FROM today.{table}")
    if revision < "0003":
        cursor.execute("UPDATE passages SET layer = 'memory', live = owner <> 'a' WHERE layer <> 'journal'")
        cursor.execute("DELETE FROM meta WHERE name LIKE 'claims_%'")
    if revision == "0001":
        cursor.execute("INSERT INTO search (rowid, own) SELECT id, body FROM passages")
    cursor.execute("DELETE FROM meta WHERE name = 'maintenance'")
    cursor.execute("UPDATE meta SET value = ? WHERE name = 'space'", (str(OLD),))
    raw.commit()
    cursor.execute("DETACH today")
    raw.close()
    opened.dispose()


@pytest.fixture(params=OLDER)
def older(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A folder with a space of today, and the same in a file of each older revision."""
    written(tmp_path)
    copied(tmp_path, request.param)
    return tmp_path


def told(folder: Path, name: SpaceName) -> list[object]:
    """What a space answers, by words and by meaning."""
    store = store_on(folder)
    with store.space(name).read() as reader:
        found = [candidates(reader, query, limit=9_999) for query in ("quokka", "喝茶", "tea river", "number 7")]
        near = candidates(reader, "tea by the river", meaning=True, limit=9_999)
        layers = {name: owners(reader, candidates(reader, "tea", layers=(name,)).ids) for name in Layer}
        archive = owners(reader, candidates(reader, "tea", archived=True).ids)
        claimed = reader.connection.execute(text("SELECT * FROM claims ORDER BY key, at, memory")).all()
        said = [(owners(reader, its.ids), its.lexical.tolist(), its.length.tolist(), its.found_in) for its in found]
        answers: list[object] = [*said, owners(reader, near.ids), near.dense.tolist(), reader.counts().pending]
        answers += [layers, archive, claimed, reader.undistilled_sessions()]
        assert (layers[Layer.PERMANENT], archive) == (["p"], ["a"])
    assert all(finding.ok for finding in store.check(name, repair=False))
    store.close()
    return answers


def test_a_file_of_an_older_revision_is_upgraded_where_it_is_and_answers(older: Path):
    assert told(older, OLD) == told(older, ALICE)
    store = store_on(older)
    with store.space(OLD).write() as writer:
        writer.add_memories([(memory("new", "a numbat beside the quokka"), "k")])
    with store.space(OLD).read() as reader:
        assert owners(reader, candidates(reader, "numbat").ids) == ["new"]
        names = reader.connection.scalars(text("SELECT name FROM sqlite_master")).all()
        assert not [name for name in names if name.startswith(("search", "vocabulary"))]
    with pytest.raises(PermanentMemory), store.space(OLD).write() as writer:
        writer.update_memories([(memory("p", "talk of anything", kind="boundary"), "k")])
    store.close()


def test_what_a_large_old_file_claims_is_read_by_the_writes_that_follow(tmp_path: Path):
    store = store_on(tmp_path)
    with store.space(ALICE).write() as writer:
        writer.add_memories([(memory(f"m{n}", "I live in Lisbon"), "k") for n in range(10_400)])
    store.close()
    copied(tmp_path, "0002")
    store = store_on(tmp_path)
    keys = keys_of("I live in Lisbon")
    with store.space(OLD).read() as reader:
        assert len(reader.by_claims(keys, limit=20_000)) == 10_000
    for number in range(400 // RENEWED + 1):
        with store.space(OLD).write() as writer:
            writer.add_memories([(memory(f"new{number}", "a numbat"), "k")])
    with store.space(OLD).read() as reader:
        assert len(reader.by_claims(keys, limit=20_000)) == 10_400
    assert all(finding.ok for finding in store.check(OLD, repair=False))
    store.close()


@pytest.mark.parametrize("part", ["search_data", "search_idx", "search_docsize", "search_config"])
def test_a_damaged_word_index_of_the_first_revision_is_no_hindrance(tmp_path: Path, part: str):
    written(tmp_path)
    copied(tmp_path, "0001")
    old = path_of(tmp_path / "spaces", OLD)
    opened = open_engine(old, busy_timeout=1)
    raw = opened.raw_connection()
    raw.cursor().execute("PRAGMA writable_schema=ON")
    raw.cursor().execute(f"DROP TABLE {part}")
    raw.commit()
    raw.close()
    opened.dispose()
    assert told(tmp_path, OLD) == told(tmp_path, ALICE)
