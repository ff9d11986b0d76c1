"""An Obsidian vault: notes with front matter, #tags and [[links]]; a note named for a day tells when its lines were written."""

from __future__ import annotations

import re
from collections.abc import Iterator

from perdure.domain.staging import Skip
from perdure.transfer.found import Statement
from perdure.transfer.importers.importer import Importer
from perdure.transfer.importers.markdown import FRONT_MATTER, statement
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally
from perdure.transfer.vault import OURS, Form, Note, Piece, notes, pieces, some

NAME = "obsidian"

_FOLDER = ".obsidian"
_LINK = re.compile(r"\[\[([^\[\]|\n]{1,500})(?:\|([^\[\]\n]{1,500}))?\]\]")
_EMBED = re.compile(r"!\[\[[^\[\]\n]{1,500}\]\]|!\[[^\[\]\n]{0,500}\]\([^()\s]{1,2000}\)")
_TAG = re.compile(r"(?<![\w/&#])#([^\W\d][\w/-]{0,99}|\d[\w/-]{0,98}[^\W\d][\w/-]{0,99})")
_LAST_TAGS = re.compile(r"(?:[ \t]{1,8}#[\w/-]{1,100}){1,50}[ \t]*\Z")
_BLOCK_ID = re.compile(r"[ \t]\^[A-Za-z0-9-]{1,100}[ \t]*\Z")
_CALLOUT = re.compile(r"\[!(\w{1,30})\][+-]?[ \t]*([^\n]*)\n?")
_REMARK = "%%"
_DRAWING = (".excalidraw.md", ".canvas")


def recognises(source: Source) -> bool:
    """Whether it is a vault, or notes that link to one another."""
    found = [note for note in some(source) if note.body or note.meta]
    if any(OURS in note.meta for note in found):
        return False
    vault = (source.path / _FOLDER).is_dir() or any(f"{_FOLDER}/" in name for name in source.names)
    return bool(found) and (vault or any(_LINK.search(note.body) for note in found))


def read(source: Source, tally: Tally) -> Iterator[Statement | Skip]:
    """What every note says, link texts for links."""
    for found in notes(source):
        if isinstance(found, Skip):
            yield found
        elif found.name.endswith(_DRAWING):
            tally.dropped("drawing", "a drawing has no text of its own")
        else:
            yield from _said(found, tally)


IMPORTER = Importer(name=NAME, title="an Obsidian vault", recognises=recognises, read=read)


def _said(note: Note, tally: Tally) -> Iterator[Statement]:
    tally.record(note.meta, mapped=FRONT_MATTER)
    for piece in pieces(_without_remarks(note.body, tally), first_line=note.first_line):
        text = piece.text if piece.form is Form.CODE else _plain(piece, tally)
        if text:
            tally.mapped(piece.form.value, "text")
            yield statement(NAME, note, piece, text=text, tags=_tags(piece))


def _without_remarks(body: str, tally: Tally) -> str:
    """The text without %%remarks%%, which Obsidian does not show; one without an end is none."""
    parts = body.split(_REMARK)
    whole = len(parts) - (len(parts) % 2 == 0)
    for _ in parts[1:whole:2]:
        tally.dropped("remark", "Obsidian does not show it")
    kept = [part if place % 2 == 0 else "\n" * part.count("\n") for place, part in enumerate(parts[:whole])]
    return _REMARK.join(("".join(kept), *parts[whole:]))


def _plain(piece: Piece, tally: Tally) -> str:
    """The words of a piece as Obsidian shows them."""
    text, embedded = _EMBED.subn("", piece.text)
    for _ in range(embedded):
        tally.dropped("embed", "pictures and notes that are shown in another are not copied")
    callout = _CALLOUT.match(text) if piece.form is Form.QUOTE else None
    if callout:
        text = f"{callout.group(2) or callout.group(1)}\n{text[callout.end() :]}"
    shown = _LINK.sub(_shown, _BLOCK_ID.sub("", text))
    return _LAST_TAGS.sub("", shown).strip()


def _shown(link: re.Match[str]) -> str:
    """What a link shows: its other name, or that of the note without the folder and the heading."""
    target, alias = link.groups()
    return str(alias or target.split("#")[0].rsplit("/", 1)[-1] or target.lstrip("#"))


def _tags(piece: Piece) -> tuple[str, ...]:
    return () if piece.form is Form.CODE else tuple(dict.fromkeys(_TAG.findall(piece.text)))
