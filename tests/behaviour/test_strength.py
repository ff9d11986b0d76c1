"""How strongly a memory is held, as its user sees it."""

from __future__ import annotations

from datetime import UTC, datetime
from math import log

import pytest

from perdure import Perdure, Policy
from perdure.kinds import KINDS
from perdure.testing import FrozenClock, HashEmbedder
from tests.behaviour.requirements import requirement


@requirement("S1")
def test_weight_is_importance_times_the_logarithm_of_two_more_than_the_accesses(surface):
    space = surface.space("user/alice")
    made = space.remember("用户偏好靠窗座位", importance=0.8).memory
    assert space.explain(made.id).weight == pytest.approx(0.8 * log(2))
    for _ in range(3):
        assert space.recall("靠窗座位").hits
    assert space.explain(made.id).weight == pytest.approx(0.8 * log(5))


@requirement("S2")
def test_decay_halves_with_every_half_life_and_starts_anew_when_confirmed(surface, clock):
    space = surface.space("user/alice")
    made = space.remember("I prefer the window seat").memory
    assert made.kind == "preference"
    for left in (0.5, 0.25):
        clock.advance(days=15)
        assert space.explain(made.id).decay == pytest.approx(left)
    space.confirm(made.id)
    assert space.explain(made.id).decay == 1


@requirement("S2")
def test_recalling_does_not_make_a_memory_younger(surface, clock):
    space = surface.space("user/alice")
    made = space.remember("I prefer the window seat").memory
    clock.advance(days=15)
    space.recall("window seat")
    assert space.explain(made.id).decay == pytest.approx(0.5)


@requirement("S3")
def test_strength_is_weight_times_decay_and_is_shown_with_its_curve(surface, clock):
    space = surface.space("user/alice")
    made = space.remember("The invoice terms are 30 days", importance=0.6).memory
    clock.advance(days=12)
    told = space.explain(made.id)
    assert told.strength == pytest.approx(told.weight * told.decay)
    assert told.strength == pytest.approx(0.6 * log(2) * 0.5 ** (12 / 30))
    days, strengths = zip(*told.curve, strict=True)
    assert days[0] == 0
    assert strengths[0] == pytest.approx(told.strength)
    assert list(days) == sorted(set(days))
    for ahead, strength in told.curve:
        assert strength == pytest.approx(told.strength * 0.5 ** (ahead / 30))


@requirement("S3")
def test_the_curve_comes_true(surface, clock):
    space = surface.space("user/alice")
    made = space.remember("周五发布新版本", importance=0.7).memory
    ahead, expected = space.explain(made.id).curve[3]
    clock.advance(days=ahead)
    assert space.explain(made.id).strength == pytest.approx(expected)


@requirement("S3")
def test_strength_can_be_asked_for_another_moment(surface):
    space = surface.space("user/alice")
    made = space.remember("I prefer tea").memory
    assert space.explain(made.id, now=datetime(2026, 3, 16, 9, 0)).decay == pytest.approx(0.5)
    assert space.explain(made.id, now=datetime(2020, 1, 1)).decay == 1


@requirement("S3")
def test_what_was_explained_is_shown_with_its_turns_and_its_history(surface):
    space = surface.space("user/alice")
    made = space.remember("I prefer tea").memory
    space.remember("I PREFER TEA.")
    told = space.explain(made.id)
    assert [entry.text for entry in told.entries] == ["I prefer tea", "I PREFER TEA."]
    assert [change.action for change in told.history] == ["added", "reinforced"]
    assert told.memory == space.get(made.id)


@requirement("S4", "S5")
@pytest.mark.parametrize("kind", KINDS, ids=[kind.name for kind in KINDS])
def test_each_kind_fades_at_its_own_pace_or_not_at_all(surface, clock, kind):
    space = surface.space("user/alice")
    if kind.permanent:
        made = space.permanent.add("an ordinary sentence", kind=kind.name).memory
    else:
        made = space.remember("an ordinary sentence", kind=kind.name, importance=1.0).memory
    told = space.explain(made.id)
    assert told.half_life_days == kind.half_life_days
    clock.advance(days=kind.half_life_days or 5_000)
    assert space.explain(made.id).decay == (1 if kind.half_life_days is None else pytest.approx(0.5))


@requirement("S4")
def test_a_half_life_can_be_set_for_one_memory(surface, clock):
    space = surface.space("user/alice")
    short = space.remember("the code word is heron", half_life_days=2).memory
    assert space.explain(short.id).half_life_days == 2
    space.correct(short.id, half_life_days=8)
    clock.advance(days=8)
    assert space.explain(short.id).decay == pytest.approx(0.5)
    space.correct(short.id, half_life_days=None)
    assert space.explain(short.id).half_life_days == 30


@requirement("S4")
def test_a_half_life_can_be_set_for_a_kind_and_lives_inside_the_space(surface, clock, home):
    space = surface.space("user/alice")
    made = space.remember("I prefer tea").memory
    space.set_policy(Policy(half_lives={"preference": 100.0, "event": None}))
    event = space.remember("Yesterday the deploy failed").memory
    assert space.explain(made.id).half_life_days == 100
    assert space.explain(event.id).half_life_days is None
    other = surface.space("user/bob")
    assert other.explain(other.remember("I prefer tea").memory.id).half_life_days == 15
    surface.close()
    with Perdure(home, embedder=HashEmbedder(), clock=clock, timezone="UTC") as again:
        assert again.space("user/alice").policy().half_lives == {"preference": 100.0, "event": None}
        assert again.space("user/alice").explain(made.id).half_life_days == 100


@requirement("S4")
def test_the_settings_travel_with_the_file(home, tmp_path, clock):
    with Perdure(home, embedder=None, clock=clock, policy=Policy(half_lives={"fact": 5.0})) as here:
        made = here.space("user/alice").remember("a plain fact").memory
        copy = here.backup("user/alice", tmp_path / "alice.db")
    there = tmp_path / "there" / "spaces" / "user"
    there.mkdir(parents=True)
    copy.rename(there / "alice.db")
    with Perdure(tmp_path / "there", embedder=None, clock=clock) as elsewhere:
        assert elsewhere.space("user/alice").explain(made.id).half_life_days == 5


@requirement("S2")
def test_a_clock_that_was_set_back_makes_nothing_stronger_than_its_weight(home):
    clock = FrozenClock(datetime(2030, 1, 1, tzinfo=UTC))
    with Perdure(home, embedder=HashEmbedder(), clock=clock, timezone="UTC") as memory:
        space = memory.space("user/alice")
        made = space.remember("the boiler code is 729").memory
        clock.set(datetime(2026, 1, 1, tzinfo=UTC))
        assert space.explain(made.id).decay == 1
        assert [hit.score <= 1 for hit in space.recall("boiler code")] == [True]
