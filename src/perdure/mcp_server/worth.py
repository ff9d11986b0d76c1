"""Whether a statement that an agent wants kept says anything that could be kept."""

from __future__ import annotations

import re

from perdure.domain.change import Rejected
from perdure.text.clean import simplify
from perdure.text.mood import small_talk
from perdure.text.privacy import KEEP_CONTACTS, MARKERS, guard

CHATTER = "this is small talk, which tells nothing that holds beyond this conversation"
HIDDEN = "this says nothing but a secret, and secrets are never kept; a password manager is the place for them"

SHORT = 400
"""Characters beyond which what is left of a text says something."""

_MARKER = "|".join(map(re.escape, MARKERS.values()))
_CLAUSES = re.compile(r"[，。；！？、\n]+|[,.;!?]+(?!\w)|\s+and\s+|以及|和")
_BARE = re.compile(
    rf"\W*(?:(?:please\s+)?remember(?:\s+that)?|(?:请|帮我)?(?:记住|记一下|记下))?\W*"
    rf"(?:(?:the\s+user|user|my|our|the|his|her|their|your|用户|我们?|他|她|你|您)(?:'s|’s|的)?\s*)?"
    rf"(?:[\w.-]{{1,24}}(?:'s|’s|的)?\s{{0,2}}){{0,3}}?"
    rf"(?:pass(?:word|code|phrase|wd)?|pwd|pin|api[ _-]?key|key|token|secret|(?:credit\s+|bank\s+)?card|id|ssn|passport|iban|"
    rf"密码|密碼|口令|密钥|密鑰|私钥|令牌|验证码|身份证|身份證|护照|護照|银行卡|信用卡|卡)?"
    rf"(?:\s*(?:number|code|no\.?)|号码?|號碼?)?(?:\s+(?:for|of|to|on)\s+(?:[\w.-]{{1,24}}\s{{0,2}}){{1,3}}?)?"
    rf"\W*(?:现在|目前|就|is|was|are|是|为|為|叫)*\W*(?:{_MARKER})\W*",
    re.IGNORECASE,
)
"""Somebody's secret, by the name of its sort, and the mark of what was taken out."""


def worthless(text: str) -> Rejected | None:
    """Why a statement is not kept; None where it may be."""
    if small_talk().fullmatch(simplify(text)):
        return Rejected(reason=CHATTER, code="small_talk")
    left = guard(text, KEEP_CONTACTS).text
    clauses = _CLAUSES.split(left) if len(left) <= SHORT and re.search(_MARKER, left) else ()
    if clauses and all(map(_empty, clauses)):
        return Rejected(reason=HIDDEN, code="secret")
    return None


def _empty(clause: str) -> bool:
    return not clause.strip() or bool(_BARE.fullmatch(clause) or small_talk().fullmatch(simplify(clause)))
