"""What was said in chats, into the journal behind their back, and into memories once they are silent."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from dataclasses import dataclass

from anyio import CapacityLimiter, move_on_after, to_thread

from perdure.app import Perdure
from perdure.domain.access import Principal
from perdure.domain.journal import Turn
from perdure.domain.space import SpaceName
from perdure.errors import InvalidInput, StoreError
from perdure.gateway.proxy.contained import Contained

SOURCE = "proxy"
AGAIN_SECONDS, LATEST_SECONDS = 5.0, 300.0
"""After which a space that could not be written is tried again: at first, and at most."""

MOST_WAITING = 1_000
"""Exchanges that wait for such spaces; the oldest give way."""

MOST_SESSIONS = 10_000
"""Sessions that are watched for silence; those before them are left to the upkeep."""

LAST_SECONDS = 8.0
"""At the end, for distilling what was not yet; what is left over is distilled by the upkeep."""

log = logging.getLogger("perdure.gateway")

Watched = tuple[SpaceName, str]


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Exchange:
    """What a session has more than before, in whose name it is written, and where."""

    principal: Principal
    space: SpaceName
    session: str
    turns: tuple[Turn, ...]


class Recorder:
    """Writes exchanges down in the order they ended; belongs to one event loop."""

    def __init__(self, memory: Perdure, *, idle_seconds: float, again_seconds: float = AGAIN_SECONDS) -> None:
        self._memory = memory
        self._idle = idle_seconds
        self._again = self._pause = again_seconds
        self._limiter = CapacityLimiter(2)  # one writes what was said while the other distils
        self._waiting: deque[Exchange] = deque()
        self._failing: set[SpaceName] = set()
        self._silent: OrderedDict[Watched, tuple[asyncio.TimerHandle, Principal]] = OrderedDict()
        self._writing: asyncio.Task[None] | None = None
        self._later: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._distilling = asyncio.Lock()

    def record(self, exchange: Exchange) -> None:
        """Take an exchange; returns at once. What waits for the same space is tried again with it."""
        self._waiting.append(exchange)
        self._failing.discard(exchange.space)
        while len(self._waiting) > MOST_WAITING:
            lost = self._waiting.popleft()
            log.error("%d turns of a chat are lost: its space cannot be written for too long", len(lost.turns))
        self._write()

    async def close(self) -> None:
        """Write what waits, and distil the sessions that are open."""
        self._retry()
        while self._writing is not None:
            await asyncio.wait([self._writing])
        if self._later is not None:
            self._later.cancel()
        if self._waiting:
            log.error("%d exchanges of chats are lost: their spaces cannot be written", len(self._waiting))
        for timer, _ in self._silent.values():
            timer.cancel()
        with move_on_after(LAST_SECONDS) as time:
            for watched, (_, principal) in self._silent.items():
                await self._distil(watched, principal)
            if self._tasks:
                await asyncio.wait(self._tasks)
        if time.cancelled_caught:
            log.info("sessions of chats are left to the upkeep")

    def _write(self) -> None:
        if self._writing is None and self._next() is not None:
            self._writing = asyncio.create_task(self._written())
            self._writing.add_done_callback(self._rest)

    def _rest(self, _done: asyncio.Task[None]) -> None:
        self._writing = None
        self._write()

    def _next(self) -> Exchange | None:
        """The oldest exchange whose space is not failing: one that cannot be written holds up no other."""
        return next((exchange for exchange in self._waiting if exchange.space not in self._failing), None)

    async def _written(self) -> None:
        while (exchange := self._next()) is not None:
            if await to_thread.run_sync(_observed, self._memory, exchange, limiter=self._limiter):
                self._pause = self._again
                self._watch((exchange.space, exchange.session), exchange.principal)
                if exchange in self._waiting:
                    self._waiting.remove(exchange)
                continue
            self._failing.add(exchange.space)
            if self._later is None:
                self._later = asyncio.get_running_loop().call_later(self._pause, self._retry)
                self._pause = min(2 * self._pause, LATEST_SECONDS)

    def _retry(self) -> None:
        if self._later is not None:
            self._later.cancel()
            self._later = None
        self._failing.clear()
        self._write()

    def _watch(self, watched: Watched, principal: Principal) -> None:
        """Wait anew for a session to fall silent."""
        if watched in self._silent:
            self._silent.pop(watched)[0].cancel()
        timer = asyncio.get_running_loop().call_later(self._idle, self._over, watched)
        self._silent[watched] = (timer, principal)
        while len(self._silent) > MOST_SESSIONS:
            self._silent.popitem(last=False)[1][0].cancel()

    def _over(self, watched: Watched) -> None:
        _, principal = self._silent.pop(watched)
        task = asyncio.create_task(self._distil(watched, principal))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _distil(self, watched: Watched, principal: Principal) -> None:
        async with self._distilling:
            await to_thread.run_sync(
                _distilled, self._memory, principal, watched, limiter=self._limiter, abandon_on_cancel=True
            )


def _observed(memory: Perdure, exchange: Exchange) -> bool:
    """Write an exchange; False where the store cannot be written now."""
    with Contained("a chat is not written down") as contained:
        space = memory.acting(exchange.principal).space(exchange.space)
        try:
            space.observe(exchange.turns, wait=False, source=SOURCE)
        except InvalidInput:  # one turn that cannot be kept must not cost the others
            for turn in exchange.turns:
                _one(memory, exchange, turn)
    return not isinstance(contained.error, StoreError)


def _one(memory: Perdure, exchange: Exchange, turn: Turn) -> None:
    space = memory.acting(exchange.principal).space(exchange.space)
    try:
        space.observe([turn], wait=False, source=SOURCE)
    except InvalidInput as error:
        log.warning("a turn of a chat is not written down: %s", error.code)


def _distilled(memory: Perdure, principal: Principal, watched: Watched) -> None:
    """Distil a session; where that fails, the upkeep does it later."""
    name, session = watched
    with Contained("a chat is left to the upkeep"):
        memory.acting(principal).space(name).distil(session)
