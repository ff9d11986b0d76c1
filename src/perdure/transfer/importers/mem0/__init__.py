"""Mem0: what its API answers, `history.db`, a folder of Qdrant, rows of pgvector; several of them in a folder are one memory."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

from perdure.domain.staging import Skip
from perdure.errors import ImportFailed, InvalidInput
from perdure.transfer import foreign_sqlite
from perdure.transfer.found import Item, Statement
from perdure.transfer.importers.importer import Importer
from perdure.transfer.importers.mem0 import history, points
from perdure.transfer.importers.mem0.records import SYSTEM, is_memory, is_point, item
from perdure.transfer.objects import mostly, objects, peek
from perdure.transfer.report import skip_of
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally

_LISTS = ("results", "memories", "points")
_DERIVED = ("_entities", "migrations")
_MOST = 20
"""Files of a folder that are looked into; a folder with more is no export of Mem0."""

_Forms = dict[str, str]


def recognises(source: Source) -> bool:
    """Whether any of the files is one that Mem0 wrote."""
    return bool(_forms(source))


def _forms(source: Source) -> _Forms:
    """The files that are Mem0's, and of what form each is."""
    places = [name for name in source.names if points.collection(name)]
    others = [name for name in source.names if name not in places]
    looked = places + (others if len(others) <= _MOST else [name for name in others if name.endswith("history.db")])
    forms = {name: _form(source, name) for name in looked}
    return {name: form for name, form in forms.items() if form}


def _form(source: Source, name: str) -> str:
    try:
        tables = source.tables(name)
        if tables:
            return _database(source, name)
        if _is_dump(source, name):
            return "rows"
        found = peek(source, *_LISTS, name=name)
    except (ImportFailed, csv.Error):
        return ""
    return "json" if mostly(lambda each: is_memory(each) or is_point(each), found) else ""


def _database(source: Source, name: str) -> str:
    tables = source.tables(name)
    if history.is_history(tables):
        return "history"
    if not points.is_store(tables):
        return ""
    derived = (points.collection(name) or "").endswith(_DERIVED)
    return "points" if derived or any(is_point(each) for each in points.first(source.local(name))) else ""


def _is_dump(source: Source, name: str) -> bool:
    start = source.head(name)[: 1 << 16].decode("utf-8", "replace").splitlines()[:1]
    return bool(start) and {"id", "payload"} <= set(next(csv.reader(start), []))


def read(source: Source, tally: Tally) -> Iterator[Item]:
    """Every memory with its earlier wordings, what was deleted, and the turns."""
    forms = _forms(source)
    if not forms and source.alone and peek(source, *_LISTS):
        forms = {source.main: "json"}
    if not forms:
        raise ImportFailed(f"{source.path} has nothing in it that Mem0 wrote")
    histories = [source.local(name) for name, form in forms.items() if form == "history"]
    stores = [name for name, form in forms.items() if form != "history"]
    events = {memory: rows for path in histories for memory, rows in history.told(path)}
    owners: set[str | None] = set()
    for name in stores:
        for found in _stored(source, name, forms[name], tally, events):
            if isinstance(found, Statement):
                owners.add(found.owner)
            yield found
    only = next(iter(owners)) if len(owners) == 1 else None
    for memory, rows in events.items():
        if rows:
            history.count(rows, tally)
            yield history.statement(memory, rows, owner=only, gone=bool(stores))
    for path in histories:
        if "messages" in foreign_sqlite.tables(path):
            yield from history.messages(path, tally)


def _stored(source: Source, name: str, form: str, tally: Tally, events: dict[str, history.Rows]) -> Iterator[Item]:
    """The memories of one file; what the history knows of them is taken from there."""
    if (points.collection(name) or "").endswith(_DERIVED):
        tally.dropped(f"collection {points.collection(name)}", "derived from the memories, and made anew here")
        return
    for found in _records(source, name, form, tally):
        if isinstance(found, Skip):
            yield found
            continue
        where, record = found
        rows = events.pop(str(record.get("id")), [])
        history.count(rows, tally)
        yield history.joined(item(record, where, tally), rows)


def _records(source: Source, name: str, form: str, tally: Tally) -> Iterator[tuple[str, dict[str, Any]] | Skip]:
    match form:
        case "points":
            return points.points(source.local(name), points.collection(name) or name)
        case "rows":
            return _rows(source, name)
    if "relations" in source.keys(name):
        tally.dropped("relations", "they were extracted from the memories, which say the same")
    return objects(source, *_LISTS, name=name)


def _rows(source: Source, name: str) -> Iterator[tuple[str, dict[str, Any]] | Skip]:
    """The rows of a table that was dumped as CSV."""
    reader = csv.DictReader(io.TextIOWrapper(source.text(name), encoding="utf-8", errors="replace", newline=""))
    number = 0
    while True:
        number += 1
        where = f"{name}, row {number}"
        try:
            row = next(reader, None)
        except csv.Error as error:
            yield skip_of(InvalidInput(f"the table cannot be read from here on: {error}"), where=where)
            return
        if row is None:
            return
        yield where, {key: value for key, value in row.items() if key in ("id", "vector", "payload")}


IMPORTER = Importer(name=SYSTEM, title="memories of Mem0", recognises=recognises, read=read)
