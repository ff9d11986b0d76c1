"""What answers look like, for the description of the API: the library's own values, and what stands around them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from perdure.app.values import Explanation, SpaceSummary, Stats
from perdure.capture.working.context import WindowTrace
from perdure.capture.working.state import Dialogue
from perdure.domain import check, journal, recall, trace
from perdure.domain.change import Change
from perdure.domain.export import ExportReport
from perdure.domain.job import Job
from perdure.domain.journal import Entry
from perdure.domain.memory import Memory
from perdure.domain.messages import Unkept
from perdure.domain.policy import Policy
from perdure.domain.review import Review
from perdure.domain.snapshot import Snapshot, SnapshotDiff
from perdure.domain.staging import ImportReport, StagedImport, StagedItem
from perdure.domain.upkeep import UpkeepReport

__all__ = [
    "Entry",
    "Explanation",
    "ExportReport",
    "ImportReport",
    "Job",
    "Memory",
    "Review",
    "Snapshot",
    "SnapshotDiff",
    "StagedImport",
    "StagedItem",
    "Stats",
    "UpkeepReport",
]
"""The library's own values that are answered as they are."""

T = TypeVar("T")

Json = dict[str, Any]


class Problem(BaseModel):
    """What went wrong; `code` is stable and is what programs should test."""

    type: str = Field(examples=["urn:perdure:error:not_found"])
    title: str
    status: int
    code: str = Field(examples=["not_found"])
    detail: str
    expected: int | None = Field(default=None, description="With version_conflict: the version that was given,")
    actual: int | None = Field(default=None, description="and the one that the memory has.")
    errors: list[dict[str, str]] = Field(default=[], description="Which fields cannot be used.")


class Added(BaseModel):
    """A new memory, or one whose time had passed and that was said again."""

    outcome: Literal["added"]
    memory: Memory


class Reinforced(BaseModel):
    """The same statement was known; it is confirmed."""

    outcome: Literal["reinforced"]
    memory: Memory


class Superseded(BaseModel):
    """`memory` holds now; `old` and the `others` no longer do."""

    outcome: Literal["superseded"]
    memory: Memory
    old: Memory
    others: list[Memory]


class Queued(BaseModel):
    """A person decides; `review` is the id of the question."""

    outcome: Literal["queued"]
    memory: Memory
    review: str


class Rejected(BaseModel):
    """Nothing was stored, for this reason."""

    outcome: Literal["rejected"]
    reason: str
    code: str


Outcome = Annotated[Added | Reinforced | Superseded | Queued | Rejected, Field(discriminator="outcome")]


class Batch(BaseModel):
    """The outcome of each item, in order."""

    outcomes: list[Outcome]


class Distilled(Batch):
    """What became of each statement that was found in `entries` turns; `waiting` were seen too seldom yet."""

    entries: int
    waiting: int
    notes: list[str]


class Captured(BaseModel):
    """The journal's entries, how many of them are new, and what was distilled."""

    entries: list[Entry]
    added: int
    distilled: Distilled


class Entries(BaseModel):
    """Entries of the journal."""

    entries: list[Entry]


class MemoriesOf(BaseModel):
    """The memories that a request changed."""

    memories: list[Memory]


class Items(BaseModel, Generic[T]):
    """A whole list."""

    items: list[T]


class Page(Items[T], Generic[T]):
    """Some items, the `total` that match, and the cursor of the next page."""

    total: int
    next: str | None


Memories = Page[Memory]
EntryPage = Page[Entry]
ReviewPage = Page[Review]
History = Items[Change]
Sessions = Items[journal.Session]
Jobs = Items[Job]
Spaces = Items[SpaceSummary]
Imports = Items[StagedImport]
Decided = Items[StagedItem]
StagedPage = Page[StagedItem]
Snapshots = Items[Snapshot]


class Dropped(BaseModel):
    """Why an item did not come back; what decided stands beside it, by the sort of reason."""

    model_config = ConfigDict(extra="allow")

    id: str
    why: str = Field(examples=["belowfloor", "overlimit", "settled"])


class Trace(BaseModel):
    """The plan, every candidate's signals, what was dropped and why, and the time each stage took."""

    query: str
    at: datetime
    notes: list[str]
    terms: list[str] = []
    spaces: list[str] = []
    considered: list[trace.Considered] = []
    dropped: list[Dropped] = []
    stages: list[trace.Stage] = []


class Recall(BaseModel):
    """Hits, best first, and why; `brief` where it was asked for."""

    hits: list[recall.Hit]
    trace: Trace
    now: datetime
    degraded: list[str]
    brief_tokens: int
    timed_out: bool
    brief: str | None = None


class Brief(BaseModel):
    """A block for a prompt, the ids of what was recalled for it, and the spaces it comes from."""

    brief: str
    memories: list[str]
    spaces: list[str]


class WhyNot(BaseModel):
    """What became of one item in a recall: its `rank`, or the stage and the number that dropped it."""

    id: str
    query: str
    rank: int | None
    dropped: Dropped | None
    evidence: float | None
    parts: Mapping[str, float]
    stage: str | None
    reason: str


class Embedded(BaseModel):
    """How many texts got new vectors."""

    embedded: int


class Deleted(BaseModel):
    """Whether there was such a thing."""

    deleted: bool


class Discarded(BaseModel):
    """Whether there was such an import."""

    discarded: bool


class Checked(BaseModel):
    """What came of a question: `missing` was not there, `unwanted` was."""

    check: check.Check
    passed: bool
    missing: list[str]
    unwanted: list[str]
    answers: list[str]


class Verified(BaseModel):
    """Whether every question passed, and each of them in its order."""

    passed: bool
    checks: list[Checked]


class Draft(BaseModel):
    """Questions as TOML."""

    questions: str


class PolicyOf(BaseModel):
    """The policy of a space, and what of it differs from the default."""

    policy: Policy
    changes: Json


class Me(BaseModel):
    """Whom the token speaks for, what it may do, and what answers."""

    name: str
    grants: list[str] = Field(examples=[["user/alice:write", "project/orders:read"]])
    home: str | None
    token: str | None
    until: datetime | None
    version: str
    embedder: str | None


class Token(BaseModel):
    """A token, without what opens anything."""

    id: str
    name: str
    grants: list[str]
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    last_used_at: datetime | None
    parent: str | None


Tokens = Items[Token]


class NewToken(BaseModel):
    """A token with its secret, which is shown this once and kept nowhere."""

    secret: str
    token: Token


class Revoked(BaseModel):
    """The ids of the tokens that open nothing any more."""

    revoked: list[str]


class Summary(BaseModel):
    """What messages say, shortened; `left_out` of them it does not speak of, `by` says who made it."""

    summary: str
    tokens: int
    left_out: int
    by: str


class Filtered(BaseModel):
    """The messages that matter, in their order; `kept` and `dropped` by their places among those handed in."""

    messages: list[Json]
    kept: list[int]
    dropped: list[Unkept]
    tokens: int
    notes: list[str]


class Begun(BaseModel):
    """A live session and the tokens of its window."""

    id: str
    budget: int


class Prompt(BaseModel):
    """The whole prompt, ready for a chat API, and what went into it."""

    messages: list[Json]
    tokens: int
    trace: WindowTrace


class Standing(BaseModel):
    """Where a live session stands."""

    id: str
    budget: int
    tokens: int
    summary: str
    state: Dialogue
    trace: WindowTrace


class Closed(BaseModel):
    """The session has ended."""

    closed: bool
