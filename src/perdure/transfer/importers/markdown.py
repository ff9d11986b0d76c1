"""Markdown: each list item and each paragraph is a statement, the headings above it its context; and what Perdure wrote itself.

In a file of ours every memory is an item of a list with its id in a comment, and a record in a comment at the end. An item that
nobody has touched is its record again; a changed one is a statement with what the record says beside the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from perdure.domain.memory import Status
from perdure.domain.staging import Skip
from perdure.errors import InvalidText
from perdure.transfer.found import Item, Native, Statement
from perdure.transfer.importers.importer import Importer
from perdure.transfer.loose import digest, kind_of, name_of, slot_of, tags_of, written_at
from perdure.transfer.ours import MARKDOWN, in_full, item_text, mark, records
from perdure.transfer.report import skip_of
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally
from perdure.transfer.vault import OURS, SUFFIXES, Note, Piece, in_context, notes, pieces, some

NAME = "markdown"

_STRUCTURE = re.compile(r"^ {0,3}(?:#{1,6}|[-*+])[ \t]{1,8}\S", re.MULTILINE)
_BLOCK = "<!-- perdure\n"
_DAY = re.compile(r"- (\d{4}-\d{2}-\d{2}) ")
_ID = re.compile(r"<!-- (\S{1,200}) -->\Z")


def recognises(source: Source) -> bool:
    """Whether there are notes: files named so, or text with front matter, headings or lists in it."""
    named = not source.alone or source.main.casefold().endswith(SUFFIXES)
    return any(note.meta or (note.body.strip() if named else _structured(note.body)) for note in some(source))


def _structured(text: str) -> bool:
    return not text.lstrip().startswith(("{", "[", "<")) and _STRUCTURE.search(text) is not None


def read(source: Source, tally: Tally) -> Iterator[Item]:
    """What every note says."""
    for found in notes(source):
        if isinstance(found, Skip):
            yield found
        elif found.meta.get(OURS) == MARKDOWN:
            yield from _ours(found, tally)
        else:
            yield from _said(found, tally)


IMPORTER = Importer(name=NAME, title="notes in Markdown", recognises=recognises, read=read)


def _said(note: Note, tally: Tally) -> Iterator[Statement]:
    tally.record(note.meta, mapped=FRONT_MATTER)
    for piece in pieces(note.body, first_line=note.first_line):
        tally.mapped(piece.form.value, "text")
        yield statement(NAME, note, piece, text=piece.text)


FRONT_MATTER = {
    **dict.fromkeys(("tags", "tag"), "tags"),
    **dict.fromkeys("created created_at date 创建时间 日期".split(), "created_at"),
    **dict.fromkeys("modified updated updated_at last_modified 更新时间".split(), "updated_at"),
    "title": "text",
}
"""Where the fields of a front matter go; the others are kept as they are."""


def statement(system: str, note: Note, piece: Piece, *, text: str, tags: tuple[str, ...] = ()) -> Statement:
    """What a piece of a note says, so that it can be understood without the note."""
    dated = next((at for heading in reversed(piece.path) if (at := written_at(heading)) is not None), None)
    return Statement(
        system=system,
        id=digest(note.name, *piece.path, text),
        text=in_context(text, piece.path or (note.title,)),
        where=f"{note.name}, line {piece.line}",
        record={"file": note.name, "path": list(piece.path), "text": piece.text, "front_matter": dict(note.meta)},
        kind=piece.kind(),
        at=dated or note.created,
        updated_at=note.modified,
        status=Status.ARCHIVED if piece.done else Status.ACTIVE,
        tags=tuple(dict.fromkeys((*note.tags, *tags))),
    )


def _ours(note: Note, tally: Tally) -> Iterator[Item]:
    """The memories in a file that Perdure wrote, as they are now."""
    body, _, block = note.body.replace("\r\n", "\n").partition(_BLOCK)
    known = {mark(str(record.get("id"))): record for record in records(block)}
    space = name_of(note.meta.get("space"))
    seen: set[str] = set()
    for line, text in _items(body, note.first_line):
        where = f"{note.name}, line {line}"
        day, said, identity = _parts(text.rstrip())
        record = {} if identity in seen else known.get(identity, {})
        whole = in_full(record, day, said)
        if whole is not None:
            seen.add(identity)
            tally.mapped("memory", "memory")
            yield Native(part="memories", record=whole, where=where, owner=space)
        elif said.strip():
            seen.add(identity)
            tally.mapped("item", "text")
            yield _changed(note, record, said=said, day=day, where=where, space=space)
        else:
            yield skip_of(InvalidText("the item says nothing"), where=where)
    for _ in known.keys() - seen:
        tally.dropped("memory", "its item was deleted there")


def _parts(text: str) -> tuple[str, str, str]:
    """The day, the text and the id of an item, as far as it has them."""
    day, identity = _DAY.match(text), _ID.search(text)
    said = text[12 if day else 2 : identity.start() if identity else None]
    return day.group(1) if day else "", said.strip(), identity.group(1) if identity else ""


def _items(body: str, first: int) -> Iterator[tuple[int, str]]:
    """The items of our lists with the lines that they go on for."""
    held: list[str] = []
    begun = first
    for number, line in enumerate(body.split("\n"), first):
        if line.startswith("- "):
            if held:
                yield begun, "\n".join(held)
            held, begun = [line], number
        elif held and (not line.strip() or line.startswith("  ")):
            held.append(line)
        elif held:
            yield begun, "\n".join(held)
            held = []
    if held:
        yield begun, "\n".join(held)


def _changed(note: Note, record: Mapping[str, Any], *, said: str, day: str, where: str, space: str | None) -> Statement:
    """An item that somebody wrote or changed."""
    text = item_text(said)
    return Statement(
        system="perdure",
        id=digest(record.get("id"), text),
        text=text,
        where=where,
        record={"file": note.name, "text": text, "before": dict(record)},
        owner=space,
        kind=kind_of(note.meta.get("kind")),
        at=written_at(record.get("created_at")) or written_at(day),
        slot=slot_of(record.get("slot")),
        tags=tags_of(record.get("tags")),
    )
