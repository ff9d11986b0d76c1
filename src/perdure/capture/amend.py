"""Changing what is kept: correct, confirm, forget, restore. Each is one transaction with its history."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Unpack

from perdure.capture.changes import held_until
from perdure.capture.feedback import before_feedback
from perdure.capture.intake import Intake, aware, check_options, fraction, positive
from perdure.capture.known import NEAR, keys_of, meets
from perdure.capture.lapse import lapse
from perdure.capture.moves import Move, write_moves
from perdure.capture.precedence import ENDS, retired
from perdure.capture.reconcile import comparable
from perdure.capture.reworded import reworded
from perdure.capture.summaries import withdraw
from perdure.domain.link import Relation
from perdure.domain.memory import CorrectOptions, Memory, Status
from perdure.errors import InvalidValue, NotFound, PermanentMemory, VersionConflict
from perdure.kinds import permanent
from perdure.ports.store import SpaceStore, Writer
from perdure.text.claims import Meeting, read_claims
from perdure.text.clean import statement_key

_WORDED = (Relation.OUTDATED, Relation.COVERED, Relation.REFINED, Relation.REPEATED)
"""Links that are about the words of a memory, and go with them."""


def correct(
    store: SpaceStore,
    memory_id: str,
    text: str | None,
    *,
    intake: Intake,
    actor: str,
    **options: Unpack[CorrectOptions],
) -> Memory:
    """Change a memory in place: same id, version + 1; what is left out stays, and with nothing to change nothing changes.

    A stale `version` is refused as VersionConflict; with `merge` only where another change since then touched the same fields.
    """
    check_options(options, CorrectOptions.__annotations__)
    fields = _corrections(text, intake, options)
    reason = intake.label(options.get("reason"), "reason") or ""

    def change(writer: Writer) -> list[Move]:
        before = one(writer, memory_id)
        _check_version(writer, before, fields, options)
        if before.status is Status.FORGOTTEN:
            raise InvalidValue(f"{memory_id} is forgotten; restore it before correcting it")
        if permanent(before.kind):
            raise PermanentMemory
        if not fields:
            return []
        known = before if text is None else reworded(before, fields["text"])
        after = replace(known, **fields, version=before.version + 1)
        if text is not None:  # a new wording is a new word on it; tags and weights say nothing of its truth
            after = replace(after, updated_at=max(before.updated_at, intake.now))
            writer.drop_links(memory_id, relations=_WORDED)
        return [Move(before=before, after=after, action="corrected", reason=reason)]

    return _changed(store, memory_id, change, at=intake.now, actor=actor)


def confirm(store: SpaceStore, memory_id: str, *, now: datetime, actor: str) -> Memory:
    """Say that a memory still holds: its decay starts anew and its confidence is full."""

    def change(writer: Writer) -> list[Move]:
        before = one(writer, memory_id)
        after = replace(before, updated_at=max(before.updated_at, now), confidence=1.0, version=before.version + 1)
        return [Move(before=before, after=after, action="confirmed")]

    return _apply(store, change, at=now, actor=actor)[0]


def forget(store: SpaceStore, memory_ids: Sequence[str], *, now: datetime, actor: str, reason: str) -> list[Memory]:
    """Take memories out of recall; `restore` undoes it. Raises NotFound, changing nothing, if one does not exist."""

    def change(writer: Writer) -> list[Move]:
        found = writer.memories(memory_ids)
        missing = set(memory_ids) - {memory.id for memory in found}
        if missing:
            raise NotFound(f"there is no memory {min(missing)} in {store.name}")
        return [
            Move(
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
    current. What superseded it, what fills its slot, what says the same or otherwise since gives way, readable and restorable."""

    def change(writer: Writer) -> list[Move]:
        before = one(writer, memory_id)
        if before.current(now):
            return []
        if before.status is Status.FORGOTTEN and before.superseded_by is not None:
            after = replace(before, status=Status.SUPERSEDED, version=before.version + 1)
            return [Move(before=before, after=after, action="restored", reason=reason)]
        restored = Move(before=before, after=_restored(writer, before, now), action="restored", reason=reason)
        return [*_giving_way(writer, before, restored.after), restored]

    return _changed(store, memory_id, change, at=now, actor=actor)


def one(writer: Writer, memory_id: str) -> Memory:
    """The memory of that id; raises NotFound."""
    found = writer.memories([memory_id])
    if not found:
        raise NotFound(f"there is no memory {memory_id} in this space")
    return found[0]


def _changed(
    store: SpaceStore, memory_id: str, change: Callable[[Writer], list[Move]], *, at: datetime, actor: str
) -> Memory:
    """The memory after a change of it, and as it stands where there was nothing to change."""
    moved = _apply(store, change, at=at, actor=actor)
    if moved:
        return moved[-1]
    with store.read() as reader:
        return reader.memories([memory_id])[0]


def _apply(store: SpaceStore, change: Callable[[Writer], list[Move]], *, at: datetime, actor: str) -> list[Memory]:
    with store.write(create=False) as writer:
        moves = change(writer)
        if any(permanent(move.after.kind) for move in moves):
            raise PermanentMemory
        write_moves(writer, moves, at=at, actor=actor)
        lapse(writer, [move.after.id for move in moves if _settles(move)], at=at, actor=actor)
        forgotten = [move.after.id for move in moves if move.after.status is Status.FORGOTTEN]
        withdraw(writer, forgotten, at=at, actor=actor)
    return [move.after for move in moves]


def _settles(move: Move) -> bool:
    """Whether a change may answer what a person was asked."""
    return move.before is not None and (move.before.status, move.before.text) != (move.after.status, move.after.text)


def _check_version(writer: Writer, before: Memory, fields: dict[str, Any], options: CorrectOptions) -> None:
    """Raises VersionConflict where the memory is not what the caller read, or, to be merged, not in the fields at hand."""
    expected = options.get("version")
    if expected is None or expected == before.version:
        return
    missed = before.version - expected
    if options.get("merge") and missed > 0:  # every change raises the version by one, and has its line in the history
        since = writer.history(before.id)[-missed:]
        if not any(fields.keys() & row.before.keys() for row in since):
            return
    raise VersionConflict(
        f"{before.id} is at version {before.version}, not {expected}; read it again and retry",
        expected=expected,
        actual=before.version,
    )


def _restored(writer: Writer, before: Memory, now: datetime) -> Memory:
    """As it was before it was superseded, doubted or forgotten, or its time had passed."""
    history = writer.history(before.id)
    doubted = before_feedback(history) if before.status is Status.REVIEW else {}
    return replace(
        before,
        **doubted,
        status=Status.ACTIVE,
        superseded_by=None,
        holds_until=before.holds_until if before.superseded_by is None else held_until(before, history),
        expires_at=None if before.expired(now) else before.expires_at,
        updated_at=max(before.updated_at, now),
        version=before.version + 1,
    )


def _giving_way(writer: Writer, before: Memory, restored: Memory) -> list[Move]:
    """What cannot hold beside a restored memory."""
    reasons: dict[str, str] = {}
    found: dict[str, Memory] = {}
    for memory, why in _rivals(writer, before, restored):
        if memory.status is Status.ACTIVE and memory.id != restored.id and not permanent(memory.kind):
            found.setdefault(memory.id, memory)
            reasons.setdefault(memory.id, why)
    return [
        Move(
            before=memory,
            after=retired(memory, restored, never=meets(restored, memory) is Meeting.CORRECTS),
            action="superseded",
            reason=f"{restored.id} was restored{reasons[name]}",
        )
        for name, memory in found.items()
    ]


def _rivals(writer: Writer, before: Memory, restored: Memory) -> list[tuple[Memory, str]]:
    """Each with how it stands against the restored memory."""
    held = writer.by_slot(restored.slot) if restored.slot is not None else None
    same = writer.by_key([statement_key(restored.text)])
    rivals = [] if held is None else [(held, " into the same slot")]
    rivals += [(memory, ", in the same words") for memory in same if memory.slot == restored.slot]
    if before.superseded_by is not None:
        rivals += [(memory, " in its place") for memory in writer.memories([before.superseded_by])]
    keys = keys_of(read_claims(restored.text))
    near = writer.by_claims(keys, limit=NEAR) if keys else []
    rivals += [
        (memory, ", which says otherwise")
        for memory in near
        if comparable(restored, memory) and meets(restored, memory) in ENDS
    ]
    return rivals


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
