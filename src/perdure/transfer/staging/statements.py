"""A memory of another system as one of ours: its id, the candidate that it is, what stands in its history."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from perdure.capture.intake import Intake, aware
from perdure.domain.change import Candidate, Change
from perdure.domain.foreign import Foreign
from perdure.domain.memory import Memory, RememberOptions, Source, Status
from perdure.errors import InvalidInput, InvalidValue
from perdure.kinds import permanent
from perdure.transfer.found import Past, Statement
from perdure.transfer.guarding import digest, sound, sound_id


def memory_id(statement: Statement, id: str | None = None) -> str:  # noqa: A002  the record's own word
    """Its id here, or that of another one of the same owner there."""
    return f"mem_{digest(statement.system, statement.owner, statement.id if id is None else id)}"


def entry_id(memory: str) -> str:
    """The entry by which it is known that a statement came in, whatever became of it."""
    return f"ent_{memory.removeprefix('mem_')}"


def guarded(statement: Statement, intake: Intake) -> Statement:
    """The statement without secrets, every time aware, checked: raises InvalidInput with what cannot be kept."""
    candidate = candidate_of(statement, intake)
    return replace(
        statement,
        system=sound(statement.system),
        id=sound_id(statement.id),
        where=sound(statement.where),
        owner=None if statement.owner is None else sound_id(statement.owner),
        text=candidate.text,
        record=intake.metadata(statement.record),
        at=candidate.at if statement.at is not None else None,
        updated_at=candidate.updated_at,
        holds_from=candidate.holds_from if statement.holds_from is not None else None,
        holds_until=candidate.holds_until,
        expires_at=candidate.expires_at,
        slot=candidate.slot,
        value=candidate.value,
        tool=candidate.source.tool,
        session=candidate.source.session,
        speaker=candidate.source.speaker,
        tags=candidate.tags,
        metadata=candidate.metadata,
        superseded_by=None if statement.superseded_by is None else sound_id(statement.superseded_by),
        turns=tuple(_refs(statement.turns, intake)),
        past=tuple(_guarded_past(past, intake) for past in statement.past),
    )


def candidate_of(statement: Statement, intake: Intake, text: str | None = None) -> Candidate:
    """What it says, or the `text` that a person put in its place, as a candidate."""
    options: RememberOptions = {
        "kind": statement.kind,
        "slot": statement.slot,
        "value": statement.value,
        "importance": statement.importance,
        "confidence": statement.confidence,
        "source": statement.tool,
        "at": statement.at,
        "holds_from": _begun(statement, intake),
        "holds_until": statement.holds_until,
        "expires_at": statement.expires_at,
        "tags": statement.tags,
        "metadata": statement.metadata,
    }
    made = intake.candidate(statement.text if text is None else text, **options)
    confirmed = aware(statement.updated_at, intake.zone, "updated_at")
    source = Source(
        origin=statement.origin,
        tool=made.source.tool if statement.tool is not None else statement.system,
        session=intake.handle(statement.session, "session"),
        speaker=intake.label(statement.speaker, "speaker"),
    )
    if permanent(made.kind):
        raise InvalidValue(f"a {made.kind} is permanent memory, which no other system has; `permanent.add` makes one")
    updated = None if confirmed is None else max(confirmed, made.at)
    why = f"imported from {statement.system}"
    # its time unread begins here: nobody could have asked for it before
    return replace(made, source=source, updated_at=updated, last_accessed_at=intake.now, why=why)


def _begun(statement: Statement, intake: Intake) -> datetime | None:
    """From when on it holds: no later than its end, which may be all that is known of it."""
    begun = aware(statement.holds_from or statement.at, intake.zone, "holds_from") or intake.now
    end = aware(statement.holds_until, intake.zone, "holds_until")
    return statement.holds_from if end is None or begun <= end else end


def as_it_was(statement: Statement, made: Memory, successor: Memory | str | None) -> Memory:
    """A memory that is not active there, as it stands there; `made` is it as an active one, `successor` what holds in its place,
    or the id of that."""
    if statement.status is not Status.SUPERSEDED:
        return replace(made, status=statement.status)
    if not isinstance(successor, Memory):
        return replace(made, status=statement.status, superseded_by=successor)
    until = made.holds_until or max(made.holds_from, successor.holds_from)
    return replace(made, status=statement.status, superseded_by=successor.id, holds_until=until)


def past_of(statement: Statement, memory: str, *, text: str, at: datetime, actor: str) -> Sequence[Change]:
    """Its earlier wordings as lines of the history, the oldest first; `at` is for those that name no time."""
    wordings = [*(past.text for past in statement.past), text]
    return [
        Change(
            memory_id=memory,
            at=past.at or at,
            actor=actor,
            action=past.action,
            reason=past.reason or f"in {statement.system}",
            before={"text": past.text},
            after={"text": after},
        )
        for past, after in zip(statement.past, wordings[1:], strict=True)
    ]


def foreign_of(statement: Statement, owner: str) -> Foreign:
    """The record it was made of, kept beside what became of it."""
    return Foreign(owner=owner, system=statement.system, id=statement.id, record=statement.record)


def _refs(turns: Sequence[str], intake: Intake) -> Iterator[str]:
    """The refs as the entries have them; one that no entry can have is left out."""
    for turn in turns:
        try:
            ref = intake.handle(turn, "ref")
        except InvalidInput:
            continue
        if ref is not None:
            yield ref


def _guarded_past(past: Past, intake: Intake) -> Past:
    try:
        at = aware(past.at, intake.zone, "at")
    except InvalidInput:
        at = None  # an impossible time costs the field; the record keeps it
    text, reason = intake.guarded_value(past.text), intake.guarded_value(past.reason)
    return replace(past, text=text, at=at, action=sound(past.action), reason=reason)
