"""What exporters into other systems have in common: Perdure's records beside theirs, ids, and times."""

from __future__ import annotations

import json
from datetime import datetime
from typing import IO
from uuid import UUID, uuid5

from perdure.domain.memory import Memory, Status
from perdure.domain.space import SpaceName
from perdure.transfer.content import Content
from perdure.transfer.exporters.leaving import Leaving
from perdure.transfer.fields import stamp
from perdure.transfer.importers.beside import RECORDS

KEY = "perdure"
"""The name under which another system's record has Perdure's own."""

_NAMESPACE = UUID("6f1c8f3e-6c8b-5b53-9a5e-6d0f3b1f6a11")
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False, check_circular=False)


def line(value: object) -> str:
    """A value as JSON on one line, the same each time."""
    return _ENCODER.encode(value)


def uuid_of(*names: str) -> str:
    """An id as other systems want them, the same each time for what has these names."""
    return str(uuid5(_NAMESPACE, "\0".join(names)))


def journal_beside(leaving: Leaving, file: IO[str]) -> int:
    """The journal as lines of `perdure.jsonl`, for systems that have no place for it; returns how many entries there are."""
    number = 0
    for entry, _resting in leaving.entries():
        number += 1
        file.write(f"{line({'entry': leaving.carried_entry(entry, {}, kept=RECORDS)})}\n")
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
