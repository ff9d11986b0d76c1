"""What a file from elsewhere holds, what would become of it, and what did."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from perdure.cli.answers import Discarded, Imported, Looked, Opened, Staged, StagedImports, Units
from perdure.cli.render.answer import render
from perdure.cli.render.loss import loss_table
from perdure.cli.render.shape import counts, in_line, many, plain_table, rest, when
from perdure.cli.visible import visible
from perdure.domain.staging import Decision, ImportReport, Owner, Skip, Sort, StagedItem, Verdict

SKIPS = 20
"""Skips that are shown one by one."""

OWNERS = 20
"""Owners that are shown one by one."""

_STYLES = {
    Verdict.NEW: "green",
    Verdict.KNOWN: "dim",
    Verdict.REPEATS: "cyan",
    Verdict.SUPERSEDES: "yellow",
    Verdict.SUPERSEDED: "dim",
    Verdict.CONFLICT: "bold yellow",
    Verdict.DIFFERS: "yellow",
    Verdict.REFUSED: "red",
}
_AGAINST = {
    Verdict.DIFFERS: "is here as",
    Verdict.REPEATS: "says what is known",
    Verdict.SUPERSEDES: "takes the place of",
    Verdict.SUPERSEDED: "gave way to",
    Verdict.CONFLICT: "stands against",
}


@render.register(Staged)
def staged(answer: Staged) -> RenderableType:
    """What was found, whose it is and where it goes, what would become of it, what is lost on the way."""
    if answer.brief:
        return Group(*(line for item in answer.items for line in item_lines(item)))
    found = answer.staged
    name, known_as = answer.path or found.path, "" if answer.passing else f"  {found.id}"
    parts: list[RenderableType] = [
        Text.assemble((visible(name), "cyan"), f": {visible(found.title)} ({found.format})", (known_as, "dim")),
        Text(f"  {holds(found.conversations, found.turns, found.memories)}"),
        *owner_lines(found.owners),
    ]
    if found.verdicts:
        parts.append(Text(f"  {counts({str(verdict): number for verdict, number in found.verdicts.items()})}"))
    if found.masked:
        parts.append(Text(f"  secrets were taken out of {many(found.masked, 'item')}", "yellow"))
    parts += [line for item in answer.items for line in item_lines(item)]
    if answer.more:
        way = "" if answer.passing else f": perdure staged show {found.id}"
        parts.append(Text(f"  … and {answer.more:,} more{way}", "dim"))
    parts += skip_lines(found.skips)
    if found.loss is not None and found.loss.lines:
        parts.append(loss_table(found.loss))
    return Group(*parts)


@render.register(StagedImports)
def staged_imports(answer: StagedImports) -> RenderableType:
    """One import a row."""
    table = plain_table("id", "state", "read", "format", "holds", "file")
    for found in answer.imports:
        style = "yellow" if found.state != "applied" else "dim"
        table.add_row(
            Text(found.id, "dim"),
            Text(found.state, style),
            when(found.at),
            found.format,
            holds(found.conversations, found.turns, found.memories),
            Text(visible(found.path), "cyan"),
        )
    return table


@render.register(Units)
def units(answer: Units) -> RenderableType:
    """One item a row, what it is held against under it."""
    table = plain_table("n", "verdict", "decision", "space", "kind", "what")
    for item in answer.page:
        shown = in_line(item.text if item.edited is None else item.edited)
        if item.sort is Sort.CONVERSATION:
            shown.append(f"  [{many(item.turns, 'turn')}, {item.known:,} known]", "dim")
        if item.masked:
            shown.append("  [secrets taken out]", "yellow")
        table.add_row(*_heads(item), visible(str(item.space)), Text(item.kind or item.sort, "cyan"), shown)
        told = against(item)
        if told is not None:
            table.add_row("", "", "", "", "", told)
    return rest(table, answer.page)


@render.register(Looked)
def looked(answer: Looked) -> RenderableType:
    """Both sides of one item."""
    return Group(Text(), *item_lines(answer.item))


@render.register(Opened)
def opened(answer: Opened) -> RenderableType:
    """An item with every word of it, and what it is held against; of a conversation its turns."""
    item = answer.item
    about = Text.assemble(*_joined(_heads(item)), (item.kind or item.sort, "cyan"), f"  {visible(str(item.space))}")
    if item.owner is not None:
        about.append(f"  of {visible(item.owner)}", "dim")
    if item.at is not None:
        about.append(f"  {when(item.at)}", "dim")
    parts: list[RenderableType] = [about, Text(visible(item.text))]
    if item.edited is not None:
        parts.append(Text(f"instead: {visible(item.edited)}"))
    told = against(item, whole=True)
    if told is not None:
        parts.append(told)
    if answer.turns.items:
        parts.append(_turns(answer))
    return Group(*parts)


def _turns(answer: Opened) -> RenderableType:
    table = plain_table("at", "speaker", "text")
    for turn in answer.turns:
        words = in_line(turn.text) if answer.brief else Text(visible(turn.text))
        at = "–" if turn.at is None else when(turn.at)
        table.add_row(Text(at, "dim"), Text(visible(turn.speaker), "cyan"), words)
    return rest(table, answer.turns)


@render.register(Discarded)
def discarded(answer: Discarded) -> RenderableType:
    """Whether it is gone."""
    return Text(
        f"{visible(answer.id)} is discarded" if answer.discarded else f"there is no import {visible(answer.id)}"
    )


@render.register(Imported)
def imported(answer: Imported) -> RenderableType:
    """What each file gave, and every line that could not be read."""
    parts: list[RenderableType] = []
    for path, report in answer.reports.items():
        parts.append(Text.assemble((visible(path), "cyan"), f" ({report.format}): {gave(report)}"))
        parts += skip_lines(report.skips)
    return Group(*parts)


def gave(report: ImportReport) -> str:
    """What came of a file, in words."""
    told = [
        f"{many(report.conversations, 'conversation')}, {many(report.added, 'turn')} added, {report.repeated:,} known"
    ]
    if report.memories:
        told.append(f"memories: {counts({str(verdict): number for verdict, number in report.memories.items()})}")
    if report.left_out:
        told.append(f"{many(report.left_out, 'item')} left out")
    return "; ".join(told)


def holds(conversations: int, turns: int, memories: int) -> str:
    """How much there is."""
    told = []
    if conversations:
        told.append(f"{many(conversations, 'conversation')} of {many(turns, 'turn')}")
    if memories:
        told.append(f"{memories:,} memory" if memories == 1 else f"{memories:,} memories")
    return ", ".join(told) or "nothing that can be kept"


def owner_lines(owners: Sequence[Owner]) -> Iterable[Text]:
    """Whose it is, and where it goes."""
    for owner in owners[:OWNERS]:
        name = "no owner named" if owner.name is None else visible(owner.name)
        yield Text.assemble(
            f"  {name} → ",
            (visible(str(owner.space)), "cyan"),
            (f"  {holds(owner.conversations, owner.turns, owner.memories)}", "dim"),
        )
    if len(owners) > OWNERS:
        yield Text(f"  … and {len(owners) - OWNERS:,} more owners", "dim")


def item_lines(item: StagedItem) -> Iterable[Text]:
    """An item, and under it what it is held against."""
    text = in_line(item.text if item.edited is None else item.edited)
    yield Text.assemble(f"  {item.number}  ", *_joined(_heads(item)[1:]), text)
    told = against(item)
    if told is not None:
        yield Text("       ").append_text(told)


def against(item: StagedItem, *, whole: bool = False) -> Text | None:
    """What it is held against, or why it is refused."""
    if item.against is not None:
        words = Text(visible(item.against)) if whole else in_line(item.against)
        return Text(f"{_AGAINST.get(item.verdict, 'beside')}: ", "dim").append_text(words)
    return Text(visible(item.reason), "dim") if item.reason else None


def skip_lines(skips: Sequence[Skip]) -> list[Text]:
    """What was left out and why, as much of it as anybody reads."""
    shown = [Text(f"  {visible(skip.where)}: {visible(skip.reason)} [{skip.code}]", "yellow") for skip in skips[:SKIPS]]
    if len(skips) > SKIPS:
        shown.append(Text(f"  … and {len(skips) - SKIPS:,} more left out", "yellow"))
    return shown


def _heads(item: StagedItem) -> tuple[Text, Text, Text]:
    """Its number, its verdict, and what was decided where that is not to keep it."""
    decided = Text("", "dim") if item.decision is Decision.KEEP else Text(item.decision, "bold")
    return Text(f"{item.number}", "dim", justify="right"), Text(item.verdict, _STYLES[item.verdict]), decided


def _joined(texts: Sequence[Text]) -> Iterable[Text | str]:
    for text in texts:
        if text.plain:
            yield text
            yield "  "
