"""A stretch of time that a text names, and how close a moment lies to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

Grain = Literal["hour", "part", "day", "weekend", "week", "month", "season", "year", "open"]
"""The unit in which the words count: "three days" is `day`, a quarter is `season`, a decade `year`."""

Cycle = Literal["year", "month", "week"]
"""What words leave open: 8 May of any year, the 17th of any month, any Friday."""

_DAY = timedelta(days=1)
_DAY_AROUND = ((_DAY, 0.3), (7 * _DAY, 0.5))
_AROUND = {
    "hour": _DAY_AROUND,
    "part": _DAY_AROUND,
    "day": _DAY_AROUND,
    "weekend": _DAY_AROUND,
    "week": ((3 * _DAY, 0.5), (3 * _DAY, 0.5)),
}
"""How long before and after a stretch a moment is still close to it, and how close."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Span:
    """From `start`, included, to `end`, excluded, in the zone of the one who asks; `text` stands at `at` in the text.

    `cycle`: it comes every year, month or week, and the words do not say which; `start` and `end` are its most recent ones.
    `relative`: the words mean another stretch on another day.
    """

    start: datetime
    end: datetime
    grain: Grain
    text: str
    at: tuple[int, int]
    cycle: Cycle | None = None
    relative: bool = False

    @property
    def yearless(self) -> bool:
        """Whether it is a day or month of no year; then any year is close."""
        return self.cycle == "year"

    def closeness(self, moment: datetime) -> float:
        """1 inside. What is as short as a weekend is still talked of later: 0.5 in the seven days after, 0.3 on the day
        before. A week is counted from any of its days: 0.5 in the three days to either side. Else 0.
        """
        here = _wall(moment, self)
        return max(self._near(here, *bounds) for bounds in self._occurrences(here.year))

    def _near(self, here: datetime, start: datetime, end: datetime) -> float:
        if start <= here < end:
            return 1.0
        if self.grain not in _AROUND:
            return 0.0
        (before, early), (after, late) = _AROUND[self.grain]
        if here < start:
            return early if start - here <= before else 0.0
        return late if here - end < after else 0.0

    def _occurrences(self, year: int) -> Iterator[tuple[datetime, datetime]]:
        """The stretch itself, and where any year will do the same one around a year."""
        yield self.start, self.end
        if self.yearless:
            for other in (year - 1, year, year + 1):
                moved = move_years(self.start, self.end, other - self.start.year)
                if moved is not None:
                    yield moved


def days_of(month: datetime, first: int, last: int) -> tuple[datetime, datetime]:
    """The days of the month that a moment lies in, up to one of the next month where they run past its end; raises ValueError where
    there is no such day."""
    start = month.replace(day=first)
    if last >= first:
        return start, month.replace(day=last) + _DAY
    following = month.replace(day=1) + timedelta(days=31)
    return start, following.replace(day=last) + _DAY


def move_years(start: datetime, end: datetime, years: int) -> tuple[datetime, datetime] | None:
    """The same days so many years on; None where the first does not exist."""
    try:
        first = start.replace(year=start.year + years)
        if end - start <= _DAY:
            return first, first + (end - start)
        if (end.month, end.day) == (2, 29):
            return first, end.replace(year=end.year + years, month=3, day=1)
        return first, end.replace(year=end.year + years)
    except (ValueError, OverflowError):  # 29 February, or beyond the calendar
        return None


def _wall(moment: datetime, span: Span) -> datetime:
    """A moment as the clock on the asker's wall shows it."""
    try:
        return moment.astimezone(span.start.tzinfo)
    except OverflowError:  # within hours of the calendar's ends
        return moment.replace(tzinfo=span.start.tzinfo)
