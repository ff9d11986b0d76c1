"""Work that nobody waits for: it survives its process, is tried again, and can be seen when it fails for good."""

from __future__ import annotations

from datetime import timedelta

import pytest

from perdure import Perdure, Turn
from perdure.domain.job import Job, JobState
from perdure.domain.space import SpaceName
from perdure.errors import NotFound
from perdure.testing import HashEmbedder, SequentialIds
from tests.behaviour.requirements import requirement

ALICE = SpaceName("user", "alice")


def put(place: Perdure, *jobs: Job) -> None:
    """Leave jobs behind, as a process does that died."""
    with place._core.space(ALICE).write() as writer:
        writer.save_jobs(jobs)


def job(clock, **fields) -> Job:
    times = {"due_at": clock.now(), "created_at": clock.now()}
    return Job(**{"id": "job_9", "space": ALICE, "name": "distil", "key": "s1", **times, **fields})


@requirement("W1")
@pytest.mark.parametrize(
    ("text", "word"), [("My name is Ines and I live in Lisbon", "Lisbon"), ("我叫小满，住在杭州", "杭州")]
)
def test_distilling_is_done_behind_the_callers_back(memory, clock, text, word):
    space = memory.space("user/alice")
    space.capture([Turn(text, session="s1", at=clock.now())], wait=False)
    memory.join()
    assert any(word in found.text for found in space.list())
    assert space.jobs() == []
    assert space.stats().pending == 0


@requirement("W1")
def test_what_a_process_left_undone_the_next_one_does(home, clock):
    options = {"embedder": HashEmbedder(), "clock": clock, "timezone": "UTC"}
    with Perdure(home, ids=SequentialIds(), **options) as place:
        space = place.space("user/alice")
        space.observe([Turn("My name is Ines and I live in Lisbon", session="s1", at=clock.now())])
        put(
            place,
            job(
                clock,
                state=JobState.RUNNING,
                owner="dead",
                leased_until=clock.now() + timedelta(minutes=10),
                attempts=1,
            ),
        )
        assert [(left.name, left.state) for left in space.jobs()] == [("distil", "running")]
        assert space.list().total == 0
    clock.advance(minutes=10)
    with Perdure(home, ids=SequentialIds(), **options) as place:
        space = place.space("user/alice")
        report = space.upkeep()
        assert [(step.strategy, step.action, step.target) for step in report] == [("jobs", "done", "s1")]
        assert space.jobs() == []
        assert any("Lisbon" in found.text for found in space.list())


@requirement("W1")
def test_a_job_that_failed_for_good_can_be_seen_and_retried(memory, clock):
    space = memory.space("user/alice")
    space.observe([Turn("My name is Ines and I live in Lisbon", session="s1", at=clock.now())])
    put(memory, job(clock, state=JobState.DEAD, attempts=6, error="OSError: no route"))
    clock.advance(minutes=1)
    space.upkeep()
    [dead] = space.jobs()
    assert (dead.state, dead.error, dead.attempts) == ("dead", "OSError: no route", 6)
    assert space.retry(dead.id).attempts == 0
    memory.join()
    assert space.jobs() == []
    assert any("Lisbon" in found.text for found in space.list())


@requirement("W1")
def test_retrying_what_is_not_there_is_an_error(surface):
    space = surface.space("user/alice")
    space.remember("likes trains")
    with pytest.raises(NotFound):
        space.retry("job_nowhere")
    assert list(space.jobs()) == []


@requirement("W1")
def test_a_space_nobody_wrote_to_has_no_jobs(surface):
    assert list(surface.space("user/nobody").jobs()) == []
    assert surface.spaces() == []
