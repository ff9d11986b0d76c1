"""Recalling a memory counts, without recall waiting for a write."""

from __future__ import annotations

import pytest

from perdure import Perdure, Turn
from perdure.testing import HashEmbedder
from tests.behaviour.requirements import requirement


@requirement("S8")
def test_every_hit_is_counted_and_dated_and_nothing_else_is(surface, clock):
    space = surface.space("user/alice")
    seat = space.remember("用户偏好靠窗座位").memory
    kayak = space.remember("the kayak is in the shed").memory
    clock.advance(days=2)
    for _ in range(3):
        space.recall("靠窗座位")
    clock.advance(days=1)
    space.recall("靠窗座位")
    counted = space.get(seat.id)
    assert (counted.access_count, counted.last_accessed_at) == (4, clock.now())
    assert (counted.version, counted.updated_at) == (1, seat.updated_at)
    untouched = space.get(kayak.id)
    assert (untouched.access_count, untouched.last_accessed_at) == (0, None)


@requirement("S8")
@pytest.mark.parametrize("read", ["get", "list", "explain"])
def test_the_count_is_seen_by_the_very_next_read(surface, read):
    space = surface.space("user/alice")
    made = space.remember("the kayak is in the shed").memory
    space.recall("kayak")
    seen = {
        "get": lambda: space.get(made.id),
        "list": lambda: space.list().items[0],
        "explain": lambda: space.explain(made.id).memory,
    }[read]()
    assert seen.access_count == 1


@requirement("S8")
def test_the_count_is_still_there_after_closing_and_opening_again(surface, home, clock):
    space = surface.space("user/alice")
    made = space.remember("the kayak is in the shed").memory
    space.recall("kayak")
    surface.view("user/alice", "user/bob").recall("kayak")
    surface.close()
    with Perdure(home, embedder=HashEmbedder(), clock=clock, timezone="UTC") as again:
        assert again.space("user/alice").get(made.id).access_count == 2


@requirement("S8")
def test_a_count_is_not_lost_where_the_memory_changes_in_between(surface):
    space = surface.space("user/alice")
    made = space.remember("the kayak is in the shed").memory
    space.recall("kayak")
    space.correct(made.id, tags=["boat"])
    space.recall("kayak")
    space.confirm(made.id)
    space.recall("kayak")
    space.forget(made.id)
    space.restore(made.id)
    assert space.get(made.id).access_count == 3


@requirement("S8")
def test_a_hit_that_was_cut_off_is_not_counted(surface):
    space = surface.space("user/alice")
    space.remember_many([f"jar {n} of plum jam" for n in range(10)])
    shown = {hit.id for hit in space.recall("plum jam", k=4)}
    assert {memory.id for memory in space.list() if memory.access_count} == shown


@requirement("S8")
def test_recalling_writes_nothing_into_the_file(home, clock):
    with Perdure(home, embedder=HashEmbedder(), clock=clock, timezone="UTC") as memory:
        space = memory.space("user/alice")
        space.remember("the kayak is in the shed")
        space.observe([Turn("the kayak needs paint", session="s")])
        space.recall("kayak")
        before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file() and "-shm" not in path.name}
        for _ in range(20):
            assert len(space.recall("kayak")) == 2
        after = {path: path.read_bytes() for path in home.rglob("*") if path.is_file() and "-shm" not in path.name}
        assert before == after


@requirement("S8")
def test_recall_does_not_wait_for_another_writer_and_its_count_is_kept(home, clock):
    options = {"embedder": HashEmbedder(), "clock": clock, "timezone": "UTC", "busy_timeout": 0.2}
    with Perdure(home, **options) as memory, Perdure(home, **options) as other:
        space = memory.space("user/alice")
        made = space.remember("the kayak is in the shed").memory
        with other._core.space(space.name).write():
            assert [hit.id for hit in space.recall("kayak")] == [made.id]
            assert space.get(made.id).access_count == 1  # told at once, written when the other is done
            assert other.space(space.name).get(made.id).access_count == 0
        space.confirm(made.id)
        space.remember("the paddle hangs above it")
        assert other.space(space.name).get(made.id).access_count == 1
