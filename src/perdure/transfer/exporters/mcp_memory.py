"""The file of the Model Context Protocol's memory server: an entity for each subject and kind, a memory an observation.

Each entity is preceded by the whole records of its memories, in lines that the server passes over.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from perdure.domain.memory import Memory, Slot
from perdure.domain.space import SpaceName
from perdure.transfer.content import Content
from perdure.transfer.exporters.exporter import Exporter
from perdure.transfer.exporters.leaving import Leaving
from perdure.transfer.importers.mcp_memory import NAME, OURS, entity_of
from perdure.transfer.ours import json_line
from perdure.transfer.tally import Tally

_MAPPED = {"text": "observations", "kind": "entityType", "slot": "name"}


def write(content: Content, path: Path, tally: Tally) -> dict[str, int]:
    """One line an entity."""
    told, leaving = 0, Leaving(content, tally, current=True)
    entities: dict[str, _Entity] = {}
    for memory in leaving.memories():
        record = leaving.told(memory, _MAPPED, kept=OURS)
        name = entity_of(subject_of(memory, content.space), memory.kind)
        entities.setdefault(name, _Entity(name, memory.kind, str(content.space))).add(record)
        told += 1
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for entity in entities.values():
            file.writelines(entity.lines())
    leaving.ended()
    return {"memories": told, "entities": len(entities)}


EXPORTER = Exporter(name=NAME, title="the MCP memory server's graph", suffix=".jsonl", write=write)


class _Entity:
    """A subject and a kind with the records of its memories, as lines already."""

    def __init__(self, name: str, kind: str, space: str) -> None:
        self._name, self._kind, self._space = name, kind, space
        self._records: list[str] = []
        self._observations: list[str] = []

    def add(self, record: dict[str, Any]) -> None:
        """Take a memory."""
        self._records.append(json_line({"type": OURS, "space": self._space, "entity": self._name, "memory": record}))
        self._observations.append(json_line(record["text"]))

    def lines(self) -> Iterator[str]:
        """The records, then the entity with every observation once, as the server would have it."""
        yield from (f"{record}\n" for record in self._records)
        observations = ",".join(dict.fromkeys(self._observations))
        name, kind = json_line(self._name), json_line(self._kind)
        yield f'{{"type":"entity","name":{name},"entityType":{kind},"observations":[{observations}]}}\n'


def subject_of(memory: Memory, space: SpaceName) -> str:
    """What a memory is about: the subject of its slot, or the owner of the space."""
    named = None if memory.slot is None or memory.slot.subject == Slot.OWNER else memory.slot.subject
    return named or space.name or space.scope
