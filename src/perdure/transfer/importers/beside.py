"""`perdure.jsonl`: what Perdure lays beside the files of a system that has no room for its records in them.

Each line is an object: `{"entry": {…}}` for a line of the journal, `{"file": NAME, "perdure": {…}}` for a memory whose text stands in
that file.
"""

from __future__ import annotations

from collections.abc import Iterator

from perdure.errors import InvalidInput, InvalidText
from perdure.transfer import loose
from perdure.transfer.found import Item
from perdure.transfer.importers import lists
from perdure.transfer.loose import Record
from perdure.transfer.report import skip_of
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally

RECORDS = "perdure.jsonl"


def entries(source: Source, name: str, tally: Tally) -> Iterator[Item]:
    """The lines of the journal; a line that is none, and what comes after the file breaks off, costs a Skip."""
    number = 0
    try:
        for record in _lines(source, name):
            number += 1
            where = f"{name}, line {number}"
            if isinstance(record, InvalidInput):
                yield skip_of(record, where=where)
            elif "entry" in record:
                yield _entry(record["entry"], where, tally)
    except InvalidInput as error:
        yield skip_of(error, where=f"{name}, after line {number}")


def _entry(value: object, where: str, tally: Tally) -> Item:
    carried = loose.mapping(value)
    own = loose.native(carried, loose.text_of(carried.get("text")), where=where, part="journal")
    if own is None:
        return skip_of(InvalidText("it is no line of a journal"), where=where)
    tally.mapped("entry", "entry")
    return own


def memories(source: Source, name: str) -> dict[str, list[Record]]:
    """The records of memories by the files that have their texts, as far as they can be read: the texts are there all the same."""
    found: dict[str, list[Record]] = {}
    try:
        for record in _lines(source, name):
            if not isinstance(record, InvalidInput) and "file" in record:
                found.setdefault(str(record["file"]), []).append(loose.mapping(record.get(loose.CARRIED)))
    except InvalidInput:
        return found
    return found


def _lines(source: Source, name: str) -> Iterator[Record | InvalidInput]:
    if name in source.names:
        for element in lists.elements(source.text(name), keyed=False):
            yield element if isinstance(element, InvalidInput) else loose.mapping(element.value)
