"""Turns into the journal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from perdure.capture.intake import Intake
from perdure.domain.journal import Entry, Turn
from perdure.errors import InvalidValue
from perdure.ports.clock import Ids
from perdure.ports.store import SpaceStore, Writer

BATCH = 500
"""Turns in one transaction: large enough to be fast, small enough to let others write in between."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Observed:
    """The entries of the turns, in order, and how many of them the journal did not have yet."""

    entries: tuple[Entry, ...]
    added: int


def observe(
    store: SpaceStore, turns: Iterable[Turn], *, intake: Intake, ids: Ids, source: str | None = None
) -> Observed:
    """Append turns; one that the journal has already (same session, ref and text) is returned as it stands.

    Every turn is checked before the first is written; raises InvalidInput.
    """
    if isinstance(turns, Turn):
        raise InvalidValue("turns are a list of Turn, not one of them")
    offered = [intake.entry(turn, entry_id=ids.new("ent", intake.now), source=source) for turn in turns]
    found: list[Entry] = []
    added = 0
    for start in range(0, len(offered), BATCH):
        with store.write() as writer:
            intake.adopt(writer)
            stored = append(writer, offered[start : start + BATCH])
        found += stored.entries
        added += stored.added
    return Observed(entries=tuple(found), added=added)


def append(writer: Writer, offered: Sequence[Entry]) -> Observed:
    """Append entries inside a write; what the journal has already is returned as it stands."""
    known = {identity_of(entry): entry for entry in writer.entries_by_ref(entry.ref for entry in offered if entry.ref)}
    fresh: dict[tuple[str | None, ...], Entry] = {}
    for entry in offered:
        if identity_of(entry) not in known:
            fresh.setdefault(identity_of(entry), entry)
    written = dict(zip(fresh, writer.add_entries(list(fresh.values())), strict=True))
    entries = tuple(known.get(identity_of(entry)) or written[identity_of(entry)] for entry in offered)
    return Observed(entries=entries, added=len(written))


def identity_of(entry: Entry) -> tuple[str | None, ...]:
    """What makes two entries of a space the same; without a ref every entry is its own."""
    if entry.ref is None:
        return (entry.id,)
    return (entry.session, entry.ref, entry.text)
