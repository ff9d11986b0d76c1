"""A memory as it was known at a past moment: its later changes undone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from perdure.domain.change import Change
from perdure.domain.memory import Memory, Slot, Status


def as_known(memory: Memory, changes: Sequence[Change], moment: datetime) -> Memory:
    """The memory with every change after `moment` taken back; `changes` are its own, oldest first."""
    later = [change for change in changes if change.at > moment]
    if not later:
        return memory
    undone: dict[str, Any] = {}
    for change in reversed(later):
        undone |= change.before
    return replace(memory, **_fields(undone), version=max(1, memory.version - len(later)))


def _fields(values: Mapping[str, Any]) -> dict[str, Any]:
    """History's JSON values as the fields of a memory."""
    return {name: _READ.get(name, _same)(value) for name, value in values.items()}


def _same(value: Any) -> Any:
    return value


def _time(value: str | None) -> datetime | None:
    return None if value is None else datetime.fromisoformat(value)


def _slot(value: Mapping[str, str] | None) -> Slot | None:
    return None if value is None else Slot(value["subject"], value["attribute"])


_TIMES = ("created_at", "updated_at", "recorded_at", "holds_from", "holds_until", "expires_at")
_READ: Mapping[str, Callable[[Any], Any]] = {
    **dict.fromkeys(_TIMES, _time),
    "slot": _slot,
    "status": Status,
    "tags": tuple,
}
