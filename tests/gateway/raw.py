"""HTTP by hand, for requests that no client library would send."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; status 0 where the connection was closed without a word."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        return str(self.json["code"])


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=30)


def head(port: int, secret: str | None, *more: str, method: str = "POST", path: str = "/v1/remember") -> bytes:
    shown = [] if secret is None else [f"Authorization: Bearer {secret}"]
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", *shown, *more]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("utf-8", "surrogateescape")


def read(connection: socket.socket) -> Answer:
    """One answer with a Content-Length, or whatever comes until the end."""
    found = b""
    while True:
        begun, ended, rest = found.partition(b"\r\n\r\n")
        if ended:
            headers = dict(line.lower().split(": ", 1) for line in begun.decode("latin-1").split("\r\n")[1:])
            if len(rest) >= int(headers.get("content-length", "0")):
                return Answer(int(begun.split(b" ")[1]), headers, rest)
        try:
            part = connection.recv(65536)
        except ConnectionError:
            part = b""
        if not part:
            return Answer(0, {}, found)
        found += part


def exchange(port: int, *parts: bytes) -> Answer:
    """Send as much as the other side takes, then read its answer."""
    with connect(port) as connection:
        send(connection, parts)
        return read(connection)


def send(connection: socket.socket, parts: Iterable[bytes]) -> None:
    for part in parts:
        try:
            connection.sendall(part)
        except ConnectionError:
            return


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)
