"""A noun that the lexicon does not have, set to a value: "the office is on floor 9", 账期是45天, "my passport expires in 2031"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from perdure.text.claims.attribute import one
from perdure.text.claims.clauses import Clause
from perdure.text.claims.nouns import MOVES
from perdure.text.claims.people import SELF, kin_en, mention_zh
from perdure.text.claims.subject import Subject
from perdure.text.claims.takes import trimmed
from perdure.text.claims.told import Told, which
from perdure.text.claims.values import read_value

_NP = r"(?P<np>(?:[a-z][\w-]* ){0,3}?[a-z][\w-]*)"
_DET = r"(?P<det>(?i:my|our|the)|(?:(?i:my|our|his|her) )?[A-Za-z][\w-]*['’]s)"


@cache
def _english() -> tuple[re.Pattern[str], ...]:
    lead = r"^(?:(?i:actually|so|and|but|now|sorry|oh|also|fyi|note that|remember that|please note that|i think|i said)[,:]? )*"
    of = r"(?P<of> (?:of|for) (?:(?:the|my|our) )?(?:[\w-]+ ){0,2}?[\w-]+)?"
    now = r"(?P<adv>(?: (?:now|actually|still|only|always|currently))*)"
    return tuple(
        re.compile(form)
        for form in (
            rf"{lead}{_DET} {_NP}{of} (?P<verb>expires?|starts?|begins?|meets?|ends?|opens?|closes?|leaves?|departs?|arrives?|runs out|renews?|is due|costs?|takes?|weighs?){now}(?: (?:at|on|in|until|from|by))? (?P<v>[^\s].{{0,40}})$",
            rf"{lead}{_DET} {_NP}{of} (?P<be>is|are|was|has been|will be|got|'s){now}(?: (?P<move>{MOVES})(?: (?:back|forward|up|down))?(?: from (?P<from>[\w ]+?))? to)?(?: (?P<prep>on|in|at|with|by|for|from))? (?P<v>[^\s].{{0,60}})$",
            rf"{lead}{_DET} {_NP}{of} (?P<be>has|have)? ?(?P<move>changed|moved|switched|slipped|shifted)(?: from (?P<from>[\w ]+?))? to (?P<v>[^\s].{{0,60}})$",
            rf"^.{{0,30}}\b(?P<move>changed|switched|moved|raised|updated|renamed|set|lowered|bumped|extended) (?P<det>my|our|the) {_NP}(?: from (?P<from>[\w ]+?))? to (?P<v>[^\s].{{0,60}})$",
            r"^(?P<np>[A-Z][a-z]+(?: [a-z]+){0,2}) (?P<be>are|is)(?P<adv>(?: now)*) (?P<v>\d[\w .%]*)$",
            r"^(?P<np>[A-Z][a-z]+ [a-z]+) (?P<verb>meets?|starts?|begins?|ends?)(?P<now> now)? (?:at|on) (?P<v>[^\s].{0,40})$",
        )
    )


_MOVED = "改成|改为|改到|改在|换成|变成|调整为|调到|涨到|降到|推迟到|提前到|搬到|挪到|升到|减到|加到|换到|迁到|迁移到|移到|更新为|升级到|延期到|延到"


@cache
def _chinese() -> tuple[re.Pattern[str], ...]:
    return (
        re.compile(
            rf"^(?P<np>[\u3400-\u9fffA-Za-z]{{2,12}}?)(?:(?P<adv>现在|已经|目前)|其实|应该)*(?:从(?P<from>[^，。]{{1,10}}?))?(?:(?P<move>{_MOVED})了?|(?P<be>是|为|在|：))(?P<v>[^，。是]{{1,20}})$"
        ),
        re.compile(
            r"^(?P<np>[\u3400-\u9fffA-Za-z]{2,10}?)(?:(?P<adv>现在|改为)|其实|应该|是)*(?P<v>[\d一二三四五六七八九十周星上下早晚][^，。是]{1,14}?)(?P<verb>到期|过期|开始|结束|开门|关门|出发|生效|聚|碰头|集合|开学|放假|发货)了?$"
        ),
    )


_NAME = re.compile(r"(?:[A-Z][\w'’.-]*)(?: (?:[A-Z][\w'’.-]*|de|van|von|of))*$")
_VAGUE_EN = frozenset(
    "weather temperature time score day week today tomorrow moment last first next reason problem point thing fact idea question answer best worst one second third only rest average "
    "probability sum area result value total number length side angle base difference ratio code error output response following other most main key issue plan goal".split()
)
"""Nouns that mean another thing each time, unless a word before them says which."""
_VAGUE_ZH = re.compile(
    r"^(?:这|那|今天|明天|昨天|第|什么|怎|哪|谁|它|他|她|你|可能|总共|一个|有|没|不|就|最|每|我觉得|感觉|希望|时间$|问题|原因|结果|天气|温度|气温|最后)|我(?!们?的)|[说想看觉是到去了]"
)
_VERBS = {
    "begin": "start",
    "begins": "start",
    "starts": "start",
    "start": "start",
    "开始": "start",
    "leaves": "leave",
    "departs": "leave",
}
_NUMERAL = re.compile(r"[a-z]+(?:[- ][a-z]+)?|[一二两三四五六七八九十百千万]+")
_NOT_NP = re.compile(
    r"\b(?:says?|said|that|it|i|he|she|they|we|you|which|who|think|thinks|told|shows?|if|when|and|is|are|was|to|has|have|not|'s)\b"
)
_LOOSE_LONGEST = 3


def open_told(clause: Clause) -> Iterator[Told]:
    """What is told of a noun by its own words; both the words and the shape of the value must match to be about the same."""
    forms = _english() if clause.text.isascii() else _chinese()
    match = next((found for form in forms if (found := form.match(clause.text)) is not None), None)
    if match is None:
        return
    groups = match.groupdict()
    noun = (groups["np"] or "").lower()
    if not noun or _vague(noun, groups) or noun.split()[-1] in kin_en():
        return
    subject, noun = _owner(groups, noun)
    if subject is None or not noun:
        return
    raw = trimmed(groups["v"].strip(" .。"))
    value = read_value(raw, numeric=_NUMERAL.fullmatch(raw) is not None)
    exact = bool(value.marks) or _NAME.fullmatch(raw) is not None
    if not value.terms or len(value.terms) > 10 or (not exact and (len(raw.split()) > _LOOSE_LONGEST or len(raw) > 24)):
        return
    verb = groups.get("verb")
    words = [*sorted(which(noun, groups.get("of") or "")), *([_VERBS.get(verb, verb)] if verb else [])]
    if not words:
        return
    change = bool(
        groups.get("move")
        or groups.get("adv") in ("现在", "已经", "目前", "改为")
        or "now" in (groups.get("adv") or "")
        or groups.get("now")
    )
    attribute = one(" ".join(["the", *words]), importance=0.45 if exact else 0.3, loose=not exact)
    yield Told(
        attribute=attribute,
        subject=subject,
        value=value,
        change=change,
        sure=exact or change or clause.fresh,
        past=groups.get("be") == "was" and not groups.get("move"),
        span=match.span(),
    )


def _vague(noun: str, groups: dict[str, str | None]) -> bool:
    if noun.isascii():
        return _NOT_NP.search(noun) is not None or (" " not in noun and noun in _VAGUE_EN and not groups.get("of"))
    return _VAGUE_ZH.search(noun) is not None


def _owner(groups: dict[str, str | None], noun: str) -> tuple[Subject | None, str]:
    det = groups.get("det") or ""
    if not noun.isascii():
        noun = re.sub(r"^(?:我们?的?|咱们?的?|本|该)", "", noun)
        if (found := mention_zh().match(noun)) is not None and (found["free"] or found["bound"] or found["title"]):
            return None, noun
        return Subject(name=SELF), noun.removesuffix("的")
    if det.lower().endswith(("'s", "’s")):
        name = det[:-2].lower().rsplit(" ", 1)[-1]
        return Subject(name=kin_en().get(name, name)), noun
    return Subject(name=SELF), noun
