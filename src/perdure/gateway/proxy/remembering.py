"""Memory beside a chat: asked within a time, and never the reason that a chat fails."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeVar

from anyio import CapacityLimiter, create_task_group, move_on_after, to_thread

from perdure.app import Perdure
from perdure.domain.space import SpaceName
from perdure.gateway.proxy.contained import Contained
from perdure.gateway.proxy.recollection import Recollected, Wanted, permanent, recalled, recollected
from perdure.gateway.proxy.wishes import DEADLINE
from perdure.recall.result import Recall

FIRST_SECONDS = 3.0
"""The deadline when spaces are asked for the first time: their indexes and the embedder have to be loaded once."""

AT_ONCE = 16
MOST_VIEWS = 10_000


Question = TypeVar("Question")
Answer = TypeVar("Answer")


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
        """What memory adds, and what could not be asked. Permanent memory and recall are read side by side, and one of them goes
        in without the other."""
        lines: Mapping[str, str] = {}
        found: Recall | None = None
        lacking = dict.fromkeys(("permanent", "recall"), "deadline")

        async def permanently() -> None:
            nonlocal lines
            with self._part(lacking, "permanent"):
                lines = await self._aside(permanent, place, wanted.spaces)

        async def by_question() -> None:
            nonlocal found
            with self._part(lacking, "recall"):
                found = await self._aside(recalled, place, wanted)

        with move_on_after(wanted.deadline * 1.2):  # a recall ends by itself; what else is read has to as well
            async with create_task_group() as both:
                both.start_soon(permanently)
                both.start_soon(by_question)
        whole = recollected(lines, found, wanted.budget)
        return replace(whole, degraded=tuple(dict.fromkeys((*lacking.values(), *whole.degraded))))

    async def _aside(self, work: Callable[[Perdure, Question], Answer], place: Perdure, asked: Question) -> Answer:
        return await to_thread.run_sync(work, place, asked, limiter=self._limiter, abandon_on_cancel=True)

    @contextmanager
    def _part(self, lacking: dict[str, str], name: str) -> Iterator[None]:
        """One part of memory, which is lacking until it was asked: no failure of it is one of the chat."""
        with Contained(f"a chat goes on without {name}") as contained:
            yield
        if contained.code is None:
            del lacking[name]
        else:
            lacking[name] = contained.code
