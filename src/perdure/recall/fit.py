"""The candidates in order, without those that can be no answer: these lend neither their evidence nor their scale to others."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from perdure.domain.policy import Weights
from perdure.domain.trace import Dropped
from perdure.recall.fusion import Fused, fuse
from perdure.recall.look import Look
from perdure.recall.pool import Flags, Ints
from perdure.recall.rank import Places
from perdure.recall.repeats import demoted
from perdure.recall.search import Found
from perdure.recall.signals import PRIORS
from perdure.recall.unfit import unfit

WINDOW = 24
"""Best candidates of which it is asked whether they can be an answer; where one cannot, twice as many."""

NEAREST = 5
"""The same, of those that are nearest, or best by words, however far down other signals have put them."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Fit:
    """What is left of the candidates, in order, what was taken away, and the turns that were found to be in order."""

    found: Found
    fused: Fused
    dropped: tuple[Dropped, ...]
    turns: frozenset[str]


def fit(found: Found, weights: Weights, *, window: int) -> Fit:
    """The candidates in order, after those are gone that can be no answer, as far as they stand among the best."""
    if found.look.plan.bare:
        found = replace(found, look=_by_their_own_words(found.look, np.ones(len(found.look.pool), np.bool_)))
    dropped: list[Dropped] = []
    while True:
        fused = _fused(found.look, weights)
        best = _best(found.look, fused, window)
        told = unfit(found.look, best, Places(found.look).at(best))
        if not told.dropped:
            return Fit(found=found, fused=fused, dropped=tuple(dropped), turns=told.fit)
        dropped += told.dropped
        found = replace(found, look=_without(found.look, told.gone, told.settled))
        window *= 2


def _fused(look: Look, weights: Weights) -> Fused:
    priors = {name: signal(look) for name, signal in PRIORS}
    return demoted(fuse(look.pool, priors, weights), look, weight=weights.repeat)


def _best(look: Look, fused: Fused, window: int) -> Ints:
    """The best candidates, and those that meaning or words alone put first."""
    rows = np.concatenate([look.pool.own, look.pool.lexical])
    first = np.argsort(-np.nan_to_num(rows, nan=-np.inf), axis=1, kind="stable")[:, :NEAREST]
    best: Ints = np.unique(np.append(fused.order[:window], first))
    return best


def _without(look: Look, gone: Flags, settled: Flags) -> Look:
    """The look without some candidates; turns that were read with a settled one keep the words that they have themselves."""
    session = look.pool.session
    beside = np.isin(session, session[settled & (session > 0)]) & ~gone
    left = _by_their_own_words(look, beside)
    return replace(left, pool=left.pool.without(gone))


def _by_their_own_words(look: Look, some: Flags) -> Look:
    """Some candidates lose the score by words where the words are only those of their neighbours."""
    worded: Ints = np.flatnonzero(some & (look.pool.lexical > 0).any(axis=0))
    said = Places(look).at(worded)
    lent = [n for n, passage in zip(worded.tolist(), said, strict=True) if not look.plan.present(passage.body)]
    if not lent:
        return look
    lexical = look.pool.lexical.copy()
    lexical[:, lent] = 0
    return replace(look, pool=replace(look.pool, lexical=lexical))
