"""One JSON-RPC message a line, in UTF-8 whatever the locale. A line that is none costs nothing but itself."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import anyio
import anyio.to_thread
from anyio.abc import ObjectReceiveStream, ObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    RequestId,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError

from perdure.mcp_server.claim import Ends
from perdure.mcp_server.ids import NO_ID, wrong_id

log = logging.getLogger("perdure.mcp")

CHUNK = 1 << 16
LONGEST = 32 << 20
"""Bytes of one line; what is longer is skipped."""

GRACE = 30.0
"""Seconds that calls have to end once nothing more comes in."""

Streams = tuple[ObjectReceiveStream[SessionMessage | Exception], ObjectSendStream[SessionMessage]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Refused:
    """A line that is no message, and what is answered to it."""

    reply: JSONRPCError


def message_of(line: bytes) -> JSONRPCMessage | Refused | None:
    """The message of a line; None for a blank one. Halves of characters, which JSON can carry as escapes, become question marks;
    a line that is not UTF-8 is refused whole, for nobody knows what it says."""
    if not line.strip():
        return None
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        asked = _id_of(_json(line.decode(errors="replace")))
        return _refused(PARSE_ERROR, f"this line is not UTF-8, from byte {error.start} on; nothing was done", asked)
    try:
        message = jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValidationError:
        log.debug("a line is read again, with what is no text replaced")
        return _mended(text)
    if isinstance(message, JSONRPCNotification) and wrong_id(_json(text)):
        return _refused(INVALID_REQUEST, NO_ID, None)
    return message


def _mended(text: str) -> JSONRPCMessage | Refused:
    """The message of a text, with what is no character replaced."""
    found: Any = None
    try:
        found = json.loads(text)
        mended = json.dumps(found, ensure_ascii=False).encode(errors="replace")
        return jsonrpc_message_adapter.validate_json(mended, by_name=False)
    except ValidationError:
        return _refused(INVALID_REQUEST, "this is no message of JSON-RPC 2.0", _id_of(found))
    except (ValueError, RecursionError):
        return _refused(PARSE_ERROR, "this is no JSON", None)


def _json(text: str) -> Any:
    """What a text says, if it is JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _refused(code: int, message: str, asked: RequestId | None) -> Refused:
    log.warning("a line that is no message was refused")
    return Refused(reply=JSONRPCError(jsonrpc="2.0", id=asked, error=ErrorData(code=code, message=message)))


def _id_of(found: Any) -> RequestId | None:
    asked = found.get("id") if isinstance(found, dict) else None
    known = isinstance(asked, str | int) and not isinstance(asked, bool) and "\ufffd" not in str(asked)
    return asked if known else None


class Incoming:
    """Lines as they come. A thread of its own reads them, which the end of the program never waits for."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue(maxsize=64)
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._read, name="perdure-stdin", daemon=True).start()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while (line := await self._queue.get()) is not None:
            yield line

    def _read(self) -> None:
        kept, skipping = bytearray(), False
        while chunk := os.read(self._descriptor, CHUNK):
            first, *others = chunk.split(b"\n")
            kept += first
            for after in others:
                if not skipping:
                    self._hand_over(bytes(kept))
                kept, skipping = bytearray(after), False
            if len(kept) > LONGEST:
                log.warning("a line of more than %d bytes was skipped", LONGEST)
                kept, skipping = bytearray(), True
        if kept and not skipping:
            self._hand_over(bytes(kept))
        self._hand_over(None)

    def _hand_over(self, line: bytes | None) -> None:
        asyncio.run_coroutine_threadsafe(self._queue.put(line), self._loop).result()


class Transport:
    """Messages between the descriptors and the two streams of a server.

    Whoever sends its requests and closes its end at once still gets all the answers.
    """

    def __init__(self, ends: Ends) -> None:
        self._ends = ends
        self._asked: set[RequestId] = set()
        self._answered = asyncio.Event()
        self._to_server, self._from_client = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        self._to_client, self._from_server = anyio.create_memory_object_stream[SessionMessage](0)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Streams]:
        """The streams to run a server on; it ends when the client closes its end."""
        async with anyio.create_task_group() as group:
            group.start_soon(self._receive)
            group.start_soon(self._send)
            yield self._from_client, self._to_client

    async def _receive(self) -> None:
        refused = self._to_client.clone()
        async with self._to_server, refused:
            async for line in Incoming(self._ends.incoming):
                match message_of(line):
                    case None:
                        continue
                    case Refused(reply=reply):
                        await refused.send(SessionMessage(reply))
                    case message:
                        self._note(message)
                        await self._to_server.send(SessionMessage(message))
            with anyio.move_on_after(GRACE):
                while self._asked:
                    self._answered.clear()
                    await self._answered.wait()

    def _note(self, message: JSONRPCMessage) -> None:
        """Keep in mind what has to be answered."""
        match message:
            case JSONRPCRequest(id=asked):
                self._asked.add(asked)
            case JSONRPCNotification(method="notifications/cancelled", params={"requestId": str() | int() as asked}):
                self._settled(asked)

    def _settled(self, asked: RequestId | None) -> None:
        if asked is not None:
            self._asked.discard(asked)
        self._answered.set()

    async def _send(self) -> None:
        async with self._from_server:
            async for outgoing in self._from_server:
                line = outgoing.message.model_dump_json(by_alias=True, exclude_unset=True) + "\n"
                await anyio.to_thread.run_sync(_write, self._ends.outgoing, line.encode(errors="replace"))
                if isinstance(outgoing.message, JSONRPCResponse | JSONRPCError):
                    self._settled(outgoing.message.id)


def _write(descriptor: int, line: bytes) -> None:
    rest = memoryview(line)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
