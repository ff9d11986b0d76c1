"""Questions that memories should answer, put by rules in their own language: English or Chinese. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from perdure.domain.check import Check
from perdure.domain.memory import Memory, Slot
from perdure.recall.plan import Language, language_of
from perdure.text.claims import Claim, Tense, read_claims
from perdure.text.claims.claim import Frame, Topic
from perdure.text.claims.lexicon import ATTRIBUTES
from perdure.text.clean import fold
from perdure.text.privacy import MARKERS, guard
from perdure.text.words import STOP_WORDS

FIRST = ("identity", "preference", "decision", "rule", "commitment", "fact")
"""Kinds that are asked for before all others."""

NEVER = ("temporary", "summary")
"""Kinds that pass by themselves, or repeat what others say."""

LONGEST = 400
"""Characters of a memory that one question asks for."""

_ASKED: dict[str, tuple[str, str]] = {
    "address": ("What is my address?", "我的地址是什么？"),
    "allergy": ("What am I allergic to?", "我对什么过敏？"),
    "answer language": ("In which language do I want answers?", "回答我要用什么语言？"),
    "birthday": ("When is my birthday?", "我的生日是哪天？"),
    "employer": ("Where do I work?", "我在哪家公司工作？"),
    "home": ("Where do I live?", "我住在哪里？"),
    "language": ("Which languages do I speak?", "我会说什么语言？"),
    "name": ("What is my name?", "我叫什么名字？"),
    "native place": ("Where am I from?", "我的老家在哪里？"),
    "pet name": ("What is my pet called?", "我的宠物叫什么名字？"),
    "position": ("What do I do for a living?", "我是做什么工作的？"),
    "seat preference": ("Which seat do I prefer?", "我喜欢坐哪种座位？"),
}
"""How people ask for an attribute of their own; others are asked for by their nouns."""

_ASKED_OF: dict[str, tuple[str, str]] = {
    "allergy": ("What is {} allergic to?", "{}对什么过敏？"),
    "birthday": ("When is {}'s birthday?", "{}的生日是哪天？"),
    "employer": ("Where does {} work?", "{}在哪家公司工作？"),
    "home": ("Where does {} live?", "{}住在哪里？"),
    "position": ("What does {} do for a living?", "{}是做什么工作的？"),
}
"""How people ask for an attribute of somebody else."""

_BY_KIND: dict[str, tuple[str, str]] = {
    "commitment": ("What was promised about {}?", "关于{}，答应过什么？"),
    "decision": ("What was decided about {}?", "关于{}，是怎么决定的？"),
    "event": ("What happened with {}?", "关于{}，发生过什么事？"),
    "preference": ("What do I prefer when it comes to {}?", "关于{}，有什么偏好？"),
    "rule": ("What is the rule about {}?", "关于{}，有什么规矩？"),
    "task": ("What is to be done about {}?", "关于{}，要做什么？"),
}
_PLAIN = ("What do we know about {}?", "关于{}，知道些什么？")

_USER = re.compile(r"^\s*(?:the )?user(?P<s>['’]s)?\b\s*", re.IGNORECASE)
_WORDS = re.compile(
    r"[A-Za-z0-9][\w'’.:/+#@%-]*(?<![.:'’/-])(?: [A-Za-z0-9][\w'’.:/+#@%-]*(?<![.:'’/-]))*|[\u3400-\u9fff]+"
)
_MARKED = re.compile(r"[A-Z0-9+/_@#]|\w[.:-]\w")
"""What a name, a number or an identifier has."""
_CUT = re.compile(
    "用户|我们|你们|他们|喜欢|偏好|希望|需要|每次|每天|现在|已经|决定|决定了|因为|所以|如果|必须|不要|不能|应该|不用|"
    "改成|改为|以后|以前|之前|之后|的时候|[的了我你他她它们吗呢吧啊请都把给在和与是用要先再就也很对从到]"
)
_EMPTY = STOP_WORDS | frozenset(
    "user users prefer prefers preferred like likes love loves always never decide decided use uses using want wants "
    "need needs try keep project team new old instead rather except without".split()
)

_SEAMS = re.compile(r"[，。；！？、;!?\n]|[,.:](?=\s|$)|但是|不过|而是|\bbut\b", re.IGNORECASE)
"""Where one clause ends and the next begins."""
_NOT = re.compile(
    r"n['’]t\b|\b(?:not|never|no|none|nor|neither|cannot|without|except|avoid|avoids|hates?|dislikes?|refuses?|stop|stopped|quit|nothing|nobody|hardly)\b"
    r"|不(?![仅但只错过同断管少久论])|没(?!问题)|(?<![特区分级个性告辨])别(?![的人墅称名处])|[勿莫]|禁止|避免|讨厌|拒绝|无法|无需|戒",
    re.IGNORECASE,
)
"""What makes a clause say that something is not so."""
_TURNED_DOWN = re.compile(
    r"\b(?:instead of|rather than|other than|except|without|and not|not|than|no longer)\b.*|\bfrom\b.+?(?=\bto\b|$)|而不是.*|不是.*|除了.*|从.{1,20}?(?=[换改迁搬转升])",
    re.IGNORECASE,
)
"""The part of a clause that names what is not meant: what stands before it is."""

_VERBAL = re.compile(
    r"决定|习惯|打算|[吃喝住去来跑打写做看买卖搬换坐开叫说让被没不别返告交提改取设存放选带找拿学养送穿收付]|[今昨明后前]天|[上下这每]|之?[前后里中]$|[一二三四五六七八九十\d]"
)
"""What a Chinese phrase has that is no plain noun."""
_SUBJECT = re.compile(
    r"(?:我们的?|我的?|用户的?|项目的?|团队的?|公司的?)?(?P<noun>[\u3400-\u9fff]{2,8}?)(?=是|在|为|用|由|从|每[天周月年次]|固定|统一|必须|需要|应该|定在|放在|改到|截止|要(?!求))"
)
"""What a Chinese clause opens with and is about."""
_NOUN_EN = re.compile(
    r"\b(?P<of>[Tt]he|[Mm]y|[Oo]ur|for|about|on) (?!the\b|my\b|our\b|an?\b)(?P<noun>[A-Za-z][\w+#/-]*(?: [A-Za-z][\w+#/-]*)?)"
    r"(?=\s*(?:$|[,.;:!?])| (?:for|of|in|at|on|with|from|to|before|after|until|is|are|was|were|and|or|as|by|must|should|will|has|have|needs)\b)"
)
"""A noun as English marks one."""
_NAME = re.compile(r"(?<![A-Za-z\d])(?!I\b)(?:[A-Z][\w+#.-]*[\w+#]|[a-z]+[\d_+#]\w*)")
_DAYS = re.compile(
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december",
    re.IGNORECASE,
)
_BEHIND = re.compile(r"\b(?:the|my|our|an?|for|about|on|in|at|before|after|until|is|are) $", re.IGNORECASE)
"""Words before a word that tells something by itself: not a verb that is all that was left."""
_WHO = ("项目", "团队", "公司", "大家")
_STEPS = re.compile(r"^To (?P<en>[a-z][\w -]{2,40}?)[,:]|^(?P<zh>[\u3400-\u9fff]{2,6}?[前时后])[，,]?(?=先|要|必须|需)")
"""What a procedure is for."""

_LINKED = re.compile(
    r"\s*(?:(?P<place>在|位于|(?:is|are) (?:at|in|on)\b)|是在?|为|[:：=]|(?:is|are|will be)\b)\s*(?P<value>[^，,。;；!！?？\n]{1,60}?)[.\s]*(?=$|[，,。;；!！?？\n])"
)
_WHOSE = re.compile(r"\b(my|our|the)\s+$", re.IGNORECASE)
_LINK_FORMS = {
    "what": ("What is {}?", "{}是什么？"),
    "when": ("When is {}?", "{}是什么时候？"),
    "where": ("Where is {}?", "{}在哪里？"),
}
_DONE = re.compile(r"\w+(?:ed|en)\b|(?:kept|held|set|made|built|run|sent|done|lost)\b", re.IGNORECASE)
"""What was done to a thing says no name of it: "the branch is protected"."""
_TIMES = frozenset(("weekday", "day", "month", "year", "clock", "date", "time"))


@dataclass(frozen=True, kw_only=True, slots=True)
class Wording:
    """A way to ask for a memory, and what its answer has to contain."""

    question: str
    telling: tuple[str, ...]

    @property
    def given_away(self) -> bool:
        """Whether the question itself contains an answer."""
        return any(fold(each) in fold(self.question) for each in self.telling)


def lasting(memory: Memory) -> bool:
    """Whether a memory is one to ask for: it does not pass by itself, says more than others do, and is no essay."""
    return memory.kind not in NEVER and len(memory.text) <= LONGEST


def private(memory: Memory) -> bool:
    """Whether there is anything in a memory that must not stand in a list of questions."""
    return any(marker in memory.text for marker in MARKERS.values()) or bool(guard(memory.text).findings)


def checks_for(memory: Memory, *, old: Iterable[str] = (), among: Counter[str]) -> Iterator[Check]:
    """Ways of asking for a memory, the most natural first; each without `old` values in the answers, then with them.

    `among` says how many memories have each phrase, so that what is asked for tells this one apart.
    """
    gone = tuple(value for value in old if value.strip() and fold(value) not in fold(memory.text))
    seen = set()
    for wording in _wordings(memory, among):
        if wording.question not in seen and wording.telling and not wording.given_away:
            seen.add(wording.question)
            check = Check(question=wording.question, space=memory.space, must_contain=wording.telling)
            if gone:
                yield replace(check, must_not_contain=gone)
            yield check


def counted(memories: Iterable[Memory]) -> Counter[str]:
    """In how many memories each phrase occurs."""
    return Counter(phrase for memory in memories for phrase in {fold(each) for each in phrases(memory.text)})


def phrases(text: str) -> list[str]:
    """The pieces of a text that carry its content, as they stand there: words of a kind that belong together."""
    found: list[str] = []
    for run in _WORDS.findall(text):
        found += _latin(run) if run.isascii() or run[0].isascii() else _CUT.split(run)
    return list(dict.fromkeys(piece for piece in found if len(piece) > 1 or piece.isdigit()))


def _latin(run: str) -> Iterator[str]:
    """Words next to each other that are not empty, four at most."""
    kept: list[str] = []
    for word in [*run.split(" "), ""]:
        if word and word.lower() not in _EMPTY and word.lower().partition("'")[0] not in _EMPTY and len(kept) < 4:
            kept.append(word)
        elif kept:
            yield " ".join(kept)
            kept = [word] if word and word.lower() not in _EMPTY else []


def _wordings(memory: Memory, among: Counter[str]) -> Iterator[Wording]:
    language = language_of(memory.text)
    positive = affirmed(memory.text)
    rare = _by_weight(memory.text, phrases(positive), among)
    held = _there(memory.value or "", positive)
    spoken = _USER.sub(lambda found: "My " if found["s"] else "I ", memory.text).replace("用户", "我", 1)
    claims = [
        claim for claim in read_claims(spoken) if not claim.denied and claim.tense in (Tense.NOW, Tense.TEMPORARY)
    ]
    by_topic = [pair for claim in claims if claim.topic for pair in _by_topic(claim.topic, spoken, language)]
    said = _there(by_topic[0][1], positive) if by_topic else ()
    asked = False
    for claim in claims:
        for question in _usual(claim, spoken, language):
            asked = True
            yield Wording(
                question=question,
                telling=_there(claim.value, positive) or _beside(claim, question, [*said, *rare], spoken),
            )
    for question, value in [*(pair for claim in claims for pair in _by_noun(claim, spoken, language)), *by_topic]:
        if not _NOT.search(question):
            asked = True
            yield Wording(question=question, telling=held or _there(value, positive) or said)
    if memory.slot is not None:
        question = _by_slot(memory.slot, language)
        asked = True
        yield Wording(question=question, telling=held or _outside(question, rare))
    yield from _by_words(memory, language, rare, held, names=not asked and memory.kind != "preference")


def affirmed(text: str) -> str:
    """A text with blanks in place of what it says not to be so: of a clause that denies, all, or what is turned down in it."""
    kept: list[str] = []
    start = 0
    for seam in [*_SEAMS.finditer(text), None]:
        end = len(text) if seam is None else seam.start()
        clause = text[start:end]
        left = _TURNED_DOWN.sub(lambda found: " " * len(found.group()), clause)
        kept.append(" " * len(clause) if _NOT.search(left) else left)
        kept.append("" if seam is None else seam.group())
        start = len(text) if seam is None else seam.end()
    return "".join(kept)


def _beside(claim: Claim, question: str, rare: Sequence[str], text: str) -> tuple[str, ...]:
    """What tells a value that the text has in other words: the phrase that tells most of the clause that has the claim."""
    for clause in _SEAMS.split(text):
        if any(each.attribute == claim.attribute and not each.denied for each in read_claims(clause)):
            return _outside(question, [piece for piece in rare if piece in clause and _tells(piece, clause)])
    return ()


def _by_weight(text: str, pieces: Sequence[str], among: Counter[str]) -> list[str]:
    """Phrases, the one that tells most first: that few memories have, then names and numbers, then what stands last."""

    def weight(piece: str) -> tuple[int, bool, int]:
        plain = not _MARKED.search(piece if text.find(piece) > 0 else piece.lower())
        return among[fold(piece)], plain, -pieces.index(piece)

    return sorted(pieces, key=weight)


def _outside(question: str, rare: Sequence[str]) -> tuple[str, ...]:
    """The phrase that tells most and that the question does not give away."""
    return tuple(piece for piece in rare if fold(piece) not in fold(question))[:1]


def _there(value: str, text: str) -> tuple[str, ...]:
    """A value as it stands in a text; nothing where it does not."""
    at = text.lower().find(value.lower()) if value.strip() else -1
    return () if at < 0 else (text[at : at + len(value)],)


def _usual(claim: Claim, text: str, language: Language) -> Iterator[str]:
    """The question as people put it, of themselves or of somebody who is named in the text."""
    chinese = language == "zh"
    if claim.subject == "self" and (usual := _ASKED.get(claim.attribute)):
        yield usual[chinese]
    elif (usual := _ASKED_OF.get(claim.attribute)) and (named := _there(claim.subject, text)):
        yield usual[chinese].format(named[0] if named[0][0].isupper() else f"{'' if chinese else 'my '}{named[0]}")


def _by_noun(claim: Claim, text: str, language: Language) -> Iterator[tuple[str, str]]:
    """Questions for an attribute by its noun, each with its value."""
    nouns = _nouns().get(claim.attribute, {}).get(language, ())
    for noun in [noun for noun in nouns if noun in text.lower()][:1]:
        if _DONE.match(claim.value) is None:
            yield from (
                (question, claim.value) for question in _of(claim.subject, noun, text, chinese=language == "zh")
            )


def _of(subject: str, noun: str, text: str, *, chinese: bool) -> Iterator[str]:
    """A question for what the owner, the project, or somebody who is named there has."""
    if subject == "self":
        yield f"我的{noun}是什么？" if chinese else f"What is my {noun}?"
    elif subject == "project":
        yield f"项目的{noun}是什么？" if chinese else f"What is the {noun} of the project?"
    elif named := _there(subject, text):
        whose = named[0] if named[0][0].isupper() else f"my {named[0]}"
        yield f"{named[0]}的{noun}是什么？" if chinese else f"What is {whose}'s {noun}?"


def _by_topic(topic: Topic, text: str, language: Language) -> Iterator[tuple[str, str]]:
    """The question for a clause of the form "X is V", and V."""
    found = _LINKED.match(text, text.lower().find(topic.said) + len(topic.said))
    if topic.frame is not Frame.LINK or len(topic.said) < 2 or topic.said not in text.lower() or found is None:
        return
    start = text.lower().find(topic.said)
    said, of = text[start : start + len(topic.said)], _WHOSE.search(text[:start])
    sort = "when" if any(kind in _TIMES for kind, _ in topic.values) else "where" if found["place"] else "what"
    form = _LINK_FORMS[sort][language == "zh"]
    several = found[0].lstrip().startswith("are")
    if sort == "what" and (several or _DONE.match(found["value"])):
        return
    form = form.replace(" is ", " are ") if several else form
    if language == "zh":
        said = f"我{said}" if text[:start].endswith("我") else said
    elif of is not None:
        said = f"{of[1].lower()} {said}"
    yield form.format(said), found["value"].strip()


@cache
def _nouns() -> dict[str, dict[Language, tuple[str, ...]]]:
    """The nouns of each attribute of the lexicon, by language."""
    found: dict[str, dict[Language, tuple[str, ...]]] = {}
    for attribute in ATTRIBUTES:
        chinese = tuple(noun for noun in attribute.nouns if not noun.isascii())
        english = tuple(noun for noun in attribute.nouns if noun.isascii())
        found.setdefault(attribute.name, {"en": english, "zh": chinese})
    return found


def _by_slot(slot: Slot, language: Language) -> str:
    attribute = slot.attribute.replace("_", " ")
    if language == "zh":
        whose = "我" if slot.subject == Slot.OWNER else slot.subject
        return f"{whose}的{attribute}是什么？"
    return f"What is my {attribute}?" if slot.subject == Slot.OWNER else f"What is the {attribute} of {slot.subject}?"


def _by_words(
    memory: Memory, language: Language, rare: Sequence[str], held: tuple[str, ...], *, names: bool
) -> Iterator[Wording]:
    """Questions by a noun that the statement has: where none is sure to be one, nobody would ask so."""
    text = affirmed(memory.text)
    weighty = [piece for piece in rare if _tells(piece, text)]
    for question in _questions(memory.kind, text, language, names=names):
        told = held or _outside(question, weighty)
        yield Wording(question=question, telling=tuple(_short(each, question) for each in told))


def _short(piece: str, question: str) -> str:
    """A Chinese phrase without the noun that it opens with, where the question names that."""
    noun = next((piece[:size] for size in range(len(piece) - 2, 1, -1) if piece[:size] in question), "")
    return piece if piece.isascii() else piece.removeprefix(noun)


def _questions(kind: str, text: str, language: Language, *, names: bool) -> Iterator[str]:
    if kind != "procedure":
        form = _BY_KIND.get(kind, _PLAIN)[language == "zh"]
        yield from (form.format(about) for about in _nouns_of(text, language, names=names))
    elif (found := _STEPS.match(text)) is not None:
        yield f"{found['zh']}要做什么？" if found["zh"] else f"How do I {found['en']}?"


def _nouns_of(text: str, language: Language, *, names: bool) -> Iterator[str]:
    """What a statement is about, as a question can name it: a noun, else the first name."""
    said = list(_nouns_zh(text) if language == "zh" else _nouns_en(text))
    yield from said
    for name in _NAME.finditer(text) if names and not said else ():
        if (name.start() > 0 or language == "zh") and not _DAYS.fullmatch(name.group()):
            yield name.group()
            return


def _nouns_zh(text: str) -> Iterator[str]:
    for clause in _SEAMS.split(text):
        found = _SUBJECT.match(clause.strip())
        if found is not None and not _VERBAL.search(found["noun"]):
            yield found["noun"]


def _nouns_en(text: str) -> Iterator[str]:
    for noun in _NOUN_EN.finditer(text):
        of, plain = noun["of"].lower(), noun["noun"]
        if _EMPTY.isdisjoint(plain.lower().split()) and not _DAYS.search(plain):
            yield f"{of} {plain}" if of in ("the", "my", "our") else plain


def _tells(piece: str, text: str) -> bool:
    """Whether a phrase tells something by itself, and is no verb that is all that was left of a clause."""
    if not piece.isascii():
        return piece not in _WHO and (len(piece) > len("换成") or _VERBAL.search(piece) is None)
    return " " in piece or _MARKED.search(piece) is not None or _BEHIND.search(text[: text.find(piece)]) is not None
