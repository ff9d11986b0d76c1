"""Records of other programs: what their values mean, and what of them is kept."""

from __future__ import annotations

import io
import json
from datetime import UTC, datetime

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from perdure.domain.memory import Slot
from perdure.errors import InvalidInput
from perdure.transfer import ours
from perdure.transfer.ours import COLUMNS, as_it_was, harmless, row, tagless, untagged, written
from perdure.transfer.importers.lists import under, values_in
from perdure.transfer.loose import (
    CUT,
    digest,
    fraction,
    kind_of,
    name_of,
    record_of,
    slot_of,
    tags_of,
    when,
    within,
    written_at,
)
from perdure.transfer.vault import file_name, pieces, unsafe, yaml_text

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("Preferences", "preference"),
        ("偏好", "preference"),
        (" todo ", "task"),
        ("role", None),
        ("profile", None),
        ("note", None),
        (3, None),
    ],
)
def test_a_word_names_a_kind_only_where_that_is_certain(word, kind):
    assert kind_of(word) == kind


@pytest.mark.parametrize(
    ("value", "at"),
    [
        ("2026-02-03T09:12:00Z", datetime(2026, 2, 3, 9, 12, tzinfo=UTC)),
        (1770109920, datetime(2026, 2, 3, 9, 12, tzinfo=UTC)),
        (1770109920000, datetime(2026, 2, 3, 9, 12, tzinfo=UTC)),
        ("1770109920.5", datetime(2026, 2, 3, 9, 12, 0, 500_000, tzinfo=UTC)),
        ("2026/2/3 9:05", datetime(2026, 2, 3, 9, 5)),
        ("2026年2月3日", datetime(2026, 2, 3)),
        ("2026/13/3", None),
        ("9999/99/99 99:99", None),
        ("soon", None),
        (True, None),
        ([], None),
        (float("nan"), None),
        (10**400, None),
    ],
)
def test_times_are_read_in_the_forms_that_exports_use(value, at):
    assert written_at(value) == at
    assert when(value) == (at if at is None or at.tzinfo else at.replace(tzinfo=UTC))


def test_the_first_time_that_can_be_meant_counts():
    assert when("soon", 0, "0001-01-01", "2026-02-03") == datetime(1970, 1, 1, tzinfo=UTC)
    assert when("9999-12-31", None, "") is None


def test_tags_are_words_each_once():
    assert tags_of(["a", "#b", "a", 3, None, ["c"], ""]) == ("a", "b", "3")
    assert tags_of("健康、饮食, food;") == ("健康", "饮食", "food")
    assert tags_of('["a, b", "c"]') == ("a, b", "c")
    assert tags_of({"a": 1}) == tags_of(None) == ()


def test_fractions_and_slots_are_taken_only_as_what_they_are():
    assert [fraction(value) for value in (0.5, "1", 2, -1, "x", True, None, float("nan"))] == [0.5, 1.0, *[None] * 6]
    assert slot_of("city") == Slot("self", "city")
    assert slot_of({"subject": "orders", "attribute": "database"}) == Slot("orders", "database")
    assert slot_of({"subject": "orders"}) is slot_of([]) is slot_of(" ") is None


@given(st.dictionaries(st.text("abc你", max_size=8), JSON, max_size=4))
def test_a_record_is_kept_with_values_that_json_has(record):
    kept = record_of(record)
    assert record_of(kept) == kept
    assert set(kept) == set(record)
    json.dumps(kept, allow_nan=False)


def test_what_is_nested_too_deep_is_cut_and_the_rest_stays():
    deep: dict = {"text": "茶"}
    deep["a"] = deep
    kept = record_of(deep)
    assert (kept["text"], kept["a"]["text"]) == ("茶", "茶")
    assert json.dumps(kept).count("[nested too deep]") == 1
    assert within({"a": {"b": [1]}, "c": 1}, 2) == {"a": {"b": CUT}, "c": 1}


def test_a_record_that_is_too_large_is_refused():
    wide = ["x"] * 10
    for _ in range(5):
        wide = [wide] * 10
    with pytest.raises(InvalidInput):
        record_of({"wide": wide})


def test_a_vector_is_no_part_of_a_record():
    record = {"text": "a", "embedding": [0.1], "inner": {"vector": "[1,2]", "fact_embedding": b"1", "n": 1}}
    assert record_of(record) == {"text": "a", "inner": {"n": 1}}


def test_names_and_ids_are_short_and_say_something():
    assert [name_of(value) for value in ("  a ", 7, True, "", "x" * 301, None, 1.5)] == ["a", "7", *[None] * 5]
    assert name_of(None, "", "second") == "second"


@pytest.mark.parametrize("size", [1, 3, 7, 1 << 20])
def test_a_list_is_read_however_its_bytes_come(size):
    class Slow(io.BytesIO):
        def read(self, count=-1):
            return super().read(min(count, size) if count > 0 else size)

    text = '{"about": {"n": 1}, "memories": [{"text": "靠窗 ☕ 😀"}, 12345, "x", [1, {"a": "]"}], null ], "more": 1}'
    found = list(under(Slow(text.encode()), "memories", where="file"))
    assert found == [{"text": "靠窗 ☕ 😀"}, 12345, "x", [1, {"a": "]"}], None]


def test_values_that_ran_into_one_line_are_read_one_by_one():
    assert list(values_in(b'{"a":1}{"b":2} [3]')) == [{"a": 1}, {"b": 2}, [3]]
    with pytest.raises(InvalidInput):
        list(values_in(b'{"a":1} broken'))


# Names for files


@given(st.lists(st.text(max_size=120), min_size=2, max_size=8, unique=True))
def test_distinct_names_never_share_a_file_on_any_disk(names):
    files = [file_name(name) for name in names]
    assert len({file.casefold() for file in files}) == len(names)
    assert all(file and len(file.encode()) <= 120 and not set(file) & set('/\\:*?"<>|. \0') for file in files)


@pytest.mark.parametrize(
    "name", ["con", "CON", "nul", "com1", "", ".", "..", "a/../b", "A", "ß", "é", "e\u0301", "ﬁ", "Ⅷ", "x" * 500]
)
def test_names_that_a_disk_has_another_mind_about_are_encoded(name):
    assert file_name(name) != name


def test_plain_names_stay_as_they_are():
    assert [file_name(name) for name in ("alice", "小雨", "orders-2_b")] == ["alice", "小雨", "orders-2_b"]


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        ("a/b.md", False),
        ("小雨.md", False),
        ("..md", False),
        ("../a", True),
        ("/a", True),
        ("c:a", True),
        ("a\\b", True),
        ("", True),
    ],
)
def test_paths_that_lead_out_of_a_folder_are_told(path, wrong):
    assert unsafe(path) == wrong


# What is written for people


@given(st.text(max_size=60))
def test_a_text_without_its_tags_is_the_same_again(text):
    if "\\<" not in text and "<\\" not in text:
        assert untagged(tagless(text)) == text
    assert "<!--" not in tagless(text)


@given(st.text(max_size=60))
def test_a_record_on_one_line_has_no_line_break_and_no_tag(text):
    line = written({"text": text})
    assert len(line.splitlines()) == 1
    assert not set(line) & set("<>")


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=60))
def test_a_text_in_front_matter_is_the_same_again(text):
    assert yaml.safe_load(f"a: {yaml_text(text)}") == {"a": text}


@given(st.text(max_size=30))
def test_a_cell_is_never_a_formula_and_comes_back(cell):
    assert not harmless(cell).startswith(("=", "+", "-", "@", "\t", "\r"))
    assert as_it_was(harmless(cell)) == cell


@given(
    st.text(min_size=1, max_size=30),
    st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5), min_size=1, max_size=3),
)
def test_a_row_is_its_record_again(text, metadata):
    record = {
        "id": "mem_1",
        "text": text,
        "slot": {"subject": "self", "attribute": text},
        "importance": 0.1,
        "tags": [text],
        "metadata": metadata,
        "version": 3,
    }
    assert ours.record_of(dict(zip(COLUMNS, row("user/alice", record), strict=True))) == ("user/alice", record)


@given(st.text(st.sampled_from("ab #-*>`~[]()!\n\t<>-%"), max_size=80))
def test_any_text_is_taken_apart_into_pieces_that_say_something(body):
    found = list(pieces(body))
    assert all(piece.text.strip() and 1 <= piece.line <= body.count("\n") + 1 for piece in found)


def test_a_statement_is_told_apart_by_what_it_was_made_of():
    assert digest("a", "b") != digest("ab") != digest("a", "", "b")
    assert digest("\ud800") == digest("\ud800")
