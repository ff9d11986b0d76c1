"""What feedback teaches about a kind: how long it holds, and how much it takes to be kept.

A pure function of the verdicts given, not a running value: asking again changes nothing, and who sets a value back is
believed; only verdicts given after that count from then on.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from perdure.domain.policy import Policy
from perdure.kinds import KINDS
from perdure.kinds.kind import Kind

LEAST = 5
"""Verdicts on a kind before anything moves."""

PRIOR = 5
"""Verdicts' worth of doubt: one opinion among few moves little."""

THRESHOLD_MOST = 0.1
"""How far a gate moves at most."""

_NOTICED = math.log(1.05)
"""The smallest change of a half-life that is worth making, as a ratio."""


class Verdict(NamedTuple):
    """What somebody said of a memory of a kind: `useful`, `outdated` or `wrong`."""

    kind: str
    verdict: str
    at: datetime


class Adapted(NamedTuple):
    """What a kind was set to, when, and what it was before any feedback."""

    at: datetime
    days: float | None
    base_days: float | None
    threshold: float
    base_threshold: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Adaptation:
    """Another half-life and gate for a kind, and why."""

    kind: str
    before: Adapted
    after: Adapted
    reason: str
    numbers: Mapping[str, float] = field(default_factory=dict)


def adaptations(
    policy: Policy, verdicts: Sequence[Verdict], adapted: Mapping[str, Adapted], now: datetime
) -> list[Adaptation]:
    """What should change, by kind."""
    heard: dict[str, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        heard[verdict.kind].append(verdict)
    found = (_adaptation(kind, policy, heard[kind.name], adapted.get(kind.name), now) for kind in KINDS)
    return [move for move in found if move is not None]


def _adaptation(
    kind: Kind, policy: Policy, verdicts: Sequence[Verdict], last: Adapted | None, now: datetime
) -> Adaptation | None:
    days = policy.half_lives.get(kind.name, kind.half_life_days)
    threshold = policy.gates.thresholds.get(kind.name, kind.threshold)
    standing = last is not None and (last.days, last.threshold) == (days, threshold)
    base_days, base_threshold = (last.base_days, last.base_threshold) if last and standing else (days, threshold)
    counted = [each.verdict for each in verdicts if standing or last is None or each.at > last.at]
    if kind.permanent or len(counted) < LEAST:
        return None
    useful, outdated, wrong = (counted.count(name) for name in ("useful", "outdated", "wrong"))
    doubt = len(counted) + PRIOR
    lean, trust = (useful - outdated - wrong) / doubt, (useful - wrong) / doubt
    new_days = None if base_days is None else round(base_days * policy.fading.adapt_most**lean, 2)
    new_threshold = round(min(1.0, max(0.0, base_threshold - THRESHOLD_MOST * trust)), 3)
    if not _noticed(days, new_days) and abs(new_threshold - threshold) < THRESHOLD_MOST / 10:
        return None
    shown = "never fades" if new_days is None else f"half-life {days:g} → {new_days:g} days"
    return Adaptation(
        kind=kind.name,
        before=Adapted(now, days, base_days, threshold, base_threshold),
        after=Adapted(now, new_days, base_days, new_threshold, base_threshold),
        reason=f"{useful} useful, {outdated} outdated, {wrong} wrong: {shown}, gate {threshold:g} → {new_threshold:g}",
        numbers={
            "useful": useful,
            "outdated": outdated,
            "wrong": wrong,
            "threshold_before": threshold,
            "threshold": new_threshold,
            **({} if new_days is None or days is None else {"half_life_before": days, "half_life": new_days}),
        },
    )


def _noticed(days: float | None, new_days: float | None) -> bool:
    return days is not None and new_days is not None and abs(math.log(new_days / days)) >= _NOTICED
