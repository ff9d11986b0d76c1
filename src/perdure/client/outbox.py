"""Writes on their way: at once where the gateway answers, else from the queue, in order, each once in effect."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from perdure.client.exchange import Answer, Refusal, Reply, Request, Silence
from perdure.client.link import Link
from perdure.client.queue import Kept, Queue
from perdure.errors import GatewayUnavailable, IdempotencyConflict, InvalidRequest, StoreError

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds between two attempts in the background; each pause is twice the one before."""

MOST_ATTEMPTS = 10
"""So often a write is sent that the gateway itself fails at; what it merely cannot do yet is sent for ever."""

TURN = 1.0
"""The most seconds that a write waits for its turn while others are being sent; after that it waits in the queue."""

OWN_FAULT = "internal_error"
LATER = frozenset((408, 425, 429))

log = logging.getLogger("perdure")


@dataclass(frozen=True, kw_only=True, slots=True)
class Held:
    """A write that waits in the queue, for this reason."""

    key: str
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Done:
    """The gateway did it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Refused:
    """The gateway will never do it."""

    code: str
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Later:
    """It may do it another time."""

    reason: str


def fate(reply: Reply, attempts: int) -> Done | Refused | Later:
    """What becomes of a write that was sent: given up only where the gateway says that it is no good."""
    match reply:
        case Answer():
            return Done()
        case Silence(reason=reason):
            return Later(reason=reason)
        case Refusal(error=IdempotencyConflict() as error):  # the first sending is still being done
            return Later(reason=str(error))
        case Refusal(status=status, code=code, error=error):
            stuck = code == OWN_FAULT and attempts >= MOST_ATTEMPTS
            if stuck or (400 <= status < 500 and status not in LATER):
                return Refused(code=code, reason=str(error))
            return Later(reason=str(error))


class Outbox:
    """What sends writes. Without a queue a write that gets no answer raises GatewayUnavailable."""

    def __init__(self, link: Link, queue: Queue | None) -> None:
        self._link = link
        self._queue = queue
        self._draining = threading.Lock()
        self._waking = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        if self.waiting:
            self._wake()

    @property
    def waiting(self) -> int:
        """How many writes wait; 0 also where the queue cannot be read, which is logged."""
        if self._queue is None:
            return 0
        try:
            return len(self._queue)
        except StoreError as error:
            log.warning("%s", error)
            return 0

    def deliver(self, request: Request, late: Callable[[], Request], *, at: str, timeout: float) -> Answer | Held:
        """Do a write, now or later. `late` is the same as it is done later, with the time it was made in it.

        Raises what the gateway refuses it with.
        """
        queue = self._queue
        if queue is None:
            return Answer(body=self._link.call(request, timeout=timeout))
        if self.waiting:
            return self._behind(queue, late(), at=at, timeout=timeout)
        reply = self._link.exchange(request, timeout=timeout)
        if isinstance(reply, Answer):
            return reply
        decided = fate(reply, 0)
        if isinstance(reply, Refusal) and not isinstance(decided, Later):
            raise reply.error
        # what may have arrived is repeated to the letter, so that the gateway knows it again
        unsent = isinstance(reply, Silence) and not reply.reached
        held = self._held(queue, late() if unsent else request, at=at, reason=_reason(decided))
        self._wake()
        return held

    def flush(self, *, seconds: float) -> int:
        """Send what waits, for so many seconds at most; gives how much still waits."""
        queue = self._queue
        if queue is not None and self.waiting:
            with self._turn(queue, seconds) as mine:
                if mine:
                    self._drain(queue, seconds=seconds, forced=True)
        return self.waiting

    def kept(self) -> list[Kept]:
        """Everything in the queue: what waits, and what was refused."""
        return [] if self._queue is None else self._queue.everything()

    def waits(self) -> list[Kept]:
        """What waits, whoever made it; nothing where the queue cannot be read, which is logged."""
        try:
            return [one for one in self.kept() if one.code is None]
        except StoreError as error:
            log.warning("%s", error)
            return []

    def resend(self, *keys: str) -> int:
        """Let these writes wait anew, as this token's; gives how many there were."""
        if self._queue is None:
            return 0
        found = sum(self._queue.again(key) for key in keys)
        self._wake()
        return found

    def discard(self, *keys: str) -> int:
        """Let go of these writes for good; gives how many there were."""
        return 0 if self._queue is None else sum(self._queue.remove(key) for key in keys)

    def close(self, *, seconds: float = 1.0) -> None:
        """Stop sending; what waits stays in the queue."""
        self._stop.set()
        thread = self._thread
        if thread is not None:
            thread.join(seconds)
        if thread is None or not thread.is_alive():
            self._end()  # else the thread does, once the gateway lets go of it

    def _behind(self, queue: Queue, late: Request, *, at: str, timeout: float) -> Answer | Held:
        """Send what waits and then this; where that takes too long it waits as well."""
        with self._turn(queue, min(timeout, TURN)) as mine:
            held = self._held(queue, late, at=at, reason="other writes wait before it")
            reply = self._drain(queue, seconds=timeout, until=held.key) if mine else None
        self._wake()
        match reply:
            case Answer():
                return reply
            case Refusal(error=error):
                raise error
            case Later(reason=reason):
                return Held(key=held.key, reason=reason)
            case None:
                return held

    def _held(self, queue: Queue, request: Request, *, at: str, reason: str) -> Held:
        try:
            queue.add(request, at=at)
        except StoreError as error:
            raise GatewayUnavailable(f"{reason}; and {error}") from error
        return Held(key=request.key or "", reason=reason)

    def _drain(
        self, queue: Queue, *, seconds: float, until: str = "", forced: bool = False
    ) -> Answer | Refusal | Later | None:
        """Send in order until nothing is left, something has to wait, or the write `until` is settled: what came of it."""
        end = time.monotonic() + seconds
        while not self._stop.is_set() and (left := end - time.monotonic()) > 0:
            kept = queue.first()
            if kept is None:
                break
            if not kept.sound:
                _put_aside(queue, kept)
                continue
            queue.tried(kept.key)
            reply = self._link.exchange(kept.request, timeout=left, forced=forced)
            decided = fate(reply, kept.attempts + 1)
            if isinstance(decided, Later):
                return decided
            told = kept.key == until
            _settle(queue, kept, decided, told=told)
            if told and not isinstance(reply, Silence):
                return reply
        return None

    @contextmanager
    def _turn(self, queue: Queue, seconds: float) -> Iterator[bool]:
        """Whether this thread of this process may send now."""
        if not self._draining.acquire(timeout=seconds):
            yield False
            return
        try:
            with queue.turn() as mine:
                yield mine
        finally:
            self._draining.release()

    def _wake(self) -> None:
        """See to it that what waits is sent."""
        with self._waking:
            if self._stop.is_set() or not self.waiting or (self._thread is not None and self._thread.is_alive()):
                return
            self._thread = threading.Thread(target=self._send, name="perdure-outbox", daemon=True)
            self._thread.start()

    def _send(self) -> None:
        """Until nothing waits: pause, send, pause longer."""
        pause = FIRST_PAUSE
        spread = secrets.SystemRandom()
        while not self._stop.wait(pause * spread.uniform(0.5, 1.0)):
            before = self.waiting
            self._try()
            with self._waking:
                after = self.waiting
                if not after:
                    self._thread = None  # whoever adds from here on starts another one
                    return
            pause = FIRST_PAUSE if after < before else min(2 * pause, LONGEST_PAUSE)
        self._end()

    def _try(self) -> None:
        queue = self._queue
        if queue is None:
            return
        try:
            with self._turn(queue, 0.0) as mine:
                if mine:
                    self._drain(queue, seconds=LONGEST_PAUSE)
        except StoreError as error:
            log.warning("what waits for the gateway could not be sent: %s", error)

    def _end(self) -> None:
        if self._queue is not None:
            self._queue.close()
        self._link.close()


def _put_aside(queue: Queue, kept: Kept) -> None:
    """Keep from being sent what this client did not write. Raises StoreError where the file does not let itself be mended."""
    log.warning("a write in %s is none that waits for a gateway, and is not sent", queue.file)
    if not queue.refuse(kept.key, code=InvalidRequest.code, reason="it is no write that waits for a gateway"):
        raise StoreError(f"{queue.file} holds what cannot be sent; move it away")


def _settle(queue: Queue, kept: Kept, decided: Done | Refused, *, told: bool) -> None:
    """Take what came of a write into account. `told`: whoever made it waits and hears of a refusal."""
    match decided:
        case Refused(code=code, reason=reason) if not told:
            queue.refuse(kept.key, code=code, reason=reason)
            log.warning("the gateway refused a write that waited: %s; it is kept in %s", code, queue.file)
        case _:
            queue.remove(kept.key)


def _reason(decided: Done | Refused | Later) -> str:
    return "" if isinstance(decided, Done) else decided.reason
