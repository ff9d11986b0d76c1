"""Time and ids, passed in so that the same input gives the same memory."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The present moment, aware."""
        ...


class Ids(Protocol):
    """Makes ids."""

    def new(self, prefix: str, at: datetime) -> str:
        """A new id such as `mem_01J…`, never given before."""
        ...


class SystemClock:
    """The machine's clock, in UTC."""

    def now(self) -> datetime:
        """The present moment."""
        return datetime.now(UTC)


_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


class UlidIds:
    """ULIDs: 48 bits of milliseconds, 80 random bits, in Crockford's base 32 (https://github.com/ulid/spec)."""

    def new(self, prefix: str, at: datetime) -> str:
        """`prefix_` and 26 characters that sort by time."""
        number = (int(max(0.0, at.timestamp()) * 1000) & (1 << 48) - 1) << 80 | secrets.randbits(80)
        return f"{prefix}_" + "".join(_CROCKFORD[number >> shift & 31] for shift in range(125, -1, -5))
