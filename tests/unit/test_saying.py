"""What a turn says: small talk says nothing, nor does one that asks what is asked again."""

from __future__ import annotations

import time

import pytest

from perdure.recall.saying import asks, is_empty, is_statement, knows_nothing, only_asks
from tests.behaviour.requirements import requirement

CITY_ZH, CITY_EN = "我住在哪个城市？", "Which city do I live in?"


@requirement("R10")
@pytest.mark.parametrize(
    "text",
    [
        "好的。",
        "好的，记住了。",
        "早上好呀",
        "谢谢，辛苦了",
        "不客气！",
        "是啊",
        "哈哈哈今天天气真好",
        "謝謝",
        "Hi!",
        "hello there",
        "You're welcome!",
    ]
    + [
        "Okay.",
        "Got it, noted.",
        "Okay, I'll remember that.",
        "Haha thanks a lot!",
        "it is such a nice day today",
        "OK 好的 👍",
    ],
)
def test_greeting_thanks_assent_and_weather_say_nothing(text):
    assert is_empty(text, "我对什么过敏")


@requirement("R10")
@pytest.mark.parametrize(
    "text",
    [
        "好的，我对花生过敏",
        "好吃",
        "我记住了密码是12345",
        "我好累",
        "谢谢，我搬到杭州了",
        "Thanks, I moved to Oslo",
        "I noted the size: 42",
    ]
    + ["ok, Friday at 9", "Hi, I'm Ana", "今天天气真好，我去了西湖"],
)
def test_whatever_tells_anything_is_no_small_talk(text):
    assert not is_empty(text, "我对什么过敏")


@pytest.mark.parametrize(
    ("text", "question"), [("今天天气真好", "昨天天气怎么样"), ("it is such a nice day", "what was the weather like?")]
)
def test_the_weather_is_no_small_talk_where_it_is_asked_for(text, question):
    assert not is_empty(text, question)
    assert is_empty(text, "where do I live?")


@requirement("R10")
@pytest.mark.parametrize(
    "text",
    [
        "我住在哪个城市？谢谢",
        "请问我住在哪个城市",
        "你好，我住在哪个城市？",
        "我住在哪个城市？在线等",
        "帮我查下我住在哪个城市",
        "我住在哪個城市",
    ]
    + [
        "在吗，我住在哪个城市？",
        "我现在住哪个城市？",
        "你知道我住在哪个城市吗",
        "我住哪座城市来着",
        "告诉我我住哪个城市",
        CITY_ZH,
    ],
)
def test_a_turn_in_chinese_that_asks_the_same_only_asks(text):
    assert only_asks(text, CITY_ZH)


@requirement("R10")
@pytest.mark.parametrize(
    "text",
    [CITY_EN, "which city do I live in", "Hi, which city do I live in? Thanks", "please tell me which city I live in"]
    + ["Do you know which city I live in?"],
)
def test_a_turn_in_english_that_asks_the_same_only_asks(text):
    assert only_asks(text, CITY_EN)


@requirement("R10")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("did I tell you that I moved to Oslo?", CITY_EN),
        ("did I tell you that I moved to Oslo?", "did I move to Oslo?"),
        ("Which city does my sister live in?", CITY_EN),
        ("I live in the city", CITY_EN),
        ("我住在杭州哪个城市", CITY_ZH),
        ("我跟你说过我住在哪个城市吗", CITY_ZH),
        ("我搬到杭州了，帮我想想", "我搬到杭州了吗？"),
        ("我搬到杭州了", "我搬到杭州了吗？"),
        ("the kayak 在哪个 shed?", "the kayak 在哪？"),
        ("how do I mount the docker volume?", "docker volume mount"),
        ("我住在哪个城市？", "我问过我住在哪个城市吗？"),
        ("Which city do I live in?", "did I ask which city I live in?"),
    ],
)
def test_one_that_brings_a_word_or_is_what_is_looked_for_counts(text, question):
    assert not only_asks(text, question)


@requirement("R10")
@pytest.mark.parametrize(
    ("reply", "question"),
    [
        ("抱歉，我不清楚您住在哪个城市。", CITY_ZH),
        ("您没有告诉过我。", CITY_ZH),
        ("不知道", "我开的什么车"),
        ("Sorry, I don't know which city you live in.", CITY_EN),
        ("You haven't told me that yet.", CITY_EN),
    ],
)
def test_a_reply_that_it_is_not_known_knows_nothing(reply, question):
    assert knows_nothing(reply, question)


@requirement("R10")
@pytest.mark.parametrize(
    ("reply", "question"),
    [
        ("您没有告诉过我，不过您说过喜欢猫", CITY_ZH),
        ("我不清楚，也许是杭州", CITY_ZH),
        ("您住在哪个城市，杭州", CITY_ZH),
        ("I'm not sure, but maybe Oslo", CITY_EN),
        ("You live in Oslo", CITY_EN),
    ],
)
def test_a_reply_with_anything_else_in_it_counts(reply, question):
    assert not knows_nothing(reply, question)


@pytest.mark.parametrize(
    "text", ["Which city?", "where do I live", "我住在哪个城市", "请问几点开会", "你记得吗", "Hi, what is it"]
)
def test_a_question_is_no_statement(text):
    assert not is_statement(text)
    assert asks(text)


@pytest.mark.parametrize(
    "text", ["我什么都吃", "我没什么忌口", "I know what I want", "what a day", "我搬到杭州了", "I moved to Oslo"]
)
def test_a_statement_is_one(text):
    assert is_statement(text)


@pytest.mark.parametrize(
    "text",
    [
        "哈" * 100_000,
        "好的" * 30 + "x",
        "ok " * 20 + "z",
        "ha" * 30 + "?x",
        "我不知道" * 50 + "x",
        "?" * 200,
        "hi " * 60,
    ],
)
def test_no_text_takes_long(text):
    before = time.thread_time()
    is_empty(text, "q"), only_asks(text, "what?"), knows_nothing(text, "what?"), is_statement(text)
    assert time.thread_time() - before < 2
