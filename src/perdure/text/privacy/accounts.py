"""Bank cards and IBANs, told from other numbers by check digit, issuer and the words around."""

from __future__ import annotations

import re
from collections.abc import Iterator

from perdure.text.privacy.cues import cue
from perdure.text.privacy.finding import Finding
from perdure.text.privacy.page import Page

_CARD = re.compile(
    r"(?<![0-9A-Za-z+\0])(?<![0-9\0][-.])"
    r"(?:[0-9]{12,19}|[0-9]{4}([ -])[0-9]{4}\1[0-9]{4}\1[0-9]{4}(?:\1?[0-9]{1,3})?|3[0-9]{3}([ -])[0-9]{6}\2[0-9]{4,5}|62[0-9]{4}[ -][0-9]{10,13})"
    r"(?![0-9A-Za-z\0])(?![-.][0-9\0])"
)
_FOUR_GROUPS = 19
"""Characters of sixteen digits in four groups."""

_ISSUED = re.compile(
    r"""4(?:[0-9]{12}|[0-9]{15})                                                           # Visa
    |5[1-5][0-9]{14}|(?:222[1-9]|22[3-9][0-9]|2[3-6][0-9]{2}|27[01][0-9]|2720)[0-9]{12}    # Mastercard
    |3[47][0-9]{13}                                                                        # American Express
    |35(?:2[89]|[3-8][0-9])[0-9]{12}                                                       # JCB
    |3(?:0[0-5]|[689][0-9])[0-9]{11}                                                       # Diners Club
    |(?:6011|64[4-9][0-9]|65[0-9]{2})[0-9]{12}                                             # Discover
    |(?:62|81)[0-9]{14,17}                                                                 # UnionPay
    """,
    re.VERBOSE,
)
_SECURITY_CODE = re.compile(
    r"(?:cvv2?|cvc2?|安全码)(?:码|号|\scode)?\s{0,2}(?:是|is|:|：)?\s{0,2}([0-9]{3,4})(?![0-9\0])"
)
_IBAN = re.compile(r"(?<![0-9a-z\0])[a-z]{2}[0-9]{2}(?=((?:[ -]?[0-9a-z]){11,30}))")
_WORD = re.compile(r"[0-9a-z\0]")
_IBAN_LENGTHS = {
    country: length
    for length, countries in {
        15: "no",
        16: "be",
        18: "dk fi fk fo gl nl sd",
        19: "mk si",
        20: "at ba ee kz lt lu mn xk",
        21: "ch hr li lv",
        22: "bg bh cr de gb ge ie me rs",
        23: "ae gi il iq om so tl",
        24: "ad cz es md pk ro sa se sk tn vg",
        25: "ly pt st",
        26: "is tr",
        27: "bi dj fr gr it mc mr sm",
        28: "al az by cy do gt hn hu lb ni pl sv",
        29: "br eg ps qa ua",
        30: "jo kw mu ye",
        31: "mt sc",
        32: "lc",
        33: "ru",
    }.items()
    for country in countries.split()
}


def bank_cards(page: Page) -> Iterator[Finding]:
    """Card numbers, and the security code where it is named."""
    for start, stop in page.runs:
        for match in _CARD.finditer(page.text, start, min(stop + 2, len(page.text))):
            end = next((end for end in _card_ends(match) if _is_card(page, match.start(), end)), None)
            if end is not None:
                yield Finding(match.start(), end, "bank_card")
    if "cv" in page.low or "安全码" in page.low:
        for match in _SECURITY_CODE.finditer(page.low):
            yield Finding(*match.span(1), "bank_card")


def ibans(page: Page) -> Iterator[Finding]:
    """Account numbers of the countries that use IBAN, by length and remainder."""
    if page.runs:
        for match in _IBAN.finditer(page.low):
            if end := _iban_end(page.low, match):
                yield Finding(match.start(), end, "iban")


def _card_ends(match: re.Match[str]) -> Iterator[int]:
    """Where a number may end: where its digits do, or after four groups of four, for an expiry date often follows."""
    yield match.end()
    separator, four = match[1], match.start() + _FOUR_GROUPS
    if separator and match.end() > four and match[0][_FOUR_GROUPS] == separator:
        yield four


def _is_card(page: Page, start: int, end: int) -> bool:
    digits = "".join(char for char in page.text[start:end] if char not in " -")
    issued, named = _ISSUED.fullmatch(digits), cue(page.low, start, end)
    if named == "reference":
        return False
    if named == "card":
        return bool(issued) or _luhn(digits)
    return bool(issued) and len(digits) >= 15 and _luhn(digits)


def _luhn(digits: str) -> bool:
    doubled = (sum(divmod(2 * int(digit), 10)) for digit in digits[-2::-2])
    return (sum(doubled) + sum(map(int, digits[-1::-2]))) % 10 == 0


def _iban_end(low: str, match: re.Match[str]) -> int | None:
    """Where an IBAN that begins here ends; the characters after it may be the next word."""
    length = _IBAN_LENGTHS.get(match[0][:2], 0)
    places = [place for place in range(match.start(), match.end(1)) if low[place] not in " -"][:length]
    if not length or len(places) < length or _WORD.match(low, places[-1] + 1):
        return None
    number = "".join(low[place] for place in places)
    remainder = int("".join(str(int(char, 36)) for char in number[4:] + number[:4])) % 97
    return places[-1] + 1 if remainder == 1 else None
