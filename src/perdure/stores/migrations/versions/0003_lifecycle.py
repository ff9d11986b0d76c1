"""What becomes of memories: claims, links, reviews, jobs, marks, sightings, recalls; permanent memory is guarded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

from perdure.kinds import KINDS
from perdure.stores.permanence import guard
from perdure.text.claims import RULES, read_claims

revision = "0003"
down_revision = "0002"

_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_PART = 1_000
_MOST = 10_000


def upgrade() -> None:
    """Create the tables and columns, fill the claims, and bring the layers and states of passages in line."""
    op.add_column("memories", sa.Column("maker", sa.Text()))
    op.add_column("memories", sa.Column("frozen", sa.Integer(), nullable=False, server_default=sa.text("0")))
    alone = sa.text("session IS NULL AND (indexed = 1 OR channel <> 'remember')")
    op.create_index("ix_entries_alone", "entries", ["session", "seq"], sqlite_where=alone, postgresql_where=alone)
    gone = sa.text("superseded_by IS NOT NULL")
    op.create_index(
        "ix_memories_superseded_by", "memories", ["superseded_by"], sqlite_where=gone, postgresql_where=gone
    )
    _claims()
    _links()
    _reviews()
    _jobs()
    _distilling()
    _recalls()
    _fill_claims(op.get_bind())
    kinds = [kind.name for kind in KINDS if kind.permanent]
    passages = sa.table("passages", sa.column("layer"), sa.column("kind"))
    op.execute(passages.update().where(passages.c.kind.in_(kinds)).values(layer="permanent"))
    op.execute("UPDATE passages SET live = 2 WHERE owner IN (SELECT id FROM memories WHERE status = 'archived')")
    if op.get_context().dialect.name == "sqlite":
        guard(op.get_bind())


def _claims() -> None:
    op.create_table(
        "claims",
        sa.Column("key", sa.Text(), primary_key=True),
        sa.Column("at", sa.BigInteger(), primary_key=True),
        sa.Column("memory", sa.Text(), primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_claims_memory", "claims", ["memory"])


def _links() -> None:
    op.create_table(
        "links",
        sa.Column("memory", sa.Text(), sa.ForeignKey("memories.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("other", sa.Text(), sa.ForeignKey("memories.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("relation", sa.Text(), primary_key=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_links_other", "links", ["other"])


def _reviews() -> None:
    op.create_table(
        "reviews",
        sa.Column("seq", _KEY, primary_key=True),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("memory", sa.Text(), nullable=False),
        sa.Column("other", sa.Text()),
        sa.Column("summary", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("decided_at", sa.BigInteger()),
        sa.Column("decided_by", sa.Text()),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.UniqueConstraint("id", name="uq_reviews_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_reviews_state", "reviews", ["state", "seq"])
    op.create_index("ix_reviews_memory", "reviews", ["memory"])
    op.create_index("ix_reviews_other", "reviews", ["other"])


def _jobs() -> None:
    op.create_table(
        "jobs",
        sa.Column("seq", _KEY, primary_key=True),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("owner", sa.Text()),
        sa.Column("leased_until", sa.BigInteger()),
        sa.Column("error", sa.Text(), nullable=False),
        sa.UniqueConstraint("id", name="uq_jobs_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_jobs_due", "jobs", ["due_at", "seq"])
    queued = sa.text("state IN ('waiting', 'running')")
    op.create_index(
        "uq_jobs_queued", "jobs", ["name", "key"], unique=True, sqlite_where=queued, postgresql_where=queued
    )


def _distilling() -> None:
    op.create_table(
        "marks",
        sa.Column("session", sa.Text(), primary_key=True),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "sightings",
        sa.Column("key", sa.Text(), primary_key=True),
        sa.Column("entry", sa.Text(), sa.ForeignKey("entries.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_sightings_entry", "sightings", ["entry"])


def _recalls() -> None:
    op.create_table(
        "recalls",
        sa.Column("seq", _KEY, primary_key=True),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("query", sa.Text(), nullable=False),
        sa.Column("session", sa.Text()),
        sa.Column("answer", sa.Text()),
        sa.UniqueConstraint("id", name="uq_recalls_id"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "recalled",
        sa.Column("memory", sa.Text(), sa.ForeignKey("memories.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("recall", sa.BigInteger(), sa.ForeignKey("recalls.seq", ondelete="CASCADE"), primary_key=True),
        sa.Column("rank", sa.Integer(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_recalled_recall", "recalled", ["recall", "rank"])


def _fill_claims(connection: sa.Connection) -> None:
    """Of as many memories as can be read in seconds; the writes that follow read the others, see `renew_claims`."""
    after = read = 0
    while read < _MOST and (rows := _active(connection, after)):
        after, read = rows[-1].seq, read + len(rows)
        found = [
            {"key": key, "at": row.holds_from, "memory": row.id}
            for row in rows
            for key in dict.fromkeys(key for claim in read_claims(row.text) for key in claim.keys)
        ]
        if found:
            connection.execute(sa.text("INSERT INTO claims (key, at, memory) VALUES (:key, :at, :memory)"), found)
    known = {"claims_rules": RULES} if read < _MOST else {"claims_rules": RULES, "claims_after": str(after)}
    connection.execute(sa.text("DELETE FROM meta WHERE name LIKE 'claims_%'"))
    told = [{"name": name, "value": value} for name, value in known.items()]
    connection.execute(sa.text("INSERT INTO meta (name, value) VALUES (:name, :value)"), told)


def _active(connection: sa.Connection, after: int) -> Sequence[Any]:
    query = sa.text(
        "SELECT seq, id, text, holds_from FROM memories WHERE seq > :after AND status = 'active' ORDER BY seq LIMIT :part"
    )
    return connection.execute(query, {"after": after, "part": _PART}).all()
