"""What an exporter reads: one consistent view of a space, a page at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from perdure.domain.change import Change
from perdure.domain.foreign import Foreign
from perdure.domain.journal import Entry
from perdure.domain.memory import Memory, Status
from perdure.domain.space import SpaceName
from perdure.ports.store import Progress, Reader

PAGE = 1_000
"""Records held at once."""

CARRIED = (Status.ACTIVE, Status.SUPERSEDED, Status.ARCHIVED)
"""What other systems are given: not what is forgotten, nor what waits for a person."""


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
        after = 0
        while page := self.reader.all_entries(after=after, limit=PAGE):
            after = page[-1].seq
            yield from page

    def changes(self) -> Iterator[Change]:
        """The history of every memory, in the order it was written."""
        after = 0
        while page := self.reader.all_changes(after=after, limit=PAGE):
            after = page[-1].seq
            yield from page

    def history(self, memory: Memory) -> list[Change]:
        """The changes of one memory, oldest first."""
        return self.reader.history(memory.id)

    def foreign(self, ids: Sequence[str]) -> dict[str, Foreign]:
        """The records that these were made of, by the ids here."""
        return self.reader.foreign(ids)
