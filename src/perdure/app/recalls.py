"""What was recalled and is not written yet: reading never waits for a write, the next write takes it along."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from perdure.domain.memory import Memory
from perdure.domain.recall import Hit, RecallRecord
from perdure.domain.space import SpaceName

WAITING = 500
"""Recalls of a space that wait at most; the oldest give way."""

SESSIONS = 1_000
"""Sessions whose last recall is known, so that its answer can be told."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Talk:
    """A session of one caller that writes one space. Its id is that caller's own word, so others may have one of the same id."""

    space: SpaceName
    who: str
    session: str


@dataclass(kw_only=True, slots=True)
class Noted:
    """What waits for a space: the accesses of each memory and the time of the last, and the recalls by their ids."""

    accesses: dict[str, tuple[int, datetime]] = field(default_factory=dict)
    records: OrderedDict[str, RecallRecord] = field(default_factory=OrderedDict)

    def add(self, record: RecallRecord) -> None:
        """A recall, or one that is there already as it stands now."""
        self.records[record.id] = record
        while len(self.records) > WAITING:
            self.records.popitem(last=False)

    def count(self, memory_id: str, count: int, at: datetime) -> None:
        """More accesses of a memory."""
        before, last = self.accesses.get(memory_id, (0, at))
        self.accesses[memory_id] = (before + count, max(at, last))


class Recalls:
    """The recalls of every space, from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._spaces: dict[SpaceName, Noted] = {}
        self._last: OrderedDict[Talk, RecallRecord] = OrderedDict()

    def note(
        self, hits: Sequence[Hit], asked: RecallRecord, *, place: SpaceName | None, talk: Talk | None = None
    ) -> None:
        """Count the memories among the hits, and keep the recall with those of each space; its `memories` are set here.

        What was asked, and in which session, is kept in `place` alone: whoever reads another space has no part in it.
        """
        of_space: dict[SpaceName, list[str]] = {}
        for hit in hits:
            if hit.memory is not None:
                of_space.setdefault(hit.space, []).append(hit.id)
        bare = replace(asked, query="", session=None)
        records = {
            name: replace(asked if name == place else bare, memories=tuple(ids)) for name, ids in of_space.items()
        }
        with self._lock:
            for name, record in records.items():
                mine = self._of(name)
                mine.add(record)
                for memory_id in record.memories:
                    mine.count(memory_id, 1, record.at)
            if talk is not None:
                self._remember(talk, None if place is None else records.get(place))

    def nothing(self, talk: Talk) -> None:
        """A session recalled no memory: what comes next answers nothing that was recalled before."""
        with self._lock:
            self._last.pop(talk, None)

    def answered(self, talk: Talk, entry_id: str) -> None:
        """An entry answers what was last recalled in a session; nothing where it recalled no memory."""
        with self._lock:
            record = self._last.get(talk)
            if record is not None:
                self._last[talk] = replace(record, answer=entry_id)
                self._of(talk.space).add(self._last[talk])

    def counted(self, memory: Memory) -> Memory:
        """A memory with the accesses that are not written yet."""
        with self._lock:
            noted = self._spaces.get(memory.space)
            count, at = (0, None) if noted is None else noted.accesses.get(memory.id, (0, None))
        if at is None:
            return memory
        last = max(at, memory.last_accessed_at or at)
        return replace(memory, access_count=memory.access_count + count, last_accessed_at=last)

    def returning(self, name: SpaceName, memory_id: str) -> list[RecallRecord]:
        """The recalls that returned a memory and are not written yet, the newest first."""
        with self._lock:
            noted = self._spaces.get(name)
            return (
                [] if noted is None else [one for one in reversed(noted.records.values()) if memory_id in one.memories]
            )

    def names(self) -> list[SpaceName]:
        """Spaces for which anything waits."""
        with self._lock:
            return list(self._spaces)

    def take(self, name: SpaceName) -> Noted | None:
        """What waits for a space, which is the caller's from now on."""
        with self._lock:
            return self._spaces.pop(name, None)

    def give_back(self, name: SpaceName, taken: Noted) -> None:
        """What could not be written waits on, before what came since."""
        with self._lock:
            since = self._spaces.get(name, Noted())
            self._spaces[name] = taken
            for memory_id, (count, at) in since.accesses.items():
                taken.count(memory_id, count, at)
            for record in since.records.values():
                taken.add(record)

    def drop(self, name: SpaceName) -> None:
        """A space is gone, and what waits for it."""
        with self._lock:
            self._spaces.pop(name, None)
            for talk in [talk for talk in self._last if talk.space == name]:
                del self._last[talk]

    def _of(self, name: SpaceName) -> Noted:
        return self._spaces.setdefault(name, Noted())

    def _remember(self, talk: Talk, record: RecallRecord | None) -> None:
        self._last.pop(talk, None)
        if record is not None:
            self._last[talk] = record
        while len(self._last) > SESSIONS:
            self._last.popitem(last=False)


def place_of(asked: frozenset[SpaceName], home: SpaceName | None) -> SpaceName | None:
    """Where a question is kept that was asked of these spaces: of several in the home of whoever asks, who without a home keeps it
    in the only person's space among them; else nowhere."""
    persons = {name for name in asked if name.scope == "user"} if home is None else {home} & asked
    among = asked if len(asked) == 1 else persons
    return next(iter(among)) if len(among) == 1 else None
