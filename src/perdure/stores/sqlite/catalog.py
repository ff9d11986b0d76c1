"""`catalog.db`: what belongs to all spaces of a folder together."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from pathlib import Path

from sqlalchemy import Column, Engine, MetaData, Table, Text, delete, insert, select, text

from perdure.errors import ForeignFile, StoreReadOnly, StoreTooNew
from perdure.stores.rows import dump
from perdure.stores.sqlite.engine import APPLICATION_ID, open_engine, reading, writing
from perdure.stores.sqlite.files import status
from perdure.stores.sqlite.opening import refuse_scrap

CATALOG_VERSION = 1

_metadata = MetaData()
_calibrations = Table(
    "calibrations",
    _metadata,
    Column("fingerprint", Text, primary_key=True),
    Column("measured", Text, nullable=False),
)


class Catalog:
    """Opened at the first use, created at the first write."""

    def __init__(self, path: Path, *, busy_timeout: float) -> None:
        self.path = path
        self._busy_timeout = busy_timeout
        self._engine: Engine | None = None
        self._lock = threading.Lock()

    def calibration(self, fingerprint: str) -> Mapping[str, object] | None:
        """What was measured of an embedder."""
        if self._engine is None and status(self.path) is None:
            return None
        with reading(self._open(), self.path) as connection:
            found = connection.scalar(
                select(_calibrations.c.measured).where(_calibrations.c.fingerprint == fingerprint)
            )
        return None if found is None else dict(json.loads(found))

    def set_calibration(self, fingerprint: str, values: Mapping[str, object]) -> None:
        """Keep what was measured of an embedder."""
        with writing(self._open(), self.path) as connection:
            connection.execute(delete(_calibrations).where(_calibrations.c.fingerprint == fingerprint))
            connection.execute(insert(_calibrations), {"fingerprint": fingerprint, "measured": dump(dict(values))})

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            if self._engine is not None:
                self._engine.dispose()
            self._engine = None

    def _open(self) -> Engine:
        with self._lock:
            if self._engine is None:
                refuse_scrap(self.path)
                self._make_folder()
                engine = open_engine(self.path, busy_timeout=self._busy_timeout)
                try:
                    self._prepare(engine)
                except BaseException:
                    engine.dispose()
                    raise
                self._engine = engine
            return self._engine

    def _make_folder(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreReadOnly(f"{self.path.parent} cannot be made: {error}") from error

    def _prepare(self, engine: Engine) -> None:
        with writing(engine, self.path) as connection:
            empty = not connection.scalar(text("SELECT count(*) FROM sqlite_master"))
            ours = connection.scalar(text("PRAGMA application_id")) == APPLICATION_ID
            if not empty and not ours:
                raise ForeignFile(f"{self.path} is an SQLite file, but not a Perdure catalog; it was left untouched")
            version = int(connection.scalar(text("PRAGMA user_version")) or 0)
            if version > CATALOG_VERSION:
                raise StoreTooNew(f"{self.path} was written by a newer Perdure; upgrade Perdure to open it")
            if empty:
                connection.execute(text(f"PRAGMA application_id={APPLICATION_ID}"))
                connection.execute(text(f"PRAGMA user_version={CATALOG_VERSION}"))
                _metadata.create_all(connection)
