"""What the beginning of a JSON file shows of it."""

from __future__ import annotations

import json
import re
from typing import Any

FEW = 20
"""Values that are enough to know a format by."""

_DECODER = json.JSONDecoder()
_SPACE = re.compile(r"[\s,]*")
_MARK = re.compile(r'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)|[\[\]{}:,]', re.DOTALL)
"""A bracket, a colon, a comma or a string; one that breaks off goes to the end, so that nothing is looked at twice."""


def sample(head: bytes) -> list[object]:
    """The first values that are there whole: of a file of lines, of the array that it is, or the one that it is.

    A line that is broken does not hide those after it.
    """
    text = head.decode("utf-8", "ignore").lstrip()
    listed = text.startswith("[")
    at = 1 if listed else 0
    found: list[object] = []
    lost = 0
    while len(found) < FEW:
        skipped = _SPACE.match(text, at)
        at = skipped.end() if skipped else at
        try:
            value, at = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            line = -1 if listed else text.find("\n{", at)
            if line < 0 or lost == FEW:
                break
            at, lost = line + 1, lost + 1
            continue
        found.append(value)
    return found


def keys(head: bytes) -> frozenset[str]:
    """The keys of the object that a file is, as far as they are there."""
    text = head.decode("utf-8", "ignore").lstrip()
    if not text.startswith("{"):
        return frozenset()
    return _keys(text)


def first_keys(head: bytes) -> frozenset[str]:
    """The keys of the first object, be it the file itself, the first of its array or its first line."""
    text = head.decode("utf-8", "ignore").lstrip().removeprefix("[").lstrip()
    return _keys(text) if text.startswith("{") else frozenset()


def _keys(text: str) -> frozenset[str]:
    found: set[str] = set()
    depth, last = 0, ""
    for match in _MARK.finditer(text):
        mark = match.group()
        if mark in ("{", "["):
            depth += 1
        elif mark in ("}", "]"):
            depth -= 1
            if depth == 0:
                break
        elif mark == ":" and depth == 1:
            found.add(last)
        elif mark not in (":", ","):
            last = _name(mark)
    return frozenset(found)


def _name(quoted: str) -> str:
    try:
        value: Any = json.loads(quoted)
    except ValueError:
        return ""
    return str(value)
