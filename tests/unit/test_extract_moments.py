"""Relative dates in a statement, since when it holds, and until when."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from perdure.capture.moments import PASSING, dated
from perdure.text.resolved import in_place, without_resolved

AT = datetime(2024, 5, 15, 13, tzinfo=UTC)
"""A Wednesday."""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I finished it yesterday", "I finished it yesterday (2024-05-14)"),
        ("I'll send it by Friday", "I'll send it by Friday (2024-05-17)"),
        ("The demo is on Tuesday", "The demo is on Tuesday (2024-05-21)"),
        ("I ran 14 km on Sunday", "I ran 14 km on Sunday (2024-05-12)"),
        ("I moved last week", "I moved last week (2024-05-06 – 2024-05-12)"),
        ("I'm flying to Tokyo on June 14", "I'm flying to Tokyo on June 14 (2024-06-14)"),
        ("The race will be in February", "The race will be in February (2025-02)"),
        ("I moved last year", "I moved last year (2023)"),
        ("It starts next month", "It starts next month (2024-06)"),
        ("第二章昨天写完了", "第二章昨天（2024-05-14）写完了"),
        ("我周五前发给你", "我周五前（2024-05-17）发给你"),
        ("下周一开始装修", "下周一（2024-05-20）开始装修"),
        ("上周日跑了14公里", "上周日（2024-05-12）跑了14公里"),
        ("6月14号飞东京，要早起", "6月14号（2024-06-14）飞东京，要早起"),
        ("会议改到周四 on Zoom", "会议改到周四（2024-05-16） on Zoom"),
    ],
)
def test_a_relative_date_gets_the_absolute_one_behind_it(text, told):
    assert dated(text, AT).text == told
    assert without_resolved(told) == text


@pytest.mark.parametrize(
    "text",
    [
        "I work from home on Fridays",
        "我每周三打球",
        "My birthday is on October 12",
        "我的生日是11月8号",
        "I get up at 6",
        "I joined in 2019",
        "The deadline is 2024-06-30",
        "外婆周末才过来",
        "I moved yesterday (2024-05-14)",
        "no date at all",
    ],
)
def test_what_comes_again_or_is_absolute_already_stays_as_it_is(text):
    assert dated(text, AT).text == text


def test_it_holds_since_it_was_said_unless_it_says_since_when():
    assert dated("I moved to Hamburg last week", AT).holds_from == AT
    assert dated("I have worked at Acme since 2019", AT).holds_from == datetime(2019, 1, 1, tzinfo=UTC)
    assert dated("我从2019年起在 Acme 工作", AT).holds_from == datetime(2019, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("I'm in Shanghai this week", datetime(2024, 5, 20, tzinfo=UTC)),
        ("I'm working from home until Friday", datetime(2024, 5, 18, tzinfo=UTC)),
        ("这周在上海出差", datetime(2024, 5, 20, tzinfo=UTC)),
        ("I'm staying at my sister's for two weeks", AT + timedelta(days=14)),
        ("我请假三天，这几天不在公司", AT + timedelta(days=3)),
        ("For now I use the old laptop", AT + PASSING),
        ("暂时住在酒店", AT + PASSING),
    ],
)
def test_what_holds_for_now_expires(text, until):
    assert dated(text, AT).expires_at == until


@pytest.mark.parametrize(
    "text",
    [
        "I live in Berlin",
        "The deadline is this Friday",
        "I finished it today",
        "我住在杭州",
        "今天交了报告",
        "这周公司换成飞书了",
    ],
)
def test_what_lasts_does_not_expire(text):
    assert dated(text, AT).expires_at is None


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("The deadline is Friday (2024-05-17)", "The deadline is 2024-05-17"),
        ("会议改到周四（2024-05-16）了", "会议改到2024-05-16了"),
        ("I moved to Hamburg last week (2024-05-06 – 2024-05-12)", "I moved to Hamburg last week"),
        ("I quit coffee yesterday (2024-05-14)", "I quit coffee yesterday"),
        ("see (2024) and (x)", "see and (x)"),
        ("nothing (here)", "nothing (here)"),
    ],
)
def test_where_a_day_is_what_is_told_its_date_stands_for_it(text, read):
    assert in_place(text) == read
