"""Of whom a clause speaks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from perdure.text.claims.people import (
    PROJECT,
    SELF,
    THIRD,
    agrees,
    is_project,
    kin_en,
    kin_zh,
    mention_zh,
    name_zh,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Subject:
    """Who it is, and what the words before the verb say besides. `sure`: the words leave no doubt who it is."""

    name: str
    sure: bool = True
    said: bool = True
    denied: bool = False
    ahead: bool = False
    past: bool = False
    possessed: bool = False
    """A possessive stands right before: "my dance studio" dances nothing."""
    thing: str = ""
    """The words of the thing that it is said of: "the thesis draft"."""


@dataclass(slots=True)
class Persons:
    """Who was spoken of so far in a statement, for pronouns and omitted subjects."""

    last: str = SELF
    other: str = ""

    def note(self, subject: str) -> None:
        """The latest one spoken of."""
        if subject in (PROJECT, THIRD):
            return
        self.last = subject
        if subject != SELF:
            self.other = subject

    def pronoun(self, word: str) -> str:
        """Whom a pronoun stands for."""
        return self.other if self.other and agrees(word, self.other) else THIRD


_SKIP = frozenset(
    "just also now currently actually still already really have has had 've am is are was were be been being will would shall 'll usually always often "
    "mostly mainly normally generally typically generally today yesterday recently finally probably even only both all either too "
    "do does did to going gonna plan plans planning planned planing decided want wants wanted like hope hopes hoping hoped intend intends intending "
    "started start starting began begun begin officially permanently since lately then so and but though however anyway well oh yeah yes ok okay hey hi "
    "turns out basically honestly sorry apparently that 'm 're 's 'd been eventually later ago week month last next this tomorrow tonight morning evening "
    "kind of sort bit little really pretty very quite totally absolutely completely definitely strongly much more most rather newly again there here "
    "got get gets getting ended up keep keeps kept need needs needed have must should can could am ever thinking thought considering considered about "
    "not don't doesn't didn't isn't aren't wasn't weren't won't can't cannot couldn't haven't hasn't never no longer used stopped stop quit hardly barely rarely trying try tried "
    "dont doesnt didnt isnt arent wont cant havent hasnt cancelled canceled gave given giving finished anymore wouldn't might may monday tuesday wednesday thursday friday saturday sunday "
    "regularly go goes love almost nearly all-time absolute booked bought daily weekly occasionally sometimes myself because at the moment days every once everyone actually; fully gladly happily accidentally wrongly "
    "switched moved changed upgraded joined signed rebooked quit bought sold took left finished dropped adopted renewed transferred promoted hired ported migrated".split()
)
_NEGATIVE = frozenset(
    "not don't doesn't didn't isn't aren't wasn't weren't won't can't cannot couldn't haven't hasn't never longer stopped stop quit dont doesnt didnt isnt arent wont "
    "cant havent hasnt cancelled canceled gave given giving hardly wouldn't rarely".split()
)
_AHEAD = frozenset(
    "plan plans planning planned hope hopes hoping intend intends intending want wants would 'd 'll will going gonna shall thinking considering might may should tomorrow next almost nearly dream trying try tried".split()
)
_TOKEN = re.compile(r"[A-Za-z][A-Za-z.\-]*(?:['’][a-z]+)?|\d[\w:,.]*|[^\sA-Za-z\d]", re.IGNORECASE)
_CONTRACTED = re.compile(r"(i|we|you|he|she|they|it|there|that|who)['’](m|ve|re|ll|d|s)$")
_SELF_EN = frozenset("i we me us my our mine ours myself im ive".split())
_THIRD_EN = frozenset("he she they it him her his hers their them its".split())
_ORDER = frozenset(
    "older elder eldest oldest younger youngest second first third other twin middle big little half step late ex former new".split()
)
"""Which daughter: "my younger daughter" is not "my older daughter"."""
_POSSESSIVES = frozenset("my our his her their its your".split())
_ARTICLES = frozenset("the my our his her their this that a an your its these those another new".split())


@cache
def _tail_negation() -> re.Pattern[str]:
    return re.compile(
        r"(?:不再|再也不|再也没|没有?再|没有|不用|不想|不打算|不准备|不会|不能|不是|并不|从不|从来不|从没|绝不|放弃|取消|停止|不|没|(?<![特区分级个告])别|戒)(?:了|再|去|要|太|怎么|常|继续)*$"
    )


_ADVERBS_ZH = re.compile(
    r"(?:家里|家中|五一|十一|国庆|端午|中秋|春节|元旦|清明|暑假|寒假|过年|年底|年初|月底|可以|能|只|改[成为到用在]?|需要|必须|应该|用|得|今[天年晚早]|昨[天晚]|明[天年]|去年|前年|上(?:个)?(?:周[一二三四五六日末]?|星期|月|学期)|下(?:个)?(?:周|星期|月)|这周[一二三四五六日天]|这(?:次|周|个月|几天|两天|阵子|段时间)|本[周月]|最近|近来|刚刚?|刚才|后来|现在|目前|如今|已经?|一直|平时|平常|"
    r"通常|一般|每天|每[周月年晚早]|经常|常常?|总是?|老是|偶尔|有时候?|最后|终于|决定|打算|准备|计划|想要?|希望|要|会|将|正在?|还|也|都|又|再|就|才|很|特别|非常|最|更|比较|超级?|挺|真的?|蛮|好像|其实|本来|"
    r"暂时|临时|先|以后|今后|从此|从今|起|开始|晚上|早上|下午|上午|中午|周末|夏天|冬天|全家|一家人?|自己|一个人|正式|重新|仍然?|依旧|依然|全部|全|都是|换成|改|改为|放弃了?|取消了?|停止|戒了?|还是|查出来?|发现|确诊|检查|结果|"
    r"不再|再也不|不|没有?|别|并|从|来|去|了|过|是|的|在|把|被|得|着|和|跟|与|及|都在|之前|以前|小时候|曾经|当时|[\d一二三四五六七八九十]+(?:年|个?月|天|周|号|日|点|岁)[前后起]?|平日|工作日|税前|税后|到手|实发|不过|但是?|而且|所以|因为|然后|"
    r"\s|[,，、:：])+"
)
_UNREAL_ZH = re.compile(
    r"差[一]?点|几乎|险些|劝我?|建议|让我|邀请|鼓励|逼我|催我|叫我|梦想|假装|不知道|听说|据说|以为|还没|没能|本来|原本|没去过"
)
"""What did not come about, or is somebody's wish for another."""
_AHEAD_ZH = re.compile(
    r"打算|准备|计划|想要?|希望|考虑|将要?|会|(?<![不需重主])要|明[天年]|下(?:个)?(?:周|月|星期|年|学期)|快要"
)


def subject_of(text: str, before: str, persons: Persons) -> Subject:
    """Of whom a clause speaks, by what stands before its verb: `before` as written, `text` the whole clause."""
    if any("\u4e00" <= char <= "\u9fff" for char in before) or (not before.strip() and not text[:1].isascii()):
        return _chinese(before, persons)
    return _english(before, persons)


@dataclass(slots=True)
class _Flags:
    """What the words before a verb say of it."""

    denied: bool = False
    ahead: bool = False
    past: bool = False
    possessed: bool = False

    def subject(self, name: str, *, sure: bool = True, said: bool = True, thing: str = "") -> Subject:
        """The subject of that name, with these."""
        return Subject(
            name=name,
            sure=sure,
            said=said,
            thing=thing,
            denied=self.denied,
            ahead=self.ahead,
            past=self.past,
            possessed=self.possessed,
        )


def _english(before: str, persons: Persons) -> Subject:
    """Back from the verb over what is no noun, to the noun or pronoun that it belongs to."""
    words = [word.replace("’", "'") for word in _TOKEN.findall(before)]
    flags = _Flags()
    at = len(words) - 1
    while at >= 0:
        whole = words[at]
        word = whole.lower()
        if (contracted := _CONTRACTED.match(word)) is not None:
            flags.ahead |= contracted[2] in ("ll", "d")
            words[at] = contracted[1]
            break
        if word not in _SKIP or (whole[:1].isupper() and at > 0 and word in ("may", "will")):
            break
        flags.denied ^= word in _NEGATIVE
        flags.ahead |= word in _AHEAD
        flags.past |= word == "used" and words[at + 1 : at + 2] == ["to"]
        at -= 1
    return _english_noun(words, at, persons, flags)


_CAUSES = frozenset("made had got moved switched put took gave".split())
"""What was done to somebody came about: "they made me switch"."""


def _english_noun(words: list[str], at: int, persons: Persons, flags: _Flags) -> Subject:
    if at < 0 or (at == 0 and words[0] in (",", ":", "-")) or (words[at].lower() == "it" and not persons.other):
        return flags.subject(persons.last, said=False)
    word = words[at].lower()
    flags.possessed = word in _POSSESSIVES
    if word in _SELF_EN:
        flags.ahead |= word in ("me", "us") and not _CAUSES.issuperset(words[at - 1 : at] or [""])
        return flags.subject(SELF)
    if word in _THIRD_EN:
        return flags.subject(persons.pronoun(word))
    if (kin := kin_en().get(word.removesuffix("'s"))) is not None:
        return flags.subject(_kin(words, at, kin))
    common = at == 0 and word.endswith("s") and words[1:2] in (["are"], ["were"])  # "Taxes are due"
    if words[at][:1].isupper() and word not in _ARTICLES and not common:
        return _english_name(words, at, flags)
    return _english_thing(words, at, flags)


def _kin(words: list[str], at: int, kin: str) -> str:
    """Kin, and which; "I and my wife" are the speaker's own affair."""
    before = [word.lower() for word in words[:at]]
    if any(word in _SELF_EN and before[back + 1 : back + 2] == ["and"] for back, word in enumerate(before)):
        return SELF
    return f"{before[-1]} {kin}" if before and before[-1] in _ORDER else kin


def _english_name(words: list[str], at: int, flags: _Flags) -> Subject:
    """A capitalised name; "my wife Anna" is the wife, for whom one also says so without the name."""
    start = at
    while start > 0 and words[start - 1][:1].isupper() and words[start - 1].lower() not in _SKIP | _ARTICLES | _SELF_EN:
        start -= 1
    kin = kin_en().get(words[start - 1].lower()) if start > 0 else None
    if kin in ("wife", "husband", "mother", "father"):
        return flags.subject(kin)
    name = " ".join(words[start : at + 1]).lower().replace(".", "").removesuffix("'s")
    if any(is_project(part) for part in name.split()):
        return flags.subject(PROJECT, thing=name)
    return flags.subject(name)


def _english_thing(words: list[str], at: int, flags: _Flags) -> Subject:
    """The noun phrase back to its article: "the thesis draft"."""
    start = at
    while start > 0 and at - start < 5 and words[start].lower() not in _ARTICLES and words[start][:1].isalnum():
        start -= 1
    phrase = [word.lower() for word in words[start : at + 1]]
    if is_project(phrase[-1]):
        return flags.subject(PROJECT, thing=" ".join(word for word in phrase[:-1] if word not in _ARTICLES))
    known = phrase[0] in _ARTICLES
    return flags.subject("", sure=known, thing=" ".join(phrase[1:] if known else phrase))


def _chinese(before: str, persons: Persons) -> Subject:
    """The last person named before the verb who is not only with somebody; else the one spoken of so far."""
    flags = _Flags(
        denied=_tail_negation().search(before) is not None,
        ahead=_AHEAD_ZH.search(before) is not None or _UNREAL_ZH.search(before) is not None,
    )
    last = None
    for mention in mention_zh().finditer(before):
        if mention["with"] is None:
            last = same_person(mention, last)
    if _MADE_ME.search(before):
        return flags.subject(SELF)
    if last is not None:
        after = before[last.end() :]
        residue = _ADVERBS_ZH.sub("", after)
        thing = residue if after.startswith("的") else ""
        of_home = last["self"] is not None and after.startswith("家") and residue not in ("", "家")  # 我家团子
        if last["project"] is not None:
            thing = thing or _ADVERBS_ZH.sub("", mention_zh().sub("", before[: last.start()])).strip()[:_NAMED]
        name = "" if of_home else mentioned(last, persons)
        return flags.subject(name, sure=not of_home and len(residue) <= _RESIDUE, thing=thing)
    residue = _ADVERBS_ZH.sub("", before).strip()
    if not residue:
        return flags.subject(persons.last, said=False)
    if _NO_NAME.match(residue) is not None:
        return flags.subject(SELF, said=False, thing=residue)
    if (named := name_zh().fullmatch(residue)) is not None:
        return flags.subject(_VERB_END.sub("", named.group()).lower())
    return flags.subject("", sure=False, thing=residue)


_NAMED = 8
"""Characters before a word for a project, 项目 or 后端, that tell which one it is."""
_VERB_END = re.compile(r"(?<=..)[调搬去来到住在换升转离辞说想要买考跳嫁回进]$")
"""刘洋调: a name of two characters, and the verb."""
_MADE_ME = re.compile(r"(?:医生|大夫|医院|老师|领导|老板|教练|公司).{0,4}[让叫要]我们?[^，的]{0,3}$")
"""医生让我停了: what others had the speaker do, the speaker did."""
_NO_NAME = re.compile(
    r"房[租贷子间产价屋]|周[报会末期边刊年]|高[铁考中速血温]|金[鱼额融牌]|马[桶路]|牛[奶肉排]|花[费呗生园]|温[度泉]|时[间区长差]|方[案式向便]|路[由线费上口]|余[额款]|毛[利衣巾]|白[天酒菜]|黄[金油瓜]|"
    r"钱包|成[绩本员果]|程序|段落|安[装排全]|季[度报]|关[系于]|管理|柴油|游[泳戏]|单[价位号词]|毕业|常[用规]|石[头油]|龙虾|雷雨|江边|云[端盘]|洪水|童[年装]|司机|农场|郑重|于是|万一|计划|申请|全[部家]|"
    r"路程|顾客|邮箱|陈列|许多|何时|林地|叶子|范围|谢谢|唐诗|宋词|韩国|曾经|董事|包[裹子]|尚未|符合|纪念|舒服|凌晨"
)
"""Words that begin with the character of a surname."""
_RESIDUE = 6
"""Characters between a person and a verb that can still belong to the verb."""


def same_person(mention: re.Match[str], before: re.Match[str] | None) -> re.Match[str]:
    """我舅舅他们: the pronoun only says again who it is."""
    again = (
        before is not None
        and mention["third"] is not None
        and before.end() == mention.start()
        and before["self"] is None
    )
    return before if again and before is not None else mention


def mentioned(mention: re.Match[str], persons: Persons) -> str:
    """The canonical name of a mention."""
    if (word := mention["bound"] or mention["free"]) is not None:
        return kin_zh()[word]
    if mention["self"] is not None:
        return SELF
    if (pronoun := mention["third"]) is not None:
        return persons.pronoun(pronoun[0])
    return PROJECT if mention["project"] is not None else (mention["title"] or mention["named"]).lower()
