"""What becomes of a candidate, given what is known: a table of situations and the decision each must lead to."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure import Memory, Policy, Slot, Source, Status
from perdure.capture.reconcile import Add, Near, Neighbours, Queue, Refuse, Reinforce, Supersede, reconcile, refuses
from perdure.domain.change import Candidate
from perdure.domain.link import Relation
from perdure.domain.memory import Origin
from perdure.domain.policy import Gates
from perdure.domain.space import SpaceName
from perdure.kinds import KINDS
from perdure.text.claims import Meeting
from perdure.text.clean import statement_key
from tests.behaviour.requirements import requirement

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


def decide(wanted: Candidate, *, same=(), slot=None, near=(), policy=None):
    neighbours = Neighbours(same=tuple(same), slot=slot, near=tuple(near))
    return reconcile(wanted, neighbours, policy or Policy(), space=SPACE, new_id="new")


def near(meeting: Meeting, known: Memory | None = None, **more) -> Near:
    """A neighbour that the newer of both meets like that, whichever it is."""
    return Near(memory=known or memory("I live in Porto"), over=meeting, under=meeting, **more)


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


@requirement("W8", "W9")
@pytest.mark.parametrize("status", [Status.SUPERSEDED, Status.FORGOTTEN])
def test_what_is_history_is_not_reinforced(status):
    assert isinstance(decide(candidate(), same=[memory(status=status)]), Add)


@requirement("F1", "W8")
@pytest.mark.parametrize("status", [Status.ARCHIVED, Status.REVIEW])
def test_what_was_set_aside_is_back_when_it_is_said_again(status):
    known = memory(status=status, expires_at=day(3), access_count=2)
    decision = decide(candidate(), same=[known])
    assert isinstance(decision, Reinforce)
    assert decision.restored
    assert decision.before == known
    after = decision.memory
    assert (after.id, after.status, after.expires_at, after.access_count) == ("old", Status.ACTIVE, None, 3)


def test_what_is_active_is_said_again_rather_than_what_was_set_aside():
    known = [memory(status=Status.ARCHIVED), memory(id="waits", status=Status.REVIEW), memory(id="live")]
    assert decide(candidate(), same=known).memory.id == "live"


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
        [old] = decision.olds
        assert (decision.current.id, old.id, decision.new.id, decision.before) == ("new", "old", "new", None)
        assert (old.status, old.superseded_by, old.version, old.holds_until) == (Status.SUPERSEDED, "new", 5, day(10))
        assert old.text == held.text
        [move] = decision.moves
        assert (move.before, move.after, move.action) == (held, old, "superseded")

    def test_an_earlier_value_that_arrives_later_is_history_at_once(self):
        held = memory("I live in Porto", at=20, slot=CITY)
        decision = decide(candidate(at=10, slot=CITY), slot=held)
        [old] = decision.olds
        assert (decision.current, decision.new, decision.moves) == (held, old, ())
        assert (old.id, old.status, old.superseded_by) == ("new", Status.SUPERSEDED, "old")
        assert old.holds_until == day(20)

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
        assert decision.new.holds_until == day(30)

    @pytest.mark.parametrize(("said", "end"), [(5, 5), (30, 10), (None, 10)])
    def test_it_held_no_longer_than_was_said_and_no_longer_than_it_was_current(self, said, end):
        held = memory("I live in Porto", slot=CITY, holds_until=None if said is None else day(said))
        assert decide(candidate(slot=CITY), slot=held).olds[0].holds_until == day(end)

    def test_no_memory_ends_before_it_begins(self):
        held = memory("I live in Porto", slot=CITY, at=3)
        assert decide(candidate(at=3, slot=CITY), slot=held).olds[0].holds_until == day(3)

    def test_a_correction_says_that_it_never_held(self):
        held = memory("I live in Porto", slot=CITY)
        decision = decide(candidate(slot=CITY), slot=held, near=[near(Meeting.CORRECTS, held)])
        assert [old.holds_until for old in decision.olds] == [day(0)]


def settle(said: list[tuple[str, float]]) -> str:
    """The value that is current after these statements, by the decisions alone."""
    known: dict[str, Memory] = {}
    for number, (text, at) in enumerate(said):
        wanted = candidate(text, at, slot=CITY)
        same = [one for one in known.values() if statement_key(one.text) == wanted.key]
        held = next((one for one in known.values() if one.status is Status.ACTIVE), None)
        decision = reconcile(wanted, Neighbours(same=same, slot=held), Policy(), space=SPACE, new_id=f"m{number}")
        match decision:
            case Supersede(current=current, olds=olds):
                known |= {one.id: one for one in (current, *olds)}
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


class TestClaims:
    @requirement("W9")
    @pytest.mark.parametrize("meeting", [Meeting.REPLACES, Meeting.CORRECTS, Meeting.DENIES])
    def test_what_contradicts_supersedes_every_memory_that_it_contradicts(self, meeting):
        olds = [memory(f"I live in {name}", at=at, id=name) for at, name in enumerate(("Porto", "Faro"))]
        decision = decide(candidate(), near=[near(meeting, old) for old in olds])
        assert isinstance(decision, Supersede)
        assert decision.current.id == "new"
        assert [(old.id, old.status, old.superseded_by) for old in decision.olds] == [
            ("Porto", Status.SUPERSEDED, "new"),
            ("Faro", Status.SUPERSEDED, "new"),
        ]
        ends = [old.holds_from for old in olds] if meeting is Meeting.CORRECTS else [day(10), day(10)]
        assert [old.holds_until for old in decision.olds] == ends

    @pytest.mark.parametrize(
        ("meeting", "relation"),
        [
            (Meeting.COVERS, Relation.COVERED),
            (Meeting.REFINES, Relation.REFINED),
            (Meeting.MAYBE, Relation.OUTDATED),
            (Meeting.SAME, Relation.REPEATED),
        ],
    )
    @pytest.mark.parametrize("at", [10, -10])
    def test_what_can_be_true_beside_it_stays_and_is_linked_by_event_time(self, meeting, relation, at):
        decision = decide(candidate(at=at), near=[near(meeting)])
        assert isinstance(decision, Add)
        [link] = decision.links
        older, newer = ("old", "new") if at > 0 else ("new", "old")
        assert (link.memory, link.other, link.relation, link.at) == (older, newer, relation, day(50))
        assert decision.memory.status is Status.ACTIVE

    @pytest.mark.parametrize("meeting", [Meeting.ADDS, Meeting.APART])
    def test_what_has_nothing_to_do_with_it_is_left_alone(self, meeting):
        assert decide(candidate(), near=[near(meeting)]) == decide(candidate())

    @requirement("W8")
    def test_what_is_said_in_other_words_counts_once_more_and_keeps_its_times(self):
        known = memory("Lisbon is where I live", importance=0.2, access_count=1, version=3)
        [move] = decide(candidate(importance=0.6), near=[near(Meeting.SAME, known)]).moves
        assert move.before == known
        assert move.after == replace(known, importance=0.6, access_count=2, version=4)

    def test_repeats_in_other_words_are_kept_apart_where_the_policy_says_so(self):
        decision = decide(candidate(), near=[near(Meeting.SAME)], policy=Policy(merge_repeats=False))
        assert (decision.links, decision.moves) == ((), ())

    def test_slot_and_claims_are_ended_together(self):
        held, other = memory("Porto", slot=CITY, id="held"), memory("I moved to Faro", id="said")
        decision = decide(candidate(slot=CITY), slot=held, near=[near(Meeting.REPLACES, other)])
        assert [old.id for old in decision.olds] == ["held", "said"]

    @pytest.mark.parametrize(
        ("known", "said"),
        [
            ({"slot": Slot("bob", "city")}, {}),
            ({}, {"slot": Slot("bob", "city")}),
            ({"slot": Slot("self", "town")}, {"slot": CITY}),
            ({"kind": "summary"}, {}),
            ({}, {"kind": "summary", "kind_given": True}),
            ({"kind": "boundary"}, {}),
        ],
    )
    def test_claims_say_nothing_of_somebody_elses_slot_of_a_summary_or_of_what_is_permanent(self, known, said):
        decision = decide(candidate(**said), near=[near(Meeting.REPLACES, memory("I live in Porto", **known))])
        assert isinstance(decision, Add)
        assert decision.links == ()

    @pytest.mark.parametrize("status", [Status.FORGOTTEN, Status.ARCHIVED, Status.REVIEW])
    def test_what_is_not_current_is_not_ended(self, status):
        known = memory("I live in Porto", status=status)
        assert decide(candidate(), near=[near(Meeting.REPLACES, known)]) == decide(candidate())

    def test_said_again_it_ends_what_was_said_otherwise_in_between(self):
        known, doubtful = memory(), memory("I live in Porto", at=5, id="porto")
        decision = decide(candidate(at=10), same=[known], near=[near(Meeting.REPLACES, doubtful)])
        assert isinstance(decision, Supersede)
        assert (decision.current.id, decision.before, decision.olds[0].id) == ("old", known, "porto")
        again = decide(candidate(at=-10), same=[known], near=[near(Meeting.REPLACES, doubtful)])
        assert isinstance(again, Reinforce)
        assert again.moves == ()


class TestALateStatement:
    """The memories C (day 20) and A (day 0), which C ended; B (day 10) comes last."""

    LATER = memory("C", at=20, id="c")
    ENDED = memory("A", at=0, id="a", status=Status.SUPERSEDED, superseded_by="c", holds_until=day(20), version=2)

    @requirement("W10")
    def test_it_takes_the_place_between_what_it_ended_and_what_ended_it(self):
        decision = decide(candidate("B"), near=[near(Meeting.REPLACES, one) for one in (self.LATER, self.ENDED)])
        assert isinstance(decision, Supersede)
        assert (decision.current, decision.new) == (self.LATER, decision.olds[0])
        late, ended = decision.olds
        assert (late.id, late.superseded_by, late.holds_from, late.holds_until) == ("new", "c", day(10), day(20))
        assert (ended.id, ended.superseded_by, ended.holds_until, ended.version) == ("a", "new", day(10), 3)

    def test_an_end_that_was_named_before_stays(self):
        ended = near(Meeting.REPLACES, replace(self.ENDED, holds_until=day(4)), until=day(4))
        decision = decide(candidate("B"), near=[near(Meeting.REPLACES, self.LATER), ended])
        assert decision.olds[1].holds_until == day(4)

    def test_the_first_of_those_that_came_after_it_ended_it(self):
        sooner = memory("D", at=15, id="d", status=Status.SUPERSEDED, superseded_by="c", holds_until=day(20))
        decision = decide(candidate("B"), near=[near(Meeting.REPLACES, one) for one in (self.LATER, sooner)])
        assert (decision.new.superseded_by, decision.new.holds_until) == ("d", day(15))
        assert decision.moves == ()

    def test_what_it_does_not_contradict_keeps_its_place(self):
        decision = decide(candidate("B"), near=[near(Meeting.REPLACES, self.LATER), near(Meeting.ADDS, self.ENDED)])
        assert decision.moves == ()

    def test_what_never_held_is_ended_at_its_beginning(self):
        decision = decide(candidate("B"), near=[near(Meeting.CORRECTS, self.LATER)])
        assert decision.new.holds_until == day(10)

    def test_something_archived_that_is_said_late_is_history_and_one_change(self):
        known = memory("B", at=1, id="b", status=Status.ARCHIVED, version=5)
        decision = decide(candidate("B"), same=[known], near=[near(Meeting.REPLACES, self.LATER)])
        assert isinstance(decision, Supersede)
        assert (decision.new.id, decision.new.status, decision.new.version) == ("b", Status.SUPERSEDED, 6)


USER = Source(origin=Origin.USER)
TOLD = Source(origin=Origin.TOOL)
MODEL = Source(origin=Origin.USER, maker="model/m/extract-1")
ASSISTANT = Source(origin=Origin.ASSISTANT)


class TestWhoWins:
    @requirement("W10")
    @pytest.mark.parametrize("stronger", [USER, Source(origin=Origin.USER, maker="rules/1")])
    @pytest.mark.parametrize("weaker", [TOLD, MODEL, ASSISTANT, Source(origin=Origin.SUMMARY)])
    def test_a_persons_statement_ends_inference_and_inference_only_puts_it_in_doubt(self, stronger, weaker):
        known = near(Meeting.REPLACES, memory("I live in Porto", source=weaker))
        assert isinstance(decide(candidate(source=stronger), near=[known]), Supersede)
        known = near(Meeting.REPLACES, memory("I live in Porto", source=stronger))
        decision = decide(candidate(source=weaker), near=[known])
        assert isinstance(decision, Add)
        assert [(link.memory, link.other, link.relation) for link in decision.links] == [
            ("old", "new", Relation.OUTDATED)
        ]

    @requirement("W10")
    def test_inference_close_to_what_a_person_said_waits(self):
        decision = decide(candidate(at=0.5, source=MODEL), near=[near(Meeting.REPLACES)])
        assert isinstance(decision, Queue)
        assert (decision.memory.status, decision.other.id) == (Status.REVIEW, "old")

    @requirement("W10")
    def test_a_persons_statement_that_arrives_late_still_ends_inference_close_to_it(self):
        known = memory("I live in Porto", at=0.5, source=MODEL)
        decision = decide(candidate(at=0), near=[near(Meeting.REPLACES, known)])
        assert isinstance(decision, Supersede)
        assert (decision.current.id, decision.olds[0].holds_until) == ("new", known.holds_from)

    @requirement("W10")
    def test_in_a_slot_inference_never_takes_the_place_of_what_a_person_said(self):
        held = memory("Porto", slot=CITY)
        decision = decide(candidate(slot=CITY, source=ASSISTANT), slot=held)
        assert isinstance(decision, Queue)
        late = decide(candidate(at=-10, slot=CITY), slot=memory("Porto", slot=CITY, source=ASSISTANT))
        assert (type(late), late.current.id) == (Supersede, "new")

    @requirement("W10")
    def test_a_fact_does_not_end_a_decision_but_a_correction_does(self):
        decided = memory("We use Postgres", kind="decision")
        fact = candidate("The database is MySQL", kind="fact", kind_given=True)
        decision = decide(fact, near=[near(Meeting.REPLACES, decided)])
        assert isinstance(decision, Add)
        assert decision.links[0].relation is Relation.OUTDATED
        for meeting in (Meeting.CORRECTS, Meeting.DENIES):
            assert isinstance(decide(fact, near=[near(meeting, decided)]), Supersede)
        in_slot = decide(replace(fact, slot=CITY), slot=replace(decided, slot=CITY))
        assert isinstance(in_slot, Queue)

    @requirement("W10")
    def test_a_decision_ends_a_fact_and_so_does_what_nobody_called_a_fact(self):
        decided = candidate("We use Postgres", kind="decision", kind_given=True)
        assert isinstance(decide(decided, near=[near(Meeting.REPLACES)]), Supersede)
        plain = candidate("Our database is MySQL now", kind_given=False)
        assert isinstance(decide(plain, near=[near(Meeting.REPLACES, memory("x", kind="decision"))]), Supersede)

    @requirement("W10")
    def test_of_equals_the_later_event_wins_whatever_the_order_of_arrival(self):
        for at, current in ((10, "new"), (-10, "old")):
            assert decide(candidate(at=at), near=[near(Meeting.REPLACES)]).current.id == current

    @requirement("W10")
    def test_at_the_same_time_from_the_same_source_the_later_write_wins(self):
        assert decide(candidate(at=0), near=[near(Meeting.REPLACES)]).current.id == "new"


AGENT, OTHER = Source(tool="agent-a"), Source(tool="agent-b")


class TestConflicts:
    @requirement("W11")
    @pytest.mark.parametrize("meeting", [Meeting.REPLACES, Meeting.CORRECTS, Meeting.DENIES])
    @pytest.mark.parametrize(
        ("one", "other"),
        [
            (AGENT, OTHER),
            (Source(speaker="ana"), Source(speaker="bo")),
            (replace(TOLD, tool="y"), replace(TOLD, tool="x")),
        ],
    )
    def test_equals_from_different_sources_close_in_time_wait_for_a_person(self, meeting, one, other):
        known = memory("I live in Porto", source=one)
        decision = decide(candidate(at=0.9, source=other), near=[near(meeting, known)])
        assert isinstance(decision, Queue)
        assert (decision.memory.id, decision.memory.status, decision.other) == ("new", Status.REVIEW, known)
        assert decision.before is None

    @requirement("W11")
    @pytest.mark.parametrize(
        ("at", "source", "gates"),
        [
            (1.0, OTHER, Gates()),
            (0.5, OTHER, Gates(conflict_hours=12)),
            (0, OTHER, Gates(conflict_hours=0)),
            (0.5, AGENT, Gates()),
            (0.5, Source(), Gates()),
        ],
    )
    def test_far_apart_or_from_the_same_source_the_later_one_wins(self, at, source, gates):
        known = near(Meeting.REPLACES, memory("I live in Porto", source=AGENT))
        decision = decide(candidate(at=at, source=source), near=[known], policy=Policy(gates=gates))
        assert isinstance(decision, Supersede)
        assert decision.current.id == "new"

    @requirement("W11")
    def test_a_slot_is_disputed_in_the_same_way(self):
        held = memory("Porto", slot=CITY, source=AGENT)
        assert isinstance(decide(candidate(at=0.5, slot=CITY, source=OTHER), slot=held), Queue)

    @requirement("W11")
    def test_what_waits_and_is_said_again_by_the_same_source_still_waits(self):
        waiting = memory(id="waits", status=Status.REVIEW, source=OTHER, at=0.2)
        known = near(Meeting.REPLACES, memory("I live in Porto", source=AGENT))
        decision = decide(candidate(at=0.5, source=OTHER), same=[waiting], near=[known])
        assert isinstance(decision, Queue)
        assert (decision.memory.id, decision.memory.access_count, decision.before) == ("waits", 1, waiting)

    @requirement("W11")
    def test_what_waits_holds_once_time_has_decided(self):
        waiting = memory(id="waits", status=Status.REVIEW, source=OTHER, at=0.2)
        known = near(Meeting.REPLACES, memory("I live in Porto", source=AGENT))
        decision = decide(candidate(at=5, source=OTHER), same=[waiting], near=[known])
        assert isinstance(decision, Supersede)
        assert (decision.current.id, decision.current.status, decision.olds[0].id) == ("waits", Status.ACTIVE, "old")


class TestWhatIsRefused:
    @requirement("W10", "F1")
    @pytest.mark.parametrize("source", [MODEL, ASSISTANT])
    def test_inference_does_not_bring_back_what_waits_for_a_person(self, source):
        said = candidate(source=replace(source, turns=("e9",)))
        decision = decide(said, same=[memory(status=Status.REVIEW)])
        assert isinstance(decision, Refuse)
        assert decision.code == "waiting"

    @requirement("M3")
    @pytest.mark.parametrize("kind", [kind.name for kind in KINDS if kind.permanent])
    def test_permanent_memory_is_not_written_here(self, kind):
        assert refuses(kind)
        decision = decide(candidate(kind=kind, kind_given=True))
        assert isinstance(decision, Refuse)
        assert decision.code == "permanent_memory"

    def test_other_kinds_are(self):
        assert not any(refuses(kind.name) for kind in KINDS if not kind.permanent)

    @requirement("F6")
    @pytest.mark.parametrize("how", ["words", "claims"])
    def test_what_was_forgotten_is_not_derived_again_from_the_same_turns(self, how):
        gone = memory(status=Status.FORGOTTEN, source=Source(turns=("e1", "e2")))
        again = candidate(at=90, source=Source(turns=("e2", "e3")))
        met = {"same": [gone]} if how == "words" else {"near": [near(Meeting.SAME, gone)]}
        decision = decide(again, **met)
        assert isinstance(decision, Refuse)
        assert decision.code == "forgotten"

    @requirement("F6")
    @pytest.mark.parametrize(("at", "kind"), [(-1, Refuse), (0, Refuse), (1, Add)])
    def test_only_what_is_said_later_brings_the_forgotten_back(self, at, kind):
        gone = memory(status=Status.FORGOTTEN, source=Source(turns=("e1",)))
        decision = decide(candidate(at=at, source=Source(turns=("e9",))), same=[gone])
        assert isinstance(decision, kind)

    @requirement("F6")
    def test_another_statement_of_the_same_turns_is_not_what_was_forgotten(self):
        gone = memory("I live in Porto", status=Status.FORGOTTEN, source=Source(turns=("e1",)))
        said = candidate(source=Source(turns=("e1",)))
        assert isinstance(decide(said, near=[near(Meeting.REPLACES, gone)]), Add)

    @requirement("W8")
    @pytest.mark.parametrize("how", ["words", "claims"])
    @pytest.mark.parametrize("status", [Status.ACTIVE, Status.SUPERSEDED])
    def test_the_same_turns_tell_nothing_new(self, how, status):
        known = memory(status=status, source=Source(turns=("e1", "e2")))
        met = {"same": [known]} if how == "words" else {"near": [near(Meeting.SAME, known)]}
        decision = decide(candidate(source=Source(turns=("e2",))), **met)
        assert isinstance(decision, Refuse)
        assert decision.code == "known"
