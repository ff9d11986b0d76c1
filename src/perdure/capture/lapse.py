"""What a review is about as it stands now, and the end of one: decided, or settled by what happened meanwhile."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from perdure.capture.feedback import before_feedback
from perdure.capture.moves import write_moves
from perdure.capture.settle import Ruling, Settlement, Sides, nothing, settle, stands
from perdure.domain.change import Outcome
from perdure.domain.memory import Memory, Status
from perdure.domain.review import Review, ReviewState
from perdure.ports.store import ReviewFilter, Writer

_MOST = 1_000
"""Open reviews of one memory; there are never so many."""


def lapse(writer: Writer, memory_ids: Iterable[str], *, at: datetime, actor: str) -> None:
    """Settle the open reviews that a change of these memories has answered.

    For whoever forgets, rewords, restores or supersedes them: in the same transaction, once the change is written.
    """
    if not writer.reviews(ReviewFilter(), limit=1, cursor=None).total:
        return  # nobody is asked anything, and thousands may be forgotten at once
    ruling = Ruling(state=ReviewState.LAPSED, at=at, actor=actor)
    for memory_id in dict.fromkeys(memory_ids):
        for review in writer.reviews(ReviewFilter(memory=memory_id), limit=_MOST, cursor=None):
            sides = sides_of(writer, review)
            if sides is not None and memory_id == _rests_on(review):
                sides = replace(sides, reworded=True)
            if sides is None or not stands(review, sides):
                close(writer, review, nothing(review) if sides is None else settle(review, sides, ruling), ruling)


def close(writer: Writer, review: Review, settled: Settlement, ruling: Ruling) -> Outcome:
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


def sides_of(writer: Writer, review: Review) -> Sides | None:
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
