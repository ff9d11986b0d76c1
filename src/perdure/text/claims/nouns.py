"""An attribute named by its noun: "my goal weight is 65 kg now", 把截止日期推迟到30号, "Sushi is my favourite"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

MOVES = (
    "changed|moved|pushed|postponed|rescheduled|shifted|delayed|extended|brought|bumped|raised|increased|lowered|reduced|cut|dropped|updated|"
    "switched|set|adjusted|revised|went|gone|up|down|became|converted|reassigned|renamed|migrated|upgraded|downgraded|corrected|slipped|slid|risen|rose|fell|fallen|grown|grew|doubled|slashed|trimmed|advanced|amended"
)
_BE = r"(?:is|are|was|were|'s|’s|will be|would be|has been|have been|had been|got|gets|has|have|should be|needs to be|being|be)"
_ADVERB = r"(?:now|actually|still|also|currently|always|just|been|really|already|usually|probably|officially|supposed to be|only|about|around|exactly|likely|then|again|finally|recently|instead|in fact|since)"
MOVES_ZH = (
    "往后推到|往后挪到|推后到|放宽到|宽限到|改投|续到|改名叫|改名为|改名成|改叫|更名为|重命名为|改成|改为|改到|改在|改回|换回|调回|搬回|改签成|改签到|改签为|改走|改约在|改约到|改约|改订|改住|改坐|挪去|改期到|改至|换成|换到|换为|换了|变成|变为|变更为|变更到|变更成|调到|调成|调整为|调整到|调整成|推迟到|推迟至|推到|延期到|延期至|延到|延长到|延后到|顺延到|提前到|提前至|提到|涨到|涨成|上调到|上调至|上调为|下调到|"
    "下调为|下调至|降到|降成|降为|减到|减为|减成|缩减到|砍到|压缩到|加到|增加到|增到|追加到|升到|升级到|升级成|升级为|升为|挪到|移到|搬到|转到|迁移到|迁到|切换到|切到|切换成|更新为|更新成|更正为|修改为|改用|换用|定为|定到|交给|转给|变到|拖到|放到|更改为|更换为|更换成|提高到|提升到|提高为|升到了|换(?=[a-z0-9])"
)
_ADVERB_ZH = r"(?:现在|目前|已经|已|其实|也|还|都|就|应该|一直|总|才|先|最近|刚|被|又|要|会|我|我们|后来|最终|最后|临时|暂时|今天|今年|明年|其|将|如今|重新|改天|已确定|估计|大概|准确地?说|从今天起|以后|直接|突然|统一|正式)*"


@dataclass(frozen=True, kw_only=True, slots=True)
class Frame:
    """A noun in its clause: what stands before it (whose, which), what it is set to, and how."""

    before: str
    value: str = ""
    of: str = ""
    instead: str = ""
    change: bool = False
    denied: bool = False
    past: bool = False
    be: str = ""
    """The word between a Chinese noun and its value, where it is one that says little: 有, 在."""
    done: bool = False
    """The words between say what is done with it: 用的是, 买的."""
    called: bool = False
    """The value is what it is called."""
    bare: bool = False
    """The value follows the noun at once: only a number or a date is one."""
    owned: bool = False
    """Having one is all that is said."""
    inverse: bool = False


@cache
def _after_en() -> re.Pattern[str]:
    return re.compile(
        rf"^(?P<of>\s+(?:of|for|on|at|with|in|to)\s+(?:[\w'’.-]+\s+){{0,4}}?[\w'’.-]+?)??(?:\s+{_ADVERB})*"
        rf"(?:\s*(?P<be>{_BE}))?(?P<adv>(?:\s+{_ADVERB})*)(?P<not>\s+(?:not|no longer)|n't)?(?:\s+{_ADVERB})*"
        rf"(?:\s+(?P<move>{MOVES})(?:\s+(?:back|forward|up|down|out|over|again|now|by [\w ]{{1,15}}?))?(?:\s+from\s+(?P<from>.{{1,40}}?))?\s+(?:to|until|till|for|into|at|as|on|out to|with)(?:\s+be)?"
        rf"|\s+(?P<starts>starts|begins|meets|takes place|kicks off|leaves|departs|ends|opens)(?:\s+{_ADVERB})*\s+(?:at|on|in)"
        rf"|\s+(?P<named>called|named|spelled|spelt|due|known as|based (?:in|on)|set for|scheduled for|scheduled on)"
        rf"|\s*(?P<colon>[:=])|(?(be)|(?!)))\s*(?P<v>.+)$"
    )


_BEFORE_MOVE = re.compile(
    rf"\b(?P<move>{MOVES}|move|change|push|postpone|reschedule|update|switch|delay|extend|raise|set|shift|bring|cut|increase|lower|reduce|moving|changing|switching|pushing|upgrade|upgrading|correct)\s+(?:forward |back |up |out )?(?P<np>(?:(?:my|our|the|his|her|their|its)\b.*)?)$"
)
_AFTER_MOVE = re.compile(
    r"^(?P<of>\s+(?:of|for|on)\s+(?:[\w'’.-]+\s+){0,3}?[\w'’.-]+?)??(?:\s+(?:back|forward|up|down|out|over|again))?(?:\s+from\s+(?P<from>.{1,40}?))?\s+(?:to|until|till|for|into)\s+(?P<v>.+)$"
)
_BEFORE_BE = re.compile(
    rf"^(?P<v>.+?)\s*(?P<be>\bis|\bare|'s|’s|\bwas|\bwere|\bbecame|\bwill be|\bbecomes|\bhas become)(?:n't)?(?P<adv>(?:\s+{_ADVERB})*)(?P<not>\s+(?:not|no longer))?\s+(?P<np>(?:my|our|the|his|her|their|[\w.’']+['’]s)\b.*)$"
)
_BEFORE_HAVE = re.compile(
    r"\b(?:(?P<no>don't|do not|doesn't|does not|didn't|no longer|never)\s+)?(?P<have>have|has|own|owns|got|bought|'ve got|purchased|have got|found|hired|had|sold|lost|without|no longer have|got rid of|gave away|wrecked|scrapped|totaled|return(?:ed)?|need)(?:\s+(?:now|also|just|already|finally|recently))*\s+(?:a|an|my|our|the|no|any|another|one|new|this|that)\b(?P<np>.*)$"
)
_AS = re.compile(
    r"\b(?:with|chose|chosen|picked|appointed|hired|named|have|has|got|elected|use|using|made) (?P<v>[\w.'’]+(?: [\w.'’]+)?) (?:as|to be) (?P<np>(?:my|our|the|his|her|their) .*)$"
)
_GONE = frozenset(
    "sold|lost|without|got rid of|gave away|wrecked|scrapped|totaled|returned|return|no longer have".split("|")
)


def english(clause: str, start: int, end: int) -> Frame | None:
    """How the noun from `start` to `end` of a lower-case clause is used; None where nothing is told of it."""
    before, after = clause[:start].rstrip() + " ", clause[end:]
    if after.startswith(("'s", "’s")) and not _IS.match(after):
        return None
    readers = (_moved, _changed, _said, _turned, _chosen, _had, _bare)
    return next((frame for read in readers if (frame := read(before, after)) is not None), None)


_IS = re.compile(r"['’]s (?:now |actually |not |also |still |at |on |in |called |named |due |\d|set )")
_BARE_BEFORE = re.compile(r"(?:.*\b)?(?:my|the|our|new|current)(?: [\w-]+){0,2}")


def _moved(before: str, after: str) -> Frame | None:
    """They pushed the deadline to Friday."""
    if _BEFORE_MOVE.search(before) is None or (rest := _AFTER_MOVE.match(after)) is None:
        return None
    return Frame(before=before, value=rest["v"], of=rest["of"] or "", instead=rest["from"] or "", change=True)


def _changed(before: str, after: str) -> Frame | None:
    """I changed my phone number."""
    moved = _BEFORE_MOVE.search(before)
    return Frame(before=moved["np"], change=True) if moved is not None and not after.strip(" .!") else None


def _said(before: str, after: str) -> Frame | None:
    """The deadline is Friday; the deadline was pushed to Friday."""
    found = _after_en().match(after)
    if found is None or not (found["be"] or found["move"] or found["colon"] or found["named"] or found["starts"]):
        return None
    return _english_after(before, found)


def _turned(before: str, after: str) -> Frame | None:
    """Friday is the deadline."""
    if (found := _BEFORE_BE.match(before)) is None or not _ends(after):
        return None
    past = found["be"] in ("was", "were")
    return Frame(
        before=found["np"], value=found["v"], of=_of(after), denied=bool(found["not"]), past=past, inverse=True
    )


def _chosen(before: str, after: str) -> Frame | None:
    """We chose Ann as our lead."""
    if (found := _AS.search(before)) is None or not _ends(after):
        return None
    return Frame(before=found["np"], value=found["v"], of=_of(after), inverse=True)


def _had(before: str, after: str) -> Frame | None:
    """I have a laptop; I sold my car; I found a new mechanic, Vince."""
    if (having := _BEFORE_HAVE.search(before)) is None:
        return None
    if (named := _APPOSED.match(after)) is not None:
        return Frame(before=having["np"], value=named["v"], change="new" in having.group())
    gone = having["have"] in _GONE or having["no"] is not None or before.endswith(" no ")
    return Frame(before=having["np"], owned=True, denied=gone, past=having["have"] == "had")


def _bare(before: str, after: str) -> Frame | None:
    """Budget 12,000."""
    if before.strip() and not _BARE_BEFORE.fullmatch(before.rstrip()):
        return None
    return Frame(before=before, value=after, bare=True)


_APPOSED = re.compile(r",\s+(?:an? (?:[\w-]+ ){1,3}(?:called|named) )?(?P<v>[\w.'’]+(?: [\w.'’]+)?)$")


_CONTRAST = re.compile(r"(?:not|no longer) (?P<x>.+?)(?:,| but)(?: (?:it's|it is))? (?P<y>.+)$")
_RATHER = re.compile(r"(?P<y>.+?),? (?:not|instead of|rather than) (?P<x>.+)$")
_NOW = re.compile(r"\b(?:now|recently|officially|finally)\b")


def _english_after(before: str, found: re.Match[str]) -> Frame:
    denied = found["not"] is not None
    value, instead = found["v"], found["from"] or ""
    if (contrast := _CONTRAST.match(value)) is not None:
        value, instead, denied = contrast["y"], contrast["x"], False
    elif (contrast := _RATHER.match(value)) is not None:
        value, instead = contrast["y"], contrast["x"]
    now = _NOW.search(found["adv"] or "") is not None or value.rstrip(" .").endswith(
        (" now", " from now on", " instead")
    )
    return Frame(
        before=before,
        value=value,
        of=found["of"] or "",
        instead=instead,
        change=found["move"] is not None or now,
        denied=denied,
        past=found["be"] in ("was", "were", "had been") and not found["move"],
        bare=found["starts"] is not None,
        called=found["named"] in ("called", "named"),
    )


def _ends(after: str) -> bool:
    return (
        re.match(
            r"\s*(?:$|[,.!;]|(?:of|for|at|on|in|now|these|anymore|since|again|this|instead|today|any more|from now)\b)",
            after,
        )
        is not None
    )


def _of(after: str) -> str:
    found = re.match(r"\s*(?:of|for|at|on|in)\s+(?!mine|now)(?P<of>.+)$", after)
    return found["of"] if found else ""


@cache
def _after_zh() -> re.Pattern[str]:
    return re.compile(
        rf"^(?:的?(?:时间|日期|金额|地点|名字))?[：:]?{_ADVERB_ZH}(?:从(?P<from>[^，。]{{1,14}}?))?{_ADVERB_ZH}"
        rf"(?:(?P<not>不再是|已经不是|不是|不叫|不在)|(?P<move>{MOVES_ZH})|(?P<be>是在|是|为|叫做|叫|就是|定在|定于|安排在|约在|约的是|设在|设为|有|在|开在|(?:用|买|装|设|订|定|选|办|投|坐|跑|报|挂|走|交|开|上|住|穿|存|吃|喝|养|拿|接|放)的(?:就是|是)?(?!时间|时候|人|钱|东西|地方|那)|填|写|选了|归|姓|按照?|等于|：|:|=)|)"
        rf"(?:了|在|做)?\s*(?P<v>.+)$"
    )


_BEFORE_BE_ZH = re.compile(
    rf"^(?P<v>.+?)(?P<adv>{_ADVERB_ZH})(?P<not>不)?(?:(?P<be>是)|(?P<move>成了|当上了?|做了))(?P<np>[^是]*)$"
)
_BEFORE_HAVE_ZH = re.compile(
    r"(?P<no>没有?|不再有|没了|卖了|卖掉了?|丢了|扔了|报废了)?(?P<have>(?:有|买|换|养|入手|提|请|雇)(?:了|过)?(?:[一两]?[台辆部个块只副把条套]|新)*)?(?P<new>新)?$"
)
_WEAK = frozenset({"有", "在", "开在", "归", "填", "写"})
_STARTS_VALUE = re.compile(
    r"[：:\s]*(?:大概|大约|约|差不多|才|只有|只要|需要|只需|要|得|花|已经|就|也|都|固定|一般|通常)*\s*(?:每[天周月日晚早个年]|工作日)?\s*[\d一二两三四五六七八九十百千万$¥€£a-zA-Z周星下明后晚早上中]"
)
_GONE_ZH = re.compile(
    r"^(?:也|都|已经|我|给|被|前几天|上周|上个月|刚|已)*(?:卖了|卖掉了?|丢了|坏了|报废了?|没了|处理掉了|扔了|送人了|退了|辞退了?|辞了|解雇了?|不做了|注销了?|停用了?)"
)


def chinese(clause: str, start: int, end: int) -> Frame | None:
    """The same for Chinese."""
    before, after = clause[:start].rstrip(), clause[end:].lstrip()  # some write a space beside Latin words
    readers = (_gone_zh, _opened_zh, _said_zh, _turned_zh, _bare_zh, _had_zh)
    return next((frame for read in readers if (frame := read(before, after)) is not None), None)


def _gone_zh(before: str, after: str) -> Frame | None:
    """车卖了."""
    return Frame(before=before, owned=True, denied=True) if _GONE_ZH.match(after) else None


def _opened_zh(before: str, after: str) -> Frame | None:
    """总监换人了: it changed, and to whom is said later, or never."""
    opened = re.match(r"(?:已经|又|刚|都)*(?:换人|换|变|改|变更)了$", after) is not None
    return Frame(before=before, change=True) if opened else None


def _said_zh(before: str, after: str) -> Frame | None:
    """预算是两万; 预算改成两万."""
    found = _after_zh().match(after)
    if found is None or not (found["not"] or found["move"] or found["be"]):
        return None
    return _chinese_after(before, found)


def _turned_zh(before: str, after: str) -> Frame | None:
    """小周是我们的组长."""
    if (after and not _CLOSED_ZH.match(after)) or (found := _BEFORE_BE_ZH.match(before)) is None:
        return None
    change = "现在" in found["adv"] or found["move"] is not None
    return Frame(before=found["np"], value=found["v"], denied=bool(found["not"]), change=change, inverse=True)


def _had_zh(before: str, after: str) -> Frame | None:
    """我有一台电脑; 我换了手机."""
    _ = after
    having = _BEFORE_HAVE_ZH.search(before)
    if having is None or not (having["have"] or having["no"]):
        return None
    changed = (having["have"] or "").startswith("换")
    return Frame(before=before[: having.start()], owned=True, change=changed, denied=having["no"] is not None)


def _bare_zh(before: str, after: str) -> Frame | None:
    """预算两万."""
    found = _after_zh().match(after)
    if found is None or len(after) > _BARE_LONGEST or not _STARTS_VALUE.match(after):
        return None
    return Frame(before=before, value=found["v"], bare=True)


_CLOSED_ZH = re.compile(r"了|之一|人选|，|。")
_BARE_LONGEST = 16
"""Characters behind a Chinese noun that can be nothing but its value."""


def _chinese_after(before: str, found: re.Match[str]) -> Frame:
    value, instead = found["v"], found["from"] or ""
    if found["be"] == "姓":
        value = f"姓{value}"
    denied = found["not"] is not None
    if (contrast := re.match(r"(?P<y>.+?)[，,]?(?:而不是|不是|而非)(?P<x>.+)$", value)) is not None:
        value, instead = contrast["y"], contrast["x"]
    elif denied and (contrast := re.match(r"(?P<x>.+?)[，,]?(?:而是|应该是|是)(?P<y>.+)$", value)) is not None:
        value, instead, denied = contrast["y"], contrast["x"], False
    change = (
        found["move"] is not None
        or re.match(r"[^从]*?(?:现在|如今|已经|今年)", found.string[: found.start("v")]) is not None
        or value.endswith("了")
    )
    weak = found["be"] if found["be"] in _WEAK else ""
    return Frame(
        before=before,
        value=value,
        instead=instead,
        change=change,
        denied=denied,
        be=weak,
        done=re.match(r"[^是]的", found["be"] or "") is not None,
        called="叫" in (found["be"] or ""),
    )
