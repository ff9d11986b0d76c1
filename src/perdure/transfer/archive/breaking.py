"""Where an archive breaks off: a ZIP that was cut has no list of its files any more, but they still stand one after another."""

from __future__ import annotations

import struct
from typing import IO

from perdure.transfer.archive.manifest import PARTS

_HEADER = struct.Struct("<4s5H3L2H")
_MARK = b"PK\x03\x04"
_WIDE = 1
"""The extra field of sizes that may be larger than four bytes hold."""


def broken_part(file: IO[bytes]) -> str | None:
    """The part in which an archive breaks off; None where it is no archive of ours."""
    first = next(iter(PARTS.values()))
    last: str | None = None
    at = 0
    while (found := _header(file, at)) is not None:
        name, end = found
        if last is None and name != first:
            return None
        last, at = name, end
    return last


def _header(file: IO[bytes], at: int) -> tuple[str, int] | None:
    """The name of the file whose header stands at a place, and where it ends; None where there is none."""
    file.seek(at)
    head = file.read(_HEADER.size)
    if len(head) < _HEADER.size or not head.startswith(_MARK):
        return None
    *_, packed, _, name_length, extra_length = _HEADER.unpack(head)
    name, extra = file.read(name_length), file.read(extra_length)
    return name.decode("utf-8", "replace"), file.tell() + _size(packed, extra)


def _size(packed: int, extra: bytes) -> int:
    """The packed size, from the extra field where it stands there."""
    while len(extra) >= 4:
        sort, length = struct.unpack_from("<HH", extra)
        if sort == _WIDE and length >= 16 and len(extra) >= 20:
            return int(struct.unpack_from("<Q", extra, 12)[0])
        extra = extra[4 + length :]
    return packed
