"""Archival passages, as the REST API lists them: `[{"id", "text", "tags", "created_at", "metadata"}]`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from perdure.domain.memory import Status
from perdure.errors import InvalidInput
from perdure.transfer import loose
from perdure.transfer.found import Item, Native, Statement
from perdure.transfer.importers import lists
from perdure.transfer.importers.letta.part import SYSTEM, Part
from perdure.transfer.loose import Record
from perdure.transfer.report import skip_of
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally

_KEYS = {"passages", "results", "archival_memory"}
_ITS_OWN = {"archive_id", "embedding_config", "file_id", "organization_id", "source_id"}
_FIELDS = {
    "id": "memory.id",
    "text": "memory.text",
    "content": "memory.text",
    "tags": "memory.tags",
    "created_at": "memory.created_at",
    "timestamp": "memory.created_at",
    "is_deleted": "memory.status",
    "agent_id": "owner",
}
_CONFIG = {"embedding_config": "it says how vectors were made; they are made anew here"}


def are_passages(source: Source, name: str) -> bool:
    """Whether it is a list of texts with the ids, or the fields, of passages."""
    keys = source.keys(name)
    rows = source.sample(name)
    if keys and not keys & _KEYS:
        return len(rows) > 1 and all(map(_is_passage, rows))
    if keys:
        rows = [
            row
            for found in rows
            if isinstance(found, Mapping)
            for key in _KEYS
            for row in loose.records(found.get(key))
        ]
    return bool(rows) and all(map(_is_passage, rows))


def _is_passage(row: object) -> bool:
    if not isinstance(row, Mapping) or not isinstance(row.get("text"), str):
        return False
    return str(row.get("id")).startswith("passage-") or bool(row.keys() & _ITS_OWN)


def read(part: Part) -> Iterator[Item]:
    """A statement for each passage."""
    keyed, number = bool(part.source.keys(part.name) & _KEYS), 0
    try:
        for element in lists.elements(part.source.text(part.name), keyed=keyed):
            number += 1
            where = f"{part.where}passage {number}"
            try:
                yield statement(_record(element), where, part.owner, part.tally)
            except InvalidInput as error:
                yield skip_of(error, where=where)
    except InvalidInput as error:
        yield skip_of(error, where=f"{part.where}after passage {number}")


def _record(element: lists.Element | InvalidInput) -> Record:
    if isinstance(element, InvalidInput):
        raise element
    if not isinstance(element.value, Mapping):
        raise InvalidInput("it is no passage")
    return element.value


def statement(record: Record, where: str, owner: str | None, tally: Tally) -> Statement | Native:
    """The memory that a passage is; a deleted one is forgotten. Raises InvalidText where it says nothing."""
    text = loose.said(record.get("text"), record.get("content"))
    given = loose.mapping(record.get("metadata") or record.get("metadata_"))
    own = loose.native(given.get(loose.CARRIED), text, where=where)
    loose.count(tally, "passage", record, _FIELDS, _CONFIG)
    if own is not None:
        return own
    kept = loose.record_of(record)
    return Statement(
        system=SYSTEM,
        id=loose.name_of(record.get("id")) or loose.digest(owner, text),
        text=text,
        where=where,
        record=kept,
        owner=owner or loose.name_of(record.get("agent_id")),
        at=loose.when(record.get("created_at"), record.get("timestamp")),
        status=Status.FORGOTTEN if record.get("is_deleted") in (True, 1, "true", "1") else Status.ACTIVE,
        tags=loose.names_of(record.get("tags")),
    )
