"""Memory beside a chat: asked within a time, and never the reason that a chat fails."""

from __future__ import annotations

import logging
from collections import OrderedDict

from anyio import CapacityLimiter, move_on_after, to_thread

from perdure.app import Perdure
from perdure.domain.space import SpaceName
from perdure.errors import Forbidden, PerdureError
from perdure.gateway.problems import whereabouts
from perdure.gateway.proxy.recollection import Recollected, Wanted, recollect
from perdure.gateway.proxy.wishes import DEADLINE

FIRST_SECONDS = 3.0
"""The deadline when spaces are asked for the first time: their indexes and the embedder have to be loaded once."""

AT_ONCE = 16
MOST_VIEWS = 10_000

log = logging.getLogger("perdure.gateway")


class Remembering:
    """Asks the memory for chats; belongs to one event loop."""

    def __init__(self) -> None:
        self._limiter = CapacityLimiter(AT_ONCE)  # of its own: where all of them hang, the chats go on without
        self._asked: OrderedDict[tuple[SpaceName, ...], None] = OrderedDict()

    def deadline(self, spaces: tuple[SpaceName, ...], wished: float | None) -> float:
        """The seconds that a recall has."""
        first = spaces not in self._asked
        self._asked[spaces] = None
        self._asked.move_to_end(spaces)
        while len(self._asked) > MOST_VIEWS:
            self._asked.popitem(last=False)
        return wished or (FIRST_SECONDS if first else DEADLINE)

    async def recollected(self, place: Perdure, wanted: Wanted) -> Recollected:
        """What memory adds; nothing, and why, where it could not be asked. Raises Forbidden."""
        with move_on_after(wanted.deadline * 1.2):  # a recall ends by itself; what else is read has to as well
            return await to_thread.run_sync(_asked, place, wanted, limiter=self._limiter, abandon_on_cancel=True)
        return Recollected(degraded=("deadline",))


def _asked(place: Perdure, wanted: Wanted) -> Recollected:
    try:
        return recollect(place, wanted)
    except Forbidden:
        raise
    except PerdureError as error:
        log.warning("a chat goes on without memory: %s", error.code)
        return Recollected(degraded=(error.code,))
    except Exception as error:  # noqa: BLE001  a chat never fails for its memory; the error's words may be memory, its place is not
        log.error("a chat goes on without memory: %s", whereabouts(error))  # noqa: TRY400  without its words
        return Recollected(degraded=("internal_error",))
