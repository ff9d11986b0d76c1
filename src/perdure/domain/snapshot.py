"""A read-only copy of a space at a moment."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from perdure.domain.space import SpaceName


@dataclass(frozen=True, kw_only=True, slots=True)
class Snapshot:
    """`note` says what it is for; `folder` is a place of its own, which a tool can be pointed at."""

    id: str
    space: SpaceName
    at: datetime
    by: str
    note: str
    folder: str
    memories: int
    entries: int
    bytes: int


@dataclass(frozen=True, kw_only=True, slots=True)
class MemoryDiff:
    """One memory that is not the same on both sides; `before` is None where it is new, `after` where it is gone."""

    id: str
    before: str | None
    after: str | None
    fields: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class SnapshotDiff:
    """What changed from one state of a space to another: memories, and how many entries came or went."""

    before: str
    after: str
    added: tuple[MemoryDiff, ...] = ()
    changed: tuple[MemoryDiff, ...] = ()
    removed: tuple[MemoryDiff, ...] = ()
    entries_added: int = 0
    entries_removed: int = 0
