"""What an importer finds in a file: turns, statements, and records that Perdure wrote itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from perdure.domain.journal import Turn
from perdure.domain.memory import Metadata, Origin, Slot, Status
from perdure.domain.staging import Skip

Scope = Literal["user", "project"]
"""What an owner is: a person, or a project that several may work on."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Heard:
    """A turn of a conversation, and where it stood, should it turn out to be unfit.

    `owner` is whose conversation it is in the origin, where one is named, and `scope` what that is; `tool` what it was had with
    (`chatgpt`), `title` what the conversation is called; `record` is kept beside the entry where it says more than the turn does.
    """

    turn: Turn
    where: str
    line: int | None = None
    owner: str | None = None
    scope: Scope = "user"
    tool: str | None = None
    title: str | None = None
    record: Mapping[str, Any] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Past:
    """An earlier wording of a statement, until `at`."""

    text: str
    at: datetime | None
    action: str = "corrected"
    reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Statement:
    """A memory of another system.

    `id` is its own id there, or what tells it apart for good; `record` is all of it, as it stood there, without vectors.
    `kind` None: by its words. `at` is when it was first said, `updated_at` when it was last confirmed; naive times are in the
    store's timezone. `superseded_by` is an id of that system, `past` its earlier wordings, the oldest first; `turns` are the
    `ref`s of the turns of the same file and owner that it rests on.
    """

    system: str
    id: str
    text: str
    where: str
    record: Mapping[str, Any]
    owner: str | None = None
    scope: Scope = "user"
    kind: str | None = None
    at: datetime | None = None
    updated_at: datetime | None = None
    holds_from: datetime | None = None
    holds_until: datetime | None = None
    expires_at: datetime | None = None
    slot: Slot | None = None
    value: str | None = None
    importance: float | None = None
    confidence: float = 1.0
    status: Status = Status.ACTIVE
    superseded_by: str | None = None
    origin: Origin = Origin.IMPORT
    tool: str | None = None
    session: str | None = None
    speaker: str | None = None
    tags: tuple[str, ...] = ()
    metadata: Metadata = field(default_factory=dict)
    past: tuple[Past, ...] = ()
    turns: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Native:
    """A record of Perdure's own: one line of a part of an archive, to be restored as it is. `owner` is the name of its space."""

    part: str
    record: Mapping[str, Any]
    where: str
    owner: str | None = None
    line: int | None = None


Item = Heard | Statement | Native | Skip
