"""What extraction proposes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from perdure.domain.memory import Slot


@dataclass(frozen=True, kw_only=True, slots=True)
class Proposal:
    """A full statement found in entries of the journal, not yet weighed.

    `entries` are the ids of those it rests on; `speaker` said them. `at` is when it was said, `holds_from` since when it is true.
    `certain`: the wording leaves no doubt, so that it may be kept at once, before the session ends. `asked`: the speaker asked for it
    to be remembered. `maker` says which rules, or which model and prompt, found it.
    """

    text: str
    kind: str
    entries: tuple[str, ...]
    at: datetime
    holds_from: datetime
    maker: str
    speaker: str | None = None
    holds_until: datetime | None = None
    expires_at: datetime | None = None
    slot: Slot | None = None
    value: str | None = None
    importance: float = 0.5
    confidence: float = 1.0
    certain: bool = False
    asked: bool = False
