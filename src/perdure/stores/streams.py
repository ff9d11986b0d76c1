"""A space from its first row to its last, for what carries it elsewhere, in plain SQL: pages after a key, so that a space of any
size passes through a bounded memory."""

from __future__ import annotations

from abc import ABC
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sqlalchemy import Select, bindparam, func, insert, select

from perdure.domain.change import Change
from perdure.domain.foreign import Foreign
from perdure.domain.journal import Entry, Sighting
from perdure.domain.link import Link
from perdure.domain.memory import Memory
from perdure.domain.recall import RecallRecord
from perdure.stores.aftercare import RETURNED, AftercareReader, AftercareWriter
from perdure.stores.reading import GIVEN
from perdure.stores.rows import (
    change_of,
    entry_of,
    foreign_of,
    foreign_row,
    link_of,
    memory_of,
    recall_of,
    sighting_of,
)
from perdure.stores.schema import entries, foreign_records, history, links, marks, memories, recalls, sightings

PART = 1_000
"""Rows of a stream that are held at a time."""

_AFTER: Any = bindparam("after")
_LIMIT: Any = bindparam("limit")


def _page_of(table: Any, key: Any) -> Select[Any]:
    return select(table).where(key > _AFTER).order_by(key).limit(_LIMIT)


_ALL_MEMORIES = _page_of(memories, memories.c.seq)
_ALL_ENTRIES = _page_of(entries, entries.c.seq)
_ALL_CHANGES = _page_of(history, history.c.seq)
_ALL_RECALLS = _page_of(recalls, recalls.c.seq)
_ALL_FOREIGN = _page_of(foreign_records, foreign_records.c.owner)
_ALL_LINKS = select(links).order_by(links.c.memory, links.c.other, links.c.relation)
_ALL_SIGHTINGS = select(sightings).order_by(sightings.c.key, sightings.c.entry)
_FOREIGN = select(foreign_records).where(foreign_records.c.owner.in_(GIVEN))
_ADD_FOREIGN = insert(foreign_records)
_LAST_DISTILLED = (
    select(entries.c.id)
    .where(entries.c.session.is_not_distinct_from(func.nullif(marks.c.session, "")), entries.c.seq <= marks.c.seq)
    .order_by(entries.c.seq.desc())
    .limit(1)
    .scalar_subquery()
)
_DISTILLED = select(marks.c.session, _LAST_DISTILLED.label("entry")).order_by(marks.c.session)


class StreamsReader(AftercareReader, ABC):
    """The part of a Reader that gives everything in order."""

    def all_memories(self, *, after: int, limit: int) -> list[tuple[int, Memory]]:
        """Memories of every status in the order they were recorded, each with its `seq`, a page after a `seq` at a time."""
        rows = self.rows(_ALL_MEMORIES, (), after=after, limit=limit)
        turns = self.cited([row.id for row in rows])
        return [(row.seq, memory_of(row, self.name, self.zone, tuple(turns.get(row.id, ())))) for row in rows]

    def all_entries(self, *, after: int, limit: int) -> list[Entry]:
        """The journal, a page after a `seq` at a time."""
        rows = self.rows(_ALL_ENTRIES, (), after=after, limit=limit)
        return [entry_of(row, self.name, self.zone) for row in rows]

    def all_changes(self, *, after: int, limit: int) -> list[Change]:
        """The history of every memory, a page after a `seq` at a time."""
        return [change_of(row, self.zone) for row in self.rows(_ALL_CHANGES, (), after=after, limit=limit)]

    def all_recalls(self, *, after: int, limit: int) -> list[tuple[int, RecallRecord]]:
        """The recalls that are kept, each with its `seq`, a page after a `seq` at a time."""
        rows = self.rows(_ALL_RECALLS, (), after=after, limit=limit)
        returned: dict[int, list[str]] = defaultdict(list)
        for row in self.rows(RETURNED, [row.seq for row in rows]):
            returned[row.recall].append(row.memory)
        return [(row.seq, recall_of(row, returned[row.seq], self.zone)) for row in rows]

    def all_links(self) -> Iterable[Link]:
        """Every link, by its memory, its other and its relation."""
        return (link_of(row, self.zone) for row in self._stream(_ALL_LINKS))

    def all_sightings(self) -> Iterable[Sighting]:
        """Every sighting, by its key and its entry."""
        return (sighting_of(row, self.zone) for row in self._stream(_ALL_SIGHTINGS))

    def distilled(self) -> list[tuple[str | None, str]]:
        """The last entry up to which each session is distilled, by its id."""
        found = self.connection.execute(_DISTILLED)
        return [(row.session or None, row.entry) for row in found if row.entry is not None]

    def foreign(self, owners: Sequence[str]) -> dict[str, Foreign]:
        """The records of other systems that these memories and entries were made of, by the ids here."""
        return {row.owner: foreign_of(row) for row in self.rows(_FOREIGN, list(dict.fromkeys(owners)))}

    def all_foreign(self, *, after: str, limit: int) -> list[Foreign]:
        """Every such record in the order of its owners' ids, a page after an owner at a time."""
        return [foreign_of(row) for row in self.rows(_ALL_FOREIGN, (), after=after, limit=limit)]

    def _stream(self, statement: Select[Any]) -> Iterator[Any]:
        return iter(self.connection.execute(statement, execution_options={"yield_per": PART}))


class StreamsWriter(AftercareWriter, StreamsReader, ABC):
    """The part of a Writer that keeps what came from elsewhere."""

    def keep_foreign(self, records: Sequence[Foreign]) -> None:
        """Keep what memories and entries were made of; one that is there already stays."""
        first = {record.owner: record for record in reversed(records)}
        known = {row.owner for row in self.rows(_FOREIGN, list(first))}
        self.put(_ADD_FOREIGN, [foreign_row(record) for owner, record in first.items() if owner not in known])
