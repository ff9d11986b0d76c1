"""A list of memories as `mem0 import` takes it, with what `Memory.add(…, infer=False)` can take besides."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from hashlib import md5
from pathlib import Path
from typing import Any

from perdure.domain.memory import Memory
from perdure.domain.space import SpaceName
from perdure.transfer.content import Content
from perdure.transfer.exporters.carrying import KEY, line, uuid_of
from perdure.transfer.exporters.exporter import Exporter
from perdure.transfer.exporters.leaving import Leaving
from perdure.transfer.fields import stamp
from perdure.transfer.tally import Tally

_MAPPED = {
    "id": "id",
    "text": "memory",
    "created_at": "created_at",
    "updated_at": "updated_at",
    "expires_at": "expiration_date",
    "tags": "categories",
    "kind": "metadata.kind",
    "status": "only what is active is written",
}


def write(content: Content, path: Path, tally: Tally) -> dict[str, int]:
    """Write what holds now, one record a line."""
    count, leaving = 0, Leaving(content, tally, current=True)
    with path.open("x", encoding="utf-8", newline="\n") as file:
        file.write("[")
        for memory in leaving.memories():
            carried = leaving.carried(memory, _MAPPED, kept=f"metadata.{KEY}")
            file.write((",\n" if count else "\n") + line(_record(memory, carried)))
            count += 1
        file.write("\n]\n")
    leaving.ended()
    return {"memories": count}


def mem0_id(memory: Memory) -> str:
    """The id a memory has in Mem0, which takes UUIDs only."""
    return uuid_of("mem0", str(memory.space), memory.id)


def owner(space: SpaceName) -> str:
    """Whose the memories are over there: the name of a user, the whole name of another space."""
    return space.name if space.scope == "user" else str(space)


def expiration(expires_at: datetime) -> date:
    """The last day on which a memory is shown."""
    return (expires_at.astimezone(UTC) - timedelta(microseconds=1)).date()


def _record(memory: Memory, carried: dict[str, Any]) -> dict[str, Any]:
    expires = {"expiration_date": expiration(memory.expires_at).isoformat()} if memory.expires_at else {}
    return {
        "id": mem0_id(memory),
        "memory": memory.text,
        "hash": md5(memory.text.encode(), usedforsecurity=False).hexdigest(),
        "user_id": owner(memory.space),
        "created_at": stamp(memory.created_at),
        "updated_at": stamp(memory.updated_at),
        **expires,
        "categories": list(memory.tags),
        "metadata": {"kind": memory.kind, KEY: carried},
    }


EXPORTER = Exporter(name="mem0", title="memories for Mem0, as `mem0 import` takes them", suffix=".json", write=write)
