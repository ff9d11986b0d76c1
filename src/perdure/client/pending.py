"""What waits in the queue, as hits of a recall that gets no answer."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from perdure.client.queue import Kept
from perdure.domain.journal import Entry, Turn, origin_of, role_of, speaker_of
from perdure.domain.memory import Memory, Slot, Source
from perdure.domain.recall import Hit, Layer
from perdure.domain.space import SpaceName
from perdure.kinds import classify, permanent

log = logging.getLogger("perdure")

_MOMENTS = ("holds_until", "expires_at")
_AS_THEY_ARE = ("value", "importance", "confidence", "half_life_days", "metadata")


def pending(kept: Iterable[Kept], home: SpaceName) -> list[Hit]:
    """Statements and turns that this client's writes hold, in their order. `home` is the space of those that name none."""
    return [hit for one in kept if one.mine and one.code is None for hit in _read(one, home)]


def _read(kept: Kept, home: SpaceName) -> list[Hit]:
    """The hits of one write; none of one that somebody else has put into the file, or changed there."""
    try:
        return list(_hits(kept, home))
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        log.warning("a write that waits cannot be read: %s", type(error).__name__)
        return []


def memory_hit(memory: Memory) -> Hit:
    """A memory as a hit."""
    layer = Layer.SUMMARY if memory.kind == "summary" else Layer.MEMORY
    return Hit(
        id=memory.id,
        space=memory.space,
        layer=Layer.PERMANENT if permanent(memory.kind) else layer,
        kind=memory.kind,
        text=memory.text,
        score=0.0,
        at=memory.holds_from,
        refs=memory.source.turns,
        memory=memory,
    )


def _hits(kept: Kept, home: SpaceName) -> Iterator[Hit]:
    body = json.loads(kept.body)
    space = SpaceName.parse(body["space"]) if "space" in body else home
    said: list[Any] = {"remember": [body], "remember_many": body.get("items")}.get(kept.path) or []
    for place, item in enumerate(said):
        yield memory_hit(_memory(item, f"{kept.key}:{place}", space, kept.at))
    for place, turn in enumerate(body.get("turns", ())):
        entry = _entry(turn, f"{kept.key}:{place}", space, kept.at, body.get("session"))
        yield Hit(
            id=entry.id,
            space=space,
            layer=Layer.JOURNAL,
            kind=entry.kind,
            text=entry.text,
            score=0.0,
            at=entry.at,
            refs=(entry.ref or entry.id,),
            entry=entry,
        )


def _memory(item: Mapping[str, Any], name: str, space: SpaceName, made: str) -> Memory:
    at = _moment(item.get("at") or made)
    slot = item.get("slot")
    more = {field: item[field] for field in _AS_THEY_ARE if item.get(field) is not None}
    more |= {field: _moment(item[field]) for field in _MOMENTS if item.get(field) is not None}
    return Memory(
        id=name,
        space=space,
        kind=item.get("kind") or classify(_text(item)),
        text=_text(item),
        created_at=at,
        updated_at=at,
        recorded_at=_moment(made),
        holds_from=_moment(item["holds_from"]) if item.get("holds_from") else at,
        slot=None if slot is None else Slot(slot["subject"], slot["attribute"]),
        source=Source(tool=item.get("source")),
        tags=tuple(item.get("tags", ())),
        **more,
    )


def _entry(item: Mapping[str, Any], name: str, space: SpaceName, made: str, session: str | None) -> Entry:
    turn = Turn(_text(item), speaker=item.get("speaker", "user"), role=item.get("role"))
    role = role_of(turn)
    return Entry(
        id=name,
        space=space,
        session=item.get("session") or session,
        role=role,
        speaker=speaker_of(turn),
        text=turn.text,
        at=_moment(item.get("at") or made),
        recorded_at=_moment(made),
        ref=item.get("ref"),
        origin=origin_of(role),
        tool_calls=tuple(item.get("tool_calls", ())),
        metadata=item.get("metadata", {}),
    )


def _text(item: Mapping[str, Any]) -> str:
    if not isinstance(item["text"], str):
        raise TypeError("a text is a string")
    return item["text"]


def _moment(written: str) -> datetime:
    """A time; one without an offset is by this machine's clock, as nearly as can be told here."""
    at = datetime.fromisoformat(written)
    return at if at.tzinfo is not None else at.astimezone()
