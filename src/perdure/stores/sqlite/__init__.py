"""One SQLite file a space, one catalog."""

from perdure.stores.sqlite.store import SqliteStore

__all__ = ["SqliteStore"]
