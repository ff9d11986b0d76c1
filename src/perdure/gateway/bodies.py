"""Bodies on their way in: bounded in size and time, and strict JSON for `/v1`."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Sequence
from typing import Any, NoReturn

from anyio import to_thread
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from perdure.errors import InvalidRequest, RequestTooLarge
from perdure.gateway.auth import OWN
from perdure.gateway.options import GatewayOptions
from perdure.gateway.problems import Refused

STRICT = "/v1/"
"""Where bodies are JSON and nothing else."""

DEPTH = 64
"""How deep a body may be nested."""

DIGITS = 20
"""More than any integer of 64 bits has, with its sign."""

ASIDE = 64 << 10
"""Bodies beyond this are checked in a thread, so that nobody waits for them."""

_BITS = 63


class Bodies:
    """Reads the whole body of a request before anything else does, and refuses one that is too long, too slow or no JSON."""

    def __init__(self, app: ASGIApp, options: GatewayOptions) -> None:
        self.app = app
        self._options = options

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or not."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        headers = Headers(scope=scope)
        if not comes(headers):
            return await self.app(scope, receive, send)
        most = self._options.proxy_bytes if scope["path"].startswith(OWN) else self._options.body_bytes
        body = await whole(receive, declared=_declared(headers), most=most, seconds=self._options.body_seconds)
        if body and scope["path"].startswith(STRICT):
            check_type(headers)
            if len(body) > ASIDE:
                await to_thread.run_sync(check, body)
            else:
                check(body)
        return await self.app(scope, _again(body, receive), send)


def comes(headers: Headers) -> bool:
    """Whether a request says that it has a body."""
    return _declared(headers) > 0 or "transfer-encoding" in headers


async def whole(receive: Receive, *, declared: int, most: int, seconds: float) -> bytes:
    """A body, read to its end. Raises RequestTooLarge before more than `most` bytes of it were taken, Refused (408) when it
    does not arrive in time, ClientDisconnect where the client leaves."""
    if declared > most:
        raise RequestTooLarge(f"a request has at most {most} bytes")
    parts: list[bytes] = []
    length = 0
    try:
        async with asyncio.timeout(seconds):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise ClientDisconnect
                part = message.get("body", b"")
                length += len(part)
                if length > most:
                    raise RequestTooLarge(f"a request has at most {most} bytes")
                parts.append(part)
                if not message.get("more_body", False):
                    return b"".join(parts)
    except TimeoutError as error:
        raise Refused(InvalidRequest(f"the body did not arrive within {seconds:g} seconds"), 408) from error


def check_type(headers: Headers) -> None:
    """Raises InvalidRequest for a body that does not say it is JSON in UTF-8."""
    kind, *parameters = (part.strip().lower() for part in headers.get("content-type", "").split(";"))
    charsets = {
        value.strip("\"' ") for name, _, value in (one.partition("=") for one in parameters) if name == "charset"
    }
    if kind != "application/json" or not charsets <= {"utf-8", "utf8"}:
        raise InvalidRequest("a body is application/json in UTF-8; say so in Content-Type")


def check(body: bytes) -> None:
    """Raises InvalidRequest for a body that is no JSON, or JSON that two readers might read in two ways."""
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


def _again(body: bytes, receive: Receive) -> Receive:
    """Gives the body once, then what the server has to say: that the client left."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def received() -> Message:
        return waiting.pop() if waiting else await receive()

    return received
