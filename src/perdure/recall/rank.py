"""Candidates into hits: one an item, settled turns out, turns behind their memory, repeats once, the best k."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np

from perdure.domain.journal import Entry
from perdure.domain.link import Relation
from perdure.domain.memory import Memory
from perdure.domain.policy import Policy
from perdure.domain.recall import Hit, Layer, Scope
from perdure.domain.trace import Covered, Dropped, OverLimit, Repeated
from perdure.ports.reranker import Reranker
from perdure.ports.store import Passage
from perdure.recall import floor
from perdure.recall.evidence import Judged
from perdure.recall.fusion import Fused
from perdure.recall.like import newer_first
from perdure.recall.look import Look
from perdure.recall.past import as_known
from perdure.recall.pool import Floats, Ints
from perdure.recall.repeats import cosines
from perdure.recall.rerank import blended, relevance, vitality
from perdure.recall.search import Found
from perdure.recall.ties import Place, Tie, place_of, repeats, resolved, tied, ties_of
from perdure.recall.unfit import no_answers
from perdure.text.clean import statement_key

SPARE = 10
"""Candidates beyond k that are read in full, for those that fall away; where more do, more are read."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Ranking:
    """The hits, what would be next, and what fell away on the way to them."""

    hits: tuple[Hit, ...] = ()
    spare: tuple[Hit, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    fell: int = 0
    """How many were relevant and still did not count: no answer by themselves, covered or repeated."""


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

    @property
    def at(self) -> datetime:
        """When it was said, or since when it holds."""
        return self.record.at if isinstance(self.record, Entry) else self.record.holds_from

    @property
    def place(self) -> Place:
        """Where the record is kept."""
        return self.record.space, self.record.id


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


def rank(judged: Judged, places: Places, *, k: int, policy: Policy, reranker: Reranker | None) -> Ranking:
    """The best k items as hits."""
    found, fused, evidence = judged.found, judged.fused, judged.evidence
    look = found.look
    best = _one_an_item(fused.order[evidence.kept[fused.order]], look)
    if not len(best):
        return Ranking(dropped=judged.dropped, fell=len(judged.dropped))
    window = k + SPARE
    remaining, fallen, ties = _remaining(best[:window], judged, places)
    while len(remaining) < k and window < len(best):
        window *= 2
        remaining, fallen, ties = _remaining(best[:window], judged, places)
    hits = _scored(remaining, fused, floor.confidence(evidence.whole), look.scope, policy)
    if reranker is not None:
        hits = _again(hits, look.plan.query, reranker)
    if ties:
        hits = resolved(hits, ties, now=look.scope.now, current=_current(ties, hits, look))
    hits = newer_first(hits, look.plan, _rare(found), _Alike(remaining, look), known=_known(ties))
    over = [OverLimit(id=hit.id, rank=k + n, limit=k) for n, hit in enumerate(hits[k:], start=1)]
    return Ranking(
        hits=tuple(with_refs(hits[:k], look)),
        spare=tuple(hits[k:]),
        dropped=(*judged.dropped, *fallen, *over),
        fell=len(judged.dropped) + len(fallen),
    )


def _one_an_item(positions: Ints, look: Look) -> Ints:
    """The best passage of each memory or entry, in order."""
    _, first = np.unique(look.pool.item[positions], return_index=True)
    best: Ints = positions[np.sort(first)]
    return best


def _remaining(best: Ints, judged: Judged, places: Places) -> tuple[list[Item], list[Dropped], list[Tie]]:
    """The items that count, in order, what fell away, and the links that the rest have."""
    look = judged.found.look
    items = [item for number in range(len(look.sources)) for item in read(number, best, judged.fused, places, look)]
    items.sort(key=lambda item: (-item.score, item.position))
    unsettled, settled = _settle(items, _unfit(items, judged))
    distinct, repeated = _once(unsettled)
    ties = [] if look.scope.past else _ties(distinct, look)
    told, again = _told_once(distinct, repeats(ties))
    return told, [*settled, *repeated, *again], ties


def _ties(items: Sequence[Item], look: Look) -> list[Tie]:
    """The links of what was found; of what was true or known once they say nothing."""
    found: list[Tie] = []
    for number, source in enumerate(look.sources):
        mine = [item.id for item in items if item.source == number and item.layer is not Layer.JOURNAL]
        found += ties_of(source, mine)
    return found


def _current(ties: Sequence[Tie], hits: Sequence[Hit], look: Look) -> set[Place]:
    """What may have outdated a hit, is no hit itself, and holds."""
    shown = {place_of(hit) for hit in hits}
    wanted = {tie.second for tie in ties if tie.relation is Relation.OUTDATED} - shown
    found: set[Place] = set()
    for source in look.sources:
        ids = sorted(id_ for space, id_ in wanted if space == source.name)
        memories = source.reader.memories(ids) if ids else []
        found |= {(source.name, memory.id) for memory in memories if memory.current(look.scope.now)}
    return found


def read(number: int, best: Ints, fused: Fused, places: Places, look: Look) -> list[Item]:
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


def _settle(items: Sequence[Item], unfit: Mapping[tuple[int, str], Dropped]) -> tuple[list[Item], list[Dropped]]:
    """Drop turns that can be no answer, and put each memory in the place of the turns it rests on; a summary leaves
    them where they are, for it is no statement of its own."""
    by_turn = {
        (item.source, turn): item
        for item in items
        if isinstance(item.record, Memory) and item.layer is not Layer.SUMMARY
        for turn in item.record.source.turns
    }
    left: dict[tuple[int, str], Item] = {}
    dropped: list[Dropped] = []
    for item in items:
        place = (item.source, item.id)
        if place in unfit:
            dropped.append(unfit[place])
        elif place in by_turn:
            memory = by_turn[place]
            dropped.append(Covered(id=item.id, by=memory.id))
            left.setdefault((item.source, memory.id), replace(memory, position=item.position, score=item.score))
        else:
            left.setdefault(place, item)
    return list(left.values()), dropped


def _unfit(items: Sequence[Item], judged: Judged) -> dict[tuple[int, str], Dropped]:
    """The turns that can be no answer, and why; the best have been looked at before."""
    look = judged.found.look
    further = [
        (item.source, item.record) for item in items if isinstance(item.record, Entry) and item.id not in judged.turns
    ]
    found: dict[tuple[int, str], Dropped] = {}
    for number, source in enumerate(look.sources):
        mine = [turn for of, turn in further if of == number]
        found |= {(number, turn): why for turn, why in no_answers(source, look, mine).items()} if mine else {}
    return found


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


def _told_once(items: Sequence[Item], same: Mapping[Place, set[Place]]) -> tuple[list[Item], list[Dropped]]:
    """Of items that say the same in other words, the newest, at the place of the best."""
    kept: list[Item] = []
    dropped: list[Dropped] = []
    for item in items:
        mine = same.get(item.place, ())
        n = next((n for n, better in enumerate(kept) if better.place in mine), None)
        if n is None:
            kept.append(item)
        elif item.at > kept[n].at:
            dropped.append(Repeated(id=kept[n].id, by=item.id))
            kept[n] = replace(item, position=kept[n].position, score=kept[n].score)
        else:
            dropped.append(Repeated(id=item.id, by=kept[n].id))
    return kept, dropped


def _scored(items: Sequence[Item], fused: Fused, sure: float, scope: Scope, policy: Policy) -> list[Hit]:
    """Hits with their final scores, best first."""
    hits = []
    signals = fused.parts_of(np.array([item.position for item in items], np.int64))
    for item, said in zip(items, signals, strict=True):
        near = relevance(item.score, items[0].score, sure)
        strong, fresh = vitality(item.record, now=scope.now, policy=policy)
        score = blended(near, strong, fresh, policy.blend)
        parts = {**said, "relevance": near, "strength": strong, "decay": fresh}
        hits.append(hit_of(item, score, parts))
    return sorted(hits, key=lambda hit: -hit.score)


def hit_of(item: Item, score: float, parts: Mapping[str, float]) -> Hit:
    """An item as the caller sees it."""
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


def _known(ties: Sequence[Tie]) -> Callable[[Hit, Hit], bool]:
    """Whether a link says what two hits are to each other."""
    linked = tied(ties)
    return lambda one, other: bool(linked) and frozenset((place_of(one), place_of(other))) in linked


class _Alike:
    """Whether two hits' best passages may be on one matter; their vectors are read when the first pair is compared."""

    def __init__(self, items: Sequence[Item], look: Look) -> None:
        self._place = {item.place: n for n, item in enumerate(items)}
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


def with_refs(hits: Sequence[Hit], look: Look) -> list[Hit]:
    """Memories with the callers' ids of the turns they rest on."""
    refs: dict[tuple[str, str], str] = {}
    for source in look.sources:
        turns = [turn for hit in hits if hit.memory is not None and hit.space == source.name for turn in hit.refs]
        if turns:
            found = source.reader.entries_by_id(turns)
            refs |= {(str(source.name), entry.id): entry.ref or entry.id for entry in found}
    return [replace(hit, refs=tuple(refs.get((str(hit.space), turn), turn) for turn in hit.refs)) for hit in hits]
