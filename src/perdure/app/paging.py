"""What `list` takes, the same for memories, reviews and permanent memory."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TypeVar

from perdure.app.asking import names_of
from perdure.errors import InvalidValue

PAGE = 100
MOST = 10_000
"""Longest page."""

E = TypeVar("E", bound=StrEnum)


def page_size(limit: object) -> int:
    """How many items a page has at most; raises InvalidValue."""
    if isinstance(limit, bool) or not isinstance(limit, int) or not 1 <= limit <= MOST:
        raise InvalidValue(f"limit is a whole number from 1 to {MOST}, not {limit!r}")
    return limit


def members(names: Iterable[str] | str, choices: type[E], what: str) -> tuple[E, ...]:
    """The named members, or none at all for `all`; raises InvalidValue and lists the choices."""
    if names == "all":
        return ()
    try:
        return tuple(choices(name) for name in names_of(names, what))
    except ValueError as error:
        raise InvalidValue(f"{error}; the {what} are {', '.join(choices)}, or all") from error
