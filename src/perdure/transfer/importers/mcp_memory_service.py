"""mcp-memory-service: its JSON export, and its SQLite file."""

from __future__ import annotations

from collections.abc import Iterator

from perdure.domain.memory import Status
from perdure.domain.staging import Skip
from perdure.errors import InvalidInput
from perdure.transfer.foreign_sqlite import rows
from perdure.transfer.found import Statement
from perdure.transfer.importers import lists
from perdure.transfer.importers.importer import Importer
from perdure.transfer.loose import (
    VECTORS,
    Record,
    digest,
    fraction,
    kind_of,
    mapping,
    name_of,
    record_of,
    said,
    tags_of,
    when,
)
from perdure.transfer.report import skip_of
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally

NAME = "mcp-memory-service"

_EXPORT = frozenset({"export_metadata", "memories"})
_TABLE = frozenset({"content_hash", "content", "tags", "memory_type", "created_at"})
_FATES = {
    "content_hash": "id",
    "content": "text",
    "tags": "tags",
    "memory_type": "kind, tags",
    "metadata": "metadata",
    "created_at": "created_at",
    "created_at_iso": "created_at",
    "updated_at": "updated_at",
    "updated_at_iso": "updated_at",
    "deleted_at": "status",
    "superseded_by": "superseded_by",
    "export_source": "tool",
}
_DROPPED = {"embedding": VECTORS}


def recognises(source: Source) -> bool:
    """Whether it is an export, or a database with a table of such memories."""
    return source.alone and (source.keys() >= _EXPORT or source.tables().get("memories", frozenset()) >= _TABLE)


def read(source: Source, tally: Tally) -> Iterator[Statement | Skip]:
    """A statement for every memory; what was deleted there is forgotten here."""
    for number, found in enumerate(_records(source), 1):
        if isinstance(found, Skip):
            yield found
            continue
        where = f"memory {number}"
        try:
            record = record_of(found)
            tally.record(mapping(found), mapped=_FATES, dropped=_DROPPED)
            yield _statement(record, where)
        except InvalidInput as error:
            yield skip_of(error, where=where)


IMPORTER = Importer(name=NAME, title="mcp-memory-service", recognises=recognises, read=read)


def _records(source: Source) -> Iterator[object]:
    if source.tables():
        yield from rows(source.local(source.main), "SELECT * FROM memories ORDER BY rowid")
    else:
        yield from lists.under(source.text(source.main), "memories", where=source.main)


def _statement(record: Record, where: str) -> Statement:
    text = said(record.get("content"))
    metadata, sort = mapping(record.get("metadata")), record.get("memory_type")
    kind = kind_of(sort)
    label = None if kind is not None else name_of(sort)
    replaced = name_of(record.get("superseded_by"))
    return Statement(
        system=NAME,
        id=name_of(record.get("content_hash")) or digest(text),
        text=text,
        where=where,
        record=record,
        kind=kind,
        at=when(record.get("created_at"), record.get("created_at_iso")),
        updated_at=when(record.get("updated_at"), record.get("updated_at_iso")),
        confidence=_confidence(metadata),
        status=_status(record, replaced),
        superseded_by=replaced,
        tool=name_of(record.get("export_source")),
        tags=(*tags_of(record.get("tags")), *(() if label is None else (label,))),
        metadata=metadata,
    )


def _confidence(metadata: Record) -> float:
    found = fraction(metadata.get("confidence"))
    return 1.0 if found is None else found


def _status(record: Record, replaced: str | None) -> Status:
    if record.get("deleted_at") is not None:
        return Status.FORGOTTEN
    return Status.ACTIVE if replaced is None else Status.SUPERSEDED
