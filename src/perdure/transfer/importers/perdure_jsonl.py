"""Perdure's own lines of JSON: `{"perdure": "memory", "space": "user/alice", …}`, one a memory or an entry.

What happened to a memory stands in lines of `history` below it, and is restored with it; a `link` ties two memories.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC
from typing import Any

from perdure.domain.space import SpaceName
from perdure.domain.staging import Skip
from perdure.errors import InvalidInput, InvalidText, InvalidValue
from perdure.kinds import permanent
from perdure.transfer.decoding import decoded, lines
from perdure.transfer.fields import filled
from perdure.transfer.found import Item, Native
from perdure.transfer.idset import IdSet
from perdure.transfer.importers.importer import Importer
from perdure.transfer.records import HISTORY, change_of, entry_of, link_of, memory_of
from perdure.transfer.report import skip_of
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally

MARK, SPACE = "perdure", "space"
"""The fields of a line beside those of its record: what it is, and the space that it is of."""

LONGEST = 64 << 20
"""Bytes of a line; a longer one is left out without being held in memory."""

_SORTS = ("memory", "entry", "history", "link")
_SORT = {"journal": "entry", "history": "history", "links": "link"}
_MEMORIES = ("memories", "permanent")


def recognises(source: Source) -> bool:
    """Whether a line says that it is one."""
    return source.alone and any(isinstance(each, Mapping) and each.get(MARK) in _SORTS for each in source.sample())


def read(source: Source, tally: Tally) -> Iterator[Item]:
    """The record of every line; one that is wrong costs itself."""
    told = _told(source)
    for found in _natives(source, tally):
        if isinstance(found, Native) and found.part in _MEMORIES and found.record["id"] in told:
            yield replace(found, record={**found.record, HISTORY: []})
        else:
            yield found


def _told(source: Source) -> IdSet:
    """The memories that have lines of history."""
    told = IdSet()
    for found in _natives(source, Tally()):
        if isinstance(found, Native) and found.part == "history":
            told.add(found.record["memory"])
    return told


def _natives(source: Source, tally: Tally) -> Iterator[Native | Skip]:
    for number, line in lines(source.text(source.main), limit=LONGEST):
        where = f"line {number}"
        try:
            native = _native(line, number, where)
        except InvalidInput as error:
            yield skip_of(error, where=where, line=number)
            continue
        sort = _SORT.get(native.part, "memory")
        for field in filled(native.record):
            tally.mapped(f"{sort}.{field}", field)
        yield native


def _native(line: bytes | None, number: int, where: str) -> Native:
    """A line as a record; raises InvalidInput with what is wrong."""
    if line is None:
        raise InvalidText(f"it is longer than {LONGEST:,} bytes")
    found = decoded(line)
    if not isinstance(found, dict):
        raise InvalidInput("it is no JSON object")
    sort, space = found.get(MARK), SpaceName.parse(found.get(SPACE) or "")
    record = {name: value for name, value in found.items() if name not in (MARK, SPACE)}
    return Native(part=_part(sort, record, space), record=record, where=where, owner=str(space), line=number)


def _part(sort: object, record: Mapping[str, Any], space: SpaceName) -> str:
    match sort:
        case "history":
            change_of(record, UTC)
            return "history"
        case "link":
            link_of(record, UTC)
            return "links"
        case "entry":
            entry_of(record, space, UTC)
            return "journal"
        case "memory":
            return "permanent" if permanent(memory_of(record, space, UTC).kind) else "memories"
    raise InvalidValue(f"{MARK} is one of {', '.join(_SORTS)}; this one is not")


IMPORTER = Importer(
    name="perdure", title="memories and turns of Perdure, in lines of JSON", recognises=recognises, read=read
)
