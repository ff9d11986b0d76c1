"""One cue, and how word lists become patterns."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cue:
    """One sort of statement. `certain`: its wording leaves no doubt, so that it may be kept before the session ends."""

    kind: str
    importance: float
    pattern: re.Pattern[str]
    certain: bool = False


@dataclass(frozen=True, slots=True)
class Worth:
    """What a statement is worth, and as what."""

    kind: str
    importance: float
    certain: bool = False


def cue(kind: str, importance: float, *parts: str, certain: bool = False) -> Cue:
    """A cue that any of the patterns gives away."""
    return Cue(kind, importance, any_of(*parts), certain)


def any_of(*parts: str) -> re.Pattern[str]:
    """One pattern out of several, letter case ignored."""
    return re.compile("|".join(f"(?:{part})" for part in parts), re.IGNORECASE)


def words(*lists: str) -> str:
    """One of the words of lists written with spaces between them; `_` stands for a space inside one."""
    return f"(?:{'|'.join(word.replace('_', ' ') for each in lists for word in each.split())})"
