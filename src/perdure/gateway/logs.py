"""What the gateway says about its requests: which, how they ended and how long they took; never what they carried."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any, TextIO

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from perdure.errors import PerdureError
from perdure.gateway.auth import OWN
from perdure.gateway.metrics import METHODS, Metrics
from perdure.gateway.problems import Refused, problem, whereabouts
from perdure.gateway.proxy.refusal import refusal

log = logging.getLogger("perdure.gateway")

LINGER = 10.0
"""Seconds in which a refused client may finish sending, so that it reads the answer rather than a reset."""

NOBODY_WAITS = 499
"""The status of a request whose client left, or which was dropped at the end."""

_OURS, _SERVER = "perdure", "uvicorn.error"

BROKEN_OFF = "ASGI callable returned without completing response."
"""How uvicorn says that an answer was left without its end; it closes the connection then, which is what is wanted."""

_SURFACES = ("/mcp", "/openai")
"""Addresses that count as one, whatever is asked below them."""


class Exchange:
    """One request under way, as its log line and the metrics tell of it."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._scope = scope
        self._receive = receive
        self._send = send
        self.status = 0
        self.read = not {b"content-length", b"transfer-encoding"} & {name for name, _ in scope["headers"]}
        """Whether nothing of its body is left to read."""

    async def receive(self) -> Message:
        """As the server gives it."""
        message = await self._receive()
        self.read = self.read or not message.get("more_body", False)
        return message

    async def send(self, message: Message) -> None:
        """To the server, with what every answer says about itself; nothing of it invites other pages."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(raw=list(message.get("headers", [])))
            for name in [name for name in headers if name.startswith("access-control-")]:
                del headers[name]
            headers["x-content-type-options"] = "nosniff"
            headers.setdefault("cache-control", "no-store")
            message = {**message, "headers": headers.raw}
        await self._send(message)

    async def refuse(self, error: PerdureError, status: int | None) -> None:
        """Answer with a problem, or as OpenAI would. A client that is still sending may finish for a while, then the connection ends."""
        tell = refusal if self._scope["path"].startswith(OWN) else problem
        answer = tell(error, status=status, headers=None if self.read else {"connection": "close"})
        start = {"type": "http.response.start", "status": answer.status_code, "headers": answer.raw_headers}
        await self.send(start)
        await self.send({"type": "http.response.body", "body": answer.body, "more_body": True})
        try:
            async with asyncio.timeout(LINGER):
                while not self.read:
                    await self.receive()
        except TimeoutError:
            log.debug("a refused client went on sending")
        await self.send({"type": "http.response.body", "body": b"", "more_body": False})

    @property
    def route(self) -> str:
        """The template of its address; one word for all that have none."""
        path: str = self._scope["path"]
        for surface in _SURFACES:
            if path == surface or path.startswith(f"{surface}/"):
                return surface
        template: str | None = getattr(self._scope.get("route"), "path_format", None)
        return "unmatched" if template is None else template

    @property
    def verb(self) -> str | None:
        """The verb of the memory behind it."""
        name: str | None = getattr(self._scope.get("route"), "name", None)
        return name if self._scope["path"].startswith("/v1/") else None


class Logged:
    """The outermost layer: counts and logs each request, and answers what the layers below refuse."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or not."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        exchange, begun = Exchange(scope, receive, send), perf_counter()
        try:
            await self.app(scope, exchange.receive, exchange.send)
        except Refused as refused:
            await exchange.refuse(refused.error, refused.status)
        except PerdureError as error:
            await exchange.refuse(error, None)
        except ClientDisconnect:
            exchange.status = exchange.status or NOBODY_WAITS
        except asyncio.CancelledError:
            exchange.status = exchange.status or NOBODY_WAITS
            raise
        finally:
            self._tell(scope, exchange, perf_counter() - begun)

    def _tell(self, scope: Scope, exchange: Exchange, seconds: float) -> None:
        status, route = exchange.status or 500, exchange.route
        method = scope["method"] if scope["method"] in METHODS else "other"
        self._metrics.answered(route=route, method=method, status=status, seconds=seconds)
        if exchange.verb is not None and status < 400:
            self._metrics.called(exchange.verb)
        log.info("%s %s %d %.1f ms", method, route, status, seconds * 1000)


class Known(logging.Filter):
    """Drops what the web server takes for a fault of the app and is none: an answer that breaks off because the server behind it
    did, which the proxy has told of, and a request that was dropped because somebody would not wait for it."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is to be written."""
        told: Any = record.exc_info
        dropped = isinstance(told, tuple) and isinstance(told[1], asyncio.CancelledError)
        return not dropped and record.msg != BROKEN_OFF


class Discreet(logging.Filter):
    """Lets records pass without the errors they carry, whose words may be somebody's memory: their type and place remain."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Always true; the record is changed."""
        told: Any = record.exc_info
        if isinstance(told, tuple) and told[1] is not None:
            record.msg = f"{record.getMessage().strip()}: {whereabouts(told[1])}"
            record.args = None
            record.exc_info = record.exc_text = None
        return True


def quiet() -> None:
    """Have the web server log no requests of its own, only warnings, and no values."""
    server = logging.getLogger(_SERVER)
    server.setLevel(logging.WARNING)
    if not any(isinstance(one, Discreet) for one in server.filters):
        server.addFilter(Known())
        server.addFilter(Discreet())


@contextmanager
def written(stream: TextIO, level: int) -> Iterator[None]:
    """Write what is logged to a stream while it lasts; nothing is done where the program has handlers of its own."""
    handler = logging.StreamHandler(stream)
    handler.addFilter(Discreet())
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    loggers = [found for name in (_OURS, _SERVER) if not (found := logging.getLogger(name)).hasHandlers()]
    levels = [found.level for found in loggers]
    for found in loggers:
        found.addHandler(handler)
        found.setLevel(level)
    try:
        yield
    finally:
        for found, before in zip(loggers, levels, strict=True):
            found.removeHandler(handler)
            found.setLevel(before)
