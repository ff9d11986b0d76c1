"""Values that are written in a form of their own: a class at school, a flight, a dose, an address, a medicine."""

from __future__ import annotations

import re
from functools import cache

from perdure.text.claims.numerals import written_digits
from perdure.text.claims.values import Value, read_value

Cut = tuple[Value, frozenset[str]] | None

DRUG = (
    r"(?:[\u4e00-\u9fff]{1,5}(?:地平|洛尔|普利|沙坦|他汀|双胍|列汀|列净|拉唑|西林|沙星|霉素|替丁|西泮|西汀|舍曲林|唑仑|氯雷他定|替嗪|格雷|法林|胰岛素|甲状腺素)|"
    r"布洛芬|优甲乐|阿司匹林|头孢|胰岛素|褪黑素|叶酸|鱼油|益生菌|蛋白粉|肌酸|抗生素|安眠药|维生素[a-e]?\d{0,2}|钙片|铁剂|中药|[\u4e00-\u9fff]{1,4}(?:药|片|胶囊|颗粒|口服液|冲剂|喷雾|滴眼液))"
)
"""What a Chinese name of a medicine looks like."""
DRUG_EN = (
    r"(?:[a-z]{3,}(?:pril|olol|statin|formin|prazole|oxetine|dipine|sartan|cillin|mycin|profen|zepam|zolam|tadine|tirizine|gliptin|flozin|glutide|cycline|thiazide|traline|opram|triptan|thyroxine|coxib|fenac|semide)|"
    r"aspirin|ibuprofen|tylenol|advil|paracetamol|acetaminophen|insulin|ozempic|wegovy|mounjaro|zoloft|prozac|lexapro|xanax|adderall|ritalin|vyvanse|concerta|wellbutrin|prednisone|melatonin|creatine|lithium|gabapentin|warfarin|"
    r"humira|accutane|synthroid|lipitor|claritin|zyrtec|singulair|ventolin|methotrexate|spironolactone|finasteride|minoxidil|iron supplements?|iron pills?|fish oil|magnesium|vitamin [a-e]\d{0,2}|birth control|the pill|blood thinners?|antidepressants?|antibiotics?|painkillers?|steroids?|sleeping pills?|beta blockers?|statins?)"
)
"""The same in English."""
DOSE_UNITS = (
    "毫克|微克|克|片|粒|颗|单位|毫升|支|滴|喷|袋|勺|mg|mcg|ml|iu|units?|pills?|tablets?|capsules?|puffs?|drops?"
)

_CLASS = re.compile(
    r"(?:(?P<g>[小初高大研]?[一二三四五六七八九1-9])(?:年级)?)??\(?(?P<c>[一二三四五六七八九十\d]{1,2})\)?班"
)
_FLIGHT = re.compile(r"(?<![a-z0-9])(?P<v>[a-z]{2} ?\d{2,4}|\d[a-z] ?\d{3,4}|[gdcktzys]\d{1,4})(?![a-z0-9])")
_DOSE = re.compile(rf"(?P<n>\d+(?:\.\d+)?|半)\s?(?P<u>{DOSE_UNITS})")
_STREET_NUMBER = re.compile(r"(?<=[路街道巷弄村里园院区苑庄坊栋幢座])\s?(\d+)\s?号?")
_CODE = re.compile(r"[a-z0-9][a-z0-9#/_.:-]*", re.ASCII)


def _plain(name: str) -> tuple[Value, frozenset[str]]:
    return Value(name, frozenset({name}), name), frozenset()


def school_class(text: str) -> Cut:
    """高二(3)班 and 二年级3班."""
    found = _CLASS.search(text)
    if found is None:
        return None
    return _plain(f"{written_digits(found['g'] or '', every=True)}-{written_digits(found['c'], every=True)}")


def flight(text: str) -> Cut:
    """The number of a flight or a train."""
    found = _FLIGHT.search(text)
    return _plain(found["v"].replace(" ", "")) if found else None


def dose(text: str) -> Cut:
    """How much of a medicine is taken at a time."""
    found = _DOSE.search(written_digits(text, every=True))
    return _plain(f"{found['n']} {_unit(found['u'])}") if found else None


@cache
def _units() -> dict[str, str]:
    return {
        "mg": "毫克",
        "mcg": "微克",
        "ml": "毫升",
        "iu": "单位",
        "unit": "单位",
        "pill": "片",
        "tablet": "片",
        "capsule": "粒",
    }


def _unit(unit: str) -> str:
    return _units().get(unit.removesuffix("s"), unit.removesuffix("s"))


def street(text: str) -> Value:
    """An address, in which the number of a house is no day of a month."""
    return read_value(_STREET_NUMBER.sub(r" \1 ", text))


def code(text: str) -> Cut:
    """A version, a branch, a name of a server: one word with no letters but Latin ones."""
    bare = re.sub(r"^(?:the|v(?=\d)|version|release)\s*|\s*(?:now|instead|版|版本|了|分支)$", "", text.strip(" .,，。"))
    bare = re.sub(r"^(?:了|是|到|成|为|叫)|(?:版|版本|了|分支)$", "", bare).strip()
    return _plain(bare) if _CODE.fullmatch(bare) and re.search(r"[a-z0-9]", bare) else None
