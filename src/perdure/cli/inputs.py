"""Texts and times as they are typed."""

from __future__ import annotations

import re
import sys
from datetime import date, datetime, time, timedelta

from perdure.errors import InvalidText, InvalidValue

_SPAN = re.compile(r"([0-9]{1,9})([hdw])")
_UNITS = {"h": "hours", "d": "days", "w": "weeks"}


def text_of(argument: str) -> str:
    """The argument itself, or all of standard input for `-`. Raises InvalidText where that is not UTF-8."""
    if argument != "-":
        return argument
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise InvalidText(f"standard input is not UTF-8: {error.reason} at byte {error.start}") from error


def moment(text: str | None, name: str, *, end: bool = False) -> datetime | None:
    """An ISO 8601 time; without an offset it is in the store's timezone. A date is its first moment, or with `end` its
    last. Raises InvalidValue."""
    if text is None:
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        try:
            return datetime.fromisoformat(text)
        except ValueError:
            raise InvalidValue(f"{name} is a time such as 2026-03-01 or 2026-03-01T09:30+08:00, not {text!r}") from None
    return datetime.combine(day, time.max if end else time.min)


def span(text: str | None, name: str) -> timedelta | None:
    """A stretch of time in hours, days or weeks, such as 12h, 30d or 8w; `m` would be a minute to one and a month to another.
    Raises InvalidValue."""
    if text is None:
        return None
    found = _SPAN.fullmatch(text)
    if found is None:
        raise InvalidValue(f"{name} is a number of hours, days or weeks, such as 12h, 30d or 8w, not {text!r}")
    try:
        return timedelta(**{_UNITS[found[2]]: int(found[1])})
    except OverflowError:
        raise InvalidValue(f"{name} is too long: {text!r}") from None
