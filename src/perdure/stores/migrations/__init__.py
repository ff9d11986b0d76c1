"""Schema revisions, run by Alembic inside the transaction that found an old file."""

from __future__ import annotations

from pathlib import Path

from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from perdure.stores.schema import HEAD


def upgrade(connection: Connection, target: str = HEAD) -> bool:
    """Bring a file to `target`; False where it has a revision that this Perdure does not know."""
    script = ScriptDirectory(str(Path(__file__).parent))
    context = MigrationContext.configure(connection, opts={"transactional_ddl": False, "render_as_batch": True})
    known = {revision.revision for revision in script.walk_revisions()}
    current = context.get_current_revision()
    if current is not None and current not in known:
        return False
    steps = list(script.iterate_revisions(target, current or "base"))
    with Operations.context(context):
        for step in reversed(steps):
            step.module.upgrade()
            context.stamp(script, step.revision)
    return True
