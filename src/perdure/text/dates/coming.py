"""Which of the days that come again is meant: the 17th of the month that was named, else the coming one, else none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from perdure.text.dates.almanac import floor, step
from perdure.text.dates.span import Span, days_of, move_years

_DAY = timedelta(days=1)
_AHEAD = {"year": 9, "month": 4, "week": 2}
"""How often something may have to come again to be found: 29 February, the 31st, a range of weekdays that has begun."""
_LONGEST = {"month": timedelta(days=31), "week": timedelta(days=7)}


def coming(span: Span, now: datetime) -> Span | None:
    """The next of what comes again: it is not over, and days that belong together have not begun. What does not come again is itself."""
    for each in _again(span):
        if each.end <= now:
            continue
        begun = (
            span.cycle != "year"
            and _several_days(each)
            and each.start < now.replace(hour=0, minute=0, second=0, microsecond=0)
        )
        return None if begun else each
    return None


def meant(span: Span, named: Span | None, now: datetime) -> Span | None:
    """The coming one, where the text named a longer or shorter stretch before: the one inside it; None where nobody can tell."""
    if named is None or span.cycle in (None, "year"):
        return coming(span, now)
    if named.end <= now:
        return None
    if named.grain == span.cycle:
        return inside(span, named)
    later = coming(span, now)
    if later is None or named.grain == "open":
        return later
    fits = _fits(later, named, now)
    return later if fits else None


def inside(span: Span, named: Span) -> Span | None:
    """The one that begins in the month or week that was named."""
    if span.cycle not in _LONGEST or named.end - named.start > _LONGEST[span.cycle]:
        return None
    gap = floor(_wall(named.start), span.cycle)  # the month or week itself, where only a part of it was named
    away = [each for each in _again(span, gap) if gap <= _wall(each.start) < step(gap, span.cycle, 1)]
    return away[0] if away else None


def _fits(later: Span, named: Span, now: datetime) -> bool:
    if named.grain in ("month", "season", "year"):
        return named.grain != "season" and named.start <= now < named.end and later.start < named.end
    if _several_days(later):
        return later.start < named.end and named.start < later.end
    return later.start >= named.start


def _several_days(span: Span) -> bool:
    return span.grain == "day" and span.end - span.start > _DAY


def _again(span: Span, since: datetime | None = None) -> Iterator[Span]:
    """A span and those that come after it; from the month or week of `since` on."""
    if span.cycle is None:
        yield span
        return
    skipped = 0 if since is None else _between(span, since)
    for count in range(skipped, skipped + _AHEAD[span.cycle] + 1):
        moved = _moved(span, count)
        if moved is not None:
            yield replace(span, start=moved[0], end=moved[1])


def _between(span: Span, since: datetime) -> int:
    start = _wall(span.start)
    if span.cycle == "week":
        return (since - floor(start, "week")).days // 7
    return (since.year - start.year) * 12 + since.month - start.month


def _moved(span: Span, count: int) -> tuple[datetime, datetime] | None:
    """A span so many years, months or weeks on; None where there is no such day."""
    try:
        match span.cycle:
            case "week":
                return span.start + timedelta(days=7 * count), span.end + timedelta(days=7 * count)
            case "month":
                return _months_on(span, count)
    except (ValueError, OverflowError):  # no 31 June, or beyond the calendar
        return None
    return move_years(span.start, span.end, count)


def _months_on(span: Span, count: int) -> tuple[datetime, datetime]:
    if span.grain == "month":
        return step(span.start, "month", count), step(span.end, "month", count)
    month = step(span.start.replace(day=1), "month", count)
    if not _several_days(span):
        return month.replace(day=span.start.day), month.replace(day=span.start.day) + (span.end - span.start)
    return days_of(month, span.start.day, (span.end - _DAY).day)


def _wall(moment: datetime) -> datetime:
    return moment.replace(tzinfo=None)
