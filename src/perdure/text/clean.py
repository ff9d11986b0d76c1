"""What may enter the store: text without control characters, and its key for telling the same statement."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Any

from perdure.errors import InvalidText

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\ufeff]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_SPACE = re.compile(r"\s+")
_RAISED = {char: f"^{digit}" for digit, char in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
"""NFKC would make 102 of 10²."""
_SIGNS = str.maketrans(
    {
        "，": ",",
        "。": ".",
        "：": ":",
        "；": ";",
        "！": "!",
        "？": "?",
        "“": '"',
        "”": '"',
        "‘": "'",
        "’": "'",
        **_RAISED,
    }
)
_TRAILING = " .!~。！…"


def strip_controls(text: str) -> str:
    """Without NUL and other control characters (line breaks and tabs stay); lone surrogates become U+FFFD."""
    return _SURROGATE.sub("\ufffd", _CONTROL.sub("", text))


def clean(text: object, *, limit: int) -> str:
    """Text fit to be stored; raises InvalidText when it is no string, blank, or over `limit` bytes of UTF-8."""
    if not isinstance(text, str):
        raise InvalidText(f"a text is a string, not {type(text).__name__}")
    cleaned = strip_controls(text)
    if not cleaned.strip():
        raise InvalidText("the text is empty; there is nothing to remember")
    if len(cleaned) * 4 > limit and (size := len(cleaned.encode())) > limit:
        raise InvalidText(f"the text has {size:,} bytes, at most {limit:,} are kept; split it")
    return cleaned


def clean_value(value: Any) -> Any:
    """The same for a JSON-like value, at every depth."""
    match value:
        case str():
            return strip_controls(value)
        case dict():
            return {clean_value(key): clean_value(item) for key, item in value.items()}
        case list() | tuple():
            return [clean_value(item) for item in value]
        case _:
            return value


@cache
def _to_simplified() -> Any:
    import opencc  # documented lazy load: 9 MB of tables, not needed to list or show

    return opencc.OpenCC("t2s")


def simplify(text: str) -> str:
    """Traditional Chinese characters as simplified ones; everything else unchanged."""
    return text if text.isascii() else str(_to_simplified().convert(text))


def fold(text: str) -> str:
    """The form in which texts are compared: NFKC, letter case and script variant ignored."""
    if text.isascii():
        return text.lower()
    return simplify(unicodedata.normalize("NFKC", text).casefold())


_UNIT = re.compile(r"(?<=\d)\s?[kKmMgGtT](?:[WVAJBb]|[Hh]z)\b")
"""A unit behind a number whose capitals are meant: 5 mW and 5 MW are not the same."""


def _marked(match: re.Match[str]) -> str:
    """A unit whose capitals survive folding."""
    return "".join(f"^{char}" if char.isupper() else char for char in match.group())


def statement_key(text: str) -> str:
    """Equal for two texts that say the same thing in the same words.

    Letter case (but that of units), script variant, white space, full-width punctuation and a closing stop do not count; every word, number,
    sign and their order does, so no two statements that differ in content share a key.
    """
    folded = _SPACE.sub(" ", fold(_UNIT.sub(_marked, text.translate(_SIGNS)))).strip()
    return folded.rstrip(_TRAILING).lstrip() or folded
