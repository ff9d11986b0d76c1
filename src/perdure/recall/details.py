"""A summary among the hits leads to what is under it: the best of its details stands right behind it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from perdure.domain.link import Relation
from perdure.domain.memory import Memory, Status
from perdure.domain.recall import Hit, Layer
from perdure.domain.trace import Dropped, OverLimit
from perdure.kinds import layer_of
from perdure.recall.ask import Ask, Source
from perdure.recall.evidence import Judged
from perdure.recall.rank import Item, Places, Ranking, hit_of, read, settled, with_refs

DEEP = 3
"""Levels that are opened: a week leads to its sessions, and these to their memories and turns."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Under:
    """The ids of what a summary sums up, and whether some of it is in the archive."""

    ids: frozenset[str] = frozenset()
    archived: bool = False


def opened(ranking: Ranking, ask: Ask, live: Judged, archive: Callable[[], Judged]) -> Ranking:
    """The hits with a detail behind each summary that has none among them yet, as far as there is room; `archive` judges
    what was put away when it was summarised."""
    if ask.scope.past or not any(hit.layer is Layer.SUMMARY for hit in ranking.hits):
        return ranking
    fallen = {item.id for item in ranking.dropped if not isinstance(item, OverLimit)}
    shown = {hit.id for hit in ranking.hits}
    via: dict[str, str] = {}
    hits: list[Hit] = []
    for hit in ranking.hits:
        hits.append(hit)
        if hit.memory is None or hit.layer is not Layer.SUMMARY:
            continue
        number = next(n for n, source in enumerate(live.found.look.sources) if source.name == hit.space)
        below = under(live.found.look.sources[number], hit.memory)
        there = below.ids & shown
        via |= {id_: hit.id for id_ in there if id_ not in via}
        if not there:
            judged = [live, archive()] if below.archived and not ask.scope.archived else [live]
            detail = _detail(hit, below.ids - fallen, number, ask, judged)
            hits += detail
            shown |= {one.id for one in detail}
    return _within(ranking, [replace(hit, via=via.get(hit.id, hit.via)) for hit in hits], ask.k)


def under(source: Source, summary: Memory) -> Under:
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
    past = settled(source, list(dict.fromkeys(turns)))
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


def _within(ranking: Ranking, hits: Sequence[Hit], k: int) -> Ranking:
    """The first k, and what had to make room for a detail."""
    kept = hits[:k]
    shown = {hit.id for hit in kept}
    dropped: list[Dropped] = [item for item in ranking.dropped if item.id not in shown]
    over = [OverLimit(id=hit.id, rank=k + n, limit=k) for n, hit in enumerate(hits[k:], start=1)]
    return replace(ranking, hits=tuple(kept), dropped=(*dropped, *over))
