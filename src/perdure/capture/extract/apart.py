"""One statement a memory: a sentence whose clauses each say something of their own is taken apart, so that one of them can
change and the others stay."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from perdure.capture.extract.told import Told
from perdure.capture.extract.weigh import weigh
from perdure.text.claims import Claim, read_claims
from perdure.text.dates import tells_time

_WEIGHTY = 0.5
"""The importance from which a claim is one to keep by itself."""
_SELF = "self"


def apart(told: Told) -> list[Told]:
    """The statements of a sentence, each with the words that belong to it; the sentence itself where it says one thing."""
    parts = _statements(told.text)
    if len(parts) < 2:
        return [told]
    found = [_one(told, part) for part in parts]
    return [told] if None in found else [each for each in found if each is not None]


def _one(told: Told, part: str) -> Told | None:
    worth = weigh(part)
    return None if worth is None else replace(told, text=part, worth=worth)


def _statements(text: str) -> list[str]:
    pieces = [piece for piece in _joints().split(text) if piece.strip()]
    if len(pieces) < 2:
        return [text]
    whole = {(claim.subject, claim.attribute, claim.tense) for claim in read_claims(text)}
    groups: list[str] = []
    said: set[str] = set()
    for piece in pieces:
        alone = _weighty(read_claims(piece))
        claims = [claim for claim in alone if (claim.subject, claim.attribute, claim.tense) in whole]
        if any(claim.denied for claim in claims):
            return [text]  # "no meat, only fish" is one thing
        names = {claim.attribute for claim in claims}
        stands = _stands(piece, claims) and not (groups and _hangs_on_time(groups[-1], piece))
        if groups and said and claims and not said & names and stands:
            groups.append(_full(piece, groups[0]))
            said = names
            continue
        groups = [*groups[:-1], groups[-1] + piece] if groups else [piece]
        said |= names
    return [_trimmed(group) for group in groups]


def _weighty(claims: Sequence[Claim]) -> list[Claim]:
    return [claim for claim in claims if claim.sure and claim.attribute and claim.importance >= _WEIGHTY]


def _stands(piece: str, claims: Sequence[Claim]) -> bool:
    """Whether a clause is one that can be said by itself: of the speaker, and no second half of "not this, but that"."""
    plain = all(claim.subject == _SELF and not (claim.denied or claim.corrects or claim.adds) for claim in claims)
    return plain and _opens().match(piece) is not None


def _hangs_on_time(before: str, piece: str) -> bool:
    """Whether a clause names a day of the week or month that the time before it tells: "next week I'm in Rome, Friday in Oslo"."""
    return tells_time(before) and _open_day().search(piece) is not None


def _full(piece: str, first: str) -> str:
    """With its subject, which Chinese leaves out where it is that of the clause before."""
    said = _lead().sub("", piece)
    return f"我{said}" if first.startswith("我") and "我" not in said and not said.isascii() else said


def _trimmed(text: str) -> str:
    said = text.strip().rstrip(",，;；、")
    return said[:1].upper() + said[1:] if said.isascii() else said


@cache
def _joints() -> re.Pattern[str]:
    """Where clauses meet: behind a comma or semicolon, or before "and I". A comma inside a number is none."""
    return re.compile(r"(?<=[，；;])|(?<=,)(?=\s)|(?=\s+and\s+(?:I\b|my\b|we\b|our\b))")


@cache
def _open_day() -> re.Pattern[str]:
    return re.compile(
        r"(?<![上下这本每])(?<![上下这]个)(?:周|星期|礼拜)[一二三四五六日天]|(?<![月\d])\d{1,2}(?:[-–~到至]\d{1,2})?[号日]|\bon the \d|"
        r"(?<!last )(?<!next )(?<!this )\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b\d{1,2}(?:st|nd|rd|th) (?:to|-)",
        re.IGNORECASE,
    )


@cache
def _opens() -> re.Pattern[str]:
    """A clause with a subject of its own, or a Chinese one that leaves it out; not one that hangs on what came before."""
    return re.compile(
        r"\s*(?:and\s+|also\s+)*(?:I\b|I'\w+|my\b|we\b|our\b)"
        r"|\s*(?:而且|并且|另外|还有|同时)?(?!所以|因为|因此|但|不过|如果|要是|虽然|就是|是(?!在)|也|还|又|都|他|她|它|这|那|其中|每次)[\u3400-\u9fff]",
        re.IGNORECASE,
    )


@cache
def _lead() -> re.Pattern[str]:
    return re.compile(r"^[\s,，;；]*(?:(?:and|also)\s+|而且|并且|另外|还有|同时)*", re.IGNORECASE)
