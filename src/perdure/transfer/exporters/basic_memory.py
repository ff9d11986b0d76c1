"""Notes for basic-memory: a note for each subject and kind, a memory an observation, whole records in the front matter."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from perdure.transfer.content import Content
from perdure.transfer.exporters.exporter import Exporter
from perdure.transfer.exporters.leaving import Leaving
from perdure.transfer.exporters.mcp_memory import subject_of
from perdure.transfer.exporters.notes import Kept, Shelf, kept
from perdure.transfer.importers.basic_memory import NAME
from perdure.transfer.ours import BASIC, observation, written
from perdure.transfer.tally import Tally
from perdure.transfer.vault import file_name, yaml_text

MOST = 500
"""Memories in a note."""

_MAPPED = {"text": "observation", "kind": "category", "tags": "tags", "slot": "title", "created_at": "context"}


def write(content: Content, path: Path, tally: Tally) -> dict[str, int]:
    """One note a subject and kind, more of them where there are many memories."""
    path.mkdir()
    told = files = 0
    leaving = Leaving(content, tally, current=True)
    shelf, subjects = Shelf(folder=path, most=MOST), dict[str, str]()
    for memory in leaving.memories():
        found = kept(memory, leaving.told(memory, _MAPPED, kept="front matter"), content.now)
        subject = subject_of(memory, content.space)
        name = f"{file_name(subject)}/{memory.kind}"
        subjects[name] = subject
        told += 1
        for stem, file, memories in shelf.put(name, found):
            files += _write(file, _head(content, subject, f"{file.parent.name}/{stem}", memories), memories)
    for stem, file, memories in shelf.rest():
        name = f"{file.parent.name}/{memories[0].record['kind']}"
        files += _write(file, _head(content, subjects[name], f"{file.parent.name}/{stem}", memories), memories)
    leaving.ended()
    return {"memories": told, "notes": files}


EXPORTER = Exporter(name=NAME, title="basic-memory's notes", suffix="", write=write)


def _head(content: Content, subject: str, place: str, memories: list[Kept]) -> list[str]:
    """The front matter: what basic-memory wants, then what only Perdure reads."""
    kind, number = str(memories[0].record["kind"]), place.rpartition("/")[2].partition("-")[2]
    return [
        "---",
        f"title: {yaml_text(f'{subject}: {kind}' + (f' ({number})' if number else ''))}",
        "type: memory",
        f"permalink: {yaml_text(f'perdure/{file_name(str(content.space))}/{place}'.replace('%', '').lower())}",
        f"tags: [perdure, {kind}]",
        f"created: {yaml_text(min(memory.created for memory in memories).isoformat())}",
        f"modified: {yaml_text(max(memory.updated for memory in memories).isoformat())}",
        f"perdure: {BASIC}",
        f"space: {yaml_text(str(content.space))}",
        "memories: |",
        *(f"  {written(memory.record)}" for memory in memories),
        "---",
        "",
        f"# {' '.join(subject.split())}: {kind}",
        "",
    ]


def _write(path: Path, head: list[str], memories: list[Kept]) -> int:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in (*head, *_observations(memories)))
    return 1


def _observations(memories: list[Kept]) -> Iterator[str]:
    return (observation(memory.record, memory.day) for memory in memories)
