"""How upkeep keeps out of the way: it works in short stretches, and rests between them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

BREATH = 0.0001
"""Seconds that let another thread have the interpreter, in the middle of a computation."""

SHARE, LEAST, MOST = 0.2, 0.002, 0.05
"""The rest after a transaction, as a share of how long it took, and its bounds in seconds."""

Pause = Callable[[float], None]
Monotonic = Callable[[], float]


@dataclass(kw_only=True, slots=True)
class Pace:
    """Whoever recalls or writes meanwhile gets the interpreter at each breath, and the lock at each rest."""

    pause: Pause = time.sleep
    clock: Monotonic = time.monotonic
    _since: float = field(init=False)

    def __post_init__(self) -> None:
        self._since = self.clock()

    def breathe(self) -> None:
        """Let others have the interpreter."""
        self.pause(BREATH)

    def rest(self) -> None:
        """Let others work, for longer after a long stretch."""
        self.pause(min(MOST, max(LEAST, SHARE * (self.clock() - self._since))))
        self._since = self.clock()
