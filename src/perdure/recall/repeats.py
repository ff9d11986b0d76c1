"""Demotes what says again what a better candidate says, so that the few hits are different ones."""

from __future__ import annotations

import numpy as np
import simsimd

from perdure.recall.fusion import Fused
from perdure.recall.look import Look
from perdure.recall.pool import Floats, Ints

LOOKED_AT = 60
"""Best candidates among which repetitions are looked for; it costs the square of it."""


def demoted(fused: Fused, look: Look, *, weight: float) -> Fused:
    """The order in which each candidate, once chosen, takes up to `weight` off those that are nearly the same text.

    Nearly the same is what the embedder's calibration says; a lower bound measured worse, for what is asked is alike too. A
    summary takes nothing off what it sums up, nor a statement off the turn it was made of: they become one hit.
    """
    best = fused.order[:LOOKED_AT]
    if weight <= 0 or len(best) < 2 or look.background is None:
        return fused
    same = look.background.same
    alike = np.clip((cosines(look, best) - same) / (1 - same), 0, 1)
    np.fill_diagonal(alike, 0)
    alike[look.pool.summary[best]] = 0
    made = look.pool.derived[best]
    alike[made], alike[:, made] = 0, 0
    if not alike.any():
        return fused
    penalty = np.zeros(len(fused.score), np.float32)
    penalty[best] = _taken(fused.score[best], weight * alike)
    score = fused.score - penalty
    return Fused(score=score, parts={**fused.parts, "repeat": -penalty}, order=np.argsort(-score, kind="stable"))


def _taken(scores: Floats, penalties: Floats) -> Floats:
    """What each loses to those chosen before it, chosen greedily."""
    lost = np.zeros(len(scores), np.float32)
    open_ = np.ones(len(scores), np.bool_)
    for _ in range(len(scores)):
        chosen = int(np.argmax(np.where(open_, scores - lost, -np.inf)))
        open_[chosen] = False
        lost[open_] += penalties[chosen][open_]
    return lost


def cosines(look: Look, positions: Ints) -> Floats:
    """The cosine of every two candidates."""
    vectors = vectors_of(look, positions)
    # numpy would wake a thread for every core, and on a busy machine wait for them a hundred times as long
    return np.asarray(simsimd.cdist(vectors, vectors, metric="dot"), np.float32)


def vectors_of(look: Look, positions: Ints) -> Floats:
    """The vectors of candidates, one a row; zeros where there is none."""
    pool = look.pool
    parts: list[tuple[Ints, Floats]] = []
    for number, source in enumerate(look.sources):
        rows = np.flatnonzero(pool.source[positions] == number)
        if len(rows) and source.meaning:
            parts.append((rows, source.reader.vectors(pool.passage[positions[rows]].tolist())))
    width = max((part.shape[1] for _, part in parts), default=1)
    found = np.zeros((len(positions), width), np.float32)
    for rows, part in parts:
        found[rows] = part
    return found
