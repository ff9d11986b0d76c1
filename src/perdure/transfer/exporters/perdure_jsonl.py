"""Perdure's own lines of JSON: a memory or an entry each, for programs to read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from perdure.domain.journal import Entry
from perdure.domain.memory import Status
from perdure.transfer.content import CARRIED, PAGE, Content
from perdure.transfer.exporters.exporter import Exporter
from perdure.transfer.fields import filled
from perdure.transfer.records import entry_record, memory_record
from perdure.transfer.tally import Tally

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)
_NOTE = "remember"
"""The channel of what only records that something was remembered."""


def write(content: Content, path: Path, tally: Tally) -> dict[str, int]:
    """Write the journal, then the memories, without what is forgotten or waits."""
    counts = {"entries": 0, "memories": 0}
    with path.open("xb") as file:
        for entry, kept in _said(content):
            if kept:
                file.write(_line("entry", content, entry_record(entry), tally))
                counts["entries"] += 1
            else:
                tally.dropped("entry", "what rests on it is not exported")
        for memory in content.memories(tuple(Status)):
            if memory.status in CARRIED:
                file.write(_line("memory", content, memory_record(memory), tally))
                counts["memories"] += 1
            else:
                tally.dropped("memory", f"it is {memory.status.value}")
    return counts


def _said(content: Content) -> Iterator[tuple[Entry, bool]]:
    """The journal, each entry with whether it is written: not where only forgotten memories rest on it, nor where it only records
    something that was remembered and is not written either."""
    after = 0
    while page := content.reader.all_entries(after=after, limit=PAGE):
        after = page[-1].seq
        resting = content.reader.resting_on(entry.id for entry in page)
        for entry in page:
            statuses = {status for _, status in resting.get(entry.id, ())}
            note = entry.channel == _NOTE and not entry.indexed
            kept = statuses & set(CARRIED) if note else statuses != {Status.FORGOTTEN}
            yield entry, bool(kept)


def _line(sort: str, content: Content, record: dict[str, Any], tally: Tally) -> bytes:
    for field in filled(record):
        tally.mapped(f"{sort}.{field}", field)
    return _ENCODER.encode({"perdure": sort, "space": str(content.space), **record}).encode() + b"\n"


EXPORTER = Exporter(
    name="jsonl", title="memories and turns in lines of JSON, for programs", suffix=".jsonl", write=write
)
