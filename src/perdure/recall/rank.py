"""Candidates into hits: one an item, settled turns out, turns behind their memory, repeats once, the best k."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from perdure.domain.journal import Entry
from perdure.domain.memory import Memory, Status
from perdure.domain.policy import Policy
from perdure.domain.recall import Hit, Layer, Scope
from perdure.domain.trace import Covered, Dropped, OverLimit, Repeated, Settled
from perdure.ports.reranker import Reranker
from perdure.ports.store import Passage
from perdure.recall import floor
from perdure.recall.evidence import Evidence
from perdure.recall.fusion import Fused
from perdure.recall.like import newer_first
from perdure.recall.look import Look
from perdure.recall.past import as_known
from perdure.recall.pool import Floats, Ints
from perdure.recall.repeats import cosines
from perdure.recall.rerank import blended, relevance, vitality
from perdure.recall.search import Found
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
    """A memory or an entry that is a candidate: the position of its best passage, and the score it goes by."""

    position: int
    score: float
    source: int
    record: Memory | Entry
    layer: Layer

    @property
    def id(self) -> str:
        """The id of the record."""
        return self.record.id


class Places:
    """The passages behind positions of the pool, each read once; `ahead` are read together with the first."""

    def __init__(self, look: Look, ahead: Ints | None = None) -> None:
        self._look = look
        self._read: dict[int, Passage] = {}
        self._ahead = [] if ahead is None else ahead.tolist()

    def at(self, positions: Ints) -> list[Passage]:
        """Their passages, in this order."""
        asked = dict.fromkeys([*positions.tolist(), *self._ahead])
        wanted = np.array([n for n in asked if n not in self._read], np.int64)
        for number, source in enumerate(self._look.sources):
            mine = self._look.pool.of_source(number, wanted)
            ids = self._look.pool.passage[mine].tolist()
            found = {passage.id: passage for passage in source.reader.passages(ids)} if ids else {}
            self._read |= {n: found[passage] for n, passage in zip(mine.tolist(), ids, strict=True)}
        return [self._read[n] for n in positions.tolist()]


def rank(
    found: Found, fused: Fused, evidence: Evidence, places: Places, *, k: int, policy: Policy, reranker: Reranker | None
) -> Ranking:
    """The best k items as hits."""
    look = found.look
    best = _one_an_item(fused.order[evidence.kept[fused.order]], look)
    if not len(best):
        return Ranking()
    window = k + SPARE
    remaining, fallen = _remaining(best[:window], fused, places, look)
    while len(remaining) < k and window < len(best):
        window *= 2
        remaining, fallen = _remaining(best[:window], fused, places, look)
    hits = _scored(remaining, fused, floor.confidence(evidence.whole), look.scope, policy)
    if reranker is not None:
        hits = _again(hits, look.plan.query, reranker)
    hits = newer_first(hits, look.plan, _rare(found), _Alike(remaining, look))
    over = [OverLimit(id=hit.id, rank=k + n, limit=k) for n, hit in enumerate(hits[k:], start=1)]
    return Ranking(hits=tuple(_with_refs(hits[:k], look)), dropped=(*fallen, *over), fell=len(fallen))


def _one_an_item(positions: Ints, look: Look) -> Ints:
    """The best passage of each memory or entry, in order."""
    _, first = np.unique(look.pool.item[positions], return_index=True)
    best: Ints = positions[np.sort(first)]
    return best


def _remaining(best: Ints, fused: Fused, places: Places, look: Look) -> tuple[list[Item], list[Dropped]]:
    """The items that count, in order, and what fell away."""
    items = [item for number in range(len(look.sources)) for item in _read(number, best, fused, places, look)]
    items.sort(key=lambda item: (-item.score, item.position))
    unsettled, settled = _settle(items, look)
    once, repeated = _once(unsettled)
    return once, [*settled, *repeated]


def _read(number: int, best: Ints, fused: Fused, places: Places, look: Look) -> list[Item]:
    """The full records of one space's candidates, as they were known at the moment that is asked about."""
    source = look.sources[number]
    mine = look.pool.of_source(number, best)
    passages = places.at(mine)
    position = {passage.owner: n for n, passage in zip(mine.tolist(), passages, strict=True)}
    layers = {passage.owner: Layer(passage.layer) for passage in passages}
    entries = source.reader.entries_by_id(owner for owner, layer in layers.items() if layer is Layer.JOURNAL)
    memories = source.reader.memories(owner for owner, layer in layers.items() if layer is not Layer.JOURNAL)
    moment = look.scope.known_at
    if moment is not None:
        memories = [as_known(memory, source.reader.history(memory.id), moment) for memory in memories]
    records: list[Memory | Entry] = [*entries, *memories]
    return [
        Item(
            position=position[record.id],
            score=float(fused.score[position[record.id]]),
            source=number,
            record=record,
            layer=layers[record.id],
        )
        for record in records
    ]


def _settle(items: Sequence[Item], look: Look) -> tuple[list[Item], list[Dropped]]:
    """Drop turns whose memories are all past, and put each memory in the place of the turns it rests on."""
    past = {} if look.scope.past else _past(items, look)
    by_turn = {
        (item.source, turn): item
        for item in items
        if isinstance(item.record, Memory)
        for turn in item.record.source.turns
    }
    left: dict[tuple[int, str], Item] = {}
    dropped: list[Dropped] = []
    for item in items:
        place = (item.source, item.id)
        if place in past:
            dropped.append(Settled(id=item.id, memories=past[place]))
        elif place in by_turn:
            memory = by_turn[place]
            dropped.append(Covered(id=item.id, by=memory.id))
            left.setdefault((item.source, memory.id), replace(memory, position=item.position, score=item.score))
        else:
            left.setdefault(place, item)
    return list(left.values()), dropped


def _past(items: Sequence[Item], look: Look) -> dict[tuple[int, str], tuple[str, ...]]:
    """The turns that rest on memories none of which is active, with those memories."""
    past: dict[tuple[int, str], tuple[str, ...]] = {}
    for number, source in enumerate(look.sources):
        mine = [item.id for item in items if item.layer is Layer.JOURNAL and item.source == number]
        for entry, memories in source.reader.resting_on(mine).items():
            if all(status is not Status.ACTIVE for _, status in memories):
                past[number, entry] = tuple(memory for memory, _ in memories)
    return past


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
            first[key] = replace(item, position=held.position, score=held.score)
            dropped.append(Repeated(id=held.id, by=item.id))
        else:
            dropped.append(Repeated(id=item.id, by=held.id))
    return list(first.values()), dropped


def _scored(items: Sequence[Item], fused: Fused, sure: float, scope: Scope, policy: Policy) -> list[Hit]:
    """Hits with their final scores, best first."""
    hits = []
    signals = fused.parts_of(np.array([item.position for item in items], np.int64))
    for item, said in zip(items, signals, strict=True):
        near = relevance(item.score, items[0].score, sure)
        strong, fresh = vitality(item.record, now=scope.now, policy=policy)
        score = blended(near, strong, fresh, policy.blend)
        parts = {**said, "relevance": near, "strength": strong, "decay": fresh}
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


class _Alike:
    """Whether two hits' best passages may be on one matter; their vectors are read when the first pair is compared."""

    def __init__(self, items: Sequence[Item], look: Look) -> None:
        self._place = {(item.record.space, item.id): n for n, item in enumerate(items)}
        self._positions = np.array([item.position for item in items], np.int64)
        self._look = look
        self._table: Floats | None = None

    def __call__(self, one: Hit, other: Hit) -> bool:
        if self._look.background is None:
            return False
        if self._table is None:
            self._table = cosines(self._look, self._positions)
        cosine = self._table[self._place[one.space, one.id], self._place[other.space, other.id]]
        return bool(cosine >= self._look.background.like)


def _rare(found: Found) -> dict[str, float]:
    """The rarity of the question's terms over all spaces."""
    counts: dict[str, int] = {}
    for one in found.spaces:
        for term in found.look.plan.terms[0]:
            counts[term] = counts.get(term, 0) + one.found_in.get(term, 0)
    return floor.rarity(counts, found.passages)


def _with_refs(hits: Sequence[Hit], look: Look) -> list[Hit]:
    """Memories with the callers' ids of the turns they rest on."""
    refs: dict[tuple[str, str], str] = {}
    for source in look.sources:
        turns = [turn for hit in hits if hit.memory is not None and hit.space == source.name for turn in hit.refs]
        if turns:
            found = source.reader.entries_by_id(turns)
            refs |= {(str(source.name), entry.id): entry.ref or entry.id for entry in found}
    return [replace(hit, refs=tuple(refs.get((str(hit.space), turn), turn) for turn in hit.refs)) for hit in hits]
