"""The SQLite store, against the tests of every store."""

from __future__ import annotations

import shutil
from datetime import UTC
from pathlib import Path

from perdure.domain.space import SpaceName
from perdure.stores.sqlite import SqliteStore, open_store
from perdure.stores.sqlite.files import path_of
from perdure.testing import StoreConformance
from tests.behaviour.requirements import requirement


@requirement("L6", "L7", "M1", "M4", "R2", "R17", "W12", "X3")
class TestSqlite(StoreConformance):
    def make_store(self, folder: Path) -> SqliteStore:
        return open_store(folder, zone=UTC, busy_timeout=30)

    def unpack(self, backup: Path, folder: Path, name: SpaceName) -> None:
        target = path_of(folder / "spaces", name)
        target.parent.mkdir(parents=True)
        shutil.copy(backup, target)
