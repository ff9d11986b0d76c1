"""What was done behind the scenes, and what waits to be."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from perdure.cli.answers import Jobs, Tended
from perdure.cli.render.answer import render
from perdure.cli.render.shape import heading, in_line, many, plain_table, when
from perdure.cli.visible import visible
from perdure.domain.job import Job, JobState
from perdure.domain.upkeep import UpkeepReport, UpkeepStep

_STYLES = {JobState.WAITING: "yellow", JobState.RUNNING: "green", JobState.DEAD: "red"}


@render.register(Tended)
def tended(answer: Tended) -> RenderableType:
    """The steps of each space that had any, then their number."""
    parts: list[RenderableType] = []
    for report in answer.reports:
        if report.steps:
            parts += [*([Text()] if parts else []), heading(visible(str(report.space))), steps(report)]
    number = sum(len(report) for report in answer.reports)
    if number:
        parts.append(
            Text(many(number, "step") + (" to be done; nothing was changed" if answer.dry_run else " done"), "dim")
        )
    return Group(*parts)


def steps(report: UpkeepReport) -> Table:
    """One step a row: by which strategy, what is done to what, and why."""
    table = plain_table("strategy", "would be" if report.dry_run else "was", "what", "why")
    for step in report:
        table.add_row(Text(step.strategy, "cyan"), step.action, what(step), Text(visible(step.reason)))
    return table


def what(step: UpkeepStep) -> Text:
    """The memory or session that a step is about, in its words where it has any."""
    return Text.assemble((visible(step.target), "dim"), "  " if step.text and step.target else "", in_line(step.text))


@render.register(Jobs)
def jobs(answer: Jobs) -> RenderableType:
    """One job a row; what failed says why."""
    table = plain_table("id", "state", "work", "of", "due", "starts", "error")
    for job in answer.jobs:
        table.add_row(Text(job.id, "dim"), Text(job.state, _STYLES[job.state]), *about(job))
    return table


def about(job: Job) -> tuple[Text, ...]:
    """What a job does, when it is due, how often it was started, and what went wrong."""
    return (
        Text(visible(job.name), "cyan"),
        Text(visible(job.key) or "–"),
        Text(when(job.due_at), "dim"),
        Text(str(job.attempts), justify="right"),
        in_line(job.error),
    )
