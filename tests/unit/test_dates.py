"""Whether a sentence says when, and whether a question asks for it."""

from __future__ import annotations

import pytest

from perdure.text.dates import asks_when, tells_time


@pytest.mark.parametrize(
    "text",
    [
        "I moved last week",
        "since 2019",
        "the train leaves at 7pm",
        "see you tomorrow",
        "昨天去了医院",
        "下周三开会",
        "三月五号",
        "去年搬家",
    ],
)
def test_a_sentence_that_says_when_is_recognised(text):
    assert tells_time(text)


@pytest.mark.parametrize("text", ["I like tea", "我喜欢喝茶", "the lasting impression", "数据库", ""])
def test_a_sentence_that_does_not_is_not(text):
    assert not tells_time(text)


@pytest.mark.parametrize(
    "text",
    ["When did we meet?", "what year was it", "how long ago", "什么时候见面", "哪天出发", "几点开会", "会议日期"],
)
def test_a_question_for_a_time_is_recognised(text):
    assert asks_when(text)


@pytest.mark.parametrize("text", ["Whenever you like", "who was there", "谁来了", "哪个数据库"])
def test_other_questions_are_not(text):
    assert not asks_when(text)


@pytest.mark.parametrize("unit", ["1", "十", "12 ", "5月"])
def test_digits_without_end_are_read_in_passing(unit):
    assert tells_time(unit * 100_000 + " tomorrow")
    assert not tells_time("1" * 100_000)
