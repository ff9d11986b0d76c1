"""The values of the read path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, TypedDict

from perdure.domain.journal import Entry
from perdure.domain.memory import Memory
from perdure.domain.space import SpaceName


class Layer(StrEnum):
    """Where a hit comes from."""

    JOURNAL = "journal"
    MEMORY = "memory"
    SUMMARY = "summary"
    PERMANENT = "permanent"


@dataclass(frozen=True, kw_only=True, slots=True)
class Scope:
    """Which items may be candidates: the filter that holds before anything is cut.

    `now` decides expiry; `since` and `until` bound the event time, both included; `kinds` names kinds of memory and
    leaves the journal out; every tag and every `where` pair must be there. `as_of` asks for what was true in the world then,
    superseded or not; `known_at` for what was recorded by then, by the status it had then. Under either, `now` hides nothing.
    `archived` asks archived memories instead of active ones and the journal; a past moment says itself what it takes of them.
    """

    now: datetime
    layers: tuple[Layer, ...] = ()
    kinds: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    where: Mapping[str, Any] = field(default_factory=dict)
    since: datetime | None = None
    until: datetime | None = None
    as_of: datetime | None = None
    known_at: datetime | None = None
    archived: bool = False

    @property
    def past(self) -> bool:
        """Whether a past moment is asked about."""
        return self.as_of is not None or self.known_at is not None

    @property
    def narrow(self) -> bool:
        """Whether anything but expiry is asked."""
        filters = (self.layers, self.kinds, self.tags, self.where, self.since, self.until, self.as_of, self.known_at)
        return self.archived or any(filters)


@dataclass(frozen=True, kw_only=True, slots=True)
class Hit:
    """One answer. `score` lies in 0–1; `refs` are the caller's ids of the turns it rests on, or the ids of the entries
    where none was given; `parts` is each signal's share. `memory` or `entry` is the full record. `newer` is the id of a better
    hit that says something newer on the same matter, `outdated` that of a newer memory on it which is no hit itself, `covered`
    that of a better hit which holds over this one for a while. `via` is the id of the summary that this is a detail of;
    `archived`: nothing current answered, and this is from the archive."""

    id: str
    space: SpaceName
    layer: Layer
    kind: str
    text: str
    score: float
    at: datetime
    refs: tuple[str, ...] = ()
    parts: Mapping[str, float] = field(default_factory=dict)
    memory: Memory | None = None
    entry: Entry | None = None
    newer: str | None = None
    outdated: str | None = None
    covered: str | None = None
    via: str | None = None
    archived: bool = False


TELLING = 0.5
"""Share of the best hit's score from which a hit counts as recalled."""


def telling(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """The hits that count as recalled: what only fills up the places behind a far better answer must not grow stronger by it."""
    best = max((hit.score for hit in hits), default=0.0)
    return tuple(hit for hit in hits if hit.score >= TELLING * best)


@dataclass(frozen=True, kw_only=True, slots=True)
class RecallRecord:
    """One recall that returned memories: what was asked, the ids that came back, best first, and the id of the entry that
    answers, where a session said so."""

    id: str
    at: datetime
    query: str
    memories: tuple[str, ...]
    session: str | None = None
    answer: str | None = None


class RecallOptions(TypedDict, total=False):
    """What `recall` takes beside the query."""

    k: int | None
    layers: tuple[str, ...] | list[str] | str | None
    kinds: tuple[str, ...] | list[str] | str | None
    tags: tuple[str, ...] | list[str] | str | None
    where: Mapping[str, Any] | None
    since: datetime | None
    until: datetime | None
    when: str | None
    as_of: datetime | None
    known_at: datetime | None
    now: datetime | None
    deadline: float | None
    expand: bool
