"""Nothing relevant, nothing returned: whether anything found has to do with the question at all.

Two kinds of evidence, either of which suffices. Meaning: the best cosine against the query's own background. Words: how
much of the question's rarity the item itself contains. Stop words are no evidence, and a greeting asks for nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from perdure.recall.calibration import Background
from perdure.recall.look import Key

WORDS_ENOUGH = 0.5
"""Share of the question's rarity that an item must contain where meaning says no."""

WORDS_ALONE = 0.3
"""The same where there is no vector to ask."""

TOGETHER = 0.62
"""What half of each kind of evidence counts for: neither need suffice where both point the same way."""

SMALL_SPACE = 100
"""Passages below which counts are taken as if there were this many, so that a new word is not the rarest of all."""

ITEM_SHARE = 0.5
"""What a single item needs of the margin once the question as a whole has passed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Evidence:
    """Of one candidate: how far above the background its own cosine lies (None: no vector), and its share of the
    question's words, both against what is needed (1 is enough)."""

    meaning: float | None
    words: float

    @property
    def best(self) -> float:
        """The stronger of the two, or both together."""
        meaning = self.meaning or 0.0
        return max(meaning, self.words, TOGETHER * (meaning + self.words))


def ground(query: Sequence[float], background: Background) -> float:
    """The cosine at which an unrelated sentence lies from this query."""
    return float(sum(float(x) * y for x, y in zip(query, background.mean, strict=True)))


def meaning(cosine: float, ground: float, background: Background) -> float:
    """How far a cosine rises above the query's ground, in margins."""
    return (cosine - ground) / background.margin


def rarity(found_in: Mapping[str, int], passages: int) -> dict[str, float]:
    """The inverse document frequency of each term; a space that holds little says little about it."""
    size = max(passages, SMALL_SPACE)
    return {term: math.log(1 + (size - count + 0.5) / (count + 0.5)) for term, count in found_in.items()}


def words(terms: Sequence[str], present: set[str], rare: Mapping[str, float], *, vector: bool) -> float:
    """The share of the question's rarity that an item contains, in what is needed."""
    whole = sum(rare[term] for term in terms)
    if whole <= 0:
        return 0.0
    share = sum(rare[term] for term in terms if term in present) / whole
    return share / (WORDS_ENOUGH if vector else WORDS_ALONE)


def passes(evidence: Mapping[Key, Evidence], *, floor: float) -> bool:
    """Whether the question is answered by anything."""
    return floor <= 0 or any(item.best >= floor for item in evidence.values())


def keeps(item: Evidence, *, floor: float) -> bool:
    """Whether an item may come back once the question has passed."""
    return floor <= 0 or item.words > 0 or (item.meaning or 0.0) >= ITEM_SHARE * floor


def confidence(evidence: Evidence) -> float:
    """Evidence as a number in 0–1; exactly enough is one half."""
    return float(1 - 0.5 ** max(0.0, evidence.best))
