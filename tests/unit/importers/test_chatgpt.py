"""ChatGPT's export: the tree of a conversation, and what is broken in it."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from perdure.domain.loss import Fate
from perdure.errors import ImportFailed
from perdure.transfer import source
from perdure.transfer.importers import conversations, chatgpt
from tests.unit.importers.reading import SAMPLES, Reading, read, written, zipped

BEGUN = datetime(2026, 1, 1, 9, 0, tzinfo=UTC)


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


def imported(tmp_path: Path, export: Any) -> Reading:
    """An export read from a file of its own."""
    return read(written(tmp_path / "conversations.json", export), format="chatgpt")


def test_the_branch_that_is_current_is_imported_and_no_other():
    report = read(SAMPLES / "chatgpt.json")
    assert report.conversations == 1
    assert [(turn.role, turn.text) for turn in report.turns] == [
        ("user", "我家的猫叫团子，which plants are safe for her?"),
        ("assistant", 'search("plants safe for cats")'),
        ("tool", "Spider plants are safe for cats."),
        ("assistant", "吊兰很安全，百合不行。"),
    ]
    asked, searched, found, answered = report.turns
    assert {turn.session for turn in report.turns} == {"c-plants"}
    assert [turn.ref for turn in report.turns] == ["n-2", "n-4", "n-5", "n-6"]
    assert asked.at == datetime(2026, 1, 1, 9, 1, tzinfo=UTC)
    assert asked.metadata == {"title": "养猫 and plants", "images": 1}
    assert searched.tool_calls == ({"name": "browser", "arguments": 'search("plants safe for cats")'},)
    assert (found.speaker, found.tool_calls) == ("browser", ())
    assert (answered.speaker, answered.metadata) == ("assistant", {"title": "养猫 and plants"})


def test_hidden_and_empty_messages_are_left_out_in_silence(tmp_path):
    hidden = {"is_visually_hidden_from_conversation": True}
    report = imported(
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
    assert [(turn.role, turn.text) for turn in report.turns] == [("user", "你好"), ("system", "Reply in Chinese")]
    assert report.skips == []


def test_speech_and_pictures_are_noted_beside_the_text(tmp_path):
    picture = {"content_type": "image_asset_pointer"}
    speech = {"content_type": "audio_transcription", "text": "去海边吧", "direction": "in"}
    audio = {"content_type": "audio_asset_pointer"}
    report = imported(
        tmp_path,
        [
            conversation(
                message({"content_type": "multimodal_text", "parts": [speech, audio, None, 3]}),
                message({"content_type": "multimodal_text", "parts": [picture, picture]}),
            )
        ],
    )
    assert [(turn.text, turn.metadata) for turn in report.turns] == [
        ("去海边吧", {"title": "A talk", "attachments": 1}),
        ("[image]", {"title": "A talk", "images": 2}),
    ]


def test_a_message_without_a_time_was_said_after_the_one_before_it(tmp_path):
    later = BEGUN + timedelta(hours=3)
    report = imported(
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
    assert [turn.at for turn in report.turns] == [BEGUN, later, later, later]


def test_a_conversation_without_any_time_leaves_it_open(tmp_path):
    report = imported(tmp_path, [conversation(message("a", create_time=None), create_time=None)])
    assert [turn.at for turn in report.turns] == [None]


def test_the_session_is_the_id_of_the_conversation_and_its_title_where_there_is_none(tmp_path):
    report = imported(
        tmp_path,
        [
            conversation(message("a")),
            conversation(message("b"), conversation_id=None, id="c-2"),
            conversation(message("c"), conversation_id=None, title="搬家"),
            conversation(message("d"), conversation_id=None, title=None),
        ],
    )
    assert [turn.session for turn in report.turns] == ["c-1", "c-2", "搬家", "conversation 4"]
    assert (report.conversations, report.turns[3].metadata) == (4, {})


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
    report = imported(tmp_path, [conversation(message("first")), odd, untitled])
    assert report.texts == ["first", "第三"]
    assert report.conversations == 2
    assert report.skips
    assert all(skip.reason and skip.where and skip.line is None for skip in report.skips)


def test_a_message_by_nobody_costs_only_itself(tmp_path):
    report = imported(tmp_path, [conversation(message("hi"), message("hm", "critic"), message("再见"))])
    assert report.texts == ["hi", "再见"]
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
    report = read(path)
    assert (report.format, report.texts) == ("chatgpt", ["独自"])


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
    report = imported(tmp_path, b"[" + first + b", " + wrong + b", " + last + b"]")
    assert report.texts == ["first", "last"]
    assert [(skip.where, skip.code) for skip in report.skips] == [("conversation 2", code)]


@pytest.mark.parametrize(
    ("rest", "lost"), [(b', {"title": "cut \\', 1), (b', {"mapping": {', 1), (b",", 1), (b"", 0), (b"] and more", 1)]
)
def test_a_file_that_breaks_off_gives_what_it_has_and_says_so(tmp_path, rest, lost):
    report = imported(tmp_path, b"[" + json.dumps(conversation(message("whole"))).encode() + rest)
    assert report.texts == ["whole"]
    assert [(skip.where, skip.code) for skip in report.skips] == [("conversation 2", "invalid_input")] * lost


def test_a_conversation_that_is_too_large_costs_only_itself(tmp_path, monkeypatch):
    monkeypatch.setattr(conversations, "LARGEST", 2_000)
    report = imported(tmp_path, [conversation(message(text)) for text in ("a", "x" * 4_000, "c")])
    assert report.texts == ["a", "c"]
    assert [(skip.where, skip.code) for skip in report.skips] == [("conversation 2", "invalid_text")]


def test_a_large_export_in_numbered_files_is_read_in_their_order(tmp_path):
    path = zipped(
        tmp_path / "export.zip",
        **{
            "mine/conversations-001.json": [conversation(message("two"), conversation_id="c-2")],
            "mine/conversations-000.json": [conversation(message("one"))],
            "__MACOSX/mine/conversations-000.json": b"\x00\x05",
            "mine/shared_conversations.json": [],
        },
    )
    report = read(path)
    assert (report.texts, report.conversations, report.skips) == (["one", "two"], 2, [])


def test_an_archive_without_conversations_or_with_locked_ones_is_refused(tmp_path):
    empty = zipped(tmp_path / "photos.zip", **{"photo.txt": "sea"})
    locked = zipped(tmp_path / "locked.zip", **{"conversations.json": [conversation(message("hi"))]})
    content = bytearray(locked.read_bytes())
    content[content.index(b"PK\x01\x02") + 8] |= 1
    for path in (empty, written(locked, bytes(content))):
        with pytest.raises(ImportFailed):
            read(path)


def test_an_archive_that_claims_an_absurd_size_is_refused_unread(tmp_path, monkeypatch):
    path = zipped(tmp_path / "bomb.zip", **{"conversations.json": [conversation(message("x" * 5_000))]})
    monkeypatch.setattr(source, "LARGEST", 5_000)
    with pytest.raises(ImportFailed):
        read(path)


def test_a_damaged_archive_is_refused(tmp_path):
    path = zipped(tmp_path / "export.zip", **{"conversations.json": [conversation(message("x" * 5_000))]})
    content = bytearray(path.read_bytes())
    content[60:70] = bytes(10)
    for damaged in (bytes(content), path.read_bytes()[:-30]):
        with pytest.raises(ImportFailed):
            read(written(path, damaged))


def test_what_is_left_out_is_told_and_what_is_not_known_is_kept(tmp_path):
    hidden = message("be nice", "system", metadata={"is_visually_hidden_from_conversation": True})
    thought = message({"content_type": "thoughts", "thoughts": [{"content": "Cats."}]}, "assistant")
    said = message("猫", metadata={"model_slug": "gpt", "citations": []}, status="finished_successfully")
    left = {"n9": {"id": "n9", "parent": "n0", "message": message("another wording")}}
    talk = conversation(hidden, thought, said, gizmo_id="g-1")
    report = imported(tmp_path, [{**talk, "mapping": {**talk["mapping"], **left}}])
    [heard] = report.heard
    assert heard.record == {"metadata": {"model_slug": "gpt", "citations": []}, "conversation": {"gizmo_id": "g-1"}}
    assert sorted(line.reason for line in report.loss if line.field == "message") == [
        "hidden by the program",
        "of a branch that was left",
        "the model's reasoning",
    ]
    assert report.fate("message.content") == {Fate.MAPPED}
    assert report.fate("message.metadata") == report.fate("conversation.gizmo_id") == {Fate.KEPT_RAW}
    assert report.fate("message.status") == {Fate.DROPPED}


def test_the_conversation_and_the_tool_are_named(tmp_path):
    [heard] = imported(tmp_path, [conversation(message("猫"))]).heard
    assert (heard.tool, heard.title, heard.where) == ("chatgpt", "A talk", "A talk")


def test_files_beside_the_conversations_are_told_of(tmp_path):
    files = {"user.json": {}, "shared_conversations.json": [], "a.png": b"", "b.png": b""}
    report = read(zipped(tmp_path / "export.zip", **files, **{"conversations.json": [conversation(message("猫"))]}))
    assert report.texts == ["猫"]
    assert {line.field: line.count for line in report.loss.dropped} == {
        "*.png": 2,
        "shared_conversations.json": 1,
        "user.json": 1,
    }


def test_ids_that_come_twice_are_two_messages(tmp_path):
    report = imported(tmp_path, [conversation(message("one", id="m"), message("two", id="m"))])
    assert [(turn.ref, turn.text) for turn in report.turns] == [("m", "one"), ("m", "two")]


@pytest.mark.parametrize(("stamp", "year"), [(1767258000_000, 2026), (0, 1970), (4070908800, 2099)])
def test_times_in_seconds_and_milliseconds_lie_in_the_year_they_mean(tmp_path, stamp, year):
    assert imported(tmp_path, [conversation(message("a", create_time=stamp))]).turns[0].at.year == year


def test_a_long_title_is_no_longer_a_session_than_can_be_kept(tmp_path):
    [turn] = imported(tmp_path, [conversation(message("猫"), conversation_id=None, title="长" * 2_000)]).turns
    assert turn.session == "长" * 200
