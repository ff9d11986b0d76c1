"""The things a person can keep or drop: conversations with all their turns, and single memories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from perdure.domain.access import Right
from perdure.domain.space import SpaceName
from perdure.domain.staging import Owner, Skip, Sort, StagedItem, Verdict
from perdure.transfer.staging.items import Line
from perdure.transfer.staging.plan import Foreseen


@dataclass(frozen=True, kw_only=True, slots=True)
class Placed:
    """A line, and the item that it is, or the conversation of that `session` that it belongs to; None where it goes with others.
    `cut` tells what of it had to stay behind."""

    line: Line
    item: StagedItem | None
    session: str | None = None
    masked: bool = False
    cut: Skip | None = None


@dataclass(slots=True)
class Talk:
    """A conversation as far as it was read."""

    item: StagedItem
    turns: int = 0
    known: int = 0
    masked: bool = False

    def whole(self) -> StagedItem:
        """It as an item."""
        verdict = Verdict.KNOWN if self.known == self.turns else Verdict.NEW
        return replace(self.item, turns=self.turns, known=self.known, masked=self.masked, verdict=verdict)


class Units:
    """Numbers what is read and counts it, memories one by one, conversations by their sessions."""

    def __init__(self) -> None:
        self.turns = self.memories = self._masked = 0
        self._last = 0
        self._talks: dict[tuple[SpaceName, str | None], Talk] = {}
        self._owners: dict[tuple[str | None, SpaceName], Counter[str]] = {}
        self._verdicts: Counter[Verdict] = Counter()

    @property
    def conversations(self) -> int:
        """How many there are."""
        return len(self._talks)

    @property
    def masked(self) -> int:
        """From how many secrets were taken."""
        return self._masked + sum(talk.masked for talk in self._talks.values())

    def talk(
        self, space: SpaceName, session: str | None, *, owner: str | None, title: str | None, at: datetime | None
    ) -> Talk:
        """The conversation that the next turn belongs to, with that turn counted."""
        talk = self._talks.get((space, session))
        if talk is None:
            item = StagedItem(
                number=self._next(),
                sort=Sort.CONVERSATION,
                space=space,
                owner=owner,
                text=title or session or "",
                at=at,
            )
            talk = self._talks[space, session] = Talk(item)
            self._count(owner, space, "talks")
        talk.turns += 1
        self.turns += 1
        self._count(owner, space, "turns")
        return talk

    def memory(self, item: StagedItem) -> StagedItem:
        """A memory with its number."""
        self.memories += 1
        self._count(item.owner, item.space, "memories")
        return replace(item, number=self._next())

    def policy(self, item: StagedItem) -> StagedItem:
        """The settings of a space with their number."""
        return replace(item, number=self._next())

    def belongs(self, owner: str | None, space: SpaceName) -> None:
        """Name an owner of something that is no item."""
        self._owners.setdefault((owner, space), Counter())

    def complete(self, placed: Sequence[Placed], foretold: Iterable[Foreseen]) -> Iterator[StagedItem]:
        """The memories and settings among these with what would become of them; turns are counted in their conversations."""
        for each, found in zip(placed, foretold, strict=True):
            item = each.item
            if item is None:
                continue
            if item.sort is not Sort.CONVERSATION:
                self._verdicts[found.verdict] += 1
                self._masked += item.masked
                yield replace(item, verdict=found.verdict, against=found.against, reason=found.reason)
                continue
            talk = self._talks[item.space, each.session]
            talk.known += found.verdict is Verdict.KNOWN
            talk.masked |= each.masked

    def talks(self) -> list[StagedItem]:
        """The conversations in their order."""
        return [talk.whole() for talk in self._talks.values()]

    def verdicts(self) -> Mapping[Verdict, int]:
        """How many items there are of each."""
        found = self._verdicts + Counter(item.verdict for item in self.talks())
        return {verdict: found[verdict] for verdict in Verdict if found[verdict]}

    def owners(self, rights: Mapping[SpaceName, Right]) -> tuple[Owner, ...]:
        """Whose it is, in the order they were met, and what deciding on it takes in each of the spaces."""
        return tuple(
            Owner(
                name=name,
                space=space,
                takes=rights[space],
                conversations=n["talks"],
                turns=n["turns"],
                memories=n["memories"],
            )
            for (name, space), n in self._owners.items()
        )

    def _count(self, owner: str | None, space: SpaceName, sort: str) -> None:
        self._owners.setdefault((owner, space), Counter())[sort] += 1

    def _next(self) -> int:
        self._last += 1
        return self._last
