"""Memories as blocks of text that an agent always has before it: by kind, the most important ones, as many as fit."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from perdure.domain.memory import Memory
from perdure.transfer.importers.letta.blocks import written

LIMIT = 20_000
"""Characters of a block; that many are Letta's own limit for `human` and `persona`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Group:
    """A block: its label, what it is for, the kinds that go into it, and whether the agent may change it."""

    label: str
    description: str
    kinds: tuple[str, ...]
    read_only: bool = False


CORE = (
    Group(label="persona", description="Who the agent is.", kinds=("role",), read_only=True),
    Group(label="profile", description="What the user laid down about themselves.", kinds=("profile",), read_only=True),
    Group(label="boundaries", description="What must never be done.", kinds=("boundary",), read_only=True),
    Group(label="human", description="Who the user is, and what they like.", kinds=("identity", "preference")),
    Group(label="rules", description="How things are to be done.", kinds=("rule", "procedure")),
    Group(label="work", description="What was decided, and what is to do.", kinds=("decision", "task", "commitment")),
)
"""What an agent always needs."""

REST = (
    Group(label="facts", description="What is known.", kinds=("fact",)),
    Group(label="events", description="What happened, and what will.", kinds=("event",)),
    Group(label="summaries", description="What conversations were about.", kinds=("summary",)),
    Group(label="temporary", description="What holds for a while.", kinds=("temporary",)),
)
"""What an agent can look up."""


def group_of(memory: Memory) -> Group:
    """The group of a kind."""
    return next(group for group in (*CORE, *REST) if memory.kind in group.kinds)


def item(text: str) -> str:
    """A text as an item of a list: further lines of it are indented."""
    return "- " + written(text).replace("\n", "\n  ")


def chosen(memories: Iterable[Memory]) -> dict[str, list[Memory]]:
    """For each core block the memories that go into it, in the order recorded; the most important where not all of them fit."""
    held = {group.label: _Held() for group in CORE}
    for number, memory in enumerate(memories):
        group = group_of(memory)
        if group in CORE and len(item(memory.text)) < LIMIT:
            held[group.label].add(number, memory)
    return {label: each.memories() for label, each in held.items() if each.memories()}


class _Held:
    """The most important memories that fit into a block together."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, datetime, int, Memory]] = []
        self._size = 0

    def add(self, number: int, memory: Memory) -> None:
        """Take a memory in, and let the least important go while there are too many."""
        heapq.heappush(self._heap, (memory.importance, memory.updated_at, number, memory))
        self._size += len(item(memory.text)) + 1
        while self._size > LIMIT:
            *_, gone = heapq.heappop(self._heap)
            self._size -= len(item(gone.text)) + 1

    def memories(self) -> list[Memory]:
        """Those that are left, in the order in which they came."""
        return [memory for _, _, _, memory in sorted(self._heap, key=lambda held: held[2])]
