"""One request and what came of it: an answer, a refusal, or silence."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlsplit

from perdure.client.breaker import Breaker
from perdure.client.problems import error_of
from perdure.errors import GatewayUnavailable, InvalidValue, MissingExtra, NotFound, PerdureError
from perdure.text.clean import clean_value

try:
    import httpx2
except ModuleNotFoundError as missing:
    raise MissingExtra("the client needs httpx2; install perdure[client]") from missing

CONNECT = 5.0
"""The most seconds that finding the gateway may take."""

PATIENT = 1.0
"""A call that waited less than that and got no answer says nothing of the gateway: its caller was in a hurry."""

LOOPBACK = ("localhost", "::1")

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Request:
    """One call. `body` is JSON; with a `key` the gateway does it once, however often it comes; `again`: it may be sent twice."""

    method: str
    path: str
    query: Pairs = ()
    body: bytes | None = None
    key: str | None = None
    again: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """What the gateway gave."""

    body: Any


@dataclass(frozen=True, kw_only=True, slots=True)
class Refusal:
    """The gateway said no; `code` is its own word for why."""

    status: int
    code: str
    error: PerdureError


@dataclass(frozen=True, kw_only=True, slots=True)
class Silence:
    """No gateway answered, for this reason; `reached`: one may have done what was asked all the same."""

    reason: str
    reached: bool


Reply = Answer | Refusal | Silence


class Link:
    """The connections to one gateway, shared by all threads."""

    def __init__(
        self, url: str, token: str, *, timeout: float, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        here = _here(_address(url))
        self.url = url.rstrip("/")
        self.timeout = timeout
        self.breaker = Breaker(monotonic)
        self._client = httpx2.Client(
            base_url=f"{self.url}/v1/",
            headers={"authorization": f"Bearer {token}", "accept": "application/json"},
            limits=httpx2.Limits(max_connections=100, max_keepalive_connections=20, keepalive_expiry=3.0),
            trust_env=not here,  # what is on this machine is not asked through a proxy
            verify=not (here and url.startswith("http:")),  # nor is there a certificate, and loading those takes long
        )

    def exchange(self, request: Request, *, timeout: float | None = None, forced: bool = False) -> Reply:
        """Send a request and wait for what comes of it, at most `timeout` seconds; `forced` asks also a gateway that was silent."""
        if not forced and not self.breaker.admits():
            return Silence(reason=f"{self.url} did not answer before, and is left alone for a while", reached=False)
        wait = self.timeout if timeout is None else timeout
        end = time.monotonic() + wait
        reply = self._sent(request, end)
        if isinstance(reply, Silence) and reply.reached and request.again and end - time.monotonic() > wait / 2:
            reply = self._sent(request, end)  # a connection that was kept open may have been closed at the other end
        if not isinstance(reply, Silence):
            self.breaker.answered()
        elif wait >= PATIENT or not reply.reached:
            self.breaker.failed()
        return reply

    def call(self, request: Request, *, timeout: float | None = None) -> Any:
        """The body of an answer. Raises the library's errors; GatewayUnavailable where none came."""
        match self.exchange(request, timeout=timeout):
            case Answer(body=body):
                return body
            case Refusal(error=error):
                raise error
            case Silence(reason=reason):
                raise GatewayUnavailable(reason)

    def close(self) -> None:
        """Let go of the connections."""
        self._client.close()

    def _sent(self, request: Request, end: float) -> Reply:
        left = max(0.001, end - time.monotonic())
        headers = {} if request.key is None else {"idempotency-key": request.key}
        if request.body is not None:
            headers["content-type"] = "application/json"
        try:
            with self._client.stream(
                request.method,
                request.path,
                params=request.query or None,
                content=request.body,
                headers=headers,
                timeout=httpx2.Timeout(left, connect=min(left, CONNECT)),
            ) as response:
                return _read(response, _received(response, end), self.url)
        except (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout, httpx2.UnsupportedProtocol) as error:
            return Silence(reason=f"{self.url} cannot be reached: {_told(error)}", reached=False)
        except httpx2.TimeoutException:
            return Silence(reason=f"{self.url} did not answer by the deadline", reached=True)
        except httpx2.TransportError as error:
            return Silence(reason=f"{self.url} did not answer: {_told(error)}", reached=True)


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


def _address(url: object) -> str:
    """The host of a gateway's address; raises InvalidValue."""
    try:
        parts = urlsplit(url if isinstance(url, str) else "")
        parts.port  # noqa: B018  raises for what is no port
    except ValueError as error:
        raise InvalidValue(f"the gateway's address is no URL: {error}") from error
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise InvalidValue("the gateway's address is like http://127.0.0.1:7331")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise InvalidValue("the gateway's address has no user, query or fragment; the token is passed by itself")
    return parts.hostname


def _here(host: str) -> bool:
    return host in LOOPBACK or host.startswith("127.")


def _received(response: httpx2.Response, end: float) -> bytes:
    """The whole body; one that trickles in past the end is none."""
    found = bytearray()
    for chunk in response.iter_bytes():
        found += chunk
        if time.monotonic() > end:
            raise httpx2.ReadTimeout("the answer took too long", request=response.request)
    return bytes(found)


def _read(response: httpx2.Response, content: bytes, url: str) -> Reply:
    try:
        body = json.loads(content)
    except (ValueError, RecursionError):
        return _no_gateway(response, url)
    if response.is_success:
        return Answer(body=body)
    if isinstance(body, dict) and isinstance(body.get("code"), str):
        return Refusal(status=response.status_code, code=body["code"], error=error_of(body))
    return _no_gateway(response, url)


def _no_gateway(response: httpx2.Response, url: str) -> Silence:
    """What stands at that address, or before it, is no gateway, or none that runs."""
    return Silence(reason=f"{url} answers with status {response.status_code}, but not as a gateway does", reached=True)


def _told(error: httpx2.TransportError) -> str:
    return str(error) or type(error).__name__
