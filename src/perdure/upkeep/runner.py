"""Doing the jobs of a space, one after the other."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from perdure.domain.job import Job, JobState
from perdure.ports.store import SpaceStore
from perdure.text.privacy import STRICT, guard
from perdure.upkeep import jobs
from perdure.upkeep.embed import Stop, never

log = logging.getLogger("perdure")

Handlers = Mapping[str, Callable[[Job], None]]
"""What does a job of each name; jobs of other names are left to runners that can do them."""

LIMIT = 100
"""Jobs in one go."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Ran:
    """What a runner did: jobs that are `done`, and those that `failed` as they stand now, waiting or dead."""

    done: tuple[Job, ...] = ()
    failed: tuple[Job, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Runner:
    """Who takes jobs, and how long each may take: `now` is asked anew for every job."""

    owner: str
    now: Callable[[], datetime]
    lease: timedelta = jobs.LEASE
    limit: int = LIMIT
    stop: Stop = never


def run_jobs(store: SpaceStore, handlers: Handlers, runner: Runner) -> Ran:
    """Do what is due, each job in the transactions of its own handler; one that fails is recorded and tried again later.

    `stop` is asked between two jobs. What interrupts a job (Ctrl-C) gives it back and goes through.
    """
    finished: list[Job] = []
    failures: list[Job] = []
    for _ in range(runner.limit):
        job = None if runner.stop() else _next(store, handlers, runner)
        if job is None:
            break
        error = _error_of(handlers[job.name], job, partial(_give_back, store, job, runner))
        with store.write(create=False) as writer:
            if error is None:
                jobs.done(writer, job)
                finished.append(job)
            else:
                failures.append(jobs.failed(writer, job, error, runner.now()) or job)
    return Ran(done=tuple(finished), failed=tuple(failures))


def next_due(store: SpaceStore, names: Mapping[str, object], now: datetime) -> timedelta | None:
    """How long until a job of these names is due; None where none waits."""
    with store.read() as reader:
        waiting = [job for job in reader.jobs((JobState.WAITING, JobState.RUNNING)) if job.name in names]
    times = [timedelta(0) if jobs.due(job, now) else (job.leased_until or job.due_at) - now for job in waiting]
    return max(min(times), timedelta(0)) if times else None


def _next(store: SpaceStore, handlers: Handlers, runner: Runner) -> Job | None:
    now = runner.now()
    if next_due(store, handlers, now) != timedelta(0):  # reading first: where nothing is due nobody's write has to wait
        return None
    with store.write(create=False) as writer:
        return jobs.take(writer, now=now, owner=runner.owner, lease=runner.lease, names=handlers.keys())


def _error_of(handler: Callable[[Job], None], job: Job, give_back: Callable[[], None]) -> str | None:
    """Why the handler failed, without secrets; None where it did not."""
    try:
        handler(job)
    except Exception as error:  # the one runner of this work: what failed is recorded in the job and in the log
        told = guard(f"{type(error).__name__}: {error}", STRICT).text
        where = guard("".join(traceback.format_tb(error.__traceback__)), STRICT).text
        log.exception("%s: %s %s failed: %s\n%s", job.space, job.name, job.key, told, where, exc_info=False)  # noqa: LOG007  without the error itself, which may hold secrets
        return told
    except BaseException:
        give_back()
        raise
    return None


def _give_back(store: SpaceStore, job: Job, runner: Runner) -> None:
    with store.write(create=False) as writer:
        jobs.give_back(writer, job, runner.now())
