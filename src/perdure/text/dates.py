"""Dates in text: which day or month a question names, and whether a sentence says when."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

_MONTHS = {
    name: number
    for number, names in enumerate(
        "january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sep sept|october oct|"
        "november nov|december dec".split("|"),
        start=1,
    )
    for name in names.split()
}
_MONTH = r"(?P<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?<!\d){_YEAR}[-/.年](?P<month>\d{{1,2}})[-/.月](?P<day>\d{{1,2}})日?(?!\d)",
        rf"(?:{_YEAR}年)?(?<!\d)(?P<month>\d{{1,2}})月(?:份|(?P<day>\d{{1,2}})[日号])?",
        rf"\b{_MONTH}\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:,? {_YEAR})?\b",
        rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH}\.?(?:,? {_YEAR})?\b",
        rf"\b{_MONTH},? {_YEAR}\b",
        rf"\b(?:in|of|during|last|since|until|by) {_MONTH}\b(?! \d)",
    )
)
_TELLS = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|last|next|ago|since|week(?:end)?s?|months?|years?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|"
    r"january|february|march|april|june|july|august|september|october|november|december|(?:19|20)\d\d)\b|\d(?:am|pm)\b|"
    r"昨[天晚]|前天|今[天晚早年]|明[天早年]|后天|上[个]?[周月]|下[个]?[周月]|这[个]?[周月]|去年|前年|周[一二三四五六日末天]|星期|礼拜|\d[年月日号点]|[一二三四五六七八九十][月日号点]",
)
_ASKS_WHEN = re.compile(
    r"\bwhen\b|\bhow long\b|\bwhat (?:date|day|month|year|time)\b|\bwhich (?:date|day|month|year)\b|什么时[候间]|哪[一]?[天年月日]|几[点月号时]|多久|多长时间|何时|日期",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class DateMention:
    """A day (`month` and `day`) or a month of a year, or of any year where none was named."""

    month: int
    day: int | None = None
    year: int | None = None

    def closeness(self, at: date) -> float:
        """1 on that day (or in that month), 0.5 within the week after, 0.3 on the day before, else 0."""
        if self.year is not None and abs(at.year - self.year) > 1:
            return 0.0
        if self.day is None:
            return float(at.month == self.month and self.year in (None, at.year))
        years = (self.year,) if self.year is not None else (at.year - 1, at.year, at.year + 1)
        gaps = [(at - day).days for year in years if (day := _day(year, self.month, self.day)) is not None]
        gap = min(gaps, key=abs, default=10_000)
        if gap == 0:
            return 1.0
        if 0 < gap <= 7:
            return 0.5
        return 0.3 if gap == -1 else 0.0


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def dates_in(text: str) -> tuple[DateMention, ...]:
    """The days and months a text names, absolute ones only, each once."""
    found: dict[tuple[int, int], DateMention] = {}
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            if any(start < match.end() and match.start() < end for start, end in found):
                continue
            groups = match.groupdict()
            month = int(groups["month"]) if groups.get("month") else _MONTHS.get((groups.get("name") or "").lower(), 0)
            day = int(groups["day"]) if groups.get("day") else None
            year = int(groups["year"]) if groups.get("year") else None
            if 1 <= month <= 12 and (day is None or _day(year or 2024, month, day) is not None):
                found[match.span()] = DateMention(month=month, day=day, year=year)
    return tuple(found.values())


def tells_time(text: str) -> bool:
    """Whether a sentence says when something is, was or will be."""
    return _TELLS.search(text.lower()) is not None


def asks_when(text: str) -> bool:
    """Whether a question asks for a time."""
    return _ASKS_WHEN.search(text) is not None
