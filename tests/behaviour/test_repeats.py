"""The same statement again confirms what is known; what differs in content stays apart, however near it sounds."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from perdure import Added, Perdure, Policy, Reinforced, Superseded
from perdure.testing import FixedEmbedder, HashEmbedder
from tests.behaviour.requirements import requirement


@requirement("W8")
@pytest.mark.parametrize(
    ("first", "again"),
    [
        ("The spare key is with Mrs. Halim", "The spare key is with Mrs. Halim"),
        ("The spare key is with Mrs. Halim", "  the spare key is  with mrs. halim. "),
        ("我喜欢喝普洱茶", "我喜欢喝普洱茶。"),
        ("我喜欢喝普洱茶", "我喜歡喝普洱茶"),
        ("周三和 Alice 讨论迁移，老地方", "周三和 ALICE 讨论迁移,老地方!"),
        ("Q3 的目标是 40%", "Ｑ３ 的目标是 40％"),
    ],
)
def test_the_same_statement_reinforces_and_is_kept_once(surface, clock, first, again):
    space = surface.space("user/alice")
    made = space.remember(first, importance=0.4).memory
    clock.advance(days=5)
    outcome = space.remember(again, importance=0.3)
    assert isinstance(outcome, Reinforced)
    known = outcome.memory
    assert known == space.get(made.id)
    assert (known.id, known.text, known.created_at) == (made.id, first, made.created_at)
    assert known.updated_at == made.updated_at + timedelta(days=5)
    assert (known.access_count, known.importance) == (1, 0.4)
    assert space.list(statuses="all").total == 1


@requirement("W8")
def test_importance_rises_to_the_higher_of_both_and_never_falls(surface):
    space = surface.space("user/alice")
    made = space.remember("我对腰果过敏", importance=0.4).memory
    assert [space.remember("我对腰果过敏", importance=n).memory.importance for n in (0.9, 0.2, 1.0)] == [0.9, 0.9, 1.0]
    assert space.get(made.id).access_count == 3


@requirement("W8")
def test_what_the_repetition_adds_is_kept(surface):
    space = surface.space("user/alice")
    made = space.remember("I'm left-handed", tags=["body"], metadata={"a": 1}).memory
    known = space.remember("I'm left-handed", tags=["sport"], metadata={"b": 2}, kind="identity").memory
    assert (known.tags, known.metadata, known.kind) == (("body", "sport"), {"a": 1, "b": 2}, "identity")
    assert len(known.source.turns) == 2
    assert known.source.turns[0] == made.source.turns[0]
    assert [hit.id for hit in space.recall("left-handed", tags=["sport"])] == [made.id]


@requirement("W8")
def test_a_repetition_that_was_said_earlier_does_not_make_a_memory_older(surface, clock):
    space = surface.space("user/alice")
    made = space.remember("I prefer tea").memory
    known = space.remember("I prefer tea", at=clock.now() - timedelta(days=90)).memory
    assert (known.updated_at, known.created_at) == (made.updated_at, made.created_at)


@requirement("W8")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The gate code is 5521", "The gate code is 5512"),
        ("小林的生日是3月4日", "小玲的生日是3月4日"),
        ("小林的生日是3月4日", "小林的生日是3月14日"),
        ("Nina Okafor runs the billing team", "Nina Osei runs the billing team"),
        ("I like cilantro", "I do not like cilantro"),
        ("我喜欢香菜", "我不喜欢香菜"),
        ("部署在 us-east-1 区", "部署在 us-east-2 区"),
        ("Otters were not seen on the north bank", "Otters were not seen on the south bank"),
        ("rent is 10² euro", "rent is 102 euro"),
        ("Is the shed open?", "The shed is open"),
    ],
)
def test_another_number_name_or_negation_stays_apart_even_where_the_vectors_are_the_same(home, clock, one, other):
    same = FixedEmbedder({one: [1.0, 0.0], other: [1.0, 0.0]})
    with Perdure(home, embedder=same, clock=clock, timezone="UTC") as memory:
        space = memory.space("user/alice")
        assert isinstance(space.remember(one), Added)
        assert isinstance(space.remember(other), Added | Superseded)
        assert [kept.text for kept in space.list(statuses="all")] == [one, other]
        assert [kept.access_count for kept in space.list(statuses="all")] == [0, 0]
        assert other in [kept.text for kept in space.list()]


@requirement("W8")
def test_the_same_words_are_one_statement_even_where_the_vectors_disagree(home, clock):
    apart = FixedEmbedder({"DGX-7": [1.0, 0.0], "dgx-7": [-1.0, 0.0]})
    with Perdure(home, embedder=apart, clock=clock, timezone="UTC") as memory:
        space = memory.space("user/alice")
        space.remember("DGX-7")
        assert isinstance(space.remember("dgx-7"), Reinforced)


@requirement("W8")
def test_repeats_within_one_batch_are_one_memory_too(surface):
    space = surface.space("user/alice")
    outcomes = list(space.remember_many(["I prefer tea", "i prefer tea.", "I prefer coffee", "I PREFER TEA!"]))
    assert [type(outcome).__name__ for outcome in outcomes] == ["Added", "Reinforced", "Added", "Reinforced"]
    assert [(kept.text, kept.access_count) for kept in space.list()] == [("I prefer tea", 2), ("I prefer coffee", 0)]


@requirement("W8")
def test_each_space_counts_for_itself(anywhere):
    for name in ("user/alice", "user/bob"):
        assert isinstance(anywhere.space(name).remember("I'm left-handed"), Added)


@requirement("W8")
def test_repeats_can_be_kept_apart(surface):
    space = surface.space("user/alice")
    space.set_policy(Policy(merge_repeats=False))
    assert [type(space.remember("tick")).__name__ for _ in range(2)] == ["Added", "Added"]


@requirement("W8")
def test_what_had_expired_and_is_said_again_is_back(surface, clock):
    space = surface.space("user/alice")
    made = space.remember("Parking card is at the desk", expires_at=clock.now() + timedelta(hours=1)).memory
    clock.advance(days=4)
    assert space.recall("parking card").hits == ()
    outcome = space.remember("Parking card is at the desk")
    assert (type(outcome), outcome.memory.id, outcome.memory.expires_at) == (Added, made.id, None)
    assert [hit.id for hit in space.recall("parking card")] == [made.id]
    assert [change.action for change in space.history(made.id)] == ["added", "restored"]


@requirement("W8")
def test_a_repetition_after_a_restart_still_reinforces(home, clock):
    ids = []
    for _ in range(2):
        with Perdure(home, embedder=HashEmbedder(), clock=clock, timezone="UTC") as memory:
            ids.append(memory.space("user/alice").remember("我喜欢喝普洱茶", at=datetime(2026, 1, 1)).memory.id)
    assert len(set(ids)) == 1
