"""Long text in pieces, and which turns stand in an exchange."""

from __future__ import annotations

import re

from perdure.text.tokens import by_length

DIALOGUE_CHARS = 400
"""A turn longer than this is an essay, not one side of an exchange: its neighbours say nothing about it."""

_BREAK = re.compile(r"(?<=[。！？!?；;\n])|(?<=\.)\s")
_CHARS_PER_TOKEN = 4


def cut(text: str, *, tokens: int, overlap: int) -> list[str]:
    """Pieces of at most about `tokens` tokens, cut at sentence ends where there are any; each begins with the last
    `overlap` tokens of the one before, so that no statement is lost at a seam."""
    if len(text) <= tokens or by_length(text) <= tokens:
        return [text]
    size = max(1, int(len(text) * tokens / by_length(text)))
    back = int(size * overlap / tokens)
    pieces, start = [], 0
    while start < len(text):
        end = min(len(text), start + size)
        if end < len(text):
            end = _sentence_end(text, start + max(1, size // 2), end)
        pieces.append(text[start:end])
        if end == len(text):
            break
        start = max(end - back, start + 1)
    return pieces


def _sentence_end(text: str, low: int, high: int) -> int:
    """The last sentence end, or else the last space, between `low` and `high`."""
    ends = [match.end() for match in _BREAK.finditer(text, low, high)]
    if ends:
        return ends[-1]
    space = text.rfind(" ", low, high)
    return space + 1 if space > 0 else high
