"""A model's reply, however it is put."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.capture.model.reading import read_reply
from perdure.errors import ModelReplyInvalid
from tests.behaviour.requirements import requirement

GOOD = '{"facts": ["I play the oboe", "我会弹双簧管"]}'
FACTS = ["I play the oboe", "我会弹双簧管"]


def facts(text: str) -> object:
    return read_reply(text, "facts")["facts"]


@requirement("W15")
@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"\ufeff{GOOD}",
        f"Here are the facts:\n```json\n{GOOD}\n```\nHope it helps {{smile}}",
        f"```\n{GOOD}\n```",
        f"~~~json\n{GOOD}\n~~~",
        f'<think>maybe {{"facts": ["no"]}}</think>\n{GOOD}',
        f'For example {{"facts": []}}, but here: {GOOD}',
        f"{GOOD}\n\nNote: none",
        f"I looked at {{a}} and [b]: {GOOD}",
        '["I play the oboe", "我会弹双簧管"]',
        '```json\n["I play the oboe", "我会弹双簧管"]\n```',
        '{"facts": ["I play the oboe", "我会弹双簧管",]}',
        "{'facts': ['I play the oboe', '我会弹双簧管']}",
        '{facts: ["I play the oboe", "我会弹双簧管"]}',
        '{"facts": ["I play the oboe", "我会弹双簧管"',
        '{"facts": ["I play the oboe", "我会弹双簧管", "and I liv',
        "{“facts”：[“I play the oboe”，“我会弹双簧管”]}",
        '{"facts": ["I play the oboe" "我会弹双簧管"]}',
        '{"facts": ["I play the oboe", "我会弹双簧管"] // done\n}',
    ],
)
def test_the_facts_are_found(text: str):
    assert facts(text) == FACTS


def test_of_a_list_that_is_cut_off_the_whole_items_count():
    text = '{"facts": [{"text": "I play the oboe", "turns": [1]}, {"text": "I live in Graz", "turns": [2], "ki'
    assert facts(text) == [{"text": "I play the oboe", "turns": [1]}]


def test_one_broken_item_costs_no_other():
    assert facts('{"facts": [{"text": "a"}, {text: "b"}, {"text": "c"}]}') == [
        {"text": "a"},
        {"text": "b"},
        {"text": "c"},
    ]


def test_a_quote_within_quotes_is_repaired():
    assert facts('{"facts": ["he said "hi" to me"]}') == ['he said "hi" to me']


def test_what_is_no_number_becomes_nothing():
    assert facts('{"facts": [{"text": "a", "importance": NaN, "more": [Infinity, -Infinity, 1e999, 0.5]}]}') == [
        {"text": "a", "importance": None, "more": [None, None, None, 0.5]}
    ]


def test_half_a_surrogate_pair_and_control_characters_do_not_come_through():
    assert facts('{"facts": ["\\ud83d 我会弹双簧管", "a\\u0000b"]}') == ["\ufffd 我会弹双簧管", "ab"]


def test_line_breaks_within_a_text_are_read():
    assert facts('{"facts": ["one\ntwo"]}') == ["one\ntwo"]


@requirement("W15")
@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "I cannot do that.",
        "null",
        "[]",
        "{}",
        "5",
        '"facts"',
        '{"other": 1}',
        "{",
        "[",
        "{{{{",
        "facts:",
        "\0",
        "\ud83d",
        "[1]",
    ],
)
def test_a_reply_without_facts_is_invalid(text: str):
    with pytest.raises(ModelReplyInvalid) as raised:
        facts(text)
    assert raised.value.code == "model_reply_invalid"


@pytest.mark.parametrize("value", [None, "I play the oboe", 5, {"text": "x"}, True])
def test_what_stands_under_the_key_is_not_judged(value):
    assert facts(json.dumps({"facts": value})) == value


def test_ten_thousand_facts_are_read_whole_or_cut():
    whole = json.dumps({"facts": [{"text": f"fact {n}", "turns": [n]} for n in range(10_000)]})
    assert len(facts(whole)) == 10_000
    assert len(facts(whole[:-20])) == 9_999


@pytest.mark.parametrize(
    "text", ["{" * 20_000, "[" * 200_000, '{"a":' * 20_000, '"' * 50_000, "\\" * 50_000, '{"facts": ' + "[" * 100_000]
)
def test_rubbish_of_any_length_is_invalid(text: str):
    with pytest.raises(ModelReplyInvalid):
        facts(text)


@given(st.text(alphabet="{}[]\",:\\ 'afcts1\n“：", max_size=60))
def test_any_text_is_read_or_invalid(text: str):
    try:
        found = read_reply(text, "facts")
    except ModelReplyInvalid:
        return
    assert "facts" in found
    json.dumps(found, allow_nan=False).encode()


@given(
    st.recursive(
        st.none() | st.booleans() | st.text() | st.integers(), lambda v: st.lists(v) | st.dictionaries(st.text(), v)
    )
)
def test_json_is_read_as_it_is(value):
    text = json.dumps({"facts": [value], "kept": "x"}, ensure_ascii=False)
    assert read_reply(text, "facts")["kept"] == "x"
