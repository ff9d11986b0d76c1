"""Tables of turns, as spreadsheets save them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from perdure.errors import ImportFailed
from perdure.transfer.importers import chat_csv
from perdure.transfer.importers.chat_csv import header_of
from perdure.transfer.source import opened
from tests.unit.importers.reading import read, samples, written


def test_a_row_becomes_a_turn():
    found = read(samples("chat-csv")[0])
    assert [(turn.speaker, turn.role, turn.text) for turn in found.turns] == [
        ("小雨", None, '下周二我要去里斯本，\r\n想要 "window" seat。'),
        ("assistant", "assistant", "Shall I look for flights?"),
        ("小雨", None, "好，不要红眼航班"),
    ]
    assert [turn.at for turn in found.turns] == [datetime(2026, 2, 3, 9, minute) for minute in (12, 13, 14)]
    assert [turn.metadata for turn in found.turns] == [{"地点": "深圳"}, {}, {"地点": "深圳"}]
    assert {turn.session for turn in found.turns} == {"chat-csv"}
    assert {(line.field, line.to) for line in found.loss} == {
        ("说话人", "speaker"),
        ("时间", "time"),
        ("内容", "text"),
        ("地点", "metadata"),
    }


def test_a_table_in_gb18030_is_read_with_its_tabs():
    found = read(samples("chat-csv")[1])
    assert found.said == [("user", "我对花生过敏，记一下"), ("assistant", "好的，记住了")]
    assert found.turns[0].at == datetime(2026, 2, 3, 9, 12)


@pytest.mark.parametrize(
    ("header", "turns"),
    [
        ("speaker,text", True),
        ("Role,Content,Timestamp", True),
        ("发言人;消息;时间", True),
        ("說話人\t內容", True),
        ("Sender|Message", True),
        ("角色，内容", True),
        ("\ufeffspeaker,text", True),
        ('"from","body"', True),
        ("text,time", False),
        ("speaker,time", False),
        ("speaker,text,kind", False),
        ("id,memory,role", False),
        ("", False),
        ("hello", False),
        ('{"role": "user", "content": "hi"}', False),
    ],
)
def test_a_table_of_turns_is_known_by_its_columns(header, turns):
    assert (header_of(header + "\nuser,hi\n") is not None) is turns


def test_the_day_and_the_hour_may_have_columns_of_their_own(tmp_path):
    path = written(tmp_path / "c.csv", "date,time,sender,message\n2026-02-03,09:12:30,Ana,hi\n2026-02-03,,Ana,ho\n")
    assert [turn.at for turn in read(path).turns] == [datetime(2026, 2, 3, 9, 12, 30), datetime(2026, 2, 3)]


def test_a_time_that_cannot_be_read_is_kept_and_the_turn_follows_the_one_before(tmp_path):
    path = written(
        tmp_path / "c.csv", "speaker,text,time\nme,一,1767258000\nme,two,soon\nme,three,4070908800000\nme,4,\n"
    )
    found = read(path).turns
    assert [turn.at and turn.at.year for turn in found] == [2026, 2026, 2099, 2099]
    assert found[1].metadata == {"time": "soon"}
    assert found[0].at == datetime(2026, 1, 1, 9, tzinfo=UTC)


def test_sessions_refs_titles_and_channels_have_columns(tmp_path):
    path = written(
        tmp_path / "c.csv", "conversation_id,id,title,channel,speaker,text\ns-1,7,Trip,sms,Ana,hi\n,,,,Ana,ho\n"
    )
    first, second = read(path).heard
    assert (first.turn.session, first.turn.ref, first.title, first.turn.channel) == ("s-1", "7", "Trip", "sms")
    assert (second.turn.session, second.title, second.turn.channel) == ("c", None, "chat")


@pytest.mark.parametrize("row", ["me", "me,", "me,,x,y,z,1,2,3", ",,"])
def test_a_row_that_says_nothing_costs_only_itself(tmp_path, row):
    found = read(written(tmp_path / "c.csv", f"speaker,text\nme,一\n{row}\nme,three\n"))
    assert found.texts == ["一", "three"]
    assert [skip.line for skip in found.skips] == ([] if row == ",," else [3])


def test_an_unclosed_quote_costs_no_more_than_it_swallows(tmp_path, monkeypatch):
    monkeypatch.setattr(chat_csv, "LONGEST", 100)
    rows = "".join(f"me,row {number}\n" for number in range(40))
    found = read(written(tmp_path / "c.csv", f'speaker,text\nme,first\nme,"open {rows}'))
    assert found.texts[0] == "first"
    assert found.texts[-1] == "row 39"
    assert found.skips


def test_entities_are_text_and_stay(tmp_path):
    assert read(written(tmp_path / "c.csv", "speaker,text\nme,a &amp; b\n")).texts == ["a &amp; b"]


def test_a_table_without_the_columns_is_refused_whole(tmp_path):
    with pytest.raises(ImportFailed):
        read(written(tmp_path / "c.csv", "a,b\n1,2\n"), format="chat-csv")


def test_the_same_row_twice_is_two_turns(tmp_path):
    found = read(written(tmp_path / "c.csv", "speaker,text\nme,好\nme,好\n"))
    assert len({turn.ref for turn in found.turns}) == 2


def test_what_is_no_table_is_not_taken_for_one(tmp_path):
    for content in (b"", b"\x00\x01speaker,text\n", b"speaker: text\n", b"speaker,text" * 9_000):
        with opened(written(tmp_path / "c.csv", content)) as source:
            assert not chat_csv.recognises(source)
