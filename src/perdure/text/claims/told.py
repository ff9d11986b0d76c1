"""What a clause was found to tell, before it is made a claim."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache, lru_cache

from perdure.text.claims.attribute import Attribute
from perdure.text.claims.subject import Subject
from perdure.text.claims.values import Value, read_value


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """An attribute of a subject, and the value that it is said to have; `of`, `instead` and the rest as in a claim."""

    attribute: Attribute
    subject: Subject
    value: Value | None = None
    of: frozenset[str] = frozenset()
    instead: frozenset[str] = frozenset()
    change: bool = False
    denied: bool = False
    past: bool = False
    passing: bool = False
    final: bool = False
    """It ended for good: "quit", "sold", 戒了."""
    sure: bool = True
    span: tuple[int, int] = field(default=(0, 0), compare=False)
    """Where it stands in the clause."""


@cache
def _listing() -> re.Pattern[str]:
    return re.compile(
        r"\s*(?:、|,\s*(?:and |or )?|，|;)\s*|\s+(?:and|or|&|as well as)\s+|(?<=[\u3400-\u9fff])(?:和|以及|还有|跟|与|及)(?=[\u3400-\u9fff])"
    )


def listed(raw: str) -> list[str]:
    """The parts of a list: "tea, coffee and cake"."""
    return [part for part in _listing().split(raw) if part and part.strip()][:6]


_PLAIN = frozenset(
    "new current own direct present exact real favourite favorite actual now latest final main total overall monthly official old next first own full whole "
    "updated revised correct preferred default usual regular other entire".split()
) - {"main", "monthly"}
_SMALL = re.compile(
    r"(?:^|(?<=[^\w]))(?:the|a|an|my|our|his|her|their|your|its|this|that|for|of|on|at|in|to|with|and|"
    + "|".join(_PLAIN)
    + r")(?=\W|$)|"
    r"这(?:次|个|本|份|篇|台|趟)?|那(?:次|个)?|本次|该|新的?|现在的?|目前的?|我们的?|我的?|咱们的?|家里|家的?|个|的|了|把|将|和|与|跟|已|就|也|都|还|平时|最新|目前|现在|其实|对|给|为|上|里|今年|明年|现|用",
)


def which(*texts: str) -> frozenset[str]:
    """The terms that tell which one of several is meant."""
    return _which(" ".join(filter(None, texts)).strip())


_AWAY = re.compile(r"\bfrom (?=[a-z])")
"""The flight from a place is not the flight to it."""


@lru_cache(maxsize=4_096)
def _cached(text: str) -> frozenset[str]:
    plain = _SMALL.sub(" ", _AWAY.sub("away", text))
    return read_value(plain.strip()).terms - _PLAIN if plain.strip() else frozenset()


_MEASURE = re.compile(
    r"\b(?:time|date|number|meeting|price|costs?|doctor|physician|owner|lead|person in charge|venue|location|place)\b|负责人|(?:会议|开会|的?(?:时间|日期|地点|价格|费用|号码?))$|^会议|^价格|^费用|^成本|^时间|^医生"
)
"""Words of a noun that do not tell which one of several is meant."""


def each_of(noun: str) -> frozenset[str]:
    """The terms of a noun that is one of its own: `dentist`, of a dentist appointment."""
    return which(_MEASURE.sub("", noun).strip())


def _which(text: str) -> frozenset[str]:
    return _cached(text[:60]) if text else frozenset()
