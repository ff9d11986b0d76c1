"""What importers share: times, parts of messages, calls in words, the beginnings of files."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.errors import InvalidValue
from perdure.transfer import look
from perdure.transfer.branches import path_to
from perdure.transfer.parts import without
from perdure.transfer.times import moment
from perdure.transfer.voices import called, doing, role_marked, role_named, said_at


@pytest.mark.parametrize(
    ("written", "at"),
    [
        ("2026/2/3 9:12", datetime(2026, 2, 3, 9, 12)),
        ("2026-2-3", datetime(2026, 2, 3)),
        ("2026.02.03 09:12:30", datetime(2026, 2, 3, 9, 12, 30)),
        ("2026年2月3日", datetime(2026, 2, 3)),
        ("2026年2月3日 下午3:05", datetime(2026, 2, 3, 15, 5)),
        ("2026年2月3日 9时12分", datetime(2026, 2, 3, 9, 12)),
        ("2026/2/3 12:05 AM", datetime(2026, 2, 3, 0, 5)),
        ("2026/2/3 9:12 pm", datetime(2026, 2, 3, 21, 12)),
        ("2026-02-03 09:12:00 UTC", datetime(2026, 2, 3, 9, 12, tzinfo=UTC)),
        ("Tue, 03 Feb 2026 09:12:00 GMT", datetime(2026, 2, 3, 9, 12, tzinfo=UTC)),
        ("03 Feb 2026 09:12:00 +0800", datetime(2026, 2, 3, 9, 12, tzinfo=timezone(timedelta(hours=8)))),
    ],
)
def test_times_are_read_as_people_and_spreadsheets_write_them(written, at):
    found = moment(written)
    assert (found, found.tzinfo is None) == (at, at.tzinfo is None)


@pytest.mark.parametrize(
    "written", ["2026/13/3", "2026/2/30 9:12", "9:12", "3/2/2026", "2026年", "00 Feb 2026 09:12:00", "２０"]
)
def test_what_is_no_time_is_refused_and_costs_a_message_nothing(written):
    with pytest.raises(InvalidValue):
        moment(written)
    assert said_at(written) is None
    assert said_at(written, datetime(2026, 1, 1)) == datetime(2026, 1, 1)


@given(st.text())
def test_any_text_is_a_time_or_an_invalid_value(text):
    try:
        assert moment(text) is None or isinstance(moment(text), datetime)
    except InvalidValue as refused:
        assert refused.code == "invalid_value"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a <note>x</note> b", "a  b"),
        ("<note>x</note>", ""),
        ('<note kind="y">x\n</note>你好', "你好"),
        ("<note>a</note><rule>b</rule>c<note>d</note>", "c"),
        ("<note>open", "<note>open"),
        ("<note><note>x</note>y", "y"),
        ("<notes>kept</notes>", "<notes>kept</notes>"),
        ("</note>a<note>", "</note>a<note>"),
    ],
)
def test_what_stands_between_tags_is_taken_out(text, left):
    assert without(text, ("note", "rule")) == left


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"command": "pytest -q", "timeout": 5}, "Bash: pytest -q"),
        ({"command": ["ls", "-l"]}, "Bash: ls -l"),
        ("ls", "Bash: ls"),
        ({"content": "x" * 500}, "Bash"),
        ({}, "Bash"),
        (None, "Bash"),
        ([1, 2], "Bash"),
    ],
)
def test_a_call_is_told_by_its_short_arguments(arguments, words):
    assert doing(called("Bash", arguments)) == words


def test_a_call_has_only_what_is_known_of_it():
    assert called(None, None) == {"name": "tool"}
    assert called("Bash", {}, "c-1") == {"id": "c-1", "name": "Bash", "arguments": {}}


def test_a_name_that_people_have_is_no_role_unless_it_marks_a_turn():
    assert (role_named("Claude"), role_marked("Claude")) == (None, "assistant")
    assert (role_named("助手"), role_marked(" You said ")) == ("assistant", "user")
    assert role_marked("小雨") is None


@pytest.mark.parametrize(
    ("leaf", "parents", "path"),
    [
        ("c", {"a": None, "b": "a", "c": "b"}, ["a", "b", "c"]),
        ("c", {"a": "c", "b": "a", "c": "b"}, ["a", "b", "c"]),
        ("b", {"b": "gone"}, ["b"]),
        ("gone", {"a": None}, []),
        (None, {"a": None}, []),
        (["a"], {"a": ["b"]}, []),
    ],
)
def test_the_way_to_a_leaf_never_goes_in_circles(leaf, parents, path):
    assert path_to(leaf, parents) == path


@pytest.mark.parametrize(
    ("head", "values"),
    [
        (b'{"a": 1}\n{"b": 2}\n', [{"a": 1}, {"b": 2}]),
        (b'[{"a": 1}, {"b": 2', [{"a": 1}]),
        (b'{broken\n{"b": 2}\n', [{"b": 2}]),
        (b'{"a": 1}\r\n{broken\r\n{"b": 2}', [{"a": 1}, {"b": 2}]),
        (b'[{broken,\n{"b": 2}]', []),
        (b"\xff\xfe", []),
        (b"", []),
        (b"[" * 100_000, []),
        (b"{\n" * 100_000, []),
    ],
)
def test_the_first_values_of_a_file_are_seen(head, values):
    assert look.sample(head) == values


@pytest.mark.parametrize(
    ("head", "own", "first"),
    [
        (b'{"a": {"x": 1}, "b": [', {"a", "b"}, {"a", "b"}),
        (b'[{"a": {"x": 1}, "b": "', set(), {"a", "b"}),
        (b'{"a": "b: c"}\n{"z": 1}', {"a"}, {"a"}),
        (b"[1, 2]", set(), set()),
        (b'"text"', set(), set()),
    ],
)
def test_the_keys_of_a_file_and_of_its_first_object_are_seen(head, own, first):
    assert (look.keys(head), look.first_keys(head)) == (own, first)
