"""What a statement is worth keeping for: its claims, and wordings that give it away."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from perdure.capture.extract.cues import Cue, Worth, asides, chinese, english
from perdure.capture.moments import lies_behind, passing
from perdure.text.claims import Claim, read_claims

_LEAST = 0.65
"""What a claim that holds one value is worth at least."""
_PASSING = 0.45
"""What any other is worth by itself."""
_PLAIN = 0.75
"""From this on a statement is worth keeping also where it opens with "it" or 这."""
_NOBODY = ("third", "thing", "you", "sounds")
"""Subjects of claims that are nobody in particular."""


def weigh(statement: str) -> Worth | None:
    """What a statement is worth, or None where nothing in it is worth keeping."""
    plain = statement.replace("’", "'")
    told = asides().sub(" ", plain)
    if not _letter().search(told):
        return None
    by_words = _by_words(told)
    if by_words is None and passing(told) and not _of_others().match(plain):
        by_words = Worth("temporary", _LEAST)
    if _of_others().match(plain) and by_words is not None and by_words.importance < _PLAIN:
        by_words = None
    worth = _stronger(by_words, _by_claims(read_claims(told)))
    if worth is not None and worth.kind == "commitment" and lies_behind(told):
        return replace(worth, kind="event")  # what happened is promised to nobody
    return worth


def _by_words(told: str) -> Worth | None:
    """The most telling cue of either language; a statement may be in both."""
    found: list[Cue | None] = []
    if _wide().search(told):
        found.append(_first(chinese(), _seams().sub("", told)))
    if _latin().search(told):
        found.append(_first(english(), told))
    best = max(filter(None, found), key=lambda item: item.importance, default=None)
    return None if best is None else Worth(best.kind, best.importance, best.certain)


def _first(cues: Sequence[Cue], told: str) -> Cue | None:
    return next((item for item in cues if item.pattern.search(told)), None)


def _by_claims(claims: Sequence[Claim]) -> Worth | None:
    """What the claims beyond doubt are worth. By themselves they do where the attribute holds one value: what someone likes
    today, or where they would go, is said in passing too."""
    known = [claim for claim in claims if claim.sure and claim.attribute and not claim.subject.startswith(_NOBODY)]
    best = max(known, key=lambda claim: (claim.single, claim.importance), default=None)
    if best is None:
        return None
    return Worth(best.kind, max(best.importance, _LEAST) if best.single else _PASSING, certain=best.single)


def _stronger(words: Worth | None, claims: Worth | None) -> Worth | None:
    """The kind that the claims say, and the greater worth of both."""
    if words is None or claims is None:
        return words or claims
    return Worth(
        words.kind if words.kind in _TOLD_BY_WORDS else claims.kind,
        max(words.importance, claims.importance),
        words.certain or claims.certain,
    )


_TOLD_BY_WORDS = frozenset({"rule", "decision", "commitment", "task"})
"""Kinds that depend on how a thing is said, not on what it is about."""


@cache
def _of_others() -> re.Pattern[str]:
    """Openings that speak of the listener or of things at large."""
    return re.compile(
        r"(?:you(?:r|'re|'ve|'ll)?|it(?:'s)?|this|that|these|those|there)\b|[你您它]|这(?![周月几两阵段半学]|个[月周学]|次|里)|那(?![时年天]|会儿)",
        re.IGNORECASE,
    )


@cache
def _wide() -> re.Pattern[str]:
    return re.compile(r"[\u3400-\u9fff]")


@cache
def _letter() -> re.Pattern[str]:
    return re.compile(r"[^\W\d_]{2}|[\u3400-\u9fff]")


@cache
def _latin() -> re.Pattern[str]:
    return re.compile(r"[A-Za-z]{2}|\b[iI]\b")


@cache
def _seams() -> re.Pattern[str]:
    """Spaces between Chinese and other words, which some write and some do not."""
    return re.compile(r"(?<=[\u3400-\u9fff])\s+|\s+(?=[\u3400-\u9fff])")
