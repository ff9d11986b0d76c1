"""What can be no answer, whatever it scores: it is taken away before scores are put in proportion and weighed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from perdure.domain.journal import Entry
from perdure.domain.memory import Memory, Status
from perdure.domain.recall import Layer
from perdure.domain.trace import Dropped, OnlyAsks, Settled, SmallTalk
from perdure.kinds import layer_of
from perdure.ports.store import Passage
from perdure.recall.ask import Source
from perdure.recall.look import Look
from perdure.recall.plan import Plan
from perdure.recall.pool import SOURCE_BITS, Flags, Ints
from perdure.recall.saying import is_empty, knows_nothing, only_asks


@dataclass(frozen=True, kw_only=True, slots=True)
class Unfit:
    """Which candidates can be no answer, why, and which of them are no longer current; `fit` are the turns that were found to
    be in order."""

    gone: Flags
    settled: Flags
    dropped: tuple[Dropped, ...]
    fit: frozenset[str]


def unfit(look: Look, positions: Ints, passages: Sequence[Passage]) -> Unfit:
    """Which of some candidates, whose passages are given, can be no answer; with each all passages of its item."""
    item = look.pool.item
    found: dict[int, Dropped] = {}
    fit: set[str] = set()
    for number, source in enumerate(look.sources):
        mine = {
            passage.owner: int(place)
            for place, passage in zip(item[positions].tolist(), passages, strict=True)
            if passage.layer == Layer.JOURNAL.value and place >> SOURCE_BITS == number
        }
        entries = source.reader.entries_by_id(mine) if mine else []
        why = no_answers(source, look, entries)
        found |= {mine[turn]: drop for turn, drop in why.items()}
        fit |= mine.keys() - why.keys()
    settled = [one for one, drop in found.items() if isinstance(drop, Settled)]
    return Unfit(
        gone=np.isin(item, list(found)),
        settled=np.isin(item, settled),
        dropped=tuple(found.values()),
        fit=frozenset(fit),
    )


def no_answers(source: Source, look: Look, turns: Sequence[Entry]) -> dict[str, Dropped]:
    """Those of a space's turns that can be no answer, by id."""
    found = {turn.id: why for turn in turns if (why := says_nothing(turn, look.plan)) is not None}
    if look.scope.past:
        return found
    past = settled(source, [turn.id for turn in turns], look.now) | replies_to_forgotten(source, turns)
    return found | {turn: Settled(id=turn, memories=memories) for turn, memories in past.items()}


def says_nothing(turn: Entry, plan: Plan) -> Dropped | None:
    """Why a turn can be no answer by what it says itself."""
    if turn.kind == "action":
        return None
    if is_empty(turn.text, plan.query):
        return SmallTalk(id=turn.id)
    asks = only_asks(turn.text, plan.query) or (turn.role == "assistant" and knows_nothing(turn.text, plan.query))
    return OnlyAsks(id=turn.id) if asks else None


def replies_to_forgotten(source: Source, turns: Sequence[Entry]) -> dict[str, tuple[str, ...]]:
    """The assistant's turns right behind one whose statements are all forgotten, with these: a reply says them once more."""
    said = [turn.id for turn in turns if turn.role == "assistant"]
    before = source.reader.replied_to(said) if said else {}
    told = statements(source, list(dict.fromkeys(before.values()))) if before else {}
    return {
        reply: tuple(memory.id for memory in told[turn])
        for reply, turn in before.items()
        if turn in told and all(memory.status is Status.FORGOTTEN for memory in told[turn])
    }


def settled(source: Source, turns: Sequence[str], now: datetime) -> dict[str, tuple[str, ...]]:
    """Those of the turns whose statements are all past at `now`, with these."""
    told = statements(source, turns)
    return {
        turn: tuple(memory.id for memory in memories)
        for turn, memories in told.items()
        if not any(memory.current(now) for memory in memories)
    }


def statements(source: Source, turns: Iterable[str]) -> dict[str, list[Memory]]:
    """The memories that rest on each turn, where there are any; a summary is not the statement of a turn and speaks for none."""
    asked = list(turns)
    cited = source.reader.resting_on(asked) if asked else {}
    every = sorted({memory for memories in cited.values() for memory, _ in memories})
    known = source.reader.memories(every) if every else []
    found = {memory.id: memory for memory in known if layer_of(memory) is not Layer.SUMMARY}
    told = {turn: [found[id_] for id_, _ in cited[turn] if id_ in found] for turn in asked if turn in cited}
    return {turn: memories for turn, memories in told.items() if memories}
