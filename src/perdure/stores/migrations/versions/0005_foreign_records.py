"""What memories and entries were in the system that they came from."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create the table; nothing that is there is changed."""
    op.create_table(
        "foreign_records",
        sa.Column("owner", sa.Text(), primary_key=True),
        sa.Column("system", sa.Text(), nullable=False),
        sa.Column("foreign_id", sa.Text(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
    )
