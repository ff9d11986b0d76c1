"""The tables that a space began with."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create every table."""
    _canonical()
    _history()
    _derived()
    _vectors()
    if op.get_context().dialect.name == "sqlite":
        op.execute(
            "CREATE VIRTUAL TABLE search USING fts5(own, previous, before_that, next, "
            "content='', contentless_delete=1, tokenize='ascii')"
        )
        op.execute("CREATE VIRTUAL TABLE vocabulary USING fts5vocab(search, row)")


def _canonical() -> None:
    op.create_table(
        "meta",
        sa.Column("name", sa.Text(), primary_key=True),
        sa.Column("value", sa.Text(), nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("no", _KEY, primary_key=True),
        sa.Column("id", sa.Text(), nullable=False),
        sa.UniqueConstraint("id", name="uq_sessions_id"),
    )
    op.create_table(
        "entries",
        sa.Column("seq", _KEY, primary_key=True),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("session", sa.Text()),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("speaker", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.Column("ref", sa.Text()),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("tool_calls", sa.Text(), nullable=False),
        sa.Column("metadata", sa.Text(), nullable=False),
        sa.Column("indexed", sa.Integer(), nullable=False),
        sa.UniqueConstraint("id", name="uq_entries_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_entries_session", "entries", ["session", "seq"])
    op.create_index("ix_entries_at", "entries", ["at"])
    op.create_index("ix_entries_ref", "entries", ["ref"])
    _memories()
    op.create_table(
        "citations",
        sa.Column("memory", sa.Text(), sa.ForeignKey("memories.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("entry", sa.Text(), sa.ForeignKey("entries.id", ondelete="CASCADE"), primary_key=True),
    )
    op.create_index("ix_citations_entry", "citations", ["entry"])


def _memories() -> None:
    op.create_table(
        "memories",
        sa.Column("seq", _KEY, primary_key=True),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.Column("holds_from", sa.BigInteger(), nullable=False),
        sa.Column("holds_until", sa.BigInteger()),
        sa.Column("expires_at", sa.BigInteger()),
        sa.Column("last_accessed_at", sa.BigInteger()),
        sa.Column("slot_subject", sa.Text()),
        sa.Column("slot_attribute", sa.Text()),
        sa.Column("value", sa.Text()),
        sa.Column("importance", sa.Float(), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("superseded_by", sa.Text()),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("tool", sa.Text()),
        sa.Column("session", sa.Text()),
        sa.Column("speaker", sa.Text()),
        sa.Column("access_count", sa.Integer(), nullable=False),
        sa.Column("half_life_days", sa.Float()),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("tags", sa.Text(), nullable=False),
        sa.Column("metadata", sa.Text(), nullable=False),
        sa.UniqueConstraint("id", name="uq_memories_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_memories_key", "memories", ["key"])
    op.create_index("ix_memories_status", "memories", ["status", "seq"])
    op.create_index(
        "uq_memories_current_slot",
        "memories",
        ["slot_subject", "slot_attribute"],
        unique=True,
        sqlite_where=sa.text("status = 'active'"),
        postgresql_where=sa.text("status = 'active'"),
    )


def _history() -> None:
    op.create_table(
        "history",
        sa.Column("seq", _KEY, primary_key=True),
        sa.Column("memory", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("before", sa.Text(), nullable=False),
        sa.Column("after", sa.Text(), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_history_memory", "history", ["memory", "seq"])


def _derived() -> None:
    op.create_table(
        "labels",
        sa.Column("owner", sa.Text(), primary_key=True),
        sa.Column("name", sa.Text(), primary_key=True),
        sa.Column("value", sa.Text(), primary_key=True),
    )
    op.create_table(
        "passages",
        sa.Column("id", _KEY, primary_key=True),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("layer", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text()),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("text_hash", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger()),
        sa.Column("live", sa.Integer(), nullable=False),
        sa.Column("session", sa.Integer(), nullable=False),
        sa.Column("speaker", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("traits", sa.Integer(), nullable=False),
        sa.Column("prev", sa.Integer()),
        sa.Column("waiting", sa.Integer(), nullable=False),
        sa.Column("change", sa.Integer(), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_passages_owner", "passages", ["owner"])
    op.create_index("ix_passages_hash", "passages", ["text_hash"])
    op.create_index("ix_passages_change", "passages", ["change"])
    op.create_index("ix_passages_session", "passages", ["session", "id"])
    op.create_index(
        "ix_passages_waiting",
        "passages",
        ["id"],
        sqlite_where=sa.text("waiting = 1"),
        postgresql_where=sa.text("waiting = 1"),
    )


def _vectors() -> None:
    op.create_table(
        "embedders",
        sa.Column("no", _KEY, primary_key=True),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.UniqueConstraint("fingerprint", name="uq_embedders_fingerprint"),
    )
    op.create_table(
        "vectors",
        sa.Column("text_hash", sa.LargeBinary(), primary_key=True),
        sa.Column("embedder", sa.Integer(), primary_key=True),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("scale", sa.Float(), nullable=False),
        sqlite_with_rowid=False,
    )
