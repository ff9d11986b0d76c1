"""Reading one space file: plain SQL, FTS5 and the vectors in memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import tzinfo
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    Connection,
    Integer,
    Select,
    Text,
    and_,
    bindparam,
    column,
    func,
    literal_column,
    select,
    table,
    text,
)

from perdure.domain.recall import Scope
from perdure.domain.space import SpaceName
from perdure.ports.store import Counts, Passage, Scored
from perdure.stores.reading import CURRENT, SqlReader, narrowing
from perdure.stores.rows import dump, to_micros
from perdure.stores.schema import passages
from perdure.stores.sqlite.engine import word_index

if TYPE_CHECKING:
    from perdure.stores.sqlite.cache import VectorCache

NEIGHBOUR_WEIGHTS = "1.0, 0.5, 0.25, 0.25"
"""A passage, the one before, the one before that, the one after: BM25F-like weights of the search columns."""

SPARE = 2
"""How many times the wanted number of matches is looked at before they are asked whether they are current."""

_search = table("search", column("rowid"))
_vocabulary = table("vocabulary", column("term"), column("doc"))


def _given(name: str, type_: type[Integer | Text]) -> Select[Any]:
    """The values of a JSON array bound as one parameter, so that a statement is the same for any number of them."""
    return select(func.json_each(bindparam(name)).table_valued(column("value", type_)).c.value)


_p = passages.c
_SCORE = text(f"-bm25(search, {NEIGHBOUR_WEIGHTS}) AS score")
_MATCHES = text("search MATCH :terms")
_LEXICAL = (
    select(_p.id, _SCORE)
    .select_from(_search.join(passages, _p.id == _search.c.rowid))
    .where(_MATCHES, *CURRENT)
    .order_by(text("score DESC"), _p.id)
    .limit(bindparam("most"))
)
_best = (
    select(_search.c.rowid.label("id"), _SCORE)
    .where(_MATCHES)
    .order_by(text("score DESC"), _search.c.rowid)
    .limit(bindparam("most"))
    .subquery()
)
_BEST = select(_best.c.id, literal_column("score"), and_(*CURRENT).label("current")).join(passages, _p.id == _best.c.id)
"""The best matches before anything is asked of them: where few are hidden, most of the work of `_LEXICAL` is spared."""
_ALLOWED = select(_p.id).where(*CURRENT).order_by(_p.id)
_PASSAGES = select(
    _p.id, _p.owner, _p.layer, _p.kind, _p.at, _p.session, _p.speaker, _p.role, _p.traits, _p.body
).where(_p.id.in_(_given("ids", Integer)))
_FOUND_IN = select(_vocabulary.c.term, _vocabulary.c.doc).where(_vocabulary.c.term.in_(_given("terms", Text)))


class SqliteReader(SqlReader):
    """A Reader over one connection's transaction."""

    def __init__(self, connection: Connection, name: SpaceName, zone: tzinfo, cache: VectorCache) -> None:
        super().__init__(connection, name, zone)
        self.cache = cache

    def lexical(self, terms: Sequence[str], scope: Scope, *, limit: int) -> list[Scored]:
        """BM25 over a passage and its weighted neighbours, best first."""
        if not terms:
            return []
        asked = {"terms": match_any(terms), "now": to_micros(scope.now), "most": limit}
        with word_index(self.name):
            if not scope.narrow and (found := self._unasked(asked, limit)) is not None:
                return found
            query = _LEXICAL.where(*narrowing(scope)) if scope.narrow else _LEXICAL
            return [Scored(row[0], row[1]) for row in self.connection.execute(query, asked).all()]

    def _unasked(self, asked: Mapping[str, object], limit: int) -> list[Scored] | None:
        """The best current passages out of the best matches; None where too many of those are hidden to tell."""
        best = self.connection.execute(_BEST, {**asked, "most": SPARE * limit}).all()
        current = [Scored(row[0], row[1]) for row in best if row[2]]
        if len(best) == SPARE * limit and len(current) < limit:
            return None
        return sorted(current, key=lambda scored: (-scored.score, scored.passage))[:limit]

    def dense(self, vector: Sequence[float], scope: Scope, *, limit: int, also: Sequence[int] = ()) -> list[Scored]:
        """Cosine of a passage mixed with its neighbours, best first, and that of the passages in `also`."""
        now = to_micros(scope.now)
        allowed = None
        if scope.narrow:
            allowed = list(self.connection.scalars(_ALLOWED.where(*narrowing(scope)), {"now": now}))
        found = self.cache.search(self, vector, now=now, limit=limit, allowed=allowed, also=also)
        return [Scored(*item) for item in found]

    def found_in(self, terms: Iterable[str]) -> dict[str, int]:
        """In how many passages, or their neighbours, each term occurs."""
        wanted = list(dict.fromkeys(terms))
        found = dict.fromkeys(wanted, 0)
        with word_index(self.name):
            found |= {row[0]: row[1] for row in self.connection.execute(_FOUND_IN, {"terms": dump(wanted)})}
        return found

    def passage_count(self) -> int:
        """How many passages there are, those since removed included."""
        return self.connection.scalar(select(func.max(passages.c.id))) or 0

    def passages(self, ids: Iterable[int]) -> list[Passage]:
        """What the signals look at, for these passages."""
        return [Passage._make(row) for row in self.connection.execute(_PASSAGES, {"ids": dump(list(ids))}).all()]

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


def match_any(terms: Sequence[str]) -> str:
    """An FTS5 query for any of the terms, each a string of its own, so that no term can be an operator."""
    return " OR ".join('"' + term.replace('"', '""') + '"' for term in terms)
