"""What the folders of Markdown have in common: memories in the order they were said, so many to a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from perdure.domain.memory import Memory


@dataclass(frozen=True, kw_only=True, slots=True)
class Kept:
    """A memory as its record, with the day it was said by the clock of its owner, and whether it holds."""

    record: dict[str, Any]
    created: datetime
    updated: datetime
    current: bool

    @property
    def day(self) -> str:
        """The day, as a file shows it."""
        return self.created.date().isoformat()


def kept(memory: Memory, record: dict[str, Any], now: datetime) -> Kept:
    """What is held of a memory until its file is full."""
    return Kept(
        record=record,
        created=memory.created_at,
        updated=memory.updated_at,
        current=memory.current(now),
    )


@dataclass(kw_only=True)
class Shelf:
    """Files that are filled one after another: `preference.md`, `preference-2.md`, …; none has more than `most` memories."""

    folder: Path
    most: int
    _held: dict[str, list[Kept]] = field(default_factory=dict, init=False)
    _files: dict[str, int] = field(default_factory=dict, init=False)

    def put(self, name: str, found: Kept) -> Iterator[tuple[str, Path, list[Kept]]]:
        """Take a memory for a file; give the name, path and memories of the file that is full by it."""
        held = self._held.setdefault(name, [])
        held.append(found)
        if len(held) == self.most:
            yield self._full(name)

    def rest(self) -> Iterator[tuple[str, Path, list[Kept]]]:
        """The files that are not full."""
        for name in list(self._held):
            yield self._full(name)

    def _full(self, name: str) -> tuple[str, Path, list[Kept]]:
        self._files[name] = number = self._files.get(name, 0) + 1
        path = self.folder / (f"{name}.md" if number == 1 else f"{name}-{number}.md")
        path.parent.mkdir(parents=True, exist_ok=True)
        memories = sorted(self._held.pop(name), key=lambda each: (each.created, each.record["id"]))
        return path.stem, path, memories
