"""JSON out of files that anybody may have written: bytes to values, and a long array to its elements.

The parser is the standard library's, which refuses what is too deep or too long instead of crashing on it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import IO, Any

from perdure.errors import InvalidInput, InvalidText

_CHUNK = 1 << 20
_STRING = rb'[^"\\]*+(?:\\.[^"\\]*+)*+"'
_STRING_END = re.compile(_STRING, re.DOTALL)
_TO_BRACKET = re.compile(rb'(?:[^"\[\]{}]++|"' + _STRING + rb")*+", re.DOTALL)
_TO_COMMA = re.compile(rb'(?:[^"\[\]{},]++|"' + _STRING + rb")*+", re.DOTALL)
_STEPS = {b"[": 1, b"{": 1, b"]": -1, b"}": -1, b",": 0}


def decoded(raw: bytes) -> Any:
    """The value; raises InvalidInput when it is no JSON, InvalidText when it is no UTF-8."""
    if not raw.strip():
        raise InvalidInput("the file breaks off here")
    try:
        return json.loads(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise InvalidText(f"it is not UTF-8: {error.reason} at byte {error.start + 1}") from error
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"it is no JSON: {error}") from error


def elements(stream: IO[bytes], *, limit: int) -> Iterator[bytes | None]:
    """The elements of an array, or an object alone, each as it is written; None for one of more than `limit` bytes.

    One that is no JSON does not keep the next from being found, as long as its brackets match. Where the file breaks off
    the last one is whatever is there, even if it is nothing.
    """
    held, marks = _Held(limit), _Marks()
    for chunk in _chunks(stream):
        begin = 0
        for at, mark in marks.found(chunk):
            outer = marks.depth
            marks.depth = max(0, outer + _STEPS[mark])
            if outer == 0:
                marks.listed = mark == b"["
            if marks.depth == 0 or (marks.listed and (outer == 0 or mark == b",")):
                held.add(chunk[begin : at if marks.listed else at + 1])
                yield from held.given()
                begin = at + 1
        held.add(chunk[begin:])
    yield from held.given(broken_off=marks.depth > 0)


class _Marks:
    """Where brackets stand that are no part of a string, and the commas of the outermost array."""

    def __init__(self) -> None:
        self.depth = 0
        self.listed = False
        self._quoted = False

    def found(self, chunk: bytes) -> Iterator[tuple[int, bytes]]:
        """The marks of the next chunk; `depth` and `listed` are brought up to date between them."""
        at = 0
        if self._quoted and (end := _STRING_END.match(chunk)):
            at, self._quoted = end.end(), False
        while not self._quoted:
            skipped = (_TO_COMMA if self.depth == 1 and self.listed else _TO_BRACKET).match(chunk, at)
            at = skipped.end() if skipped else at
            mark = chunk[at : at + 1]
            if not mark:
                return
            self._quoted = mark == b'"'
            if not self._quoted:
                yield at, mark
            at += 1


def _chunks(stream: IO[bytes]) -> Iterator[bytes]:
    """The bytes in pieces, none of which ends in the middle of an escape."""
    rest = b""
    while more := stream.read(_CHUNK):
        chunk = rest + more
        end = len(chunk) - (len(chunk) - len(chunk.rstrip(b"\\"))) % 2
        rest = chunk[end:]
        yield chunk[:end]
    yield rest


class _Held:
    """An element as far as it was read; beyond the limit it is only counted."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._bytes = bytearray()
        self._size = 0

    def add(self, more: bytes) -> None:
        """Append what was read."""
        self._size += len(more)
        if self._size <= self._limit:
            self._bytes += more
        else:
            self._bytes.clear()

    def given(self, *, broken_off: bool = False) -> Iterator[bytes | None]:
        """The element, if there is one, and a new start."""
        if self._size > self._limit:
            yield None
        elif broken_off or self._bytes.strip():
            yield bytes(self._bytes)
        self._bytes.clear()
        self._size = 0
