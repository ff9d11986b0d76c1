"""Rows to values and back, in one place."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any

from sqlalchemy import Row

from perdure.domain.change import Change
from perdure.domain.foreign import Foreign
from perdure.domain.job import Job, JobState
from perdure.domain.journal import Entry, Sighting
from perdure.domain.link import Link, Relation
from perdure.domain.memory import Memory, Origin, Slot, Source, Status
from perdure.domain.recall import RecallRecord
from perdure.domain.reply import Reply
from perdure.domain.review import Question, Review, ReviewState
from perdure.domain.space import SpaceName

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def to_micros(at: datetime) -> int:
    """UTC microseconds of an aware time."""
    return (at - _EPOCH) // _MICROSECOND


def from_micros(micros: int, zone: tzinfo) -> datetime:
    """The aware time in that zone."""
    return (_EPOCH + timedelta(microseconds=micros)).astimezone(zone)


def maybe_micros(at: datetime | None) -> int | None:
    """The same of a time that may be missing."""
    return None if at is None else to_micros(at)


def maybe_time(micros: int | None, zone: tzinfo) -> datetime | None:
    """The same of a time that may be missing."""
    return None if micros is None else from_micros(micros, zone)


_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def dump(value: Any) -> str:
    """JSON that is equal for equal values."""
    return _ENCODER.encode(value)


def _load(text: str) -> Any:
    """A JSON value; the empty ones, which most rows have, need no parser."""
    return [] if text == "[]" else {} if text == "{}" else json.loads(text)


def entry_row(entry: Entry) -> dict[str, Any]:
    """An entry as a row; `seq` is the engine's."""
    return {
        "id": entry.id,
        "session": entry.session,
        "role": entry.role,
        "speaker": entry.speaker,
        "text": entry.text,
        "at": to_micros(entry.at),
        "recorded_at": to_micros(entry.recorded_at),
        "ref": entry.ref,
        "channel": entry.channel,
        "origin": entry.origin.value,
        "tool_calls": dump([dict(call) for call in entry.tool_calls]),
        "metadata": dump(dict(entry.metadata)),
        "indexed": int(entry.indexed),
    }


def entry_of(row: Row[Any], space: SpaceName, zone: tzinfo) -> Entry:
    """A row as an entry."""
    return Entry(
        id=row.id,
        space=space,
        seq=row.seq,
        session=row.session,
        role=row.role,
        speaker=row.speaker,
        text=row.text,
        at=from_micros(row.at, zone),
        recorded_at=from_micros(row.recorded_at, zone),
        ref=row.ref,
        channel=row.channel,
        origin=Origin(row.origin),
        tool_calls=tuple(_load(row.tool_calls)),
        metadata=_load(row.metadata),
        indexed=bool(row.indexed),
    )


def memory_row(memory: Memory, key: str) -> dict[str, Any]:
    """A memory and its statement key as a row."""
    return {
        "id": memory.id,
        "kind": memory.kind,
        "text": memory.text,
        "key": key,
        "created_at": to_micros(memory.created_at),
        "updated_at": to_micros(memory.updated_at),
        "recorded_at": to_micros(memory.recorded_at),
        "holds_from": to_micros(memory.holds_from),
        "holds_until": maybe_micros(memory.holds_until),
        "expires_at": maybe_micros(memory.expires_at),
        "last_accessed_at": maybe_micros(memory.last_accessed_at),
        "slot_subject": memory.slot.subject if memory.slot else None,
        "slot_attribute": memory.slot.attribute if memory.slot else None,
        "value": memory.value,
        "importance": memory.importance,
        "confidence": memory.confidence,
        "status": memory.status.value,
        "superseded_by": memory.superseded_by,
        "origin": memory.source.origin.value,
        "tool": memory.source.tool,
        "session": memory.source.session,
        "speaker": memory.source.speaker,
        "access_count": memory.access_count,
        "half_life_days": memory.half_life_days,
        "version": memory.version,
        "tags": dump(list(memory.tags)),
        "metadata": dump(dict(memory.metadata)),
        "maker": memory.source.maker,
        "frozen": 0,  # whatever is written of a memory brings it back into the indexes
    }


def memory_of(row: Row[Any], space: SpaceName, zone: tzinfo, turns: tuple[str, ...]) -> Memory:
    """A row and the entries it cites as a memory."""
    slot = None if row.slot_attribute is None else Slot(row.slot_subject, row.slot_attribute)
    return Memory(
        id=row.id,
        space=space,
        kind=row.kind,
        text=row.text,
        created_at=from_micros(row.created_at, zone),
        updated_at=from_micros(row.updated_at, zone),
        recorded_at=from_micros(row.recorded_at, zone),
        holds_from=from_micros(row.holds_from, zone),
        holds_until=maybe_time(row.holds_until, zone),
        expires_at=maybe_time(row.expires_at, zone),
        last_accessed_at=maybe_time(row.last_accessed_at, zone),
        slot=slot,
        value=row.value,
        importance=row.importance,
        confidence=row.confidence,
        status=Status(row.status),
        superseded_by=row.superseded_by,
        source=Source(
            origin=Origin(row.origin),
            tool=row.tool,
            maker=row.maker,
            session=row.session,
            speaker=row.speaker,
            turns=turns,
        ),
        access_count=row.access_count,
        half_life_days=row.half_life_days,
        version=row.version,
        tags=tuple(_load(row.tags)),
        metadata=_load(row.metadata),
    )


def change_row(change: Change) -> dict[str, Any]:
    """A history line as a row."""
    return {
        "memory": change.memory_id,
        "at": to_micros(change.at),
        "actor": change.actor,
        "action": change.action,
        "reason": change.reason,
        "before": dump(dict(change.before)),
        "after": dump(dict(change.after)),
    }


def change_of(row: Row[Any], zone: tzinfo) -> Change:
    """A row as a history line."""
    return Change(
        memory_id=row.memory,
        at=from_micros(row.at, zone),
        actor=row.actor,
        action=row.action,
        reason=row.reason,
        before=_load(row.before),
        after=_load(row.after),
        seq=row.seq,
    )


def link_row(link: Link) -> dict[str, Any]:
    """A link as a row."""
    return {"memory": link.memory, "other": link.other, "relation": link.relation.value, "at": to_micros(link.at)}


def link_of(row: Any, zone: tzinfo) -> Link:
    """A row as a link."""
    return Link(memory=row.memory, other=row.other, relation=Relation(row.relation), at=from_micros(row.at, zone))


def review_row(review: Review) -> dict[str, Any]:
    """A review as a row."""
    return {
        "id": review.id,
        "question": review.question.value,
        "memory": review.memory,
        "other": review.other,
        "summary": review.summary,
        "at": to_micros(review.at),
        "state": review.state.value,
        "decided_at": maybe_micros(review.decided_at),
        "decided_by": review.decided_by,
        "reason": review.reason,
    }


def review_of(row: Any, space: SpaceName, zone: tzinfo) -> Review:
    """A row as a review."""
    return Review(
        id=row.id,
        space=space,
        question=Question(row.question),
        memory=row.memory,
        other=row.other,
        summary=row.summary,
        at=from_micros(row.at, zone),
        state=ReviewState(row.state),
        decided_at=maybe_time(row.decided_at, zone),
        decided_by=row.decided_by,
        reason=row.reason,
    )


def job_row(job: Job) -> dict[str, Any]:
    """A job as a row."""
    return {
        "id": job.id,
        "name": job.name,
        "key": job.key,
        "payload": dump(dict(job.payload)),
        "state": job.state.value,
        "attempts": job.attempts,
        "due_at": to_micros(job.due_at),
        "created_at": to_micros(job.created_at),
        "owner": job.owner,
        "leased_until": maybe_micros(job.leased_until),
        "error": job.error,
    }


def job_of(row: Any, space: SpaceName, zone: tzinfo) -> Job:
    """A row as a job."""
    return Job(
        id=row.id,
        space=space,
        name=row.name,
        key=row.key,
        payload=_load(row.payload),
        state=JobState(row.state),
        attempts=row.attempts,
        due_at=from_micros(row.due_at, zone),
        created_at=from_micros(row.created_at, zone),
        owner=row.owner,
        leased_until=maybe_time(row.leased_until, zone),
        error=row.error,
    )


def recall_row(record: RecallRecord) -> dict[str, Any]:
    """A recall as a row; what it returned is told elsewhere."""
    return {
        "id": record.id,
        "at": to_micros(record.at),
        "query": record.query,
        "session": record.session,
        "answer": record.answer,
    }


def recall_of(row: Any, memories: Sequence[str], zone: tzinfo) -> RecallRecord:
    """A row and the memories it returned as a recall."""
    return RecallRecord(
        id=row.id,
        at=from_micros(row.at, zone),
        query=row.query,
        memories=tuple(memories),
        session=row.session,
        answer=row.answer,
    )


def sighting_row(seen: Sighting) -> dict[str, Any]:
    """A sighting as a row."""
    return {"key": seen.key, "entry": seen.entry, "at": to_micros(seen.at), "text": seen.text, "kind": seen.kind}


def sighting_of(row: Any, zone: tzinfo) -> Sighting:
    """A row as a sighting."""
    return Sighting(key=row.key, entry=row.entry, at=from_micros(row.at, zone), text=row.text, kind=row.kind)


def reply_row(reply: Reply) -> dict[str, Any]:
    """A reply as a row."""
    return {
        "key": reply.key,
        "request": reply.request,
        "status": reply.status,
        "body": reply.body,
        "at": to_micros(reply.at),
    }


def reply_of(row: Any, zone: tzinfo) -> Reply:
    """A row as a reply."""
    return Reply(key=row.key, request=row.request, status=row.status, body=row.body, at=from_micros(row.at, zone))


def foreign_row(foreign: Foreign) -> dict[str, Any]:
    """A record of another system as a row."""
    return {
        "owner": foreign.owner,
        "system": foreign.system,
        "foreign_id": foreign.id,
        "record": dump(dict(foreign.record)),
    }


def foreign_of(row: Any) -> Foreign:
    """A row as a record of another system."""
    return Foreign(owner=row.owner, system=row.system, id=row.foreign_id, record=_load(row.record))


def label_rows(owner: str, tags: tuple[str, ...], metadata: Mapping[str, Any]) -> list[dict[str, str]]:
    """What a filter can ask of an item: a row a tag, and one a top-level metadata field."""
    rows = [{"owner": owner, "name": TAG, "value": tag} for tag in dict.fromkeys(tags)]
    return rows + [{"owner": owner, "name": "." + name, "value": dump(value)} for name, value in metadata.items()]


TAG = "#"
"""The label name of a tag; metadata fields begin with a dot, so that no field can pass for one."""
