"""What every signal sees: one query, the spaces it goes to, and the candidates found so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from perdure.domain.recall import Scope
from perdure.recall.ask import Source
from perdure.recall.calibration import Background
from perdure.recall.plan import Plan
from perdure.recall.pool import Floats, Pool


@dataclass(frozen=True, kw_only=True, slots=True)
class Look:
    """One query over some spaces: its plan, who is asked and when, the candidates, and what their cosines mean (None: there
    is none to judge)."""

    plan: Plan
    sources: Sequence[Source]
    scope: Scope
    pool: Pool
    background: Background | None = None

    @property
    def now(self) -> datetime:
        """The asker's moment."""
        return self.scope.now


Signal = Callable[[Look], Floats]
"""A raw score for each candidate of the pool; fusion weighs them."""
