"""When a process that lives long looks after its spaces."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock

from perdure.domain.space import SpaceName

FIRST_AFTER, THEN_EVERY = 3_600.0, 86_400.0
"""Seconds that a process has to live before it looks after a space it writes to, and between one time and the next."""

Monotonic = Callable[[], float]


@dataclass
class Rounds:
    """When a process that lives long looks after the spaces it has to do with. It counts its own time, so that a clock that is
    set moves nothing, and a short program is never kept from ending."""

    clock: Monotonic = time.monotonic
    off: bool = False
    _begun: float = field(init=False)
    _last: dict[SpaceName, float] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        self._begun = self.clock()

    def due(self, name: SpaceName) -> bool:
        """Whether it is time for a space; saying yes begins the next wait."""
        now = self.clock()
        if self.off or now - self._begun < FIRST_AFTER:
            return False
        with self._lock:
            if now - self._last.get(name, now - THEN_EVERY) < THEN_EVERY:
                return False
            self._last[name] = now
            return True
