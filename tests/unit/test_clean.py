"""What may enter the store, and when two texts are the same statement."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given
from hypothesis import assume, strategies as st

from perdure.errors import InvalidText
from perdure.text.clean import clean, clean_value, fold, simplify, statement_key, strip_controls
from tests.behaviour.requirements import requirement

LIMIT = 1_048_576


@pytest.mark.parametrize(
    "text", ["", " ", "\n\t", "\u3000", "\0", "\0\x01\x1f", "\u200b\ufeff", "\x85", None, 5, 1.5, b"text", ["text"], {}]
)
def test_what_says_nothing_is_refused(text):
    with pytest.raises(InvalidText) as refused:
        clean(text, limit=LIMIT)
    assert refused.value.code == "invalid_text"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a\0b", "ab"),
        ("a\x07b\x1bc\x7fd\x85e", "abcde"),
        ("\ufeffhello\u200b", "hello"),
        ("line\nnext\tcell\r\n", "line\nnext\tcell\r\n"),
        ("  spaces stay  ", "  spaces stay  "),
        ("half \ud83d pair", "half \ufffd pair"),
        ("\udfffx", "\ufffdx"),
        ("🙂 👨‍👩‍👧 中文", "🙂 👨‍👩‍👧 中文"),
    ],
)
def test_controls_go_and_everything_else_stays(text, kept):
    assert clean(text, limit=LIMIT) == kept


@given(st.text(st.characters(), min_size=1))
def test_what_is_cleaned_can_be_written_and_stays_as_it_is(text):
    cleaned = strip_controls(text)
    cleaned.encode("utf-8")
    assert strip_controls(cleaned) == cleaned
    assert not re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]", cleaned)


@pytest.mark.parametrize(("unit", "size"), [("x", 1), ("é", 2), ("中", 3), ("🙂", 4)])
def test_the_limit_is_counted_in_bytes_and_is_exact(unit, size):
    assert clean(unit * (12_000 // size), limit=12_000)
    with pytest.raises(InvalidText):
        clean(unit * (12_000 // size) + "x", limit=12_000)


def test_controls_do_not_count_against_the_limit():
    assert clean("\0" * 100 + "x" * 10, limit=10) == "x" * 10


def test_values_are_cleaned_at_every_depth_and_in_their_keys():
    dirty = {"a\0": ["b\0", {"c\x07": ("d\ud800", 5, None, True)}], "n": 1.5}
    assert clean_value(dirty) == {"a": ["b", {"c": ["d\ufffd", 5, None, True]}], "n": 1.5}


@requirement("W8")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The spare key is with Mrs. Halim", "  the spare key  is with Mrs. Halim. "),
        ("I like tea", "I LIKE TEA!"),
        ("我喜欢喝茶", "我喜欢喝茶。"),
        ("我喜歡喝茶", "我喜欢喝茶"),
        ("明天见，老地方", "明天见,老地方"),
        ("Ｑ３ plan", "q3 plan"),
        ("He said “no”", 'he said "no"'),
        ("one\ntwo", "one two"),
        ("wait…", "wait..."),
    ],
)
def test_the_same_words_are_the_same_statement(one, other):
    assert statement_key(one) == statement_key(other)


@requirement("W8")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The gate code is 5521", "The gate code is 5512"),
        ("小林的生日是3月4日", "小玲的生日是3月4日"),
        ("小林的生日是3月4日", "小林的生日是3月14日"),
        ("I love cilantro", "I hate cilantro"),
        ("I like tea", "I do not like tea"),
        ("我喜欢香菜", "我不喜欢香菜"),
        ("Ann owes Bob 5", "Bob owes Ann 5"),
        ("it is -5 outside", "it is 5 outside"),
        ("use C++", "use C"),
        ("rate is 5%", "rate is 5"),
        ("the area is 10² m", "the area is 102 m"),
        ("x³", "x3"),
        ("version 1.2", "version 12"),
        ("Is it open?", "It is open"),
        ("Is it open?", "Is it open"),
        ("on or off", "on, or off"),
        ("therapist", "the rapist"),
        ("小 明", "小明"),
    ],
)
def test_another_number_name_sign_order_or_negation_is_another_statement(one, other):
    assert statement_key(one) != statement_key(other)


@given(st.text(max_size=60))
def test_a_key_is_its_own_key(text):
    assert statement_key(statement_key(text)) == statement_key(text)


@given(st.text(max_size=40), st.sampled_from(["", ".", "。", "!", " \n", "…"]), st.sampled_from(["", " ", "\u3000"]))
def test_what_stands_around_a_statement_does_not_count(text, end, start):
    assume(statement_key(text).strip(" .!~…"))  # of nothing but stops, each stop counts
    assert statement_key(start + text + end) == statement_key(text)


@pytest.mark.parametrize(
    ("text", "folded"),
    [("Straße", "strasse"), ("ÀÉ", "àé"), ("Ｆ", "f"), ("繁體字", "繁体字"), ("ﬁ", "fi"), ("plain", "plain")],
)
def test_texts_are_compared_without_case_width_and_script(text, folded):
    assert fold(text) == folded


def test_traditional_characters_become_simplified_and_nothing_else_changes():
    assert simplify("臺灣的後端開發 café 🙂") == "台湾的后端开发 café 🙂"
