"""What the vocabulary of the cases gets back: plain views of the facade's values, with times as ISO strings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from perdure import Added, Memory, Reinforced, Rejected, Superseded
from perdure.domain.change import Outcome
from perdure.domain.recall import Hit
from perdure.domain.staging import Verdict
from perdure.recall.result import Recall
from perdure.transfer import ImportReport

KIND_OF_TYPE = {"working": "temporary", "procedural": "procedure"}
"""The vocabulary's types that have another name as a kind; all others are the same word."""


def iso(at: datetime | None) -> str | None:
    """A time with its offset, as text."""
    return None if at is None else at.isoformat()


def moment(value: Any) -> Any:
    """The time of an ISO string; anything else as it is, for the facade to judge."""
    return datetime.fromisoformat(value) if isinstance(value, str) else value


@dataclass(frozen=True, kw_only=True, slots=True)
class Record:
    """A stored memory."""

    memory: Memory
    now: datetime
    action: str = ""
    superseded: tuple[str, ...] = ()

    id = property(lambda self: self.memory.id)
    text = property(lambda self: self.memory.text)
    type = property(lambda self: self.memory.kind)
    importance = property(lambda self: self.memory.importance)
    version = property(lambda self: self.memory.version)
    tags = property(lambda self: list(self.memory.tags))
    metadata = property(lambda self: dict(self.memory.metadata))
    status = property(lambda self: str(self.memory.status))
    source = property(lambda self: str(self.memory.source.origin))
    agent = property(lambda self: self.memory.source.tool)
    key = property(lambda self: None if self.memory.slot is None else self.memory.slot.attribute)
    created_at = property(lambda self: iso(self.memory.created_at))
    updated_at = property(lambda self: iso(self.memory.updated_at))
    event_at = property(lambda self: iso(self.memory.holds_from))
    expires_at = property(lambda self: iso(self.memory.expires_at))
    expired = property(lambda self: self.memory.expired(self.now))


def written(outcome: Outcome, now: datetime) -> Record:
    """What became of a statement."""
    match outcome:
        case Added(memory=memory):
            return Record(memory=memory, now=now, action="added")
        case Reinforced(memory=memory):
            return Record(memory=memory, now=now, action="reinforced")
        case Superseded(memory=memory, old=old):
            return Record(memory=memory, now=now, action="superseded", superseded=(old.id,))
        case _:
            raise AssertionError(f"{outcome} stored nothing")


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """One hit: the whole text, never cut."""

    hit: Hit

    id = property(lambda self: self.hit.id)
    text = property(lambda self: self.hit.text)
    score = property(lambda self: self.hit.score)
    type = property(lambda self: self.hit.kind)
    scope = property(lambda self: str(self.hit.space))
    created_at = property(lambda self: iso(self.hit.at if self.hit.memory is None else self.hit.memory.created_at))
    truncated = False
    length = property(lambda self: len(self.hit.text))


class Hits(list[Found]):
    """A list of hits that says what could not take part."""

    def __init__(self, recall: Recall) -> None:
        super().__init__(Found(hit=hit) for hit in recall)
        self.degraded = recall.degraded


@dataclass(frozen=True, kw_only=True, slots=True)
class Listed:
    """A page of records."""

    items: list[Record]
    total: int
    next: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Item:
    """What became of one item of a batch."""

    ok: bool
    id: str | None = None
    action: str | None = None
    error: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Batched:
    """A batch, item by item."""

    items: list[Item]

    @classmethod
    def of(cls, outcomes: Iterable[Outcome], now: datetime) -> Batched:
        """The outcomes in order."""
        return cls(items=[_item(outcome, now) for outcome in outcomes])


def _item(outcome: Outcome, now: datetime) -> Item:
    if isinstance(outcome, Rejected):
        return Item(ok=False, error=outcome.reason)
    record = written(outcome, now)
    return Item(ok=True, id=record.id, action=record.action)


@dataclass(frozen=True, kw_only=True, slots=True)
class Forgotten:
    """How many records a forget took out."""

    deleted: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Ingested:
    """What many conversations left, and the numbers of those that could not be read in full."""

    items: list[Record]
    failed: list[int]


@dataclass(frozen=True, kw_only=True, slots=True)
class Pruned:
    """What went, or would go: the steps of upkeep, each with its `text`."""

    items: list[Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class Checkup:
    """What the doctor found."""

    findings: list[Any]

    @property
    def ok(self) -> bool:
        """Whether everything is, or is again, as it should be."""
        return all(finding.ok for finding in self.findings)


@dataclass(frozen=True, kw_only=True, slots=True)
class Health:
    """The answer to: is it well?"""

    writable: bool
    notes: tuple[str, ...]

    ok = property(lambda self: self.writable)
    degraded = property(lambda self: bool(self.notes))


@dataclass(frozen=True, kw_only=True, slots=True)
class Counted:
    """A scope and how many records it holds."""

    name: str
    count: int


CAME_IN = (Verdict.NEW, Verdict.SUPERSEDES, Verdict.SUPERSEDED, Verdict.CONFLICT)


@dataclass(frozen=True, kw_only=True, slots=True)
class Imported:
    """What an import took in: `errors` is what could not be read, `conflicts` what is here under its id with other content."""

    report: ImportReport

    @property
    def added(self) -> int:
        """Memories that came in; of a file of conversations, turns."""
        if self.report.memories:
            return sum(self.report.memories.get(verdict, 0) for verdict in CAME_IN)
        return self.report.added

    @property
    def skipped(self) -> int:
        """What came in no more than what could not be read."""
        known = self.report.memories.get(Verdict.KNOWN, 0) if self.report.memories else self.report.repeated
        return known + len(self.report.skips)

    conversations = property(lambda self: self.report.conversations)
    conflicts = property(lambda self: self.report.memories.get(Verdict.DIFFERS, 0))
    errors = property(lambda self: self.report.skips)
    skips = errors
