"""Questions that a memory should answer, before and after it moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from perdure.domain.space import SpaceName


@dataclass(frozen=True, kw_only=True, slots=True)
class Check:
    """One question, asked of one space, and what its answer must and must not contain; letter case and width do not count."""

    question: str
    space: SpaceName
    must_contain: tuple[str, ...] = ()
    must_not_contain: tuple[str, ...] = ()
    k: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Checked:
    """What came of it: `missing` was not there, `unwanted` was; `answers` are the texts that came back, best first."""

    check: Check
    missing: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether everything asked for was there, and nothing else."""
        return not self.missing and not self.unwanted


@dataclass(frozen=True, kw_only=True, slots=True)
class Verified:
    """Every question of a list, in its order."""

    checks: tuple[Checked, ...]

    def __iter__(self) -> Iterator[Checked]:
        return iter(self.checks)

    def __len__(self) -> int:
        return len(self.checks)

    @property
    def passed(self) -> bool:
        """Whether every question passed."""
        return all(checked.passed for checked in self.checks)
