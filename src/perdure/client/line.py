"""Connections to a gateway, each for one call at a time: one that does not keep to its time is cut, and no other suffers."""

from __future__ import annotations

import json
import threading
import time
from contextlib import ExitStack
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from perdure.client.exchange import Answer, Refusal, Reply, Request, Silence
from perdure.client.files import FILE, headers_of, sent
from perdure.client.problems import error_of
from perdure.errors import InvalidValue, MissingExtra

try:
    import httpx2
except ModuleNotFoundError as missing:
    raise MissingExtra("the client needs httpx2; install perdure[client]") from missing

CONNECT = 5.0
"""The most seconds that finding the gateway may take."""

STALLED = 60.0
"""The most seconds in which nothing of what is sent is taken."""

MOST_BYTES = 64 * 2**20
"""The longest answer that is read, but for a file."""

MOST_LINES, MOST_IDLE = 100, 20
"""Calls at once, and connections that are kept open."""

KEPT_OPEN = 3.0
"""Seconds that a connection nobody uses stays open."""


class Lines:
    """The connections to one gateway, made as they are needed. Raises InvalidValue for an address that is none."""

    def __init__(self, url: str, token: str) -> None:
        self._url = url
        self._token = token
        self._lock = threading.Lock()
        self._free = threading.BoundedSemaphore(MOST_LINES)
        self._closed = False
        try:
            self._here = _here(httpx2.URL(url).host)
            # there is no certificate on a plain address of this machine, and loading those takes long
            self._ssl = httpx2.create_ssl_context(verify=not (self._here and url.startswith("http:")))
            self._idle = [self._line()]
        except (httpx2.InvalidURL, ValueError, ImportError) as error:
            raise InvalidValue(
                f"the gateway's address, or a proxy's in the environment, cannot be used: {error}"
            ) from error

    def take(self, seconds: float) -> Line | None:
        """A connection for one call, to be given back; None where there is none within so many seconds."""
        if not self._free.acquire(timeout=seconds):
            return None
        with self._lock:
            return self._idle.pop() if self._idle else self._line()

    def give_back(self, line: Line, *, sound: bool) -> None:
        """Let others use it; one that is not `sound` is cut, whatever still hangs on it."""
        with self._lock:
            keep = sound and not self._closed and len(self._idle) < MOST_IDLE
            if keep:
                self._idle.append(line)
        self._free.release()
        if not keep:
            line.close()

    def close(self) -> None:
        """Let go of those that are free now, and of the others when they are given back."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for line in idle:
            line.close()

    def _line(self) -> Line:
        client = httpx2.Client(
            headers={
                "authorization": f"Bearer {self._token}",
                "accept": "application/json",
                "accept-encoding": "identity",  # a small packed answer can be a huge one
            },
            limits=httpx2.Limits(max_connections=1, max_keepalive_connections=1, keepalive_expiry=KEPT_OPEN),
            trust_env=not self._here,  # what is on this machine is not asked through a proxy
            verify=self._ssl,
        )
        return Line(self._url, client)


class Line:
    """One connection."""

    def __init__(self, url: str, client: httpx2.Client) -> None:
        self._url = url
        self._client = client

    def ask(self, request: Request, end: float) -> Reply:
        """Send a request and read what comes of it. A gateway that dribbles keeps it beyond `end`: then it is to be closed."""
        left = max(0.001, end - time.monotonic())
        try:
            with ExitStack() as stack:
                content = request.body if request.upload is None else stack.enter_context(sent(request.upload))
                asked = self._client.stream(
                    request.method,
                    f"{self._url}/v1/{request.path}",  # put together here, so that no path leads to another host
                    params=request.query or None,
                    content=content,
                    headers=headers_of(request),
                    timeout=httpx2.Timeout(left, connect=min(left, CONNECT), write=min(left, STALLED)),
                )
                return _read(stack.enter_context(asked), end, self._url, request.into)
        except (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout, httpx2.UnsupportedProtocol) as error:
            return Silence(reason=f"{self._url} cannot be reached: {_told(error)}", reached=False)
        except httpx2.TimeoutException:
            return late(self._url)
        except httpx2.RequestError as error:
            return Silence(reason=f"{self._url} did not answer: {_told(error)}", reached=True)
        except (httpx2.InvalidURL, UnicodeError) as error:
            raise InvalidValue(f"this cannot be sent: {type(error).__name__}") from error

    def close(self) -> None:
        """Cut it, also while a call hangs on it."""
        self._client.close()


def late(url: str) -> Silence:
    """No answer in time."""
    return Silence(reason=f"{url} did not answer by the deadline", reached=True)


def _read(response: httpx2.Response, end: float, url: str, into: Path | None) -> Reply:
    """What a response says."""
    if into is not None and response.is_success and response.headers.get("content-type", "").startswith(FILE):
        return _kept(response, end, url, into)
    content = _content(response, end, url)
    if isinstance(content, Silence):
        return content
    body = _object(content)
    if body is not None and response.is_success:
        return Answer(body=body)
    if body is not None and isinstance(body.get("code"), str):
        return Refusal(status=response.status_code, code=body["code"], error=error_of(body))
    return _no_gateway(response, url)


def _kept(response: httpx2.Response, end: float, url: str, into: Path) -> Reply:
    """A file that is answered, written to a new one; it is whole where there is an answer."""
    if response.headers.get("content-encoding", "identity").strip().lower() != "identity":
        return _no_gateway(response, url)
    with into.open("xb") as file:
        for chunk in response.iter_raw():
            file.write(chunk)
            if time.monotonic() > end:
                return late(url)
    return Answer(body={})


def _content(response: httpx2.Response, end: float, url: str) -> bytes | Silence:
    """The whole body, as it was sent; one that is packed, too long, or trickles in past the end is none."""
    if response.headers.get("content-encoding", "identity").strip().lower() != "identity":
        return _no_gateway(response, url)
    found = bytearray()
    for chunk in response.iter_raw():
        found += chunk
        if time.monotonic() > end:
            return late(url)
        if len(found) > MOST_BYTES:
            return Silence(reason=f"{url} answers with more than {MOST_BYTES // 2**20} MiB", reached=True)
    return bytes(found)


def _object(content: bytes) -> dict[str, Any] | None:
    """A body as the JSON object that it is; None where it is none."""
    try:
        body = json.loads(content)
    except (ValueError, RecursionError):
        return None
    return body if isinstance(body, dict) else None


def _no_gateway(response: httpx2.Response, url: str) -> Silence:
    """What stands at that address, or before it, is no gateway, or none that runs."""
    return Silence(reason=f"{url} answers with status {response.status_code}, but not as a gateway does", reached=True)


def _told(error: httpx2.RequestError) -> str:
    return str(error) or type(error).__name__


def _here(host: str) -> bool:
    """Whether a host is this machine."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
