"""What is known of memories beside themselves: claims, links, reviews, jobs, marks, sightings and recalls, in plain SQL."""

from __future__ import annotations

from abc import ABC
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import (
    Select,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal_column,
    or_,
    select,
    text,
    union_all,
    update,
)

from perdure.domain.job import Job, JobState
from perdure.domain.journal import Entry, Sighting, Undistilled
from perdure.domain.link import Link, Relation
from perdure.domain.memory import Memory, Status
from perdure.domain.page import Page
from perdure.domain.recall import RecallRecord
from perdure.domain.review import Review
from perdure.ports.store import ReviewFilter, Standing
from perdure.stores.indexing import claims_of, claims_rules, live_of
from perdure.stores.reading import GIVEN, SqlReader, chunks, position
from perdure.stores.rows import (
    entry_of,
    from_micros,
    job_of,
    job_row,
    link_of,
    link_row,
    recall_of,
    recall_row,
    review_of,
    review_row,
    sighting_of,
    sighting_row,
    to_micros,
)
from perdure.stores.schema import (
    SAID,
    claims,
    entries,
    jobs,
    links,
    marks,
    memories,
    passages,
    recalled,
    recalls,
    reviews,
    sightings,
    vectors,
)
from perdure.stores.writing import SqlWriter

RECALLS = 100
"""Recalls kept of one memory."""

RENEWED = 50
"""Memories whose claims a write makes anew where they were made by other rules."""

_ADD_CLAIMS, _ADD_RECALLS, _ADD_RECALLED = insert(claims), insert(recalls), insert(recalled)
_ADD_LINKS, _ADD_REVIEWS, _ADD_MARKS, _ADD_SIGHTINGS = insert(links), insert(reviews), insert(marks), insert(sightings)
_CHANGE_REVIEWS = update(reviews).where(reviews.c.id == bindparam("_id"))
_CHANGE_RECALLS = update(recalls).where(recalls.c.id == bindparam("_id"))
_DROP_CLAIMS = delete(claims).where(claims.c.memory.in_(GIVEN))
_SET_ASIDE = (
    update(memories)
    .where(memories.c.id.in_(GIVEN))
    .values(status=bindparam("status"), version=memories.c.version + literal_column("1"))
)
_SET_LIVE = (
    update(passages).where(passages.c.owner.in_(GIVEN)).values(live=bindparam("live"), change=bindparam("change"))
)
_LIMIT: Any = bindparam("limit")
_AFTER: Any = bindparam("after")
_SAID = text(SAID)

_CLAIMED = (
    select(claims.c.memory, claims.c.at)
    .where(claims.c.key == bindparam("key"))
    .order_by(claims.c.at.desc(), claims.c.memory.desc())
    .limit(_LIMIT)
)
_CLAIMED_BELOW = (
    select(claims.c.memory, func.max(claims.c.at).label("at"))
    .where(claims.c.key >= bindparam("key"), claims.c.key < bindparam("end"))
    .group_by(claims.c.memory)
    .order_by(func.max(claims.c.at).desc(), claims.c.memory.desc())
    .limit(_LIMIT)
)
_LINKS = select(links).where(or_(links.c.memory.in_(GIVEN), links.c.other.in_(GIVEN)))
_REVIEWS = select(reviews).where(reviews.c.id.in_(GIVEN))
_JOBS = select(jobs).where(jobs.c.id.in_(GIVEN))
_QUEUE = select(jobs).where(jobs.c.state.in_(GIVEN)).order_by(jobs.c.due_at, jobs.c.seq)
_QUEUE_OF = _QUEUE.where(jobs.c.name == bindparam("name"))
_MARK = select(marks.c.seq).where(marks.c.session.in_(GIVEN))
_SIGHTINGS = select(sightings).where(sightings.c.key.in_(GIVEN)).order_by(sightings.c.at, sightings.c.entry)
_earlier = entries.alias("earlier")
_REPLIED_TO = select(
    entries.c.id,
    select(_earlier.c.id)
    .where(_earlier.c.session == entries.c.session, _earlier.c.seq < entries.c.seq)
    .order_by(_earlier.c.seq.desc())
    .limit(1)
    .scalar_subquery()
    .label("before"),
).where(entries.c.id.in_(GIVEN))
_RECALLS_OF = (
    select(recalls)
    .join(recalled, recalled.c.recall == recalls.c.seq)
    .where(recalled.c.memory == bindparam("memory"))
    .order_by(recalled.c.recall.desc())
    .limit(_LIMIT)
)
RETURNED = (
    select(recalled.c.recall, recalled.c.memory)
    .where(recalled.c.recall.in_(GIVEN))
    .order_by(recalled.c.recall, recalled.c.rank)
)
_RECALLS = select(recalls.c.id, recalls.c.seq).where(recalls.c.id.in_(GIVEN))
_CROWDED = (
    select(recalled.c.memory)
    .where(recalled.c.memory.in_(GIVEN))
    .group_by(recalled.c.memory)
    .having(func.count() > literal_column(str(RECALLS)))
)
_OLD_RECALLS = (
    select(recalled.c.recall)
    .where(recalled.c.memory == bindparam("memory"))
    .order_by(recalled.c.recall.desc())
    .limit(literal_column("-1"))
    .offset(literal_column(str(RECALLS)))
)
_m = memories.c
_STOOD = (
    *(_m.seq, _m.id, _m.kind, _m.status, _m.origin, _m.importance, _m.access_count, _m.created_at, _m.updated_at),
    *(_m.last_accessed_at, _m.expires_at, _m.half_life_days, _m.session, _m.frozen),
)
_STANDINGS = select(*_STOOD).where(_m.seq > _AFTER).order_by(_m.seq).limit(_LIMIT)
_BEGINNING = 240
"""Characters of a memory that tell a reader which one it is."""
_STANDING = select(
    *_STOOD, func.substr(_m.text, literal_column("1"), literal_column(str(_BEGINNING))).label("beginning")
).where(_m.id.in_(GIVEN))
_THERE = select(memories.c.id).where(memories.c.id.in_(GIVEN))
_COLD = select(memories.c.id).where(memories.c.id.in_(GIVEN), memories.c.status != Status.ACTIVE.value)
_UNCLAIMED = (
    select(_m.id, _m.text, _m.status, _m.holds_from, _m.seq).where(_m.seq > _AFTER).order_by(_m.seq).limit(_LIMIT)
)


def _undistilled_sessions() -> Select[Any]:
    """From name to name along the index of sessions, never along their entries, to those whose last one is past their mark."""
    first = select(func.min(entries.c.session).label("session")).cte("names", recursive=True)
    later = select(func.min(entries.c.session)).where(entries.c.session > first.c.session).scalar_subquery()
    names = first.union_all(select(later).where(first.c.session.is_not(None)))
    last = select(func.max(entries.c.seq)).where(entries.c.session == names.c.session).scalar_subquery()
    mark = func.coalesce(marks.c.seq, 0)
    open_ = (
        select(names.c.session, mark.label("mark"))
        .select_from(names.outerjoin(marks, marks.c.session == names.c.session))
        .where(names.c.session.is_not(None), last > mark)
        .cte("open")
    )
    told = (
        func.count().label("entries"),
        func.max(entries.c.at).label("last_at"),
        func.max(entries.c.seq).label("last"),
    )
    named = (
        select(entries.c.session, *told)
        .select_from(open_.join(entries, and_(entries.c.session == open_.c.session, entries.c.seq > open_.c.mark)))
        .where(_SAID)
        .group_by(entries.c.session)
    )
    done = func.coalesce(select(marks.c.seq).where(marks.c.session == "").scalar_subquery(), 0)
    alone = (
        select(entries.c.session, *told)
        .where(entries.c.session.is_(None), _SAID, entries.c.seq > done)
        .group_by(entries.c.session)
    )
    both = union_all(named, alone).subquery()
    return select(both).order_by(both.c.last)


_UNDISTILLED = _undistilled_sessions()


class AftercareReader(SqlReader, ABC):
    """The part of a Reader that tells of this."""

    def by_claims(self, keys: Sequence[str], *, limit: int) -> list[Memory]:
        """Active memories that share one of these claim keys, the newest event time first; a key that ends in / stands for every
        one that begins so."""
        newest: dict[str, int] = {}
        for key in dict.fromkeys(keys):
            below = key.endswith("/")
            rows = (
                self.rows(_CLAIMED_BELOW, (), key=key, end=f"{key[:-1]}0", limit=limit)  # 0 comes next to /
                if below
                else self.rows(_CLAIMED, (), key=key, limit=limit)
            )
            newest |= {row.memory: row.at for row in rows}
        ordered = sorted(newest, key=lambda memory: (newest[memory], memory), reverse=True)
        return self.memories(ordered[:limit])

    def links(self, memory_ids: Iterable[str]) -> list[Link]:
        """Every link that has one of these on either side."""
        found = [link_of(row, self.zone) for row in self.rows(_LINKS, list(dict.fromkeys(memory_ids)))]
        return sorted(found, key=lambda link: (link.at, link.memory, link.other, link.relation))

    def reviews(self, wanted: ReviewFilter, *, limit: int, cursor: str | None) -> Page[Review]:
        """Reviews in the order they were asked."""
        conditions: list[Any] = []
        if wanted.states:
            conditions.append(reviews.c.state.in_([state.value for state in wanted.states]))
        if wanted.questions:
            conditions.append(reviews.c.question.in_([question.value for question in wanted.questions]))
        if wanted.memory is not None:
            conditions.append(or_(reviews.c.memory == wanted.memory, reviews.c.other == wanted.memory))
        total = self.connection.scalar(select(func.count()).select_from(reviews).where(*conditions)) or 0
        query = select(reviews).where(*conditions, reviews.c.seq > position(cursor)).order_by(reviews.c.seq)
        rows = self.connection.execute(query.limit(limit + 1)).all()
        items = tuple(review_of(row, self.name, self.zone) for row in rows[:limit])
        return Page(items=items, total=total, next=str(rows[limit - 1].seq) if len(rows) > limit else None)

    def review(self, review_id: str) -> Review | None:
        """The review of that id."""
        return next((review_of(row, self.name, self.zone) for row in self.rows(_REVIEWS, [review_id])), None)

    def jobs(self, states: Sequence[JobState] = (), *, name: str | None = None) -> list[Job]:
        """Jobs in the order they are due; every state where none is named."""
        wanted = [state.value for state in states or JobState]
        rows = self.rows(_QUEUE, wanted) if name is None else self.rows(_QUEUE_OF, wanted, name=name)
        return [job_of(row, self.name, self.zone) for row in rows]

    def undistilled_sessions(self) -> list[Undistilled]:
        """Sessions with entries that were not distilled yet, in the order of their last entry."""
        return [
            Undistilled(session=row.session, entries=row.entries, last_at=from_micros(row.last_at, self.zone))
            for row in self.connection.execute(_UNDISTILLED)
        ]

    def undistilled(self, session: str | None, *, limit: int) -> list[Entry]:
        """The next entries of a session that were not distilled yet, in the order of the journal."""
        its = entries.c.session.is_(None) if session is None else entries.c.session == session
        query = select(entries).where(its, _SAID, entries.c.seq > self._mark(session)).order_by(entries.c.seq)
        return [entry_of(row, self.name, self.zone) for row in self.connection.execute(query.limit(limit))]

    def last_entries(self, session: str | None, *, limit: int) -> list[Entry]:
        """The last entries of a session in the order of the journal."""
        its = entries.c.session.is_(None) if session is None else entries.c.session == session
        query = select(entries).where(its, _SAID).order_by(entries.c.seq.desc()).limit(limit)
        return [entry_of(row, self.name, self.zone) for row in self.connection.execute(query)][::-1]

    def replied_to(self, entry_ids: Iterable[str]) -> dict[str, str]:
        """The entry that comes right before each of these in its session, where there is one."""
        return {row.id: row.before for row in self.rows(_REPLIED_TO, list(dict.fromkeys(entry_ids))) if row.before}

    def sightings(self, keys: Iterable[str]) -> list[Sighting]:
        """Where these statements were seen before they were kept, oldest first."""
        return [sighting_of(row, self.zone) for row in self.rows(_SIGHTINGS, list(dict.fromkeys(keys)))]

    def recalls_of(self, memory_id: str, *, limit: int) -> list[RecallRecord]:
        """The last recalls that returned a memory, the newest first."""
        found = self.rows(_RECALLS_OF, (), memory=memory_id, limit=limit)
        returned: dict[int, list[str]] = defaultdict(list)
        for row in self.rows(RETURNED, [row.seq for row in found]):
            returned[row.recall].append(row.memory)
        return [recall_of(row, returned[row.seq], self.zone) for row in found]

    def standings(self, *, after: int, limit: int) -> list[Standing]:
        """What upkeep decides by, for every memory in the order recorded, a page after a `seq` at a time."""
        rows = self.rows(_STANDINGS, (), after=after, limit=limit)
        return [Standing._make((*row[:-1], row.frozen == 1)) for row in rows]

    def standing(self, ids: Iterable[str]) -> list[tuple[Standing, str]]:
        """The same for these memories, as far as they exist, each with the beginning of what it says."""
        rows = self.rows(_STANDING, list(dict.fromkeys(ids)))
        return [(Standing._make((*row[:-2], row.frozen == 1)), row.beginning) for row in rows]

    def _mark(self, session: str | None) -> int:
        return next((int(row.seq) for row in self.rows(_MARK, [session or ""])), 0)


class AftercareWriter(SqlWriter, AftercareReader, ABC):
    """The part of a Writer that keeps it."""

    def add_memories(self, new: Sequence[tuple[Memory, str]]) -> None:
        """Insert memories, each with its statement key and its `source.turns` as citations, and index them."""
        self.renew_claims()
        super().add_memories(new)
        self.claim(memory for memory, _ in new)

    def update_memories(self, changed: Sequence[tuple[Memory, str]]) -> None:
        """Replace the rows of the same ids and bring every index in line."""
        self.renew_claims()
        super().update_memories(changed)
        self._drop_claims([memory.id for memory, _ in changed])
        self.claim(memory for memory, _ in changed)

    def renew_claims(self, limit: int = RENEWED) -> bool:
        """Where claims were made by other rules, make those of the next memories anew; False once none are left."""
        if self.meta("claims_rules") != claims_rules():
            self.set_meta("claims_rules", claims_rules())
            self.set_meta("claims_after", "0")
        after = self.meta("claims_after")
        if after is None:
            return False
        rows = self.rows(_UNCLAIMED, (), after=int(after), limit=limit)
        self._drop_claims([row.id for row in rows])
        self._claim((row.id, row.text, row.holds_from) for row in rows if row.status == Status.ACTIVE.value)
        self.set_meta("claims_after", str(rows[-1].seq) if len(rows) == limit else None)
        return len(rows) == limit

    def claim(self, given: Iterable[Memory]) -> None:
        """Write what active memories claim."""
        active = (memory for memory in given if memory.status is Status.ACTIVE)
        self._claim((memory.id, memory.text, to_micros(memory.holds_from)) for memory in active)

    def _drop_claims(self, memory_ids: Sequence[str]) -> None:
        self.among(_DROP_CLAIMS, memory_ids)

    def _claim(self, said: Iterable[tuple[str, str, int]]) -> None:
        """Write claims of (memory id, text, event time)."""
        rows = [{"key": key, "at": at, "memory": name} for name, words, at in said for key in claims_of(words)]
        self.put(_ADD_CLAIMS, rows)

    def add_links(self, new: Sequence[Link]) -> None:
        """Add links; one that is there already stays."""
        known = {(link.memory, link.other, link.relation) for link in self.links(link.memory for link in new)}
        fresh = {key: link for link in reversed(new) if (key := (link.memory, link.other, link.relation)) not in known}
        self.put(_ADD_LINKS, [link_row(link) for link in fresh.values()])

    def drop_links(self, memory_id: str, *, relations: Sequence[Relation]) -> None:
        """Remove the links of these relations that a memory has on either side."""
        mine = or_(links.c.memory == memory_id, links.c.other == memory_id)
        named = links.c.relation.in_([relation.value for relation in relations])
        self.connection.execute(delete(links).where(mine, named))

    def save_reviews(self, new: Sequence[Review]) -> None:
        """Add reviews, or replace those of the same ids."""
        known = {row.id for row in self.rows(_REVIEWS, [review.id for review in new])}
        newest = {review.id: review_row(review) for review in new}
        self.put(_ADD_REVIEWS, [row for name, row in newest.items() if name not in known])
        self.put(_CHANGE_REVIEWS, [{"_id": name, **row} for name, row in newest.items() if name in known])

    def save_jobs(self, new: Sequence[Job]) -> None:
        """Add jobs, or replace those of the same ids; of one name and key only the first that waits or runs is kept."""
        known = {row.id for row in self.rows(_JOBS, [job.id for job in new])}
        for job in new:
            if job.state is not JobState.DEAD and self._queued(job):
                self.drop_jobs([job.id])
            elif job.id in known:
                self.connection.execute(update(jobs).where(jobs.c.id == job.id).values(job_row(job)))
            else:
                self.connection.execute(insert(jobs).values(job_row(job)))
                known.add(job.id)

    def _queued(self, job: Job) -> bool:
        """Whether another job of the same name and key waits or runs."""
        same = exists().where(
            jobs.c.name == job.name, jobs.c.key == job.key, jobs.c.id != job.id, jobs.c.state != JobState.DEAD.value
        )
        return bool(self.connection.scalar(select(same)))

    def drop_jobs(self, job_ids: Iterable[str]) -> None:
        """Remove jobs."""
        for part in chunks(list(job_ids)):
            self.connection.execute(delete(jobs).where(jobs.c.id.in_(part)))

    def mark_distilled(self, session: str | None, seq: int) -> None:
        """Everything of a session up to an entry's `seq` is distilled; a mark never moves back."""
        row = {"session": session or "", "seq": seq}
        mark = self._mark(session)
        if not mark:
            self.put(_ADD_MARKS, [row])
        elif mark < seq:
            self.connection.execute(update(marks).where(marks.c.session == row["session"]).values(seq=seq))

    def add_sightings(self, seen: Sequence[Sighting]) -> None:
        """Note statements that are not kept yet; the same entry counts once."""
        known = {(one.key, one.entry) for one in self.sightings(one.key for one in seen)}
        fresh = {(one.key, one.entry): one for one in reversed(seen) if (one.key, one.entry) not in known}
        self.put(_ADD_SIGHTINGS, [sighting_row(one) for one in fresh.values()])

    def drop_sightings(self, keys: Iterable[str]) -> None:
        """Forget what was noted of these statements."""
        for part in chunks(list(keys)):
            self.connection.execute(delete(sightings).where(sightings.c.key.in_(part)))

    def add_recalls(self, records: Sequence[RecallRecord]) -> None:
        """Record recalls; of one memory the newest hundred are kept. One that is there already gets its answer."""
        there = {row.id for row in self.rows(_THERE, list({name for record in records for name in record.memories}))}
        known = {row.id for row in self.rows(_RECALLS, [record.id for record in records])}
        fresh: dict[str, RecallRecord] = {}
        again = []
        for record in records:
            if record.id in known or record.id in fresh:
                again.append({"_id": record.id, "answer": record.answer})
            elif returned := tuple(name for name in dict.fromkeys(record.memories) if name in there):
                fresh[record.id] = replace(record, memories=returned)
        self._insert_recalls(fresh)
        self.put(_CHANGE_RECALLS, again)

    def _insert_recalls(self, fresh: Mapping[str, RecallRecord]) -> None:
        if not fresh:
            return
        self.put(_ADD_RECALLS, [recall_row(record) for record in fresh.values()])
        numbers = {row.id: row.seq for row in self.rows(_RECALLS, list(fresh))}
        rows = [
            {"memory": name, "recall": numbers[record.id], "rank": rank}
            for record in fresh.values()
            for rank, name in enumerate(record.memories)
        ]
        self.put(_ADD_RECALLED, rows)
        for crowded in self.rows(_CROWDED, list({row["memory"] for row in rows})):
            self._drop_old_recalls(crowded.memory)

    def _drop_old_recalls(self, memory_id: str) -> None:
        old = [row.recall for row in self.rows(_OLD_RECALLS, (), memory=memory_id)]
        for part in chunks(old):
            its = and_(recalled.c.memory == memory_id, recalled.c.recall.in_(part))
            self.connection.execute(delete(recalled).where(its))
            bare = ~exists().where(recalled.c.recall == recalls.c.seq)
            self.connection.execute(delete(recalls).where(recalls.c.seq.in_(part), bare))

    def set_aside(self, memory_ids: Sequence[str], status: Status) -> None:
        """Take memories out of recall: another status than active, version + 1, and nothing else of them changes."""
        self.among(_SET_ASIDE, memory_ids, status=status.value)
        self.among(_SET_LIVE, memory_ids, live=live_of(status), change=self.change)
        self._drop_claims(memory_ids)

    def freeze(self, memory_ids: Iterable[str]) -> None:
        """Cold storage: drop passages and vectors of memories that are not active; the next update of one brings them back."""
        cold = [row.id for row in self.rows(_COLD, list(dict.fromkeys(memory_ids)))]
        if not cold:
            return
        texts = self.drop_passages(cold)
        for part in chunks(texts):
            used = exists().where(passages.c.text_hash == vectors.c.text_hash)
            self.connection.execute(delete(vectors).where(vectors.c.text_hash.in_(part), ~used))
        for part in chunks(cold):
            self.connection.execute(update(memories).where(memories.c.id.in_(part)).values(frozen=1))
