"""Whether the records of an archive are such, and belong together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC
from typing import Any

from perdure.domain.memory import Memory
from perdure.domain.space import SpaceName
from perdure.errors import InvalidValue
from perdure.kinds import permanent
from perdure.transfer import records
from perdure.transfer.fields import Fields
from perdure.transfer.idset import IdSet


class Checking:
    """The parts of an archive in their order: each record is read as what it should be, and what it speaks of has to be there.

    Only `superseded_by` and the `answer` of a recall may name what is not, as in a space.
    """

    def __init__(self, space: SpaceName) -> None:
        self._space = space
        self._entries, self._memories = IdSet(), IdSet()
        self._ids = IdSet()
        self._policies = 0
        self._check: Mapping[str, Callable[[Any], None]] = {
            "policy": self._policy,
            "journal": self._entry,
            "memories": self._memory,
            "permanent": self._permanent,
            "history": self._change,
            "slots": self._slot,
            "links": self._link,
            "review": self._review,
            "sightings": self._sighting,
            "distilled": self._mark,
            "recalls": self._recall,
            "foreign": self._foreign,
        }

    def take(self, part: str, record: Any) -> None:
        """The next record of a part; raises InvalidInput."""
        self._check[part](record)

    def end(self, part: str) -> None:
        """A part is over; raises InvalidInput where an id is there twice."""
        ids = {"journal": self._entries, "memories": self._memories, "permanent": self._memories}.get(part, self._ids)
        if ids.doubled:
            raise InvalidValue("an id is there twice")
        self._ids = IdSet()
        if part == "policy" and self._policies != 1:
            raise InvalidValue("there is one policy")

    def _policy(self, record: Any) -> None:
        records.policy_of(record, strict=True)
        self._policies += 1

    def _entry(self, record: Any) -> None:
        self._entries.add(records.entry_of(record, self._space, UTC, strict=True).id)

    def _memory(self, record: Any) -> None:
        memory = self._one(record)
        if permanent(memory.kind):
            raise InvalidValue(f"a {memory.kind} stands among what is permanent")

    def _permanent(self, record: Any) -> None:
        memory = self._one(record)
        if not permanent(memory.kind):
            raise InvalidValue(f"a {memory.kind} is not permanent")

    def _one(self, record: Any) -> Memory:
        memory = records.memory_of(record, self._space, UTC, strict=True)
        _there(memory.source.turns, self._entries, "source.turns")
        self._memories.add(memory.id)
        return memory

    def _change(self, record: Any) -> None:
        _there([records.change_of(record, UTC, strict=True).memory_id], self._memories, "memory")

    def _slot(self, record: Any) -> None:
        fields = Fields(record, UTC)
        fields.name("subject")
        fields.name("attribute")
        fields.maybe_text("value")
        _there([fields.name("memory")], self._memories, "memory")
        fields.end(strict=True)

    def _link(self, record: Any) -> None:
        link = records.link_of(record, UTC, strict=True)
        _there([link.memory, link.other], self._memories, "memory or other")

    def _review(self, record: Any) -> None:
        review = records.review_of(record, self._space, UTC, strict=True)
        _there([review.memory, *filter(None, [review.other])], self._memories, "memory or other")
        self._ids.add(review.id)

    def _sighting(self, record: Any) -> None:
        _there([records.sighting_of(record, UTC, strict=True).entry], self._entries, "entry")

    def _mark(self, record: Any) -> None:
        _there([records.distilled_of(record, strict=True)[1]], self._entries, "entry")

    def _recall(self, record: Any) -> None:
        recall = records.recall_of(record, UTC, strict=True)
        _there(recall.memories, self._memories, "memories")
        self._ids.add(recall.id)

    def _foreign(self, record: Any) -> None:
        owner = records.foreign_of(record, strict=True).owner
        if owner not in self._memories:
            _there([owner], self._entries, "owner")
        self._ids.add(owner)


def _there(names: Iterable[str], known: IdSet, field: str) -> None:
    if any(name not in known for name in names):
        raise InvalidValue(f"{field} names what is not in the archive")
