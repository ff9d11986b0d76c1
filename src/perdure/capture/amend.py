"""Changing what is kept: correct, confirm, forget, restore. Each is one transaction with its history."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Unpack

from perdure.capture.changes import change_between
from perdure.capture.intake import Intake, aware, check_options, fraction, positive
from perdure.domain.change import Change
from perdure.domain.memory import CorrectOptions, Memory, Status
from perdure.errors import InvalidValue, NotFound, VersionConflict
from perdure.ports.store import SpaceStore, Writer
from perdure.text.clean import statement_key


@dataclass(frozen=True, kw_only=True, slots=True)
class Amendment:
    """A memory before and after, and what it is called in the history."""

    before: Memory
    after: Memory
    action: str
    reason: str = ""


def correct(
    store: SpaceStore,
    memory_id: str,
    text: str | None,
    *,
    intake: Intake,
    actor: str,
    **options: Unpack[CorrectOptions],
) -> Memory:
    """Change a memory in place: same id, version + 1; what is left out stays."""
    check_options(options, CorrectOptions.__annotations__)
    fields = _corrections(text, intake, options)
    reason = intake.label(options.get("reason"), "reason") or ""

    def change(writer: Writer) -> list[Amendment]:
        before = one(writer, memory_id)
        expected = options.get("version")
        if expected is not None and expected != before.version:
            raise VersionConflict(
                f"{memory_id} is at version {before.version}, not {expected}; read it again and retry",
                expected=expected,
                actual=before.version,
            )
        if before.status is Status.FORGOTTEN:
            raise InvalidValue(f"{memory_id} is forgotten; restore it before correcting it")
        if text is not None:  # a new wording is a new word on it; tags and weights say nothing of its truth
            fields["updated_at"] = max(before.updated_at, intake.now)
        after = replace(before, **fields, version=before.version + 1)
        return [Amendment(before=before, after=after, action="corrected", reason=reason)]

    return _apply(store, change, at=intake.now, actor=actor)[0]


def confirm(store: SpaceStore, memory_id: str, *, now: datetime, actor: str) -> Memory:
    """Say that a memory still holds: its decay starts anew and its confidence is full."""

    def change(writer: Writer) -> list[Amendment]:
        before = one(writer, memory_id)
        after = replace(before, updated_at=max(before.updated_at, now), confidence=1.0, version=before.version + 1)
        return [Amendment(before=before, after=after, action="confirmed")]

    return _apply(store, change, at=now, actor=actor)[0]


def forget(store: SpaceStore, memory_ids: Sequence[str], *, now: datetime, actor: str, reason: str) -> list[Memory]:
    """Take memories out of recall; `restore` undoes it. Raises NotFound, changing nothing, if one does not exist."""

    def change(writer: Writer) -> list[Amendment]:
        found = writer.memories(memory_ids)
        missing = set(memory_ids) - {memory.id for memory in found}
        if missing:
            raise NotFound(f"there is no memory {min(missing)} in {store.name}")
        return [
            Amendment(
                before=memory,
                after=replace(memory, status=Status.FORGOTTEN, version=memory.version + 1),
                action="forgotten",
                reason=reason,
            )
            for memory in found
            if memory.status is not Status.FORGOTTEN
        ]

    if not memory_ids:
        return []
    return _apply(store, change, at=now, actor=actor)


def restore(store: SpaceStore, memory_id: str, *, now: datetime, actor: str, reason: str) -> Memory:
    """Undo what took a memory away: one that was superseded before it was forgotten is superseded again, any other is
    current; what fills its slot since gives way, readable and restorable."""

    def change(writer: Writer) -> list[Amendment]:
        before = one(writer, memory_id)
        if before.current(now):
            return [Amendment(before=before, after=before, action="")]
        if before.status is Status.FORGOTTEN and before.superseded_by is not None:
            after = replace(before, status=Status.SUPERSEDED, version=before.version + 1)
            return [Amendment(before=before, after=after, action="restored", reason=reason)]
        held = writer.by_slot(before.slot) if before.slot is not None else None
        after = replace(
            before,
            status=Status.ACTIVE,
            superseded_by=None,
            holds_until=_held_until(before, writer.history(memory_id)),
            expires_at=None if before.expired(now) else before.expires_at,
            updated_at=max(before.updated_at, now),
            version=before.version + 1,
        )
        restored = Amendment(before=before, after=after, action="restored", reason=reason)
        if held is None or held.id == before.id:
            return [restored]
        return [_give_way(held, after, now), restored]

    return _apply(store, change, at=now, actor=actor)[-1]


def one(writer: Writer, memory_id: str) -> Memory:
    """The memory of that id; raises NotFound."""
    found = writer.memories([memory_id])
    if not found:
        raise NotFound(f"there is no memory {memory_id} in this space")
    return found[0]


def _apply(store: SpaceStore, change: Callable[[Writer], list[Amendment]], *, at: datetime, actor: str) -> list[Memory]:
    with store.write(create=False) as writer:
        amendments = change(writer)
        moved = [amendment for amendment in amendments if amendment.action]
        writer.update_memories([(amendment.after, statement_key(amendment.after.text)) for amendment in moved])
        writer.add_changes([_history(amendment, at, actor) for amendment in moved])
    return [amendment.after for amendment in amendments]


def _history(amendment: Amendment, at: datetime, actor: str) -> Change:
    return change_between(
        amendment.before, amendment.after, at=at, actor=actor, action=amendment.action, reason=amendment.reason
    )


def _give_way(held: Memory, restored: Memory, now: datetime) -> Amendment:
    after = replace(
        held,
        status=Status.SUPERSEDED,
        superseded_by=restored.id,
        holds_until=held.holds_until or max(held.holds_from, now),
        version=held.version + 1,
    )
    return Amendment(
        before=held, after=after, action="superseded", reason=f"{restored.id} was restored into the same slot"
    )


def _held_until(memory: Memory, history: Sequence[Change]) -> datetime | None:
    """How long it held before it was superseded: what the history says it was then."""
    if memory.superseded_by is None:
        return memory.holds_until
    for change in reversed(history):
        if change.action == "superseded" and "holds_until" in change.before:
            told = change.before["holds_until"]
            return None if told is None else datetime.fromisoformat(str(told))
    return memory.holds_until


def _corrections(text: str | None, intake: Intake, options: CorrectOptions) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    if text is not None:
        fields["text"] = intake.guarded(text)
    if "tags" in options:
        fields["tags"] = intake.tags(options["tags"])
    if "metadata" in options:
        fields["metadata"] = intake.metadata(options["metadata"])
    if "importance" in options:
        fields["importance"] = fraction(options["importance"], "importance")
    if "expires_at" in options:
        fields["expires_at"] = aware(options["expires_at"], intake.zone, "expires_at")
    if "half_life_days" in options:
        fields["half_life_days"] = positive(options["half_life_days"], "half_life_days")
    return fields
