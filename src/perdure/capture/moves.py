"""Changes of memories: decided first, written together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from perdure.capture.changes import change_between
from perdure.capture.precedence import retired
from perdure.domain.memory import Memory
from perdure.ports.store import Writer
from perdure.text.clean import statement_key


@dataclass(frozen=True, kw_only=True, slots=True)
class Move:
    """A memory before, None where it is new, and after, and what that is called in the history."""

    before: Memory | None
    after: Memory
    action: str
    reason: str = ""


def write_moves(writer: Writer, moves: Sequence[Move], *, at: datetime, actor: str) -> None:
    """Write what moved in the order given, then what is new: a slot is free before another fills it."""
    changed = [move.after for move in moves if move.before is not None]
    new = [move.after for move in moves if move.before is None]
    writer.update_memories([(memory, statement_key(memory.text)) for memory in changed])
    writer.add_memories([(memory, statement_key(memory.text)) for memory in new])
    writer.add_changes(
        [
            change_between(move.before, move.after, at=at, actor=actor, action=move.action, reason=move.reason)
            for move in moves
        ]
    )


def gives_way(old: Memory, current: Memory, reason: str) -> Move:
    """`old` is superseded by `current`."""
    return Move(before=old, after=retired(old, current), action="superseded", reason=reason)


def because(what: str, reason: str) -> str:
    """A reason of ours and, where there is one, that of whoever decided."""
    return f"{what}: {reason}" if reason else what
