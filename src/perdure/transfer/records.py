"""Everything a space holds as plain records, and back: the lines of an archive.

A record has JSON values only, times in UTC with microseconds, and neither the name of its space, which may be another one where it
is read, nor the place that the store gave it. What may be missing takes its default; what is wrong raises InvalidInput with the
name of the field. With `strict`, a field that is not known is wrong as well.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, tzinfo
from typing import Any

from perdure.domain.change import Change
from perdure.domain.foreign import Foreign
from perdure.domain.journal import CHAT, ROLES, Entry, Sighting
from perdure.domain.link import Link, Relation
from perdure.domain.memory import Memory, Origin, Slot, Source, Status
from perdure.domain.policy import Policy
from perdure.domain.recall import RecallRecord
from perdure.domain.review import Question, Review, ReviewState
from perdure.domain.space import SpaceName
from perdure.errors import InvalidValue
from perdure.kinds import kind
from perdure.transfer.fields import LARGEST, Fields, maybe_stamp, stamp

Record = Mapping[str, Any]

HISTORY = "history"
"""The field of a memory's record that has what happened to it, where that travels with it: a list of changes; an empty one where
they come in records of their own."""


def memory_record(memory: Memory) -> dict[str, Any]:
    """A memory with everything that is kept of it."""
    source, slot = memory.source, memory.slot
    return {
        "id": memory.id,
        "kind": memory.kind,
        "text": memory.text,
        "status": memory.status.value,
        "slot": None if slot is None else {"subject": slot.subject, "attribute": slot.attribute},
        "value": memory.value,
        "importance": memory.importance,
        "confidence": memory.confidence,
        "created_at": stamp(memory.created_at),
        "updated_at": stamp(memory.updated_at),
        "recorded_at": stamp(memory.recorded_at),
        "holds_from": stamp(memory.holds_from),
        "holds_until": maybe_stamp(memory.holds_until),
        "expires_at": maybe_stamp(memory.expires_at),
        "last_accessed_at": maybe_stamp(memory.last_accessed_at),
        "access_count": min(memory.access_count, LARGEST),
        "half_life_days": memory.half_life_days,
        "superseded_by": memory.superseded_by,
        "source": {
            "origin": source.origin.value,
            "tool": source.tool,
            "maker": source.maker,
            "session": source.session,
            "speaker": source.speaker,
            "turns": list(source.turns),
        },
        "version": min(memory.version, LARGEST),
        "tags": list(memory.tags),
        "metadata": dict(memory.metadata),
    }


def memory_of(record: object, space: SpaceName, zone: tzinfo, *, strict: bool = False) -> Memory:
    """A record as a memory; only `id`, `text`, `kind` and `created_at` have to be there."""
    fields = Fields(record, zone)
    created = fields.time("created_at")
    found = Memory(
        id=fields.name("id"),
        space=space,
        kind=kind(fields.name("kind")).name,
        text=fields.text("text"),
        status=fields.one_of("status", Status, Status.ACTIVE),
        slot=_slot(fields, strict=strict),
        value=fields.maybe_text("value"),
        importance=fields.fraction("importance", 0.5),
        confidence=fields.fraction("confidence", 1.0),
        created_at=created,
        updated_at=fields.maybe_time("updated_at") or created,
        recorded_at=fields.maybe_time("recorded_at") or created,
        holds_from=fields.maybe_time("holds_from") or created,
        holds_until=fields.maybe_time("holds_until"),
        expires_at=fields.maybe_time("expires_at"),
        last_accessed_at=fields.maybe_time("last_accessed_at"),
        access_count=fields.whole("access_count", 0),
        half_life_days=fields.positive("half_life_days"),
        superseded_by=fields.maybe_name("superseded_by"),
        source=_source(fields.of("source"), strict=strict),
        version=fields.whole("version", 1),
        tags=fields.texts("tags"),
        metadata=fields.mapping("metadata"),
    )
    fields.end(strict=strict)
    return found


def _slot(fields: Fields, *, strict: bool) -> Slot | None:
    inner = fields.of("slot")
    attribute = inner.maybe_name("attribute")
    subject = inner.maybe_name("subject")
    inner.end(strict=strict)
    if attribute is None and subject is not None:
        raise InvalidValue("slot.attribute is missing")
    return None if attribute is None else Slot(subject or Slot.OWNER, attribute)


def _source(fields: Fields, *, strict: bool) -> Source:
    found = Source(
        origin=fields.one_of("origin", Origin, Origin.USER),
        tool=fields.maybe_text("tool"),
        maker=fields.maybe_text("maker"),
        session=fields.maybe_text("session"),
        speaker=fields.maybe_text("speaker"),
        turns=fields.texts("turns"),
    )
    fields.end(strict=strict)
    return found


def entry_record(entry: Entry) -> dict[str, Any]:
    """An entry of the journal."""
    return {
        "id": entry.id,
        "session": entry.session,
        "role": entry.role,
        "speaker": entry.speaker,
        "text": entry.text,
        "at": stamp(entry.at),
        "recorded_at": stamp(entry.recorded_at),
        "ref": entry.ref,
        "channel": entry.channel,
        "origin": entry.origin.value,
        "tool_calls": [dict(call) for call in entry.tool_calls],
        "metadata": dict(entry.metadata),
        "indexed": entry.indexed,
    }


def entry_of(record: object, space: SpaceName, zone: tzinfo, *, strict: bool = False) -> Entry:
    """A record as an entry; only `id`, `text` and `at` have to be there."""
    fields = Fields(record, zone)
    at = fields.time("at")
    role = fields.text("role", "user")
    if role not in ROLES:
        raise InvalidValue(f"role is one of {', '.join(ROLES)}; this one is not")
    found = Entry(
        id=fields.name("id"),
        space=space,
        session=fields.maybe_text("session"),
        role=role,
        speaker=fields.text("speaker", role),
        text=fields.text("text"),
        at=at,
        recorded_at=fields.maybe_time("recorded_at") or at,
        ref=fields.maybe_text("ref"),
        channel=fields.text("channel", CHAT),
        origin=fields.one_of("origin", Origin, Origin(role)),
        tool_calls=fields.mappings("tool_calls"),
        metadata=fields.mapping("metadata"),
        indexed=fields.flag("indexed", default=True),
    )
    fields.end(strict=strict)
    return found


def change_record(change: Change) -> dict[str, Any]:
    """A line of the history."""
    return {
        "memory": change.memory_id,
        "at": stamp(change.at),
        "actor": change.actor,
        "action": change.action,
        "reason": change.reason,
        "before": dict(change.before),
        "after": dict(change.after),
    }


def change_of(record: object, zone: tzinfo, *, strict: bool = False) -> Change:
    """A record as a line of the history."""
    fields = Fields(record, zone)
    found = Change(
        memory_id=fields.name("memory"),
        at=fields.time("at"),
        actor=fields.text("actor"),
        action=fields.text("action"),
        reason=fields.text("reason", ""),
        before=fields.mapping("before"),
        after=fields.mapping("after"),
    )
    fields.end(strict=strict)
    return found


def history_record(changes: Iterable[Change]) -> list[dict[str, Any]]:
    """What happened to one memory, as its own record has it."""
    return [{name: value for name, value in change_record(change).items() if name != "memory"} for change in changes]


def history_of(record: Record) -> list[dict[str, Any]]:
    """The changes that a memory's record brings along, each as a line of the history."""
    told = record.get(HISTORY)
    found = told if isinstance(told, list) else []
    return [{**change, "memory": record.get("id")} for change in found if isinstance(change, Mapping)]


def review_record(review: Review) -> dict[str, Any]:
    """A review, decided or not."""
    return {
        "id": review.id,
        "question": review.question.value,
        "memory": review.memory,
        "other": review.other,
        "summary": review.summary,
        "at": stamp(review.at),
        "state": review.state.value,
        "decided_at": maybe_stamp(review.decided_at),
        "decided_by": review.decided_by,
        "reason": review.reason,
    }


def review_of(record: object, space: SpaceName, zone: tzinfo, *, strict: bool = False) -> Review:
    """A record as a review."""
    fields = Fields(record, zone)
    found = Review(
        id=fields.name("id"),
        space=space,
        question=fields.one_of("question", Question),
        memory=fields.name("memory"),
        other=fields.maybe_name("other"),
        summary=fields.text("summary"),
        at=fields.time("at"),
        state=fields.one_of("state", ReviewState, ReviewState.OPEN),
        decided_at=fields.maybe_time("decided_at"),
        decided_by=fields.maybe_text("decided_by"),
        reason=fields.text("reason", ""),
    )
    fields.end(strict=strict)
    return found


def link_record(link: Link) -> dict[str, Any]:
    """A link between two memories."""
    return {"memory": link.memory, "other": link.other, "relation": link.relation.value, "at": stamp(link.at)}


def link_of(record: object, zone: tzinfo, *, strict: bool = False) -> Link:
    """A record as a link."""
    fields = Fields(record, zone)
    found = Link(
        memory=fields.name("memory"),
        other=fields.name("other"),
        relation=fields.one_of("relation", Relation),
        at=fields.time("at"),
    )
    fields.end(strict=strict)
    return found


def sighting_record(seen: Sighting) -> dict[str, Any]:
    """A statement that was seen, and is not kept yet."""
    return {"key": seen.key, "entry": seen.entry, "at": stamp(seen.at), "text": seen.text, "kind": seen.kind}


def sighting_of(record: object, zone: tzinfo, *, strict: bool = False) -> Sighting:
    """A record as a sighting."""
    fields = Fields(record, zone)
    found = Sighting(
        key=fields.text("key"),
        entry=fields.name("entry"),
        at=fields.time("at"),
        text=fields.text("text"),
        kind=kind(fields.name("kind")).name,
    )
    fields.end(strict=strict)
    return found


def recall_record(recall: RecallRecord) -> dict[str, Any]:
    """A recall that returned memories."""
    return {
        "id": recall.id,
        "at": stamp(recall.at),
        "query": recall.query,
        "memories": list(recall.memories),
        "session": recall.session,
        "answer": recall.answer,
    }


def recall_of(record: object, zone: tzinfo, *, strict: bool = False) -> RecallRecord:
    """A record as a recall."""
    fields = Fields(record, zone)
    found = RecallRecord(
        id=fields.name("id"),
        at=fields.time("at"),
        query=fields.text("query"),
        memories=fields.texts("memories"),
        session=fields.maybe_text("session"),
        answer=fields.maybe_name("answer"),
    )
    fields.end(strict=strict)
    return found


def foreign_record(foreign: Foreign) -> dict[str, Any]:
    """What a memory or an entry was in another system."""
    return {
        "owner": foreign.owner,
        "system": foreign.system,
        "id": foreign.id,
        "record": dict(foreign.record),
    }


def foreign_of(record: object, *, strict: bool = False) -> Foreign:
    """A record as what another system had."""
    fields = Fields(record, UTC)
    found = Foreign(
        owner=fields.name("owner"),
        system=fields.name("system"),
        id=fields.text("id"),
        record=fields.mapping("record"),
    )
    fields.end(strict=strict)
    return found


def distilled_record(session: str | None, entry: str) -> dict[str, Any]:
    """The last entry up to which a session is distilled; None stands for turns without a session."""
    return {"session": session, "entry": entry}


def distilled_of(record: object, *, strict: bool = False) -> tuple[str | None, str]:
    """A record as such a mark."""
    fields = Fields(record, UTC)
    found = (fields.maybe_text("session"), fields.name("entry"))
    fields.end(strict=strict)
    return found


def policy_record(policy: Policy | None) -> dict[str, Any]:
    """What of a policy differs from the defaults; None where the space has none of its own."""
    return {"policy": None if policy is None else policy.changes()}


def policy_of(record: object, *, strict: bool = False) -> Policy | None:
    """A record as a policy; raises InvalidPolicy for what it cannot be."""
    fields = Fields(record, UTC)
    settings = fields.mapping("policy")
    fields.end(strict=strict)
    has_one = isinstance(record, Mapping) and record.get("policy") is not None
    policy = Policy.from_changes(settings) if has_one else None
    for name in () if policy is None else (*policy.half_lives, *policy.gates.thresholds):
        kind(name)
    return policy


def settings_text(policy: Policy) -> str:
    """The settings of a policy that differ from the defaults, as a person reads them."""
    return ", ".join(_settings(policy.changes(), "")) or "every setting at its default"


def _settings(changes: Mapping[str, Any], path: str) -> Iterator[str]:
    for name, value in changes.items():
        if isinstance(value, Mapping):
            yield from _settings(value, f"{path}{name}.")
        else:
            yield f"{path}{name}: {json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)}"


def slot_record(memory: Memory, slot: Slot) -> dict[str, Any]:
    """What fills a slot now."""
    return {"subject": slot.subject, "attribute": slot.attribute, "value": memory.value, "memory": memory.id}
