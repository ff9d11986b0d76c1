"""An import that waits to be looked at: what was found, whose it is, what it would do, what a person decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from perdure.domain.access import Right
from perdure.domain.loss import LossReport
from perdure.domain.space import SpaceName


class StagedState(StrEnum):
    """`open` to decisions; `applying` where one was begun, to be gone on with; `applied`."""

    OPEN = "open"
    APPLYING = "applying"
    APPLIED = "applied"


class Verdict(StrEnum):
    """What applying would do with an item, as things stand.

    `new` comes in; `known` is here already, the same; `differs` is here under its id with other content, which stays as it
    is; `repeats` says what a memory here says; `supersedes` one, or is `superseded` by one; `conflict`: a person decides
    between the two; `refused` cannot be kept.
    """

    NEW = "new"
    KNOWN = "known"
    DIFFERS = "differs"
    REPEATS = "repeats"
    SUPERSEDES = "supersedes"
    SUPERSEDED = "superseded"
    CONFLICT = "conflict"
    REFUSED = "refused"


class Decision(StrEnum):
    """What a person said of an item; everything is kept unless it is dropped."""

    KEEP = "keep"
    DROP = "drop"
    EDIT = "edit"


class Sort(StrEnum):
    """What an item is: a conversation with all its turns, one memory, or the policy of a space."""

    CONVERSATION = "conversation"
    MEMORY = "memory"
    POLICY = "policy"


@dataclass(frozen=True, kw_only=True, slots=True)
class Owner:
    """Whose items these are in the origin (None: nobody is named), the space they go to, and the right that deciding on them takes
    there: `admin` where they are records of Perdure's own."""

    name: str | None
    space: SpaceName
    takes: Right = Right.WRITE
    conversations: int = 0
    turns: int = 0
    memories: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class StagedItem:
    """One thing to keep or drop.

    `text` is the memory, the title of the conversation, or the settings that differ; `turns` how many a conversation has, `known` how many of them the
    journal has already. `against` is the text of the memory that the verdict speaks of, `masked` tells that secrets were taken out.
    """

    number: int
    sort: Sort
    space: SpaceName
    owner: str | None
    text: str
    kind: str | None = None
    at: datetime | None = None
    turns: int = 0
    known: int = 0
    verdict: Verdict = Verdict.NEW
    against: str | None = None
    reason: str = ""
    masked: bool = False
    decision: Decision = Decision.KEEP
    edited: str | None = None

    @property
    def telling(self) -> bool:
        """Whether there is more to say of it than that it is new, or known."""
        return self.against is not None or self.verdict not in (Verdict.NEW, Verdict.KNOWN)


@dataclass(frozen=True, kw_only=True, slots=True)
class Skip:
    """One thing that was left out.

    `line` is its number in a file of lines, `where` the line or the conversation in words, `code` that of the error.
    """

    line: int | None = None
    where: str
    reason: str
    code: str


@dataclass(frozen=True, kw_only=True, slots=True)
class StagedImport:
    """What a file holds and what applying it would do; nothing of it is live.

    `format` is the name of the importer, `title` says for people what was found. `verdicts` counts the items by what would become
    of them, `masked` those from which secrets were taken.
    """

    id: str
    at: datetime
    by: str
    path: str
    format: str
    title: str
    state: StagedState
    owners: tuple[Owner, ...]
    conversations: int
    turns: int
    memories: int
    verdicts: Mapping[Verdict, int] = field(default_factory=dict)
    masked: int = 0
    skips: tuple[Skip, ...] = ()
    loss: LossReport | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ImportReport:
    """What an import did.

    `added` and `repeated` count turns, new or in the journal already, of so many `conversations`, whose ids are `sessions`.
    `memories` counts memories by what became of them (`new`, `known`, `repeats`, …), `left_out` what a person dropped; `skips` is what could not be read or kept.
    """

    format: str
    conversations: int = 0
    added: int = 0
    repeated: int = 0
    memories: Mapping[Verdict, int] = field(default_factory=dict)
    left_out: int = 0
    spaces: tuple[SpaceName, ...] = ()
    skips: tuple[Skip, ...] = ()
    sessions: tuple[str, ...] = ()
    loss: LossReport | None = None
