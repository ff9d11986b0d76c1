"""What holds for the stretches of time in any text, at any moment, in any zone."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from perdure.text.dates import spans_in, stretch
from perdure.text.dates.words import CHINESE, ENGLISH

ZONES = st.one_of(
    st.timezones(),
    st.just(UTC),
    st.timedeltas(timedelta(hours=-23, minutes=-59), timedelta(hours=23, minutes=59)).map(timezone),
)
MOMENTS = st.datetimes(timezones=ZONES)
ANYTHING = st.text(st.characters(), max_size=80)
WORDS = st.sampled_from(
    [
        *ENGLISH,
        *CHINESE,
        *"0 1 2 5 12 29 30 31 99 999 1900 2024 9999 5th 31st 1-31 12-2 Q4 3pm 10:30 十二 三月 二月 八号 31日".split(),
    ]
    + [
        *"2024年 二〇二四年 周三 星期天 第二 三点 1990s 九十年代 2024-02-29 29.2.2023 2024-05 9999-12-31 0001-01-01T23:59".split()
    ]
    + [*",，。.-()（\n", "tea", "茶"]
)
SENTENCES = st.lists(WORDS, min_size=1, max_size=12).flatmap(
    lambda words: st.sampled_from([" ".join(words), "".join(words)])
)
ENDS = [
    datetime.min.replace(tzinfo=timezone(timedelta(hours=14))),
    datetime.min.replace(tzinfo=timezone(timedelta(hours=-12))),
    datetime.max.replace(tzinfo=timezone(timedelta(hours=14))),
    datetime.max.replace(tzinfo=timezone(timedelta(hours=-12))),
]
DAYS = st.dates(date(1000, 1, 1), date(2999, 12, 31))


def sound(text: str, now: datetime, moment: datetime) -> None:
    spans = spans_in(text, now)
    last = 0
    for span in spans:
        first, end = span.at
        assert last <= first < end <= len(text)
        assert text[first:end] == span.text
        assert span.start < span.end
        assert span.start.astimezone(UTC) <= span.end.astimezone(UTC)  # equal where clocks leap over all of it
        assert span.start.tzinfo is span.end.tzinfo is now.tzinfo
        assert span.closeness(moment) in (0, 0.3, 0.5, 1)
        assert span.closeness(span.start) == 1
        last = end
    alone = stretch(text, now)
    assert alone is None or len(spans) <= 1


@given(text=ANYTHING, now=MOMENTS, moment=MOMENTS)
def test_any_text_is_read_at_any_moment(text, now, moment):
    sound(text, now, moment)


@settings(max_examples=600)
@given(text=SENTENCES, now=MOMENTS, moment=MOMENTS)
@example(text="上上周三 前天 今年 十年前 since yesterday, 29 February last year", now=ENDS[0], moment=ENDS[3])
@example(text="明天 下周三 next year, in 2 weeks, 12月31日 next decade", now=ENDS[3], moment=ENDS[0])
def test_any_words_of_time_are_read_at_any_moment(text, now, moment):
    sound(text, now, moment)


@pytest.mark.parametrize("now", ENDS)
def test_every_word_is_read_at_the_ends_of_the_calendar(now):
    phrases = (
        "last week|3 weeks ago|上周三|十年后|12月31日|1 January|29 February|past decade|in 3 days|2 hours ago".split(
            "|"
        )
    )
    for words in [*ENGLISH, *CHINESE, *phrases]:
        sound(words, now, now)


@given(day=DAYS, now=MOMENTS)
def test_a_day_is_read_from_each_of_its_usual_forms_whenever_it_is_asked_for(day, now):
    forms = [
        day.isoformat(),
        f"{day.year}/{day.month}/{day.day}",
        f"{day.year}.{day.month:02}.{day.day:02}",
        f"{day.month}/{day.day}/{day.year}",
        f"{day.year}年{day.month}月{day.day}日",
        f"{day.day}-{day:%b}-{day.year}",
    ]
    if 1900 <= day.year < 2100:
        forms += [f"{day:%B} {day.day}, {day.year}", f"{day.day} {day:%b} {day.year}"]
    for form in forms:
        found = stretch(form, now)
        assert found is not None, form
        assert (found.start.date(), found.end.date(), found.grain) == (day, day + timedelta(days=1), "day")
        assert not (found.yearless or found.relative)


@given(
    day=st.dates(date(2000, 1, 1), date(2030, 12, 31)),
    now=st.datetimes(datetime(2001, 1, 1), datetime(2035, 1, 1), timezones=ZONES),
)
def test_a_day_of_no_year_is_the_latest_that_has_begun_and_close_in_every_year(day, now):
    for form in (f"{day:%B} {day.day}", f"{day.month}月{day.day}号"):
        (found,) = spans_in(form, now)
        assert found.yearless
        assert (found.start.month, found.start.day) == (day.month, day.day)
        assert found.start.date() <= now.date() < found.start.date() + timedelta(days=8 * 366)
        assert found.closeness(datetime.combine(day, now.time(), now.tzinfo)) == 1


@given(days=st.integers(2, 999), now=st.datetimes(datetime(1910, 1, 1), datetime(2090, 1, 1), timezones=ZONES))
def test_days_ago_and_days_hence_are_local_days(days, now):
    ago, hence = now.date() - timedelta(days=days), now.date() + timedelta(days=days)
    assert [span.start.date() for span in spans_in(f"{days} days ago, {days}天前", now)] == [ago, ago]
    assert [span.start.date() for span in spans_in(f"{days} days from now, {days}天后", now)] == [hence, hence]


@pytest.mark.parametrize(
    "unit",
    [
        "1",
        "十",
        "12 ",
        "5月",
        "a ",
        "last ",
        "May-",
        "-",
        " ",
        "上",
        "的",
        "x",
        "周周",
        "3.",
        "2024-",
        "from May to ",
        "every ",
        "(",
        "'s",
    ],
)
def test_long_texts_are_read_in_passing(unit):
    now = datetime(2026, 11, 25, tzinfo=UTC)
    assert spans_in(unit * 20_000 + "\nyesterday", now)[-1].text == "yesterday"
