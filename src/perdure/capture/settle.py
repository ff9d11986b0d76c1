"""What a person's answer to a review does: pure decisions over what the review is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from perdure.capture.moves import Move, because, gives_way
from perdure.capture.reworded import reworded
from perdure.domain.change import Added, Outcome, Rejected, Superseded
from perdure.domain.memory import Memory, Status
from perdure.domain.review import Question, Review, ReviewState

LAPSED, REJECTED, ARCHIVED = "review_lapsed", "review_rejected", "archived"
"""Codes of what is not kept: what was asked has settled itself, a person said no, a person let it go."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Ruling:
    """What was decided: `accepted`, `rejected`, or `edited`, with the `text` that holds."""

    state: ReviewState
    at: datetime
    actor: str
    reason: str = ""
    text: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Sides:
    """What a review is about, as it stands now.

    `heir` is what holds in the place of `other`: itself while it is active, else what superseded it. `held` fills the slot of
    `memory`. `reworded`: what the question rests on was corrected since. `fresh` is what the memory becomes where it is promoted,
    `unjudged` are its fields as they were before feedback.
    """

    memory: Memory
    other: Memory | None = None
    heir: Memory | None = None
    held: Memory | None = None
    reworded: bool = False
    fresh: Memory | None = None
    unjudged: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Settlement:
    """What a ruling comes to."""

    state: ReviewState
    outcome: Outcome
    moves: tuple[Move, ...] = ()


def stands(review: Review, sides: Sides) -> bool:
    """Whether what a review asks is still open."""
    match review.question:
        case Question.CONFLICT:
            disputed = sides.other is not None and sides.other.status in (Status.ACTIVE, Status.REVIEW)
            return sides.memory.status is Status.REVIEW and disputed and not sides.reworded
        case Question.PROMOTION:
            return sides.memory.status is Status.ACTIVE and not sides.reworded
        case Question.EXPIRY:
            return sides.memory.status is Status.REVIEW and sides.held is None
        case Question.IMPORT | Question.APPROVAL:
            return sides.memory.status is Status.REVIEW


def settle(review: Review, sides: Sides, ruling: Ruling) -> Settlement:
    """What a ruling does to what the review is about."""
    if not stands(review, sides):
        return lapsed(review, sides, at=ruling.at)
    match review.question:
        case Question.EXPIRY:
            return _expiry(review, sides, ruling)
        case Question.PROMOTION:
            return _promotion(review, sides, ruling)
        case Question.CONFLICT | Question.IMPORT | Question.APPROVAL:
            return _waiting(review, sides, ruling)


def lapsed(review: Review, sides: Sides, *, at: datetime) -> Settlement:
    """What waited for an answer that is no longer needed gives way to what holds now, and holds itself where nothing stands
    against it any more."""
    memory, rival = sides.memory, sides.heir or sides.held
    why = f"what {review.id} asks has settled itself"
    if memory.status is not Status.REVIEW:
        return nothing(review)
    if rival is not None:
        return replace(nothing(review), moves=(gives_way(memory, rival, why),))
    freed = Move(before=memory, after=_active(memory, at), action="accepted", reason=why)
    return replace(nothing(review), moves=(freed,))


def nothing(review: Review) -> Settlement:
    """What is left of a review that has settled itself."""
    outcome = Rejected(reason=f"what {review.id} asks has settled itself", code=LAPSED)
    return Settlement(state=ReviewState.LAPSED, outcome=outcome)


def _waiting(review: Review, sides: Sides, ruling: Ruling) -> Settlement:
    """Whether what waits comes in. Something imported that is older than what fills its slot becomes its past."""
    memory, held = sides.memory, sides.held
    if ruling.state is ReviewState.REJECTED:
        after = replace(memory, status=Status.FORGOTTEN, version=memory.version + 1)
        moves = (_move(review, memory, after, ruling, action="forgotten"),)
        return Settlement(state=ruling.state, outcome=_refused(review, ruling), moves=moves)
    if review.question is Question.IMPORT and held is not None and held.holds_from > memory.holds_from:
        known = memory if ruling.text is None else reworded(memory, ruling.text)
        way = gives_way(known, held, _why(review, ruling, f"{held.id} holds since a later time"))
        late = Superseded(memory=held, old=way.after)
        return Settlement(state=ruling.state, outcome=late, moves=(replace(way, before=memory),))
    return _holds(review, sides, ruling)


def _holds(review: Review, sides: Sides, ruling: Ruling) -> Settlement:
    """What waited holds, and what it stood against gives way."""
    after = _active(sides.memory, ruling.at, text=ruling.text)
    rivals = {rival.id: rival for rival in (sides.other, sides.held) if rival is not None}
    ways = [gives_way(rival, after, f"{after.id} holds, by {review.id}") for rival in rivals.values()]
    moves = (*ways, _move(review, sides.memory, after, ruling))
    if not ways:
        return Settlement(state=ruling.state, outcome=Added(memory=after), moves=moves)
    old, *others = (way.after for way in ways)
    held = Superseded(memory=after, old=old, others=tuple(others))
    return Settlement(state=ruling.state, outcome=held, moves=moves)


def _expiry(review: Review, sides: Sides, ruling: Ruling) -> Settlement:
    """Whether it is let go, or holds as it did before anyone doubted it, in other words where they were given."""
    memory = sides.memory
    if ruling.state is ReviewState.ACCEPTED:
        gone = replace(memory, status=Status.ARCHIVED, version=memory.version + 1)
        told = Rejected(reason=because(f"{memory.id} was let go, into the archive", ruling.reason), code=ARCHIVED)
        moves = (_move(review, memory, gone, ruling, action="archived"),)
        return Settlement(state=ruling.state, outcome=told, moves=moves)
    known = replace(memory, **sides.unjudged)
    over = known.holds_until is not None and known.holds_until <= ruling.at
    after = replace(
        _active(known, ruling.at, text=ruling.text), expires_at=None, holds_until=None if over else known.holds_until
    )
    moves = (_move(review, memory, after, ruling),)
    return Settlement(state=ruling.state, outcome=Added(memory=after), moves=moves)


def _promotion(review: Review, sides: Sides, ruling: Ruling) -> Settlement:
    """Whether it becomes permanent; where it does not, it stays as it is, and the review says that it was asked."""
    memory, fresh = sides.memory, sides.fresh
    if fresh is None:
        return Settlement(state=ruling.state, outcome=_refused(review, ruling))
    way = gives_way(memory, fresh, f"{fresh.id} says it for good, by {review.id}")
    added = Move(before=None, after=fresh, action="promoted", reason=_why(review, ruling, f"{memory.id} recurred"))
    return Settlement(state=ruling.state, outcome=Superseded(memory=fresh, old=way.after), moves=(way, added))


def _refused(review: Review, ruling: Ruling) -> Rejected:
    return Rejected(reason=ruling.reason or f"{review.id} was rejected", code=REJECTED)


def _active(memory: Memory, at: datetime, *, text: str | None = None) -> Memory:
    """A memory that a person has confirmed, in other words where they gave some."""
    return replace(
        memory if text is None else reworded(memory, text),
        status=Status.ACTIVE,
        superseded_by=None,
        confidence=1.0,
        updated_at=max(memory.updated_at, at),
        version=memory.version + 1,
    )


def _move(review: Review, before: Memory, after: Memory, ruling: Ruling, *, action: str = "") -> Move:
    return Move(before=before, after=after, action=action or ruling.state.value, reason=_why(review, ruling))


def _why(review: Review, ruling: Ruling, what: str = "") -> str:
    return because(", ".join(filter(None, (what, f"{review.id} was {ruling.state}"))), ruling.reason)
