"""JSON out of files that anybody may have written: bytes to values, and a long array to its elements.

The parser is the standard library's, which refuses what is too deep or too long instead of crashing on it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import IO, Any

from perdure.errors import InvalidInput, InvalidText

DEEPEST = 200
"""Levels of nesting; what is deeper says nothing that anybody wrote."""

_CHUNK = 1 << 20
_HALVES = re.compile(rb"\\u[dD][89a-fA-F]")
_STRING = rb'[^"\\]*+(?:\\.[^"\\]*+)*+"'
_STRING_END = re.compile(_STRING, re.DOTALL)
_TO_BRACKET = re.compile(rb'(?:[^"\[\]{}]++|"' + _STRING + rb")*+", re.DOTALL)
_TO_COMMA = re.compile(rb'(?:[^"\[\]{},]++|"' + _STRING + rb")*+", re.DOTALL)
_STEPS = {b"[": 1, b"{": 1, b"]": -1, b"}": -1, b",": 0}


def decoded(raw: bytes) -> Any:
    """The value; raises InvalidInput when it is no JSON, InvalidText when it is no UTF-8.

    Half a character, left by a program that cut a text in the middle of one, becomes U+FFFD.
    """
    if not raw.strip():
        raise InvalidInput("the file breaks off here")
    try:
        value = json.loads(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise InvalidText(f"it is not UTF-8: {error.reason} at byte {error.start + 1}") from error
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"it is no JSON: {error}") from error
    if raw.count(b"[") + raw.count(b"{") > DEEPEST and _too_deep(value):
        raise InvalidInput(f"it is nested more than {DEEPEST} deep")
    return _mended(value) if _HALVES.search(raw) else value


def object_of(line: bytes | None, *, limit: int) -> dict[str, Any]:
    """The object that a line is; raises InvalidInput when it is none, or longer than the limit (None)."""
    if line is None:
        raise InvalidText(f"it is longer than {limit:,} bytes")
    found = decoded(line)
    if not isinstance(found, dict):
        raise InvalidInput("it is no JSON object")
    return found


def lines(stream: IO[bytes], *, limit: int) -> Iterator[tuple[int, bytes | None]]:
    """The lines that are not blank, with their numbers; None for one of `limit` bytes or more, which is not held in memory."""
    return ((number, line) for number, line in every_line(stream, limit=limit) if line is None or not line.isspace())


def every_line(stream: IO[bytes], *, limit: int) -> Iterator[tuple[int, bytes | None]]:
    """The same with the blank ones."""
    number = 0
    while line := stream.readline(limit):
        number += 1
        too_long = len(line) == limit and not line.endswith(b"\n")
        while too_long and line and not line.endswith(b"\n"):
            line = stream.readline(limit)
        yield number, None if too_long else line


def _too_deep(value: object) -> bool:
    level = [value]
    for _ in range(DEEPEST):
        level = [
            inner
            for each in level
            if isinstance(each, dict | list)
            for inner in (each.values() if isinstance(each, dict) else each)
            if isinstance(inner, dict | list)
        ]
        if not level:
            return False
    return True


def _mended(value: Any) -> Any:
    """The value with whole characters only."""
    match value:
        case str():
            return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        case dict():
            return {_mended(name): _mended(inner) for name, inner in value.items()}
        case list():
            return [_mended(inner) for inner in value]
    return value


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
