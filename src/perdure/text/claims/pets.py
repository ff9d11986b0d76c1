"""Clauses about a pet, and those behind them that leave it out: 我的猫叫团子，三岁了."""

from __future__ import annotations

import re
from enum import Enum, auto

PET = "pet"
"""The subject that a pet is."""

_ZH = "狗|猫|兔|仓鼠|鹦鹉|乌龟|金毛|柯基|泰迪|哈士奇|边牧|拉布拉多|布偶|英短|龙猫|宠物|毛孩子"
_EN = "dog|cat|puppy|kitten|rabbit|hamster|parrot|turtle|retriever|corgi|poodle|husky|labrador|mutt|pet"


class Pet(Enum):
    """How a clause speaks of a pet: it is about it, or it ends with it."""

    TOLD_OF = auto()
    NAMED = auto()


_ABOUT = re.compile(
    rf"^(?:(?:我们?|咱们?)家?的?|家里的?)(?:这|那)?[一两只条个]{{0,2}}[^，。养有买领捡喂给带]{{0,4}}?(?:{_ZH})(?:咪|狗|子|猫)?(?![粮砂窝食包牌绳罐厂舍展])"
    rf"|^(?:\w+,? )?(?:my|our) (?:[\w-]+ ){{0,2}}?(?:{_EN})(?:'s name)? (?:[a-z-]+ ){{0,2}}?(?:is|was|has|[a-z]+s)\b"
)
_ENDS_WITH = re.compile(
    rf"(?:养|有|买|领|捡).{{0,10}}(?:{_ZH})[^，。]{{0,8}}$|\b(?:have|has|got|adopted|keep) (?:an?|two|our|my) (?:[\w-]+ ){{0,3}}?(?:{_EN})\b"
)
_OPENS = re.compile(r"^(?:and |so )?(?:my|our) (?!name\b|job\b)[a-z -]+ (?:is|was|has)\b")
_THIRD_PERSON = re.compile(
    r"^(?:(?:and|also|then|now|but) )*(?:is|isn't|was|has|hasn't|does|doesn't|lives|works|eats|likes|loves|hates|drinks|sleeps|goes|comes|"
    r"weighs|wears|plays|sits|runs|needs|wants|prefers)\b"
)
_AGE_OR_SORT = re.compile(
    r"^(?:今年|现在|已经|才|都|也|快|刚|马上)*(?:(?:\d+|[一二两三四五六七八九十半]+)个?(?:多)?(?:岁|月大)|是?[一]?[只条]|是?[公母]的)|^(?:名字|名|它)?叫"
)
_OWN = re.compile(r"我|咱|俺|本人")


def pet_in(lower: str) -> Pet | None:
    """How a clause speaks of a pet of somebody's."""
    if _ABOUT.search(lower):
        return Pet.TOLD_OF
    return Pet.NAMED if _ENDS_WITH.search(lower) else None


def opens_with(lower: str) -> bool:
    """Whether a clause is about a thing of the speaker's: "my car is a Volvo"."""
    return _OPENS.match(lower) is not None


def goes_on(lower: str, pet: Pet) -> bool:
    """Whether a clause goes on about the one before: it has no subject of its own, and what it says is not of the speaker."""
    if lower.isascii():
        return _THIRD_PERSON.match(lower) is not None
    return _OWN.search(lower) is None and (pet is Pet.TOLD_OF or _AGE_OR_SORT.match(lower) is not None)
