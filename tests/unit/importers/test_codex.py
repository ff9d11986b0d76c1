"""Transcripts of Codex, wrapped and older."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.unit.importers.reading import lines, read, samples, written


def item(payload: Any, kind: str = "response_item", **fields: Any) -> dict[str, Any]:
    return {"timestamp": "2026-02-03T01:12:00Z", "type": kind, "payload": payload, **fields}


def said(text: Any, role: str = "user") -> dict[str, Any]:
    return item({"type": "message", "role": role, "content": [{"type": "input_text", "text": text}]})


def test_a_session_becomes_turns_calls_and_results():
    found = read(samples("codex")[0])
    assert found.said == [
        ("user", "数据库换成 PostgreSQL 吧，we decided it yesterday"),
        ("assistant", "shell: bash -lc grep -rn sqlite settings, /home/me/orders"),
        ("tool", "settings/base.py:3: sqlite"),
        ("assistant", "apply_patch: *** Begin Patch\n*** End Patch"),
        ("assistant", "已经换成 PostgreSQL，settings are updated."),
    ]
    asked, call, result, *_ = found.turns
    assert (asked.session, asked.at) == ("019c-codex-1", datetime(2026, 2, 3, 1, 12, 0, 100_000, tzinfo=UTC))
    assert asked.metadata == {"cwd": "/home/me/orders"}
    assert call.tool_calls[0]["arguments"]["command"] == ["bash", "-lc", "grep -rn sqlite settings"]
    assert call.metadata["call_id"] == result.metadata["call_id"] == "call_1"
    assert result.speaker == "shell"
    assert {heard.tool for heard in found.heard} == {"codex"}


def test_an_older_file_has_the_time_of_its_session(tmp_path):
    found = read(samples("codex")[1])
    assert found.said == [
        ("user", "把 README 翻译成中文"),
        ("assistant", "shell: cat README.md"),
        ("tool", "# Orders"),
        ("assistant", "Done: README.zh-CN.md"),
    ]
    assert {turn.session for turn in found.turns} == {"0a1b-codex-0"}
    assert {turn.at for turn in found.turns} == {datetime(2025, 7, 1, 8, tzinfo=UTC)}


def test_what_the_program_writes_is_told_as_dropped():
    found = read(samples("codex")[0])
    assert {"line (event_msg)", "line (turn_context)", "line (session_meta)", "item (reasoning)", "message"} == {
        line.field for line in found.loss.dropped
    }


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("<environment_context><cwd>/x</cwd></environment_context>", []),
        ("<user_instructions>be brief</user_instructions>\n\n你好", ["你好"]),
        ("# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>be brief</INSTRUCTIONS>", []),
        (
            "# Context from my IDE setup:\n\n## Open tabs: x.py\n\n## My request for Codex:\n修一下 x.py",
            ["修一下 x.py"],
        ),
        ("compare <a> and <b>", ["compare <a> and <b>"]),
        (None, []),
        (7, []),
    ],
)
def test_what_is_written_in_the_name_of_the_user_is_no_speech(tmp_path, text, typed):
    path = written(tmp_path / "r.jsonl", lines(said("first"), said(text)))
    assert read(path).texts == ["first", *typed]


@pytest.mark.parametrize(
    "payload",
    [
        {"type": "message", "role": "developer", "content": "be brief"},
        {"type": "message", "role": ["user"], "content": "odd"},
        {"type": "message"},
        {"type": "ghost_snapshot"},
        {"type": ["message"]},
        {},
        {"type": "function_call_output", "output": {}},
        {"type": "function_call_output", "call_id": 7, "output": None},
    ],
)
def test_items_without_speech_are_left_out_in_silence(tmp_path, payload):
    found = read(written(tmp_path / "r.jsonl", lines(said("first"), item(payload))))
    assert (found.texts, found.skips) == (["first"], [])


@pytest.mark.parametrize(
    ("output", "text"),
    [
        ("plain", "plain"),
        ('{"output": "inner", "metadata": {}}', "inner"),
        ({"content": "object", "success": True}, "object"),
        ([{"type": "output_text", "text": "listed"}], "listed"),
        ("{not json", "{not json"),
    ],
)
def test_the_output_of_a_tool_comes_in_every_form(tmp_path, output, text):
    record = item({"type": "function_call_output", "call_id": "c", "output": output})
    assert read(written(tmp_path / "r.jsonl", lines(said("first"), record))).texts == ["first", text]


def test_a_forked_session_keeps_its_own_id(tmp_path):
    own, origin = ({"id": name, "timestamp": "2026-02-03T01:00:00Z", "cwd": f"/{name}"} for name in ("own", "origin"))
    path = written(tmp_path / "r.jsonl", lines(item(own, "session_meta"), item(origin, "session_meta"), said("hi")))
    [turn] = read(path).turns
    assert (turn.session, turn.metadata) == ("own", {"cwd": "/own"})


@pytest.mark.parametrize("bad", ["{cut", "7", "null", "[]", "\x00"])
def test_a_bad_line_costs_only_itself_and_has_its_number(tmp_path, bad):
    found = read(written(tmp_path / "r.jsonl", lines(said("one"), bad, said("二"))))
    assert found.texts == ["one", "二"]
    assert [skip.line for skip in found.skips] == [2]
