"""Files as they come out of crashes, bad disks, other versions and bad intentions: a sample, changed a little."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

ODD: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1.5,
    10**30,
    float("nan"),
    float("inf"),
    4_070_908_800,
    -62_135_596_801,
    1_767_258_000_000,
    "",
    " \n",
    "\0",
    "\ud83d",
    "你好 😀",
    "x" * 3_000,
    "1970-01-01",
    "2099-12-31T23:59:59",
    "9999-12-31T23:59:59+00:00",
    "0001-01-01T00:00:00Z",
    "not a time",
    "<b>&amp;&lt;</b>",
    '{"a": [1',
    '["nested", {"json": "\\u4f60"}]',
    "../../etc/passwd",
    [],
    {},
    [[]],
    [None, "a", 1],
    {"": ""},
    {"a": {"b": None}},
)
"""Values where others are expected."""


@dataclass(frozen=True, kw_only=True)
class Change:
    """One change; `place` and `size` say where and how much, whatever the length of the file."""

    sort: str
    place: int
    size: int
    value: Any

    def applied(self, content: bytes, other: bytes) -> bytes:
        """The content with this change; `other` is a sample to take pieces from."""
        return _CHANGES[self.sort](self, content, other)

    def at(self, content: Sequence[Any] | bytes) -> int:
        return self.place % (len(content) + 1)


def changes() -> st.SearchStrategy[list[Change]]:
    """A few changes, most often one."""
    change = st.builds(
        Change,
        sort=st.sampled_from(sorted(_CHANGES)),
        place=st.integers(0, 2**32 - 1),
        size=st.integers(1, 64),
        value=st.sampled_from(ODD),
    )
    return st.lists(change, min_size=1, max_size=3)


def _flip(change: Change, content: bytes, _other: bytes) -> bytes:
    found = bytearray(content)
    for step in range(change.size % 4 + 1):
        if found:
            place = (change.place + step * 7_919) % len(found)
            found[place] ^= 1 << (change.size % 8)
    return bytes(found)


def _cut(change: Change, content: bytes, _other: bytes) -> bytes:
    return content[: change.at(content)]


def _drop(change: Change, content: bytes, _other: bytes) -> bytes:
    place = change.at(content)
    return content[:place] + content[place + change.size :]


def _repeat(change: Change, content: bytes, _other: bytes) -> bytes:
    place = change.at(content)
    piece = content[place : place + change.size * 8]
    return content[:place] + piece * (change.size % 5 + 2) + content[place:]


def _splice(change: Change, content: bytes, other: bytes) -> bytes:
    place, start = change.at(content), change.at(other)
    return content[:place] + other[start : start + change.size * 16] + content[place:]


def _insert(change: Change, content: bytes, _other: bytes) -> bytes:
    place = change.at(content)
    written = json.dumps(change.value).encode() if change.size % 2 else str(change.value).encode("utf-8", "replace")
    return content[:place] + written + content[place:]


def _lines(change: Change, content: bytes, _other: bytes) -> bytes:
    """A line twice, or two the other way round, with the ends of Windows."""
    found = content.split(b"\n")
    place = change.place % len(found)
    found.insert(change.size % (len(found) + 1), found[place])
    return (b"\r\n" if change.size % 2 else b"\n").join(found)


def _encode(change: Change, content: bytes, _other: bytes) -> bytes:
    encodings = ("utf-8-sig", "utf-16", "utf-16-be", "gb18030", "latin-1")
    return content.decode("utf-8", "replace").encode(encodings[change.size % len(encodings)], "replace")


def _in_json(change: Change, content: bytes, _other: bytes) -> bytes:
    """The same JSON with one value, name or place changed; files of lines in one of their lines."""
    try:
        return _rewritten(change, json.loads(content)).encode()
    except (ValueError, RecursionError):
        pass
    found = content.split(b"\n")
    place = change.place % len(found)
    try:
        found[place] = _rewritten(change, json.loads(found[place])).encode()
    except (ValueError, RecursionError):
        return _flip(change, content, b"")
    return b"\n".join(found)


def _rewritten(change: Change, value: Any) -> str:
    spots = list(_spots(value))
    if not spots:
        return json.dumps(change.value)
    holder, key = spots[change.place % len(spots)]
    inner = holder[key]
    match change.size % 8:
        case 0:
            del holder[key]
        case 1 if isinstance(holder, dict):
            holder[f"{key}_"] = holder.pop(key)
        case 2:
            holder[key] = str(inner) if not isinstance(inner, str) else len(inner)
        case 3:
            holder[key] = [inner] if change.size % 16 < 8 else {"value": inner}
        case 4:
            holder[key] = json.dumps(inner)
        case 5:
            for _ in range(change.size * 8):
                inner = [inner]
            holder[key] = inner
        case _:
            holder[key] = change.value
    return json.dumps(value, ensure_ascii=change.size % 3 == 0)


def _spots(value: Any) -> Any:
    """Every place in it that holds a value."""
    match value:
        case dict():
            for key, inner in list(value.items()):
                yield value, key
                yield from _spots(inner)
        case list():
            for place, inner in enumerate(value):
                yield value, place
                yield from _spots(inner)


_CHANGES: dict[str, Callable[[Change, bytes, bytes], bytes]] = {
    "cut": _cut,
    "drop": _drop,
    "encode": _encode,
    "flip": _flip,
    "insert": _insert,
    "json": _in_json,
    "json again": _in_json,
    "json once more": _in_json,
    "lines": _lines,
    "repeat": _repeat,
    "splice": _splice,
}
