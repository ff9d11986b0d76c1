"""What a query asks."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from perdure import Policy
from perdure.domain.policy import Limits
from perdure.errors import InvalidQuery
from perdure.recall.plan import is_small_talk, language_of, plan
from perdure.text.clean import strip_controls
from tests.behaviour.requirements import requirement

POLICY = Policy()


@pytest.mark.parametrize("query", ["", " ", "\n\t", "\0\x07", "\u200b", None, 5, b"x", ["x"]])
def test_what_asks_nothing_is_refused(query):
    with pytest.raises(InvalidQuery) as refused:
        plan(query, POLICY)
    assert refused.value.code == "invalid_query"


@given(st.text())
def test_any_other_text_is_a_question(text):
    assume(strip_controls(text).strip())
    planned = plan(text, POLICY)
    assert planned.texts[0] == planned.query == strip_controls(text).strip()
    assert len(planned.terms) == len(planned.texts)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("where is the key", "en"),
        ("钥匙在哪", "zh"),
        ("PostgreSQL 迁移到哪了", "zh"),
        ("which 数据库 did the team choose for order-service in the end", "en"),
        ("東京タワー", "zh"),
        ("🙂", "en"),
    ],
)
def test_the_language_is_that_of_most_of_the_question(text, language):
    assert language_of(text) == language


@requirement("R10")
@pytest.mark.parametrize(
    "text",
    [
        "hi",
        "Hello!",
        "thanks a lot",
        "thank you so much!",
        "Good morning",
        "ok 👍",
        "你好",
        "你好啊",
        "谢谢你！",
        "早上好",
        "哈哈哈哈",
        "好的，谢谢",
    ],
)
def test_a_greeting_or_thanks_is_small_talk(text):
    assert is_small_talk(text)


@pytest.mark.parametrize(
    "text",
    [
        "hi, where is my key",
        "hill",
        "history",
        "okapi",
        "早餐",
        "早上吃什么",
        "你好吗我的钥匙在哪",
        "good bread",
        "weather",
        "天气",
        "night shift",
        "谢谢先生",
    ],
)
def test_a_question_that_only_begins_like_one_is_not(text):
    assert not is_small_talk(text)


@pytest.mark.parametrize("unit", ["哈", "你好", "hi ", "嗯嗯 ", "ok, "])
def test_laughter_without_end_does_not_take_time_without_end(unit):
    assert is_small_talk(unit * 500)
    assert not is_small_talk(unit * 500 + "x")


@pytest.mark.parametrize(
    ("query", "clauses"),
    [
        ("Where is the spare key? And what does my doctor say?", 2),
        ("我的数据库用什么？另外备用钥匙在哪里放着", 2),
        ("我下周的航班是几点，还有酒店的名字叫什么", 2),
        ("Which city is my sister in and also when does her lease end", 2),
        ("where is the spare key", 0),
        ("why?", 0),
        ("Hello. Where is the key", 0),
    ],
)
def test_a_question_of_several_parts_is_looked_for_by_its_parts_too(query, clauses):
    assert len(plan(query, POLICY).texts) == 1 + clauses


def test_a_page_of_questions_does_not_become_a_page_of_searches():
    query = " ".join(f"Where does person{n} keep the boat{n}?" for n in range(40))
    assert len(plan(query, POLICY).texts) <= 5


def test_a_long_question_keeps_its_head_and_its_tail():
    query = "HEAD " + "padding " * 2_000 + "where is the kayak TAIL"
    planned = plan(query, POLICY)
    assert len(planned.query) <= POLICY.limits.query_chars + 1
    assert planned.query.startswith("HEAD")
    assert planned.query.endswith("where is the kayak TAIL")
    assert "kayak" in planned.terms[0]


def test_how_long_a_question_may_be_is_a_setting():
    assert len(plan("x" * 50, Policy(limits=Limits(query_chars=10))).query) == 11


def test_dates_and_questions_for_a_time_are_noticed():
    planned = plan("When did we meet after May 5th, 2023?", POLICY)
    assert planned.asks_when
    assert [(date.year, date.month, date.day) for date in planned.dates] == [(2023, 5, 5)]


def test_the_terms_present_in_a_text_are_those_of_the_whole_question():
    planned = plan("spare key 备用钥匙", POLICY)
    assert planned.present("The KEYS are here; 钥匙在这") == {"key", "钥", "匙", "钥匙"}
