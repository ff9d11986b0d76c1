"""A store of LangGraph, which `SqliteStore` opens; its items are such as LangMem writes and reads."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from perdure.domain.memory import Memory
from perdure.domain.space import SpaceName
from perdure.transfer.content import Content
from perdure.transfer.exporters.carrying import KEY, line
from perdure.transfer.exporters.exporter import Exporter
from perdure.transfer.exporters.leaving import Leaving
from perdure.transfer.exporters.sqlite import writing
from perdure.transfer.tally import Tally

_TABLES = (
    "CREATE TABLE store_migrations (v INTEGER PRIMARY KEY)",
    """
    CREATE TABLE store (
        prefix text NOT NULL, key text NOT NULL, value text NOT NULL,
        created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP, updated_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
        expires_at TIMESTAMP, ttl_minutes REAL, PRIMARY KEY (prefix, key)
    )
    """,
    "CREATE INDEX store_prefix_idx ON store (prefix)",
    "CREATE INDEX idx_store_expires_at ON store (expires_at) WHERE expires_at IS NOT NULL",
    "INSERT INTO store_migrations VALUES (0), (1), (2), (3), (4)",
)
"""As `SqliteStore.setup()` leaves them; tables for vectors it makes itself where it has an index."""

_INSERT = "INSERT INTO store VALUES (?, ?, ?, ?, ?, ?, NULL)"
_MAPPED = {
    "id": "key",
    "text": "value.content.content",
    "created_at": "created_at",
    "updated_at": "updated_at",
    "expires_at": "expires_at",
    "status": "only what is active is written",
}


def write(content: Content, path: Path, tally: Tally) -> dict[str, int]:
    """Write what holds now into the namespace of the space."""
    count, prefix = 0, ".".join(namespace(content.space))
    leaving = Leaving(content, tally, current=True)
    with writing(path, *_TABLES) as connection:
        for memory in leaving.memories():
            carried = leaving.carried(memory, _MAPPED, kept=f"value.{KEY}")
            connection.execute(_INSERT, (prefix, *_row(memory, carried)))
            count += 1
    leaving.ended()
    return {"memories": count}


def namespace(space: SpaceName) -> tuple[str, ...]:
    """Where the memories of a space are: those of a user where LangMem looks for them. No label may have a dot."""
    name = space.name.replace("%", "%25").replace(".", "%2E")
    match space.scope:
        case "user":
            return ("memories", name)
        case "global":
            return ("memories", "global")
    return ("memories", space.scope, name)


def _row(memory: Memory, carried: dict[str, Any]) -> tuple[Any, ...]:
    value = {"kind": "Memory", "content": {"content": memory.text}, KEY: carried}
    expires = memory.expires_at.astimezone(UTC).isoformat(" ") if memory.expires_at else None
    return memory.id, line(value).encode(), _second(memory.created_at), _second(memory.updated_at), expires


def _second(at: datetime) -> str:
    """A time as SQLite's clock writes it: in UTC, without saying so."""
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S}"


EXPORTER = Exporter(name="langgraph", title="a store that LangGraph's SqliteStore opens", suffix=".db", write=write)
