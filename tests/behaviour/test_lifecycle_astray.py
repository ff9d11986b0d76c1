"""Clocks that go back, sessions nobody closes, logs that come twice: the life of a memory goes on, and nothing is doubled."""

from __future__ import annotations

from datetime import timedelta

import pytest

from perdure import Perdure, Turn
from perdure.domain.policy import STRATEGIES
from perdure.testing import HashEmbedder
from tests.behaviour.requirements import requirement


@pytest.fixture
def space(surface):
    return surface.space("user/alice")


def texts(space, **options) -> list[str]:
    return [memory.text for memory in space.list(**options)]


def steps(report) -> list[tuple[str, str, str]]:
    return [(step.strategy, step.action, step.target) for step in report]


# A clock that goes back


@requirement("F5", "F1", "F2")
def test_a_clock_that_goes_back_makes_upkeep_do_nothing_and_when_it_is_right_again_all(space, clock):
    weak = space.remember("旧打印机叫老黑", importance=0.1).memory
    due = space.remember("The guest wifi is heron", expires_at=clock.now() + timedelta(days=1)).memory
    clock.advance(days=-900)
    assert steps(space.upkeep(strategies=STRATEGIES)) == []
    assert {hit.id for hit in space.recall("guest wifi heron 打印机", k=9)} == {weak.id, due.id}
    clock.advance(days=1_100)
    done = steps(space.upkeep(strategies=STRATEGIES))
    assert {("expire", "expired", due.id), ("archive", "archived", weak.id)} <= set(done)
    clock.advance(days=-1_100)
    assert steps(space.upkeep(strategies=STRATEGIES)) == []
    assert space.get(weak.id).status == "archived"


@requirement("W1", "L6")
@pytest.mark.parametrize(("said", "word"), [("I live in Lisbon", "Lisbon"), ("我住在杭州", "杭州")])
def test_a_clock_that_goes_back_during_a_session_loses_nothing_of_it(space, clock, said, word):
    with space.session(session="s1") as talk:
        talk.messages("hello 你好")
        clock.advance(days=-30)
        assert talk.messages(said)[-1]["content"] == said
        talk.reply("ok")
        clock.advance(days=-1)
    assert [entry.text for entry in space.entries(session="s1")].count(said) == 1
    assert any(word in text for text in texts(space))
    assert list(space.jobs()) == []
    clock.advance(days=40)
    space.upkeep()
    assert sum(word in memory.text for memory in space.list(kinds=["identity", "fact"])) == 1


@requirement("W1")
def test_work_that_was_queued_before_a_clock_went_back_is_done_all_the_same(surface, clock):
    clock.advance(days=400)
    surface.space("user/alice").capture([Turn("I live in Lisbon", at=clock.now())], session="s1", wait=False)
    clock.advance(days=-400)
    surface.join()
    space = surface.space("user/alice")
    space.upkeep()
    assert list(space.jobs()) == []
    assert texts(space) == ["I live in Lisbon"]


@requirement("W10", "W8")
def test_what_is_said_again_while_the_clock_is_behind_makes_nothing_older(space, clock):
    known = space.remember("I live in Lisbon").memory
    clock.advance(days=-90)
    again = space.remember("I live in Lisbon").memory
    assert (again.id, again.created_at, again.updated_at) == (known.id, known.created_at, known.updated_at)
    assert space.explain(known.id).decay <= 1.0


# Sessions nobody closes, or twice


@requirement("W1", "F4", "F5")
def test_sessions_that_nobody_closes_are_distilled_and_told_once(space, clock):
    cities = ("Lisbon", "Oslo", "杭州", "苏州")
    clock.advance(days=1)
    open_ones = [space.session(session=f"s{n}") for n in range(len(cities))]
    for n, (talk, city) in enumerate(zip(open_ones, cities, strict=True)):
        talk.messages(f"I have to call the clinic in {city} by {n + 10} April")
        talk.reply("ok")
    clock.advance(hours=13)
    done = steps(space.upkeep())
    assert {target for strategy, _, target in done if strategy == "distil"} == {"s0", "s1", "s2", "s3"}
    kept = texts(space, kinds=["task", "commitment"])
    assert len(kept) == 4
    assert steps(space.upkeep()) == []
    for talk in open_ones:
        talk.close()
    assert texts(space, kinds=["task", "commitment"]) == kept


@requirement("L4", "W1")
def test_a_session_that_goes_on_after_upkeep_took_it_for_over_adds_only_what_is_new(space, clock):
    talk = space.session(session="s1")
    talk.messages("I have to send the invoice by 10 April")
    clock.advance(days=2)
    space.upkeep()
    talk.messages("周五之前我要交报告")
    talk.close()
    assert sum("invoice" in text for text in texts(space, kinds=["task", "commitment"])) == 1
    assert sum("报告" in text for text in texts(space, kinds=["task", "commitment"])) == 1


@requirement("L4", "L11")
def test_closing_twice_is_closing_once(space):
    talk = space.session(session="s1")
    talk.messages("I live in Lisbon. 我养蜜蜂。")
    talk.close()
    before = (space.list(statuses="all").items, space.entries().items)
    talk.close()
    with space.session(session="s1") as again:
        again.close()
        again.close()
    assert (space.list(statuses="all").items, space.entries().items) == before
    assert list(space.jobs()) == []


@requirement("W1")
def test_a_place_that_is_closed_under_a_session_keeps_what_was_said(home, clock):
    with Perdure(home, embedder=HashEmbedder(), clock=clock, timezone="UTC") as place:
        talk = place.space("user/alice").session(session="s1")
        talk.messages("I have to send the invoice by 10 April")
    clock.advance(days=1)
    with Perdure(home, embedder=HashEmbedder(), clock=clock, timezone="UTC") as place:
        space = place.space("user/alice")
        space.upkeep()
        assert any("invoice" in text for text in texts(space))


# The same log twice

LOG = [
    Turn("My name is Ines"), Turn("Hi Ines", speaker="assistant"), Turn("我住在杭州"), Turn("好的", speaker="assistant"),
    Turn("I prefer tea"), Turn("ok"), Turn("ok"), Turn("I have to send the invoice by 10 April"),
]  # fmt: skip


def with_refs(log):
    return [Turn(turn.text, speaker=turn.speaker, ref=f"t-{n}") for n, turn in enumerate(log)]


def state(space):
    return space.list(statuses="all").items, space.entries().items


@requirement("W8", "W16")
@pytest.mark.parametrize("refs", [True, False])
def test_the_same_log_twice_changes_nothing(space, clock, refs):
    log = with_refs(LOG) if refs else LOG
    assert space.capture(log, session="s1").added == len(LOG)
    before = state(space)
    for _ in range(2):
        clock.advance(days=1)
        again = space.capture(log, session="s1")
        assert (again.added, again.distilled.outcomes) == (0, ())
        assert [entry.text for entry in again.entries] == [turn.text for turn in LOG]
    assert state(space) == before


@requirement("W8", "W16")
@pytest.mark.parametrize("refs", [True, False])
def test_a_list_that_grows_is_captured_as_if_it_had_come_at_once(surface, clock, refs):
    log = with_refs(LOG) if refs else LOG
    grown, whole = surface.space("user/grown"), surface.space("user/whole")
    added = [grown.capture(log[:end], session="s1").added for end in range(1, len(log) + 1)]
    assert added == [1] * len(log)
    whole.capture(log, session="s1")
    assert texts(grown) == texts(whole)
    assert [entry.text for entry in grown.entries()] == [entry.text for entry in whole.entries()]


@requirement("W8")
def test_a_log_whose_beginning_was_cut_off_is_known_by_what_is_left(space):
    space.capture(LOG, session="s1")
    before = space.entries().total
    assert space.capture([*LOG[3:], Turn("I keep bees")], session="s1").added == 1
    assert space.entries().total == before + 1


@requirement("W8", "F6")
def test_the_same_log_through_another_door_is_one_story(space, clock):
    """Observed first, distilled later, captured again: each turn tells once."""
    log = [Turn(turn.text, speaker=turn.speaker, ref=f"t-{n}", session="s1") for n, turn in enumerate(LOG)]
    space.observe(log)
    space.distil("s1")
    before = space.list(statuses="all").items
    clock.advance(days=1)
    assert space.capture(log, session="s1").added == 0
    assert space.distil().entries == 0
    assert space.list(statuses="all").items == before
