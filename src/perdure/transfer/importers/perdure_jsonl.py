"""Perdure's own lines of JSON: `{"perdure": "memory", "space": "user/alice", …}`, one a memory or an entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC
from typing import Any

from perdure.domain.space import SpaceName
from perdure.errors import InvalidInput, InvalidText, InvalidValue
from perdure.kinds import permanent
from perdure.transfer.decoding import decoded, lines
from perdure.transfer.fields import filled
from perdure.transfer.found import Item, Native
from perdure.transfer.importers.importer import Importer
from perdure.transfer.records import entry_of, memory_of
from perdure.transfer.report import skip_of
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally

MARK, SPACE = "perdure", "space"
"""The fields of a line beside those of its record: what it is, and the space that it is of."""

LONGEST = 64 << 20
"""Bytes of a line; a longer one is left out without being held in memory."""

_SORTS = ("memory", "entry")


def recognises(source: Source) -> bool:
    """Whether a line says that it is one."""
    return source.alone and any(isinstance(each, Mapping) and each.get(MARK) in _SORTS for each in source.sample())


def read(source: Source, tally: Tally) -> Iterator[Item]:
    """The record of every line; one that is wrong costs itself."""
    for number, line in lines(source.text(source.main), limit=LONGEST):
        where = f"line {number}"
        try:
            native = _native(line, number, where)
        except InvalidInput as error:
            yield skip_of(error, where=where, line=number)
            continue
        sort = "entry" if native.part == "journal" else "memory"
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
        case "entry":
            entry_of(record, space, UTC)
            return "journal"
        case "memory":
            return "permanent" if permanent(memory_of(record, space, UTC).kind) else "memories"
    raise InvalidValue(f"{MARK} is memory or entry; this one is not")


IMPORTER = Importer(
    name="perdure", title="memories and turns of Perdure, in lines of JSON", recognises=recognises, read=read
)
