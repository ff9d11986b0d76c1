"""What was answered to requests that may come again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create the table; nothing that is there is touched, so that it takes no longer on a large space."""
    op.create_table(
        "replies",
        sa.Column("key", sa.Text(), primary_key=True),
        sa.Column("request", sa.Text(), nullable=False),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_replies_at", "replies", ["at"])
