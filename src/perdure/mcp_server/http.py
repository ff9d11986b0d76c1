"""The tools over streamable HTTP, as one address of a gateway.

    endpoint = mcp_app(place_of)                                # in create_app
    app.router.routes.append(Route("/mcp", endpoint=endpoint))  # a Route, not a mount: no redirect to /mcp/
    async with endpoint.run():                                  # in the lifespan of the app
        yield

`place_of(scope)` gives the place as the caller of a request may use it, and raises what the gateway answers with: InvalidToken
before anything of the protocol is read. Host, Origin and the size of bodies are the gateway's to guard; nothing here does it
a second time. Each request stands alone: no session is kept, so a restart or another worker loses none.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from perdure.mcp_server.server import build

if TYPE_CHECKING:
    from perdure.app import Perdure

MIB = 1 << 20

_place: ContextVar[Perdure] = ContextVar("place")


class McpApp:
    """The ASGI application; `run` must be entered while it serves."""

    def __init__(self, place_of: Callable[[Scope], Perdure], *, body_bytes: int = 8 * MIB) -> None:
        self._place_of = place_of
        self._body_bytes = body_bytes
        self._server = build(_place.get)
        self._manager: StreamableHTTPSessionManager | None = None

    @asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Serve as long as it is entered."""
        manager = StreamableHTTPSessionManager(
            self._server, json_response=True, stateless=True, max_request_body_size=self._body_bytes
        )
        async with manager.run():
            self._manager = manager
            try:
                yield
            finally:
                self._manager = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        place = self._place_of(scope)
        if scope["method"] != "POST":  # a stream that nothing is ever sent on would only hold up the end of the server
            await Response(status_code=405, headers={"Allow": "POST"})(scope, receive, send)
            return
        if self._manager is None:
            raise RuntimeError("enter `run` before serving requests")
        token = _place.set(place)
        try:
            await self._manager.handle_request(scope, receive, send)
        finally:
            _place.reset(token)


def mcp_app(place_of: Callable[[Scope], Perdure], *, body_bytes: int = 8 * MIB) -> McpApp:
    """The tools as an ASGI application; the docstring of this module says how a gateway serves it."""
    return McpApp(place_of, body_bytes=body_bytes)
