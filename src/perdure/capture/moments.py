"""When a statement is true: its dates made absolute, since when it holds, and until when, where it holds for now only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache

from perdure.text.dates import Span, inside, meant, spans_in
from perdure.text.resolved import with_resolved

PASSING = timedelta(days=3)
"""How long a statement "for now" holds that does not say how long."""
_LONGEST = 1_000
"""Characters of a statement whose times are read; what is longer is a document with times of its own."""
_DAY = timedelta(days=1)


@dataclass(frozen=True, kw_only=True, slots=True)
class Dated:
    """A statement with the absolute date behind every relative one. `expires_at` is set where it holds for now only."""

    text: str
    holds_from: datetime
    expires_at: datetime | None = None


def dated(text: str, at: datetime) -> Dated:
    """What a statement made at `at` says, with its times."""
    if len(text) > _LONGEST:
        return Dated(text=text, holds_from=at)
    spans = list(_resolved(text, at))
    return Dated(
        text=_with_dates(text, spans),
        holds_from=_holds_from(text, at),
        expires_at=_expiry(text, spans, at) if passing(text) else None,
    )


def passing(text: str) -> bool:
    """Whether a statement holds for now only."""
    return _for_now().search(text) is not None


def lies_ahead(text: str) -> bool:
    """Whether a statement speaks of something to come."""
    return _ahead().search(text) is not None


def lies_behind(text: str) -> bool:
    """Whether a statement tells of something that happened."""
    return not lies_ahead(text) and (_behind().search(text) is not None or _past_day().search(text) is not None)


def names_time(text: str, at: datetime) -> bool:
    """Whether a statement names a day or another stretch of time."""
    return bool(spans_in(text, at))


def _resolved(text: str, at: datetime) -> Iterator[Span]:
    """The spans whose place in the calendar is clear from the words around them."""
    if _yearly().search(text) is not None:
        return
    ahead, behind = lies_ahead(text), _behind().search(text) is not None
    named: Span | None = None
    for found in spans_in(text, at):
        span = _point_of(found, at)
        if span is None:
            continue
        told = (
            span if _is_fixed(span) else meant(span, named, at) if ahead else _past(span, named, at) if behind else None
        )
        if told is not None and (told.relative or told.yearless):
            yield told
        named = told or named


def _is_fixed(span: Span) -> bool:
    """Whether a span is one stretch of the calendar, and the words leave open neither its year, month nor week."""
    return span.cycle is None and not (span.relative and _is_bare(span))


def _past(span: Span, named: Span | None, at: datetime) -> Span | None:
    """Of what is told as over the latest, in the month or week that was named; None where it would not be over, or the year is open."""
    if span.yearless:
        return None
    if named is not None and named.grain == span.cycle:
        span = inside(span, named) or span
    return span if span.start <= at and span.end <= at + _DAY else None


def _point_of(span: Span, at: datetime) -> Span | None:
    """The stretch itself; of "by Friday" and 周五前 the Friday."""
    if span.grain != "open":
        return span
    inner = spans_in(_edges().sub("", span.text), at)
    if len(inner) != 1 or inner[0].grain == "open":
        return None
    return replace(inner[0], at=span.at, text=span.text)


def _is_bare(span: Span) -> bool:
    """Whether it names a part of the year, and leaves open which."""
    return _which().search(span.text) is None


def _with_dates(text: str, spans: list[Span]) -> str:
    for span in sorted(spans, key=lambda span: span.at, reverse=True):
        text = with_resolved(text, span.at[1], _told(span), wide=_wide().search(span.text) is not None)
    return text


def _told(span: Span) -> str:
    """A stretch as ISO dates, as short as it can be said."""
    first, last = span.start, span.end - timedelta(microseconds=1)
    if span.grain in ("hour", "part") or last - first < _DAY:
        return f"{first:%Y-%m-%d}"
    if span.grain == "year" and first.year == last.year:  # also 年底, which is no certain number of days
        return f"{first:%Y}"
    if (first.month, first.day, last.month, last.day) == (1, 1, 12, 31):
        return f"{first:%Y} – {last:%Y}"
    if first.day == 1 and span.end.day == 1:
        whole = f"{first:%Y-%m}"
        return whole if (first.year, first.month) == (last.year, last.month) else f"{whole} – {last:%Y-%m}"
    return f"{first:%Y-%m-%d} – {last:%Y-%m-%d}"


def _holds_from(text: str, at: datetime) -> datetime:
    """Since when: where it says so ("since 2019"), else since it was said. A change "last month" counts from when it was told,
    or it would lose against what was said of the time before it a day earlier."""
    for span in spans_in(text, at):
        if span.grain == "open" and span.end > at >= span.start and _since().search(span.text):
            return span.start
    return at


def _expiry(text: str, spans: list[Span], at: datetime) -> datetime:
    ends = [span.end for span in spans if span.end > at]
    lasts = _lasting().search(text)
    if lasts is not None:
        return at + _duration(lasts)
    return max(ends) if ends and not _vague().search(text) else at + PASSING


_NUMBERS = {
    word: number
    for number, words in enumerate(("", "a an one 一", "two couple 两 二 俩", "three few 三 几", "four 四", "five 五", "six 六", "seven 七"))
    for word in words.split()
}  # fmt: skip
_UNITS = {"day": 1, "night": 1, "week": 7, "month": 30, "天": 1, "晚": 1, "周": 7, "星期": 7, "礼拜": 7, "月": 30}


def _duration(lasts: re.Match[str]) -> timedelta:
    number, unit = (found.removeprefix("a ") for found in lasts.groups() if found is not None)
    count = int(number) if number.isdecimal() else _NUMBERS.get(number.lower(), 3)
    return timedelta(days=min(count, 400) * _UNITS[unit.lower()])


@cache
def _wide() -> re.Pattern[str]:
    return re.compile(r"[\u3400-\u9fff]")


@cache
def _edges() -> re.Pattern[str]:
    """The words that make a point in time an open stretch."""
    return re.compile(
        r"^(?:by|until|till|before|since|from|after|starting|up to|直到|自从|自|从|截至|截止到?|到)\s*|\s*(?:之?前|以前|为止|之?后|以后|起|开始|以来|onwards?|on)$",
        re.IGNORECASE,
    )


@cache
def _which() -> re.Pattern[str]:
    """What says which weekday or weekend is meant."""
    return re.compile(
        r"\b(?:last|next|this|past|coming|yesterday|today|tonight|tomorrow|ago|later|in|now|current|day (?:after|before))\b|"
        r"[上下这這本今明昨]|[前后後]天|大[前后]天|去年|前年|后年|(?:天|周|月|年|星期|小时)[之以]?[前后]$|\d+[天周年]|现在|目前",
        re.IGNORECASE,
    )


@cache
def _yearly() -> re.Pattern[str]:
    """What comes every year, or every week: its day needs no year."""
    return re.compile(
        r"\b(?:birthday|anniversary|born|every|each|usually|always)\b|\bmon(?:day)?(?: to | through |[-–])fri(?:day)?\b|周一[到至]周五|生日|纪念日|出生|每[年周月个]|周末(?:才|都|会)|平时|一般|总是|通常",
        re.IGNORECASE,
    )


@cache
def _ahead() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:by|until|till|before|due|deadline|will|going to|gonna|planned|scheduled|booked|appointment|set for|starts?|ends?|leav\w+|flying|fly|moving|arriv\w+|"
        r"coming|have (?:an?|my|the|to)|need to|needs to|must|promise\w*|agreed|meeting|exam|interview|next step|launch\w*|plan\w*|want to|has to|hand in|submit|postponed|"
        r"moved to|pushed (?:back )?to|finals|wedding|marathon|training for|starting|expecting|remind|expir\w+|visit(?:ing)?|getting|travell?ing)\b|"
        r"\b(?:i|we|he|she|they|it|you|that|there)'ll\b|\b(?:i'm|we're|they're|he's|she's|i am|we are) (?!\w+ed\b)\w+ing\b|\bis on\b|"
        r"前|截止|到期|(?<![不需重主只想])要(?![求是不])|(?<![不机])会(?=[在去来有把给议开跟和参做])|将|打算|准备|计划|安排|约在|约了|约好|定在|订了|答应|下一步|出发|飞|搬去|搬到|开始(?!了)|"
        r"^(?!.*(?:[了过]|刚)).*去[^，。]{0,8}(?:出差|旅游|旅行|度假|探亲)(?![的时])|提醒|过期(?!了?[\s\W]*$)|开学|考试|面试|开会|交付|提交|上线|演示|预约|即将|deadline|ddl|推迟到|改到|延到|提前到|备战|备考|为止|直到|在等|过来|回来(?!了)",
        re.IGNORECASE,
    )


@cache
def _behind() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:\w{2,}ed|was|were|did|had|went|ran|got|bought|saw|met|made|wrote|sent|took|came|gave|found|lost|won|left|broke|sold|swam|"
        r"ate|drank|began|became|told|spent|taught|read|flew|paid|quit|built|caught|fell|felt|heard|kept|knew|drove|slept)\b|了|过(?![敏去来程])|刚",
        re.IGNORECASE,
    )


@cache
def _past_day() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:yesterday|ago|last (?:week|month|year|night|\w+day))\b|昨[天晚]|前天|上上?个?(?:周|星期|礼拜|月)|去年|前年",
        re.IGNORECASE,
    )


@cache
def _since() -> re.Pattern[str]:
    return re.compile(r"^(?:since|from|starting|自|从)|起$|开始$|以来$", re.IGNORECASE)


@cache
def _for_now() -> re.Pattern[str]:
    states = r"(?:in|at|on|away|staying|working|visiting|out|travell?ing|off|busy|sick|covering|house-?sitting|stuck in|home|wearing|using|eating|living)"
    nows = r"(?:this (?:week|weekend|month|morning|afternoon|evening)|today|tonight|right now|at the moment|until|till|for (?:the next )?(?:a|an|one|two|three|four|a few|\d+) (?:days?|weeks?|nights?)|for a (?:bit|while))"
    return re.compile(
        rf"\b(?:for now|for the moment|for the time being|temporarily|this once|just (?:for )?(?:today|tonight|this week|once)|only (?:for )?(?:today|this week))\b|"
        rf"(?:'m|'re|'s|\bam|\bare|\bis) (?:currently |still |only |mostly )?(?:{states}) .{{0,60}}\b(?:{nows})\b|^(?:this week|today|until \w+),? (?:i|we|my \w+)(?:'m|'re| am| are| is)\b|\bout of (?:office|town)\b|"
        r"暂时|临时|暂且|今天先|这一?次(?:先|就)|先(?:用|住|吃|这样|借|凑合).{0,16}(?:吧|着|一阵|几天|段时间|凑合)|"
        r"(?:这(?:几|两|三)?(?:天|周|星期|个?礼拜|阵子|段时间|个月|些天)|本周|今天|今晚|近期|现在|目前).{0,8}(?:在.{1,10}出差|出差|请假|休假|放假|不在|住在?酒店|借住|在外地|居家|加班|隔离|生病|感冒|陪护|值班|休息)|"
        r"(?:住|待|呆|出差|请假|休假|忙|用|借住)到",
        re.IGNORECASE,
    )


@cache
def _vague() -> re.Pattern[str]:
    """Spans that do not say when they end."""
    return re.compile(r"这几天|这两天|这阵子|这段时间|近期|现在|目前|right now|at the moment", re.IGNORECASE)


@cache
def _lasting() -> re.Pattern[str]:
    return re.compile(
        r"\bfor (?:the next |another |about )?(a few|a couple|an?|one|two|three|four|five|six|seven|\d{1,3})(?: of)? (day|night|week|month)s?\b|"
        r"(?:住|待|呆|出差|请假|休假?|用|休息|借)(?:了)?([一二两三四五六七几]|\d{1,3})(?:个)?(天|晚|周|星期|礼拜|月)",
        re.IGNORECASE,
    )
