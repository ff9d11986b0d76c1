"""Stretches of the calendar around one moment, on the wall clock of the one who asks."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Literal

from perdure.text.dates.span import Cycle, Grain, days_of, move_years

Unit = Literal["minute", "hour", "day", "weekend", "week", "month", "quarter", "year"]

_MONTHS = {"month": 1, "quarter": 3, "year": 12}
_DAYS = {"day": 1, "week": 7, "weekend": 7}
_HOURS = {"hour": timedelta(hours=1), "minute": timedelta(minutes=1)}
_GRAINS: dict[Unit, Grain] = {
    "minute": "hour",
    "hour": "hour",
    "day": "day",
    "weekend": "weekend",
    "week": "week",
    "month": "month",
    "quarter": "season",
    "year": "year",
}
_COARSENESS: tuple[Grain, ...] = ("hour", "part", "day", "weekend", "week", "month", "season", "year", "open")
_LONG_MONTHS_APART = 3
"""Months in which a 31st is found from anywhere, also where this one's is yet to come."""
_THIRD_MONTHS = {"season": 1, "year": 4}


@dataclass(frozen=True, kw_only=True, slots=True)
class Stretch:
    """A span without its words, in wall time. `cycle` is what the words leave open: any year, month or week."""

    start: datetime
    end: datetime
    grain: Grain
    cycle: Cycle | None = None
    relative: bool = False


@dataclass(frozen=True, slots=True)
class Almanac:
    """The calendar seen from one moment. Weeks begin on Monday; what lies beyond the years 1–9999 raises."""

    now: datetime

    @property
    def wall(self) -> datetime:
        """The moment as the clock on the wall shows it."""
        return self.now.replace(tzinfo=None)

    @property
    def today(self) -> datetime:
        """The first instant of the day."""
        return floor(self.wall, "day")

    def units(self, unit: Unit, first: int, last: int | None = None) -> Stretch:
        """Whole units of the calendar, counted from the present one: last week is `("week", -1)`."""
        if unit in _HOURS:
            return self._hours(unit, first, first if last is None else last)
        base = floor(self.wall, unit)
        start, end = step(base, unit, first), step(base, unit, (first if last is None else last) + 1)
        if unit == "weekend":
            start, end = start + timedelta(days=5), step(end, "week", -1) + timedelta(days=7)
        return Stretch(start=start, end=end, grain=_GRAINS[unit], relative=True)

    def _hours(self, unit: Unit, first: int, last: int) -> Stretch:
        moments = [(self.now.astimezone(UTC) + n * _HOURS[unit]).astimezone(self.now.tzinfo) for n in (first, last)]
        start, end = (floor(moment.replace(tzinfo=None), "hour") for moment in moments)
        return Stretch(start=start, end=end + _HOURS["hour"], grain="hour", relative=True)

    def past(self, unit: Unit, count: int) -> Stretch:
        """The last so many units up to now; today counts as a whole."""
        if unit in _HOURS:
            return self._hours(unit, -count, 0)
        start = floor(step(self.wall, unit, -count), "day")
        return Stretch(start=start, end=self.today + timedelta(days=1), grain=_GRAINS[unit], relative=True)

    def coming(self, unit: Unit, count: int) -> Stretch:
        """The next so many units, from tomorrow on."""
        if unit in _HOURS:
            return self._hours(unit, 0, count)
        start = self.today + timedelta(days=1)
        return Stretch(start=start, end=step(start, unit, count), grain=_GRAINS[unit], relative=True)

    def weekday(self, day: int, weeks: int) -> Stretch:
        """A weekday (Monday is 0) of the calendar week so many weeks from this one."""
        return day_of(step(floor(self.wall, "week"), "week", weeks) + timedelta(days=day), relative=True)

    def nearest_weekday(self, day: int, *, after: bool) -> Stretch:
        """The closest such weekday before today, or after it."""
        gap = (day - self.today.weekday() - 1) % 7 + 1 if after else (day - self.today.weekday()) % 7 - 7
        return day_of(self.today + timedelta(days=gap), relative=True)

    def any_weekday(self, day: int) -> Stretch:
        """The latest such weekday, today included."""
        back = (self.today.weekday() - day) % 7
        return replace(day_of(self.today - timedelta(days=back), relative=True), cycle="week")

    def any_month(self, first: int, last: int | None = None) -> Stretch:
        """The latest such day of a month, or days up to another, that has begun; the month has to have that day."""
        for back in range(_LONG_MONTHS_APART + 1):
            month = step(floor(self.wall, "month"), "month", -back)
            try:
                start, end = days_of(month, first, first if last is None else last)
            except ValueError:  # no 31 June
                continue
            if start <= self.today:
                return Stretch(start=start, end=end, grain="day", cycle="month", relative=True)
        raise ValueError("not within reach")

    def yearly(self, make: Callable[[int], Stretch], which: int | None = None) -> Stretch:
        """What comes every year: the latest that has begun, of any year; or the last (-1), this year's (0), the next (1).

        `make` gives that of a year and raises ValueError where there is none, as for 29 February.
        """
        now = self.wall
        if which is None:
            found = (each for each in _each(make, now.year, -1) if each.start <= now)
            return replace(next(found), cycle="year")
        if which == 0:
            return replace(make(now.year), relative=True)
        if which < 0:
            found = (each for each in _each(make, now.year, -1) if each.end <= self.today)
        else:
            found = (each for each in _each(make, now.year - 1, 1) if each.start > now)
        return replace(next(islice(found, abs(which) - 1, None)), relative=True)


def _each(make: Callable[[int], Stretch], year: int, onward: int) -> Iterator[Stretch]:
    """Those of this and the neighbouring years; 29 February may be eight years off."""
    for count in range(10):
        try:
            yield make(year + count * onward)
        except (ValueError, OverflowError):  # not in that year, or beyond the calendar
            continue
    raise ValueError("not within reach")


def midnight(year: int, month: int = 1, day: int = 1) -> datetime:
    """The first instant of a day, on the wall clock; raises ValueError where there is no such day."""
    return datetime(year, month, day)  # noqa: DTZ001 a wall clock has no zone


FIRST, LAST = midnight(1, 1, 2), midnight(9999, 12, 31)
"""Where what is open to the past begins, and to the future ends: moments that every zone can tell."""


def floor(moment: datetime, unit: Unit) -> datetime:
    """The first instant of the unit that holds a moment."""
    if unit == "hour":
        return moment.replace(minute=0, second=0, microsecond=0, fold=0)
    day = midnight(moment.year, moment.month, moment.day)
    if unit in ("week", "weekend"):
        return day - timedelta(days=day.weekday())
    months = _MONTHS.get(unit)
    return day if months is None else midnight(day.year, (day.month - 1) // months * months + 1)


def step(moment: datetime, unit: Unit, count: int) -> datetime:
    """So many days, weeks, months, … on; the day of the month is the last where there is no such day."""
    if unit in _DAYS:
        return moment + timedelta(days=count * _DAYS[unit])
    year, month = divmod(moment.year * 12 + moment.month - 1 + count * _MONTHS[unit], 12)
    return moment.replace(year=year, month=month + 1, day=min(moment.day, monthrange(year, month + 1)[1]))


def of(start: datetime, unit: Unit, count: int = 1) -> Stretch:
    """So many units from a first instant."""
    return Stretch(start=start, end=step(start, unit, count), grain=_GRAINS[unit])


def day_of(start: datetime, *, relative: bool = False) -> Stretch:
    """One day."""
    return Stretch(start=start, end=start + timedelta(days=1), grain="day", relative=relative)


def third_of(stretch: Stretch, third: int) -> Stretch:
    """The early, middle or late third of a month (ten days each, the last what remains), a season or a year."""
    if stretch.grain == "month":
        start = stretch.start + timedelta(days=10 * third)
        return replace(stretch, start=start, end=stretch.end if third == 2 else start + timedelta(days=10))
    if stretch.grain in _THIRD_MONTHS:
        months = _THIRD_MONTHS[stretch.grain]
        start = step(stretch.start, "month", months * third)
        return replace(stretch, start=start, end=step(start, "month", months))
    return stretch


def part_of(stretch: Stretch, hours: tuple[int, int]) -> Stretch:
    """Some hours of a day; the night ends on the next one."""
    start, end = (stretch.start + timedelta(hours=hour) for hour in hours)
    return replace(stretch, start=start, end=end, grain="part")


def hour_of(stretch: Stretch, hour: int) -> Stretch:
    """One hour of a day."""
    start = stretch.start + timedelta(hours=hour)
    return replace(stretch, start=start, end=start + timedelta(hours=1), grain="hour")


def joined(first: Stretch, last: Stretch) -> Stretch | None:
    """From the first instant of one to the last of the other; None where they run backwards.

    An end that leaves its year, month or week open is the next one; a beginning that does lies before a fixed end. Where they leave
    different ones open, nobody can tell.
    """
    if None not in (first.cycle, last.cycle) and first.cycle != last.cycle:
        return None
    if first.cycle == "year" and last.cycle is None:
        first = _moved(first, last.start.year - first.start.year)
        first = first if first.start < last.end else _moved(first, -1)
    elif last.cycle == "year":
        last = _moved(last, first.start.year - last.start.year)
        last = last if first.start < last.end else _moved(last, 1)
    elif last.cycle == "week" and last.end <= first.start:
        last = _later(last, (first.start - last.start).days // 7 * 7 + 7)
    elif first.cycle == "week" and first.start >= last.end:
        first = _later(first, -7)
    elif last.cycle == "month" and last.grain == "day" and last.end <= first.start:
        last = _next_of_month(last, first.start)
    elif first.cycle == "month" and first.grain == "day" and first.start >= last.end:
        first = Almanac(last.end - timedelta(days=1)).any_month(first.start.day)
    if first.start >= last.end:
        return None
    return Stretch(
        start=first.start,
        end=last.end,
        grain=max(first.grain, last.grain, key=_COARSENESS.index),
        cycle=first.cycle if first.cycle == last.cycle else None,
        relative=first.relative or last.relative,
    )


def _next_of_month(day: Stretch, since: datetime) -> Stretch:
    """The first such day of a month from a moment on."""
    for ahead in range(_LONG_MONTHS_APART + 1):
        try:
            start, end = days_of(step(floor(since, "month"), "month", ahead), day.start.day, day.start.day)
        except ValueError:  # no 31 June
            continue
        if start >= since:
            return replace(day, start=start, end=end)
    raise ValueError("not within reach")


def _later(stretch: Stretch, days: int) -> Stretch:
    gap = timedelta(days=days)
    return replace(stretch, start=stretch.start + gap, end=stretch.end + gap)


def _moved(stretch: Stretch, years: int) -> Stretch:
    moved = move_years(stretch.start, stretch.end, years)
    if moved is None:
        raise ValueError("no such day in that year")
    return replace(stretch, start=moved[0], end=moved[1])
