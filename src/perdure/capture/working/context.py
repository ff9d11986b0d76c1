"""The prompt of a session: system instructions, permanent memory, state, summary, brief and window inside one budget of tokens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from perdure.capture.working.state import Dialogue
from perdure.capture.working.window import (
    MESSAGE_TOKENS,
    Message,
    Summarise,
    Window,
    acceptable,
    cost,
    fit,
    summary_block,
    summary_cost,
    units,
)
from perdure.domain.memory import Memory
from perdure.domain.policy import Window as WindowPolicy
from perdure.domain.recall import Hit, Layer
from perdure.recall.brief import brief, harmless
from perdure.text.tokens import TokenCounter

LEAST_ROOM = 200
"""Tokens beside the system instructions that a session needs."""

PERMANENT_SHARE, STATE_SHARE = 0.3, 0.15
"""Of what the system instructions leave, the most that permanent memory and the dialogue state take."""

KINDS = ("boundary", "role", "profile")
"""Permanent memory, in the order it is given."""

PERMANENT_OPEN = "<permanent-memory>"
PERMANENT_CLOSE = "</permanent-memory>"
PERMANENT_NOTICE = "Set by the person in charge; it holds in every conversation. 由负责人设定，在每次对话中都有效。"
STATE_OPEN = "<dialogue-state>"
STATE_CLOSE = "</dialogue-state>"

_TRIES = 6
_SEAM = "\n\n"


@dataclass(frozen=True, kw_only=True, slots=True)
class Recollection:
    """A memory that the message `entry` recalled; it stays in the prompt as long as that message does."""

    entry: str
    hit: Hit


@dataclass(frozen=True, kw_only=True, slots=True)
class WindowTrace:
    """What went into the last prompt and what did not.

    `parts` are the tokens of each part, together `tokens`, at most `budget`. `brief` are the ids of the recalled memories and
    turns that are in it, `dropped` those that are not, each with the reason. `left` are the entries that were folded into the
    summary since the prompt before, `shortened` those without their middle. `notes` say what could not take part.
    """

    budget: int
    tokens: int = 0
    parts: Mapping[str, int] = field(default_factory=dict)
    brief: tuple[str, ...] = ()
    dropped: tuple[tuple[str, str], ...] = ()
    left: tuple[str, ...] = ()
    shortened: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def lines(self) -> list[str]:
        """The trace for people."""
        told = [
            f"tokens   {self.tokens} of {self.budget}: {', '.join(f'{name} {n}' for name, n in self.parts.items())}"
        ]
        told += [f"brief    {item}" for item in self.brief]
        told += [f"dropped  {item}   {reason}" for item, reason in self.dropped]
        told += [f"folded   {item}" for item in self.left]
        told += [f"shortened {item}" for item in self.shortened]
        return [*told, *(f"note     {note}" for note in self.notes)]


@dataclass(frozen=True, kw_only=True, slots=True)
class Parts:
    """What a prompt is made of, beside the window. `permanent` are its lines by the ids of their memories, the most important
    first; `recalled` stand the latest first."""

    system: str = ""
    permanent: Mapping[str, str] = field(default_factory=dict)
    state: Dialogue = field(default_factory=Dialogue)
    recalled: tuple[Recollection, ...] = ()
    now: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Prompt:
    """Messages for a chat API, the window as it is from now on, and the trace."""

    messages: tuple[dict[str, Any], ...]
    window: Window
    trace: WindowTrace


@dataclass(frozen=True, kw_only=True, slots=True)
class _Head:
    """What stands before the messages, but for the summary: the blocks by name, the recalled ids in it, and what had no room."""

    blocks: Mapping[str, str]
    brief: tuple[str, ...]
    dropped: tuple[tuple[str, str], ...]

    def text(self, summary: str) -> str:
        blocks = {**self.blocks, "summary": summary_block(summary) if summary else ""}
        return _SEAM.join(blocks[name] for name in ORDER if blocks.get(name))


ORDER = ("system", "permanent", "summary", "state", "brief")
"""The blocks of the first message; what changes least comes first, so that a model's cache of the prompt lasts longest."""


def compose(
    parts: Parts,
    window: Window,
    budget: int,
    *,
    policy: WindowPolicy,
    count: TokenCounter,
    summarise: Summarise | None = None,
) -> Prompt:
    """A prompt of at most `budget` tokens. System instructions and the last message are always in it; they need
    `LEAST_ROOM` tokens between them."""
    before = _head(parts, window, budget, policy, count)
    room = budget - _first_cost(before.text(""), count)
    left: list[Message] = []
    shortened: list[Message] = []
    for _ in range(_TRIES):
        fitted = fit(window, room, policy=policy, count=count, summarise=summarise)
        window = fitted.window
        left += fitted.left
        shortened += fitted.shortened
        first = before.text(window.summary)
        rest = acceptable(window.messages, count)
        over = _first_cost(first, count) + sum(message.tokens for message in rest) - budget
        if over <= 0:
            break
        room -= over
    system = [{"role": "system", "content": first}] if first else []
    messages = (*system, *(message.chat() for message in rest))
    costs = {name: count(block) for name, block in before.blocks.items() if block}
    costs |= {"summary": summary_cost(window.summary, count), "window": sum(message.tokens for message in rest)}
    trace = WindowTrace(
        budget=budget,
        tokens=tokens_of(messages, count),
        parts={name: costs[name] for name in (*ORDER, "window") if costs.get(name)},
        brief=before.brief,
        dropped=before.dropped,
        left=entries_of(left),
        shortened=entries_of(shortened),
    )
    return Prompt(messages=messages, window=window, trace=trace)


def tokens_of(messages: Iterable[dict[str, Any]], count: TokenCounter) -> int:
    """What messages of a chat API cost."""
    return sum(cost(message, count) for message in messages)


def entries_of(messages: Iterable[Message]) -> tuple[str, ...]:
    """The journal entries of messages, each once."""
    return tuple(dict.fromkeys(message.entry for message in messages if message.entry is not None))


def permanent_lines(memories: Iterable[Memory]) -> dict[str, str]:
    """Permanent memory as lines by id: boundaries and role first; each says its space where there are several."""
    found = sorted(memories, key=lambda memory: KINDS.index(memory.kind))
    several = len({memory.space for memory in found}) > 1
    return {
        memory.id: f"- [{memory.kind}{f' · {harmless(str(memory.space))}' if several else ''}] {harmless(memory.text)}"
        for memory in found
    }


def told_already(hit: Hit, present: frozenset[str]) -> bool:
    """Whether the prompt has it anyhow: it is permanent, or rests on entries of the window alone."""
    rests = hit.memory.source.turns if hit.memory is not None else (hit.id,)
    return hit.layer is Layer.PERMANENT or (bool(rests) and present.issuperset(rests))


def recollected(known: Sequence[Recollection], hits: Iterable[Hit], entry: str) -> tuple[Recollection, ...]:
    """What is in mind after a message recalled these hits: the latest first, each once."""
    new = tuple(Recollection(entry=entry, hit=hit) for hit in hits)
    ids = {item.hit.id for item in new}
    return (*new, *(item for item in known if item.hit.id not in ids))


def refreshed(
    known: Iterable[Recollection], stored: Mapping[str, Memory], now: datetime
) -> tuple[tuple[Recollection, ...], tuple[str, ...]]:
    """What is in mind as it is stored now, each in the words of what took its place; and the ids of what no longer holds."""
    kept: dict[str, Recollection] = {}
    gone: list[str] = []
    for item in known:
        memory = stored.get(item.hit.id)
        while memory is not None and memory.superseded_by is not None:
            memory = stored.get(memory.superseded_by)
        if item.hit.memory is None:
            kept.setdefault(item.hit.id, item)
        elif memory is not None and memory.current(now):
            told = replace(
                item.hit, id=memory.id, kind=memory.kind, text=memory.text, at=memory.holds_from, memory=memory
            )
            kept.setdefault(memory.id, replace(item, hit=told))
        if item.hit.id not in kept:
            gone.append(item.hit.id)
    return tuple(kept.values()), tuple(gone)


def in_mind(known: Iterable[Recollection], window: Window) -> tuple[Recollection, ...]:
    """What messages that are still in the window recalled."""
    there = {message.entry for message in window.messages}
    return tuple(item for item in known if item.entry in there)


def _head(parts: Parts, window: Window, budget: int, policy: WindowPolicy, count: TokenCounter) -> _Head:
    rest = budget - _first_cost(parts.system, count)
    lines = list(parts.permanent.values())
    permanent, told = _block(
        [PERMANENT_OPEN, PERMANENT_NOTICE], lines, PERMANENT_CLOSE, int(PERMANENT_SHARE * rest), count
    )
    unsaid = list(parts.permanent)[told:]
    state = _state(parts.state, int(STATE_SHARE * rest), count)
    left = rest - count(_SEAM + permanent) - count(_SEAM + state)
    last = sum(message.tokens for message in units(window.messages)[-1]) if window.messages else 0
    most = int(policy.brief_share * budget)
    block, kept = _brief(
        [item.hit for item in parts.recalled], parts.now, min(most, max(left - last, left // 4)), count
    )
    ids = [item.hit.id for item in parts.recalled]
    return _Head(
        blocks={"system": parts.system, "permanent": permanent, "state": state, "brief": block},
        brief=tuple(ids[:kept]),
        dropped=(
            *((item, "no room for permanent memory") for item in unsaid),
            *((item, "no room in the brief") for item in ids[kept:]),
        ),
    )


def _first_cost(text: str, count: TokenCounter) -> int:
    return MESSAGE_TOKENS + count(text) if text else 0


def _state(state: Dialogue, room: int, count: TokenCounter) -> str:
    """The state as a block; where it has no room, what was done long ago goes first, then the oldest constraint."""
    while state:
        lines = [harmless(line) for line in state.lines()]
        block, told = _block([STATE_OPEN], lines, STATE_CLOSE, room, count)
        if told == len(lines):
            return block
        if state.done:
            state = replace(state, done=state.done[1:])
        elif state.constraints:
            state = replace(state, constraints=state.constraints[1:])
        else:
            return ""
    return ""


def _block(before: Sequence[str], lines: Sequence[str], after: str, room: int, count: TokenCounter) -> tuple[str, int]:
    """As many of the lines as have room, from the first on, and how many those are."""
    for kept in range(len(lines), 0, -1):
        block = "\n".join([*before, *lines[:kept], after])
        if count(_SEAM + block) <= room:
            return block, kept
    return "", 0


def _brief(hits: Sequence[Hit], now: datetime, room: int, count: TokenCounter) -> tuple[str, int]:
    """The brief inside the room, whatever counts the tokens, and how many of the hits it tells."""
    most = room
    while most > 0:
        block = brief(hits, now=now, max_tokens=most)
        spent = count(_SEAM + block)
        if spent <= room:
            return block, block.count("\n- [")
        most = min(most - 1, most * room // spent)
    return "", 0
