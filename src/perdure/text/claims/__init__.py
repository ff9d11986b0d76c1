"""What a statement says: of whom, which attribute, which value, since when, and whether it denies it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

from perdure.text.claims.claim import Claim, Meeting, Tense

__all__ = ["RULES", "Claim", "Meeting", "Tense", "answers", "asked_keys", "meeting", "read_claims"]

RULES = "3"
"""The version of the rules; what derives from them is made anew where it differs."""


_ASKING = re.compile(
    r"\b(?:what|where|whom?|when|which|how)\b|^\W*(?:do|does|am|is|are|my|our)\b|[啥哪谁誰几幾多何怎吗嗎]|什[么麼]|是不是|有[没沒]有|^\W*我",
    re.IGNORECASE,
)
"""Words of which a question has one; without them nothing has to be loaded to see that nothing is asked for."""


@cache
def _reader() -> Callable[[str], tuple[Claim, ...]]:
    from perdure.text.claims import read  # noqa: PLC0415 - documented lazy load: the lexicon and its patterns

    return read.read_claims


@cache
def _judge() -> Callable[[Sequence[Claim], Sequence[Claim]], Meeting]:
    from perdure.text.claims import verdict  # noqa: PLC0415 - documented lazy load: as above

    return verdict.meeting


@cache
def _asker() -> tuple[Callable[[str], tuple[str, ...]], Callable[[str, str], bool]]:
    from perdure.text.claims import asked  # noqa: PLC0415 - documented lazy load: as above

    return asked.asked_keys, asked.answers


def asked_keys(question: str) -> tuple[str, ...]:
    """The keys of the claims that a question asks for; one that ends in / stands for all below it.

    None where it does not ask for a named attribute of somebody.
    """
    return _asker()[0](question) if _ASKING.search(question) else ()


def answers(question: str, statement: str) -> bool:
    """Whether a statement claims, as something that holds, what a question asks for."""
    return _asker()[1](question, statement)


def read_claims(text: str) -> tuple[Claim, ...]:
    """The claims of a statement, one a clause that has one; none where nothing is told."""
    return _reader()(text)


def meeting(new: Sequence[Claim], old: Sequence[Claim]) -> Meeting:
    """The strongest thing that any claim of the newer statement is to any of the older one; `same` where all of them are.

    An older statement that says something else besides, which the newer one leaves as it is, is not retired: at most it may
    be outdated.
    """
    return _judge()(new, old)
