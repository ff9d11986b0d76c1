"""OpenMemory, the memory server that Mem0 gave up: its database, and the ZIP of its backup.

`memories.json` of a backup has the tables; `memories.jsonl.gz` has the same memories again, and is read only where it comes alone.
"""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import PurePosixPath
from typing import Any

from perdure.domain.memory import Status
from perdure.domain.staging import Skip
from perdure.errors import ImportFailed, InvalidInput
from perdure.transfer import foreign_sqlite, look, loose
from perdure.transfer.decoding import decoded, lines
from perdure.transfer.found import Item, Native, Statement
from perdure.transfer.importers.fates import tell
from perdure.transfer.importers.importer import Importer
from perdure.transfer.report import skip_of
from perdure.transfer.source import HEAD, Source, readable
from perdure.transfer.tally import Tally

SYSTEM = "openmemory"

STATES = {
    "active": Status.ACTIVE,
    "paused": Status.ARCHIVED,
    "archived": Status.ARCHIVED,
    "deleted": Status.FORGOTTEN,
}

MEMORIES = """
    SELECT m.*, u.user_id AS owner, a.name AS app, (
        SELECT json_group_array(c.name) FROM memory_categories mc JOIN categories c ON c.id = mc.category_id
        WHERE mc.memory_id = m.id
    ) AS categories
    FROM memories m LEFT JOIN users u ON u.id = m.user_id LEFT JOIN apps a ON a.id = m.app_id
    ORDER BY m.created_at, m.id
"""

_LONGEST = 16 << 20
_LARGEST = 512 << 20
_TABLES = {"memories", "users", "apps", "categories", "memory_categories"}
_MAPPED = {
    "id": "id",
    "content": "text",
    "state": "status",
    "owner": "owner",
    "app": "source.tool",
    "categories": "tags",
    "metadata": "metadata",
    "created_at": "created_at",
    "updated_at": "updated_at",
}


def is_database(tables: Mapping[str, frozenset[str]]) -> bool:
    """Whether these are its tables."""
    return tables.keys() >= _TABLES and tables["memories"] >= {"id", "content", "state"}


def recognises(source: Source) -> bool:
    """Whether it is its database, its backup, or a part of that."""
    return _reader(source) is not None


def read(source: Source, tally: Tally) -> Iterator[Item]:
    """Every memory, the deleted ones as forgotten."""
    reader = _reader(source)
    if reader is None:
        raise ImportFailed(f"{source.path} is nothing that OpenMemory wrote")
    for found in reader():
        yield found if isinstance(found, Skip) else item(found[1], found[0], tally)


def item(raw: Mapping[str, Any], where: str, tally: Tally) -> Statement | Native | Skip:
    """One memory, with its owner, app and categories by their names."""
    try:
        record = loose.record_of(raw)
        metadata = loose.mapping(record.get("metadata"))
        text = loose.said(record.get("content"))
        own = loose.native(metadata.pop("perdure", None), text, where=where)
    except InvalidInput as error:
        return skip_of(error, where=where)
    tell(tally, raw, dict.fromkeys(raw, "perdure") if own else _MAPPED)
    return own or Statement(
        system=SYSTEM,
        id=(loose.name_of(record.get("id")) or loose.digest(record.get("owner"), text)).replace("-", ""),
        text=text,
        where=where,
        record=record,
        owner=loose.name_of(record.get("owner")),
        at=loose.when(record.get("created_at")),
        updated_at=loose.when(record.get("updated_at"), record.get("created_at")),
        status=STATES.get(str(record.get("state")), Status.ACTIVE),
        tool=loose.name_of(record.get("app")),
        tags=loose.names_of(record.get("categories")),
        metadata=metadata,
    )


_Found = tuple[str, Mapping[str, Any]] | Skip


def _reader(source: Source) -> Callable[[], Iterator[_Found]] | None:
    """How the memories in these files are read, if they are OpenMemory's."""
    by_name = {PurePosixPath(name).name: name for name in source.names}
    try:
        if source.alone and is_database(source.tables()):
            return partial(_database, source)
        for name in ("memories.json", source.main):
            if name in by_name.values() or name in by_name:
                place = by_name.get(name, name)
                if {"memories", "export_meta"} <= source.keys(place) or {
                    "memories",
                    "memory_categories",
                } <= source.keys(place):
                    return partial(_backup, source, place)
        packed = by_name.get("memories.jsonl.gz") or (source.main if source.main.endswith(".gz") else None)
        if packed is not None and _is_packed(source, packed):
            return partial(_packed, source, packed)
    except ImportFailed:
        return None
    return None


def _database(source: Source) -> Iterator[_Found]:
    for number, row in enumerate(foreign_sqlite.rows(source.local(source.main), MEMORIES), start=1):
        yield f"memory {number}", row


def _backup(source: Source, name: str) -> Iterator[_Found]:
    """The memories of the tables in `memories.json`; `memories.jsonl.gz` has the same once more."""
    source.taken(*(other for other in source.names if other.endswith(".jsonl.gz")))
    try:
        tables = decoded(source.text(name).read(_LARGEST))
    except InvalidInput as error:
        raise ImportFailed(f"{source.path} cannot be read: {name}: {error}") from error
    names = {sort: _names(loose.records(tables.get(sort))) for sort in ("apps", "categories")}
    owner = loose.mapping(tables.get("user")).get("user_id")
    memories = tables.get("memories")
    for number, raw in enumerate(memories if isinstance(memories, list) else (), start=1):
        if not isinstance(raw, Mapping):
            yield skip_of(InvalidInput("it is no JSON object"), where=f"memory {number}")
            continue
        ids = raw.get("category_ids")
        named = [names["categories"].get(id) for id in ids if isinstance(id, str)] if isinstance(ids, list) else []  # noqa: A001  its id there
        app = raw.get("app_id")
        found = {"owner": owner, "app": names["apps"].get(app) if isinstance(app, str) else None, "categories": named}
        yield f"memory {number}", {**raw, **found}


def _names(rows: list[Mapping[str, Any]]) -> dict[str, object]:
    return {row["id"]: row.get("name") for row in rows if isinstance(row.get("id"), str)}


def _is_packed(source: Source, name: str) -> bool:
    with readable(source.path), source.raw(name) as raw:
        try:
            head = zlib.decompressobj(wbits=31).decompress(raw.read(1 << 16), HEAD)
        except zlib.error:
            return False
    first = look.sample(head)[:1]
    return bool(first) and isinstance(first[0], dict) and first[0].keys() >= {"content", "state", "app", "categories"}


def _packed(source: Source, name: str) -> Iterator[_Found]:
    """The memories of `memories.jsonl.gz`, which name no owner."""
    with source.raw(name) as raw, io.BufferedReader(gzip.open(raw)) as unpacked:
        try:
            for number, line in lines(unpacked, limit=_LONGEST):
                yield _line(line, f"line {number}")
        except (EOFError, OSError, zlib.error) as error:
            yield skip_of(InvalidInput(f"the file breaks off here, or is damaged: {error}"), where=name)


def _line(line: bytes | None, where: str) -> _Found:
    try:
        found = None if line is None else decoded(line)
    except InvalidInput as error:
        return skip_of(error, where=where)
    if not isinstance(found, Mapping):
        return skip_of(InvalidInput("it is no JSON object, or too long"), where=where)
    return where, found


IMPORTER = Importer(name=SYSTEM, title="memories of OpenMemory", recognises=recognises, read=read)
