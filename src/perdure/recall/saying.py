"""What a turn says that a question could be answered with: a greeting says nothing, nor does one who only asks the same."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from perdure.text.analyzer import content_terms, index_terms
from perdure.text.clean import simplify
from perdure.text.mood import small_talk
from perdure.text.words import ASKING_PHRASES, ASKING_WORDS

_SHORT, _LONGEST = 60, 200
"""Characters up to which a turn may be small talk, and up to which it may only ask."""

_WIDE = re.compile(r"[\u3400-\u9fff]{2,}")
"""Two Chinese characters: a pair adds nothing to its characters but their order."""

_CLAUSE = re.compile(r"[^，。,.!！?？；;…\n]+[?？]*")

_ABOUT_WEATHER = re.compile(r"天气|气温|下雨|下雪|weather|rain|snow|temperature", re.IGNORECASE)


def is_empty(text: str, question: str) -> bool:
    """Whether a turn is nothing but greeting, thanks, assent, laughter, or a remark about the weather that is not asked for."""
    if len(text) > _SHORT:
        return False
    plain = simplify(text)
    if small_talk().fullmatch(plain) or _acknowledged().fullmatch(plain):
        return True
    return _weather().fullmatch(plain) is not None and _ABOUT_WEATHER.search(simplify(question)) is None


@lru_cache(maxsize=64)
def asks(text: str) -> bool:
    """Whether a text asks something, with or without a question mark, and does not ask what was asked before."""
    plain = simplify(text)
    return _asking().search(plain) is not None and _asked_before().search(plain) is None


def only_asks(text: str, question: str) -> bool:
    """Whether a turn only asks what a question asks: it has no word of content that the question does not have.

    "Did I tell you that I moved?" tells it, and does not count.
    """
    if len(text) > _LONGEST or not asks(question):
        return False
    plain = simplify(text)
    if not _asking().search(plain) or _telling().search(plain):
        return False
    known = _known(question)
    return all(_asks_for(clause, known) for clause in _CLAUSE.findall(plain))


def knows_nothing(reply: str, question: str) -> bool:
    """Whether a reply says that it does not know what a question asks, and not a word of content more."""
    if len(reply) > _LONGEST:
        return False
    plain = simplify(reply)
    left = _ignorance().sub(" ", plain)
    return left != plain and _content(_politeness().sub(" ", left)) <= _known(question)


def is_statement(text: str) -> bool:
    """Whether a text can stand for or against another: one that asks says nothing that may be outdated."""
    plain = simplify(text).rstrip()
    return not plain.endswith(("?", "？")) and (len(plain) > _LONGEST or _interrogative().search(plain) is None)


@lru_cache(maxsize=64)
def _known(question: str) -> frozenset[str]:
    return frozenset(index_terms(question))


def _asks_for(clause: str, known: frozenset[str]) -> bool:
    """Whether a clause is nothing but politeness, or asks with words that are known."""
    left = _content(_politeness().sub(" ", clause))
    return not left or (left <= known and _asking().search(clause) is not None)


def _content(text: str) -> set[str]:
    """The words and characters of a text that carry meaning, without those of asking."""
    terms = content_terms(ASKING_PHRASES.sub(" ", text))
    return {term for term in terms if term not in ASKING_WORDS and not _WIDE.match(term)}


@cache
def _acknowledged() -> re.Pattern[str]:
    """What a listener says back, which the small talk of speakers leaves out. Possessive, so that any length is quick."""
    return re.compile(
        r"[\s\W_]*(?:(?:you(?:['’]re| are) (?:very |most |so )?welcome|(?:you are )?my pleasure|(?:got it|noted|understood|will do|sure thing|done)|"
        r"i(?:['’]ll| will|['’]ve| have)? (?:remember(?:ed)?|keep|note(?:d)?|made a note of)(?: (?:it|that|this))?(?: down| in mind)?|"
        r"(?:thanks|thank you)(?: (?:a lot|so much|very much|for (?:telling|letting|sharing|the)(?: me)?(?: know| that| this)?))?|"
        r"okay|ok|alright|sure|great|of course|happy to help|glad (?:to help|to hear (?:it|that))|anytime|any time|no problem|"
        r"好的?|嗯+|行|收到|明白|了解|没问题|(?:我|已经?|都|会|帮你|为您|给您){0,4}(?:记住|记下来?|记录|记好|知道|明白|了解|清楚)了?|不用客气|别客气|不客气|"
        r"很高兴(?:能)?(?:帮到?|帮助|认识)[你您]|随时(?:找我|为[你您]服务|告诉我)|应该的|谢谢[你您]?(?:的)?(?:告知|分享|提醒)?|辛苦[了啦]?|啦|了|哦|啊|呀|哈+)"
        r"[\s\W_]*+)++",
        re.IGNORECASE,
    )


@cache
def _weather() -> re.Pattern[str]:
    sky = r"(?:hot|cold|warm|sunny|rainy|cloudy|windy|snowy|humid|nice|lovely|beautiful|chilly|freezing|awful|gloomy|great)"
    when = r"(?: (?:today|now|right now|here|outside|again|this (?:morning|afternoon|evening)|tonight))*+"
    return re.compile(
        rf"(?:(?:ha|he|lol|wow|oh|ah)+[\s\W]+)?(?:it(?:['’]s| is| was)|the weather(?:['’]s| is| was)?|what a) (?:so |really |very |pretty |such a |a )*+{sky}"
        rf"(?: (?:day|weather|out))?{when}\W*|"
        r"(?:哈+|呵+|嘻+|哇+|啊+)?[\s，,]*(?:今天|昨天|外面|这边|这几天|最近|今早|今晚|早上|晚上)*+的?天气?(?:真|好|太|很|挺|还|有点|这么|又|也|可)*?"
        r"(?:不错|好|热|冷|凉快?|闷|舒服|差|糟|暖和?|晴|阴|晒|可以)(?:了|啊|呀|的|哦|呢|吧|死了?|极了)*+[\s\W]*",
        re.IGNORECASE,
    )


@cache
def _asking() -> re.Pattern[str]:
    """What asks, also politely: marks, words of questions, requests to be told."""
    return re.compile(
        rf"[?？]|{_interrogative().pattern}|呢[\s\W]*$|告诉我|帮我|想知道|想问|问一?下|查一?下|说说|"
        r"\b(?:tell|remind|show) me\b|\b(?:do|does|did|is|are|am|was|were|can|could|will|would|have|has) (?:i|we|you|he|she|they|it|my|our|the)\b|"
        r"\bi(?:['’]d like to know|\s+wonder|\s+want to know)",
        re.IGNORECASE,
    )


@cache
def _interrogative() -> re.Pattern[str]:
    """Words that a question has and a statement hardly."""
    return re.compile(
        r"(?:吗|(?<!什)么)[\s\W]*$|(?<!没)(?<!没有)(?:什么|啥)(?!都|也)|哪(?!怕|都|也)|谁(?!都|也)|多少|几[个点号岁]|怎么(?!都|也)|如何|为何|是不是|"
        r"有没有|能不能|([\u4e00-\u9fff])不\1|请问|来着[\s\W]*$|"
        r"^\W*(?:(?:hi|hello|hey|so|and|please|ok(?:ay)?)\W+)*(?:tell me |remind me )?(?:what|where|who|whom|whose|which|when|why|how)\b(?! an? )",
        re.IGNORECASE,
    )


@cache
def _asked_before() -> re.Pattern[str]:
    """What asks for an earlier question, which such a turn does answer."""
    return re.compile(r"[问問][过過了]|(?:提|的)(?:问题|問題)|\b(?:asked|ask|question|questions)\b", re.IGNORECASE)


@cache
def _telling() -> re.Pattern[str]:
    """A question that says something on the way: that it was told, or that it is known."""
    return re.compile(
        r"\bi(?:['’]ve| have)?\s+(?:(?:already|ever|just|not)\s+)?(?:tell|told|mention(?:ed)?|say|said|forget|forgot)\b|"
        r"\b(?:know|remember|heard) that\b|\b(?:isn|aren|don|didn|wasn|haven)['’]?t (?:i|it|we)\b|"
        r"我[^，。？?]{0,8}(?:说过|提过|讲过|聊过|告诉过?[你您])|(?:对吧|是吧|没错吧)",
        re.IGNORECASE,
    )


@cache
def _politeness() -> re.Pattern[str]:
    """What stands around a question and asks for nothing."""
    return re.compile(
        r"请问|你好|您好|在吗|哈[喽啰]|谢谢(?:[你您]|啦|了)?|多谢|麻烦(?:[你您]|一下)*|(?:能|可以)?(?:帮|给)(?:我|忙)?|在线等|急+|(?:我)?想(?:知道|问)(?:一?下)?|"
        r"[查问看想说](?:一?下|[查问看想说])?|[你您]?(?:还)?(?:知道|记得|记不记得|知不知道|清楚)|告诉我?|来着|话说|对了|到底|究竟|现在|目前|如今|一下|"
        r"[哪几][座所间栋条款辆部张门台]|[你您]|"
        r"\b(?:please|pls|plz|thank(?:s| you)(?: (?:a lot|so much|very much|in advance))?|thx|hi|hello|hey|there|good (?:morning|evening|afternoon)|"
        r"(?:can|could|would|will) you|(?:tell|remind|show) me|do you (?:happen to )?(?:know|remember)|i(?:['’]d| would) like to know|"
        r"i (?:want to know|wonder|was wondering)|again|now|currently|quick question|by the way|btw|just|actually|so|ok(?:ay)?)\b",
        re.IGNORECASE,
    )


@cache
def _ignorance() -> re.Pattern[str]:
    """That one does not know, or was never told."""
    return re.compile(
        r"(?:很|非常|真)?(?:抱歉|对不起|不好意思|遗憾)|(?:我|目前|暂时|这边|还|并)*(?:不(?:太)?(?:清楚|知道|了解|确定)|无法(?:得知|确定|知道)|"
        r"没有?(?:关于)?(?:[你您]的)?(?:相关)?(?:信息|记录|资料))|[你您](?:还|之前|好像|似乎)*没有?(?:跟我|和我|向我)?(?:告诉|说|提|提供|提到|透露)(?:过|及)?(?:我)?|"
        r"\b(?:i(?:['’]m| am) (?:so )?(?:sorry|afraid)|sorry|unfortunately|apologies)\b|"
        r"\bi (?:really |still )?(?:do not|don['’]?t|cannot|can['’]?t) (?:currently |yet )?(?:know|tell|have (?:that|any|this|the) (?:information|info|details?|records?))\b|"
        r"\byou (?:have not|haven['’]?t|did not|didn['’]?t|never) (?:told|tell|mention(?:ed)?|say|said|share[d]?)(?: me)?(?: (?:that|it|yet))*|\bno idea\b|\bi(?:['’]m| am) not (?:sure|aware)\b",
        re.IGNORECASE,
    )
