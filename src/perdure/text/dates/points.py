"""The rules for what names one stretch of time: a day, a month, last week, three years ago."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from perdure.text.dates.almanac import (
    Almanac,
    Stretch,
    Unit,
    day_of,
    floor,
    hour_of,
    joined,
    midnight,
    of,
    part_of,
    third_of,
)
from perdure.text.dates.grammar import Grammar, Rule, Words
from perdure.text.dates.span import days_of

_DAY_NUMBERS = ("month_day", "spoken_day", "ordinal", "number")
UNIT = "(minute|hour|day|weekend|week|month|quarter|year|decade)"
MONTH = "(month_name|month_or_word)"
DAY = "(month_day|spoken_day)"
SEASON = "(season|season_or_word)"
YEAR = "(year_named|year_number|year_word)"
NUMBER = "(one? number of?|one? few of?|pair|one)"
HALVES = f"({NUMBER} {UNIT} and one half|number {UNIT} half|number half {UNIT}|half one? {UNIT})"
COUNT = f"({HALVES}|{NUMBER} {UNIT})"
ANY = "(a_day|a_month|a_year|a_part|a_stretch)"

_UNITS = ("minute", "hour", "day", "weekend", "week", "month", "quarter", "year", "decade")
_HALVED: dict[Unit, tuple[Unit, int]] = {
    "hour": ("minute", 60),
    "day": ("hour", 24),
    "week": ("day", 7),
    "month": ("week", 4),
    "year": ("month", 12),
}
"""Halves are counted in smaller units: half a year is six months."""


def count_of(words: Words) -> tuple[Unit, int, int] | None:
    """A unit, and how many of it at least and at most; None for half of what has no half."""
    unit: Unit = words.get(*_UNITS)
    least, most = _range_of(words)
    if words.has("decade"):
        least, most = 10 * least, 10 * most
    if not words.has("half"):
        return unit, least, most
    if unit not in _HALVED:
        return None
    smaller, in_unit = _HALVED[unit]
    whole = words.get("number") or int(words.has("and"))
    count = whole * in_unit + in_unit // 2
    return smaller, count, count


def _range_of(words: Words) -> tuple[int, int]:
    if (between := words.get("few", "pair")) is not None:
        return min(between), max(between)
    number = words.get("number")
    return (1, 1) if number is None else (number, number)


def _ago(words: Words, almanac: Almanac) -> Stretch | None:
    counted = count_of(words)
    return counted and almanac.units(counted[0], -counted[2], -counted[1])


def _hence(words: Words, almanac: Almanac) -> Stretch | None:
    counted = count_of(words)
    return counted and almanac.units(counted[0], counted[1], counted[2])


def _window(words: Words, almanac: Almanac) -> Stretch | None:
    """The past three days, the next two weeks."""
    counted = count_of(words)
    if counted is None:
        return None
    unit, _, most = counted
    ahead = words.has("coming") or (words.get("which", "which_week") or 0) > 0
    return almanac.coming(unit, most) if ahead else almanac.past(unit, most)


def _just_before(words: Words, almanac: Almanac) -> Stretch | None:
    """前两天, 前几天: whole units up to this one. 前一天 is a day before another, 前三天 may be the first three."""
    counted = count_of(words)
    if counted is None or counted[1] != 2:
        return None
    return almanac.units(counted[0], -counted[2], -1)


def _unit(words: Words, almanac: Almanac) -> Stretch | None:
    offset = -1 if words.has("past") else words.get("which", "which_week")
    return almanac.units("weekend" if words.has("weekend_zh") else words.get(*_UNITS), offset)


def _beyond(words: Words, almanac: Almanac) -> Stretch | None:
    """The week before last, the month after next."""
    offset = words.get("which")
    if offset != (-1 if words.has("before") else 1):
        return None
    return almanac.units(words.get(*_UNITS), 2 * offset)


def _year(words: Words, almanac: Almanac) -> int | None:
    offset = words.get("year_word")
    number: int | None = words.get("year_named", "year_number")
    return number if offset is None else almanac.wall.year + int(offset)


def _yearly(words: Words, almanac: Almanac, make: Callable[[int], Stretch]) -> Stretch:
    """What comes every year, in the year that the words name."""
    year = _year(words, almanac)
    if year is None:
        return almanac.yearly(make, words.get("which", "which_week"))
    return replace(make(year), relative=words.has("year_word"))


def _number_of_month(words: Words) -> int:
    return int(words.get("month_name", "month_or_word", "month_zh"))


def _month(words: Words, almanac: Almanac) -> Stretch:
    month = _number_of_month(words)
    return _yearly(words, almanac, lambda year: of(midnight(year, month, 1), "month"))


def _day(words: Words, almanac: Almanac) -> Stretch:
    month, day = _number_of_month(words), words.get("month_day", "spoken_day", "ordinal", "number")
    return _yearly(words, almanac, lambda year: day_of(midnight(year, month, day)))


def _days(words: Words, almanac: Almanac) -> Stretch | None:
    """Several days of one month."""
    month = _number_of_month(words)
    first, last = _first_and_last(words)
    return _yearly(words, almanac, lambda year: _from_to(midnight(year, month, 1), first, last))


def _first_and_last(words: Words) -> tuple[int, int]:
    first, last = words.get("pair", "pair_days") or words.all(*_DAY_NUMBERS)
    return first, last


def _from_to(month: datetime, first: int, last: int) -> Stretch:
    start, end = days_of(month, first, last)
    return replace(day_of(start), end=end)


def _days_of_which_month(words: Words, almanac: Almanac) -> Stretch:
    """下个月10号到17号, the 10th to the 17th of next month."""
    month = almanac.units("month", words.get("which", "which_week"))
    return replace(_from_to(month.start, *_first_and_last(words)), relative=True)


def _days_of_any_month(words: Words, almanac: Almanac) -> Stretch:
    """10号到17号: the latest that have begun."""
    return almanac.any_month(*_first_and_last(words))


def _days_in_digits(words: Words, almanac: Almanac) -> Stretch | None:
    """From the 10th to the 17th; from first to third is no time."""
    written = all(token.end - token.start <= len("31st") for token in words.tokens if token.sort == "ordinal")
    return _days_of_any_month(words, almanac) if written else None


def _months(words: Words, almanac: Almanac) -> Stretch | None:
    """5-7月, 5到7月."""
    first, last = words.get("months_zh") or (words.get("number"), words.get("month_zh"))
    if first > last or last > 12:
        return None
    return _yearly(words, almanac, lambda year: of(midnight(year, first, 1), "month", last - first + 1))


def _month_of_year(words: Words, _almanac: Almanac) -> Stretch | None:
    year, month = words.get("month_of_year")
    return of(midnight(year, month, 1), "month") if 1000 <= year < 3000 else None


def _quarter(words: Words, almanac: Almanac) -> Stretch | None:
    number = words.get("quarter_named", "ordinal")
    if number > 4:
        return None
    return _yearly(words, almanac, lambda year: of(midnight(year, 3 * number - 2, 1), "quarter"))


def _half_year(words: Words, almanac: Almanac) -> Stretch | None:
    half = words.get("half_year") if words.has("half_year") else words.get("ordinal") - 1
    if half > 1:
        return None
    return _yearly(words, almanac, lambda year: _season_of(midnight(year, 6 * half + 1, 1), 6))


def _season(words: Words, almanac: Almanac) -> Stretch:
    """Northern seasons of whole months; a winter belongs to the year it begins in."""
    season = words.get("season", "season_or_word")
    return _yearly(words, almanac, lambda year: _season_of(midnight(year, 3 * season + 3, 1), 3))


def _season_of(start: datetime, months: int) -> Stretch:
    return replace(of(start, "month", months), grain="season")


def _holiday(words: Words, almanac: Almanac) -> Stretch:
    month, day = words.get("holiday")
    return _yearly(words, almanac, lambda year: day_of(midnight(year, month, day)))


def _whole_year(words: Words, almanac: Almanac) -> Stretch:
    year = _year(words, almanac)
    assert year is not None
    return replace(of(midnight(year), "year"), relative=words.has("year_word"))


def _day_of_month(words: Words, almanac: Almanac) -> Stretch:
    """上个月15号; the 15th, which is the latest one."""
    day, offset = words.get("ordinal", "month_day", "spoken_day"), words.get("which", "which_week")
    if offset is None:
        return almanac.any_month(day)
    return day_of(almanac.units("month", offset).start.replace(day=day), relative=True)


def _relative_weekday(words: Words, almanac: Almanac) -> Stretch:
    """Last Wednesday is the closest before today, next Wednesday the closest after it, this one that of this week."""
    day = words.get("weekday", "short_weekday")
    offset = 1 if words.has("coming") else -1 if words.has("past") else words.get("which")
    if offset == 0:
        return almanac.weekday(day, 0)
    return almanac.nearest_weekday(day, after=offset > 0)


def _weekday_of_week(words: Words, almanac: Almanac) -> Stretch:
    """上周三, Monday last week: of the calendar week before this one."""
    return almanac.weekday(words.get("weekday"), words.get("which", "which_week"))


def _word_part(words: Words, almanac: Almanac) -> Stretch | None:
    offset, part = words.get("which"), words.get("part")
    if offset > 0 or (offset < 0 and part[1] <= 18):
        return None
    return part_of(almanac.units("day", offset), part)


NUMBERS = Grammar(
    Rule("tens hyphen? number", lambda words, _: 10 * words.get("tens") + words.get("number"), "number"),
    Rule("tens hyphen? ordinal", lambda words, _: 10 * words.get("tens") + words.get("ordinal"), "ordinal"),
    Rule("tens", lambda words, _: 10 * words.get("tens"), "number"),
    Rule("new year day", lambda *_: (1, 1), "holiday"),
    Rule("new year eve", lambda *_: (12, 31), "holiday"),
    Rule("holiday eve", lambda words, _: _eve(words.get("holiday")), "holiday"),
    Rule("holiday day", lambda words, _: words.get("holiday"), "holiday"),
    Rule("year before which", lambda words, _: -2 if words.get("which") == -1 else None, "year_word"),
    Rule("year after which", lambda words, _: 2 if words.get("which") == 1 else None, "year_word"),
    Rule("which year", lambda words, _: words.get("which"), "year_word"),
    Rule(
        f"every (other|ordinal|number)? ({UNIT}|weekend_zh|weekday|short_weekday|part|{SEASON}|{MONTH}|month_zh|holiday) "
        f"(in? {MONTH} (ordinal|number)?|month_zh {DAY}?|{DAY}|{SEASON}|weekday|part|holiday)?",
        lambda *_: (),
        "other",
    ),
    Rule("one weekday", lambda *_: (), "other"),
)
"""Numbers, years and feasts of several words; and what comes again and again, which is no stretch of time."""


def _eve(day: tuple[int, int]) -> tuple[int, int] | None:
    return (12, 24) if day == (12, 25) else None


POINTS = Grammar(
    # days of a month
    Rule("date", lambda words, _: day_of(words.get("date"))),
    Rule(
        "hour_of_date",
        lambda words, _: hour_of(day_of(floor(words.get("hour_of_date"), "day")), words.get("hour_of_date").hour),
    ),
    Rule(f"{YEAR}? month_zh ({DAY}|number) (to|hyphen) {DAY}", _days),
    Rule(f"{YEAR}? month_zh (pair|pair_days)", _days),
    Rule(f"{YEAR}? month_zh {DAY}", _day),
    Rule(f"{MONTH} (ordinal|number) (to|hyphen) (ordinal|number) (comma? {YEAR})?", _days),
    Rule(f"{MONTH} (pair|pair_days) (comma? {YEAR})?", _days),
    Rule(f"(ordinal|number) (to|hyphen) (ordinal|number) of? {MONTH} (comma? {YEAR})?", _days),
    Rule(f"(pair|pair_days) of? {MONTH} (comma? {YEAR})?", _days),
    Rule(f"which? {MONTH} (ordinal|number) (comma? of? {YEAR})?", _day),
    Rule(f"(ordinal|number) of? which? {MONTH} (comma? of? {YEAR})?", _day),
    Rule(f"({YEAR}|which|which_week) holiday", _holiday),
    Rule(f"holiday (comma? of? {YEAR})?", _holiday),
    Rule(f"which_week month (({DAY}|number) (to|hyphen) {DAY}|pair|pair_days)", _days_of_which_month),
    Rule("from? ordinal (to|hyphen) ordinal of? which month", _days_of_which_month),
    Rule(f"which_week month {DAY}", _day_of_month),
    Rule("ordinal of which month", _day_of_month),
    Rule("(?<=on) ordinal (?=stop|comma|$)", _day_of_month),
    Rule(f"({DAY}|number) (to|hyphen) {DAY}|pair_days", _days_of_any_month),
    Rule(f"from? ordinal (to|hyphen) ordinal (?!other|of|{MONTH}|{UNIT})", _days_in_digits),
    Rule("spoken_day (?=stop|comma|part|earlier|$)", _day_of_month),
    # months and years
    Rule("month_of_year", _month_of_year),
    Rule(f"{YEAR}? (months_zh|number (to|hyphen) month_zh)", _months),
    Rule(f"{YEAR}? month_zh", _month),
    Rule(f"{MONTH} comma? of? {YEAR}", _month),
    Rule(f"year_word in? {MONTH}", _month),
    Rule(f"which {MONTH}", _month),
    Rule("month_name", _month),
    Rule("month_or_word", _month, "weak"),
    Rule(f"{YEAR} quarter_named|quarter_named (of? {YEAR})?|ordinal quarter of? {YEAR}", _quarter),
    Rule(f"{YEAR}? half_year|ordinal half of {YEAR}", _half_year),
    Rule(f"({YEAR}|which|which_week) {SEASON}|{SEASON} comma? of? {YEAR}|season", _season),
    Rule("season_or_word", _season, "weak"),
    Rule("decade_named", lambda words, _: of(midnight(words.get("decade_named")), "year", 10)),
    Rule("year_named|year_word", _whole_year),
    Rule("year_number", _whole_year, "weak"),
    # counted from now
    Rule("day_word", lambda words, almanac: almanac.units("day", words.get("day_word"))),
    Rule(
        "day_part",
        lambda words, almanac: part_of(almanac.units("day", words.get("day_part")[0]), words.get("day_part")[1]),
    ),
    Rule(f"{COUNT} (ago|earlier)", _ago),
    Rule(f"{COUNT} (later|from now)|in (number|few|pair|one number of?) {UNIT}", _hence),
    Rule(f"(past|recent|coming|which|which_week) {COUNT}", _window),
    Rule(f"earlier {COUNT}", _just_before),
    Rule("(past|coming|which past|which coming) (day|week|month|quarter|year|decade)|which decade", _window),
    Rule("which_week weekday|which_week week weekday|which week on? weekday|weekday of? which week", _weekday_of_week),
    Rule("(which|which_week|past|which past) (week|weekend|weekend_zh|month|quarter) (?!of)", _unit),
    Rule("(week|weekend|month) (before|after) which", _beyond),
    # weekdays
    Rule("(which|past|coming|which past|which coming) (weekday|short_weekday)", _relative_weekday),
    Rule("which part", _word_part),
)
"""What names one stretch of time by itself; a weekday may still belong to a date, and waits."""


def _dated_weekday(words: Words, _almanac: Almanac) -> Stretch | None:
    """Wednesday, 8 May: the date says all; two days that differ are two."""
    day = words.stretches[0]
    agree = day.cycle == "year" or day.start.weekday() == words.get("weekday", "short_weekday")
    return day if agree else None


def _weekday_beside(words: Words, _almanac: Almanac) -> Stretch:
    """The Sunday before 25 May."""
    start, day = words.stretches[0].start, words.get("weekday")
    if words.has("after"):
        return day_of(start + timedelta(days=(day - start.weekday() - 1) % 7 + 1), relative=True)
    return day_of(start + timedelta(days=(day - start.weekday()) % 7 - 7), relative=True)


def _weekdays(words: Words, almanac: Almanac) -> Stretch | None:
    """Mon to Wed: short names that are days because there are two."""
    first, last = (almanac.any_weekday(day) for day in words.all("weekday", "short_weekday"))
    return joined(first, last)


def _latest_weekend(_words: Words, almanac: Almanac) -> Stretch:
    return replace(almanac.units("weekend", 0 if almanac.wall.weekday() >= 5 else -1), cycle="week")


def _third(words: Words, almanac: Almanac) -> Stretch:
    if words.stretches:
        return third_of(words.stretches[0], words.get("third"))
    present = third_of(almanac.units(words.get("month", "year"), 0), words.get("third"))
    return replace(present, cycle="month") if words.has("month") else present


def _week_of_month(words: Words, _almanac: Almanac) -> Stretch | None:
    """The first week is the first seven days, the last the last; a weekend is that of its Saturday."""
    month, number = words.stretches[0], words.get("ordinal") or words.get("which")
    if month.grain != "month" or not (number == -1 or 1 <= number <= 5):
        return None
    start = month.end - timedelta(days=7) if number < 0 else month.start + timedelta(days=7 * (number - 1))
    if words.has("week"):
        return replace(month, start=start, end=start + timedelta(days=7), grain="week")
    saturday = start + timedelta(days=(5 - start.weekday()) % 7)
    return replace(month, start=saturday, end=saturday + timedelta(days=2), grain="weekend")


DAYS = Grammar(
    Rule(
        "(weekday|short_weekday) comma? a_day|a_day (weekday|short_weekday|bracket (weekday|short_weekday) bracket)",
        _dated_weekday,
    ),
    Rule("from? (short_weekday (to|hyphen) (short_weekday|weekday)|weekday (to|hyphen) short_weekday)", _weekdays),
    Rule(f"weekday (before|after) {ANY}", _weekday_beside),
    Rule(
        "weekday|(?<=on) short_weekday",
        lambda words, almanac: almanac.any_weekday(words.get("weekday", "short_weekday")),
    ),
    Rule("(ordinal|which) (week|weekend) of (a_month|weak)|a_month ordinal (week|weekend)", _week_of_month),
    Rule("third of? hyphen? (a_month|a_year|a_stretch|weak)|(a_month|a_year) year? third", _third),
    Rule("third of (month|year)|(month|year) third", _third),
    Rule("(?<=at|on|over|during|in) weekend (?!before|after)|weekend_zh", _latest_weekend),
    Rule("weekend (?!before|after)", _latest_weekend, "weak"),
)
"""Weekdays, alone or with their date, and what is cut from a month or a year."""
