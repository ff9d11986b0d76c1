"""What upkeep does, or would do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from perdure.domain.space import SpaceName


@dataclass(frozen=True, kw_only=True, slots=True)
class UpkeepStep:
    """One act: by which `strategy`, what is done (`archived`, `expired`, `summarised`, `promoted`, `restored`, …) to which memory
    or session, and why, with the `numbers` that decided."""

    strategy: str
    action: str
    target: str
    text: str = ""
    reason: str = ""
    numbers: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class UpkeepReport:
    """Everything one run did; with `dry_run` what it would do. `notes` say what was left out and why."""

    space: SpaceName
    at: datetime
    dry_run: bool
    steps: tuple[UpkeepStep, ...] = ()
    notes: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[UpkeepStep]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)
