"""The head of a request: bounded in size and time before anything reads it."""

from __future__ import annotations

import asyncio
from functools import partial
from http import HTTPStatus
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from perdure.errors import InvalidRequest, PerdureError, RequestTooLarge
from perdure.gateway.problems import problem

TRAILER_BYTES = 4 << 10
"""Of the headers behind a body, which nothing here asks for."""

PIPELINED = 100
"""Requests of one connection that wait for the one before."""

NO_HTTP = (
    "this is no HTTP request. In an address everything beyond ASCII is percent-encoded: space=user/%E5%B0%8F%E6%98%8E, which "
    "curl does by itself with -G --data-urlencode 'space=user/小明'"
)


class _TooLong(Exception):
    """More than is read came in the place of a head."""


class _Ambiguous(Exception):
    """The end of the body is said in a way that another server may read differently."""


class Careful(HttpToolsProtocol):
    """Ends a connection whose request line and headers are too long, or take too long.

    Headers behind a body, trailers, are counted and dropped: who is let in is decided by those before it.
    """

    def __init__(self, *args: Any, head_bytes: int, head_seconds: float, **options: Any) -> None:
        super().__init__(*args, **options)
        self._most = head_bytes
        self._seconds = head_seconds
        self._in_head = False
        self._lines = 0
        """Bytes that came since the last that were body, or ended a head: those of a head, or of what stands between chunks."""
        self._named = 0
        """Bytes of the address and the headers, or of the trailers, of the request at hand."""
        self._too_long = False
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """The first request is awaited."""
        super().connection_made(transport)
        self._await_head()

    def on_message_begin(self) -> None:
        """The next request begins."""
        super().on_message_begin()
        self._named = 0
        self._await_head()

    def on_url(self, url: bytes) -> None:
        """The address, or a part of it."""
        self._take(len(url), self._most)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header, which counts; or a trailer, which does not."""
        self._take(len(name) + len(value) + len(": \r\n"), self._most if self._in_head else TRAILER_BYTES)
        if self._in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """What follows is the body."""
        codings = [value.strip().lower() for name, value in self.headers if name == b"transfer-encoding"]
        if codings not in ([], [b"chunked"]):
            raise _Ambiguous
        if len(self.pipeline) >= PIPELINED:
            raise _TooLong
        self._head_ends()
        self._lines = self._named = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A part of the body."""
        self._lines = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is here to its end."""
        self._lines = 0
        super().on_message_complete()

    def data_received(self, data: bytes) -> None:
        """Bytes arrive."""
        self._lines += len(data)
        super().data_received(data)
        if self._lines > self._most and not self.transport.is_closing():
            self._too_long = True
            self.send_400_response("")

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002  as uvicorn has it
        """What came is no HTTP, or more than is read."""
        if self._too_long:
            self._refuse(RequestTooLarge(f"the head of a request has at most {self._most} bytes"), 431)
        else:
            self._refuse(InvalidRequest(NO_HTTP), 400)

    def _unsupported_upgrade_warning(self) -> None:
        """Whoever asks for another protocol is answered in this one; there is nothing to warn of."""

    def _take(self, size: int, most: int) -> None:
        """Count a line: one segment may hold more than a whole head. Raises _TooLong, which ends the reading."""
        self._named += size
        if self._named > most:
            self._too_long = True
            raise _TooLong

    def _awaited(self) -> bool:
        """Whether the next answer on this connection would be the one to what just came."""
        if self._in_head or self.cycle is None:
            return self.cycle is None or self.cycle.response_complete
        return not self.cycle.response_started

    def _refuse(self, error: PerdureError, status: int) -> None:
        """Tell of an error, in the form that all of them have, and end the connection; another answer is not broken into."""
        if not self._awaited():
            self.transport.close()
            return
        answer = problem(error, status=status, headers={"connection": "close"})
        head = b"".join(name + b": " + value + b"\r\n" for name, value in answer.raw_headers)
        phrase = HTTPStatus(status).phrase.encode()
        self.transport.write(b"HTTP/1.1 %d %s\r\n%s\r\n%s" % (status, phrase, head, bytes(answer.body)))
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing more arrives."""
        self._head_ends()
        super().connection_lost(exc)

    def _await_head(self) -> None:
        if not self._in_head:
            self._in_head = True
            self._patience = self.loop.call_later(self._seconds, self.transport.close)

    def _head_ends(self) -> None:
        self._in_head = False
        if self._patience is not None:
            self._patience.cancel()


def careful(*, head_bytes: int, head_seconds: float) -> type[asyncio.Protocol]:
    """How uvicorn makes such connections."""
    return cast("type[asyncio.Protocol]", partial(Careful, head_bytes=head_bytes, head_seconds=head_seconds))
