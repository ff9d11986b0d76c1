"""What was answered to requests that may come again; an index for what every session reads."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create the table and the index; nothing that is there is changed, so that it hardly takes longer on a large space."""
    op.create_table(
        "replies",
        sa.Column("key", sa.Text(), primary_key=True),
        sa.Column("request", sa.Text(), nullable=False),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_replies_at", "replies", ["at"])
    lasting = sa.text("kind IN ('profile', 'boundary', 'role')")
    op.create_index("ix_memories_permanent", "memories", ["seq"], sqlite_where=lasting, postgresql_where=lasting)
