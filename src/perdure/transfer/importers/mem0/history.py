"""`history.db` of Mem0: every wording a memory ever had, and the last turns that were said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from perdure.domain.journal import ROLES, Turn
from perdure.domain.memory import Origin, Status
from perdure.domain.staging import Skip
from perdure.errors import InvalidInput, InvalidText
from perdure.transfer import foreign_sqlite, loose
from perdure.transfer.found import Heard, Item, Past, Statement
from perdure.transfer.importers.fates import tell
from perdure.transfer.importers.mem0.records import SYSTEM
from perdure.transfer.report import skip_of
from perdure.transfer.tally import Tally

_EVENTS = {"ADD", "UPDATE", "DELETE"}
_MAPPED = {
    "memory_id": "id",
    "new_memory": "text",
    "old_memory": "history",
    "event": "status",
    "is_deleted": "status",
    "created_at": "created_at",
    "updated_at": "updated_at",
    "actor_id": "source.speaker",
}
_IN_ORDER = """
    SELECT * FROM (SELECT *, rowid AS _row, MIN(rowid) OVER (PARTITION BY memory_id) AS _first FROM history)
    ORDER BY _first, _row
"""

Rows = list[dict[str, Any]]


def is_history(tables: Mapping[str, frozenset[str]]) -> bool:
    """Whether these are the tables of a history of Mem0, of this version or an older one."""
    columns = tables.get("history", frozenset())
    return {"memory_id", "event"} <= columns and bool(columns & {"new_memory", "new_value"})


def told(path: Path) -> Iterator[tuple[str, Rows]]:
    """The events of each memory in their order, the memories in the order they were first heard of."""
    rows = ({**_named(row)} for row in foreign_sqlite.rows(path, _IN_ORDER))
    for first, events in groupby(rows, key=lambda row: row["memory_id"]):
        yield str(first), [event for event in events if event.get("event") in _EVENTS]


def _named(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row under the names of today; the first versions had `prev_value` and `new_value`."""
    older = {"prev_value": "old_memory", "new_value": "new_memory"}
    return {older.get(name, name): value for name, value in row.items() if name not in ("_row", "_first")}


def wordings(events: Rows) -> tuple[Past, ...]:
    """What a memory said before it said what it says."""
    return tuple(
        Past(text=event["old_memory"], at=loose.when(event.get("updated_at"), event.get("created_at")))
        for event in events
        if event["event"] == "UPDATE"
        and loose.text_of(event.get("old_memory"))
        and event["old_memory"] != event.get("new_memory")
    )


def deleted(events: Rows) -> bool:
    """Whether the last thing that happened to a memory is that it was deleted."""
    return bool(events) and events[-1]["event"] == "DELETE"


def count(events: Rows, tally: Tally) -> None:
    """Tell of the fields of the events."""
    for event in events:
        tell(tally, {f"history.{name}": value for name, value in event.items()}, _HISTORY)


_HISTORY = {f"history.{name}": to for name, to in _MAPPED.items() if to not in ("created_at", "updated_at")} | {
    "history.created_at": "history.at",
    "history.updated_at": "history.at",
}


def joined(found: Item, events: Rows) -> Item:
    """A memory with what its history knows of it."""
    if not isinstance(found, Statement) or not events:
        return found
    return replace(found, past=wordings(events), record={**found.record, "history": loose.record_of({"": events})[""]})


def statement(memory_id: str, events: Rows, *, owner: str | None, gone: bool) -> Statement | Skip:
    """A memory that only its history tells of, which names no owner; `gone`: the store it would be in does not have it any more."""
    where = f"history, memory {memory_id[:80]}"
    try:
        text = loose.said(
            *(each for event in reversed(events) for each in (event.get("new_memory"), event.get("old_memory")))
        )
        record = loose.record_of({"id": memory_id, "history": events})
    except InvalidInput as error:
        return skip_of(error, where=where)
    first, last = events[0], events[-1]
    status = Status.FORGOTTEN if deleted(events) else Status.ARCHIVED if gone else Status.ACTIVE
    return Statement(
        system=SYSTEM,
        id=memory_id,
        text=text,
        where=where,
        record=record,
        owner=owner,
        at=loose.when(first.get("created_at"), first.get("updated_at")),
        updated_at=loose.when(last.get("updated_at"), last.get("created_at")),
        status=status,
        origin=Origin.ASSISTANT if first.get("role") == "assistant" else Origin.IMPORT,
        speaker=loose.name_of(first.get("actor_id")),
        past=wordings(events),
    )


def messages(path: Path, tally: Tally) -> Iterator[Heard | Skip]:
    """The last turns of every scope: Mem0 keeps ten."""
    for row in foreign_sqlite.rows(path, "SELECT * FROM messages ORDER BY session_scope, created_at, rowid"):
        where = f"messages, {str(row.get('id'))[:80]}"
        try:
            yield _heard(row, where)
        except InvalidInput as error:
            yield skip_of(error, where=where)
            continue
        to = {
            "content": "text",
            "role": "role",
            "name": "speaker",
            "created_at": "at",
            "session_scope": "session",
            "id": "ref",
        }
        tell(
            tally,
            {f"messages.{name}": value for name, value in row.items()},
            {f"messages.{n}": t for n, t in to.items()},
        )


def _heard(row: Mapping[str, Any], where: str) -> Heard:
    text = loose.text_of(row.get("content"))
    if not text:
        raise InvalidText("it says nothing")
    scope = loose.name_of(row.get("session_scope"))
    ids = dict(pair.split("=", 1) for pair in (scope or "").split("&") if "=" in pair)
    role = row["role"] if row.get("role") in ROLES else "user"
    turn = Turn(
        text,
        speaker=loose.name_of(row.get("name")) or role,
        role=role,
        at=loose.when(row.get("created_at")),
        session=f"mem0:{scope}" if scope else None,
        ref=loose.name_of(row.get("id")),
    )
    owner = next((ids[name] for name in ("user_id", "agent_id") if ids.get(name)), None)
    return Heard(turn=turn, where=where, owner=None if owner is None else unquote(owner), tool=SYSTEM)
