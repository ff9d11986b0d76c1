"""Why a recall came out as it did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar


@dataclass(frozen=True, kw_only=True, slots=True)
class BelowFloor:
    """Too little to do with the question. `answered` says which `evidence` it is: that of this item by itself, to a question
    that others answer, or else what there is for any answer to the question."""

    id: str
    evidence: float
    needed: float
    answered: bool = False
    stage: ClassVar[str] = "floor"

    def __str__(self) -> str:
        whose = "its own evidence" if self.answered else "evidence for any answer to the question"
        return f"below the floor: {whose} {self.evidence:.3f}, needed {self.needed:.3f}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Settled:
    """A turn whose memories are all superseded, forgotten or past their time, or a reply to one whose are forgotten."""

    id: str
    memories: tuple[str, ...]
    stage: ClassVar[str] = "rank"

    def __str__(self) -> str:
        return f"settled: it rests only on memories no longer current ({', '.join(self.memories)})"


@dataclass(frozen=True, kw_only=True, slots=True)
class SmallTalk:
    """A turn that is nothing but a greeting, thanks, assent, laughter, or a remark about the weather."""

    id: str
    stage: ClassVar[str] = "rank"

    def __str__(self) -> str:
        return "it is small talk, which answers nothing"


@dataclass(frozen=True, kw_only=True, slots=True)
class OnlyAsks:
    """A turn that only asks what is asked, or a reply that only says that it is not known."""

    id: str
    stage: ClassVar[str] = "rank"

    def __str__(self) -> str:
        return "it only asks what is asked, or says that it is not known, and answers nothing"


@dataclass(frozen=True, kw_only=True, slots=True)
class Covered:
    """A turn that a returned memory cites; the memory stands for it."""

    id: str
    by: str
    stage: ClassVar[str] = "rank"

    def __str__(self) -> str:
        return f"covered by the memory {self.by}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Repeated:
    """The same as a better hit says: in the same words, or, as it is known, in others."""

    id: str
    by: str
    stage: ClassVar[str] = "rank"

    def __str__(self) -> str:
        return f"it says the same as {self.by}"


@dataclass(frozen=True, kw_only=True, slots=True)
class OverLimit:
    """Relevant, but beyond the number of hits asked for."""

    id: str
    rank: int
    limit: int
    stage: ClassVar[str] = "rank"

    def __str__(self) -> str:
        return f"rank {self.rank}, and {self.limit} were asked for"


@dataclass(frozen=True, kw_only=True, slots=True)
class TooLong:
    """Its text and those before it are more than a result may hold."""

    id: str
    bytes: int
    limit: int
    stage: ClassVar[str] = "rank"

    def __str__(self) -> str:
        return f"the texts up to it are {self.bytes} bytes, and a result holds {self.limit}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Hidden:
    """Not current: superseded, forgotten, archived, waiting for review, or past its time (`expired`)."""

    id: str
    status: str
    stage: ClassVar[str] = "scope"

    def __str__(self) -> str:
        return f"not current: it is {self.status}"


@dataclass(frozen=True, kw_only=True, slots=True)
class OutOfScope:
    """What was asked for leaves it out: the first filter that it does not pass."""

    id: str
    filter: str
    stage: ClassVar[str] = "scope"

    def __str__(self) -> str:
        return f"left out by the filter {self.filter}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Unmatched:
    """No search found it: it has no word of the question, and no vector to compare."""

    id: str
    stage: ClassVar[str] = "search"

    def __str__(self) -> str:
        return "no word of the question is in it, and it has no vector to compare"


@dataclass(frozen=True, kw_only=True, slots=True)
class Unasked:
    """The query is blank, or a greeting or thanks: it asks for no memory."""

    id: str
    stage: ClassVar[str] = "plan"

    def __str__(self) -> str:
        return "the query is blank or small talk, which asks for no memory"


Dropped = (
    BelowFloor
    | Settled
    | SmallTalk
    | OnlyAsks
    | Covered
    | Repeated
    | OverLimit
    | TooLong
    | Hidden
    | OutOfScope
    | Unmatched
    | Unasked
)
"""Why an item did not come back: `stage` is the step of the read path, and as a string it says the number that decided."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Stage:
    """How long one step took, in milliseconds."""

    name: str
    ms: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Considered:
    """What each signal said of one candidate."""

    id: str
    layer: str
    score: float
    parts: Mapping[str, float]


@dataclass(frozen=True, kw_only=True, slots=True)
class WhyNot:
    """What became of one item in a recall: its `rank` among the hits, or the stage and the number that dropped it.

    `evidence` is what speaks for an answer to the question at all, in what is needed; `parts` the item's signals.
    """

    id: str
    query: str
    rank: int | None = None
    dropped: Dropped | None = None
    evidence: float | None = None
    parts: Mapping[str, float] = field(default_factory=dict)

    @property
    def stage(self) -> str | None:
        """The stage that dropped it; None where it came back."""
        return None if self.dropped is None else self.dropped.stage

    def __str__(self) -> str:
        return f"it came back, at rank {self.rank}" if self.dropped is None else str(self.dropped)


@dataclass(frozen=True, kw_only=True, slots=True)
class Trace:
    """The plan, every candidate's signals, what was dropped and why, and the time each stage took."""

    query: str
    terms: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()
    at: datetime
    considered: tuple[Considered, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    stages: tuple[Stage, ...] = ()
    notes: tuple[str, ...] = field(default=())

    def lines(self) -> list[str]:
        """The trace for people."""
        out = [
            f"query    {self.query}",
            f"terms    {' '.join(self.terms) or '–'}",
            f"spaces   {', '.join(self.spaces)}",
        ]
        out += [f"note     {note}" for note in self.notes]
        for item in self.considered:
            parts = "  ".join(f"{name} {value:+.2f}" for name, value in item.parts.items())
            out.append(f"{item.score:6.3f}   {item.layer:9} {item.id}   {parts}")
        out += [f"dropped  {item.id}   {item}" for item in self.dropped]
        out.append("took     " + "  ".join(f"{stage.name} {stage.ms:.1f} ms" for stage in self.stages))
        return out
