"""The folder of a snapshot as a store: everything can be read, and nothing is written to it, whoever has the right to."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, tzinfo
from pathlib import Path
from typing import NoReturn

from sqlalchemy import Engine

from perdure.domain.snapshot import Snapshot
from perdure.domain.space import SpaceName
from perdure.domain.token import Token
from perdure.errors import StoreReadOnly
from perdure.stores.sqlite.catalog import Catalog
from perdure.stores.sqlite.keyring import SqliteKeyring
from perdure.stores.sqlite.label import read_label
from perdure.stores.sqlite.opening import open_frozen
from perdure.stores.sqlite.shelf import SqliteShelf, place_of
from perdure.stores.sqlite.space import SqliteSpace
from perdure.stores.sqlite.store import SqliteStore


class FrozenStore(SqliteStore):
    """A snapshot. What its place knew when it was made comes from its label; the tokens are those of the place it stands in."""

    def __init__(self, folder: Path, *, zone: tzinfo, busy_timeout: float) -> None:
        super().__init__(folder, zone=zone, busy_timeout=busy_timeout)
        self._label = read_label(folder, zone)
        place = place_of(folder)
        self._outside = Catalog((place or folder) / "catalog.db", busy_timeout=busy_timeout)

    def delete(self, name: SpaceName) -> bool:
        """Raises StoreReadOnly."""
        self._check_open()
        self._refuse(name)

    def writable(self, name: SpaceName) -> None:
        """Raises StoreReadOnly, also where there is no such space."""
        self._check_open()
        self._refuse(name)

    def calibration(self, fingerprint: str) -> Mapping[str, object] | None:
        """What was measured of the embedder of its space."""
        self._check_open()
        return self._label.calibrations.get(fingerprint)

    def set_calibration(self, fingerprint: str, values: Mapping[str, object]) -> None:  # noqa: ARG002  as a store has it
        """Raises StoreReadOnly."""
        self._check_open()
        self._refuse()

    def setting(self, name: str) -> str | None:
        """What its place kept under a name when it was made."""
        self._check_open()
        return self._label.settings.get(name)

    def settings(self) -> Mapping[str, str]:
        """Everything its place kept when it was made."""
        self._check_open()
        return self._label.settings

    def set_setting(self, name: str, value: str, *, replace: bool = True) -> str:  # noqa: ARG002  as a store has it
        """Raises StoreReadOnly."""
        self._check_open()
        self._refuse()

    @property
    def keyring(self) -> SqliteKeyring:
        """The tokens of the place that it stands in, none where it was carried elsewhere; to read only."""
        self._check_open()
        return FrozenKeyring(self._outside, zone=self.zone)

    @property
    def shelf(self) -> SqliteShelf:
        """No snapshots, and none can be made."""
        self._check_open()
        return FrozenShelf(self)

    def close(self) -> None:
        """Let go of every file."""
        super().close()
        self._outside.close()

    def _space(self, path: Path, name: SpaceName) -> SqliteSpace:
        return FrozenSpace(
            path,
            name,
            zone=self.zone,
            busy_timeout=self.busy_timeout,
            empty=self._empty_engine,
            used=self._used,
            grown=self._grown,
        )

    def _engine_on(self, path: Path) -> Engine:
        return open_frozen(path)

    def _refuse(self, name: SpaceName | None = None) -> NoReturn:
        shot = self._label.snapshot
        raise StoreReadOnly(f"this is the snapshot {shot.id} of {shot.space}: {name or 'it'} cannot be written there")


class FrozenSpace(SqliteSpace):
    """A space of a snapshot."""

    def _check_writable(self) -> None:
        raise StoreReadOnly(f"{self.name} is read from a snapshot, which nothing can be written to")

    def _start(self) -> Engine:
        return open_frozen(self.path)


class FrozenShelf(SqliteShelf):
    """There is no snapshot of a snapshot."""

    def add(self, snapshot: Snapshot) -> Snapshot:
        """Raises StoreReadOnly."""
        raise StoreReadOnly(f"{snapshot.space} is read from a snapshot, of which no other is made")


class FrozenKeyring(SqliteKeyring):
    """Tokens that are changed in their place only."""

    def add(self, token: Token) -> None:
        """Raises StoreReadOnly."""
        self._refuse(token.name)

    def begin(self, token: Token) -> bool:
        """Raises StoreReadOnly where there was never a token."""
        return not self.tokens() and self._refuse(token.name)

    def revoke(self, token_id: str, at: datetime) -> tuple[Token, ...]:  # noqa: ARG002  as a keyring has it
        """Raises StoreReadOnly."""
        self._refuse(token_id)

    def used(self, token_id: str, at: datetime) -> None:  # noqa: ARG002  as a keyring has it
        """Raises StoreReadOnly."""
        self._refuse(token_id)

    def _refuse(self, token: str) -> NoReturn:
        raise StoreReadOnly(
            f"{token}: a snapshot has no tokens of its own; those of its place open it, and `perdure token new` makes one there"
        )
