"""`history.db` of Mem0: every wording a memory had, as the events that made it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from perdure.domain.change import Change
from perdure.domain.memory import Memory, Status
from perdure.transfer.content import CARRIED, Content
from perdure.transfer.exporters.carrying import left, uuid_of
from perdure.transfer.exporters.current import without_entries
from perdure.transfer.exporters.exporter import Exporter
from perdure.transfer.exporters.mem0_json import mem0_id
from perdure.transfer.exporters.sqlite import writing
from perdure.transfer.fields import stamp
from perdure.transfer.records import memory_record
from perdure.transfer.tally import Tally

_TABLES = (
    """
    CREATE TABLE history (
        id TEXT PRIMARY KEY, memory_id TEXT, old_memory TEXT, new_memory TEXT, event TEXT,
        created_at DATETIME, updated_at DATETIME, is_deleted INTEGER, actor_id TEXT, role TEXT
    )
    """,
    "CREATE TABLE messages (id TEXT PRIMARY KEY, session_scope TEXT, role TEXT, content TEXT, name TEXT, created_at DATETIME)",
)
_INSERT = "INSERT INTO history VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_MAPPED = {
    "memory.id": "memory_id",
    "memory.text": "new_memory",
    "memory.created_at": "created_at",
    "memory.updated_at": "updated_at",
    "memory.status": "event",
}
_NO_PLACE = "a history of Mem0 has no place for it"


def write(content: Content, path: Path, tally: Tally) -> dict[str, int]:
    """Write ADD and UPDATE for every memory, and DELETE for one that was replaced, as Mem0 does with it."""
    count = 0
    with writing(path, *_TABLES) as connection:
        for memory in content.memories(tuple(Status)):
            if memory.status not in CARRIED:
                left(tally, memory, f"it is {memory.status.value}")
                continue
            record = {f"memory.{field}": value for field, value in memory_record(memory).items()}
            tally.record(record, mapped=_MAPPED, dropped=dict.fromkeys(record, _NO_PLACE))
            connection.executemany(_INSERT, _events(content, memory))
            count += 1
    without_entries(content, tally, "Mem0 keeps no more than the last ten turns")
    return {"memories": count}


def _events(content: Content, memory: Memory) -> Iterator[tuple[Any, ...]]:
    """The rows of a memory in their order."""
    key, born = mem0_id(memory), stamp(memory.created_at)
    reworded = [change for change in content.history(memory) if _is_rewording(change)]
    wordings = [*(change.before["text"] for change in reworded), memory.text]

    def row(number: int, event: str, old: str | None, new: str | None, at: str) -> tuple[Any, ...]:
        return (
            uuid_of(key, str(number)),
            key,
            old,
            new,
            event,
            born,
            at,
            int(event == "DELETE"),
            memory.source.speaker,
            None,
        )

    yield row(0, "ADD", None, wordings[0], born)
    for number, change in enumerate(reworded, start=1):
        yield row(number, "UPDATE", wordings[number - 1], wordings[number], stamp(change.at))
    if memory.status is Status.SUPERSEDED:
        yield row(len(wordings), "DELETE", memory.text, None, stamp(memory.holds_until or memory.updated_at))


def _is_rewording(change: Change) -> bool:
    return isinstance(change.before.get("text"), str) and "text" in change.after


EXPORTER = Exporter(name="mem0-history", title="the history.db of Mem0", suffix=".db", write=write)
