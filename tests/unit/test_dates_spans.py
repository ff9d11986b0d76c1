"""Stretches of time: how close a moment lies, whose calendar they are of, and texts that are nothing but one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from perdure.text.dates import Span, spans_in, stretch
from tests.behaviour.requirements import requirement

SHANGHAI = ZoneInfo("Asia/Shanghai")
NOW = datetime(2026, 11, 25, 10, 30, tzinfo=SHANGHAI)
"""A Wednesday."""


def at(day: str, zone: ZoneInfo = SHANGHAI) -> datetime:
    return datetime.fromisoformat(day).replace(tzinfo=zone)


def only(text: str, now: datetime = NOW) -> Span:
    (span,) = spans_in(text, now)
    return span


def instants(text: str, now: datetime) -> tuple[str, str]:
    span = only(text, now)
    return span.start.astimezone(UTC).isoformat()[:16], span.end.astimezone(UTC).isoformat()[:16]


@pytest.mark.parametrize("text", ["2023-05-08", "2023年5月8日", "8 May 2023", "May 8"])
def test_the_day_itself_is_closest_then_the_week_after_then_the_day_before(text):
    span = only(text)
    assert span.closeness(at("2023-05-08")) == span.closeness(at("2023-05-08 23:59:59")) == 1
    assert span.closeness(at("2023-05-09")) == span.closeness(at("2023-05-15 23:59")) == 0.5
    assert span.closeness(at("2023-05-07")) == span.closeness(at("2023-05-07 23:59")) == 0.3
    assert span.closeness(at("2023-05-16")) == span.closeness(at("2023-05-06 23:59")) == 0


def test_a_part_of_a_day_is_closer_than_the_rest_of_it():
    span = only("上周三下午")
    assert span.closeness(at("2026-11-18 15:00")) == 1
    assert span.closeness(at("2026-11-18 20:00")) == 0.5
    assert span.closeness(at("2026-11-18 09:00")) == 0.3
    assert span.closeness(at("2026-11-17 09:00")) == 0


def test_a_weekend_is_talked_of_later_like_a_day():
    span = only("last weekend")
    assert [span.closeness(at(f"2026-11-{day}")) for day in (19, 20, 21, 22, 23, 29, 30)] == [0, 0.3, 1, 1, 0.5, 0.5, 0]


def test_a_week_has_soft_edges_for_it_is_counted_from_any_of_its_days():
    span = only("two weeks ago")
    assert [span.closeness(at(f"2026-11-{day:02}")) for day in (5, 6, 9, 15, 16, 18, 19)] == [0, 0.5, 1, 1, 0.5, 0.5, 0]


@pytest.mark.parametrize("text", ["in September 2025", "2025年9月"])
def test_a_month_is_close_to_all_of_its_days_and_no_other(text):
    span = only(text)
    assert span.closeness(at("2025-09-01")) == span.closeness(at("2025-09-30 23:59")) == 1
    assert span.closeness(at("2025-10-01")) == span.closeness(at("2025-08-31 23:59")) == 0
    assert span.closeness(at("2024-09-05")) == 0


@pytest.mark.parametrize("text", ["what happened in September", "九月份", "9月"])
def test_without_a_year_any_year_will_do(text):
    span = only(text)
    assert span.start == at("2026-09-01")
    assert span.closeness(at("2021-09-05")) == span.closeness(at("2031-09-30")) == 1
    assert span.closeness(at("2021-10-01")) == 0


def test_without_a_year_any_year_will_do_also_across_its_turn():
    span = only("12月31日")
    assert span.closeness(at("2019-12-31")) == span.closeness(at("2030-12-31")) == 1
    assert span.closeness(at("2027-01-03")) == 0.5
    assert only("January 1").closeness(at("2025-12-31")) == 0.3
    assert only("冬天").closeness(at("2019-01-15")) == only("in winter").closeness(at("2018-12-15")) == 1


def test_words_that_say_which_year_accept_no_other():
    assert only("last May").closeness(at("2025-05-05")) == only("去年五月").closeness(at("2026-05-05")) == 0
    assert only("明年5月8日").closeness(at("2026-05-08")) == only("since March").closeness(at("2026-02-28")) == 0


def test_a_leap_day_of_no_year_is_close_where_it_exists():
    span = only("February 29")
    assert span.start == at("2024-02-29")
    assert span.closeness(at("2020-02-29")) == 1
    assert span.closeness(at("2023-02-28")) == span.closeness(at("2022-07-01")) == 0
    assert only("in February").closeness(at("2024-02-29")) == only("二月").closeness(at("2020-02-29")) == 1
    assert only("Feb 28").closeness(at("2024-02-29")) == 0.5


def test_an_open_stretch_holds_all_that_lies_on_its_side():
    assert only("since March").closeness(at("2030-01-01")) == 1
    assert only("2022年以前").closeness(at("1999-01-01")) == 1
    assert only("before 2022").closeness(at("2022-01-01")) == 0


def test_closeness_is_told_on_the_wall_clock_of_the_one_who_asks():
    span = only("yesterday")
    assert span.closeness(datetime(2026, 11, 23, 16, 0, tzinfo=UTC)) == 1
    assert span.closeness(datetime(2026, 11, 23, 15, 59, tzinfo=UTC)) == 0.3
    assert span.closeness(datetime(2026, 11, 24, 16, 0, tzinfo=UTC)) == 0.5


@requirement("R8")
def test_a_day_is_the_local_one_from_its_first_to_its_last_instant():
    assert instants("yesterday", at("2026-03-10 09:00")) == ("2026-03-08T16:00", "2026-03-09T16:00")
    assert instants("昨天", datetime(2026, 3, 10, 9, tzinfo=UTC)) == ("2026-03-09T00:00", "2026-03-10T00:00")
    assert instants("昨天", datetime(2026, 3, 10, 1, tzinfo=timezone(timedelta(hours=-9)))) == (
        "2026-03-09T09:00",
        "2026-03-10T09:00",
    )


@pytest.mark.parametrize(
    ("zone", "now", "start", "end"),
    [
        ("America/New_York", "2026-03-09 12:00", "2026-03-08T05:00", "2026-03-09T04:00"),  # 23 hours
        ("America/New_York", "2026-11-02 12:00", "2026-11-01T04:00", "2026-11-02T05:00"),  # 25 hours
        ("Australia/Lord_Howe", "2026-04-06 12:00", "2026-04-04T13:00", "2026-04-05T13:30"),  # 24.5 hours
        ("America/Sao_Paulo", "2018-11-05 12:00", "2018-11-04T03:00", "2018-11-05T02:00"),  # has no midnight
        ("America/Havana", "2026-11-02 12:00", "2026-11-01T04:00", "2026-11-02T05:00"),  # has two midnights
    ],
)
def test_a_day_of_a_change_of_clocks_is_whole(zone, now, start, end):
    assert instants("yesterday", at(now, ZoneInfo(zone))) == (start, end)


def test_hours_are_counted_as_they_pass_also_through_a_change_of_clocks():
    now = at("2026-03-08 03:30", ZoneInfo("America/New_York"))
    assert instants("2 hours ago", now) == ("2026-03-08T05:00", "2026-03-08T06:00")


def test_last_and_next_weekdays_are_the_closest_in_english_and_those_of_calendar_weeks_in_chinese():
    friday = at("2026-11-27 08:00")
    starts = {
        text: only(text, friday).start.day
        for text in (
            "last Wednesday",
            "上周三",
            "this Wednesday",
            "这周三",
            "next Wednesday",
            "下周三",
            "Wednesday",
            "周三",
        )
    }
    assert starts == {
        "last Wednesday": 25,
        "上周三": 18,
        "this Wednesday": 25,
        "这周三": 25,
        "next Wednesday": 2,
        "下周三": 2,
        "Wednesday": 25,
        "周三": 25,
    }
    assert only("last Friday", friday).start == at("2026-11-20")
    assert only("next Friday", friday).start == at("2026-12-04")
    assert only("next Monday", at("2026-11-22 08:00")).start == only("下周一", at("2026-11-22 08:00")).start


def test_on_a_weekend_the_weekend_is_this_one():
    sunday = at("2026-11-29 20:00")
    assert only("over the weekend", sunday).start == only("周末", sunday).start == at("2026-11-28")
    assert only("last weekend", sunday).start == only("上周末", sunday).start == at("2026-11-21")


def test_the_last_season_or_month_is_the_last_that_is_over():
    assert only("last summer", at("2026-07-01")).start == at("2025-06-01")
    assert only("last winter", at("2026-01-15")).start == at("2024-12-01")
    assert only("last November").start == at("2025-11-01")
    assert only("next November").start == at("2027-11-01")


def test_months_are_counted_from_the_end_of_a_long_one():
    assert only("a month ago", at("2026-03-31")).start == at("2026-02-01")
    assert only("最近一个月", at("2026-03-31")).start == at("2026-02-28")


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("yesterday", "2026-11-24", "2026-11-25"),
        ("  Yesterday! ", "2026-11-24", "2026-11-25"),
        ("昨天", "2026-11-24", "2026-11-25"),
        ("上周三下午", "2026-11-18 12:00", "2026-11-18 18:00"),
        ("last week", "2026-11-16", "2026-11-23"),
        ("2024-05", "2024-05-01", "2024-06-01"),
        ("2024", "2024-01-01", "2025-01-01"),
        ("in 2024", "2024-01-01", "2025-01-01"),
        ("May", "2026-05-01", "2026-06-01"),
        ("on May 8", "2026-05-08", "2026-05-09"),
        ("the weekend", "2026-11-21", "2026-11-23"),
        ("during the summer", "2026-06-01", "2026-09-01"),
        ("15号", "2026-11-15", "2026-11-16"),
        ("去年", "2025-01-01", "2026-01-01"),
        ("5月到7月", "2026-05-01", "2026-08-01"),
    ],
)
def test_a_text_that_is_nothing_but_a_stretch_of_time_is_one(text, first, last):
    found = stretch(text, NOW)
    assert found is not None
    assert (found.start, found.end) == (at(first), at(last))


@pytest.mark.parametrize(
    "text",
    ["", " ", "soon", "the day we met yesterday", "昨天的会", "yesterday and today", "3 days", "morning", "2024-13"],
)
def test_a_text_that_is_more_or_less_than_a_stretch_of_time_is_none(text):
    assert stretch(text, NOW) is None
