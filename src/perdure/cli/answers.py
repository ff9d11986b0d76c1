"""What the commands answer: one value each, shown for people by `render` and for programs by `plain`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from perdure.app import Explanation, SpaceSummary, Stats
    from perdure.domain.change import Change, Distilled, Outcome
    from perdure.domain.job import Job
    from perdure.domain.journal import Entry, Session
    from perdure.domain.memory import Memory
    from perdure.domain.page import Page
    from perdure.domain.review import Review
    from perdure.domain.token import NewToken, Token
    from perdure.domain.trace import WhyNot
    from perdure.domain.upkeep import UpkeepReport
    from perdure.ports.store import Finding
    from perdure.recall.calibration import Background
    from perdure.recall.plan import Language
    from perdure.recall.result import Recall
    from perdure.transfer import ImportReport


@dataclass(frozen=True, kw_only=True, slots=True)
class Failure:
    """Why one of several things could not be done."""

    code: str
    message: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Remembered:
    """What became of a statement."""

    outcome: Outcome


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """What was recalled; with `explain` its trace too, with `brief` the prompt block instead of the hits."""

    recall: Recall
    explain: bool = False
    brief: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Missed:
    """What became of one item when something was asked."""

    why: WhyNot


@dataclass(frozen=True, kw_only=True, slots=True)
class Listed:
    """A page of memories, and how strongly each is held."""

    page: Page[Memory]
    strengths: Mapping[str, float]


@dataclass(frozen=True, kw_only=True, slots=True)
class Shown:
    """One memory with everything about it; `answers` are the entries that its recalls led to, by their ids."""

    explanation: Explanation
    answers: Mapping[str, Entry] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """Every change of a memory."""

    changes: Sequence[Change]


@dataclass(frozen=True, kw_only=True, slots=True)
class Changed:
    """Memories as they are after `action`."""

    action: str
    memories: Sequence[Memory]


@dataclass(frozen=True, kw_only=True, slots=True)
class Imported:
    """What each file gave, and why those that gave nothing did not."""

    space: str
    reports: Mapping[str, ImportReport]
    failures: Mapping[str, Failure] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Captured:
    """What each file gave, and what became of what it told."""

    space: str
    reports: Mapping[str, ImportReport]
    failures: Mapping[str, Failure]
    distilled: Distilled


@dataclass(frozen=True, kw_only=True, slots=True)
class Distillate:
    """What became of what was said in a space."""

    space: str
    distilled: Distilled


@dataclass(frozen=True, kw_only=True, slots=True)
class Journal:
    """A page of the journal."""

    page: Page[Entry]


@dataclass(frozen=True, kw_only=True, slots=True)
class Sessions:
    """The conversations of a space."""

    sessions: Sequence[Session]


@dataclass(frozen=True, kw_only=True, slots=True)
class Waiting:
    """A page of reviews."""

    page: Page[Review]


@dataclass(frozen=True, kw_only=True, slots=True)
class Reviewed:
    """A review and both sides of it, as they stand now."""

    review: Review
    memory: Memory | None
    other: Memory | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Decided:
    """A review as it is after a decision, and what came of that."""

    review: Review
    outcome: Outcome


@dataclass(frozen=True, kw_only=True, slots=True)
class Lasting:
    """A page of permanent memory."""

    page: Page[Memory]


@dataclass(frozen=True, kw_only=True, slots=True)
class Tended:
    """What upkeep did to each space, or would do. `running` are those that another runner looks after."""

    dry_run: bool
    reports: Sequence[UpkeepReport]
    running: Sequence[str]
    failures: Mapping[str, Failure]


@dataclass(frozen=True, kw_only=True, slots=True)
class Jobs:
    """Work that waits, runs, or failed too often."""

    jobs: Sequence[Job]


@dataclass(frozen=True, kw_only=True, slots=True)
class Spaces:
    """The spaces of a folder."""

    home: str
    spaces: Sequence[SpaceSummary]


@dataclass(frozen=True, kw_only=True, slots=True)
class Counted:
    """How much a space holds."""

    stats: Stats


@dataclass(frozen=True, kw_only=True, slots=True)
class Checked:
    """What was found wrong, and right."""

    findings: Sequence[Finding]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong any more."""
        return all(finding.ok for finding in self.findings)


@dataclass(frozen=True, kw_only=True, slots=True)
class Reembedded:
    """How many texts of a space got their vector."""

    space: str
    embedded: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Calibrated:
    """What an embedder's cosines mean, by language: least, median and greatest of each sort of pairs."""

    embedder: str
    languages: Mapping[Language, Background]


@dataclass(frozen=True, kw_only=True, slots=True)
class Tokens:
    """What opens the place, as it stands at a moment."""

    tokens: Sequence[Token]
    now: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Issued:
    """A token with its secret, for this once."""

    made: NewToken


@dataclass(frozen=True, kw_only=True, slots=True)
class Revoked:
    """The tokens that open nothing any more."""

    tokens: Sequence[Token]


@dataclass(frozen=True, kw_only=True, slots=True)
class Serving:
    """Where the gateway listens, and the token that administers it if it was made just now; the `space` that is meant where
    none is named, and the folder where the command line would look elsewhere."""

    url: str
    first: NewToken | None = None
    space: str = "user/me"
    home: str | None = None


Answer = (
    Remembered
    | Found
    | Missed
    | Listed
    | Shown
    | Told
    | Changed
    | Imported
    | Captured
    | Distillate
    | Journal
    | Sessions
    | Waiting
    | Reviewed
    | Decided
    | Lasting
    | Tended
    | Jobs
    | Spaces
    | Counted
    | Checked
    | Reembedded
    | Calibrated
    | Tokens
    | Issued
    | Revoked
    | Serving
)
