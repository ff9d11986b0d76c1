"""What speaks for the candidates of one question: their cosines in margins, and the words they share with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from perdure.domain.policy import Policy
from perdure.domain.trace import Dropped
from perdure.recall import floor
from perdure.recall.calibration import Calibration
from perdure.recall.fusion import Fused
from perdure.recall.look import Look
from perdure.recall.plan import language_of
from perdure.recall.pool import Flags, Floats, Ints
from perdure.recall.search import Found
from perdure.recall.signals.date import date

JUDGED = 5
"""Best candidates, of all and by words, whose evidence decides whether the question is answered at all."""

NEAREST = 3
"""Candidates nearest by meaning that are judged as well, however far down other signals have put them."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Evidence:
    """`whole` is the evidence for an answer in what is needed, `meaning` each candidate's margins (nan: no vector), `kept`
    which candidates may come back."""

    whole: float
    meaning: Floats
    kept: Flags

    def at(self, position: int) -> float:
        """What a single candidate has of what it needs."""
        meaning = float(self.meaning[position])
        return 0.0 if np.isnan(meaning) else max(0.0, meaning / floor.ITEM_SHARE)


@dataclass(frozen=True, kw_only=True, slots=True)
class Judged:
    """The candidates of a question in order, the evidence for them, what was taken away before that, and the `turns` of which
    it is known that they need not be."""

    found: Found
    fused: Fused
    evidence: Evidence
    dropped: tuple[Dropped, ...] = ()
    turns: frozenset[str] = frozenset()


def weigh(
    found: Found, fused: Fused, vectors: Sequence[Sequence[float]], calibration: Calibration | None, policy: Policy
) -> Evidence:
    """The evidence of a question; words are read only where meaning alone does not decide."""
    look = found.look
    meaning = _margins(look, vectors, calibration)
    nearest = np.argsort(-np.nan_to_num(meaning, nan=-np.inf), kind="stable")[:NEAREST]
    best = np.unique(np.append(fused.order[:JUDGED], nearest))
    needed = floor.needed(found.passages, personal=look.plan.personal)
    said = meaning[best][~np.isnan(meaning[best])]
    most = float(said.max()) if len(said) else None
    words = 0.0
    if most is None or most < needed * max(policy.floor, 1.0):
        words = max(_shares(found, _deciding(look, best)), default=0.0)
    whole = floor.evidence(most, words, needed=needed)
    inside = _of_the_time(look)
    if inside.any():
        whole = max(whole, 1.0)
    claims = look.pool.claims
    if not floor.passes(whole, policy):
        whole = max(whole, float(claims.any()))
        return Evidence(whole=whole, meaning=meaning, kept=claims & floor.passes(whole, policy))
    worded = _lexical(look) > 0
    # beside those that have the one character asked for, what lacks it must be near enough to be an answer by itself
    share = needed if look.plan.bare and worded.any() else floor.ITEM_SHARE
    near = np.nan_to_num(meaning, nan=-np.inf) >= share * policy.floor
    kept = near | inside | claims | worded | (policy.floor <= 0)
    return Evidence(whole=whole, meaning=meaning, kept=kept)


def _of_the_time(look: Look) -> Flags:
    """The candidates of the time that a question asks for, where it asks for nothing else: "what happened yesterday?"."""
    if look.plan.subject or not look.plan.spans:
        return np.zeros(len(look.pool), np.bool_)
    inside: Flags = date(look) >= 1
    return inside


def _margins(look: Look, vectors: Sequence[Sequence[float]], calibration: Calibration | None) -> Floats:
    """How far each candidate's own cosine rises above the ground of the text that it is nearest to, in margins."""
    pool, plan = look.pool, look.plan
    if calibration is None or not len(pool.own):
        return np.full(len(pool), np.nan, np.float32)
    rows = [
        _above(own, *_grounded(calibration, text, vector))
        for text, vector, own in zip(plan.texts, vectors, pool.own, strict=False)
    ]
    if plan.voice:
        said = _above(pool.own[0], *_grounded(calibration, plan.voice, vectors[-1]))
        rows[0] = np.where(pool.journal, said, np.minimum(said, rows[0]))  # which of both was nearer is not known
    margins: Floats = np.fmax.reduce(rows).astype(np.float32)
    return margins


def _grounded(calibration: Calibration, text: str, vector: Sequence[float]) -> tuple[float, float]:
    """The cosine of an unrelated sentence to a text, and the margin above it that means something."""
    background = calibration.backgrounds[language_of(text)]
    return floor.ground(vector, background), background.margin


def _above(cosines: Floats, ground: float, margin: float) -> Floats:
    return (cosines - np.float32(ground)) / np.float32(margin)


def _deciding(look: Look, best: Ints) -> Ints:
    """The best candidates, and the best by words."""
    lexical = _lexical(look)
    by_words = np.argsort(-lexical, kind="stable")[:JUDGED]
    return np.unique(np.append(best, by_words[lexical[by_words] > 0]))


def _lexical(look: Look) -> Floats:
    """The best score by words against the question, in its own words or in others."""
    rows = look.pool.lexical
    best: Floats = rows[[0, *range(len(rows) - look.plan.wordings, len(rows))]].max(axis=0)
    return best


def _shares(found: Found, positions: Ints) -> list[float]:
    """How much of the question each of these candidates contains, by the rarity of terms in its own space."""
    look = found.look
    subjects = look.plan.subjects
    shares: list[float] = []
    for number, source in enumerate(look.sources):
        mine = look.pool.of_source(number, positions)
        if not len(mine):
            continue
        rare = _rarity(found, number)
        said = source.reader.passages(look.pool.passage[mine].tolist())
        present = (look.plan.present(f"{passage.speaker} {passage.body}") for passage in said)
        shares += [max(floor.share(terms, held, rare) for terms in subjects) for held in present]
    return shares


def _rarity(found: Found, number: int) -> Mapping[str, float]:
    one = found.spaces[number]
    return floor.rarity(one.found_in, one.passages)
