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

_BY_KIND: dict[str, tuple[str, str]] = {
    "commitment": ("What was promised about {}?", "关于{}，答应过什么？"),
    "decision": ("What was decided about {}?", "关于{}，是怎么决定的？"),
    "event": ("What happened with {}?", "关于{}，发生过什么事？"),
    "preference": ("What is preferred when it comes to {}?", "关于{}，有什么偏好？"),
    "procedure": ("How is this done: {}?", "{}要怎么做？"),
    "rule": ("What is the rule about {}?", "关于{}，有什么规矩？"),
    "task": ("What is to be done about {}?", "关于{}，要做什么？"),
}
_PLAIN = ("What is known about {}?", "关于{}，知道些什么？")

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
    "need needs try keep project team new old".split()
)


_LINKED = re.compile(
    r"\s*(?:(?P<place>在|位于|(?:is|are) (?:at|in|on)\b)|是在?|为|[:：=]|(?:is|are|will be)\b)\s*(?P<value>[^，,。;；!！?？\n]{1,60}?)[.\s]*(?=$|[，,。;；!！?？\n])"
)
_WHOSE = re.compile(r"\b(my|our|the)\s+$", re.IGNORECASE)
_LINK_FORMS = {
    "what": ("What is {}?", "{}是什么？"),
    "when": ("When is {}?", "{}是什么时候？"),
    "where": ("Where is {}?", "{}在哪里？"),
}
_TIMES = frozenset(("weekday", "day", "month", "year", "clock", "date", "time"))


@dataclass(frozen=True, kw_only=True, slots=True)
class Wording:
    """A way to ask for a memory, and what its answer has to contain."""

    question: str
    telling: tuple[str, ...]


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
        if wording.question not in seen and wording.telling:
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
    pieces = phrases(memory.text)
    rare = _by_weight(memory.text, pieces, among)
    held = _there(memory.value or "", memory.text)
    spoken = _USER.sub(lambda found: "My " if found["s"] else "I ", memory.text).replace("用户", "我", 1)
    claims = [
        claim for claim in read_claims(spoken) if not claim.denied and claim.tense in (Tense.NOW, Tense.TEMPORARY)
    ]
    by_topic = [pair for claim in claims if claim.topic for pair in _by_topic(claim.topic, spoken, language)]
    said = by_topic[0][1] if by_topic else ""
    for question, value in [*(pair for claim in claims for pair in _by_claim(claim, spoken, language)), *by_topic]:
        there = held or _there(value, memory.text) or _there(said, memory.text)
        yield Wording(question=question, telling=there or _outside(question, rare))
    if memory.slot is not None:
        question = _by_slot(memory.slot, language)
        yield Wording(question=question, telling=held or _outside(question, rare))
    yield from _by_words(memory, language, rare, held)


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


def _by_claim(claim: Claim, text: str, language: Language) -> Iterator[tuple[str, str]]:
    """Questions for an attribute, each with its value: as people put them, or by a noun."""
    chinese = language == "zh"
    usual = _ASKED.get(claim.attribute)
    if claim.subject == "self" and usual:
        yield usual[chinese], claim.value
    nouns = _nouns().get(claim.attribute, {}).get(language, ())
    fitting = [noun for noun in nouns if noun in text.lower()] or (
        nouns[:1] if usual and claim.subject != "self" else ()
    )
    for noun in fitting[:1]:
        for question in _of(claim.subject, noun, text, chinese=chinese):
            yield question, claim.value


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
    yield form.format(said if language == "zh" or of is None else f"{of[1].lower()} {said}"), found["value"].strip()


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


def _by_words(memory: Memory, language: Language, rare: Sequence[str], held: tuple[str, ...]) -> Iterator[Wording]:
    """Questions in the statement's own words: without those that answer, and where that is too little with them."""
    form = _BY_KIND.get(memory.kind, _PLAIN)[language == "zh"]
    joint = "、" if language == "zh" else ", "
    telling = held or tuple(rare[:1])
    order = {piece: memory.text.find(piece) for piece in rare}
    others = sorted(
        (piece for piece in rare if not any(piece in told or told in piece for told in telling)), key=order.__getitem__
    )
    if others:
        yield Wording(question=form.format(joint.join(others[:3])), telling=telling)
    if rare:
        yield Wording(question=form.format(joint.join(sorted(rare[:3], key=order.__getitem__))), telling=telling)
