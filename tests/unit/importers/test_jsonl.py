"""Lines of JSON, one turn each."""

from __future__ import annotations

import codecs
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from perdure import Turn
from perdure.transfer.importers import jsonl
from tests.unit.importers.reading import SAMPLES, lines, read, written

BEGUN = datetime(2026, 1, 1, 9, 0, tzinfo=UTC)


def one_turn(tmp_path: Path, record: dict[str, Any]) -> Turn:
    """What a line becomes."""
    found = read(written(tmp_path / "chat.jsonl", lines({"content": "hello"}, record)), format="jsonl")
    assert found.skips == []
    return found.turns[1]


def test_a_line_becomes_a_turn_with_all_that_it_says(tmp_path):
    call = {"name": "book", "arguments": {"seat": "靠窗"}}
    turn = one_turn(
        tmp_path,
        {
            "speaker": "小雨",
            "timestamp": "2026-02-03T09:12:00+08:00",
            "content": "订好了 window seat",
            "tool_calls": [call],
            "session": "trip",
            "ref": "t-17",
            "channel": "sms",
            "metadata": {"lang": "zh"},
        },
    )
    assert turn == Turn(
        "订好了 window seat",
        speaker="小雨",
        at=datetime(2026, 2, 3, 9, 12, tzinfo=timezone(timedelta(hours=8))),
        session="trip",
        ref="t-17",
        channel="sms",
        tool_calls=(call,),
        metadata={"lang": "zh"},
    )


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ({"text": "hi", "name": "Ana", "time": "2026-01-01T09:00:00Z", "id": 7}, ("hi", "Ana", BEGUN, "7")),
        ({"message": "hi", "role": "user", "at": "2026-01-01T09:00:00Z", "ref": "a"}, ("hi", "user", BEGUN, "a")),
        ({"content": "hi", "created_at": "2026-01-01T09:00:00Z", "id": "b"}, ("hi", "user", BEGUN, "b")),
        ({"content": None, "text": "hi", "speaker": None, "timestamp": "", "id": "c"}, ("hi", "user", None, "c")),
    ],
)
def test_fields_go_by_several_names(tmp_path, record, expected):
    turn = one_turn(tmp_path, record)
    assert (turn.text, turn.speaker, turn.at, turn.ref) == expected


@pytest.mark.parametrize(
    ("stamp", "at"),
    [
        ("2026-01-01T09:00:00", datetime(2026, 1, 1, 9, 0)),
        ("2026-01-01 09:00", datetime(2026, 1, 1, 9, 0)),
        ("2026-01-01", datetime(2026, 1, 1)),
        ("2026-01-01T09:00:00Z", BEGUN),
        ("2026-01-01T17:00:00+08:00", BEGUN),
        (1767258000, BEGUN),
        (1767258000.5, BEGUN + timedelta(milliseconds=500)),
        (1767258000500, BEGUN + timedelta(milliseconds=500)),
        ("1767258000", BEGUN),
        ("1767258000500", BEGUN + timedelta(milliseconds=500)),
        (0, datetime(1970, 1, 1, tzinfo=UTC)),
        (-86400, datetime(1969, 12, 31, tzinfo=UTC)),
    ],
)
def test_times_are_iso_or_counted_since_1970_and_stay_naive_without_a_zone(tmp_path, stamp, at):
    found = one_turn(tmp_path, {"content": "hi", "timestamp": stamp}).at
    assert (found, found.tzinfo is None) == (at, at.tzinfo is None)


@pytest.mark.parametrize(
    ("record", "speaker", "role"),
    [
        ({}, "user", "user"),
        ({"speaker": "Caroline"}, "Caroline", None),
        ({"role": "Caroline"}, "Caroline", None),
        ({"role": "human"}, "user", "user"),
        ({"role": "developer"}, "system", "system"),
        ({"role": "function", "name": "search"}, "search", "tool"),
        ({"role": "assistant", "name": "Nova"}, "Nova", "assistant"),
        ({"speaker": "Assistant"}, "Assistant", "assistant"),
        ({"speaker": "助手"}, "助手", "assistant"),
        ({"role": "用户", "name": "小雨"}, "小雨", "user"),
        ({"role": "owner", "name": "小雨"}, "小雨", None),
    ],
)
def test_roles_are_known_by_their_words_in_both_languages(tmp_path, record, speaker, role):
    turn = one_turn(tmp_path, {"content": "hi", **record})
    assert (turn.speaker, turn.role) == (speaker, role)


def test_what_is_not_understood_is_kept_as_metadata(tmp_path):
    turn = one_turn(tmp_path, {"content": "hi", "role": "owner", "name": "小雨", "place": "广东深圳", "mood": None})
    assert turn.metadata == {"role": "owner", "place": "广东深圳"}


def test_a_kind_that_is_a_sort_of_item_becomes_the_channel(tmp_path):
    turn = one_turn(tmp_path, {"text": "体检 at nine", "kind": "calendar"})
    assert (turn.channel, turn.metadata) == ("calendar", {})
    turn = one_turn(tmp_path, {"text": "hi", "kind": "main_question"})
    assert (turn.channel, turn.metadata) == ("chat", {"kind": "main_question"})


@pytest.mark.parametrize(
    ("calls", "text"),
    [
        ([{"name": "search"}, {"type": "function", "function": {"name": "book"}}], "search, book"),
        ({"arguments": {}}, "tool"),
    ],
)
def test_an_action_without_words_is_told_by_what_was_called(tmp_path, calls, text):
    turn = one_turn(tmp_path, {"role": "assistant", "content": None, "tool_calls": calls})
    assert turn.text == text
    assert list(turn.tool_calls) == (calls if isinstance(calls, list) else [calls])


def test_content_in_parts_is_joined_and_its_pictures_are_counted(tmp_path):
    parts = [
        {"type": "text", "text": "看这张图"},
        {"type": "image_url", "image_url": {}},
        "what is it?",
        {"type": "file"},
    ]
    turn = one_turn(tmp_path, {"content": parts})
    assert (turn.text, turn.metadata) == ("看这张图\nwhat is it?", {"images": 1, "attachments": 1})


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('{"content": "cut off he', "invalid_input"),
        ('{"content": "one"} {"content": "two"}', "invalid_input"),
        ("plain text", "invalid_input"),
        ('["content", "hi"]', "invalid_input"),
        ("null", "invalid_input"),
        ("[" * 100_000, "invalid_input"),
        ('{"content": "hi", "n": ' + "9" * 5_000 + "}", "invalid_input"),
        ('{"speaker": "小雨"}', "invalid_text"),
        ('{"content": ""}', "invalid_text"),
        ('{"content": " \\n"}', "invalid_text"),
        ('{"content": 7}', "invalid_text"),
        ('{"content": {"text": "hi"}}', "invalid_text"),
        ('{"content": "hi", "timestamp": "last week"}', "invalid_value"),
        ('{"content": "hi", "timestamp": true}', "invalid_value"),
        ('{"content": "hi", "timestamp": {}}', "invalid_value"),
        ('{"content": "hi", "timestamp": NaN}', "invalid_value"),
        ('{"content": "hi", "timestamp": 1e999}', "invalid_value"),
        ('{"content": "hi", "timestamp": -99999999999}', "invalid_value"),
        ('{"content": "hi", "speaker": ["Ana"]}', "invalid_value"),
        ('{"content": "hi", "role": {}}', "invalid_value"),
        ('{"content": "hi", "session": true}', "invalid_value"),
        ('{"content": "hi", "id": 1.5}', "invalid_value"),
        ('{"content": "hi", "tool_calls": ["search"]}', "invalid_value"),
        ('{"content": "hi", "metadata": "x"}', "invalid_value"),
    ],
)
def test_a_bad_line_costs_only_itself_and_is_reported_with_its_number(tmp_path, line, code):
    path = written(tmp_path / "chat.jsonl", lines({"content": "first"}, "", line, {"content": "最后"}))
    report = read(path, format="jsonl")
    assert report.texts == ["first", "最后"]
    [skip] = report.skips
    assert (skip.line, skip.code, bool(skip.reason)) == (3, code, True)


def test_a_line_that_is_no_utf8_costs_only_itself(tmp_path):
    good = lines({"content": "你好"}).encode()
    report = read(written(tmp_path / "chat.jsonl", good + good[:16] + b"\xff\xfe" + good[16:] + good))
    assert report.texts == ["你好", "你好"]
    assert [(skip.line, skip.code) for skip in report.skips] == [(2, "invalid_text")]


def test_a_line_that_is_too_long_costs_only_itself(tmp_path, monkeypatch):
    monkeypatch.setattr(jsonl, "LONGEST", 64)
    path = written(tmp_path / "chat.jsonl", lines({"content": "一"}, {"content": "x" * 200}, {"content": "三"}))
    report = read(path)
    assert report.texts == ["一", "三"]
    assert [(skip.line, skip.code) for skip in report.skips] == [(2, "invalid_text")]


def test_what_a_line_says_beyond_the_known_fields_is_told_as_metadata(tmp_path):
    found = read(
        written(tmp_path / "chat.jsonl", lines({"content": "hi", "timestamp": 0, "place": "深圳", "mood": None}))
    )
    assert {(line.field, line.to) for line in found.loss} == {
        ("content", "text"),
        ("timestamp", "at"),
        ("place", "metadata"),
    }


def test_half_a_character_in_utf16_costs_only_its_line(tmp_path):
    text = lines({"content": "😀 fine"}, {"content": "half @"}, {"content": "好"})
    content = codecs.BOM_UTF16_LE + text.encode("utf-16-le").replace("@".encode("utf-16-le"), b"\x00\xd8")
    found = read(written(tmp_path / "chat.jsonl", content))
    assert found.texts == ["😀 fine", "好"]
    assert [skip.line for skip in found.skips] == [2]


def test_half_a_character_in_an_escape_is_replaced(tmp_path):
    found = read(written(tmp_path / "chat.jsonl", r'{"content": "cut \ud83d"}'))
    assert found.texts == ["cut \ufffd"]


def test_a_first_line_that_is_broken_does_not_hide_the_format(tmp_path):
    found = read(written(tmp_path / "chat", lines("{cut", {"text": "你好"})))
    assert (found.format, found.texts, found.skips[0].line) == ("jsonl", ["你好"], 1)


@pytest.mark.parametrize(
    ("content", "format"),
    [
        (lines({"content": "hello"}, {"content": "再见", "role": "user"}), "jsonl"),
        (lines({"text": "likes tea", "kind": "preference"}, {"text": "住在里斯本", "kind": "fact"}), "records"),
        ((SAMPLES / "perdure.jsonl").read_bytes(), "perdure"),
    ],
)
def test_lines_of_json_go_by_one_name_whatever_is_in_them(content, format, tmp_path):
    found = read(written(tmp_path / "file", content), "jsonl")
    assert (found.format, found.skips) == (format, [])


@pytest.mark.parametrize(
    "odd",
    [
        {"content": "wave", "metadata": {"mood": "fine"}},
        {"content": "wave", "tags": ["a"]},
        {"text": "wave", "kind": "note", "importance": 0.5},
    ],
)
def test_a_line_without_a_speaker_makes_no_memories_of_a_conversation(odd, tmp_path):
    said = [{"role": "user", "content": "hello"}, {"role": "assistant", "content": "你好"}]
    assert read(written(tmp_path / "file", lines(odd, *said))).format == "jsonl"
    assert read(written(tmp_path / "file", lines({"content": "a", "metadata": {"n": 1}}))).format == "jsonl"
