"""What of a conversation was kept, held against the facts that are worth keeping."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

from perdure.evaluate.corpus import Fact, Scene


@dataclass(frozen=True, slots=True)
class Kept:
    """A memory that was kept: its text, and the numbers of the turns it rests on."""

    text: str
    turns: frozenset[int]


@dataclass(frozen=True, kw_only=True, slots=True)
class Tally:
    """Counts of one or more conversations: memories that were stored, those of them that are right, facts to be kept and those
    found; questions asked and answered, changed preferences and those up to date, what was to be forgotten and stayed so."""

    scenes: int = 0
    stored: int = 0
    right: int = 0
    facts: int = 0
    found: int = 0
    asked: int = 0
    answered: int = 0
    changed: int = 0
    timely: int = 0
    forgotten: int = 0
    gone: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(**{item.name: getattr(self, item.name) + getattr(other, item.name) for item in fields(self)})

    @property
    def precision(self) -> float | None:
        """Share of what was stored that is right."""
        return _share(self.right, self.stored)

    @property
    def recall(self) -> float | None:
        """Share of the facts that were kept."""
        return _share(self.found, self.facts)

    @property
    def hit_rate(self) -> float | None:
        """Share of the questions that were answered."""
        return _share(self.answered, self.asked)

    @property
    def timeliness(self) -> float | None:
        """Share of the changed preferences whose new value answers while the old does not."""
        return _share(self.timely, self.changed)

    @property
    def controllability(self) -> float | None:
        """Share of what was forgotten that stays forgotten, also when the same conversation comes again."""
        return _share(self.gone, self.forgotten)


def judged(scene: Scene, kept: Sequence[Kept]) -> Tally:
    """Precision and recall of what was kept of a conversation."""
    wanted = [fact for fact in scene.facts if not fact.optional]
    return Tally(
        scenes=1,
        stored=len(kept),
        right=sum(any(tells(memory, fact) for fact in scene.facts) for memory in kept),
        facts=len(wanted),
        found=sum(any(tells(memory, fact) for memory in kept) for fact in wanted),
    )


def tells(memory: Kept, fact: Fact) -> bool:
    """Whether a memory is of a fact: it has its words and rests on one of its turns."""
    return has(memory.text, fact.must) and not memory.turns.isdisjoint(fact.turns)


def has(text: str, wanted: Iterable[str]) -> bool:
    """Whether a text has all of these words, letter case ignored."""
    folded = text.casefold()
    return all(word.casefold() in folded for word in wanted)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
