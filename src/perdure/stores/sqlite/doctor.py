"""Checks of a space file, and the rebuilding of what derives from its journal and memories."""

from __future__ import annotations

import json
from collections.abc import Callable

from sqlalchemy import Connection, delete, exists, func, select, text
from sqlalchemy.exc import DBAPIError

from perdure.domain.journal import EntryFilter
from perdure.domain.memory import Status
from perdure.errors import StoreDamaged, StoreError
from perdure.ports.store import Finding, MemoryFilter
from perdure.stores.indexing import claims_of, claims_rules, pack
from perdure.stores.rows import dump, label_rows
from perdure.stores.schema import claims, entries, gone, labels, memories, meta, passages, terms
from perdure.stores.sqlite.files import identity
from perdure.stores.sqlite.space import SqliteSpace
from perdure.stores.sqlite.writer import SqliteWriter
from perdure.text.analyzer import index_terms

BATCH = 500
"""Items looked at or indexed at a time."""

Check = Callable[[Connection], str]
"""Looks at one thing; returns what is wrong, or nothing."""


def check(space: SqliteSpace, *, repair: bool) -> list[Finding]:
    """Every check's finding; with `repair`, derived data that is wrong is rebuilt and checked again."""
    if identity(space.path) is None:
        return []
    try:
        found = _examine(space)
    except StoreError as error:
        return [Finding(space=str(space.name), check="file", ok=False, detail=str(error))]
    broken = {finding.check for finding in found if not finding.ok}
    if not (repair and broken and broken <= _DERIVED):
        return found
    try:
        rebuild(space)
    except StoreError as error:
        return [*found, Finding(space=str(space.name), check="repair", ok=False, detail=str(error))]
    again = {finding.check: finding for finding in _examine(space)}
    return [
        Finding(
            space=f.space, check=f.check, ok=again[f.check].ok, detail=f.detail, repaired=not f.ok and again[f.check].ok
        )
        for f in found
    ]


def rebuild(space: SqliteSpace) -> None:
    """Make passages, terms, labels and claims anew, in one transaction; vectors stay, they belong to texts."""
    with space.write() as writer:
        connection = writer.connection
        _new_terms(connection)
        connection.execute(delete(passages))
        connection.execute(text("DELETE FROM sqlite_sequence WHERE name = 'passages'"))
        connection.execute(delete(labels))
        connection.execute(delete(gone))
        connection.execute(delete(claims))
        writer.set_meta("claims_rules", claims_rules())
        writer.set_meta("claims_after", None)
        _index_all(writer)
        writer.forget_indexes()


def _new_terms(connection: Connection) -> None:
    """An empty table of terms; the old one's entry is taken out of the schema by hand, for SQLite cannot drop one that is too
    damaged to be read."""
    connection.execute(text("PRAGMA writable_schema=ON"))
    connection.execute(text("DELETE FROM sqlite_master WHERE tbl_name = 'terms'"))
    connection.execute(text("PRAGMA writable_schema=RESET"))
    terms.create(connection)


def _index_all(writer: SqliteWriter) -> None:
    cursor: str | None = None
    while True:
        page = writer.entries(EntryFilter(), limit=BATCH, cursor=cursor)
        writer.label((entry.id, (), entry.metadata) for entry in page)
        writer.index_entries([entry for entry in page if entry.indexed])
        if (cursor := page.next) is None:
            break
    cold = set(writer.connection.scalars(select(memories.c.id).where(memories.c.frozen == 1)))
    while True:
        found = writer.page(MemoryFilter(statuses=()), limit=BATCH, cursor=cursor)
        writer.label((memory.id, memory.tags, memory.metadata) for memory in found)
        writer.index_memories([memory for memory in found if memory.id not in cold])
        writer.claim(found)
        if (cursor := found.next) is None:
            return


def _examine(space: SqliteSpace) -> list[Finding]:
    with space.read() as reader:
        return [_finding(str(space.name), name, look, reader.connection) for name, look in _CHECKS]


def _finding(space: str, name: str, look: Check, connection: Connection) -> Finding:
    try:
        detail = look(connection)
    except DBAPIError as error:
        detail = str(error.orig)
    except StoreDamaged as error:
        detail = str(error)
    return Finding(space=space, check=name, ok=not detail, detail=detail)


def _file(connection: Connection) -> str:
    names = connection.scalars(text("SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0")).all()
    return "; ".join(filter(None, (_table(connection, name) for name in names if name != terms.name)))


def _table(connection: Connection, name: str) -> str:
    """What SQLite finds wrong with a table and its indexes."""
    rows = connection.scalars(text(f"PRAGMA quick_check({name})")).all()
    return "" if rows == ["ok"] else "; ".join(rows[:3])


def _references(connection: Connection) -> str:
    rows = connection.execute(text("PRAGMA foreign_key_check")).all()
    return f"{len(rows)} citations of something that is not there" if rows else ""


def _passages(connection: Connection) -> str:
    owned = exists().where(passages.c.owner == memories.c.id)
    bare = connection.scalar(select(func.count()).select_from(memories).where(memories.c.frozen == 0, ~owned)) or 0
    owned = exists().where(passages.c.owner == entries.c.id)
    bare += connection.scalar(select(func.count()).select_from(entries).where(entries.c.indexed == 1, ~owned)) or 0
    owner = exists().where(memories.c.id == passages.c.owner) | exists().where(entries.c.id == passages.c.owner)
    stray = connection.scalar(select(func.count()).select_from(passages).where(~owner)) or 0
    return f"{bare} items without a passage, {stray} passages without an item" if bare or stray else ""


def _words(connection: Connection) -> str:
    """Whether every passage has the terms that its text has."""
    wrong = after = 0
    query = select(passages.c.id, passages.c.body, passages.c.terms).order_by(passages.c.id).limit(BATCH)
    while rows := connection.execute(query.where(passages.c.id > after)).all():
        after = rows[-1].id
        said = [index_terms(row.body) for row in rows]
        numbers = _numbers(connection, {term for its in said for term in its})
        for row, its in zip(rows, said, strict=True):
            wrong += not all(term in numbers for term in its) or pack(its, numbers) != row.terms
    return f"{wrong} passages have other terms than their texts" if wrong else _table(connection, terms.name)


def _numbers(connection: Connection, wanted: set[str]) -> dict[str, int]:
    query = text("SELECT term, no FROM terms WHERE term IN (SELECT value FROM json_each(:terms))")
    return {row.term: row.no for row in connection.execute(query, {"terms": dump(sorted(wanted))})}


def _labels(connection: Connection) -> str:
    wanted: set[tuple[str, str, str]] = set()
    for owner, tags, fields in connection.execute(select(memories.c.id, memories.c.tags, memories.c.metadata)):
        wanted |= _label_keys(owner, tuple(json.loads(tags)), fields)
    for owner, fields in connection.execute(select(entries.c.id, entries.c.metadata).where(entries.c.metadata != "{}")):
        wanted |= _label_keys(owner, (), fields)
    there = {(row.owner, row.name, row.value) for row in connection.execute(select(labels))}
    return f"{len(wanted ^ there)} labels differ from tags and metadata" if wanted != there else ""


def _label_keys(owner: str, tags: tuple[str, ...], fields: str) -> set[tuple[str, str, str]]:
    return {(row["owner"], row["name"], row["value"]) for row in label_rows(owner, tags, json.loads(fields))}


def _claims(connection: Connection) -> str:
    """Whether what active memories claim is found under the keys that it has by today's rules."""
    told = {row.name: row.value for row in connection.execute(select(meta).where(meta.c.name.like("claims_%")))}
    if told != {"claims_rules": claims_rules()}:
        return ""  # made by other rules, or nothing was written yet: the next write makes them anew
    active = select(memories.c.id, memories.c.text, memories.c.holds_from).where(
        memories.c.status == Status.ACTIVE.value
    )
    wanted = {(key, row.holds_from, row.id) for row in connection.execute(active) for key in claims_of(row.text)}
    there = {(row.key, row.at, row.memory) for row in connection.execute(select(claims))}
    return f"{len(wanted ^ there)} claims differ from memories" if wanted != there else ""


_CHECKS: tuple[tuple[str, Check], ...] = (
    ("file", _file),
    ("references", _references),
    ("passages", _passages),
    ("words", _words),
    ("labels", _labels),
    ("claims", _claims),
)
_DERIVED = frozenset(("passages", "words", "labels", "claims"))
"""What can be rebuilt from the journal and the memories."""
