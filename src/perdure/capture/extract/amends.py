"""Corrections that only give the right value: "Sorry, I meant May 14", 不对，是后天."""

from __future__ import annotations

import re
from datetime import datetime
from functools import cache

from perdure.text.dates import spans_in


def amended(told: str, correction: str, at: datetime) -> str | None:
    """A statement with the value that a correction of it gives, where both have one of the same sort; else None."""
    found = _correction().fullmatch(correction.strip())
    if found is None:
        return None
    said = found["value"].strip(" ,，.。!！")
    swapped = _swapped(told, said)
    if swapped is not None:
        return swapped
    old, new = spans_in(told, at), spans_in(said, at)
    if len(old) == len(new) == 1 and _bare().fullmatch(f"{said[: new[0].at[0]]} {said[new[0].at[1] :]}"):
        return f"{told[: old[0].at[0]]}{new[0].text}{told[old[0].at[1] :]}"
    numbers, right = list(_number().finditer(told)), _number().findall(said)
    if len(numbers) == len(right) == 1 and not old and not new:
        return f"{told[: numbers[0].start()]}{right[0]}{told[numbers[0].end() :]}"
    return None


def _swapped(told: str, said: str) -> str | None:
    """What "not X but Y" or 不是X，是Y makes of a statement that has X."""
    both = _instead().fullmatch(said)
    if both is None:
        return None
    wrong, right = (
        next(found.strip() for name, found in both.groupdict().items() if found and name.startswith(side))
        for side in ("wrong", "right")
    )
    return told.replace(wrong, right, 1) if wrong and wrong in told else None


@cache
def _correction() -> re.Pattern[str]:
    return re.compile(
        r"(?:(?:(?:sorry|no|oops|wait|actually|correction|scratch that|typo|my (?:bad|mistake)|i (?:meant|mean|misspoke)(?: to say)?|that should be|it should be|make that)\b|"
        r"不对|不是(?=[，,])|错了|说错了?|记错了?|写错了?|打错了?|等等|更正(?:一下)?|哦不|啊不|抱歉|口误|应该)[\s,，.。:：!！—-]*)+"
        r"(?:(?:it's|it is|it was|that's|is|for|on|at|in)\b|应该是|改成|是|为)?\s*(?P<value>\S[^\n]{0,60})",
        re.IGNORECASE,
    )


@cache
def _instead() -> re.Pattern[str]:
    return re.compile(
        r"(?:not|不是)\s*(?P<wrong>[^,，]{1,24}?)\s*(?:,|，|but|而)+\s*(?:是|it's)?\s*(?P<right>.{1,24})|(?P<right_first>[^,，]{1,24}),? (?:not|rather than|instead of) (?P<wrong_last>.{1,24})|"
        r"(?:是)?(?P<right_zh>[^,，]{1,24})[，,]?不是(?P<wrong_zh>.{1,24})",
        re.IGNORECASE,
    )


@cache
def _bare() -> re.Pattern[str]:
    """What may stand around a date that is all that is said."""
    return re.compile(r"(?:\b(?:on|at|in|by|the|for)\b|[是在于号\s]|去\S{1,6})*", re.IGNORECASE)


@cache
def _number() -> re.Pattern[str]:
    return re.compile(r"\d[\d,.:]*\d|\d")
