"""Summaries of what was forgotten: out of recall at once, until upkeep has written them anew."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from perdure.domain.change import Change
from perdure.domain.link import Relation
from perdure.domain.memory import Memory, Status
from perdure.ports.store import Writer

_DEEP = 3
"""A memory is under a session, that under a week."""


def withdraw(writer: Writer, memory_ids: Iterable[str], *, at: datetime, actor: str) -> None:
    """Take the summaries that tell of these memories out of recall; for whoever forgets them, in the same transaction."""
    told = [memory for memory in _above(writer, memory_ids) if memory.status in (Status.ACTIVE, Status.ARCHIVED)]
    if not told:
        return
    writer.set_aside([memory.id for memory in told], Status.REVIEW)
    writer.add_changes(
        [
            Change(
                memory_id=memory.id,
                at=at,
                actor=actor,
                action="withdrawn",
                reason="something that it tells was forgotten; upkeep writes it anew",
                before={"status": memory.status.value},
                after={"status": Status.REVIEW.value},
            )
            for memory in told
        ]
    )


def _above(writer: Writer, memory_ids: Iterable[str]) -> list[Memory]:
    """The summaries that have these under them, however deep."""
    level, found = set(memory_ids), set[str]()
    for _ in range(_DEEP):
        links = writer.links(level)
        level = {link.other for link in links if link.relation is Relation.SUMMARISED and link.memory in level} - found
        found |= level
        if not level:
            break
    return writer.memories(sorted(found))
