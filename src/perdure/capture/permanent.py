"""Permanent memory: who the user is, what must not be done, what the agent is here for. Only what stands here changes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypedDict, Unpack

from perdure.capture.intake import Intake, check_options
from perdure.capture.moves import Move, because, gives_way, write_moves
from perdure.capture.reconcile import as_memory
from perdure.capture.reworded import reworded
from perdure.domain.change import Added, Outcome, Reinforced, Superseded
from perdure.domain.memory import Memory, Metadata, Slot, Status
from perdure.errors import InvalidValue, NotFound, VersionConflict
from perdure.kinds import KINDS, kind
from perdure.ports.clock import Ids
from perdure.ports.store import SpaceStore, Writer

PERMANENT: tuple[str, ...] = tuple(one.name for one in KINDS if one.permanent)
"""The kinds that are permanent."""

RULES = frozenset(("rule", "procedure"))
"""What becomes a boundary when it is promoted; everything else becomes part of the profile."""


class PermanentOptions(TypedDict, total=False):
    """What `permanent.add` takes beside the text."""

    kind: str
    slot: str | Slot | None
    value: str | None
    metadata: Metadata
    tags: tuple[str, ...] | list[str]
    reason: str


class PermanentCorrection(TypedDict, total=False):
    """What `permanent.correct` can change beside the text; what is left out stays."""

    version: int | None
    value: str | None
    metadata: Metadata
    tags: tuple[str, ...] | list[str]
    reason: str


def maintenance(store: SpaceStore, *, create: bool = False) -> AbstractContextManager[Writer]:
    """The one kind of transaction that may change permanent memory; for this module, and for a promotion a person accepts."""
    return store.write(create=create, maintenance=True)


@dataclass(frozen=True, kw_only=True, slots=True)
class Placed:
    """What adding comes to."""

    outcome: Outcome
    moves: tuple[Move, ...]


def add(
    store: SpaceStore, text: object, *, intake: Intake, ids: Ids, actor: str, **options: Unpack[PermanentOptions]
) -> Outcome:
    """Make a statement permanent; in a slot it takes the place of what was there."""
    check_options(options, PermanentOptions.__annotations__)
    candidate = intake.candidate(
        text,
        kind=permanent_kind(options.get("kind", "profile")),
        slot=options.get("slot"),
        value=options.get("value"),
        importance=1.0,
        tags=options.get("tags", ()),
        metadata=options.get("metadata", {}),
    )
    reason = intake.label(options.get("reason"), "reason") or ""
    with maintenance(store, create=True) as writer:
        intake.adopt(writer)
        entry = intake.statement(candidate, entry_id=ids.new("ent", intake.now))
        cited = replace(candidate, source=replace(candidate.source, turns=(entry.id,)))
        fresh = as_memory(cited, space=intake.space, memory_id=ids.new("mem", intake.now))
        held = None if fresh.slot is None else writer.by_slot(fresh.slot)
        placed = place(fresh, writer.by_key([candidate.key]), held, reason=reason)
        writer.add_entries([entry])
        write_moves(writer, placed.moves, at=intake.now, actor=actor)
        if isinstance(placed.outcome, Reinforced):
            writer.cite(placed.outcome.memory.id, [entry.id])
    return placed.outcome


def place(fresh: Memory, same: Sequence[Memory], held: Memory | None, *, reason: str) -> Placed:
    """What a new permanent statement is to those in the same words and to the one that fills its slot."""
    for known in same:
        if (known.kind, known.slot, known.value, known.status) == (fresh.kind, fresh.slot, fresh.value, Status.ACTIVE):
            again = replace(
                known,
                updated_at=max(known.updated_at, fresh.updated_at),
                tags=tuple(dict.fromkeys((*known.tags, *fresh.tags))),
                metadata={**known.metadata, **fresh.metadata},
                version=known.version + 1,
                source=replace(known.source, turns=(*known.source.turns, *fresh.source.turns)),
            )
            return Placed(
                outcome=Reinforced(memory=again),
                moves=(Move(before=known, after=again, action="reinforced", reason=reason),),
            )
    if held is None:
        return Placed(
            outcome=Added(memory=fresh), moves=(Move(before=None, after=fresh, action="added", reason=reason),)
        )
    way = gives_way(held, fresh, f"{fresh.id} fills the same slot")
    added = Move(before=None, after=fresh, action="added", reason=because(f"supersedes {held.id}", reason))
    return Placed(outcome=Superseded(memory=fresh, old=way.after), moves=(way, added))


def correct(
    store: SpaceStore,
    memory_id: str,
    text: str | None = None,
    *,
    intake: Intake,
    actor: str,
    **options: Unpack[PermanentCorrection],
) -> Memory:
    """Change a permanent memory in place: same id, version + 1. With nothing to change nothing changes. Raises NotFound; VersionConflict
    for a stale `version`."""
    check_options(options, PermanentCorrection.__annotations__)
    fields = _fields(text, intake, options)
    reason = intake.label(options.get("reason"), "reason") or ""

    def corrected(before: Memory, _: Writer) -> list[Move]:
        expected = options.get("version")
        if expected is not None and expected != before.version:
            raise VersionConflict(
                f"{memory_id} is at version {before.version}, not {expected}; read it again and retry",
                expected=expected,
                actual=before.version,
            )
        if before.status is Status.FORGOTTEN:
            raise InvalidValue(f"{memory_id} is removed; restore it before correcting it")
        if not fields:
            return []
        known = before if text is None else reworded(before, fields["text"])
        after = replace(known, **fields, updated_at=max(before.updated_at, intake.now), version=before.version + 1)
        return [Move(before=before, after=after, action="corrected", reason=reason)]

    return _changed(store, memory_id, corrected, at=intake.now, actor=actor)


def remove(store: SpaceStore, memory_id: str, *, now: datetime, actor: str, reason: str = "") -> Memory:
    """Take a permanent memory away; `restore` undoes it. Raises NotFound."""

    def removed(before: Memory, _: Writer) -> list[Move]:
        if before.status is Status.FORGOTTEN:
            return []
        after = replace(before, status=Status.FORGOTTEN, version=before.version + 1)
        return [Move(before=before, after=after, action="forgotten", reason=reason)]

    return _changed(store, memory_id, removed, at=now, actor=actor)


def restore(store: SpaceStore, memory_id: str, *, now: datetime, actor: str, reason: str = "") -> Memory:
    """Make a permanent memory current again; what fills its slot since gives way. Raises NotFound."""

    def restored(before: Memory, writer: Writer) -> list[Move]:
        if before.status is Status.ACTIVE:
            return []
        after = replace(
            before,
            status=Status.ACTIVE,
            superseded_by=None,
            holds_until=None,
            updated_at=max(before.updated_at, now),
            version=before.version + 1,
        )
        held = None if before.slot is None else writer.by_slot(before.slot)
        ways = [] if held is None else [gives_way(held, after, f"{memory_id} was restored into the same slot")]
        return [*ways, Move(before=before, after=after, action="restored", reason=reason)]

    return _changed(store, memory_id, restored, at=now, actor=actor)


def promoted(memory: Memory, *, memory_id: str, text: str | None, at: datetime) -> Memory:
    """What a memory becomes when a person lets it become permanent, in other words where they gave some: it holds since the
    same time and rests on the same turns."""
    return replace(
        memory if text is None else reworded(memory, text),
        id=memory_id,
        kind="boundary" if memory.kind in RULES else "profile",
        status=Status.ACTIVE,
        superseded_by=None,
        holds_until=None,
        expires_at=None,
        half_life_days=None,
        importance=1.0,
        confidence=1.0,
        created_at=at,
        updated_at=at,
        recorded_at=at,
        version=1,
    )


def permanent_kind(name: str) -> str:
    """The name of a permanent kind; raises InvalidValue for one that is not, UnknownKind for none at all."""
    if not kind(name).permanent:
        raise InvalidValue(f"{name} is no permanent kind; these are {', '.join(PERMANENT)}")
    return name


def _changed(
    store: SpaceStore, memory_id: str, change: Callable[[Memory, Writer], list[Move]], *, at: datetime, actor: str
) -> Memory:
    """One permanent memory changed in one transaction; raises NotFound."""
    with maintenance(store) as writer:
        before = next((memory for memory in writer.memories([memory_id]) if memory.kind in PERMANENT), None)
        if before is None:
            raise NotFound(f"there is no permanent memory {memory_id} in {store.name}")
        moves = change(before, writer)
        write_moves(writer, moves, at=at, actor=actor)
    return moves[-1].after if moves else before


def _fields(text: str | None, intake: Intake, options: PermanentCorrection) -> dict[str, Any]:
    """What is to change, made fit to be stored."""
    fields: dict[str, Any] = {}
    if text is not None:
        fields["text"] = intake.guarded(text)
    if "value" in options:
        fields["value"] = None if options["value"] is None else intake.guarded(options["value"])
    if "tags" in options:
        fields["tags"] = intake.tags(options["tags"])
    if "metadata" in options:
        fields["metadata"] = intake.metadata(options["metadata"])
    return fields
