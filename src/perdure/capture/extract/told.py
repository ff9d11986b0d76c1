"""Which part of a sentence tells something: the whole of a statement, and of anything else the clauses that are one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from perdure.capture.extract.cues import Worth, standing
from perdure.capture.extract.weigh import weigh
from perdure.text.mood import Mood, asked_to_keep, mood_of

_LONGEST = 1_000
"""Characters of a sentence; what is longer was not said, and is kept only where someone asks for it."""
_SHORTEST = 2
"""Letters, digits or characters below which nothing is said."""


_ADVICE = Worth("fact", 0.65)
"""What a doctor's advice or a boss's word is worth, whatever it says."""


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


def _by_mood(sentence: str) -> Told | None:
    mood = mood_of(sentence)
    if mood in (Mood.REQUEST, Mood.STATEMENT) and standing().search(_opened(sentence)):
        return Told(_opened(sentence), _standing(sentence))
    match mood:
        case Mood.STATEMENT:
            return _weighed(_opened(sentence))
        case Mood.REPORTED if _by_authority().search(sentence):
            return _bound(sentence)
        case Mood.SMALL_TALK:
            return None
        case _:
            return _weighed(_telling_clauses(sentence))


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
    named = worth is not None and worth.kind in ("identity", "preference")
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
            case Mood.STATEMENT if weigh(clause) is not None:
                kept.append(clause)
            case Mood.SUPPOSED | Mood.REPORTED:
                break
            case _:
                pass
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
