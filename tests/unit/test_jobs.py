"""Jobs: when one is due, what a failure makes of it, and that nothing is done twice or lost."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.domain.job import Job, JobState
from perdure.domain.space import SpaceName
from perdure.errors import NotFound
from perdure.ports.store import SpaceStore
from perdure.stores.sqlite import SqliteStore
from perdure.testing import FrozenClock, SequentialIds
from perdure.upkeep import jobs
from perdure.upkeep.runner import Runner, next_due, run_jobs

NOW = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
ALICE = SpaceName("user", "alice")
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


def job(**fields) -> Job:
    return Job(
        **{"id": "job_1", "space": ALICE, "name": "distil", "key": "s1", "due_at": NOW, "created_at": NOW, **fields}
    )


@pytest.fixture
def space(tmp_path: Path) -> Iterator[SpaceStore]:
    store = SqliteStore(tmp_path, zone=UTC, busy_timeout=30)
    yield store.space(ALICE)
    store.close()


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(NOW)


def queued(space: SpaceStore, key: str = "s1", **options) -> Job:
    ids = options.pop("ids", SequentialIds())
    with space.write() as writer:
        return jobs.enqueue(writer, **{"name": "distil", "key": key, "now": NOW, "ids": ids, **options})


def taken(space: SpaceStore, now: datetime, owner: str = "a", **options) -> Job | None:
    with space.write() as writer:
        return jobs.take(writer, now=now, owner=owner, **options)


def kept(space: SpaceStore) -> list[Job]:
    with space.read() as reader:
        return reader.jobs()


def test_a_waiting_job_is_due_from_its_time_on():
    assert not jobs.due(job(due_at=NOW + MINUTE), NOW)
    assert jobs.due(job(), NOW)
    assert jobs.due(job(), NOW + DAY)


def test_a_running_job_is_due_again_once_its_lease_is_over():
    running = jobs.started(job(), now=NOW, owner="a", lease=10 * MINUTE)
    assert (running.state, running.owner, running.attempts) == (JobState.RUNNING, "a", 1)
    assert not jobs.due(running, NOW + 9 * MINUTE)
    assert jobs.due(running, NOW + 10 * MINUTE)


def test_a_dead_job_is_never_due():
    assert not jobs.due(job(state=JobState.DEAD), NOW + 100 * DAY)


def test_a_clock_that_was_set_back_years_holds_no_job_up():
    assert jobs.due(job(due_at=NOW + 400 * DAY), NOW)
    running = jobs.started(job(), now=NOW + 400 * DAY, owner="a")
    assert jobs.due(running, NOW)


def test_a_failed_job_waits_four_times_longer_each_time_and_is_dead_after_six():
    waits, held = [], job()
    for _ in range(6):
        held = jobs.after_failure(jobs.started(held, now=NOW, owner="a"), "broken", NOW)
        waits.append(held.due_at - NOW)
    assert waits[:5] == [MINUTE, 4 * MINUTE, 16 * MINUTE, 64 * MINUTE, 256 * MINUTE]
    assert (held.state, held.error, held.owner, held.leased_until) == (JobState.DEAD, "broken", None, None)


@given(st.integers(-5, 10_000))
def test_no_wait_is_longer_than_a_day(attempts):
    assert MINUTE <= jobs.wait_after(attempts) <= DAY


def test_an_error_is_kept_without_its_secrets_and_not_too_long():
    secret = "sk-" + "a1B2c3D4e5F6g7H8i9J0" * 2
    failed = jobs.after_failure(job(), f"401 for api_key={secret} " + "x" * 5_000, NOW)
    assert secret not in failed.error
    assert len(failed.error) <= 500


def test_the_same_work_is_queued_once(space):
    ids = SequentialIds()
    first = queued(space, ids=ids, payload={"n": 1})
    assert queued(space, ids=ids, payload={"n": 2}) == first
    assert queued(space, "s2", ids=ids) != first
    assert [each.key for each in kept(space)] == ["s1", "s2"]


def test_work_that_died_gets_new_attempts_when_it_is_queued_again(space):
    dead = job(state=JobState.DEAD, attempts=6, error="broken")
    with space.write() as writer:
        writer.save_jobs([dead])
    again = queued(space, payload={"n": 2})
    assert (again.id, again.state, again.attempts, again.payload) == (dead.id, JobState.WAITING, 0, {"n": 2})
    assert kept(space) == [again]


def test_a_delay_is_kept_and_is_at_most_a_day(space):
    ids = SequentialIds()
    assert queued(space, ids=ids, delay=5 * MINUTE).due_at == NOW + 5 * MINUTE
    assert queued(space, "s2", ids=ids, delay=100 * DAY).due_at == NOW + DAY
    assert taken(space, NOW) is None
    assert taken(space, NOW + 5 * MINUTE).key == "s1"


def test_one_job_has_one_runner(space):
    queued(space)
    mine = taken(space, NOW, "a")
    assert mine.owner == "a"
    assert taken(space, NOW, "b") is None


def test_who_outlives_a_lease_can_neither_finish_nor_fail_what_another_has(space):
    queued(space)
    mine = taken(space, NOW, "a")
    theirs = taken(space, NOW + DAY, "b")
    assert (theirs.id, theirs.attempts) == (mine.id, 2)
    with space.write() as writer:
        assert not jobs.done(writer, mine)
        assert jobs.failed(writer, mine, "late", NOW) is None
        assert jobs.extend(writer, mine, now=NOW) is None
    assert kept(space) == [theirs]


def test_a_lease_can_be_extended_by_its_owner(space):
    queued(space)
    mine = taken(space, NOW, lease=10 * MINUTE)
    with space.write() as writer:
        assert jobs.extend(writer, mine, now=NOW + 9 * MINUTE).leased_until == NOW + 19 * MINUTE
    assert taken(space, NOW + 15 * MINUTE, "b") is None


def test_what_is_finished_is_gone(space):
    queued(space)
    mine = taken(space, NOW)
    with space.write() as writer:
        assert jobs.done(writer, mine)
    assert kept(space) == []


def test_a_dead_job_can_be_retried_and_an_unknown_one_is_an_error(space):
    with space.write() as writer:
        writer.save_jobs([job(state=JobState.DEAD, attempts=6, error="broken")])
        again = jobs.retry(writer, "job_1", NOW + DAY)
        assert (again.state, again.attempts, again.due_at, again.error) == (JobState.WAITING, 0, NOW + DAY, "broken")
        with pytest.raises(NotFound):
            jobs.retry(writer, "job_nowhere", NOW)


def test_retrying_what_runs_leaves_it_to_its_runner(space):
    queued(space)
    mine = taken(space, NOW)
    with space.write() as writer:
        assert jobs.retry(writer, mine.id, NOW) == mine


def test_a_runner_does_what_is_due_in_order_and_leaves_the_rest(space, clock):
    ids, done = SequentialIds(), []
    for number in range(3):
        queued(space, f"s{number}", ids=ids, now=NOW - number * MINUTE)
    queued(space, "later", ids=ids, delay=MINUTE)
    queued(space, "other", ids=ids, name="unknown")
    ran = run_jobs(space, {"distil": lambda each: done.append(each.key)}, Runner(owner="a", now=clock.now))
    assert done == ["s2", "s1", "s0"] == [each.key for each in ran.done]
    assert sorted(each.key for each in kept(space)) == ["later", "other"]


def test_a_job_that_fails_costs_no_other_and_is_tried_again_later(space, clock, caplog):
    ids, done = SequentialIds(), []
    queued(space, "bad", ids=ids, now=NOW - MINUTE)
    queued(space, "good", ids=ids)

    def work(each: Job) -> None:
        if each.key == "bad" and each.attempts < 2:
            raise ValueError("password: hunter2secret")
        done.append(each.key)

    runner = Runner(owner="a", now=clock.now)
    with caplog.at_level(logging.ERROR, "perdure"):
        ran = run_jobs(space, {"distil": work}, runner)
    assert (done, [each.key for each in ran.failed]) == (["good"], ["bad"])
    assert "hunter2secret" not in caplog.text
    [waiting] = kept(space)
    assert (waiting.state, waiting.attempts, waiting.due_at) == (JobState.WAITING, 1, NOW + MINUTE)
    assert waiting.error.startswith("ValueError: ")
    assert "hunter2secret" not in waiting.error
    assert run_jobs(space, {"distil": work}, runner).done == ()
    clock.advance(minutes=1)
    run_jobs(space, {"distil": work}, runner)
    assert (done, kept(space)) == (["good", "bad"], [])


def test_a_job_that_always_fails_ends_as_a_dead_one_that_can_be_seen(space, clock):
    queued(space)

    def broken(each: Job) -> None:
        raise OSError("no route")

    runs = 0
    for _ in range(20):
        runs += len(run_jobs(space, {"distil": broken}, Runner(owner="a", now=clock.now)).failed)
        clock.advance(days=1)
    [dead] = kept(space)
    assert (runs, dead.state, dead.attempts, dead.error) == (6, JobState.DEAD, 6, "OSError: no route")


def test_an_interrupted_job_is_given_back_as_if_it_had_not_been_started(space, clock):
    before = queued(space)

    def interrupted(each: Job) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_jobs(space, {"distil": interrupted}, Runner(owner="a", now=clock.now))
    assert kept(space) == [before]


def test_a_runner_stops_between_two_jobs(space, clock):
    ids, done = SequentialIds(), []
    for number in range(3):
        queued(space, f"s{number}", ids=ids)
    runner = Runner(owner="a", now=clock.now, stop=lambda: len(done) == 1)
    run_jobs(space, {"distil": lambda each: done.append(each.key)}, runner)
    assert (done, len(kept(space))) == (["s0"], 2)


def test_a_clock_that_runs_backwards_makes_no_runner_go_in_circles(space):
    queued(space)
    times = iter(NOW - number * 3 * DAY for number in range(1_000))
    starts = []

    def broken(each: Job) -> None:
        starts.append(each.attempts)
        raise OSError("no route")

    run_jobs(space, {"distil": broken}, Runner(owner="a", now=lambda: next(times)))
    assert starts == [1, 2, 3, 4, 5, 6]
    assert kept(space)[0].state is JobState.DEAD


def test_how_long_it_is_to_the_next_job_is_known(space):
    names = {"distil": None}
    assert next_due(space, names, NOW) is None
    queued(space, delay=5 * MINUTE)
    assert next_due(space, names, NOW) == 5 * MINUTE
    assert next_due(space, names, NOW + DAY) == timedelta(0)
    assert next_due(space, {"other": None}, NOW) is None


def test_a_space_nobody_wrote_to_has_no_jobs_and_is_not_made(tmp_path, clock):
    store = SqliteStore(tmp_path / "new", zone=UTC, busy_timeout=30)
    ran = run_jobs(store.space(ALICE), {"distil": print}, Runner(owner="a", now=clock.now))
    assert (ran.done, ran.failed, store.names()) == ((), (), [])
    store.close()


def test_what_a_job_carries_survives_the_store(space):
    made = queued(space, payload={"session": "会话-1", "n": [1, 2]})
    assert kept(space) == [made]
    assert replace(made, payload=dict(made.payload)).payload == {"session": "会话-1", "n": [1, 2]}
