"""What becomes of a candidate, given what is known: a table of situations and the decision each must lead to."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure import Memory, Policy, Slot, Source, Status
from perdure.capture.reconcile import Add, Neighbours, Reinforce, Supersede, reconcile
from perdure.domain.change import Candidate
from perdure.domain.space import SpaceName
from perdure.text.clean import statement_key

T0 = datetime(2026, 1, 1, tzinfo=UTC)
SPACE = SpaceName("user", "alice")
CITY = Slot("self", "city")


def day(number: float) -> datetime:
    return T0 + timedelta(days=number)


def candidate(text: str = "I live in Lisbon", at: float = 10, **changes) -> Candidate:
    made = Candidate(
        text=text,
        key=statement_key(text),
        kind="fact",
        kind_given=False,
        at=day(at),
        recorded_at=day(50),
        holds_from=day(at),
    )
    return replace(made, **changes)


def memory(text: str = "I live in Lisbon", at: float = 0, **changes) -> Memory:
    made = Memory(
        id="old",
        space=SPACE,
        kind="fact",
        text=text,
        created_at=day(at),
        updated_at=day(at),
        recorded_at=day(at),
        holds_from=day(at),
    )
    return replace(made, **changes)


def decide(wanted: Candidate, *, same=(), slot=None, policy=None):
    return reconcile(wanted, Neighbours(same=tuple(same), slot=slot), policy or Policy(), space=SPACE, new_id="new")


def test_what_is_unknown_is_added_as_it_was_said():
    said = candidate(
        slot=CITY, value="Lisbon", importance=0.9, tags=("home",), metadata={"a": 1}, source=Source(turns=("ent_1",))
    )
    decision = decide(said)
    assert isinstance(decision, Add)
    made = decision.memory
    assert (made.id, made.space, made.status, made.version, made.access_count) == ("new", SPACE, Status.ACTIVE, 1, 0)
    assert made.created_at == made.updated_at == made.holds_from == day(10)
    assert made.recorded_at == day(50)
    for name in ("text", "kind", "slot", "value", "importance", "tags", "metadata", "source"):
        assert getattr(made, name) == getattr(said, name)


def test_the_same_words_reinforce():
    known = memory(importance=0.4, access_count=3, version=6, tags=("a",), metadata={"x": 1, "y": 1})
    decision = decide(candidate(importance=0.7, tags=("b", "a"), metadata={"y": 2}), same=[known])
    assert isinstance(decision, Reinforce)
    assert decision.before == known
    after = decision.memory
    assert (after.id, after.created_at, after.updated_at) == ("old", day(0), day(10))
    assert (after.access_count, after.version, after.importance) == (4, 7, 0.7)
    assert (after.tags, after.metadata) == (("a", "b"), {"x": 1, "y": 2})
    assert not decision.restored


def test_reinforcing_never_takes_anything_away():
    known = memory(importance=0.9, confidence=1.0, half_life_days=40, holds_until=day(90), source=Source(turns=("e1",)))
    after = decide(candidate(importance=0.1, confidence=0.2, source=Source(turns=("e2", "e1"))), same=[known]).memory
    assert (after.importance, after.confidence, after.half_life_days) == (0.9, 1.0, 40)
    assert (after.holds_until, after.source.turns) == (day(90), ("e1", "e2"))


def test_a_statement_that_arrives_late_does_not_make_a_memory_older():
    assert decide(candidate(at=-30), same=[memory(at=5)]).memory.updated_at == day(5)


@pytest.mark.parametrize(("given_kind", "kept"), [(True, "decision"), (False, "fact")])
def test_only_a_kind_that_was_named_replaces_the_known_one(given_kind, kept):
    said = candidate(kind="decision", kind_given=given_kind)
    assert decide(said, same=[memory()]).memory.kind == kept


@pytest.mark.parametrize("status", [Status.SUPERSEDED, Status.FORGOTTEN, Status.ARCHIVED, Status.REVIEW])
def test_what_is_no_longer_active_is_not_reinforced(status):
    assert isinstance(decide(candidate(), same=[memory(status=status)]), Add)


def test_among_several_in_the_same_words_the_active_one_is_reinforced():
    known = [memory(status=Status.FORGOTTEN), memory(id="live"), memory(id="later")]
    assert decide(candidate(), same=known).memory.id == "live"


def test_repeats_stay_apart_where_the_policy_says_so():
    assert isinstance(decide(candidate(), same=[memory()], policy=Policy(merge_repeats=False)), Add)


@pytest.mark.parametrize(
    ("known", "said", "after"),
    [(20, 30, 30), (30, 20, 30), (None, 20, None), (20, None, None), (None, None, None)],
)
def test_what_is_said_twice_lasts_as_long_as_the_longer_of_both(known, said, after):
    expiry = [None if one is None else day(one) for one in (known, said, after)]
    decision = decide(candidate(expires_at=expiry[1]), same=[memory(expires_at=expiry[0])])
    assert decision.memory.expires_at == expiry[2]


@pytest.mark.parametrize("said", [None, 40])
def test_what_had_expired_is_back_for_as_long_as_the_new_statement_says(said):
    lasting = None if said is None else day(said)
    decision = decide(candidate(at=10, expires_at=lasting), same=[memory(expires_at=day(5))])
    assert decision.restored
    assert decision.memory.expires_at == lasting


def test_the_same_words_in_another_slot_are_another_memory():
    known = memory(slot=Slot("bob", "city"))
    decision = decide(candidate(slot=CITY), same=[known])
    assert isinstance(decision, Add)
    assert isinstance(decide(candidate(slot=Slot("bob", "city")), same=[known], slot=known), Reinforce)
    assert isinstance(decide(candidate(), same=[known]), Reinforce)


class TestASlot:
    def test_a_later_value_supersedes(self):
        held = memory("I live in Porto", slot=CITY, version=4)
        decision = decide(candidate(slot=CITY), slot=held)
        assert isinstance(decision, Supersede)
        assert (decision.current.id, decision.old.id, decision.new.id) == ("new", "old", "new")
        assert (decision.old.status, decision.old.superseded_by) == (Status.SUPERSEDED, "new")
        assert (decision.old.version, decision.old.holds_until) == (5, day(10))
        assert decision.old.text == held.text
        assert decision.old_before == held

    def test_an_earlier_value_that_arrives_later_is_history_at_once(self):
        held = memory("I live in Porto", at=20, slot=CITY)
        decision = decide(candidate(at=10, slot=CITY), slot=held)
        assert (decision.current, decision.old_before) == (held, None)
        assert (decision.old.id, decision.old.status, decision.old.superseded_by) == ("new", Status.SUPERSEDED, "old")
        assert decision.old.holds_until == day(20)

    def test_at_the_same_time_the_later_write_holds(self):
        decision = decide(candidate(at=0, slot=CITY), slot=memory("I live in Porto", at=0, slot=CITY))
        assert decision.current.id == "new"

    def test_what_it_is_about_decides_and_not_when_it_was_said(self):
        held = memory("I live in Porto", at=20, holds_from=day(1), slot=CITY)
        decision = decide(candidate(at=10, holds_from=day(5), slot=CITY), slot=held)
        assert decision.current.id == "new"

    def test_a_value_that_was_said_again_holds_from_then(self):
        held = memory("I live in Porto", at=0, updated_at=day(30), slot=CITY)
        decision = decide(candidate(at=20, slot=CITY), slot=held)
        assert decision.current.id == "old"

    def test_an_end_that_was_named_is_kept(self):
        held = memory("I live in Porto", slot=CITY, holds_until=day(5))
        assert decide(candidate(slot=CITY), slot=held).old.holds_until == day(5)

    def test_no_memory_ends_before_it_begins(self):
        held = memory("I live in Porto", slot=CITY, at=3)
        assert decide(candidate(at=3, slot=CITY), slot=held).old.holds_until == day(3)


def settle(said: list[tuple[str, float]]) -> str:
    """The value that is current after these statements, by the decisions alone."""
    known: dict[str, Memory] = {}
    for number, (text, at) in enumerate(said):
        wanted = candidate(text, at, slot=CITY)
        same = [one for one in known.values() if statement_key(one.text) == wanted.key]
        held = next((one for one in known.values() if one.status is Status.ACTIVE), None)
        decision = reconcile(wanted, Neighbours(same=same, slot=held), Policy(), space=SPACE, new_id=f"m{number}")
        match decision:
            case Supersede(current=current, old=old):
                known |= {current.id: current, old.id: old}
            case Add(memory=made) | Reinforce(memory=made):
                known[made.id] = made
    [current] = [one for one in known.values() if one.status is Status.ACTIVE]
    return current.text


@pytest.mark.parametrize(
    "said",
    [
        [("Porto", 1), ("Lisbon", 2), ("Faro", 3)],
        [("Porto", 1), ("Lisbon", 2), ("Porto", 3)],
        [("Porto", 1), ("Porto", 2), ("Lisbon", 3)],
        [("Porto", 1), ("Lisbon", 2), ("Lisbon", 3), ("Porto", 4)],
    ],
    ids=str,
)
def test_whatever_the_order_of_arrival_the_latest_value_is_current(said):
    assert {settle(list(order)) for order in permutations(said)} == {said[-1][0]}


@given(
    st.lists(st.sampled_from(["Porto", "Lisbon", "Faro"]), min_size=1, max_size=5).flatmap(
        lambda places: st.permutations(list(zip(places, range(len(places)), strict=True)))
    )
)
def test_event_time_decides_for_any_number_of_changes(said):
    assert settle(said) == max(said, key=lambda one: one[1])[0]
