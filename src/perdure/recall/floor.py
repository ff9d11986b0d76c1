"""Nothing relevant, nothing returned: whether anything found has to do with the question at all.

Two kinds of evidence add up. Meaning: the best cosine against the question's own background, in margins of the embedder.
Words: how much of the question's rarity one item contains. The more a space holds the nearer the nearest of it lies by
chance, so that more is needed; and more where a question speaks of nobody here. `bench/floor.py` measures both sides.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from perdure.domain.policy import Policy
from perdure.recall.calibration import Background

NEEDED = 1.15
"""Margins above the background at which a question to fifty passages counts as answered."""

GROWTH = 0.1
"""What is needed more whenever a space is e times as large: the maximum of many cosines grows with their number."""

TYPICAL_SIZE, LEAST_SIZE = 50, 5
"""Passages at which `NEEDED` holds, and below which less is not enough."""

IMPERSONAL = 0.25
"""What is needed more where a question names neither its asker, nor anyone who said something, nor a time."""

WORDS = 0.6
"""Margins that a question's words count for where one item contains all of them."""

WORDS_ENOUGH = 0.6
"""Share of the question's rarity that suffices by itself."""

WORDS_ALONE = 0.3
"""The same where there is no vector to ask."""

SMALL_SPACE = 100
"""Passages below which counts are taken as if there were this many, so that a new word is not the rarest of all."""

ITEM_SHARE = 0.5
"""What a single item needs of a margin once the question as a whole has passed."""


def needed(passages: int, *, personal: bool) -> float:
    """The margins that meaning and words together must reach."""
    size = max(passages, LEAST_SIZE)
    return NEEDED + GROWTH * math.log(size / TYPICAL_SIZE) + (0 if personal else IMPERSONAL)


def ground(query: Sequence[float], background: Background) -> float:
    """The cosine at which an unrelated sentence lies from this query."""
    return float(sum(float(x) * y for x, y in zip(query, background.mean, strict=True)))


def rarity(found_in: Mapping[str, int], passages: int) -> dict[str, float]:
    """The inverse document frequency of each term; a space that holds little says little about it."""
    size = max(passages, SMALL_SPACE)
    return {term: math.log(1 + (size - count + 0.5) / (count + 0.5)) for term, count in found_in.items()}


def share(terms: Sequence[str], present: set[str], rare: Mapping[str, float]) -> float:
    """How much of the question's rarity an item contains, in 0–1."""
    whole = sum(rare[term] for term in terms)
    return sum(rare[term] for term in terms if term in present) / whole if whole > 0 else 0.0


def evidence(meaning: float | None, words: float, *, needed: float) -> float:
    """What speaks for an answer, in what is needed: 1 is enough. `meaning` is in margins (None: no vector at all)."""
    if meaning is None:
        return words / WORDS_ALONE
    return max((meaning + WORDS * words) / needed, words / WORDS_ENOUGH)


def passes(found: float, policy: Policy) -> bool:
    """Whether a question with this evidence is answered."""
    return policy.floor <= 0 or found >= policy.floor


def confidence(found: float) -> float:
    """Evidence as a number in 0–1; exactly enough is one half."""
    return float(1 - 0.5 ** max(0.0, found))
