"""Who calls the proxy is known before anything of a body is taken."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from perdure.gateway.auth import OWN

ASKING = "asking"
"""Under this name the state of a request has who asks, and for what."""


class Admission:
    """Lets a request to the proxy through as whoever its token speaks for, in the ways that the proxy has for it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or not."""
        if scope["type"] == "http" and scope["path"].startswith(OWN):
            asking = await scope["app"].state.proxy.asking(scope, Headers(scope=scope))
            scope.setdefault("state", {})[ASKING] = asking
        await self.app(scope, receive, send)
