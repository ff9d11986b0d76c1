"""Clauses: the pieces of a statement that each say one thing, and the words that tell when they hold."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from perdure.text.claims.claim import Tense
from perdure.text.mood import Mood, mood_of


@dataclass(frozen=True, kw_only=True, slots=True)
class Clause:
    """One clause: as written, and in lower case. `tense` is what its words of time say; `point`: they name one moment,
    which of a change is when it happened, and of anything else that it is no habit. `dated`: it opens with a date."""

    text: str
    lower: str
    tense: Tense = Tense.NOW
    point: bool = False
    corrects: bool = False
    adds: bool = False
    fresh: bool = False
    """The wording says that it is so now, which it was not before."""
    once: bool = False
    """It tells of one occurrence: "today's meeting"."""
    ends: bool = False
    """The wording says that something is no longer so, or not after all."""
    first: bool = True
    """It opens a sentence."""


_SENTENCES = re.compile(
    r"[^。！？!?\n]*?(?:[。！？!?\n]+|(?<!\bMr)(?<!\bMs)(?<!\bDr)(?<!\bSt)(?<!\bMrs)(?<!\bProf)(?<!\b[A-Z])(?<!\b[ap])\.(?=\s|$)|$)"
)
_CLAUSES = re.compile(
    r"\s*[；;]\s*"
    r"|\s*(?<!\d)[，,]\s*|\s*(?<=\d)[，,](?!\d{3})\s*"
    r"|\s+[-–—]{1,2}\s+|——|…+"
    r"|\s*[:：]\s*(?=(?:I|my|we|our|the|it|he|she|they|not)\b|[我他她它不])"
    r"|\s+(?:and|but|so|then|though|although|because|while|whereas|since)\s+"
    r"(?=(?:I|I['’]\w+|my|we|we['’]\w+|our|he|she|they|it|it['’]s|his|her|the|this|that|now|not|also|moved|switched|will|bought|sold|got|joined|started|took|quit|went|adopted|left|replaced|changed|live|work|drive|report|stopped|gave)\b)"
    r"|\s+(?:but|so|because|whereas|although)\s+"
    r"|(?:但是?|不过|所以|因为|而且|然后)(?=[^的])",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:(?:so|and|but|then|also|well|oh|yeah|yes|ok|okay|anyway|by the way|btw|fyi),? )+(?=\S)|^(?:所以|但是?|而且|然后|因为|对了|不过)+(?=[^的])|^(?:我的?|我们)?(?:导师|老师|老板|领导|医生|大夫|房东|客户|hr|物业|学校|公司|银行|航空公司)(?:刚才?|昨天|今天)?(?:说|通知|告知|同意|答应)(?:我们?)?(?:[，,：:]|(?=[^了过的好话]))",
    re.IGNORECASE,
)
_MARKED = re.compile(r"^([^:：]{1,24})[:：]\s*(.+)$")
_TAIL = re.compile(
    r"an? (?:[\w-]+ ){1,3}(?:called|named) [A-Z][\w'’.-]*(?: [A-Z][\w'’.-]*){0,2}$|(?:and |or )?(?:an? |the )?[A-Za-z][\w'’.-]*(?: [A-Z][\w'’.-]*){0,2}$"
)
"""What continues a list or a place: "Chaoyang, Beijing"; "tea, coffee and cake"."""
_OWN = re.compile(
    r"\b(?:i|we|my|our|he|she|they|it|is|are|was|now|actually|too|also|please|sorry|instead|today|yesterday|tomorrow|though|thanks|yes|no|not|really|"
    r"right|then|so|call|moved|switched|cancelled|quit|ask|send|use|joined|bought|sold|got|started|took|went|adopted|left|replaced|changed|live|work|drive|report)\b",
    re.IGNORECASE,
)

_ASKS = re.compile(
    r"[?？]\s*$|[吗呢么]\s*[。.!！]*$|^\s*(?:what|where|when|who|whose|which|how|why|should|could|can|do|does|did|is|are|would|will)\b(?=.*\?)|"
    r"^(?:请问|为什么|怎么)",
    re.IGNORECASE,
)
_SUPPOSES = re.compile(
    r"^\s*(?:if|unless|suppose|imagine|what if|maybe|perhaps|even if)\b|\bi wish\b|\bif (?:i|we|he|she|they|you|it)\b|\b(?:i|we) (?:might|may|could)\b|"
    r"如果|要是|假如|(?<![一二两三四五六七八九十几百千\d])万一|假设|倘若|也许|说不定|可能会?|会不会|好像|是不是",
    re.IGNORECASE,
)
_CORRECTS = re.compile(
    r"\b(?:actually|misspoke|i meant|i mean|my mistake|my bad|correction|to correct|scratch that|i was wrong|was wrong|got (?:it|that|my|the|his|her|them)(?: \w+){0,3} wrong|"
    r"mis(?:read|remembered|typed|stated|wrote|heard|counted|took)|mixed (?:it |that |them |those )?up|mistaken|by mistake|mistakenly|typo|not quite right|wasn['’]?t right|"
    r"(?:typed|said|wrote|put|remembered|had|spelled|entered|gave you|told you) (?:[\w']+ ){0,3}wrong|sorry|oops|wrong (?:number|date|name|address|year|day|one|figure|time)|let me correct|i said wrong|in fact)\b|"
    r"其实|不对|不是的?[，,]|[记说看写算搞弄讲打听填输报发标选读抄]错|更正|纠正|口误|笔误|说反了|搞混|弄混|记混|订正|修正一下|应该是|抱歉|准确[地来]?说|误以为",
    re.IGNORECASE,
)
_ADDS = re.compile(
    r"\b(?:also|too|another|as well|besides|in addition|additionally|plus|second(?! (?:mon|tues|wednes|thurs|fri|satur|sun)day| floor| week)|one of)\b|[也还又](?!是(?:不|没))|另外|此外|之一|再加|除了|第二|同时",
    re.IGNORECASE,
)
_FRESH = re.compile(
    r"\bnow\b(?! on\b)|\bfrom now on\b|\bnowadays\b|\bthese days\b|\bas of\b|\bstarting (?:next|this|from)\b|现在|如今|以后|今后|从此|从今|从下|改[成为到吃喝用坐骑做穿住报走去看签叫学写投选乘]|换[成到了过用]|[升转调搬挪移迁][到了]|升级|转[岗行学]|涨[到了]|降到|提[到高]|推迟到|提前到|增加到|加到|减到|变成|(?:瘦|胖|长)到|开始[吃喝用]|\bjust (?:started|moved|switched|got|became|turned|joined|began|changed)\b|\b(?:got|was|were|been|be) (?:moved|pushed|bumped|changed|rescheduled|postponed|extended|raised|lowered|increased|cut|delayed|renamed|rebooked)\b|\b(?:moved|pushed|bumped|switched|changed|rescheduled|postponed|rebooked|upgraded|renamed|raised|upped|lowered|slipped|slid|traded|refinanced) (?:\S+ ){0,4}?(?:to|for|until)\b|\bwent (?:up|down)\b|\b(?:up|down) to \d",
    re.IGNORECASE,
)
_ONCE = re.compile(
    r"\b(?:today|tonight|tomorrow|this (?:time|week|once)|just this once)\b|今[天晚日]|明[天晚]|这次|这周|本周",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"\b(?:any ?more|no longer|after all|not any longer)\b|不再|再也不|了$|了[。.!！]*$|算了|作罢",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"(?<!\bam )(?<!\bget )(?<!\bgot )(?<!'m )(?<!’m )\bused to(?! (?:it|that|this)\b)|\bas an? (?:\w+ )?(?:child|kid|teenager|teen|boy|girl|student|baby|undergrad)\b|"
    r"\bwhen (?:i|we|he|she|they) (?:was|were|lived|worked|studied|first)\b|\bback (?:then|in)\b|\bmy (?:very )?first (?:car|job|phone|laptop|apartment|dog|cat|boss|school|house)\b|\bbefore that\b|\bfrom (?:19|20)\d\d to\b|\bin my (?:early |late )?(?:teens|twenties|thirties|forties)\b|\bin (?:high school|college|grad school|university)$|\bin (?:college|high school|university|school|my (?:twenties|teens|thirties|childhood|youth)) i\b|"
    r"\bformerly\b|\bpreviously\b|\bin the past\b|\bat (?:that|the) time\b|\bin those days\b|\bgrowing up\b|\byears ago\b|\byears back\b|\bdecades ago\b|\bmy (?:old|former|previous|ex\b)|"
    r"\bonce (?:had|lived|worked|owned|was|studied|used)\b|\bin (?:19|20)\d\d\b|\bin my (?:first|last|previous|old) (?:job|place|apartment|company)\b|"
    r"(?<!比)(?:以前|从前|曾经?(?![祖孙])|当时|当年|那时候?|那会儿?|过去(?!一)|原先|小时候|年轻时|童年|早年|上学时|上[中小大]学(?:的时候|时|那)|大学时|高中时|初中时|读书时|年前|前任|前公司|前东家|岁(?:的?时候?|那年|以前)|第一[辆份台部任家]|最早的|原来(?=住|在|是|用|叫|的)|(?:读|上|念)?(?:大学|高中|初中|小学|中学|研究生|本科|硕士|博士)的?(?:时候|期间|那会儿?|那几年))|"
    r"之前(?!说|记|写|讲|告诉|的(?:说|信息))|(?:19|20)\d\d年(?!.{0,4}[出生])",
    re.IGNORECASE,
)
_SPAN = re.compile(
    r"\bthis (?:week|weekend|month|semester|term|summer|winter|morning|afternoon|evening)\b|\b(?:for now|for the moment|for the time being|temporarily|temporary|just for|until|till)\b|"
    r"\bfor (?:the next |the rest of |a |an |one |two |three |four |five |six |ten |\d+ |a few |a couple of |several )(?:\w+ )?(?:days?|weeks?|months?|nights?|hours?)\b|"
    r"\bwhile \w+(?: \w+)? (?:is|are|\'s)\b|\b(?:on|from) (?:leave|vacation|holiday|maternity leave|paternity leave|sick leave|parental leave)\b|\bout sick\b|\bin the shop\b|\bbeing repaired\b|\bthese (?:few|couple of|two|three) (?:days|weeks)\b|\bnext (?:few|two|three|couple of) (?:days|weeks)\b|"
    r"这(?:一|几|两|个|[三四五六])?(?:个)?(?:(?:周|星期|礼拜)(?![一二三四五六日天])|天|日子|月|周末|学期|阵子?|段时间|会儿)|本周|本月|暂时|临时|暂且|暂住|先(?=[^生后进天])|这次(?!体检|检查|查)|期间|休假|请假|产假|病假|生病|病了|送修|停运|(?:直)?到(?:周|星期|下周|月底|年底|\d).{0,6}(?:为止|之前|前|再)|这两天|近几天|过渡",
    re.IGNORECASE,
)
_POINT = re.compile(
    r"\b(?:today|tonight|yesterday|last (?:night|week|weekend|month|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|this time|just this once|"
    r"(?:a|two|three|few|\d+) (?:days?|weeks?|hours?) ago|the other day|tomorrow|next (?:week|weekend|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday))\b|"
    r"今[天日早晚晨夜]|昨[天日晚夜]|前[天晚]|上(?:个)?(?:周|星期|礼拜|月|周末)|刚才|明[天早晚]|后天|下(?:个)?(?:周|星期|礼拜|月)|(?:这周|本周)[一二三四五六日天]|\b(?:this|next) (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b|^(?:下午|上午|傍晚|中午|晚上)(?=.{0,3}[不没])|那天|有一次|有次|周末(?=去|跟|和|看|吃)",
    re.IGNORECASE,
)
_LASTING = re.compile(
    r"\b(?:from now on|every|always|usually|normally|generally|permanently|for good|nowadays)\b|以后|从此|今后|往后|长期|一直|每[天周月年晚早]|平时|通常|一般|永久",
    re.IGNORECASE,
)
_DATED = re.compile(
    r"^\s*\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?[:：,，\s]+\S|^\s*\d{4}年\d{1,2}月\d{1,2}[日号][:：,，\s]+\S"
)
_VALUE_OF_YEAR = re.compile(
    r"\b(?:born|since|birth|founded|graduat|expire|until|due|will|valid)|出生|生于|年生|生的|成立|毕业|开始|到期|过期|有效|预计|计划|截止",
    re.IGNORECASE,
)


@cache
def _unsaying() -> frozenset[Mood]:
    """Moods in which nothing is told."""
    return frozenset({Mood.QUESTION, Mood.SUPPOSED, Mood.SMALL_TALK})


def clauses(text: str) -> list[Clause]:
    """The clauses of a folded text that tell something, in order, each with what the words around it say of it."""
    found: list[Clause] = []
    corrects = False
    for match in _SENTENCES.finditer(text):
        sentence = match.group().strip()
        if not sentence:
            continue
        if _ASKS.search(sentence) or mood_of(sentence) in _unsaying():
            continue
        told = _clauses_of(sentence.rstrip(" .。!！\n"), corrects=corrects)
        corrects = corrects or any(clause.corrects for clause in told)
        found += [clause for clause in told if not _SUPPOSES.search(clause.text)]
    return found


def _clauses_of(sentence: str, *, corrects: bool) -> list[Clause]:
    """A marker of correction, or of a time that passes, holds for what follows it in the sentence."""
    passing, found = Tense.NOW, []
    if _DATED.match(sentence):
        passing = Tense.PAST
    point = False
    for at, piece in enumerate(_pieces(sentence)):
        said = _tense(piece)
        lasting = _LASTING.search(piece) is not None
        point = (point or _POINT.search(piece) is not None) and not lasting
        passing = Tense.NOW if lasting and said is Tense.NOW else _joined(passing, said)
        corrects = corrects or _CORRECTS.search(piece) is not None
        found.append(
            Clause(
                text=piece,
                lower=_lower(piece),
                tense=passing,
                point=point,
                corrects=corrects,
                adds=_ADDS.search(piece) is not None,
                fresh=_FRESH.search(piece) is not None,
                once=_ONCE.search(piece) is not None,
                ends=_ENDS.search(piece) is not None,
                first=at == 0,
            )
        )
    return found


def _joined(before: Tense, said: Tense) -> Tense:
    """What a time said earlier in a sentence still means for a clause."""
    return said if said is not Tense.NOW else before


def _tense(piece: str) -> Tense:
    """What the words of time in a clause say."""
    if (past := _PAST.search(piece)) is not None and not (
        past.group()[-1:] in "年0123456789" and _VALUE_OF_YEAR.search(piece)
    ):
        return Tense.PAST
    return Tense.TEMPORARY if _SPAN.search(piece) else Tense.NOW


def _pieces(sentence: str) -> list[str]:
    """The clauses; what only continues a list or a place stays with what it continues."""
    pieces: list[str] = []
    for part in _CLAUSES.split(sentence):
        piece = _LEAD.sub("", (part or "").strip())
        if not piece:
            continue
        if (marked := _MARKED.match(piece)) is not None and _CORRECTS.search(marked[1]):
            pieces.append(marked[1])
            piece = marked[2]
        if pieces and _TAIL.match(piece) and not _OWN.search(piece):
            pieces[-1] += ", " + piece
        else:
            pieces.append(piece)
    return [piece[:_LONGEST] for piece in pieces]


_LONGEST = 240
"""Characters of a clause that are read: what has no comma for longer is no sentence of a person."""


def _lower(text: str) -> str:
    """In lower case, character by character, so that places stay the same."""
    lower = text.lower()
    return (
        lower if len(lower) == len(text) else "".join(char.lower() if len(char.lower()) == 1 else char for char in text)
    )
