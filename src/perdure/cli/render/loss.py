"""What a conversion did with every field, as a table or in lines."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from perdure.cli.render.shape import counts, plain_table, visible
from perdure.domain.loss import Fate, LossLine, LossReport

_STYLES = {Fate.MAPPED: "green", Fate.KEPT_RAW: "cyan", Fate.DROPPED: "yellow"}


def loss_table(report: LossReport) -> RenderableType:
    """One field a row, what is lost last and its reason in full; nothing to tell is said too."""
    if not report.lines:
        return Text(f"{title(report)}: no field had a value", "dim")
    table = plain_table("field", "records", "fate")
    for line in ordered(report):
        count = Text(f"{line.count:,}", justify="right")
        table.add_row(Text(visible(line.field)), count, Text(visible(told(line)), _STYLES[line.fate]))
    return Group(Text(title(report), "bold"), table, Text(counts(totals(report)), "dim"))


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
