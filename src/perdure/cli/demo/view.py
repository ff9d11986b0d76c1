"""The demo as a terminal shows it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from perdure.cli.chart import spark
from perdure.cli.demo.acts import Asked, Heard, Remains
from perdure.cli.render.shape import size, slot_text
from perdure.domain.change import Added, Outcome, Queued, Reinforced, Rejected, Superseded
from perdure.domain.memory import Memory, Status

INDENT = (0, 0, 0, 2)


def opening(folder: Path) -> RenderableType:
    """What is about to happen."""
    return Text.assemble(
        ("Perdure", "bold"), "  two processes, one folder: ", (str(folder), "cyan"), no_wrap=True, overflow="ignore"
    )


def title(number: int, text: str, process: int) -> RenderableType:
    """The title of an act."""
    return Text.assemble(f"\n{number} ", (text, "bold"), (f"  (process {process})", "dim"))


def between(folder: Path) -> RenderableType:
    """What is left when the first process has ended."""
    files = sorted(path for path in folder.rglob("*.db") if path.parent != folder)
    sizes = ", ".join(f"{path.relative_to(folder).as_posix()} {size(path.stat().st_size)}" for path in files)
    return Text(f"\n  The process has ended. What is left: {sizes}", "dim")


def scene(heard: Iterable[Heard]) -> RenderableType:
    """A conversation: what was said, and what became of it."""
    lines = list(heard)
    first = lines[0].scene
    ago = "today" if first.days_ago == 0 else f"{first.days_ago} days ago"
    grid = Table.grid(padding=(0, 3, 0, 0))
    for item in lines:
        grid.add_row(Text(item.line.text), outcome(item.outcome))
    return Group(Text(f"\n  {ago}, {first.space}", "dim"), Padding(grid, INDENT))


def outcome(found: Outcome | None) -> Text:
    """What became of a line, in a few words."""
    match found:
        case None:
            return Text("journal", "dim")
        case Added(memory=memory):
            return Text.assemble(("added ", "green"), about(memory))
        case Reinforced(memory=memory):
            return Text.assemble(("reinforced ", "green"), about(memory))
        case Superseded(memory=memory, old=old):
            return Text.assemble(("supersedes ", "yellow"), f"{old.value} · {held(memory)}")
        case Queued():
            return Text("queued for review", "yellow")
        case Rejected(reason=reason):
            return Text(reason, "red")


def about(memory: Memory) -> str:
    """Its kind, and its slot where it has one."""
    return " · ".join(part for part in (memory.kind, held(memory)) if part)


def held(memory: Memory) -> str:
    """What its slot holds."""
    return "" if memory.slot is None else slot_text(memory.slot, memory.value)


def remains(found: Remains) -> RenderableType:
    """What the second process finds."""
    return Group(
        Text(),
        *(question(item) for item in found.asked),
        part("The block for a prompt", found.briefed.query),
        Padding(Text(found.briefed.recall.brief()), INDENT),
        part("Why", "what each signal said, and what was dropped"),
        Padding(Text("\n".join(found.asked[0].recall.trace.lines()), "dim", no_wrap=True, overflow="ellipsis"), INDENT),
        part("How strongly it is held", "today, and how it fades over a year"),
        Padding(strengths(found), INDENT),
        part("What the changed mind left", "nothing is lost, only out of recall"),
        Padding(replaced(found), INDENT),
    )


def part(name: str, note: str) -> RenderableType:
    """The title of a part of the second act."""
    return Text.assemble("\n  ", (name, "bold"), (f"  {note}", "dim"))


def question(asked: Asked) -> RenderableType:
    """A question and its hits."""
    answers: RenderableType = Text("nothing relevant, so nothing comes back", "dim")
    if asked.recall.hits:
        grid = Table.grid(padding=(0, 2, 0, 0))
        for hit in asked.recall.hits:
            grid.add_row(Text(f"{hit.score:.2f}", "green"), Text(hit.kind, "cyan"), Text(hit.text))
        answers = grid
    return Group(Text.assemble("  ", ("? ", "bold yellow"), asked.query), Padding(answers, (0, 0, 0, 4)))


def strengths(found: Remains) -> Table:
    """Every memory with its strength and curve."""
    top = max((item.strength for item in found.held), default=0.0)
    grid = Table.grid(padding=(0, 2, 0, 0))
    for item in found.held:
        days = item.half_life_days
        grid.add_row(
            Text(f"{item.strength:.2f}"),
            Text(spark((value for _, value in item.curve), top), "green"),
            Text("never fades" if days is None else f"half-life {days:g} d", "dim"),
            Text(item.memory.kind, "cyan"),
            Text(item.memory.text),
        )
    return grid


def replaced(found: Remains) -> RenderableType:
    """The old value beside the new one, and what the history says."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    for memory, changes in found.changed:
        style = "green" if memory.status is Status.ACTIVE else "yellow"
        until = "" if memory.holds_until is None else memory.holds_until.date()
        actions = ", ".join(change.action for change in changes)
        grid.add_row(
            Text(memory.status, style),
            Text(memory.text),
            Text(f"{memory.holds_from.date()} – {until}"),
            Text(actions, "dim"),
        )
    return grid


def next_steps(program: str, setting: str) -> RenderableType:
    """The commands to try next."""
    commands = (
        (f"{program} recall 座位 --explain", "ask, and see why"),
        (f"{program} list --all", "everything it holds"),
        (f"{program} recall 数据库 --space project/orders", "another space"),
        (f'{program} remember "我喜欢乌龙茶" --slot tea --value oolong', "tell it something"),
        (f"{program} capture conversations.json", "a ChatGPT export, or JSONL"),
    )
    grid = Table.grid(padding=(0, 3, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for command, note in commands:
        grid.add_row(Text(command), Text(note, "dim"))
    title = Text.assemble("\n3 ", ("Try next", "bold"), ("  with this demo's folder", "dim"))
    # a line of its own: a long path must not narrow the column of notes
    return Group(title, Padding(Text(setting, no_wrap=True, overflow="ignore"), INDENT), Padding(grid, INDENT))


def scenes(heard: Iterable[Heard]) -> Iterable[RenderableType]:
    """The story, a scene at a time."""
    for _, lines in groupby(heard, key=lambda item: item.scene):
        yield scene(lines)
