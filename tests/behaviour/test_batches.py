"""A batch reports each item, and one bad item loses no other."""

from __future__ import annotations

from math import nan

import pytest

from perdure import Added, Perdure, Rejected
from perdure.errors import InvalidValue
from perdure.testing import CountingEmbedder, HashEmbedder
from tests.behaviour.requirements import requirement

GOOD = [
    "I prefer tea",
    "我喜欢喝普洱茶",
    {"text": "CI 跑在 runner-7 上", "kind": "fact", "tags": ["ci"], "importance": 0.9},
]
BAD = [
    ("", "invalid_text"),
    (" \n", "invalid_text"),
    (None, "invalid_text"),
    (5, "invalid_text"),
    (["text"], "invalid_text"),
    ({}, "invalid_text"),
    ({"text": ""}, "invalid_text"),
    ({"text": "x" * 1_048_577}, "invalid_text"),
    ({"text": "likes", "kind": "likes"}, "unknown_kind"),
    ({"text": "heavy", "importance": nan}, "invalid_value"),
    ({"text": "heavy", "importance": 2}, "invalid_value"),
    ({"text": "when", "at": "today"}, "invalid_value"),
    ({"text": "tagged", "tags": "home"}, "invalid_value"),
    ({"text": "slotted", "slot": ""}, "invalid_value"),
    ({"text": "misspelt", "importence": 1}, "invalid_value"),
    ({"text": "odd", 5: 1, "x": 2}, "invalid_value"),
    ({"text": "nested", "metadata": {"a": nan}}, "invalid_value"),
]


@requirement("W16")
def test_every_item_has_its_outcome_in_its_place(surface):
    space = surface.space("user/alice")
    items = [GOOD[0], *[item for item, _ in BAD[:8]], GOOD[1], *[item for item, _ in BAD[8:]], GOOD[2]]
    batch = space.remember_many(items)
    assert len(batch) == len(items)
    outcomes = list(batch)
    for item, outcome in zip(items, outcomes, strict=True):
        assert isinstance(outcome, Added if item in GOOD else Rejected), item
    codes = {number: outcome.code for number, outcome in batch.rejected}
    bad = [(1 + n if n < 8 else 2 + n, code) for n, (_, code) in enumerate(BAD)]
    assert codes == dict(bad)
    assert all(outcome.reason for _, outcome in batch.rejected)
    assert [memory.text for memory in space.list()] == ["I prefer tea", "我喜欢喝普洱茶", "CI 跑在 runner-7 上"]
    assert [space.get(outcome.memory.id) for outcome in outcomes if isinstance(outcome, Added)] == list(space.list())


@requirement("W16")
def test_what_was_rejected_leaves_no_trace_in_the_store(surface):
    space = surface.space("user/alice")
    space.remember_many([*GOOD, *[item for item, _ in BAD]])
    assert space.stats().entries == len(GOOD)
    assert space.list(statuses="all").total == len(GOOD)


@requirement("W16")
def test_a_batch_of_nothing_is_an_answer_too(surface):
    assert len(surface.space("user/alice").remember_many([])) == 0
    assert surface.spaces() == []


@requirement("W16")
@pytest.mark.parametrize("items", ["one text", {"text": "one item"}])
def test_one_item_is_not_taken_for_a_list_of_letters(surface, items):
    with pytest.raises(InvalidValue):
        surface.space("user/alice").remember_many(items)
    assert surface.space("user/alice").list().total == 0


@requirement("W16")
def test_a_large_batch_is_kept_whole_and_every_text_is_embedded_once(home, clock):
    counting = CountingEmbedder(HashEmbedder())
    with Perdure(home, embedder=counting, clock=clock, timezone="UTC") as memory:
        space = memory.space("user/alice")
        batch = space.remember_many(f"jar {n} stands on shelf {n % 7}" for n in range(1_200))
        assert batch.rejected == ()
        assert space.list(limit=1).total == 1_200
        assert counting.texts == 1_200
        assert counting.calls < 40
        assert [hit.text for hit in space.recall("jar 777", k=1)] == ["jar 777 stands on shelf 0"]
