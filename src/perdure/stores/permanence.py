"""Permanent memory is kept by the database itself: triggers refuse every write of one outside of maintenance."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, text

from perdure.kinds import KINDS

REFUSAL = "permanent memory"
"""What the triggers say."""

FREE = frozenset(("access_count", "last_accessed_at", "frozen"))
"""Columns that change while a memory stays what it is: how often it was read, and whether the index has it."""

_UNLOCK = text("INSERT INTO meta (name, value) VALUES ('maintenance', '1')")
_LOCK = text("DELETE FROM meta WHERE name = 'maintenance'")


@contextmanager
def unlocked(connection: Connection) -> Iterator[None]:
    """Let permanent memories be written until the end, which has to come before the commit."""
    connection.execute(_UNLOCK)
    yield
    connection.execute(_LOCK)


def is_guarded(connection: Connection) -> bool:
    """Whether the triggers are there, and for the kinds that are permanent today."""
    return _there(connection) == _triggers(connection)


def guard(connection: Connection) -> None:
    """Make the triggers what they should be."""
    there, wanted = _there(connection), _triggers(connection)
    for name in there.keys() - wanted.keys() | {name for name in wanted if there.get(name) != wanted[name]}:
        connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS {name}")
    for name, statement in wanted.items():
        if there.get(name) != statement:
            connection.exec_driver_sql(statement)


def _there(connection: Connection) -> dict[str, str]:
    query = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'permanent_%'"
    return {row.name: row.sql for row in connection.execute(text(query))}


def _triggers(connection: Connection) -> dict[str, str]:
    columns = connection.scalars(text("SELECT name FROM pragma_table_info('memories') ORDER BY cid")).all()
    guarded = ", ".join(f'"{name}"' for name in columns if name not in FREE)
    events = {
        "added": ("INSERT", ("NEW",)),
        "changed": (f"UPDATE OF {guarded}", ("OLD", "NEW")),
        "removed": ("DELETE", ("OLD",)),
    }
    return {f"permanent_{name}": _trigger(f"permanent_{name}", *event) for name, event in events.items()}


def _trigger(name: str, event: str, rows: tuple[str, ...]) -> str:
    kinds = ", ".join(f"'{kind.name}'" for kind in KINDS if kind.permanent)
    concerned = " OR ".join(f"{row}.kind IN ({kinds})" for row in rows)
    locked = "NOT EXISTS (SELECT 1 FROM meta WHERE name = 'maintenance')"
    return (
        f"CREATE TRIGGER {name} BEFORE {event} ON memories WHEN ({concerned}) AND {locked} "
        f"BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
    )
