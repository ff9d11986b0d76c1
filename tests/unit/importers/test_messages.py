"""Lists of messages as chat APIs take them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from perdure.domain.loss import Fate
from perdure.transfer.importers import messages
from tests.unit.importers.reading import lines, read, samples, written

ASKED = {"role": "user", "content": "我住在哪里？"}
ANSWERED = {"role": "assistant", "content": "In Lisbon."}


def test_a_thread_becomes_turns_calls_and_results():
    found = read(samples("messages")[0])
    assert found.said == [
        ("system", "You book travel. 用中文回答。"),
        ("user", "下周二去里斯本，window seat please"),
        ("assistant", "search_flights: LIS, 靠窗"),
        ("tool", "TP 123, 10:40"),
        ("assistant", "订 TP 123，10:40 起飞。"),
        ("user", "好"),
    ]
    _, asked, call, result, _, last = found.turns
    assert asked.metadata == {"title": "订机票", "images": 1}
    assert call.tool_calls == ({"id": "call_1", "name": "search_flights", "arguments": {"to": "LIS", "seat": "靠窗"}},)
    assert (result.speaker, result.metadata["call_id"]) == ("search_flights", "call_1")
    assert last.speaker == "小雨"
    assert [turn.at for turn in (asked, last)] == [
        datetime(2026, 2, 3, 1, 12, tzinfo=UTC),
        datetime(2026, 2, 3, 1, 15, 0, 500_000, tzinfo=UTC),
    ]
    assert {turn.session for turn in found.turns} == {"thread-7"}
    assert {(heard.owner, heard.title) for heard in found.heard} == {("小雨", "订机票")}
    assert found.heard[0].record == {"conversation": {"model": "gpt-5"}}
    assert found.fate("message.reasoning_content") == {Fate.DROPPED}


def test_data_for_fine_tuning_is_a_conversation_a_line():
    found = read(samples("messages")[1])
    assert [(turn.session, turn.role) for turn in found.turns] == [
        ("messages.tuning 1", "user"),
        ("messages.tuning 1", "assistant"),
        ("messages.tuning 2", "user"),
        ("messages.tuning 2", "assistant"),
    ]


@pytest.mark.parametrize(
    ("content", "sessions"),
    [
        ([ASKED, ANSWERED], ["chat", "chat"]),
        ({"messages": [ASKED, ANSWERED]}, ["chat 1", "chat 1"]),
        ([{"messages": [ASKED]}, {"messages": [ANSWERED]}], ["chat 1", "chat 2"]),
        ([[ASKED], [ANSWERED]], ["chat 1", "chat 2"]),
        ({"id": 7, "messages": [ASKED, ANSWERED]}, ["7", "7"]),
    ],
)
def test_lists_come_in_several_shapes(tmp_path, content, sessions):
    found = read(written(tmp_path / "chat.json", content))
    assert (found.format, [turn.session for turn in found.turns], found.skips) == ("messages", sessions, [])
    assert found.texts == ["我住在哪里？", "In Lisbon."]


@pytest.mark.parametrize(
    "odd",
    [
        None,
        "text",
        {},
        {"role": "critic", "content": "hm"},
        {"role": ["user"], "content": "hm"},
        {"role": "user"},
        {"role": "user", "content": None},
        {"role": "user", "content": " "},
        {"role": "user", "content": 7},
        {"role": "user", "content": {"text": "hm"}},
        {"role": "assistant", "tool_calls": [None, 7, {}]},
        {"role": "assistant", "function_call": "odd"},
    ],
)
@pytest.mark.parametrize("listed", [True, False])
def test_an_odd_message_costs_only_itself_and_says_why(tmp_path, odd, listed):
    content = [ASKED, odd, ANSWERED]
    found = read(written(tmp_path / "chat.json", {"messages": content} if listed else content))
    assert found.texts == ["我住在哪里？", "In Lisbon."]
    assert [bool(skip.reason) for skip in found.skips] == [True]


def test_the_older_form_of_a_call_is_read_and_bad_arguments_stay_a_string(tmp_path):
    calls = [
        {"role": "assistant", "content": "", "function_call": {"name": "search", "arguments": '{"q": "猫"}'}},
        {"role": "function", "name": "search", "content": "[]"},
        {"role": "assistant", "tool_calls": [{"id": "c", "function": {"name": "search", "arguments": '{"q": '}}]},
    ]
    first, result, last = read(written(tmp_path / "chat.json", [ASKED, *calls])).turns[1:]
    assert first.tool_calls == ({"name": "search", "arguments": {"q": "猫"}},)
    assert (result.role, result.speaker) == ("tool", "search")
    assert last.tool_calls == ({"id": "c", "name": "search", "arguments": '{"q": '},)


def test_a_longer_list_has_the_same_refs_at_its_beginning(tmp_path):
    short = read(written(tmp_path / "chat.json", [ASKED, ASKED])).turns
    longer = read(written(tmp_path / "chat.json", [ASKED, ASKED, ANSWERED])).turns
    assert short == longer[:2]
    assert len({turn.ref for turn in longer}) == 3


@pytest.mark.parametrize("stamp", ["soon", True, {}, 1e999])
def test_a_wrong_time_costs_the_time_and_not_the_message(tmp_path, stamp):
    content: list[dict[str, Any]] = [{**ASKED, "timestamp": 0}, {**ANSWERED, "timestamp": stamp}]
    assert {turn.at for turn in read(written(tmp_path / "chat.json", content)).turns} == {
        datetime(1970, 1, 1, tzinfo=UTC)
    }


def test_a_conversation_that_is_too_large_or_broken_costs_only_itself(tmp_path, monkeypatch):
    monkeypatch.setattr(messages, "LARGEST", 500)
    large = {"messages": [{"role": "user", "content": "x" * 600}]}
    found = read(
        written(tmp_path / "chat.jsonl", lines({"messages": [ASKED]}, large, "{nope}", {"messages": [ANSWERED]}))
    )
    assert found.texts == ["我住在哪里？", "In Lisbon."]
    assert [skip.where for skip in found.skips] == ["element 2", "element 3"]
