"""One SQLite file a space, one catalog."""

from __future__ import annotations

from datetime import tzinfo
from pathlib import Path

from perdure.stores.sqlite.frozen import FrozenStore
from perdure.stores.sqlite.label import labelled
from perdure.stores.sqlite.store import SqliteStore

__all__ = ["FrozenStore", "SqliteStore", "open_store"]


def open_store(folder: Path, *, zone: tzinfo, busy_timeout: float) -> SqliteStore:
    """The store of a folder, to read only where that is a snapshot."""
    kind = FrozenStore if labelled(folder) else SqliteStore
    return kind(folder, zone=zone, busy_timeout=busy_timeout)
