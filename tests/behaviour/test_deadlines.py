"""Past its deadline a recall is empty and marked; nothing is raised, nothing stands still, nothing is left undone."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from perdure import Perdure
from perdure.errors import InvalidValue, StoreClosed
from perdure.testing import GatedEmbedder, HashEmbedder
from tests.behaviour.requirements import requirement

SOON = 0.02
"""Seconds that pass while the gate is shut, however long that takes."""

LONG = 3_600.0


def late_ones() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "perdure-recall"]


def let_go(vectors: GatedEmbedder) -> None:
    """Open the gate and wait for what stood before it."""
    vectors.open()
    for thread in late_ones():
        thread.join()


@pytest.fixture
def vectors() -> Iterator[GatedEmbedder]:
    """The embedder of every surface here: shut, it lets a deadline pass."""
    gated = GatedEmbedder(HashEmbedder())
    yield gated
    let_go(gated)


def filled(surface):
    space = surface.space("user/alice")
    space.remember_many(["the kayak is in the shed", "备用钥匙在邻居家"])
    return space


@requirement("R11")
@pytest.mark.parametrize("query", ["kayak", "备用钥匙在哪"])
def test_past_its_deadline_a_recall_is_empty_and_marked_and_raises_nothing(surface, vectors, query):
    space = filled(surface)
    for asked in (space, surface.view("user/alice", "user/bob")):
        vectors.close()
        found = asked.recall(query, deadline=SOON)
        assert (found.hits, len(found), found.timed_out, found.brief()) == ((), 0, True, "")
        assert len(found.degraded) == 1
        assert found.trace.notes == found.degraded
        assert "deadline" in "\n".join(found.trace.lines())
        assert found.trace.query == query
        let_go(vectors)


@requirement("R11")
def test_the_next_recall_answers_also_while_a_late_one_is_still_at_it(surface, vectors):
    space = filled(surface)
    vectors.close()
    assert space.recall("kayak", deadline=SOON).timed_out
    assert vectors.arrived.wait(10)
    assert space.get(space.list().items[0].id).text == "the kayak is in the shed"
    vectors.open()
    found = space.recall("kayak", deadline=LONG)
    assert (found.timed_out, found[0].text) == (False, "the kayak is in the shed")
    assert space.recall("kayak")[0].text == "the kayak is in the shed"


@requirement("R11")
def test_an_answer_in_time_is_the_answer_without_a_deadline(surface):
    space = filled(surface)
    space.remember_many([f"kayak note {n}" for n in range(9)])
    free, bound = space.recall("kayak shed", k=3), space.recall("kayak shed", k=3, deadline=LONG)
    assert [(hit.id, hit.score) for hit in bound] == [(hit.id, hit.score) for hit in free]
    assert bound.trace.dropped == free.trace.dropped
    assert (bound.timed_out, bound.degraded) == (False, ())
    assert space.recall("", deadline=LONG).timed_out is False


@requirement("R11")
def test_what_goes_wrong_in_time_is_raised_where_it_was_asked(surface):
    space = filled(surface)
    for options in ({"k": 0}, {"when": "soonish"}, {"layers": "diary"}, {"deadline": -1}):
        with pytest.raises(InvalidValue):
            space.recall("kayak", **{"deadline": LONG, **options})
    assert not late_ones()


@requirement("R11")
def test_a_write_does_not_wait_for_a_late_recall_and_is_found_by_the_next_one(surface, vectors):
    space = filled(surface)
    vectors.close()
    assert space.recall("kayak", deadline=SOON).timed_out
    assert vectors.arrived.wait(10)
    observed = space.observe([], wait=False)
    forgotten = space.forget(space.list().items[0].id)
    assert (list(observed), len(forgotten)) == ([], 1)
    let_go(vectors)
    assert space.recall("kayak").hits == ()


@requirement("R11", "S8")
def test_a_late_answer_that_nobody_got_counts_as_no_access(surface, vectors):
    space = filled(surface)
    made = space.list().items[0]
    vectors.close()
    assert space.recall("kayak", deadline=SOON).timed_out
    let_go(vectors)
    assert space.get(made.id).access_count == 0
    assert [hit.id for hit in space.recall("kayak", deadline=LONG)] == [made.id]
    assert space.get(made.id).access_count == 1


@requirement("R11")
def test_a_place_can_be_closed_while_a_recall_is_late(home, clock, vectors):
    with Perdure(home, embedder=vectors, clock=clock, timezone="UTC") as memory:
        space = filled(memory)
        vectors.close()
        assert space.recall("kayak", deadline=SOON).timed_out
        assert vectors.arrived.wait(10)
    with pytest.raises(StoreClosed):
        space.recall("kayak", deadline=LONG)
    let_go(vectors)
    assert not late_ones()
    with Perdure(home, embedder=vectors, clock=clock, timezone="UTC") as memory:
        assert [hit.text for hit in memory.space("user/alice").recall("kayak")] == ["the kayak is in the shed"]
        assert all(finding.ok for finding in memory.doctor())


@requirement("R11")
def test_without_an_embedder_a_deadline_is_kept_too(home):
    with Perdure(home, embedder=None) as memory:
        space = filled(memory)
        assert [hit.text for hit in space.recall("kayak", deadline=LONG)] == ["the kayak is in the shed"]
