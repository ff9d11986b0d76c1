"""Signals into one order: pure functions over scores.

Scores are fused, never ranks (reciprocal rank fusion measured 1–4 points worse). Lexical and dense scores are taken in
standard deviations over the query's candidates; the priors are added in the same unit.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from perdure.domain.policy import Weights
from perdure.recall.look import Key, Scores

SESSION_BEST = 3
"""Turns of a session whose mean makes the session's prior."""


LEAST_SPREAD = 0.003
"""Cosines that differ by less than this are the same: noise must not be stretched into a verdict."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Matches:
    """What the two searches said, one mapping a text of the plan: the whole query first, then its clauses."""

    lexical: Sequence[Scores]
    dense: Sequence[Scores]


@dataclass(frozen=True, kw_only=True, slots=True)
class Fused:
    """A candidate's score, in standard deviations, and each signal's share of it."""

    key: Key
    score: float
    parts: Mapping[str, float]


def fuse(
    keys: Sequence[Key],
    matches: Matches,
    priors: Mapping[str, Scores],
    sessions: Mapping[Key, object],
    weights: Weights,
) -> list[Fused]:
    """All candidates, best first; equal scores in the order of their keys."""
    lexical = _with_clauses([standardised(keys, scores, missing=0.0) for scores in matches.lexical], weights.clause)
    dense = _with_clauses(
        [standardised(keys, scores, missing=None, least=LEAST_SPREAD) for scores in matches.dense], weights.clause
    )
    parts: dict[Key, dict[str, float]] = {key: _base(lexical.get(key), dense.get(key), weights) for key in keys}
    base = {key: sum(share.values()) for key, share in parts.items()}
    for key, prior in _session_priors(base, sessions).items():
        parts[key]["session"] = weights.session * prior
    for name, scores in priors.items():
        weight = float(getattr(weights, name))
        for key, value in scores.items():
            parts[key][name] = weight * value
    found = [Fused(key=key, score=sum(share.values()), parts=share) for key, share in parts.items()]
    return sorted(found, key=lambda fused: (-fused.score, fused.key))


def standardised(keys: Sequence[Key], scores: Scores, *, missing: float | None, least: float = 0.0) -> dict[Key, float]:
    """Scores in standard deviations, of at least `least`, from their mean; a candidate without one counts as `missing`,
    or is left out."""
    values = {key: scores.get(key, missing) for key in keys}
    known = [value for value in values.values() if value is not None]
    if not known:
        return {}
    mean = sum(known) / len(known)
    spread = max(math.sqrt(sum((value - mean) ** 2 for value in known) / len(known)), least) or 1.0
    return {key: (value - mean) / spread for key, value in values.items() if value is not None}


def _with_clauses(views: Sequence[Mapping[Key, float]], share: float) -> Mapping[Key, float]:
    """The whole query's scores, or (1 - share) of them and `share` of the best clause's."""
    if len(views) < 2:
        return views[0] if views else {}
    whole, clauses = views[0], views[1:]
    best = {key: max(clause.get(key, whole[key]) for clause in clauses) for key in whole}
    return {key: (1 - share) * whole[key] + share * best[key] for key in whole}


def _base(lexical: float | None, dense: float | None, weights: Weights) -> dict[str, float]:
    """Dense and lexical in their shares; a candidate that lacks one is judged by the other alone."""
    if dense is None:
        return {"lexical": (weights.lexical + weights.dense) * (lexical or 0.0)}
    if lexical is None:
        return {"dense": (weights.lexical + weights.dense) * dense}
    return {"dense": weights.dense * dense, "lexical": weights.lexical * lexical}


def _session_priors(base: Mapping[Key, float], sessions: Mapping[Key, object]) -> dict[Key, float]:
    """The mean of a session's best candidates, for each of its candidates."""
    by_session: dict[object, list[float]] = {}
    for key, session in sessions.items():
        by_session.setdefault(session, []).append(base[key])
    tops = {name: sorted(scores)[-SESSION_BEST:] for name, scores in by_session.items()}
    best = {name: sum(top) / len(top) for name, top in tops.items()}
    return {key: best[session] for key, session in sessions.items()}
