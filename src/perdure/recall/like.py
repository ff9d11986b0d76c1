"""Two hits on one matter: the newer statement goes first, and the older says so."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from perdure.domain.recall import Hit, Layer
from perdure.recall.plan import Plan
from perdure.recall.saying import is_statement
from perdure.text.analyzer import content_terms
from perdure.text.claims import Claim, Tense, read_claims
from perdure.text.clean import simplify

SHARED = 0.3
"""Share of their words that they have in common at least."""

COVERED = 0.3
"""Share of the question's rarity that the newer one contains at least."""

TOP = 10
"""Best hits among which it is looked for."""

STATEMENT = 400
"""Characters up to which a text makes one statement; two long turns on one subject are alike and replace nothing."""


SAME_WORDS = 0.5
"""Share of their words, apart from those of negation and change, that one who denies and one who affirms have in common."""

_DENIAL = re.compile(
    r"[不没未]|(?<![特分告识区差])别(?![人的处])|\b(?:not|never|cannot)\b|n['’]t\b|\bno longer\b", re.IGNORECASE
)
_NO_DENIAL = re.compile(r"不[错过但仅管论同]|不好意思|没问题")
_CHANGE = re.compile(
    r"现在|如今|目前|以后|今后|已经|终于|开始|学会|能够?|可以|不再|[会了]|\b(?:now|currently|finally|learn(?:ed|t|ing)?|start(?:ed)?|"
    r"began|can|able|anymore|again|these days|cannot|never|can['’]t|won['’]t)\b",
    re.IGNORECASE,
)
"""Words of a change, which say nothing of what has changed."""


def newer_first(
    hits: Sequence[Hit],
    plan: Plan,
    rare: Mapping[str, float],
    alike: Callable[[Hit, Hit], bool],
    *,
    known: Callable[[Hit, Hit], bool],
) -> list[Hit]:
    """The hits with each newer statement before the older one it replaces; nothing is dropped, no score is lost.

    Statements are on one matter where they are `alike` in meaning, share words and the newer one answers the question at least
    as well: by cosine alone a question's near misses would change places too. They are as well where one
    speaker gives two values of what has one, or, however they answer it, denies in the same words what was affirmed. Of two
    that are `known` a link tells.
    """
    found = list(hits)
    top = min(TOP, len(found))
    for place in range(top):
        for later in range(place + 1, top):
            first, second = found[place], found[later]
            newer, older = (second, first) if second.at > first.at else (first, second)
            if newer.at > older.at and not known(newer, older) and _replaces(newer, older, plan, rare, alike):
                found[place] = replace(newer, score=first.score)
                found[later] = replace(older, score=second.score, newer=older.newer or newer.id)
    return found


def _replaces(newer: Hit, older: Hit, plan: Plan, rare: Mapping[str, float], alike: Callable[[Hit, Hit], bool]) -> bool:
    if not _comparable(newer, older, plan):
        return False
    one_speaker = _speaker(newer) == _speaker(older)
    if one_speaker and _turned(newer.text, older.text):
        return True
    if not alike(newer, older):
        return False
    new, old = _coverage(newer, plan, rare), _coverage(older, plan, rare)
    if new < COVERED:
        return False
    kept = newer.layer is older.layer is Layer.MEMORY
    return (new >= old and _in_its_words(newer, older)) or (
        kept and one_speaker and _two_values(newer.text, older.text)
    )


def _comparable(newer: Hit, older: Hit, plan: Plan) -> bool:
    """Whether both are short statements of one space, and it is not the time of the older one that is asked for."""
    if max(len(newer.text), len(older.text)) > STATEMENT or newer.space != older.space:
        return False
    if Layer.SUMMARY in (newer.layer, older.layer):  # it says again what was said, and later
        return False
    if _closeness(older, plan) > _closeness(newer, plan):
        return False
    return is_statement(newer.text) and is_statement(older.text)


def _in_its_words(newer: Hit, older: Hit) -> bool:
    mine, its = set(content_terms(newer.text)), set(content_terms(older.text))
    return len(mine & its) >= SHARED * len(mine | its)


def _turned(newer: str, older: str) -> bool:
    """Whether one denies in the same words what the other affirms, of the same person."""
    if _denies(newer) == _denies(older):
        return False
    mine, its = _core(newer), _core(older)
    shared = len(mine & its)
    return shared > 0 and shared >= SAME_WORDS * len(mine | its) and bool(_subjects(newer) & _subjects(older))


def _speaker(hit: Hit) -> str:
    said = hit.memory.source.speaker if hit.memory is not None else hit.entry.speaker if hit.entry is not None else None
    return said or "user"


@lru_cache(maxsize=1_024)
def _denies(text: str) -> bool:
    return _DENIAL.search(_NO_DENIAL.sub(" ", simplify(text))) is not None


@lru_cache(maxsize=1_024)
def _core(text: str) -> frozenset[str]:
    """What a statement is about: its words without those of negation and change."""
    left = _DENIAL.sub(" ", _CHANGE.sub(" ", simplify(text)))
    return frozenset(content_terms(left))


def _subjects(text: str) -> set[str]:
    return {claim.subject for claim in read_claims(text)}


def _two_values(newer: str, older: str) -> bool:
    """Whether both give a value to one attribute of somebody that has one value at a time, and not the same."""
    told = {(claim.subject, claim.attribute, claim.of): claim.value for claim in _single(older)}
    return any(
        told.get((claim.subject, claim.attribute, claim.of), claim.value) != claim.value for claim in _single(newer)
    )


def _single(text: str) -> list[Claim]:
    return [
        claim
        for claim in read_claims(text)
        if claim.topic is None and claim.single and claim.value and not claim.denied and claim.tense is Tense.NOW
    ]


def _closeness(hit: Hit, plan: Plan) -> float:
    """How close a hit lies to a time that the question names: what lies there answers it, and not what is newest."""
    return max((span.closeness(hit.at) for span in plan.spans), default=0.0)


def _coverage(hit: Hit, plan: Plan, rare: Mapping[str, float]) -> float:
    """How much of the question a hit contains; that something is denied is no word of what is asked for."""
    rare = {term: weight for term, weight in rare.items() if not _DENIAL.search(term)}
    whole = math.fsum(rare.values())
    # exact, for a set has another order in every process, and two that contain as much must come out equal
    return math.fsum(rare.get(term, 0.0) for term in plan.present(hit.text)) / whole if whole else 0.0
