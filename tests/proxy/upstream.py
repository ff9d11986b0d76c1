"""A model server on this machine: says what a test scripts, piece by piece, and keeps what it was asked."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

PATIENCE = 20.0
"""Seconds that a step of a script waits for the test at most."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A request as it arrived."""

    method: str
    path: str
    headers: dict[str, str]
    raw: bytes

    @property
    def body(self) -> Any:
        return json.loads(self.raw)

    @property
    def messages(self) -> list[dict[str, Any]]:
        return self.body["messages"]


@dataclass(kw_only=True)
class Script:
    """An answer. `pieces` are sent one by one; one that is an Event is waited for, None breaks the connection off. `length`
    announces the length instead of sending chunks."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    pieces: Iterable[bytes | Event | None] = ()
    length: int | None = None


class ModelServer(ThreadingHTTPServer):
    """Answers with `script`. `left` is set when a client went away before the end."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.script: Callable[[Asked], Script] = lambda _: whole("Noted.")
        self.asked: list[Asked] = []
        self.left = Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is no error; anything else is shown."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: ModelServer

    def handle_any(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        asked = Asked(method=self.command, path=self.path, headers=headers, raw=raw)
        self.server.asked.append(asked)
        script = self.server.script(asked)
        self.send_response(script.status)
        for name, value in script.headers.items():
            self.send_header(name, value)
        if script.length is not None:
            self.send_header("content-length", str(script.length))
        elif self.command != "HEAD":
            self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        if self.command != "HEAD":
            self.write(script)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = handle_any

    def write(self, script: Script) -> None:
        try:
            for piece in script.pieces:
                if piece is None:
                    self.close_connection = True
                    return
                if isinstance(piece, Event):
                    assert piece.wait(PATIENCE), "the test never came to this step"
                    continue
                self.wfile.write(piece if script.length is not None else b"%x\r\n%b\r\n" % (len(piece), piece))
                self.wfile.flush()
            if script.length is None:
                self.wfile.write(b"0\r\n\r\n")
        except ConnectionError:
            self.server.left.set()
            raise

    def log_message(self, *_: object) -> None:
        """Tests stay quiet."""


def whole(text: str | None, **message: Any) -> Script:
    """A good answer in one piece."""
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text, **message}}
    return as_json(completion("chat.completion", [choice]))


def completion(sort: str, choices: list[dict[str, Any]]) -> dict[str, Any]:
    return {"id": "chatcmpl-1", "object": sort, "created": 0, "model": "any", "choices": choices}


def as_json(value: object, status: int = 200, **headers: str) -> Script:
    raw = json.dumps(value, ensure_ascii=False).encode()
    headers = {"content-type": "application/json", **{name.replace("_", "-"): text for name, text in headers.items()}}
    return Script(status=status, headers=headers, pieces=[raw], length=len(raw))


def delta(*, index: int = 0, **piece: Any) -> bytes:
    """One event of a stream."""
    choice = {"index": index, "delta": piece, "finish_reason": None}
    return event(completion("chat.completion.chunk", [choice]))


def event(value: object) -> bytes:
    return b"data: " + json.dumps(value, ensure_ascii=False).encode() + b"\n\n"


DONE = b"data: [DONE]\n\n"


def stream(*pieces: bytes | Event | None, **headers: str) -> Script:
    """A good answer as a stream of events."""
    return Script(headers={"content-type": "text/event-stream; charset=utf-8", **headers}, pieces=pieces)


def said(text: str) -> list[bytes]:
    """A text as a stream says it, a character an event."""
    return [delta(role="assistant", content=""), *(delta(content=char) for char in text), DONE]


@contextmanager
def model_server() -> Iterator[ModelServer]:
    with ModelServer() as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
