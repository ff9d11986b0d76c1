"""What a question asks for: the claims that would answer it.

A question is put as the statements that could answer it, with a sample of the sort of value that its words tell of:
"where does Ana live?" as "Ana live in Lisbon", 我的手机号是多少 as 我的手机号是13800000000. What such a statement claims is asked for.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache

from perdure.text.claims import read_claims
from perdure.text.claims.claim import Claim, Tense
from perdure.text.claims.clauses import Clause
from perdure.text.claims.index import nouns_in, ways_in, words_of
from perdure.text.claims.making import claim_of
from perdure.text.claims.named import frame_of, told_of
from perdure.text.claims.people import THIRD
from perdure.text.claims.put import KNOWN, Said, put
from perdure.text.claims.samples import TIMES, sample
from perdure.text.claims.subject import Persons
from perdure.text.claims.told import Told
from perdure.text.claims.toolbox import tools_told
from perdure.text.claims.ways import told_by
from perdure.text.clean import simplify

_LONGEST = 120
"""Characters of a question that asks for one thing."""
_MOST = 6
"""Statements that one question is put as."""

_FEW = frozenset(
    "allergy condition medication pet child language certificate subscription membership hobby client colleague exam".split()
)
"""Attributes of many values, but not of so many that asking for all of them asks for nothing."""


@lru_cache(maxsize=512)
def asked_keys(question: str) -> tuple[str, ...]:
    """The keys of the claims that a question asks for (`Reader.by_claims`); one that ends in / stands for all below it.

    None where it does not ask for a named attribute of somebody.
    """
    return tuple(dict.fromkeys(key for claim, whole in _asked(question) for key in _keys(claim, whole=whole)))


def answers(question: str, statement: str) -> bool:
    """Whether a statement claims, as something that holds, what a question asks for; of a plan, as something planned."""
    return any(
        _meets(claim, told, whole=whole)
        for told in read_claims(statement)
        if not told.denied and told.tense is not Tense.PAST
        for claim, whole in _asked(question)
        if (told.tense is Tense.AHEAD) is (claim.tense is Tense.AHEAD)
    )


def _keys(claim: Claim, *, whole: bool) -> list[str]:
    """Those under which an answer is found: `whole` where any value answers."""
    plain = [key for key in claim.keys if "//" not in key]
    exact = [key for key in plain if key.count("/") == 2]
    if claim.single:
        return exact or plain
    return [f"{exact[0].rsplit('/', 1)[0]}/"] if whole and exact else exact


def _meets(asked: Claim, told: Claim, *, whole: bool) -> bool:
    if (asked.subject, asked.attribute) != (told.subject, told.attribute):
        return False
    if asked.of and not asked.of & told.of:
        return False
    return whole or asked.single or not set(asked.keys).isdisjoint(told.keys)


@lru_cache(maxsize=512)
def _asked(question: str) -> tuple[tuple[Claim, bool], ...]:
    """The claims that a question asks for, and whether any value of each answers it."""
    text = question if question.isascii() else simplify(unicodedata.normalize("NFKC", question))
    text = text.replace("’", "'").strip()
    if len(text) > _LONGEST or _EVENT.search(text):
        return ()
    found: dict[Claim, bool] = {}
    for said in put(text):
        for claim in _claims(said):
            found.setdefault(claim, said.sorts != KNOWN)
        if found:
            break
    return tuple(found.items())


_EVENT = re.compile(
    r"\b(?:yesterday|ago|tomorrow|(?:last|next) (?:time|night|week|weekend|month|year|spring|summer|fall|autumn|winter|\w+day)|this (?:week|weekend|month|year|morning|afternoon|evening)|"
    r"used to|previous(?:ly)?|former(?:ly)?|my old|the first|before)\b|昨[天日晚夜]|前[天晚年]|上(?:个|一)?(?:周|星期|礼拜|月|次|回)|去年|明[天年晚]|后天|下(?:个|一)?(?:周|星期|礼拜|月|次)|刚才|那天|那次|以前|之前|原来|曾经?|当时|第一|过[吗没]?[?？]?$",
    re.IGNORECASE,
)
"""Words by which a question asks for what happened, or was so: no attribute holds that."""


def _claims(said: Said) -> Iterator[Claim]:
    """What a statement claims, with a sample of every sort of value that its words may take."""
    if said.sorts == KNOWN:
        clause = Clause(text=said.before, lower=said.before.lower())
        yield from (claim_of(told, clause) for told in _told(clause, None) if _clear(told, whole=False))
        return
    for each in _fitting(said)[:_MOST]:
        text = said.with_value(sample(each, wide=not (said.before + said.after).isascii()))
        clause = Clause(text=text, lower=text.lower())
        found = [claim_of(told, clause) for told in _told(clause, each, nouns=said.nouns) if _clear(told, whole=True)]
        if found:
            yield from found
            return


def _fitting(said: Said) -> list[str]:
    """The sorts of values that the words of a statement may take, and its question word asks for."""
    bare = said.with_value(" ").lower()
    words = words_of(bare)
    nouns = (
        [attribute.takes for _, _, attributes in nouns_in(bare, words) for attribute in attributes]
        if said.nouns
        else []
    )
    ways = [attribute.takes for attribute, _ in ways_in(bare, words)]
    if said.sorts is None:
        return [
            each
            for each in dict.fromkeys([*nouns, *(each for each in ways if each not in _PLAIN)])
            if (hint := _hints().get(each)) is None or hint.search(bare)
        ]
    fitting = [each for each in dict.fromkeys([*nouns, *ways]) if each in said.sorts]
    return fitting or (list(said.sorts) if len(said.sorts) == 1 else [])


_PLAIN = frozenset({"age", "gender", "marital", "blood", "phone", "email", "status"})
"""Sorts of values that say by themselves what they are, and that only a question word or a noun asks for."""


@cache
def _hints() -> dict[str, re.Pattern[str]]:
    """What the words of a question have to name where "what" asks for such a value: "my phone" may be a thing."""
    time = re.compile(r"time|date|day|due|deadline|birth|hour|日|时间|期|点|几时")
    return {
        **dict.fromkeys(TIMES, time),
        "phone": re.compile(r"number|号|电话|联系"),
        "weight": re.compile(r"weight|weigh|体重|斤"),
    }


def _told(clause: Clause, takes: str | None, *, nouns: bool = True) -> Iterator[Told]:
    """What a clause tells; with a sample in it, of the attributes that take such a value."""
    words, persons, to_me = words_of(clause.lower), Persons(), " me " in clause.lower
    named = [
        told
        for noun in (nouns_in(clause.lower, words) if nouns else ())
        if (frame := frame_of(clause, noun)) is not None
        for told in told_of(clause, noun, frame, persons)
    ]
    ways = [
        replace(told, subject=replace(told.subject, said=True)) if way.mine or to_me else told
        for attribute, way in ways_in(clause.lower, words)
        if takes in (None, attribute.takes)
        for told in told_by(attribute, way, clause, persons)
    ]
    tools = tools_told(clause, words, persons) if takes is None else ()
    told = [each for each in (*named, *tools, *ways) if takes in (None, each.attribute.takes)]
    if takes is not None:
        told = [each for each in told if each.value is not None]
    yield from told


def _clear(told: Told, *, whole: bool) -> bool:
    """Whether it is plain whose attribute that is, and that it is not of the past."""
    subject, attribute = told.subject, told.attribute
    somebody = subject.said and subject.name not in ("", THIRD)
    something = attribute.about and (subject.thing or told.of)
    return (
        bool(somebody or something)
        and subject.sure
        and not told.denied
        and not told.past
        and (not whole or attribute.single or attribute.name in _FEW)
    )
