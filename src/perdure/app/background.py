"""One thread for what nobody waits for: vectors, and jobs when they are due."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable

from perdure.domain.space import SpaceName

log = logging.getLogger("perdure")

Work = Callable[[SpaceName], float | None]
"""Does what there is to do for a space; gives the seconds after which it should be looked at again, or None."""


class Background:
    """Starts with the first task; what is not done at `close` waits in the store, for the next process."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._tasks: deque[SpaceName] = deque()
        self._later: dict[SpaceName, float] = {}
        self._changed = threading.Condition()
        self._stop = threading.Event()
        self._busy = False
        self._thread: threading.Thread | None = None

    def add(self, name: SpaceName) -> None:
        """Take up a space; returns at once. After `close` nothing is taken up."""
        with self._changed:
            if self.stopping():
                return
            self._tasks.append(name)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="perdure-background", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def join(self) -> None:
        """Wait until nothing is left to do now; what is due later is not waited for."""
        with self._changed:
            self._changed.wait_for(lambda: self.stopping() or not (self._tasks or self._busy))

    def stopping(self) -> bool:
        """Whether work should end after the batch at hand."""
        return self._stop.is_set()

    def close(self) -> None:
        """End after the job at hand."""
        with self._changed:
            self._stop.set()
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while (name := self._next()) is not None:
            again: float | None = None
            try:
                again = self._work(name)
            except Exception:  # the one runner of this work: what failed is recorded and stays in the store
                log.exception("%s: background work waits", name)
            with self._changed:
                self._busy = False
                if again is not None:
                    self._later[name] = time.monotonic() + again
                self._changed.notify_all()

    def _next(self) -> SpaceName | None:
        """The next space to look at, when it is time; None at the end."""
        with self._changed:
            while not self.stopping():
                found = self._due()
                if found is not None:
                    self._busy = True
                    self._later.pop(found, None)
                    return found
                first = min(self._later.values(), default=None)
                self._changed.wait(None if first is None else max(0.0, first - time.monotonic()))
        return None

    def _due(self) -> SpaceName | None:
        if self._tasks:
            return self._tasks.popleft()
        now = time.monotonic()
        return next((name for name, at in self._later.items() if at <= now), None)
