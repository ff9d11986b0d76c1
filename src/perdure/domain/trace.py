"""Why a recall came out as it did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class BelowFloor:
    """Too little to do with the question."""

    id: str
    evidence: float
    needed: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Settled:
    """A turn whose memories are all superseded or forgotten."""

    id: str
    memories: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Covered:
    """A turn that a returned memory cites; the memory stands for it."""

    id: str
    by: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Repeated:
    """The same text as a better hit."""

    id: str
    by: str


@dataclass(frozen=True, kw_only=True, slots=True)
class OverLimit:
    """Relevant, but beyond the number of hits asked for."""

    id: str
    rank: int
    limit: int


Dropped = BelowFloor | Settled | Covered | Repeated | OverLimit


def reason(dropped: Dropped) -> str:
    """One line that says why an item did not come back."""
    match dropped:
        case BelowFloor():
            return f"below the floor: evidence {dropped.evidence:.3f}, needed {dropped.needed:.3f}"
        case Settled():
            return f"settled: it rests only on memories no longer current ({', '.join(dropped.memories)})"
        case Covered():
            return f"covered by the memory {dropped.by}"
        case Repeated():
            return f"the same text as {dropped.by}"
        case OverLimit():
            return f"rank {dropped.rank} of the {dropped.limit} asked for"


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
        out += [f"dropped  {item.id}   {reason(item)}" for item in self.dropped]
        out.append("took     " + "  ".join(f"{stage.name} {stage.ms:.1f} ms" for stage in self.stages))
        return out
