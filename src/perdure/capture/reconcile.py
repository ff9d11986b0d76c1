"""What becomes of a candidate, given what is already known: a pure decision.

The same words reinforce. What contradicts (by its slot, or by its claims) supersedes, and event time says which of the two is
the newer, never arrival: a statement that arrives late takes the place it would have had. Where it is not clear who is
right, both stay, linked, or a person is asked (`precedence`). Everything else is added, linked to what it repeats, refines or
covers. Cosine takes no part: a paraphrase and a contradiction look alike to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from perdure.capture.moves import Move
from perdure.capture.precedence import ENDS, Contest, contest, rank, retired, since
from perdure.domain.change import Candidate
from perdure.domain.link import Link, Relation
from perdure.domain.memory import Memory, Slot, Source, Status
from perdure.domain.policy import Policy
from perdure.domain.space import SpaceName
from perdure.kinds import permanent
from perdure.text.claims import Meeting


@dataclass(frozen=True, kw_only=True, slots=True)
class Near:
    """A memory that a candidate may meet, and what the newer of both is to the older: `over` where that is the candidate,
    `under` where it is the memory. `until` is when a superseded one had been said to end."""

    memory: Memory
    over: Meeting = Meeting.APART
    under: Meeting = Meeting.APART
    until: datetime | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Neighbours:
    """What a candidate may meet: memories in the same words (any status), the one that fills its slot, and those that share a
    claim: active ones, the superseded ones that a late candidate belongs between, and forgotten ones that rest on its turns."""

    same: Sequence[Memory] = ()
    slot: Memory | None = None
    near: Sequence[Near] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Add:
    """Store it as new. `moves` are what happens to others."""

    memory: Memory
    links: tuple[Link, ...] = ()
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Reinforce:
    """Confirm what is known; `restored` when it was out of recall."""

    memory: Memory
    before: Memory
    restored: bool = False
    links: tuple[Link, ...] = ()
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Supersede:
    """`current` holds and the `olds` no longer do. `new` is what the candidate became: the current one or, where it came late,
    the first of the olds, and `begun` is what its end was put to. `before` is what it was where it was known."""

    current: Memory
    new: Memory
    olds: tuple[Memory, ...]
    before: Memory | None = None
    begun: Memory | None = None
    links: tuple[Link, ...] = ()
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Queue:
    """`memory` waits for a person, who says whether it holds in place of `other`; `before` is what it was where it was known."""

    memory: Memory
    other: Memory
    before: Memory | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Refuse:
    """Nothing is stored or changed, for this reason."""

    reason: str
    code: str


Decision = Add | Reinforce | Supersede | Queue | Refuse

_RELATIONS: Mapping[Meeting, Relation] = {
    Meeting.SAME: Relation.REPEATED,
    Meeting.REFINES: Relation.REFINED,
    Meeting.COVERS: Relation.COVERED,
    Meeting.MAYBE: Relation.OUTDATED,
}

_WHY: Mapping[Meeting, str] = {
    Meeting.REPLACES: "says otherwise",
    Meeting.CORRECTS: "corrects it",
    Meeting.DENIES: "says that it is no longer so",
}


def reconcile(
    candidate: Candidate,
    neighbours: Neighbours,
    policy: Policy,
    *,
    space: SpaceName,
    new_id: str,
    entry_id: str | None = None,
) -> Decision:
    """Decide; nothing is read or written. `entry_id` is the record of a candidate that rests on no entries but is its own."""
    known = known_as(candidate, neighbours.same) if policy.merge_repeats else None
    refused = _refusal(candidate, neighbours, known)
    if refused is not None:
        return refused
    if entry_id is not None:
        candidate = replace(candidate, source=replace(candidate.source, turns=(entry_id,)))
    memory = as_memory(candidate, space=space, memory_id=new_id) if known is None else _confirmed(candidate, known)
    return _Place(candidate, memory, known, policy).decide(neighbours)


def refuses(kind: str) -> bool:
    """Whether memories of a kind are written by `permanent` alone."""
    return permanent(kind)


def as_memory(candidate: Candidate, *, space: SpaceName, memory_id: str) -> Memory:
    """The memory a candidate becomes."""
    return Memory(
        id=memory_id,
        space=space,
        kind=candidate.kind,
        text=candidate.text,
        created_at=candidate.at,
        updated_at=candidate.updated_at or candidate.at,
        recorded_at=candidate.recorded_at,
        holds_from=candidate.holds_from,
        holds_until=candidate.holds_until,
        expires_at=candidate.expires_at,
        last_accessed_at=candidate.last_accessed_at,
        slot=candidate.slot,
        value=candidate.value,
        importance=candidate.importance,
        confidence=candidate.confidence,
        half_life_days=candidate.half_life_days,
        source=candidate.source,
        tags=candidate.tags,
        metadata=candidate.metadata,
    )


def known_as(candidate: Candidate, same: Sequence[Memory]) -> Memory | None:
    """The memory that the candidate says again: active, or waiting, or archived; what was superseded or forgotten is history."""
    agreeing = [memory for memory in same if memory.status in _REVIVABLE and _agrees(candidate, memory)]
    return min(agreeing, key=lambda memory: _REVIVABLE.index(memory.status), default=None)


_REVIVABLE = (Status.ACTIVE, Status.REVIEW, Status.ARCHIVED)


def _agrees(candidate: Candidate, known: Memory) -> bool:
    """Whether the same words also put the same value into the same slot."""
    if permanent(known.kind) or (candidate.slot is not None and candidate.slot != known.slot):
        return False
    return candidate.value is None or known.value in (None, candidate.value)


def _refusal(candidate: Candidate, neighbours: Neighbours, known: Memory | None) -> Refuse | None:
    """What is permanent, what a person forgot or is asked about, and what the same turns have told already."""
    if refuses(candidate.kind):
        return Refuse(reason=f"a {candidate.kind} is permanent; only `permanent` changes it", code="permanent_memory")
    turns = frozenset(candidate.source.turns)
    if not turns:
        return None
    told = [near.memory for near in neighbours.near if Meeting.SAME in (near.over, near.under)]
    for memory in (*neighbours.same, *told):
        shared = turns.intersection(memory.source.turns)
        if memory.status is Status.FORGOTTEN and (shared or candidate.at <= memory.updated_at):
            return Refuse(
                reason=f"{memory.id} says it and was forgotten; only saying it again brings it back", code="forgotten"
            )
    for memory in (*neighbours.same, *told):
        if turns.issubset(memory.source.turns):
            return Refuse(reason=f"{memory.id} has it from the same turns", code="known")
    if known is not None and known.status is Status.REVIEW and rank(candidate.source) == 0:
        return Refuse(reason=f"{known.id} says it and waits for a person", code="waiting")
    return None


def _confirmed(candidate: Candidate, known: Memory) -> Memory:
    """Said anew: the count rises, importance never falls, what the candidate adds is kept, `created_at` stays."""
    lapsed = known.expired(candidate.at)
    metadata: Mapping[str, object] = {**known.metadata, **candidate.metadata}
    return replace(
        known,
        status=Status.ACTIVE,
        kind=candidate.kind if candidate.kind_given else known.kind,
        updated_at=max(known.updated_at, candidate.updated_at or candidate.at),
        last_accessed_at=max(filter(None, (known.last_accessed_at, candidate.last_accessed_at)), default=None),
        access_count=known.access_count + 1,
        importance=max(known.importance, candidate.importance),
        confidence=max(known.confidence, candidate.confidence),
        expires_at=_later_expiry(known, candidate, lapsed=lapsed),
        holds_until=candidate.holds_until or known.holds_until,
        half_life_days=candidate.half_life_days or known.half_life_days,
        value=known.value if candidate.value is None else candidate.value,
        tags=tuple(dict.fromkeys((*known.tags, *candidate.tags))),
        metadata=metadata,
        version=known.version + 1,
        source=_joined(known.source, candidate.source),
    )


def _later_expiry(known: Memory, candidate: Candidate, *, lapsed: bool) -> datetime | None:
    """A repeated statement lasts at least as long as either said; one that had expired lasts as the new one says."""
    if lapsed:
        return candidate.expires_at
    if known.expires_at is None or candidate.expires_at is None:
        return None
    return max(known.expires_at, candidate.expires_at)


def _joined(known: Source, more: Source) -> Source:
    """What a person says themselves is no longer an inference."""
    stronger = more if rank(more) > rank(known) else known
    return replace(stronger, turns=tuple(dict.fromkeys((*known.turns, *more.turns))))


@dataclass(frozen=True, kw_only=True, slots=True)
class _Met:
    """A neighbour, whether the candidate is the newer of both, and what the newer is to the older."""

    near: Near
    newer: bool
    meeting: Meeting
    in_slot: bool

    @property
    def memory(self) -> Memory:
        return self.near.memory


@dataclass(slots=True)
class _Sorted:
    """Neighbours by what they come to: those that end it, those it ends, those a person would be asked about, and links."""

    winners: list[_Met] = field(default_factory=list)
    losers: list[_Met] = field(default_factory=list)
    rivals: list[_Met] = field(default_factory=list)
    repeated: list[_Met] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)


class _Place:
    """Finds the place of a memory among its neighbours."""

    def __init__(self, candidate: Candidate, memory: Memory, known: Memory | None, policy: Policy) -> None:
        self._candidate, self._memory, self._known, self._policy = candidate, memory, known, policy
        sources = (candidate.source, memory.source)
        self._spoken = replace(memory, source=max(sources, key=rank))
        """As whoever says it now has it, or whoever said it before with more weight."""

    def decide(self, neighbours: Neighbours) -> Decision:
        """What the neighbours leave of it."""
        found = _Sorted()
        for met in self._met(neighbours):
            if met.meeting in ENDS:
                self._contest(met, found)
            elif met.meeting in _RELATIONS:
                self._relate(met, _RELATIONS[met.meeting], found)
        if self._stands:  # its claim is made already; what it ends, now that it was said again, gives way
            return self._holds(found.losers if self._moved else [], [])
        if found.winners:
            return self._late(min(found.winners, key=lambda met: since(met.memory)), found.losers)
        if found.rivals:
            memory = replace(self._memory, status=Status.REVIEW)
            return Queue(memory=memory, other=max((met.memory for met in found.rivals), key=since), before=self._known)
        return self._holds([*found.losers, *found.repeated], found.links)

    def _met(self, neighbours: Neighbours) -> Iterator[_Met]:
        """Those that may say something of it, the one in its slot first."""
        held = neighbours.slot
        near = {item.memory.id: item for item in neighbours.near}
        if held is not None:
            near = {held.id: near.get(held.id, Near(memory=held)), **near}
        for item in near.values():
            other = item.memory
            if other.id == self._memory.id or other.status not in (Status.ACTIVE, Status.SUPERSEDED):
                continue
            newer = since(self._memory) >= since(other)
            meeting = item.over if newer else item.under
            if self._memory.slot is not None and other.slot == self._memory.slot:
                said = meeting if meeting in ENDS else Meeting.REPLACES
                yield _Met(near=item, newer=newer, meeting=said, in_slot=True)
            elif comparable(self._memory, other):
                yield _Met(near=item, newer=newer, meeting=meeting, in_slot=False)

    def _contest(self, met: _Met, found: _Sorted) -> None:
        newer, older = (self._spoken, met.memory) if met.newer else (met.memory, self._spoken)
        named = met.newer and self._candidate.kind_given
        outcome = contest(newer, older, met.meeting, self._policy.gates, named_fact=named)
        asked = outcome is Contest.ASK or (outcome is Contest.DOUBT and met.in_slot)  # a slot cannot hold both
        if outcome is Contest.NEWER:
            (found.losers if met.newer else found.winners).append(met)
        elif not asked:
            self._relate(met, Relation.OUTDATED, found)
        elif not met.newer and rank(older.source) > rank(newer.source):
            found.losers.append(met)
        elif met.memory.status is Status.ACTIVE:
            found.rivals.append(met)

    def _relate(self, met: _Met, relation: Relation, found: _Sorted) -> None:
        if met.memory.status is not Status.ACTIVE:
            return
        if relation is Relation.REPEATED:
            if not self._policy.merge_repeats:
                return
            found.repeated.append(met)
        older, newer = (met.memory, self._memory) if met.newer else (self._memory, met.memory)
        found.links.append(Link(memory=older.id, other=newer.id, relation=relation, at=self._candidate.recorded_at))

    @property
    def _stands(self) -> bool:
        return self._known is not None and self._known.status is Status.ACTIVE

    @property
    def _moved(self) -> bool:
        """Whether what was known holds from later on, or with more weight, than before."""
        known = self._known
        if known is None:
            return False
        return since(self._memory) > since(known) or rank(self._memory.source) > rank(known.source)

    def _holds(self, met: Sequence[_Met], links: Sequence[Link]) -> Decision:
        """It is current, and what it ends is not."""
        memory, known = self._memory, self._known
        moves = self._moves(met)
        olds = tuple(move.after for move in moves if move.after.status is Status.SUPERSEDED)
        if olds:
            return Supersede(current=memory, new=memory, olds=olds, before=known, links=tuple(links), moves=moves)
        if known is not None:
            restored = not self._stands or known.expired(self._candidate.at)
            return Reinforce(memory=memory, before=known, restored=restored, links=tuple(links), moves=moves)
        return Add(memory=memory, links=tuple(links), moves=moves)

    def _late(self, winner: _Met, losers: Sequence[_Met]) -> Supersede:
        """It was over before it arrived: history at once, between what it ended and what ended it."""
        end = retired(self._memory, winner.memory, never=winner.meeting is Meeting.CORRECTS)
        if self._known is not None:
            end = replace(end, version=self._known.version + 1)  # one change, though it was said again as well
        moves = self._moves(losers)
        olds = (end, *(move.after for move in moves))
        begun = self._known or self._memory
        return Supersede(current=winner.memory, new=end, olds=olds, before=self._known, begun=begun, moves=moves)

    def _moves(self, met: Sequence[_Met]) -> tuple[Move, ...]:
        """What happens to those it ends, active or ended by something later than it, and to those it repeats."""
        return tuple(
            self._ended(one) if one.meeting in ENDS else self._repeated(one)
            for one in met
            if one.newer or one.memory.status is Status.ACTIVE
        )

    def _ended(self, met: _Met) -> Move:
        why = "fills the same slot" if met.in_slot else _WHY[met.meeting]
        never = met.meeting is Meeting.CORRECTS
        after = retired(met.memory, self._memory, never=never, until=met.near.until)
        return Move(before=met.memory, after=after, action="superseded", reason=f"{self._memory.id} {why}")

    def _repeated(self, met: _Met) -> Move:
        """Said in other words it counts once more; its times stay its own, the newer statement has the newer ones."""
        known = met.memory
        after = replace(
            known,
            access_count=known.access_count + 1,
            importance=max(known.importance, self._memory.importance),
            version=known.version + 1,
        )
        return Move(before=known, after=after, action="repeated", reason=f"{self._memory.id} says it in other words")


def comparable(one: Memory, other: Memory) -> bool:
    """Whether their claims may be held against each other: summaries and permanent memory stand for themselves, a slot of
    somebody else says whom its memory is about, and two slots are two matters."""
    if any(memory.kind == "summary" or permanent(memory.kind) for memory in (one, other)):
        return False
    slots = [memory.slot for memory in (one, other) if memory.slot is not None]
    return len(slots) < 2 and all(slot.subject == Slot.OWNER for slot in slots)
