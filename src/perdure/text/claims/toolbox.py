"""What is built or done with which tool: the tool itself tells the attribute."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from perdure.text.claims.attribute import Attribute, one
from perdure.text.claims.clauses import Clause
from perdure.text.claims.people import PROJECT, SELF, THIRD, kin_en
from perdure.text.claims.subject import Persons, Subject, subject_of
from perdure.text.claims.told import Told, which
from perdure.text.claims.tools import class_of, plain, tool_words, tools_pattern
from perdure.text.claims.values import Value

_USES = re.compile(
    r"\b(?:is|are|was) (?:all |entirely |mostly |now )*in\s+$|\b(?:tak|keep|writ|cod|track|manag|cach|chat|deploy|monitor|design|stor|host|log|listen|plan|document|test|build|bundl|talk|communicat|program|develop)(?:e|es|ing|s)?\b.{0,25}?\b(?:in|with|on|via|through|using|to)\s+$|"
    r"\b(?:use|uses|using|used|runs?|running|built|build|builds|written|deployed|deploy|deploys|hosted|host|powered|based|on|chose|chosen|picked|decided on|settled on|went with|going with|adopted|stick with|standardi[sz]ed on)\s+"
    r"(?:(?:on|with|in|by|to|using|to use|the|our|now|a|for|everything)\s+){0,3}$|(?:(?:记|存|写|放)(?:在|到)|装的?是?|装了|装成|刷成|重装成|用的?是?|使用|采用|基于|跑在|部署在|选了?|选用|选定|选择|托管在|运行在|是|用)(?:了|的是)?\s*$"
)
_CHANGES = re.compile(
    r"\b(?:swapped|ditched|dropped|traded|replaced|abandoned|left|exchanged)\b.{0,40}?\b(?:for|with|in favou?r of)\s+(?:the )?$|(?:换|切到|搬到|挪到|搬去|转去)了?\s*$|"
    r"\b(?:switch(?:ed|ing)?|migrat(?:ed|ing|e)|mov(?:ed|ing|e)|chang(?:ed|ing|e)|convert(?:ed)?|ported|rewr(?:ote|itten|ite)|replaced|upgraded|transition(?:ed|ing)?)\b.{0,50}?\b(?:to|with|by|in|over to|into)\s+(?:the |a )?$"
    r"|(?:换成|改成|改用|换用|迁移到|迁到|切换到|切到|换到|转到|改为|替换成|替换为|换为|转用|升级到|迁至)了?\s*$"
)
_FROM = re.compile(
    r"\b(?:from|replaced|instead of|rather than|over|not|dropped|ditched|off|left|swapped|ditched|traded)\s+(?:the |our )?$|(?:从|由|不再用|不用|弃用|淘汰|放弃|替换|替代|把|取代)了?\s*$"
)
_DROPS = re.compile(
    r"\b(?:dropped|drop|ditched|removed|retired|ripped out|got rid of|decommissioned|scrapped|killed|axed|turned off|shut down|(?:stopped|quit|no longer|don't|not) us(?:e|ing)|moved off|came off|cancelled|uninstalled)(?: of)?\s+(?:the |our |my )?$"
    r"|(?:不再使?用|不使?用|不想用|弃用|淘汰|放弃|停用|停了|去掉|拿掉|移除|删掉|砍掉|撤掉|卸载|卸了|关掉|下线)了?\s*$"
)
_DROPPED = re.compile(
    r"^(?:\s+(?:cluster|server|layer|instance))?(?:\s+(?:is|was|has been|got|has|completely|now|finally))*\s+(?:gone|removed|dropped|retired|decommissioned|ripped out|shut down|turned off|switched off|no longer (?:used|in use|needed)|out of the stack)\b"
    r"|^\s*(?:已经|已|也|都|就|被|我们|给|彻底|整个|全)*(?:下线|停用|弃用|去掉|拿掉|移除|砍掉|撤掉|退役|淘汰|不再?使?用|没再?用|没有?用|关停|关掉|停掉|停了|卸载|卸了|拆掉|拆了)"
)
_INFRASTRUCTURE = frozenset(
    "database|cache|queue|web framework|frontend framework|host|ci|orchestration|styling|monitoring|error tracker|payment provider|mail provider|orm|bundler|"
    "auth provider|warehouse|search engine|vector store|provisioning|web server|version control|tracker|test runner|linter|package manager|mobile framework".split(
        "|"
    )
)
"""What only systems are built with: whoever is named before such a change is one, and no person."""
_PERSONAL = frozenset(
    "editor|browser|music app|note app|operating system|password manager|terminal|shell|calendar app".split("|")
)
"""What people have for themselves, unless they speak of "us"."""
_DEVICES = re.compile(
    r"^(?:[^，。]{0,4}(?:管理|软件|工具)|电脑|手机|笔记本|台式机|平时|写代码|编辑器|浏览器|听歌|笔记|my \w+|(?:work |home )?(?:computer|laptop|machine|phone|pc|desktop|notes|music))$"
)
_OURS = re.compile(
    r"\b(?:we|our|us|team|company|everyone|servers?|prod|production)\b|我们|咱们|团队|公司|服务器|全员|组里|大家"
)
_SORTS = re.compile(
    r"(?:ci|cd|ci/cd|db|database|cache|mq|os|ide|cdn|orm|sso|ui|web|api|包管理器?|缓存|消息队列|队列|报错监控|监控|浏览器|编辑器|终端|代码|代码仓库|仓库|沟通|聊天|设计稿?|笔记|测试|单元测试|密码管理|文档|部署|error tracking|monitoring|docs|chat|repo)$"
)
_VERSION = re.compile(r"\s?v?(?P<v>\d+(?:\.\d+)*)(?![\w%])")
_GROWN = re.compile(
    r"(?:\s*版本?)?\s*(?:已经|也|都|全部|要|现在|从\s?v?[\d.]+\s?)*(?:升级?到了?|升级成|升级为|升至|降级?到了?|换到了?|更新到了?|是)\s*v?(?P<v>\d+(?:\.\d+)*)(?![\w%])"
    r"|\s+(?:has been |was |got |is |went )?(?:now )?(?:upgraded |updated |bumped |moved |downgraded |up )?(?:from v?[\d.]+ )?(?:to|at|on) v?(?P<w>\d+(?:\.\d+)*)(?![\w%])"
)
_AUXILIARY = re.compile(r"\b(?:is|are|was|were|be|been|we've|have|has)\b")
_ALL = re.compile(r"\b(?:everything|it all|all|now|entirely|fully)\b|全部|都|现在|全面|已经")
_WHEN = re.compile(r"^\s*(?:for|in|on|as)\s+(?:the |our )?(?P<of>[\w-]+(?: [\w-]+)?)")


_SEVERAL = frozenset("test runner|provisioning|monitoring|styling|model|vector store|meeting app".split("|"))
"""Of which a team has more than one."""


@cache
def _version() -> Attribute:
    return one("version", kind="decision", importance=0.6)


@cache
def _attribute(sort: str) -> Attribute:
    kind = "preference" if sort in ("editor", "browser", "music app", "note app", "theme") else "decision"
    return one(sort, kind=kind, importance=0.65, stops=True, loose=sort in _SEVERAL)


def tools_told(clause: Clause, words: list[tuple[str, int]], persons: Persons) -> Iterator[Told]:
    """Every tool of which the clause says that it is, or no longer is, in use."""
    if not _has_tool(clause, words):
        return
    matches = list(tools_pattern().finditer(clause.lower))
    left = [match for match in matches if _FROM.search(clause.lower[: match.start()])]
    stay = {_sort_of(match["tool"]) for match in matches if match not in left}
    for match in matches:
        if (verb := _end_of(clause, match)) is not None:
            if match not in left or _sort_of(match["tool"]) not in stay:
                yield from _ended(clause, match, verb, persons)
        elif match not in left:
            yield from _used(clause, match, left, persons)


def _has_tool(clause: Clause, words: list[tuple[str, int]]) -> bool:
    known = tool_words()
    if not clause.lower.isascii():
        return True
    return any(word in known for word, _ in words) or any(
        mark in clause.lower for mark in (".io", ".js", "c++", "c#", "gpt-")
    )


def _sort_of(tool: str) -> str:
    sort = class_of(tool)
    assert sort is not None  # every name has its class
    return "backend language" if sort == "programming language" else sort


def _end_of(clause: Clause, match: re.Match[str]) -> int | None:
    """Where the clause begins to say that the tool is in use no longer."""
    if (drops := _DROPS.search(clause.lower[: match.start()])) is not None:
        return drops.start()
    return match.start() if _DROPPED.match(clause.lower[match.end() :]) else None


def _ended(clause: Clause, match: re.Match[str], verb: int, persons: Persons) -> Iterator[Told]:
    if (owner := _owner(clause, verb, _sort_of(match["tool"]), persons)) is None:
        return
    subject, of = owner
    name = plain(match["tool"])
    yield Told(
        attribute=_attribute(_sort_of(match["tool"])), subject=replace(subject, ahead=False), of=of, denied=True, final=True,
        value=Value(name, frozenset({name}), name), span=(verb, match.end()),
    )  # fmt: skip


def _used(clause: Clause, match: re.Match[str], left: list[re.Match[str]], persons: Persons) -> Iterator[Told]:
    name, sort, before = plain(match["tool"]), _sort_of(match["tool"]), clause.lower[: match.start()]
    verb = _CHANGES.search(before) or _USES.search(before)
    if verb is None and (grown := _GROWN.match(clause.lower[match.end() :])) is not None:
        yield from _grown(clause, match, grown["v"] or grown["w"], persons)
    if verb is None or (owner := _owner(clause, verb.start(), sort, persons)) is None:
        return
    subject, of = owner
    changes = _CHANGES.search(before) is not None
    if changes and len(left) == 1:  # what takes the place of a tracker is one, whatever else it can be
        sort = _sort_of(left[0]["tool"])
    rest = _WHEN.match(clause.lower[match.end() :])
    of |= which(rest["of"]) if rest else frozenset()
    told = Told(
        attribute=_attribute(sort), subject=subject, value=Value(name, frozenset({name}), name), of=of,
        instead=frozenset(plain(other["tool"]) for other in left if _sort_of(other["tool"]) == sort),
        change=changes or _ALL.search(clause.lower) is not None, denied=subject.denied,
        past=subject.past or (" used " in f" {before} " and _AUXILIARY.search(before) is None), span=(verb.start(), match.end()),
    )  # fmt: skip
    if sort != "backend language" or changes or subject.name != SELF:
        yield told
    if (version := _VERSION.match(clause.lower[match.end() :])) is not None:
        number = Value(version["v"], frozenset({version["v"]}), version["v"])
        yield replace(told, attribute=_version(), value=number, of=of | {name}, instead=frozenset())


def _grown(clause: Clause, match: re.Match[str], version: str, persons: Persons) -> Iterator[Told]:
    """Python 升到 3.12 了."""
    sort = _sort_of(match["tool"])
    if (owner := _owner(clause, match.start(), sort, persons)) is not None:
        subject, of = owner
        yield Told(
            attribute=_version(), subject=subject, value=Value(version, frozenset({version}), version), of=of | {plain(match["tool"])},
            change=True, span=match.span(),
        )  # fmt: skip


def _owner(clause: Clause, verb: int, sort: str, persons: Persons) -> tuple[Subject, frozenset[str]] | None:
    """Whose tool it is, and for what; None where it is another person's."""
    before = clause.lower[:verb]
    subject = subject_of(clause.text, clause.text[:verb], persons)
    system = subject.name.isascii() and sort in _INFRASTRUCTURE and subject.name not in kin_en().values()
    if subject.name in (SELF, PROJECT, ""):
        if subject.name == "" and not subject.thing:
            return None
        named = subject.thing
    elif system and subject.name != THIRD and " " not in subject.name:
        named = "" if _SORTS.match(subject.name) else subject.name
    else:
        return None
    own = sort in _PERSONAL and _OURS.search(clause.lower) is None
    own = own and (subject.name == SELF or _DEVICES.search(subject.thing) is not None)
    mine = subject.name in (SELF, "") and (own or re.match(r"(?:.*\b)?i\b|.*我(?!们|司)", before) is not None)
    return replace(subject, name=SELF if mine else PROJECT, thing="", sure=True, said=True), which(
        "" if mine or subject.name == SELF or _SORTS.match(named) else named
    )
