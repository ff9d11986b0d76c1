"""What the commands answer: one value each, shown for people by `render` and for programs by `plain`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from perdure.app import Explanation, SpaceSummary, Stats
    from perdure.domain.change import Change, Distilled, Outcome
    from perdure.domain.check import Verified
    from perdure.domain.export import ExportReport
    from perdure.domain.job import Job
    from perdure.domain.journal import Entry, Session, Turn
    from perdure.domain.memory import Memory
    from perdure.domain.page import Page
    from perdure.domain.review import Review
    from perdure.domain.snapshot import Snapshot, SnapshotDiff
    from perdure.domain.staging import ImportReport, StagedImport, StagedItem
    from perdure.domain.token import NewToken, Token
    from perdure.domain.trace import WhyNot
    from perdure.domain.upkeep import UpkeepReport
    from perdure.ports.store import Finding
    from perdure.recall.calibration import Background
    from perdure.recall.plan import Language
    from perdure.recall.result import Recall
    from perdure.transfer.verify import Compared


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
    """What each file gave, what of them waits or was only looked at, and why those that gave nothing did not."""

    reports: Mapping[str, ImportReport]
    staged: Mapping[str, StagedImport] = field(default_factory=dict)
    failures: Mapping[str, Failure] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Staged:
    """An import that waits, with some of its `items` and how many `more` there are. `brief`: only the items matter; `passing`: it
    is only looked at, and waits for nobody; `path` is what it is called where that is not its file."""

    staged: StagedImport
    items: Sequence[StagedItem] = ()
    more: int = 0
    brief: bool = False
    passing: bool = False
    path: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class StagedImports:
    """The imports that wait, and those that were applied."""

    imports: Sequence[StagedImport]


@dataclass(frozen=True, kw_only=True, slots=True)
class Units:
    """A page of what an import holds."""

    staged: StagedImport
    page: Page[StagedItem]


@dataclass(frozen=True, kw_only=True, slots=True)
class Looked:
    """One item of an import, to be decided on."""

    item: StagedItem


@dataclass(frozen=True, kw_only=True, slots=True)
class Opened:
    """One item of an import in full, a conversation with a page of its `turns`. `brief`: their beginnings are enough."""

    item: StagedItem
    turns: Page[Turn]
    brief: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Discarded:
    """Whether there was an import to remove."""

    id: str
    discarded: bool


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


@dataclass(frozen=True, kw_only=True, slots=True)
class Verification:
    """How each question fared; `against` has them beside an earlier run."""

    verified: Verified
    against: tuple[Compared, ...] | None = None

    @property
    def well(self) -> bool:
        """Whether every question passed, or, beside an earlier run, none is worse."""
        if self.against is None:
            return self.verified.passed
        return all(row.well for row in self.against)


@dataclass(frozen=True, kw_only=True, slots=True)
class Drafted:
    """A list of questions to ask of a space, as TOML."""

    space: str
    toml: str

    @property
    def questions(self) -> int:
        """How many there are."""
        return self.toml.splitlines().count("[[question]]")


@dataclass(frozen=True, kw_only=True, slots=True)
class Snapshots:
    """The snapshots of a place."""

    snapshots: Sequence[Snapshot]


@dataclass(frozen=True, kw_only=True, slots=True)
class Taken:
    """A snapshot that was just made."""

    snapshot: Snapshot


@dataclass(frozen=True, kw_only=True, slots=True)
class Pointed:
    """A snapshot that a tool is to be pointed at."""

    snapshot: Snapshot


@dataclass(frozen=True, kw_only=True, slots=True)
class Differs:
    """What is not the same in two states of a space."""

    diff: SnapshotDiff


@dataclass(frozen=True, kw_only=True, slots=True)
class RolledBack:
    """The snapshot that a space is again, and the one of what it was `before`."""

    snapshot: Snapshot
    before: Snapshot


@dataclass(frozen=True, kw_only=True, slots=True)
class SnapshotsGone:
    """Snapshots that were removed."""

    snapshots: Sequence[Snapshot]


@dataclass(frozen=True, kw_only=True, slots=True)
class Exported:
    """Where each space went, and why others did not go."""

    reports: Sequence[ExportReport]
    failures: Mapping[str, Failure] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class FormatLine:
    """A format by the name that `--format` takes."""

    name: str
    title: str
    suffix: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Formats:
    """What can be imported and exported."""

    imports: Sequence[FormatLine]
    exports: Sequence[FormatLine]


Answer = (
    Remembered
    | Found
    | Missed
    | Listed
    | Shown
    | Told
    | Changed
    | Imported
    | Staged
    | StagedImports
    | Units
    | Looked
    | Opened
    | Discarded
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
    | Snapshots
    | Taken
    | Pointed
    | Differs
    | RolledBack
    | SnapshotsGone
    | Verification
    | Drafted
    | Exported
    | Formats
)
