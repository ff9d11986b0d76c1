"""Conflicts that would wait for a person, settled by a model: asked outside of any transaction, written in one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from perdure.capture.lapse import lapse
from perdure.capture.moves import Move, write_moves
from perdure.capture.precedence import retired
from perdure.domain.change import Added, Outcome, Queued, Superseded
from perdure.domain.memory import Memory, Status
from perdure.domain.review import Question, Review, ReviewState
from perdure.ports.store import Reader, SpaceStore

Holds = Literal["new", "old", "both"]
"""Which of two statements holds."""

Settle = Callable[[Memory, Memory], Holds | None]
"""Asked with what waits and what it stands against; None where it cannot tell. It raises nothing: then a person decides."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Tie:
    """A review and both of its sides, as they were read."""

    review: Review
    new: Memory
    old: Memory


def settle_ties(
    store: SpaceStore, outcomes: Sequence[Outcome], settle: Settle, *, now: datetime, model: str
) -> list[Outcome]:
    """The outcomes, with those that were queued as a model decides them; what it cannot tell, or what changed while it was
    asked, still waits. `model` is its name, as the history says it."""
    queued = [outcome.review for outcome in outcomes if isinstance(outcome, Queued)]
    if not queued:
        return list(outcomes)
    with store.read() as reader:
        ties = [tie for name in dict.fromkeys(queued) if (tie := _tie(reader, name)) is not None]
    verdicts = [(tie, holds) for tie in ties if (holds := settle(tie.new, tie.old)) is not None]
    settled = _write(store, verdicts, now=now, actor=f"model/{model}") if verdicts else {}
    return [settled.get(one.review, one) if isinstance(one, Queued) else one for one in outcomes]


def decide(tie: Tie, holds: Holds, reason: str) -> tuple[Outcome, tuple[Move, ...]]:
    """What a verdict does; two values of one slot cannot both hold, so that the older one stays."""
    new, old = tie.new, tie.old
    if holds == "both" and new.slot is not None and new.slot == old.slot:
        holds = "old"
    if holds == "old":
        way = Move(before=new, after=retired(new, old), action="superseded", reason=reason)
        return Superseded(memory=old, old=way.after), (way,)
    active = replace(new, status=Status.ACTIVE, version=new.version + 1)
    comes = Move(before=new, after=active, action="accepted", reason=reason)
    if holds == "both":
        return Added(memory=active), (comes,)
    way = Move(before=old, after=retired(old, active), action="superseded", reason=reason)
    return Superseded(memory=active, old=way.after), (way, comes)


def _tie(reader: Reader, review_id: str) -> Tie | None:
    """A conflict that is open, with its sides; None where it is settled."""
    review = reader.review(review_id)
    if review is None or review.state is not ReviewState.OPEN or review.question is not Question.CONFLICT:
        return None
    sides = {memory.id: memory for memory in reader.memories([review.memory, review.other or ""])}
    new, old = sides.get(review.memory), sides.get(review.other or "")
    if new is None or old is None or (new.status, old.status) != (Status.REVIEW, Status.ACTIVE):
        return None
    return Tie(review=review, new=new, old=old)


def _write(
    store: SpaceStore, verdicts: Sequence[tuple[Tie, Holds]], *, now: datetime, actor: str
) -> dict[str, Outcome]:
    """The outcome of each review that still stood as it was asked."""
    reason = f"settled by {actor}"
    settled: dict[str, Outcome] = {}
    with store.write(create=False) as writer:
        for asked, holds in verdicts:
            tie = _tie(writer, asked.review.id)
            if tie is None or not _unchanged(asked, tie):
                continue
            outcome, moves = decide(tie, holds, reason)
            write_moves(writer, moves, at=now, actor=actor)
            comes = any(move.after.status is Status.ACTIVE for move in moves)
            state = ReviewState.ACCEPTED if comes else ReviewState.REJECTED
            writer.save_reviews([replace(tie.review, state=state, decided_at=now, decided_by=actor, reason=reason)])
            lapse(writer, [move.after.id for move in moves], at=now, actor=actor)
            settled[tie.review.id] = outcome
    return settled


def _unchanged(asked: Tie, tie: Tie) -> bool:
    return (asked.new.text, asked.old.text) == (tie.new.text, tie.old.text)
