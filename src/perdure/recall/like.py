"""Two hits on one matter: the newer statement goes first, and the older says so."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from perdure.domain.recall import Hit, Layer
from perdure.recall.plan import Plan
from perdure.text.analyzer import content_terms

SHARED = 0.3
"""Share of their words that they have in common at least."""

COVERED = 0.3
"""Share of the question's rarity that the newer one contains at least."""

TOP = 10
"""Best hits among which it is looked for."""

STATEMENT = 400
"""Characters up to which a text makes one statement; two long turns on one subject are alike and replace nothing."""


def newer_first(
    hits: Sequence[Hit], plan: Plan, rare: Mapping[str, float], alike: Callable[[Hit, Hit], bool]
) -> list[Hit]:
    """The hits with each newer statement before the older one it replaces; nothing is dropped, no score is lost.

    Statements are on one matter where they are `alike` in meaning, share words and the newer one answers the question at least
    as well: by cosine alone a question's near misses would change places too.
    """
    found = list(hits)
    top = min(TOP, len(found))
    for place in range(top):
        for later in range(place + 1, top):
            first, second = found[place], found[later]
            newer, older = (second, first) if second.at > first.at else (first, second)
            if newer.at > older.at and _replaces(newer, older, plan, rare, alike):
                found[place] = replace(newer, score=first.score)
                found[later] = replace(older, score=second.score, newer=older.newer or newer.id)
    return found


def _replaces(newer: Hit, older: Hit, plan: Plan, rare: Mapping[str, float], alike: Callable[[Hit, Hit], bool]) -> bool:
    if max(len(newer.text), len(older.text)) > STATEMENT or newer.space != older.space:
        return False
    if Layer.SUMMARY in (newer.layer, older.layer):  # it says again what was said, and later
        return False
    if _closeness(older, plan) > _closeness(newer, plan) or not alike(newer, older):
        return False
    mine, its = set(content_terms(newer.text)), set(content_terms(older.text))
    if len(mine & its) < SHARED * len(mine | its):
        return False
    new, old = _coverage(newer, plan, rare), _coverage(older, plan, rare)
    return new >= old and new >= COVERED


def _closeness(hit: Hit, plan: Plan) -> float:
    """How close a hit lies to a time that the question names: what lies there answers it, and not what is newest."""
    return max((span.closeness(hit.at) for span in plan.spans), default=0.0)


def _coverage(hit: Hit, plan: Plan, rare: Mapping[str, float]) -> float:
    whole = math.fsum(rare.values())
    # exact, for a set has another order in every process, and two that contain as much must come out equal
    return math.fsum(rare.get(term, 0.0) for term in plan.present(hit.text)) / whole if whole else 0.0
