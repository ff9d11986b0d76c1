"""COGX 0.1, the exchange format of Cognee, as a `.cogx.tar.gz` that is the same each time.

What fills a slot is a fact, every other memory a memory, a stretch of a session an episode. COGX cannot tell what is superseded or
archived from what is current; that goes into the raw nodes, which Cognee keeps and does not search. Perdure's records travel under
`metadata.perdure`.
"""

from __future__ import annotations

import gzip
import tarfile
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from perdure.domain.journal import Entry
from perdure.domain.memory import Memory, Slot
from perdure.transfer.content import Content
from perdure.transfer.exporters.carrying import (
    KEY,
    iso,
    line,
    uuid_of,
)
from perdure.transfer.exporters.exporter import Exporter
from perdure.transfer.exporters.leaving import Leaving
from perdure.transfer.importers.cogx import FILES, MANIFEST, NODES
from perdure.transfer.tally import Tally

VERSION = "0.1"
RETIRED = "PerdureMemory"
"""The type of the raw nodes that hold what is superseded, archived or past its time."""

_TURNS = 200
_FACT = {
    "id": "fact.external_id",
    "text": "fact.fact_text",
    "slot": "fact.predicate",
    "value": "fact.object_ref",
    "holds_from": "fact.valid_at",
    "holds_until": "fact.invalid_at",
    "confidence": "fact.confidence",
    "created_at": "fact.created_at",
    "updated_at": "fact.updated_at",
    "source.turns": "fact.provenance",
}
_MEMORY = {
    "id": "memory.external_id",
    "text": "memory.content",
    "kind": "memory.categories",
    "tags": "memory.categories",
    "created_at": "memory.created_at",
    "updated_at": "memory.updated_at",
}
_ENTRY = {
    "text": "episode.turns.content",
    "role": "episode.turns.role",
    "at": "episode.turns.occurred_at",
    "session": "episode.scope.session_id",
}


def write(content: Content, path: Path, tally: Tally) -> dict[str, int]:
    """Write the archive; its parts stand in a folder of their own until they are packed."""
    counts, leaving = {"entries": 0, "memories": 0}, Leaving(content, tally, journal="", history="")
    with TemporaryDirectory(prefix="perdure-export-") as folder:
        parts = _Parts(Path(folder))
        for episode in _episodes(content, leaving):
            counts["entries"] += len(episode["turns"])
            parts.add("episode", episode)
        for memory in leaving.memories():
            counts["memories"] += 1
            parts.add(*_memory(memory, content, leaving))
        leaving.ended()
        parts.close()
        _pack(Path(folder), path)
    return counts


EXPORTER = Exporter(name="cogx", title="a Cognee archive (COGX)", suffix=".cogx.tar.gz", write=write)


class _Parts:
    """The files of an archive while they are written."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._counts: Counter[str] = Counter()
        files = {**FILES, "raw_node": NODES}
        self._open = {sort: (folder / name).open("xt", encoding="utf-8", newline="\n") for sort, name in files.items()}

    def add(self, sort: str, record: dict[str, Any]) -> None:
        """One record, on its line."""
        self._open[sort].write(f"{line(record)}\n")
        self._counts[sort] += 1

    def close(self) -> None:
        """Write the manifest, and let go of files without a record."""
        for sort, file in self._open.items():
            file.close()
            if not self._counts[sort]:
                Path(file.name).unlink()
        manifest = {
            "cogx_version": VERSION,
            "source_system": "perdure",
            "counts": dict(sorted(self._counts.items())),
            "notes": ["metadata.perdure has the records of Perdure; other readers may leave it out."],
        }
        (self._folder / MANIFEST).write_text(f"{line(manifest)}\n", encoding="utf-8")


def _episodes(content: Content, leaving: Leaving) -> Iterator[dict[str, Any]]:
    """Stretches of the journal that are of one session."""
    told = (entry for entry, _resting in leaving.entries())
    for session, run in groupby(told, key=lambda entry: entry.session):
        stretch: list[Entry] = []
        for entry in run:
            stretch.append(entry)
            if len(stretch) == _TURNS:
                yield _episode(session, stretch, content, leaving)
                stretch = []
        if stretch:
            yield _episode(session, stretch, content, leaving)


def _episode(session: str | None, stretch: list[Entry], content: Content, leaving: Leaving) -> dict[str, Any]:
    carried = [leaving.carried_entry(entry, _ENTRY, kept=f"episode.metadata.{KEY}") for entry in stretch]
    return {
        "kind": "episode",
        "external_system": "perdure",
        "external_id": stretch[0].id,
        "scope": _scope(content, session),
        "created_at": iso(stretch[0].at),
        "metadata": {KEY: carried},
        "turns": [{"role": each.role, "content": each.text, "occurred_at": iso(each.at)} for each in stretch],
    }


def _memory(memory: Memory, content: Content, leaving: Leaving) -> tuple[str, dict[str, Any]]:
    """The sort of record that a memory becomes, and the record."""
    if not memory.current(content.now):
        return "raw_node", _node(memory, content, leaving.carried(memory, {"text": "node.text"}, kept=f"node.{KEY}"))
    slot = memory.slot if (memory.value or "").strip() else None
    sort, mapped = ("memory", _MEMORY) if slot is None else ("fact", _FACT)
    base = {
        "kind": sort,
        "external_system": "perdure",
        "external_id": memory.id,
        "scope": _scope(content, memory.source.session),
        "created_at": iso(memory.created_at),
        "updated_at": iso(memory.updated_at),
        "metadata": {KEY: leaving.carried(memory, mapped, kept=f"{sort}.metadata.{KEY}")},
    }
    if slot is None:
        return sort, {**base, "content": memory.text, "categories": [memory.kind, *memory.tags]}
    owner = content.space.name or content.space.scope
    fact = {
        "subject_ref": owner if slot.subject == Slot.OWNER else slot.subject,
        "predicate": slot.attribute,
        "object_ref": memory.value,
        "fact_text": memory.text,
        "valid_at": iso(memory.holds_from),
        **({} if memory.holds_until is None else {"invalid_at": iso(memory.holds_until)}),
        "confidence": memory.confidence,
        "provenance": list(memory.source.turns),
    }
    return sort, {**base, **fact}


def _node(memory: Memory, content: Content, carried: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": uuid_of(str(content.space), "node", memory.id),
        "type": RETIRED,
        "text": memory.text,
        "metadata": {"index_fields": []},
        KEY: carried,
    }


def _scope(content: Content, session: str | None) -> dict[str, str]:
    owner = content.space.name if content.space.scope == "user" else str(content.space)
    return {"user_id": owner} | ({} if session is None else {"session_id": session})


def _pack(folder: Path, path: Path) -> None:
    """The files by their names, without anything that the moment or the machine would change."""
    with (
        path.open("xb") as raw,
        gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for part in sorted(folder.iterdir()):
            info = tarfile.TarInfo(part.name)
            info.size, info.mode = part.stat().st_size, 0o644
            with part.open("rb") as file:
                archive.addfile(info, file)
