"""The gateway's app: what every request passes through, and the addresses behind it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from anyio import to_thread
from fastapi import FastAPI
from starlette.middleware import Middleware
from starlette.routing import Route

from perdure import __version__
from perdure.app import Perdure
from perdure.domain.space import SpaceName
from perdure.gateway import health, problems, proxy
from perdure.gateway.auth import Lookup, Verified, place_of
from perdure.gateway.bodies import Bodies, Held
from perdure.gateway.files import Uploads
from perdure.gateway.guard import Guard
from perdure.gateway.live import LiveSessions
from perdure.gateway.logs import Logged
from perdure.gateway.metrics import Metrics
from perdure.gateway.models.description import describe
from perdure.gateway.options import GatewayOptions
from perdure.gateway.proxy.admission import Admission
from perdure.gateway.routes import ROUTERS
from perdure.mcp_server.http import mcp_app

PROXY = "/openai/v1"

MCP = ("/mcp", "/mcp/")
"""Both are its address, for a client that is not told to go elsewhere with its token in hand."""


def create_app(memory: Perdure, *, options: GatewayOptions | None = None) -> FastAPI:
    """An app that serves a place. It closes its live sessions when it ends; the place stays open for whoever opened it."""
    options = options or GatewayOptions()
    if options.space is not None:
        SpaceName.parse(options.space)  # a gateway with a wrong home does not start
    metrics, lookup, spool = Metrics(), Lookup(memory, options), Held(options.spool_bytes)
    app = FastAPI(
        title="Perdure",
        version=__version__,
        summary="Memory for AI agents that outlasts the tool, the session and the model.",
        lifespan=_lifespan,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        middleware=[
            Middleware(Logged, metrics=metrics),
            Middleware(Guard, options=options),
            Middleware(Verified, memory=memory, lookup=lookup),
            Middleware(Admission),
            Middleware(Bodies, options=options),
            Middleware(Uploads, options=options, spool=spool),
        ],
    )
    live = LiveSessions(idle_seconds=options.session_idle_seconds)
    metrics.watch_sessions(lambda: len(live))
    app.state.memory, app.state.options, app.state.metrics, app.state.live = memory, options, metrics, live
    app.state.lookup, app.state.spool = lookup, spool
    problems.handle(app)
    describe(app)
    for router in (health.router, *ROUTERS):
        app.include_router(router)
    app.include_router(proxy.router(options), prefix=PROXY)
    app.state.mcp = mcp_app(place_of, body_bytes=options.body_bytes)
    app.router.routes.extend(Route(path, endpoint=app.state.mcp) for path in MCP)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    to_thread.current_default_thread_limiter().total_tokens = app.state.options.threads
    try:
        async with app.state.mcp.run():
            yield
    finally:
        app.state.lookup.close()
        await to_thread.run_sync(app.state.live.close)
