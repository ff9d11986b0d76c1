"""Memories as JSON of any program: a list of objects, an object with `memories`, or one object a line.

An object is a memory where a field says so by its name: `text`, `memory`, `content` or `fact`, and nobody speaks in it. Notes come as
`{"files": [{"path": …, "text": …}]}`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from perdure.domain.staging import Skip
from perdure.errors import InvalidInput, InvalidText
from perdure.transfer.decoding import decoded, elements
from perdure.transfer.found import Statement
from perdure.transfer.importers import markdown, named
from perdure.transfer.importers.importer import Importer
from perdure.transfer.importers.lists import LARGEST, placed_values, under
from perdure.transfer.loose import VECTORS, mapping, name_of, record_of, text_of
from perdure.transfer.report import skip_of
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally
from perdure.transfer.vault import note, pieces, unsafe

NAME = "records"

_LISTS = ("memories", "facts", "items", "records", "data", "results")
_NOTES = "files"
_DROPPED = dict.fromkeys(("embedding", "vector", "embeddings"), VECTORS)


def recognises(source: Source) -> bool:
    """Whether its objects look like memories: of a file of lines no fewer than half for certain, for turns may look like them."""
    if not source.alone:
        return False
    if _list(source) is not None:
        return True
    found = [each for each in source.sample() if isinstance(each, Mapping)]
    told = [each for each in found if named.signed(each) or (_listed(source) and named.tells_memories(each))]
    return bool(told) and len(told) * 2 >= len(found)


def read(source: Source, tally: Tally) -> Iterator[Statement | Skip]:
    """A statement for every object, and for every piece of a note."""
    for where, found in _objects(source):
        if isinstance(found, Skip):
            yield found
            continue
        try:
            record = record_of(found)
            if "path" in record and text_of(record.get("text")):
                yield from _note(record, where, tally)
            else:
                made = named.statement(record, system=NAME, where=where)
                tally.record(mapping(found), mapped=named.fates(record, made), dropped=_DROPPED)
                yield made
        except InvalidInput as error:
            yield skip_of(error, where=where)


IMPORTER = Importer(name=NAME, title="memories in JSON", recognises=recognises, read=read)


def _listed(source: Source) -> bool:
    return source.head().lstrip().startswith(b"[")


def _list(source: Source) -> str | None:
    """The list of memories or notes that an object has, where the file is one."""
    keys = source.keys()
    if _listed(source) or len(source.sample()) > 1:
        return None
    for name in (*_LISTS, _NOTES):
        if name in keys and _shown(source, name):
            return name
    return None


def _shown(source: Source, name: str) -> bool:
    """Whether the first element of a list is what can be read here."""
    with source.text(source.main) as stream:
        first = next(under(stream, name, where=name), None)
    if name == _NOTES:
        return isinstance(first, Mapping) and {"path", "text"} <= set(first)
    return isinstance(first, Mapping) and named.tells_memories(first)


def _objects(source: Source) -> Iterator[tuple[str, object]]:
    """Every object of the file, and a Skip for what is none."""
    key = _list(source)
    if key is not None:
        for number, value in enumerate(under(source.text(source.main), key, where=source.main), 1):
            yield f"{key} {number}", value
    elif _listed(source):
        for number, raw in enumerate(elements(source.text(source.main), limit=LARGEST), 1):
            where = f"record {number}"
            yield where, _value(raw, where)
    else:
        yield from placed_values(source.text(source.main))


def _value(raw: bytes | None, where: str) -> object:
    try:
        if raw is None:
            raise InvalidText(f"it is longer than {LARGEST:,} bytes")
        return decoded(raw)
    except InvalidInput as error:
        return skip_of(error, where=where)


def _note(record: Mapping[str, Any], where: str, tally: Tally) -> Iterator[Statement | Skip]:
    """What a note says, if its path leads nowhere else."""
    path = name_of(record.get("path"))
    if path is None or unsafe(path):
        yield Skip(where=where, reason="its path leads out of the folder", code="unsafe_path")
        return
    tally.record(record, mapped={"path": "text", "text": "text"})
    found = note(path, str(record["text"]))
    for piece in pieces(found.body, first_line=found.first_line):
        yield markdown.statement(NAME, found, piece, text=piece.text)
