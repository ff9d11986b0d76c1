"""One thread that gives vectors to what was observed without waiting."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable

from perdure.domain.space import SpaceName

log = logging.getLogger("perdure")


class Background:
    """Starts with the first task; what is not done at `close` is pending in the store and taken up by the next write."""

    def __init__(self, work: Callable[[SpaceName], None]) -> None:
        self._work = work
        self._tasks: queue.SimpleQueue[SpaceName | None] = queue.SimpleQueue()
        self._stop = threading.Event()
        self._idle = threading.Condition()
        self._waiting = 0
        self._thread: threading.Thread | None = None

    def add(self, name: SpaceName) -> None:
        """Take up a space; returns at once. After `close` nothing is taken up."""
        if self.stopping():
            return
        with self._idle:
            self._waiting += 1
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="perdure-vectors", daemon=True)
                self._thread.start()
        self._tasks.put(name)

    def join(self) -> None:
        """Wait until nothing is left to do."""
        with self._idle:
            self._idle.wait_for(lambda: self._waiting == 0)

    def stopping(self) -> bool:
        """Whether work should end after the batch at hand."""
        return self._stop.is_set()

    def close(self) -> None:
        """End after the batch at hand."""
        self._stop.set()
        self._tasks.put(None)
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while (name := self._tasks.get()) is not None:
            try:
                if not self.stopping():
                    self._work(name)
            except Exception:  # the one runner of this work: what failed is recorded and stays pending
                log.exception("%s: vectors are pending", name)
            finally:
                with self._idle:
                    self._waiting -= 1
                    self._idle.notify_all()
