"""Spaces: what is in them, and whether all is as it should be."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from perdure.cli.answers import Calibrated, Checked, Counted, Reembedded, Spaces
from perdure.cli.render.answer import render
from perdure.cli.render.shape import counts, many, pairs, plain_table, size
from perdure.cli.visible import visible


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
