"""Candidates in sequence over a real store: each meets what the ones before it decided."""

from __future__ import annotations

from dataclasses import replace

import pytest

from perdure import Added, Policy, Queued, Reinforced, Rejected, Slot, Source, Status, Superseded
from perdure.capture.remember import Draft, remember
from perdure.domain.journal import EntryFilter
from perdure.domain.link import Relation
from perdure.domain.memory import Origin
from perdure.domain.review import Question, ReviewState
from tests.behaviour.requirements import requirement
from tests.unit.desk import Desk, day

CITY = Slot("self", "city")
AGENT, OTHER = Source(tool="agent-a"), Source(tool="agent-b")

HOMES = [("I live in Porto", "I live in Lisbon"), ("我住在北京", "我住在杭州")]


@pytest.fixture
def desk(tmp_path):
    with Desk(tmp_path) as opened:
        yield opened


def entries(desk: Desk) -> list[str]:
    with desk.store.read() as reader:
        return [entry.text for entry in reader.entries(EntryFilter(), limit=100, cursor=None)]


def test_a_statement_of_its_own_gets_an_entry_and_one_from_the_journal_does_not(desk):
    desk.turn("e1", "so, I live in Porto these days", 1)
    made = desk.distilled("I live in Porto", 1, "e1").memory
    assert entries(desk) == ["so, I live in Porto these days"]
    assert desk.get(made.id).source.turns == ("e1",)
    own = desk.remember("I keep bees", 2).memory
    assert entries(desk)[1:] == ["I keep bees"]
    assert len(own.source.turns) == 1


@requirement("W9")
@pytest.mark.parametrize(("older", "newer"), HOMES)
@pytest.mark.parametrize("batched", [True, False])
def test_what_contradicts_by_what_it_says_supersedes_without_any_slot(desk, older, newer, batched):
    said = [desk.said(older, 1), desk.said(newer, 5)]
    outcomes = desk.take(*said) if batched else [*desk.take(said[0]), *desk.take(said[1])]
    assert [type(one) for one in outcomes] == [Added, Superseded]
    old = desk.get(outcomes[0].memory.id)
    assert (old.status, old.superseded_by, old.holds_until) == (
        Status.SUPERSEDED,
        outcomes[1].memory.id,
        day(5),
    )
    assert outcomes[1].old == old
    assert desk.active() == [newer]
    assert desk.history(old.id)[-1].reason == f"{outcomes[1].memory.id} says otherwise"


@requirement("W9")
def test_one_statement_supersedes_all_that_it_contradicts(desk):
    made = [
        desk.remember(text, at, slot=slot).memory for text, at, slot in (("I live in Porto", 1, None), ("home", 2, "x"))
    ]
    desk.correct(made[1].id, "I live in Faro")
    desk.now = 101
    outcome = desk.remember("I live in Lisbon", 101, slot="x")
    assert (outcome.old.id, [one.id for one in outcome.others]) == (made[1].id, [made[0].id])
    assert desk.active() == ["I live in Lisbon"]


@requirement("W8")
def test_the_same_log_taken_twice_changes_nothing_at_all(desk):
    turns = [desk.turn("e1", "I live in Porto.", 1), desk.turn("e2", "I moved, I live in Lisbon now", 5)]
    said = [("I live in Porto", 1, turns[0]), ("I live in Lisbon", 5, turns[1])]
    for text, at, turn in said:
        desk.distilled(text, at, turn)
    before, rows = desk.every(), [desk.history(one.id) for one in desk.every()]
    for text, at, turn in said:
        again = desk.distilled(text, at, turn)
        assert isinstance(again, Rejected)
        assert again.code == "known"
    assert desk.every() == before
    assert [desk.history(one.id) for one in before] == rows


@requirement("F6")
@pytest.mark.parametrize("again", ["I live in Porto", "My home is in Porto", "The user lives in Porto these days"])
def test_what_was_forgotten_is_not_derived_again_and_comes_back_when_it_is_said_again(desk, again):
    made = desk.distilled("I live in Porto", 1, desk.turn("e1", "I live in Porto", 1)).memory
    desk.forget(made.id)
    refused = desk.distilled(again, 1, "e1")
    assert isinstance(refused, Rejected)
    assert refused.code == "forgotten"
    assert desk.active() == []
    assert isinstance(desk.distilled(again, 9, desk.turn("e2", again, 9)), Added)
    assert desk.active() == [again]
    assert desk.get(made.id).status is Status.FORGOTTEN


@requirement("F6")
def test_what_else_the_same_turn_tells_is_still_kept(desk):
    turn = desk.turn("e1", "我住在北京，对花生过敏", 1)
    desk.forget(desk.distilled("我住在北京", 1, turn).memory.id)
    assert isinstance(desk.distilled("我对花生过敏", 1, turn), Added)
    assert isinstance(desk.distilled("我的家在北京", 1, turn), Rejected)


@requirement("F6")
def test_a_second_copy_of_a_turn_does_not_bring_back_what_was_forgotten(desk):
    made = desk.distilled("I live in Porto", 1, desk.turn("e1", "I live in Porto", 1)).memory
    desk.forget(made.id)
    assert isinstance(desk.distilled("I live in Porto", 1, desk.turn("copy", "I live in Porto", 1)), Rejected)
    assert isinstance(desk.remember("I live in Porto", 1), Added)


@requirement("M3")
def test_permanent_kinds_are_refused_and_leave_no_entry(desk):
    outcome = desk.remember("Never share my address", kind="boundary")
    assert isinstance(outcome, Rejected)
    assert outcome.code == "permanent_memory"
    assert entries(desk) == []


@requirement("W11")
class TestAConflict:
    def queued(self, desk: Desk, at: float = 1.5) -> Queued:
        """What agent b says against agent a."""
        desk.take(desk.said("I live in Porto", 1, source=AGENT))
        [outcome] = desk.take(desk.said("I live in Lisbon", at, source=OTHER))
        assert isinstance(outcome, Queued)
        return outcome

    def test_it_waits_with_a_summary_that_names_both_sides(self, desk):
        outcome = self.queued(desk)
        assert desk.active() == ["I live in Porto"]
        assert desk.get(outcome.memory.id).status is Status.REVIEW
        [review] = desk.reviews()
        assert (review.id, review.memory, review.question) == (outcome.review, outcome.memory.id, Question.CONFLICT)
        for part in ("I live in Porto", "I live in Lisbon", "agent-a", "agent-b"):
            assert part in review.summary

    def test_it_is_asked_in_the_language_of_the_statements(self, desk):
        desk.take(desk.said("我住在北京", 1, source=AGENT))
        desk.take(desk.said("我住在杭州", 1.5, source=OTHER))
        [review] = desk.reviews()
        assert "接受" in review.summary

    @pytest.mark.parametrize("batched", [True, False])
    def test_it_is_asked_once(self, desk, batched):
        outcome = self.queued(desk)
        more = [desk.said("I live in Lisbon", 1.6 + n / 100, source=OTHER) for n in range(2)]
        again = desk.take(*more) if batched else [desk.take(one)[0] for one in more]
        assert [one.review for one in again] == [outcome.review] * 2
        assert len(desk.reviews(states=())) == 1
        assert desk.get(outcome.memory.id).access_count == 2

    def test_said_again_by_the_one_who_said_otherwise_it_holds_and_nobody_is_asked_any_more(self, desk):
        outcome = self.queued(desk)
        [settled] = desk.take(desk.said("I live in Lisbon", 1.7, source=AGENT))
        assert isinstance(settled, Superseded)
        assert settled.memory.id == outcome.memory.id
        assert desk.active() == ["I live in Lisbon"]
        assert [review.state for review in desk.reviews(states=())] == [ReviewState.LAPSED]

    def test_where_the_other_side_is_ended_by_its_own_source_nobody_is_asked_any_more(self, desk):
        outcome = self.queued(desk)
        desk.take(desk.said("I live in Faro", 3, source=AGENT))
        assert desk.active() == ["I live in Faro"]
        assert [review.state for review in desk.reviews(states=())] == [ReviewState.LAPSED]
        assert desk.get(outcome.memory.id).status is Status.SUPERSEDED

    def test_two_named_speakers_who_tell_of_themselves_do_not_contradict_each_other(self, desk):
        desk.take(desk.said("I live in Porto", 1, source=Source(speaker="ana")))
        [outcome] = desk.take(desk.said("I live in Lisbon", 1.5, source=Source(speaker="bo")))
        assert isinstance(outcome, Added)

    def test_what_a_model_infers_does_not_take_the_place_of_what_a_person_said(self, desk):
        known = desk.remember("I live in Porto", 1).memory
        inferred = Source(origin=Origin.USER, maker="model/m/extract-1")
        [outcome] = desk.take(desk.said("I live in Lisbon", 9, source=inferred))
        assert isinstance(outcome, Added)
        [link] = desk.links(known.id)
        assert (link.memory, link.other, link.relation) == (known.id, outcome.memory.id, Relation.OUTDATED)


@requirement("F1")
def test_what_waits_after_its_time_is_back_when_it_is_said_again(desk):
    made = desk.remember("The guest wifi is heron", 1, expires_at=day(3)).memory
    with desk.store.write() as writer:
        writer.update_memories([(replace(made, status=Status.REVIEW, version=2), "the guest wifi is heron")])
    outcome = desk.remember("the guest wifi is heron", 50)
    assert isinstance(outcome, Added)
    assert (outcome.memory.id, outcome.memory.status, outcome.memory.expires_at) == (made.id, Status.ACTIVE, None)
    assert desk.history(made.id)[-1].action == "restored"


def test_what_comes_back_from_the_archive_meets_what_was_said_since(desk):
    made = desk.remember("I live in Porto", 1, slot="city").memory
    with desk.store.write() as writer:
        writer.update_memories([(replace(made, status=Status.ARCHIVED, version=2), "i live in porto")])
    desk.remember("I live in Lisbon", 5, slot="city")
    outcome = desk.remember("I live in Porto", 9)
    assert isinstance(outcome, Superseded)
    assert (outcome.memory.id, outcome.old.text) == (made.id, "I live in Lisbon")
    assert desk.active() == ["I live in Porto"]


@requirement("W8")
def test_a_paraphrase_is_linked_and_counts_for_what_it_repeats(desk):
    first = desk.remember("I live in Porto", 1).memory
    second = desk.remember("My home is in Porto", 5)
    assert isinstance(second, Added)
    known = desk.get(first.id)
    assert (known.access_count, known.updated_at, known.status) == (1, first.updated_at, Status.ACTIVE)
    [link] = desk.links(first.id)
    assert (link.memory, link.other, link.relation) == (first.id, second.memory.id, Relation.REPEATED)
    assert [row.action for row in desk.history(first.id)] == ["added", "repeated"]


def test_every_change_is_one_line_of_history_and_one_version(desk):
    for text, at in (("A", 20), ("B", 10), ("A", 25), ("C", 5), ("B", 40), ("D", 15)):
        desk.remember(text, at, slot="x")
        for memory in desk.every():
            assert len(desk.history(memory.id)) == memory.version


def test_a_batch_decides_as_its_statements_would_one_by_one(tmp_path):
    said = [("I live in Porto", 1), ("I live in Lisbon", 9), ("i live in porto.", 2), ("I live in Faro", 5), ("tea", 3)]
    with Desk(tmp_path / "one") as one, Desk(tmp_path / "all") as every:
        for text, at in said:
            one.remember(text, at)
        every.take(*(every.said(text, at) for text, at in said))
        assert one.state() == every.state()


def test_rejected_items_pass_through_in_their_place(desk):
    bad = Rejected(reason="no text")
    outcomes = remember(desk.store, [bad, desk.said("tea"), bad], intake=desk.intake, ids=desk.ids, actor="local")
    assert [type(one) for one in outcomes] == [Rejected, Added, Rejected]
    assert remember(desk.store, [bad], intake=desk.intake, ids=desk.ids, actor="local") == [bad]


def test_nothing_is_written_before_the_draft_is_flushed(desk):
    with desk.store.write() as writer:
        draft = Draft(writer, intake=desk.intake, ids=desk.ids, actor="local")
        assert isinstance(draft.take(desk.said("tea")), Added)
        assert isinstance(draft.take(desk.said("Tea.")), Reinforced)
        assert writer.by_key(["tea"]) == []
        draft.flush()
    assert desk.active() == ["tea"]


def test_repeats_are_kept_apart_where_the_policy_says_so(tmp_path):
    with Desk(tmp_path, policy=Policy(merge_repeats=False)) as desk:
        assert [type(desk.remember("tick")) for _ in range(2)] == [Added, Added]


@requirement("W6")
@pytest.mark.parametrize(
    ("text", "kind", "ends"),
    [
        ("暂时住在上海的酒店，这周五走", "temporary", True),
        ("I work from the library until Friday, temporarily", "temporary", True),
        ("暂时用备用钥匙", "temporary", False),
        ("I work from the library until Friday, temporarily", "fact", False),
    ],
)
def test_a_statement_for_now_that_says_until_when_lasts_until_then(desk, text, kind, ends):
    made = desk.remember(text, 4, kind=kind).memory
    assert (made.expires_at is not None) == ends
    if ends:
        assert day(4) < made.expires_at <= day(12)


@requirement("W8")
@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("I live in Porto", "My home is in Porto", True),
        ("我住在北京", "我家在北京", True),
        ("I work at Acme", "My employer is Acme", True),
        ("I work at Acme", "I work for Acme as an engineer", False),
        ("I live in Porto", "My home is in Porto, at 12 Rua Nova", False),
        ("小陈是我的同事，性别是男性", "小陈是我的同事，学历是高中", False),
        ("我表弟今年36岁", "我表妹今年36岁", False),
    ],
)
def test_two_statements_say_the_same_where_neither_says_more(desk, one, other, same):
    made = [desk.remember(text, at).memory.id for at, text in enumerate((one, other))]
    assert any(link.relation is Relation.REPEATED for link in desk.links(made[0])) == same
    assert desk.active() == [one, other]
