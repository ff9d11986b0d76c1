"""Numbers written in words, in digits: 一万二 and "twelve thousand" are 12000."""

from __future__ import annotations

import re
from functools import cache

_DIGIT = {char: at for at, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "俩": 2}
_SCALE = {"十": 10, "百": 100, "千": 1_000, "万": 10_000, "亿": 100_000_000}
_NUMERALS = "".join(_DIGIT) + "".join(_SCALE)

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_WORDS = {word: at for at, word in enumerate(_ONES)} | {word: 10 * at for at, word in enumerate(_TENS, start=2)}
_BIG = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "grand": 1_000}

_COUNTED = "年月日号点岁个只台辆条本元块公斤千克厘米米寸楼层人天周次杯包斤位分刻"
"""What follows a single numeral that is a number; in a name it is followed by something else."""


def chinese_number(text: str) -> int | float:
    """一万二 → 12000, 三千五 → 3500, 二十三 → 23, 一九九二 → 1992, 1.2万 → 12000."""
    if not any(char in _SCALE for char in text):
        return int("".join(str(_DIGIT[char]) for char in text))
    total = section = 0
    digit: int | None = None
    last = 1
    for char in text:
        if char in _DIGIT:
            digit, last = _DIGIT[char], 1 if char in "零〇" else last
            continue
        scale = _SCALE[char]
        if scale < 10_000:
            section += (1 if digit is None else digit) * scale
        else:
            total = (
                (total + section + (digit or 0)) * scale if scale > total else total + (section + (digit or 0)) * scale
            )
            section = 0
        digit, last = None, scale
    return total + section + (digit or 0) * (last // 10 if last > 10 else 1)


@cache
def _mixed() -> re.Pattern[str]:
    return re.compile(r"(\d+(?:\.\d+)?)\s?([百千万亿])(\d|[一二三四五六七八九])?(?![\d.千百])")


@cache
def _chinese(*, every: bool) -> re.Pattern[str]:
    if every:
        return re.compile(rf"(?<![周期拜])[{_NUMERALS}]+")
    many = rf"[{_NUMERALS}]*[十百千万亿][{_NUMERALS}]*(?![{_NUMERALS}])(?=.)"
    return re.compile(
        rf"[〇零一二三四五六七八九]{{4}}(?=年)|[{_NUMERALS}]+(?=[{_COUNTED}])|(?<=[^\W]){many}|[{_NUMERALS}]*[十百千万][{_NUMERALS}]+"
    )


@cache
def _english(*, every: bool) -> re.Pattern[str]:
    word = "|".join([*_ONES, *_TENS, *_BIG])
    several = rf"\b(?:{word})(?:(?:[\s-]|\sand\s)(?:{word}))+\b"
    if every:
        several += rf"|\b(?:{word})\b"
    counted = (
        rf"\b(?:{word})(?=\s(?:am|pm|o'clock|years?|months?|weeks?|days?|hours?|minutes?|kids|children|kilos|kg|pounds|"
        r"dollars|cats|dogs|people|percent)\b)"
    )
    return re.compile(rf"{several}|{counted}", re.IGNORECASE)


def _english_number(match: re.Match[str]) -> str:
    total = section = 0
    for word in re.split(r"[\s-]+", match.group().lower()):
        if word in _WORDS:
            section += _WORDS[word]
        elif word in _BIG:
            section = (section or 1) * _BIG[word]
            if _BIG[word] > 100:
                total, section = total + section, 0
    return str(total + section)


_HALF_MORE = re.compile(r"([一二两三四五六七八九]|\d)个半(?=小时|月|星期|钟头)")
_GROUPED = re.compile(r"(?<=\d)[,，](?=\d{3}(?!\d))")
_THOUSANDS = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)\s?(k|thousand|grand|million|m)\b(?!\w)", re.IGNORECASE)
_LETTERS = re.compile(r"[A-Za-z]")
_PHONE = re.compile(r"(?<=\d)[\s\-–](?=\d)")
_LONG = re.compile(r"(?!\d{4}-\d\d?-\d\d?(?!\d))(?<![\d-])\+?\(?\d[\d\s\-–()]{6,}\d")
_HALF_PAST = re.compile(r"\b(half|quarter) past (\w+)\b", re.IGNORECASE)


def _thousands(match: re.Match[str]) -> str:
    scale = 1_000_000 if match[2].lower() in ("m", "million") else 1_000
    return _plain(float(match[1]) * scale)


def _plain(number: float) -> str:
    return str(int(number)) if number == int(number) else str(number)


def _scaled(match: re.Match[str]) -> str:
    scale = _SCALE[match[2]]
    rest = match[3]
    more = (int(rest) if rest and rest.isdecimal() else _DIGIT[rest] if rest else 0) * scale // 10
    return _plain(round(float(match[1]) * scale + more, 4))


def _half_past(match: re.Match[str]) -> str:
    hour = _WORDS.get(match[2].lower(), match[2])
    return f"{hour}:{30 if match[1].lower() == 'half' else 15}"


def _spoken(match: re.Match[str], *, every: bool) -> str:
    """A numeral in digits; 千 of 千岛湖 alone is none."""
    said = match.group()
    alone = len(said) == 1 and said in _SCALE and match.string[match.end() : match.end() + 1] not in _COUNTED
    return said if alone and not every else str(chinese_number(said))


def written_digits(text: str, *, every: bool = False) -> str:
    """The text with its numbers in digits; `every` numeral where the text is known to be a number or a time."""
    if not text.isascii():
        text = _HALF_MORE.sub(
            lambda match: f"{chinese_number(match[1]) if not match[1].isdecimal() else match[1]}.5个", text
        )
        text = _mixed().sub(_scaled, text)
        text = _chinese(every=every).sub(lambda match: _spoken(match, every=every), text)
    if _LETTERS.search(text):
        text = _HALF_PAST.sub(_half_past, text)
        text = _english(every=every).sub(_english_number, text)
        text = _THOUSANDS.sub(_thousands, text)
    text = _GROUPED.sub("", text)
    return _LONG.sub(lambda match: _PHONE.sub("", match.group()).replace("(", "").replace(")", ""), text)


def spoken_number(text: str) -> str | None:
    """The number that a text has, in digits; None where it has none."""
    found = re.search(r"\d+(?:\.\d+)?", written_digits(text, every=True))
    return found.group() if found else None
