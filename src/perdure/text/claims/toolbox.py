"""What is built or done with which tool: the tool itself tells the attribute."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from perdure.text.claims.attribute import Attribute, one
from perdure.text.claims.clauses import Clause
from perdure.text.claims.people import PROJECT, SELF
from perdure.text.claims.subject import Persons, subject_of
from perdure.text.claims.told import Told, which
from perdure.text.claims.tools import class_of, plain, tool_words, tools_pattern
from perdure.text.claims.values import Value

_USES = re.compile(
    r"\b(?:use|uses|using|used|runs?|running|built|build|builds|written|deployed|deploy|deploys|hosted|host|powered|based|on|chose|chosen|picked|decided on|settled on|went with|going with|adopted|stick with|standardi[sz]ed on)\s+"
    r"(?:(?:on|with|in|by|to|using|to use|the|our|now|a|for|everything)\s+){0,3}$|(?:用的?是?|使用|采用|基于|跑在|部署在|选了?|选用|选定|选择|托管在|运行在|是|用)(?:了|的是)?\s*$"
)
_CHANGES = re.compile(
    r"\b(?:switch(?:ed|ing)?|migrat(?:ed|ing|e)|mov(?:ed|ing|e)|chang(?:ed|ing|e)|convert(?:ed)?|ported|rewr(?:ote|itten|ite)|replaced|upgraded|transition(?:ed|ing)?)\b.{0,50}?\b(?:to|with|by|in|over to|into)\s+(?:the |a )?$"
    r"|(?:换成|改成|改用|换用|迁移到|迁到|切换到|切到|换到|转到|改为|替换成|替换为|换为|转用|升级到|迁至)了?\s*$"
)
_FROM = re.compile(
    r"\b(?:from|replaced|instead of|rather than|over|not|dropped|ditched|off|left)\s+(?:the |our )?$|(?:从|由|不再用|不用|弃用|淘汰|放弃|替换|替代|把|取代)了?\s*$"
)
_AUXILIARY = re.compile(r"\b(?:is|are|was|were|be|been|we've|have|has)\b")
_ALL = re.compile(r"\b(?:everything|it all|all|now|entirely|fully)\b|全部|都|现在|全面|已经")
_WHEN = re.compile(r"^\s*(?:for|in|on|as)\s+(?:the |our )?(?P<of>[\w-]+(?: [\w-]+)?)")


@cache
def _attribute(sort: str) -> Attribute:
    kind = "preference" if sort in ("editor", "browser", "music app", "note app", "theme") else "decision"
    return one(sort, kind=kind, importance=0.65, stops=True)


def tools_told(clause: Clause, words: list[tuple[str, int]], persons: Persons) -> Iterator[Told]:
    """Every tool of which the clause says that it is, or no longer is, in use."""
    known = tool_words()
    if (
        clause.lower.isascii()
        and not any(word in known for word, _ in words)
        and not any(mark in clause.lower for mark in (".js", "c++", "c#", "gpt-"))
    ):
        return
    matches = list(tools_pattern().finditer(clause.lower))
    left = [match for match in matches if _FROM.search(clause.lower[: match.start()])]
    for match in matches:
        name = plain(match["tool"])
        sort = class_of(match["tool"])
        assert sort is not None  # every name has its class
        before = clause.lower[: match.start()]
        if match in left:
            continue
        uses, change = _USES.search(before), _CHANGES.search(before)
        if uses is None and change is None:
            continue
        verb = (change or uses).start()  # type: ignore[union-attr]  # one of them is there
        subject = subject_of(clause.text, clause.text[:verb], persons)
        if subject.name not in (SELF, PROJECT, "") or (subject.name == "" and not subject.thing):
            continue
        mine = subject.name == SELF and re.match(r"(?:.*\b)?i\b|.*我(?!们|司)", before) is not None
        past = " used " in f" {before} " and _AUXILIARY.search(before) is None
        rest = _WHEN.match(clause.lower[match.end() :])
        gone = [plain(other["tool"]) for other in left if class_of(other["tool"]) == sort]
        if sort == "programming language" and change is None and mine:
            continue
        yield Told(
            attribute=_attribute("backend language" if sort == "programming language" else sort),
            subject=replace(subject, name=SELF if mine else PROJECT, thing="", sure=True, said=True),
            value=Value(name, frozenset({name}), name),
            of=which(subject.thing if subject.name == "" else "", rest["of"] if rest else ""),
            instead=frozenset(gone),
            change=change is not None or _ALL.search(clause.lower) is not None,
            denied=subject.denied,
            past=past or subject.past,
            span=(verb, match.end()),
        )
