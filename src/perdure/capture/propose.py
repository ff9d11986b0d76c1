"""What waits for an admin: statements of somebody who may only propose, and what an approval makes of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from perdure.capture.changes import change_between
from perdure.capture.extract import taken_for
from perdure.capture.intake import Intake
from perdure.capture.moves import Move, because, write_moves
from perdure.capture.question import asked
from perdure.capture.reconcile import as_memory, refuses
from perdure.capture.remember import BATCH, Draft
from perdure.capture.reworded import reworded
from perdure.capture.settle import Ruling
from perdure.domain.change import Candidate, Change, Outcome, Queued, Rejected, Superseded
from perdure.domain.memory import Memory, Source, Status
from perdure.domain.review import Question, Review
from perdure.ports.clock import Ids
from perdure.ports.store import ReviewFilter, SpaceStore, Writer
from perdure.text.clean import statement_key

PROPOSED = "proposed"
"""What it is called in the history that somebody proposed a statement."""


def propose(
    store: SpaceStore, candidates: Sequence[Candidate | Rejected], *, intake: Intake, ids: Ids, actor: str
) -> list[Outcome]:
    """Let each candidate wait for an approval, out of recall and out of the journal; what was rejected before passes through."""
    outcomes: list[Outcome] = []
    for start in range(0, len(candidates), BATCH):
        with store.write() as writer:
            intake.adopt(writer)
            desk = _Desk(writer=writer, intake=intake, ids=ids, actor=actor)
            outcomes += [
                item if isinstance(item, Rejected) else desk.take(item) for item in candidates[start : start + BATCH]
            ]
    return outcomes


def approve(writer: Writer, review: Review, waiting: Memory, ruling: Ruling, *, intake: Intake, ids: Ids) -> Outcome:
    """What was proposed is remembered, in other words where the ruling has some: reconciled with what is there like any
    statement that is made now."""
    decided = replace(
        review, state=ruling.state, decided_at=ruling.at, decided_by=ruling.actor, reason=ruling.reason or review.reason
    )
    writer.save_reviews([decided])  # before its memory moves, which would let an open one lapse
    why = because(f"{review.id} was {ruling.state}", ruling.reason)
    if ruling.text is not None:
        edited = replace(reworded(waiting, ruling.text), version=waiting.version + 1)
        write_moves(
            writer,
            [Move(before=waiting, after=edited, action=ruling.state.value, reason=why)],
            at=ruling.at,
            actor=ruling.actor,
        )
        waiting = edited
    candidate = _again(waiting, intake, why)
    draft = Draft(writer, intake=intake, ids=ids, actor=ruling.actor, keys=[candidate.key], back="accepted")
    outcome = draft.take(candidate)
    if not isinstance(outcome, Rejected) and waiting.id not in _concerned(outcome):
        draft.give_way(waiting, outcome.memory, f"{outcome.memory.id} says it already, by {review.id}")
    draft.flush()
    return outcome


@dataclass(frozen=True, kw_only=True, slots=True)
class _Desk:
    """One transaction's proposals."""

    writer: Writer
    intake: Intake
    ids: Ids
    actor: str

    def take(self, candidate: Candidate) -> Outcome:
        if refuses(candidate.kind):
            reason = f"a {candidate.kind} is permanent; only `permanent` changes it"
            return Rejected(reason=reason, code="permanent_memory")
        return self._seconded(candidate) or self._new(candidate)

    def _seconded(self, candidate: Candidate) -> Queued | None:
        """The same statement where it waits already: nobody is asked twice, but the history says who else proposed it."""
        for memory in self.writer.by_key([candidate.key]):
            same = (memory.kind, memory.slot, memory.value) == (candidate.kind, candidate.slot, candidate.value)
            review = self._open(memory) if same and memory.status is Status.REVIEW else None
            if review is not None:
                if self.actor not in {change.actor for change in self.writer.history(memory.id)}:
                    again = Change(memory_id=memory.id, at=self.intake.now, actor=self.actor, action=PROPOSED)
                    self.writer.add_changes([again])
                return Queued(memory=memory, review=review.id)
        return None

    def _open(self, memory: Memory) -> Review | None:
        wanted = ReviewFilter(questions=(Question.APPROVAL,), memory=memory.id)
        return next(iter(self.writer.reviews(wanted, limit=1, cursor=None)), None)

    def _new(self, candidate: Candidate) -> Queued:
        now = self.intake.now
        made = as_memory(candidate, space=self.intake.space, memory_id=self.ids.new("mem", now))
        memory = replace(made, status=Status.REVIEW)
        review = asked(Question.APPROVAL, memory, review_id=self.ids.new("rev", now), at=now, by=self.actor)
        change = change_between(
            None, memory, at=now, actor=self.actor, action=PROPOSED, reason=f"{review.id} waits for an admin"
        )
        self.writer.add_memories([(memory, candidate.key)])
        self.writer.add_changes([change])
        self.writer.save_reviews([review])
        return Queued(memory=memory, review=review.id)


def _again(memory: Memory, intake: Intake, why: str) -> Candidate:
    """What was proposed as the statement that is made with the approval."""
    return Candidate(
        text=memory.text,
        key=statement_key(memory.text),
        kind=memory.kind,
        kind_given=memory.kind != taken_for(memory.text).kind,
        at=intake.now,
        recorded_at=intake.now,
        holds_from=memory.holds_from,
        holds_until=memory.holds_until,
        expires_at=memory.expires_at,
        slot=memory.slot,
        value=memory.value,
        importance=memory.importance,
        half_life_days=memory.half_life_days,
        source=Source(origin=memory.source.origin, tool=memory.source.tool),
        tags=memory.tags,
        metadata=memory.metadata,
        why=why,
    )


def _concerned(outcome: Outcome) -> set[str]:
    """The memories that an outcome speaks of."""
    match outcome:
        case Rejected():
            return set()
        case Superseded(memory=memory, old=old, others=others):
            return {memory.id, old.id, *(other.id for other in others)}
        case _:
            return {outcome.memory.id}
