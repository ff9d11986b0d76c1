"""What a newer statement is to an older one: a pure decision over their claims."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

from perdure.text.claims.claim import Claim, Meeting, Tense
from perdure.text.claims.people import PROJECT, SELF, THIRD
from perdure.text.claims.topic_verdict import topics_meet
from perdure.text.claims.values import LENGTHS, MONEY, WEIGHTS

_STRENGTH = (
    Meeting.CORRECTS,
    Meeting.REPLACES,
    Meeting.DENIES,
    Meeting.COVERS,
    Meeting.REFINES,
    Meeting.SAME,
    Meeting.MAYBE,
    Meeting.ADDS,
    Meeting.APART,
)
"""The strongest first."""
_RETIRES = frozenset({Meeting.CORRECTS, Meeting.REPLACES, Meeting.DENIES})


def meeting(new: Sequence[Claim], old: Sequence[Claim]) -> Meeting:
    """The strongest thing that any claim of the newer statement is to any of the older one; `same` where all of them are.

    An older statement that says something else besides, which the newer one leaves as it is, is not retired: at most it may
    be outdated. Where the claims leave it open, the topics of both may tell (`topic_verdict`).
    """
    told_new, told_old = ([claim for claim in claims if claim.topic is None] for claims in (new, old))
    found = _told_meet(told_new, told_old)
    if found in _RETIRES or found is Meeting.COVERS or _elsewhere(told_new, told_old):
        return found
    ended = [
        claim
        for claim in told_new
        if claim.denied and claim.sure and claim.tense is not Tense.AHEAD and (claim.stops or not claim.attribute)
    ]
    topics = [claim for claim in new if claim.topic is not None]
    met = topics_meet([*topics, *ended], [claim for claim in old if claim.topic is not None])
    if met in _RETIRES and _many_matters(told_old):
        met = Meeting.MAYBE
    return met if met in _RETIRES or (met is Meeting.MAYBE and found is Meeting.APART) else found


def _many_matters(old: Sequence[Claim]) -> bool:
    """Whether the older statement has several claims of weight: what its words have in common with others is one of them."""
    return len({claim.attribute for claim in old if claim.sure and claim.value and claim.importance >= 0.6}) > 1


def _elsewhere(new: Sequence[Claim], old: Sequence[Claim]) -> bool:
    """Whether the claims themselves say that two matters are meant: the same attribute of somebody, or something, else."""
    for later in new:
        same = [earlier for earlier in old if later.single and earlier.attribute == later.attribute]
        if same and all(_apart(later, earlier) for earlier in same):
            return True
    return False


def _apart(later: Claim, earlier: Claim) -> bool:
    """Whether two claims of one attribute are of two people, of other times or of two things."""
    return (
        _another(later.subject, earlier.subject)
        or Tense.NOW not in (later.tense, earlier.tense)
        or _which(later, earlier) is None
    )


def _another(one: str, other: str) -> bool:
    """Whether two subjects are two: what is only a thing may be the speaker's."""
    things = any(name.startswith("thing") for name in (one, other))
    return one != other and not things and {one, other} != {SELF, PROJECT}


def _told_meet(new: Sequence[Claim], old: Sequence[Claim]) -> Meeting:
    """The same of what the claims tell."""
    found = Meeting.APART
    touched: set[str | frozenset[str]] = set()
    anew = any(claim.change or claim.corrects or claim.denied for claim in new)
    for later in new:
        for earlier in old:
            met = _meet(later, earlier)
            if met in _RETIRES or (met is Meeting.SAME and anew):
                touched |= {earlier.attribute, earlier.terms}
            if _STRENGTH.index(met) < _STRENGTH.index(found):
                found = met
    if found in _RETIRES and _says_more(old, touched):
        return Meeting.MAYBE
    if found is Meeting.SAME and not all(any(_meet(later, one) is Meeting.SAME for one in old) for later in new):
        return Meeting.ADDS
    return found


def _says_more(old: Sequence[Claim], touched: set[str | frozenset[str]]) -> bool:
    """Whether the older statement has a claim of weight that is not touched."""
    return any(
        claim.attribute not in touched
        and claim.terms not in touched
        and claim.attribute
        and claim.sure
        and claim.value
        and claim.importance >= 0.6
        and not claim.denied
        and not any(claim.of & terms for terms in touched if isinstance(terms, frozenset))
        for claim in old
    )


class _Fit(Enum):
    """How the value of a newer claim stands to an older one's."""

    SAME = auto()
    NARROWER = auto()
    WIDER = auto()
    BESIDE = auto()
    """Another part of a date: a time where the older says a day."""
    OTHER = auto()
    NEW_OPEN = auto()
    OLD_OPEN = auto()


def _meet(new: Claim, old: Claim) -> Meeting:
    """What one claim is to another."""
    if Tense.PAST in (new.tense, old.tense) or not _same_subject(new, old):
        return Meeting.APART
    if any(claim.denied and claim.tense is Tense.AHEAD for claim in (new, old)):
        return _end_ahead(new, old)
    if not new.attribute or new.attribute != old.attribute:
        return _across(new, old)
    which = _which(new, old)
    if which is None:
        return Meeting.APART
    if new.subject != old.subject and new.of != old.of:
        which = False
    met = _denied(new, old) if new.denied else _affirmed(new, old)
    if met in _RETIRES and not (which and ((new.sure and (old.sure or _open(new))) or _certain_anyway(new, old, met))):
        return Meeting.MAYBE
    return met


def _across(new: Claim, old: Claim) -> Meeting:
    """Claims of two attributes, or of none: only what ends, or begins again, in general words can meet."""
    if not new.attribute:
        return _ends(new, old)
    if not old.attribute:
        return _resumes(new, old)
    return _ends(new, old) if new.attribute == "does" and new.denied else Meeting.APART


def _open(new: Claim) -> bool:
    """A newer claim that is clear although its attribute is in nobody's lexicon: a change, or a denial in the same words."""
    return (new.attribute.startswith("the ") and (new.change or new.corrects)) or (
        new.attribute == "does" and new.denied
    )


def _certain_anyway(new: Claim, old: Claim, met: Meeting) -> bool:
    """A change or correction of the one person of that role who was spoken of."""
    return (
        new.subject in (old.subject, THIRD)
        and (new.change or new.corrects or met is Meeting.DENIES)
        and new.subject not in ("", SELF)
    )


def _same_subject(new: Claim, old: Claim) -> bool:
    if new.subject == old.subject != THIRD:
        return True
    if new.subject == THIRD:
        return (
            old.subject not in (SELF, PROJECT)
            and new.attribute == old.attribute
            and (new.corrects or bool(new.instead))
        )
    if {new.subject, old.subject} != {SELF, PROJECT}:
        return False
    return not new.attribute or (new.attribute == old.attribute and (new.change or new.corrects))


_COMPARABLE = tuple(
    frozenset(f"~{unit}" for unit in units)
    for units in (MONEY, WEIGHTS, LENGTHS, ("minute", "hour", "day", "week", "month", "year"))
)
_VARIANTS = frozenset(
    "hometown 老家 老 娘家 婆家 父母 work home second offic person busi backup other anoth main emerg privat 工作 公司 私人 备用 第二 家庭 单位 办公".split()
)


def _which(new: Claim, old: Claim) -> bool | None:
    """Whether both are about the same one of several; False where that is likely only, None where it is not so."""
    if new.of == old.of:
        return True
    if not new.single:
        return _which_of_many(new, old)
    if new.denied and not new.of and new.terms and new.terms == old.terms:
        return True
    if new.of and old.of:
        return True if _alike(new.of, old.of) else None
    if (new.of or old.of) & _VARIANTS:
        return None if new.of else False
    return False if new.kind == "identity" and old.of else new.change or new.corrects


def _which_of_many(new: Claim, old: Claim) -> bool | None:
    """A denial reaches what is under all that limits it: "no coffee at night" says nothing of the mornings."""
    limited, other = (new, old) if new.denied else (old, new)
    if limited.denied:
        return True if limited.of <= other.of else None
    return True if not (new.of and old.of) or _alike(new.of, old.of) else None


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return one <= other or other <= one or _overlap(one, other)


def _overlap(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether most of what both are called is the same: pairs of Chinese characters that straddle words do not count."""
    if any(term.isascii() for term in one | other):
        return False
    wide_one, wide_other = {term for term in one if len(term) > 1}, {term for term in other if len(term) > 1}
    smaller = min(len(wide_one), len(wide_other))
    return bool(smaller) and len(wide_one & wide_other) / smaller > 0.6


def _fit(new: Claim, old: Claim) -> _Fit:
    """How the values stand to each other."""
    if not new.terms or not old.terms:
        return _Fit.OLD_OPEN if new.terms else _Fit.NEW_OPEN
    if new.terms == old.terms:
        return _Fit.SAME
    marks_new, marks_old = _marks(new.terms), _marks(old.terms)
    if new.terms == marks_new and old.terms == marks_old and _dates(marks_new | marks_old):
        return _fit_of_times(marks_new, marks_old)
    if old.terms < new.terms and (not marks_old or marks_old == marks_new or _dates(marks_old)):
        return _Fit.NARROWER
    wider = new.terms < old.terms and (not marks_new or marks_old == marks_new or _dates(marks_new))
    return _Fit.WIDER if wider else _Fit.OTHER


def _fit_of_times(new: frozenset[str], old: frozenset[str]) -> _Fit:
    """Dates and times part by part: a day and an hour say more together; two days, or two hours, are two."""
    if any(mark[0] == "?" for mark in new | old):
        return _Fit.BESIDE
    parts_new, parts_old = ({mark[1]: mark for mark in marks} for marks in (new, old))
    shared = parts_new.keys() & parts_old.keys()
    if not shared:
        return _Fit.BESIDE
    if any(parts_new[part] != parts_old[part] for part in shared):
        return _Fit.OTHER
    return _Fit.WIDER if new < old else _Fit.NARROWER


def _marks(terms: frozenset[str]) -> frozenset[str]:
    return frozenset(term for term in terms if term[0] in "#@?")


def _dates(marks: frozenset[str]) -> bool:
    """A month is refined by a day of it; a number is not by another."""
    return all(term[0] in "@?" for term in marks)


def _end_ahead(new: Claim, old: Claim) -> Meeting:
    """An end that is meant leaves what is ("I want to quit"), and comes true."""
    if not (new.denied and old.denied and (new.attribute, new.terms) == (old.attribute, old.terms)):
        return Meeting.APART
    if new.tense is old.tense:
        return Meeting.SAME
    return Meeting.REFINES if new.tense is Tense.NOW else Meeting.APART


def _affirmed(new: Claim, old: Claim) -> Meeting:
    """The newer one says that it is so."""
    fit = _fit(new, old)
    if old.denied:
        return _after_denial(new, old, fit)
    if new.tense is not Tense.NOW or old.tense is not Tense.NOW:
        return _at_other_times(new, old, fit)
    changes = new.change or new.corrects
    match fit:
        case _Fit.SAME | _Fit.WIDER:
            met = _same_values(new, old, fit)
        case _Fit.NEW_OPEN:
            met = Meeting.MAYBE if new.change else Meeting.APART
        case _Fit.OTHER | _Fit.BESIDE if changes or fit is _Fit.OTHER:
            met = _other(new, old)
        case _:
            met = Meeting.REFINES if new.single else Meeting.ADDS
    return met


def _at_other_times(new: Claim, old: Claim, fit: _Fit) -> Meeting:
    """What holds for a while covers what lasts; a wish leaves what is, and comes true."""
    met = Meeting.APART
    match new.tense, old.tense:
        case Tense.TEMPORARY, Tense.NOW if new.single and fit in (_Fit.OTHER, _Fit.NARROWER):
            met = Meeting.COVERS
        case Tense.AHEAD, Tense.AHEAD if fit is _Fit.SAME:
            met = Meeting.SAME
        case Tense.NOW, Tense.AHEAD if fit is _Fit.SAME:
            met = Meeting.REFINES
    return met


def _same_values(new: Claim, old: Claim, fit: _Fit) -> Meeting:
    """The same value; of a preference also over the same other."""
    if new.attribute == "prefers" and new.instead and old.instead and new.instead != old.instead:
        return Meeting.ADDS
    if fit is _Fit.WIDER and not new.single:
        return Meeting.ADDS
    return Meeting.SAME


def _other(new: Claim, old: Claim) -> Meeting:
    """Another value: of an attribute that holds one it takes its place."""
    takes_place = Meeting.CORRECTS if new.corrects else Meeting.REPLACES
    if new.attribute == "prefers":
        return _prefers(new, old)
    if new.instead and _names(new.instead, old):
        return takes_place
    if not new.single or (new.adds and not new.corrects):
        return Meeting.ADDS
    if _other_quantity(new, old) or (new.attribute.startswith("the ") and not _same_shape(new, old)):
        return Meeting.APART
    return Meeting.MAYBE if new.loose and not (new.change or new.corrects) else takes_place


def _other_quantity(new: Claim, old: Claim) -> bool:
    """Whether the two are counted in units that cannot be of the same thing."""
    units_new, units_old = ({term for term in claim.terms if term[0] == "~"} for claim in (new, old))
    return bool(units_new and units_old and not units_new & units_old) and not any(
        units_new <= same and units_old <= same for same in _COMPARABLE
    )


def _same_shape(new: Claim, old: Claim) -> bool:
    """Of a noun that the lexicon does not know: only what stands in the place of a number, or a name, differs."""
    words_new, words_old = new.terms - _marks(new.terms), old.terms - _marks(old.terms)
    if _marks(new.terms) and _marks(old.terms):
        return words_new == words_old and len(_marks(new.terms)) == len(_marks(old.terms))
    return not _marks(new.terms) and not _marks(old.terms)


def _prefers(new: Claim, old: Claim) -> Meeting:
    """A over B after B over A; another case of the same thing."""
    if new.instead and _names(new.instead, old):
        return Meeting.REPLACES
    if new.head and new.head == old.head and len(new.terms) > 1 and new.change:
        return Meeting.REPLACES
    return Meeting.ADDS


def _names(instead: frozenset[str], old: Claim) -> bool:
    """Whether what it is said not to be is the older value."""
    return bool(old.terms) and (old.terms <= instead or (bool(instead) and instead <= old.terms))


def _after_denial(new: Claim, old: Claim, fit: _Fit) -> Meeting:
    """It is so, after all or again."""
    if new.tense in (Tense.TEMPORARY, Tense.AHEAD) or old.tense is Tense.TEMPORARY:
        return Meeting.APART
    if fit is _Fit.SAME:
        return Meeting.CORRECTS if new.corrects else Meeting.DENIES
    if fit is _Fit.OLD_OPEN and new.single:
        return Meeting.REPLACES
    return Meeting.APART


def _denied(new: Claim, old: Claim) -> Meeting:
    """The newer one says that it is not so, or no longer."""
    fit = _fit(new, old)
    if old.denied:
        return Meeting.SAME if fit is _Fit.SAME and new.terms else Meeting.APART
    if old.tense is Tense.TEMPORARY:
        return Meeting.APART
    if new.tense is Tense.TEMPORARY:
        return Meeting.COVERS if fit in (_Fit.SAME, _Fit.WIDER) else Meeting.APART
    match fit:
        case _Fit.NEW_OPEN | _Fit.SAME:
            ends = True
        case _Fit.OLD_OPEN:
            ends = new.single
        case _Fit.WIDER:
            ends = new.single or _head_of(new, old)
        case _Fit.NARROWER:
            ends = old.planned and _head_of(new, old)
        case _:
            ends = False
    return _ending(new) if ends else Meeting.APART


def _ending(new: Claim) -> Meeting:
    return Meeting.CORRECTS if new.corrects else Meeting.DENIES


def _head_of(new: Claim, old: Claim) -> bool:
    """Whether what the newer one names is a case of what the older one does: not milk of milk tea."""
    if new.head and not new.head.isascii():
        return (
            old.value.endswith(new.value)
            or new.value.endswith(old.value)
            or (old.planned and (new.value in old.value or old.value in new.value))
        )
    return new.head == old.head or (old.planned and new.head in old.terms)


def _ends(new: Claim, old: Claim) -> Meeting:
    """“Quit”, “cancelled”, 不…了, of whatever fits: a habit, a subscription, a plan."""
    if not old.attribute:
        return Meeting.SAME if new.terms == old.terms and new.denied == old.denied else Meeting.APART
    open_end = old.stops and not old.denied and old.tense is not Tense.TEMPORARY and bool(new.terms)
    named = new.terms <= old.terms or (old.planned and old.terms <= new.terms)
    if not (open_end and named and new.of <= old.of and _head_of(new, old)):
        return Meeting.APART
    if new.tense is Tense.TEMPORARY:
        return Meeting.COVERS
    return _ending(new) if new.sure else Meeting.MAYBE


def _resumes(new: Claim, old: Claim) -> Meeting:
    """It is so again, after it was given up."""
    again = new.stops and not new.denied and new.tense is Tense.NOW and new.terms == old.terms
    return Meeting.DENIES if again and new.sure and old.sure else Meeting.APART
