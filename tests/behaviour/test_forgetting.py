"""Forgetting is logical: it takes a memory out of recall, says why, and can be undone."""

from __future__ import annotations

from datetime import timedelta

import pytest

from perdure import Added, Status
from perdure.errors import InvalidValue, NotFound
from tests.behaviour.requirements import requirement


@requirement("F6")
@pytest.mark.parametrize(
    ("text", "query"),
    [("Gate code is 5521", "gate code"), ("我对腰果过敏", "过敏"), ("CI 跑在 runner-7 上", "CI runner-7")],
)
def test_what_is_forgotten_leaves_every_answer_and_stays_readable_by_its_id(surface, text, query):
    space = surface.space("user/alice")
    made = space.remember(text, slot="x", tags=["t"]).memory
    [gone] = space.forget(made.id, "不再需要")
    assert gone == space.get(made.id)
    assert (gone.status, gone.text) == (Status.FORGOTTEN, text)
    assert space.recall(query).hits == ()
    assert space.recall(text, k=50).hits == ()
    assert space.recall(query).brief() == ""
    assert space.list().total == space.list(tags=["t"]).total == 0
    assert space.get(slot="x") is None
    assert [memory.id for memory in space.list(statuses=["forgotten"])] == [made.id]
    assert space.history(made.id)[-1].reason == "不再需要"


@requirement("F6")
def test_restoring_brings_back_all_of_it(surface, clock):
    space = surface.space("user/alice")
    made = space.remember("我对腰果过敏", slot="allergy", tags=["health"], importance=0.9).memory
    space.forget(made.id)
    clock.advance(days=2)
    back = space.restore(made.id, "说错了")
    assert (back.status, back.text, back.tags, back.importance) == (Status.ACTIVE, made.text, made.tags, 0.9)
    assert back.created_at == made.created_at
    assert space.get(slot="allergy").id == made.id
    assert [hit.id for hit in space.recall("腰果过敏")] == [made.id]
    assert [change.action for change in space.history(made.id)] == ["added", "forgotten", "restored"]


@requirement("F6")
def test_what_was_forgotten_can_be_said_again_and_is_then_new(anywhere):
    space = anywhere.space("user/alice")
    made = space.remember("Gate code is 5521").memory
    space.forget(made.id)
    again = space.remember("Gate code is 5521")
    assert isinstance(again, Added)
    assert again.memory.id != made.id
    assert [hit.text for hit in space.recall("gate code")] == ["Gate code is 5521"]
    assert space.list().total == 1
    assert space.get(made.id).status == "forgotten"


@requirement("F6")
def test_several_are_forgotten_in_one_step_or_none(surface):
    space = surface.space("user/alice")
    ids = [outcome.memory.id for outcome in space.remember_many(["note one", "note two", "note three"])]
    with pytest.raises(NotFound):
        space.forget([ids[0], "mem_nowhere"])
    assert space.list().total == 3
    gone = space.forget(ids[:2], "tidying")
    assert [memory.id for memory in gone] == ids[:2]
    assert [memory.id for memory in space.list()] == ids[2:]
    assert not space.forget([])


@requirement("F6")
def test_forgetting_twice_changes_nothing_the_second_time(surface):
    space = surface.space("user/alice")
    made = space.remember("note one").memory
    space.forget(made.id)
    assert not space.forget(made.id)
    assert len(space.history(made.id)) == 2


@requirement("F6")
def test_restoring_what_is_current_changes_nothing(surface):
    space = surface.space("user/alice")
    made = space.remember("note one").memory
    assert space.restore(made.id) == made
    assert len(space.history(made.id)) == 1


@requirement("F6")
def test_forgotten_neighbours_take_no_place_in_an_answer(surface):
    space = surface.space("user/alice")
    noise = [outcome.memory.id for outcome in space.remember_many([f"jwt token note {n}" for n in range(40)])]
    answer = space.remember("jwt tokens expire after 30 minutes").memory
    space.forget(noise)
    assert [hit.id for hit in space.recall("jwt token", k=3)] == [answer.id]


@requirement("F6")
def test_what_is_forgotten_has_to_be_restored_before_it_is_corrected(anywhere):
    space = anywhere.space("user/alice")
    made = space.remember("note one").memory
    space.forget(made.id)
    with pytest.raises(InvalidValue):
        space.correct(made.id, "note two")
    assert space.get(made.id).text == "note one"


@requirement("F6")
def test_the_journal_still_tells_what_happened(surface):
    space = surface.space("user/alice")
    made = space.remember("Gate code is 5521").memory
    space.forget(made.id)
    assert [entry.text for entry in space.entries()] == ["Gate code is 5521"]
    assert space.recall("gate code", layers=["journal"]).hits == ()


@requirement("F6")
def test_what_expired_is_back_when_it_is_restored(surface, clock):
    space = surface.space("user/alice")
    made = space.remember("guest wifi is heron", expires_at=clock.now() + timedelta(days=1)).memory
    clock.advance(days=2)
    assert space.recall("guest wifi").hits == ()
    assert space.list().total == 0
    back = space.restore(made.id)
    assert back.expires_at is None
    assert [hit.id for hit in space.recall("guest wifi")] == [made.id]
