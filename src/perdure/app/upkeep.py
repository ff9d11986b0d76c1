"""Looking after a space: by hand, and behind the back of a process that lives long."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from perdure.capture.distil import Distillery
from perdure.capture.intake import Intake, aware
from perdure.capture.model import Caller, settle, summarise
from perdure.capture.model.prompt import load
from perdure.capture.model.summary import PROMPT
from perdure.capture.ties import settle_ties
from perdure.domain.access import UPKEEP as KEEPER
from perdure.domain.change import Distilled
from perdure.domain.job import Job
from perdure.domain.space import SpaceName
from perdure.domain.upkeep import UpkeepReport, UpkeepStep
from perdure.errors import NotFound, UpkeepRunning
from perdure.ports.store import Progress
from perdure.upkeep import jobs as queue
from perdure.upkeep import run
from perdure.upkeep.digest import Teller
from perdure.upkeep.embed import Stop, never
from perdure.upkeep.runner import Handlers, Ran, Runner, next_due, run_jobs

if TYPE_CHECKING:
    from perdure.app.core import Core

log = logging.getLogger("perdure")

ACTOR = KEEPER.name

DISTIL, UPKEEP = "distil", "upkeep"
"""The jobs there are: `distil` a session (the key), and look after the space on a day (the key)."""


def upkeep(
    core: Core,
    name: SpaceName,
    *,
    dry_run: bool = False,
    strategies: Sequence[str] | str | None = None,
    now: datetime | None = None,
    progress: Progress | None = None,
) -> UpkeepReport:
    """Do the jobs that are due, then what the strategies find. Raises UpkeepRunning, InvalidValue."""
    intake = core.intake(name)
    intake = replace(intake, now=aware(now, core.zone, "now") or intake.now)
    names = run.wanted(strategies, intake.policy.fading.strategies)
    order = run.Order(strategies=names, dry_run=dry_run, progress=progress)
    core.write_accesses(name)  # what was read just now is not unread
    ran = Ran() if dry_run else _run_jobs(core, name, {DISTIL: partial(_distil_job, core, name)})
    report = run.upkeep(core.space(name), order, intake=intake, staff=_staff(core, name, intake))
    if not dry_run:
        core.fill(name)
    return replace(report, steps=(*_job_steps(ran), *report.steps))


def jobs(core: Core, name: SpaceName) -> list[Job]:
    """What waits, runs, or has failed too often, in the order it is due."""
    with core.space(name).read() as reader:
        return reader.jobs()


def retry(core: Core, name: SpaceName, job_id: str) -> Job:
    """Give a job that failed all its attempts again, from now. Raises NotFound."""
    with core.space(name).write(create=False) as writer:
        job = queue.retry(writer, job_id, core.now())
    core.background.add(name)
    return job


def tend(core: Core, name: SpaceName) -> float | None:
    """What the background does for a space: vectors, then the jobs that are due; gives the seconds to the next one."""
    core.fill(name)
    handlers: Handlers = {DISTIL: partial(_distil_job, core, name), UPKEEP: partial(_upkeep_job, core, name)}
    if _run_jobs(core, name, handlers, stop=core.background.stopping).done:
        core.fill(name)
    rest = next_due(core.space(name), handlers, core.now())
    return None if rest is None else max(1.0, rest.total_seconds())


def rounds(core: Core, name: SpaceName) -> None:
    """Queue the upkeep of a space for today; returns at once."""
    now = core.now()
    try:
        with core.own(name).write(create=False) as writer:
            queue.enqueue(writer, name=UPKEEP, key=now.date().isoformat(), now=now, ids=core.ids)
    except NotFound:
        return  # nothing was written to it yet
    core.background.add(name)


def settled(core: Core, name: SpaceName, found: Distilled, intake: Intake, caller: Caller | None) -> Distilled:
    """With a language model, the conflicts that would wait for a person as it decides them."""
    if caller is None:
        return found
    outcomes = settle_ties(
        core.space(name),
        found.outcomes,
        lambda new, old: settle(caller, new, old),
        now=intake.now,
        model=caller.name,
    )
    return replace(found, outcomes=tuple(outcomes))


def _run_jobs(core: Core, name: SpaceName, handlers: Handlers, stop: Stop = never) -> Ran:
    return run_jobs(core.space(name), handlers, Runner(owner=_owner(), now=core.now, stop=stop))


def _distil_job(core: Core, name: SpaceName, job: Job) -> None:
    _distil(core, name, core.intake(name), job.key or None)


def _upkeep_job(core: Core, name: SpaceName, job: Job) -> None:
    intake = core.intake(name)
    order = run.Order(stop=core.background.stopping)
    try:
        report = run.upkeep(core.space(name), order, intake=intake, staff=_staff(core, name, intake))
    except UpkeepRunning:
        log.info("%s: another runner does the upkeep of %s", name, job.key)
        return
    log.info("%s: upkeep did %d steps", name, len(report))
    core.fill(name)


def _staff(core: Core, name: SpaceName, intake: Intake) -> run.Staff:
    return run.Staff(
        ids=core.ids,
        actor=ACTOR,
        owner=_owner(),
        clock=core.now,
        distil=lambda session: _distil(core, name, intake, session),
        teller=_teller(core, name),
    )


def _distil(core: Core, name: SpaceName, intake: Intake, session: str | None) -> Distilled:
    caller = core.caller(name)
    work = Distillery(core.space(name), intake=intake, ids=core.ids, actor=ACTOR, model=caller)
    return settled(core, name, work.whole(session), intake, caller)


def _teller(core: Core, name: SpaceName) -> Teller:
    caller = core.caller(name)
    if caller is None:
        return Teller()
    return Teller(
        summarise=lambda texts, tokens: summarise(caller, texts, max_tokens=tokens), model=caller.maker(load(PROMPT))
    )


def _owner() -> str:
    """A name that no other runner has."""
    return uuid.uuid4().hex


def _job_steps(ran: Ran) -> list[UpkeepStep]:
    done = [UpkeepStep(strategy="jobs", action="done", target=job.key, reason=job.name) for job in ran.done]
    failed = [
        UpkeepStep(strategy="jobs", action="failed", target=job.key, reason=f"{job.name}: {job.error}")
        for job in ran.failed
    ]
    return done + failed
