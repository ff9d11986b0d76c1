"""Absolute dates put behind relative ones: "tomorrow (2024-05-07)", 明天（2024-05-07）."""

from __future__ import annotations

import re
from functools import cache


def with_resolved(text: str, end: int, date: str, *, wide: bool) -> str:
    """The text with a date behind the words that end there, in the brackets of their script; those that have one stay."""
    if text[end:].lstrip().startswith(("(", "（")):
        return text
    return f"{text[:end]}（{date}）{text[end:]}" if wide else f"{text[:end]} ({date}){text[end:]}"


def without_resolved(text: str) -> str:
    """The text as it was said."""
    return _added().sub("", text) if "20" in text or "19" in text else text


def with_days_ahead(text: str, day: str) -> str:
    """The text with those dates alone that name one day after `day` (2024-05-07): an appointment is asked for by its date. What is
    past is found by when it was said, and its dates as words would draw every question about those days."""
    if "20" not in text and "19" not in text:
        return text
    return _added().sub(lambda found: found[0] if _ahead(found, day) else "", text)


def _ahead(found: re.Match[str], day: str) -> bool:
    date = found[0].strip(" ()（）")
    return len(date) == len(day) and date > day


def in_place(text: str) -> str:
    """The text with the date in place of the words where a day is what is told ("is due on Friday"); elsewhere as it was said."""
    if "20" not in text and "19" not in text:
        return text
    return _added().sub("", _day_told().sub(r"\g<before>\g<date>", text))


@cache
def _added() -> re.Pattern[str]:
    date = r"(?:19|20)\d\d(?:-\d\d){0,2}"
    return re.compile(rf" \({date}(?: – {date})?\)|（{date}(?: – {date})?）")


@cache
def _day_told() -> re.Pattern[str]:
    """A day named as the value of something: behind "is", "to", "until", 是, 到, 在."""
    day = (
        r"(?:(?:next |this |coming )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|today|tonight|the day after tomorrow|"
        r"[下这本]?个?(?:周|星期|礼拜)[一二三四五六日天]|今天|明天|后天|今晚)"
    )
    return re.compile(
        rf"(?P<before>(?:\b(?:is|are|to|until|till|due)(?: on| by)? |[是到在为于]))(?:{day})(?: \(|（)(?P<date>(?:19|20)\d\d-\d\d-\d\d)[)）]",
        re.IGNORECASE,
    )
