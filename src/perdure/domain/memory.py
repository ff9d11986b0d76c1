"""One statement worth acting on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, TypedDict

from perdure.domain.space import SpaceName

Metadata = Mapping[str, Any]


class Status(StrEnum):
    """Where a memory stands; only `active` ones are recalled."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    REVIEW = "review"
    ARCHIVED = "archived"
    FORGOTTEN = "forgotten"


class Origin(StrEnum):
    """Who made a statement."""

    USER = "user"
    ASSISTANT = "assistant"
    SUMMARY = "summary"
    TOOL = "tool"
    IMPORT = "import"
    SYSTEM = "system"


@dataclass(frozen=True, kw_only=True, slots=True)
class Source:
    """Where a memory comes from: `tool` is the agent or tool, `turns` the ids of the entries it rests on, `maker` what
    made the statement out of them: `rules/1`, `model/NAME/PROMPT-1`; None where it is the caller's own."""

    origin: Origin = Origin.USER
    tool: str | None = None
    maker: str | None = None
    session: str | None = None
    speaker: str | None = None
    turns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """(subject, attribute): holds one current value."""

    subject: str
    attribute: str

    OWNER = "self"

    @classmethod
    def of(cls, slot: str | Slot | None) -> Slot | None:
        """A plain string is an attribute of the space's owner."""
        if slot is None or isinstance(slot, Slot):
            return slot
        return cls(cls.OWNER, slot)


@dataclass(frozen=True, kw_only=True, slots=True)
class Memory:
    """One statement with its kind, source, times and strength inputs.

    `created_at` never moves; `updated_at` is when it was last confirmed and starts the decay; `recorded_at` is when
    the store learned it; `holds_from` / `holds_until` say when it is true in the world. Times are aware datetimes in the
    store's timezone. `importance` and `confidence` lie in 0–1. `half_life_days` is None where the kind's applies.
    """

    id: str
    space: SpaceName
    kind: str
    text: str
    created_at: datetime
    updated_at: datetime
    recorded_at: datetime
    holds_from: datetime
    holds_until: datetime | None = None
    expires_at: datetime | None = None
    last_accessed_at: datetime | None = None
    slot: Slot | None = None
    value: str | None = None
    importance: float = 0.5
    confidence: float = 1.0
    status: Status = Status.ACTIVE
    superseded_by: str | None = None
    source: Source = field(default_factory=Source)
    access_count: int = 0
    half_life_days: float | None = None
    version: int = 1
    tags: tuple[str, ...] = ()
    metadata: Metadata = field(default_factory=dict)

    def expired(self, now: datetime) -> bool:
        """Whether its time has passed at `now`."""
        return self.expires_at is not None and self.expires_at <= now

    def current(self, now: datetime) -> bool:
        """Whether recall may return it at `now`."""
        return self.status is Status.ACTIVE and not self.expired(now)


class RememberOptions(TypedDict, total=False):
    """What `remember` takes beside the text."""

    kind: str | None
    slot: str | Slot | None
    value: str | None
    importance: float | None
    confidence: float
    source: str | None
    at: datetime | None
    holds_from: datetime | None
    holds_until: datetime | None
    expires_at: datetime | None
    half_life_days: float | None
    tags: tuple[str, ...] | list[str]
    metadata: Metadata


class CorrectOptions(TypedDict, total=False):
    """What `correct` can change beside the text; what is left out stays.

    `version` is the one that was read; with `merge` a change in between is no conflict where it touched other fields.
    """

    version: int | None
    merge: bool
    tags: tuple[str, ...] | list[str]
    metadata: Metadata
    importance: float
    expires_at: datetime | None
    half_life_days: float | None
    reason: str
