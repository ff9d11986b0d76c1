"""What the facade gives back beside the domain's own values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from perdure.domain.change import Change
from perdure.domain.journal import Entry
from perdure.domain.link import Link
from perdure.domain.memory import Memory
from perdure.domain.recall import RecallRecord
from perdure.domain.space import SpaceName


@dataclass(frozen=True, kw_only=True, slots=True)
class SpaceSummary:
    """A space with its counts: active memories, entries, bytes on disk. `problem` says why it cannot be read."""

    name: SpaceName
    memories: int = 0
    entries: int = 0
    bytes: int = 0
    problem: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Stats:
    """How much a space holds and how it stands.

    `memories` counts by status, `kinds` the active ones by kind; `pending` passages wait for a vector; `embedder` is the
    one at hand, `stored_embedder` the one the vectors were made with; `notes` say what is not as it should be.
    """

    space: SpaceName
    memories: Mapping[str, int]
    kinds: Mapping[str, int]
    entries: int
    sessions: int
    passages: int
    pending: int
    vectors: Mapping[str, int]
    embedder: str | None
    stored_embedder: str | None
    bytes: int
    writable: bool
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Explanation:
    """Why a memory is there and how strongly it is held.

    `entries` are the turns it rests on, `history` what changed it, `links` how it relates to others, `recalls` the last ones
    that returned it, the newest first, with the entry that answers where it is known. `strength` = `weight` × `decay`; `curve`
    gives the strength in days from now if nothing confirms it. `half_life_days` is None for what does not decay.
    """

    memory: Memory
    entries: tuple[Entry, ...]
    history: tuple[Change, ...]
    links: tuple[Link, ...] = ()
    recalls: tuple[RecallRecord, ...] = ()
    weight: float
    decay: float
    strength: float
    half_life_days: float | None
    curve: tuple[tuple[int, float], ...]
