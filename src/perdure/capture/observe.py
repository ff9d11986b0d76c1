"""Turns into the journal."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from perdure.capture.intake import Intake
from perdure.domain.journal import Entry, Turn
from perdure.ports.clock import Ids
from perdure.ports.store import Progress, SpaceStore, Writer

BATCH = 500
"""Turns in one transaction: large enough to be fast, small enough to let others write in between."""


def observe(
    store: SpaceStore,
    turns: Iterable[Turn],
    *,
    intake: Intake,
    ids: Ids,
    source: str | None = None,
    progress: Progress | None = None,
) -> list[Entry]:
    """Append turns; one that the journal has already (same session, ref and text) is returned as it stands."""
    found: list[Entry] = []
    pending = iter(turns)
    while batch := list(islice(pending, BATCH)):
        offered = [intake.entry(turn, entry_id=ids.new("ent", intake.now), source=source) for turn in batch]
        with store.write() as writer:
            found += _append(writer, offered)
        if progress is not None:
            progress(len(found), len(found))
    return found


def _append(writer: Writer, offered: list[Entry]) -> list[Entry]:
    known = {_identity(entry): entry for entry in writer.entries_by_ref(entry.ref for entry in offered if entry.ref)}
    fresh: dict[tuple[str | None, ...], Entry] = {}
    for entry in offered:
        if _identity(entry) not in known:
            fresh.setdefault(_identity(entry), entry)
    written = dict(zip(fresh, writer.add_entries(list(fresh.values())), strict=True))
    return [known.get(_identity(entry)) or written[_identity(entry)] for entry in offered]


def _identity(entry: Entry) -> tuple[str | None, ...]:
    """What makes two entries the same; without a ref every entry is its own."""
    if entry.ref is None:
        return (entry.id,)
    return (entry.session, entry.ref, entry.text)
