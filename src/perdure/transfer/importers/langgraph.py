"""The store of LangGraph and what LangMem puts into it: the SQLite file, or items as `Item.dict()` writes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from perdure.domain.staging import Skip
from perdure.errors import ImportFailed, InvalidInput, InvalidText
from perdure.transfer import foreign_sqlite, loose
from perdure.transfer.decoding import decoded
from perdure.transfer.found import Item, Native, Statement
from perdure.transfer.importers.fates import tell
from perdure.transfer.importers.importer import Importer
from perdure.transfer.objects import mostly, objects, peek
from perdure.transfer.report import skip_of
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally

SYSTEM = "langgraph"

_MAPPED = {
    "namespace": "owner",
    "key": "id",
    "value": "text",
    "created_at": "created_at",
    "updated_at": "updated_at",
    "expires_at": "expires_at",
}
_GENERIC = set(
    """
    agent agents assistant assistants chat collection conversation conversations data default docs entities episode episodes
    episodic events facts general history info instructions items knowledge lessons long_term long-term memories memory notes
    preference preferences procedural procedures profile profiles project projects semantic session sessions short_term store
    summaries summary team teams thread threads triples user user_profile users
    """.split()
)
"""Labels that say what is kept, not whose it is."""

_TEXTS = "content text memory data fact statement observation summary note description value".split()
_TRIPLE = "subject predicate object".split()
_LONGEST = 16 << 20


def is_store(tables: Mapping[str, frozenset[str]]) -> bool:
    """Whether its table is among these."""
    return tables.get("store", frozenset()) >= {"prefix", "key", "value"}


def is_item(value: object) -> bool:
    """Whether it is an item as `Item.dict()` writes it."""
    return (
        isinstance(value, Mapping) and isinstance(value.get("namespace"), list) and "key" in value and "value" in value
    )


def recognises(source: Source) -> bool:
    """Whether it is a store, or items out of one."""
    try:
        if is_store(source.tables()):
            return source.alone
        found = peek(source, "items")
    except ImportFailed:
        return False
    return mostly(is_item, found)


def read(source: Source, tally: Tally) -> Iterator[Item]:
    """A statement for each item. Vectors that outlived their items are not looked at."""
    tables = source.tables()
    if is_store(tables):
        for table in sorted(tables.keys() & {"store_vectors"}):
            tally.dropped(table, loose.VECTORS)
        for row in foreign_sqlite.rows(
            source.local(source.main), "SELECT * FROM store ORDER BY created_at, prefix, key"
        ):
            yield item(stored(row), f"item {row['prefix']}.{row['key']}"[:200], tally)
        return
    for found in objects(source, "items"):
        yield found if isinstance(found, Skip) else item(found[1], found[0], tally)


def stored(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row of the table as the item that it is."""
    others = {name: value for name, value in row.items() if name not in ("prefix", "value") and value is not None}
    return {"namespace": str(row["prefix"]).split("."), "value": row["value"], **others}


def item(raw: Mapping[str, Any], where: str, tally: Tally) -> Statement | Native | Skip:
    """What an item says; whatever else its value has is kept with it."""
    try:
        record = loose.record_of({**raw, "value": _value(raw.get("value"))})
        value = record["value"]
        text = text_of(value)
        own = loose.native(value.get("perdure"), text, where=where)
    except InvalidInput as error:
        return skip_of(error, where=where)
    tell(tally, raw, dict.fromkeys(raw, "perdure") if own else _MAPPED)
    namespace = (
        [label for label in record["namespace"] if isinstance(label, str)]
        if isinstance(record.get("namespace"), list)
        else []
    )
    return own or Statement(
        system=SYSTEM,
        id=".".join([*namespace, loose.name_of(record.get("key")) or loose.digest(text)]),
        text=text,
        where=where,
        record=record,
        owner=owner_of(namespace),
        at=loose.when(record.get("created_at"), record.get("updated_at")),
        updated_at=loose.when(record.get("updated_at")),
        expires_at=loose.when(record.get("expires_at")),
        importance=loose.fraction(value.get("importance")),
        tags=loose.names_of(value.get("tags")),
    )


def owner_of(namespace: list[str]) -> str | None:
    """Whose an item is: the last label that does not say what is kept."""
    return next((label for label in reversed(namespace) if label.strip() and label.casefold() not in _GENERIC), None)


def text_of(value: Mapping[str, Any]) -> str:
    """What a value says: in a field that is there for it, in what LangMem puts into one, or field by field. Raises InvalidText."""
    inner = value.get("content")
    if isinstance(inner, Mapping) and inner:
        return text_of(inner)
    found = next((value[name] for name in _TEXTS if loose.text_of(value.get(name))), None)
    if isinstance(found, str):
        return found
    if all(loose.text_of(value.get(name)) for name in _TRIPLE):
        return " ".join(value[name].strip().replace("_", " ") for name in _TRIPLE)
    said = [f"{name}: {told}" for name, each in value.items() if name != "perdure" and (told := _told(each))]
    if not said:
        raise InvalidText("its value says nothing")
    return "; ".join(said)


def _told(value: object) -> str:
    match value:
        case None | bool():
            return {True: "yes", False: "no", None: ""}[value]
        case str() | int() | float():
            return str(value).strip()
        case list():
            return ", ".join(filter(None, map(_told, value)))
        case Mapping():
            return ", ".join(f"{name} {told}" for name, each in value.items() if (told := _told(each)))
    return ""


def _value(raw: object) -> dict[str, Any]:
    """A value, which SQLite has as bytes."""
    if isinstance(raw, str | bytes):
        written = raw.encode("utf-8", "replace") if isinstance(raw, str) else raw
        raw = decoded(written) if len(written) <= _LONGEST else None
    if not isinstance(raw, dict):
        raise InvalidInput("its value is no JSON object")
    return raw


IMPORTER = Importer(name=SYSTEM, title="the store of LangGraph, or of LangMem", recognises=recognises, read=read)
