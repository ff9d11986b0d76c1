"""Answers for people: values in, Rich renderables out. Nothing here prints, and nothing here reads markup in a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import singledispatch
from typing import Any, assert_never

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from perdure.cli.answers import (
    Answer,
    Calibrated,
    Changed,
    Checked,
    Counted,
    Found,
    Imported,
    Listed,
    Missed,
    Reembedded,
    Remembered,
    Shown,
    Spaces,
    Told,
)
from perdure.cli.chart import bar
from perdure.domain.change import Added, Change, Outcome, Queued, Reinforced, Rejected, Superseded
from perdure.domain.memory import Memory, Slot, Status
from perdure.domain.recall import Hit
from perdure.recall.brief import past

BAR = 24
"""Columns of the bars of a curve."""

LONGEST = 200
"""Characters of a text that stands in a list."""

_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_BLANKS = re.compile(r"\s+")
_QUIET = ("version", "updated_at", "recorded_at", "created_at")
"""Fields that every change moves."""


@singledispatch
def render(answer: Answer) -> RenderableType:
    """What a terminal shows of an answer."""
    raise TypeError(f"{type(answer).__name__} is no answer")


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
    return Group(*(memory_line(answer.action, memory) for memory in answer.memories))


@render.register(Reembedded)
def reembedded(answer: Reembedded) -> RenderableType:
    """How many vectors were made."""
    return Text(f"{visible(answer.space)}: {many(answer.embedded, 'text')} embedded")


@render.register(Calibrated)
def calibrated(answer: Calibrated) -> RenderableType:
    """The cosines of pairs of sentences, and from where on they mean something."""
    table = Table("pairs", "least", "median", "most", box=None, title=visible(answer.embedder), title_justify="left")
    for language, background in answer.languages.items():
        for sort, told in background.ranges.items():
            table.add_row(f"{language} {sort}", f"{told.least:.3f}", f"{told.median:.3f}", f"{told.most:.3f}")
        table.add_row(f"{language} alike from", "", f"{background.like:.3f}", "")
        table.add_row(f"{language} the same from", "", f"{background.same:.3f}", "")
    return table


def outcome_line(outcome: Outcome) -> RenderableType:
    """What became of a statement; what it replaced stands under it."""
    match outcome:
        case Added(memory=memory):
            return memory_line("added", memory)
        case Reinforced(memory=memory):
            return memory_line("reinforced", memory)
        case Superseded(memory=memory, old=old):
            return Group(memory_line("added", memory), memory_line("superseded", old, style="yellow"))
        case Queued(memory=memory, review=review):
            return Group(
                memory_line("queued", memory, style="yellow"), Text(f"waits for a decision: {visible(review)}")
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


@render.register(Found)
def found(answer: Found) -> RenderableType:
    """The hits, best first, with the trace where it was asked for; or the brief alone."""
    recall = answer.recall
    if answer.brief:
        return Text(visible(recall.brief()))
    several = len(recall.trace.spaces) > 1
    parts: list[RenderableType] = [hits(recall.hits, several=several, now=recall.now)] if recall.hits else []
    if answer.explain:
        lines = [Text(visible(line), style="dim") for line in recall.trace.lines()]
        parts += [Text(), *lines] if parts else lines
    return Group(*parts)


def hits(items: Iterable[Hit], *, several: bool, now: datetime) -> Table:
    """One hit a row: score, kind, text, and under it where it comes from and why it is not the last word."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for hit in items:
        about = [when(hit.at), hit.id, *([str(hit.space)] if several else []), *references(hit)]
        text = Text.assemble(in_line(hit.text), "\n", (visible(" · ".join(about)), "dim"))
        text.append("".join(f" · {visible(label)}" for label in labels(hit, now)), "yellow")
        grid.add_row(Text(f"{hit.score:.2f}", "bold green"), Text(hit.kind, "cyan"), text)
    return grid


def labels(hit: Hit, now: datetime) -> list[str]:
    """Why a hit is not the last word on its matter."""
    told = [] if hit.memory is None else past(hit.memory, now)
    return told if hit.newer is None else [*told, f"earlier, {hit.newer} is newer"]


def references(hit: Hit) -> list[str]:
    """The caller's own ids of the turns it rests on; the store's are no help here."""
    stored = hit.memory.source.turns if hit.memory is not None else (hit.id,)
    return [ref for ref in hit.refs if ref not in stored]


@render.register(Missed)
def missed(answer: Missed) -> RenderableType:
    """The sentence, then the numbers behind it."""
    why = answer.why
    sentence = Text.assemble((why.id, "dim"), "  ", (why.stage or "found", "cyan"), "  ", visible(str(why)))
    numbers = {} if why.evidence is None else {"evidence": f"{why.evidence:.2f} × what is needed"}
    numbers |= {name: f"{share:+.2f}" for name, share in why.parts.items()}
    return Group(sentence, pairs(numbers)) if numbers else sentence


@render.register(Listed)
def listed(answer: Listed) -> RenderableType:
    """One memory a row; what is beyond this page is said below."""
    table = plain_table("id", "kind", "strength", "text")
    for memory in answer.page:
        text = in_line(memory.text)
        text.append(about(memory), "dim")
        strength = Text(f"{answer.strengths[memory.id]:.2f}", justify="right")
        table.add_row(Text(memory.id, "dim"), Text(memory.kind, "cyan"), strength, text)
    if answer.page.next is None:
        return table
    rest = f"{len(answer.page)} of {answer.page.total}; the next ones: --cursor {answer.page.next}"
    return Group(table, Text(rest, "dim"))


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
    return Group(*parts, Text(), heading("History"), history(known.history))


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


@render.register(Spaces)
def spaces(answer: Spaces) -> RenderableType:
    """One space a row."""
    table = plain_table("space", "memories", "entries", "size")
    for space in answer.spaces:
        numbers = (f"{space.memories:,}", f"{space.entries:,}", size(space.bytes))
        table.add_row(Text(visible(str(space.name)), "cyan"), *(Text(number, justify="right") for number in numbers))
    problems = [Text(f"note: {visible(space.problem)}", "yellow") for space in answer.spaces if space.problem]
    return Group(table, *problems)


@render.register(Counted)
def counted(answer: Counted) -> RenderableType:
    """How much a space holds, then what is not as it should be."""
    stats = answer.stats
    facts = {
        "space": str(stats.space),
        "memories": counts(stats.memories),
        "kinds": counts(stats.kinds),
        "entries": f"{stats.entries:,} in {many(stats.sessions, 'session')}",
        "passages": f"{stats.passages:,}" + (f", {stats.pending:,} without a vector" if stats.pending else ""),
        "embedder": stats.embedder or "none",
        "vectors": counts(stats.vectors) if stats.vectors else stats.stored_embedder or "none",
        "size": size(stats.bytes),
        "writable": "yes" if stats.writable else "no",
    }
    return Group(pairs(facts), *(Text(f"note: {visible(note)}", "yellow") for note in stats.notes))


@render.register(Checked)
def checked(answer: Checked) -> RenderableType:
    """One finding a row."""
    table = plain_table("space", "check", "", "detail")
    for finding in answer.findings:
        verdict = (
            Text("repaired", "yellow")
            if finding.repaired
            else Text("ok", "green")
            if finding.ok
            else Text("wrong", "bold red")
        )
        table.add_row(Text(visible(finding.space), "cyan"), Text(finding.check), verdict, Text(visible(finding.detail)))
    return table


@render.register(Imported)
def imported(answer: Imported) -> RenderableType:
    """What each file gave, and every line that could not be read."""
    parts: list[RenderableType] = []
    for path, report in answer.reports.items():
        gave = f"{many(report.conversations, 'conversation')}, {many(report.added, 'turn')} added, {report.repeated:,} known"
        parts.append(Text.assemble((visible(path), "cyan"), f" ({report.format}): {gave}"))
        parts += [
            Text(f"  {visible(skip.where)}: {visible(skip.reason)} [{skip.code}]", "yellow") for skip in report.skips
        ]
    return Group(*parts)


def plain_table(*headers: str) -> Table:
    """A table with a header and no lines."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for header in headers:
        last = header == headers[-1]
        table.add_column(header, no_wrap=not last, overflow="fold")
    return table


def pairs(values: Mapping[str, str]) -> Table:
    """Names and values under each other."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for name, text in values.items():
        grid.add_row(Text(name, "dim"), Text(visible(text)))
    return grid


def heading(title: str) -> Text:
    """The title of a part."""
    return Text(title, "bold")


def in_line(text: str) -> Text:
    """A text on one line, its end left out where it is long."""
    line = _BLANKS.sub(" ", visible(text)).strip()
    return Text(line if len(line) <= LONGEST else line[:LONGEST].rstrip() + " …")


def visible(text: str) -> str:
    """Text that cannot move the cursor, change a colour or turn the direction of writing."""
    return _UNSEEN.sub("\ufffd", text)


def when(at: datetime) -> str:
    """A time with its offset."""
    return at.isoformat(sep=" ", timespec="minutes")


def slot_text(slot: Slot, held: str | None) -> str:
    """A slot and what it holds."""
    name = slot.attribute if slot.subject == Slot.OWNER else f"{slot.subject}.{slot.attribute}"
    return name if held is None else f"{name} = {held}"


def value(found: Any) -> str:
    """A value of the history."""
    return "–" if found is None else str(found)


def counts(found: Mapping[str, int]) -> str:
    """Numbers by name, the zeros left out."""
    return "  ".join(f"{name} {number:,}" for name, number in found.items() if number) or "none"


def many(number: int, noun: str) -> str:
    """A number of things."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def size(number: int) -> str:
    """Bytes for people."""
    if number < 1024:
        return f"{number} B"
    return f"{number / 1024:,.0f} kB" if number < 1024**2 else f"{number / 1024**2:,.1f} MB"
