"""Time and ids that are the same in every run."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from threading import Lock

from perdure.errors import InvalidValue


class FrozenClock:
    """Stands at `at`, an aware time, until it is moved."""

    def __init__(self, at: datetime) -> None:
        self.set(at)

    def now(self) -> datetime:
        """The moment it was put to."""
        return self._now

    def set(self, at: datetime) -> None:
        """Put it to an aware time, later or earlier."""
        if at.tzinfo is None:
            raise InvalidValue(f"{at} has no timezone")
        self._now = at

    def advance(self, **span: float) -> datetime:
        """Move it by `days=1, hours=2, …`, as `timedelta` takes them, and tell the new time."""
        self.set(self._now + timedelta(**span))
        return self._now


class SequentialIds:
    """`mem_000001`, `mem_000002`, …: each prefix counts for itself, across threads."""

    def __init__(self) -> None:
        self._given: Counter[str] = Counter()
        self._turn = Lock()

    def new(self, prefix: str, at: datetime) -> str:  # noqa: ARG002 - real ids sort by time, these by number
        """The next id of a prefix."""
        with self._turn:
            self._given[prefix] += 1
            return f"{prefix}_{self._given[prefix]:06d}"
