"""`history.db` of Mem0: every wording a memory had, as the events that made it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from perdure.domain.change import Change
from perdure.domain.memory import Memory
from perdure.transfer.content import Content
from perdure.transfer.exporters.carrying import retired_at, uuid_of
from perdure.transfer.exporters.exporter import Exporter
from perdure.transfer.exporters.leaving import Leaving, fields_of
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
    "text": "new_memory",
    "created_at": "created_at",
    "updated_at": "updated_at",
    "status": "event",
    "source.speaker": "actor_id",
}
_NO_PLACE = "a history of Mem0 has no place for it"
_OTHER = {
    "id": "Mem0 has ids of its own; one is made of it",
    "status": "Mem0 can only tell that it was deleted",
    "updated_at": "the last event is of another time",
}
_TURNS = "Mem0 keeps no more than the last ten turns"

_Row = tuple[Any, ...]


def write(content: Content, path: Path, tally: Tally) -> dict[str, int]:
    """Write ADD and UPDATE for every memory, and DELETE for one that no longer holds, as Mem0 does with it."""
    count, leaving = 0, Leaving(content, tally, journal=_TURNS, history="")
    with writing(path, *_TABLES) as connection:
        for memory in leaving.memories():
            changes = leaving.history(memory)
            reworded = [change for change in changes if _is_rewording(change)]
            rows = list(_events(content, memory, reworded))
            connection.executemany(_INSERT, rows)
            count += 1
            _tell(tally, memory, rows)
            tally.mapped("memory.history", "old_memory", len(reworded))
            tally.dropped("memory.history", _NO_PLACE, len(changes) - len(reworded))
            tally.dropped("memory.history.actor", _NO_PLACE, len(reworded))
    leaving.ended()
    return {"memories": count}


def _tell(tally: Tally, memory: Memory, rows: Sequence[_Row]) -> None:
    """The fates of a memory's fields; what the events cannot tell as it is, stays."""
    *_, last = rows
    event, told_at = last[4], last[6]
    lost = {
        "id",
        *(["status"] if event == "DELETE" else []),
        *(["updated_at"] if told_at != stamp(memory.updated_at) else []),
    }
    for field in fields_of(memory_record(memory), _MAPPED):
        if field in _MAPPED and field not in lost:
            tally.mapped(f"memory.{field}", _MAPPED[field])
        else:
            tally.dropped(f"memory.{field}", _OTHER.get(field, _NO_PLACE))


def _events(content: Content, memory: Memory, reworded: Sequence[Change]) -> Iterator[_Row]:
    """The rows of a memory in their order."""
    key, born = mem0_id(memory), stamp(memory.created_at)
    wordings = [*(change.before["text"] for change in reworded), memory.text]

    def row(number: int, event: str, old: str | None, new: str | None, at: datetime) -> _Row:
        gone = int(event == "DELETE")
        names = (uuid_of(key, str(number)), key)
        return (*names, old, new, event, born, stamp(at), gone, memory.source.speaker, None)

    yield row(0, "ADD", None, wordings[0], memory.created_at if reworded else memory.updated_at)
    for number, change in enumerate(reworded, start=1):
        yield row(number, "UPDATE", wordings[number - 1], wordings[number], change.at)
    retired = retired_at(content, memory)
    if retired is not None:
        yield row(len(wordings), "DELETE", memory.text, None, retired)


def _is_rewording(change: Change) -> bool:
    return isinstance(change.before.get("text"), str) and "text" in change.after


EXPORTER = Exporter(name="mem0-history", title="the history.db of Mem0", suffix=".db", write=write)
