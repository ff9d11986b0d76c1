"""Calls to one gateway: each ends in time, whatever the gateway does."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote, urlsplit

from perdure.client.breaker import Breaker
from perdure.client.exchange import Answer, Refusal, Reply, Request, Silence
from perdure.client.line import Lines, late
from perdure.errors import GatewayUnavailable, InvalidValue, NotFound
from perdure.ports.deadline import within
from perdure.text.clean import clean_value

SPARE = 0.05
"""Seconds beyond a deadline in which a line itself may say why there is no answer."""

PATIENT = 1.0
"""A call that waited less than that and got no answer says nothing of the gateway: its caller was in a hurry."""


class Link:
    """The connections to one gateway, shared by all threads."""

    def __init__(
        self, url: str, token: str, *, timeout: float, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        _check_address(url)
        self.url = url.rstrip("/")
        self.timeout = timeout
        self.breaker = Breaker(monotonic)
        self._closed = False
        self._lines = Lines(self.url, token)

    def exchange(self, request: Request, *, timeout: float | None = None, forced: bool = False) -> Reply:
        """Send a request and wait for what comes of it, at most `timeout` seconds; `forced` asks also a gateway that was silent."""
        if self._closed:
            return Silence(reason="this client is closed", reached=False)
        wait = self.timeout if timeout is None else timeout
        if not forced and not self.breaker.admits():
            return Silence(reason=f"{self.url} did not answer before, and is left alone for a while", reached=False)
        end = time.monotonic() + wait
        reply = self._sent(request, end)
        if isinstance(reply, Silence) and reply.reached and request.again and end - time.monotonic() > wait / 2:
            reply = self._sent(request, end)  # a connection that was kept open may have been closed at the other end
        if not isinstance(reply, Silence):
            self.breaker.answered()
        elif wait >= PATIENT or not reply.reached:
            self.breaker.failed()
        return reply

    def call(self, request: Request, *, timeout: float | None = None) -> Mapping[str, Any]:
        """The body of an answer. Raises the library's errors; GatewayUnavailable where none came."""
        match self.exchange(request, timeout=timeout):
            case Answer(body=body):
                return body
            case Refusal(error=error):
                raise error
            case Silence(reason=reason):
                raise GatewayUnavailable(reason)

    def close(self) -> None:
        """Let go of the connections, each once nobody waits for an answer on it any more; from now on there is none."""
        self._closed = True
        self._lines.close()

    def _sent(self, request: Request, end: float) -> Reply:
        left = max(0.001, end - time.monotonic())
        line = self._lines.take(left)
        if line is None:
            return Silence(reason=f"too many calls wait for {self.url}", reached=False)
        reply: Reply | None = None
        try:
            # a line ends each wait in time, but not a row of short ones: only who stands beside it can
            reply = within(left + SPARE, lambda _: line.ask(request, end), lambda: None)
        finally:
            self._lines.give_back(line, sound=reply is not None)
        return late(self.url) if reply is None else reply


def encoded(body: Mapping[str, Any]) -> bytes:
    """A body as JSON; raises InvalidValue for what JSON cannot hold."""
    try:
        return json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError:  # lone surrogates: the library keeps U+FFFD for them
        return json.dumps(clean_value(dict(body)), ensure_ascii=False, allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidValue(f"this cannot be sent: {error}") from error


def segment(id: object, what: str = "memory") -> str:  # noqa: A002  the record's own word
    """An id as part of a path; raises NotFound for what can be no id."""
    if not isinstance(id, str) or not id.strip("./\\ \0"):
        raise NotFound(f"there is no {what} {id!r:.80}")
    return quote(id, safe="", errors="replace")


def _check_address(url: object) -> None:
    """Raises InvalidValue for what is no address of a gateway."""
    try:
        parts = urlsplit(url if isinstance(url, str) else "")
        parts.port  # noqa: B018  raises for what is no port
    except ValueError as error:
        raise InvalidValue(f"the gateway's address is no URL: {error}") from error
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise InvalidValue("the gateway's address is like http://127.0.0.1:7331")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise InvalidValue("the gateway's address has no user, query or fragment; the token is passed by itself")
