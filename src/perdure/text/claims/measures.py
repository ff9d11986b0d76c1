"""The measures of a text, each with its kind: dates, times, numbers with whatever they count, codes and addresses."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from perdure.text.analyzer import stem
from perdure.text.claims.numerals import written_digits
from perdure.text.claims.values import LENGTHS, MONEY, WEIGHTS, marked, unit_of

Measure = tuple[str, str]
"""A kind (`month`, `clock`, `number mg`, `code`) and a value."""
Span = tuple[int, int]


@cache
def _codes() -> re.Pattern[str]:
    """What is no number although it has digits."""
    return re.compile(
        r"(?P<email>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)"
        r"|(?P<ip>(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?![\w.]))"
        r"|(?P<version>(?<![\w.])v?\d+\.\d+\.\d+[\w.-]*|(?<![\w.])v\d+(?:\.\d+)*(?![\w.]))"
        r"|(?P<phone>(?<![\w-])\+?\d[\d -]{8,}\d(?![\w-])|(?<![\w-])\+?\d{3,4}[ -]\d{3,4}[ -]\d{4}(?![\w-])|(?<!\d)1\d{10}(?!\d))"
        r"|(?P<code>(?<![\w-])(?=[a-z-]*\d)(?=\d*[a-z-]*[a-z])(?!\d+(?:st|nd|rd|th|am|pm|k|m|kg|cm|km|mm|lb|lbs|mg|ml|gb|tb|mb|min|h|hr|hrs|x|ft|in|l|g|s|p|px|ms)\b)[a-z0-9]+(?:-[a-z0-9]+)*(?![\w-]))",
        re.ASCII,
    )


_UNIT = re.compile(r"\s?(?P<zh>[\u3400-\u9fff]{1,2})|[\s-]?(?P<en>[a-z%]+)")
_GROUPS = {unit: name for name, units in (("money", MONEY), ("weight", WEIGHTS), ("length", LENGTHS)) for unit in units}
_COUNTS = re.compile(
    r"毫克|微克|毫升|克|公斤|码|次|片|粒|杯|瓶|包|根|支|人|位|名|层|楼|号|平|度|公里|页|字|条|个|台|节|门|门课|班|年级|期|章|本|箱|盒|斤|分|级|万|亿|倍|股|票|套|间|室|栋|单元|座|排|步|组|遍|口|版"
)
_KINDS = {"@y": "year", "@m": "month", "@d": "day", "@w": "weekday", "@t": "clock"}
_NO_UNIT = frozenset(
    "a an the on in at for to of and or per is are was with now by from but so as if not i we my our instead please again since".split()
)


@lru_cache(maxsize=4_096)
def measures(lower: str) -> tuple[tuple[Span, Measure], ...]:
    """The measures of a clause in lower case, in digits, with where they stand in `in_digits`."""
    text = in_digits(lower)
    found: list[tuple[Span, Measure]] = []
    for match in _codes().finditer(text):
        kind = match.lastgroup or "code"
        found.append((match.span(), (kind, re.sub(r"\W", "", match.group()) if kind == "phone" else match.group())))
    for (start, end), _ in found:
        text = text[:start] + "·" * (end - start) + text[end:]
    for span, terms in marked(text)[0]:
        if _not_a_year(terms, text, span):
            continue
        dated = [(_KINDS[term[:2]], term[2:]) for term in terms if term[:2] in _KINDS and term not in ("@pm", "@am")]
        found += [(span, measure) for measure in dated]
        if dated:
            text = text[: span[0]] + "·" * (span[1] - span[0]) + text[span[1] :]
    found += [(match.span(), _number(match, text)) for match in _NUMBER.finditer(text)]
    return tuple(sorted(found))


def _not_a_year(terms: list[str], text: str, span: Span) -> bool:
    """Whether four digits are a number: "2000", with no word for a year."""
    year = len(terms) == 1 and terms[0].startswith("@y") and not text[span[0] : span[1]].endswith("年")
    return year and _YEAR_BEFORE.search(text[: span[0]]) is None


_YEAR_BEFORE = re.compile(r"\b(?:in|since|until|till|by|of|expires?|from|year)\s+$")


@lru_cache(maxsize=4_096)
def in_digits(lower: str) -> str:
    """A clause with its numbers in digits."""
    return written_digits(lower)


_NUMBER = re.compile(r"(?P<sign>[$€£¥])?\s?(?<![a-z0-9_.·-])(?P<number>\d+(?:\.\d+)?)", re.ASCII)


def _number(match: re.Match[str], text: str) -> Measure:
    """A number and what it counts: a known unit by its sort, any other by its word."""
    number = match["number"].removesuffix(".0")
    after = _UNIT.match(text, match.end())
    word = "" if after is None else after["en"] or after["zh"]
    known = unit_of(match["sign"] or "") or unit_of(word) or unit_of(word[:1] if not word.isascii() else "")
    if known is not None:
        return f"number {_GROUPS.get(known, known)}", f"{number} {known}"
    counted = _COUNTS.match(word)
    if counted is not None:
        return f"number {counted.group()}", number
    return (f"number {stem(word)}", number) if word.isascii() and word not in _NO_UNIT and word else ("number", number)
