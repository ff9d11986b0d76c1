"""What the verbs of a clause tell: "I moved to Lisbon", 对芒果过敏."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from perdure.text.claims.attribute import Attribute, Way
from perdure.text.claims.clauses import Clause
from perdure.text.claims.people import PROJECT, SELF, THIRD, mention_zh
from perdure.text.claims.subject import Persons, Subject, subject_of
from perdure.text.claims.takes import NAMED, cut, is_named, trimmed
from perdure.text.claims.told import Told, each_of, listed, which
from perdure.text.claims.values import Value, read_value

_NO_LONGER = re.compile(r"\b(?:not|no longer)\s|n't\s")


def told_by(attribute: Attribute, way: Way, clause: Clause, persons: Persons) -> Iterator[Told]:
    """What one way of saying tells in a clause, if it is there."""
    match = way.compiled().search(clause.lower)
    if match is None:
        return
    groups = match.groupdict()
    start, which_one = _beginning(attribute, clause, match)
    subject = _spoken_of(attribute, way, subject_of(clause.text, clause.text[:start], persons))
    if attribute.owner == "role":
        yield from _role(attribute, way, clause, match, subject)
        return
    if not _can_have(attribute, subject):
        return
    denied = way.denied or subject.denied or (way.headed and _NO_LONGER.search(match.group()) is not None)
    base = Told(
        attribute=attribute, subject=subject, of=_when(attribute, clause.lower[: start]) | which(which_one) | (each_of(groups["h"]) if attribute.each else frozenset()) | (which(subject.thing) if subject.thing and not which_one else frozenset()),
        change=way.change, denied=denied, past=way.past or subject.past, passing=way.passing, final=way.denied, span=match.span(),
    )  # fmt: skip
    raw = way.value or (groups["h"] if way.headed else groups.get("v"))
    if raw is None:
        yield base
        return
    instead = read_value(trimmed(groups["i"])).terms if groups.get("i") else frozenset()
    at = match.start("v") if "v" in groups and groups["v"] is not None and not way.value else 0
    for part in (
        listed(raw) if not attribute.single and attribute.takes not in ("thing", "plan", "exam", "pet") else [raw]
    ):
        yield from _valued(base, part, instead, clause, _written(clause, at, part))


def _beginning(attribute: Attribute, clause: Clause, match: re.Match[str]) -> tuple[int, str]:
    """Where what says of whom it is ends, and the words that tell which one it is."""
    start = match.start()
    which_one = match.groupdict().get("o") or ""
    if attribute.owner != "role" and (owner := _person_first(which_one)) is not None:  # 老公护照
        return match.start("o") + owner, which_one[owner:].removeprefix("的")
    if clause.lower[start : start + 1] == "在" and clause.lower[start - 1 : start] in ("现", "正", "实"):
        return start + 1, which_one
    pronoun = _PRONOUN.match(match.group())
    return start + (pronoun.end() if pronoun is not None else 0), which_one


def _spoken_of(attribute: Attribute, way: Way, subject: Subject) -> Subject:
    """The subject, where the attribute or the wording tells more than the words before it."""
    if way.mine:
        return replace(subject, name=SELF, sure=True, ahead=False, thing="")
    if attribute.about and not subject.name and 0 < len(subject.thing) <= _THING:
        return replace(subject, sure=True)
    return subject


def _can_have(attribute: Attribute, subject: Subject) -> bool:
    """Whether it can be said of such a subject."""
    if attribute.owner == "thing":
        return subject.name != SELF
    if subject.possessed and attribute.name in _VERBAL:
        return False
    if subject.name == SELF and subject.said and subject.thing and attribute.name in _OF_ONESELF:
        return False  # 我的兔子叫雪球
    return attribute.kind != "identity" or not (subject.name == PROJECT or (not subject.name and subject.thing))


_PRONOUN = re.compile(r"(?:\w+,? )?(?:he|she)(?='s )")
_THING = 16
"""Characters of a thing that can only be what is spoken of: "the thesis draft"."""


def _person_first(which_one: str) -> int | None:
    """How far the person goes who opens the words that tell which one it is."""
    if which_one.isascii() or (found := mention_zh().match(which_one)) is None:
        return None
    return found.end() if found["bound"] or found["free"] or found["title"] else None


_VERBAL = frozenset({"does", "drinks", "eats", "likes", "sport", "plays", "smokes", "home", "employer", "reading"})
"""Attributes whose heads are verbs here, and nouns behind a possessive."""
_OF_ONESELF = frozenset({"name", "nickname", "age", "gender"})
"""Attributes that somebody's things have too."""
_HOUR = re.compile(
    r"晚上|早上|下午|中午|上午|夜里|睡前|饭后|饭前|周末|工作日|空腹|夏天|冬天|开车时?|上班时?|孕期|经期|运动后|运动前"
)


def _when(attribute: Attribute, before: str) -> frozenset[str]:
    """When something is done, where that is said before it: 晚上不喝咖啡 says nothing of the mornings."""
    return (
        frozenset(_HOUR.findall(before))
        if attribute.stops and not attribute.planned and not before.isascii()
        else frozenset()
    )


def _written(clause: Clause, at: int, part: str) -> str:
    """A part of a value as it was written, capitals and all."""
    found = clause.lower.find(part, at)
    return clause.text[found : found + len(part)] if found >= 0 else part


def _valued(base: Told, raw: str, instead: frozenset[str], clause: Clause, written: str) -> Iterator[Told]:
    takes = base.attribute.takes
    if takes in NAMED and not is_named(written, takes, clause.text):
        return
    found = cut(raw, takes)
    if found is None:
        return
    value, limit = found
    yield _with(base, value, limit, instead)


def _with(base: Told, value: Value, limit: frozenset[str], instead: frozenset[str]) -> Told:
    return Told(
        attribute=base.attribute, subject=base.subject, value=value, of=base.of | limit, instead=instead, change=base.change,
        denied=base.denied, past=base.past, passing=base.passing, final=base.final, span=base.span,
    )  # fmt: skip


def _role(attribute: Attribute, way: Way, clause: Clause, match: re.Match[str], subject: Subject) -> Iterator[Told]:
    """Who does something for the team: the value is a person, and what is done tells which role it is."""
    groups = match.groupdict()
    raw = groups.get("v")
    if raw is None:
        who = subject.name
        if (
            not who
            or subject.ahead
            or subject.possessed
            or not subject.sure
            or not subject.said
            or who in (PROJECT, THIRD)
        ):
            return
        value = Value(who, frozenset({who, *which(who)}), who)
    else:
        found = cut(raw, "person") if is_named(_written(clause, match.start("v"), raw), "person", clause.text) else None
        if found is None:
            return
        value = found[0]
    of = which(_part(groups.get("o") or ""))
    if not of:
        return
    owner = Subject(name=PROJECT, said=True)
    yield Told(attribute=attribute, subject=owner, value=value, of=of, change=way.change or "改" in match.group(), denied=subject.denied and raw is None, past=subject.past, span=match.span(),
        instead=read_value(groups["i"]).terms if groups.get("i") else frozenset(),
    )  # fmt: skip


def _part(text: str) -> str:
    return re.sub(
        r"\s+(?:now|for now|from now on|this week|until .*|while .*|today|these days|anymore|any more|again|instead)$|(?:的事情?|工作|这块|方面|事宜|了)$",
        "",
        re.sub(r"^(?:以后|现在|目前|这周|暂时|今天|平时|有关|关于|所有|我们的?|咱们的?|先|都|的)+", "", text),
    )
