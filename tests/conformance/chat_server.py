"""A server on this machine that speaks `/v1/chat/completions`, well or badly."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

Reply = tuple[int, dict[str, str], bytes]


class ChatServer(ThreadingHTTPServer):
    """Says `{"colour": "yellow"}`, unless a test sets `answer`; keeps what it was asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answer: Callable[[dict[str, Any]], Reply] = lambda _: said('{"colour": "yellow"}')
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is no error; anything else is shown."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    server: ChatServer

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.asked.append(request)
        self.server.headers.append({name.lower(): value for name, value in self.headers.items()})
        known = self.path == "/v1/chat/completions"
        status, headers, body = self.server.answer(request) if known else (404, {}, b"")
        self.send_response(status)
        for name, value in {"content-type": "application/json", "content-length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Tests stay quiet."""


def said(text: str | None, *, finish: str = "stop", usage: Any = None, **message: Any) -> Reply:
    """A good reply."""
    choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text, **message}}
    return as_json(
        {"id": "1", "object": "chat.completion", "created": 0, "model": "any", "choices": [choice], "usage": usage}
    )


def refused(status: int, message: str = "no", *, after: str | None = None, code: str | None = None) -> Reply:
    """An error as OpenAI puts it."""
    status, headers, body = as_json({"error": {"message": message, "code": code, "type": "error"}}, status)
    return status, headers if after is None else {"retry-after": after}, body


def as_json(value: object, status: int = 200) -> Reply:
    return status, {}, json.dumps(value).encode()


@contextmanager
def chat_server() -> Iterator[ChatServer]:
    with ChatServer() as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
