"""A date that is put into a statement is one that its words mean, at any moment."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from perdure.capture.moments import dated
from perdure.text.resolved import without_resolved

MOMENTS = st.datetimes(datetime(2020, 1, 1), datetime(2032, 12, 31)).map(lambda moment: moment.replace(tzinfo=UTC))
DAYS = st.tuples(st.integers(1, 28), st.integers(1, 28)).filter(lambda days: days[0] < days[1])
WEEKDAYS = st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(lambda days: days[0] < days[1] and days != (0, 4))
WEEK = "一二三四五六日"
NAMES = "Mon Tue Wed Thu Fri Sat Sun".split()
MONTH_RANGES = (
    "我{0}号到{1}号要去日本",
    "我要去日本，{0}号到{1}号",
    "{0}-{1}号我要请假",
    "我要出差，{0}日至{1}日",
    "I'll be away from the {0}th to the {1}th",
    "I'm going to Rome, {0}th-{1}th",
)
NEXT_MONTH = (
    "我下个月要去日本旅游，{0}号到{1}号",
    "下个月{0}号到{1}号要去日本",
    "I'm going to Rome next month, from the {0}th to the {1}th",
)
THIS_YEAR = ("我6月{0}日至6月{1}日去日本出差", "我要在6月{0}号到{1}号去日本", "I'm going to Rome June {0}-{1}")
WEEK_RANGES = ("我周{0}到周{1}要出差", "I'll be away {2} to {3}", "I'm going to Rome, {2}-{3}")
NEXT_WEEK = ("我下周要去上海，周{0}到周{1}开会", "I'm going to Rome next week, {2} to {3}")


def told(text: str, at: datetime) -> tuple[date, date] | None:
    """The last stretch of days that was put in."""
    found = dated(text, at).text
    assert without_resolved(found) == text
    days = re.findall(r"(\d{4}-\d\d-\d\d)(?: – (\d{4}-\d\d-\d\d))?[)）]", found)
    if not days:
        return None
    first, last = days[-1]
    return date.fromisoformat(first), date.fromisoformat(last or first)


@given(text=st.sampled_from(MONTH_RANGES), days=DAYS, at=MOMENTS)
def test_days_of_no_month_are_the_coming_ones(text, days, at):
    found = told(text.format(*days), at)
    if days[0] < at.day <= days[1]:
        assert found is None  # they have begun: nobody can tell
        return
    assert found is not None
    assert [found[0].day, found[1].day] == [*days]
    assert at.date() <= found[0] < at.date() + timedelta(days=32)


@given(text=st.sampled_from(NEXT_MONTH), days=DAYS, at=MOMENTS)
def test_days_belong_to_the_month_that_was_named(text, days, at):
    month = (at.replace(day=1) + timedelta(days=31)).replace(day=1).date()
    assert told(text.format(*days), at) == (month.replace(day=days[0]), month.replace(day=days[1]))


@given(text=st.sampled_from(THIS_YEAR), days=DAYS, at=MOMENTS)
def test_days_of_a_month_are_of_the_coming_year(text, days, at):
    year = at.year if date(at.year, 6, days[1]) >= at.date() else at.year + 1
    assert told(text.format(*days), at) == (date(year, 6, days[0]), date(year, 6, days[1]))


@given(text=st.sampled_from(WEEK_RANGES), days=WEEKDAYS, at=MOMENTS)
def test_weekdays_of_no_week_are_the_coming_ones(text, days, at):
    found = told(text.format(*(WEEK[day] for day in days), *(NAMES[day] for day in days)), at)
    if days[0] < at.weekday() <= days[1]:
        assert found is None
        return
    assert found is not None
    assert [found[0].weekday(), found[1].weekday()] == [*days]
    assert at.date() <= found[0] < at.date() + timedelta(days=7)


@given(text=st.sampled_from(NEXT_WEEK), days=WEEKDAYS, at=MOMENTS)
def test_weekdays_belong_to_the_week_that_was_named(text, days, at):
    monday = at.date() + timedelta(days=7 - at.weekday())
    found = told(text.format(*(WEEK[day] for day in days), *(NAMES[day] for day in days)), at)
    assert found == (monday + timedelta(days=days[0]), monday + timedelta(days=days[1]))


@given(days=DAYS, at=MOMENTS)
def test_no_date_is_told_where_what_was_named_does_not_hold_the_days(days, at):
    tomorrow = (at + timedelta(days=1)).date()
    found = told("我明天要去日本，{}号到{}号".format(*days), at)
    assert found == (tomorrow, tomorrow) or found is None or found[0] <= tomorrow <= found[1]
