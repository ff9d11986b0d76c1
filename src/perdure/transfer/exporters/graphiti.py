"""A graph as Graphiti's models have it: the journal as episodes, memories as facts with both of their times.

A fact goes from the subject of its slot to its value; from the owner to the owner where it has none. What is superseded, archived or
past its time is expired from the moment on at which it was. Attributes are strings, since Neo4j takes nothing deeper.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from perdure.domain.journal import Entry
from perdure.domain.memory import Memory, Slot
from perdure.transfer.content import Content
from perdure.transfer.exporters.carrying import (
    KEY,
    iso,
    line,
    retired_at,
    slug,
    uuid_of,
)
from perdure.transfer.exporters.exporter import Exporter
from perdure.transfer.exporters.leaving import Leaving
from perdure.transfer.tally import Tally

_MESSAGES = ("chat", "sms", "push", "call")
_LONGEST_NAME = 120
_MEMORY = {
    "text": "edge.fact",
    "slot": "edge.name",
    "value": "edge.target_node_uuid",
    "holds_from": "edge.valid_at",
    "holds_until": "edge.invalid_at",
    "created_at": "edge.reference_time",
    "recorded_at": "edge.created_at",
    "status": "edge.expired_at",
    "source.turns": "edge.episodes",
}
_ENTRY = {
    "text": "episode.content",
    "speaker": "episode.content",
    "at": "episode.valid_at",
    "recorded_at": "episode.created_at",
    "channel": "episode.source_description",
    "session": "episode.name",
}


def write(content: Content, path: Path, tally: Tally) -> dict[str, int]:
    """Write episodes, entities and edges, a record on a line."""
    counts, leaving = {"entries": 0, "memories": 0}, Leaving(content, tally, journal="", history="")
    with path.open("xt", encoding="utf-8", newline="\n") as file:
        file.write('{"episodes":[')
        counts["entries"] = _listed(file, _episodes(content, leaving))
        file.write('],\n"entities":[')
        _listed(file, _entities(content, leaving))
        file.write('],\n"edges":[')
        counts["memories"] = _listed(file, _edges(content, leaving))
        file.write("]}\n")
    leaving.ended()
    return counts


EXPORTER = Exporter(name="graphiti", title="a graph for Graphiti", suffix=".json", write=write)


def _listed(file: IO[str], records: Iterator[dict[str, Any]]) -> int:
    number = 0
    for number, record in enumerate(records, 1):
        file.write(f"{',' if number > 1 else ''}\n{line(record)}")
    return number


def _episodes(content: Content, leaving: Leaving) -> Iterator[dict[str, Any]]:
    for entry, memories in leaving.entries():
        carried = leaving.carried_entry(entry, _ENTRY, kept=f"episode.episode_metadata.{KEY}")
        yield {
            "uuid": _episode(entry.id, content),
            "name": f"{entry.session or entry.channel} {entry.seq}",
            "group_id": slug(content.space),
            "labels": [],
            "created_at": iso(entry.recorded_at),
            "source": "message" if entry.channel in _MESSAGES else "text",
            "source_description": entry.channel,
            "content": _said(entry),
            "valid_at": iso(entry.at),
            "entity_edges": [_edge(each, content) for each in memories],
            "episode_metadata": {KEY: line(carried)},
        }


def _said(entry: Entry) -> str:
    return f"{entry.speaker}: {entry.text}" if entry.channel in _MESSAGES else entry.text


def _entities(content: Content, leaving: Leaving) -> Iterator[dict[str, Any]]:
    """Everything that a fact begins or ends at, once."""
    seen: set[str] = set()
    for memory in leaving.fitting():
        for name in _ends(memory, content):
            if name not in seen:
                seen.add(name)
                yield {
                    "uuid": _entity(name, content),
                    "name": name,
                    "group_id": slug(content.space),
                    "labels": ["Entity"],
                    "created_at": iso(memory.recorded_at),
                    "summary": "",
                    "attributes": {},
                }


def _edges(content: Content, leaving: Leaving) -> Iterator[dict[str, Any]]:
    for memory in leaving.memories():
        carried = leaving.carried(memory, _MEMORY, kept=f"edge.attributes.{KEY}")
        subject, target = _ends(memory, content)
        yield {
            "uuid": _edge(memory.id, content),
            "group_id": slug(content.space),
            "source_node_uuid": _entity(subject, content),
            "target_node_uuid": _entity(target, content),
            "created_at": iso(memory.recorded_at),
            "name": _relation(memory),
            "fact": memory.text,
            "episodes": [_episode(each, content) for each in memory.source.turns],
            "expired_at": iso(retired_at(content, memory)),
            "valid_at": iso(memory.holds_from),
            "invalid_at": iso(memory.holds_until),
            "reference_time": iso(memory.created_at),
            "attributes": {KEY: line(carried)},
        }


def _ends(memory: Memory, content: Content) -> tuple[str, str]:
    """The names of what a fact is about, and of what it says of it."""
    owner = content.space.name or content.space.scope
    subject = owner if memory.slot is None or memory.slot.subject == Slot.OWNER else memory.slot.subject
    value = (memory.value or "").strip()
    return subject, value if memory.slot is not None and 0 < len(value) <= _LONGEST_NAME else owner


def _relation(memory: Memory) -> str:
    name = memory.kind if memory.slot is None else memory.slot.attribute
    return "_".join(name.upper().replace("-", " ").split())


def _episode(entry_id: str, content: Content) -> str:
    return uuid_of(str(content.space), "episode", entry_id)


def _edge(memory_id: str, content: Content) -> str:
    return uuid_of(str(content.space), "edge", memory_id)


def _entity(name: str, content: Content) -> str:
    return uuid_of(str(content.space), "entity", name)
