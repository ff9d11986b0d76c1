"""A memory folder for Letta Code: `system/` has what the agent always sees, `reference/` what it can look up, `ARCHIVE.md` the rest.

Its front matter may have a description and `read_only` only, so Perdure's records stand beside the Markdown, in `perdure.jsonl`, and so does the journal, for which it has no place.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO

from perdure.domain.memory import Memory
from perdure.transfer.content import Content
from perdure.transfer.exporters.blocks import Group, chosen, group_of, item
from perdure.transfer.exporters.carrying import KEY, carried_memory, journal_beside, line, retired_at, tell
from perdure.transfer.exporters.exporter import Exporter
from perdure.transfer.importers.beside import RECORDS
from perdure.transfer.importers.memfs import ARCHIVE
from perdure.transfer.records import memory_record
from perdure.transfer.tally import Tally

_RETIRED = Group(label=ARCHIVE, description="What no longer holds, or is out of use.", kinds=())
_MAPPED = {"text": "the body", "kind": "the name of the file"}


def write(content: Content, path: Path, tally: Tally) -> dict[str, int]:
    """Write the folder."""
    path.mkdir()
    current = (memory for memory in content.memories() if retired_at(content, memory) is None)
    placed = {memory.id for memories in chosen(current).values() for memory in memories}
    number = 0
    with ExitStack() as closing:
        files = _Files(path, closing)
        records = closing.enter_context((path / RECORDS).open("xt", encoding="utf-8", newline="\n"))
        entries = journal_beside(content, records, tally)
        for name, group, memory in _places(content, placed):
            mapped = _MAPPED | ({"status": ARCHIVE} if group is _RETIRED else {})
            tell(tally, "memory", memory_record(memory), mapped, kept=RECORDS)
            files.add(name, group, memory)
            records.write(f"{line({'file': name, KEY: carried_memory(memory)})}\n")
            number += 1
    return {"entries": entries, "memories": number}


EXPORTER = Exporter(name="memfs", title="a memory folder for Letta Code", suffix="", write=write)


def _places(content: Content, placed: set[str]) -> Iterator[tuple[str, Group, Memory]]:
    """Each memory with the file and the group that it goes into."""
    for memory in content.memories():
        group = group_of(memory)
        if retired_at(content, memory) is not None:
            yield f"{ARCHIVE}.md", _RETIRED, memory
        elif memory.id in placed:
            yield f"system/{group.label}.md", group, memory
        else:
            yield f"reference/{group.label}.md", group, memory


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
