"""Whether a sentence tells when, or asks for it."""

from __future__ import annotations

import re

_TELLS = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|last|next|ago|since|week(?:end)?s?|months?|years?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|"
    r"january|february|march|april|june|july|august|september|october|november|december|(?:19|20)\d\d)\b|\d(?:am|pm)\b|"
    r"昨[天晚]|前天|今[天晚早年]|明[天早年]|[后後]天|[上下这這][个個]?[周週月]|去年|前年|[周週][一二三四五六日末天]|星期|[礼禮]拜|"
    r"\d[年月日号號点點]|[一二三四五六七八九十][月日号號点點]"
)
_ASKS_WHEN = re.compile(
    r"\bwhen\b|\bhow long\b|\bwhat (?:date|day|month|year|time)\b|\bwhich (?:date|day|month|year)\b|"
    r"什[么麼](?:时[候间]|時[候間])|哪[一]?[天年月日]|[几幾][点點月号號时時]|多久|多[长長][时時][间間]|何[时時]|日期",
    re.IGNORECASE,
)


def tells_time(text: str) -> bool:
    """Whether a sentence says when something is, was or will be."""
    return _TELLS.search(text.lower()) is not None


def asks_when(text: str) -> bool:
    """Whether a question asks for a time."""
    return _ASKS_WHEN.search(text) is not None
