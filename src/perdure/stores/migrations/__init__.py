"""Schema revisions, run by Alembic inside the transaction that found an old file."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from perdure.stores.schema import HEAD


@cache
def scripts() -> ScriptDirectory:
    """The revisions there are."""
    return ScriptDirectory(str(Path(__file__).parent))


def knows(revision: str) -> bool:
    """Whether this Perdure has the revision; one that it has not comes from a newer one."""
    return revision in {script.revision for script in scripts().walk_revisions()}


def upgrade(connection: Connection, target: str = HEAD) -> None:
    """Bring a database to `target`, revision by revision, from the one it `knows` or from nothing."""
    context = MigrationContext.configure(connection, opts={"transactional_ddl": False, "render_as_batch": True})
    steps = list(scripts().iterate_revisions(target, context.get_current_revision() or "base"))
    with Operations.context(context):
        for step in reversed(steps):
            step.module.upgrade()
            context.stamp(scripts(), step.revision)
