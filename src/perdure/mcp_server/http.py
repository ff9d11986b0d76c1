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

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp_types import INVALID_REQUEST, ErrorData, JSONRPCError
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from perdure.mcp_server.ids import NO_ID, wrong_id
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
        body = await Request(scope, receive).body()
        if wrong_id(_json(body)):  # taken for a notification, it would be done and never answered
            await _refused(NO_ID)(scope, receive, send)
            return
        token = _place.set(place)
        try:
            await self._manager.handle_request(scope, _again(body, receive), send)
        finally:
            _place.reset(token)


def _json(body: bytes) -> object:
    """What a body says; None where it is no JSON, which is told by whoever reads it next."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def _refused(message: str) -> Response:
    error = JSONRPCError(jsonrpc="2.0", id=None, error=ErrorData(code=INVALID_REQUEST, message=message))
    return Response(error.model_dump_json(by_alias=True, exclude_unset=True), 400, media_type="application/json")


def _again(body: bytes, receive: Receive) -> Receive:
    """Gives the body once more, then what the server has to say: that the client left."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def received() -> Message:
        return waiting.pop() if waiting else await receive()

    return received


def mcp_app(place_of: Callable[[Scope], Perdure], *, body_bytes: int = 8 * MIB) -> McpApp:
    """The tools as an ASGI application; the docstring of this module says how a gateway serves it."""
    return McpApp(place_of, body_bytes=body_bytes)
