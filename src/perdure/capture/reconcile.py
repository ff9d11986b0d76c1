"""What becomes of a candidate, given what is already known: a pure decision.

The same words reinforce; another value in a slot supersedes, the later event time winning whichever arrives first;
everything else is added. Cosine takes no part: a paraphrase and a contradiction look alike to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from perdure.domain.change import Candidate
from perdure.domain.memory import Memory, Source, Status
from perdure.domain.policy import Policy
from perdure.domain.space import SpaceName


@dataclass(frozen=True, kw_only=True, slots=True)
class Neighbours:
    """What a candidate may meet: memories in the same words, and the one that fills its slot."""

    same: Sequence[Memory] = ()
    slot: Memory | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Add:
    """Store it as new."""

    memory: Memory


@dataclass(frozen=True, kw_only=True, slots=True)
class Reinforce:
    """Confirm what is known; `restored` when its time had passed."""

    memory: Memory
    before: Memory
    restored: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Supersede:
    """`current` holds and `old` no longer does; `new` says which of the two is the candidate."""

    current: Memory
    old: Memory
    old_before: Memory | None
    new: Memory


Decision = Add | Reinforce | Supersede


def reconcile(
    candidate: Candidate, neighbours: Neighbours, policy: Policy, *, space: SpaceName, new_id: str
) -> Decision:
    """Decide; nothing is read or written."""
    known = _same_statement(candidate, neighbours) if policy.merge_repeats else None
    if known is not None and _agrees(candidate, known):
        return _reinforce(candidate, known)
    fresh = as_memory(candidate, space=space, memory_id=new_id)
    if neighbours.slot is None:
        return Add(memory=fresh)
    return _settle_slot(fresh, neighbours.slot)


def as_memory(candidate: Candidate, *, space: SpaceName, memory_id: str) -> Memory:
    """The memory a candidate becomes."""
    return Memory(
        id=memory_id,
        space=space,
        kind=candidate.kind,
        text=candidate.text,
        created_at=candidate.at,
        updated_at=candidate.at,
        recorded_at=candidate.recorded_at,
        holds_from=candidate.holds_from,
        holds_until=candidate.holds_until,
        expires_at=candidate.expires_at,
        slot=candidate.slot,
        value=candidate.value,
        importance=candidate.importance,
        confidence=candidate.confidence,
        half_life_days=candidate.half_life_days,
        source=candidate.source,
        tags=candidate.tags,
        metadata=candidate.metadata,
    )


def _agrees(candidate: Candidate, known: Memory) -> bool:
    """Whether the same words also put the same value into the same slot."""
    if candidate.slot is not None and candidate.slot != known.slot:
        return False
    return candidate.value is None or known.value in (None, candidate.value)


def _same_statement(candidate: Candidate, neighbours: Neighbours) -> Memory | None:
    """The active memory in the same words, in the same slot if the candidate names one."""
    active = [memory for memory in neighbours.same if memory.status is Status.ACTIVE]
    in_slot = [memory for memory in active if candidate.slot is None or memory.slot == candidate.slot]
    return next(iter(in_slot), None)


def _reinforce(candidate: Candidate, known: Memory) -> Reinforce:
    """Confirmed anew: the count rises, importance never falls, what the candidate adds is kept, `created_at` stays."""
    restored = known.expired(candidate.at)
    metadata: Mapping[str, object] = {**known.metadata, **candidate.metadata}
    return Reinforce(
        before=known,
        restored=restored,
        memory=replace(
            known,
            kind=candidate.kind if candidate.kind_given else known.kind,
            updated_at=max(known.updated_at, candidate.at),
            access_count=known.access_count + 1,
            importance=max(known.importance, candidate.importance),
            confidence=max(known.confidence, candidate.confidence),
            expires_at=_later_expiry(known, candidate, restored=restored),
            holds_until=candidate.holds_until or known.holds_until,
            half_life_days=candidate.half_life_days or known.half_life_days,
            value=known.value if candidate.value is None else candidate.value,
            tags=tuple(dict.fromkeys((*known.tags, *candidate.tags))),
            metadata=metadata,
            version=known.version + 1,
            source=_joined(known.source, candidate.source),
        ),
    )


def _later_expiry(known: Memory, candidate: Candidate, *, restored: bool) -> datetime | None:
    """A repeated statement lasts at least as long as either said; one that had expired lasts as the new one says."""
    if restored:
        return candidate.expires_at
    if known.expires_at is None or candidate.expires_at is None:
        return None
    return max(known.expires_at, candidate.expires_at)


def _joined(known: Source, more: Source) -> Source:
    return replace(known, turns=tuple(dict.fromkeys((*known.turns, *more.turns))))


def _settle_slot(fresh: Memory, held: Memory) -> Supersede:
    """The later event time is current; at the same one, the later write. What was said again holds from then too."""
    said_again = held.updated_at if held.updated_at > held.created_at else held.holds_from
    if fresh.holds_from >= max(held.holds_from, said_again):
        return Supersede(current=fresh, old=_retired(held, fresh), old_before=held, new=fresh)
    late = _retired(fresh, held)
    return Supersede(current=held, old=late, old_before=None, new=late)


def _retired(old: Memory, current: Memory) -> Memory:
    return replace(
        old,
        status=Status.SUPERSEDED,
        superseded_by=current.id,
        holds_until=old.holds_until or max(old.holds_from, current.holds_from),
        version=old.version + 1,
    )
