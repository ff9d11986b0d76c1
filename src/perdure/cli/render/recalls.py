"""What was recalled, why it was, and why something was not."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from perdure.cli.answers import Found, Missed
from perdure.cli.render.answer import render
from perdure.cli.render.shape import in_line, pairs, when
from perdure.cli.visible import visible
from perdure.domain.recall import Hit
from perdure.recall.brief import past


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
    """Why a hit is not the last word on its matter, and where it was found."""
    ends = [] if hit.memory is None else past(hit.memory, now)
    beside = {
        "earlier, {} is newer": hit.newer,
        "may be outdated by {}": None if hit.newer else hit.outdated,
        "{} holds over it for now": hit.covered,
        "a detail of {}": hit.via,
    }
    told = ["from the archive"] if hit.archived else []
    return [*told, *ends, *(label.format(other) for label, other in beside.items() if other)]


def references(hit: Hit) -> list[str]:
    """The caller's own ids of the turns it rests on; the store's are no help here."""
    stored = hit.memory.source.turns if hit.memory is not None else (hit.id,)
    return [ref for ref in hit.refs if ref not in stored]


@render.register(Missed)
def missed(answer: Missed) -> RenderableType:
    """The sentence, then the numbers behind it."""
    why = answer.why
    sentence = Text.assemble((why.id, "dim"), "  ", (why.stage or "found", "cyan"), "  ", visible(str(why)))
    numbers = {} if why.evidence is None else {"evidence for any answer to the question": f"{why.evidence:.3f}"}
    numbers |= {name: f"{share:+.2f}" for name, share in why.parts.items()}
    return Group(sentence, pairs(numbers)) if numbers else sentence
