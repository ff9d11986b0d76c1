"""What of a space goes into another format, and a fate for all that it holds: nothing stays behind without a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from perdure.domain.change import Change
from perdure.domain.journal import Entry
from perdure.domain.link import Link
from perdure.domain.memory import Memory, Status
from perdure.ports.store import ReviewFilter
from perdure.transfer.content import PAGE, Content
from perdure.transfer.fields import filled
from perdure.transfer.idset import IdSet
from perdure.transfer.records import HISTORY as CHANGES
from perdure.transfer.records import entry_record, history_record, memory_record
from perdure.transfer.tally import Tally

JOURNAL = "the journal stays here; the archive and jsonl have it"
HISTORY = "earlier wordings, and what was done, stay here; the archive and jsonl have them"
LINKS = "how memories hang together stays here; the archive and jsonl have it"
ARCHIVE = "it stays here; only the archive has it"
RESTING = "nothing that rests on it leaves"
CUT = "one of the turns stays here, for only what is forgotten rests on it"


def fields_of(record: Mapping[str, Any], mapped: Mapping[str, str]) -> Iterator[str]:
    """The fields with a value; of where a memory comes from the turns, and what has a place of its own there, one by one."""
    yield from filled(record)
    inner = {"source.turns": None, **dict.fromkeys(name for name in mapped if name.startswith("source."))}
    yield from (name for name in inner if record["source"][name.removeprefix("source.")])


Fates = Mapping[str, str] | None
"""What fields are called over there; None where each has its own name."""


class Leaving:
    """The memories and entries of a space that go into a format, each told to the tally; `ended` tells of the rest.

    With `current`, only what holds now leaves, for a format that cannot tell the rest from it. `journal` and `history` say why the
    journal and what happened to memories stay; where such a reason is empty they leave, and whoever writes them tells of them.
    """

    def __init__(
        self, content: Content, tally: Tally, *, current: bool = False, journal: str = JOURNAL, history: str = HISTORY
    ) -> None:
        self._content, self._tally = content, tally
        self._current, self._journal, self._history = current, journal, history
        self._left, self._links = IdSet(), False
        counts = content.reader.counts()
        self._entries = counts.entries
        self._done, self._total = 0, sum(counts.memories.values()) + (0 if journal else counts.entries)

    def memories(self) -> Iterator[Memory]:
        """Those that leave, in the order they were recorded; every other one is told of."""
        for memory in self._content.memories(tuple(Status)):
            self._step()
            why = self._why_not(memory)
            if why:
                self._tally.dropped("memory", why)
            else:
                self._left.add(memory.id)
                yield memory

    def fitting(self) -> Iterator[Memory]:
        """The same once more, for a format that has to know all of them before it can begin; nothing is told."""
        return (memory for memory in self._content.memories(tuple(Status)) if not self._why_not(memory))

    def entries(self) -> Iterator[tuple[Entry, tuple[str, ...]]]:
        """Those that leave, each with the memories that rest on it; every other one is told of."""
        for entry, resting in self._content.leaving():
            self._step()
            if resting is None:
                self._tally.dropped("entry", RESTING)
            else:
                yield entry, resting

    def told(self, memory: Memory, mapped: Fates = None, *, kept: str = "") -> dict[str, Any]:
        """The record of a memory, with every field told: what it is called there (the same, where nothing is `mapped`), or that it
        only travels in the record under `kept`."""
        record = memory_record(memory)
        for field in fields_of(record, mapped or {}):
            why = self._turns_stay(memory) if field == "source.turns" else ""
            if why:
                self._tally.dropped(f"memory.{field}", why)
            else:
                self._fate("memory", field, mapped, kept)
        return record

    def carried(self, memory: Memory, mapped: Fates, *, kept: str) -> dict[str, Any]:
        """The same with the space it is of, and with its history where that leaves: all that another system keeps for us."""
        record = {"space": str(memory.space), **self.told(memory, mapped, kept=kept)}
        changes = [] if self._history else self.history(memory)
        self._tally.kept_raw("memory.history", kept, len(changes))
        return {**record, CHANGES: history_record(changes)} if changes else record

    def told_entry(self, entry: Entry, mapped: Fates = None, *, kept: str = "") -> dict[str, Any]:
        """The record of an entry, with every field told."""
        record = entry_record(entry)
        for field in filled(record):
            self._fate("entry", field, mapped, kept)
        return record

    def carried_entry(self, entry: Entry, mapped: Fates, *, kept: str) -> dict[str, Any]:
        """The same with the space it is of."""
        return {"space": str(entry.space), **self.told_entry(entry, mapped, kept=kept)}

    def history(self, memory: Memory) -> list[Change]:
        """What happened to a memory, oldest first."""
        return self._content.history(memory)

    def changes(self) -> Iterator[Change]:
        """What happened to the memories that have left, in the order it was written."""
        return (change for change in self._content.changes() if change.memory_id in self._left)

    def links(self) -> Iterator[Link]:
        """The links between memories that have left."""
        self._links = True
        return (
            link for link in self._content.reader.all_links() if link.memory in self._left and link.other in self._left
        )

    def ended(self) -> None:
        """Tell of everything that the format has no place for; after the last memory."""
        if self._journal:
            self._stays("entry", self._journal, self._entries)
        if self._history:
            self._stays("memory.history", self._history, _length(self.changes()))
        if not self._links:
            self._stays("link", LINKS, _length(self.links()))
        reader = self._content.reader
        self._stays("policy", ARCHIVE, int(reader.policy() is not None))
        self._stays("review", ARCHIVE, reader.reviews(ReviewFilter(states=()), limit=1, cursor=None).total)
        self._stays("sighting", ARCHIVE, _length(reader.all_sightings()))
        self._stays("distilled", ARCHIVE, len(reader.distilled()))
        self._stays("recall", ARCHIVE, _length(self._content.recalls()))
        self._stays("foreign", ARCHIVE, _length(self._content.all_foreign()))
        if self._content.progress is not None:
            self._content.progress(self._total, self._total)

    def _why_not(self, memory: Memory) -> str:
        match memory.status:
            case Status.FORGOTTEN:
                return "it is forgotten"
            case Status.REVIEW:
                return "it waits for a person"
        if not self._current or memory.current(self._content.now):
            return ""
        state = "expired" if memory.status is Status.ACTIVE else memory.status.value
        return f"it is {state}, and would be taken for what holds now"

    def _turns_stay(self, memory: Memory) -> str:
        return self._journal or (CUT if self._content.cut(memory) else "")

    def _fate(self, sort: str, field: str, mapped: Fates, kept: str) -> None:
        if mapped is None or field in mapped:
            self._tally.mapped(f"{sort}.{field}", field if mapped is None else mapped[field])
        else:
            self._tally.kept_raw(f"{sort}.{field}", kept)

    def _stays(self, field: str, reason: str, count: int) -> None:
        if count:
            self._tally.dropped(field, reason, count)

    def _step(self) -> None:
        self._done += 1
        if self._content.progress is not None and self._done % PAGE == 0:
            self._content.progress(self._done, self._total)


def _length(found: Iterable[object]) -> int:
    return sum(1 for _ in found)
