"""A file that is one JSON object of lists, or a list, or objects one after another: read an element at a time."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO, Any

from perdure.domain.staging import Skip
from perdure.errors import InvalidInput, InvalidText
from perdure.transfer.decoding import lines
from perdure.transfer.report import skip_of

LARGEST = 32 << 20
"""Characters of one element."""

_CHUNK = 1 << 18
_SPACE = re.compile(r"\s*")
_BLANK = re.compile(r"[\s,]*")
_NO_TEXT = re.compile("[\udc80-\udcff]")
_MARK = re.compile(r'"(?:[^"\\]++|\\.)*+"|["\[\]{},]', re.DOTALL)
_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}
_LONGEST_MARK = 12
"""Characters of a number, a word or an escape at the end of a text, which may go on."""

_DECODER = json.JSONDecoder(parse_constant=lambda _name: None)


@dataclass(frozen=True, slots=True)
class Element:
    """One value: of the list called `key`, or what stands under that key alone; "" where the file is a list itself."""

    key: str
    value: Any
    number: int


def elements(stream: IO[bytes], *, keyed: bool) -> Iterator[Element | InvalidInput]:
    """Every element in its order; an InvalidInput in the place of one that is none, as long as its brackets, or its line, end.

    `keyed`: the file is an object of lists; otherwise objects are elements themselves. Raises InvalidInput where the file is no
    JSON any more; what came before is good.
    """
    text = _Text(stream)
    number = 0
    while mark := text.mark():
        if mark == "[":
            yield from _listed(text, "")
        elif mark == "{" and keyed:
            yield from _keyed(text)
        else:
            number += 1
            yield _element(text, "", number, past=text.past_line)


def under(stream: IO[bytes], key: str, *, where: str) -> Iterator[object | Skip]:
    """The elements of the list that stands under `key` in the object that a file is.

    Where the file breaks off, or an element is broken, what is whole comes and a Skip.
    """
    there = False
    number = 0
    try:
        for element in elements(stream, keyed=True):
            if isinstance(element, InvalidInput):
                yield skip_of(element, where=f"{where}, after {key} {number}")
            elif element.key == key:
                there, number = True, element.number
                yield element.value
    except InvalidInput as error:
        yield skip_of(error, where=f"{where}, after {key} {number}")
        return
    if not there:
        yield skip_of(InvalidInput(f"it has no list of {key}"), where=where)


def values_in(line: bytes) -> Iterator[object]:
    """The JSON values of a line, even where several stand on it; raises InvalidInput at what is none."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidText(f"it is not UTF-8: {error.reason} at byte {error.start + 1}") from error
    at = _past(_BLANK, text, 0)
    while at < len(text):
        try:
            value, at = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            raise InvalidInput("it is no JSON") from error
        yield value
        at = _past(_BLANK, text, at)


def placed_values(stream: IO[bytes]) -> Iterator[tuple[str, object]]:
    """The values of a file of lines, several in one where they ran together, each with its place; a Skip for what is none."""
    for number, line in lines(stream, limit=LARGEST):
        where = f"line {number}"
        try:
            if line is None:
                raise InvalidText(f"it is longer than {LARGEST:,} bytes")
            for value in values_in(line):
                yield where, value
        except InvalidInput as error:
            yield where, skip_of(error, where=where, line=number)


def _past(blank: re.Pattern[str], text: str, at: int) -> int:
    found = blank.match(text, at)
    return found.end() if found else at


def _keyed(text: _Text) -> Iterator[Element | InvalidInput]:
    """What is in an object: list by list."""
    text.take()
    while text.mark() != "}":
        key = text.value()
        if not isinstance(key, str) or text.mark() != ":":
            raise InvalidInput("it is no JSON: a name and a colon are missing, or it breaks off here")
        text.take()
        if text.mark() == "[":
            yield from _listed(text, key)
        else:
            yield _element(text, key, 1)
        if text.mark() == ",":
            text.take()
        elif text.mark() != "}":
            raise InvalidInput("it breaks off here")
    text.take()


def _listed(text: _Text, key: str) -> Iterator[Element | InvalidInput]:
    text.take()
    number = 0
    while text.mark() != "]":
        number += 1
        yield _element(text, key, number)
        if text.mark() == ",":
            text.take()
        elif text.mark() != "]":
            raise InvalidInput("it breaks off here")
    text.take()


def _element(text: _Text, key: str, number: int, *, past: Callable[[], bool] | None = None) -> Element | InvalidInput:
    try:
        return Element(key, text.value(), number)
    except InvalidText as error:
        return error
    except InvalidInput as error:
        if not (past or text.past_brackets)():
            raise
        return error


class _Text:
    """The characters of a file, as many as are needed."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._decode = codecs.getincrementaldecoder("utf-8")("surrogateescape").decode
        self._held, self._at, self._ended = "", 0, False

    def mark(self) -> str:
        """The next character that is no space; nothing at the end."""
        while True:
            self._at = _past(_SPACE, self._held, self._at)
            if self._at < len(self._held) or self._ended:
                return self._held[self._at : self._at + 1]
            self._more()

    def take(self) -> None:
        """Go on after the mark."""
        self._at += 1

    def value(self) -> Any:
        """The next value; raises InvalidText where its bytes are no text, InvalidInput, going no further, where it is none."""
        self.mark()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._held, self._at)
            except (ValueError, RecursionError) as error:
                if self._ended or not self._may_go_on(error):
                    why = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
                    raise InvalidInput(f"it is no JSON, or breaks off here: {why}") from error
            else:
                if end < len(self._held) or self._ended:
                    written, self._at = self._held[self._at : end], end
                    if _NO_TEXT.search(written):
                        raise InvalidText("it is not UTF-8")
                    return value
            self._more()

    def _may_go_on(self, error: Exception) -> bool:
        """Whether a value may only not be there yet to its end."""
        if not isinstance(error, json.JSONDecodeError) or len(self._held) - self._at > LARGEST:
            return False
        return error.pos > len(self._held) - _LONGEST_MARK or error.msg.startswith("Unterminated")

    def past_brackets(self) -> bool:
        """Go to the comma or the bracket behind a value that is none; False where there is no such place."""
        depth, at = 0, 0
        while True:
            match = _MARK.search(self._held, self._at + at)
            if match is None or match.group() == '"':
                if self._ended or len(self._held) - self._at > LARGEST:
                    return False
                self._more()
                continue
            if depth == 0 and match.group() in (",", "]", "}"):
                self._at = match.start()
                return True
            depth += _STEPS.get(match.group(), 0)
            at = match.end() - self._at

    def past_line(self) -> bool:
        """Go behind the line of a value that is none; False where it is the last."""
        while (end := self._held.find("\n", self._at)) < 0:
            if self._ended or len(self._held) - self._at > LARGEST:
                return False
            self._more()
        self._at = end + 1
        return True

    def _more(self) -> None:
        """Read on; more at once the longer a value is, so that none is read over and over."""
        self._held = self._held[self._at :]
        self._at = 0
        raw = self._stream.read(max(_CHUNK, len(self._held)))
        self._ended = not raw
        self._held += self._decode(raw, self._ended)
