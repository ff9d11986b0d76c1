"""How many tokens a text costs, without a vocabulary.

A vocabulary spends a token on a short word, on up to three digits, on a few marks in a row, and a bit less than one on a
Chinese character. The prices below were fitted to OpenAI's o200k; `bench/tokens.py` measures how far off they are. Older
vocabularies spend about half as much again on Chinese: give `Perdure` a `counter` of your own for those.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import cache

TokenCounter = Callable[[str], int]
"""Counts the tokens of a text: `estimate`, or the tokenizer of the model at hand."""

_MOST_CHARS = 40
"""Characters that one token has at the very most; only runs of blanks or dashes have more."""

MARGIN = 1.1
"""Keeps a budget on the safe side."""

_HAN = r"\u3400-\u9fff\uf900-\ufaff\u3040-\u30ff\uac00-\ud7af"
_WIDE_MARKS = r"\u2010-\u2027\u3000-\u303f\uff00-\uff65"
_ASCII_PRICES = (
    (r"[A-Z]?[a-z]{1,8}|[A-Z]{1,4}", 0.9),
    (r"[0-9]{1,3}", 1.5),
    (r"[!-/:-@\[-`{-~]{1,4}", 0.85),
    (r"[\x00-\x1f\x7f]{1,4}", 0.9),
    (r" ", 0.06),
)
_OTHER_PRICES = (
    (rf"[{_HAN}]", 0.8),
    (rf"[{_WIDE_MARKS}]{{1,2}}", 0.8),
    (rf"[^\W\x00-\x7f{_HAN}{_WIDE_MARKS}\U00020000-\U0003ffff]", 0.6),
    (rf"[^\w\x00-\x7f{_WIDE_MARKS}]|[\U00020000-\U0003ffff]", 1.5),
)
"""What a piece of text looks like, and its price. Every part of a piece is a piece, and each character belongs to one sort
alone: so a longer text never costs less, and two together never more than apart."""

_WIDE = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")


def estimate(text: str) -> int:
    """Tokens of a text, rounded up, with a margin of 10 %."""
    if not text:
        return 0
    prices = _compiled(ascii_only=text.isascii())
    return math.ceil(MARGIN * sum(price * len(piece.findall(text)) for piece, price in prices))


def head(text: str, tokens: int, count: TokenCounter = estimate) -> str:
    """The longest beginning of a text that costs at most so many tokens."""
    return text[: _most(text, tokens, lambda size: count(text[:size]))]


def shorten(text: str, tokens: int, count: TokenCounter = estimate) -> str:
    """A text without its middle, so that it costs at most so many tokens, with a mark where it was cut; the text itself where
    it fits, nothing where not even the mark does."""
    if count(text) <= tokens:
        return text
    room = tokens - count(_gap(len(text)))
    while room > 1:
        first = head(text, (room + 1) // 2, count)
        last = _most(text, room // 2, lambda size: count(text[-size:]))
        last = min(last, len(text) - len(first))
        cut = first + _gap(len(text) - len(first) - last) + text[len(text) - last :]
        over = count(cut) - tokens
        if over <= 0:
            return cut
        room -= over
    return ""


def _gap(size: int) -> str:
    return f" [… {size:,} characters left out …] "


def _most(text: str, tokens: int, cost: Callable[[int], int]) -> int:
    """The most characters, from one end of a text, whose cost is within so many tokens."""
    if tokens <= 0:
        return 0
    low, high = 0, min(len(text), tokens * _MOST_CHARS)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if cost(middle) <= tokens else (low, middle - 1)
    return low


def by_length(text: str) -> int:
    """Tokens by the number of characters alone, more of them than `estimate` says for English.

    Passages are cut by it: what is stored rests on it, so it stays as it is.
    """
    if not text:
        return 0
    wide = 0 if text.isascii() else len(_WIDE.findall(text))
    return math.ceil((0.75 * wide + (len(text) - wide) / 4.2) * MARGIN)


@cache
def _compiled(*, ascii_only: bool) -> tuple[tuple[re.Pattern[str], float], ...]:
    prices = _ASCII_PRICES if ascii_only else _ASCII_PRICES + _OTHER_PRICES
    return tuple((re.compile(piece), price) for piece, price in prices)
