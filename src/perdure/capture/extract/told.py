"""Which part of a sentence tells something: the whole of a statement, and of anything else the clauses that are one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from perdure.capture.extract.cues import Worth, forbids, reminds, standing
from perdure.capture.extract.hollow import hollow, unmarked_question
from perdure.capture.extract.weigh import weigh
from perdure.kinds import DEFAULT, classify
from perdure.text.dates import tells_time
from perdure.text.mood import Mood, asked_to_keep, mood_of

_LONGEST = 1_000
"""Characters of a sentence; what is longer was not said, and is kept only where someone asks for it."""
_SHORTEST = 2
"""Letters, digits or characters below which nothing is said."""


_ADVICE = Worth("fact", 0.65)
"""What a doctor's advice or a boss's word is worth, whatever it says."""


_REMINDER = Worth("task", 0.7)
"""What somebody wants to be reminded of at a time."""
_FOR_NOW = Worth("temporary", 0.5)
_ERRANDS = frozenset({"task", "commitment", "event"})
_PLAIN_WORDS = frozenset({"rule", "temporary", "procedure"})
"""Kinds that a statement names itself: "always", "for now", "first … then"."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a sentence tells: the words, what they are worth, and whether it was asked to remember them."""

    text: str
    worth: Worth
    asked: bool = False


def told_in(sentence: str) -> Told | None:
    """What a sentence tells that may be worth keeping."""
    start = asked_to_keep(sentence[:_LONGEST])
    if start:
        return _asked(sentence[start:])
    return None if len(sentence) > _LONGEST else _by_mood(sentence)


def taken_for(text: str) -> Worth:
    """What a statement is that somebody stored as such: of the kind it would have if it had been said, else as its wording tells."""
    said = text[asked_to_keep(text[:_LONGEST]) :]
    kind = classify(said)
    worth = None
    if hollow(said):
        return Worth(DEFAULT, 0.0)
    if _is_reminder(said):
        return _REMINDER
    if len(said) <= _LONGEST:
        worth = _standing(said) if standing().search(_opened(said)) else weigh(said)
    if worth is None:
        return Worth(kind, 0.0)
    if (
        worth.kind == "task" and kind != "task"
    ):  # how things stand is work under way in a talk; stored as such, it is how it is
        return replace(worth, kind=DEFAULT)
    return replace(worth, kind=kind) if kind in _PLAIN_WORDS else worth


def _by_mood(sentence: str) -> Told | None:
    mood, said = mood_of(sentence), _opened(sentence)
    if hollow(said):
        return None
    if mood in (Mood.REQUEST, Mood.STATEMENT) and standing().search(said):
        return Told(said, _standing(sentence))
    match mood:
        case Mood.REQUEST if _is_reminder(sentence):
            return Told(_capital(said), _REMINDER)
        case Mood.STATEMENT:
            told = _without_requests(sentence)
            found = _weighed(said) if told is None else _beside_request(told)
        case Mood.REPORTED if _by_authority().search(sentence):
            found = _bound(sentence)
        case Mood.SMALL_TALK:
            found = None
        case _:
            found = _beside_request(_telling_clauses(sentence))
    return found


def _is_reminder(said: str) -> bool:
    return reminds().search(said) is not None and tells_time(said)


def _without_requests(sentence: str) -> str | None:
    """The clauses of a statement that ask for nothing; None where all do not."""
    clauses = _clauses(sentence)
    kept = [clause for clause in clauses if not _requests(clause)]
    return None if len(kept) == len(clauses) else _joined(sentence, kept)


def _requests(clause: str) -> bool:
    """Whether a clause asks for something to be made or told now; "no flowers" says what is wanted always."""
    said = clause.strip(" ,，;；")
    if _lasting().search(said):
        return False
    if unmarked_question().search(said) or _wants_something().match(said):
        return True
    return mood_of(said) in (Mood.REQUEST, Mood.QUESTION) and _refuses().match(said) is None


def _beside_request(text: str) -> Told | None:
    """What is told only to be helped with: what it may cost is for now, and an errand of today is nothing to keep."""
    told = _weighed(text)
    if told is None:
        return None
    if _budget().fullmatch(text):
        return replace(told, worth=_FOR_NOW)
    return None if told.worth.kind in _ERRANDS and _today().search(text) else told


def _bound(sentence: str) -> Told:
    """Somebody else's words that the speaker goes by."""
    worth = weigh(sentence)
    enough = worth is not None and worth.importance > _ADVICE.importance
    return Told(_capital(_opened(sentence)), worth if enough and worth is not None else _ADVICE)


def _asked(text: str) -> Told | None:
    """What someone asked to remember is kept whatever it is, unless it is a question after all."""
    said = text.strip(" ,，:：")
    if len(_letters().findall(said)) < _SHORTEST or mood_of(said) is Mood.QUESTION:
        return None
    worth = weigh(said[:_LONGEST])
    kind = "rule" if standing().search(said) else worth.kind if worth is not None else "fact"
    return Told(
        _capital(said), Worth(kind, max(0.8, worth.importance if worth is not None else 0.0), certain=True), asked=True
    )


def _standing(sentence: str) -> Worth:
    """A request that holds from now on is a preference, or a rule where it says always or never."""
    worth = weigh(sentence)
    named = worth is not None and worth.kind in ("identity", "preference", "decision")
    if forbids().search(sentence) and _of_me().search(sentence) is None:
        return Worth("rule", 0.8, certain=True)
    return Worth(worth.kind if named and worth is not None else "preference", 0.8, certain=True)


def _weighed(text: str) -> Told | None:
    if len(_letters().findall(text)) < _SHORTEST:
        return None
    worth = weigh(text)
    return None if worth is None else Told(_capital(text), worth)


def _telling_clauses(sentence: str) -> str:
    """The clauses that state something, up to the first that supposes or quotes: what follows hangs on it."""
    kept: list[str] = []
    for clause in _clauses(sentence):
        match mood_of(clause):
            case Mood.STATEMENT if not hollow(clause.strip(" ,，;；")) and weigh(clause) is not None:
                kept.append(clause)
            case Mood.SUPPOSED | Mood.REPORTED:
                break
            case _:
                pass
    return _joined(sentence, kept)


def _joined(sentence: str, kept: Sequence[str]) -> str:
    joint = "，" if _wide().search(sentence) else ", "
    return _opened(joint.join(clause.strip(" ,，;；") for clause in kept))


def _clauses(sentence: str) -> list[str]:
    return [clause for clause in _joints().split(sentence) if clause.strip()]


def _opened(sentence: str) -> str:
    """A sentence without the words before it that say nothing, and without laughter behind it."""
    said = _tail().sub("", _head().sub("", sentence)).strip().rstrip(",，;；、")
    return said or sentence


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:] if text[:1].islower() and text[:2].isalpha() else text


@cache
def _letters() -> re.Pattern[str]:
    return re.compile(r"[\u3400-\u9fff]|[^\W_]+")


@cache
def _wide() -> re.Pattern[str]:
    return re.compile(r"[\u3400-\u9fff]")


@cache
def _joints() -> re.Pattern[str]:
    """Where clauses meet. A comma inside a number is none."""
    return re.compile(
        r"(?<=[，；;])|(?<=,)(?=\s)|\s+[-–—]+\s+|——|\s+(?=(?:so|but|and)\s+(?:can|could|would|what|how|where|which|is|are|do|does|please|any|should|i|i'm|my|we)\b)",
        re.IGNORECASE,
    )


@cache
def _wants_something() -> re.Pattern[str]:
    return re.compile(
        r"(?:请|麻烦|快|帮忙|你|您|再|就|那)*(?:给|来|求|推荐|介绍|出|写|列|想|讲|说|找|做|画|查|算)(?:我)?(?:一下|[一几两]?[个些点份篇段首张条句款]|几个)(?!月|小时|星期|天)|求[\u4e00-\u9fff]{2,4}$|"
        r"(?:any|some) (?:ideas?|tips?|suggestions?|advice|recommendations?|thoughts?)\b|(?:suggest|recommend) (?:a|an|some|me|one)\b|(?:give|show|write|draft) me\b",
        re.IGNORECASE,
    )


@cache
def _lasting() -> re.Pattern[str]:
    """What is wished for whenever something happens, or announces what it tells."""
    return re.compile(r"[：:]|的时候|\b(?:when|whenever|every time|each time)\b", re.IGNORECASE)


@cache
def _refuses() -> re.Pattern[str]:
    return re.compile(
        r"(?:别|不要|不用|不准|不许|禁止|(?:please )?(?:don't|do not|never|no|always|avoid|stop)\b)", re.IGNORECASE
    )


@cache
def _budget() -> re.Pattern[str]:
    """How much something may cost, and not what."""
    return re.compile(
        r"我?们?的?(?:预算|钱)[^，,。]{0,12}[，,。]?|(?:my|our|the) budget (?:is|was|'s) [^,.]{1,24}\.?|(?:i|we)(?:'ve| have)(?: got)?(?: a budget of)? [$€£¥]?\d[\d,.k]*(?: \w+)? to spend\.?|(?:i|we) have a budget of [^,.]{1,24}\.?",
        re.IGNORECASE,
    )


@cache
def _today() -> re.Pattern[str]:
    """Later today, or at an hour of no day."""
    return re.compile(
        r"(?:^|我们?|[，,])(?:今天|马上)?(?:上午|中午|下午|晚上|今晚|今早|傍晚|等下|等会儿?|待会儿?|一会儿?|今天|马上)(?:[\d一二两三四五六七八九十]+点\S?)?(?:还|就|也|我)*(?:要|得|会|准备|打算|想)|\b(?:this (?:morning|afternoon|evening)|tonight|later today|in a (?:bit|minute|moment))\b",
        re.IGNORECASE,
    )


@cache
def _of_me() -> re.Pattern[str]:
    return re.compile(r"我(?!们)|\b(?:me|my|i)\b", re.IGNORECASE)


@cache
def _head() -> re.Pattern[str]:
    return re.compile(
        r"^(?:(?:so|well|hey|hi|hello|ok(?:ay)?|oh|ah|um+|hmm+|anyway|by the way|btw|haha\w*|lol|thanks|thank you|great|cool|nice|yeah|yes|sure|right|true|and|but|also|"
        r"morning|good (?:morning|evening|afternoon)|guess what|not really|really|对了|另外|顺便说一下|顺便|话说|哈+|嗯+|哦+|噢|好的?|那|行|对对?|是的|谢谢|你好|您好|嗨)"
        r"(?:[,，、!！~～:：\s—-]+|$))+(?=\S)|[,，]?\s*by the way(?=[,，])",
        re.IGNORECASE,
    )


@cache
def _tail() -> re.Pattern[str]:
    return re.compile(
        r"(?:[\s,，、]*(?:\b(?:lol|haha\w*|lmao|btw|by the way|you know|though|tbh|thanks|thank you|cheers)\b|哈{2,}|嘿嘿|呵呵|谢谢|呜呜|[:;]-?[)D(]|[\U0001f300-\U0001faff]))+(?=[\s.!。！~]*$)",
        re.IGNORECASE,
    )


@cache
def _by_authority() -> re.Pattern[str]:
    """Somebody's words that bind the one who repeats them: a doctor's advice, a boss's date."""
    return re.compile(
        r"\b(?:doctor|dentist|physio\w*|therapist|nutritionist|boss|manager|supervisor|advis[eo]r|professor|teacher|landlord|landlady|client|customer|hr|lawyer|vet|school|bank|insurance)\b.{0,20}"
        r"\b(?:said|says|told|wants|asked|suggested|recommend\w*|mentioned|announced)\b.{0,60}\b(?:i|me|my|we|us|our|deadline|due|until|by)\b|"
        r"(?:医生|大夫|牙医|老板|领导|经理|主管|导师|老师|班主任|教授|房东|客户|甲方|学校|公司|银行|律师|教练)(?:[今昨前]天|刚才|刚|又|也|已经)*(?:说|要求|告诉|建议|通知|让).{0,30}(?:我|咱|截止|前|期|不能|不要|少|多|需要|得|必须)",
        re.IGNORECASE,
    )
