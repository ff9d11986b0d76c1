"""What a newer topic is to an older one, where only their words tell: the same topic, set to another value of the same kind."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from perdure.text.claims.claim import Claim, Frame, Meeting, Tense, Topic
from perdure.text.claims.measures import Measure
from perdure.text.claims.people import PROJECT, SELF
from perdure.text.claims.topic_words import units

_TAUGHT = frozenset("班课园校社队营琴棋画")
_CHILDREN = frozenset({"child", "son", "daughter"})
"""Of what they take part in one also says that it ended, and not whose it was."""


def topics_meet(new: Sequence[Claim], old: Sequence[Claim]) -> Meeting:
    """The strongest ending that a topic of the newer statement is to one of the older; `apart` where there is none."""
    refuses = any(claim.topic is not None and _REFUSES.search(claim.topic.written.lower()) for claim in old)
    met = [_meet(later, earlier, refuses=refuses) for later in new for earlier in old]
    for ending in (Meeting.CORRECTS, Meeting.REPLACES, Meeting.DENIES, Meeting.MAYBE):
        if ending in met:
            return ending
    return Meeting.APART


def _meet(new: Claim, old: Claim, *, refuses: bool) -> Meeting:
    """What one is to the other; `refuses`: the older statement says itself what it is not."""
    if not _may_meet(new, old) or old.topic is None:
        return Meeting.APART
    if new.topic is None:
        return _stopped(new, old)
    if not refuses and _left(new, old):
        return Meeting.CORRECTS if new.corrects else Meeting.REPLACES
    if new.corrects and (_respelled(new.topic, old.topic) or _alike_but_measure(new.topic, old.topic)):
        return Meeting.CORRECTS
    return _set_anew(new, old, new.topic, old.topic)


def _set_anew(new: Claim, old: Claim, topic: Topic, known: Topic) -> Meeting:
    """Whether the same topic is set to another value: with a word for it, or in the very same frame."""
    same = _same(topic, known, corrects=new.corrects)
    measured = _other_measure(topic, known)
    said = new.change or new.corrects
    if same is None or not (measured or (said and _other_name(new, old))):
        return Meeting.APART
    if said or new.loose:
        met = Meeting.CORRECTS if new.corrects else Meeting.REPLACES
        return met if same else Meeting.MAYBE
    plain = topic.plain and known.plain and topic.frame is known.frame is Frame.LINK
    alike = plain and _SAYS_IS.search(topic.written) is not None and topic.about == known.about
    return Meeting.REPLACES if alike else Meeting.APART


_SAYS_IS = re.compile(r"\b(?:is|are)\b|是|定在")


def _alike_but_measure(new: Topic, old: Topic) -> bool:
    """是T3航站楼, of 飞机是T2航站楼: the words are the older one's, and only a measure is another."""
    words = units(new.written)
    return bool(words) and _weighty(words) and words <= old.wide and _other_measure(new, old)


def _may_meet(new: Claim, old: Claim) -> bool:
    if Tense.NOW is not new.tense or old.tense is not Tense.NOW or (new.adds and not new.corrects):
        return False
    if new.subject == old.subject or {new.subject, old.subject} <= {SELF, PROJECT, ""}:
        return True
    omitted = new.topic is None and new.subject == SELF and old.subject in _CHILDREN
    return omitted and (len(new.value) >= _SHORTEST_ZH or new.value[-1:] in _TAUGHT)


def _stopped(new: Claim, old: Claim) -> Meeting:
    """Something is no longer done, used or had, and the older says that it is; or whoever was named is no more."""
    topic = old.topic
    assert topic is not None  # as above
    if topic.frame is not Frame.DOES or not new.terms or new.of:
        return Meeting.APART
    gone = frozenset(term for term in new.terms if len(term) == 1 or term.isascii())
    if (topic.name and new.value == topic.name) or _by_daytime(new.value, topic.written):
        return Meeting.DENIES
    marks = frozenset(term for term in gone if term[0] in "@#")
    plain = gone - marks - {*_GENERIC}
    whole = len(plain) > 1 and plain >= topic.about
    if not plain or not plain <= topic.about or not (whole or _head(new.value, topic.said)):
        return Meeting.APART
    return Meeting.CORRECTS if new.corrects else Meeting.DENIES


_DAYTIMES = {"晨": "早晨", "早": "早晨", "晚": "晚夜", "夜": "晚夜"}


def _by_daytime(value: str, written: str) -> bool:
    """晨跑 is 早上跑步."""
    return len(value) == _WORDS and value[1] in written and any(char in written for char in _DAYTIMES.get(value[0], ""))


_GENERIC = (
    "shift",
    "shifts",
    "class",
    "classes",
    "lesson",
    "lessons",
    "subscription",
    "membership",
    "league",
    "course",
    "team",
    "supplement",
    "diet",
    "support",
    "app",
    "plan",
    "program",
    "programme",
    "tablets",
    "pills",
    "account",
)


def _head(value: str, said: str) -> bool:
    """Whether what ended is what the older one names, not only in a part of it: not milk of milk tea."""
    value = " ".join(word for word in value.split() if word[0] not in "@#~")
    if not said.isascii() or not value.isascii():
        alike = min(len(said), len(value)) >= _WORDS and said[-_WORDS:] == value[-_WORDS:]
        return (
            alike or said.endswith(value) or value.endswith(said) or (value.isascii() and said.startswith(f"{value} "))
        )
    words, ended = (
        [word for word in text.split() if word not in _GENERIC and word[0] not in "@#~"] for text in (said, value)
    )
    return bool(words and ended) and _stemmed(words[-1]) == _stemmed(ended[-1])


def _stemmed(word: str) -> str:
    return word.removesuffix("s")


def _left(new: Claim, old: Claim) -> bool:
    """Whether it is said not to be what the older one says, in the same matter."""
    assert new.topic is not None  # as above
    assert old.topic is not None
    left = new.instead
    there = old.topic.wide | frozenset(f"{kind}={value}" for kind, value in old.topic.values)
    if not left or not left <= there:
        return False
    if new.corrects and len(left) >= _MOST_OF * len(old.topic.wide):
        return True
    if left <= new.topic.about:
        return False
    named = [term.partition("=")[2] or term for term in left]
    rest = (new.topic.wide - left) & old.topic.wide
    enough = len(named) >= _WORDS or any(len(term) > _WORDS for term in named)
    told = old.topic.frame is not Frame.BARE and left <= old.topic.about | old.terms | there - old.topic.wide
    return bool(rest) or (
        enough and (not new.topic.about or new.topic.about.isdisjoint(old.topic.wide)) and (new.corrects or told)
    )


_REFUSES = re.compile(r"不是|不在|\bnot\b|n't\b|\bno longer\b")
_WORDS = 2
_MOST_OF = 0.6
"""Share of the older statement that is all of it."""


def _same(new: Topic, old: Topic, *, corrects: bool) -> bool | None:
    """Whether both are about the same; False where the older one is about one of several, and the newer does not say which."""
    if not new.about or not new.about <= old.wide or not _weighty(new.about):
        return None
    if not _joined(new, old, corrects=corrects):
        return None
    if old.frame is Frame.DOES or not old.about or (old.frame is Frame.BARE and old.said.isascii()):
        return True
    if not old.about & new.about:
        return True if old.frame is Frame.BARE else None
    if old.about <= new.about:
        return True
    return not _qualified(new, old)


def _weighty(about: frozenset[str]) -> bool:
    """Whether it says enough: a word, or two characters."""
    return any(len(term) > 1 for term in about) or len(about) >= _WORDS


def _joined(new: Topic, old: Topic, *, corrects: bool) -> bool:
    """Whether Chinese characters stand together in the older one as they do in the newer: most pairs of them."""
    said = "".join(char for char in new.said if char in new.about)
    pairs = [said[at : at + 2] for at in range(len(said) - 1)]
    if not pairs or (corrects and len(pairs) == 1):
        return True
    written = old.written.lower()
    return sum(pair in written for pair in pairs) * 2 >= len(pairs)


def _qualified(new: Topic, old: Topic) -> bool:
    """Whether the older one says which one of several it is: the bathroom budget, the flight to Denver, 会员系统的截止日期."""
    more = old.about - new.about
    if old.said.isascii() and new.said.isascii():
        return bool(more)
    first = min((at for at, char in enumerate(old.said) if char in new.about), default=0)
    return any(term in old.said[:first] for term in more)


def _other_measure(new: Topic, old: Topic) -> bool:
    """Whether a measure of the same kind is another one, where both say one of that kind."""
    kinds_new, kinds_old = _by_kind(new.values), _by_kind(old.values)
    for kind in kinds_new.keys() & kinds_old.keys():
        if not kinds_new[kind] & kinds_old[kind]:
            return True
    bare_new, bare_old = _numbers(kinds_new), _numbers(kinds_old)
    if len(bare_new) == len(bare_old) == 1 and bare_new != bare_old and "number" in {*kinds_new, *kinds_old}:
        return next(iter(bare_new)).split(" ")[0] != next(iter(bare_old)).split(" ")[0]
    return False


def _numbers(kinds: dict[str, frozenset[str]]) -> frozenset[str]:
    return frozenset(value for kind, values in kinds.items() if kind.split(" ")[0] == "number" for value in values)


def _by_kind(values: Iterable[Measure]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for kind, value in values:
        found.setdefault(kind, set()).add(value)
    return {kind: frozenset(each) for kind, each in found.items()}


_NAME = 12
"""Characters of a value that is no more than a name."""


def _other_name(new: Claim, old: Claim) -> bool:
    """Whether both set the very same topic to a name, and to another one."""
    one, other = new.topic, old.topic
    assert one is not None  # as above
    assert other is not None
    if other.frame not in (Frame.LINK, Frame.MOVE) or one.frame not in (Frame.LINK, Frame.MOVE):
        return False
    if not one.name or not other.name or one.values or other.values:
        return False
    short = all(len(topic.name) <= (_NAME if not topic.name.isascii() else 2 * _NAME) for topic in (one, other))
    apart = not (new.terms <= old.terms or old.terms <= new.terms)
    return short and apart and one.about == other.about


_SHORTEST, _SHORTEST_ZH = 5, 3
"""Letters and characters of a name of which one may be wrong."""


def _respelled(new: Topic, old: Topic) -> bool:
    """Whether the newer value is an older one with a letter, a character or a number in it another."""
    written, known = new.written.lower(), old.written.lower()
    if not new.written.isascii():
        return _one_apart(new.name, old.name) if new.name else _renumbered(written, known)
    return any(
        _one_apart(word, other)
        for word in _capitals(new.written)
        for other in _capitals(old.written)
        if word not in known and other not in written
    ) or _renumbered(written, known)


_STREET = re.compile(r"(?P<name>[\u3400-\u9fff]{3,})(?P<no>\d+)(?P<unit>[\u3400-\u9fff])")


def _renumbered(written: str, known: str) -> bool:
    """梧桐路81号, where the older one has 梧桐路18号."""
    found = _STREET.search(written.lstrip("是"))
    if found is None:
        return False
    name = found["name"][-_SHORTEST_ZH:]
    return any(
        other["name"].endswith(name) and other["unit"] == found["unit"] and other["no"] != found["no"]
        for other in _STREET.finditer(known)
    )


def _capitals(written: str) -> list[str]:
    return [word.lower() for word in re.findall(r"\b[A-Z][\w'-]{4,}", written)]


def _one_apart(word: str, other: str) -> bool:
    """Whether one is the other but for a single letter, or a single character of a name."""
    if not word.isascii() or not other.isascii():
        named = _SHORTEST_ZH <= len(word) == len(other) <= _NAME
        return named and word[0] == other[0] and sum(a != b for a, b in zip(word, other, strict=True)) == 1
    longest = max(len(word), len(other))
    start = 0
    while start < min(len(word), len(other)) and word[start] == other[start]:
        start += 1
    end = 0
    while end < min(len(word), len(other)) - start and word[-1 - end] == other[-1 - end]:
        end += 1
    return longest >= _SHORTEST and longest - start - end <= 1
