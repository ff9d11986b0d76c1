"""Exports whose conversations stand in one file, or in numbered ones where there are many."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from perdure.errors import InvalidInput, InvalidText
from perdure.transfer.decoding import decoded, elements
from perdure.transfer.found import Heard
from perdure.transfer.report import Skip, skip_of
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally

LARGEST = 64 << 20
"""Bytes of a conversation; a larger one is left out without being held in memory."""

_MEMBER = re.compile(r"(?:.*/)?conversations(?:-\d+)?\.json")


def files(source: Source) -> list[str]:
    """The file, or those that an export has."""
    return [name for name in source.names if source.alone or _MEMBER.fullmatch(name)]


def conversations(
    source: Source, names: Sequence[str], tally: Tally, read: Callable[[object, str, Tally], Iterator[Heard | Skip]]
) -> Iterator[Heard | Skip]:
    """The turns of every conversation of these files, one conversation at a time; one that cannot be read costs itself."""
    number = 0
    for name in names:
        for raw in elements(source.text(name), limit=LARGEST):
            number += 1
            where = f"conversation {number}"
            try:
                yield from read(_value(raw), where, tally)
            except InvalidInput as error:
                yield skip_of(error, where=where)


def _value(raw: bytes | None) -> object:
    if raw is None:
        raise InvalidText(f"it is larger than {LARGEST:,} bytes")
    return decoded(raw)
