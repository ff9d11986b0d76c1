"""Writing one space file: plain SQL and the FTS5 index."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select, text

from perdure.domain.recall import Layer
from perdure.stores.indexing import SearchRow, Terms, linked, search_row
from perdure.stores.schema import passages
from perdure.stores.sqlite.reader import SqliteReader
from perdure.stores.sqlite.totals import exact_totals
from perdure.stores.writing import SqlWriter

_REACH = 3
"""How many passages of a session before a new one have, or give, a column that mentions it."""

_PUT = text(
    "INSERT OR REPLACE INTO search (rowid, own, previous, before_that, next) "
    "VALUES (:rowid, :own, :previous, :before_that, :next)"
)


class SqliteWriter(SqliteReader, SqlWriter):
    """A Writer over one connection's IMMEDIATE transaction."""

    def add_vectors(self, fingerprint: str, found: Mapping[bytes, Sequence[float]]) -> None:
        """Vectors by text hash."""
        from perdure.stores.sqlite.vectors import quantise  # documented lazy load: numpy

        self.put_vectors(fingerprint, {key: quantise(vector) for key, vector in found.items()})

    def _index_journal(self, rows: list[dict[str, Any]]) -> None:
        by_session: dict[int, list[dict[str, Any]]] = {}
        for row in rows:
            by_session.setdefault(row["session"], []).append(row)
        put: list[SearchRow] = []
        terms = Terms()
        links: list[dict[str, int]] = []
        for session, new in by_session.items():
            if session == 0:
                put += [search_row([row], 0, terms) for row in new]
                continue
            chain = self._tail(session, before=new[0]["id"]) + new
            start = len(chain) - len(new)
            for at in range(max(0, start - 1), len(chain)):
                put.append(search_row(chain, at, terms))
            links += self._links(chain, start)
        self._put(put)
        if links:
            self.connection.execute(text("UPDATE passages SET prev = :prev WHERE id = :id"), links)

    def _links(self, chain: list[dict[str, Any]], start: int) -> list[dict[str, int]]:
        return [
            {"id": chain[at]["id"], "prev": chain[at - 1]["id"]}
            for at in range(max(1, start), len(chain))
            if linked(chain[at - 1], chain[at])
        ]

    def _index_standalone(self, rows: list[dict[str, Any]]) -> None:
        terms = Terms()
        self._put([search_row([row], 0, terms) for row in rows])

    def _tail(self, session: int, *, before: int) -> list[dict[str, Any]]:
        """The last passages of a session before a new one, oldest first."""
        query = (
            select(passages)
            .where(passages.c.session == session, passages.c.id < before, passages.c.layer == Layer.JOURNAL.value)
            .order_by(passages.c.id.desc())
            .limit(_REACH)
        )
        return [dict(row) for row in reversed(self.connection.execute(query).mappings().all())]

    def _put(self, rows: list[SearchRow]) -> None:
        if rows:
            values = [
                {"rowid": r.rowid, "own": r.own, "previous": r.previous, "before_that": r.before_that, "next": r.next}
                for r in rows
            ]
            with exact_totals(self.connection, [row.rowid for row in rows]):
                self.connection.execute(_PUT, values)

    def _unindex(self, ids: list[int]) -> None:
        with exact_totals(self.connection, ids):
            self.connection.execute(text("DELETE FROM search WHERE rowid = :id"), [{"id": number} for number in ids])
