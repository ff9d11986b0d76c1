"""How strongly a memory is held: importance × ln(2 + accesses) × 0.5^(age / half-life)."""

from __future__ import annotations

import math
from datetime import datetime

DAY = 86_400.0


SUPERSEDED = 0.5
"""What is left of the strength of a statement once another holds in its place."""


def age_days(since: datetime, now: datetime) -> float:
    """Days from `since` to `now`; a time in the future counts as age zero."""
    return max(0.0, (now - since).total_seconds() / DAY)


def weight(importance: float, access_count: int) -> float:
    """What it is worth, however old."""
    return importance * math.log(2 + access_count)


def decay(age: float, half_life_days: float | None) -> float:
    """The share that is left after `age` days, in 0–1; kinds without a half-life keep all of it."""
    if half_life_days is None:
        return 1.0
    return float(0.5 ** (max(0.0, age) / half_life_days))


def strength(importance: float, access_count: int, age: float, half_life_days: float | None) -> float:
    """Weight times decay."""
    return weight(importance, access_count) * decay(age, half_life_days)
