"""The live sessions of a gateway: each belongs to the token that began it, and ends when nobody uses it any more."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from perdure.app.perdure import Perdure
from perdure.domain.space import SpaceName
from perdure.errors import GatewayUnavailable, NotFound, PerdureError

if TYPE_CHECKING:
    from perdure.app.live import LiveSession

log = logging.getLogger("perdure.gateway")

MOST, MOST_OF_ONE = 1_000, 100
"""Live sessions at once: of all tokens, and of one."""

SWEEP_SECONDS = 30.0
"""How often it is looked for sessions that nobody uses, at the least."""


@dataclass(kw_only=True, slots=True)
class Live:
    """One live session, with the space that it writes; `lock` is held by a request that reads what it did itself."""

    session: LiveSession
    space: SpaceName
    used: float
    lock: threading.RLock = field(default_factory=threading.RLock)


class LiveSessions:
    """Sessions between their requests. `idle_seconds` after its last one a session is closed, and so distilled.

    `ticks` tells the seconds that pass. A caller finds its own sessions alone; one that begins again under an id that it has
    takes the place of the first, which is closed.
    """

    def __init__(
        self, *, idle_seconds: float = 1800.0, most: int = MOST, ticks: Callable[[], float] = time.monotonic
    ) -> None:
        self._idle = idle_seconds
        self._most = most
        self._ticks = ticks
        self._lock = threading.Lock()
        self._held: dict[tuple[str | None, str], Live] = {}
        self._stopping = threading.Event()
        self._sweeper: threading.Thread | None = None

    def __len__(self) -> int:
        return len(self._held)

    def begin(self, caller: Perdure, session: LiveSession, space: SpaceName) -> Live:
        """Hold a session that a caller began. Raises GatewayUnavailable where there are too many."""
        live = Live(session=session, space=space, used=self._ticks())
        key = (caller.principal.token, session.id)
        with self._lock:
            if self._stopping.is_set():
                raise GatewayUnavailable("the gateway is stopping")
            if key not in self._held:
                self._make_sure_of_room(key[0])
            before = self._held.get(key)
            self._held[key] = live
            self._look_after()
        if before is not None:
            before.session.close()
        return live

    def get(self, caller: Perdure, id: str) -> Live:  # noqa: A002  the record's own word
        """A caller's session. Raises NotFound for one that has ended, or is somebody else's."""
        with self._lock:
            live = self._held.get((caller.principal.token, id))
            if live is None:
                raise NotFound(f"there is no live session {id}")
            live.used = self._ticks()
            return live

    def end(self, caller: Perdure, id: str) -> None:  # noqa: A002
        """Close a caller's session. Raises NotFound."""
        live = self.get(caller, id)
        with self._lock:
            key = (caller.principal.token, id)
            if self._held.get(key) is live:
                del self._held[key]
        live.session.close()

    def sweep(self) -> int:
        """Close what nobody used for too long; gives how many."""
        now = self._ticks()
        with self._lock:
            idle = {key: live for key, live in self._held.items() if now - live.used >= self._idle}
            for key in idle:
                del self._held[key]
        _close(idle.values())
        return len(idle)

    def close(self) -> None:
        """Close every session; none can begin any more."""
        self._stopping.set()
        with self._lock:
            held, self._held = self._held, {}
        _close(held.values())
        if self._sweeper is not None:
            self._sweeper.join()

    def _make_sure_of_room(self, token: str | None) -> None:
        if sum(owner == token for owner, _ in self._held) >= MOST_OF_ONE:
            raise GatewayUnavailable(f"this token has {MOST_OF_ONE} live sessions already; end one of them")
        if len(self._held) >= self._most:
            raise GatewayUnavailable(f"there are {self._most:,} live sessions already; end one of them")

    def _look_after(self) -> None:
        """Sweep from now on, beside the requests."""
        if self._sweeper is None:
            self._sweeper = threading.Thread(target=self._sweep_on, name="perdure-live", daemon=True)
            self._sweeper.start()

    def _sweep_on(self) -> None:
        while not self._stopping.wait(min(SWEEP_SECONDS, max(self._idle / 4, 0.01))):
            self.sweep()


def _close(ended: Iterable[Live]) -> None:
    """One that cannot be closed leaves what was said in the journal, where the next distilling finds it, and stops no other."""
    for live in ended:
        try:
            live.session.close()
        except PerdureError as error:
            log.warning("a live session was closed without being distilled: %s", error.code)
