"""That something is no longer so, whatever it was: "quit coffee", "the trip is off", 戒了咖啡, 不考研了."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from perdure.text.claims.attribute import Attribute, many
from perdure.text.claims.clauses import Clause
from perdure.text.claims.people import SELF
from perdure.text.claims.subject import Persons, Subject, subject_of
from perdure.text.claims.takes import cut, language, subscribed
from perdure.text.claims.told import Told, listed, which

ENDED: Attribute = many("", kind="fact", importance=0.5)
"""No attribute of the lexicon: the claim is about whatever its terms name."""

_WORDS_EN = frozenset(
    "quit stopped gave given cancelled canceled dropped ended called anymore longer off decided not won't sold cut kicked swore not deleted uninstalled got scrapped abandoned skipping skipped backed "
    "pulled left withdrew withdrawn taken took passed died gone ripped retired let phased stepped resigned do did skip skipping over stolen done fell expired shut disconnected disbanded folded paid removed discontinued axed killed broke split parted lapse lapsed haven't hasn't ditched finished more don't doesn't stop scratch cancelling".split()
)


@cache
def _english() -> tuple[re.Pattern[str], ...]:
    object_ = r"(?P<v>.+)"
    verb = r"(?:\w+ing (?:to |for |in |at |on |out |with )?(?:the |my |a )?)?"
    return tuple(
        re.compile(form)
        for form in (
            rf"\b(?:quit|stopped|gave up|given up|cut out|sworn off|swore off|kicked|ditched|dropped|deleted|uninstalled|abandoned|scrapped|cancelled|canceled|called off|backed out of|pulled out of|dropped out of|withdrew from|withdrawn from|got rid of|am done with|'m done with|(?:am|'m) off|came off|gone off|giving up|quitting|cutting out|cancelling|canceling)\s+(?:on )?{verb}{object_}",
            rf"\b(?:no longer|don't|doesn't|do not|does not|not|never)\s+(?:really )?(?P<verb>[a-z]+)\s+(?:to |for |in |at |on |with )?{object_}\s+(?:any ?more|any longer|now|these days|after all)$",
            rf"\bno longer\s+(?P<verb>[a-z]+)(?:\s+(?:to|for|in|at|on|with))?\s+{object_}$",
            rf"\b(?:decided (?:not to|against)|(?:am|'m|are|'re|is|'s) not(?: going to| planning to)?|won't(?: be)?|will not(?: be)?|not)\s+(?P<verb>[a-z]+)(?:\s+(?:to|for|in|at|on|with))?\s+{object_}\s+(?:any ?more|after all)$",
            rf"\bdecided (?:not to|against)\s+(?P<verb>[a-z]+)(?:\s+(?:to|for|in|at|on|with))?\s+{object_}$",
            r"^(?:(?:the|my|our|that)\s+)?(?P<v>[\w'. -]+?) (?:is|was|has been|got|'s been|is now|been) (?:now )?(?:cancelled|canceled|called off|off|scrapped|dropped)\b",
            r"\b(?:took|taken|taking) (?P<me>me|us) off (?:of )?(?:the )?(?P<v>.+)$",
            r"^(?:(?:the|my|our|poor|old|dear)\s+)?(?P<v>[\w'-]+(?: [\w'-]+)?) (?:has |had )?(?:passed away|died|passed|is gone|is no longer with us|was put down)\b",
            r"\b(?:stepped down from|resigned from|did away with|do away with|parted ways with|left) (?:the |our |my )?(?P<v>[\w. -]+)$",
            r"^(?!(?:i|we|he|she|they|it)\b)(?:(?:the|my|our|that)\s+)?(?P<v>[\w'. -]+?) (?:is over|has ended|ended|is done|fell through|(?:got|was|were) stolen|(?:was|got) shut down|shut down|has expired|expired|(?:was|got|is) disconnected|broke up|disbanded|folded|died|all died)\b",
            r"\b(?:paid off|ended|removed|stopped|discontinued|axed|killed off|sunset|done with|dropped|cancelled) (?:the |our |my )?(?P<v>[\w'. -]+?)(?: support)?(?: for good)?$",
            r"^(?:had|got) (?:the |my |our )(?P<v>[\w -]+?) (?:disconnected|removed|cancelled|canceled|taken out)$",
            r"\b(?:skip|skipping) (?:the |my )?(?P<v>[\w -]+?)(?: (?:now|these days|altogether|entirely))$",
            r"\b(?:don't|no longer|can't|cannot|do not) (?P<v>[a-z]+) (?:any ?more|any longer|at all)$",
            r"^(?P<v>[a-z]+) and i (?:broke up|split up|split|are no longer together)\b|\bbroke up with (?P<w>[a-z]+)$",
            r"\b(?:ripped|phased|threw|took) (?:out )?(?:the |our |my )?(?P<v>[\w. -]+?)(?: out)?(?: of .+)?$",
            r"\b(?:have|has|had|got|there is|there's|'ve) no (?P<v>[\w -]+?) (?:any ?more|any longer|now)$",
            r"\blet (?:the |my |our )?(?P<v>[\w -]+?) (?:lapse|expire|go)$",
            r"\b(?:retired|turned off|shut down|decommissioned|removed) (?:the |our |my )?(?P<v>[\w. -]+)$",
            r"\bno more (?P<v>.+?)(?: for me)?$",
            r"\b(?:gave|given) (?:the |my |our )(?P<v>[\w ]+?) away\b",
            r"\bcut (?P<v>[\w ]+?) out\b",
            r"\b(?:am|'m|are|'re) not (?:going to |planning to |gonna )?(?P<v>[a-z]+ing (?:to |for |in |at |on )?.+)$",
            r"\b(?:sold|gave away) (?:my |the |our )(?P<v>.+)$",
        )
    )


_OVER_ZH = (
    r"下线了|下架了|拆了|拆掉了|拿掉了|废弃了|停用了|退役了|退租了|退订了|转租(?:出去)?了|转让(?:出去)?了|转手了|"
    r"注销了|销户了|卸载了|删(?:掉|除)?了|移除了|去掉了|下掉了|砍掉了|报废了|被偷了|丢了|(?<!放)弃了|坏了|"
    r"解散了|解约了|散伙了|辞了|辞掉了|停更了|停办了|没续(?:费|上|订)?|过期(?:没续)?了|摘了|拔了|断了|分手了|"
    r"结束了|送给[^，。]{1,5}了|送走了|送养了|放下了|倒闭了|关门了|关张了|[打跑吃喝做练去上学弹踢写]不了了?|"
    r"(?<=[炎病痛伤症])(?:都|已经)?好了|还清了|还完了|治好了|痊愈了|到头了|死了|全死了|死光了|转出去了|卸了|"
    r"弃赛了|退赛了|关停了|关掉了|关了|砍了|停刊了|散了|黄了|取消|去世了?|过世了?|走了|不在了|没了"
)
"""What is said behind a thing that is no more."""


@cache
def _chinese() -> tuple[re.Pattern[str], ...]:
    light = r"(?:戴|睡|遛|点|还|报|带|送|追|跑|骑|喂|种|刷|吃|喝|抽|玩|打|练|学|去|看|做|用|养|上|参加|订|坐|开|报|买|穿|刷|弹|跳|写|租|住|碰|续)?"
    return tuple(
        re.compile(form)
        for form in (
            r"^(?P<v>[^，。不我]{2,14}?)(?:到期|我们?|都|也|已经|现在|以后|再也|早就|早|后来|就|先)*(?P<h>不[\u4e00-\u9fff]{1,2}了)$",
            r"^(?:我们?|咱们?|本来|原定的?|那个|这次的?|把|今年的?|之前的?|说好的)*(?P<v>(?![不没])[^，。]{1,14}?)(?:的事|计划|的计划|这件事)?(?:我们?|已经|都|也|就|给|被|先|最后|临时)*(?P<h>取消了?|戒了|戒掉了|不去了|不办了|不做了|不考了|不学了|不练了|不养了|不吃了|不喝了|不抽了|不玩了|不订了|不搞了|不买了|不报了|不参加了|黄了|泡汤了|作罢|停了|停掉了|退了|退掉了|(?<!外)卖了|卖掉了|送人了|算了|放弃了)$",
            rf"(?P<h>戒了|戒掉了?|戒|不再|再也不|再不|放弃了?|卸载了?|删了|删掉了?|注销了?|停掉了?|停止了?|不打算|不准备|不想|决定不|取消了?|退掉了?|退出了?|退了|卖掉了?|卖了|不用再|告别了?|停用了?|不续了?|弃用了?){light}(?:再|去|了|这次|那个|原定的|今年的?|的)*(?P<v>[^，。]{{1,14}}?)(?:了|啦)?$",
            rf"^(?:我们?|已经|把|将|那个|这个|我的?)*(?P<v>[^，。不没我]{{1,12}}?)(?:我们?|都|也|已经|现在|早就|就|被|给|全|上个?月|上周|昨天|前天|去年|今年|最近|前几天|前阵子|刚|早|老早|早已|后来|又)*(?P<h>没(?:有)?[再在]?[\u4e00-\u9fff]{{1,2}}了|{_OVER_ZH})$",
            r"(?:医生|大夫|医院)?[让叫帮给](?P<me>我)(?:把)?(?P<h>停了?|停掉了?|停用了?|戒了?)(?P<v>[^，。]{1,12}?)了?$",
            r"^(?:我们?|家里|我家|现在|已经|也|都|早就)*(?P<h>停了|断了|停服了?|不再用|关了|砍了|拆了|下线了|卸了)(?P<v>[^，。过不]{1,12}?)了?$",
            r"^(?:我们?|家里|我家|现在|已经|也|都|早就)*(?P<h>没有?)(?!意思|关系|问题|[什办]|事|空|时间|法|到|劲|必要|毛病|准备|看|听|错|电|钱|用|味|想)(?P<v>[^，。过不再能]{1,10}?)了$",
            rf"(?<![好受免少要得对])(?P<h>不){light}(?P<v>[^，。不]{{1,10}}?)(?:了|啦)$",
        )
    )


_TRIGGERS_ZH = re.compile(
    rf"没|不|停|断|退|戒|卖|删|卸|拆|关了|砍了|取消|放弃|告别|黄了|泡汤|作罢|送人|算了|弃用|{_OVER_ZH}"
)
_FINAL = re.compile(
    rf"没|戒|不再|再不|放弃|停|断了|取消|退|(?<!外)卖|告别|弃|删|卸|拆|砍|关了|{_OVER_ZH}|"
    r"quit|stop|gave|given|cancel|drop|no longer|any ?more|after all|decided|sold|ditch|scrap|off|no more|out of|stepped|resigned|away|"
    r"skip|broke|split|took|taken|passed|died|gone|let|stolen|over|done|fell|expired|shut|closed|disconnected|disbanded|paid|ended|removed"
)
"""It ended for good; 今天不喝了 only for today."""
_ANY = frozenset(
    "计划 原计划 安排 活动 会议 事 事情 原计划的 plan plans trip event meeting it that this thing things everything 旅行 行程".split()
)
"""What ends without a name: nobody can tell which one."""
_NOT_ENDED = re.compile(
    r"(?:\b(?:won't|not|never|don't|didn't|doesn't|can't|cannot|couldn't|haven't|hasn't|nearly|almost|if|want to|might|should|could)|[不没别]|差点|可能|也许)\s*(?:\w+ )?$"
)
"""Before the words for an end: it did not come."""
_NO_OBJECT = re.compile(
    r"(?:知道|好意思|舒服|错|过|会|行|少|同|一样|用|客气|敢|太|能|可以|想|得|是|在|对|了|起|多|够|见|再|高兴|开心|理我|管|说)"
)


def ended(clause: Clause, words: list[tuple[str, int]], persons: Persons) -> Iterator[Told]:
    """Whatever the clause says is no longer so."""
    forms: tuple[re.Pattern[str], ...] = ()
    if any(word in _WORDS_EN for word, _ in words):
        forms = _english()
    if not clause.lower.isascii() and _TRIGGERS_ZH.search(clause.lower):
        forms = (*forms, *_chinese())
    for form in forms:
        match = form.search(clause.lower)
        if match is None:
            continue
        raw = (match["v"] or "").lstrip("的") or match.groupdict().get("w") or ""
        if not clause.lower.isascii() and _NO_OBJECT.match(raw):
            continue
        if _NOT_ENDED.search(clause.lower[: match.start()]):
            continue
        subject = subject_of(clause.text, clause.text[: match.start()], persons)
        if match.groupdict().get("me"):
            subject = Subject(name=SELF)
        for part in listed(raw):
            found = cut(subscribed(part.strip()), "plan")
            if found is not None and found[0].text not in _ANY:
                value = language(found[0].text) or found[0]
                yield Told(
                    attribute=ENDED,
                    subject=subject,
                    value=value,
                    of=found[1] | which(subject.thing),
                    denied=True,
                    final=_FINAL.search(match.group()) is not None,
                    span=match.span(),
                )
        return
