"""The value of a memory whose words somebody changed: a pure decision over both wordings."""

from __future__ import annotations

import re
from dataclasses import replace

from perdure.domain.memory import Memory
from perdure.text.claims import Claim, Tense, read_claims


def reworded(before: Memory, text: str) -> Memory:
    """A memory in other words, with the value that it has in them."""
    return replace(before, text=text, value=value_in(before, text))


def value_in(before: Memory, text: str) -> str | None:
    """The value of a memory in other words: what they say of the same attribute; else the one it had, if it stands in them;
    else none, for a value that its text does not tell is a wrong one."""
    value = before.value
    if value is None or text == before.text:
        return value
    claims = _of_the_same(before, value, text)
    told = {
        written for claim in claims if not claim.denied and (written := _as_written(claim, value, text)) is not None
    }
    stands = _written(value, text)
    if len(told) == 1:
        (other,) = told
        partly = _written(other, value) or _written(value, other)
        return value if stands and partly else other
    denied = any(claim.denied and claim.value == value.casefold() for claim in claims)
    return value if stands and not denied else None


def _of_the_same(before: Memory, value: str, text: str) -> list[Claim]:
    """What a text claims, as something that holds, of the attributes that have the value in the memory's own words, or are
    called as its slot is."""
    known = {(claim.subject, claim.attribute) for claim in read_claims(before.text) if claim.value == value.casefold()}
    slot = None if before.slot is None else before.slot.attribute.casefold()
    return [
        claim
        for claim in read_claims(text)
        if claim.topic is None
        and claim.tense is not Tense.PAST
        and ((claim.subject, claim.attribute) in known or claim.attribute == slot)
    ]


def _as_written(claim: Claim, value: str, text: str) -> str | None:
    """The value of a claim as the text writes it; None where it is only meant, or lies in no word of the text."""
    if claim.value == value.casefold():
        return value
    found = _found(claim.value, text) if claim.value else None
    return None if found is None else found[0]


def _written(value: str, text: str) -> bool:
    return _found(value, text) is not None


def _found(value: str, text: str) -> re.Match[str] | None:
    """Where a value stands in a text as a word of its own; in scripts without spaces, anywhere."""
    edge = "[0-9A-Za-z_]"
    before = f"(?<!{edge})" if re.match(edge, value) else ""
    after = f"(?!{edge})" if re.search(f"{edge}$", value) else ""
    return re.search(f"{before}{re.escape(value)}{after}", text, re.IGNORECASE)
