"""How upkeep rests."""

from __future__ import annotations

import pytest

from perdure.upkeep.pace import BREATH, LEAST, MOST, SHARE, Pace
from perdure.upkeep.plan import BREATH as ROWS
from perdure.upkeep.plan import Scene, plan
from tests.unit.test_upkeep_plan import NOW, row

from perdure import Policy


class Room:
    """A clock, and the pauses that were made."""

    def __init__(self) -> None:
        self.now, self.pauses = 5.0, []

    def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds


@pytest.mark.parametrize(("worked", "rested"), [(0.001, LEAST), (0.1, 0.1 * SHARE), (2.0, MOST)])
def test_a_long_stretch_is_followed_by_a_longer_rest_within_bounds(worked, rested):
    room = Room()
    pace = Pace(pause=room.pause, clock=lambda: room.now)
    for _ in range(2):  # the rest itself is no work
        room.now += worked
        pace.rest()
    assert room.pauses == [pytest.approx(rested), pytest.approx(rested)]


def test_a_breath_is_short_and_does_not_end_a_stretch():
    room = Room()
    pace = Pace(pause=room.pause, clock=lambda: room.now)
    room.now += 0.1
    pace.breathe()
    pace.rest()
    assert room.pauses == [BREATH, pytest.approx(SHARE * (0.1 + BREATH))]


def test_a_long_plan_breathes_as_it_goes():
    rows = [row(f"m{n}", age=400) for n in range(2 * ROWS + 1)]
    scene, breaths = Scene(standings=rows, policy=Policy(), now=NOW), []
    steps = plan(scene, ["archive"], lambda: breaths.append(1))
    assert len(breaths) == 3
    assert steps == plan(scene, ["archive"])
    assert len(steps) == len(rows)
