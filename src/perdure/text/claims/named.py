"""What is told of an attribute by its noun."""

from __future__ import annotations

import re
from collections.abc import Iterator

from perdure.text.claims.attribute import Attribute
from perdure.text.claims.clauses import Clause
from perdure.text.claims.index import Noun
from perdure.text.claims.nouns import Frame, chinese, english
from perdure.text.claims.people import PROJECT, SELF, is_project, kin_en, mention_zh
from perdure.text.claims.subject import Persons, Subject, mentioned, same_person
from perdure.text.claims.takes import NAMED, cut, is_named
from perdure.text.claims.told import Told, each_of, listed, which
from perdure.text.claims.values import read_value

_OWNER = re.compile(
    r"(?:^|.*?[\s(])(?P<det>my|our|his|her|their|your|its|the|an?|new|no|this|that|[\w.’'-]+['’]s)\s+(?P<quals>(?:(?!['’]s)[\w-]+\s+){0,3})$"
)
_BARE = re.compile(r"^(?P<quals>(?:[\w-]+\s+){0,3})$")
_OLD = re.compile(r"\b(?:old|previous|former|last|first|ex)\b")
_TYPED = frozenset(
    "number money weight length date moment time phone email year age blood duration floor frequency handle".split()
)

_BRANDS = frozenset({"macbook", "ipad", "kindle"})
"""Nouns that say what it is, as well as which sort of thing."""
_PLACED = frozenset({"place", "where", "address"})


def frame_of(clause: Clause, noun: Noun) -> Frame | None:
    """How a noun is used in a clause."""
    start, end, _ = noun
    if clause.lower[start].isascii() and (clause.lower.isascii() or not _wide_near(clause.lower, start, end)):
        return english(clause.lower, start, end)
    return chinese(clause.lower, start, end)


def _wide_near(text: str, start: int, end: int) -> bool:
    return any("\u3400" <= char <= "\u9fff" for char in text[max(0, start - 2) : start] + text[end : end + 2])


def told_of(clause: Clause, noun: Noun, frame: Frame, persons: Persons) -> Iterator[Told]:
    """What the clause tells of the attributes that the noun may stand for: of the first whose sort of value is there."""
    owner = owner_of(clause, noun, frame, persons)
    if owner is None:
        return
    subject, of = owner
    own = each_of(clause.lower[noun[0] : noun[1]]) if noun[2][0].each else frozenset()
    of |= own
    if frame.owned or (frame.change and not frame.value):
        for attribute in noun[2]:
            if attribute.owned or frame.change:
                yield Told(
                    attribute=attribute,
                    subject=subject,
                    of=of,
                    change=frame.change,
                    denied=frame.denied,
                    past=frame.past,
                    sure=attribute.owned,
                )
        return
    for attribute in noun[2]:
        word = clause.lower[noun[0] : noun[1]]
        made = list(_valued(attribute, clause, frame, subject, of=of, brand=word if word in _BRANDS else ""))
        if made:
            yield from made
            return


def _valued(
    attribute: Attribute, clause: Clause, frame: Frame, subject: Subject, *, of: frozenset[str], brand: str
) -> Iterator[Told]:
    if (frame.bare or frame.be) and attribute.takes not in (_TYPED | _PLACED if frame.be else _TYPED):
        return
    if attribute.name == "employer" and _MOVES_ITSELF.search(clause.lower):
        return
    if (attribute.takes == "name" and not subject.said) or (attribute.takes in ("name", "person") and frame.done):
        return
    instead = read_value(frame.instead, numeric=attribute.takes in _TYPED).terms if frame.instead else frozenset()
    for raw in [frame.value] if attribute.single else listed(frame.value):
        if attribute.takes in NAMED:
            at = clause.lower.find(raw.strip())
            if not is_named(
                clause.text[at : at + len(raw.strip())] if at >= 0 else raw,
                "name" if frame.called or _named_so(frame, raw) else attribute.takes,
                clause.text,
            ):
                continue
        found = cut(f"{brand} {raw}" if brand else raw, attribute.takes)
        if found is None:
            continue
        value, limit = found
        yield Told(
            attribute=attribute, subject=subject, value=value, of=of | (limit if attribute.about else frozenset()), instead=instead,
            change=frame.change, denied=frame.denied, past=frame.past,
        )  # fmt: skip


_MOVES_ITSELF = re.compile(
    r"\b(?:company|firm)\b(?: has| just)* (?:moved|switched|migrated|changed|went)|(?:公司|单位)[^，。]{0,4}(?:搬|迁|换|改|挪|转)"
)
"""What a company moves to is no employer."""


def _named_so(frame: Frame, raw: str) -> bool:
    """爱丽是我们的产品经理: who somebody's somebody is has a name, whatever it looks like."""
    return (
        frame.inverse
        and not raw.isascii()
        and 2 <= len(raw) <= 3
        and re.match(r"[这那他她它谁你我大就也都不]", raw) is None
    )


def owner_of(clause: Clause, noun: Noun, frame: Frame, persons: Persons) -> tuple[Subject, frozenset[str]] | None:
    """Whose it is and which one; None where it is nobody's that memory is about, or one that is no more."""
    start = noun[0]
    before = frame.before.strip()
    text = clause.text
    at = clause.lower.find(before) if before else 0
    written = text[at : at + len(before)] if at >= 0 else before
    if any("\u3400" <= char <= "\u9fff" for char in before) or (not before.strip() and not text[start].isascii()):
        return _owner_zh(written, persons, inverse=frame.inverse)
    return _owner_en(before, written, frame.of, persons)


def _owner_en(before: str, written: str, of: str, persons: Persons) -> tuple[Subject, frozenset[str]] | None:
    found = _OWNER.match(before + " ") or _BARE.match(before + " " if before else "")
    if found is None:
        return None
    det = found.groupdict().get("det") or ""
    quals = found["quals"] or ""
    if det == "your" or _OLD.search(quals):
        return None
    subject = _possessor(det, before, written, persons)
    return subject, which(quals, of, subject.thing)


def _possessor(det: str, before: str, written: str, persons: Persons) -> Subject:
    if det in ("my", "our"):
        return Subject(name=SELF)
    if det in ("his", "her", "their"):
        return Subject(name=persons.pronoun(det))
    if det.endswith(("'s", "’s")):
        word = det[:-2]
        if word in kin_en():
            return Subject(name=kin_en()[word])
        at = before.rfind(det)
        if written[at : at + 1].isupper():
            return Subject(name=word)
        phrase = re.search(r"(?:\b(?:the|my|our|a)\s)?([\w -]*)['’]s", before[: at + len(det)])
        thing = phrase[1].strip() if phrase else word
        return Subject(
            name=PROJECT if thing == word and is_project(word) else SELF,
            thing="" if thing == word and is_project(word) else thing,
        )
    return Subject(name=SELF, said=False)


_OF_ZH = 10
"""Characters before a noun that can still tell which one it is; more are a sentence of their own."""
_AGENT_ZH = re.compile(r"^.*(?:把|将)")
_NOT_OWNER_ZH = re.compile(
    r"(?:前|老|旧|原来的|之前的|以前的|原|你的?|您的)$|[:：(（\[【;；/]|第一[辆份台部任家]|最早|前任|上一[个份任家]"
)
"""Before a noun: it is one that is no more, it is the listener's, or no phrase at all."""
_LEAD_ZH = re.compile(
    r"^(?:(?:[\u4e00-\u9fff]{1,4}(?<![最售背幕])(?:之|以)?后(?![端台院])|(?:医生|老师|导师|房东|领导|老板|公司|学校)(?:说|通知|把))|上周|昨天|今天|刚才|最近|现在|目前|后来|所以|因为|其实|对了|另外|听说|顺便|平时|一般|经过|通知|确认|决定)+"
)


def _owner_zh(before: str, persons: Persons, *, inverse: bool) -> tuple[Subject, frozenset[str]] | None:
    before = _LEAD_ZH.sub("", _AGENT_ZH.sub("", before))
    if _NOT_OWNER_ZH.search(before):
        return None
    last = None
    for mention in mention_zh().finditer(before):
        if mention["with"] in (None, "对"):
            last = same_person(mention, last)
    rest = before[last.end() :] if last is not None else before.removesuffix("的")
    if len(rest) > _OF_ZH:
        return None
    if last is not None:
        named = which(before[: last.start()], rest) if last["project"] is not None else which(rest)
        return Subject(name=mentioned(last, persons)), named
    if inverse:
        return None
    if before.endswith("的") and re.fullmatch(r"[A-Za-z][\w .-]*", rest):
        return Subject(name=rest.lower()), frozenset()
    return Subject(name=SELF if rest else persons.last, said=False), which(before)
