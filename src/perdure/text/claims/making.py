"""From what a clause tells to a claim, with the keys under which it is found again."""

from __future__ import annotations

import re
from dataclasses import replace

from perdure.text.claims.aims import Aim, aim_of, asked_of_us, decided_before, settled
from perdure.text.claims.claim import Claim, Tense
from perdure.text.claims.clauses import Clause
from perdure.text.claims.people import PROJECT, SELF, SEVERAL, subject_class
from perdure.text.claims.told import Told
from perdure.text.claims.topic_words import topic_keys

_UNNAMED = frozenset({"-"})
_MOST_KEYS = 8
_MOST_TOPICS = 3
"""Keys under which something that ended finds what was said of it in any words."""


def claim_of(told: Told, clause: Clause) -> Claim:
    """The claim, with what the words around it say of its time."""
    attribute, value = told.attribute, told.value
    subject = _whose(told)
    claim = Claim(
        subject=subject,
        attribute=attribute.name,
        value=value.text if value else "",
        terms=value.terms if value else frozenset(),
        single=attribute.single,
        denied=told.denied,
        tense=_tense(told, clause),
        corrects=clause.corrects,
        adds=clause.adds and not told.change,
        sure=told.sure
        and (attribute.name != "does" or told.denied)
        and told.subject.sure
        and bool(told.subject.name or attribute.about)
        and subject not in SEVERAL,
        kind=attribute.kind,
        importance=attribute.importance,
        of=told.of or (_UNNAMED if attribute.strict else told.of),
        head=value.head if value else "",
        instead=told.instead,
        change=told.change or clause.fresh,
        loose=attribute.loose or (attribute.event and (_dated(told) or _ONE_MORE.search(clause.lower) is not None)),
        stops=attribute.stops,
        planned=attribute.planned,
    )
    return with_keys(claim)


def _whose(told: Told) -> str:
    """The subject: what a team is built with is the team's whoever says so; of a thing that is nobody's, the speaker."""
    attribute, name = told.attribute, told.subject.name
    if attribute.owner in ("project", "role", "thing"):
        return PROJECT if name in (SELF, "") else name
    if attribute.about and name in (PROJECT, ""):
        return SELF
    return name or f"thing {told.subject.thing}"


_ONE_MORE = re.compile(r"\b(?:have|has|had|got|'ve got) (?:a|an|another) |有[一两]?[个场]")
"""I have a meeting at three: one of several."""
_OVER = re.compile(r"(?:没|没有|不再有).{1,8}了$|\bno longer\b|\bany ?more\b")


def _over(told: Told, clause: Clause) -> bool:
    """Whether it ended for good, and only the end has its day."""
    return told.final or (told.denied and _OVER.search(clause.lower) is not None)


def _dated(told: Told) -> bool:
    """Whether a value names a day, and not only a weekday and a time."""
    return told.value is not None and any(term.startswith(("@d", "@m", "@y", "?")) for term in told.value.terms)


_ONLY = re.compile(
    r"\b(?:just|only|until|till|for|temporar\w*|filling in|covering)\b|只|就[这在]|暂|临时|先|代|直到|到.{1,6}为止"
)


_CAME = re.compile(
    r"(?:this (?:week|month)|today|这周|本周|这个?月|本月|今天).*(?:换|改|搬|转|迁|切|跳槽|入职|加入)|\b(?:switch|mov|migrat|start|join|chang|upgrad|replac|took over).*\b(?:this (?:week|month)|today)|this (?:week|month)\b.*\b(?:switch|mov|migrat|start|join|chang|upgrad|replac|took over)"
)


def _came_then(told: Told, clause: Clause) -> bool:
    """这周公司换了系统: the week tells when a lasting change came, not how long it holds."""
    attribute = told.attribute
    lasting = attribute.kind in ("decision", "identity") or attribute.owner == "project" or attribute.owned
    changed = told.change and _CAME.search(clause.lower) is not None
    return changed and lasting and not attribute.planned and _ONLY.search(clause.lower) is None


def _tense(told: Told, clause: Clause) -> Tense:
    """When it holds: the first of these that applies."""
    attribute = told.attribute
    rules = (
        (_not_yet(told, clause), Tense.AHEAD),
        (attribute.timeless, Tense.NOW),
        (told.past or (clause.tense is Tense.PAST and not told.change), Tense.PAST),
        (attribute.event and clause.once, Tense.TEMPORARY),
        (attribute.planned, Tense.NOW),
        (told.passing or (clause.tense is Tense.TEMPORARY and not _came_then(told, clause)), Tense.TEMPORARY),
        (told.subject.ahead and not told.denied, Tense.AHEAD),
        (clause.point and not told.change and not _over(told, clause), Tense.TEMPORARY),
    )
    return next((tense for applies, tense in rules if applies), Tense.NOW)


def _not_yet(told: Told, clause: Clause) -> bool:
    """Whether the change, or the end, that it tells of is only meant, or decided on where deciding alone changes nothing."""
    attribute = told.attribute
    if attribute.name == "plan" or asked_of_us(attribute):
        return False
    changes = told.change or told.denied or clause.fresh
    until = told.span[0] if told.span != (0, 0) else None
    aim = aim_of(clause.lower, until) if changes else None
    if aim is None and not told.denied and until is not None and decided_before(clause.lower[:until]):
        aim = Aim.DECIDED
    return aim is Aim.MEANT or (aim is Aim.DECIDED and not settled(attribute))


def with_keys(claim: Claim) -> Claim:
    """The claim and the keys under which it may meet others."""
    who = subject_class(claim.subject)
    keys = list(_keys(claim, who))
    return replace(claim, keys=tuple(dict.fromkeys(keys))[:_MOST_KEYS])


def _keys(claim: Claim, who: str) -> list[str]:
    name = claim.attribute
    heads = _heads(claim)
    keys: list[str] = []
    if name and claim.single:
        keys.append(f"{who}/{name}" if name != "owner" else "")
        keys += [f"{who}/{name}/{term}" for term in _which(claim)] if name in ("owner", "favourite") else []
    elif name:
        keys += [f"{who}/{name}/{head}" for head in heads]
        keys += [f"{who}/{name}/{head}" for head in _ends(claim.instead)]
        if claim.denied and not claim.value:
            keys.append(f"{who}/{name}")
    if claim.stops or not name:
        keys += [f"{who}//{head}" for head in heads]
    if not name and claim.denied:
        keys += topic_keys(claim.value)[:_MOST_TOPICS]
    if not name and who == SELF:
        keys += [f"{PROJECT}//{head}" for head in heads]
    return [key for key in keys if key]


def _heads(claim: Claim) -> list[str]:
    """The head of the value; of a short Chinese one its last character too, for 烟 is 香烟."""
    head = claim.head
    if len(head) == 2 and not head.isascii() and len(claim.value) <= 3:
        return [head, head[-1]]
    return [head] if head else []


def _which(claim: Claim) -> list[str]:
    return _ends(claim.of) or ["-"]


def _ends(terms: frozenset[str]) -> list[str]:
    """The longest terms: pairs rather than single characters."""
    return sorted(terms, key=lambda term: (-len(term), term))[:3]
