"""What a person decides: each review settled in one transaction, with its history."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import replace

from perdure.capture.intake import Intake
from perdure.capture.lapse import close, sides_of
from perdure.capture.permanent import maintenance, promoted
from perdure.capture.propose import approve
from perdure.capture.settle import Ruling, nothing, settle, stands
from perdure.domain.change import Outcome
from perdure.domain.review import Question, ReviewState
from perdure.errors import NotFound, ReviewDecided
from perdure.ports.clock import Ids
from perdure.ports.store import SpaceStore, Writer


def accept(store: SpaceStore, review_id: str, *, intake: Intake, ids: Ids, actor: str, reason: str = "") -> Outcome:
    """Say yes to a review. Raises NotFound; ReviewDecided where it was decided before."""
    return _decide(store, review_id, _ruling(ReviewState.ACCEPTED, intake, actor, reason), intake, ids)


def reject(store: SpaceStore, review_id: str, *, intake: Intake, ids: Ids, actor: str, reason: str = "") -> Outcome:
    """Say no to a review. Raises NotFound; ReviewDecided where it was decided before."""
    return _decide(store, review_id, _ruling(ReviewState.REJECTED, intake, actor, reason), intake, ids)


def edit(
    store: SpaceStore, review_id: str, text: object, *, intake: Intake, ids: Ids, actor: str, reason: str = ""
) -> Outcome:
    """Say what holds instead. Raises InvalidText; NotFound; ReviewDecided where it was decided before."""
    ruling = replace(_ruling(ReviewState.EDITED, intake, actor, reason), text=intake.guarded(text))
    return _decide(store, review_id, ruling, intake, ids)


def _ruling(state: ReviewState, intake: Intake, actor: str, reason: str) -> Ruling:
    return Ruling(state=state, at=intake.now, actor=actor, reason=intake.label(reason, "reason") or "")


def _decide(store: SpaceStore, review_id: str, ruling: Ruling, intake: Intake, ids: Ids) -> Outcome:
    with _transaction(store, review_id) as writer:
        review = writer.review(review_id)
        if review is None:
            raise NotFound(f"there is no review {review_id} in {store.name}")
        if review.state is ReviewState.LAPSED:
            return nothing(review).outcome
        if review.state is not ReviewState.OPEN:
            raise ReviewDecided(f"{review.id} was {review.state} before, by {review.decided_by}")
        sides = sides_of(writer, review)
        if sides is None:
            return close(writer, review, nothing(review), ruling)
        if review.question is Question.APPROVAL and ruling.state is not ReviewState.REJECTED and stands(review, sides):
            return approve(writer, review, sides.memory, ruling, intake=intake, ids=ids)
        if review.question is Question.PROMOTION and ruling.state is not ReviewState.REJECTED:
            fresh_id = ids.new("mem", ruling.at)
            sides = replace(sides, fresh=promoted(sides.memory, memory_id=fresh_id, text=ruling.text, at=ruling.at))
        return close(writer, review, settle(review, sides, ruling), ruling)


def _transaction(store: SpaceStore, review_id: str) -> AbstractContextManager[Writer]:
    """Permanent memory may change where a person lets something become permanent, and nowhere else."""
    with store.read() as reader:
        review = reader.review(review_id)
    promotes = review is not None and review.question is Question.PROMOTION
    return maintenance(store) if promotes else store.write(create=False)
