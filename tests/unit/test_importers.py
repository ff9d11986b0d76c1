"""Importing: what each format becomes, and that what is broken costs only itself."""

from __future__ import annotations

import codecs
import io
import json
import tracemalloc
import zipfile
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure import Turn
from perdure.capture.observe import Observed
from perdure.errors import ImportFailed, InvalidText, InvalidValue, StoreBusy
from perdure.transfer import ImportReport, import_file, source
from perdure.transfer.decoding import elements
from perdure.transfer.importers import IMPORTERS, chatgpt, jsonl
from perdure.transfer.importing import BATCH

SAMPLES = Path(__file__).parents[1] / "importers"
BEGUN = datetime(2026, 1, 1, 9, 0, tzinfo=UTC)


def stored(count: int) -> Observed:
    return Observed(entries=(), added=count)


@dataclass
class Collected:
    """Takes the turns, and knows one again by its session, ref and text."""

    turns: list[Turn] = field(default_factory=list)
    batches: list[int] = field(default_factory=list)

    def __call__(self, turns: list[Turn]) -> Observed:
        known = {(turn.session, turn.ref, turn.text) for turn in self.turns}
        fresh = [turn for turn in turns if (turn.session, turn.ref, turn.text) not in known]
        self.turns += fresh
        self.batches.append(len(turns))
        return stored(len(fresh))


@pytest.fixture
def collected() -> Collected:
    return Collected()


def written(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def lines(*records: Any) -> str:
    """Records as JSON, strings as they are."""
    return "".join(f"{line if isinstance(line, str) else json.dumps(line, ensure_ascii=False)}\n" for line in records)


def one_turn(tmp_path: Path, record: dict[str, Any]) -> Turn:
    """What a line becomes."""
    collected = Collected()
    report = import_file(written(tmp_path / "chat.jsonl", lines({"content": "hello"}, record)), collected)
    assert report.skips == ()
    return collected.turns[1]


def message(text: str | dict[str, Any], role: str = "user", **fields: Any) -> dict[str, Any]:
    content = {"content_type": "text", "parts": [text]} if isinstance(text, str) else text
    return {"author": {"role": role}, "create_time": BEGUN.timestamp(), "content": content, **fields}


def conversation(*messages: dict[str, Any] | None, **fields: Any) -> dict[str, Any]:
    """A conversation without branches."""
    mapping = {
        f"n{index}": {"id": f"n{index}", "parent": f"n{index - 1}" if index else None, "message": message}
        for index, message in enumerate(messages)
    }
    about = {"title": "A talk", "conversation_id": "c-1", "create_time": BEGUN.timestamp()}
    return {**about, "mapping": mapping, "current_node": f"n{len(messages) - 1}", **fields}


def imported(tmp_path: Path, export: Any) -> tuple[list[Turn], ImportReport]:
    """The turns of an export of ChatGPT."""
    content = export if isinstance(export, bytes) else json.dumps(export, ensure_ascii=False).encode()
    collected = Collected()
    report = import_file(written(tmp_path / "conversations.json", content), collected, format="chatgpt")
    return collected.turns, report


def texts(turns: list[Turn]) -> list[str]:
    return [turn.text for turn in turns]


# Telling formats apart


@pytest.mark.parametrize("importer", IMPORTERS, ids=lambda importer: importer.name)
def test_every_format_has_a_sample_that_it_alone_recognises(importer, tmp_path, collected):
    [sample] = SAMPLES.glob(f"{importer.name}.*")
    assert [other.name for other in IMPORTERS if other.recognises(sample.read_bytes())] == [importer.name]
    disguised = written(tmp_path / "holiday.png", sample.read_bytes())
    report = import_file(disguised, collected)
    assert (report.format, report.conversations, report.repeated, report.skips) == (importer.name, 1, 0, ())
    assert report.added == len(collected.turns) > 1


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xef\xbb\xbf",
        b" \n\t\r\n",
        b"Dear diary, today I moved to Lisbon.\n",
        "今天我搬到了里斯本。\n".encode("gbk"),
        b"[]",
        b"null",
        b'{"level": "info", "status": 200}\n',
        b'[\n{"role": "user", "content": "one"},\n{"role": "user", "content": "two"}\n]\n',
        bytes(range(256)) * 40,
        b"PK\x03\x04 but no archive",
    ],
    ids=["empty", "only a mark", "blank", "prose", "gbk", "no elements", "null", "a log", "an array", "binary", "zip"],
)
def test_what_is_empty_or_no_conversation_is_refused_whole(content, tmp_path, collected):
    with pytest.raises(ImportFailed) as refused:
        import_file(written(tmp_path / "chat.jsonl", content), collected)
    assert refused.value.code == "import_failed"
    assert collected.batches == []


def test_a_file_that_is_not_there_or_is_a_folder_is_refused(tmp_path, collected):
    for path in (tmp_path / "missing.jsonl", tmp_path):
        with pytest.raises(ImportFailed):
            import_file(path, collected)


def test_an_empty_file_is_refused_whatever_format_it_is_said_to_have(tmp_path, collected):
    with pytest.raises(ImportFailed):
        import_file(written(tmp_path / "chat.jsonl", ""), collected, format="jsonl")


def test_a_format_that_does_not_exist_is_refused_before_the_file_is_read(tmp_path, collected):
    with pytest.raises(InvalidValue):
        import_file(tmp_path / "missing.jsonl", collected, format="telegram")


def test_a_first_line_that_is_broken_does_not_hide_the_format(tmp_path, collected):
    report = import_file(written(tmp_path / "chat", lines("{cut", {"text": "你好"})), collected)
    assert (report.format, report.added, report.skips[0].line) == ("jsonl", 1, 1)


def test_a_line_about_a_mapping_is_no_export_of_chatgpt(tmp_path, collected):
    record = {"content": "the table", "metadata": {"mapping": {"a": 1}}}
    assert import_file(written(tmp_path / "chat", lines(record)), collected).format == "jsonl"


# Lines


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
def test_a_bad_line_costs_only_itself_and_is_reported_with_its_number(tmp_path, collected, line, code):
    path = written(tmp_path / "chat.jsonl", lines({"content": "first"}, "", line, {"content": "最后"}))
    report = import_file(path, collected)
    assert texts(collected.turns) == ["first", "最后"]
    [skip] = report.skips
    assert (skip.line, skip.code, bool(skip.reason)) == (3, code, True)


def test_a_line_that_is_no_utf8_costs_only_itself(tmp_path, collected):
    good = lines({"content": "你好"}).encode()
    report = import_file(written(tmp_path / "chat.jsonl", good + good[:16] + b"\xff\xfe" + good[16:] + good), collected)
    assert texts(collected.turns) == ["你好", "你好"]
    assert [(skip.line, skip.code) for skip in report.skips] == [(2, "invalid_text")]


def test_a_line_that_is_too_long_costs_only_itself(tmp_path, collected, monkeypatch):
    monkeypatch.setattr(jsonl, "LONGEST", 64)
    path = written(tmp_path / "chat.jsonl", lines({"content": "一"}, {"content": "x" * 200}, {"content": "三"}))
    report = import_file(path, collected)
    assert texts(collected.turns) == ["一", "三"]
    assert [(skip.line, skip.code) for skip in report.skips] == [(2, "invalid_text")]


@pytest.mark.parametrize(
    "encode",
    [
        str.encode,
        lambda text: text.encode("utf-8-sig"),
        lambda text: codecs.BOM_UTF16_LE + text.encode("utf-16-le"),
        lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.rstrip("\n").encode(),
    ],
    ids=["utf-8", "with a mark", "utf-16 little", "utf-16 big", "windows", "no last break"],
)
@pytest.mark.parametrize("sample", [path.name for path in sorted(SAMPLES.glob("*.json*"))])
def test_encodings_and_line_ends_make_no_difference(tmp_path, collected, encode, sample):
    plain, path = Collected(), SAMPLES / sample
    import_file(path, plain)
    report = import_file(written(tmp_path / sample, encode(path.read_text(encoding="utf-8"))), collected)
    assert collected.turns == plain.turns
    assert report.skips == ()


def test_half_a_character_in_utf16_costs_only_its_line(tmp_path, collected):
    text = lines({"content": "😀 fine"}, {"content": "half @"}, {"content": "好"})
    content = codecs.BOM_UTF16_LE + text.encode("utf-16-le").replace("@".encode("utf-16-le"), b"\x00\xd8")
    report = import_file(written(tmp_path / "chat.jsonl", content), collected)
    assert texts(collected.turns) == ["😀 fine", "好"]
    assert [skip.line for skip in report.skips] == [2]


def test_the_session_is_the_name_of_the_file_and_every_line_has_a_ref_of_its_own(tmp_path, collected):
    path = written(tmp_path / "和小雨的聊天.jsonl", lines(*[{"speaker": "小雨", "content": "好"}] * 3))
    assert import_file(path, collected).added == 3
    assert {turn.session for turn in collected.turns} == {"和小雨的聊天"}
    assert len({turn.ref for turn in collected.turns}) == 3


def test_importing_twice_adds_nothing_and_a_longer_file_adds_what_is_new(tmp_path, collected):
    records = [{"speaker": "小雨", "content": text} for text in ("好", "好", "see you")]
    path = written(tmp_path / "chat.jsonl", lines(*records))
    first, second = import_file(path, collected), import_file(path, collected)
    assert (first.added, first.repeated) == (3, 0)
    assert (second.added, second.repeated, second.conversations) == (0, 3, 1)
    written(path, lines(*records, {"speaker": "小雨", "content": "好"}))
    assert (import_file(path, collected).added, len(collected.turns)) == (1, 4)


def test_another_file_of_the_same_name_is_another_conversation(tmp_path, collected):
    (tmp_path / "old").mkdir()
    for folder, stamp in ((tmp_path, "2026-01-02"), (tmp_path / "old", "2026-01-01")):
        path = written(folder / "chat.jsonl", lines({"content": "hi", "timestamp": stamp}))
        assert import_file(path, collected).added == 1


# ChatGPT


def test_the_branch_that_is_current_is_imported_and_no_other(collected):
    report = import_file(SAMPLES / "chatgpt.json", collected)
    assert report.conversations == 1
    assert [(turn.role, turn.text) for turn in collected.turns] == [
        ("user", "我家的猫叫团子，which plants are safe for her?"),
        ("assistant", 'search("plants safe for cats")'),
        ("tool", "Spider plants are safe for cats."),
        ("assistant", "吊兰很安全，百合不行。"),
    ]
    asked, searched, found, answered = collected.turns
    assert {turn.session for turn in collected.turns} == {"c-plants"}
    assert [turn.ref for turn in collected.turns] == ["n-2", "n-4", "n-5", "n-6"]
    assert asked.at == datetime(2026, 1, 1, 9, 1, tzinfo=UTC)
    assert asked.metadata == {"title": "养猫 and plants", "images": 1}
    assert searched.tool_calls == ({"name": "browser", "arguments": 'search("plants safe for cats")'},)
    assert (found.speaker, found.tool_calls) == ("browser", ())
    assert (answered.speaker, answered.metadata) == ("assistant", {"title": "养猫 and plants"})


def test_hidden_and_empty_messages_are_left_out_in_silence(tmp_path):
    hidden = {"is_visually_hidden_from_conversation": True}
    turns, report = imported(
        tmp_path,
        [
            conversation(
                None,
                message("You are helpful", "system", metadata=hidden),
                message("", "system"),
                message("你好", metadata={"is_visually_hidden_from_conversation": False}),
                message({"content_type": "thoughts", "thoughts": []}, "assistant"),
                message({"content_type": "reasoning_recap", "content": "Thought for 5s"}, "assistant"),
                message("  \n", "assistant"),
                message({"content_type": "text", "parts": None}, "assistant"),
                message("Reply in Chinese", "system", metadata=None),
            )
        ],
    )
    assert [(turn.role, turn.text) for turn in turns] == [("user", "你好"), ("system", "Reply in Chinese")]
    assert report.skips == ()


def test_speech_and_pictures_are_noted_beside_the_text(tmp_path):
    picture = {"content_type": "image_asset_pointer"}
    speech = {"content_type": "audio_transcription", "text": "去海边吧", "direction": "in"}
    audio = {"content_type": "audio_asset_pointer"}
    turns, _ = imported(
        tmp_path,
        [
            conversation(
                message({"content_type": "multimodal_text", "parts": [speech, audio, None, 3]}),
                message({"content_type": "multimodal_text", "parts": [picture, picture]}),
            )
        ],
    )
    assert [(turn.text, turn.metadata) for turn in turns] == [
        ("去海边吧", {"title": "A talk", "attachments": 1}),
        ("[image]", {"title": "A talk", "images": 2}),
    ]


def test_a_message_without_a_time_was_said_after_the_one_before_it(tmp_path):
    later = BEGUN + timedelta(hours=3)
    turns, _ = imported(
        tmp_path,
        [
            conversation(
                message("a", create_time=None),
                message("b", create_time=later.timestamp()),
                message("c", create_time=None),
                message("d", create_time="yesterday"),
            )
        ],
    )
    assert [turn.at for turn in turns] == [BEGUN, later, later, later]


def test_a_conversation_without_any_time_leaves_it_open(tmp_path):
    turns, _ = imported(tmp_path, [conversation(message("a", create_time=None), create_time=None)])
    assert [turn.at for turn in turns] == [None]


def test_the_session_is_the_id_of_the_conversation_and_its_title_where_there_is_none(tmp_path):
    turns, report = imported(
        tmp_path,
        [
            conversation(message("a")),
            conversation(message("b"), conversation_id=None, id="c-2"),
            conversation(message("c"), conversation_id=None, title="搬家"),
            conversation(message("d"), conversation_id=None, title=None),
        ],
    )
    assert [turn.session for turn in turns] == ["c-1", "c-2", "搬家", "conversation 4"]
    assert (report.conversations, turns[3].metadata) == (4, {})


@pytest.mark.parametrize(
    "odd",
    [
        None,
        7,
        [],
        "text",
        {},
        {"title": "broken"},
        {"mapping": None},
        {"mapping": [1, 2]},
        conversation(message("", "system")),
        conversation(mapping={}),
        conversation(mapping={"n0": None}),
        conversation(mapping={"n0": {"message": "text"}}),
        conversation(message("hi", author=None)),
        conversation(message("hi", role="critic")),
    ],
)
def test_an_odd_conversation_costs_only_itself_and_says_why(tmp_path, odd):
    untitled = conversation(message("第三"), title=None, conversation_id="c-3")
    turns, report = imported(tmp_path, [conversation(message("first")), odd, untitled])
    assert texts(turns) == ["first", "第三"]
    assert report.conversations == 2
    assert report.skips
    assert all(skip.reason and skip.where and skip.line is None for skip in report.skips)


def test_a_message_by_nobody_costs_only_itself(tmp_path):
    turns, report = imported(tmp_path, [conversation(message("hi"), message("hm", "critic"), message("再见"))])
    assert texts(turns) == ["hi", "再见"]
    assert [(skip.where, skip.code) for skip in report.skips] == [("A talk", "invalid_value")]


@pytest.mark.parametrize(
    ("parents", "current", "expected"),
    [
        ({"a": "c", "b": "a", "c": "b"}, "c", ["a", "b", "c"]),
        ({"a": "a"}, "a", ["a"]),
        ({"a": "gone", "b": "a"}, "b", ["a", "b"]),
        ({"a": None, "b": ["a"], "c": "b"}, "c", ["b", "c"]),
        ({"a": None, "b": "a", "c": "a"}, "gone", ["a", "c"]),
        ({"a": None, "b": "a", "c": "a"}, None, ["a", "c"]),
        ({"a": None, "b": "a", "c": "a"}, ["b"], ["a", "c"]),
        ({"a": "b", "b": "a"}, None, []),
    ],
    ids=["cycle", "own parent", "no parent", "odd parent", "current gone", "no current", "odd current", "no end"],
)
def test_a_broken_tree_never_loops(parents, current, expected):
    """Without a current node the branch that was said last is taken."""
    mapping = {
        key: {"parent": parent, "message": message(key, create_time=time)}
        for time, (key, parent) in enumerate(parents.items())
    }
    assert [key for key, _ in chatgpt.branch(mapping, current)] == expected


def test_a_conversation_alone_is_read_like_a_list(tmp_path):
    path = written(tmp_path / "c.json", json.dumps(conversation(message("独自")), indent=2, ensure_ascii=False))
    collected = Collected()
    report = import_file(path, collected)
    assert (report.format, texts(collected.turns)) == ("chatgpt", ["独自"])


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (b'{"title": nope}', "invalid_input"),
        (b'{"title": "\xff"}', "invalid_text"),
        (b'{"title": ' + b"9" * 5_000 + b"}", "invalid_input"),
        (b'{"a": ' * 3_000 + b"1" + b"}" * 3_000, "invalid_input"),
    ],
    ids=["no json", "no utf-8", "a number too long", "too deep"],
)
def test_a_conversation_that_cannot_be_parsed_costs_only_itself(tmp_path, wrong, code):
    first, last = (json.dumps(conversation(message(text))).encode() for text in ("first", "last"))
    turns, report = imported(tmp_path, b"[" + first + b", " + wrong + b", " + last + b"]")
    assert texts(turns) == ["first", "last"]
    assert [(skip.where, skip.code) for skip in report.skips] == [("conversation 2", code)]


@pytest.mark.parametrize(
    ("rest", "lost"), [(b', {"title": "cut \\', 1), (b', {"mapping": {', 1), (b",", 1), (b"", 0), (b"] and more", 1)]
)
def test_a_file_that_breaks_off_gives_what_it_has_and_says_so(tmp_path, rest, lost):
    turns, report = imported(tmp_path, b"[" + json.dumps(conversation(message("whole"))).encode() + rest)
    assert texts(turns) == ["whole"]
    assert [(skip.where, skip.code) for skip in report.skips] == [("conversation 2", "invalid_input")] * lost


def test_a_conversation_that_is_too_large_costs_only_itself(tmp_path, monkeypatch):
    monkeypatch.setattr(chatgpt, "LARGEST", 2_000)
    turns, report = imported(tmp_path, [conversation(message(text)) for text in ("a", "x" * 4_000, "c")])
    assert texts(turns) == ["a", "c"]
    assert [(skip.where, skip.code) for skip in report.skips] == [("conversation 2", "invalid_text")]


def zipped(path: Path, **members: Any) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content if isinstance(content, bytes | str) else json.dumps(content))
    return path


def test_the_zip_that_chatgpt_gives_is_read_as_it_is(tmp_path, collected):
    path = zipped(
        tmp_path / "export.zip",
        **{
            "chat.html": "<html>not read</html>",
            "user.json": {"id": "u"},
            "conversations.json": [conversation(message("猫"), message("cat", "assistant"))],
        },
    )
    report = import_file(path, collected)
    assert (report.format, report.conversations, report.added) == ("chatgpt", 1, 2)
    assert (import_file(path, collected).added, texts(collected.turns)) == (0, ["猫", "cat"])


def test_a_large_export_in_numbered_files_is_read_in_their_order(tmp_path, collected):
    path = zipped(
        tmp_path / "export.zip",
        **{
            "mine/conversations-001.json": [conversation(message("two"), conversation_id="c-2")],
            "mine/conversations-000.json": [conversation(message("one"))],
            "__MACOSX/mine/conversations-000.json": b"\x00\x05",
            "mine/shared_conversations.json": [],
        },
    )
    told: list[tuple[int, int]] = []
    report = import_file(path, collected, progress=lambda done, total: told.append((done, total)))
    assert (texts(collected.turns), report.conversations, report.skips) == (["one", "two"], 2, ())
    assert told[-1][0] == told[-1][1]


def test_an_archive_without_conversations_or_with_locked_ones_is_refused(tmp_path, collected):
    empty = zipped(tmp_path / "photos.zip", **{"photo.txt": "sea"})
    locked = zipped(tmp_path / "locked.zip", **{"conversations.json": [conversation(message("hi"))]})
    content = bytearray(locked.read_bytes())
    content[content.index(b"PK\x01\x02") + 8] |= 1
    for path in (empty, written(locked, bytes(content))):
        with pytest.raises(ImportFailed):
            import_file(path, collected)


def test_an_archive_that_claims_an_absurd_size_is_refused_unread(tmp_path, collected, monkeypatch):
    path = zipped(tmp_path / "bomb.zip", **{"conversations.json": [conversation(message("x" * 5_000))]})
    monkeypatch.setattr(source, "LARGEST", 5_000)
    with pytest.raises(ImportFailed):
        import_file(path, collected)


def test_a_damaged_archive_is_refused(tmp_path, collected):
    path = zipped(tmp_path / "export.zip", **{"conversations.json": [conversation(message("x" * 5_000))]})
    content = bytearray(path.read_bytes())
    content[60:70] = bytes(10)
    for damaged in (bytes(content), path.read_bytes()[:-30]):
        with pytest.raises(ImportFailed):
            import_file(written(path, damaged), collected)


# Elements of an array


class Dribble(io.BytesIO):
    """Gives a few bytes at a time, however many are asked for."""

    def __init__(self, content: bytes, count: int) -> None:
        super().__init__(content)
        self._count = count

    def read(self, size: int | None = -1) -> bytes:
        return super().read(self._count if size is None or size < 0 else min(size, self._count))


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.text('[]{},:"\\ 你'),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text('a"[\\{,', max_size=3), inner, max_size=4),
    max_leaves=12,
)


@given(st.lists(values, max_size=6), st.integers(1, 40), st.booleans(), st.sampled_from([None, 1]))
def test_an_array_falls_into_its_elements_wherever_the_reading_stops(found, count, ascii_only, indent):
    content = json.dumps(found, ensure_ascii=ascii_only, indent=indent).encode()
    assert [json.loads(element) for element in elements(Dribble(content, count), limit=10_000)] == found


@given(st.dictionaries(st.text(max_size=3), values, max_size=4), st.integers(1, 40))
def test_an_object_alone_is_its_own_element(found, count):
    content = json.dumps(found).encode()
    assert [json.loads(element) for element in elements(Dribble(content, count), limit=10_000)] == [found]


@given(st.binary(), st.integers(1, 9))
def test_any_bytes_at_all_are_taken_apart_without_an_error(content, count):
    assert sum(len(element or b"") for element in elements(Dribble(content, count), limit=20)) <= len(content)


# Storing


def test_turns_come_in_batches_and_in_their_order(tmp_path, collected):
    said = [f"message {number} 条" for number in range(2 * BATCH + 5)]
    import_file(written(tmp_path / "chat.jsonl", lines(*({"content": text} for text in said))), collected)
    assert texts(collected.turns) == said
    assert collected.batches == [BATCH, BATCH, 5]


def test_long_turns_come_in_smaller_batches(tmp_path, collected):
    records = [{"content": f"{number} " + "很长" * 500_000} for number in range(6)]
    import_file(written(tmp_path / "chat.jsonl", lines(*records)), collected)
    assert collected.batches == [4, 2]


def test_a_turn_that_is_refused_costs_only_itself(tmp_path, collected):
    def choosy(turns: list[Turn]) -> Observed:
        for turn in turns:
            if turn.text.startswith("refused"):
                raise InvalidText
        return collected(turns)

    said = [f"refused {number}" if number in (0, 7, 8, 311) else f"fine {number}" for number in range(312)]
    report = import_file(written(tmp_path / "chat.jsonl", lines(*({"content": text} for text in said))), choosy)
    assert texts(collected.turns) == [text for text in said if text.startswith("fine")]
    assert [(skip.line, skip.code) for skip in report.skips] == [(line, "invalid_text") for line in (1, 8, 9, 312)]
    assert report.added == 308


def test_a_store_that_fails_ends_the_import_with_its_own_error(tmp_path):
    def busy(_: list[Turn]) -> Observed:
        raise StoreBusy

    with pytest.raises(StoreBusy):
        import_file(SAMPLES / "chatgpt.json", busy)


def test_an_error_of_the_disk_below_the_store_is_not_blamed_on_the_file(tmp_path):
    def failing(_: list[Turn]) -> Observed:
        raise OSError(5, "the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        import_file(SAMPLES / "jsonl.jsonl", failing)


def test_skips_are_reported_in_the_order_of_the_lines(tmp_path):
    def refusing(_: list[Turn]) -> Observed:
        raise InvalidText

    path = written(tmp_path / "chat.jsonl", lines({"content": "a"}, "broken", {"content": "b"}))
    assert [skip.line for skip in import_file(path, refusing).skips] == [1, 2, 3]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_progress_counts_the_bytes_of_the_file(tmp_path, collected, encoding):
    content = lines(*({"content": f"第 {number} 条"} for number in range(10 * BATCH))).encode(encoding)
    path = written(tmp_path / "chat.jsonl", content)
    told: list[tuple[int, int]] = []
    import_file(path, collected, progress=lambda done, total: told.append((done, total)))
    assert told == sorted(told)
    assert told[0][0] < len(content)
    assert {total for _, total in told} == {len(content)}
    assert told[-1] == (len(content), len(content))


def large(path: Path, form: str, count: int) -> Path:
    """A file of about 6 kB a turn."""
    text = "你好 hello " * 430
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            if form == "jsonl":
                file.write(lines({"content": f"{number} {text}"}))
            else:
                talk = conversation(message(f"{number} {text}"), conversation_id=f"c-{number}")
                file.write(f"{',' if number else '['}{json.dumps(talk, ensure_ascii=False)}")
        file.write("" if form == "jsonl" else "]")
    return zipped(path, **{"conversations.json": path.read_bytes()}) if form == "zip" else path


@pytest.mark.parametrize("form", ["jsonl", "chatgpt", "zip"])
def test_memory_does_not_follow_the_size_of_the_file(tmp_path, form):
    peaks = []
    for count in (900, 1_800):
        path = large(tmp_path / f"{count}", form, count)
        tracemalloc.start()
        report = import_file(path, lambda turns: stored(len(turns)))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert (report.added, report.skips) == (count, ())
    assert peaks[1] < peaks[0] + 500_000
