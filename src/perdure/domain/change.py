"""What capture proposes, what became of it, and the record of every change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from perdure.domain.journal import Entry
from perdure.domain.memory import Memory, Metadata, Slot, Source


@dataclass(frozen=True, kw_only=True, slots=True)
class Candidate:
    """A statement that wants to become a memory; `kind_given` tells an explicit kind from one set by rules.

    `source.turns` are the entries it rests on; where there are none, it is its own and gets an entry. `updated_at` is when it was
    last confirmed, where that is later than `at`; `last_accessed_at` from when on it counts as unread. `why` is the gate that it passed, as the history says it.
    """

    text: str
    key: str
    kind: str
    kind_given: bool
    at: datetime
    recorded_at: datetime
    holds_from: datetime
    updated_at: datetime | None = None
    last_accessed_at: datetime | None = None
    holds_until: datetime | None = None
    expires_at: datetime | None = None
    slot: Slot | None = None
    value: str | None = None
    importance: float = 0.5
    confidence: float = 1.0
    half_life_days: float | None = None
    source: Source = field(default_factory=Source)
    tags: tuple[str, ...] = ()
    metadata: Metadata = field(default_factory=dict)
    why: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Added:
    """A new memory, or one whose time had passed and that was said again."""

    memory: Memory


@dataclass(frozen=True, kw_only=True, slots=True)
class Reinforced:
    """The same statement was known; it is confirmed."""

    memory: Memory


@dataclass(frozen=True, kw_only=True, slots=True)
class Superseded:
    """`memory` holds now, `old` no longer does, nor do the `others` it stands for as well; all stay readable."""

    memory: Memory
    old: Memory
    others: tuple[Memory, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Queued:
    """Two statements of equal rank disagree; a person decides."""

    memory: Memory
    review: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Rejected:
    """Nothing was stored, for this reason; `code` is the error's code where one was the cause."""

    reason: str
    code: str = "rejected"


Outcome = Added | Reinforced | Superseded | Queued | Rejected


@dataclass(frozen=True, kw_only=True, slots=True)
class Batch:
    """The outcome of each item of a batch, in order; one bad item costs no other."""

    outcomes: tuple[Outcome, ...]

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self.outcomes)

    def __len__(self) -> int:
        return len(self.outcomes)

    @property
    def rejected(self) -> tuple[tuple[int, Rejected], ...]:
        """Index and reason of each item that was not stored."""
        return tuple((n, o) for n, o in enumerate(self.outcomes) if isinstance(o, Rejected))


@dataclass(frozen=True, kw_only=True, slots=True)
class Distilled(Batch):
    """What became of each statement that was found in `entries` turns; `waiting` of them were seen too seldom yet. `notes` say
    what could not take part, such as the language model."""

    entries: int = 0
    waiting: int = 0
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Captured:
    """The journal's entries of the turns, how many of them are new, and what was distilled."""

    entries: tuple[Entry, ...]
    added: int
    distilled: Distilled


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """One history row: when, who, what before and after, why. Only the fields that changed are listed."""

    memory_id: str
    at: datetime
    actor: str
    action: str
    reason: str = ""
    before: Mapping[str, Any] = field(default_factory=dict)
    after: Mapping[str, Any] = field(default_factory=dict)
    seq: int = 0
