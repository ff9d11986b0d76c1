"""An answer within a time, or none: the work goes on in a thread of its own, and nobody waits for it any longer."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from typing import TypeVar

Answer = TypeVar("Answer")

log = logging.getLogger("perdure")


def within(seconds: float, work: Callable[[Callable[[], bool]], Answer], otherwise: Callable[[], Answer]) -> Answer:
    """What `work` gives within so many seconds, else what `otherwise` gives; what it raises in time is raised.

    `work` can ask its argument whether it has become late, so that it can stop; what it raises after that is recorded.
    """
    promised: Future[Answer] = Future()
    begun = time.monotonic()
    # a daemon, which an executor's threads are not: work that hangs must not keep the process from ending
    threading.Thread(target=_run, args=(promised, work), name="perdure-recall", daemon=True).start()
    try:
        answer = promised.result(timeout=seconds)
        return answer if time.monotonic() - begun <= seconds else otherwise()  # who waits may wake late, to an answer
    except TimeoutError:  # of the waiting, or of the work itself
        return otherwise() if promised.cancel() else promised.result()
    finally:
        promised.cancel()


def _run(promised: Future[Answer], work: Callable[[Callable[[], bool]], Answer]) -> None:
    """Keep the promise with an answer or an error; once it is cancelled nobody is left to be told."""
    try:
        answer = work(promised.cancelled)
    except Exception as error:  # the one runner of this work: what failed is raised where it is waited for
        if not _told(promised, error):
            log.exception("a recall failed after its deadline")
        return
    with suppress(InvalidStateError):
        promised.set_result(answer)


def _told(promised: Future[Answer], error: Exception) -> bool:
    """Whether there was still somebody to be told of an error."""
    try:
        promised.set_exception(error)
    except InvalidStateError:
        return False
    return True
