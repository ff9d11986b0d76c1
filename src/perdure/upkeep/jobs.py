"""Background work that survives its process: queued once, leased, tried again ever later, and at last left for a person to see.

The decisions are pure; the others read and write the jobs of one transaction.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from perdure.domain.job import Job, JobState
from perdure.errors import NotFound
from perdure.ports.clock import Ids
from perdure.ports.store import Writer
from perdure.text.privacy import STRICT, guard

ATTEMPTS = 6
"""Starts after which a job that fails is dead."""

FIRST_WAIT, GROWTH, LONGEST_WAIT = timedelta(minutes=1), 4, timedelta(days=1)
"""How long a failed job waits: a minute, then four times longer each time, at most a day."""

LEASE = timedelta(minutes=10)
LONGEST_LEASE = timedelta(hours=1)
"""A lease that would last longer was given by a clock that has been set back since."""

_ERROR = 500
"""Longest error text, in characters."""


def due(job: Job, now: datetime) -> bool:
    """Whether it may be started: its time has come, or the lease of whoever runs it is over.

    A time further ahead than any wait or lease can be was set by a clock that has been put back since; it holds nobody up.
    """
    match job.state:
        case JobState.WAITING:
            return not now < job.due_at <= now + LONGEST_WAIT
        case JobState.RUNNING:
            return job.leased_until is None or not now < job.leased_until <= now + LONGEST_LEASE
        case JobState.DEAD:
            return False


def started(job: Job, *, now: datetime, owner: str, lease: timedelta = LEASE) -> Job:
    """The job under a lease."""
    return replace(
        job,
        state=JobState.RUNNING,
        owner=owner,
        leased_until=now + min(lease, LONGEST_LEASE),
        attempts=job.attempts + 1,
    )


def wait_after(attempts: int) -> timedelta:
    """How long a job waits after so many starts that failed."""
    times: int = GROWTH ** min(max(attempts, 1) - 1, ATTEMPTS)
    return min(FIRST_WAIT * times, LONGEST_WAIT)


def after_failure(job: Job, error: str, now: datetime) -> Job:
    """The job waiting for its next start, or dead once it has had all of them; secrets are removed from the error."""
    told = guard(error, STRICT).text[:_ERROR]
    rest = replace(job, owner=None, leased_until=None, error=told)
    if job.attempts >= ATTEMPTS:
        return replace(rest, state=JobState.DEAD)
    return replace(rest, state=JobState.WAITING, due_at=now + wait_after(job.attempts))


def enqueue(
    writer: Writer,
    *,
    name: str,
    key: str,
    now: datetime,
    ids: Ids,
    payload: Mapping[str, Any] | None = None,
    delay: timedelta = timedelta(0),
) -> Job:
    """Queue work once: where the same name and key waits or runs already, that job; a dead one gets new attempts.

    `delay` is cut to a day, the longest wait there is.
    """
    known = [job for job in writer.jobs(name=name) if job.key == key]
    standing = next((job for job in known if job.state is not JobState.DEAD), None)
    if standing is not None:
        return standing
    due_at = now + min(max(delay, timedelta(0)), LONGEST_WAIT)
    if known:
        fresh = replace(known[0], payload=payload or {}, state=JobState.WAITING, attempts=0, due_at=due_at)
    else:
        fresh = Job(
            id=ids.new("job", now),
            space=writer.name,
            name=name,
            key=key,
            due_at=due_at,
            created_at=now,
            payload=payload or {},
        )
    writer.save_jobs([fresh])
    return fresh


def take(
    writer: Writer, *, now: datetime, owner: str, lease: timedelta = LEASE, names: Collection[str] | None = None
) -> Job | None:
    """The next job that is due, of these names if some are given, now under a lease of `owner`; None where nothing is."""
    waiting = writer.jobs((JobState.WAITING, JobState.RUNNING))
    found = next((job for job in waiting if (names is None or job.name in names) and due(job, now)), None)
    if found is None:
        return None
    mine = started(found, now=now, owner=owner, lease=lease)
    writer.save_jobs([mine])
    return mine


def done(writer: Writer, job: Job) -> bool:
    """Remove a finished job; False where another runner has it by now, who will do the same."""
    if held(writer, job) is None:
        return False
    writer.drop_jobs([job.id])
    return True


def failed(writer: Writer, job: Job, error: str, now: datetime) -> Job | None:
    """Record why a job failed and when it is tried again, if ever; None where another runner has it by now."""
    mine = held(writer, job)
    if mine is None:
        return None
    rest = after_failure(mine, error, now)
    writer.save_jobs([rest])
    return rest


def give_back(writer: Writer, job: Job, now: datetime) -> None:
    """Let go of a job that was interrupted, as if it had not been started."""
    mine = held(writer, job)
    if mine is not None:
        free = replace(mine, state=JobState.WAITING, owner=None, leased_until=None, due_at=now)
        writer.save_jobs([replace(free, attempts=max(0, mine.attempts - 1))])


def extend(writer: Writer, job: Job, *, now: datetime, lease: timedelta = LEASE) -> Job | None:
    """Hold a job for longer; None where another runner has it by now."""
    mine = held(writer, job)
    if mine is None:
        return None
    longer = replace(mine, leased_until=now + min(lease, LONGEST_LEASE))
    writer.save_jobs([longer])
    return longer


def retry(writer: Writer, job_id: str, now: datetime) -> Job:
    """Give a dead or waiting job all its attempts again, from now; one that runs is left alone. Raises NotFound."""
    found = next((job for job in writer.jobs() if job.id == job_id), None)
    if found is None:
        raise NotFound(f"there is no job {job_id} in {writer.name}")
    if found.state is JobState.RUNNING and not due(found, now):
        return found
    again = replace(found, state=JobState.WAITING, attempts=0, due_at=now, owner=None, leased_until=None)
    writer.save_jobs([again])
    return again


def held(writer: Writer, job: Job) -> Job | None:
    """The job as it is kept, if the same start of the same owner still has it."""
    running = (kept for kept in writer.jobs((JobState.RUNNING,), name=job.name) if kept.id == job.id)
    kept = next(running, None)
    return kept if kept is not None and (kept.owner, kept.attempts) == (job.owner, job.attempts) else None
