"""What the model answered, read along from the bytes that pass by."""

from __future__ import annotations

import codecs
import json
import zlib
from collections.abc import Mapping
from typing import Any, Protocol

from perdure.gateway.proxy.conversation import Said, calls_of, text_of
from perdure.gateway.proxy.forms import messages_of

MOST_BYTES = 16 << 20
"""Of an answer that is longer nothing is kept."""


class _Reader(Protocol):
    """Makes an answer of the bytes of one form."""

    def take(self, text: str) -> None: ...

    def end(self) -> Said | None: ...


class Hearing:
    """Reads an answer along: bytes in, in whatever pieces they come; at the end what was said."""

    def __init__(self, content_type: str, encoding: str) -> None:
        self._reader = _reader(content_type)
        self._unpack = _unpacker(encoding)
        self._decode = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._bytes = 0
        self._lost = self._reader is None or self._unpack is None

    def feed(self, chunk: bytes) -> None:
        """The next bytes; never raises."""
        if self._lost or self._reader is None or self._unpack is None:
            return
        try:
            plain = self._unpack.take(chunk)
        except zlib.error:
            self._lost = True
            return
        self._bytes += len(plain)
        if self._bytes > MOST_BYTES:
            self._lost = True
            return
        self._reader.take(self._decode.decode(plain))

    def answer(self) -> Said | None:
        """What was said, also where the answer broke off; None where there was nothing, or it could not be read."""
        return None if self._lost or self._reader is None else self._reader.end()


class _Plain:
    """Bytes as they are."""

    def take(self, chunk: bytes) -> bytes:
        return chunk


class _Packed:
    """Bytes under gzip or deflate; one piece unpacks to no more than an answer may be long."""

    def __init__(self) -> None:
        self._inner = zlib.decompressobj(wbits=zlib.MAX_WBITS | 32)

    def take(self, chunk: bytes) -> bytes:
        return self._inner.decompress(chunk, MOST_BYTES + 1)


def _unpacker(encoding: str) -> _Plain | _Packed | None:
    match encoding.strip().lower():
        case "" | "identity":
            return _Plain()
        case "gzip" | "x-gzip" | "deflate":
            return _Packed()
    return None


def _reader(content_type: str) -> _Reader | None:
    match content_type.partition(";")[0].strip().lower():
        case "text/event-stream":
            return _Events()
        case "application/json":
            return _Whole()
    return None


class _Whole:
    """An answer in one piece."""

    def __init__(self) -> None:
        self._parts: list[str] = []

    def take(self, text: str) -> None:
        self._parts.append(text)

    def end(self) -> Said | None:
        answer = _json("".join(self._parts))
        message = _first(answer, "message")
        return _response(answer) if message is None else _said(text_of(message.get("content")), calls_of(message))


class _Events:
    """An answer as server-sent events, each with a piece of it."""

    def __init__(self) -> None:
        self._line = ""
        self._data: list[str] = []
        self._text: list[str] = []
        self._calls: dict[int, dict[str, Any]] = {}
        self._response: Said | None = None

    def take(self, text: str) -> None:
        *lines, self._line = (self._line + text).split("\n")
        for line in lines:
            self._read(line.removesuffix("\r"))

    def end(self) -> Said | None:
        for line in (self._line, ""):
            self._read(line)
        self._line = ""
        return self._response or _said("".join(self._text), tuple(self._calls[at] for at in sorted(self._calls)))

    def _read(self, line: str) -> None:
        if line.startswith("data:"):
            self._data.append(line[5:].removeprefix(" "))
        elif not line and self._data:
            event, self._data = _json("\n".join(self._data)), []
            match event:
                case {"type": "response.output_text.delta", "delta": str(piece)}:
                    self._text.append(piece)
                case {"type": "response.completed" | "response.incomplete", "response": whole}:
                    self._response = _response(whole)
                case _:
                    self._heard(_first(event, "delta") or {})

    def _heard(self, delta: Mapping[str, Any]) -> None:
        self._text.append(text_of(delta.get("content")))
        pieces = delta.get("tool_calls")
        for piece in pieces if isinstance(pieces, list) else []:
            if isinstance(piece, Mapping):
                self._called(piece, piece.get("index"))
        single = delta.get("function_call")
        if isinstance(single, Mapping):
            self._called({"function": single}, 0)

    def _called(self, piece: Mapping[str, Any], index: object) -> None:
        """A piece of a call: the id and the name come once, the arguments bit by bit."""
        at = index if isinstance(index, int) else len(self._calls)
        call = self._calls.setdefault(at, {"type": "function", "function": {"name": "", "arguments": ""}})
        if isinstance(piece.get("id"), str):
            call["id"] = piece["id"]
        inner = piece.get("function")
        if isinstance(inner, Mapping):
            for name in ("name", "arguments"):
                if isinstance(inner.get(name), str):
                    call["function"][name] += inner[name]


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):  # `[DONE]`, or what broke off
        return None


def _said(text: str, calls: tuple[Mapping[str, Any], ...]) -> Said | None:
    return Said(role="assistant", text=text, calls=calls) if text or calls else None


def _response(answer: object) -> Said | None:
    """A whole answer of `/responses`: what its items say and call, as one."""
    output = answer.get("output") if isinstance(answer, Mapping) else None
    items = messages_of(output) if isinstance(output, list) else []
    texts = [text for item in items if (text := text_of(item.get("content")))]
    return _said("\n".join(texts), tuple(call for item in items for call in calls_of(item)))


def _first(answer: object, part: str) -> Mapping[str, Any] | None:
    """The message, or the piece of it, of the first choice: where several were asked for, nobody knows which was taken."""
    choices = answer.get("choices") if isinstance(answer, Mapping) else None
    for choice in choices if isinstance(choices, list) else []:
        if isinstance(choice, Mapping) and choice.get("index", 0) == 0 and isinstance(choice.get(part), Mapping):
            found: Mapping[str, Any] = choice[part]
            return found
    return None
