"""What a conversion did with every field, as a table or in lines."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from perdure.cli.render.shape import counts, many, plain_table
from perdure.cli.visible import visible
from perdure.domain.loss import Fate, LossLine, LossReport

_STYLES = {Fate.MAPPED: "green", Fate.KEPT_RAW: "cyan", Fate.DROPPED: "yellow"}


def loss_table(report: LossReport) -> RenderableType:
    """One field a row, what is lost last, a row for each reason; that all went well, or that there is nothing to tell, is one line."""
    if not report.lines:
        return Text(f"{title(report)}: no field had a value", "dim")
    if all(itself(line) for line in report.lines):
        return Text(f"{title(report)}: each of {many(len(report.lines), 'field')} has its place", "dim")
    table = plain_table("field", "records", "fate")
    for lines in alike(report):
        count = Text(f"{max(line.count for line in lines):,}", justify="right")
        table.add_row(Text(named(lines)), count, fate(lines))
    return Group(Text(title(report), "bold"), table, Text(counts(totals(report)), "dim"))


def alike(report: LossReport) -> list[list[LossLine]]:
    """The lines in their order, those that were dropped for one reason together."""
    found: dict[tuple[str, ...], list[LossLine]] = {}
    for line in ordered(report):
        key = (line.reason,) if line.fate is Fate.DROPPED else (line.field, line.fate, line.to)
        found.setdefault(key, []).append(line)
    return list(found.values())


def named(lines: Sequence[LossLine]) -> str:
    """The field of a row, or how many it speaks of."""
    fields = dict.fromkeys(line.field for line in lines)
    return visible(next(iter(fields))) if len(fields) == 1 else f"{len(fields):,} fields"


def fate(lines: Sequence[LossLine]) -> Text:
    """What became of the fields of a row, by their names where it speaks of several."""
    text = Text(visible(told(lines[0])), _STYLES[lines[0].fate])
    fields = dict.fromkeys(line.field for line in lines)
    return text if len(fields) == 1 else text.append(f" ({visible(', '.join(fields))})", "dim")


def itself(line: LossLine) -> bool:
    """Whether a field is what it was, under its own name."""
    return line.fate is Fate.MAPPED and line.to in (line.field, line.field.rpartition(".")[2])


def loss_lines(report: LossReport) -> list[str]:
    """The same in lines of text: `field: fate (count)`."""
    return [f"{visible(line.field)}: {visible(told(line))} ({line.count:,})" for line in ordered(report)]


def told(line: LossLine) -> str:
    """What became of a field, in words."""
    match line.fate:
        case Fate.MAPPED:
            return f"mapped → {line.to}"
        case Fate.KEPT_RAW:
            return f"kept raw → {line.to}" if line.to else "kept raw"
        case Fate.DROPPED:
            return f"dropped: {line.reason}"


def title(report: LossReport) -> str:
    """From where to where."""
    return f"{visible(report.origin)} → {visible(report.target)}"


def ordered(report: LossReport) -> list[LossLine]:
    """The lines by their fate, then by field."""
    fates = list(Fate)
    return sorted(report.lines, key=lambda line: (fates.index(line.fate), line.field, line.to, line.reason))


def totals(report: LossReport) -> dict[str, int]:
    """How many fields of records met each fate."""
    return {
        fate.value.replace("_", " "): sum(line.count for line in report.lines if line.fate is fate) for fate in Fate
    }
