"""Which of two statements that cannot both hold is to be believed: pure decisions over two memories."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from enum import Enum

from perdure.domain.memory import Memory, Origin, Source, Status
from perdure.domain.policy import Gates
from perdure.text.claims import Meeting

ENDS = frozenset((Meeting.REPLACES, Meeting.CORRECTS, Meeting.DENIES))
"""What a newer statement can be to an older one that does not hold beside it."""

_INFERRED = frozenset((Origin.ASSISTANT, Origin.SUMMARY))


class Contest(Enum):
    """The newer holds; nobody guesses, a person is asked; or both stay, the older one as possibly outdated."""

    NEWER = "newer"
    ASK = "ask"
    DOUBT = "doubt"


def since(memory: Memory) -> datetime:
    """The event time that counts: since when it holds, and what was said again holds from then too."""
    again = memory.updated_at if memory.updated_at > memory.created_at else memory.holds_from
    return max(memory.holds_from, again)


def rank(source: Source) -> int:
    """2: a person's own statement; 1: told by a tool, an import, the system; 0: inferred, by an assistant or a model."""
    if source.origin in _INFERRED or (source.maker or "").startswith("model/"):
        return 0
    return 2 if source.origin is Origin.USER else 1


def another_source(one: Source, other: Source) -> bool:
    """Whether two statements come from different agents, tools or speakers; what is not known is no difference."""
    return any(a and b and a != b for a, b in ((one.tool, other.tool), (one.speaker, other.speaker)))


def contest(newer: Memory, older: Memory, meeting: Meeting, gates: Gates, *, named_fact: bool = False) -> Contest:
    """Who wins where the newer ends the older: a person's statement over inference, a decision over a fact, the later event time.

    From different sources and close in time (`conflict_hours`) nobody guesses, whoever is inferred or not. Weaker, but not
    close, or a fact against a decision of the same source: it may be true, so both stay. `named_fact`: somebody said that the
    newer is a fact, it is not only taken for one; a statement that corrects or denies wins over a decision too.
    """
    weaker = rank(newer.source) - rank(older.source)
    close = abs(since(newer) - since(older)) < timedelta(hours=gates.conflict_hours)
    if weaker < 0:
        return Contest.ASK if close else Contest.DOUBT
    if weaker == 0 and close and another_source(newer.source, older.source):
        return Contest.ASK
    against = named_fact and (newer.kind, older.kind) == ("fact", "decision")
    if weaker == 0 and against and meeting is Meeting.REPLACES:
        return Contest.DOUBT
    return Contest.NEWER


def retired(old: Memory, current: Memory, *, never: bool = False, until: datetime | None = None) -> Memory:
    """`old` as it stands once `current` holds in its place; `never`: it was not true at any time.

    It held until `current` began to, and no longer than was said of it: `until`, where it was retired before, else its own end.
    """
    begins = current.holds_from if current.holds_from >= old.holds_from else since(current)
    end = old.holds_from if never else max(old.holds_from, begins)
    said = until if old.status is Status.SUPERSEDED else old.holds_until
    return replace(
        old,
        status=Status.SUPERSEDED,
        superseded_by=current.id,
        holds_until=end if said is None else min(said, end),
        version=old.version + 1,
    )
