"""Writing one space file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from perdure.stores.aftercare import AftercareWriter
from perdure.stores.sqlite.reader import SqliteReader

if TYPE_CHECKING:
    from perdure.stores.index.snapshot import Snapshot


class SqliteWriter(SqliteReader, AftercareWriter):
    """A Writer over one connection's IMMEDIATE transaction."""

    def _index(self) -> Snapshot:
        """The index with what this transaction wrote so far: read anew each time, and nobody else's."""
        from perdure.stores.sqlite.loading import load  # documented lazy load: numpy

        return load(self)

    def add_vectors(self, fingerprint: str, found: Mapping[bytes, Sequence[float]]) -> None:
        """Vectors by text hash."""
        from perdure.stores.index.vectors import quantise  # documented lazy load: numpy

        self.put_vectors(fingerprint, {key: quantise(vector) for key, vector in found.items()})
