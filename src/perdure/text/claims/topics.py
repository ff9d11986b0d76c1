"""What a clause is about in its own words, where no entry of the lexicon says it: CI 换成 GitLab CI 了, "the couch was $460".

Nothing is known of such a topic but its words. So a topic retires another only where the words leave no doubt: the same
topic, a value of the same kind in the same place, and a wording that changes, corrects or stops (`topic_verdict`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from perdure.text.claims.aims import Aim, aim_of
from perdure.text.claims.claim import Claim, Frame, Tense, Topic
from perdure.text.claims.clauses import Clause
from perdure.text.claims.measures import in_digits, measures
from perdure.text.claims.nouns import MOVES, MOVES_ZH
from perdure.text.claims.people import SELF, THIRD, kin_en, mention_zh
from perdure.text.claims.subject import Persons, mentioned, subject_of
from perdure.text.claims.topic_words import is_wide, topic_keys, units, without_measures

TOPIC = "~"
"""The attribute of claims that only have a topic."""
_MOST = 4
"""Topics of a statement; what has more is a story."""
_MOST_CLAUSES = 6
_LONGEST_STATEMENT = 140
"""Characters of a statement; what is longer tells a story, in which no word is sure to be about the same thing."""
_MOST_KEYS = 6
"""Keys of a statement for what it is about."""
_MOST_LEFT = 2
"""Keys of one for what it says it is not."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Found:
    """A topic as its pattern finds it."""

    frame: Frame
    said: str = ""
    value: str = ""
    left: str = ""
    who: str = ""


def topics_of(parts: Sequence[Clause], claims: Sequence[Claim], refused: Sequence[str]) -> Iterator[Claim]:
    """The topics of a statement's clauses. `refused` is what the statement says it is not."""
    said = [part.lower for part in parts]
    if len(parts) > _MOST_CLAUSES or sum(map(len, said)) > _LONGEST_STATEMENT:
        return
    wide = units(" ".join(said))
    values = frozenset(measure for text in said for _, measure in measures(text))
    corrects = any(_CORRECTS.search(part) for part in said)
    weakly = any(part.corrects for part in parts)
    if not corrects and _CONTRASTS.search(", ".join(said)) is None:
        refused = ()
    unsaid_keys = [key for text in refused for key in topic_keys(text)]
    left = frozenset(unit for text in refused for unit in units(text) | _marks(text))
    unsaid: frozenset[str] = next(filter(None, map(_unsaid, said)), frozenset())
    tense = next((part.tense for part in parts if part.tense is not Tense.NOW), Tense.NOW)
    owner = next((claim.subject for claim in claims if claim.sure), "")
    told_ahead = any(claim.tense is Tense.AHEAD for claim in claims)
    spent: set[str] = set()
    every = list(_carried(parts))
    every.sort(key=lambda each: each[0].frame is Frame.BARE)
    for found, clause in every[:_MOST]:
        own = frozenset(measure for _, measure in measures(found.value))
        topic = Topic(
            frame=found.frame,
            said=_trimmed(found.said),
            about=units(_trimmed(found.said)) | (_codes(found.said) if found.frame is Frame.DOES else frozenset()),
            wide=wide,
            values=own or (values if found.frame in (Frame.DOES, Frame.BARE) else frozenset()),
            name="" if own else _trimmed(found.value),
            written=clause.text,
            plain=len(parts) == 1 and not clause.point and not clause.once and not units(found.value),
        )
        keys = tuple(
            dict.fromkeys((*_keys(topic, found.value, spent), *(unsaid_keys or topic_keys(found.left))[:_MOST_LEFT]))
        )
        if not keys or (not topic.about and not corrects and not found.left) or _of_person(topic):
            continue
        changes = found.frame is Frame.MOVE or clause.fresh
        yield Claim(
            subject=owner or found.who or _who(clause),
            attribute=TOPIC,
            value=topic.name,
            terms=units(topic.name),
            tense=_tense(clause, tense, told_ahead=told_ahead, changes=changes),
            corrects=corrects,
            adds=clause.adds,
            change=changes,
            instead=unsaid or left | units(found.left) | _marks(found.left),
            importance=0.3,
            keys=keys,
            loose=weakly,
            topic=topic,
        )


def _tense(clause: Clause, tense: Tense, *, told_ahead: bool, changes: bool) -> Tense:
    """That of the statement, but for a clause that tells of one occurrence, or of a change that has not come about."""
    if clause.once:
        return Tense.TEMPORARY
    aim = aim_of(clause.lower) if changes else None
    return Tense.AHEAD if aim is Aim.MEANT or (aim is Aim.DECIDED and told_ahead) else tense


def _codes(text: str) -> frozenset[str]:
    return frozenset(value for _, (kind, value) in measures(text) if kind == "code")


def _marks(text: str) -> frozenset[str]:
    return frozenset(f"{kind}={value}" for _, (kind, value) in measures(text))


_EDGES = re.compile(
    r"^(?:[\s,，、:：]|了(?=.)|现在|目前|今[年天]|明年|这[周个次趟]|那[个次趟]|刚才|刚刚|其实|更正一?下?|纠正|对了|哦|噢|啊|不对|我们?组?的?|咱们?的?|家里?的?|公司的?|用的|已经|都|也|就|又|还|才|把|将|给|从|由|the |a |an |my |our |your |so |and |but |now |actually,? |sorry,? |oops,? |oh,? |no,? |wait,? |"
    r"turns? out (?:that )?|correction |i meant |fyi,? |ok,? |well,? )+|(?:[\s,，、:：]|的|了|那[个次趟]|都|也|就|又|被|已经|现在|目前| now| instead| actually|吧|啦|呢|哈| then| please)+$",
    re.IGNORECASE,
)


def _trimmed(text: str) -> str:
    return _EDGES.sub("", text).strip()


_CORRECTS = re.compile(
    r"\bturns? out\b|\bturned out\b|\bflipped\b|\btransposed\b|\bswapped\b|\bno,? wait\b|\bwait,? no\b|\bstrike that\b|\bscratch that\b|\bdisregard\b|\bmistook\b|\bthinking of\b|\bbackwards\b|\bcorrection\b|"
    r"\b(?:i meant|my bad|my mistake|misspoke|mis(?:read|remembered|typed|stated|wrote|heard|counted)|mixed (?:\w+ ){0,2}up|typo|oops|(?:was|is|were|got (?:\w+ ){1,4})wrong|wrong about|wrong (?:\w+ )?(?:number|date|name|address|year|day|one|figure|time|code|room|size|price|amount)|mistaken|by mistake|not quite right)\b|"
    r"(?<!亲自)(?<!并)(?<!手)(?:更正|纠正)(?![了过]?[他她我的])|[记说看写算搞弄讲打填报标抄数听输]错了?(?![题的过误])|记混|搞混|弄混|说反|搞反|弄反|口误|笔误|以为是|看串|听岔|记岔|说岔|手[快滑误]|应该是|不对[，,。]|^不对$|原来是"
)
_CONTRASTS = re.compile(
    r"^(?:哦|噢|啊|不对, )?不是[^，,]{1,12}, |不是[^，,]{1,12}, (?:[^，,]{1,12}, )?[^，,]{0,8}(?:是|应该)|(?:^|, |: )(?:it's |it is |that's )?not (?:the |at |on |in |with |an? )?[\w .:$'-]{1,25}, \w|"
    r"(?:\bis|\bare|'s|'m|\bwas|\bat|\bon) [^,]{1,30}, not (?:the |at |on |in |with |an? )?[\w .:$'-]{1,25}(?:$|, )|是[^，,]{1,14}, (?:而)?不是[^，,]{1,12}"
)
"""It is not X, it is Y."""
_UNSAID = re.compile(
    r"(?:之前|前面|上次|刚才|原来)?(?:我)?(?:[说写记讲填报]的?)?(?P<x>[^，。]{2,14}?)(?:的事)?(?:那[条句个])?(?:是|，)?(?:我)(?:自己)?(?:[记说看写算搞弄讲打听填报]错|[搞弄记]混)了?$"
    r"|\b(?:was|were|am|'m) wrong about (?P<y>.{3,40})$"
)


def _unsaid(lower: str) -> frozenset[str]:
    """What somebody says that was wrong: 说青霉素过敏是我记错了."""
    found = _UNSAID.search(lower)
    return units(re.sub(r"^.*[说写记讲填报]的?", "", found["x"] or found["y"])) if found else frozenset()


_CARRIES = re.compile(
    r"^(?P<np>[^，]{1,12}?)(?:我|刚才|之前|前面)*(?:(?P<wrong>[说写记看算搞弄打填报标](?:错|混|反)了?)|(?P<new>[换变改涨降调](?:新的?|过)?了(?:新的)?))$"
    r"|\b(?:(?P<wrong2>wrong|correction on|correction to|mixed up|typo in|mistake in|error in|got(?=.* wrong$))|(?P<new2>new|changed)) (?:the |my |our )?(?P<np2>[a-z][\w -]{2,24}?)(?: wrong| earlier| before)?$"
    r"|^(?:the |my |our )?(?P<np3>[a-z][\w -]{2,24}?) (?:has |have |just )*(?:(?P<wrong3>was wrong|is wrong)|(?P<new3>changed|moved|went up|went down|switched|has moved))$"
    r"|^i said (?P<left>.{1,20}?) (?:for|about|on) (?:the |my |our )?(?P<np4>[\w -]+)$"
)
"""A topic that a clause names, of which the next gives the value: 押金说错了，是三千."""
_GIVES = re.compile(
    r"^(?:应该|其实|现在|就|新的)*(?:是|叫|为|在)(?P<v>.{1,24})$|^(?:but |now |actually )*(?:it's|it is|it was|should be|it should be|that's)(?: now| actually| really)? (?P<w>.{1,40})$"
)


def _carried(parts: Sequence[Clause]) -> Iterator[tuple[_Found, Clause]]:
    """Every topic of the clauses, with the topics that one clause names and the next gives a value to."""
    carried: _Found | None = None
    for part in parts:
        lower = in_digits(part.lower)
        given = _GIVES.match(lower)
        value = (
            (given["v"] or given["w"])
            if given is not None
            else lower
            if len(measures(lower)) == 1 and len(lower) <= _NOUN
            else ""
        )
        if carried is not None and value:
            yield replace(carried, value=value), part
            carried = None
            continue
        found = _CARRIES.search(lower)
        if found is None:
            yield from ((each, part) for each in _found(part))
            continue
        said = next(filter(None, (found["np"], found["np2"], found["np3"], found["np4"])))
        if not units(_trimmed(said)):
            continue
        moved = found["new"] or found["new2"] or found["new3"]
        carried = _Found(frame=Frame.MOVE if moved else Frame.LINK, said=said, left=found["left"] or "")


def _found(clause: Clause) -> Iterator[_Found]:
    lower = in_digits(clause.lower)
    found = None
    if _OTHERS.search(lower):
        return
    if len(lower) <= _LONGEST:
        found = _chinese(lower) if is_wide(lower) else _english(lower)
    if found is not None and not units(_trimmed(found.said)) and found.frame is not Frame.MOVE:
        found = None
    if found is not None:
        yield found
    if (does := _does(clause)) is not None:
        yield does
    elif found is None and len(lower) <= _LONGEST:
        yield _Found(frame=Frame.BARE, said=lower if len(lower) <= _BARE else "", value=lower)


_LONGEST, _BARE = 80, 60
_OTHERS = re.compile(r"(?<![吉其])他|她|\b(?:he|she|they|his|her|their|you|your)\b|你|您")
"""Somebody whom only a pronoun names, or the listener."""

_LINK = r"是在|是|为|叫做?|[\u4e00-\u9fff]的就?是|(?<![信费作应使利适通专备常日])用(?![户品途法量])|定在|约在|设在|放在|开在|有效期到|(?:买|订|选|报|住|装|走|坐|穿|找|办|交|上|租|存|挂)的(?:是)?|发给|交给|寄到|送到|报给|抄送给|托管在|跑在|部署在|安排在|改?由|归|等于|(?<![现正实存])在"


@cache
def _forms_zh() -> tuple[re.Pattern[str], re.Pattern[str]]:
    moves = f"{MOVES_ZH}|改签成|改签到|改签|改回|换回|切回|调回|挪到|升到|转成|换去|改去|改发给|改交给|改放|改订|改住|改坐|改买|改报|重新定在"
    return (
        re.compile(rf"^(?P<np>.{{1,18}}?)(?:从(?P<x>.{{1,12}}?))?(?:{moves})了?(?P<v>.{{1,30}})$"),
        re.compile(rf"^(?P<np>.{{1,16}}?)(?P<adv>现在|已经|目前)?(?:{_LINK})(?P<v>.{{1,24}})$"),
    )


def _chinese(lower: str) -> _Found | None:
    move, link = _forms_zh()
    if (found := move.match(lower)) is not None:
        return _Found(frame=Frame.MOVE, said=found["np"], value=found["v"], left=found["x"] or "")
    spans = measures(lower)
    found = link.match(lower)
    if found is not None and not (spans and spans[0][0][0] < found.start("v")):
        return _Found(frame=Frame.LINK, said=found["np"], value=found["v"])
    if not spans or not 0 < spans[0][0][0] <= _NOUN:
        return None
    start = spans[0][0][0]
    return _Found(frame=Frame.BARE, said=lower[:start], value=lower[start:])


_NOUN = 14


@cache
def _forms_en() -> tuple[tuple[Frame, re.Pattern[str]], ...]:
    moves = f"{MOVES}|bumped|reset|rescheduled|migrated|transferred|swapped|relocated|renewed|rebooked|knocked"
    np = r"(?P<np>(?:[\w'.&/-]+ ){0,6}?[\w'.&/-]+)"
    way = r"(?: (?:back|forward|up|down|over|out|again|now))?"
    left = r"(?: from (?P<x>.+?))?"
    be = r"(?:is|are|'s(?! [\w' -]+ (?:is|was|are|has|will|expires?|costs?|starts?)\b)|was|were|will be|costs?|expires?|starts?|begins?|meets?|ends?|leaves?|departs?|runs?(?: on)?|uses?|sits? at|lives? (?:in|on|at)|goes (?:to|through))"
    end = r"(?: (?:to|until|till|at|for|with))"
    return (
        (Frame.MOVE, re.compile(rf"\b(?:{moves})(?: over)? (?:to|onto) (?P<v>.+?) (?:for|as) {np}$")),
        (Frame.MOVE, re.compile(rf"\b(?:{moves}) (?!to\b|from\b|over\b|back\b|up\b|it\b|that\b|them\b){np}{way}{left} (?:to|until|till) (?P<v>.+)$")),
        (Frame.MOVE, re.compile(rf"^(?P<np>)(?:(?:we|i|they)(?:'ve|'re|'m)? )?(?:just |finally |have |has )*(?:{moves}|moving|switching|migrating)(?: over)? from (?P<x>[^,]+?) to (?P<v>.+)$")),
        (Frame.MOVE, re.compile(rf"^{np}(?: (?:got|was|is|has been|have been|been|being|has|have|just|now|have now|has now|had to be|will be))*(?:'s)? (?:{moves}){way}{left}{end} (?P<v>.+)$")),
        (Frame.LINK, re.compile(rf"^{np}(?: )?\b{be}(?: (?:now|actually|still|currently|only|supposed to be|due|in fact|really|always))*(?: (?:on|at|in|by|with|through|from|until|pinned at|called|named|set to|set for|set at))? (?P<v>[^\s].*)$")),
        (Frame.LINK, re.compile(rf"^{np} (?:on|at|every|:)(?: the)? (?P<v>\d.*|(?:mon|tues|wednes|thurs|fri|satur|sun)day.*)$")),
    )  # fmt: skip


_NO_NOUN = re.compile(
    r"\b(?:i|we|us|me|it|that|this|there|these|those|who|what|which|if|when|where|how|and|not|to|because|i'm|i've|i'd|we're|we've|it's|that's|there's|don't|didn't|is|are|was|were|had|have|has|said|think|thought|told|turns)\b"
)
_LEAD_EN = re.compile(
    r"^(?:(?:so|and|but|now|actually|sorry|oops|oh|ok|okay|well|no|wait|ha|hey|fyi|correction|scratch that|turns out(?: that)?|it turns out(?: that)?|apparently|i meant|i mean|i was wrong|looks like|seems)[,:]? )+"
)


def _english(lower: str) -> _Found | None:
    text = _LEAD_EN.sub("", lower)
    for frame, form in _forms_en():
        found = form.search(text)
        if found is None:
            continue
        said = found["np"]
        if _NO_NOUN.search(said):
            continue
        left = found.groupdict().get("x") or ""
        return _Found(frame=frame, said=said, value=found["v"], left=left)
    return None


@cache
def _doing() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    verbs = (
        "use using have having own play playing do doing drink drinking smoke smoking eat eating take taking subscribe work working run running wear wearing keep keeping learn learning study "
        "studying practise practice practicing attend attending train training teach teaching rent renting pay paying go going volunteer watch watching get getting swim swimming cycle ride seeing see host hosting run running mentor mentoring coach coaching support follow following write writing collect grow growing foster lead leading maintain receive drive driving stream"
    ).replace(" ", "|")
    return (
        re.compile(
            r"^(?:i|we)(?:'m|'re| am| are)? (?:pay|paying|paid|spend|spending) .+? (?:for|on) (?:the |my |our |a )?(?P<o>[\w' -]+)(?P<verb>)$"
        ),
        re.compile(
            rf"^(?:also |currently |usually |still )*(?:(?:our|the) [a-z]+ (?P<verb2>has|uses|supports|includes|runs|offers)|(?:i|we)(?:'m|'re|'ve| am| are)?(?: (?:usually|often|always|mostly|currently|now|still|also|just|been|have been))* (?P<verb>{verbs}|(?<=m )on|(?<=am )on|(?<=re )on))(?: (?:to|at|in|on|with|for|got|about|around))*(?: (?:the|a|an|my|our|some|about))* (?P<o>.+)$"
        ),
        re.compile(
            r"(?:在|有在|都|会|天天|坚持|还)?(?P<verb>吃|喝|抽|(?<![大同中小])学|(?<![晚早网线路身马楼街床手以之])上|练|(?<![信费作应])用|养|订|(?<![没所])有|跑|打|做|玩|报|坐|租|服|戴|参加|办|弹|拉|踢|游|骑|追|写|开|买|续|送|请|备考|考|去|和|跟|睡|休|遛|点|带|接|刷|种|依赖|接入|集成|引入|还|报名了?|跑|[\d一二两三四五六七八九十]杯|[\d一二两三四五六七八九十]包)(?:了|着|的是)?(?:[\d一二两三四五六七八九十几]+次)?"
            r"(?:[\d一二两三四五六七八九十半几]+(?:小时|分钟|天|次|公里)(?:的)?)?(?:[\d一二两三四五六七八九十半几]*[个只条台辆包杯瓶根片盒支顿门套份节张](?:的)?|[\d一二两三四五六七八九十半几]+[把副双家间款场块盘部](?:的)?)?(?P<o>[^，。不没了]{1,14})$"
        ),
    )


_ADJUNCT_EN = re.compile(
    r"\s+(?:every|each|on|at|in|for|with|from|when|while|because|since|after|before|twice|once|three|a (?:day|week|month)|per|named|called|as|to|and|about|daily|regularly|sometimes|often|occasionally|delivered|these days|now|by|near)\b.*$"
)
_ADJUNCT_ZH = re.compile(
    r"(?:需?要[\u4e00-\u9fff]$|叫|做|来|当|记|分享|调理|助眠|减肥|养生|上网|代替|提神|备份|记账|防晒|补钙|降压|办公|翻译|画图|剪辑|聊天|每|一[周天月]|上班|名叫|是|，).*$"
)
_WHEN = re.compile(
    r"(?:every|each|on|at|in the|before|after|daily|weekly|most|twice|three|once|\d|a lot|outside|regularly)\b"
)
_ALONE = frozenset(
    "run running swim swimming smoke smoking drink drinking work working train training cycle ride drive volunteer practise practice".split()
)
"""Verbs that need no object."""
_NAMED = re.compile(r"(?:\bnamed|\bcalled|名?叫)\s?(?P<n>[a-z][\w'-]*|[\u3400-\u9fff]{2,4})")


def _does(clause: Clause) -> _Found | None:
    """Something that somebody does, uses or has, and may stop."""
    lower = in_digits(clause.lower)
    wide = is_wide(lower)
    paying, english, chinese = _doing()
    found = chinese.search(lower) if wide else paying.match(lower) or english.match(lower)
    if found is None or len(lower) > _LONGEST:
        return None
    who = subject_of(clause.text, without_measures(lower[: found.start()]) if wide else lower[:1], Persons())
    if who.denied or who.ahead or (wide and not who.sure) or who.name in (THIRD, ""):
        return None
    raw = found["o"]
    if not wide and found["verb"] in _ALONE and _WHEN.match(raw):
        return _Found(frame=Frame.DOES, said=found["verb"] or "", who=who.name)
    cut = (_ADJUNCT_ZH if wide else _ADJUNCT_EN).sub("", raw)
    named = _NAMED.search(raw)
    return _Found(frame=Frame.DOES, said=cut or raw, value=named["n"] if named else "", who=who.name)


def _who(clause: Clause) -> str:
    """Whom a clause speaks of: kin, or the speaker."""
    if is_wide(clause.lower):
        for mention in mention_zh().finditer(clause.text):
            if mention["with"] is None and (mention["bound"] or mention["free"] or mention["title"]):
                return mentioned(mention, Persons())
        return SELF
    words = clause.lower.split()
    return next((kin_en()[word] for word in words if word in kin_en() and kin_en()[word] != "pet"), SELF)


def _of_person(topic: Topic) -> bool:
    """Whether it is about a person and nothing else: what is said of one is not the same from one time to the next."""
    if topic.frame in (Frame.DOES, Frame.BARE):
        return False
    if topic.values and topic.frame is Frame.MOVE:
        return False
    last = topic.said.rsplit(" ", 1)[-1]
    found = mention_zh().fullmatch(topic.said)
    return last in kin_en() or found is not None


def _keys(topic: Topic, value: str, spent: set[str]) -> tuple[str, ...]:
    """Its keys, of which a statement has few: a topic that shares one with another of the statement needs no more."""
    texts = (topic.said,) if topic.frame is Frame.BARE else (topic.said, value)
    keys = [key for text in texts for key in topic_keys(text)]
    room = _MOST_KEYS - len(spent)
    fresh = [key for key in dict.fromkeys(keys) if key not in spent][:room]
    spent.update(fresh)
    return tuple(key for key in dict.fromkeys(keys) if key in spent)
