"""Memories: what became of a statement, a list of them, one in full."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from perdure.cli.answers import Changed, Listed, Remembered, Shown, Told
from perdure.cli.chart import bar
from perdure.cli.render.answer import render
from perdure.cli.render.shape import heading, in_line, many, pairs, plain_table, rest, slot_text, value, when
from perdure.cli.visible import visible
from perdure.domain.change import Added, Change, Outcome, Queued, Reinforced, Rejected, Superseded
from perdure.domain.journal import Entry
from perdure.domain.link import Link, Relation
from perdure.domain.memory import Memory, Status
from perdure.domain.recall import RecallRecord

BAR = 24
"""Columns of the bars of a curve."""

RECALLS = 10
"""Recalls of a memory that are shown."""

_RELATIONS = {
    Relation.OUTDATED: ("may be outdated by {}", "may have made {} outdated"),
    Relation.COVERED: ("stands back for a while behind {}", "holds over {} for a while"),
    Relation.REFINED: ("is said more exactly by {}", "says more exactly {}"),
    Relation.REPEATED: ("is said in other words by {}", "says in other words {}"),
    Relation.SUMMARISED: ("is a detail of {}", "has as a detail {}"),
}
"""From the side of the memory, and from that of the other."""

_QUIET = ("version", "updated_at", "recorded_at", "created_at")
"""Fields that every change moves."""


@render.register(Remembered)
def remembered(answer: Remembered) -> RenderableType:
    """What became of a statement."""
    return outcome_line(answer.outcome)


@render.register(Told)
def told(answer: Told) -> RenderableType:
    """The changes of a memory."""
    return history(answer.changes)


@render.register(Changed)
def changed(answer: Changed) -> RenderableType:
    """What was done, to which memories."""
    lines = [memory_line(answer.action, memory) for memory in answer.memories]
    waits = any(memory.status is Status.REVIEW for memory in answer.memories)
    return Group(*lines, *([Text("waits for a decision: perdure review", "yellow")] if waits else []))


def outcome_line(outcome: Outcome) -> RenderableType:
    """What became of a statement; what it replaced stands under it."""
    match outcome:
        case Added(memory=memory):
            return memory_line("added", memory)
        case Reinforced(memory=memory):
            return memory_line("reinforced", memory)
        case Superseded(memory=memory, old=old, others=others):
            gone = [memory_line("superseded", each, style="yellow") for each in (old, *others)]
            return Group(memory_line("added", memory), *gone)
        case Queued(memory=memory, review=review):
            return Group(
                memory_line("queued", memory, style="yellow"),
                Text(f"waits for a decision: perdure review show {visible(review)}"),
            )
        case Rejected(reason=reason):
            return Text.assemble(("rejected", "red"), f"  {visible(reason)}")
        case _:
            assert_never(outcome)


def memory_line(action: str, memory: Memory, *, style: str = "green") -> Text:
    """What happened, to which memory."""
    return Text.assemble(
        (f"{action:10}", style), "  ", (memory.id, "dim"), "  ", (memory.kind, "cyan"), "  ", in_line(memory.text)
    )


@render.register(Listed)
def listed(answer: Listed) -> RenderableType:
    """One memory a row; what is beyond this page is said below."""
    table = plain_table("id", "kind", "strength", "text")
    for memory in answer.page:
        text = in_line(memory.text)
        text.append(about(memory), "dim")
        strength = Text(f"{answer.strengths[memory.id]:.2f}", justify="right")
        table.add_row(Text(memory.id, "dim"), Text(memory.kind, "cyan"), strength, text)
    return rest(table, answer.page)


def about(memory: Memory) -> str:
    """What a list says of a memory beside its text."""
    parts = []
    if memory.slot is not None:
        parts.append(slot_text(memory.slot, memory.value))
    if memory.superseded_by is not None and memory.status is Status.SUPERSEDED:
        parts.append(f"superseded by {memory.superseded_by}")
    elif memory.status is not Status.ACTIVE:
        parts.append(str(memory.status))
    if memory.expires_at is not None:
        parts.append(f"expires {when(memory.expires_at)}")
    parts += [f"#{tag}" for tag in memory.tags]
    return f"  [{visible(' · '.join(parts))}]" if parts else ""


@render.register(Shown)
def shown(answer: Shown) -> RenderableType:
    """A memory, how strongly it is held, what it rests on and what changed it."""
    known = answer.explanation
    parts: list[RenderableType] = [
        Text(visible(known.memory.text), "bold"),
        Text(),
        pairs(fields(known.memory)),
        Text(),
        heading("Strength"),
        strength(known.strength, known.weight, known.decay, known.half_life_days),
        curve(known.curve),
    ]
    if known.entries:
        parts += [Text(), heading("Rests on")]
        parts += [
            Text.assemble((when(entry.at), "dim"), "  ", (visible(entry.speaker), "cyan"), "  ", in_line(entry.text))
            for entry in known.entries
        ]
    if known.links:
        parts += [Text(), heading("Beside it"), *(Text(related(link, known.memory.id)) for link in known.links)]
    if known.recalls:
        parts += [Text(), heading("Recalled for"), recalls(known.recalls, answer.answers)]
    return Group(*parts, Text(), heading("History"), history(known.history))


def related(link: Link, mine: str) -> str:
    """How a memory and another stand to each other, from its own side."""
    theirs, ours = _RELATIONS[link.relation]
    return theirs.format(visible(link.other)) if link.memory == mine else ours.format(visible(link.memory))


def recalls(records: Sequence[RecallRecord], answers: Mapping[str, Entry]) -> RenderableType:
    """The last recalls that returned a memory, the newest first, with the answer that each led to where it is known."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for record in records[:RECALLS]:
        asked = in_line(record.query) if record.query else Text("(its words are kept in another space)", "dim")
        if record.session is not None:
            asked.append(f"  [in {visible(record.session)}]", "dim")
        if record.answer is not None:
            answer = answers.get(record.answer)
            asked.append("\n→ ", "green").append(in_line(record.answer if answer is None else answer.text))
        grid.add_row(Text(when(record.at), "dim"), asked)
    if len(records) <= RECALLS:
        return grid
    return Group(grid, Text(f"and {len(records) - RECALLS} earlier", "dim"))


def fields(memory: Memory) -> dict[str, str]:
    """The fields of a memory that say something."""
    source = memory.source
    said = [
        str(source.origin),
        source.speaker,
        source.tool and f"by {source.tool}",
        source.session and f"in {source.session}",
    ]
    accessed = (
        f"{many(memory.access_count, 'time')}, last {when(memory.last_accessed_at)}"
        if memory.last_accessed_at
        else "never"
    )
    return {
        "id": memory.id,
        "space": str(memory.space),
        "kind": memory.kind,
        "status": f"superseded by {memory.superseded_by}" if memory.superseded_by else str(memory.status),
        **({"slot": slot_text(memory.slot, memory.value)} if memory.slot is not None else {}),
        "importance": f"{memory.importance:.2f}, confidence {memory.confidence:.2f}",
        "recalled": accessed,
        "said": when(memory.created_at),
        "confirmed": when(memory.updated_at),
        "recorded": when(memory.recorded_at),
        "holds": f"from {when(memory.holds_from)}"
        + (f" until {when(memory.holds_until)}" if memory.holds_until else ""),
        **({"expires": when(memory.expires_at)} if memory.expires_at else {}),
        "source": " · ".join(dict.fromkeys(part for part in said if part)),
        "made by": source.maker or "the caller",
        **({"tags": " ".join(f"#{tag}" for tag in memory.tags)} if memory.tags else {}),
        "version": str(memory.version),
    }


def strength(value: float, weight: float, decay: float, half_life: float | None) -> Text:
    """The rule with its numbers."""
    fades = "never fades" if half_life is None else f"half-life {half_life:g} days"
    return Text.assemble((f"{value:.2f}", "bold"), f" = weight {weight:.2f} × decay {decay:.2f}  ({fades})")


def curve(points: Iterable[tuple[int, float]]) -> Table:
    """What is left of a strength, in days from now."""
    known = list(points)
    top = max((left for _, left in known), default=0.0)
    grid = Table.grid(padding=(0, 2, 0, 0))
    for column in ("days", "strength"):
        grid.add_column(column, justify="right", no_wrap=True)
    for days, left in known:
        ahead = "now" if days == 0 else f"{days} d"
        grid.add_row(Text(ahead, "dim"), f"{left:.2f}", Text(bar(left / top if top else 0.0, BAR), "green"))
    return grid


def history(changes: Iterable[Change]) -> Table:
    """One change a row: when, what, by whom, and which values moved."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    for column in ("when", "what", "who"):
        grid.add_column(column, no_wrap=True)
    grid.add_column(overflow="fold")
    for change in changes:
        moved = [
            f"{name}: {value(change.before[name])} → {value(change.after.get(name))}"
            for name in change.before
            if name not in _QUIET
        ]
        reasons = [change.reason] if change.reason else []
        grid.add_row(
            Text(when(change.at), "dim"),
            Text(visible(change.action), "cyan"),
            Text(visible(change.actor), "dim"),
            Text(visible("; ".join([*reasons, *moved]))),
        )
    return grid
