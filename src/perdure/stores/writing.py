"""Writing a space in SQL that every engine understands."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Delete,
    Insert,
    Integer,
    Select,
    Update,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    select,
    update,
)

from perdure.domain.change import Change
from perdure.domain.journal import Entry
from perdure.domain.memory import Memory
from perdure.domain.policy import Policy
from perdure.domain.reply import Reply
from perdure.stores.indexing import entry_passages, linked, memory_passages, pack
from perdure.stores.reading import GIVEN, SqlReader, chunks
from perdure.stores.rows import change_row, dump, entry_row, label_rows, memory_row, reply_row, to_micros
from perdure.stores.schema import (
    citations,
    embedders,
    entries,
    gone,
    history,
    labels,
    memories,
    meta,
    passages,
    replies,
    sessions,
    terms,
    vectors,
)
from perdure.text.analyzer import index_terms

_DEFAULT = Policy()

_KNOWN = select(vectors.c.text_hash).where(
    vectors.c.text_hash.in_(bindparam("part", expanding=True)), vectors.c.embedder == bindparam("number")
)
_AT = bindparam("_at", type_=BigInteger)
_ACCESSED = (
    update(memories)
    .where(memories.c.id == bindparam("_id"))
    .values(
        access_count=memories.c.access_count + bindparam("_count", type_=Integer),
        last_accessed_at=case((memories.c.last_accessed_at > _AT, memories.c.last_accessed_at), else_=_AT),
    )
)
_LAST_ENTRY = select(func.max(entries.c.seq).label("last"))
_LAST_PASSAGE = select(func.max(passages.c.id).label("last"))
_LAST_TERM = select(func.max(terms.c.no).label("last"))
_REMOVE_SETTING = delete(meta).where(meta.c.name == bindparam("setting"))
_CHANGE_SETTING = update(meta).where(meta.c.name == bindparam("setting"))
_ADD_SETTING = insert(meta)
_ADD_ENTRIES, _ADD_MEMORIES, _ADD_CITATIONS = insert(entries), insert(memories), insert(citations)
_ADD_HISTORY, _ADD_LABELS, _ADD_PASSAGES = insert(history), insert(labels), insert(passages)
_ADD_TERMS, _ADD_GONE, _ADD_VECTORS = insert(terms), insert(gone), insert(vectors)
_ADD_REPLIES, _DROP_REPLIES = insert(replies), delete(replies).where(replies.c.at < bindparam("since"))
_CHANGE_MEMORIES = update(memories).where(memories.c.id == bindparam("_id"))
_CHANGE_PASSAGES = update(passages).where(passages.c.id == bindparam("_id"))
_DROP_LABELS = delete(labels).where(labels.c.owner.in_(GIVEN))
_DROP_PASSAGES = delete(passages).where(passages.c.id.in_(GIVEN))
_SERVED = update(passages).where(passages.c.text_hash == bindparam("key"))
_PASSAGES_OF = (
    select(passages.c.id, passages.c.owner, passages.c.text_hash)
    .where(passages.c.owner.in_(GIVEN))
    .order_by(passages.c.id)
)
_LAST_OF = (
    select(passages.c.id, passages.c.session, passages.c.traits, passages.c.speaker)
    .where(passages.c.session == bindparam("session"), passages.c.id < bindparam("before"))
    .order_by(passages.c.id.desc())
    .limit(1)
)
_SESSIONS = select(sessions).where(sessions.c.id.in_(GIVEN))


class SqlWriter(SqlReader, ABC):
    """The part of a Writer that is plain SQL; an engine adds how it finds the numbers of terms, and how it packs vectors."""

    _change: int | None = None

    @abstractmethod
    def put(self, statement: Insert | Update | Delete, rows: Sequence[Mapping[str, Any]]) -> None:
        """Run a statement once for each of the rows, which all name the same columns; past the ORM's wrapping, for that takes
        longer than the engine."""

    @abstractmethod
    def among(self, statement: Update | Delete, values: Sequence[str | int], **bound: str | int) -> None:
        """Run a statement about any number of GIVEN values."""

    def add_entries(self, new: Sequence[Entry]) -> list[Entry]:
        """Append to the journal and index what is `indexed`; returns them with `seq` set."""
        if not new:
            return []
        self.put(_ADD_ENTRIES, [entry_row(entry) for entry in new])
        last = self._last(_LAST_ENTRY)
        written = [replace(entry, seq=last - len(new) + 1 + offset) for offset, entry in enumerate(new)]
        self.label((entry.id, (), entry.metadata) for entry in written)
        self.index_entries([entry for entry in written if entry.indexed])
        return written

    def add_memories(self, new: Sequence[tuple[Memory, str]]) -> None:
        """Insert memories, each with its statement key and its `source.turns` as citations, and index them."""
        if not new:
            return
        self.put(_ADD_MEMORIES, [memory_row(memory, key) for memory, key in new])
        cites = [
            {"memory": memory.id, "entry": turn} for memory, _ in new for turn in dict.fromkeys(memory.source.turns)
        ]
        self.put(_ADD_CITATIONS, cites)
        self.label((memory.id, memory.tags, memory.metadata) for memory, _ in new)
        self.index_memories([memory for memory, _ in new])

    def update_memories(self, changed: Sequence[tuple[Memory, str]]) -> None:
        """Replace the rows of the same ids and bring every index in line."""
        if not changed:
            return
        rows = [
            {("_id" if name == "id" else name): value for name, value in memory_row(memory, key).items()}
            for memory, key in changed
        ]
        self.put(_CHANGE_MEMORIES, rows)
        self.among(_DROP_LABELS, [memory.id for memory, _ in changed])
        self.label((memory.id, memory.tags, memory.metadata) for memory, _ in changed)
        self._reindex_memories([memory for memory, _ in changed])

    def cite(self, memory_id: str, entry_ids: Sequence[str]) -> None:
        """Let a memory rest on more entries."""
        known = set(self.cited([memory_id]).get(memory_id, ()))
        rows = [{"memory": memory_id, "entry": entry} for entry in dict.fromkeys(entry_ids) if entry not in known]
        self.put(_ADD_CITATIONS, rows)

    def add_changes(self, changes: Sequence[Change]) -> None:
        """Append to the history."""
        self.put(_ADD_HISTORY, [change_row(change) for change in changes])

    def count_accesses(self, accesses: Mapping[str, tuple[int, datetime]]) -> None:
        """Add accesses and set the last one, for each memory id."""
        rows = [{"_id": name, "_count": count, "_at": to_micros(at)} for name, (count, at) in accesses.items()]
        self.put(_ACCESSED, rows)

    def set_meta(self, name: str, value: str | None) -> None:
        """Set or remove a setting of the space."""
        if value is None:
            self.put(_REMOVE_SETTING, [{"setting": name}])
        elif self.meta(name) is None:
            self.put(_ADD_SETTING, [{"name": name, "value": value}])
        else:
            self.put(_CHANGE_SETTING, [{"setting": name, "value": value}])
        self._meta = None

    def set_policy(self, policy: Policy) -> None:
        """Store the policy; what equals the defaults is left out, so that better defaults reach old spaces."""
        self.set_meta("policy", dump(policy.changes()))

    def keep_reply(self, reply: Reply, *, since: datetime) -> None:
        """Keep the answer to a request, and drop those from before `since`; one of the same key stays as it is."""
        self.put(_DROP_REPLIES, [{"since": to_micros(since)}])
        if self.reply(reply.key) is None:
            self.put(_ADD_REPLIES, [reply_row(reply)])

    def set_embedder(self, fingerprint: str | None) -> None:
        """Name the embedder whose vectors recall uses and drop all others."""
        keep = self._embedder_no(fingerprint) if fingerprint is not None else 0
        self.connection.execute(delete(vectors).where(vectors.c.embedder != keep))
        self.connection.execute(delete(embedders).where(embedders.c.no != keep))
        has = exists().where(vectors.c.text_hash == passages.c.text_hash)
        self.connection.execute(update(passages).values(waiting=case((has, 0), else_=1)))
        self.set_meta("embedder", fingerprint)
        self.forget_indexes()

    def put_vectors(self, fingerprint: str, found: Mapping[bytes, tuple[bytes, float]]) -> None:
        """Store (data, scale) by text hash and mark their passages as changed."""
        if not found:
            return
        number = self._embedder_no(fingerprint)
        rows = [
            {"embedder": number, "text_hash": key, "data": data, "scale": scale} for key, (data, scale) in found.items()
        ]
        known = self._with_vectors(list(found), number)
        rows = [row for row in rows if row["text_hash"] not in known]
        self.put(_ADD_VECTORS, rows)
        served = {"waiting": 0} if fingerprint == self.embedder() else {}
        self.put(_SERVED, [{"key": key, "change": self.change, **served} for key in found])

    @property
    def change(self) -> int:
        """The number of this write: rows that carry a higher one than a cache knows are new to it."""
        if self._change is None:
            self._change = int(self.meta("change") or 0) + 1
            self.set_meta("change", str(self._change))
        return self._change

    def index_entries(self, new: Sequence[Entry]) -> None:
        """Write the passages of entries just added."""
        if not new:
            return
        limits = (self.policy() or _DEFAULT).limits
        sessions = self._session_numbers(entry.session for entry in new)
        rows = [
            row
            for entry in new
            for row in entry_passages(entry, sessions.get(entry.session or "", 0), limits, self.change)
        ]
        self._insert_passages(rows)
        self._link(rows)

    def index_memories(self, new: Sequence[Memory]) -> None:
        """Write the passages of memories."""
        limits = (self.policy() or _DEFAULT).limits
        self._insert_passages([row for memory in new for row in memory_passages(memory, limits, self.change)])

    def _reindex_memories(self, changed: Sequence[Memory]) -> None:
        """Bring passages in line: they stay while their words do; other words are other passages, so that what an index knows
        of a passage's words and vector never changes."""
        limits = (self.policy() or _DEFAULT).limits
        old: dict[str, list[Any]] = {}
        for row in self.rows(_PASSAGES_OF, [memory.id for memory in changed]):
            old.setdefault(row.owner, []).append(row)
        kept: list[dict[str, Any]] = []
        renewed, removed = [], []
        for memory in changed:
            rows, known = memory_passages(memory, limits, self.change), old.get(memory.id, [])
            if [row["text_hash"] for row in rows] == [row.text_hash for row in known]:
                pairs = zip(known, rows, strict=True)
                kept += ({"_id": was.id, **{name: row[name] for name in _STANDING}} for was, row in pairs)
            else:
                removed += [row.id for row in known]
                renewed.append(memory)
        self.put(_CHANGE_PASSAGES, kept)
        self._remove_passages(removed)
        self.index_memories(renewed)

    def _insert_passages(self, rows: list[dict[str, Any]]) -> None:
        """Insert passage rows and set their ids."""
        if not rows:
            return
        number = self.embedder_no(self.embedder() or "") or 0
        known = self._with_vectors([row["text_hash"] for row in rows], number)
        said = [index_terms(row["body"]) for row in rows]
        numbers = self._number(term for terms_ in said for term in terms_)
        for row, own in zip(rows, said, strict=True):
            row["waiting"] = int(row["text_hash"] not in known)
            row["terms"] = pack(own, numbers)
        self.put(_ADD_PASSAGES, rows)
        last = self._last(_LAST_PASSAGE)
        for offset, row in enumerate(rows):
            row["id"] = last - len(rows) + 1 + offset

    def _number(self, used: Iterable[str]) -> dict[str, int]:
        """The number of each term; new terms get the next ones."""
        wanted = list(dict.fromkeys(used))
        known = self.term_numbers(wanted)
        fresh = [term for term in wanted if term not in known]
        if fresh:
            last = self._last(_LAST_TERM)
            numbers = {term: no for no, term in enumerate(fresh, start=last + 1)}
            self.put(_ADD_TERMS, [{"no": no, "term": term} for term, no in numbers.items()])
            known |= numbers
        return known

    def _link(self, rows: Sequence[dict[str, Any]]) -> None:
        """Tell passages of turns which one comes before them in the same exchange."""
        last: dict[int, dict[str, Any]] = {}
        links = []
        for row in rows:
            session = row["session"]
            if not session:
                continue
            before = last.get(session) or self._last_of(session, before=rows[0]["id"])
            if before is not None and linked(before, row):
                links.append({"_id": row["id"], "prev": before["id"]})
            last[session] = row
        self.put(_CHANGE_PASSAGES, links)

    def _last_of(self, session: int, *, before: int) -> dict[str, Any] | None:
        """The last passage of a session before a new one."""
        found = self.connection.execute(_LAST_OF, {"session": session, "before": before}).mappings().first()
        return None if found is None else dict(found)

    def _last(self, statement: Select[Any]) -> int:
        """The highest number there is; 0 for none."""
        return int(self.rows(statement, ())[0].last or 0)

    def _with_vectors(self, hashes: list[bytes], number: int) -> set[bytes]:
        """Those of the hashes that have a vector of an embedder."""
        found: set[bytes] = set()
        for part in chunks(hashes):
            found.update(self.connection.scalars(_KNOWN, {"part": part, "number": number}))
        return found

    def drop_passages(self, owners: Sequence[str]) -> list[bytes]:
        """Take memories out of the index; returns the hashes of what their passages said."""
        rows = self.rows(_PASSAGES_OF, owners)
        self._remove_passages([row.id for row in rows])
        return [row.text_hash for row in rows]

    def _remove_passages(self, ids: list[int]) -> None:
        if not ids:
            return
        self.put(_ADD_GONE, [{"change": self.change, "passage": number} for number in ids])
        self.among(_DROP_PASSAGES, ids)

    def _session_numbers(self, names: Iterable[str | None]) -> dict[str, int]:
        wanted = list(dict.fromkeys(name for name in names if name is not None))
        known = {row.id: row.no for row in self.rows(_SESSIONS, wanted)}
        missing = [name for name in wanted if name not in known]
        if missing:
            self.connection.execute(insert(sessions), [{"id": name} for name in missing])
            known |= {row.id: row.no for row in self.rows(_SESSIONS, missing)}
        return known

    def _embedder_no(self, fingerprint: str) -> int:
        known = self.embedder_no(fingerprint)
        if known is not None:
            return known
        self.connection.execute(insert(embedders), {"fingerprint": fingerprint})
        return self.embedder_no(fingerprint) or 0

    def label(self, items: Iterable[tuple[str, tuple[str, ...], Mapping[str, Any]]]) -> None:
        """Write the labels of (owner, tags, metadata)."""
        rows = [row for owner, tags, fields in items for row in label_rows(owner, tags, fields)]
        self.put(_ADD_LABELS, rows)

    @abstractmethod
    def term_numbers(self, wanted: Sequence[str]) -> dict[str, int]:
        """The numbers of those terms that are known."""

    def forget_indexes(self) -> None:
        """Tell every process to read its index anew."""
        self.set_meta("epoch", str(int(self.meta("epoch") or 0) + 1))
        _ = self.change


_STANDING = ("kind", "layer", "at", "expires_at", "live", "speaker", "change")
"""What of a passage can change while its words stay."""
