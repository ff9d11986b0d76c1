"""Memories in tables and JSON of one's own: what a field is called is what it means."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from perdure.domain.loss import Fate
from perdure.domain.memory import Slot
from perdure.errors import ImportFailed
from perdure.transfer.found import Statement
from tests.unit.importers.reading import SAMPLES, lines, read, written


def statements(found):
    return [item for item in found.items if isinstance(item, Statement)]


def texts(found):
    return [item.text for item in statements(found)]


# Tables


def test_a_table_is_read_by_the_names_in_its_first_line():
    found = read(SAMPLES / "csv.csv")
    assert (found.format, found.skips) == ("csv", [])
    seat, release, two = found.items
    assert (seat.text, seat.kind, seat.owner, seat.importance) == ("用户偏好靠窗座位", "preference", "alice", 0.8)
    assert seat.tags == ("travel", "火车")
    assert seat.at == datetime(2026, 2, 3, 9, 12, tzinfo=timezone(timedelta(hours=8)))
    assert release.at == datetime(2026, 2, 4, 10, 30)
    assert (two.text, two.owner) == ('第一行\n第二行 with "quotes"', "bob")


def test_a_table_of_chinese_windows_is_read():
    found = read(SAMPLES / "csv.gb18030.tsv")
    assert (found.format, texts(found)) == ("csv", ["用户对花生过敏", "下周四发布新版本"])
    assert [item.owner for item in found.items] == ["小雨", "小雨"]
    assert found.items[0].at == datetime(2026, 2, 3)


@pytest.mark.parametrize("header", ["speaker,content", "role,text,kind", "说话人,内容", "text", "a,b,c", ""])
def test_a_table_of_turns_or_of_anything_else_is_no_table_of_memories(header, tmp_path):
    path = written(tmp_path / "file", f"{header}\nx,y,z\n")
    try:
        assert read(path).format != "csv"
    except ImportFailed:
        assert "speaker" not in header


def test_a_row_that_is_broken_costs_only_itself(tmp_path):
    content = "text;kind\nlikes tea;fact\n;fact\nx;y;z\n\n喜欢雨;随便\n"
    found = read(written(tmp_path / "list.csv", content))
    assert texts(found) == ["likes tea", "喜欢雨"]
    assert [skip.line for skip in found.skips] == [3, 4]
    assert found.items[-1].tags == ("随便",)


def test_a_quote_that_is_never_closed_ends_with_the_file(tmp_path):
    found = read(written(tmp_path / "list.csv", 'text,kind\nlikes tea,fact\n"open,fact\nmore'))
    assert texts(found)[0] == "likes tea"


def test_formulas_made_harmless_elsewhere_are_as_they_were(tmp_path):
    found = read(written(tmp_path / "list.csv", "text,kind\n'=1+1,fact\n'tis true,fact\n"))
    assert texts(found) == ["=1+1", "'tis true"]


# JSON


def test_objects_are_read_by_the_names_of_their_fields():
    found = read(SAMPLES / "records.json")
    assert (found.format, found.skips) == ("records", [])
    seat, city, code = found.items
    assert (seat.id, seat.kind, seat.tags, seat.importance, seat.owner) == (
        "r-1",
        "preference",
        ("travel",),
        0.8,
        "alice",
    )
    assert (city.slot, city.value, city.metadata) == (Slot("self", "city"), "Lisbon", {"via": "form"})
    assert city.at == datetime(2026, 2, 3, 9, 12, tzinfo=UTC)
    assert (code.text, code.expires_at, code.owner) == ("会议室 code 是 4711", datetime(2026, 12, 31), "bob")


@pytest.mark.parametrize(
    "content",
    [
        [{"text": "likes tea"}, {"text": "喜欢雨"}],
        {"memories": [{"text": "likes tea"}, {"content": "喜欢雨"}], "version": 2},
        {"exported": {"by": "me"}, "items": [{"fact": "likes tea"}, {"memory": "喜欢雨"}]},
        lines({"text": "likes tea", "kind": "fact"}, {"text": "喜欢雨"}),
    ],
)
def test_lists_objects_and_lines_are_the_same(content, tmp_path):
    found = read(written(tmp_path / "file", content))
    assert (found.format, texts(found)) == ("records", ["likes tea", "喜欢雨"])


@pytest.mark.parametrize(
    "record",
    [
        {"content": "hello", "role": "user"},
        {"text": "hello", "timestamp": "2026-01-01"},
        {"content": "hello", "session": "s-1", "kind": "note"},
        {"content": "hello"},
    ],
)
def test_a_line_that_somebody_says_is_a_turn(record, tmp_path):
    assert read(written(tmp_path / "file", lines(record))).format == "jsonl"


def test_a_record_that_is_broken_costs_only_itself(tmp_path):
    records = [
        {"text": "likes tea", "kind": "fact"},
        {"text": " "},
        3,
        None,
        {"kind": "fact"},
        {"text": ["no"]},
        {"text": "喜欢雨"},
    ]
    for content in (records, {"memories": records}, lines(*records)):
        found = read(written(tmp_path / "file", content), format="records")
        assert texts(found) == ["likes tea", "喜欢雨"]
        assert len(found.skips) == 5


def test_odd_values_cost_the_field_and_stay_in_the_record(tmp_path):
    odd = {
        "text": "likes tea",
        "kind": 4,
        "tags": {"a": 1},
        "importance": "very",
        "created_at": "soon",
        "key": [],
        "user_id": "",
        "embedding": [0.1],
    }
    found = read(written(tmp_path / "file", {"memories": [odd]}))
    [item] = found.items
    assert (item.tags, item.importance, item.at, item.slot, item.owner) == (("4",), None, None, None, None)
    assert item.record == {name: value for name, value in odd.items() if name != "embedding"}
    assert found.fate("created_at") == found.fate("importance") == {Fate.KEPT_RAW}
    assert found.fate("embedding") == {Fate.DROPPED}


def test_what_is_nested_too_deep_or_no_number_costs_nothing_else(tmp_path):
    deep = '{"text": "deep", "metadata": ' + '{"a": ' * 60 + "1" + "}" * 60 + "}"
    content = f'[{deep}, {{"text": "likes tea", "importance": NaN, "kind": "fact"}}]'
    found = read(written(tmp_path / "file", content))
    assert (texts(found), found.skips) == (["deep", "likes tea"], [])


@pytest.mark.parametrize(
    "path", ["../up.md", "/etc/passwd", "C:\\notes.md", "a\\b.md", "a/../b.md", "c:notes.md", " ", "a\0b"]
)
def test_a_note_whose_path_leads_out_is_refused(path, tmp_path):
    files = [{"path": "people/小雨.md", "text": "likes tea"}, {"path": path, "text": "evil"}]
    found = read(written(tmp_path / "notes.json", {"files": files}))
    assert (found.format, texts(found)) == ("records", ["小雨: likes tea"])
    assert [skip.code for skip in found.skips] == ["unsafe_path"]


def test_a_list_that_breaks_off_gives_what_was_whole(tmp_path):
    content = (SAMPLES / "records.json").read_bytes()
    for cut in range(content.index(b"Alice lives"), len(content) - 4, 20):
        found = read(written(tmp_path / "file", content[:cut]), format="records")
        assert texts(found)[0] == "用户偏好靠窗座位"
        assert len(found.skips) == 1
