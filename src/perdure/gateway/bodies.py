"""Bodies on their way in: bounded in size and time, and strict JSON for `/v1`."""

from __future__ import annotations

import asyncio
import json
import math
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

from anyio import to_thread
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from perdure.errors import GatewayUnavailable, InvalidRequest, RequestTooLarge
from perdure.gateway.auth import OPEN, OWN
from perdure.gateway.options import GatewayOptions
from perdure.gateway.problems import Refused

STRICT = "/v1/"
"""Where bodies are JSON and nothing else,"""

UPLOAD = ("POST", "/v1/imports")
"""but for this one: there the body is a file of any sort, and goes to the disk."""

DEPTH = 64
"""How deep a body may be nested."""

DIGITS = 20
"""More than any integer of 64 bits has, with its sign."""

VALUES, KEYS = 200_000, 2_000
"""How many values a body may have, and how many of them one object: ten thousand statements with all they take, and no more
than is read in a second."""

ASIDE = 64 << 10
"""Bodies beyond this are checked in a thread, so that nobody waits for them."""

_BITS = 63

_TEXTS = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)', re.DOTALL)
"""Texts of JSON; one without end, to the end."""


class Held:
    """The bytes of bodies that are held at a time, for all requests together."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._now = 0

    @contextmanager
    def share(self) -> Iterator[Share]:
        """What one request holds, until it has been answered."""
        share = Share(self)
        try:
            yield share
        finally:
            self.take(-share.size)

    def take(self, size: int) -> None:
        """Raises GatewayUnavailable where there is no room for more."""
        if size > 0 and self._now + size > self._most:
            raise GatewayUnavailable("the gateway holds as many bytes of requests as it can; try again in a moment")
        self._now += size


class Share:
    """A part of what is held."""

    def __init__(self, held: Held) -> None:
        self._held = held
        self.size = 0

    def add(self, size: int) -> None:
        """Hold more. Raises GatewayUnavailable."""
        self._held.take(size)
        self.size += size


class Bodies:
    """Reads the whole body of a request before anything else does, and refuses one that is too long, too slow or no JSON."""

    def __init__(self, app: ASGIApp, options: GatewayOptions) -> None:
        self.app = app
        self._options = options
        self._held = Held(options.held_bytes)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or not."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        headers = Headers(scope=scope)
        if uploads(scope) or not comes(headers):
            return await self.app(scope, receive, send)
        if scope["path"] in OPEN:
            raise InvalidRequest("this address takes no body")
        most = self._options.proxy_bytes if scope["path"].startswith(OWN) else self._options.body_bytes
        check_size(headers, most)
        with self._held.share() as share:
            body = await whole(receive, share, most=most, seconds=self._options.body_seconds)
            if body and scope["path"].startswith(STRICT):
                check_type(headers)
                if len(body) > ASIDE:
                    await to_thread.run_sync(check, body)
                else:
                    check(body)
            return await self.app(scope, again(body, receive), send)


def uploads(scope: Scope) -> bool:
    """Whether the body of a request is a file."""
    return (scope["method"], scope["path"]) == UPLOAD


def comes(headers: Headers) -> bool:
    """Whether a request says that it has a body."""
    return _declared(headers) > 0 or "transfer-encoding" in headers


async def whole(receive: Receive, share: Share, *, most: int, seconds: float) -> bytes:
    """A body, read to its end. Raises RequestTooLarge before more than `most` bytes of it were taken, GatewayUnavailable where
    others hold too many, Refused (408) when it does not arrive in time, ClientDisconnect where the client leaves."""
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise ClientDisconnect
                part = message.get("body", b"")
                if share.size + len(part) > most:
                    raise large(most)
                share.add(len(part))
                body += part
                if not message.get("more_body", False):
                    return bytes(body)
    except TimeoutError as error:
        raise Refused(InvalidRequest(f"the body did not arrive within {seconds:g} seconds"), 408) from error


def check_size(headers: Headers, most: int) -> None:
    """Raises RequestTooLarge for a body that says it is longer."""
    if _declared(headers) > most:
        raise large(most)


def large(most: int) -> RequestTooLarge:
    """What is told of a body that is too long."""
    return RequestTooLarge(f"a request has at most {most} bytes")


def check_type(headers: Headers) -> None:
    """Raises InvalidRequest for a body that does not say it is JSON in UTF-8."""
    kind, *parameters = (part.strip().lower() for part in headers.get("content-type", "").split(";"))
    charsets = {
        value.strip("\"' ") for name, _, value in (one.partition("=") for one in parameters) if name == "charset"
    }
    if kind != "application/json" or not charsets <= {"utf-8", "utf8"}:
        raise InvalidRequest("a body is application/json in UTF-8; say so in Content-Type")


def check(body: bytes) -> None:
    """Raises InvalidRequest for a body that is no JSON, or JSON that two readers might read in two ways; RequestTooLarge for one
    of too many values."""
    _count(body)
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidRequest(f"the body is not UTF-8, from byte {error.start} on") from None
    try:
        value = _decoder.decode(text)
    except json.JSONDecodeError as error:
        raise InvalidRequest(f"the body is not JSON: {error.msg} at character {error.pos}") from None
    except RecursionError:
        raise _deep() from None
    _walk(value, surrogates=b"\\u" in body)


def _count(body: bytes) -> None:
    """Before anything is made of a body: every value of it but the first stands behind a bracket or a comma, as some of its
    texts may have as well."""
    if _marks(body) > VALUES and _marks(_TEXTS.sub(b"", body)) > VALUES:
        raise InvalidRequest(f"a body has at most {VALUES:,} values")


def _marks(body: bytes) -> int:
    return sum(map(body.count, (b",", b"[", b"{")))


def _walk(value: Any, *, surrogates: bool) -> None:
    """Look at every value, level by level."""
    level: list[Any] = [value]
    for _ in range(DEPTH + 1):
        below: list[Any] = []
        for item in level:
            if isinstance(item, dict):
                below.extend(item.values())
                if surrogates:
                    below.extend(item)
            elif isinstance(item, list):
                below.extend(item)
            elif surrogates and isinstance(item, str):
                _check_text(item)
        if not below:
            return
        level = below
    raise _deep()


def _check_text(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InvalidRequest("a text holds a lone surrogate, which is no character") from None


def _deep() -> InvalidRequest:
    return InvalidRequest(f"the body is nested more than {DEPTH} deep")


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) > KEYS:
        raise InvalidRequest(f"an object has at most {KEYS:,} keys")
    found = dict(pairs)
    if len(found) < len(pairs):
        raise InvalidRequest("an object has the same key twice")
    return found


def _integer(digits: str) -> int:
    value = int(digits) if len(digits) <= DIGITS else 1 << _BITS
    if not -(1 << _BITS) <= value < 1 << _BITS:
        raise InvalidRequest("an integer has more than 64 bits")
    return value


def _number(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise InvalidRequest("a number is too large for a float")
    return value


def _constant(_name: str) -> NoReturn:
    raise InvalidRequest("NaN and Infinity are no JSON")


_decoder = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_number, parse_constant=_constant
)


def _declared(headers: Headers) -> int:
    shown = headers.get("content-length", "0")
    return int(shown) if shown.isascii() and shown.isdigit() else 0


def again(body: bytes, receive: Receive) -> Receive:
    """Gives the body once, then what the server has to say: that the client left."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def received() -> Message:
        return waiting.pop() if waiting else await receive()

    return received
