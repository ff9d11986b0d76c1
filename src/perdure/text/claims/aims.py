"""Changes that lie ahead: somebody wants, plans or has decided to make one, and nothing has changed yet."""

from __future__ import annotations

import re
from enum import Enum, auto
from functools import cache

from perdure.text.claims.attribute import Attribute


class Aim(Enum):
    """How far a change has come: it is wished for, planned or due (`meant`), or it is decided on (`decided`)."""

    MEANT = auto()
    DECIDED = auto()


def aim_of(lower: str, until: int | None = None) -> Aim | None:
    """How the clause means to make a change, where it has not made it: "plans to quit", 决定搬去.

    What begins behind `until` is another matter: "I moved to Lisbon and plan to buy a house".
    """
    found = _english().search(lower) if lower.isascii() else _chinese().search(lower)
    if found is None or (until is not None and found.start() > until):
        return None
    return Aim.DECIDED if found["decided"] or found.groupdict().get("coming") else Aim.MEANT


def decided_before(before: str) -> bool:
    """Whether the words before a verb say that it was decided on: "I decided to", 我决定."""
    return (_DECIDED_TO if before.isascii() else _DECIDED_TO_ZH).search(before) is not None


def settled(attribute: Attribute) -> bool:
    """Whether deciding is all that it takes: how a team works, what one prefers or aims at, when something is to be."""
    return (
        attribute.planned
        or attribute.owner in ("project", "role")
        or attribute.kind in ("decision", "preference")
        or attribute.name in _AIMED_AT
    )


def asked_of_us(attribute: Attribute) -> bool:
    """Whether wanting it is all that it takes: how the assistant is to answer."""
    return attribute.name in _WANTED


_AIMED_AT = frozenset({"goal", "goal weight"})
_WANTED = frozenset(
    (
        *(
            "answer language",
            "answer length",
            "answer tone",
            "answer format",
            "form of address",
            "unit system",
            "clock",
        ),
        *("temperature unit", "week start", "currency", "date format", "code language", "reminder lead", "quiet hours"),
        *("assistant's name", "contact channel"),
    )
)

_DECIDE = (
    r"(?:decid(?:e|es|ed|ing)|resolv(?:e|es|ed)|agreed|promised|chose|made (?:up )?(?:my|our|his|her|their) minds?"
    r"|(?:made|took) (?:the|a) decision|(?:my|our|his|her|their) decision (?:is|was))"
)
_DECIDE_ZH = r"(?:决定|下定决心|下了决心|打定主意|拿定主意|说好|商量好|约好|谈好|答应|约定)"
_DECIDED_TO = re.compile(rf"\b{_DECIDE} to(?: \w+ly| also| just)*\s*$")
_DECIDED_TO_ZH = re.compile(rf"{_DECIDE_ZH}了?(?![不别])[^，。了过]{{0,8}}$")


@cache
def _english() -> re.Pattern[str]:
    wish = (
        r"(?:want|plan|hope|intend|wish|aim|expect|dream|try|prepare)(?:s|ed)?|(?:would|d) (?:like|love|prefer)"
        r"|planned|planning|hoping|intending|wishing|aiming|dreaming|trying|preparing|supposed|likely|ready|excited|eager|tempted|"
        r"(?:my|our|his|her|their) (?:plan|dream|goal|wish|hope|intention|idea) (?:is|was)"
    )
    bare = (
        "move|relocate|settle|switch|change|migrate|transfer|join|leave|quit|resign|stop|give up|give|drop|cancel|end|sell|buy|trade|replace|upgrade|"
        "swap|rename|reschedule|postpone|push|bump|extend|raise|increase|lower|marry|divorce|get married|get divorced|get rid|retire|become|adopt|rise|go up|go down|take over|hire|unsubscribe"
    )
    going = (
        "moving|relocating|settling|switching|changing|migrating|transferring|joining|leaving|quitting|resigning|stopping|giving up|giving|dropping|"
        "cancelling|canceling|ending|selling|buying|getting married|getting rid|trading|replacing|upgrading|swapping|renaming|rescheduling|postponing|pushing|extending|"
        "raising|lowering|cutting|marrying|divorcing|retiring|becoming|adopting|taking over|hiring"
    )
    coming = "moving|relocating|joining|leaving|quitting|resigning|transferring|selling|buying|getting married|getting divorced|retiring"
    adverbs = r"(?:\w+ly |also |just |soon |finally |then |now )*"
    refused = r"(?<!not )(?<!n't )(?<!never )(?<!longer )"
    return re.compile(
        rf"{refused}\b(?P<decided>(?:{_DECIDE}|going|about|due|set) (?:to {adverbs}(?:{bare})|on {adverbs}(?:{going}))"
        rf"|(?:will|shall|gonna)(?! not) {adverbs}(?:{bare})|(?:am|is|are) {adverbs}(?:{coming})(?! (?:back )?from))\b"
        rf"|(?P<coming>(?<=\w)'(?:ll {adverbs}(?:{bare})|(?:m|s|re) {adverbs}(?:{coming})))\b"
        rf"|{refused}\b(?:{wish}) (?:to {adverbs}(?:{bare})|(?:of|on|about) {adverbs}(?:{going}))\b"
        rf"|{refused}\b(?:need|needs|have|has|ought) to {adverbs}(?:{bare})\b"
        rf"|{refused}\b(?:thinking|think|thought|thoughts|talking|talked) (?:of|about) {adverbs}(?:{going})\b|{refused}\bconsider(?:s|ing|ed)? {adverbs}(?:{going})\b"
        rf"|(?:\b(?:should|might|may|could|would|must)|(?<=\w)'d)(?! not) {adverbs}(?:{bare})\b"
    )


@cache
def _chinese() -> re.Pattern[str]:
    changes = (
        "换|改[成为到用吃喝坐学做]|搬|迁|转[到岗行学做去]|调[到去整]|跳槽|辞|离职|离开|退[掉了出租订休学]|戒|卖|买|升级|取消|加入|停[掉用止]|"
        "涨到|降到|[加减提升延推挪]到|推迟|提前|送人|送走|送给|结婚|离婚|领证|移居|移民|定居|落户|入职|放弃|注销|卸载|入手"
    )
    means = (
        r"打算(?!好)|准备(?!好)|想着?(?![了法起象念来])|希望|盼着|考虑(?!到|再三|很久|好|了|过|之后|后)|琢磨|正要|将要?(?=.)|"
        r"(?:^|(?<=[我们他她它都还也在正就]))计划(?!推迟|提前|取消)|需要|必须|(?<=[我们他她都还就])得(?![到了知出])|(?<![不需重主只首紧])要(?![求是不么紧点])|应该(?!是)"
    )
    return re.compile(
        rf"(?<![不没])(?:(?P<decided>{_DECIDE_ZH})|{means})了?(?!.{{0,4}}[不别])[^，。了过]{{0,14}}?(?:{changes})"
    )
