"""Records of Perdure's own that come from outside, made fit to be stored: what is handed in by anybody is guarded, whoever wrote it.

Ids tie records together: one that the guard finds something in becomes a digest, the same wherever it is cited.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from hashlib import blake2s
from typing import Any

from perdure.capture.intake import Intake
from perdure.domain.change import Change
from perdure.domain.foreign import Foreign
from perdure.domain.journal import Entry, Sighting
from perdure.domain.link import Link
from perdure.domain.memory import Memory
from perdure.domain.recall import RecallRecord
from perdure.domain.review import Review
from perdure.domain.staging import Skip
from perdure.text.clean import statement_key, strip_controls
from perdure.text.privacy import KEEP_CONTACTS, guard
from perdure.text.privacy.looks import UUID
from perdure.text.privacy.mask import OWN_ID

ROOM = 16 << 20
"""Bytes of a text that a space once kept, though it may allow less by now: what was masked may be longer than it was."""

LONGEST_ID = 500
"""Characters of an id; a longer one is none."""

_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LENGTH = 26
_IDS = frozenset("id memory other entry owner answer superseded_by turns memories".split())
_HANDLES = frozenset(("session", "ref"))
_TIMES = frozenset(
    "at created_at updated_at recorded_at holds_from holds_until expires_at last_accessed_at decided_at".split()
)
_PARTS = frozenset(("source", "history"))
_TOLD = frozenset(
    "kind text status slot value importance confidence access_count half_life_days version tags metadata role speaker "
    "channel origin tool_calls indexed actor action reason before after question summary state relation key query system "
    "record policy tool maker".split()
)
"""The fields of our own records, by what they hold: of everything else the name is anybody's as well."""


def digest(*parts: str | None) -> str:
    """26 characters, the same for the same parts wherever they are read."""
    number = int.from_bytes(blake2s(json.dumps(parts).encode(), digest_size=17).digest(), "big")
    return "".join(_CROCKFORD[number >> 5 * place & 31] for place in range(_LENGTH))


def sound_id(name: str) -> str:
    """An id as it can be kept: itself, or a digest where it holds a secret or a control character."""
    if OWN_ID.fullmatch(name) or UUID.match(name):
        return name
    return name if sound(name) == name else f"id_{digest(name)}"


def sound(words: str) -> str:
    """The name of a field, a place in a file, the words of an error: without secrets and control characters."""
    return guard(strip_controls(words), KEEP_CONTACTS).text


def sound_skip(skip: Skip) -> Skip:
    """What was left out, told without secrets."""
    return replace(skip, where=sound(skip.where), reason=sound(skip.reason))


def guarded_record(record: Mapping[str, Any], intake: Intake) -> dict[str, Any]:
    """A record of ours as anybody may have written it, before it is read: every value and every unknown name guarded."""
    known = _IDS | _HANDLES | _TIMES | _PARTS | _TOLD
    unknown = _values({name: value for name, value in record.items() if name not in known}, intake)
    return unknown | {name: _field(name, value, intake) for name, value in record.items() if name in known}


def _field(name: str, value: object, intake: Intake) -> object:
    match value:
        case str() if name in _IDS and len(value) <= LONGEST_ID:
            return sound_id(value)
        case str() if name in _HANDLES and len(value) <= LONGEST_ID:
            return intake.handle(value, name)
        case str() if name in _TIMES and _is_time(value):
            return value
        case list() if name in _IDS or name == "history":
            return [_field(name, each, intake) for each in value]
        case Mapping() if name in _PARTS:
            return guarded_record(value, intake)
        case _:
            return intake.guarded_value(value)


def _is_time(value: str) -> bool:
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return True


def guarded_memory(memory: Memory, intake: Intake) -> Memory:
    """A memory without secrets; raises InvalidInput where it cannot be kept."""
    source = memory.source
    return replace(
        memory,
        id=sound_id(memory.id),
        text=intake.guarded(memory.text, room=ROOM),
        slot=intake.slot(memory.slot),
        value=None if memory.value is None else intake.guarded_value(memory.value),
        superseded_by=None if memory.superseded_by is None else sound_id(memory.superseded_by),
        source=replace(
            source,
            tool=intake.label(source.tool, "source.tool"),
            maker=intake.label(source.maker, "source.maker"),
            session=intake.handle(source.session, "source.session"),
            speaker=intake.label(source.speaker, "source.speaker"),
            turns=tuple(dict.fromkeys(map(sound_id, source.turns))),
        ),
        tags=intake.tags(memory.tags),
        metadata=intake.metadata(memory.metadata),
    )


def guarded_entry(entry: Entry, intake: Intake) -> Entry:
    """An entry without secrets; raises InvalidInput where it cannot be kept."""
    return replace(
        entry,
        id=sound_id(entry.id),
        session=intake.handle(entry.session, "session"),
        speaker=intake.label(entry.speaker, "speaker") or entry.role,
        text=intake.guarded(entry.text, room=ROOM),
        ref=intake.handle(entry.ref, "ref"),
        channel=intake.label(entry.channel, "channel") or "chat",
        tool_calls=intake.tool_calls(entry.tool_calls),
        metadata=intake.metadata(entry.metadata),
    )


def guarded_change(change: Change, intake: Intake) -> Change:
    """A line of the history without secrets."""
    return replace(
        change,
        memory_id=sound_id(change.memory_id),
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
        id=sound_id(review.id),
        memory=sound_id(review.memory),
        other=None if review.other is None else sound_id(review.other),
        summary=intake.guarded_value(review.summary),
        decided_by=None if by is None else intake.guarded_value(by),
        reason=intake.guarded_value(review.reason),
    )


def guarded_sighting(seen: Sighting, intake: Intake) -> Sighting:
    """A statement that was seen, without secrets; its key goes with its words."""
    text = intake.guarded(seen.text, room=ROOM)
    fits = text == seen.text and intake.guarded_value(seen.key) == seen.key
    return replace(seen, entry=sound_id(seen.entry), text=text, key=seen.key if fits else statement_key(text))


def guarded_recall(recall: RecallRecord, intake: Intake) -> RecallRecord:
    """A recall whose question has no secrets, and is no longer than a query."""
    return replace(
        recall,
        id=sound_id(recall.id),
        memories=tuple(map(sound_id, recall.memories)),
        query=intake.guarded_value(recall.query)[: intake.policy.limits.query_chars],
        session=intake.handle(recall.session, "session"),
        answer=None if recall.answer is None else sound_id(recall.answer),
    )


def guarded_foreign(foreign: Foreign, intake: Intake) -> Foreign:
    """What another system had, without secrets."""
    return replace(
        foreign,
        owner=sound_id(foreign.owner),
        system=intake.label(foreign.system, "system") or "",
        id=sound_id(foreign.id),
        record=_values(foreign.record, intake),
    )


def guarded_link(link: Link) -> Link:
    """A link between memories as they are called here."""
    return replace(link, memory=sound_id(link.memory), other=sound_id(link.other))


def _values(values: Mapping[str, object], intake: Intake) -> dict[str, object]:
    found: dict[str, object] = intake.guarded_value(dict(values))
    return found
