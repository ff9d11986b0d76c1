"""Memories as an agent reads them: a line each, and the same as data, inside a budget of characters."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from perdure.domain.memory import Memory
    from perdure.domain.recall import Hit

ITEM_CHARS = 2_000
"""Characters of one text in a list; `memory_explain` reads on."""

ALL_CHARS = 26_000
"""Characters of all lines and their data together. A whole answer stays under 30,000."""

READ_CHARS = 10_000
"""Characters that `memory_explain` reads at once."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """What a tool gives back: text for the agent, and the same as data by the tool's output schema."""

    text: str
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Item:
    """One memory or turn: its line and its data."""

    line: str
    data: Mapping[str, Any]

    @property
    def chars(self) -> int:
        """What it takes of the budget."""
        return len(self.line) + len(json.dumps(self.data, ensure_ascii=False))


ITEM_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "id": {"type": "string", "description": "Names it for the other tools."},
        "space": {"type": "string", "description": "Where it is kept."},
        "layer": {"type": "string", "description": "memory, summary, permanent, or journal: something said or done."},
        "kind": {"type": "string", "description": "What sort of statement it is."},
        "text": {"type": "string", "description": "The statement."},
        "at": {"type": "string", "description": "When it was said, in ISO 8601."},
        "truncated": {"type": "boolean", "description": "Whether the text was cut; memory_explain reads on."},
        "version": {"type": "integer", "description": "For memory_update; memories only."},
        "status": {"type": "string", "description": "active, superseded, review, archived or forgotten."},
        "importance": {"type": "number", "description": "From 0 to 1."},
        "tags": {"type": "array", "items": {"type": "string"}, "description": "Its tags."},
        "expires_at": {"type": "string", "description": "When it stops being recalled, where it does."},
        "score": {"type": "number", "description": "How well it answers, from 0 to 1."},
        "notes": {"type": "array", "items": {"type": "string"}, "description": "Why it may not be the last word."},
    },
    "required": ["id", "space", "layer", "kind", "text", "at", "truncated"],
    "additionalProperties": False,
}


def cut(text: str, chars: int, *, where: str) -> tuple[str, bool]:
    """A text of at most so many characters, and whether it had to be cut; `where` says how to read on."""
    if len(text) <= chars:
        return text, False
    return f"{text[:chars].rstrip()}… (truncated, {where})", True


def of_memory(memory: Memory, *, chars: int = ITEM_CHARS) -> Item:
    """A memory by itself."""
    from perdure.kinds import layer_of  # documented lazy load: the rules of every kind

    text, truncated = cut(memory.text, chars, where=f"memory_explain {memory.id} reads on")
    data = {
        "id": memory.id,
        "space": str(memory.space),
        "layer": str(layer_of(memory)),
        "kind": memory.kind,
        "text": text,
        "at": memory.holds_from.isoformat(),
        "truncated": truncated,
        **_record(memory),
    }
    return Item(line=line(data, [] if memory.status == "active" else [str(memory.status)]), data=data)


def of_hit(hit: Hit, now: datetime) -> Item:
    """Something recalled, with what keeps it from being the last word."""
    from perdure.recall.brief import standing  # documented lazy load: the rules of every kind

    text, truncated = cut(hit.text, ITEM_CHARS, where=f"memory_explain {hit.id} reads on")
    notes = standing(hit, now)
    data = {
        "id": hit.id,
        "space": str(hit.space),
        "layer": str(hit.layer),
        "kind": hit.kind,
        "text": text,
        "at": hit.at.isoformat(),
        "truncated": truncated,
        "score": round(hit.score, 4),
        **({} if hit.memory is None else _record(hit.memory)),
        **({"notes": notes} if notes else {}),
    }
    return Item(line=line(data, notes), data=data)


def within(items: Sequence[Item], chars: int = ALL_CHARS) -> Sequence[Item]:
    """As many of the first items as the budget holds, and one at least."""
    spent = 0
    for number, item in enumerate(items):
        spent += item.chars
        if number and spent > chars:
            return items[:number]
    return items


def line(data: Mapping[str, Any], told: Sequence[str] = ()) -> str:
    """An item on one line: what names it, what is `told` of it, and its text."""
    from perdure.recall.brief import moment  # documented lazy load: the rules of every kind

    tags = [f"#{tag}" for tag in data.get("tags", ())]
    head = [data["id"], data["kind"], moment(datetime.fromisoformat(data["at"])), data["space"], *told, *tags]
    return f"- [{' · '.join(map(plain_line, head))}] {plain_line(data['text'])}"


def plain_line(text: str) -> str:
    """Memory text on one line, as data: it can open no tag and begin no paragraph of its own."""
    from perdure.recall.brief import harmless  # documented lazy load: as above

    return harmless(text)


def _record(memory: Memory) -> dict[str, Any]:
    ends = {} if memory.expires_at is None else {"expires_at": memory.expires_at.isoformat()}
    return {
        "version": memory.version,
        "status": str(memory.status),
        "importance": memory.importance,
        "tags": list(memory.tags),
        **ends,
    }
