"""agentmemory's export: memories with chains of versions, what was observed in each session, and summaries of sessions.

The newest version of a memory comes in, with the earlier ones as what it said before. Tool output that was observed is nothing that
anybody said; what was made of it (title, narrative, facts) is a memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from perdure.domain.memory import Origin, Status
from perdure.domain.staging import Skip
from perdure.errors import ImportFailed, InvalidInput, InvalidText
from perdure.transfer.decoding import decoded
from perdure.transfer.found import Past, Statement
from perdure.transfer.importers.importer import Importer
from perdure.transfer.loose import (
    Record,
    digest,
    fraction,
    kind_of,
    name_of,
    record_of,
    records,
    tags_of,
    text_of,
    when,
)
from perdure.transfer.report import skip_of
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally

NAME = "agentmemory"
LARGEST = 128 << 20
"""Bytes of an export; the program itself refuses to write larger ones."""

_EXPORT = frozenset({"version", "exportedAt", "memories", "observations"})
_MEMORY = {
    "id": "id",
    "title": "text",
    "content": "text",
    "type": "kind, tags",
    "concepts": "tags",
    "createdAt": "created_at",
    "updatedAt": "updated_at",
    "forgetAfter": "expires_at",
    "strength": "importance",
    "isLatest": "status",
    "supersedes": "history",
    "parentId": "history",
    "version": "history",
    "sessionIds": "source.session",
    "agentId": "source.tool",
    "project": "owner",
}
_OBSERVATION = {
    "id": "id",
    "title": "text",
    "narrative": "text",
    "facts": "text",
    "type": "tags",
    "concepts": "tags",
    "timestamp": "created_at",
    "confidence": "confidence",
    "sessionId": "source.session",
    "agentId": "source.tool",
    "project": "owner",
}
_SUMMARY = {
    "sessionId": "source.session",
    "title": "text",
    "narrative": "text",
    "keyDecisions": "text",
    "concepts": "tags",
    "createdAt": "created_at",
    "project": "owner",
}
_MORE = {"semanticMemories": "fact", "proceduralMemories": "procedure", "lessons": None, "insights": None}
"""What was made of observations later, by kind; the same fields mean the same in all of them."""

_OTHER = {
    "id": "id",
    **dict.fromkeys("title name fact content triggerCondition steps".split(), "text"),
    **dict.fromkeys(("concepts", "tags"), "tags"),
    "confidence": "confidence",
    "createdAt": "created_at",
    "project": "owner",
}
_DROPPED = {"imageData": "pictures are not kept"}
_NOT_READ = "sessions profiles graphNodes graphEdges accessLogs actions actionEdges facets signals".split()
_WORDS = "title name fact content narrative triggerCondition".split()
_LISTS = "facts keyDecisions steps".split()
_TYPES = {"workflow": "procedure", "preference": "preference", "fact": "fact"}


def recognises(source: Source) -> bool:
    """Whether it is an export."""
    return source.alone and source.keys() >= _EXPORT


def read(source: Source, tally: Tally) -> Iterator[Statement | Skip]:
    """A statement for every memory, observation and summary. Raises ImportFailed where the file is no whole export."""
    export = _export(source)
    projects = {str(session.get("id")): name_of(session.get("project")) for session in records(export.get("sessions"))}
    for name in _NOT_READ:
        if export.get(name):
            tally.dropped(name, "derived, or no memory: nothing of it is said by anybody")
    yield from _memories(export, projects, tally)
    yield from _observations(export, projects, tally)
    for number, found in enumerate(records(export.get("summaries")), 1):
        yield from _one(found, f"summary {number}", tally, _SUMMARY, projects, kind="summary")
    for name, kind in _MORE.items():
        for number, found in enumerate(records(export.get(name)), 1):
            yield from _one(found, f"{name} {number}", tally, _OTHER, projects, kind=kind)


IMPORTER = Importer(name=NAME, title="agentmemory's export", recognises=recognises, read=read)


def _export(source: Source) -> Record:
    raw = source.text(source.main).read(LARGEST + 1)
    if len(raw) > LARGEST:
        raise ImportFailed(f"{source.path} is larger than {LARGEST:,} bytes; export fewer sessions at a time")
    try:
        found = decoded(raw)
    except InvalidInput as error:
        raise ImportFailed(f"{source.path} is no whole export: {error}") from error
    if not isinstance(found, Mapping):
        raise ImportFailed(f"{source.path} is no export of {NAME}")
    return found


def _memories(export: Record, projects: Mapping[str, str | None], tally: Tally) -> Iterator[Statement | Skip]:
    """The newest of each chain of versions, and what has no chain."""
    found = records(export.get("memories"))
    by_id = {identity: record for record in found if (identity := name_of(record.get("id"))) is not None}
    earlier = {identity for record in found for identity in _before(record)}
    heads = [record for record in found if record.get("isLatest") is True or name_of(record.get("id")) not in earlier]
    history = {name_of(version.get("id")) for record in heads for version in _versions(record, by_id)}
    newest = {old: str(record["id"]) for record in found if record.get("id") for old in _before(record)}
    for number, record in enumerate(found, 1):
        where = f"memory {number}"
        try:
            memory = _kept(record)
            tally.record(record, mapped=_MEMORY, dropped=_DROPPED)
            if name_of(memory.get("id")) in history and memory.get("isLatest") is not True:
                continue  # it is part of the history of the one that replaced it
            found_in = projects.get(_session(memory) or "")
            made = _memory(memory, where, _past(memory, by_id), newest)
            yield made if made.owner else replace(made, owner=found_in)
        except InvalidInput as error:
            yield skip_of(error, where=where)


def _before(record: Record) -> list[str]:
    """The ids of the versions that a memory replaced."""
    named = record.get("supersedes")
    listed = [*(named if isinstance(named, list) else []), record.get("parentId")]
    return [label for each in listed if (label := name_of(each)) is not None]


def _versions(record: Record, by_id: Mapping[str, Record]) -> list[Record]:
    """The earlier versions of a memory; a chain that leads back to itself ends there."""
    seen, waiting, found = {name_of(record.get("id"))}, _before(record), []
    while waiting:
        identity = waiting.pop()
        version = by_id.get(identity)
        if identity not in seen and version is not None:
            seen.add(identity)
            waiting += _before(version)
            found.append(version)
    return found


def _past(record: Record, by_id: Mapping[str, Record]) -> tuple[Past, ...]:
    """What a memory said before, the oldest first."""
    found = [
        Past(text=text, at=when(version.get("updatedAt"), version.get("createdAt")))
        for version in _versions(record, by_id)
        if (text := _text(version))
    ]
    return tuple(sorted(found, key=lambda past: "" if past.at is None else past.at.isoformat()))


def _memory(record: Record, where: str, past: tuple[Past, ...], newest: Mapping[str, str]) -> Statement:
    text = _text(record)
    if not text:
        raise InvalidText("the memory says nothing")
    identity = name_of(record.get("id")) or digest(text)
    sort, replaced = record.get("type"), newest.get(identity)
    kind = _TYPES.get(sort) if isinstance(sort, str) else None
    old = record.get("isLatest") is False
    return Statement(
        system=NAME,
        id=identity,
        text=text,
        where=where,
        record=record,
        owner=name_of(record.get("project")),
        scope="project",
        kind=kind,
        at=when(record.get("createdAt")),
        updated_at=when(record.get("updatedAt")),
        expires_at=when(record.get("forgetAfter")),
        importance=fraction(record.get("strength")),
        status=Status.SUPERSEDED if old else Status.ACTIVE,
        superseded_by=replaced if old else None,
        tool=name_of(record.get("agentId")),
        session=_session(record),
        tags=_tags(record, None if kind else sort),
        past=past,
    )


def _observations(export: Record, projects: Mapping[str, str | None], tally: Tally) -> Iterator[Statement | Skip]:
    sessions = export.get("observations")
    for session, listed in sessions.items() if isinstance(sessions, Mapping) else ():
        for number, record in enumerate(records(listed), 1):
            known = {"sessionId": session, **record}
            yield from _one(known, f"session {str(session)[:50]}, observation {number}", tally, _OBSERVATION, projects)


def _one(
    record: Record,
    where: str,
    tally: Tally,
    fates: Mapping[str, str],
    projects: Mapping[str, str | None],
    *,
    kind: str | None = None,
) -> Iterator[Statement | Skip]:
    """The statement of an observation, a summary or what was made of them."""
    try:
        found = _kept(record)
        tally.record(record, mapped=fates, dropped=_DROPPED)
        yield _made(found, where, projects, kind)
    except InvalidInput as error:
        yield skip_of(error, where=where)


def _made(record: Record, where: str, projects: Mapping[str, str | None], kind: str | None) -> Statement:
    text = _told(record)
    if not text:
        raise InvalidText("it says nothing")
    confidence, session = fraction(record.get("confidence")), name_of(record.get("sessionId"))
    return Statement(
        system=NAME,
        id=name_of(record.get("id")) or digest(kind, session, text),
        text=text,
        where=where,
        record=record,
        owner=name_of(record.get("project")) or projects.get(session or ""),
        scope="project",
        kind=kind or kind_of(record.get("type")),
        at=_first_time(record),
        confidence=1.0 if confidence is None else confidence,
        origin=Origin.SUMMARY if kind == "summary" else Origin.IMPORT,
        tool=name_of(record.get("agentId")),
        session=session,
        tags=_tags(record, record.get("type")),
    )


def _first_time(record: Record) -> datetime | None:
    return when(record.get("timestamp"), record.get("createdAt"))


def _text(record: Record) -> str:
    """A memory in words: its content, which its title names where the content does not."""
    content, title = text_of(record.get("content")), text_of(record.get("title"))
    if not content or not title or title.casefold() in content.casefold() or content[:20] == title[:20]:
        return content or title
    return f"{title}: {content}"


def _told(record: Record) -> str:
    """What was observed in words: title, narrative, and the facts that they do not have."""
    parts = [record.get(name) for name in _WORDS]
    parts += [each for name in _LISTS for each in _strings(record.get(name))]
    told: list[str] = []
    for part in parts:
        text = text_of(part)
        if text and not any(text in other for other in told):
            told.append(text)
    return "\n".join(told)


def _strings(value: object) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def _session(record: Record) -> str | None:
    named = record.get("sessionIds")
    return name_of(named[0]) if isinstance(named, list) and named else None


def _tags(record: Record, sort: object) -> tuple[str, ...]:
    label = name_of(sort)
    return tuple(
        dict.fromkeys(
            (*tags_of(record.get("concepts")), *tags_of(record.get("tags")), *(() if label is None else (label,)))
        )
    )


def _kept(record: Record) -> dict[str, Any]:
    return record_of({name: value for name, value in record.items() if name not in _DROPPED})
