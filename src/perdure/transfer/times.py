"""Times as exports write them."""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime

from perdure.errors import InvalidValue

_NUMBER = re.compile(r"-?\d{9,}(?:\.\d+)?")
_SECONDS_END = 1e11
"""As seconds this is the year 5138; a larger number counts milliseconds, or smaller parts still."""


def moment(value: object) -> datetime | None:
    """An ISO 8601 time, or the seconds or milliseconds since 1970; naive where it names no zone. Raises InvalidValue."""
    if value is None or value == "":
        return None
    try:
        match value:
            case str() if _NUMBER.fullmatch(value.strip()):
                return _since_1970(float(value))
            case str():
                return datetime.fromisoformat(value.strip())
            case int() | float() if not isinstance(value, bool):
                return _since_1970(float(value))
    except (ValueError, OverflowError, OSError) as error:
        raise InvalidValue(f"{str(value)[:50]!r} is no time: {error}") from error
    raise InvalidValue(f"a time is a string or a number, not {type(value).__name__}")


def _since_1970(number: float) -> datetime:
    if not math.isfinite(number):
        raise ValueError("it is not finite")
    while abs(number) >= _SECONDS_END:
        number /= 1000
    return datetime.fromtimestamp(number, UTC)
