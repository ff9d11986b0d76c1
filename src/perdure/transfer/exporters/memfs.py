"""A memory folder for Letta Code: `system/` has what the agent always sees, `reference/` what it can look up, `ARCHIVE.md` the rest.

Its front matter may have a description and `read_only` only, so Perdure's records stand beside the Markdown, in `perdure.jsonl`, and so does the journal, for which it has no place.
"""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import IO

from perdure.domain.memory import Memory
from perdure.transfer.content import Content
from perdure.transfer.exporters.blocks import Group, chosen, group_of, item
from perdure.transfer.exporters.carrying import KEY, journal_beside, line
from perdure.transfer.exporters.exporter import Exporter
from perdure.transfer.exporters.leaving import Leaving
from perdure.transfer.importers.beside import RECORDS
from perdure.transfer.importers.memfs import ARCHIVE
from perdure.transfer.tally import Tally

_RETIRED = Group(label=ARCHIVE, description="What no longer holds, or is out of use.", kinds=())
_MAPPED = {"text": "the body", "kind": "the name of the file"}


def write(content: Content, path: Path, tally: Tally) -> dict[str, int]:
    """Write the folder."""
    path.mkdir()
    leaving = Leaving(content, tally, journal="", history="")
    current = (memory for memory in leaving.fitting() if memory.current(content.now))
    placed = {memory.id for memories in chosen(current).values() for memory in memories}
    number = 0
    with ExitStack() as closing:
        files = _Files(path, closing)
        records = closing.enter_context((path / RECORDS).open("xt", encoding="utf-8", newline="\n"))
        entries = journal_beside(leaving, records)
        for memory in leaving.memories():
            name, group = _place(memory, placed, content)
            mapped = _MAPPED | ({"status": ARCHIVE} if group is _RETIRED else {})
            files.add(name, group, memory)
            records.write(f"{line({'file': name, KEY: leaving.carried(memory, mapped, kept=RECORDS)})}\n")
            number += 1
    leaving.ended()
    return {"entries": entries, "memories": number}


EXPORTER = Exporter(name="memfs", title="a memory folder for Letta Code", suffix="", write=write)


def _place(memory: Memory, placed: set[str], content: Content) -> tuple[str, Group]:
    """The file and the group that a memory goes into."""
    group = group_of(memory)
    if not memory.current(content.now):
        return f"{ARCHIVE}.md", _RETIRED
    return f"{'system' if memory.id in placed else 'reference'}/{group.label}.md", group


class _Files:
    """The Markdown files, each begun when there is something for it."""

    def __init__(self, folder: Path, closing: ExitStack) -> None:
        self._folder, self._closing = folder, closing
        self._open: dict[str, IO[str]] = {}

    def add(self, name: str, group: Group, memory: Memory) -> None:
        """One item of a file."""
        if name not in self._open:
            path = self._folder / name
            path.parent.mkdir(exist_ok=True)
            self._open[name] = self._closing.enter_context(path.open("xt", encoding="utf-8", newline="\n"))
            guarded = "read_only: true\n" if group.read_only else ""
            self._open[name].write(f"---\ndescription: {group.description}\n{guarded}---\n")
        self._open[name].write(f"{item(memory.text)}\n")
