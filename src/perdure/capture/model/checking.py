"""One fact of a model's reply: read with patience, and kept only where its turns support it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any

from perdure.capture.extract.proposal import Proposal
from perdure.capture.model.support import Evidence, evidence, unsupported
from perdure.capture.moments import PASSING, dated
from perdure.domain.journal import Entry
from perdure.kinds import classify
from perdure.text.privacy import guard

CONFIDENCE = 0.8
"""How sure a fact is that a model has put into words."""

IMPORTANCE = 0.6
"""That of a fact of which the model does not say: it found it worth noting."""

LONGEST = 1_000
"""Characters of a fact; what is longer is no single statement."""

MOST_CITED = 50
"""Turns that a fact cites at most."""

SHOWN = 60
"""Characters of a fact that a note repeats."""

_KINDS = frozenset("identity preference fact decision task commitment event rule procedure temporary".split())
_TEXT = ("text", "fact", "statement", "content", "memory")
"""Under these keys models put the sentence."""


class Shown:
    """The turns that the model was shown, by their numbers, and what any of them tell."""

    def __init__(self, turns: Mapping[int, Entry]) -> None:
        self.turns = turns
        self._people = tuple(dict.fromkeys(entry.speaker for entry in turns.values() if entry.role == "user"))
        self._told: dict[tuple[int, ...], Evidence] = {}

    def told(self, *numbers: int) -> Evidence:
        """What these turns tell; each set of them is read once."""
        if numbers not in self._told:
            self._told[numbers] = evidence([self.turns[number] for number in numbers], people=self._people)
        return self._told[numbers]


def checked(fact: object, shown: Shown, *, maker: str) -> Proposal | str:
    """The proposal that a fact of a reply comes to, or a note that says why there is none.

    Where a fact cites no turn, the user's turn that supports it is found.
    """
    fields = fact if isinstance(fact, Mapping) else {"text": fact}
    text = next((words.strip() for key in _TEXT if isinstance(words := fields.get(key), str)), "")
    if not text or len(text) > LONGEST:
        return f"dropped, no single statement: {_shortened(str(fact))}"
    cited = _numbers(fields.get("turns"))
    if cited:
        numbers = tuple(sorted(cited & shown.turns.keys()))
        reason = _reason(text, shown.told(*numbers))
    else:
        numbers = next(((number,) for number in shown.turns if _reason(text, shown.told(number)) is None), ())
        reason = None if numbers else "it cites no turn, and none supports it"
    if reason is not None:
        return f"dropped, {reason}: {_shortened(text)}"
    entries = tuple(shown.turns[number].id for number in numbers)
    return _proposal(text, fields, shown.told(*numbers), entries=entries, maker=maker)


def _reason(text: str, told: Evidence) -> str | None:
    """Why a fact does not rest on what turns tell."""
    return unsupported(text, told, at=told.turns[-1].at) if told.turns else "it cites no turn of a user"


def _proposal(
    text: str, fields: Mapping[str, Any], told: Evidence, *, entries: tuple[str, ...], maker: str
) -> Proposal:
    said, when = told.turns[-1], dated(text, told.turns[-1].at)
    kind, importance = fields.get("kind"), fields.get("importance")
    kind = kind if kind in _KINDS else classify(text)
    last = said.at + PASSING if kind == "temporary" else None
    return Proposal(
        text=when.text,
        kind=kind,
        entries=entries,
        speaker=said.speaker,
        at=said.at,
        holds_from=_start(fields.get("holds_from"), told) or when.holds_from,
        expires_at=_end(fields.get("expires_at"), told) or when.expires_at or last,
        importance=_share(importance),
        confidence=CONFIDENCE,
        asked=told.asks_for(text),
        maker=maker,
    )


def _share(importance: object) -> float:
    match importance:
        case bool():
            return IMPORTANCE
        case int() | float():
            return float(min(1, max(0, importance)))
    return IMPORTANCE


def _shortened(text: str) -> str:
    """The beginning of a text, for a note: without secrets, as everything that may be written down."""
    return repr(guard(text[:SHOWN]).text)


def _numbers(turns: object) -> set[int]:
    """The numbers of the turns that are cited, as numbers or in words like "turn 3"."""
    cited = turns if isinstance(turns, list) else [turns]
    found: set[int] = set()
    for number in cited[:MOST_CITED]:
        match number:
            case bool():
                continue
            case int():
                found.add(number)
            case float() if number.is_integer():
                found.add(int(number))
            case str() if digits := re.search(r"(?<!\d)\d{1,6}(?!\d)", number):
                found.add(int(digits[0]))
    return found


def _start(written: object, told: Evidence) -> datetime | None:
    """The moment from which a fact holds, where its turns name the time."""
    day = _day(written)
    found = None if day is None else datetime.combine(day, time(), told.turns[-1].at.tzinfo)
    return found if found is not None and told.names(found) else None


def _end(written: object, told: Evidence) -> datetime | None:
    """The end of the day after which a fact no longer matters, where its turns name that day and it is not over."""
    started = _start(written, told)
    if started is None or started.date() < told.turns[-1].at.date() or started.date() == date.max:
        return None
    return started + timedelta(days=1)


def _day(written: object) -> date | None:
    """The day of a date or a time in ISO's form."""
    if not isinstance(written, str):
        return None
    try:
        return date.fromisoformat(written.strip()[:10])
    except ValueError:
        return None
