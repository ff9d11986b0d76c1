"""Notes of basic-memory: observations `- [category] text #tag (context)`, relations `- relation [[Target]]`, and other text.

A note that Perdure wrote has its records in the front matter; an observation that nobody has changed is its record again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from perdure.domain.staging import Skip
from perdure.transfer.found import Item, Native, Statement
from perdure.transfer.importers.importer import Importer
from perdure.transfer.importers.markdown import FRONT_MATTER, statement
from perdure.transfer.loose import digest, kind_of, name_of, written_at
from perdure.transfer.ours import BASIC, observation, on, records, untagged
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally
from perdure.transfer.vault import OURS, Form, Note, Piece, in_context, notes, pieces, some

NAME = "basic-memory"

_CATEGORY = re.compile(r"\[([^\[\]()\n]{1,100})\][ \t]+(\S.*)", re.DOTALL)
_CLOCK = re.compile(r"\d{1,3}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?(?:\s+-\s+[\d:.,]{4,13})?")
_RELATION = re.compile(
    r"(?:\"([^\"\n]{1,100})\"|'([^'\n]{1,100})'|([^\s\[\]\"']{1,100}))[ \t]+\[\[([^\[\]\n]{1,300})\]\][ \t]*(?:\(([^()]{0,1000})\))?"
)
_TAGS = re.compile(r"#([^\s#()\[\]]{1,100})")
_LAST_TAGS = re.compile(r"(?:[ \t]{1,8}#[^\s#()\[\]]{1,100}){1,50}\Z")
_LINK = re.compile(r"\[\[([^\[\]|\n]{1,500})(?:\|([^\[\]\n]{1,500}))?\]\]")
_FATES = {**FRONT_MATTER, "type": "tags", "permalink": "id"}


def recognises(source: Source) -> bool:
    """Whether a note has the front matter that basic-memory gives it."""
    return any(_belongs(note) for note in some(source))


def read(source: Source, tally: Tally) -> Iterator[Item]:
    """A statement for each observation, each relation and whatever else a note says."""
    for found in notes(source):
        if isinstance(found, Skip):
            yield found
        else:
            yield from _said(found, tally)


IMPORTER = Importer(name=NAME, title="basic-memory's notes", recognises=recognises, read=read)


def _belongs(note: Note) -> bool:
    meta = note.meta
    if meta.get(OURS) == BASIC:
        return True
    titled = isinstance(meta.get("title"), str) and isinstance(meta.get("type"), str | None)
    seen = isinstance(meta.get("permalink"), str) or (
        meta.get("type") is not None and any(_parts(piece) for piece in pieces(note.body[:100_000]))
    )
    return titled and seen and OURS not in meta


def _said(note: Note, tally: Tally) -> Iterator[Item]:
    ours = note.meta.get(OURS) == BASIC
    meta = {name: value for name, value in note.meta.items() if name != "memories"}
    if not ours:
        tally.record(meta, mapped=_FATES)
    space = name_of(meta.get("space"))
    kept = _Kept(note) if ours else None
    for piece in pieces(note.body, first_line=note.first_line):
        record = kept.record_of(piece) if kept else None
        if record is not None:
            tally.mapped("memory", "memory")
            yield Native(part="memories", record=record, where=f"{note.name}, line {piece.line}", owner=space)
            continue
        found = _statement(replace(note, meta=meta), piece, tally, ours=ours)
        yield replace(found, owner=space) if ours else found
    for _ in range(kept.left if kept else 0):
        tally.dropped("memory", "its observation was changed or deleted there")


class _Kept:
    """The records of a note that Perdure wrote, by what would be written for them."""

    def __init__(self, note: Note) -> None:
        self._records: dict[str, list[dict[str, object]]] = {}
        for record in records(note.meta.get("memories")):
            self._records.setdefault(_undated(observation(record, "0000-00-00")), []).append(record)

    @property
    def left(self) -> int:
        """How many nothing was found for."""
        return sum(map(len, self._records.values()))

    def record_of(self, piece: Piece) -> dict[str, object] | None:
        """The record that a line stands for, once."""
        line = f"- {piece.text}"
        waiting = self._records.get(_undated(line), [])
        found = next((record for record in waiting if on(record, line[-11:-1])), None)
        if found is not None:
            waiting.remove(found)
        return found


def _undated(line: str) -> str:
    return line[:-11]


def _parts(piece: Piece) -> tuple[str, str] | None:
    """The category and the rest of an observation; boxes to tick, times of a transcript and links are none."""
    found = _CATEGORY.fullmatch(piece.text) if piece.form is Form.ITEM and piece.done is None else None
    if found is None:
        return None
    category, rest = found.group(1).strip(), found.group(2).strip()
    box = len(category) == 1 and (category in "xX" or not category.isalnum())
    return None if box or _CLOCK.fullmatch(category) else (category, rest)


def _statement(note: Note, piece: Piece, tally: Tally, *, ours: bool) -> Statement:
    if (parts := _parts(piece)) is not None:
        tally.mapped("observation", "text")
        return _observed(note, piece, parts, ours=ours)
    relation = _RELATION.fullmatch(piece.text) if piece.form is Form.ITEM else None
    if relation is not None:
        tally.mapped("relation", "text")
        return _related(note, piece, relation)
    tally.mapped(piece.form.value, "text")
    text = piece.text if piece.form is Form.CODE else _LINK.sub(_shown, piece.text)
    return _titled(statement(NAME, note, piece, text=text, tags=_type(note)), note, text)


def _observed(note: Note, piece: Piece, parts: tuple[str, str], *, ours: bool) -> Statement:
    """An observation: its context stays where it says something, a day of ours is when it was said."""
    category, rest = parts
    context = rest[rest.rfind("(") + 1 : -1] if rest.endswith(")") and "(" in rest else ""
    body = rest[: rest.rfind("(")].rstrip() if context else rest
    tags = tuple(_TAGS.findall(body))
    plain = _LINK.sub(_shown, _LAST_TAGS.sub("", body)).strip() or body
    at = written_at(context) if ours else None
    text = untagged(plain) if at or not context else f"{plain} ({context})"
    kind = kind_of(category)
    labels = (*tags, *(() if kind else (category,)), *_type(note))
    found = statement(NAME, note, piece, text=text, tags=labels)
    full = found if ours else _titled(found, note, text)
    return replace(full, text=text if ours else full.text, kind=kind or found.kind, at=at or found.at)


def _related(note: Note, piece: Piece, relation: re.Match[str]) -> Statement:
    quoted, single, bare, target, context = relation.groups()
    word = (quoted or single or bare).strip()
    text = f"{note.title} {word.replace('_', ' ')} {target.strip()}{f' ({context.strip()})' if context else ''}"
    found = statement(NAME, note, piece, text=text, tags=_type(note))
    return replace(found, id=digest(note.name, word, target), text=text, kind=None)


def _titled(found: Statement, note: Note, text: str) -> Statement:
    """A statement that names the note it stands in, for that is what it is about."""
    return replace(found, text=in_context(text, (note.title,)))


def _type(note: Note) -> tuple[str, ...]:
    sort = name_of(note.meta.get("type"))
    return () if sort in (None, "note") else (sort or "",)


def _shown(link: re.Match[str]) -> str:
    target, alias = link.groups()
    return str(alias or target.rsplit("/", 1)[-1])
