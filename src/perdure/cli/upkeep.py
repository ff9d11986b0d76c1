"""Looking after spaces: `perdure upkeep`, `perdure jobs`."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import typer

from perdure.cli import options
from perdure.cli.answers import Jobs, Tended
from perdure.cli.groups import group
from perdure.cli.inputs import moment
from perdure.cli.opening import home_of, opened, opened_space, space_of
from perdure.cli.output import progress, say, show
from perdure.cli.several import each
from perdure.errors import StoreError, UpkeepRunning

if TYPE_CHECKING:
    from perdure.app import Space
    from perdure.domain.upkeep import UpkeepReport


def upkeep(
    *,
    dry_run: options.DryRun = False,
    strategy: options.Strategies = None,
    now: options.Now = None,
    home: options.Home = None,
    space: options.EverySpace = None,
    as_json: options.Json = False,
) -> None:
    """Look after every space of the folder, or those named: do the work that waits, then expire, archive, summarise, promote.

    It may be stopped and run again at any time.
    """
    at = moment(now, "--now")
    with opened(home, embedder=not dry_run) as memory:
        names = space or [str(found.name) for found in memory.spaces()]

        def tend(name: str) -> UpkeepReport | None:
            return tended(memory.space(name), dry_run=dry_run, strategies=strategy or None, now=at)

        done, failures = each(names, tend, bearing=StoreError, as_json=as_json)
    reports = [report for report in done.values() if report is not None]
    running = [name for name, report in done.items() if report is None]
    if not as_json:
        remark(reports, running, home_of(home))
    show(Tended(dry_run=dry_run, reports=reports, running=running, failures=failures), as_json=as_json)
    if failures:
        raise typer.Exit(1)


def tended(mine: Space, *, dry_run: bool, strategies: list[str] | None, now: datetime | None) -> UpkeepReport | None:
    """What was done to a space; None where another runner looks after it."""
    try:
        with progress(f"Looking after {mine.name}") as bar:
            return mine.upkeep(dry_run=dry_run, strategies=strategies, now=now, progress=bar)
    except UpkeepRunning:
        return None


def remark(reports: list[UpkeepReport], running: list[str], home: str) -> None:
    """What people should know beside the steps."""
    for name in running:
        say(f"{name}: another runner looks after it at the moment")
    for report in reports:
        for note in report.notes:
            say(f"note: {report.space}: {note}")
        if not report.steps and not report.notes:
            say(f"{report.space}: nothing to do")
    if not reports and not running:
        say(f"no spaces in {home}")


def list_(*, home: options.Home = None, space: options.Space = None, as_json: options.Json = False) -> None:
    """The work that waits, runs, or failed too often, in the order it is due."""
    with opened_space(home, space, embedder=False) as mine:
        found = mine.jobs()
    if not found and not as_json:
        say(f"no jobs in {space_of(space)}")
        return
    show(Jobs(jobs=found), as_json=as_json)


def retry(
    job: options.JobId, *, home: options.Home = None, space: options.Space = None, as_json: options.Json = False
) -> None:
    """Let a job that failed too often be tried again; `perdure upkeep` does it at once."""
    with opened_space(home, space) as mine:
        again = mine.retry(job)
    show(Jobs(jobs=[again]), as_json=as_json)


JOBS = group("jobs", "Work that waits; without a command, the list of it.", list_, retry)
