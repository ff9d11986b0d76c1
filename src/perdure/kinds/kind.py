"""What the kinds have in common."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Kind:
    """One sort of memory.

    `half_life_days` None: it never decays. `single`: a slot of this kind holds one value. `threshold`: the importance
    from which an unconfirmed statement enters long-term memory. `heading` opens its part of a brief, in that order.
    `cues` recognise it in a statement whose kind was not given.
    """

    name: str
    half_life_days: float | None
    heading: str
    order: int
    cues: re.Pattern[str] | None = None
    single: bool = True
    threshold: float = 0.6
    permanent: bool = False


def cues(*patterns: str) -> re.Pattern[str]:
    """One pattern out of several, letter case ignored."""
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE)
