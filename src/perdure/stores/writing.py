"""Writing a space in SQL that every engine understands."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Integer, bindparam, case, delete, exists, func, insert, select, update

from perdure.domain.change import Change
from perdure.domain.journal import Entry
from perdure.domain.memory import Memory
from perdure.domain.policy import Policy
from perdure.stores.indexing import entry_passages, memory_passages
from perdure.stores.reading import SqlReader, chunks
from perdure.stores.rows import change_row, dump, entry_row, label_rows, memory_row, to_micros
from perdure.stores.schema import (
    citations,
    embedders,
    entries,
    history,
    labels,
    memories,
    meta,
    passages,
    sessions,
    vectors,
)

_KNOWN = select(vectors.c.text_hash).where(vectors.c.text_hash.in_(bindparam("part", expanding=True)))
_SESSIONS = select(sessions).where(sessions.c.id.in_(bindparam("values", expanding=True)))


class SqlWriter(SqlReader, ABC):
    """The part of a Writer that is plain SQL; an engine adds its search index in `_index` and `_unindex`."""

    _change: int | None = None

    def add_entries(self, new: Sequence[Entry]) -> list[Entry]:
        """Append to the journal and index what is `indexed`; returns them with `seq` set."""
        if not new:
            return []
        self.connection.execute(insert(entries), [entry_row(entry) for entry in new])
        last = self.connection.scalar(select(func.max(entries.c.seq))) or 0
        written = [replace(entry, seq=last - len(new) + 1 + offset) for offset, entry in enumerate(new)]
        self.label((entry.id, (), entry.metadata) for entry in written)
        self.index_entries([entry for entry in written if entry.indexed])
        return written

    def add_memories(self, new: Sequence[tuple[Memory, str]]) -> None:
        """Insert memories, each with its statement key and its `source.turns` as citations, and index them."""
        if not new:
            return
        self.connection.execute(insert(memories), [memory_row(memory, key) for memory, key in new])
        cites = [
            {"memory": memory.id, "entry": turn} for memory, _ in new for turn in dict.fromkeys(memory.source.turns)
        ]
        if cites:
            self.connection.execute(insert(citations), cites)
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
        self.connection.execute(update(memories).where(memories.c.id == bindparam("_id")), rows)
        for part in chunks([memory.id for memory, _ in changed]):
            self.connection.execute(delete(labels).where(labels.c.owner.in_(part)))
        self.label((memory.id, memory.tags, memory.metadata) for memory, _ in changed)
        self._reindex_memories([memory for memory, _ in changed])

    def cite(self, memory_id: str, entry_ids: Sequence[str]) -> None:
        """Let a memory rest on more entries."""
        known = set(self.cited([memory_id]).get(memory_id, ()))
        rows = [{"memory": memory_id, "entry": entry} for entry in dict.fromkeys(entry_ids) if entry not in known]
        if rows:
            self.connection.execute(insert(citations), rows)

    def add_changes(self, changes: Sequence[Change]) -> None:
        """Append to the history."""
        if changes:
            self.connection.execute(insert(history), [change_row(change) for change in changes])

    def count_accesses(self, accesses: Mapping[str, tuple[int, datetime]]) -> None:
        """Add accesses and set the last one, for each memory id."""
        if not accesses:
            return
        before = memories.c.last_accessed_at
        at = bindparam("_at", type_=BigInteger)
        statement = (
            update(memories)
            .where(memories.c.id == bindparam("_id"))
            .values(
                access_count=memories.c.access_count + bindparam("_count", type_=Integer),
                last_accessed_at=case((before > at, before), else_=at),
            )
        )
        rows = [{"_id": name, "_count": count, "_at": to_micros(at)} for name, (count, at) in accesses.items()]
        self.connection.execute(statement, rows)

    def set_meta(self, name: str, value: str | None) -> None:
        """Set or remove a setting of the space."""
        self._meta = None
        self.connection.execute(delete(meta).where(meta.c.name == name))
        if value is not None:
            self.connection.execute(insert(meta), {"name": name, "value": value})

    def set_policy(self, policy: Policy) -> None:
        """Store the policy; what equals the defaults is left out, so that better defaults reach old spaces."""
        self.set_meta("policy", dump(policy.changes()))

    def set_embedder(self, fingerprint: str | None) -> None:
        """Name the embedder whose vectors recall uses and drop all others."""
        keep = self._embedder_no(fingerprint) if fingerprint is not None else 0
        self.connection.execute(delete(vectors).where(vectors.c.embedder != keep))
        self.connection.execute(delete(embedders).where(embedders.c.no != keep))
        has = exists().where(vectors.c.text_hash == passages.c.text_hash)
        self.connection.execute(update(passages).values(waiting=case((has, 0), else_=1)))
        self.set_meta("embedder", fingerprint)
        self._forget_caches()

    def put_vectors(self, fingerprint: str, found: Mapping[bytes, tuple[bytes, float]]) -> None:
        """Store (data, scale) by text hash and mark their passages as changed."""
        if not found:
            return
        number = self._embedder_no(fingerprint)
        rows = [
            {"embedder": number, "text_hash": key, "data": data, "scale": scale} for key, (data, scale) in found.items()
        ]
        known = {
            row.text_hash
            for part in chunks(list(found))
            for row in self.connection.execute(
                select(vectors.c.text_hash).where(vectors.c.embedder == number, vectors.c.text_hash.in_(part))
            )
        }
        rows = [row for row in rows if row["text_hash"] not in known]
        if rows:
            self.connection.execute(insert(vectors), rows)
        for part in chunks(list(found)):
            touched = update(passages).where(passages.c.text_hash.in_(part))
            served = {"waiting": 0} if fingerprint == self.embedder() else {}
            self.connection.execute(touched.values(change=self.change, **served))

    @property
    def change(self) -> int:
        """The number of this write: rows that carry a higher one than a cache knows are new to it."""
        if self._change is None:
            self._change = int(self.meta("change") or 0) + 1
            self.set_meta("change", str(self._change))
        return self._change

    def index_entries(self, new: Sequence[Entry]) -> None:
        """Write the passages and search rows of entries just added, and renew those of the turns before them."""
        if not new:
            return
        limits = (self.policy() or Policy()).limits
        numbers = self._session_numbers(entry.session for entry in new)
        rows = [
            row
            for entry in new
            for row in entry_passages(entry, numbers.get(entry.session or "", 0), limits, self.change)
        ]
        self._insert_passages(rows)
        self._index_journal(rows)

    def index_memories(self, new: Sequence[Memory]) -> None:
        """Write the passages and search rows of memories."""
        limits = (self.policy() or Policy()).limits
        rows = [row for memory in new for row in memory_passages(memory, limits, self.change)]
        self._insert_passages(rows)
        self._index_standalone(rows)

    def _reindex_memories(self, changed: Sequence[Memory]) -> None:
        """Bring passages in line: they keep their rows where their number stays, and only new words are indexed anew."""
        limits = (self.policy() or Policy()).limits
        old: dict[str, list[Any]] = {}
        for part in chunks([memory.id for memory in changed]):
            for row in self.connection.execute(
                select(passages).where(passages.c.owner.in_(part)).order_by(passages.c.id)
            ):
                old.setdefault(row.owner, []).append(row)
        kept: list[tuple[Any, dict[str, Any]]] = []
        renewed, gone = [], []
        for memory in changed:
            rows, known = memory_passages(memory, limits, self.change), old.get(memory.id, [])
            if len(rows) == len(known):
                kept += zip(known, rows, strict=True)
            else:
                gone += [row.id for row in known]
                renewed.append(memory)
        self._replace_passages(kept)
        if gone:
            self._remove_passages(gone)
        self.index_memories(renewed)

    def _replace_passages(self, pairs: Sequence[tuple[Any, dict[str, Any]]]) -> None:
        """Give passages their new rows in place, so that no cache has to be read anew; new words are indexed."""
        for was, row in pairs:
            row["id"] = was.id
        reworded = [row for was, row in pairs if row["text_hash"] != was.text_hash]
        served = self._with_vectors([row["text_hash"] for row in reworded])
        for row in reworded:
            row["waiting"] = int(row["text_hash"] not in served)
        self._update_passages(reworded, (*_STANDING, "ordinal", "body", "text_hash", "traits", "waiting"))
        self._update_passages([row for _, row in pairs], _STANDING)
        if reworded:
            self._index_standalone(reworded)

    def _update_passages(self, rows: Sequence[dict[str, Any]], names: Sequence[str]) -> None:
        values = [{"_id": row["id"], **{name: row[name] for name in names}} for row in rows]
        if values:
            self.connection.execute(update(passages).where(passages.c.id == bindparam("_id")), values)

    def _insert_passages(self, rows: list[dict[str, Any]]) -> None:
        """Insert passage rows and set their ids."""
        if not rows:
            return
        known = self._with_vectors([row["text_hash"] for row in rows])
        for row in rows:
            row["waiting"] = int(row["text_hash"] not in known)
        self.connection.execute(insert(passages), rows)
        last = self.connection.scalar(select(func.max(passages.c.id))) or 0
        for offset, row in enumerate(rows):
            row["id"] = last - len(rows) + 1 + offset

    def _with_vectors(self, hashes: list[bytes]) -> set[bytes]:
        """Those of the hashes that have a vector of the space's embedder."""
        number = self.embedder_no(self.embedder() or "") or 0
        query = _KNOWN.where(vectors.c.embedder == number)
        return {row.text_hash for part in chunks(hashes) for row in self.connection.execute(query, {"part": part})}

    def _remove_passages(self, ids: list[int]) -> None:
        self._unindex(ids)
        for part in chunks(ids):
            self.connection.execute(delete(passages).where(passages.c.id.in_(part)))
        self._forget_caches()

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
        if rows:
            self.connection.execute(insert(labels), rows)

    @abstractmethod
    def _index_journal(self, rows: list[dict[str, Any]]) -> None:
        """Put passages of turns into the search index, in the order of the journal."""

    @abstractmethod
    def _index_standalone(self, rows: list[dict[str, Any]]) -> None:
        """Put passages that have no neighbours into the search index."""

    @abstractmethod
    def _unindex(self, ids: list[int]) -> None:
        """Take passages out of the search index."""

    def _forget_caches(self) -> None:
        """Tell every process that rows went away, so that caches are read anew."""
        self.set_meta("epoch", str(int(self.meta("epoch") or 0) + 1))
        _ = self.change


_STANDING = ("kind", "layer", "at", "expires_at", "live", "speaker", "change")
"""What of a passage can change while its words stay."""
