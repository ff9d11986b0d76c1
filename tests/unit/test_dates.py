"""Dates in text: the days and months it names, whether it says when, and whether it asks."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.text.dates import DateMention, asks_when, dates_in, tells_time

days = st.dates(date(1950, 1, 1), date(2080, 12, 31))


def named(text: str) -> list[tuple[int | None, int, int | None]]:
    return [(mention.year, mention.month, mention.day) for mention in dates_in(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2026-05-01", [(2026, 5, 1)]),
        ("on 2026/5/1 we met", [(2026, 5, 1)]),
        ("2026.05.01", [(2026, 5, 1)]),
        ("2026年5月1日交稿", [(2026, 5, 1)]),
        ("5月1日", [(None, 5, 1)]),
        ("5月1号见", [(None, 5, 1)]),
        ("2025年9月", [(2025, 9, None)]),
        ("九月 9月份", [(None, 9, None)]),
        ("what happened on May 5?", [(None, 5, 5)]),
        ("May 5th, 2023", [(2023, 5, 5)]),
        ("Sept. 3rd", [(None, 9, 3)]),
        ("the 3rd of July", [(None, 7, 3)]),
        ("3 July 2024", [(2024, 7, 3)]),
        ("in June 2022", [(2022, 6, None)]),
        ("last August", [(None, 8, None)]),
        ("Feb 29", [(None, 2, 29)]),
        ("from May 5 to 7 June 2023", [(None, 5, 5), (2023, 6, 7)]),
        ("周三 2026-05-01 和 May 7", [(2026, 5, 1), (None, 5, 7)]),
    ],
)
def test_days_and_months_are_read_in_both_languages(text, found):
    assert sorted(named(text), key=str) == sorted(found, key=str)


@pytest.mark.parametrize(
    "text",
    [
        "2026-13-01",
        "2026-02-30",
        "2025-02-29",
        "13月5日",
        "4月31日",
        "May 32",
        "April 31",
        "I may go",
        "march on",
        "version 12.05.2026x",
        "3个月",
        "tomorrow",
        "昨天",
        "order 2026050112",
        "",
    ],
)
def test_what_is_no_date_is_not_taken_for_one(text):
    assert named(text) == []


@given(days)
def test_every_day_is_read_from_its_usual_forms(day):
    expected = [(day.year, day.month, day.day)]
    assert named(day.isoformat()) == expected
    assert named(f"{day.year}年{day.month}月{day.day}日") == expected
    assert named(f"{day:%B} {day.day}, {day.year}") == expected


@given(days)
def test_the_day_itself_is_closest_then_the_week_after_then_the_day_before(day):
    mention = DateMention(year=day.year, month=day.month, day=day.day)
    assert mention.closeness(day) == 1
    assert all(mention.closeness(day + timedelta(days=n)) == 0.5 for n in range(1, 8))
    assert mention.closeness(day - timedelta(days=1)) == 0.3
    assert mention.closeness(day + timedelta(days=8)) == mention.closeness(day - timedelta(days=2)) == 0


def test_without_a_year_any_year_will_do_also_across_its_turn():
    mention = DateMention(month=12, day=31)
    assert mention.closeness(date(2019, 12, 31)) == mention.closeness(date(2026, 12, 31)) == 1
    assert mention.closeness(date(2027, 1, 3)) == 0.5
    assert DateMention(month=1, day=1).closeness(date(2025, 12, 31)) == 0.3


def test_a_leap_day_of_no_year_is_close_where_it_exists():
    assert DateMention(month=2, day=29).closeness(date(2024, 2, 29)) == 1
    assert DateMention(month=2, day=29).closeness(date(2022, 7, 1)) == 0


def test_a_month_is_close_to_all_of_its_days_and_no_other():
    mention = DateMention(year=2025, month=9)
    assert mention.closeness(date(2025, 9, 1)) == mention.closeness(date(2025, 9, 30)) == 1
    assert mention.closeness(date(2025, 10, 1)) == mention.closeness(date(2024, 9, 5)) == 0
    assert DateMention(month=9).closeness(date(2021, 9, 5)) == 1


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
