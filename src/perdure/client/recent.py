"""What this process remembered or was told lately: the answer while the gateway gives none. It never leaves the memory."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from math import log
from typing import Any

from perdure.client.pending import memory_hit
from perdure.domain.memory import Memory, Status
from perdure.domain.recall import Hit
from perdure.domain.space import SpaceName
from perdure.text.analyzer import index_terms, query_terms

MAX_AGE = 3_600.0
"""Seconds that an item is held since the gateway last gave it; what changed there meanwhile is not known here."""

SHARE = 0.3
"""The least share of what is asked for that an item has to have."""

UNDERSTOOD = frozenset(("k", "layers", "kinds", "tags", "deadline", "expand", "now"))
"""The options of a recall that can be honoured here; any other asks for more than is known."""


class Recent:
    """The last `most` items of all spaces, told from each other by space and id."""

    def __init__(self, most: int, monotonic: Callable[[], float]) -> None:
        self._most = most
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._items: OrderedDict[tuple[SpaceName, str], tuple[float, Hit]] = OrderedDict()

    def keep(self, hits: Iterable[Hit]) -> None:
        """What a recall gave."""
        with self._lock:
            for hit in hits:
                self._put(hit)

    def learn(self, *memories: Memory) -> None:
        """Memories as they stand now: those that are not current are let go of."""
        with self._lock:
            for memory in memories:
                if memory.status is Status.ACTIVE:
                    self._put(memory_hit(memory))
                else:
                    self._items.pop((memory.space, memory.id), None)

    def drop(self, *ids: str, space: SpaceName | None = None) -> None:
        """Let go of ids, or of a space with all that is in it; of everything where neither is given."""
        with self._lock:
            gone = [key for key in self._items if key[1] in ids or key[0] == space or (not ids and space is None)]
            for key in gone:
                del self._items[key]

    def find(
        self,
        query: str,
        spaces: Collection[SpaceName],
        options: Mapping[str, Any],
        *,
        now: datetime,
        k: int,
        waiting: Sequence[Hit] = (),
    ) -> tuple[Hit, ...]:
        """What is known here that has words of the query, best first; nothing where more is asked than is known here.

        `waiting` is what was said since and did not reach the gateway yet, in its order.
        """
        if self._most == 0 or any(
            value is not None and value not in ((), []) for name, value in options.items() if name not in UNDERSTOOD
        ):
            return ()
        known = [*self._current(now), *(hit for hit in waiting[-self._most :] if _holds(hit, now))]
        held = [hit for hit in _latest(known) if hit.space in spaces and _fits(hit, options)]
        wanted = set(query_terms(query))
        found = {hit.id: wanted.intersection(index_terms(hit.text)) for hit in held}
        worth = {
            term: log(1 + len(held) / (1 + sum(term in terms for terms in found.values()))) * len(term)
            for term in wanted
        }
        whole = sum(worth.values()) or 1.0
        scored = [_scored(hit, sum(worth[term] for term in found[hit.id]) / whole) for hit in held]
        best = sorted((hit for hit in scored if hit.score >= SHARE), key=lambda hit: (-hit.score, hit.id))
        return tuple(best[:k])

    def _current(self, now: datetime) -> list[Hit]:
        with self._lock:
            oldest = self._monotonic() - MAX_AGE
            for key in [key for key, (since, _) in self._items.items() if since < oldest]:
                del self._items[key]
            hits = [hit for _, hit in self._items.values()]
        return [hit for hit in hits if _holds(hit, now)]

    def _put(self, hit: Hit) -> None:
        key = (hit.space, hit.id)
        self._items[key] = (self._monotonic(), hit)
        self._items.move_to_end(key)
        while len(self._items) > self._most:
            self._items.popitem(last=False)


def _holds(hit: Hit, now: datetime) -> bool:
    return hit.memory is None or hit.memory.current(now)


def _latest(hits: Iterable[Hit]) -> list[Hit]:
    """Of those that fill one slot, the one that was said last; all others."""
    latest: dict[tuple[SpaceName, object], Hit] = {}
    for hit in hits:
        slot = None if hit.memory is None else hit.memory.slot
        latest[hit.space, slot or hit.id] = hit
    return list(latest.values())


def _scored(hit: Hit, score: float) -> Hit:
    """A hit on its own: what stood beside it when it came may not stand beside it now."""
    return replace(hit, score=score, parts={}, newer=None, outdated=hit.outdated or hit.newer, via=None)


def _fits(hit: Hit, options: Mapping[str, Any]) -> bool:
    """Whether a hit is of the layers, kinds and tags that are asked for."""
    layers, kinds, tags = (_names(options.get(name)) for name in ("layers", "kinds", "tags"))
    own = hit.memory.tags if hit.memory is not None else ()
    return (
        (not layers or hit.layer in layers)
        and (not kinds or (hit.memory is not None and hit.kind in kinds))
        and tags.issubset(own)
    )


def _names(found: Any) -> frozenset[str]:
    return frozenset((found,)) if isinstance(found, str) else frozenset(found or ())
