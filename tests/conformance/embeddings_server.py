"""A server on this machine that speaks `/v1/embeddings`, well or badly."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from perdure.ports.embedder import Embedder
from perdure.testing import HashEmbedder

Reply = tuple[int, str, bytes]


class EmbeddingsServer(ThreadingHTTPServer):
    """Answers with the vectors of `embedder`, unless a test sets `answer`; keeps what it was asked."""

    daemon_threads = True

    def __init__(self, embedder: Embedder) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.embedder = embedder
        self.answer: Callable[[dict[str, Any]], Reply] = self.embeddings
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is no error; anything else is shown."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

    def embeddings(self, request: dict[str, Any]) -> Reply:
        return vectors(self.embedder.embed(request["input"], use="passage"))


class Handler(BaseHTTPRequestHandler):
    server: EmbeddingsServer

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.asked.append(request)
        self.server.headers.append({name.lower(): value for name, value in self.headers.items()})
        status, kind, body = self.server.answer(request) if self.path == "/v1/embeddings" else (404, "text/plain", b"")
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Tests stay quiet."""


def vectors(rows: Any) -> Reply:
    """A good reply, in the order of the rows."""
    data = [{"object": "embedding", "index": at, "embedding": list(map(float, row))} for at, row in enumerate(rows)]
    return as_json({"object": "list", "data": data, "model": "any", "usage": {"prompt_tokens": 1, "total_tokens": 1}})


def as_json(value: object, status: int = 200) -> Reply:
    return status, "application/json", json.dumps(value).encode()


@contextmanager
def embeddings_server() -> Iterator[EmbeddingsServer]:
    with EmbeddingsServer(HashEmbedder(64)) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
