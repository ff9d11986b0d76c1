"""Reading one space file: plain SQL, FTS5 and the vectors in memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import tzinfo
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, column, func, select, table, text

from perdure.domain.recall import Layer, Scope
from perdure.domain.space import SpaceName
from perdure.ports.store import Counts, Passage, Scored
from perdure.stores.indexing import CHATTED, QUESTION, TELLS_TIME
from perdure.stores.reading import SqlReader, chunks, scope_conditions
from perdure.stores.rows import from_micros, to_micros
from perdure.stores.schema import passages

if TYPE_CHECKING:
    from perdure.stores.sqlite.cache import VectorCache

NEIGHBOUR_WEIGHTS = "1.0, 0.5, 0.25, 0.25"
"""A passage, the one before, the one before that, the one after: BM25F-like weights of the search columns."""

_search = table("search", column("rowid"))
_vocabulary = table("vocabulary", column("term"), column("doc"))


class SqliteReader(SqlReader):
    """A Reader over one connection's transaction."""

    def __init__(self, connection: Connection, name: SpaceName, zone: tzinfo, cache: VectorCache) -> None:
        super().__init__(connection, name, zone)
        self.cache = cache

    def lexical(self, terms: Sequence[str], scope: Scope, *, limit: int) -> list[Scored]:
        """BM25 over a passage and its weighted neighbours, best first."""
        if not terms:
            return []
        score = text(f"bm25(search, {NEIGHBOUR_WEIGHTS})")
        query = (
            select(passages.c.id, score)
            .select_from(_search.join(passages, passages.c.id == _search.c.rowid))
            .where(text("search MATCH :terms"), *scope_conditions(scope))
            .order_by(text("2"), passages.c.id)
            .limit(limit)
        )
        found = self.connection.execute(query, {"terms": match_any(terms)})
        return [Scored(passage=row[0], score=-row[1]) for row in found]

    def dense(self, vector: Sequence[float], scope: Scope, *, limit: int, also: Sequence[int] = ()) -> list[Scored]:
        """Cosine of a passage mixed with its neighbours, best first, and that of the passages in `also`."""
        allowed = self._allowed(scope) if scope.narrow else None
        found = self.cache.search(self, vector, now=to_micros(scope.now), limit=limit, allowed=allowed, also=also)
        return [Scored(passage=passage, score=mixed, own=own) for passage, mixed, own in found]

    def found_in(self, terms: Iterable[str]) -> dict[str, int]:
        """In how many passages, or their neighbours, each term occurs."""
        wanted = list(dict.fromkeys(terms))
        found = dict.fromkeys(wanted, 0)
        for part in chunks(wanted):
            for row in self.connection.execute(
                select(_vocabulary.c.term, _vocabulary.c.doc).where(_vocabulary.c.term.in_(part))
            ):
                found[row.term] = row.doc
        return found

    def passage_count(self) -> int:
        """How many passages there are, those since removed included."""
        return self.connection.scalar(select(func.max(passages.c.id))) or 0

    def passages(self, ids: Iterable[int]) -> list[Passage]:
        """What the signals look at, for these passages."""
        p = passages.c
        query = select(p.id, p.owner, p.layer, p.kind, p.at, p.session, p.speaker, p.role, p.traits, p.body)
        rows = [row for part in chunks(list(ids)) for row in self.connection.execute(query.where(p.id.in_(part)))]
        return [self._passage(row) for row in rows]

    def counts(self) -> Counts:
        """How much the space holds."""
        by_status, by_kind = self.memory_counts()
        number, sessions = self.entry_counts()
        return Counts(
            memories=by_status,
            kinds=by_kind,
            entries=number,
            sessions=sessions,
            passages=self.connection.scalar(select(func.count()).select_from(passages)) or 0,
            pending=self.missing_count(None),
            vectors=self.vector_counts(),
            bytes=self._pragma("page_count") * self._pragma("page_size"),
        )

    def _pragma(self, name: str) -> int:
        return int(self.connection.exec_driver_sql(f"PRAGMA {name}").scalar() or 0)

    def _allowed(self, scope: Scope) -> list[int]:
        return list(
            self.connection.scalars(select(passages.c.id).where(*scope_conditions(scope)).order_by(passages.c.id))
        )

    def _passage(self, row: Any) -> Passage:
        return Passage(
            id=row.id,
            owner=row.owner,
            layer=Layer(row.layer),
            kind=row.kind,
            at=from_micros(row.at, self.zone),
            session=row.session,
            speaker=row.speaker,
            role=row.role,
            body=row.body,
            chatted=bool(row.traits & CHATTED),
            question=bool(row.traits & QUESTION),
            tells_time=bool(row.traits & TELLS_TIME),
        )


def match_any(terms: Sequence[str]) -> str:
    """An FTS5 query for any of the terms, each a string of its own, so that no term can be an operator."""
    return " OR ".join('"' + term.replace('"', '""') + '"' for term in terms)
