"""Perdure's own lines of JSON, for programs: the journal, the memories, what happened to them, and the links between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from perdure.transfer.content import Content
from perdure.transfer.exporters.carrying import line
from perdure.transfer.exporters.exporter import Exporter
from perdure.transfer.exporters.leaving import Leaving
from perdure.transfer.records import change_record, link_record
from perdure.transfer.tally import Tally

_PARTS = {"entry": "entries", "memory": "memories", "history": "history", "link": "links"}


def write(content: Content, path: Path, tally: Tally) -> dict[str, int]:
    """Write everything but what is forgotten or waits for a person."""
    leaving, counts = Leaving(content, tally, journal="", history=""), Counter[str]()
    with path.open("xt", encoding="utf-8", newline="\n") as file:
        for sort, record in _records(leaving):
            counts[sort] += 1
            file.write(f"{line({'perdure': sort, 'space': str(content.space), **record})}\n")
    tally.mapped("memory.history", "history", counts["history"])
    tally.mapped("link", "link", counts["link"])
    leaving.ended()
    return {part: counts[sort] for sort, part in _PARTS.items()}


def _records(leaving: Leaving) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for entry, _resting in leaving.entries():
        yield "entry", leaving.told_entry(entry)
    yield from (("memory", leaving.told(memory)) for memory in leaving.memories())
    yield from (("history", change_record(change)) for change in leaving.changes())
    yield from (("link", link_record(link)) for link in leaving.links())


EXPORTER = Exporter(
    name="jsonl", title="memories and turns in lines of JSON, for programs", suffix=".jsonl", write=write
)
