"""A question put as the statements that would answer it: "where do I live?" as "I live in …", 我开什么车 as 我的车是…."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from perdure.text.claims.index import nouns_in, words_of
from perdure.text.claims.people import mention_zh
from perdure.text.claims.samples import AMOUNTS, LENGTHS, PEOPLE, PLACES, TIMES, WAYS, things

KNOWN: frozenset[str] = frozenset()
"""The sorts of a statement that has its value already: it is only asked whether it is so."""


@dataclass(frozen=True, slots=True)
class Said:
    """A statement that would answer, up to its value and after it, and what the question word says of the value."""

    before: str
    after: str = ""
    sorts: frozenset[str] | None = None
    nouns: bool = True
    """The nouns in it may name the attribute: not where it asks what somebody does."""

    def with_value(self, value: str) -> str:
        """The statement with a value in its place."""
        return f"{self.before}{value}{self.after}"


_WIDE = re.compile(r"[\u3400-\u9fff]")


def put(question: str) -> Iterator[Said]:
    """The statements that a question in one width and script is put as, the likeliest first."""
    yield from (_chinese if _WIDE.search(question) else _english)(question)


_LEAD = re.compile(
    r"^(?:(?:hey|hi|so|ok|okay|and|but|well|please|again|by the way|quick question)[,:]? +)*"
    r"(?P<indirect>(?:(?:can|could|would|do) you (?:please )?(?:tell me|remind me|remember|recall|know|happen to know)|tell me|remind me|i forgot|i (?:don't|can't) (?:remember|recall|know)) (?:again )?)?",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"(?:[\s?!.,]|\b(?:now|these days|currently|at the moment|right now|again|any ?more|nowadays|at present|today|please|usually|exactly)(?=[\s?!.,]*$))+$",
    re.IGNORECASE,
)
_SHORT = re.compile(r"^(what|where|who|when|how|which)'(s|re)\b", re.IGNORECASE)
_SOFT = re.compile(r"\b(?:still|currently|now|usually|normally|actually|generally|typically|any) ", re.IGNORECASE)
_WHICH = re.compile(
    r"^(?P<wh>where|whom?|when|what time|what|which|how (?:much|many|old|tall|often|long|far)|how)"
    r"(?: (?:(?:kind|sort|type) of )?(?P<np>[\w'-]+(?: [\w'-]+){0,3}?))??"
    r" (?P<aux>do|does|did|am|is|are|was|were|should|can) (?P<rest>.+)$",
    re.IGNORECASE,
)
_WHETHER = re.compile(r"^(?P<aux>do|does|am|is|are) (?P<rest>.+)$", re.IGNORECASE)
_WHO_DOES = re.compile(r"^who (?:(?P<does>\w+s .+)|is (?P<state>(?:in charge of|responsible for) .+))$", re.IGNORECASE)
_TOLD_WHICH = re.compile(
    r"^(?P<wh>where|who|when|what time|what|which|how (?:much|many|old|tall|often|long|far)|how) (?P<rest>.+?)(?: (?P<be>is|are|am))?$",
    re.IGNORECASE,
)
_BARE = re.compile(r"^(?:my|our)(?: [\w'-]+){1,4}$", re.IGNORECASE)
_SOMEBODY = r"(?:i|we|you|he|she|they|(?:my|our|the|his|her|their) (?:[\w'-]+ ){0,2}?[\w'-]+|[^\W\d_a-z][\w'-]*)"
_NEUTRAL = re.compile(
    rf"^(?P<who>{_SOMEBODY}) (?:use|using|have|own|go to|going to|drive|driving|ride|take|taking|speak|prefer|live in|work (?:at|for|with|in|on)|working (?:at|for|with|on)|belong to|run|"
    r"bank with|attend|study at|play|wear|follow|need|like best|like most|choose|pick|decide on|go with|settle on|switch to|adopt|get)(?: at work| at home)?$",
    re.IGNORECASE,
)
_STATE = re.compile(
    rf"^(?P<who>{_SOMEBODY}) (?P<state>(?:due|called|named|based|allergic|born|from|afraid|located|hosted|deployed|written|built|working|living|reading|training|learning|taking|studying|moving|married)\b.*)$",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"^(?P<who>i|we|you|he|she|they) (?P<state>.+)$", re.IGNORECASE)
_WHOSE = {"i": "my", "we": "our", "he": "his", "she": "her", "they": "their"}
_KINDS = {
    "city": PLACES,
    "town": PLACES,
    "country": PLACES,
    "place": PLACES,
    "neighborhood": PLACES,
    "neighbourhood": PLACES,
    "day": TIMES,
    "date": TIMES,
    "time": TIMES,
    "year": frozenset({"year"}),
}
_SORTS = {
    "where": PLACES, "who": PEOPLE, "whom": PEOPLE, "when": TIMES, "what time": TIMES, "what": None, "which": None,
    "how": WAYS, "how old": frozenset({"age"}), "how tall": LENGTHS, "how often": frozenset({"frequency", "number"}),
    "how long": frozenset({"duration"}), "how far": frozenset({"number", "length"}), "how much": AMOUNTS, "how many": AMOUNTS,
}  # fmt: skip


def _english(text: str) -> Iterator[Said]:
    lead = _LEAD.match(text)
    indirect = lead is not None and lead["indirect"]
    plain = _SOFT.sub("", _TAIL.sub("", text[lead.end() :] if lead is not None else text))
    if _INNER.search(plain):
        return
    plain = _SHORT.sub(lambda short: f"{short[1]} {'is' if short[2] == 's' else 'are'}", plain)
    if (found := _WHICH.match(plain)) is not None and not (found["np"] and found["wh"].lower() not in _WITH_NOUN):
        yield from _which(found)
    elif (found := _WHO_DOES.match(plain)) is not None:
        yield Said("", f" is {found['state']}" if found["state"] else f" {found['does']}", PEOPLE)
    elif (found := _WHETHER.match(plain)) is not None:
        yield Said(_declared(found["aux"].lower(), found["rest"]), sorts=KNOWN)
    elif indirect and (found := _TOLD_WHICH.match(plain)) is not None:
        yield from _valued(f"{found['rest']} {found['be'] or ''}".rstrip(), _SORTS[found["wh"].lower()])
    elif _BARE.match(plain) and _ends_with_noun(plain):
        yield Said(f"{plain} is ")


_INNER = re.compile(r"[,;:?!，。；：？！]|\. ")
"""Marks inside a question that make it more than one."""
_WITH_NOUN = frozenset({"what", "which", "how much", "how many"})


def _whose(who: str) -> str:
    return _WHOSE.get(who.lower(), f"{who}'s")


def _which(found: re.Match[str]) -> Iterator[Said]:
    """Of a question with a question word, an auxiliary, and the rest."""
    word, noun, aux, rest = found["wh"].lower(), found["np"] or "", found["aux"].lower(), found["rest"]
    sorts = _KINDS.get(noun.lower(), _SORTS[word])
    if noun and (neutral := _NEUTRAL.match(rest)) is not None:
        yield Said(f"{_whose(neutral['who'])} {noun} is ", sorts=things() if sorts is None else sorts)
    if aux == "did" or (aux in ("was", "were") and "born" not in rest):
        return
    if aux in ("should", "can"):
        if rest.lower().startswith("you "):
            yield Said(f"{rest[4:]} ", sorts=sorts)
        return
    if word == "what" and not noun:
        rest = _LIVING.sub(lambda living: f"{_whose(living['who'])} job is", rest)
    statement = _declared(aux, rest)
    yield from _valued(statement, sorts, nouns=statement != rest or statement.endswith(" job is"))


def _valued(statement: str, sorts: frozenset[str] | None, *, nouns: bool = True) -> Iterator[Said]:
    """A statement with a value at its end, behind the preposition that such a value has."""
    if sorts is PLACES and (school := _SCHOOL.match(statement)) is not None:
        yield Said(f"{_whose(school['who'])} {school['noun']} is ", sorts=sorts)
    if sorts is PLACES and not statement.endswith((" in", " at", " to", " from")):
        yield Said(f"{statement} in ", "", sorts - {"org", "address"}, nouns=nouns)
        yield Said(f"{statement} at ", sorts=sorts, nouns=nouns)
    elif sorts is WAYS and (going := _GO.match(statement)) is not None:
        yield Said(f"{going['who']} take the ", going["to"], sorts, nouns=nouns)
    elif sorts is LENGTHS:
        yield Said(f"{statement} ", " tall", sorts, nouns=nouns)
    elif sorts is TIMES:
        yield Said(f"{statement} at ", "", frozenset({"time", "moment"}), nouns=nouns)
    yield Said(f"{statement} ", sorts=sorts, nouns=nouns)


_LIVING = re.compile(rf"^(?P<who>{_SOMEBODY}) do(?: for (?:a living|work))?$", re.IGNORECASE)
_NAME_OF = re.compile(r"^the name of (?P<thing>.+)$", re.IGNORECASE)
_GO = re.compile(r"^(?P<who>.+?) (?:get|go|commute|travel)(?P<to> to .+)$", re.IGNORECASE)
_SCHOOL = re.compile(r"^(?P<who>.+?) goe?s? to (?P<noun>school|college|university)$", re.IGNORECASE)


def _declared(aux: str, rest: str) -> str:
    """The words behind an auxiliary in the order of a statement."""
    if aux in ("do", "does"):
        return rest
    rest = _NAME_OF.sub(r"\g<thing>'s name", rest)
    found = _PRONOUN.match(rest) or _STATE.match(rest)
    if found is None:
        return f"{rest} {aux}"
    return f"{found['who']} {aux} {found['state']}"


_LEAD_ZH = re.compile(
    r"^(?:请问一?下?|请|你?还?(?:记得|知道)|(?:你能)?告诉我|提醒我(?:一下)?|帮我[查看](?:一下)?|那么?(?![个里])|话说|对了|所以|嗯)[,，\s]*"
)
_TAIL_ZH = re.compile(r"(?:[\s?？!！。.,，]|[呢啊呀嘛哦啦]|来着)+$")
_WHETHER_ZH = re.compile(r"是不是|有没有")
_KIND_ZH = "城市|地方|国家|小区|省份|省|区|镇|县|城"
_WORDS_ZH = re.compile(
    r"(?P<time>什么时候|什么时间|何时|哪一?天|几月几[号日]|几[号日](?!楼)|星期几|周几|几点钟?)|(?P<year>哪一?年)"
    r"|(?P<age>几岁|多大(?:年纪|岁数|年龄)?|多少岁)|(?P<tall>多高)|(?P<heavy>多重)|(?P<money>多少钱)"
    r"|(?P<amount>多少(?:[斤公][斤里]?)?|几[楼层号]|多长时间|多久)|(?P<who>谁|哪一?位)"
    rf"|(?P<place>哪[里儿]|何处|什么地方|[哪][个座]?(?:{_KIND_ZH})|哪(?=$|[上工住]))|(?P<how>怎么|如何)"
    r"|(?P<what>哪一?[个家种款门所只台些本支项类套]?|什么样?的?|啥)"
)
_SORTS_ZH: dict[str, frozenset[str] | None] = {
    "time": TIMES, "year": frozenset({"year"}), "age": frozenset({"age"}), "tall": LENGTHS, "heavy": frozenset({"weight"}),
    "money": frozenset({"money", "number"}), "amount": AMOUNTS, "who": PEOPLE, "place": PLACES, "how": WAYS, "what": None,
}  # fmt: skip
_NEUTRAL_ZH = re.compile(
    r"(?:现在|目前|如今|平时|平常|一般|通常|都|主要|最近|常|经常|在|是)*(?:使?用|有|上|在|去|开|养|吃|喝|穿|说|讲|会说?|读|是|做|住|坐|骑|看|听|玩|选|办|采用|属于|喜欢|习惯用)?(?:的|了|的是)?是?"
)
_CLASS_ZH = re.compile(
    r"公司|单位|学校|大学|医院|银行|健身房|超市|餐厅|部门|团队|行业|岗位|职位|工作|食物|东西|名字|语言|药|车"
)


def _chinese(text: str) -> Iterator[Said]:
    plain = _TAIL_ZH.sub("", text)
    while (shorter := _LEAD_ZH.sub("", plain)) != plain:
        plain = shorter
    if _INNER.search(plain):
        return
    words = list(_WORDS_ZH.finditer(plain))
    if plain.endswith("吗") or _WHETHER_ZH.search(plain):
        yield Said(_WHETHER_ZH.sub("", plain.removesuffix("吗")).replace("还", "", 1), sorts=KNOWN)
    elif len(words) == 1:
        yield from _asking_zh(plain, words[0])
    elif not words and len(plain) <= _BARE_ZH and plain.startswith("我") and _ends_with_noun(plain):
        yield Said(f"{plain}是")


def _asking_zh(text: str, word: re.Match[str]) -> Iterator[Said]:
    """Of a question with one question word: the value stands in its place."""
    before, after, kind = text[: word.start()], text[word.end() :], word.lastgroup or ""
    sorts = _SORTS_ZH[kind]
    if kind == "what" and after:
        yield from _which_zh(before, after)
    elif kind in _MEASURES_ZH:
        yield Said(f"{before.removesuffix('有')}{_MEASURES_ZH[kind]}是", after, sorts)
    else:
        yield Said(before, after, sorts)
    if kind == "who" and before and after:
        yield Said(f"{before}由", after, sorts)
    if kind == "place" and after and before.endswith("在"):
        yield Said(f"{before[:-1]}{after}在", sorts=sorts)


_MEASURES_ZH = {"tall": "身高", "heavy": "体重"}


def _which_zh(before: str, after: str) -> Iterator[Said]:
    """Of 哪个 and 什么 with what follows: a noun that the value is one of, or the rest of the clause."""
    noun = _noun_at(after)
    if after[len(noun) :].startswith("的") or (not noun and before.endswith(("是", "叫"))):
        return
    owners = [mention for mention in mention_zh().finditer(before) if mention["with"] is None]
    if noun and owners and _NEUTRAL_ZH.fullmatch(before, owners[-1].end()):
        yield Said(f"{before[: owners[-1].end()]}的{noun}是", sorts=things())
    yield Said(before, after[len(noun) :], things() if noun else None)


_BARE_ZH = 12
"""Characters of a bare noun that asks for what it is: 我的手机号."""


def _ends_with_noun(text: str) -> bool:
    """Whether the last word names an attribute."""
    nouns = nouns_in(text.lower(), words_of(text.lower()))
    return any(end == len(text) for _, end, _ in nouns)


def _noun_at(text: str) -> str:
    """The noun that a text begins with, where it is a known one."""
    nouns = nouns_in(text.lower(), words_of(text.lower()))
    if nouns and nouns[0][0] == 0:
        return text[: nouns[0][1]]
    found = _CLASS_ZH.match(text)
    return found.group() if found is not None else ""
