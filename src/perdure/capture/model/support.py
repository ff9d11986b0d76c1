"""Whether what a model says is in the turns that it cites: a pure check of words, numbers, names, dates and negation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from perdure.capture.moments import dated
from perdure.domain.journal import Entry
from perdure.text.analyzer import content_terms, index_terms
from perdure.text.claims.numerals import written_digits
from perdure.text.clean import fold
from perdure.text.dates import Span, spans_in
from perdure.text.mood import Mood, asked_to_keep, mood_of, sentences

SHARE = 0.6
"""Share of a statement's content terms that must be in what supports it."""

NO_EVIDENCE = frozenset({Mood.QUESTION, Mood.SUPPOSED, Mood.SMALL_TALK})
"""Sentences that tell nothing."""

_TELLING = frozenset(
    "user speaker self person people someone someth thing enjoy love like prefer appreci valu believ think feel find found "
    "consid express mention share describ want need hope plan intend look tri get got go goe come make made take use also "
    "current recent now often alway usual realli still well longer anymor never quit stop".split()
)
_TELLING_ZH = re.compile(
    "用户|喜欢|偏好|喜爱|觉得|认为|希望|打算|计划|目前|最近|表示|习惯|十分|非常|特别|真的|已经|一直|经常|总是|正在|想要|[想要会很爱]"
)
"""Words with which a model tells what was said, whatever it was."""

PREFIX = 5
"""Letters in which two forms of an English word agree: participated, participation."""

_OPENERS = '.!?:\n。！？："“'
"""After these a sentence begins."""

_IDIOMS = re.compile("十分|万一|千万|百般|百货|千方百计")
"""Numerals that count nothing."""

_COMMAS = re.compile(r"[,，;；]")
_WIDE = re.compile(r"[\u3400-\u9fff]")


@dataclass(frozen=True, kw_only=True, slots=True)
class Evidence:
    """What cited turns tell: the `turns` that count, whether they tell anything, the terms and numbers in it, its clauses with
    whether each denies something, the terms of what they ask to remember, the stretches of time they name; `speakers` said it,
    `others` only took part."""

    turns: tuple[Entry, ...]
    tells: bool
    terms: frozenset[str]
    numbers: frozenset[str]
    clauses: tuple[tuple[frozenset[str], bool], ...]
    asked: tuple[frozenset[str], ...]
    spans: tuple[Span, ...]
    speakers: frozenset[str]
    others: tuple[str, ...]

    def asks_for(self, statement: str) -> bool:
        """Whether a turn asks to remember this."""
        terms = set(content_terms(statement))
        return any(len(terms & asked) >= SHARE * len(terms) for asked in self.asked)

    def names(self, moment: datetime) -> bool:
        """Whether a moment lies on the day of a turn, or in a time that one names."""
        days = {entry.local_at.date() for entry in self.turns}
        return moment.date() in days or any(span.closeness(moment) >= 1 for span in self.spans)


def evidence(cited: Sequence[Entry], *, people: Iterable[str] = ()) -> Evidence:
    """What these turns tell, in a conversation with these people.

    A question, a supposition and small talk tell nothing, and what an assistant said counts only where the user's turn that is
    cited next answers it.
    """
    told: list[str] = []
    for before, entry in zip((None, *cited), cited, strict=False):
        if entry.role == "assistant":
            continue
        for part in _parts(entry):
            told += _telling(part)
        if before is not None and before.role == "assistant" and _answers(entry.text, before.text):
            told += [before.text, entry.text]
    turns = tuple(entry for entry in cited if entry.role != "assistant")
    speakers = frozenset(entry.speaker for entry in turns)
    text = "\n".join(told)
    return Evidence(
        turns=turns,
        tells=bool(told),
        terms=frozenset(index_terms(f"{text} {' '.join(speakers)}")),
        numbers=_numbers(text),
        asked=tuple(frozenset(content_terms(part)) for entry in turns for part in _parts(entry) if asked_to_keep(part)),
        clauses=tuple((frozenset(content_terms(clause)), _denied(clause)) for clause in _clauses(text)),
        spans=tuple(span for entry in turns for span in _times(entry)),
        speakers=speakers,
        others=tuple(name for name in people if name not in speakers and name not in text),
    )


def _parts(entry: Entry) -> list[str]:
    return [entry.text[start:end] for start, end in sentences(entry.text)]


def _times(entry: Entry) -> list[Span]:
    """The stretches of time that a turn names, as its words have them and as they were meant: "by Friday" is the next one."""
    meant = (dated(part, entry.local_at).text for part in _parts(entry))
    return [span for text in (entry.text, *meant) for span in spans_in(text, entry.local_at)]


def _telling(sentence: str) -> list[str]:
    """The sentence where it tells something; of a question the clauses before it that do: "I moved to Graz, where do I park?"."""
    mood = mood_of(sentence)
    if mood not in NO_EVIDENCE:
        return [sentence]
    clauses = _COMMAS.split(sentence) if mood is Mood.QUESTION else ()
    return [clause for clause in clauses[:-1] if clause.strip() and mood_of(clause.strip()) not in NO_EVIDENCE]


def unsupported(statement: str, told: Evidence, *, at: datetime) -> str | None:
    """Why a statement of `at` does not rest on this; None where it does."""
    if not told.tells:
        return "its turns tell nothing"
    left, stray = _without_dates(statement, told, at)
    people = set(index_terms(" ".join((*told.speakers, *told.others))))
    return (
        stray
        or _strange_subject(left, told.others)
        or _strange_number(left, told.numbers)
        or _strange_name(_names(left), told.terms | people)
        or _strange_words(set(content_terms(_TELLING_ZH.sub(" ", fold(left)))) - _TELLING - people, told.terms)
        or _otherwise(left, told.clauses)
    )


def strange(text: str, sources: Iterable[str]) -> str | None:
    """Why a text does not rest on these: a number or a name that none of them has; None where all are theirs."""
    whole = "\n".join(sources)
    return _strange_number(text, _numbers(whole)) or _strange_name(
        _names(text, opening=False), frozenset(index_terms(whole))
    )


def _strange_subject(text: str, others: Iterable[str]) -> str | None:
    subject = next((name for name in others if text.startswith(name)), None)
    return f"its turns are not by {subject}" if subject else None


def _strange_number(text: str, here: frozenset[str]) -> str | None:
    missing = _numbers(text) - here
    return f"its turns do not have the number {min(missing)}" if missing else None


def _strange_name(names: Iterable[str], here: frozenset[str]) -> str | None:
    missing = next((name for name in names if not here.issuperset(content_terms(name))), None)
    return f"its turns do not name {missing}" if missing else None


def _strange_words(terms: set[str], here: frozenset[str]) -> str | None:
    near = {term[:PREFIX] for term in here if term.isascii() and len(term) >= PREFIX}
    found = [term for term in terms if term in here or (term.isascii() and term[:PREFIX] in near)]
    enough = found and len(found) >= SHARE * len(terms)
    return None if enough else f"its turns have {len(found)} of its {len(terms)} words"


def _otherwise(statement: str, told: Sequence[tuple[frozenset[str], bool]]) -> str | None:
    """Whether a clause says no where the clauses with most of its words say yes, or yes where they say no."""
    for clause in _clauses(statement):
        terms = set(content_terms(clause))
        most = max((len(terms & words) for words, _ in told), default=0)
        best = {denied for words, denied in told if len(terms & words) == most}
        if most and _denied(clause) not in best:
            return "it denies what its turns affirm, or the other way round"
    return None


def _answers(said: str, before: str) -> bool:
    """Whether a turn says yes to the one before, or gives a short answer to its question."""
    text = fold(said)
    if _no().match(text):
        return False
    asked = before.rstrip().endswith(("?", "？"))
    return _yes().match(text) is not None or (asked and len(text) <= 40)


def _without_dates(statement: str, told: Evidence, at: datetime) -> tuple[str, str | None]:
    """The statement without the times that its turns name too, and what to say of one that they do not."""
    left = statement
    for span in sorted(spans_in(statement, at), key=lambda span: span.at, reverse=True):
        if not _is_told(span, told):
            return left, f"its turns do not name the time {span.text}"
        left = f"{left[: span.at[0]]} {left[span.at[1] :]}"
    return left, None


def _is_told(span: Span, told: Evidence) -> bool:
    """Whether a turn was said in a stretch of time, or names one that has some of it in common."""
    if any(span.closeness(entry.local_at) >= 1 for entry in told.turns):
        return True
    return any(span.closeness(other.start) >= 1 or other.closeness(span.start) >= 1 for other in told.spans)


def _numbers(text: str) -> frozenset[str]:
    """The numbers of a text, in whatever way they are written; a single one, which mostly counts nothing, only in digits."""
    folded = _IDIOMS.sub(" ", fold(text))
    certain, every = (_digits_in(written_digits(folded, every=every)) for every in (False, True))
    return certain | (every - {"1"})


def _digits_in(text: str) -> frozenset[str]:
    return frozenset(_plain(number) for number in re.findall(r"\d+(?:\.\d+)?", text))


def _plain(number: str) -> str:
    whole, point, part = number.partition(".")
    part = part.rstrip("0")
    return (whole.lstrip("0") or "0") + (point + part if part else "")


def _names(text: str, *, opening: bool = True) -> list[str]:
    """What must not be invented: names, identifiers, paths; in Chinese every Latin word, and what looks like a person's name.

    `opening`: a capital at the beginning of a sentence makes a name, but for what looks like a verb: "Prefers tea".
    """
    chinese = _WIDE.search(text) is not None
    names: list[str] = []
    for match in _latin().finditer(text):
        word, before = match[0], text[: match.start()].rstrip()
        plain = word.islower() and word.replace("-", "").isalpha()
        if (not before or before[-1] in _OPENERS) and word.isalpha() and word[1:].islower():
            plain = plain or not opening or word.endswith(("s", "ed", "ing"))
        if chinese or not plain:
            names.append(word)
    return names + [match[1] for match in _person().finditer(text)]


def _clauses(text: str) -> list[str]:
    return [clause for clause in _breaks().split(fold(text)) if clause.strip()]


def _denied(clause: str) -> bool:
    return _negation().search(_no_negation().sub(" ", clause)) is not None


@cache
def _yes() -> re.Pattern[str]:
    return re.compile(
        r"\s*(?:yes|yeah|yep|yup|sure|right|correct|exactly|indeed|of course|ok|okay|that'?s right|"
        r"对|是的|是啊|是,|嗯|好的|好,|没错|当然|可以|行|正是)(?![a-z])"
    )


@cache
def _no() -> re.Pattern[str]:
    return re.compile(r"\s*(?:no|nope|nah|not|never|不|没有|没,|别)(?![a-z])(?!错)")


@cache
def _latin() -> re.Pattern[str]:
    letter = "A-Za-z\u00c0-\u024f"
    return re.compile(rf"(?<![{letter}0-9])[{letter}][{letter}0-9]*(?:[_\-./:@\\+#~]+[{letter}0-9]+)*")


@cache
def _person() -> re.Pattern[str]:
    """A family name and a given one, where a name may stand; family names that begin everyday words are left out."""
    families = (
        "王李张刘陈杨赵吴周徐孙朱胡郭罗郑谢韩唐冯董萧曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪姜范姚谭廖邹熊陆郝孔"
        "崔康邱秦顾侯邵孟龙段雷钱汤尹黎易乔贺赖龚"
    )
    before = "^|叫做?|名叫|名字[是为]|姓名[是为]|称为|称呼为|[和跟与给找是由向,，。;；、:：(（]"
    return re.compile(rf"(?:{before})([{families}][\u4e00-\u9fff]{{1,2}}?)(?=[\u4e00-\u9fff]{{0,1}})")


@cache
def _breaks() -> re.Pattern[str]:
    return re.compile(
        r"[,.;:!?，。；：！？、\n()（）—]+|\b(?:but|however|although|though|because|while|and|so)\b|但是?|不过|可是|因为|所以|而且|虽然"
    )


@cache
def _negation() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:not|no|never|none|nothing|nobody|nowhere|neither|nor|without|cannot|\w+n['’]t|quit|quits|quitting|"
        r"stop|stops|stopped|gave up|given up|hates?|hated|dislikes?|disliked|avoids?|avoided|avoiding|refuses?|refused|"
        r"cancels?|cancell?ed|hardly|rarely|lacks?|lacking)\b|[不没無无未勿]|戒|别(?!人|的|处)|讨厌|拒绝|取消|停止|避免|忌"
    )


@cache
def _no_negation() -> re.Pattern[str]:
    """Words with a negation in them that deny nothing."""
    return re.compile(
        r"不错|不但|不仅|不只|不过|不好意思|不得不|不管|不论|不久|不同|不断|不少|差不多|对不起|了不起|来不及|要不然?|是不是|能不能|"
        r"会不会|有没有|没错|没事|没问题|没关系|无论|无所谓|无线|特别|分别|告别|\bno (?:problem|worries|wonder|doubt)\b|"
        r"\bnot only\b|\bwhy (?:not|don['’]t)\b|\bcan['’]t wait\b|\bcouldn['’]t agree more\b|\bisn['’]t it\b|\bdon['’]t worry\b"
    )
