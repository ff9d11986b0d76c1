"""What exporters for systems that know only what holds now have in common."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat

from perdure.domain.memory import Memory, Status
from perdure.transfer.content import Content
from perdure.transfer.exporters.carrying import left
from perdure.transfer.tally import Tally


def current(content: Content, tally: Tally) -> Iterator[Memory]:
    """The memories that hold now; every other one stays behind, for over there it would be recalled as if it did."""
    for memory in content.memories(tuple(Status)):
        if memory.current(content.now):
            yield memory
        else:
            left(tally, memory, f"it is {'expired' if memory.status is Status.ACTIVE else memory.status.value}")


def without_entries(content: Content, tally: Tally, reason: str) -> None:
    """Tell that no turn is written."""
    tally.without(repeat("entry", content.reader.counts(content.now).entries), reason)
