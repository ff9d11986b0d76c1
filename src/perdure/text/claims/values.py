"""Values, so written that the same value is the same text: numbers in digits, dates, times and units in one form."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache

from perdure.text.analyzer import content_terms
from perdure.text.claims.numerals import written_digits

MONTHS = "january february march april may june july august september october november december".split()
_MONTH_OF = {name: at for at, name in enumerate(MONTHS, start=1)} | {
    name[:3]: at for at, name in enumerate(MONTHS, start=1)
}
_MONTH_OF["sept"] = 9
_MONTH = "|".join(sorted(_MONTH_OF, key=len, reverse=True))
_DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_DAY_OF = {name: at for at, name in enumerate(_DAYS, start=1)} | {
    name[:3]: at for at, name in enumerate(_DAYS, start=1)
}
_DAY_OF |= (
    {"tues": 2, "thur": 4, "thurs": 4} | {char: at for at, char in enumerate("一二三四五六日", start=1)} | {"天": 7}
)

_UNITS = {
    "kg": "kg kgs kilo kilos kilogram kilograms 公斤 千克",
    "jin": "斤 市斤",
    "lb": "lb lbs pound pounds 磅",
    "cm": "cm 厘米 公分 centimetres centimeters",
    "metre": "米 metre metres meter meters",
    "inch": "inch inches 寸 英寸",
    "km": "km 公里 千米 kilometres kilometers",
    "mile": "mile miles 英里",
    "cny": "元 块 块钱 圆 rmb cny yuan 人民币 元钱 ¥",
    "usd": "dollar dollars usd 美元 美金 刀 $",
    "eur": "euro euros eur 欧元 欧 €",
    "gbp": "gbp 英镑 £",
    "year": "岁 周岁 years_old",
    "hour": "hour hours hrs 小时 个小时 钟头",
    "minute": "minute minutes min mins 分钟",
    "day": "day days 天",
    "week": "week weeks 周 星期 个星期",
    "month": "month months 个月",
    "%": "percent 百分之 %",
    "floor": "floor 楼 层",
}
_UNIT_OF = {word: unit for unit, words in _UNITS.items() for word in words.split()}


def unit_of(word: str) -> str | None:
    """The unit that a word or a sign stands for."""
    return _UNIT_OF.get(word)


WEIGHTS = frozenset({"kg", "jin", "lb"})
MONEY = frozenset({"cny", "usd", "eur", "gbp"})
LENGTHS = frozenset({"cm", "metre", "inch"})
_WORD_UNITS = "|".join(sorted((word for word in _UNIT_OF if word.isascii() and word.isalpha()), key=len, reverse=True))
_SIGN_UNITS = "|".join(
    sorted((re.escape(word) for word in _UNIT_OF if not (word.isascii() and word.isalpha())), key=len, reverse=True)
)

_PM, _AM = "晚上 下午 傍晚 夜里 夜晚 今晚 中午 半夜".split(), "早上 上午 清晨 凌晨 早晨 一早".split()
_HALF = "|".join((*_PM, *_AM))


@dataclass(frozen=True, slots=True)
class Value:
    """A value and its terms. A term that begins with a mark (#, @, ~) is a number, a date or time, or a unit."""

    text: str
    terms: frozenset[str]
    head: str

    @property
    def marks(self) -> frozenset[str]:
        """Its numbers, dates and times."""
        return frozenset(term for term in self.terms if term[0] in "#@")

    @property
    def units(self) -> frozenset[str]:
        """The units of its numbers."""
        return frozenset(term[1:] for term in self.terms if term[0] == "~")


@cache
def _grammar() -> re.Pattern[str]:
    """Dates, times, numbers with their units; compiled when first needed."""
    return re.compile(
        rf"""
        (?P<iso>(?P<y1>\d{{4}})[-/.年]\s?(?P<m1>\d{{1,2}})(?:[-/.月]\s?(?P<d1>\d{{1,2}})\s?[日号]?|月份?)(?!\d))
      | (?P<zh>(?P<m2>\d{{1,2}})\s?月(?:份|(?P<d2>\d{{1,2}})\s?[日号]?)?)
      | (?P<md>\b(?P<m3>{_MONTH})\b\.?(?:\s(?:the\s)?(?P<d3>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:))?(?:,?\s(?:of\s)?(?P<y3>(?:19|20)\d\d))?)
      | (?P<dm>\b(?P<d4>\d{{1,2}})(?:st|nd|rd|th)?\s(?:of\s)?(?P<m4>{_MONTH})\b(?:,?\s(?P<y4>(?:19|20)\d\d))?)
      | (?P<day>(?:周|星期|礼拜)(?P<w1>[一二三四五六日天])|\b(?P<w2>{"|".join(_DAYS)}|mon|tues?|wed|thur?s?|fri)s?\b)
      | (?P<clock>(?P<half>{_HALF})?\s?(?:\b|(?<=[^\d]))(?:(?P<h1>\d{{1,2}})[:点](?P<n1>\d\d)(?!\d)分?|(?P<h2>\d{{1,2}})点(?P<n2>半|一刻|三刻|\d{{1,2}}分?)?钟?)
          (?:\s?(?P<ap1>[ap])\.?m\b\.?)?)
      | (?P<hour>\b(?P<h3>\d{{1,2}})\s?(?:(?P<ap2>[ap])\.?m\b\.?|o'?clock\b))
      | (?P<dom>\b(?P<d5>\d{{1,2}})(?:st|nd|rd|th)\b|(?<!\d)(?P<d6>\d{{1,2}})[日号](?![码线])(?!\d))
      | (?P<year>(?<!\d)(?P<y5>(?:19|20)\d\d)(?!\d)(?:年)?(?!\s?(?:{_WORD_UNITS})\b|{_SIGN_UNITS}))
      | (?P<money>[$€£¥]\s?)?(?P<number>(?<![\w.])\d+(?:\.\d+)?)\s?(?:(?P<unit>(?:{_WORD_UNITS})\b|{_SIGN_UNITS}))?-?(?P<inch>(?<=-)inch\b)?
        """,
        re.VERBOSE | re.IGNORECASE,
    )


def _date(year: str | None, month: str | None, day: str | None) -> list[str]:
    """The terms of a date: each part one, so that a date says more than its month, and two days never are alike."""
    parts = [("@y", year), ("@m", month), ("@d", day)]
    return [
        mark + (str(int(part)) if part.isdecimal() else str(_MONTH_OF[part.lower()])) for mark, part in parts if part
    ]


def _clock(hour: str, minute: str | None, half: str | None) -> list[str]:
    """The terms of a time of day: on the face of the clock, and which half of the day where that is said."""
    at = int(hour)
    minutes = {"半": 30, "一刻": 15, "三刻": 45, None: 0, "": 0}.get(minute)
    if minutes is None:
        minutes = int((minute or "0").rstrip("分"))
    afternoon = at > 12 or half in _PM or (half or "").lower() == "p"
    morning = half in _AM or (half or "").lower() == "a"
    halves = ["@pm"] if afternoon else ["@am"] if morning else []
    return [f"@t{at % 12}:{minutes:02d}", *halves]


def _number(found: dict[str, str | None]) -> list[str]:
    number = (found["number"] or "").removesuffix(".0")
    unit = found["unit"] or (found["money"] or "").strip() or found["inch"]
    return [f"#{number}", *([f"~{_UNIT_OF[unit.lower()]}"] if unit else [])]


_READERS: dict[str, Callable[[dict[str, str | None]], list[str]]] = {
    "iso": lambda found: _date(found["y1"], found["m1"], found["d1"]),
    "zh": lambda found: _date(None, found["m2"], found["d2"]),
    "md": lambda found: _date(found["y3"], found["m3"], found["d3"]),
    "dm": lambda found: _date(found["y4"], found["m4"], found["d4"]),
    "day": lambda found: [f"@w{_DAY_OF[(found['w1'] or found['w2'] or '').lower()]}"],
    "clock": lambda found: _clock(
        found["h1"] or found["h2"] or "", found["n1"] or found["n2"], found["half"] or found["ap1"]
    ),
    "hour": lambda found: _clock(found["h3"] or "", None, found["ap2"]),
    "dom": lambda found: _date(None, None, found["d5"] or found["d6"]),
    "year": lambda found: _date(found["y5"], None, None),
    "number": _number,
}
"""What each form of date, time or number says."""


def _marks(match: re.Match[str]) -> list[str]:
    """The terms that one date, time or number makes."""
    found = match.groupdict()
    return next(read(found) for name, read in _READERS.items() if found[name])


_PAIR = re.compile(r"[\u3400-\u9fff]{1,2}(?=\W*$)")
_SPACES = re.compile(r"\s+")
_HAS_NUMBER = re.compile(rf"\d|\b(?:{_MONTH}|{'|'.join(_DAYS)})s?\b|[周期拜][一二三四五六日天]", re.IGNORECASE)


def marked(text: str) -> tuple[list[tuple[tuple[int, int], list[str]]], str]:
    """Every date, time and number of a text in digits: where it stands, and its terms; and the text without them."""
    found: list[tuple[tuple[int, int], list[str]]] = []
    rest: list[str] = []
    end = 0
    for match in _grammar().finditer(text):
        rest.append(text[end : match.start()])
        end = match.end()
        found.append((match.span(), _marks(match)))
    return found, " ".join([*rest, text[end:]])


@lru_cache(maxsize=8_192)
def read_value(raw: str, *, numeric: bool = False) -> Value:
    """The value that a stretch of folded text is; `numeric` where numerals in words are meant as numbers."""
    text = written_digits(raw, every=numeric)
    marks: list[str] = []
    if _HAS_NUMBER.search(text):
        found, text = marked(text)
        marks = [mark for _, each in found for mark in each]
    words = content_terms(text)
    plain = _SPACES.sub(" ", text).strip(" -,.·")
    head = _head(plain, words) or (marks[0] if marks else "")
    canonical = " ".join(filter(None, [plain.lower(), *dict.fromkeys(marks)]))
    return Value(canonical, frozenset((*words, *marks)), head)


def _head(text: str, words: list[str]) -> str:
    """The word that a value is a case of: the last one, whole; of Chinese the last pair of characters."""
    if not words or not text:
        return ""
    last = text.rsplit(" ", 1)[-1]
    if (pair := _PAIR.search(last)) is not None:
        return pair.group()
    return next(iter(content_terms(last)), words[-1])


def time_value(raw: str) -> Value:
    """A time of day, where a bare number is one too: "eleven"."""
    text = written_digits(raw, every=True)
    return read_value(re.sub(r"(?<![\d:.#$])(\d{1,2})(?![\d:点月日.%]|\s?[ap]\.?m\b)", r"\1:00", text))
