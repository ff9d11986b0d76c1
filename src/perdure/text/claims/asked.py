"""What a question asks for: the claims that would answer it.

A question is put as the statements that could answer it, with a sample of the sort of value that its words tell of:
"where does Ana live?" as "Ana live in Lisbon", 我的手机号是多少 as 我的手机号是13800000000. What such a statement claims is asked for.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from perdure.text.claims import read_claims
from perdure.text.claims.claim import Claim, Tense
from perdure.text.claims.clauses import Clause
from perdure.text.claims.index import nouns_in, ways_in, words_of
from perdure.text.claims.making import claim_of
from perdure.text.claims.named import frame_of, told_of
from perdure.text.claims.people import THIRD, mention_zh
from perdure.text.claims.samples import AMOUNTS, LENGTHS, PEOPLE, PLACES, TIMES, WAYS, sample, things
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


@dataclass(frozen=True, slots=True)
class _Said:
    """A statement that would answer, up to its value and after it, and what the question word says of the value."""

    before: str
    after: str = ""
    sorts: frozenset[str] | None = None
    nouns: bool = True
    """The nouns in it may name the attribute: not where it asks what somebody does."""

    def with_value(self, value: str) -> str:
        """The statement with a value in its place."""
        return f"{self.before}{value}{self.after}"


@lru_cache(maxsize=512)
def asked_keys(question: str) -> tuple[str, ...]:
    """The keys of the claims that a question asks for (`Reader.by_claims`); one that ends in / stands for all below it.

    None where it does not ask for a named attribute of somebody.
    """
    return tuple(dict.fromkeys(key for claim, whole in _asked(question) for key in _keys(claim, whole=whole)))


def answers(question: str, statement: str) -> bool:
    """Whether a statement claims, as something that holds, what a question asks for."""
    return any(
        _meets(claim, told, whole=whole)
        for told in read_claims(statement)
        if not told.denied and told.tense in (Tense.NOW, Tense.TEMPORARY)
        for claim, whole in _asked(question)
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
    read = _chinese if _WIDE_CHAR.search(text) else _english
    found: dict[Claim, bool] = {}
    for said in read(text):
        for claim in _claims(said):
            found.setdefault(claim, said.sorts != _NONE)
        if found:
            break
    return tuple(found.items())


_WIDE_CHAR = re.compile(r"[\u3400-\u9fff]")
_EVENT = re.compile(
    r"\b(?:yesterday|ago|tomorrow|(?:last|next) (?:time|night|week|weekend|month|year|spring|summer|fall|autumn|winter|\w+day)|this (?:week|weekend|month|year|morning|afternoon|evening)|"
    r"used to|previous(?:ly)?|former(?:ly)?|my old|the first|before)\b|昨[天日晚夜]|前[天晚年]|上(?:个|一)?(?:周|星期|礼拜|月|次|回)|去年|明[天年晚]|后天|下(?:个|一)?(?:周|星期|礼拜|月|次)|刚才|那天|那次|以前|之前|原来|曾经?|当时|第一|过[吗没]?[?？]?$",
    re.IGNORECASE,
)
"""Words by which a question asks for what happened, or was so: no attribute holds that."""
_NONE: frozenset[str] = frozenset()
"""The sorts of a statement that has its value already: it is only asked whether it is so."""


def _claims(said: _Said) -> Iterator[Claim]:
    """What a statement claims, with a sample of every sort of value that its words may take."""
    if said.sorts == _NONE:
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


def _fitting(said: _Said) -> list[str]:
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
    named = subject.name not in ("", THIRD) or (attribute.about and subject.thing)
    return (
        bool(named)
        and subject.sure
        and subject.said
        and not told.denied
        and not told.past
        and (not whole or attribute.single or attribute.name in _FEW)
    )


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
_WHO_DOES = re.compile(r"^who (?:is )?(?P<rest>\w+s .+|(?:in charge of|responsible for) .+)$", re.IGNORECASE)
_TOLD_WHICH = re.compile(
    r"^(?P<wh>where|who|when|what time|what|which|how (?:much|many|old|tall|often|long|far)|how) (?P<rest>.+)$",
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


def _english(text: str) -> Iterator[_Said]:
    """The statements that an English question is put as, the likeliest first."""
    lead = _LEAD.match(text)
    plain = _SOFT.sub("", _TAIL.sub("", text[lead.end() :] if lead else text))
    if _INNER.search(plain):
        return
    plain = _SHORT.sub(lambda found: f"{found[1]} {'is' if found[2] == 's' else 'are'}", plain)
    if (found := _WHICH.match(plain)) is not None and not (found["np"] and found["wh"].lower() not in _WITH_NOUN):
        yield from _which(found)
    elif (found := _WHO_DOES.match(plain)) is not None:
        yield _Said(
            "", f" {found['rest'] if found['rest'].split()[0].endswith('s') else 'is ' + found['rest']}", PEOPLE
        )
    elif (found := _WHETHER.match(plain)) is not None:
        yield _Said(_declared(found["aux"].lower(), found["rest"]), "", _NONE)
    elif lead and lead["indirect"] and (found := _TOLD_WHICH.match(plain)) is not None:
        rest = re.sub(r" (?:is|are|am)$", "", found["rest"])
        yield from _valued(rest if rest == found["rest"] else f"{rest} is", _SORTS[found["wh"].lower()])
    elif _BARE.match(plain):
        yield _Said(f"{plain} is ")


_INNER = re.compile(r"[,;:?!，。；：？！]|\. ")
"""Marks inside a question that make it more than one."""
_WITH_NOUN = frozenset({"what", "which", "how much", "how many"})


def _whose(who: str) -> str:
    return _WHOSE.get(who.lower(), f"{who}'s")


def _which(found: re.Match[str]) -> Iterator[_Said]:
    """Of a question with a question word, an auxiliary, and the rest."""
    word, noun, aux, rest = found["wh"].lower(), found["np"] or "", found["aux"].lower(), found["rest"]
    sorts = _KINDS.get(noun.lower(), _SORTS[word])
    if noun and (neutral := _NEUTRAL.match(rest)) is not None:
        yield _Said(
            f"{_whose(neutral['who'])} {noun} is ", "", _KINDS.get(noun.lower(), things() if sorts is None else sorts)
        )
    if aux == "did" or (aux in ("was", "were") and "born" not in rest):
        return
    if aux in ("should", "can"):
        if rest.lower().startswith("you "):
            yield _Said(f"{rest[4:]} ", "", sorts)
        return
    if word == "what" and not noun:
        rest = _LIVING.sub(lambda living: f"{_whose(living['who'])} job is", rest)
    statement = _declared(aux, rest)
    yield from _valued(statement, sorts, nouns=statement != rest or statement.endswith(" job is"))


def _valued(statement: str, sorts: frozenset[str] | None, *, nouns: bool = True) -> Iterator[_Said]:
    """A statement with a value at its end, behind the preposition that such a value has."""
    if sorts is PLACES and (school := _SCHOOL.match(statement)) is not None:
        yield _Said(f"{_whose(school['who'])} {school['noun']} is ", "", sorts)
    if sorts is PLACES and not statement.endswith((" in", " at", " to", " from")):
        yield _Said(f"{statement} in ", "", sorts - {"org", "address"}, nouns=nouns)
        yield _Said(f"{statement} at ", "", sorts, nouns=nouns)
    elif sorts is WAYS and (going := _GO.match(statement)) is not None:
        yield _Said(f"{going['who']} take the ", going["to"], sorts, nouns=nouns)
    elif sorts is LENGTHS:
        yield _Said(f"{statement} ", " tall", sorts, nouns=nouns)
    elif sorts is TIMES:
        yield _Said(f"{statement} at ", "", frozenset({"time", "moment"}), nouns=nouns)
    yield _Said(f"{statement} ", "", sorts, nouns=nouns)


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


def _chinese(text: str) -> Iterator[_Said]:
    """The statements that a Chinese question is put as, the likeliest first."""
    plain = _TAIL_ZH.sub("", text)
    while (shorter := _LEAD_ZH.sub("", plain)) != plain:
        plain = shorter
    if _INNER.search(plain):
        return
    if plain.endswith("吗") or _WHETHER_ZH.search(plain):
        yield _Said(_WHETHER_ZH.sub("", plain.removesuffix("吗")).replace("还", "", 1), "", _NONE)
        return
    words = list(_WORDS_ZH.finditer(plain))
    if len(words) != 1:
        if not words and len(plain) <= _BARE_ZH and plain.startswith("我"):
            yield _Said(f"{plain}是")
        return
    (word,) = words
    before, after, kind = plain[: word.start()], plain[word.end() :], word.lastgroup or ""
    sorts = _SORTS_ZH[kind]
    if kind in ("tall", "heavy"):
        yield _Said(f"{before.removesuffix('有')}{'身高' if kind == 'tall' else '体重'}是", after, sorts)
        return
    if kind == "what" and after:
        noun = _noun_at(after)
        if after[len(noun) :].startswith("的") or (not noun and before.endswith(("是", "叫"))):
            return
        owners = [mention for mention in mention_zh().finditer(before) if mention["with"] is None]
        if noun and owners and _NEUTRAL_ZH.fullmatch(before, owners[-1].end()):
            yield _Said(f"{before[: owners[-1].end()]}的{noun}是", "", things())
        after, sorts = after[len(noun) :], things() if noun else sorts
    yield _Said(before, after, sorts)
    if kind == "who" and before and after:
        yield _Said(f"{before}由", after, sorts)
    if kind == "place" and after and before.endswith("在"):
        yield _Said(f"{before[:-1]}{after}在", "", sorts)


_BARE_ZH = 12
"""Characters of a bare noun that asks for what it is: 我的手机号."""


def _noun_at(text: str) -> str:
    """The noun that a text begins with, where it is a known one."""
    nouns = nouns_in(text.lower(), words_of(text.lower()))
    if nouns and nouns[0][0] == 0:
        return text[: nouns[0][1]]
    found = _CLASS_ZH.match(text)
    return found.group() if found is not None else ""
