"""claude-mem, mcp-memory-service and agentmemory: what their records become, in every form they had."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime

import pytest

from perdure.domain.loss import Fate
from perdure.domain.memory import Origin, Status
from perdure.errors import ImportFailed
from perdure.transfer.found import Heard, Statement
from tests.unit.importers.reading import SAMPLES, read, written


def statements(found):
    return [item for item in found.items if isinstance(item, Statement)]


def database(path, *script):
    with closing(sqlite3.connect(path)) as connection:
        for statement in script:
            connection.execute(statement)
        connection.commit()
    return path


# claude-mem


def test_what_claude_mem_observed_becomes_statements_and_its_prompts_turns():
    found = read(SAMPLES / "claude-mem.db")
    assert (found.format, found.skips) == ("claude-mem", [])
    fixed, decided, summary = statements(found)
    assert fixed.text.split("\n") == [
        "修复订单重复提交",
        "Orders were sent twice",
        "The client retried without a key, so orders were sent twice.",
        "The retry had no idempotency key",
        "重试现在带 idempotency key",
    ]
    assert (fixed.owner, fixed.session, fixed.tags) == ("orders", "m-1", ("problem-solution", "gotcha", "bugfix"))
    assert fixed.at == datetime(2026, 2, 3, 9, 12, tzinfo=UTC)
    assert (decided.kind, summary.kind, summary.origin) == ("decision", "summary", Origin.SUMMARY)
    assert summary.text.split("\n")[1] == "Learned: 重试必须幂等"
    [prompt] = [item for item in found.items if isinstance(item, Heard)]
    assert (prompt.turn.text, prompt.turn.role, prompt.owner) == ("为什么订单会重复？please fix it", "user", "orders")
    assert found.fate("files_read") == {Fate.KEPT_RAW}


def test_an_old_database_of_claude_mem_without_later_columns_is_read(tmp_path):
    path = database(
        tmp_path / "claude-mem.db",
        "CREATE TABLE observations(id INTEGER PRIMARY KEY, sdk_session_id TEXT, project TEXT, text TEXT, type TEXT, created_at TEXT, created_at_epoch INTEGER)",
        "INSERT INTO observations VALUES(1, 's-1', 'orders', '测试要先跑 migrations', 'discovery', '2026-02-03T09:12:00Z', 1770109920000)",
        "INSERT INTO observations VALUES(2, 's-1', 'orders', ' ', 'discovery', '2026-02-03T09:12:00Z', 1770109920000)",
        "INSERT INTO observations VALUES(3, 's-1', 'orders', x'fffe', 'discovery', 'never', 'never')",
    )
    found = read(path)
    assert [item.text for item in statements(found)][0] == "测试要先跑 migrations"
    assert [skip.where for skip in found.skips] == ["observations 2"]


def test_the_newer_server_s_items_are_read_once(tmp_path):
    items = "CREATE TABLE memory_items(id TEXT PRIMARY KEY, project_id TEXT, server_session_id TEXT, legacy_observation_id INTEGER, kind TEXT, type TEXT, title TEXT, subtitle TEXT, text TEXT, narrative TEXT, facts TEXT, concepts TEXT, files_read TEXT, files_modified TEXT, metadata TEXT, created_at_epoch INTEGER, updated_at_epoch INTEGER)"
    row = "INSERT INTO memory_items VALUES('{id}', 'p-1', NULL, {legacy}, 'summary', 'session', '周报', NULL, NULL, 'All tests pass', '[]', '[\"weekly\"]', '[]', '[]', '{{}}', 1770109920000, 1770109920000)"
    script = [
        items,
        row.format(id="i-1", legacy="NULL"),
        row.format(id="i-2", legacy=7),
        "CREATE TABLE projects(id TEXT, name TEXT)",
        "INSERT INTO projects VALUES('p-1', 'orders')",
    ]
    found = read(database(tmp_path / "new.db", *script))
    assert [(item.id, item.text, item.owner, item.kind) for item in statements(found)] == [
        ("memory_items-i-1", "周报\nAll tests pass", "orders", "summary"),
        ("memory_items-i-2", "周报\nAll tests pass", "orders", "summary"),
    ]
    both = "CREATE TABLE observations(id INTEGER PRIMARY KEY, memory_session_id TEXT, project TEXT, type TEXT, created_at_epoch INTEGER)"
    assert [item.id for item in statements(read(database(tmp_path / "both.db", *script, both)))] == ["memory_items-i-1"]


def test_a_table_of_another_program_is_none_of_claude_mem(tmp_path):
    path = database(tmp_path / "birds.db", "CREATE TABLE observations(id INTEGER, species TEXT, project TEXT)")
    with pytest.raises(ImportFailed):
        read(path)


# mcp-memory-service


def test_both_forms_of_mcp_memory_service_say_the_same():
    exported, stored = read(SAMPLES / "mcp-memory-service.json"), read(SAMPLES / "mcp-memory-service.db")
    assert exported.format == stored.format == "mcp-memory-service"
    for found in (exported, stored):
        first = found.items[0]
        assert (first.id, first.text, first.kind) == ("a1b2", "部署窗口是每周四晚上，no deploys on Friday", "decision")
        assert (first.tags, first.confidence, first.status) == (("deploy", "团队"), 0.8, Status.ACTIVE)
        assert first.at == datetime(2026, 2, 3, 9, 12, 0, 500_000, tzinfo=UTC)
    assert (stored.items[1].status, stored.items[1].tags) == (Status.FORGOTTEN, ("note",))


def test_an_export_that_breaks_off_gives_what_was_whole(tmp_path):
    content = (SAMPLES / "mcp-memory-service.json").read_bytes()
    cut = content.index(b"staging") + 3
    found = read(written(tmp_path / "cut.json", content[:cut]), format="mcp-memory-service")
    assert [item.id for item in statements(found)] == ["a1b2"]
    assert [skip.code for skip in found.skips] == ["invalid_input"]


def test_a_broken_memory_costs_only_itself(tmp_path):
    export = json.loads((SAMPLES / "mcp-memory-service.json").read_text())
    export["memories"] = [
        3,
        {"content": " "},
        {"content": "x", "created_at": 1e99, "tags": 4, "metadata": "{"},
        *export["memories"],
    ]
    found = read(written(tmp_path / "export.json", export))
    assert [item.text for item in statements(found)][0] == "x"
    assert (len(statements(found)), [skip.code for skip in found.skips]) == (3, ["invalid_input", "invalid_text"])


# agentmemory


def test_the_newest_version_of_a_memory_comes_with_its_earlier_ones():
    found = read(SAMPLES / "agentmemory.json")
    assert (found.format, found.skips) == ("agentmemory", [])
    database_, language, observed, summed = statements(found)
    assert (database_.id, database_.text) == ("mem-2", "Database: orders uses PostgreSQL 16")
    assert [(past.text, past.at) for past in database_.past] == [
        ("Database: orders uses SQLite", datetime(2026, 2, 3, 9, 10, tzinfo=UTC))
    ]
    assert (database_.owner, language.owner, language.kind) == ("orders", None, "preference")
    assert language.expires_at == datetime(2027, 2, 5, 8, 0, tzinfo=UTC)
    assert (observed.kind, observed.session, observed.confidence) == ("decision", "s-1", 0.9)
    assert (summed.kind, summed.origin) == ("summary", Origin.SUMMARY)
    assert {line.field for line in found.loss.dropped} == {"graphNodes", "sessions"}


def exported(**parts):
    return {
        "version": "0.9.4",
        "exportedAt": "2026-03-01T00:00:00Z",
        "sessions": [],
        "observations": {},
        "memories": [],
        "summaries": [],
        **parts,
    }


def test_versions_that_replace_one_another_are_all_there(tmp_path):
    memories = [
        {"id": one, "content": f"version {one}", "supersedes": [other], "isLatest": False}
        for one, other in ("ab", "ba")
    ]
    found = read(written(tmp_path / "export.json", exported(memories=memories)))
    assert {item.text for item in statements(found)} == {"version a", "version b"}
    assert {item.status for item in statements(found)} == {Status.SUPERSEDED}


def test_an_old_version_without_its_successor_is_kept_as_one(tmp_path):
    found = read(
        written(tmp_path / "export.json", exported(memories=[{"id": "a", "content": "old", "isLatest": False}]))
    )
    assert [(item.text, item.status, item.superseded_by) for item in statements(found)] == [
        ("old", Status.SUPERSEDED, None)
    ]


def test_facts_and_procedures_that_were_made_of_memories_come_too(tmp_path):
    parts = {
        "semanticMemories": [{"id": "f", "fact": "the build needs Node 20", "confidence": 0.7}],
        "proceduralMemories": [{"id": "p", "name": "发布", "steps": ["run tests", "打标签"]}],
        "lessons": [{"id": "l", "content": "Mock the clock", "tags": ["tests"]}, {"id": "empty"}],
    }
    found = read(written(tmp_path / "export.json", exported(**parts)))
    assert [(item.text, item.kind) for item in statements(found)] == [
        ("the build needs Node 20", "fact"),
        ("发布\nrun tests\n打标签", "procedure"),
        ("Mock the clock", None),
    ]
    assert len(found.skips) == 1


@pytest.mark.parametrize("cut", [100, 700, 2_000])
def test_an_export_that_breaks_off_is_refused_whole(cut, tmp_path):
    content = (SAMPLES / "agentmemory.json").read_bytes()
    with pytest.raises(ImportFailed):
        read(written(tmp_path / "cut.json", content[:cut]), format="agentmemory")
