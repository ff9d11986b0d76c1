"""What an exporter reads: one consistent view of a space, a page at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from perdure.domain.change import Change
from perdure.domain.foreign import Foreign
from perdure.domain.journal import Entry
from perdure.domain.memory import Memory, Status
from perdure.domain.recall import RecallRecord
from perdure.domain.space import SpaceName
from perdure.kinds import summary
from perdure.ports.store import Progress, Reader

PAGE = 1_000
"""Records held at once."""

CARRIED = (Status.ACTIVE, Status.SUPERSEDED, Status.ARCHIVED)
"""What other systems are given: not what is forgotten, nor what waits for a person."""

_NOTE = "remember"
"""The channel of what only records that something was remembered."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Content:
    """A space as it is at `now`; `progress` is told of records."""

    space: SpaceName
    reader: Reader
    now: datetime
    version: str
    progress: Progress | None = None

    def memories(self, statuses: Sequence[Status] = CARRIED) -> Iterator[Memory]:
        """Memories of these statuses in the order they were recorded, permanent ones among them."""
        after = 0
        while page := self.reader.all_memories(after=after, limit=PAGE):
            after = page[-1][0]
            yield from (memory for _, memory in page if memory.status in statuses)

    def entries(self) -> Iterator[Entry]:
        """The journal in its order."""
        return (entry for page in self._journal() for entry in page)

    def leaving(self) -> Iterator[tuple[Entry, tuple[str, ...] | None]]:
        """The journal, each entry with the memories that rest on it and may leave; None for one that stays itself.

        What only forgotten memories rest on is in no form but the archive, nor is the note of something that was remembered and
        stays.
        """
        for page in self._journal():
            yield from zip(page, self._resting(page), strict=True)

    def cut(self, memory: Memory) -> bool:
        """Whether one of the turns that a memory rests on stays. A summary alone can tell of such a turn: any other memory takes
        its turns along."""
        if memory.kind != summary.KIND.name:
            return False
        return None in self._resting(self.reader.entries_by_id(memory.source.turns))

    def changes(self) -> Iterator[Change]:
        """The history of every memory, in the order it was written."""
        after = 0
        while page := self.reader.all_changes(after=after, limit=PAGE):
            after = page[-1].seq
            yield from page

    def history(self, memory: Memory) -> list[Change]:
        """The changes of one memory, oldest first."""
        return self.reader.history(memory.id)

    def recalls(self) -> Iterator[RecallRecord]:
        """The recalls that are kept, in their order."""
        after = 0
        while page := self.reader.all_recalls(after=after, limit=PAGE):
            after = page[-1][0]
            yield from (recall for _, recall in page)

    def foreign(self, ids: Sequence[str]) -> dict[str, Foreign]:
        """The records that these were made of, by the ids here."""
        return self.reader.foreign(ids)

    def all_foreign(self) -> Iterator[Foreign]:
        """Every such record, by the ids here."""
        after = ""
        while page := self.reader.all_foreign(after=after, limit=PAGE):
            after = page[-1].owner
            yield from page

    def _journal(self) -> Iterator[list[Entry]]:
        after = 0
        while page := self.reader.all_entries(after=after, limit=PAGE):
            after = page[-1].seq
            yield page

    def _resting(self, entries: Sequence[Entry]) -> list[tuple[str, ...] | None]:
        """For each entry the memories that rest on it and may leave; None where it may not."""
        resting = self.reader.resting_on(entry.id for entry in entries)
        return [_along(entry, resting.get(entry.id, ())) for entry in entries]


def _along(entry: Entry, resting: Sequence[tuple[str, Status]]) -> tuple[str, ...] | None:
    along = tuple(memory for memory, status in resting if status in CARRIED)
    note = entry.channel == _NOTE and not entry.indexed
    forgotten = {status for _, status in resting} == {Status.FORGOTTEN}
    return along if along or not (note or forgotten) else None
