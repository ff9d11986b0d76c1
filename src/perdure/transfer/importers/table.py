"""Memories in a table: CSV, TSV or semicolons, by the names in its first line; in UTF-8, UTF-16 or GB18030.

A table that Perdure wrote has all its columns; a row that nobody has changed is restored as it was.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from perdure.domain.staging import Skip
from perdure.errors import InvalidInput, InvalidText
from perdure.transfer import ours
from perdure.transfer.found import Item, Native, Statement
from perdure.transfer.importers import named
from perdure.transfer.importers.importer import Importer
from perdure.transfer.importers.lists import LARGEST
from perdure.transfer.report import skip_of
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally

NAME = "csv"

ENDINGS = (".csv", ".tsv")

_SEPARATORS = ",\t;"
_SAVED_AT = {"check": "it only tells whether a row was changed"}


def recognises(source: Source) -> bool:
    """Whether the first line names a text, and nobody who speaks; a name alone is no table."""
    if not source.alone:
        return False
    header = columns(source)
    return (len(header) > 1 or source.main.casefold().endswith(ENDINGS)) and named.tells_memories(header)


def read(source: Source, tally: Tally) -> Iterator[Item]:
    """A statement for every row."""
    header = columns(source)
    native = set(ours.COLUMNS) <= set(header)
    for number, cells in _rows(source):
        where = f"row {number}"
        if isinstance(cells, Skip):
            yield cells
            continue
        try:
            yield _item(header, cells, where, tally, native=native)
        except InvalidInput as error:
            yield skip_of(error, where=where, line=number)


IMPORTER = Importer(name=NAME, title="a table of memories", recognises=recognises, read=read)


def columns(source: Source) -> list[str]:
    """The names of the columns; none where the file is no table."""
    first = source.prose().lstrip("\ufeff\r\n").split("\n", 1)[0]
    if not first.strip() or first.lstrip()[:1] in ("{", "[", "<", "#"):
        return []
    try:
        return [name.strip() for name in next(csv.reader([first], delimiter=_separator(first)), [])]
    except csv.Error:
        return []


def _separator(line: str) -> str:
    return max(_SEPARATORS, key=line.count)


def _rows(source: Source) -> Iterator[tuple[int, list[str] | Skip]]:
    """The rows that are not blank below that with the names, with their numbers."""
    text = io.TextIOWrapper(source.plain(source.main), encoding="utf-8", errors="replace", newline="")
    first = next((line for line in text if line.strip("\ufeff\r\n")), "")
    csv.field_size_limit(LARGEST)  # the standard library's own is 128 KB, and one for the whole process
    reader = csv.reader(_again(first, text), delimiter=_separator(first))
    number = 0
    while True:
        number += 1
        try:
            cells = next(reader, None)
        except csv.Error as error:
            yield number, skip_of(InvalidText(f"it is no row: {error}"), where=f"row {number}", line=number)
            continue
        if cells is None:
            return
        if number > 1 and any(cell.strip() for cell in cells):
            yield number, cells


def _again(first: str, text: io.TextIOBase) -> Iterator[str]:
    yield first
    yield from text


def _item(header: Sequence[str], cells: Sequence[str], where: str, tally: Tally, *, native: bool) -> Native | Statement:
    record = {name: ours.as_it_was(cell) for name, cell in zip(header, cells, strict=False) if name}
    if native and (restored := _restored(header, cells, where)) is not None:
        tally.record(record, mapped=dict.fromkeys(ours.COLUMNS, "memory"), dropped=_SAVED_AT)
        return restored
    if len(cells) > len(header):
        raise InvalidInput(f"it has {len(cells)} cells, the first row has {len(header)}")
    made = named.statement(record, system=NAME, where=where)
    tally.record(record, mapped=named.fates(record, made), dropped=_SAVED_AT if native else None)
    return made


def _restored(header: Sequence[str], cells: Sequence[str], where: str) -> Native | None:
    """The memory of a row that nobody has changed."""
    row = dict(zip(header, cells, strict=False))
    written = [row.get(name, "") for name in ours.COLUMNS[:-1]]
    if row.get(ours.CHECK) != ours.check(written):
        return None
    try:
        space, record = ours.record_of(row)
    except ValueError:
        return None
    return Native(part="memories", record=record, where=where, owner=space or None)
