"""The tools over stdin and stdout, for a client that starts this process.

`initialize` and the list of tools are answered before anything heavy is loaded: the application, its store and the embedder follow
in the background, once a client has listed the tools.
"""

from __future__ import annotations

import logging
import signal
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Self

from perdure.domain.access import Grant, Principal, Right
from perdure.domain.space import SpaceName
from perdure.errors import PerdureError
from perdure.mcp_server.claim import Ends, claim
from perdure.providers.extras import require
from perdure.settings import from_env

if TYPE_CHECKING:
    from perdure.app import Perdure

log = logging.getLogger("perdure.mcp")

PATIENCE = 3.0
"""Seconds that the end waits for a place that is still being opened; a client is not kept waiting for longer."""

NAME = "mcp"
"""Whom histories name where no token says who it is."""

Opener = Callable[[], "Perdure"]


def run_stdio(
    home: str | Path,
    *,
    space: str | None = None,
    read: Iterable[str] = (),
    token: str | None = None,
    opener: Opener | None = None,
) -> None:
    """Serve the place in a folder until the client closes its end.

    Without a token the client may write to `space`, read it and the spaces of `read`, and use no other. With one it may what
    the token may, and `space` and `read` are only what is meant where a call names none. `opener` opens the place in another
    way than by its folder. Raises MissingExtra, InvalidSpaceName; a token that opens nothing is told by every call.
    """
    require("mcp", "mcp")
    also = tuple(SpaceName.parse(name) for name in read)
    own: SpaceName | None
    may: Principal | None
    if token is None:
        own = SpaceName.parse(space or from_env().space)
        may = _principal(own, also)
    else:
        own = None if space is None else SpaceName.parse(space)
        may = None
    ends = claim()
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s")
    with Opening(opener or _folder(home), lambda place: may or place.tokens.verify(token)) as opening:
        _serve(ends, opening, own, also)


class Opening:
    """The place, opened when it is first needed, and only once; closed at the end."""

    def __init__(self, opener: Opener, who: Callable[[Perdure], Principal]) -> None:
        self._opener = opener
        self._who = who
        self._lock = threading.Lock()
        self._open = ExitStack()
        self._place: Perdure | None = None
        self._warming: threading.Thread | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._warming is not None:
            self._warming.join(PATIENCE)
        self._open.close()

    def acting(self) -> Perdure:
        """The place as the client may use it, now: a token may have been revoked since. Raises InvalidToken."""
        place = self._opened()
        return place.acting(self._who(place))

    def warm(self) -> None:
        """Open the place in the background, so that the first call finds it open; returns at once."""
        if self._warming is None:
            self._warming = threading.Thread(target=self._warm, name="perdure-warming", daemon=True)
            self._warming.start()

    def _opened(self) -> Perdure:
        with self._lock:
            if self._place is None:
                self._place = self._open.enter_context(self._opener())
            return self._place

    def _warm(self) -> None:
        try:
            self._opened()
            import perdure.recall.pipeline  # noqa: F401  what the first recall loads
        except PerdureError as error:  # the call that needs it is told what is wrong
            log.info("opening in the background failed: %s", error.code)


def _folder(home: str | Path) -> Opener:
    def opened() -> Perdure:
        from perdure.app import Perdure  # documented lazy load: SQLAlchemy behind it takes half a second

        return Perdure(home, wait=False)  # no call waits for the embedder to be loaded

    return opened


def _principal(own: SpaceName, also: Iterable[SpaceName]) -> Principal:
    """Who may write to one space and read some: what the person who configured the client has named, and nothing else."""
    grants = [Grant(spaces=str(own), right=Right.WRITE), *(Grant(spaces=str(name), right=Right.READ) for name in also)]
    return Principal(name=NAME, grants=tuple(dict.fromkeys(grants)))


def _serve(ends: Ends, opening: Opening, own: SpaceName | None, also: tuple[SpaceName, ...]) -> None:
    import asyncio  # documented lazy load, as all that follows: after stdout was claimed

    from perdure.mcp_server.lines import Transport
    from perdure.mcp_server.server import build

    async def serve() -> None:
        server = build(opening.acting, home=own, also=also, in_order=True, listed=opening.warm)
        _stop_on_signals()
        async with Transport(ends).open() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())

    try:
        asyncio.run(serve())
    except* BrokenPipeError:
        log.info("the client is gone")
    except* asyncio.CancelledError:
        log.info("stopped")


def _stop_on_signals() -> None:
    """End as if the client had gone, where the platform lets a loop hear of signals."""
    import asyncio  # documented lazy load: as above

    task = asyncio.current_task()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, lambda: task and task.cancel())
