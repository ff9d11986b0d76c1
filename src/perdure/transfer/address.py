"""Addresses of databases, and how they are shown: never with what opens them."""

from __future__ import annotations

import re
from pathlib import Path

_ADDRESS = re.compile(r"postgres(?:ql)?(?:\+[a-z0-9_]+)?:/{1,2}(?=[^/])(.*)", re.DOTALL | re.IGNORECASE)
"""One slash as well: a Path has no two. Programs may name the driver that they use."""

_OPENING = re.compile(r"\b([a-z][a-z0-9+.-]*:/{1,2})[^\s]*@", re.IGNORECASE)
"""What opens the place that an address is of."""


def address_of(path: Path | str) -> str | None:
    """The address of a PostgreSQL database that this is, or None for what is no address."""
    found = _ADDRESS.fullmatch(str(path))
    return None if found is None else f"postgresql://{found.group(1)}"


def masked(path: Path | str) -> str:
    """A path as errors have it: if it is an address of whatever kind, without what opens it."""
    return _OPENING.sub(r"\1…@", str(path))


def shown(address: str) -> str:
    """The address as reports and errors have it: user, host and database, no password and no options."""
    rest = address.removeprefix("postgresql://")
    user, at = (re.split(r"[:@/?]", rest, maxsplit=1)[0], "@") if "@" in rest else ("", "")
    if "password" in rest.partition("?")[2].casefold():
        return "postgresql://…"
    return f"postgresql://{user}{at}{rest.rpartition('@')[2].partition('?')[0]}"
