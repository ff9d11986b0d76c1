"""A model's reply as the object it was asked for, however it was put."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Any

from perdure.errors import ModelReplyInvalid
from perdure.text.clean import clean_value

LONGEST = 1_000_000
"""Characters of a reply that are read."""

REPAIRED = 10_000
"""Characters that are repaired where they are no JSON: repairing is slow, and slower than in proportion."""

DEEPEST = 100
"""Nesting that no reply has; repairing it takes time with the square of it."""

_FAILURES = 100
"""Brackets at which no JSON begins, after which none is looked for any more."""

_OPENING = re.compile(r"[{\[]")
_BRACKET = re.compile(r"[{}\[\]]")
_AFTER = re.compile(r"\s*(?:[,\]]|\Z)")
_BETWEEN = re.compile(r"[\s,]*")
_CHINESE = str.maketrans("“”｛｝［］：，", '""{}[]:,')
"""Punctuation that small models write in place of JSON's."""

_Object = Mapping[str, Any]


def read_reply(text: str, wanted: str) -> _Object:
    """The object in a reply, under whose key `wanted` stands what was asked for.

    Code fences, prose, thoughts and a byte order mark around it, several values, a bare list in place of the object, a list
    that is cut off (its whole items count), and what is nearly JSON are read. Raises ModelReplyInvalid for anything else.
    """
    said = text[:LONGEST].rpartition("</think>")[2]
    values = list(_values(said))
    found = _object(values, wanted)
    if found is None and not said.rstrip("`~ \r\n").endswith(("}", "]")):
        found = _whole_items(said, wanted)  # a repair would make an item of the half one too
    found = found or _list(values, wanted) or _repaired(said, wanted) or _whole_items(said, wanted)
    if found is None:
        raise ModelReplyInvalid(f"the reply has no {wanted} ({len(text)} characters)")
    plain: _Object = clean_value(_finite(found))
    return plain


def _values(text: str) -> Iterator[Any]:
    """Every JSON object and list that stands in a text, outside of one another."""
    decoder = json.JSONDecoder(strict=False)
    at = failures = 0
    while failures < _FAILURES and (opening := _OPENING.search(text, at)) is not None:
        try:
            value, at = decoder.raw_decode(text, opening.start())
        except (ValueError, RecursionError):
            failures, at = failures + 1, opening.end()
        else:
            yield value


def _object(values: list[Any], wanted: str) -> _Object | None:
    """The last object that has the key: what stands before it is an example, or a first thought."""
    return next((value for value in reversed(values) if isinstance(value, dict) and wanted in value), None)


def _list(values: list[Any], wanted: str) -> _Object | None:
    """The last list of what can be an item, as if it stood under the key."""
    lists = [value for value in values if isinstance(value, list) and value and isinstance(value[0], dict | str)]
    return {wanted: lists[-1]} if lists else None


def _whole_items(text: str, wanted: str) -> _Object | None:
    """The whole items at the beginning of a list under the key."""
    opening = re.search(rf'"{wanted}"\s*:\s*\[', text)
    if opening is None:
        return None
    decoder = json.JSONDecoder(strict=False)
    items: list[Any] = []
    at = opening.end()
    while between := _BETWEEN.match(text, at):
        try:
            item, at = decoder.raw_decode(text, between.end())
        except (ValueError, RecursionError):
            break
        if not _AFTER.match(text, at):
            break
        items.append(item)
    return {wanted: items} if items else None


def _repaired(text: str, wanted: str) -> _Object | None:
    """What a repair makes of single quotes, stray commas, quotes within quotes, and the like."""
    import json_repair  # documented lazy load: most replies are JSON

    opening = _OPENING.search(text.translate(_CHINESE))
    if opening is None:
        return None
    broken = text[opening.start() : opening.start() + REPAIRED]
    if _depth(broken) > DEEPEST:
        return None
    for form in (broken, broken.translate(_CHINESE)):
        try:
            value = json_repair.loads(form, skip_json_loads=True)
        except (ValueError, RecursionError):
            continue
        values = value if isinstance(value, list) else [value]
        found = _object(values, wanted) or _list([value], wanted)
        if found is not None and found[wanted]:  # an empty list that only the repair closed says nothing
            return found
    return None


def _depth(text: str) -> int:
    """How deep its brackets are nested, those in strings among them."""
    steps = (1 if mark in "{[" else -1 for mark in _BRACKET.findall(text))
    return max(accumulate(steps), default=0)


def _finite(value: Any) -> Any:
    """Without NaN and infinity, at every depth."""
    match value:
        case float() if not math.isfinite(value):
            return None
        case dict():
            return {key: _finite(item) for key, item in value.items()}
        case list():
            return [_finite(item) for item in value]
    return value
