"""What every act of upkeep writes with: short transactions under the lease of the run, each change with its reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import NamedTuple

from perdure.capture.intake import Intake
from perdure.capture.moves import Move, write_moves
from perdure.capture.question import asked
from perdure.domain.change import Change
from perdure.domain.memory import Memory, Status
from perdure.domain.review import Question
from perdure.domain.upkeep import UpkeepStep
from perdure.ports.clock import Ids
from perdure.ports.store import Reader, SpaceStore, Writer

BATCH = 100
"""Memories in one transaction, so that nobody waits long for the next write."""

SHOWN = 120
"""Characters of a memory that a step shows."""

_STATUS = {"expired": Status.REVIEW, "archived": Status.ARCHIVED}


class Aside(NamedTuple):
    """A memory to be taken out of recall: what it was, and why."""

    id: str
    status: str
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Desk:
    """The space, who works on it, and `hold`, which is called in every transaction and raises where the lease is lost."""

    store: SpaceStore
    intake: Intake
    ids: Ids
    actor: str
    hold: Callable[[Writer], None]

    @contextmanager
    def transaction(self) -> Iterator[Writer]:
        """One short write."""
        with self.store.write(create=False) as writer:
            self.hold(writer)
            yield writer

    def write(self, writer: Writer, moves: Sequence[Move]) -> None:
        """Write what moved, with its history."""
        write_moves(writer, moves, at=self.intake.now, actor=self.actor)

    def set_aside(self, writer: Writer, action: str, memories: Sequence[Aside]) -> None:
        """Take memories out of recall, each with its reason: `expired` to review, `archived` to the archive."""
        if not memories:
            return
        status = _STATUS[action]
        writer.set_aside([memory.id for memory in memories], status)
        writer.add_changes(
            [
                Change(
                    memory_id=memory.id,
                    at=self.intake.now,
                    actor=self.actor,
                    action=action,
                    reason=memory.reason,
                    before={"status": memory.status},
                    after={"status": status.value},
                )
                for memory in memories
            ]
        )

    def note(self, writer: Writer, steps: Sequence[UpkeepStep]) -> None:
        """Record steps that change nothing of the memory itself."""
        writer.add_changes(
            [
                Change(
                    memory_id=step.target,
                    at=self.intake.now,
                    actor=self.actor,
                    action=step.action,
                    reason=f"{step.strategy}: {step.reason}",
                )
                for step in steps
            ]
        )

    def ask(self, writer: Writer, question: Question, about: Sequence[tuple[Memory, str]]) -> None:
        """Open a review a memory, with the reason."""
        now = self.intake.now
        writer.save_reviews(
            [
                asked(question, memory, review_id=self.ids.new("rev", now), at=now, reason=reason)
                for memory, reason in about
            ]
        )


def targets(reader: Reader, steps: Sequence[UpkeepStep]) -> dict[str, Memory]:
    """The memories that steps are about, as they stand now."""
    return {memory.id: memory for memory in reader.memories(step.target for step in steps)}


def described(steps: Sequence[UpkeepStep], known: Mapping[str, Memory]) -> list[UpkeepStep]:
    """The steps with what their memories say."""
    return [replace(step, text=shown(known[step.target].text)) for step in steps if step.target in known]


def shown(text: str) -> str:
    """The beginning of a text, on one line."""
    line = " ".join(text[: 2 * SHOWN].split())
    return line if len(line) <= SHOWN else line[: SHOWN - 1].rstrip() + "…"
