"""What came of a memory that was used: it lasts longer, or is doubted. Every verdict is a line of its history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from perdure.capture.intake import Intake
from perdure.capture.moves import Move, because, write_moves
from perdure.capture.question import asked
from perdure.domain.change import Change
from perdure.domain.memory import Memory, Status
from perdure.domain.policy import Policy
from perdure.domain.review import Question
from perdure.errors import InvalidValue, NotFound, PermanentMemory
from perdure.kinds import half_life, permanent
from perdure.ports.clock import Ids
from perdure.ports.store import ReviewFilter, SpaceStore

ACTION = "feedback"
"""What a verdict is called in the history; its reason begins with the verdict."""

LONGER, SHORTER, DOUBT = 1.5, 0.5, 0.5
"""What useful and outdated do to the half-life, and wrong to the confidence."""


class Verdict(StrEnum):
    """What can be said of a memory: it helped, it was so once, it never was."""

    USEFUL = "useful"
    OUTDATED = "outdated"
    WRONG = "wrong"


def feedback(
    store: SpaceStore, memory_id: str, verdict: str, *, intake: Intake, ids: Ids, actor: str, reason: str = ""
) -> Memory:
    """Let a verdict count. What is outdated or wrong leaves recall and waits for a person, who is asked once.

    Raises NotFound; InvalidValue for another verdict; PermanentMemory for what only `permanent` changes.
    """
    found = verdict_named(verdict)
    told = intake.label(reason, "reason") or ""
    with store.write(create=False) as writer:
        memory = next(iter(writer.memories([memory_id])), None)
        if memory is None:
            raise NotFound(f"there is no memory {memory_id} in {store.name}")
        if permanent(memory.kind):
            raise PermanentMemory
        after = judged(memory, found, policy=intake.policy, now=intake.now)
        why = because(_explained(found, memory, after, intake.policy), told)
        write_moves(writer, [Move(before=memory, after=after, action=ACTION, reason=why)], at=intake.now, actor=actor)
        open_ = ReviewFilter(questions=(Question.EXPIRY,), memory=memory_id)
        if after.status is Status.REVIEW and not writer.reviews(open_, limit=1, cursor=None).items:
            review_id = ids.new("rev", intake.now)
            writer.save_reviews([asked(Question.EXPIRY, after, review_id=review_id, at=intake.now, reason=why)])
    return after


def verdict_named(name: str) -> Verdict:
    """The verdict of that name; raises InvalidValue."""
    if not isinstance(name, str) or name not in set(Verdict):
        raise InvalidValue(f"feedback is {', '.join(Verdict)}, not {name!r}")
    return Verdict(name)


def judged(memory: Memory, verdict: Verdict, *, policy: Policy, now: datetime) -> Memory:
    """A memory after a verdict. Its half-life stays within `policy.fading.adapt_most` times its kind's, either way; what
    never decays still does not, and what is out of recall already is asked about no more."""
    heard = replace(memory, version=memory.version + 1)
    doubted = Status.REVIEW if memory.status is Status.ACTIVE else memory.status
    match verdict:
        case Verdict.USEFUL:
            last = max(now, memory.last_accessed_at or now)
            lasting = _times(memory, LONGER, policy)
            return replace(heard, half_life_days=lasting, access_count=memory.access_count + 1, last_accessed_at=last)
        case Verdict.OUTDATED:
            return replace(heard, half_life_days=_times(memory, SHORTER, policy), status=doubted)
        case Verdict.WRONG:
            return replace(heard, confidence=memory.confidence * DOUBT, status=doubted)


def verdict_of(change: Change) -> Verdict | None:
    """The verdict that a line of history records; None where it is about something else."""
    if change.action != ACTION:
        return None
    return Verdict(change.reason.partition(":")[0])


def before_feedback(history: Sequence[Change]) -> Mapping[str, Any]:
    """The fields that the last verdict changed, as they were before it, if it was a verdict that took a memory out of recall."""
    for change in reversed(history):
        if change.after.get("status") == Status.REVIEW:
            kept = {name: value for name, value in change.before.items() if name in ("half_life_days", "confidence")}
            return kept if change.action == ACTION else {}
    return {}


def _times(memory: Memory, factor: float, policy: Policy) -> float | None:
    usual, own = half_life(memory.kind, policy), half_life(memory.kind, policy, memory.half_life_days)
    if usual is None or own is None:
        return memory.half_life_days
    most = policy.fading.adapt_most
    return min(max(own * factor, usual / most), usual * most)


def _explained(verdict: Verdict, before: Memory, after: Memory, policy: Policy) -> str:
    """The verdict with the numbers it moved."""
    told = []
    if after.half_life_days != before.half_life_days:
        days = (half_life(memory.kind, policy, memory.half_life_days) for memory in (before, after))
        told.append("half-life {:g} → {:g} days".format(*(one or 0 for one in days)))
    if after.confidence != before.confidence:
        told.append(f"confidence {before.confidence:g} → {after.confidence:g}")
    return f"{verdict}: {', '.join(told) or 'nothing to move'}"
