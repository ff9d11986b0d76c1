"""Memory blocks: text that an agent always has before it, one statement or many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from perdure.domain.memory import Status
from perdure.transfer import loose
from perdure.transfer.found import Item, Past, Statement
from perdure.transfer.importers.pieces import ITEM, pieces
from perdure.transfer.loose import Record
from perdure.transfer.tally import Tally

_FIELDS = {
    "id": "memory.id",
    "value": "memory.text",
    "label": "memory.metadata.block",
    "tags": "memory.tags",
    "created_at": "memory.created_at",
    "updated_at": "memory.updated_at",
    "is_deleted": "memory.status",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Wording:
    """What a block said until `until`."""

    value: str
    until: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Block:
    """A block of `system` and what is known around it; `history` has its earlier wordings, the oldest first."""

    system: str
    record: Record
    where: str
    owner: str | None = None
    at: datetime | None = None
    status: Status = Status.ACTIVE
    history: Sequence[Wording] = ()


def statements(block: Block, tally: Tally) -> Iterator[Item]:
    """A statement for each piece of it, those of Perdure's own as they were.

    Where it is one piece, its earlier wordings are that statement's; where it is a list, items that are gone are superseded.
    """
    record = block.record
    value, label = loose.said(record.get("value")), loose.name_of(record.get("label")) or "block"
    carried = loose.mapping(record.get("metadata") or record.get("metadata_"))
    own = _own(loose.records(carried.get(loose.CARRIED)))
    loose.count(tally, "block", record, _FIELDS)
    if own:
        listed = _entries(value)
        yield from (item for text in listed if (item := _native(own, text, block.where)) is not None)
        found = [text for text in listed if _native(own, text, block.where) is None]
    else:
        found = pieces(value)
    base = loose.name_of(record.get("id")) or label
    kept = loose.record_of({name: each for name, each in record.items() if not own or not name.startswith("metadata")})
    whole = found == [value.strip()]
    for number, text in enumerate(found):
        yield _statement(
            block,
            base if whole else f"{base}#{loose.digest(text)}",
            text,
            kept if number == 0 else {"id": record.get("id"), "label": label, "value": text},
            past=_past(block.history) if whole else (),
        )
    if not whole:
        yield from _gone(block, base, found)


def _statement(
    block: Block,
    identity: str,
    text: str,
    record: Record,
    *,
    past: tuple[Past, ...] = (),
    until: datetime | None = None,
) -> Statement:
    label = loose.name_of(block.record.get("label")) or "block"
    name = label.rpartition("/")[2].casefold()
    return Statement(
        system=block.system,
        id=identity,
        text=text,
        where=block.where,
        record=record,
        owner=block.owner,
        kind="rule" if name == "persona" else "procedure" if label.startswith("skills/") else None,
        at=loose.when(block.record.get("created_at")) or block.at,
        updated_at=loose.when(block.record.get("updated_at")),
        holds_until=until,
        status=block.status,
        tags=loose.names_of(block.record.get("tags")),
        metadata={"block": label},
        past=past,
    )


def _past(history: Sequence[Wording]) -> tuple[Past, ...]:
    return tuple(Past(text=wording.value.strip(), at=wording.until) for wording in history if wording.value.strip())


def _gone(block: Block, base: str, found: Sequence[str]) -> Iterator[Item]:
    """What earlier wordings of a list said and it does not say any more."""
    gone = {text: wording.until for wording in block.history for text in pieces(wording.value) if text not in found}
    for text, until in gone.items():
        old = Block(
            system=block.system,
            record={name: value for name, value in block.record.items() if name != "updated_at"},
            where=block.where,
            owner=block.owner,
            at=block.at,
            status=Status.SUPERSEDED,
        )
        record = {"id": block.record.get("id"), "value": text, "until": None if until is None else until.isoformat()}
        yield _statement(old, f"{base}#{loose.digest(text)}", text, record, until=until)


def _own(records: Sequence[Record]) -> dict[str, Record]:
    """Perdure's records that travelled with a block, by how they are written in it."""
    return {
        written(loose.text_of(record.get("text"))): record for record in records if loose.text_of(record.get("text"))
    }


def _native(own: dict[str, Record], text: str, where: str) -> Item | None:
    record = own.get(text)
    return None if record is None else loose.native(record, str(record.get("text")), where=where)


def written(text: str) -> str:
    """A text as an item of a list has it: on lines that are not blank, the blanks around them gone."""
    return "\n".join(line.strip() for line in text.strip().splitlines() if line.strip())


def _entries(value: str) -> list[str]:
    """The items of a list that Perdure wrote: `- text`, further lines of it indented."""
    found: list[str] = []
    for line in filter(str.strip, value.splitlines()):
        match = ITEM.fullmatch(line) if line.startswith("- ") else None
        if match is not None:
            found.append(match["text"].strip())
        elif found and line[:1].isspace():
            found[-1] += f"\n{line.strip()}"
        else:
            found.append(line.strip())
    return found
