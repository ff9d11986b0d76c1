"""Records of Perdure's own that come from outside, made fit to be stored: what is handed in by anybody is guarded, whoever wrote it.

Ids stay as they are, for they tie records together; one that would have to be masked is no id.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from perdure.capture.intake import Intake
from perdure.domain.change import Change
from perdure.domain.foreign import Foreign
from perdure.domain.journal import Entry, Sighting
from perdure.domain.memory import Memory
from perdure.domain.recall import RecallRecord
from perdure.domain.review import Review
from perdure.errors import InvalidValue
from perdure.text.clean import statement_key


def guarded_memory(memory: Memory, intake: Intake) -> Memory:
    """A memory without secrets; raises InvalidInput where it cannot be kept."""
    source = memory.source
    return replace(
        memory,
        id=_id(memory.id, intake),
        text=intake.guarded(memory.text),
        slot=intake.slot(memory.slot),
        value=None if memory.value is None else intake.guarded_value(memory.value),
        superseded_by=None if memory.superseded_by is None else _id(memory.superseded_by, intake),
        source=replace(
            source,
            tool=intake.label(source.tool, "source.tool"),
            maker=intake.label(source.maker, "source.maker"),
            session=intake.handle(source.session, "source.session"),
            speaker=intake.label(source.speaker, "source.speaker"),
            turns=tuple(dict.fromkeys(_id(turn, intake) for turn in source.turns)),
        ),
        tags=intake.tags(memory.tags),
        metadata=intake.metadata(memory.metadata),
    )


def guarded_entry(entry: Entry, intake: Intake) -> Entry:
    """An entry without secrets; raises InvalidInput where it cannot be kept."""
    return replace(
        entry,
        id=_id(entry.id, intake),
        session=intake.handle(entry.session, "session"),
        speaker=intake.label(entry.speaker, "speaker") or entry.role,
        text=intake.guarded(entry.text),
        ref=intake.handle(entry.ref, "ref"),
        channel=intake.label(entry.channel, "channel") or "chat",
        tool_calls=intake.tool_calls(entry.tool_calls),
        metadata=intake.metadata(entry.metadata),
    )


def guarded_change(change: Change, intake: Intake) -> Change:
    """A line of the history without secrets."""
    return replace(
        change,
        actor=intake.guarded_value(change.actor),
        action=intake.guarded_value(change.action),
        reason=intake.guarded_value(change.reason),
        before=_values(change.before, intake),
        after=_values(change.after, intake),
    )


def guarded_review(review: Review, intake: Intake) -> Review:
    """A review without secrets."""
    by = review.decided_by
    return replace(
        review,
        id=_id(review.id, intake),
        summary=intake.guarded_value(review.summary),
        decided_by=None if by is None else intake.guarded_value(by),
        reason=intake.guarded_value(review.reason),
    )


def guarded_sighting(seen: Sighting, intake: Intake) -> Sighting:
    """A statement that was seen, without secrets; its key goes with its words."""
    text = intake.guarded(seen.text)
    fits = text == seen.text and intake.guarded_value(seen.key) == seen.key
    return replace(seen, text=text, key=seen.key if fits else statement_key(text))


def guarded_recall(recall: RecallRecord, intake: Intake) -> RecallRecord:
    """A recall whose question has no secrets, and is no longer than a query."""
    return replace(
        recall,
        id=_id(recall.id, intake),
        query=intake.guarded_value(recall.query)[: intake.policy.limits.query_chars],
        session=intake.handle(recall.session, "session"),
        answer=None if recall.answer is None else _id(recall.answer, intake),
    )


def guarded_foreign(foreign: Foreign, intake: Intake) -> Foreign:
    """What another system had, without secrets."""
    return replace(
        foreign,
        system=intake.label(foreign.system, "system") or "",
        id=intake.guarded_value(foreign.id),
        record=_values(foreign.record, intake),
    )


def _id(name: str, intake: Intake) -> str:
    if intake.handle(name, "id") != name:
        raise InvalidValue("an id has a secret or a control character in it")
    return name


def _values(values: Mapping[str, object], intake: Intake) -> dict[str, object]:
    found: dict[str, object] = intake.guarded_value(dict(values))
    return found
