"""After fusion: relevance, strength and decay into one score, by rules over what an item is."""

from __future__ import annotations

import math
from datetime import datetime

from perdure.domain.journal import Entry
from perdure.domain.memory import Memory
from perdure.domain.policy import Blend, Policy
from perdure.domain.strength import age_days, decay, strength
from perdure.kinds import half_life

SHARPNESS = 0.5
"""How fast relevance falls with the distance from the best candidate, per standard deviation."""

JOURNAL_HALF_LIFE = 30.0
"""Days after which a turn has lost half of its freshness."""

JOURNAL_IMPORTANCE = 0.5


def relevance(score: float, best: float, confidence: float) -> float:
    """A fused score as a number in 0–1: the confidence that the question is answered, less the distance from the best."""
    return confidence * math.exp(-SHARPNESS * max(0.0, best - score))


def vitality(item: Memory | Entry, *, now: datetime, policy: Policy) -> tuple[float, float]:
    """Strength, capped at 1, and decay of an item at `now`."""
    match item:
        case Memory():
            days = half_life(item.kind, policy, item.half_life_days)
            age = age_days(item.updated_at, now)
            return min(1.0, strength(item.importance, item.access_count, age, days)), decay(age, days)
        case Entry():
            age = age_days(item.at, now)
            return strength(JOURNAL_IMPORTANCE, 0, age, JOURNAL_HALF_LIFE), decay(age, JOURNAL_HALF_LIFE)


def blended(relevant: float, strong: float, fresh: float, blend: Blend) -> float:
    """One score in 0–1 out of relevance, strength and decay."""
    if blend.form == "additive":
        return blend.relevance * relevant + blend.strength * strong + blend.decay * fresh
    return relevant * (1 - blend.share * (1 - (0.6 * strong + 0.4 * fresh)))
