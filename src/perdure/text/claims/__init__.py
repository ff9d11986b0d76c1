"""What a statement says: of whom, which attribute, which value, since when, and whether it denies it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from perdure.text.claims.claim import Claim, Meeting, Tense

__all__ = ["RULES", "Claim", "Meeting", "Tense", "meeting", "read_claims"]

RULES = "1"
"""The version of the rules; what derives from them is made anew where it differs."""


@cache
def _reader() -> Callable[[str], tuple[Claim, ...]]:
    from perdure.text.claims import read  # noqa: PLC0415 - documented lazy load: the lexicon and its patterns

    return read.read_claims


@cache
def _judge() -> Callable[[Sequence[Claim], Sequence[Claim]], Meeting]:
    from perdure.text.claims import verdict  # noqa: PLC0415 - documented lazy load: as above

    return verdict.meeting


def read_claims(text: str) -> tuple[Claim, ...]:
    """The claims of a statement, one a clause that has one; none where nothing is told."""
    return _reader()(text)


def meeting(new: Sequence[Claim], old: Sequence[Claim]) -> Meeting:
    """The strongest thing that any claim of the newer statement is to any of the older one; `same` where all of them are.

    An older statement that says something else besides, which the newer one leaves as it is, is not retired: at most it may
    be outdated.
    """
    return _judge()(new, old)
