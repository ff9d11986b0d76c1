"""Reading a space in SQL that every engine understands."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, tzinfo
from typing import Any

from sqlalchemy import (
    JSON,
    ColumnElement,
    Connection,
    Select,
    and_,
    bindparam,
    case,
    column,
    distinct,
    exists,
    func,
    literal_column,
    or_,
    select,
    table,
    text,
    type_coerce,
)

from perdure.domain.change import Change
from perdure.domain.journal import Entry, EntryFilter, Session
from perdure.domain.memory import Memory, Slot, Status
from perdure.domain.page import Page
from perdure.domain.policy import Policy
from perdure.domain.recall import Scope
from perdure.domain.reply import Reply
from perdure.domain.space import SpaceName
from perdure.errors import InvalidValue
from perdure.kinds import summary
from perdure.ports.store import MemoryFilter
from perdure.stores.rows import TAG, change_of, dump, entry_of, from_micros, memory_of, reply_of, to_micros
from perdure.stores.schema import (
    IS_LASTING,
    LASTING,
    citations,
    embedders,
    entries,
    history,
    labels,
    memories,
    meta,
    passages,
    replies,
    vectors,
)

CHUNK = 500
"""Ids in one statement, far below every engine's limit of bound values."""


GIVEN = select(table("given", column("value")))
"""The values that a statement is asked about, for `SqlReader.rows`."""

# Statements are built once: building one costs as much as running it.
_META = select(meta)
_MEMORIES = select(memories).order_by(memories.c.seq)
_MEMORIES_BY_ID = _MEMORIES.where(memories.c.id.in_(GIVEN))
_MEMORIES_BY_KEY = _MEMORIES.where(memories.c.key.in_(GIVEN))
_SUPERSEDED_BY = _MEMORIES.where(
    memories.c.superseded_by.in_(GIVEN), memories.c.status == literal_column("'superseded'")
)
_ENTRIES_BY_ID = select(entries).where(entries.c.id.in_(GIVEN))
_ENTRIES_BY_REF = select(entries).where(entries.c.ref.in_(GIVEN))
_CITED = (
    select(citations.c.memory, citations.c.entry, entries.c.seq)
    .join(entries, entries.c.id == citations.c.entry)
    .where(citations.c.memory.in_(GIVEN))
    .order_by(entries.c.seq)
)
_REPLY = select(replies).where(replies.c.key.in_(GIVEN))
_EMBEDDER_NO = select(embedders.c.no).where(embedders.c.fingerprint.in_(GIVEN))
_LACKING = (
    select(passages.c.id, passages.c.text_hash, passages.c.body)
    .where(passages.c.id > bindparam("after"))
    .order_by(passages.c.id)
    .limit(bindparam("limit"))
)
_WAITING = passages.c.waiting == literal_column("1")  # a literal, so that the partial index serves it
_WITHOUT_VECTOR = ~exists().where(
    vectors.c.text_hash == passages.c.text_hash, vectors.c.embedder == bindparam("number")
)
_MISSING, _MISSING_OF = _LACKING.where(_WAITING), _LACKING.where(_WITHOUT_VECTOR)
_COUNT_MISSING, _COUNT_MISSING_OF = (
    select(func.count()).select_from(passages).where(lacks) for lacks in (_WAITING, _WITHOUT_VECTOR)
)
_RESTING_ON = (
    select(citations.c.entry, memories.c.id, memories.c.status)
    .join(memories, memories.c.id == citations.c.memory)
    .where(citations.c.entry.in_(GIVEN), memories.c.kind != literal_column(f"'{summary.KIND.name}'"))
    .order_by(memories.c.seq)
)


class SqlReader(ABC):
    """The part of a Reader that is plain SQL; an engine adds how it gives values to a statement."""

    def __init__(self, connection: Connection, name: SpaceName, zone: tzinfo) -> None:
        self.connection = connection
        self.name = name
        self.zone = zone
        self._meta: dict[str, str] | None = None

    def meta(self, name: str) -> str | None:
        """A setting of the space; all of them are read at once, for a transaction asks for several."""
        if self._meta is None:
            self._meta = {row.name: row.value for row in self.rows(_META, ())}
        return self._meta.get(name)

    def policy(self) -> Policy | None:
        """The space's own policy; None where it has the defaults."""
        stored = self.meta("policy")
        return None if stored is None else Policy.from_changes(json.loads(stored))

    def reply(self, key: str) -> Reply | None:
        """What was answered to the request of that key."""
        found = self.rows(_REPLY, [key])
        return reply_of(found[0], self.zone) if found else None

    def embedder(self) -> str | None:
        """The fingerprint its vectors were made with; None before the first."""
        return self.meta("embedder")

    def memories(self, ids: Iterable[str]) -> list[Memory]:
        """Those that exist, in the order asked for."""
        wanted = list(dict.fromkeys(ids))
        found = {memory.id: memory for memory in self._memories_of(_MEMORIES_BY_ID, wanted)}
        return [found[memory_id] for memory_id in wanted if memory_id in found]

    def by_slot(self, slot: Slot) -> Memory | None:
        """The active memory that fills the slot."""
        query = select(memories).where(
            memories.c.slot_subject == slot.subject,
            memories.c.slot_attribute == slot.attribute,
            memories.c.status == Status.ACTIVE.value,
        )
        return next(iter(self._with_turns(query)), None)

    def by_key(self, keys: Sequence[str]) -> list[Memory]:
        """The memories whose statement key is one of these, oldest first, any status."""
        return self._memories_of(_MEMORIES_BY_KEY, list(dict.fromkeys(keys)))

    def superseded_by(self, ids: Iterable[str]) -> list[Memory]:
        """The superseded memories that point to one of these, oldest first."""
        return self._memories_of(_SUPERSEDED_BY, list(dict.fromkeys(ids)))

    def page(self, wanted: MemoryFilter, *, limit: int, cursor: str | None) -> Page[Memory]:
        """Memories in the order they were recorded."""
        query = select(memories).where(*self._memory_conditions(wanted))
        total = self.connection.scalar(select(func.count()).select_from(query.subquery())) or 0
        query = query.where(memories.c.seq > position(cursor)).order_by(memories.c.seq).limit(limit + 1)
        rows = self.connection.execute(query).all()
        turns = self.cited([row.id for row in rows])
        items = tuple(memory_of(row, self.name, self.zone, tuple(turns.get(row.id, ()))) for row in rows[:limit])
        return Page(items=items, total=total, next=str(rows[limit - 1].seq) if len(rows) > limit else None)

    def entries(self, wanted: EntryFilter, *, limit: int, cursor: str | None) -> Page[Entry]:
        """Entries in the order of the journal."""
        conditions = self._entry_conditions(wanted)
        total = self.connection.scalar(select(func.count()).select_from(entries).where(*conditions)) or 0
        query = select(entries).where(*conditions, entries.c.seq > position(cursor))
        rows = self.connection.execute(query.order_by(entries.c.seq).limit(limit + 1)).all()
        items = tuple(entry_of(row, self.name, self.zone) for row in rows[:limit])
        return Page(items=items, total=total, next=str(rows[limit - 1].seq) if len(rows) > limit else None)

    def entries_by_id(self, ids: Iterable[str]) -> list[Entry]:
        """Those that exist, in the order asked for."""
        wanted = list(dict.fromkeys(ids))
        found = {row.id: entry_of(row, self.name, self.zone) for row in self.rows(_ENTRIES_BY_ID, wanted)}
        return [found[entry_id] for entry_id in wanted if entry_id in found]

    def entries_by_ref(self, refs: Iterable[str]) -> list[Entry]:
        """Every entry that carries one of the caller's ids."""
        rows = self.rows(_ENTRIES_BY_REF, list(dict.fromkeys(refs)))
        return [entry_of(row, self.name, self.zone) for row in rows]

    def sessions(self) -> list[Session]:
        """The sessions of the journal, in the order they began."""
        query = (
            select(
                entries.c.session,
                func.count().label("entries"),
                func.min(entries.c.at).label("first_at"),
                func.max(entries.c.at).label("last_at"),
                func.min(entries.c.seq).label("first_seq"),
            )
            .where(entries.c.session.is_not(None))
            .group_by(entries.c.session)
            .order_by("first_seq")
        )
        speakers: dict[str, list[str]] = defaultdict(list)
        heard = select(entries.c.session, entries.c.speaker, func.min(entries.c.seq).label("first_seq"))
        for row in self.connection.execute(heard.group_by(entries.c.session, entries.c.speaker).order_by("first_seq")):
            speakers[row.session].append(row.speaker)
        return [
            Session(
                id=row.session,
                entries=row.entries,
                first_at=from_micros(row.first_at, self.zone),
                last_at=from_micros(row.last_at, self.zone),
                speakers=tuple(speakers[row.session]),
            )
            for row in self.connection.execute(query)
        ]

    def cited(self, memory_ids: Iterable[str]) -> dict[str, list[str]]:
        """The ids of the entries each memory rests on."""
        found: dict[str, list[str]] = defaultdict(list)
        for row in self.rows(_CITED, list(memory_ids)):
            found[row.memory].append(row.entry)
        return found

    def resting_on(self, entry_ids: Iterable[str]) -> dict[str, list[tuple[str, Status]]]:
        """The memories, and their statuses, that rest on each entry; summaries, which tell of many, are none."""
        found: dict[str, list[tuple[str, Status]]] = defaultdict(list)
        for row in self.rows(_RESTING_ON, list(entry_ids)):
            found[row.entry].append((row.id, Status(row.status)))
        return found

    def history(self, memory_id: str) -> list[Change]:
        """Its changes, oldest first."""
        query = select(history).where(history.c.memory == memory_id).order_by(history.c.seq)
        return [change_of(row, self.zone) for row in self.connection.execute(query)]

    def changes(self, actions: Sequence[str], *, until: datetime | None = None) -> list[Change]:
        """Every change of these actions, of any memory, recorded up to a moment; oldest first."""
        query = select(history).where(history.c.action.in_(actions)).order_by(history.c.seq)
        if until is not None:
            query = query.where(history.c.at <= to_micros(until))
        return [change_of(row, self.zone) for row in self.connection.execute(query)]

    def false_then(self, scope: Scope) -> set[str]:
        """Memories that did not hold at `as_of` by the times they had at `known_at`, of those whose times have changed since."""
        if scope.as_of is None or scope.known_at is None:
            return set()
        query = (
            select(history.c.memory, history.c.before)
            .where(_moved_after(scope.known_at))
            .order_by(history.c.seq.desc())
        )
        known: dict[str, dict[str, Any]] = defaultdict(dict)
        for memory, before in self.connection.execute(query):
            known[memory] |= json.loads(before)  # the earliest change comes last, and says what was known before it
        found = self._memories_of(_MEMORIES_BY_ID, list(known))
        return {memory.id for memory in found if not _held(memory, known[memory.id], scope.as_of)}

    def memory_counts(self, now: datetime | None) -> tuple[dict[str, int], dict[str, int]]:
        """How many memories of each status, and how many active ones of each kind; those whose time has passed are `expired`."""
        active = memories.c.status == Status.ACTIVE.value
        passed = literal_column("0") if now is None else memories.c.expires_at <= to_micros(now)
        standing = case((and_(active, passed), "expired"), else_=memories.c.status)
        by_status = select(standing, func.count()).group_by(standing)
        by_kind = select(memories.c.kind, func.count()).where(standing == Status.ACTIVE.value).group_by(memories.c.kind)
        return (
            {row[0]: row[1] for row in self.connection.execute(by_status)},
            {row[0]: row[1] for row in self.connection.execute(by_kind)},
        )

    def entry_counts(self) -> tuple[int, int]:
        """Entries and sessions."""
        query = select(func.count(), func.count(distinct(entries.c.session))).select_from(entries)
        number, sessions = self.connection.execute(query).one()
        return number, sessions

    def vector_counts(self) -> dict[str, int]:
        """Vectors by the embedder that made them."""
        query = select(embedders.c.fingerprint, func.count()).join(vectors, vectors.c.embedder == embedders.c.no)
        return {row[0]: row[1] for row in self.connection.execute(query.group_by(embedders.c.fingerprint))}

    def embedder_no(self, fingerprint: str) -> int | None:
        """The number under which an embedder's vectors are kept."""
        return next((row.no for row in self.rows(_EMBEDDER_NO, [fingerprint])), None)

    def missing(self, fingerprint: str | None, *, limit: int, after: int = 0) -> list[tuple[int, bytes, str]]:
        """(passage, text hash, text) of passages without a vector: of that embedder, or of the space's where it is None."""
        asked: dict[str, Any] = {"after": after, "limit": limit}
        if fingerprint is None:
            rows = self.connection.execute(_MISSING, asked)
        else:
            rows = self.connection.execute(_MISSING_OF, {**asked, "number": self.embedder_no(fingerprint) or 0})
        return [(row.id, row.text_hash, row.body) for row in rows]

    def missing_count(self, fingerprint: str | None) -> int:
        """How many passages that is."""
        if fingerprint is None:
            return self.connection.scalar(_COUNT_MISSING) or 0
        return self.connection.scalar(_COUNT_MISSING_OF, {"number": self.embedder_no(fingerprint) or 0}) or 0

    def _memories_of(self, statement: Select[Any], values: list[str]) -> list[Memory]:
        rows = self.rows(statement, values)
        turns = self.cited([row.id for row in rows])
        return [memory_of(row, self.name, self.zone, tuple(turns.get(row.id, ()))) for row in rows]

    def _with_turns(self, query: Select[Any]) -> Iterator[Memory]:
        rows = self.connection.execute(query).all()
        turns = self.cited([row.id for row in rows])
        for row in rows:
            yield memory_of(row, self.name, self.zone, tuple(turns.get(row.id, ())))

    @abstractmethod
    def rows(self, statement: Select[Any], values: Sequence[str | int], **bound: str | int) -> list[Any]:
        """What a statement finds for the values that stand as GIVEN in it, however many there are, and for those that are
        bound in it by name; columns by their names.

        Only for statements that are made once: what is read for every recall should cost no more than the engine.
        """

    def _memory_conditions(self, wanted: MemoryFilter) -> list[Any]:
        conditions: list[Any] = []
        status: ColumnElement[str] = memories.c.status
        if wanted.kinds and set(wanted.kinds) <= set(LASTING):
            conditions.append(text(IS_LASTING))  # says in constants what the index of these kinds is for
            status = status.concat("")  # and keeps SQLite from reading all that is active by the index of the status
        if wanted.statuses:
            conditions.append(status.in_([each.value for each in wanted.statuses]))
        if wanted.kinds:
            conditions.append(memories.c.kind.in_(wanted.kinds))
        if wanted.current_at is not None:
            conditions.append(
                or_(memories.c.expires_at.is_(None), memories.c.expires_at > to_micros(wanted.current_at))
            )
        return conditions + [has_label(memories.c.id, TAG, tag) for tag in wanted.tags]

    def _entry_conditions(self, wanted: EntryFilter) -> list[Any]:
        conditions: list[Any] = []
        if wanted.session is not None:
            conditions.append(entries.c.session == wanted.session)
        if wanted.ids is not None:
            conditions.append(entries.c.id.in_(wanted.ids))
        if wanted.speaker is not None:
            conditions.append(entries.c.speaker == wanted.speaker)
        if wanted.since is not None:
            conditions.append(entries.c.at >= to_micros(wanted.since))
        if wanted.until is not None:
            conditions.append(entries.c.at <= to_micros(wanted.until))
        return conditions


def chunks(values: Sequence[Any]) -> Iterator[list[Any]]:
    """The values in parts that fit a statement."""
    for start in range(0, len(values), CHUNK):
        yield list(values[start : start + CHUNK])


def position(cursor: str | None) -> int:
    """Where a page begins; raises InvalidValue for a cursor that no page gave."""
    if cursor is None:
        return 0
    if not (isinstance(cursor, str) and cursor.isascii() and cursor.isdigit() and len(cursor) < 19):
        raise InvalidValue(f"{cursor!r} is not a cursor; pass the `next` of the page before")
    return int(cursor)


def has_label(owner: Any, name: str, value: str) -> Any:
    """Whether an item carries a tag or a metadata value."""
    return exists().where(labels.c.owner == owner, labels.c.name == name, labels.c.value == value)


def narrowing(scope: Scope) -> list[Any]:
    """What of a scope is asked of a passage in SQL: tags, metadata and the past. The rest an index can tell."""
    owner = passages.c.owner
    conditions = [owner.in_(_labelled(TAG, tag)) for tag in scope.tags]
    conditions += [owner.in_(_labelled("." + name, dump(value))) for name, value in scope.where.items()]
    if scope.past:
        conditions.append(_in_the_past(scope))
    return conditions


def _labelled(name: str, value: str) -> Select[Any]:
    return select(labels.c.owner).where(labels.c.name == name, labels.c.value == value)


def _in_the_past(scope: Scope) -> Any:
    """Entries that had been said, or recorded, by then, and memories that held then, by what was known then."""
    entry, memory = [passages.c.owner == entries.c.id], [passages.c.owner == memories.c.id]
    status: Any = memories.c.status
    past = [Status.ACTIVE.value]
    if scope.as_of is not None:
        past += [Status.SUPERSEDED.value, Status.ARCHIVED.value]
        then = to_micros(scope.as_of)
        entry.append(entries.c.at <= then)
        ends = (_open_until(end, then) for end in (memories.c.holds_until, memories.c.expires_at))
        held = and_(memories.c.holds_from <= then, *ends)
        moved = (
            []
            if scope.known_at is None
            else [exists().where(history.c.memory == memories.c.id, _moved_after(scope.known_at))]
        )
        memory.append(or_(held, *moved))  # of what moved since, `false_then` judges
    if scope.known_at is not None:
        then = to_micros(scope.known_at)
        entry.append(entries.c.recorded_at <= then)
        memory.append(memories.c.recorded_at <= then)
        status = func.coalesce(_status_at(then), memories.c.status)
    standing = status.in_(past)
    if (
        scope.as_of is not None
    ):  # what waits because its time has passed held until then; what waits for another reason never did
        standing = or_(standing, and_(status == Status.REVIEW.value, memories.c.expires_at.is_not(None)))
    return or_(exists().where(*entry), exists().where(*memory, standing))


_TIMES = ("holds_from", "holds_until", "expires_at")


def _moved_after(moment: datetime) -> Any:
    """Whether a change after a moment gave a memory that was there other times to hold."""
    before, after = (type_coerce(column, JSON) for column in (history.c.before, history.c.after))
    # what moved has a value before or after; what was just added has had none
    moved = [side[name].as_string().is_not(None) for name in _TIMES for side in (before, after)]
    return and_(history.c.at > to_micros(moment), history.c.before != dump({}), or_(*moved))


def _held(memory: Memory, known: Mapping[str, Any], moment: datetime) -> bool:
    """Whether it held at a moment, by the times that were known instead of those it has now."""
    told = {name: datetime.fromisoformat(known[name]) for name in _TIMES if known.get(name) is not None}
    ends = (told.get(name) if name in known else getattr(memory, name) for name in ("holds_until", "expires_at"))
    return told.get("holds_from", memory.holds_from) <= moment and all(end is None or end > moment for end in ends)


def _open_until(column: Any, then: int) -> Any:
    return or_(column.is_(None), column > then)


def _status_at(then: int) -> Any:
    """What the last change by then that touched a memory's status made of it."""
    told = type_coerce(history.c.after, JSON)["status"].as_string()
    query = select(told).where(history.c.memory == memories.c.id, history.c.at <= then, told.is_not(None))
    return query.order_by(history.c.seq.desc()).limit(1).scalar_subquery()
