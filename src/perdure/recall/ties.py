"""What links say of hits: what is said twice counts once, the newer stands before what it may have outdated, what holds for a
while before what it covers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from perdure.domain.link import Link, Relation
from perdure.domain.recall import Hit
from perdure.domain.space import SpaceName
from perdure.recall.ask import Source

Place = tuple[SpaceName, str]
"""A memory, wherever it is kept."""


@dataclass(frozen=True, slots=True)
class Tie:
    """A link of a space: `second` says something of `first`."""

    first: Place
    second: Place
    relation: Relation


def ties_of(source: Source, memory_ids: Iterable[str]) -> list[Tie]:
    """The links between these memories and any other, in a fixed order; those of summaries to their details left out."""
    asked = list(memory_ids)
    links = source.reader.links(asked) if asked else []
    told = sorted((link for link in links if link.relation is not Relation.SUMMARISED), key=_order)
    return [Tie((source.name, link.memory), (source.name, link.other), link.relation) for link in told]


def repeats(ties: Sequence[Tie]) -> dict[Place, set[Place]]:
    """For each memory those that are known to say the same in other words."""
    same: dict[Place, set[Place]] = {}
    for tie in ties:
        if tie.relation is Relation.REPEATED:
            same.setdefault(tie.first, set()).add(tie.second)
            same.setdefault(tie.second, set()).add(tie.first)
    return same


def tied(ties: Sequence[Tie]) -> set[frozenset[Place]]:
    """Every two that a link says something of: what they are to each other is known, and not for their wording to tell."""
    return {frozenset((tie.first, tie.second)) for tie in ties}


def resolved(hits: Sequence[Hit], ties: Sequence[Tie], *, now: datetime, current: set[Place]) -> list[Hit]:
    """The hits, each after what is newer or covers it, and labelled; scores stay with the places.

    `current` are memories that hold and are no hits themselves.
    """
    found = {place_of(hit): hit for hit in hits}
    order = list(found)
    # the newest last, so that of a chain each stands before all that are older
    told = sorted((tie for tie in ties if tie.first in found), key=lambda tie: _since(found.get(tie.second)))
    for tie in told:
        newer = found.get(tie.second)
        older = _labelled(found[tie.first], tie, newer, now=now, current=current)
        if newer is not None and older != found[tie.first]:
            _before(order, tie.second, tie.first)
        found[tie.first] = older
    return [replace(found[place], score=hit.score) for place, hit in zip(order, hits, strict=True)]


def place_of(hit: Hit) -> Place:
    """Where a hit is kept."""
    return hit.space, hit.id


def _since(hit: Hit | None) -> float:
    return 0.0 if hit is None else hit.at.timestamp()


def _labelled(older: Hit, tie: Tie, newer: Hit | None, *, now: datetime, current: set[Place]) -> Hit:
    """The older side with what a link makes of it; as it was where what it spoke of is over."""
    match tie.relation:
        case Relation.OUTDATED if newer is not None:
            return replace(older, newer=newer.id)
        case Relation.OUTDATED if tie.second in current:
            return replace(older, outdated=tie.second[1])
        case Relation.COVERED if newer is not None and newer.memory is not None and newer.memory.current(now):
            return replace(older, covered=newer.id)
        case _:
            return older


def _before(order: list[Place], first: Place, second: Place) -> None:
    """Put `first` right before `second` where it stands after it."""
    if order.index(first) > order.index(second):
        order.remove(first)
        order.insert(order.index(second), first)


def _order(link: Link) -> tuple[datetime, str, str]:
    return link.at, link.memory, link.other
