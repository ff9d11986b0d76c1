"""Candidates into hits: one an item, settled turns out, turns behind their memory, repeats once, the best k."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from perdure.domain.journal import Entry
from perdure.domain.memory import Memory, Status
from perdure.domain.policy import Policy
from perdure.domain.recall import Hit, Layer
from perdure.domain.trace import Covered, Dropped, OverLimit, Repeated, Settled
from perdure.ports.reranker import Reranker
from perdure.recall.floor import Evidence, confidence
from perdure.recall.fusion import Fused
from perdure.recall.look import Key, Look, Source, source_of
from perdure.recall.rerank import blended, relevance, vitality
from perdure.text.clean import statement_key

SPARE = 10
"""Candidates beyond k that are read in full, for those that fall away; where more do, more are read."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Ranking:
    """The hits and what fell away on the way to them."""

    hits: tuple[Hit, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    fell: int = 0
    """How many were relevant and still did not count: settled, covered or repeated."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Item:
    """A memory or an entry that is a candidate, with its best passage's scores."""

    fused: Fused
    record: Memory | Entry
    layer: Layer

    @property
    def id(self) -> str:
        """The id of the record."""
        return self.record.id

    @property
    def space(self) -> int:
        """The number of its space: ids are unique within one, not across copies of one."""
        return source_of(self.fused.key)


def rank(
    kept: Sequence[Fused],
    look: Look,
    evidence: Mapping[Key, Evidence],
    *,
    k: int,
    policy: Policy,
    reranker: Reranker | None,
) -> Ranking:
    """The best k items as hits."""
    if not kept:
        return Ranking()
    best = _one_an_item(kept, look)
    window = k + SPARE
    remaining, fallen = _remaining(best[:window], look)
    while len(remaining) < k and window < len(best):
        window *= 2
        remaining, fallen = _remaining(best[:window], look)
    sure = confidence(max((evidence[item.key] for item in kept[:SPARE]), key=lambda found: found.best))
    hits = _scored(remaining, sure, look, policy)
    if reranker is not None:
        hits = _again(hits, look.plan.query, reranker)
    over = [OverLimit(id=hit.id, rank=k + n, limit=k) for n, hit in enumerate(hits[k:], start=1)]
    return Ranking(hits=tuple(_with_refs(hits[:k], look)), dropped=(*fallen, *over), fell=len(fallen))


def _remaining(best: Sequence[Fused], look: Look) -> tuple[list[Item], list[Dropped]]:
    """The items that count, in order, and what fell away."""
    items = [item for number, source in enumerate(look.sources) for item in _read(number, source, best, look)]
    items.sort(key=lambda item: (-item.fused.score, item.fused.key))
    unsettled, settled = _settle(items, look)
    once, repeated = _once(unsettled)
    return once, [*settled, *repeated]


def _one_an_item(kept: Sequence[Fused], look: Look) -> list[Fused]:
    """The best passage of each memory or entry, in order."""
    seen: dict[tuple[int, str], Fused] = {}
    for item in kept:
        seen.setdefault((source_of(item.key), look.pool[item.key].owner), item)
    return list(seen.values())


def _read(number: int, source: Source, best: Sequence[Fused], look: Look) -> list[Item]:
    """The full records of one space's candidates."""
    mine = {look.pool[item.key].owner: item for item in best if source_of(item.key) == number}
    layers = {owner: Layer(look.pool[item.key].layer) for owner, item in mine.items()}
    entries = source.reader.entries_by_id(owner for owner, layer in layers.items() if layer is Layer.JOURNAL)
    memories = source.reader.memories(owner for owner, layer in layers.items() if layer is not Layer.JOURNAL)
    records: list[Memory | Entry] = [*entries, *memories]
    return [Item(fused=mine[record.id], record=record, layer=layers[record.id]) for record in records]


def _settle(items: Sequence[Item], look: Look) -> tuple[list[Item], list[Dropped]]:
    """Drop turns whose memories are all past, and put each memory in the place of the turns it rests on."""
    past: dict[tuple[int, str], tuple[str, ...]] = {}
    for number, source in enumerate(look.sources):
        mine = [item.id for item in items if item.layer is Layer.JOURNAL and item.space == number]
        for entry, memories in source.reader.resting_on(mine).items():
            if all(status is not Status.ACTIVE for _, status in memories):
                past[number, entry] = tuple(memory for memory, _ in memories)
    by_turn = {
        (item.space, turn): item
        for item in items
        if isinstance(item.record, Memory)
        for turn in item.record.source.turns
    }
    left: dict[tuple[int, str], Item] = {}
    dropped: list[Dropped] = []
    for item in items:
        place = (item.space, item.id)
        if place in past:
            dropped.append(Settled(id=item.id, memories=past[place]))
        elif place in by_turn:
            memory = by_turn[place]
            dropped.append(Covered(id=item.id, by=memory.id))
            left.setdefault((item.space, memory.id), replace(memory, fused=item.fused))
        else:
            left.setdefault(place, item)
    return list(left.values()), dropped


def _once(items: Sequence[Item]) -> tuple[list[Item], list[Dropped]]:
    """Of items in the same words, the first; a memory before a turn."""
    first: dict[str, Item] = {}
    dropped: list[Dropped] = []
    for item in items:
        key = statement_key(item.record.text)
        held = first.get(key)
        if held is None:
            first[key] = item
        elif held.layer is Layer.JOURNAL and item.layer is not Layer.JOURNAL:
            first[key] = replace(item, fused=held.fused)
            dropped.append(Repeated(id=held.id, by=item.id))
        else:
            dropped.append(Repeated(id=item.id, by=held.id))
    return list(first.values()), dropped


def _scored(items: Sequence[Item], sure: float, look: Look, policy: Policy) -> list[Hit]:
    """Hits with their final scores, best first."""
    if not items:
        return []
    best = items[0].fused.score
    hits = []
    for item in items:
        near = relevance(item.fused.score, best, sure)
        strong, fresh = vitality(item.record, now=look.scope.now, policy=policy)
        score = blended(near, strong, fresh, policy.blend)
        parts = {**item.fused.parts, "relevance": near, "strength": strong, "decay": fresh}
        hits.append(_hit(item, score, parts))
    return sorted(hits, key=lambda hit: -hit.score)


def _hit(item: Item, score: float, parts: Mapping[str, float]) -> Hit:
    match item.record:
        case Memory() as memory:
            return Hit(
                id=memory.id, space=memory.space, layer=item.layer, kind=memory.kind, text=memory.text,
                score=score, at=memory.holds_from, parts=parts, memory=memory, refs=memory.source.turns,
            )  # fmt: skip
        case Entry() as entry:
            return Hit(
                id=entry.id, space=entry.space, layer=item.layer, kind=entry.kind, text=entry.text,
                score=score, at=entry.at, parts=parts, entry=entry, refs=(entry.ref or entry.id,),
            )  # fmt: skip


def _again(hits: Sequence[Hit], query: str, reranker: Reranker) -> list[Hit]:
    """In the order of a reranker, which keeps its word in `parts`; scores keep the places."""
    said = reranker.score(query, [hit.text for hit in hits])
    order = sorted(range(len(hits)), key=lambda n: (-said[n], n))
    scores = sorted((hit.score for hit in hits), reverse=True)
    return [
        replace(hits[n], score=score, parts={**hits[n].parts, "rerank": float(said[n])})
        for n, score in zip(order, scores, strict=True)
    ]


def _with_refs(hits: Sequence[Hit], look: Look) -> list[Hit]:
    """Memories with the callers' ids of the turns they rest on."""
    refs: dict[str, str] = {}
    for source in look.sources:
        turns = [turn for hit in hits if hit.memory is not None and hit.space == source.name for turn in hit.refs]
        refs |= {entry.id: entry.ref or entry.id for entry in source.reader.entries_by_id(turns)}
    return [replace(hit, refs=tuple(refs.get(turn, turn) for turn in hit.refs)) for hit in hits]
