"""A change of mind within one session leaves the last word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from functools import cache

from perdure.capture.extract.proposal import Proposal
from perdure.text.analyzer import content_terms
from perdure.text.claims import Claim, Meeting, meeting, read_claims
from perdure.text.clean import statement_key

ONE_TALK = timedelta(hours=12)
"""Statements further apart are two states of things, and both have their place in the record."""
_NEAR = 6
"""How many statements back a correction by its wording alone reaches."""
_ALIKE = 0.5
"""The share of content terms that a correction has in common with what it corrects."""
_RETIRES = frozenset({Meeting.REPLACES, Meeting.CORRECTS, Meeting.DENIES})


def last_words(proposals: Sequence[Proposal]) -> list[Proposal]:
    """The proposals of one session in their order, without those that a later one takes back; what was said twice is one."""
    kept: list[Proposal] = []
    claims: list[tuple[Claim, ...]] = []
    for proposal in proposals:
        mine = read_claims(proposal.text)
        again = _said_before(proposal, kept)
        if again is not None:
            kept[again] = _both(kept[again], proposal)
            continue
        gone = {
            n for n, old in enumerate(kept) if _takes_back(proposal, mine, old, claims[n], near=n >= len(kept) - _NEAR)
        }
        kept = [old for n, old in enumerate(kept) if n not in gone]
        claims = [old for n, old in enumerate(claims) if n not in gone]
        kept.append(proposal)
        claims.append(mine)
    return kept


def _said_before(proposal: Proposal, kept: Sequence[Proposal]) -> int | None:
    key = statement_key(proposal.text)
    return next(
        (n for n, old in enumerate(kept) if old.speaker == proposal.speaker and statement_key(old.text) == key), None
    )


def _both(first: Proposal, again: Proposal) -> Proposal:
    return replace(
        first,
        entries=tuple(dict.fromkeys((*first.entries, *again.entries))),
        importance=max(first.importance, again.importance),
        certain=first.certain or again.certain,
        asked=first.asked or again.asked,
    )


def _takes_back(new: Proposal, mine: Sequence[Claim], old: Proposal, theirs: Sequence[Claim], *, near: bool) -> bool:
    if new.speaker != old.speaker or new.at - old.at > ONE_TALK or new.expires_at is not None:
        return False
    if mine and theirs and _share_a_key(mine, theirs) and meeting(mine, theirs) in _RETIRES:
        return True
    return (
        near and new.entries != old.entries and _corrects().search(new.text) is not None and _alike(new.text, old.text)
    )


def _share_a_key(mine: Sequence[Claim], theirs: Sequence[Claim]) -> bool:
    keys = {key for claim in mine for key in claim.keys}
    return any(key in keys for claim in theirs for key in claim.keys)


def _alike(new: str, old: str) -> bool:
    mine, theirs = set(content_terms(new)), set(content_terms(old))
    smaller = min(len(mine), len(theirs))
    return smaller > 0 and len(mine & theirs) >= _ALIKE * smaller


@cache
def _corrects() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:actually|scratch that|correction|i meant|i misspoke|on second thou?ghts?|changed my mind|never ?mind|sorry)\b|其实|不对|记错|说错|更正|等等|改主意|算了|还是.{0,12}吧",
        re.IGNORECASE,
    )
