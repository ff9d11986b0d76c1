"""Times as exports write them."""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from perdure.errors import InvalidValue

_NUMBER = re.compile(r"-?\d{9,}(?:\.\d+)?")
_DATE = re.compile(
    r"(?P<year>\d{4})(?:[-/.]|年\s*)(?P<month>\d{1,2})(?:[-/.]|月\s*)(?P<day>\d{1,2})日?"
    r"(?:[\sT,，]*(?P<noon>上午|下午|[AaPp][Mm])?\s*(?P<hour>\d{1,2})[:：时](?P<minute>\d{1,2})?分?(?:[:：]?(?P<second>\d{1,2})秒?)?"
    r"(?:\s*(?P<half>[AaPp]\.?[Mm]\.?))?)?\s*(?P<zone>UTC|GMT)?"
)
"""Dates as people and spreadsheets write them, the year first: 2026/2/3 9:12, 2026年2月3日 下午3:05."""

_POSTED = re.compile(r"(?:[A-Za-z]{3}, )?\d{1,2} [A-Za-z]{3} \d{4} \d{2}:\d{2}(?::\d{2})?(?: [-+A-Za-z0-9]+)?")
_SECONDS_END = 1e11
"""As seconds this is the year 5138; a larger number counts milliseconds, or smaller parts still."""


def moment(value: object) -> datetime | None:
    """An ISO 8601 time, one as spreadsheets and letters have it, or the seconds or milliseconds since 1970; naive where it names no
    zone. Raises InvalidValue."""
    if value is None or value == "":
        return None
    try:
        match value:
            case str() if _NUMBER.fullmatch(value.strip()):
                return _since_1970(float(value))
            case str():
                return _written(value.strip())
            case int() | float() if not isinstance(value, bool):
                return _since_1970(float(value))
    except (ValueError, OverflowError, OSError) as error:
        raise InvalidValue(f"{str(value)[:50]!r} is no time: {error}") from error
    raise InvalidValue(f"a time is a string or a number, not {type(value).__name__}")


def _written(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        if _POSTED.fullmatch(text):
            return parsedate_to_datetime(text)
        found = _DATE.fullmatch(text)
        if found is None:
            raise
        return _dated(found)


def _dated(found: re.Match[str]) -> datetime:
    year, month, day, hour, minute, second = (
        int(found[part] or 0) for part in ("year", "month", "day", "hour", "minute", "second")
    )
    half = (found["noon"] or found["half"] or "").casefold()
    if half in ("下午", "pm", "p.m.") and hour < 12:
        hour += 12
    elif half in ("上午", "am", "a.m.") and hour == 12:
        hour = 0
    return datetime(year, month, day, hour, minute, second, tzinfo=UTC if found["zone"] else None)


def _since_1970(number: float) -> datetime:
    if not math.isfinite(number):
        raise ValueError("it is not finite")
    while abs(number) >= _SECONDS_END:
        number /= 1000
    return datetime.fromtimestamp(number, UTC)
