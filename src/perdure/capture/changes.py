"""History rows: what a change did to a memory, field by field."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import Enum
from typing import Any

from perdure.domain.change import Change
from perdure.domain.memory import Memory

_QUIET = frozenset(("id", "space", "version", "access_count", "last_accessed_at"))
"""Fields that say nothing about what changed."""

_CITED = frozenset(("source",))
"""Grows with every repetition, and is kept as citations: a change of it is no line of the history."""


def plain(value: Any) -> Any:
    """A field as a JSON value."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {item.name: plain(getattr(value, item.name)) for item in dataclasses.fields(value)}
    match value:
        case datetime():
            return value.isoformat()
        case Enum():
            return value.value
        case tuple() | list():
            return [plain(item) for item in value]
        case Mapping():
            return {name: plain(item) for name, item in value.items()}
        case _:
            return value


def change_between(
    before: Memory | None, after: Memory, *, at: datetime, actor: str, action: str, reason: str = ""
) -> Change:
    """The history row of one change; a new memory is listed with the fields that are not empty."""
    fields = [item.name for item in dataclasses.fields(Memory) if item.name not in _QUIET]
    if before is None:
        changed = {name: plain(value) for name in fields if (value := getattr(after, name)) not in (None, (), {})}
        return Change(memory_id=after.id, at=at, actor=actor, action=action, reason=reason, after=changed)
    moved = [name for name in fields if name not in _CITED and getattr(before, name) != getattr(after, name)]
    return Change(
        memory_id=after.id,
        at=at,
        actor=actor,
        action=action,
        reason=reason,
        before={name: plain(getattr(before, name)) for name in moved},
        after={name: plain(getattr(after, name)) for name in moved},
    )


def held_until(memory: Memory, history: Sequence[Change]) -> datetime | None:
    """When it had been said to end, before it was superseded; `history` are its changes, oldest first."""
    end = memory.holds_until
    for change in reversed(history):
        if "holds_until" in change.before:
            told = change.before["holds_until"]
            end = None if told is None else datetime.fromisoformat(str(told))
        if change.action == "superseded" and "status" in change.before:
            return end
    return memory.holds_until
