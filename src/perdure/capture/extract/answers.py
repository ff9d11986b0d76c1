"""Short answers made full statements by the question they answer: "What's your name?" – "Daniel"."""

from __future__ import annotations

import re
from functools import cache

_TAIL = 300
"""Characters at the end of a turn in which its question is looked for."""
_LONGEST = 40
"""Characters of an answer that is only a value."""


def as_statement(question: str, answer: str) -> str | None:
    """What a bare answer says, in the words of who gives it; None where it is no bare answer, or not to such a question."""
    value = answer.strip(" \t\n.。!！,，")
    if not value or len(value) > _LONGEST or "\n" in value or _says_more().search(value) is not None:
        return None
    asked = _last_question(question)
    found = next((told for pattern, told in _forms() if asked and pattern.search(asked)), None)
    return None if found is None else found.format(value)


def _last_question(text: str) -> str:
    """The last question of a turn; its answer is the next turn."""
    asked = _question().findall(text[-_TAIL:])
    return asked[-1] if asked else ""


@cache
def _question() -> re.Pattern[str]:
    return re.compile(r"[^.!?。！？\n]+[?？]")


@cache
def _says_more() -> re.Pattern[str]:
    """What a value does not have: a subject with a verb, a question, assent, or that it is not told."""
    return re.compile(
        r"[?？]|\b(?:i|i'm|you|we|it|it's|my|is|are|not|no|yes|yeah|yep|nope|ok|okay|sure|maybe|none|nothing|nobody|thanks|why|what|how|guess|secret|idk|later|never|n/?a|either|both|anything|lol|haha)\b|"
        r"我|你|是|不|没|嗯|哦|好的|可以|对|谢|随便|都行|什么|怎么|为什么|保密|秘密|哈哈|算了|以后|再说|可能|也许",
        re.IGNORECASE,
    )


@cache
def _forms() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Questions about the one who is asked, and the statement that an answer makes."""
    rows = (
        (
            r"\bwhat(?:'s| is) your (?:full |first )?name\b|\bwhat should i call you\b|\bmay i (?:have|know) your name\b",
            "My name is {}.",
        ),
        (
            r"\bwhere do you live\b|\bwhere are you (?:based|living)\b|\bwhich city (?:do you live|are you) in\b",
            "I live in {}.",
        ),
        (r"\bwhere are you (?:originally )?from\b", "I am from {}."),
        (r"\bwhere do you work\b|\bwhich company do you work\b|\bwho do you work for\b", "I work at {}."),
        (
            r"\bwhat do you do(?: for (?:a living|work))?\?|\bwhat(?:'s| is) your (?:job|occupation|profession)\b",
            "My job: {}.",
        ),
        (r"\bhow old are you\b|\bwhat(?:'s| is) your age\b", "I am {} years old."),
        (r"\bwhen(?:'s| is) your birthday\b", "My birthday is {}."),
        (r"\b(?:any|have) (?:food )?allerg\w+\b|\bwhat are you allergic to\b", "I am allergic to {}."),
        (r"\bwhen(?:'s| is) (?:the|your) deadline\b|\bwhen is it due\b", "The deadline is {}."),
        (
            r"(?:你|您)(?:的名字)?(?:叫什么|是叫什么|怎么称呼|贵姓)|怎么称呼(?:你|您)|(?:你|您)的(?:名字|姓名)是",
            "我叫{}。",
        ),
        (r"(?:你|您)(?:现在)?住(?:在)?(?:哪|什么地方)|(?:你|您)在(?:哪个|什么)城市", "我住在{}。"),
        (r"(?:你|您)(?:是|来自)?(?:哪里|哪儿|哪)(?:的)?人|(?:你|您)来自哪", "我来自{}。"),
        (r"(?:你|您)(?:现在)?在(?:哪里|哪儿|哪家公司|哪个公司|什么公司)(?:工作|上班)", "我在{}工作。"),
        (r"(?:你|您)(?:是)?做什么(?:工作|的|行业)?|(?:你|您)的(?:职业|工作)是", "我的职业是{}。"),
        (r"(?:你|您)(?:今年)?(?:多大|几岁|多少岁)|(?:你|您)的年龄", "我今年{}。"),
        (r"(?:你|您)的?生日(?:是)?(?:哪|几|什么)", "我的生日是{}。"),
        (r"(?:对什么|有什么|有没有)(?:食物)?过敏", "我对{}过敏。"),
        (r"截止(?:日期|时间)?(?:是)?(?:什么时候|哪天|几号|哪一天)", "截止日期是{}。"),
    )
    return tuple((re.compile(pattern, re.IGNORECASE), told) for pattern, told in rows)
