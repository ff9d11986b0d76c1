"""What a conversion did with every field, so that nothing is lost in silence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class Fate(StrEnum):
    """What became of a field: it has a counterpart, it is kept as it was beside the rest, or it is left behind."""

    MAPPED = "mapped"
    KEPT_RAW = "kept_raw"
    DROPPED = "dropped"


@dataclass(frozen=True, kw_only=True, slots=True)
class LossLine:
    """One field of the origin, its fate in `count` records, what it is called where it went, and why it was dropped."""

    field: str
    fate: Fate
    count: int
    to: str = ""
    reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class LossReport:
    """Every field that occurred on the way from one format into another."""

    origin: str
    target: str
    lines: tuple[LossLine, ...] = ()

    def __iter__(self) -> Iterator[LossLine]:
        return iter(self.lines)

    @property
    def dropped(self) -> tuple[LossLine, ...]:
        """What did not come along at all."""
        return tuple(line for line in self.lines if line.fate is Fate.DROPPED)
