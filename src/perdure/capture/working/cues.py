"""The wordings, in Chinese and English, by which a message says what it is after, what has to hold, and what is done."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from functools import cache

from perdure.text.clean import simplify
from perdure.text.mood import Mood

LONGEST = 600
"""A longer sentence is a pasted text, not something said."""


class Topic(StrEnum):
    """What a constraint is about."""

    MONEY = "money"
    TIME = "time"
    PEOPLE = "people"
    LENGTH = "length"
    LANGUAGE = "language"
    FORM = "form"


SINGLE = frozenset({Topic.MONEY, Topic.PEOPLE, Topic.LENGTH, Topic.LANGUAGE, Topic.FORM})
"""Topics on which one constraint holds at a time."""
MANNER = frozenset({Topic.LENGTH, Topic.LANGUAGE, Topic.FORM})
"""Topics that say how to answer, whatever the goal."""

_NUMBER = r"(?:\d[\d,.]*|[一二两三四五六七八九十百千万]+)"
_TOPICS = {
    Topic.MONEY: rf"[$¥￥€£]\s?\d|预算|\bbudget\b|{_NUMBER}\s?(?:元|块|美元|欧元?|英镑|日元|港币|dollars?\b|euros?\b|usd\b|eur\b|gbp\b|pounds?\b|rmb\b|yuan\b)",
    Topic.TIME: r"\b(?:today|tonight|tomorrow|morning|afternoon|evening|noon|midnight|week(?:end|day)?s?|(?:mon|tues|wednes|thurs|"
    r"fri|satur|sun)day|deadline)\b|\d\s?(?:am|pm|:\d\d)|今[天晚]|明[天晚早]|[后後]天|[上下中]午|早上|晚上|傍晚|周[一二三四五六日末天]|"
    rf"星期|礼拜|{_NUMBER}(?:点|號|号|月|日)|截止",
    Topic.PEOPLE: rf"{_NUMBER}\s?(?:个人|人|位|people\b|persons?\b|guests?\b|adults?\b|of us\b)",
    Topic.LENGTH: rf"{_NUMBER}\s?(?:个?字|行|段|页|words?\b|lines?\b|pages?\b|characters?\b|sentences?\b|paragraphs?\b)|"
    r"\b(?:short|brief|concise|shorter|longer)\b|简短|简洁|详细|精简",
    Topic.LANGUAGE: r"\b(?:in|to) (?:english|chinese|french|german|japanese|spanish)\b|(?:[用以说讲]|[换改]成)(?:中文|英文|英语|汉语|日语|法语|德语)",
    Topic.FORM: r"\b(?:json|markdown|yaml|csv|table|bullets?|bullet points?|list)\b|表格|列表|分点|要点|清单",
}

_LIMITS = (
    r"\b(?:must(?! be (?:so|very|hard|fun|nice|great|tough|amazing)|'ve| have been)|have to|has to|needs? to be|should(?:n't| not| be)|"
    r"no (?:more|less|fewer|later|earlier) than|at (?:most|least)|(?:less|fewer|more) than|up to [$¥€£]?\d|"
    r"within (?:the |a |an )?(?:\d|budget|one|two|three)|only (?:use|if|in|the|with|from|for)|use only|budget(?=.*\d)|limit(?:ed)? to|"
    r"keep (?:it|the \w+) (?:under|below|within|short|simple|brief|to)|(?:under|below|over) [$¥€£]?\d|answer in|reply in|respond in|"
    r"deadline)\b|(?:^|\b(?:please|but|and|also|just|so) )(?:(?:don'?t|do not|never)(?! (?:know|have|think|feel|worry|mind))|avoid|only|without|make sure)\b|"
    r"(?:want|need) to make sure\b|"
    rf"必须|一定要|务必|不要|(?<!能)不能|(?<!可)不可以?|不得|(?:^|[请就都也万])别(?![人的处墅名致样具扭离])|最[多少晚早]|至少|不超过|不少于|"
    rf"不低于|{_NUMBER}\S{{0,4}}(?:以[内下上]|之内)|预算(?=.*{_NUMBER})|只[要能用需]|(?<!不)仅(?![仅是])|避免|尽量|^(?:我的)?要求|限制在|"
    r"用(?:中文|英文|英语|汉语|表格|列表)|控制在|截止"
)
_TELLS = (
    r"^(?:but |and |because |so |sometimes )*(?:i(?:'ve|'m|'ll)?|we(?:'ve|'re|'ll)?|he|she|they|that|my \w+) (?!.*\b(?:need|want|must|have to|require|"
    r"prefer|budget)\b)|^(?:但是?|而且|因为|所以|不过)*(?:我们?|[他她]们?)(?!.*(?:要|必须|不能|预算|只能|希望))"
)
"""One tells of oneself, or of others, and asks for nothing."""
_CHANGE = (
    r"\b(?:instead|on second thought|(?:change|switch|move|shift|reschedule|push|bring) (?:\w+ ){0,4}(?:to|from)|(?<!to )(?<!all )(?<!you )(?<!help )make (?:it|that|this)(?! (?:happen|work|worth|easier|more))|"
    r"(?:actually|sorry|no|wait),? (?:let'?s |i (?:want|need|meant) |make |use |it'?s |not )|rather than|\w+ \w+ after all)\b|"
    r"改[成为到在用]|换[成到]|(?:推迟|提前|延后|推后)到|还是(?:改|换|要|用|订|选)|不[对是][，,]|说错了|更正|(?<!我)(?<!我们)也(?:行|可以)$"
)
_EXCHANGES = (
    r"(?:把|将)(?P<old>[^，。！？]{1,20}?)(?:改[成为到]|换[成到])(?:了)?(?P<new>[^，。！？]{1,30})",
    r"不是(?P<old>[^，。！？]{1,20}?)[，,]\s*(?:而)?是(?P<new>[^，。！？]{1,30})",
    r"\b(?:change|switch|replace|move) (?:the )?(?P<old>[^,.!?]{1,40}?) (?:to|with|by) (?:the )?(?P<new>[^,.!?]{1,40})",
    r"\b(?:use |make it |take |want |need )?(?:the )?(?P<new>[^,.!?]{1,30}) instead of (?:the )?(?P<old>[^,.!?]{1,30})",
    r"\bnot (?:the )?(?P<old>[^,.!?]{1,30}?),? but (?:the )?(?P<new>[^,.!?]{1,30})",
)
_AMOUNTS = (
    rf"(?:[$¥￥€£]\s?)?{_NUMBER}\s?(?:元|块|美元|欧元|dollars?\b|euros?\b|个人|人|位|people\b|persons?\b|guests?\b|个?字|页|words?\b|pages?\b)",
    r"[$¥￥€£]\s?\d[\d,.]*",
)
_HOUR = (
    rf"(?:凌晨|早上|上午|中午|下午|傍晚|晚上)(?:{_NUMBER}点(?:半|{_NUMBER}分)?)?|{_NUMBER}点(?:半|{_NUMBER}分)?(?!钟)|"
    r"\b\d{1,2}(?::\d\d)? ?[ap]m\b|\b(?:morning|afternoon|evening|noon)\b"
)
_BARE = r"(?<![\d.])\d[\d,.]*(?!\d)"
_NAME = r"(?-i:(?<=[a-z,] )(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|English|Chinese|French|German|Japanese|Spanish)[A-Z][a-z]+)"
_FILLER = (
    r"^(?:(?:no|wait|sorry|actually|oh|hmm|ok(?:ay)?|well|so|thanks|thank you|please|hi|hello|hey|on second thought|"
    r"不|不对|不是|哦|嗯|那|好的?|不好意思|抱歉|谢谢|你好|您好|对了|等等|等一下)[!！ ]*)+$"
)

_ASKS = (
    r"^(?:(?:hi|hello|hey|ok(?:ay)?|so|now|next|then|and|also|well)[,，. ]+)*(?:please\b|(?:can|could|would|will) you\b|help me\b|"
    r"i(?:'d| would) (?:like|love)\b|i (?:want|need|wish)\b|i(?:'m| am) (?:trying|looking|planning) (?:to|for)\b|"
    r"we (?:want|need|have) to\b|let'?s\b|"
    r"(?:book|find|write|plan|make|create|build|fix|draft|translate|summari[sz]e|compare|schedule|order|buy|send|design|prepare|"
    r"review|explain|implement|debug|search|calculate|list|recommend|remind|cancel|refactor|add|show|give|tell|set) )|"
    r"^(?:(?:你好|您好|好的?|嗯|那|然后|接下来|现在|另外|对了)[，, ]*)*(?:请|麻烦|拜托|帮|给我|替我|能不能|能否|可不可以|可以|"
    r"我(?:们)?(?:还)?(?:想|要|需要|打算|准备|计划)|需要你|想让你|你(?:帮|给|来)|咱们|来)"
)
_BACK = (
    r"^(?:please |can you |could you )?(?:continue|go on|go ahead|again|repeat that|say that again|explain (?:that|it|this)|more|"
    r"do (?:it|that)|show me(?: more)?|tell me more|try again)(?: please| again| more)?$|"
    r"^(?:请|帮我|你)?(?:继续|再来一[遍次个]|再说一[遍次]|再试一?次?|重试|接着说?|展开说说?|详细点|多说点)(?:吧|一下)?$"
)
_THING = (
    r"^(?:i(?:'d| would)? (?:like|want|need|prefer) (?:a|an|the|some|something|one) |prefer )|^(?:我|最好|优先)?(?:还是)?(?:要|想要|喜欢)?"
    r"(?:最好|优先|倾向)|^(?:我)?(?:想要|要)[^，。]{1,16}的$"
)
_GIVES_UP = (
    r"\b(?:never ?mind|forget (?:it|about it|that)|cancel (?:that|it|everything)|scrap (?:that|it)|drop (?:it|that))\b|"
    r"^(?:还是)?(?:算了|不用了|不需要了|不订了|不买了|不去了|取消吧|别弄了)(?:吧)?[。！!]?$"
)
_DONE = (
    r"\b(?:is|are) (?:now )?complete\b|\b(?:(?:is|are|was|were|been|got|it'?s|that'?s|all|i(?:'ve| have)?|we(?:'ve| have)?) (?:now |already |just |successfully )*"
    r"(?:done|finished|completed|booked|fixed|sent|resolved|solved|shipped|deployed|paid|ordered|merged|submitted|reserved|"
    r"confirmed|scheduled|cancell?ed|installed|updated|published|set up))\b|(?:^|[,，] ?)(?:all )?done\b|^finished\b|^(?:that )?works? now\b|"
    r"(?:订|定|办|买|做|写|发|改|弄|修|装|查|搞|安排|准备|处理|设置|整理|预约|翻译)(?:好|完|定|妥|掉)了|搞定|已经?(?:为[您你]|帮[您你]|给[您你])?"
    r"(?:成功)?(?:预[订定]|预约|完成|提交|发送|发出|付款|支付|取消|解决|修复|下单|安排|更新|部署|上线|订好|办好|写好)|完成了|解决了|(?:预订|提交|支付|发送)成功"
)
_NOT_DONE = (
    r"\b(?:not|isn'?t|aren'?t|wasn'?t|haven'?t|hasn'?t|never|until|once|when|after|before|almost|nearly|will|would|to be|should|"
    r"needs?|must|if|can'?t|couldn'?t)\b|[没未](?:有|能)?|还不|快要?|差不多|^等|[要会将](?:被|能)?|如果|之后再?|以后|才能|尽快|什么时候|必须"
)
_ONLY_DONE = (
    r"^(?:(?:ok(?:ay)?|great|yes|perfect|thanks?)[,，!. ]+)*(?:it'?s |that'?s |all |i'?m |we'?re )?(?:all )?(?:done|finished|completed?|booked|fixed|"
    r"resolved|solved|paid|sent)(?: now)?(?:[,，]? (?:thanks?|thank you|great))?[.!]*$|^(?:好的?|嗯|太好了|ok)?[，, ]*(?:都|已经|全部|我)?"
    r"(?:[订定办买做写发改弄修装]?[好完]了|搞定了?|完成了?|解决了?|办妥了?)[，, ]*(?:谢谢|多谢|啦|哈)*[。.!！~]*$"
)
_CLAUSE = r"[，,；;](?!\d{3})\s*|\s+(?:but|and) (?=(?:please|must|no more|at most|at least|don'?t|do not|keep|only|make)\b)|(?=但是?|不过)"


def clauses(sentence: str) -> list[str]:
    """The clauses of a sentence that say something, without its stop."""
    parts = (part.strip() for part in _compiled(_CLAUSE).split(sentence.strip(" 。.！!？?")))
    return [part for part in parts if part and not _compiled(_FILLER).search(part)]


def joined(parts: Sequence[str]) -> str:
    """Clauses as one line again."""
    return ("，" if any("\u4e00" <= char <= "\u9fff" for part in parts for char in part) else ", ").join(parts)


def topics(text: str) -> frozenset[Topic]:
    """What a constraint is about."""
    plain = _plain(text)
    return frozenset(topic for topic, pattern in _TOPICS.items() if _compiled(pattern).search(plain))


def limits(clause: str) -> bool:
    """Whether it says what has to hold: must, no more than, 不要, 预算…以内."""
    plain = _plain(clause)
    return _compiled(_LIMITS).search(plain) is not None and _compiled(_TELLS).search(plain) is None


def changes(clause: str) -> bool:
    """Whether it changes what was said: instead, make it, 改成, 换成."""
    return _compiled(_CHANGE).search(_plain(clause)) is not None


def exchange(clause: str) -> tuple[str, str] | None:
    """(old, new) where a clause names both: 把A改成B, B instead of A."""
    for pattern in _EXCHANGES:
        found = _compiled(pattern).search(simplify(clause))
        if found:
            return found["old"].strip(), found["new"].strip()
    return None


def other_amount(line: str, clause: str) -> str | None:
    """The line with the one amount, or name, of its kind that the clause gives anew; None where there is none, or several."""
    for pattern in (*_AMOUNTS, _HOUR, _BARE, _NAME):
        olds, news = list(_compiled(pattern).finditer(line)), _compiled(pattern).findall(clause)
        if len(olds) == len(news) == 1 and (pattern not in _AMOUNTS or topics(olds[0][0]) == topics(news[0])):
            return f"{line[: olds[0].start()]}{news[0]}{line[olds[0].end() :]}"
    return None


def asks(text: str, mood: Mood) -> bool:
    """Whether it asks for something to be done: help me, I want to, 帮我, 我想."""
    if not text or mood is Mood.SMALL_TALK:
        return False
    return mood is Mood.REQUEST or _compiled(_ASKS).search(_plain(text)) is not None


def points_back(text: str) -> bool:
    """Whether it only asks to go on with what is at hand: continue, 再说一遍."""
    return _compiled(_BACK).search(_plain(text)) is not None


def wants_thing(clause: str) -> bool:
    """Whether it says which thing is wanted: a window seat, 要靠窗的."""
    return _compiled(_THING).search(_plain(clause)) is not None


def gives_up(sentence: str) -> bool:
    """Whether it drops the goal: never mind, 算了."""
    return _compiled(_GIVES_UP).search(_plain(sentence)) is not None


def says_done(sentence: str) -> bool:
    """Whether it says that something is done."""
    plain = _plain(sentence)
    return _compiled(_DONE).search(plain) is not None and _compiled(_NOT_DONE).search(plain) is None


def only_done(sentence: str) -> bool:
    """Whether it says no more than that: done, 搞定了."""
    return _compiled(_ONLY_DONE).search(_plain(sentence)) is not None


def _plain(text: str) -> str:
    """As the patterns expect it."""
    return simplify(text).replace("’", "'").strip(" 。.！!？?")


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)
