"""Signals into one order: pure functions over the columns of a pool.

Scores are fused, never ranks (reciprocal rank fusion measured 1–4 points worse). Lexical and dense scores are taken in
standard deviations over the query's candidates; the priors are added in the same unit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from perdure.domain.policy import Weights
from perdure.recall.pool import Flags, Floats, Ints, Pool

SESSION_BEST = 3
"""Turns of a session whose mean makes the session's prior."""

FEW = 20
"""With fewer turns than this, everything there is makes the mean and the spread."""

LEAST_SPREAD = 0.003
"""Cosines that differ by less than this are the same: noise must not be stretched into a verdict."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Fused:
    """The score of each candidate in standard deviations, each signal's share of it, and the positions, best first."""

    score: Floats
    parts: Mapping[str, Floats]
    order: Ints

    def parts_at(self, position: int) -> dict[str, float]:
        """Each signal's share in one candidate, as far as it says anything."""
        return self.parts_of(np.array([position]))[0]

    def parts_of(self, positions: Ints) -> list[dict[str, float]]:
        """The same for several candidates."""
        shares = np.array([share[positions] for share in self.parts.values()]).T.tolist()
        return [{name: share for name, share in zip(self.parts, row, strict=True) if share} for row in shares]


def fuse(pool: Pool, priors: Mapping[str, Floats], weights: Weights) -> Fused:
    """All candidates in order; equal scores in the order of the pool."""
    said = ~pool.derived
    lexical = clauses_joined(np.array([standardised(row, least=0, said=said) for row in pool.lexical]), weights.clause)
    dense = clauses_joined(_meanings(pool), weights.clause)
    parts = _base(lexical, dense, weights)
    base = parts["lexical"] + parts["dense"]
    parts["session"] = weights.session * session_prior(base, pool.session, pool.exchanged)
    parts["claim"] = claim(base, pool.claims, weights.claim)
    parts |= {name: getattr(weights, name) * score for name, score in priors.items()}
    score: Floats = np.sum(np.array(list(parts.values())), axis=0, dtype=np.float32)
    return Fused(score=score, parts=parts, order=np.argsort(-score, kind="stable"))


def standardised(scores: Floats, *, least: float, said: Flags | None = None) -> Floats:
    """Scores in standard deviations, of at least `least`, from the mean of what was `said`: a statement made out of a turn
    repeats it, and must not count twice. What has no score (nan) stays without."""
    there = ~np.isnan(scores)
    known = scores[there] if said is None else scores[there & said]
    if len(known) < FEW:
        known = scores[there]
    if not len(known):
        return scores
    spread = max(float(known.std()), least) or 1.0
    found: Floats = ((scores - known.mean()) / spread).astype(np.float32)
    return found


def clauses_joined(views: Floats, share: float) -> Floats:
    """The whole query's scores (the first row), or (1 - share) of them and `share` of the best clause's."""
    if len(views) < 2:
        return np.asarray(views[0])
    joined: Floats = (1 - share) * views[0] + share * np.fmax.reduce(views[1:])
    return joined.astype(np.float32)


def session_prior(base: Floats, session: Ints, exchanged: Flags) -> Floats:
    """The mean of a session's best candidates, for each of its turns; zero for what is no turn of an exchange."""
    found = np.zeros(len(base), np.float32)
    rows = np.flatnonzero(exchanged & (session > 0))
    if not len(rows):
        return found
    order = rows[np.lexsort((-base[rows], session[rows]))]
    starts = np.flatnonzero(np.append(True, np.diff(session[order]) != 0))
    sizes = np.diff(np.append(starts, len(order)))
    place = np.arange(len(order)) - np.repeat(starts, sizes)
    best = np.add.reduceat(np.where(place < SESSION_BEST, base[order], 0), starts) / np.minimum(sizes, SESSION_BEST)
    found[order] = np.repeat(best, sizes)
    return found


def claim(base: Floats, claims: Flags, weight: float) -> Floats:
    """What lifts a memory that claims what is asked for to `weight` above the mean, or above its own score where that is
    better: 我搬到杭州了 shares nothing with the question where somebody lives."""
    lift = np.maximum(0, -base) + np.float32(weight)
    return np.where(claims & (weight > 0), lift, np.float32(0)).astype(np.float32)


def _meanings(pool: Pool) -> Floats:
    if not len(pool.dense):
        return np.full((1, len(pool)), np.nan, np.float32)
    return np.array([standardised(row, least=LEAST_SPREAD, said=~pool.derived) for row in pool.dense])


def _base(lexical: Floats, dense: Floats, weights: Weights) -> dict[str, Floats]:
    """Lexical and dense in their shares; where one says nothing the other has both."""
    whole = weights.lexical + weights.dense
    compared = np.isfinite(dense)
    worth = weights.dense if lexical.any() else whole
    return {
        "lexical": (np.where(compared, weights.lexical, whole) * lexical).astype(np.float32),
        "dense": (worth * np.where(compared, dense, 0)).astype(np.float32),
    }
