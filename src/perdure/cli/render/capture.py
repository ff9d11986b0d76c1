"""What conversations gave, and the journal they are kept in."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.text import Text

from perdure.cli.answers import Captured, Distillate, Journal, Sessions
from perdure.cli.render.answer import render
from perdure.cli.render.shape import in_line, many, plain_table, rest, when
from perdure.cli.visible import visible
from perdure.domain.change import Added, Distilled, Outcome, Queued, Reinforced, Rejected, Superseded
from perdure.domain.memory import Memory


@render.register(Captured)
def captured(answer: Captured) -> RenderableType:
    """What became of what was told; the files were shown as they were read."""
    return statements(answer.distilled)


@render.register(Distillate)
def distilled(answer: Distillate) -> RenderableType:
    """What became of what was told."""
    return statements(answer.distilled)


def statements(found: Distilled) -> RenderableType:
    """One statement a row, what it replaced under it; then how many turns that took."""
    turns = f"{many(found.entries, 'turn')} distilled"
    waiting = f"; {many(found.waiting, 'statement')} may be kept when said again" if found.waiting else ""
    counted = Text(turns + waiting, "dim")
    if not found.outcomes:
        return counted
    table = plain_table("became", "id", "kind", "statement")
    for outcome in found:
        for became, style, memory, told in rows(outcome):
            text = in_line(told) if memory is None else in_line(memory.text).append(told, "dim")
            table.add_row(
                Text(became, style),
                Text("" if memory is None else memory.id, "dim"),
                Text("" if memory is None else memory.kind, "cyan"),
                text,
            )
    return Group(table, counted)


def rows(outcome: Outcome) -> Iterable[tuple[str, str, Memory | None, str]]:
    """What became, its colour, of which memory, and a remark: one line for the statement, one for each it replaced."""
    match outcome:
        case Added(memory=memory):
            return [("added", "green", memory, "")]
        case Reinforced(memory=memory):
            return [("reinforced", "green", memory, "")]
        case Superseded(memory=memory, old=old, others=others):
            gone = [("superseded", "yellow", each, f"  [by {memory.id}]") for each in (old, *others)]
            return [("added", "green", memory, ""), *gone]
        case Queued(memory=memory, review=review):
            return [("queued", "yellow", memory, f"  [perdure review show {visible(review)}]")]
        case Rejected(reason=reason):
            return [("rejected", "red", None, reason)]


@render.register(Journal)
def journal(answer: Journal) -> RenderableType:
    """One entry a row; what is beyond this page is said below."""
    table = plain_table("at", "id", "session", "speaker", "text")
    for entry in answer.page:
        session = visible(entry.session or "–")
        speaker = Text(visible(entry.speaker), "cyan")
        table.add_row(Text(when(entry.at), "dim"), Text(entry.id, "dim"), session, speaker, in_line(entry.text))
    return rest(table, answer.page)


@render.register(Sessions)
def sessions(answer: Sessions) -> RenderableType:
    """One conversation a row."""
    table = plain_table("session", "entries", "first", "last", "speakers")
    for session in answer.sessions:
        table.add_row(
            Text(visible(session.id), "cyan"),
            Text(f"{session.entries:,}", justify="right"),
            when(session.first_at),
            when(session.last_at),
            Text(visible(", ".join(session.speakers))),
        )
    return table
