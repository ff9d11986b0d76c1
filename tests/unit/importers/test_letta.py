"""Letta: agent files new and old, passages, the database of a server, and the memory folder of Letta Code."""

from __future__ import annotations

import json
import os
import sqlite3
from datetime import UTC, datetime

import pytest

from perdure.domain.loss import Fate
from perdure.domain.memory import Status
from perdure.errors import ImportFailed, InvalidText
from perdure.transfer.found import Statement
from perdure.transfer.importers.pieces import pieces
from tests.unit.importers.reading import SAMPLES, Reading, read, written, zipped


def statements(found: Reading) -> dict[str, Statement]:
    return {item.text: item for item in found.items if isinstance(item, Statement)}


def agent_file(**fields: object) -> dict[str, object]:
    return {"agents": [{"id": "agent-0", "name": "Loop", **fields}], "blocks": [], "tools": []}


# Blocks


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("Name: Mei\nPrefers tea\n住在上海", ["Name: Mei", "Prefers tea", "住在上海"]),
        ("- tea\n- 面条\n  without coriander\n- tea", ["tea", "面条\nwithout coriander"]),
        ("## 偏好\n1. tea\n2. 面条\n# Work\n* nurse", ["偏好: tea", "偏好: 面条", "Work: nurse"]),
        ("I answer briefly\nand never guess.", ["I answer briefly\nand never guess."]),
        ("-5 degrees at night", ["-5 degrees at night"]),
        (
            "A text.\n\nWith paragraphs that are " + "long " * 80,
            ["A text.\n\nWith paragraphs that are " + ("long " * 80).strip()],
        ),
        ("  \n ", []),
    ],
)
def test_a_block_is_one_statement_unless_it_is_a_list(value, found):
    assert pieces(value) == found


def test_blocks_of_an_agent_are_its_statements():
    found = statements(read(SAMPLES / "letta.af"))
    assert {"Name: Mei Lin", "Prefers green tea", "住在上海,说中文和英文"} <= found.keys()
    persona = found["I am Loop. I answer briefly\nand never guess."]
    assert (persona.kind, persona.tags, persona.metadata) == ("rule", ("core",), {"block": "persona"})
    assert persona.record["description"] == "The persona"
    assert found["Prefers green tea"].kind is None
    assert {item.owner for item in found.values()} == {"Loop"}


def test_a_skill_is_a_procedure_without_its_scripts():
    found = read(SAMPLES / "letta.af")
    assert statements(found)["Ask for dates before you look for flights."].kind == "procedure"
    assert found.fate("skill.run.py") == {Fate.DROPPED}
    assert found.fate("file.tools") == {Fate.DROPPED}


def test_the_old_file_and_the_one_that_is_a_string_say_the_same():
    old, string = read(SAMPLES / "letta.legacy.af"), read(SAMPLES / "letta.string.af")
    assert list(statements(old)) == ["姓名:陈雨", "Works as a nurse", "Has a cat called 米粒"]
    assert old.items == string.items


def test_another_agent_of_the_same_numbers_has_other_ids(tmp_path):
    block = {"id": "block-0", "label": "human", "value": "likes tea"}
    found = []
    for name in ("Loop", "Sam"):
        file = agent_file(name=name, block_ids=["block-0"]) | {"blocks": [block]}
        found += read(written(tmp_path / f"{name}.af", file)).items
    assert len({item.id for item in found}) == 2


# Messages


def test_turns_are_what_was_said_and_done():
    found = read(SAMPLES / "letta.af")
    assert found.said == [
        ("user", "我下个月去里斯本,帮我记一下。"),
        ("assistant", "记下了。Have a good trip!"),
        ("assistant", "memory_insert"),
        ("tool", "None"),
    ]
    assert found.turns[2].tool_calls[0]["name"] == "memory_insert"
    assert found.turns[0].at == datetime(2026, 1, 22, 2, 6, 34, tzinfo=UTC)
    assert Fate.DROPPED in found.fate("message.content")


def test_what_memgpt_packs_and_sends_is_unpacked_and_its_signals_are_not_said():
    found = read(SAMPLES / "letta.legacy.af")
    assert found.said == [("user", "我的猫叫米粒"), ("assistant", "米粒 is a lovely name!")]


def test_messages_that_are_numbered_anew_in_each_file_are_told_apart(tmp_path):
    said = {"role": "user", "created_at": "2026-01-01T00:00:00Z"}
    refs = set()
    for text in ("first", "second"):
        message = said | {"id": "message-0", "content": text}
        found = read(written(tmp_path / "a.af", agent_file(messages=[message])))
        refs |= {turn.ref for turn in found.turns}
    assert len(refs) == 2


def test_a_message_that_says_nothing_costs_itself(tmp_path):
    messages = [{"role": "user", "content": []}, {"role": "user", "content": "好"}, "no message"]
    found = read(written(tmp_path / "a.af", agent_file(messages=messages)))
    assert (found.texts, [skip.code for skip in found.skips]) == (["好"], [InvalidText.code])


# Passages


def test_passages_of_the_api_are_statements_and_deleted_ones_are_forgotten():
    found = statements(read(SAMPLES / "letta.passages.json"))
    assert found["Mei 的姐姐住在波尔图。"].tags == ("family",)
    assert found["The project codename is Heron."].status is Status.FORGOTTEN
    assert "embedding" not in found["Mei 的姐姐住在波尔图。"].record


def test_passages_beside_an_agent_are_that_agents(tmp_path):
    (tmp_path / "loop").mkdir()
    (tmp_path / "loop" / "loop.af").write_bytes((SAMPLES / "letta.af").read_bytes())
    (tmp_path / "loop" / "passages.json").write_bytes((SAMPLES / "letta.passages.json").read_bytes())
    assert statements(read(tmp_path / "loop"))["Mei 的姐姐住在波尔图。"].owner == "Loop"


# The database


def test_the_database_of_a_server_is_read_with_its_history():
    found = read(SAMPLES / "letta.db")
    known = statements(found)
    persona = known["I am Loop and I answer briefly."]
    assert [(past.text, past.at) for past in persona.past] == [("I am Loop.", datetime(2026, 1, 5, tzinfo=UTC))]
    gone = known["Lives in Shanghai"]
    assert (gone.status, gone.holds_until) == (Status.SUPERSEDED, datetime(2026, 1, 6, tzinfo=UTC))
    assert known["Her sister 住在波尔图"].tags == ("family",)
    assert (known["deleted note"].status, known["deleted note"].tags) == (Status.FORGOTTEN, ("old",))
    assert found.said == [("user", "我搬到里斯本了")]
    assert {item.owner for item in known.values()} == {"Loop"}
    assert "Template" not in known


def test_a_database_without_the_newer_tables_is_read(tmp_path):
    with sqlite3.connect(tmp_path / "old.db") as database:
        database.execute("CREATE TABLE block (id, label, value)")
        database.execute("CREATE TABLE agent_passages (id, text, agent_id, metadata_)")
        database.execute("INSERT INTO block VALUES ('b', 'human', '喜欢绿茶')")
        database.execute("INSERT INTO agent_passages VALUES ('p', 'a note', 'agent-a', NULL)")
    database.close()
    found = statements(read(tmp_path / "old.db"))
    assert (list(found), found["a note"].owner) == (["喜欢绿茶", "a note"], "agent-a")


# The memory folder


def test_files_of_the_memory_folder_are_blocks():
    found = read(SAMPLES / "memfs.zip")
    known = statements(found)
    assert {"Preferences: green tea 绿茶", "Preferences: window seats", "工作: 翻译小说"} <= known.keys()
    assert known["I am Memo. I keep answers short."].kind == "rule"
    assert known["I am Memo. I keep answers short."].record["read_only"] is True
    assert known["Ask for dates first, then for a budget."].kind == "procedure"
    assert known["Lives in Shanghai"].status is Status.ARCHIVED
    assert found.fate("skill file") == {Fate.DROPPED}


def test_the_folder_tells_whose_memory_it_is(tmp_path):
    folder = tmp_path / "agents" / "agent-1f" / "memory"
    written(folder / "system" / "human.md", "---\ndescription: The human\n---\nLikes tea.\r\n")
    assert [item.owner for item in read(folder).items] == ["agent-1f"]
    assert [item.owner for item in read(tmp_path).items] == ["agent-1f"]


def test_links_in_the_folder_lead_nowhere(tmp_path):
    secret = written(tmp_path / "secret.md", "a secret of the machine")
    written(tmp_path / "memory" / "system" / "human.md", "---\ndescription: The human\n---\nLikes tea.")
    os.symlink(secret, tmp_path / "memory" / "system" / "secret.md")
    found = read(tmp_path / "memory")
    assert list(statements(found)) == ["Likes tea."]


@pytest.mark.parametrize("front", ["title: note\ntags: [a]", "permalink: a", "description: a\naliases: [b]"])
def test_other_vaults_with_a_folder_system_are_not_taken_for_letta(tmp_path, front):
    written(tmp_path / "vault" / "system" / "note.md", f"---\n{front}\n---\n- tea\n")
    assert read(tmp_path / "vault").format != "memfs"


def test_a_front_matter_that_is_none_belongs_to_the_text(tmp_path):
    good = "---\ndescription: The human\n---\nLikes tea."
    path = zipped(tmp_path / "m.zip", **{"system/a.md": good, "system/b.md": good, "notes/c.md": "---\n: [\n---\nText"})
    assert any("Text" in text for text in statements(read(path)))


# What is broken


@pytest.mark.parametrize("content", ['{"agents": [], "blocks": [', '"not json inside"', "[]", "{}"])
def test_what_is_no_agent_file_is_refused(tmp_path, content):
    with pytest.raises(ImportFailed):
        read(written(tmp_path / "a.af", content), "letta")


def test_a_damaged_database_is_refused(tmp_path):
    raw = bytearray((SAMPLES / "letta.db").read_bytes())
    raw[2048:4096] = bytes(2048)
    with pytest.raises(ImportFailed):
        read(written(tmp_path / "a.db", bytes(raw)), "letta")


def test_fields_of_the_wrong_type_cost_no_more_than_themselves(tmp_path):
    file = agent_file(block_ids={"a": 1}, messages="none", tags=7) | {
        "blocks": [{"id": 5, "label": ["x"], "value": "likes tea"}]
    }
    assert list(statements(read(written(tmp_path / "a.af", json.dumps(file))))) == ["likes tea"]
