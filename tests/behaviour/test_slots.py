"""A slot holds one current value; what it replaced stays readable and leaves recall."""

from __future__ import annotations

from datetime import UTC, timedelta
from itertools import permutations

import pytest

from perdure import Added, Perdure, Reinforced, Slot, Status, Superseded, Turn
from perdure.domain.space import SpaceName
from perdure.domain.trace import Covered, Hidden, Settled
from perdure.stores.sqlite import SqliteStore
from perdure.testing import HashEmbedder
from tests.behaviour.requirements import requirement


def texts(found) -> list[str]:
    return [hit.text for hit in found]


@requirement("L7")
def test_a_slot_is_read_exactly(surface):
    space = surface.space("user/alice")
    space.remember("我住在杭州", slot="city", value="杭州")
    space.remember("Bob lives in Riga", slot=Slot("bob", "city"), value="Riga")
    assert space.get(slot="city").value == "杭州"
    assert space.get(slot=Slot("self", "city")) == space.get(slot="city")
    assert space.get(slot=Slot("bob", "city")).value == "Riga"
    for other in ("City", "city ", "cit", Slot("bob", "town"), Slot("carol", "city")):
        assert space.get(slot=other) is None


@requirement("L7", "W9")
@pytest.mark.parametrize(
    ("old", "new", "query"),
    [
        ("Favourite database is Postgres", "Favourite database is MySQL now", "which database"),
        ("项目数据库用 PostgreSQL", "项目数据库换成 MySQL 了", "项目数据库用什么"),
    ],
)
def test_another_value_supersedes_and_only_the_new_one_is_recalled(surface, clock, old, new, query):
    space = surface.space("project/orders")
    first = space.remember(old, slot="db").memory
    clock.advance(days=1)
    outcome = space.remember(new, slot="db")
    assert isinstance(outcome, Superseded)
    assert outcome.old.id == first.id
    assert space.get(slot="db") == outcome.memory
    assert texts(space.recall(query)) == [new]
    assert texts(space.recall(old)) == [new]
    assert [memory.text for memory in space.list()] == [new]


@requirement("W9")
def test_what_was_superseded_stays_readable_with_a_pointer_to_what_replaced_it(surface, clock):
    space = surface.space("user/alice")
    first = space.remember("I live in Porto", slot="city").memory
    clock.advance(days=3)
    second = space.remember("I live in Lisbon", slot="city").memory
    old = space.get(first.id)
    assert (old.status, old.superseded_by, old.text) == (Status.SUPERSEDED, second.id, "I live in Porto")
    assert (old.holds_from, old.holds_until) == (first.holds_from, second.holds_from)
    assert [memory.id for memory in space.list(statuses=["superseded"])] == [first.id]
    assert [memory.id for memory in space.list(statuses="all")] == [first.id, second.id]
    assert [change.action for change in space.history(first.id)] == ["added", "superseded"]
    assert space.explain(first.id).memory == old


@requirement("L7")
def test_the_same_value_again_reinforces(surface):
    space = surface.space("user/alice")
    space.remember("I live in Porto", slot="city")
    assert isinstance(space.remember("i live in porto.", slot="city"), Reinforced)
    assert space.list(statuses="all").total == 1


@requirement("L7", "W9")
def test_an_earlier_value_that_arrives_later_never_becomes_current(surface, clock):
    space = surface.space("user/alice")
    space.remember("Alba works at Initech", slot="job", at=clock.now() - timedelta(days=10))
    outcome = space.remember("Alba works at Acme", slot="job", at=clock.now() - timedelta(days=700))
    assert isinstance(outcome, Superseded)
    assert (outcome.memory.text, outcome.old.text) == ("Alba works at Initech", "Alba works at Acme")
    assert space.get(slot="job").text == "Alba works at Initech"
    assert texts(space.recall("where does Alba work")) == ["Alba works at Initech"]
    assert space.get(outcome.old.id).superseded_by == outcome.memory.id


@requirement("L7", "W9")
def test_at_the_same_event_time_the_later_write_holds(surface):
    space = surface.space("user/alice")
    space.remember("门禁是 5521", slot="gate")
    space.remember("门禁是 5512", slot="gate")
    assert space.get(slot="gate").text == "门禁是 5512"


@requirement("L7", "W9")
@pytest.mark.parametrize("batched", [True, False])
def test_whatever_the_order_of_arrival_the_value_of_the_latest_event_is_current(tmp_path, clock, batched):
    said = [("I live in Porto", 300), ("I live in Lisbon", 100), ("I live in Porto", 50)]
    with Perdure(tmp_path, embedder=None, clock=clock, timezone="UTC") as memory:
        for number, order in enumerate(permutations(said)):
            items = [{"text": text, "slot": "city", "at": clock.now() - timedelta(days=ago)} for text, ago in order]
            space = memory.space(f"user/{number}")
            if batched:
                space.remember_many(items)
            else:
                for item in items:
                    space.remember(**item)
            assert space.get(slot="city").text == "I live in Porto", order
            assert space.list().total == 1


@requirement("L7", "W9")
def test_three_values_in_one_batch_leave_one_that_is_current(surface):
    space = surface.space("user/alice")
    outcomes = list(space.remember_many([{"text": f"门禁是 {code}", "slot": "gate"} for code in (1111, 2222, 3333)]))
    assert [type(outcome).__name__ for outcome in outcomes] == ["Added", "Superseded", "Superseded"]
    assert [memory.text for memory in space.list()] == ["门禁是 3333"]
    assert [memory.text for memory in space.list(statuses=["superseded"])] == ["门禁是 1111", "门禁是 2222"]
    first, second = space.list(statuses=["superseded"])
    assert (first.superseded_by, second.superseded_by) == (second.id, space.get(slot="gate").id)


@requirement("W9")
def test_restoring_the_old_value_undoes_the_change(surface, clock):
    space = surface.space("user/alice")
    porto = space.remember("I live in Porto", slot="city").memory
    clock.advance(days=1)
    lisbon = space.remember("I live in Lisbon", slot="city").memory
    clock.advance(days=1)
    back = space.restore(porto.id, "it was a joke")
    assert (back.status, back.superseded_by, back.holds_until) == (Status.ACTIVE, None, None)
    assert space.get(slot="city").id == porto.id
    assert texts(space.recall("where do I live")) == ["I live in Porto"]
    given_way = space.get(lisbon.id)
    assert (given_way.status, given_way.superseded_by) == (Status.SUPERSEDED, porto.id)
    space.restore(lisbon.id)
    assert space.get(slot="city").id == lisbon.id
    assert space.list().total == 1


@requirement("W9", "F6")
def test_a_value_that_was_forgotten_leaves_its_slot_free(surface):
    space = surface.space("user/alice")
    porto = space.remember("I live in Porto", slot="city").memory
    space.forget(porto.id)
    assert space.get(slot="city") is None
    assert isinstance(space.remember("I live in Faro", slot="city"), Added)
    space.restore(porto.id)
    assert space.get(slot="city").id == porto.id
    assert space.list().total == 1


@requirement("W9", "F6")
def test_what_was_superseded_and_then_forgotten_comes_back_without_an_end(surface, clock):
    space = surface.space("user/alice")
    porto = space.remember("I live in Porto", slot="city").memory
    clock.advance(days=1)
    space.remember("I live in Lisbon", slot="city")
    space.forget(porto.id)
    unforgotten = space.restore(porto.id)
    assert unforgotten.status is Status.SUPERSEDED
    assert space.get(slot="city").text == "I live in Lisbon"
    back = space.restore(porto.id)
    assert (back.status, back.holds_until, back.superseded_by) == (Status.ACTIVE, None, None)


def cite(home, memory_id: str, *entry_ids: str) -> None:
    """Let a memory rest on turns, as distilling will: through the store, for no verb of the facade does it yet."""
    store = SqliteStore(home, zone=UTC, busy_timeout=5)
    with store.space(SpaceName("user", "alice")).write() as writer:
        writer.cite(memory_id, entry_ids)
    store.close()


@pytest.fixture
def distilled(home, clock, ids):
    """A memory that rests on a turn, and a second turn nothing rests on."""
    with Perdure(home, embedder=HashEmbedder(), clock=clock, ids=ids, timezone="UTC") as memory:
        space = memory.space("user/alice")
        turns = space.observe(
            [
                Turn("well, my seat preference is the aisle, always", speaker="alice", session="s", ref="t-1"),
                Turn("the aisle carpet is green", speaker="bob", session="s", ref="t-2"),
            ]
        )
        made = space.remember("Alice prefers an aisle seat", slot="seat").memory
    cite(home, made.id, turns[0].id)
    with Perdure(home, embedder=HashEmbedder(), clock=clock, ids=ids, timezone="UTC") as memory:
        yield memory.space("user/alice"), made, turns


@requirement("R6", "W9", "R16")
def test_a_memory_stands_for_the_turn_it_rests_on(distilled):
    space, made, turns = distilled
    found = space.recall("seat preference aisle")
    assert made.id in [hit.id for hit in found]
    assert turns[0].id not in [hit.id for hit in found]
    [hit] = [hit for hit in found if hit.id == made.id]
    assert "t-1" in hit.refs
    assert (turns[0].id, made.id) in [(drop.id, getattr(drop, "by", None)) for drop in found.trace.dropped]
    why = space.why_not("seat preference aisle", turns[0].id)
    assert (why.dropped, why.stage) == (Covered(id=turns[0].id, by=made.id), "rank")


@requirement("F6", "W9", "R16")
@pytest.mark.parametrize("how", ["forgotten", "superseded"])
def test_what_was_settled_does_not_come_back_through_its_turn(distilled, how):
    space, made, turns = distilled
    if how == "forgotten":
        space.forget(made.id, "she asked for it")
    else:
        space.remember("Alice prefers a window seat", slot="seat")
    found = space.recall("seat preference aisle always")
    assert not {made.id, turns[0].id} & {hit.id for hit in found}
    assert (turns[0].id, (made.id,)) in [(drop.id, getattr(drop, "memories", None)) for drop in found.trace.dropped]
    why = space.why_not("seat preference aisle always", turns[0].id)
    assert (why.dropped, why.stage) == (Settled(id=turns[0].id, memories=(made.id,)), "rank")
    assert space.why_not("seat preference aisle always", made.id).dropped == Hidden(id=made.id, status=how)
    assert turns[1].id in [hit.id for hit in space.recall("green aisle carpet")]
    space.restore(made.id)
    assert made.id in [hit.id for hit in space.recall("seat preference aisle always")]


@requirement("L7")
def test_a_slot_keeps_its_value_when_the_place_is_opened_again(home, clock):
    for text in ("门禁是 1111", "门禁是 2222"):
        with Perdure(home, embedder=None, clock=clock) as memory:
            memory.space("user/alice").remember(text, slot="gate")
    with Perdure(home, embedder=None, clock=clock) as memory:
        assert memory.space("user/alice").get(slot="gate").text == "门禁是 2222"
