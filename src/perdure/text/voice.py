"""Who a question speaks of: its asker, the one it is put to, or a person who took part in what is remembered.

People talk about themselves in the first person, and questions about them name them. A question is therefore also asked
in the words that the person would have used: "what did Ana paint?" becomes "what did I paint?".
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterable

from perdure.text.clean import simplify
from perdure.text.words import STOP_WORDS

_CJK = r"\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
_WIDE = re.compile(rf"[{_CJK}]")
"""Scripts that are written without spaces, or whose particles stick to a name."""
_LETTER = rf"[^\W{_CJK}]"
"""A letter of any other script, a digit or an underscore: beside it a word goes on."""

_THINGS = (
    "agent|agents|agreement|base|database|directory|docs|documentation|experience|flow|group|guide|id|interface|journey|"
    "login|management|manual|name|permissions|registration|role|roles|schema|service|settings|stories|story|table|token"
)
_THE_USER = re.compile(
    rf"(?<!{_LETTER})the user(?:(['’]s)(?!{_LETTER})|(?!{_LETTER}|['’]s|-\w| (?:{_THINGS})\b))|"
    r"(?<![新老多])(?<!每个|所有|其他|其它|活跃|付费|注册|目标|普通|很多|多少)(?:这个|该|本)?用户"
    r"(?!名(?![字下])|数(?!学)|量|群|组(?!织)|端(?!午)|体验|界面|协议|反馈|们|手册|表(?![示达明现姐哥妹弟])|故事|权限|管理|增长)(的)?",
    re.IGNORECASE,
)
"""Both have their possessive ending as the only group, as every mention of a name has."""

_TOLD = (
    r"(?:recommended|suggested|said|told|mentioned|gave|given|advised|provided|proposed|explained|listed|described|shared|"
    r"taught|showed|shown|wrote|written|introduced|answered|replied|came up with)"
)
_TELL = (
    r"(?:recommend|suggest|say|tell|mention|give|advise|provide|propose|explain|list|describe|share|teach|show|write|"
    r"introduce|answer|reply|come up with)"
)
_YOU_TOLD = re.compile(
    rf"\bdid(?:n['’]t)? you (?:\w+ly |ever |once |just |also )?{_TELL}\b|"
    rf"\b(?:have|had)(?:n['’]t)? you (?:\w+ly |ever |once |just |also |already )?{_TOLD}\b|"
    rf"\byou(?:['’]ve|['’]d| have| had)? (?:(?:\w+ly|ever|once|also|just|already|then|last) )?{_TOLD}\b|"
    r"\byour (?:\w+ )?(?:suggestion|advice|recommendation|answer|reply|explanation)s?\b",
    re.IGNORECASE,
)
_YOU_TOLD_ZH = re.compile(
    r"(?<![和跟给对向与同请])(?<!告诉|麻烦)[你您]"  # the one who speaks, not the one who is spoken to
    r"(?!能|可以|可否|会[给不推建说告帮写为]|要|想|觉得|认为|应该|打算|愿意|看我|猜|还?是?否?(?:记得|知道|记不记得|知不知道)|的)"
    r"(?:[^，。？！；,?!;我]|[和跟给对向与同为替帮教在]我){0,12}?"
    r"(?:推荐(?![信人])|建议|(?<![小听据传])说(?!明书|服)|提[到过起出]|提供(?![商者方])|告诉|讲(?![座究台师坛堂])|介绍(?!信)|"
    r"写(?![作字真])|(?<![系队序行排陈并])列(?![车表队])|分享(?!会)|回答|解释|安慰|劝|鼓励|教(?![授室练育程堂师材父科])|给[了过])|"
    r"[你您]的(?:建议|推荐|回答|意见|看法|回复)"
)
_CLAUSES = re.compile(r"[，。？！；,?!;\n]")

_ASKER = re.compile(
    rf"(?<!{_LETTER})(?:i(?!/|\.\w)|me|my|mine|myself|we|(?-i:us)(?!-)|our|ours)(?!{_LETTER})|"
    r"(?<!自)我(?!国)|咱|俺|(?<![日基])本人",
    re.IGNORECASE,
)

_ROLES = frozenset(("user", "assistant", "system", "tool", "用户", "助手", "助理", "系统", "工具"))
"""Speakers whose names say only which side they are on."""


def named_in(question: str, names: Iterable[str]) -> tuple[str, ...]:
    """The names that stand in a question as a word (Latin) or as they are (Chinese), the longest first.

    A name inside a longer one does not count, nor does a role; letter case and script variant do not matter.
    """
    asked = _compared(question)
    found: list[str] = []
    taken: set[tuple[int, int]] = set()
    for name in sorted(filter(_names_someone, set(names)), key=lambda name: (-len(name), name)):
        spans = {mention.span() for mention in _mention(name).finditer(asked)}
        spans = {span for span in spans if not any(_inside(span, longer) for longer in taken)}
        if spans:
            found.append(name)
            taken |= spans
    return tuple(found)


def in_first_person(question: str, names: Iterable[str]) -> str:
    """The question as those who are named, or "the user", would have put it of themselves; the same where none is."""
    asked = text = simplify(question)
    for mention in (_THE_USER, *map(_mention, filter(_names_someone, names))):
        text = mention.sub(_first_person, text)
    return question if text == asked else text


def asks_listener(question: str) -> bool:
    """Whether it asks what the one it is put to has said: "what did you recommend?", 你给我推荐了什么."""
    if _YOU_TOLD.search(question):
        return True
    return any(_YOU_TOLD_ZH.search(part) for part in _CLAUSES.split(_compared(question)))


def speaks_of_asker(question: str) -> bool:
    """Whether it speaks of the asker, or of those the asker belongs to, or of "the user"."""
    asked = _compared(question)
    return _ASKER.search(asked) is not None or _THE_USER.search(asked) is not None


def _compared(text: str) -> str:
    """In the width and the script variant in which texts are compared; letter case stays."""
    return text if text.isascii() else simplify(unicodedata.normalize("NFKC", text))


def _names_someone(name: str) -> bool:
    """Whether a speaker's name can be looked for: it has a letter, and is no role and no single character."""
    written = _compared(name).strip()
    if written.lower() in _ROLES or not any(char.isalnum() for char in written):
        return False
    return len(written) > 1 or not _WIDE.match(written)


def _mention(name: str) -> re.Pattern[str]:
    """Where a name stands, with the ending that makes it a possessive as the only group."""
    written = _compared(name).strip()
    before = "" if _WIDE.match(written[0]) else f"(?<!{_LETTER})"
    after = "" if _WIDE.match(written[-1]) else f"(?!{_LETTER})"
    apostrophe = "['’]s?" if written[-1] in "sS" else "['’]s"
    possessive = f"({apostrophe}(?!{_LETTER})|的)?"
    if written.lower() in STOP_WORDS:  # Will and May are names where they are written as one, past the first word
        return re.compile(f"(?<=.){before}{re.escape(written)}{after}{possessive}")
    return re.compile(f"{before}{re.escape(written)}{after}{possessive}", re.IGNORECASE)


def _inside(span: tuple[int, int], longer: tuple[int, int]) -> bool:
    return span != longer and longer[0] <= span[0] and span[1] <= longer[1]


def _first_person(mention: re.Match[str]) -> str:
    """The first person in the language of the words around a mention."""
    chinese = _WIDE.match(_beside(mention)) is not None
    if mention.lastindex is not None:
        return "我的" if chinese else "my"
    return "我" if chinese else "I"


def _beside(mention: re.Match[str]) -> str:
    """The letter nearest to a mention: the one behind it, else the one before it, else its own first."""
    text, start, end = mention.string, mention.start(), mention.end()
    around = itertools.chain(text[end:], reversed(text[:start]), mention[0])
    return next((char for char in around if char.isalpha()), "")
