"""What exporters into other systems have in common: Perdure's record beside theirs, ids, and the fates of fields."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import IO, Any
from uuid import UUID, uuid5

from perdure.domain.journal import Entry
from perdure.domain.memory import Memory, Status
from perdure.domain.space import SpaceName
from perdure.transfer.content import CARRIED, PAGE, Content
from perdure.transfer.fields import filled, stamp
from perdure.transfer.importers.beside import RECORDS
from perdure.transfer.records import entry_record, memory_record
from perdure.transfer.tally import Tally

KEY = "perdure"
"""The name under which another system's record has Perdure's own."""

_NAMESPACE = UUID("6f1c8f3e-6c8b-5b53-9a5e-6d0f3b1f6a11")
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)
_NOTE = "remember"


def line(value: object) -> str:
    """A value as JSON on one line, the same each time."""
    return _ENCODER.encode(value)


def uuid_of(*names: str) -> str:
    """An id as other systems want them, the same each time for what has these names."""
    return str(uuid5(_NAMESPACE, "\0".join(names)))


def carried_memory(memory: Memory) -> dict[str, Any]:
    """The whole of a memory, with the space it is of."""
    return {"space": str(memory.space), **memory_record(memory)}


def carried_entry(entry: Entry) -> dict[str, Any]:
    """The whole of an entry, with the space it is of."""
    return {"space": str(entry.space), **entry_record(entry)}


def tell(tally: Tally, sort: str, record: Mapping[str, Any], mapped: Mapping[str, str], *, kept: str) -> None:
    """Every field with a value: what it is called there, or that it travels in Perdure's record only, under `kept`."""
    for field in filled(record):
        if field in mapped:
            tally.mapped(f"{sort}.{field}", mapped[field])
        else:
            tally.kept_raw(f"{sort}.{field}", kept)


def left(tally: Tally, memory: Memory, reason: str) -> None:
    """A memory that does not come along."""
    tally.dropped("memory", reason)
    tally.without([f"memory.{field}" for field in filled(memory_record(memory))], reason)


def entries(content: Content, tally: Tally) -> Iterator[tuple[Entry, list[str]]]:
    """The journal, each entry with the ids of the memories that rest on it and come along as well.

    What only forgotten memories rest on goes only into Perdure's own archive.
    """
    for page in _pages(content):
        resting = content.reader.resting_on(entry.id for entry in page)
        for entry in page:
            above = resting.get(entry.id, ())
            along = [memory for memory, status in above if status in CARRIED]
            note = entry.channel == _NOTE and not entry.indexed
            if along or not (note or {status for _, status in above} == {Status.FORGOTTEN}):
                yield entry, along
            else:
                tally.dropped("entry", "what rests on it is not exported")


def _pages(content: Content) -> Iterator[list[Entry]]:
    after = 0
    while page := content.reader.all_entries(after=after, limit=PAGE):
        after = page[-1].seq
        yield page


def journal_beside(content: Content, file: IO[str], tally: Tally) -> int:
    """The journal as lines of `perdure.jsonl`, for systems that have no place for it; returns how many entries there are."""
    number = 0
    for entry, _memories in entries(content, tally):
        number += 1
        tell(tally, "entry", entry_record(entry), {}, kept=RECORDS)
        file.write(f"{line({'entry': carried_entry(entry)})}\n")
    return number


def retired_at(content: Content, memory: Memory) -> datetime | None:
    """When a memory stopped being recalled: superseded, archived or expired; None where it still is."""
    if memory.status is Status.ACTIVE:
        return memory.expires_at if memory.expired(content.now) else None
    changes = content.history(memory)
    moved = [change.at for change in changes if change.after.get("status") == memory.status.value]
    return moved[-1] if moved else memory.updated_at


def iso(at: datetime | None) -> str | None:
    """A time as other systems read it."""
    return None if at is None else stamp(at)


def slug(space: SpaceName) -> str:
    """A name for a space of letters, digits, - and _ only."""
    plain = str(space).replace("/", "_")
    if plain.isascii() and plain.replace("_", "").replace("-", "").isalnum():
        return plain
    return f"{space.scope}_{uuid_of('space', str(space))}"
