"""Whether a gateway that did not answer is asked again: after some failures in a row it is left alone for a while."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

FAILURES = 3
"""So many calls without an answer, one after another, open the circuit."""

REST = 5.0
"""Seconds until one call may try again."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Circuit:
    """Calls that failed in a row, and since when no call passes; None: all pass."""

    failures: int = 0
    opened_at: float | None = None


def passes(circuit: Circuit, now: float) -> bool:
    """Whether a call may try at `now`."""
    return circuit.opened_at is None or now - circuit.opened_at >= REST


def tried(circuit: Circuit, now: float) -> Circuit:
    """After a call set out: of those that wait for an open circuit, only this one tries."""
    return circuit if circuit.opened_at is None else replace(circuit, opened_at=now)


def failed(circuit: Circuit, now: float) -> Circuit:
    """After a call that got no answer."""
    failures = circuit.failures + 1
    return Circuit(failures=failures, opened_at=now if failures >= FAILURES else circuit.opened_at)


class Breaker:
    """The circuit of one gateway, shared by all threads. `monotonic` tells seconds."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._circuit = Circuit()

    def admits(self) -> bool:
        """Whether a call may set out now; the one that does is counted as trying."""
        with self._lock:
            now = self._monotonic()
            if not passes(self._circuit, now):
                return False
            self._circuit = tried(self._circuit, now)
            return True

    def answered(self) -> None:
        """A call got an answer, whatever it says."""
        with self._lock:
            self._circuit = Circuit()

    def failed(self) -> None:
        """A call got none."""
        with self._lock:
            self._circuit = failed(self._circuit, self._monotonic())
