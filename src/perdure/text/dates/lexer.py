"""From text to the words of time in it; whatever else stands between them only keeps them apart."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from perdure.text.dates.almanac import midnight
from perdure.text.dates.words import CHINESE, ENGLISH, FOLDED, NOT_AFTER, NOT_BEFORE, Meaning


@dataclass(frozen=True, slots=True)
class Token:
    """A word, or what words were made into, and where it stands."""

    sort: str
    value: Any
    start: int
    end: int


_NOTHING: Meaning = ("other", None)
_NUMERALS = "零〇一二三四五六七八九十百两"
_DIGITS = {numeral: value for value, numeral in enumerate("〇一二三四五六七八九")} | {
    "零": 0,
    "两": 2,
    "日": 7,
    "天": 7,
}
_SMALL = rf"(?:\d{{1,2}}|[{_NUMERALS}]{{1,3}})"
_APART = r"(?<![A-Za-z0-9_])(?<![A-Za-z0-9][-./:])"
_NO_PLACE = r"(?![楼线门口馆厅院库桌床机柱铺仓柜]|选手|种子|球员|队员|方案|产品|车厢)"
_ALONE = r"(?![A-Za-z0-9_]|[./:]\d|-\d)"


def _chinese_word(word: str) -> str:
    before, after = NOT_AFTER.get(word), NOT_BEFORE.get(word)
    return (f"(?<![{before}])" if before else "") + word + (f"(?!{after})" if after else "")


_CHINESE = "|".join(map(_chinese_word, sorted(CHINESE, key=len, reverse=True)))
_OPENING = "".join(sorted({word[0] for word in CHINESE} | set(_NUMERALS + "第周星礼")))

_TOKEN = rf"""
    [ \t\u3000]*(?:
      (?P<english>(?<![A-Za-z0-9_@/\\])[A-Za-z]++(?:['’]s\b)?(?![0-9_@/\\]|\.[A-Za-z]))
    | (?=[0-9]){_APART}(?:
        (?P<date>\d{{4}}(?P<mark>[-/.])\d{{1,2}}(?P=mark)\d{{1,2}}
          (?:[T ]\d{{1,2}}:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?{_ALONE})
      | (?P<date_reversed>\d{{1,2}}(?P<sign>[-/.])\d{{1,2}}(?P=sign)\d{{4}}{_ALONE})
      | (?P<date_named>\d{{1,2}}-[A-Za-z]{{3,9}}-\d{{4}}{_ALONE})
      | (?P<month_of_year>\d{{4}}[-/]\d{{1,2}}{_ALONE})
      | (?P<clock>\d{{1,2}}(?::\d\d)?[ ]?[AaPp]\.?[Mm]\b|\d{{1,2}}:\d\d(?::\d\d)?{_ALONE})
      | (?P<months_zh>\d{{1,2}}[-–~～]\d{{1,2}}月份?)
      | (?P<pair_days>\d{{1,2}}[-–~～]\d{{1,2}}[日号]{_NO_PLACE}|\d{{1,2}}(?:st|nd|rd|th)[-–~]\d{{1,2}}(?:st|nd|rd|th)\b)
      | (?P<pair>\d{{1,2}}[-–~～]\d{{1,2}}{_ALONE})
      | (?P<decade_named>(?:19|20)\d0(?:s\b|年代)|[2-9]0年代)
      | (?P<ordinal>\d{{1,2}}(?:st|nd|rd|th)\b)
      )
    | (?=[0-9{_NUMERALS}第周星礼])(?:(?![0-9])|{_APART})(?:
        (?P<year_named>[12]\d{{3}}年|\d\d年(?=\d{{1,2}}月)|[〇零一二三四五六七八九]{{4}}年)
      | (?P<month_zh>{_SMALL}月(?!天|[球亮饼])份?)
      | (?P<month_day>{_SMALL}日)
      | (?P<spoken_day>{_SMALL}号{_NO_PLACE})
      | (?P<hours>{_SMALL}点(?:半|钟|[一三]刻|{_SMALL}分?)?)
      | (?P<decade_zh>[二三四五六七八九]十年代)
      | (?P<quarter_named>第?[一二三四1-4]季度)
      | (?P<ordinal_zh>第{_SMALL})
      | (?P<weekday>(?<![{_NUMERALS}几])(?:周|星期|礼拜)[一二三四五六日天])
      | (?P<number>\d{{1,4}}{_ALONE}|[{_NUMERALS}]+)
      )
    | (?P<quarter_en>\b[Qq][1-4](?![A-Za-z0-9_]))
    | (?P<chinese>{_CHINESE})
    | (?P<comma>,)
    | (?P<bracket>[()])
    | (?P<hyphen>[-–—~～])
    | (?P<other>[A-Za-z0-9_]+|[^\x00-\x7f\u2000-\u206f\u3000-\u303f\ufe10-\uffef{_OPENING}]+|[{_OPENING}])
    | (?P<stop>.)
    )
    """
_NUMBER = re.compile(rf"\d+|[{_NUMERALS}]+")


def _numeral(text: str) -> int:
    """A number written in digits or in Chinese, up to the hundreds; raises ValueError for what is none."""
    if text.isdecimal():
        return int(text)
    if not re.search("[十百]", text):
        return int("".join(str(_DIGITS[numeral]) for numeral in text))
    total = ones = 0
    for numeral in text:
        if numeral in "十百":
            total, ones = total + (ones or 1) * (10 if numeral == "十" else 100), 0
        else:
            ones = _DIGITS[numeral]
    return total + ones


def _date(_text: str, numbers: Sequence[int]) -> Meaning:
    year, month, day, *clock = numbers
    start = midnight(year, month, day)
    if clock:
        return "hour_of_date", start.replace(hour=clock[0])
    return "date", start


def _date_reversed(text: str, numbers: Sequence[int]) -> Meaning:
    """Month first with slashes, day first with dots and dashes; the other way round where only that is a date."""
    first, second, year = numbers
    month, day = (first, second) if "/" in text else (second, first)
    if month > 12:
        month, day = day, month
    return _date(text, (year, month, day))


def _date_named(text: str, numbers: Sequence[int]) -> Meaning:
    """8-May-2023."""
    sort, month = ENGLISH.get(text.split("-")[1].lower(), _NOTHING)
    if not sort.startswith("month_"):
        raise ValueError(text)
    return _date(text, (numbers[1], month, numbers[0]))


def _clock(text: str, numbers: Sequence[int]) -> Meaning:
    hour, half = numbers[0], text.lower().replace(".", "")[-2:]
    if hour > 23 or (half in ("am", "pm") and not 1 <= hour <= 12):
        raise ValueError(text)
    if half in ("am", "pm"):
        return "clock", hour % 12 + 12 * (half == "pm")
    return "clock", hour


def _hours(text: str, numbers: Sequence[int]) -> Meaning:
    """An hour of Chinese speech: below thirteen it needs a part of the day."""
    if numbers[0] > 24:
        raise ValueError(text)
    return ("clock" if numbers[0] > 12 else "hours"), numbers[0]


def _year(_text: str, numbers: Sequence[int]) -> Meaning:
    return "year_named", numbers[0] if numbers[0] > 99 else 2000 + numbers[0]


def _decade(_text: str, numbers: Sequence[int]) -> Meaning:
    number = numbers[0]
    return "decade_named", number if number > 99 else number + (1900 if number >= 30 else 2000)


def _number(_text: str, numbers: Sequence[int]) -> Meaning:
    return ("year_number" if 1900 <= numbers[0] < 2100 else "number"), numbers[0]


_MEANINGS: dict[str, Callable[[str, Sequence[int]], Meaning]] = {
    "date": _date,
    "date_reversed": _date_reversed,
    "date_named": _date_named,
    "month_of_year": lambda _text, numbers: ("month_of_year", tuple(numbers)),
    "clock": _clock,
    "hours": _hours,
    "pair": lambda _text, numbers: ("pair", tuple(numbers)),
    "pair_days": lambda _text, numbers: ("pair_days", tuple(numbers)),
    "months_zh": lambda _text, numbers: ("months_zh", tuple(numbers)),
    "decade_named": _decade,
    "decade_zh": _decade,
    "year_named": _year,
    "number": _number,
}
"""What numbers mean in each form; in the others they are what they are."""
_SORTS = {"ordinal_zh": "ordinal", "quarter_en": "quarter_named"}
_SHORT = frozenset(
    "jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun".split()
)
_ABBREVIABLE = frozenset({"month_name", "month_or_word", "short_weekday"})
_NO_NAMES = frozenset({"sat", "sun"})
_SIGNS = frozenset({"other", "stop", "comma", "bracket", "hyphen"})
_BLANK = frozenset({"other", "stop"})


@cache
def _token() -> re.Pattern[str]:
    """Compiled when first needed: most commands start without reading a date."""
    return re.compile(_TOKEN, re.VERBOSE | re.DOTALL | re.ASCII)


def tokens_in(text: str) -> list[Token]:
    """The words of time, in order; a run of other words is one `other`, a break in the sentence one `stop`."""
    found: list[Token] = []
    last, short = "", -1
    for match in _token().finditer(text.translate(FOLDED)):
        group = match.lastgroup
        assert group is not None  # every alternative is a group
        word = match[group]
        sort, value = _english(word) if group == "english" else _meaning(group, word)
        if sort == "silent" or (sort == last and sort in _BLANK):
            continue
        if group == "stop" and word == "." and match.end() == short + 1:
            continue
        if sort in _ABBREVIABLE and word.lower() in _SHORT:
            short = match.end()
        found.append(Token(sort, value, *match.span(group)))
        last = sort
    return found


def _english(word: str) -> Meaning:
    """What a word means in any case, with 's or without; "sat" and "sun" are days only as names."""
    meaning = ENGLISH.get(word.lower())
    if meaning is None and word[-2:-1] in ("'", "’"):
        meaning = ENGLISH.get(word[:-2].lower())
    return _NOTHING if meaning is None or word in _NO_NAMES else meaning


def _meaning(group: str, text: str) -> Meaning:
    if group in _SIGNS:
        return group, None
    if group == "chinese":
        return CHINESE[text]
    if group == "weekday":
        return "weekday", _DIGITS[text[-1]] - 1
    try:
        numbers = [_numeral(part) for part in _NUMBER.findall(text)]
        return _MEANINGS[group](text, numbers) if group in _MEANINGS else (_SORTS.get(group, group), numbers[0])
    except ValueError:  # no such day or hour
        return _NOTHING
