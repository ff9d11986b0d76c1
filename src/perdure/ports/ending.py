"""What a place waits for before it closes."""

from __future__ import annotations

import threading
from collections.abc import Callable

Wait = Callable[[], object]
"""Returns when something that is under way has ended."""


class Ending:
    """What is under way at an open place, told by whoever began it: a place that closes lets it end first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waits: set[Wait] = set()

    def add(self, wait: Wait) -> None:
        """From now on a place that closes calls this first."""
        with self._lock:
            self._waits.add(wait)

    def discard(self, wait: Wait) -> None:
        """It is over; nobody has to wait for it any more."""
        with self._lock:
            self._waits.discard(wait)

    def join(self) -> None:
        """Wait until nothing is under way."""
        while waits := self._taken():
            for wait in waits:
                wait()

    def _taken(self) -> set[Wait]:
        with self._lock:
            waits, self._waits = self._waits, set()
            return waits
