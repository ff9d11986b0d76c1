"""The tables of a space, the same on every engine.

Times are UTC microseconds, so that no engine can lose a zone. `passages`, `terms`, `gone`, `labels`, `claims` and `vectors`
derive from the journal and the memories and can be rebuilt; the others are canonical.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    text,
)

HEAD = "0005"
"""The revision of these tables; equal to the newest file in `migrations/versions`."""

metadata = MetaData(
    naming_convention={"ix": "ix_%(table_name)s_%(column_0_N_name)s", "uq": "uq_%(table_name)s_%(column_0_N_name)s"}
)

Key = BigInteger().with_variant(Integer, "sqlite")

meta = Table("meta", metadata, Column("name", Text, primary_key=True), Column("value", Text, nullable=False))

sessions = Table(
    "sessions",
    metadata,
    Column("no", Key, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
)

entries = Table(
    "entries",
    metadata,
    Column("seq", Key, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("session", Text),
    Column("role", Text, nullable=False),
    Column("speaker", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("recorded_at", BigInteger, nullable=False),
    Column("ref", Text),
    Column("channel", Text, nullable=False),
    Column("origin", Text, nullable=False),
    Column("tool_calls", Text, nullable=False),
    Column("metadata", Text, nullable=False),
    Column("indexed", Integer, nullable=False),
    Index("ix_entries_session", "session", "seq"),
    Index("ix_entries_at", "at"),
    Index("ix_entries_ref", "ref"),
    sqlite_autoincrement=True,
)
SAID = "(indexed = 1 OR channel <> 'remember')"
"""What tells an entry of something said or done from the record of a `remember`."""

Index(
    "ix_entries_alone",
    entries.c.session,
    entries.c.seq,
    sqlite_where=text(f"session IS NULL AND {SAID}"),
)

memories = Table(
    "memories",
    metadata,
    Column("seq", Key, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("kind", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Column("recorded_at", BigInteger, nullable=False),
    Column("holds_from", BigInteger, nullable=False),
    Column("holds_until", BigInteger),
    Column("expires_at", BigInteger),
    Column("last_accessed_at", BigInteger),
    Column("slot_subject", Text),
    Column("slot_attribute", Text),
    Column("value", Text),
    Column("importance", Float, nullable=False),
    Column("confidence", Float, nullable=False),
    Column("status", Text, nullable=False),
    Column("superseded_by", Text),
    Column("origin", Text, nullable=False),
    Column("tool", Text),
    Column("session", Text),
    Column("speaker", Text),
    Column("access_count", Integer, nullable=False),
    Column("half_life_days", Float),
    Column("version", Integer, nullable=False),
    Column("tags", Text, nullable=False),
    Column("metadata", Text, nullable=False),
    Column("maker", Text),
    Column("frozen", Integer, nullable=False, server_default=text("0")),
    Index("ix_memories_key", "key"),
    Index("ix_memories_superseded_by", "superseded_by", sqlite_where=text("superseded_by IS NOT NULL")),
    Index("ix_memories_status", "status", "seq"),
    sqlite_autoincrement=True,
)
LASTING = ("profile", "boundary", "role")
"""Kinds that have an index of their own: each session reads them all, and there are few of them."""
IS_LASTING = f"kind IN ({', '.join(map(repr, LASTING))})"

Index("ix_memories_permanent", memories.c.seq, sqlite_where=text(IS_LASTING))
Index(
    "uq_memories_current_slot",
    memories.c.slot_subject,
    memories.c.slot_attribute,
    unique=True,
    sqlite_where=text("status = 'active'"),
)

citations = Table(
    "citations",
    metadata,
    Column("memory", Text, ForeignKey("memories.id", ondelete="CASCADE"), primary_key=True),
    Column("entry", Text, ForeignKey("entries.id", ondelete="CASCADE"), primary_key=True),
    Index("ix_citations_entry", "entry"),
)

history = Table(
    "history",
    metadata,
    Column("seq", Key, primary_key=True),
    Column("memory", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("actor", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("before", Text, nullable=False),
    Column("after", Text, nullable=False),
    Index("ix_history_memory", "memory", "seq"),
    sqlite_autoincrement=True,
)

labels = Table(
    "labels",
    metadata,
    Column("owner", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("value", Text, primary_key=True),
)

passages = Table(
    "passages",
    metadata,
    Column("id", Key, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("layer", Text, nullable=False),
    Column("kind", Text),
    Column("ordinal", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("text_hash", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("expires_at", BigInteger),
    Column("live", Integer, nullable=False),
    Column("session", Integer, nullable=False),
    Column("speaker", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("traits", Integer, nullable=False),
    Column("prev", Integer),
    Column("waiting", Integer, nullable=False),
    Column("change", Integer, nullable=False),
    Column("length", Integer, nullable=False, server_default=text("0")),
    Column("terms", LargeBinary, nullable=False, server_default=text("x''")),
    Index("ix_passages_owner", "owner"),
    Index("ix_passages_hash", "text_hash"),
    Index("ix_passages_change", "change"),
    Index("ix_passages_session", "session", "id"),
    sqlite_autoincrement=True,
)

Index(
    "ix_passages_waiting",
    passages.c.id,
    sqlite_where=text("waiting = 1"),
)

terms = Table(
    "terms",
    metadata,
    Column("no", Key, primary_key=True),
    Column("term", Text, nullable=False, unique=True),
)
"""A number for every term; `passages.terms` has those of a passage's own text, see `indexing.pack`."""

gone = Table(
    "gone",
    metadata,
    Column("change", BigInteger, primary_key=True),
    Column("passage", BigInteger, primary_key=True),
    sqlite_with_rowid=False,
)
"""Passages that were removed, and by which write: what an index in memory has to drop."""

embedders = Table(
    "embedders",
    metadata,
    Column("no", Key, primary_key=True),
    Column("fingerprint", Text, nullable=False, unique=True),
)

vectors = Table(
    "vectors",
    metadata,
    Column("text_hash", LargeBinary, primary_key=True),
    Column("embedder", Integer, primary_key=True),
    Column("data", LargeBinary, nullable=False),
    Column("scale", Float, nullable=False),
    sqlite_with_rowid=False,
)

claims = Table(
    "claims",
    metadata,
    Column("key", Text, primary_key=True),
    Column("at", BigInteger, primary_key=True),
    Column("memory", Text, primary_key=True),
    Index("ix_claims_memory", "memory"),
    sqlite_with_rowid=False,
)
"""Under which keys what active memories say is found again, with their event time; see `perdure.text.claims`."""

links = Table(
    "links",
    metadata,
    Column("memory", Text, ForeignKey("memories.id", ondelete="CASCADE"), primary_key=True),
    Column("other", Text, ForeignKey("memories.id", ondelete="CASCADE"), primary_key=True),
    Column("relation", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Index("ix_links_other", "other"),
    sqlite_with_rowid=False,
)

reviews = Table(
    "reviews",
    metadata,
    Column("seq", Key, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("question", Text, nullable=False),
    Column("memory", Text, nullable=False),
    Column("other", Text),
    Column("summary", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("state", Text, nullable=False),
    Column("decided_at", BigInteger),
    Column("decided_by", Text),
    Column("reason", Text, nullable=False),
    Index("ix_reviews_state", "state", "seq"),
    Index("ix_reviews_memory", "memory"),
    Index("ix_reviews_other", "other"),
    sqlite_autoincrement=True,
)

jobs = Table(
    "jobs",
    metadata,
    Column("seq", Key, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("payload", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("due_at", BigInteger, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("owner", Text),
    Column("leased_until", BigInteger),
    Column("error", Text, nullable=False),
    Index("ix_jobs_due", "due_at", "seq"),
    sqlite_autoincrement=True,
)
Index(
    "uq_jobs_queued",
    jobs.c.name,
    jobs.c.key,
    unique=True,
    sqlite_where=text("state IN ('waiting', 'running')"),
)

marks = Table(
    "marks",
    metadata,
    Column("session", Text, primary_key=True),
    Column("seq", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""Up to which entry each session is distilled; the empty name stands for turns without a session."""

sightings = Table(
    "sightings",
    metadata,
    Column("key", Text, primary_key=True),
    Column("entry", Text, ForeignKey("entries.id", ondelete="CASCADE"), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Index("ix_sightings_entry", "entry"),
    sqlite_with_rowid=False,
)

recalls = Table(
    "recalls",
    metadata,
    Column("seq", Key, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("at", BigInteger, nullable=False),
    Column("query", Text, nullable=False),
    Column("session", Text),
    Column("answer", Text),
    sqlite_autoincrement=True,
)

recalled = Table(
    "recalled",
    metadata,
    Column("memory", Text, ForeignKey("memories.id", ondelete="CASCADE"), primary_key=True),
    Column("recall", BigInteger, ForeignKey("recalls.seq", ondelete="CASCADE"), primary_key=True),
    Column("rank", Integer, nullable=False),
    Index("ix_recalled_recall", "recall", "rank"),
    sqlite_with_rowid=False,
)
"""Which memories a recall returned, as far as it is one of the newest of theirs."""

replies = Table(
    "replies",
    metadata,
    Column("key", Text, primary_key=True),
    Column("request", Text, nullable=False),
    Column("status", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("ix_replies_at", "at"),
)
"""What was answered to requests that may come again, for as long as they may."""

foreign_records = Table(
    "foreign_records",
    metadata,
    Column("owner", Text, primary_key=True),
    Column("system", Text, nullable=False),
    Column("foreign_id", Text, nullable=False),
    Column("record", Text, nullable=False),
)
"""What memories and entries were in the system that they came from; an owner is the id of either."""
