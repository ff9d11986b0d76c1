"""A summary among the hits leads to what is under it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np

from perdure.domain.link import Relation
from perdure.domain.memory import Memory, Status
from perdure.domain.recall import Hit, Layer
from perdure.domain.trace import OverLimit
from perdure.kinds import layer_of
from perdure.recall.ask import Ask, Source
from perdure.recall.evidence import Judged
from perdure.recall.rank import Item, Places, Ranking, hit_of, read, with_refs
from perdure.recall.ties import Place, place_of
from perdure.recall.unfit import settled

DEEP = 3
"""Levels that are opened: a week leads to its sessions, and these to their memories and turns."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Under:
    """The ids of what a summary sums up, and whether some of it is in the archive."""

    ids: frozenset[str] = frozenset()
    archived: bool = False


def opened(ranking: Ranking, ask: Ask, live: Judged, archive: Callable[[], Judged]) -> Ranking:
    """The hits with each summary opened.

    Where a detail is the better hit, the summary comes last, if there is room. Otherwise the best of its details stands right
    behind it, unless one is among the hits; `archive` judges what was put away when it was summarised.
    """
    if ask.scope.past or not any(hit.layer is Layer.SUMMARY for hit in ranking.hits):
        return ranking
    ranked = [*ranking.hits, *with_refs(ranking.spare, live.found.look)]
    fallen = {item.id for item in ranking.dropped if not isinstance(item, OverLimit)}
    places = {place_of(hit): n for n, hit in enumerate(ranked)}
    via: dict[Place, str] = {}
    behind: dict[Place, list[Hit]] = {}
    last: list[Hit] = []
    for n, hit in enumerate(ranked):
        if n >= ask.k + len(last) or hit.memory is None or hit.layer is not Layer.SUMMARY:
            continue
        number = next(n for n, source in enumerate(live.found.look.sources) if source.name == hit.space)
        below = under(live.found.look.sources[number], hit.memory, ask.scope.now)
        there = {place: places[place] for id_ in below.ids if (place := (hit.space, id_)) in places}
        via |= {place: hit.id for place in there if place not in via}
        if min(there.values(), default=n) < n:
            last.append(hit)
        elif min(there.values(), default=ask.k) >= ask.k:
            judged = [live, archive()] if below.archived and not ask.scope.archived else [live]
            behind[place_of(hit)] = _detail(hit, below.ids - fallen, number, ask, judged)
    moved = {place_of(hit) for hits in behind.values() for hit in hits}
    told = [
        replace(hit, via=via.get(place_of(hit))) for hit in ranked if hit not in last and place_of(hit) not in moved
    ]
    return _within(ranking, [one for hit in told for one in (hit, *behind.get(place_of(hit), ()))], last, ask.k)


def under(source: Source, summary: Memory, now: datetime) -> Under:
    """What a summary, and the summaries below it, sum up: memories by their links, and the turns that they rest on."""
    level, memories, turns = [summary], dict[str, Memory](), list(summary.source.turns)
    for _ in range(DEEP):
        above = {memory.id for memory in level}
        links = source.reader.links(above)
        ids = [link.memory for link in links if link.relation is Relation.SUMMARISED and link.other in above]
        new = source.reader.memories(id_ for id_ in ids if id_ not in memories and id_ != summary.id)
        memories |= {memory.id: memory for memory in new}
        level = [memory for memory in new if layer_of(memory) is Layer.SUMMARY]
        turns += [turn for memory in level for turn in memory.source.turns]
        if not level:
            break
    told = [memory for memory in memories.values() if memory.status in (Status.ACTIVE, Status.ARCHIVED)]
    past = settled(source, list(dict.fromkeys(turns)), now)
    return Under(
        ids=frozenset([*(memory.id for memory in told), *(turn for turn in turns if turn not in past)]),
        archived=any(memory.status is Status.ARCHIVED for memory in told),
    )


def _detail(summary: Hit, ids: frozenset[str], number: int, ask: Ask, judged: Sequence[Judged]) -> list[Hit]:
    """The best of the details that has to do with the question; it goes by its summary's score."""
    found = [(item.score, one, item) for one in judged if (item := _best(one, number, ids, ask)) is not None]
    if not found:
        return []
    _, one, item = max(found, key=lambda each: each[0])
    parts = one.fused.parts_at(item.position)
    archived = isinstance(item.record, Memory) and item.record.status is Status.ARCHIVED
    hit = replace(hit_of(item, summary.score, parts), via=summary.id, archived=archived)
    return with_refs([hit], one.found.look)


def _best(judged: Judged, number: int, ids: frozenset[str], ask: Ask) -> Item | None:
    """The best candidate among these records of a space for which a word or its meaning speaks."""
    look, places = judged.found.look, Places(judged.found.look)
    order = look.pool.of_source(number, judged.fused.order)
    for position, passage in zip(order.tolist(), places.at(order), strict=True):
        speaks = look.pool.lexical[0][position] > 0 or judged.evidence.at(position) >= ask.policy.floor
        if passage.owner in ids and speaks:
            return read(number, np.array([position], np.int64), judged.fused, places, look)[0]
    return None


def _within(ranking: Ranking, hits: Sequence[Hit], last: Sequence[Hit], k: int) -> Ranking:
    """The first k, then, where there is room, what comes last, and what had no room."""
    order = [*hits[:k], *last, *hits[k:]]
    least = min((hit.score for hit in hits[:k]), default=1.0)
    kept = [hit if hit not in last else replace(hit, score=min(hit.score, least)) for hit in order[:k]]
    shown = {hit.id for hit in kept}
    fallen = [item for item in ranking.dropped if not isinstance(item, OverLimit) and item.id not in shown]
    over = [OverLimit(id=hit.id, rank=k + n, limit=k) for n, hit in enumerate(order[k:], start=1)]
    return replace(ranking, hits=tuple(kept), spare=tuple(order[k:]), dropped=(*fallen, *over))
