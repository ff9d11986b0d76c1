"""Notes for people: a file a kind, its memories by day, what no longer holds below; in a comment at the end, records.

A record has everything but the text, which its item has; where an item cannot hold a text to the letter, the record has that too.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from perdure.transfer.content import Content
from perdure.transfer.exporters.exporter import Exporter
from perdure.transfer.exporters.leaving import Leaving
from perdure.transfer.exporters.notes import Kept, Shelf, kept
from perdure.transfer.ours import MARKDOWN, in_short, item, mark, written
from perdure.transfer.tally import Tally
from perdure.transfer.vault import yaml_text

NAME = "markdown"
MOST = 2_000
"""Memories in a file; editors are slow with longer ones."""

_MAPPED = {"text": "item", "kind": "file", "created_at": "day", "status": "heading"}
_PAST = "## No longer so"


def write(content: Content, path: Path, tally: Tally) -> dict[str, int]:
    """One file a kind, more of them where it has many memories."""
    path.mkdir()
    told = files = 0
    leaving, shelf = Leaving(content, tally), Shelf(folder=path, most=MOST)
    for memory in leaving.memories():
        found = kept(memory, leaving.told(memory, _MAPPED, kept="the comment at the end"), content.now)
        told += 1
        for _, file, memories in shelf.put(memory.kind, found):
            files += _write(file, str(content.space), memories)
    for _, file, memories in shelf.rest():
        files += _write(file, str(content.space), memories)
    leaving.ended()
    return {"memories": told, "files": files}


EXPORTER = Exporter(name=NAME, title="notes for people, in Markdown", suffix="", write=write)


def _write(path: Path, space: str, memories: list[Kept]) -> int:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in _lines(space, str(memories[0].record["kind"]), memories))
    return 1


def _lines(space: str, kind: str, memories: list[Kept]) -> Iterator[str]:
    yield from ("---", f"perdure: {MARKDOWN}", f"space: {yaml_text(space)}", f"kind: {kind}", "---", "")
    yield f"# {kind.capitalize()}"
    yield ""
    yield from (_item(memory) for memory in memories if memory.current)
    past = [_item(memory) for memory in memories if not memory.current]
    if past:
        yield from ("", _PAST, "", *past)
    yield from ("", "<!-- perdure", *(written(in_short(memory.record, memory.day)) for memory in memories), "-->")


def _item(memory: Kept) -> str:
    return f"{item(memory.record, memory.day)} <!-- {mark(str(memory.record['id']))} -->"
