"""The words of a topic: what it is compared by, and what it is found by."""

from __future__ import annotations

import re
from functools import lru_cache

from perdure.text.analyzer import content_terms
from perdure.text.claims.measures import in_digits, measures

_WIDE = re.compile(r"[\u3400-\u9fff]")


def is_wide(text: str) -> bool:
    """Whether it has Chinese characters."""
    return _WIDE.search(text) is not None


@lru_cache(maxsize=4_096)
def units(text: str) -> frozenset[str]:
    """The stems of the words and the single characters of a text, without those that say little."""
    plain = _LIGHT.sub(" ", without_measures(text))
    return frozenset(term for term in content_terms(plain) if len(term) == 1 or not _WIDE.match(term)) - _LIGHT_UNITS


def without_measures(text: str) -> str:
    """A text without its dates, times, numbers and codes."""
    digits = in_digits(text)
    for (start, end), _ in reversed(measures(text)):
        digits = digits[:start] + " " + digits[end:]
    return digits


_LIGHT_UNITS = frozenset(
    "date time number name new current total now actual still everi each day daili week weekli us sorri oop meant turn ha correct chang year month hour minut day today yesterday thank dose last next".split()
)
_LIGHT = re.compile(
    r"那[趟个边次家些]|这[趟个边次家些]|每(?:[天周月年次晚早]|$)|每(?= )|现在|目前|今年|明年|已经|之前|刚才|刚刚|其实|一般|平时|大概|差不多|一共|总共|时间|日期|名字|名称|号码|地址|费用|以后|最近|应该|本来|原来|我们?组?|咱们?|家里"
    r"|(?<![\u3400-\u9fff])[家本该此]|上班|晚上|早上|上午|下午|中午"
)


_SEAMS = frozenset("的了是在我你不着过吗呢吧把被就都也还")
"""Characters at which words meet: a pair with one of them is none."""
_MOST_WORDS, _MOST_PAIRS = 3, 4
_SHORT = 5
"""Chinese characters of a text that is found by each of them too: 鞋码, of 买鞋穿42码."""


def topic_keys(text: str) -> list[str]:
    """Words and pairs of characters under which a text is found; the head of a Chinese one stands last."""
    plain = _LIGHT.sub(" ", without_measures(text))
    terms = [term for term in content_terms(plain) if term not in _LIGHT_UNITS]
    latin = sorted((term for term in terms if not _WIDE.match(term) and len(term) > 1), key=len, reverse=True)
    pairs = [
        term
        for term in terms
        if _WIDE.match(term) and len(term) > 1 and (not _SEAMS & {*term} or len(plain) <= len(term) + 1)
    ]
    single = [term for term in terms if _WIDE.match(term) and len(term) == 1]
    each = single if len(single) <= _SHORT else []
    codes = [value for _, (kind, value) in measures(text) if kind == "code"]
    keys = [*codes, *latin[:_MOST_WORDS], *pairs[-_MOST_PAIRS:], *each]
    return [f"~/{key}" for key in dict.fromkeys(keys)]
