"""One space over a real store, with a clock that stands, and what capture does to it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from perdure import Policy
from perdure.capture import amend
from perdure.capture.intake import Intake
from perdure.capture.remember import Draft, remember
from perdure.domain.change import Candidate, Change, Outcome
from perdure.domain.journal import Entry
from perdure.domain.link import Link
from perdure.domain.memory import Memory, Source
from perdure.domain.review import Review
from perdure.domain.space import SpaceName
from perdure.ports.store import MemoryFilter, ReviewFilter
from perdure.stores.sqlite import SqliteStore
from perdure.testing import SequentialIds

START = datetime(2026, 1, 1, tzinfo=UTC)
NAME = SpaceName("user", "alice")


def day(number: float) -> datetime:
    return START + timedelta(days=number)


class Desk(ExitStack):
    """Writes as `capture` does; `now` is the clock, in days."""

    def __init__(self, folder: Path, *, policy: Policy | None = None) -> None:
        super().__init__()
        store = SqliteStore(folder, zone=UTC, busy_timeout=30)
        self.callback(store.close)
        self.store = store.space(NAME)
        self.policy = policy or Policy()
        self.ids = SequentialIds()
        self.now = 100.0

    @property
    def intake(self) -> Intake:
        return Intake(space=NAME, policy=self.policy, zone=UTC, now=day(self.now))

    def said(self, text: str, at: float | None = None, *, source: Source | None = None, **options: Any) -> Candidate:
        """A candidate, said on a day."""
        made = self.intake.candidate(text, at=day(self.now if at is None else at), **options)
        return made if source is None else replace(made, source=source)

    def remember(self, text: str, at: float | None = None, **options: Any) -> Outcome:
        return self.take(self.said(text, at, **options))[0]

    def take(self, *candidates: Candidate) -> list[Outcome]:
        return remember(self.store, candidates, intake=self.intake, ids=self.ids, actor="local")

    def distilled(self, text: str, at: float, *turns: str, **options: Any) -> Outcome:
        """A candidate that rests on entries of the journal."""
        with self.store.write() as writer:
            draft = Draft(writer, intake=self.intake, ids=self.ids, actor="local")
            outcome = draft.take(self.said(text, at, source=Source(turns=turns, maker="rules/1"), **options))
            draft.flush()
        return outcome

    def turn(self, entry_id: str, text: str, at: float) -> str:
        """A turn in the journal."""
        entry = Entry(id=entry_id, space=NAME, text=text, at=day(at), recorded_at=day(self.now), session="s")
        with self.store.write() as writer:
            writer.add_entries([entry])
        return entry_id

    def correct(self, memory_id: str, text: str | None = None, **options: Any) -> Memory:
        return amend.correct(self.store, memory_id, text, intake=self.intake, actor="local", **options)

    def forget(self, *ids: str) -> list[Memory]:
        return amend.forget(self.store, ids, now=day(self.now), actor="local", reason="")

    def restore(self, memory_id: str) -> Memory:
        return amend.restore(self.store, memory_id, now=day(self.now), actor="local", reason="")

    def get(self, memory_id: str) -> Memory:
        with self.store.read() as reader:
            return reader.memories([memory_id])[0]

    def every(self) -> Sequence[Memory]:
        with self.store.read() as reader:
            return reader.page(MemoryFilter(statuses=()), limit=1_000, cursor=None).items

    def active(self) -> list[str]:
        return [memory.text for memory in self.every() if memory.status == "active"]

    def history(self, memory_id: str) -> list[Change]:
        with self.store.read() as reader:
            return reader.history(memory_id)

    def links(self, *ids: str) -> list[Link]:
        with self.store.read() as reader:
            return reader.links(ids)

    def reviews(self, **wanted: Any) -> Sequence[Review]:
        with self.store.read() as reader:
            return reader.reviews(ReviewFilter(**wanted), limit=100, cursor=None).items

    def state(self) -> list[tuple[object, ...]]:
        """What is kept, without ids and without the order it came in."""
        kept = {memory.id: memory for memory in self.every()}
        return sorted(
            (one.text, one.status.value, one.superseded_by and kept[one.superseded_by].text, str(one.holds_until))
            for one in kept.values()
        )
