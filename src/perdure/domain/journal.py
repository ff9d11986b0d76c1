"""What was said and done: the episodic record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import Any

from perdure.domain.memory import Metadata, Origin
from perdure.domain.space import SpaceName

ROLES = ("user", "assistant", "system", "tool")
CHAT = "chat"

UTC_OFFSET = "utc_offset"
"""Under this name an entry's metadata has the offset of its time in minutes, where that is not the store's."""

ToolCalls = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Turn:
    """Something said, as the caller hands it in.

    `speaker` is a name or a role; `role` is user, assistant, system or tool and follows from `speaker` when left out, as
    `speaker` does from `role`.
    `ref` is the caller's own id for the turn, `channel` the sort of item: chat, note, sms, calendar, push, document, …
    """

    text: str
    speaker: str = field(default="user", kw_only=True)
    role: str | None = field(default=None, kw_only=True)
    at: datetime | None = field(default=None, kw_only=True)
    session: str | None = field(default=None, kw_only=True)
    ref: str | None = field(default=None, kw_only=True)
    channel: str = field(default=CHAT, kw_only=True)
    tool_calls: ToolCalls = field(default=(), kw_only=True)
    metadata: Metadata = field(default_factory=dict, kw_only=True)


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """One line of the journal: a turn, or an action (role `tool`, or one that carries tool calls)."""

    id: str
    space: SpaceName
    seq: int = 0
    session: str | None = None
    role: str = "user"
    speaker: str = "user"
    text: str
    at: datetime
    recorded_at: datetime
    ref: str | None = None
    channel: str = CHAT
    origin: Origin = Origin.USER
    tool_calls: tuple[Mapping[str, Any], ...] = ()
    metadata: Metadata = field(default_factory=dict)
    indexed: bool = True

    @property
    def local_at(self) -> datetime:
        """`at` by the clock of whoever said it: what "today" means. Where the turn gave no offset of its own, by the store's."""
        minutes = self.metadata.get(UTC_OFFSET)
        return self.at.astimezone(timezone(timedelta(minutes=minutes))) if isinstance(minutes, int) else self.at

    @property
    def kind(self) -> str:
        """`action` for something done, `turn` for something said."""
        return "action" if self.role == "tool" or self.tool_calls else "turn"


@dataclass(frozen=True, kw_only=True, slots=True)
class Session:
    """One conversation, as the journal shows it."""

    id: str
    entries: int
    first_at: datetime
    last_at: datetime
    speakers: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Undistilled:
    """A session (None: turns without one) with entries that were not distilled yet: how many, and when the last was said."""

    session: str | None
    entries: int
    last_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Sighting:
    """A statement that was seen but is not kept yet: its statement key, where it was said, and the statement itself."""

    key: str
    entry: str
    at: datetime
    text: str
    kind: str


@dataclass(frozen=True, kw_only=True, slots=True)
class EntryFilter:
    """Which entries to read; times are event times, `since` included, `until` included."""

    session: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    ids: tuple[str, ...] | None = None
    speaker: str | None = None


def role_of(turn: Turn) -> str:
    """The role a turn speaks in."""
    if turn.role is not None:
        return turn.role
    return turn.speaker if turn.speaker in ROLES else "user"


def speaker_of(turn: Turn) -> str:
    """Who speaks: the name that is given, else the role. `user` beside another role is the default, which nobody gave."""
    named = turn.role not in ROLES or turn.speaker != "user"
    return turn.speaker if named or turn.role is None else turn.role


def origin_of(role: str) -> Origin:
    """The source that a role stands for."""
    return Origin(role)
