"""The fields of a record that may come from anywhere, each taken by its type or refused by its name.

What a field holds is never in a message: it may be somebody's memory.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from enum import StrEnum
from typing import Any, TypeVar

from perdure.capture.intake import check_json
from perdure.errors import InvalidValue

_E = TypeVar("_E", bound=StrEnum)

LARGEST = 2**53
"""Whole numbers up to this are the same in every JSON parser."""

_LONGEST_ID = 500
_FIRST_YEAR, _LAST_YEAR = 999, 9001
"""One more on both sides than a caller may name: a time near the edge of a year lies in another one elsewhere."""

DEEPEST = 60
"""Levels of nesting: what a caller may hand in, and what stands around it."""


def stamp(at: datetime) -> str:
    """A time as records have it: UTC, with microseconds, and a Z."""
    at = at.astimezone(UTC)
    clock = (at.year, at.month, at.day, at.hour, at.minute, at.second, at.microsecond)
    return "%04d-%02d-%02dT%02d:%02d:%02d.%06dZ" % clock  # noqa: UP031  twice as fast as isoformat, and a record has seven


def maybe_stamp(at: datetime | None) -> str | None:
    """The same of a time that may be missing."""
    return None if at is None else stamp(at)


def filled(record: Mapping[str, Any]) -> Sequence[str]:
    """The names of the fields that have a value; a number and a truth value are one, whichever they are."""
    return [name for name, value in record.items() if value or isinstance(value, int | float)]


class Fields:
    """One record while it is read; every method raises InvalidValue with the name of the field that is wrong."""

    def __init__(self, record: object, zone: tzinfo, *, inside: str = "") -> None:
        if not isinstance(record, Mapping):
            raise InvalidValue(f"{inside.rstrip('.') or 'a record'} is an object; this one is not")
        self._record = record
        self._zone = zone
        self._inside = inside
        self._read: set[str] = set()

    def of(self, name: str) -> Fields:
        """The record in a field; an empty one where there is none."""
        found = self._take(name)
        return Fields({} if found is None else found, self._zone, inside=f"{self._inside}{name}.")

    def name(self, name: str) -> str:
        """An id, or another short text that has to be there."""
        found = self._take(name)
        if not isinstance(found, str) or not found.strip() or len(found) > _LONGEST_ID:
            raise self._wrong(name, "is a short text", found)
        return found

    def maybe_name(self, name: str) -> str | None:
        """The same of one that may be missing."""
        return None if self._take(name) is None else self.name(name)

    def text(self, name: str, default: str | None = None) -> str:
        """A text, which has to be there unless it has a default."""
        found = self._take(name)
        if found is None and default is not None:
            return default
        if not isinstance(found, str):
            raise self._wrong(name, "is a text", found)
        return found

    def maybe_text(self, name: str) -> str | None:
        """A text that may be missing."""
        return None if self._take(name) is None else self.text(name)

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts; none where it is missing."""
        found = self._take(name)
        if found is None:
            return ()
        if not isinstance(found, list | tuple) or not all(isinstance(each, str) for each in found):
            raise self._wrong(name, "is a list of texts", found)
        return tuple(found)

    def time(self, name: str) -> datetime:
        """A moment with its offset."""
        found = self._take(name)
        try:
            at = datetime.fromisoformat(found) if isinstance(found, str) else None
        except ValueError:
            at = None
        if at is None or at.tzinfo is None or not _FIRST_YEAR <= at.year <= _LAST_YEAR:
            raise self._wrong(name, "is a time with its offset, such as 2026-03-01T09:30:00Z", found)
        return at.astimezone(self._zone)

    def maybe_time(self, name: str) -> datetime | None:
        """The same of one that may be missing."""
        return None if self._take(name) is None else self.time(name)

    def fraction(self, name: str, default: float) -> float:
        """A number from 0 to 1."""
        found = self._take(name)
        number = default if found is None else _number(found)
        if not 0 <= number <= 1:
            raise self._wrong(name, "is a number from 0 to 1", found)
        return number

    def positive(self, name: str) -> float | None:
        """A number above 0, or none."""
        found = self._take(name)
        if found is None:
            return None
        number = _number(found)
        if not (math.isfinite(number) and number > 0):
            raise self._wrong(name, "is a positive number", found)
        return number

    def whole(self, name: str, default: int) -> int:
        """A whole number from the default on."""
        found = self._take(name)
        if found is None:
            return default
        if isinstance(found, bool) or not isinstance(found, int) or not default <= found <= LARGEST:
            raise self._wrong(name, f"is a whole number of at least {default}", found)
        return found

    def flag(self, name: str, *, default: bool) -> bool:
        """True or false."""
        found = self._take(name)
        if not isinstance(found, bool | None):
            raise self._wrong(name, "is true or false", found)
        return default if found is None else found

    def one_of(self, name: str, kind: type[_E], default: _E | None = None) -> _E:
        """One of the words of an enumeration."""
        found = self._take(name)
        if found is None and default is not None:
            return default
        if not isinstance(found, str) or found not in tuple(kind):
            raise self._wrong(name, f"is one of {', '.join(kind)}", found)
        return kind(found)

    def mapping(self, name: str) -> dict[str, Any]:
        """An object of any JSON values; an empty one where it is missing."""
        found = self._take(name)
        if found is None:
            return {}
        if not isinstance(found, Mapping):
            raise self._wrong(name, "is an object", found)
        check_json(found, f"{self._inside}{name}", deepest=DEEPEST)
        return dict(found)

    def mappings(self, name: str) -> tuple[Mapping[str, Any], ...]:
        """A list of such objects; none where it is missing."""
        found = self._take(name)
        if found is None:
            return ()
        if not isinstance(found, list | tuple) or not all(isinstance(each, Mapping) for each in found):
            raise self._wrong(name, "is a list of objects", found)
        check_json(found, f"{self._inside}{name}", deepest=DEEPEST)
        return tuple(dict(each) for each in found)

    def end(self, *, strict: bool) -> None:
        """Raises InvalidValue, where it is `strict`, for a field that nobody asked for."""
        unknown = [str(name)[:50] for name in self._record if name not in self._read]
        if strict and unknown:
            raise InvalidValue(f"there is no field {self._inside}{unknown[0]}")

    def _take(self, name: str) -> Any:
        self._read.add(name)
        return self._record.get(name)

    def _wrong(self, name: str, wanted: str, found: object) -> InvalidValue:
        missing = "is missing; it " if found is None else ""
        return InvalidValue(f"{self._inside}{name} {missing}{wanted}{'' if found is None else '; this one is not'}")


def _number(value: object) -> float:
    """A number as a float; nan, which lies in no range, where it is none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return math.nan
    try:
        return float(value)
    except OverflowError:
        return math.inf
