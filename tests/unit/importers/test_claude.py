"""Claude's export: its messages, their blocks and branches, and what is broken in them."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from perdure.domain.loss import Fate
from perdure.transfer.found import Statement
from perdure.transfer.importers import conversations, claude
from tests.unit.importers.reading import Reading, read, samples, written, zipped

BEGUN = datetime(2026, 2, 3, 1, 12, tzinfo=UTC)


def message(text: str, sender: str = "human", **fields: Any) -> dict[str, Any]:
    return {"text": text, "sender": sender, "created_at": "2026-02-03T01:12:00Z", **fields}


def conversation(*messages: Any, **fields: Any) -> dict[str, Any]:
    return {
        "uuid": "c-1",
        "name": "A talk",
        "created_at": "2026-02-03T01:12:00Z",
        "chat_messages": list(messages),
        **fields,
    }


def test_a_conversation_becomes_turns_with_documents_tool_calls_and_their_results():
    found = read(samples("claude")[0])
    assert [(turn.role, turn.text, turn.channel) for turn in found.turns] == [
        ("user", "护照号不要写进来 / passport stays out", "document"),
        ("user", "下周二我要去里斯本，想要 window seat。", "chat"),
        ("assistant", "周二有直飞航班。", "chat"),
        ("assistant", "search_flights: LIS, window", "chat"),
        ("tool", "TP 123, 10:40, direct", "chat"),
        ("user", "好，不要红眼航班", "chat"),
    ]
    document, asked, _, call, result, _ = found.turns
    assert document.metadata["file"] == "paste.txt"
    assert asked.metadata == {"title": "里斯本 trip", "files": ["map.png"]}
    assert call.tool_calls == (
        {"id": "toolu_1", "name": "search_flights", "arguments": {"to": "LIS", "seat": "window"}},
    )
    assert (result.speaker, result.metadata["call_id"]) == ("search_flights", "toolu_1")
    assert {turn.session for turn in found.turns} == {"5f0c2a1e-8a33-4f1e-9d8e-0d7b0f6a1c01"}
    assert {(heard.tool, heard.title, heard.owner) for heard in found.heard} == {
        ("claude", "里斯本 trip", "a1b2c3d4-0000-4000-8000-000000000001")
    }


def test_reasoning_and_branches_that_were_left_are_told_as_dropped():
    found = read(samples("claude")[0])
    assert found.fate("message.content.thinking") == {Fate.DROPPED}
    assert {(line.field, line.count) for line in found.loss.dropped if line.field == "message"} == {("message", 1)}
    assert found.fate("conversation.summary") == set()


@pytest.mark.parametrize(
    ("messages", "leaf", "expected"),
    [
        ([("a", None), ("b", "a"), ("c", "a")], None, ["a", "c"]),
        ([("a", None), ("b", "a"), ("c", "a")], "b", ["a", "b"]),
        ([("a", None), ("b", "a"), ("c", "a")], "gone", ["a", "c"]),
        ([("a", "b"), ("b", "a")], None, ["a", "b"]),
        ([("a", "a")], None, ["a"]),
        ([("a", "gone"), ("b", "gone")], None, ["a", "b"]),
        ([("a", None), ("b", None)], "a", ["a", "b"]),
    ],
    ids=["last", "leaf", "leaf gone", "cycle", "own parent", "no parents there", "no parents"],
)
def test_the_branch_that_leads_to_the_leaf_is_taken_and_never_loops(tmp_path, messages, leaf, expected):
    root = "00000000-0000-4000-8000-000000000000"
    talk = conversation(
        *(message(name, uuid=name, parent_message_uuid=parent or root) for name, parent in messages),
        current_leaf_message_uuid=leaf,
    )
    assert sorted(read(written(tmp_path / "c.json", [talk])).texts) == expected


@pytest.mark.parametrize(
    "odd",
    [
        None,
        7,
        {"chat_messages": None},
        conversation(),
        conversation(None, "text", 7),
        conversation(message("hi", "critic")),
        conversation(message("hi", ["human"])),
        conversation(message("")),
        conversation(message("x", content=[{"type": "thinking", "thinking": "hm"}])),
        conversation(message("x", content=[{"type": ["text"]}, {"type": {"a": 1}}])),
    ],
)
def test_an_odd_conversation_costs_only_itself_and_says_why(tmp_path, odd):
    found = read(written(tmp_path / "c.json", [conversation(message("first")), odd, conversation(message("第三"))]))
    assert found.texts == ["first", "第三"]
    assert found.skips
    assert all(skip.reason and skip.where for skip in found.skips)


def test_messages_without_times_or_with_wrong_ones_follow_the_one_before(tmp_path):
    talk = conversation(
        message("a", created_at=None), message("b", created_at="soon"), message("c", created_at="2099-01-01T00:00:00")
    )
    assert [turn.at for turn in read(written(tmp_path / "c.json", [talk])).turns] == [
        BEGUN,
        BEGUN,
        datetime(2099, 1, 1),
    ]


def test_missing_ids_and_names_are_made_up_for(tmp_path):
    nameless = {"name": "", "uuid": None}
    found = read(written(tmp_path / "c.json", [conversation(message("a"), message("b"), **nameless)]))
    assert [(turn.session, turn.ref, turn.metadata) for turn in found.turns] == [
        ("conversation 1", "message 1", {}),
        ("conversation 1", "message 2", {}),
    ]


def test_the_zip_tells_what_in_it_is_no_conversation(tmp_path):
    files = {
        "projects.json": [],
        "memories.json": [],
        "users.json": [],
        "conversations.json": [conversation(message("猫"))],
    }
    found = read(zipped(tmp_path / "export.zip", **files))
    assert (found.format, found.texts) == ("claude", ["猫"])
    assert [(skip.where, skip.code) for skip in found.skips] == [("projects.json", "not_a_conversation")]
    assert {"users.json", "projects.json"} <= {line.field for line in found.loss.dropped}


NOTED = {
    "conversations_memory": "**Work context**\n\n小雨 translates novels.\n\n- Prefers 靠窗 seats\n- Drinks tea",
    "project_memories": {"p-1": "Uses SQLite.", "p-2": ""},
    "account_uuid": "me",
    "memory_files": [{"path": "a"}],
}
TOLD = [
    "Work context: 小雨 translates novels.",
    "Work context: Prefers 靠窗 seats",
    "Work context: Drinks tea",
    "Orders: Uses SQLite.",
]


def statements(found: Reading) -> list[Statement]:
    return [item for item in found.items if isinstance(item, Statement)]


@pytest.mark.parametrize("place", ["memories.json", "memories/me.json"])
def test_what_was_noted_comes_with_the_conversations(tmp_path, place):
    noted = [NOTED] if place == "memories.json" else NOTED
    projects = {"projects/p-1.json": {"uuid": "p-1", "name": "Orders", "docs": [{"content": "secret plans"}]}}
    found = read(
        zipped(tmp_path / "x.zip", **{"conversations.json": [conversation(message("猫"))], place: noted, **projects})
    )
    assert (found.format, found.texts, [item.text for item in statements(found)]) == ("claude", ["猫"], TOLD)
    assert {(item.owner, item.scope) for item in statements(found)} == {("me", "user")}
    assert [item.metadata for item in statements(found)] == [{}, {}, {}, {"project": "Orders"}]
    assert [skip.where for skip in found.skips] == ["projects/p-1.json"]
    assert {found.fate(field).pop() for field in ("conversations_memory", "project_memories")} == {Fate.MAPPED}
    assert found.fate("memory_files") == {Fate.KEPT_RAW}
    assert statements(found)[0].record["memory_files"] == [{"path": "a"}]


def test_what_was_noted_is_read_by_itself_and_each_line_is_known_again(tmp_path):
    found = read(written(tmp_path / "memories.json", [NOTED]))
    assert (found.format, found.skips) == ("claude", [])
    assert [item.text for item in statements(found)][:3] == TOLD[:3]
    longer = {**NOTED, "conversations_memory": f"{NOTED['conversations_memory']}\n- Swims"}
    again = statements(read(written(tmp_path / "memories.json", longer)))
    assert {item.id for item in statements(found)} < {item.id for item in again}


@pytest.mark.parametrize("noted", [[3], [{"conversations_memory": 7}], [{"conversations_memory": "a"}, "b"], "{"])
def test_what_was_noted_badly_costs_only_itself(tmp_path, noted):
    files = {"conversations.json": [conversation(message("猫"))], "memories.json": noted}
    assert read(zipped(tmp_path / "x.zip", **files)).texts == ["猫"]


def test_what_is_not_known_is_kept_beside_the_turn(tmp_path):
    talk = conversation(message("a", feedback="good"), message("b"), project_uuid="p-1")
    first, second = read(written(tmp_path / "c.json", [talk])).heard
    assert first.record == {"feedback": "good", "conversation": {"project_uuid": "p-1"}}
    assert second.record is None


def test_entities_are_text_here_and_stay(tmp_path):
    assert read(written(tmp_path / "c.json", [conversation(message("a &amp; b"))])).texts == ["a &amp; b"]


def test_a_conversation_that_is_too_large_or_no_json_costs_only_itself(tmp_path, monkeypatch):
    monkeypatch.setattr(conversations, "LARGEST", 2_000)
    first, large = (json.dumps(conversation(message(text))) for text in ("a", "x" * 4_000))
    found = read(written(tmp_path / "c.json", f"[{first}, {large}, {{nope}}, {first[:-40]}"), format="claude")
    assert found.texts == ["a"]
    assert [skip.where for skip in found.skips] == ["conversation 2", "conversation 3", "conversation 4"]
