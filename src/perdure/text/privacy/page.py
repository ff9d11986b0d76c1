"""The form of a text that the rules read: one width, one dash, one blank, and markers they cannot see into."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from perdure.text.privacy.finding import MARKERS

BARRIER = "\0"
"""Stands for each character of a marker; no rule accepts it, so a marker is never part of a finding or a cue."""

_FULL_WIDTH = {code: code - 0xFEE0 for code in (*range(0xFF10, 0xFF1A), *range(0xFF21, 0xFF3B), *range(0xFF41, 0xFF5B))}
_SIGNS = {
    ord(char): plain
    for chars, plain in (("＠", "@"), ("．", "."), ("＋", "+"), ("＿", "_"), ("／", "/"), ("（", "("), ("）", ")"))
    for char in chars
}
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—−－"), "-")
_BLANKS = dict.fromkeys(map(ord, "\u00a0\u2002\u2003\u2007\u2009\u202f\u3000"), " ")
_FOLD = {**_FULL_WIDTH, **_SIGNS, **_DASHES, **_BLANKS, ord("İ"): "I"}  # the one letter whose lower case is longer
_FOLDED = re.compile(f"[{''.join(map(chr, _FOLD))}]")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
_RUN = re.compile(r"[0-9](?:[ ().\-/]{0,3}[0-9]){6,}+")
_MARKER = re.compile("|".join(re.escape(marker) for marker in MARKERS.values()))


@dataclass(frozen=True, slots=True)
class Page:
    """`text` and its lower case `low`, character for character, and what every rule would otherwise look for again."""

    text: str
    low: str
    runs: tuple[tuple[int, int], ...]
    """Where seven or more digits stand as people group them: nothing shorter identifies anybody."""
    places: Sequence[int]
    """Where each character stands in the original: invisible ones are left out here."""

    @classmethod
    def of(cls, text: str) -> Page:
        """The page of any text."""
        places: Sequence[int] = range(len(text) + 1)
        if not text.isascii():
            if _INVISIBLE.search(text):  # a number with an invisible character inside is still a number
                places = [*(place for place, char in enumerate(text) if not _INVISIBLE.match(char)), len(text)]
                text = _INVISIBLE.sub("", text)
            if _FOLDED.search(text):
                text = text.translate(_FOLD)
        if " removed]" in text:
            text = _MARKER.sub(lambda marker: BARRIER * len(marker[0]), text)
        return cls(text, text.lower(), tuple(run.span() for run in _RUN.finditer(text)), places)
