"""Reading the claims of a statement."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from perdure.text.claims.attribute import Attribute
from perdure.text.claims.claim import Claim
from perdure.text.claims.clauses import Clause, clauses
from perdure.text.claims.index import nouns_in, ways_in, words_of
from perdure.text.claims.making import claim_of, with_keys
from perdure.text.claims.named import frame_of, told_of
from perdure.text.claims.open_nouns import open_told
from perdure.text.claims.people import SELF, THIRD, kin_en, kin_zh, mention_zh
from perdure.text.claims.pets import PET, Pet, goes_on, opens_with, pet_in
from perdure.text.claims.stops import ended
from perdure.text.claims.subject import Persons, Subject
from perdure.text.claims.takes import NAMED, cut, is_named
from perdure.text.claims.told import Told
from perdure.text.claims.toolbox import tools_told
from perdure.text.claims.topics import topics_of
from perdure.text.claims.values import read_value
from perdure.text.claims.ways import told_by
from perdure.text.clean import simplify
from perdure.text.resolved import in_place

_LONGEST = 2_000
"""Characters of a statement that are read."""
_MANY = 12
"""Clauses from which on a statement is a story or a document, in which a single clause is no clear word."""
_MOST = 24
"""Claims of one statement; what has more is a list or a document."""


@dataclass(slots=True)
class _Scene:
    """What was said so far in a statement: of whom, of which attributes, and what it was said not to be."""

    persons: Persons = field(default_factory=Persons)
    topic: tuple[Attribute, ...] = ()
    subject: Subject | None = None
    of: frozenset[str] = frozenset()
    opened: bool = False
    """It was said to have changed, and not yet to what: "I switched dentists"."""
    refused: frozenset[str] = frozenset()
    pet: Pet | None = None
    """How the clause before spoke of a pet."""
    opening: bool = False
    """The clause before opened with a thing of somebody's: "my car is a Volvo"."""


def read_claims(text: str) -> tuple[Claim, ...]:
    """The claims of a statement, one a clause that has one; none where nothing is told."""
    return _claims(text[:_LONGEST])  # cut before it is cached, so that no long text is kept


@lru_cache(maxsize=4_096)
def _claims(text: str) -> tuple[Claim, ...]:
    scene = _Scene()
    found: list[Claim] = []
    parts = clauses(_written(text))
    for clause in parts:
        found += _contrasted(_claims_of(clause, scene), found, clause, scene)
        if len(found) > _MOST:
            break
    if len(parts) > _MANY:
        found = [replace(claim, sure=False) for claim in found]
    found += topics_of(parts, found, _refused(parts))
    return tuple(dict.fromkeys(found))


_ASIDE = re.compile(r"```.*?(?:```|$)|`[^`\n]*`|\[[^\]\n]{0,300}\]|【[^】\n]{0,40}】|https?://\S+", re.DOTALL)
"""Code, quoted blocks, captions and addresses tell nothing of anybody."""


_LUNAR = re.compile(r"(?<=[一二三四五六七八九十正腊冬\d]月)初([一二三四五六七八九十])(?![起块])")


def _written(text: str) -> str:
    """In one width and script, letter case as it was."""
    text = _ASIDE.sub(" ", in_place(text))
    plain = text if text.isascii() else simplify(unicodedata.normalize("NFKC", text))
    return _LUNAR.sub(r"\1日", plain).replace("’", "'")


def _claims_of(clause: Clause, scene: _Scene) -> list[Claim]:
    """The claims of one clause; a noun says more exactly than a verb what is told, and both more than what only ends."""
    words = words_of(clause.lower)
    _carry_on(clause, scene)
    told = [*_by_nouns(clause, words, scene), *tools_told(clause, words, scene.persons)]
    told += [
        each
        for attribute, way in ways_in(clause.lower, words)
        for each in told_by(attribute, way, clause, scene.persons)
    ]
    told = _without_doubles(told)
    if not told:
        told = list(_on_topic(clause, scene))
    stopped = [each for each in ended(clause, words, scene.persons) if not any(other.denied for other in told)]
    if stopped and not any(each.denied for each in told):
        told = [each for each in told if each.change] + stopped
    if all(each.attribute.name in _GENERAL for each in told):
        told += open_told(clause)
    _note_persons(clause, told, scene)
    scene.pet, scene.opening = pet_in(clause.lower), opens_with(clause.lower)
    return [claim_of(each, clause) for each in told]


def _carry_on(clause: Clause, scene: _Scene) -> None:
    """A clause that leaves its subject out goes on about the pet, or the thing, that the one before was about."""
    persons = scene.persons
    pet = None if scene.pet is Pet.NAMED and persons.last != SELF else scene.pet
    if pet is not None and goes_on(clause.lower, pet):
        persons.last = PET
    elif scene.opening and persons.last == SELF and goes_on(clause.lower, Pet.TOLD_OF):
        persons.last = THIRD


def _by_nouns(clause: Clause, words: list[tuple[str, int]], scene: _Scene) -> Iterator[Told]:
    for noun in nouns_in(clause.lower, words):
        frame = frame_of(clause, noun)
        found = list(told_of(clause, noun, frame, scene.persons)) if frame is not None else []
        yield from found
        if noun[2][0].about or noun[2][0].single:
            scene.topic, scene.subject = noun[2], found[0].subject if found else None
            scene.of = found[0].of if found else frozenset()
            scene.opened = bool(found) and found[0].value is None and found[0].change


def _without_doubles(told: list[Told]) -> list[Told]:
    """One claim an attribute and value; a general attribute says nothing beside a special one of the same words."""
    kept: dict[tuple[str, str], Told] = {}
    nouns = {each.value.text for each in told if each.value is not None and each.span == (0, 0)}
    for each in told:
        key = (each.attribute.name, each.value.text if each.value else "")
        if (
            each.value is not None
            and each.span != (0, 0)
            and each.value.text in nouns
            and each.attribute.name != "manager"
        ):
            continue
        if each.attribute.single and any(name == each.attribute.name for name, _ in kept):
            continue
        kept.setdefault(key, each)
    if {name for name, _ in kept} & _EXACT:
        kept = {key: each for key, each in kept.items() if key[0] not in ("likes", "prefers")}
    special = {name for name, _ in kept} - _GENERAL
    if special:
        return [each for (name, _), each in kept.items() if name not in _GENERAL]
    return list(kept.values())


_EXACT = frozenset({"answer format", "seat preference", "spice level"})
"""Preferences with a name of their own: liking says nothing beside them."""
_GENERAL = frozenset({"plan", "owns", "hobby", "does"})
"""Attributes of anything; where a special one fits too it says more."""

_MEASURED = frozenset("number money weight length date moment time phone email year age blood duration handle".split())
"""What may be meant by a bare value, where its attribute was named before."""

_NOW_ZH = re.compile(r"(?:现在|目前|如今|新的|已经|改|涨到|降到|应该)")
_TOPIC_EN = re.compile(
    r"^(?:so |and |but |now |sorry |actually |then |instead |also )*(?:it|that|this|i|we|they|mine|he|she|the (?:date|time|number|amount|new one))(?:'s|'ve|'m| is| was| has been| have| will be|)?(?: just| now| actually| really| supposed to be| already| been| since)*"
    r"(?: (?P<move>changed|moved|switched|pushed|raised|set|bumped|updated|went|cut|upgraded)(?: it| that| this)?(?: up| down| back| forward)?(?: from .+?)? (?:to|until|for|with))?(?: (?P<not>not))? (?P<v>[^\s].*)$"
)
_TOPIC_ZH = re.compile(
    r"^(?:新的?|我们?|现在|后来|已经|都|就|又|应该|其实|它|这个|那|也|最近|刚|已|全|直接|以后|今天|决定|准确地?说)*(?P<not>不是|不)?(?P<move>改成|改为|换成|换到|改到|改在|推迟到|提前到|变成|调到|调整到|调整为|定在|定为|涨到|降到|加到|减到|升到|延到|延期到|挪到|换了|改用|升级成|更正为)?(?P<be>是|为|叫|用|在|去|跟着?)?(?:了|的是)?(?P<v>[^，。]{1,30})$"
)


def _on_topic(clause: Clause, scene: _Scene) -> Iterator[Told]:
    """A clause that gives a value to what was spoken of before: 目标别定太低，我改成65公斤了."""
    if not scene.topic:
        return
    match = (_TOPIC_EN if clause.lower.isascii() else _TOPIC_ZH).match(clause.lower)
    if match is None or not (
        match.groupdict().get("move")
        or match.groupdict().get("be")
        or (scene.opened and clause.lower.isascii())
        or (
            match["v"] and scene.topic[0].takes in _MEASURED and (clause.lower.isascii() or _NOW_ZH.match(clause.lower))
        )
    ):
        return
    for attribute in scene.topic:
        if not attribute.single or (
            attribute.takes not in _MEASURED
            and not match["move"]
            and not (clause.corrects and match.groupdict().get("be"))
            and not scene.opened
        ):
            continue
        written = clause.text[match.start("v") : match.end("v")]
        if attribute.takes in NAMED and not is_named(written, attribute.takes, clause.text):
            continue
        found = cut(match["v"], attribute.takes)
        if found is not None:
            subject = scene.subject or Subject(name=scene.persons.last, said=False)
            yield Told(
                attribute=attribute,
                subject=subject,
                value=found[0],
                of=scene.of,
                change=match["move"] is not None or scene.opened,
                denied=match["not"] is not None,
            )
            return


_NOT = re.compile(
    r"^(?:.{0,40}\b(?:says?|said|shows?|showed|found|turns out|turned out|means|meant)(?: that)? )?(?:it's|it is|that's|that is|he's|she's|it was|i'm|i am|it wasn't|it isn't|they're)? ?(?:not|isn't|wasn't|no longer) (?P<v>.{1,40})$"
)
_NOT_ZH = re.compile(r"^(?:.{0,8}[说示明现])?(?:而|并|可|我|它|那|哦|噢|啊|哎)?不是(?P<v>[^，。]{1,16})$")


_THOUGHT = re.compile(
    r"以为(?:是|在|叫)(?P<v>[^，。]{1,12})$|\bi (?:always |had )?thought (?:it was|it's|it is) (?P<w>[^,]{1,30})$"
)


def _refused(parts: list[Clause]) -> list[str]:
    """What a statement says it is not, in a clause of its own: "not the Marriott"."""
    matches = (
        (_NOT if part.lower.isascii() else _NOT_ZH).match(part.lower) or _THOUGHT.search(part.lower) for part in parts
    )
    return [match["v"] or match.groupdict().get("w") or "" for match in matches if match]


def _contrasted(claims: list[Claim], before: list[Claim], clause: Clause, scene: _Scene) -> list[Claim]:
    """Y instead of X, where "not X" stands beside "Y", whichever comes first."""
    if not claims:
        match = (_NOT if clause.lower.isascii() else _NOT_ZH).match(clause.lower)
        if match is None:
            return []
        terms = read_value(match["v"].strip(), numeric=True).terms
        if before and not before[-1].denied and clause.lower.startswith(("not", "而", "不")):
            before[-1] = with_keys(replace(before[-1], instead=terms, corrects=True))
        else:
            scene.refused = terms
        return []
    if scene.refused:
        claims = [with_keys(replace(each, instead=each.instead or scene.refused, corrects=True)) for each in claims]
        scene.refused = frozenset()
    for old in before:
        if old.denied and old.value:
            claims = [
                with_keys(replace(each, instead=each.instead or old.terms, corrects=True))
                if each.attribute == old.attribute and each.subject == old.subject and not each.denied
                else each
                for each in claims
            ]
    return claims


_ANOTHER = re.compile(r"(?:换了?|找了?|新的?|招了?|请了?)(?:个|位|名|一[个位名])?$")
"""换房东了 speaks of no landlord in particular."""


def _note_persons(clause: Clause, told: list[Told], scene: _Scene) -> None:
    """Who was spoken of, for the pronouns and the omitted subjects that follow."""
    persons = scene.persons
    if any("\u3400" <= char <= "\u9fff" for char in clause.text):
        for mention in mention_zh().finditer(clause.text):
            word = mention["bound"] or mention["free"]
            name = kin_zh()[word] if word else (mention["title"] or mention["named"] or "").lower()
            if name and mention["with"] is None and _ANOTHER.search(clause.text[: mention.start()]) is None:
                persons.note(name)
            elif mention["self"] is not None:
                persons.last = "self"
    for word, _ in words_of(clause.lower):
        bare = word.split("'")[0]
        if bare in kin_en() and kin_en()[bare] != "pet":
            persons.other = kin_en()[bare]
    for each in told:
        if each.subject.said and each.subject.sure and each.subject.name:
            persons.note(each.subject.name)
