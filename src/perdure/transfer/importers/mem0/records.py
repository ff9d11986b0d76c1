"""One memory of Mem0, as its API gives it or as its vector store keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from perdure.domain.memory import Origin
from perdure.domain.staging import Skip
from perdure.errors import InvalidInput
from perdure.transfer import loose
from perdure.transfer.found import Native, Statement
from perdure.transfer.importers.fates import tell
from perdure.transfer.report import skip_of
from perdure.transfer.tally import Tally

SYSTEM = "mem0"

_OWNERS = "user_id agent_id app_id".split()
_MAPPED = {
    "id": "id",
    "memory": "text",
    "created_at": "created_at",
    "updated_at": "updated_at",
    "expiration_date": "expires_at",
    "run_id": "source.session",
    "actor_id": "source.speaker",
    "categories": "tags",
    "metadata": "metadata",
}
_FLAT = _MAPPED | {"data": "text"}
_KNOWN = {*_FLAT, *_OWNERS, "hash", "role", "attributed_to", "memory_type", "text_lemmatized", "perdure"}
"""What Mem0 itself writes into a payload; whatever else is there is the user's metadata."""

_MARKS = "hash user_id agent_id run_id app_id actor_id metadata categories".split()
_PROCEDURE = "procedural_memory"


def is_memory(value: object) -> bool:
    """Whether it is a memory as the API gives it, or one to be imported there."""
    return isinstance(value, Mapping) and isinstance(value.get("memory"), str) and any(mark in value for mark in _MARKS)


def is_point(value: object) -> bool:
    """Whether it is a row of a vector store with a memory as its payload."""
    payload = loose.mapping(value.get("payload")) if isinstance(value, Mapping) else {}
    return isinstance(payload.get("data"), str)


def item(raw: Mapping[str, Any], where: str, tally: Tally) -> Statement | Native | Skip:
    """A memory of either form."""
    try:
        return _point(raw, where, tally) if is_point(raw) else _memory(raw, where, tally)
    except InvalidInput as error:
        return skip_of(error, where=where)


def _memory(raw: Mapping[str, Any], where: str, tally: Tally) -> Statement | Native:
    record = loose.record_of(raw)
    metadata = loose.mapping(record.get("metadata"))
    text = loose.said(record.get("memory"), record.get("text"), record.get("content"))
    own = loose.native(metadata.pop("perdure", None), text, where=where)
    if own is not None:
        tell(tally, raw, dict.fromkeys(raw, "perdure"))
        return own
    return _statement({**record, "memory": text, "metadata": metadata}, record, where, _tally(tally, raw, _MAPPED))


def _point(raw: Mapping[str, Any], where: str, tally: Tally) -> Statement | Native:
    payload = loose.record_of(loose.mapping(raw["payload"]))
    text = loose.said(payload.get("data"))
    own = loose.native(payload.get("perdure"), text, where=where)
    flat = {**payload, "id": loose.name_of(raw.get("id"))}
    if own is not None:
        tell(tally, flat, dict.fromkeys(flat, "perdure"))
        return own
    metadata = {name: value for name, value in payload.items() if name not in _KNOWN}
    if raw.get("vector"):
        tally.dropped("vector", loose.VECTORS)
    counted = _tally(tally, flat, _FLAT | dict.fromkeys(metadata, "metadata"))
    return _statement({**flat, "memory": text, "metadata": metadata}, flat, where, counted)


def _tally(tally: Tally, raw: Mapping[str, Any], mapped: Mapping[str, str]) -> str | None:
    """Tell of every field; returns the owner, whom one of three fields names."""
    named = next((name for name in _OWNERS if loose.name_of(raw.get(name))), None)
    others = {"owner": named} if named else {}
    if raw.get("memory_type") == _PROCEDURE:
        others["kind"] = "memory_type"
    if _is_assistant(raw):
        others["source.origin"] = "attributed_to" if raw.get("attributed_to") else "role"
    tell(tally, raw, {**mapped, **{field: to for to, field in others.items()}})
    return loose.name_of(raw.get(named)) if named else None


def _statement(fields: Mapping[str, Any], record: Mapping[str, Any], where: str, owner: str | None) -> Statement:
    text = fields["memory"]
    return Statement(
        system=SYSTEM,
        id=loose.name_of(fields.get("id")) or loose.digest(owner, text),
        text=text,
        where=where,
        record=record,
        owner=owner,
        kind="procedure" if fields.get("memory_type") == _PROCEDURE else None,
        at=loose.when(fields.get("created_at"), fields.get("updated_at")),
        updated_at=loose.when(fields.get("updated_at")),
        expires_at=expiry(fields.get("expiration_date")),
        origin=Origin.ASSISTANT if _is_assistant(fields) else Origin.IMPORT,
        session=loose.name_of(fields.get("run_id")),
        speaker=loose.name_of(fields.get("actor_id")),
        tags=loose.names_of(fields.get("categories")),
        metadata=fields["metadata"],
    )


def expiry(day: object) -> datetime | None:
    """When a memory expires: Mem0 shows it to the end of the day, in UTC."""
    found = loose.when(day)
    if found is None:
        return None
    return found.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)


def _is_assistant(fields: Mapping[str, Any]) -> bool:
    return (fields.get("attributed_to") or fields.get("role")) == "assistant"
