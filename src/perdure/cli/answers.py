"""What the commands answer: one value each, shown for people by `render` and for programs by `plain`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from perdure.app import Explanation, SpaceSummary, Stats
    from perdure.domain.change import Change, Outcome
    from perdure.domain.memory import Memory
    from perdure.domain.page import Page
    from perdure.domain.trace import WhyNot
    from perdure.ports.store import Finding
    from perdure.recall.calibration import Background
    from perdure.recall.plan import Language
    from perdure.recall.result import Recall
    from perdure.transfer import ImportReport


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
    """One memory with everything about it."""

    explanation: Explanation


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
    """What each file gave."""

    space: str
    reports: Mapping[str, ImportReport]


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


Answer = (
    Remembered
    | Found
    | Missed
    | Listed
    | Shown
    | Told
    | Changed
    | Imported
    | Spaces
    | Counted
    | Checked
    | Reembedded
    | Calibrated
)
