"""What was exported, and what can be."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from perdure.cli.answers import Exported, FormatLine, Formats
from perdure.cli.render.answer import render
from perdure.cli.render.loss import loss_table
from perdure.cli.render.shape import counts, heading, plain_table, size
from perdure.cli.visible import visible
from perdure.domain.export import ExportReport
from perdure.domain.loss import Fate


@render.register(Exported)
def exported(answer: Exported) -> RenderableType:
    """Where each space went, what of it, and what did not fit."""
    return Group(*(part for report in answer.reports for part in _exported(report)))


def _exported(report: ExportReport) -> list[RenderableType]:
    head = Text.assemble(
        (visible(str(report.space)), "bold"),
        f"  {report.format}  {size(report.bytes)}  ",
        (visible(report.path), "cyan"),
    )
    parts: list[RenderableType] = [head, Text(counts(report.counts), "dim")]
    parts += [Text(f"let go: {visible(path)}", "dim") for path in report.removed]
    loss = report.loss
    if loss is not None and any(line.fate is not Fate.MAPPED for line in loss):
        parts.append(loss_table(loss))
    return parts


@render.register(Formats)
def formats(answer: Formats) -> RenderableType:
    """Two tables: in, and out."""
    return Group(heading("import"), _table(answer.imports), Text(), heading("export"), _table(answer.exports))


def _table(lines: Sequence[FormatLine]) -> RenderableType:
    table = plain_table("name", "what")
    for line in lines:
        table.add_row(Text(line.name, "cyan"), line.title)
    return table
