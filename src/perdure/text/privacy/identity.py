"""Numbers of identity cards, social security and passports, told from other numbers by date, check digit and context."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from perdure.text.privacy.cues import cue
from perdure.text.privacy.finding import Finding
from perdure.text.privacy.page import Page

_START = r"(?<![0-9A-Za-z+\0])(?<![0-9\0][-.])"
_END = r"(?![0-9A-Za-z\0])(?![-.][0-9\0])"
_CHINESE = re.compile(r"(?<![0-9\0])[1-9][0-9]{5}([ -]?)((?:18|19|20)[0-9]{6})\1[0-9]{3}[0-9Xx](?![0-9A-Za-z\0])")
_CHINESE_OLD = re.compile(rf"{_START}[1-9][0-9]{{5}}([0-9]{{6}})[0-9]{{3}}{_END}")
_AMERICAN = re.compile(rf"{_START}(?!000|666|9)[0-9]{{3}}([ -]?)(?!00)[0-9]{{2}}\1(?!0000)[0-9]{{4}}{_END}")
_PASSPORT = re.compile(
    r"(?:护照|護照|通行证|passport)(?:\s?(?:号码|号|编号|number|no\.?|num|id))?"
    r"[^0-9a-z\n，。；]{0,6}(?:(?:is|was)\s)?[^0-9a-z\n，。；]{0,6}"
    r"([a-z]{1,2}[0-9]{6,8}[a-z]?|[0-9]{9})(?![0-9a-z\0])"
)
_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)


def identity_numbers(page: Page) -> Iterator[Finding]:
    """Chinese identity numbers of 18 and 15 digits, and American social security numbers."""
    for start, end in page.runs:
        window = start, min(end + 2, len(page.text))
        for match in _CHINESE.finditer(page.text, *window):
            if _is_date(match[2]) and (_checks(match[0]) or _named(page, match)):
                yield Finding(*match.span(), "national_id")
        for match in _CHINESE_OLD.finditer(page.text, *window):
            if _is_date(f"19{match[1]}") and _named(page, match):
                yield Finding(*match.span(), "national_id")
        for match in _AMERICAN.finditer(page.text, *window):
            if _named(page, match) or (match[1] == "-" and cue(page.low, *match.span()) != "reference"):
                yield Finding(*match.span(), "national_id")


def passports(page: Page) -> Iterator[Finding]:
    """Numbers that the word announces; by themselves they look like any other number."""
    if "passport" in page.low or "护照" in page.low or "護照" in page.low or "通行证" in page.low:
        for match in _PASSPORT.finditer(page.low):
            yield Finding(*match.span(1), "passport")


def _named(page: Page, match: re.Match[str]) -> bool:
    return cue(page.low, *match.span()) == "identity"


def _is_date(digits: str) -> bool:
    try:
        date(int(digits[:4]), int(digits[4:6]), int(digits[6:]))
    except ValueError:
        return False
    return True


def _checks(number: str) -> bool:
    """Whether the last character is the check digit of a Chinese identity number (ISO 7064, MOD 11-2)."""
    digits = [char for char in number if char not in " -"]
    return (
        "10X98765432"[sum(weight * int(digit) for weight, digit in zip(_WEIGHTS, digits, strict=False)) % 11]
        == digits[-1].upper()
    )
