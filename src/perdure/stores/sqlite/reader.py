"""Reading one space file: plain SQL, and the search index in memory."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from datetime import datetime, tzinfo
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Select, func, select
from sqlalchemy.dialects import sqlite

from perdure.domain.recall import Scope
from perdure.domain.space import SpaceName
from perdure.errors import StoreDamaged
from perdure.ports.store import Candidates, Counts, Passage, Wanted
from perdure.stores.reading import GIVEN, narrowing
from perdure.stores.rows import dump
from perdure.stores.schema import passages, terms
from perdure.stores.sqlite.cache import IndexCache, searched, vectors_of
from perdure.stores.sqlite.engine import word_index
from perdure.stores.streams import StreamsReader

if TYPE_CHECKING:
    from perdure.ports.store import Floats
    from perdure.stores.index.snapshot import Snapshot


_p = passages.c
_PASSAGES = select(
    _p.id, _p.owner, _p.layer, _p.kind, _p.at, _p.session, _p.speaker, _p.role, _p.traits, _p.body
).where(_p.id.in_(GIVEN))
_OWNED = select(_p.id).where(_p.owner.in_(GIVEN))
_NUMBERS = select(terms.c.term, terms.c.no).where(terms.c.term.in_(GIVEN))
WITH_GIVEN = "WITH given(value) AS (SELECT value FROM json_each(?)) "


@cache
def _plain(statement: Select[Any]) -> tuple[str, Sequence[tuple[str, Any]], Callable[[Iterable[Any]], Any]]:
    """A statement as text, the values given as one array in JSON, the names of what else is bound in it with the values that
    stand already, and what makes a row of what it finds."""
    compiled = statement.compile(dialect=sqlite.dialect())
    # both checkers want the columns written down; they are the statement's
    row = namedtuple("row", statement.selected_columns.keys())  # type: ignore[misc]  # noqa: PYI024
    bound = [(name, compiled.params[name]) for name in compiled.positiontup or ()]
    return WITH_GIVEN + str(compiled), bound, row._make


class SqliteReader(StreamsReader):
    """A Reader over one connection's transaction."""

    def __init__(self, connection: Connection, name: SpaceName, zone: tzinfo, cache: IndexCache) -> None:
        super().__init__(connection, name, zone)
        self._cache = cache
        self._held: Snapshot | None = None

    def candidates(self, wanted: Wanted) -> Candidates:
        """What may answer, by words and by meaning, with everything the signals look at."""
        numbers, damage = self._numbers([term for terms in wanted.terms for term in terms])
        allowed = self._allowed(wanted.scope)
        named = [row.id for row in self.rows(_OWNED, wanted.memories)] if wanted.memories else []
        return searched(self._index(), wanted, numbers=numbers, allowed=allowed, named=named, damage=damage)

    def speakers(self) -> tuple[str, ...]:
        """The names of those who said something here."""
        return self._index().speaking

    def has_archive(self) -> bool:
        """Whether anything here is found only where the archive is asked."""
        return self._index().archive

    def vectors(self, ids: Sequence[int]) -> Floats:
        """The vectors of these passages, a row each; zeros where there is none."""
        return vectors_of(self._index(), ids)

    def term_numbers(self, wanted: Sequence[str]) -> dict[str, int]:
        """The numbers of those terms that are known."""
        return {row.term: row.no for row in self.rows(_NUMBERS, wanted)}

    def rows(self, statement: Select[Any], values: Sequence[str | int], **bound: str | int) -> list[Any]:
        """What a statement finds for the values, past SQLAlchemy, which takes as long as SQLite again."""
        text, names, row = _plain(statement)
        given = (dump(list(values)), *(bound.get(name, stands) for name, stands in names))
        with closing(self.connection.connection.cursor()) as cursor:
            return list(map(row, cursor.execute(text, given)))

    def generation(self) -> int:
        """A number that grows whenever the file becomes another one as a whole, see `engine.overwrite`: SQLite's own of the
        schema, which it raises then so that every process reads that anew."""
        with closing(self.connection.connection.cursor()) as cursor:
            return int(cursor.execute("PRAGMA schema_version").fetchone()[0])

    def _index(self) -> Snapshot:
        """The index, the same one until the end of the transaction."""
        if self._held is None:
            self._held = self._cache.index(self)
        return self._held

    def _numbers(self, wanted: Sequence[str]) -> tuple[dict[str, int], str | None]:
        """The numbers of terms; none, and why, where the table of terms is damaged, for meaning can still answer."""
        if not wanted:
            return {}, None
        try:
            with word_index(self.name):
                return self.term_numbers(wanted), None
        except StoreDamaged as error:
            return {}, str(error)

    def _allowed(self, scope: Scope) -> list[int] | None:
        """The passages that a scope allows, as far as the index cannot tell."""
        conditions = narrowing(scope)
        if not conditions:
            return None
        false = self.false_then(scope)
        found = self.connection.execute(select(_p.id, _p.owner).where(*conditions))
        return [passage for passage, owner in found if owner not in false]

    def passage_count(self) -> int:
        """How many passages there are, those since removed included."""
        return self.connection.scalar(select(func.max(passages.c.id))) or 0

    def passages(self, ids: Iterable[int]) -> list[Passage]:
        """What the signals look at, for these passages."""
        return [Passage._make(row) for row in self.rows(_PASSAGES, list(ids))]

    def counts(self, now: datetime | None = None) -> Counts:
        """How much the space holds; active memories whose time has passed by `now` count as `expired`."""
        by_status, by_kind = self.memory_counts(now)
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
