"""The head of a request: bounded in size and time before anything reads it."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


class Careful(HttpToolsProtocol):
    """Ends a connection whose request line and headers are too long, or take too long."""

    def __init__(self, *args: Any, head_bytes: int, head_seconds: float, **options: Any) -> None:
        super().__init__(*args, **options)
        self._most = head_bytes
        self._seconds = head_seconds
        self._head: int | None = None
        """How much came since the head began; None while there is none."""
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """The first request is awaited."""
        super().connection_made(transport)
        self._await_head()

    def on_message_begin(self) -> None:
        """The next request begins."""
        super().on_message_begin()
        self._await_head()

    def on_headers_complete(self) -> None:
        """What follows is the body."""
        self._head_ends()
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        """Bytes arrive."""
        super().data_received(data)
        if self._head is not None and not self.transport.is_closing():
            self._head += len(data)
            if self._head > self._most:
                self.transport.write(b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n\r\n")
                self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing more arrives."""
        self._head_ends()
        super().connection_lost(exc)

    def _await_head(self) -> None:
        if self._head is None:
            self._head = 0
            self._patience = self.loop.call_later(self._seconds, self.transport.close)

    def _head_ends(self) -> None:
        self._head = None
        if self._patience is not None:
            self._patience.cancel()


def careful(*, head_bytes: int, head_seconds: float) -> type[asyncio.Protocol]:
    """How uvicorn makes such connections."""
    return cast("type[asyncio.Protocol]", partial(Careful, head_bytes=head_bytes, head_seconds=head_seconds))
