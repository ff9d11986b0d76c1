"""The routes of the HTTP API: one module a matter, each route one verb of the facade."""

from __future__ import annotations

from fastapi import APIRouter

from perdure.gateway.routes import (
    exports,
    imports,
    journal,
    me,
    memories,
    permanent,
    recall,
    review,
    sessions,
    snapshots,
    spaces,
    tokens,
    tools,
    verify,
)

ROUTERS: tuple[APIRouter, ...] = (
    memories.routes,
    journal.routes,
    recall.routes,
    review.routes,
    permanent.routes,
    sessions.routes,
    spaces.routes,
    tools.routes,
    imports.routes,
    exports.routes,
    snapshots.routes,
    verify.routes,
    tokens.routes,
    me.routes,
)
"""Every route of /v1, in the order in which they are described."""
