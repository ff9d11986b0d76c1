"""What a conversation says, shortened: by a model where there is one, else in its own most telling sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from perdure.capture.working.window import Message, Summarise, retold, told_by
from perdure.recall import floor
from perdure.recall.brief import harmless
from perdure.text.analyzer import content_terms
from perdure.text.tokens import TokenCounter

SPOKEN = 0.5
"""A summary speaks of a message where it has this share of what one of its sentences says, the rare terms weighing more."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """A summary, how many messages it does not speak of, and whether `summarise` made it."""

    text: str
    left_out: int
    modelled: bool


def tell(messages: Sequence[Message], most: int, count: TokenCounter, *, summarise: Summarise | None = None) -> Told:
    """What was said, in at most so many tokens. System messages are instructions, and are not told."""
    lines = [
        [harmless(line) for line in told_by([message])] if message.role != "system" else [] for message in messages
    ]
    texts = [line for each in lines for line in each]
    text, modelled = retold(texts, most, count, summarise if texts else None)
    return Told(text=text, left_out=len(messages) - _spoken_of(lines, text), modelled=modelled)


def _spoken_of(lines: Sequence[Sequence[str]], summary: str) -> int:
    """Of how many messages, each a list of lines, a summary has something."""
    said = [[frozenset(content_terms(line)) for line in each] for each in lines]
    rare = floor.rarity(Counter(term for each in said for terms in each for term in terms), sum(map(len, said)))
    present = set(content_terms(summary))
    return sum(any(floor.share(tuple(terms), present, rare) >= SPOKEN for terms in each) for each in said)
