"""What a person decides: each review settled in one transaction, with its history."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import datetime

from perdure.capture.feedback import before_feedback
from perdure.capture.intake import Intake
from perdure.capture.moves import write_moves
from perdure.capture.permanent import maintenance, promoted
from perdure.capture.settle import Ruling, Settlement, Sides, nothing, settle, stands
from perdure.domain.change import Outcome
from perdure.domain.memory import Memory, Status
from perdure.domain.review import Question, Review, ReviewState
from perdure.errors import NotFound, ReviewDecided
from perdure.ports.clock import Ids
from perdure.ports.store import ReviewFilter, SpaceStore, Writer

_MOST = 1_000
"""Open reviews of one memory; there are never so many."""


def accept(store: SpaceStore, review_id: str, *, intake: Intake, ids: Ids, actor: str, reason: str = "") -> Outcome:
    """Say yes to a review. Raises NotFound; ReviewDecided where it was decided before."""
    return _decide(store, review_id, _ruling(ReviewState.ACCEPTED, intake, actor, reason), ids)


def reject(store: SpaceStore, review_id: str, *, intake: Intake, ids: Ids, actor: str, reason: str = "") -> Outcome:
    """Say no to a review. Raises NotFound; ReviewDecided where it was decided before."""
    return _decide(store, review_id, _ruling(ReviewState.REJECTED, intake, actor, reason), ids)


def edit(
    store: SpaceStore, review_id: str, text: object, *, intake: Intake, ids: Ids, actor: str, reason: str = ""
) -> Outcome:
    """Say what holds instead. Raises InvalidText; NotFound; ReviewDecided where it was decided before."""
    ruling = replace(_ruling(ReviewState.EDITED, intake, actor, reason), text=intake.guarded(text))
    return _decide(store, review_id, ruling, ids)


def lapse(writer: Writer, memory_ids: Iterable[str], *, at: datetime, actor: str) -> None:
    """Settle the open reviews that a change of these memories has answered.

    For whoever forgets, rewords, restores or supersedes them: in the same transaction, once the change is written.
    """
    if not writer.reviews(ReviewFilter(), limit=1, cursor=None).total:
        return  # nobody is asked anything, and thousands may be forgotten at once
    ruling = Ruling(state=ReviewState.LAPSED, at=at, actor=actor)
    for memory_id in dict.fromkeys(memory_ids):
        for review in writer.reviews(ReviewFilter(memory=memory_id), limit=_MOST, cursor=None):
            sides = _sides(writer, review)
            if sides is not None and memory_id == _rests_on(review):
                sides = replace(sides, reworded=True)
            if sides is None or not stands(review, sides):
                _close(writer, review, nothing(review) if sides is None else settle(review, sides, ruling), ruling)


def _ruling(state: ReviewState, intake: Intake, actor: str, reason: str) -> Ruling:
    return Ruling(state=state, at=intake.now, actor=actor, reason=intake.label(reason, "reason") or "")


def _decide(store: SpaceStore, review_id: str, ruling: Ruling, ids: Ids) -> Outcome:
    with _transaction(store, review_id) as writer:
        review = writer.review(review_id)
        if review is None:
            raise NotFound(f"there is no review {review_id} in {store.name}")
        if review.state is ReviewState.LAPSED:
            return nothing(review).outcome
        if review.state is not ReviewState.OPEN:
            raise ReviewDecided(f"{review.id} was {review.state} before, by {review.decided_by}")
        sides = _sides(writer, review)
        if sides is None:
            return _close(writer, review, nothing(review), ruling)
        if review.question is Question.PROMOTION and ruling.state is not ReviewState.REJECTED:
            fresh_id = ids.new("mem", ruling.at)
            sides = replace(sides, fresh=promoted(sides.memory, memory_id=fresh_id, text=ruling.text, at=ruling.at))
        return _close(writer, review, settle(review, sides, ruling), ruling)


def _transaction(store: SpaceStore, review_id: str) -> AbstractContextManager[Writer]:
    """Permanent memory may change where a person lets something become permanent, and nowhere else."""
    with store.read() as reader:
        review = reader.review(review_id)
    promotes = review is not None and review.question is Question.PROMOTION
    return maintenance(store) if promotes else store.write(create=False)


def _close(writer: Writer, review: Review, settled: Settlement, ruling: Ruling) -> Outcome:
    """Write what was decided, that it was, and what that answers of other reviews."""
    write_moves(writer, settled.moves, at=ruling.at, actor=ruling.actor)
    decided = replace(
        review,
        state=settled.state,
        decided_at=ruling.at,
        decided_by=ruling.actor,
        reason=ruling.reason or review.reason,
    )
    writer.save_reviews([decided])
    lapse(writer, [move.after.id for move in settled.moves], at=ruling.at, actor=ruling.actor)
    return settled.outcome


def _sides(writer: Writer, review: Review) -> Sides | None:
    """What a review is about as it stands now; None where it is erased."""
    found = {memory.id: memory for memory in writer.memories(filter(None, (review.memory, review.other)))}
    memory, other = found.get(review.memory), found.get(review.other or "")
    if memory is None:
        return None
    held = None if memory.slot is None else writer.by_slot(memory.slot)
    corrected = [change for change in writer.history(_rests_on(review)) if "text" in change.before]
    return Sides(
        memory=memory,
        other=other,
        heir=None if other is None else _heir(writer, other),
        held=None if held is None or held.id == memory.id else held,
        reworded=any(change.at > review.at for change in corrected),
        unjudged=before_feedback(writer.history(memory.id)),
    )


def _rests_on(review: Review) -> str:
    """The statement whose words a question rests on: what is contradicted, or what is to be promoted."""
    return review.memory if review.other is None else review.other


def _heir(writer: Writer, memory: Memory) -> Memory | None:
    """What holds in the place of a memory: itself while it is active, else what superseded it, however often."""
    seen: set[str] = set()
    while memory.status is not Status.ACTIVE:
        seen.add(memory.id)
        found = writer.memories([memory.superseded_by]) if memory.superseded_by else []
        if not found or found[0].id in seen:
            return None
        memory = found[0]
    return memory
