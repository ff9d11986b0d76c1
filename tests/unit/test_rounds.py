"""When a process looks after the spaces it has to do with, by itself."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from perdure import Perdure
from perdure.app.rounds import FIRST_AFTER, THEN_EVERY, Rounds
from perdure.app.upkeep import rounds, tend
from perdure.domain.job import Job
from perdure.domain.space import SpaceName
from perdure.testing import FrozenClock, HashEmbedder, SequentialIds

A, B = SpaceName("user", "a"), SpaceName("user", "b")
START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


class Ticking:
    """A process's own time."""

    def __init__(self) -> None:
        self.at = 1_000.0

    def __call__(self) -> float:
        return self.at


def test_a_short_program_is_left_alone_and_a_long_one_makes_its_rounds_once_a_day():
    time = Ticking()
    watch = Rounds(clock=time)
    assert not watch.due(A)
    time.at += FIRST_AFTER
    assert [watch.due(A), watch.due(B), watch.due(A)] == [True, True, False]
    time.at += THEN_EVERY - 1
    assert not watch.due(A)
    time.at += 1
    assert [watch.due(A), watch.due(A)] == [True, False]


def test_it_can_be_switched_off():
    time = Ticking()
    watch = Rounds(clock=time, off=True)
    time.at += 10 * THEN_EVERY
    assert not watch.due(A)


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(START)


@pytest.fixture
def place(tmp_path: Path, clock: FrozenClock):
    with Perdure(tmp_path, embedder=HashEmbedder(), clock=clock, ids=SequentialIds(), timezone="UTC") as opened:
        yield opened


def test_a_process_that_lives_long_looks_after_a_space_behind_its_callers_back(place, clock):
    time = Ticking()
    place._core.rounds = Rounds(clock=time)
    space = place.space(A)
    made = space.remember("The old printer is called Otto", importance=0.2).memory
    clock.advance(days=200)
    time.at += FIRST_AFTER
    space.remember("likes trains")
    place.join()
    assert space.get(made.id).status == "archived"
    assert space.jobs() == []


def test_a_write_within_the_first_hour_starts_nothing(place, clock):
    space = place.space(A)
    made = space.remember("The old printer is called Otto", importance=0.2).memory
    clock.advance(days=200)
    space.remember("likes trains")
    place.join()
    assert space.get(made.id).status == "active"


def test_rounds_of_a_space_that_is_not_there_make_none(place):
    time = Ticking()
    place._core.rounds = Rounds(clock=time)
    time.at += FIRST_AFTER
    rounds(place._core, B)
    assert place.spaces() == []


def test_the_background_is_told_when_to_look_again(place, clock):
    space = place.space(A)
    space.remember("likes trains")
    assert tend(place._core, A) is None
    later = Job(id="job_9", space=A, name="distil", key="s1", due_at=START + timedelta(minutes=5), created_at=START)
    with place._core.space(A).write() as writer:
        writer.save_jobs([later])
    assert tend(place._core, A) == 300
    clock.advance(minutes=5)
    assert tend(place._core, A) is None
    assert space.jobs() == []
