"""What a summary says, of which turns and memories, without a model or with one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from perdure.domain.journal import ROLES, Entry, EntryFilter, Session
from perdure.domain.memory import Memory, Origin, Source, Status
from perdure.domain.space import SpaceName
from perdure.ports.store import Reader
from perdure.text.gist import gist
from perdure.text.mood import sentences
from perdure.upkeep.periods import Week
from perdure.upkeep.plan import SUMMARY

MAKER = "gist/1"
"""What makes a summary where no model does."""

SESSION_TOKENS, WEEK_TOKENS, OLD_TOKENS = 120, 240, 240
"""How long a summary may be."""

SESSION_IMPORTANCE, WEEK_IMPORTANCE, OLD_IMPORTANCE = 0.5, 0.6, 0.8

PAGE = 1_000
"""Entries read at a time; of a longer session each page is condensed for itself first."""

PAGE_TOKENS = 1_000

MOST_CITED = 20
"""Turns that a summary cites: the first and the last, and those whose sentences it took."""

_GONE = (Status.SUPERSEDED, Status.FORGOTTEN)
_LEAST = 6
"""Characters of a sentence by which the turn it is of can be told."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Digest:
    """A text, the entries it rests on, the memories under it, and what made it."""

    text: str
    maker: str
    turns: tuple[str, ...] = ()
    details: tuple[str, ...] = ()


Summarise = Callable[[Sequence[str], int], str | None]
"""A model's summary of texts in at most so many tokens; None where it gives none that can be trusted."""


@dataclass
class Teller:
    """Makes one text of several: with `summarise` a model's, of the maker `model`, else their gist. `notes` say where the model
    was asked in vain."""

    summarise: Summarise | None = None
    model: str = ""
    refused: int = 0

    def tell(self, texts: Sequence[str], tokens: int) -> tuple[str, str]:
        """The text, on one line, and what made it; empty where there is nothing to tell."""
        if self.summarise is not None and texts:
            found = self.summarise(texts, tokens)
            if found is not None:
                return " ".join(found.split()), self.model
            self.refused += 1
        return " ".join(gist(texts, max_tokens=tokens).split()), MAKER

    @property
    def notes(self) -> tuple[str, ...]:
        """What could not take part."""
        return (f"{self.refused} summaries are extracts: the model gave none to rely on",) if self.refused else ()


def session_digest(reader: Reader, session: Session, teller: Teller) -> Digest | None:
    """What a session came to, of what still holds; None where nothing of it does."""
    entries, details = _said(reader, session.id)
    parts = [[_line(entry) for entry in entries[start : start + PAGE]] for start in range(0, len(entries), PAGE)]
    if len(parts) > 1:
        parts = [gist(part, max_tokens=PAGE_TOKENS).splitlines() for part in parts]
    text, maker = teller.tell([line for part in parts for line in part], SESSION_TOKENS)
    if not text:
        return None
    told = f"{session.last_at.date().isoformat()}: {text}"
    return Digest(text=told, maker=maker, turns=_cited(text, entries), details=details)


def digest_of(memories: Sequence[Memory], head: str, tokens: int, teller: Teller) -> Digest | None:
    """What several memories come to; the details are they."""
    text, maker = teller.tell([memory.text for memory in memories], tokens)
    details = tuple(memory.id for memory in memories)
    return Digest(text=f"{head}: {text}", maker=maker, details=details) if text else None


def week_head(week: Week) -> str:
    """How a week is named in its summary: `2026-W11 (03-09 – 03-15)`, by the days on which something was said."""
    days = sorted(session.last_at.date() for session in week.sessions)
    return f"{week.name} ({days[0]:%m-%d} – {days[-1]:%m-%d})"


@dataclass(frozen=True, kw_only=True, slots=True)
class Blank:
    """What a summary is written on."""

    id: str
    space: SpaceName
    recorded_at: datetime


def as_summary(digest: Digest, *, like: Blank, at: datetime, importance: float, session: str | None = None) -> Memory:
    """The memory that a digest becomes; it is of the time it tells of."""
    return Memory(
        id=like.id,
        space=like.space,
        kind=SUMMARY,
        text=digest.text,
        created_at=at,
        updated_at=at,
        recorded_at=like.recorded_at,
        holds_from=at,
        importance=importance,
        source=Source(origin=Origin.SUMMARY, maker=digest.maker, session=session, turns=digest.turns),
    )


def _said(reader: Reader, session: str) -> tuple[list[Entry], tuple[str, ...]]:
    """The turns to tell of, those of users where there are any, and the memories that rest on them; what no longer holds is in neither."""
    found: list[Entry] = []
    details: dict[str, None] = {}
    for entries in _pages(reader, session):
        resting = reader.resting_on(entry.id for entry in entries)
        for entry in entries:
            memories = resting.get(entry.id, [])
            details |= {memory: None for memory, status in memories if status not in _GONE}
            if not memories or any(status not in _GONE for _, status in memories):
                found.append(entry)
    told = [entry for entry in found if entry.kind == "turn" and entry.role != "system"]
    return [entry for entry in told if entry.role == "user"] or told, tuple(details)


def _pages(reader: Reader, session: str) -> Iterable[tuple[Entry, ...]]:
    cursor = None
    while True:
        page = reader.entries(EntryFilter(session=session), limit=PAGE, cursor=cursor)
        yield page.items
        cursor = page.next
        if cursor is None:
            return


def _line(entry: Entry) -> str:
    """What was said, and by whom where it is somebody with a name."""
    return entry.text if entry.speaker in ROLES else f"{entry.speaker}: {entry.text}"


def _cited(text: str, entries: Sequence[Entry]) -> tuple[str, ...]:
    """The first and the last turn, and those whose sentences stand in the text."""
    ends = {entries[0].id, entries[-1].id}
    found = [entry.id for entry in entries if entry.id in ends or _stands_in(text, entry)]
    return tuple(found[: MOST_CITED - 1] + found[-1:]) if len(found) > MOST_CITED else tuple(found)


def _stands_in(text: str, entry: Entry) -> bool:
    pieces = (" ".join(entry.text[start:end].split()) for start, end in sentences(entry.text))
    return any(len(piece) >= _LEAST and piece in text for piece in pieces)
