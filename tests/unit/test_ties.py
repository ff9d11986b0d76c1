"""Conflicts that a model settles: asked outside of the transaction, written in one, and only as they were asked."""

from __future__ import annotations

import pytest

from perdure import Added, Queued, Slot, Source, Status, Superseded
from perdure.capture.ties import settle_ties
from perdure.domain.review import ReviewState
from tests.behaviour.requirements import requirement
from tests.unit.desk import Desk, day


@pytest.fixture
def desk(tmp_path):
    with Desk(tmp_path) as opened:
        yield opened


def queued(desk: Desk, **options) -> list:
    """A statement that waits, and one that does not."""
    desk.take(desk.said("The office is on floor 3", 1, source=Source(tool="a"), slot="floor"))
    return desk.take(
        desk.said("The office is on floor 9", 1.2, source=Source(tool="b"), slot="floor"), desk.said("tea", 1)
    )


def settle(desk: Desk, outcomes: list, verdict) -> list:
    return settle_ties(desk.store, outcomes, verdict, now=day(101), model="tiny")


@requirement("W11", "W10")
@pytest.mark.parametrize(
    ("holds", "stays", "state"),
    [("new", 9, ReviewState.ACCEPTED), ("old", 3, ReviewState.REJECTED), ("both", 3, ReviewState.REJECTED)],
)
def test_the_verdict_of_a_model_settles_it_and_the_history_names_the_model(desk, holds, stays, state):
    outcomes = queued(desk)
    waiting = outcomes[0].memory
    asked = []
    settled = settle(desk, outcomes, lambda new, old: asked.append((new.text, old.text)) or holds)
    assert asked == [("The office is on floor 9", "The office is on floor 3")]
    assert isinstance(settled[0], Superseded)
    assert settled[0].memory.text == f"The office is on floor {stays}"
    assert settled[1] == outcomes[1]
    assert f"The office is on floor {stays}" in desk.active()
    assert len(desk.active()) == 2
    assert desk.history(waiting.id)[-1].reason == "settled by model/tiny"
    [review] = desk.reviews(states=())
    assert (review.state, review.decided_by, review.decided_at) == (state, "model/tiny", day(101))


def test_both_hold_where_no_slot_has_to_choose(desk):
    desk.take(desk.said("I live in Porto", 1, source=Source(tool="a")))
    outcomes = desk.take(desk.said("I live in Lisbon", 1.2, source=Source(tool="b")))
    [settled] = settle(desk, outcomes, lambda new, old: "both")
    assert isinstance(settled, Added)
    assert desk.active() == ["I live in Porto", "I live in Lisbon"]


def test_what_a_model_cannot_tell_still_waits_for_a_person(desk):
    outcomes = queued(desk)
    assert settle(desk, outcomes, lambda new, old: None) == outcomes
    assert [review.state for review in desk.reviews()] == [ReviewState.OPEN]


@pytest.mark.parametrize("what", ["old", "new"])
def test_a_verdict_about_words_that_changed_meanwhile_counts_for_nothing(desk, what):
    outcomes = queued(desk)

    def slow(new, old):
        desk.correct(old.id if what == "old" else new.id, "The office moved out")
        return "new"

    [settled, _] = settle(desk, outcomes, slow)
    assert isinstance(settled, Queued)
    assert "settled by model" not in str(desk.history(outcomes[0].memory.id))


def test_a_model_is_not_asked_about_what_is_settled(desk):
    outcomes = queued(desk)
    desk.forget(outcomes[0].memory.id)
    assert settle(desk, outcomes, lambda new, old: pytest.fail("asked")) == outcomes
    assert desk.get(outcomes[0].memory.id).status is Status.FORGOTTEN


def test_without_a_tie_nothing_is_read(desk):
    made = desk.take(desk.said("tea", 1, slot=Slot("self", "x")))
    assert settle(desk, made, lambda new, old: pytest.fail("asked")) == made
