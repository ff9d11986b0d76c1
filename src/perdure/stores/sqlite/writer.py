"""Writing one space file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import Delete, Insert, Update
from sqlalchemy.dialects import sqlite

from perdure.stores.rows import dump
from perdure.stores.sqlite.reader import WITH_GIVEN, SqliteReader
from perdure.stores.streams import StreamsWriter

if TYPE_CHECKING:
    from perdure.stores.index.snapshot import Snapshot


@cache
def _compiled(statement: Insert | Update | Delete, columns: tuple[str, ...]) -> tuple[str, Sequence[str]]:
    """A statement as text, setting these columns beside those it sets itself, and the names of what is bound in it."""
    compiled = statement.compile(dialect=sqlite.dialect(), column_keys=list(columns) or None)
    return str(compiled), compiled.positiontup or ()


class SqliteWriter(SqliteReader, StreamsWriter):
    """A Writer over one connection's IMMEDIATE transaction."""

    def _index(self) -> Snapshot:
        """The index with what this transaction wrote so far: read anew each time, and nobody else's."""
        from perdure.stores.sqlite.loading import load  # documented lazy load: numpy

        return load(self)

    def put(self, statement: Insert | Update | Delete, rows: Sequence[Mapping[str, Any]]) -> None:
        """Run a statement once for each of the rows."""
        if rows:
            text, names = _compiled(statement, tuple(rows[0]))
            with closing(self.connection.connection.cursor()) as cursor:
                cursor.executemany(text, [[row[name] for name in names] for row in rows])

    def among(self, statement: Update | Delete, values: Sequence[str | int], **bound: str | int) -> None:
        """Run a statement about any number of GIVEN values."""
        if values:
            text, names = _compiled(statement, ())
            with closing(self.connection.connection.cursor()) as cursor:
                cursor.execute(WITH_GIVEN + text, (dump(list(values)), *(bound[name] for name in names)))

    def add_vectors(self, fingerprint: str, found: Mapping[bytes, Sequence[float]]) -> None:
        """Vectors by text hash."""
        from perdure.stores.index.vectors import quantise  # documented lazy load: numpy

        self.put_vectors(fingerprint, {key: quantise(vector) for key, vector in found.items()})
