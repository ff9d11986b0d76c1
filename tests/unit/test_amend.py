"""Corrections, and the way back from every supersession."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from perdure import Source, Status, Superseded
from perdure.domain.link import Link, Relation
from perdure.domain.review import ReviewState
from perdure.errors import InvalidValue, PermanentMemory, VersionConflict
from tests.behaviour.requirements import requirement
from tests.unit.desk import NAME, Desk, day

IDENTITY = ("status", "superseded_by", "holds_until", "expires_at", "text", "holds_from", "created_at", "slot", "value")


@pytest.fixture
def desk(tmp_path):
    with Desk(tmp_path) as opened:
        yield opened


def kept(memory) -> tuple:
    """What an undo brings back; the version, and when it was last confirmed, move on."""
    return tuple(getattr(memory, name) for name in IDENTITY)


CHANGES = [
    ("I live in Porto", "I live in Lisbon", {}),
    ("I live in Porto", "Actually, I live in Lisbon", {}),
    ("我住在北京", "其实我住在杭州", {}),
    ("The gate code is 5521", "The gate code is 5512", {"slot": "gate"}),
]


@requirement("W9", "F6")
@pytest.mark.parametrize(("older", "newer", "options"), CHANGES)
@pytest.mark.parametrize("ends", [{}, {"holds_until": day(4)}, {"holds_until": day(90), "expires_at": day(400)}])
def test_undoing_a_supersession_and_undoing_that_leave_no_trace(desk, older, newer, options, ends):
    old = desk.remember(older, 1, **options, **ends).memory
    superseded = desk.remember(newer, 10, **options)
    assert isinstance(superseded, Superseded)
    new = superseded.memory
    ended = desk.get(old.id)
    desk.now = 101
    assert kept(desk.restore(old.id)) == kept(old)
    assert desk.active() == [older]
    assert desk.get(new.id).superseded_by == old.id
    desk.now = 102
    assert kept(desk.restore(new.id)) == kept(new)
    assert kept(desk.get(old.id)) == kept(ended)
    assert desk.active() == [newer]


@requirement("W9")
def test_what_came_late_is_restored_as_it_was_said(desk):
    desk.remember("Lisbon", 10, slot="city")
    late = desk.remember("Porto", 1, slot="city", holds_until=day(50)).old
    assert desk.get(late.id).holds_until == day(10)
    back = desk.restore(late.id)
    assert (back.status, back.holds_until) == (Status.ACTIVE, day(50))
    assert desk.active() == ["Porto"]


@requirement("W9")
def test_what_was_put_in_its_place_twice_is_restored_as_it_was_said(desk):
    first = desk.remember("Porto", 1, slot="city").memory
    desk.remember("Lisbon", 10, slot="city")
    desk.remember("Faro", 5, slot="city")
    assert desk.get(first.id).holds_until == day(5)
    assert desk.restore(first.id).holds_until is None


@requirement("W9")
@pytest.mark.parametrize(
    ("texts", "slot"), [(("Porto", "Lisbon", "Faro"), "city"), (("Porto", "Lisbon", "Faro"), None)]
)
def test_the_first_of_a_chain_is_restored_in_one_call_and_the_last_gives_way(desk, texts, slot):
    made = [desk.remember(f"I live in {text}", at, slot=slot).memory for at, text in enumerate(texts)]
    desk.restore(made[0].id)
    assert desk.active() == ["I live in Porto"]
    assert [desk.get(one.id).superseded_by for one in made] == [None, made[2].id, made[0].id]


@requirement("W9", "W8")
def test_two_memories_in_the_same_words_are_never_both_current(desk):
    first = desk.remember("Porto", 1, slot="city").memory
    desk.remember("Lisbon", 5, slot="city")
    again = desk.remember("Porto", 9, slot="city").memory
    desk.restore(first.id)
    assert desk.active() == ["Porto"]
    assert desk.get(again.id).superseded_by == first.id


@requirement("F6", "W8")
def test_what_was_forgotten_takes_the_place_of_what_was_said_again_since(desk):
    first = desk.remember("I keep bees", 1).memory
    desk.forget(first.id)
    again = desk.remember("I keep bees", 9).memory
    desk.restore(first.id)
    assert [one.id for one in desk.every() if one.status is Status.ACTIVE] == [first.id]
    assert desk.get(again.id).superseded_by == first.id


@requirement("W9")
def test_what_superseded_it_and_was_forgotten_since_stays_forgotten(desk):
    old = desk.remember("I live in Porto", 1).memory
    new = desk.remember("I live in Lisbon", 5).memory
    desk.forget(new.id)
    desk.restore(old.id)
    assert desk.active() == ["I live in Porto"]
    assert desk.get(new.id).status is Status.FORGOTTEN


def test_what_does_not_contradict_it_stays_beside_what_is_restored(desk):
    old = desk.remember("I live in Porto", 1).memory
    desk.remember("I live in Lisbon", 5)
    desk.remember("I keep bees", 6)
    desk.restore(old.id)
    assert desk.active() == ["I live in Porto", "I keep bees"]


@requirement("W11")
def test_restoring_what_waits_answers_what_a_person_was_asked(desk):
    desk.take(desk.said("I live in Porto", 1, source=Source(tool="a")))
    [waiting] = desk.take(desk.said("I live in Lisbon", 1.2, source=Source(tool="b")))
    desk.restore(waiting.memory.id)
    assert desk.active() == ["I live in Lisbon"]
    assert [review.state for review in desk.reviews(states=())] == [ReviewState.LAPSED]


@requirement("W11")
def test_forgetting_what_waits_answers_it_too(desk):
    desk.take(desk.said("I live in Porto", 1, source=Source(tool="a")))
    [waiting] = desk.take(desk.said("I live in Lisbon", 1.2, source=Source(tool="b")))
    desk.forget(waiting.memory.id)
    assert [review.state for review in desk.reviews(states=())] == [ReviewState.LAPSED]


@requirement("M2")
def test_another_wording_is_met_by_what_is_said_next_and_keeps_its_slot(desk):
    made = desk.remember("I keep bees", 1, slot="x").memory
    corrected = desk.correct(made.id, "I live in Porto")
    assert corrected.slot == made.slot
    outcome = desk.remember("I live in Lisbon", 101)
    assert isinstance(outcome, Superseded)
    assert outcome.old.id == made.id


def test_links_about_the_words_of_a_memory_go_with_the_words(desk):
    one, other = (desk.remember(text, 1).memory.id for text in ("tea in the morning", "mornings begin with tea"))
    with desk.store.write() as writer:
        writer.add_links([Link(memory=one, other=other, relation=name, at=day(1)) for name in Relation])
    desk.correct(one, tags=["drink"])
    assert len(desk.links(one)) == len(Relation)
    desk.correct(one, "coffee in the morning")
    assert [link.relation for link in desk.links(one)] == [Relation.SUMMARISED]


@requirement("L9")
@pytest.mark.parametrize("verb", ["correct", "forget", "restore"])
def test_permanent_memory_is_not_changed_here(desk, verb):
    made = desk.remember("The boundary", 1).memory
    with desk.store.write(maintenance=True) as writer:
        writer.update_memories(
            [(replace(made, kind="boundary", status=Status.FORGOTTEN if verb == "restore" else made.status), "k")]
        )
    with pytest.raises(PermanentMemory):
        getattr(desk, verb)(made.id, *(["Another"] if verb == "correct" else []))
    assert desk.get(made.id).text == "The boundary"


class TestVersions:
    @requirement("M5")
    def test_a_stale_correction_is_refused_with_both_versions(self, desk):
        made = desk.remember("terms: 45 days", 1).memory
        desk.correct(made.id, tags=["x"])
        for options in ({"version": 1}, {"version": 1, "merge": False}, {"version": 7, "merge": True}):
            with pytest.raises(VersionConflict) as refused:
                desk.correct(made.id, "terms: 30 days", **options)
            assert (refused.value.expected, refused.value.actual) == (options["version"], 2)

    @requirement("M5")
    def test_it_is_merged_where_it_touches_other_fields(self, desk):
        made = desk.remember("terms: 45 days", 1).memory
        desk.correct(made.id, tags=["x"])
        desk.correct(made.id, importance=0.9)
        merged = desk.correct(made.id, "terms: 30 days", version=1, merge=True)
        assert (merged.text, merged.tags, merged.importance, merged.version) == ("terms: 30 days", ("x",), 0.9, 4)

    @requirement("M5")
    def test_it_is_refused_where_the_same_field_was_changed_since(self, desk):
        made = desk.remember("terms: 45 days", 1, tags=["a"]).memory
        desk.correct(made.id, importance=0.9)
        desk.correct(made.id, tags=["x"])
        with pytest.raises(VersionConflict):
            desk.correct(made.id, tags=["y"], version=1, merge=True)
        assert desk.correct(made.id, importance=0.2, version=2, merge=True).importance == 0.2

    def test_what_is_forgotten_is_not_corrected(self, desk):
        made = desk.remember("tea", 1).memory
        desk.forget(made.id)
        with pytest.raises(InvalidValue):
            desk.correct(made.id, "coffee")


@requirement("W12")
def test_corrections_and_repetitions_at_once_lose_nothing(desk, tmp_path):
    made = desk.remember("I keep bees", 1, importance=0.1).memory
    others = [desk.enter_context(Desk(tmp_path)) for _ in range(3)]
    for number, other in enumerate(others):
        other.ids = Numbered(number)

    def correct(other: Desk) -> None:
        for n in range(15):
            other.correct(made.id, metadata={str(n): n}, reason="corrected")

    def reinforce(other: Desk) -> None:
        for n in range(15):
            other.remember("I keep bees", 2 + n, tags=[str(n)], importance=n / 20)

    def tag(other: Desk) -> None:
        for n in range(15):
            other.correct(made.id, importance=0.8, expires_at=day(500 + n))

    with ThreadPoolExecutor(3) as pool:
        for done in [pool.submit(act, other) for act, other in zip((correct, reinforce, tag), others, strict=True)]:
            done.result()
    after = desk.get(made.id)
    assert (after.version, after.access_count, len(desk.history(made.id))) == (46, 15, 46)
    assert set(after.tags) == {str(n) for n in range(15)}
    assert len(after.source.turns) == 16
    assert after.updated_at == day(16)
    assert [one.space for one in desk.every()] == [NAME]


class Numbered:
    """Ids that no other desk gives."""

    def __init__(self, number: int) -> None:
        self._number, self._given = number, 0

    def new(self, prefix: str, at) -> str:
        self._given += 1
        return f"{prefix}_{self._number}_{self._given}"
