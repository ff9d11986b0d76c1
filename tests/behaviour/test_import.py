"""Conversations of other tools become the journal, whole, once, and without what must not be kept."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from perdure import Perdure
from perdure.errors import ImportFailed, NotFound
from perdure.testing import FlakyEmbedder, FrozenClock, HashEmbedder
from tests.behaviour.requirements import requirement

SAMPLES = Path(__file__).parents[1] / "importers"
TALKS = tuple(SAMPLES / name for name in ("chatgpt.json", "jsonl.jsonl"))
MORNING = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)


def lines(path: Path, *records: object) -> Path:
    """A file of lines, strings as they are."""
    path.write_text(
        "".join(f"{line if isinstance(line, str) else json.dumps(line, ensure_ascii=False)}\n" for line in records),
        encoding="utf-8",
    )
    return path


@requirement("P3", "L6")
def test_a_chat_log_is_a_session_of_the_journal_in_its_order(surface):
    space = surface.space("user/me")
    report = space.import_(SAMPLES / "jsonl.jsonl")
    assert (report.format, report.conversations, report.added, report.repeated) == ("jsonl", 1, 4, 0)
    entries = space.entries(session="jsonl").items
    assert [(entry.speaker, entry.kind) for entry in entries] == [
        ("小雨", "turn"),
        ("assistant", "turn"),
        ("assistant", "action"),
        ("小雨", "turn"),
    ]
    assert entries[0].at == datetime(2026, 2, 3, 1, 12, tzinfo=UTC)
    assert {entry.recorded_at for entry in entries} == {MORNING}
    assert entries[2].tool_calls[0]["arguments"] == {"to": "LIS", "seat": "window"}
    assert {entry.metadata["source"] for entry in entries} == {"import"}


@requirement("P3", "P9", "L6")
def test_an_export_of_chatgpt_is_one_session_a_conversation(surface):
    space = surface.space("user/me")
    report = space.import_(str(SAMPLES / "chatgpt.json"))
    assert (report.format, report.conversations, report.added) == ("chatgpt", 1, 4)
    [session] = space.sessions()
    assert (session.id, session.entries, session.speakers) == ("c-plants", 4, ("user", "assistant", "browser"))
    assert session.first_at == datetime(2026, 1, 1, 9, 1, tzinfo=UTC)


@requirement("R17", "R1")
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("猫叫什么名字", "我家的猫叫团子，which plants are safe for her?"),
        ("百合安全吗", "吊兰很安全，百合不行。"),
        ("window seat 去里斯本", "下周二我要去里斯本，想要 window seat。"),
        ("are spider plants safe", "Spider plants are safe for cats."),
    ],
)
def test_what_was_imported_is_found_by_the_very_next_call(memory, question, answer):
    space = memory.space("user/me")
    for sample in TALKS:
        space.import_(sample)
    assert answer in [hit.text for hit in space.recall(question)]
    assert space.stats().pending == 0


@requirement("P9")
@pytest.mark.parametrize("sample", [path.name for path in TALKS])
def test_importing_a_file_again_adds_nothing_and_says_so(surface, sample):
    space = surface.space("user/me")
    first = space.import_(SAMPLES / sample)
    again = space.import_(SAMPLES / sample)
    assert (again.added, again.repeated, again.conversations) == (0, first.added, first.conversations)
    assert space.stats().entries == first.added


@requirement("P9")
def test_an_export_of_a_later_day_adds_what_is_new(surface, tmp_path):
    space = surface.space("user/me")
    said = [{"speaker": "我", "content": text} for text in ("好", "好", "see you")]
    space.import_(lines(tmp_path / "chat.jsonl", *said))
    report = space.import_(lines(tmp_path / "chat.jsonl", *said, {"speaker": "我", "content": "好"}))
    assert (report.added, report.repeated) == (1, 3)
    assert [entry.text for entry in space.entries()] == ["好", "好", "see you", "好"]


@requirement("W16")
def test_a_bad_line_costs_only_itself(surface, tmp_path):
    path = lines(
        tmp_path / "chat.jsonl",
        {"content": "first"},
        '{"content": "cut off',
        {"content": "  "},
        {"content": "很长" * 400_000},
        {"content": "x", "session": "s" * 501},
        {"content": "x", "timestamp": "0001-01-01T00:00:00"},
        {"content": "x", "tool_calls": [{"n": float("nan")}]},
        json.dumps({"speaker": "我", "content": "x", "metadata": None}).replace("null", '{"a": ' * 60 + "1" + "}" * 60),
        {"content": "最后"},
    )
    space = surface.space("user/me")
    report = space.import_(path)
    assert [entry.text for entry in space.entries()] == [
        "first",
        "x",
        "x",
        "最后",
    ]  # without what stands beside two of them
    assert (report.added, [skip.line for skip in report.skips]) == (4, [2, 3, 4, 5, 6, 7, 8])
    assert all(skip.reason for skip in report.skips)
    assert {skip.code for skip in report.skips} == {"invalid_input", "invalid_text", "invalid_value"}


@requirement("W13")
def test_secrets_do_not_come_in_with_a_file(surface, home, tmp_path):
    key = "ghp_" + "Z9" * 18
    record = {
        "content": f"我的 token 是 {key}",
        "tool_calls": [{"name": "login", "arguments": {"token": key}}],
        "metadata": {"note": f"token {key}"},
        "place": f"token {key}",
    }
    space = surface.space("project/orders")
    assert space.import_(lines(tmp_path / "chat.jsonl", record)).added == 1
    surface.close()
    stored = [path for path in home.rglob("*") if path.is_file()]
    assert stored
    assert not [path for path in stored if key.encode() in path.read_bytes()]


def test_times_without_a_zone_are_in_the_zone_of_the_store(home, tmp_path):
    path = lines(tmp_path / "chat.jsonl", {"content": "早上好", "timestamp": "2026-02-03T09:12:00"})
    shanghai = ZoneInfo("Asia/Shanghai")
    with Perdure(home, embedder=HashEmbedder(), clock=FrozenClock(MORNING), timezone=shanghai) as memory:
        memory.space("user/me").import_(path)
        [entry] = memory.space("user/me").entries()
    assert entry.at == datetime(2026, 2, 3, 9, 12, tzinfo=shanghai)


def test_a_line_without_a_time_was_said_now(surface, tmp_path):
    surface.space("user/me").import_(lines(tmp_path / "chat.jsonl", {"content": "你好"}))
    assert [entry.at for entry in surface.space("user/me").entries()] == [MORNING]


def test_an_embedder_that_is_away_does_not_keep_a_file_out(home, clock):
    with Perdure(home, embedder=FlakyEmbedder(HashEmbedder(), down=True), clock=clock) as memory:
        space = memory.space("user/me")
        assert space.import_(SAMPLES / "jsonl.jsonl").added == 4
        assert space.stats().pending > 0
        assert "好，不要红眼航班" in [hit.text for hit in space.recall("红眼航班")]


@requirement("R2")
def test_a_file_goes_into_its_space_and_no_other(surface):
    surface.space("user/me").import_(SAMPLES / "jsonl.jsonl")
    assert [str(summary.name) for summary in surface.spaces()] == ["user/me"]
    assert list(surface.space("user/you").recall("里斯本")) == []


def test_a_file_that_cannot_be_read_changes_nothing(surface, tmp_path):
    space = surface.space("user/me")
    for path in (tmp_path / "missing.jsonl", tmp_path, lines(tmp_path / "empty.jsonl"), lines(tmp_path / "a", "prose")):
        with pytest.raises(ImportFailed):
            space.import_(path)
    assert surface.spaces() == []
    with pytest.raises(NotFound):
        space.history("mem_000001")
