"""What somebody proposes for everyone waits until an admin approves it."""

from __future__ import annotations

import pytest

from perdure import Added, Queued, Reinforced, Rejected, Status, Superseded, Turn
from perdure.domain.access import Grant, Principal
from perdure.domain.review import ReviewState
from perdure.errors import Forbidden, InvalidText, PermanentMemory, ReviewDecided
from tests.behaviour.requirements import requirement

SAID = [
    ("Deploys happen on Tuesdays", "when do deploys happen?", "Deploys happen on Tuesdays before noon"),
    ("我们周二发布新版本", "周二做什么", "我们周二上午发布新版本"),
    ("周二 deploy 到 staging", "什么时候 deploy", "周二上午 deploy 到 staging"),
]


def tool(memory, name: str = "小林的助手", *grants: str):
    return memory.acting(Principal(name=name, grants=tuple(map(Grant.parse, grants or ("global:write",)))))


@pytest.fixture
def shared(memory):
    """As whoever administers it has it."""
    return tool(memory, "ops", "global:admin").space("global")


@pytest.fixture
def proposing(memory):
    return tool(memory).space("global")


def texts(found) -> list[str]:
    return [hit.text for hit in found]


@requirement("C2")
@pytest.mark.parametrize(("text", "query", "other"), SAID)
class TestProposal:
    def test_it_waits_out_of_recall_and_out_of_the_journal_and_says_who_proposes_what(
        self, shared, proposing, text, query, other
    ):
        outcome = proposing.remember(text, tags=["ops"], source="planner")
        assert isinstance(outcome, Queued)
        assert outcome.memory.status is Status.REVIEW
        for space in (shared, proposing):
            assert texts(space.recall(query)) == []
            assert (list(space.list()), list(space.entries())) == ([], [])
        (review,) = shared.review.list()
        assert (review.id, review.question, review.memory) == (outcome.review, "approval", outcome.memory.id)
        assert all(part in review.summary for part in ("小林的助手", text, "planner", "global"))
        (change,) = shared.history(outcome.memory.id)
        assert (change.actor, change.action) == ("小林的助手", "proposed")
        assert review.id in change.reason

    def test_accepted_it_is_remembered_under_its_id_by_whoever_accepted_it(
        self, shared, proposing, clock, text, query, other
    ):
        waiting = proposing.remember(text, tags=["ops"], importance=0.8)
        clock.advance(days=1)
        outcome = shared.review.accept(waiting.review, reason="as agreed")
        assert isinstance(outcome, Added)
        held = shared.get(waiting.memory.id)
        assert (held, held.status, held.text, held.tags, held.importance) == (
            outcome.memory,
            Status.ACTIVE,
            text,
            ("ops",),
            0.8,
        )
        assert texts(proposing.recall(query)) == [text]
        assert [entry.text for entry in shared.entries()] == [text]
        assert held.source.turns == tuple(entry.id for entry in shared.entries())
        told = [(change.actor, change.action) for change in shared.history(held.id)]
        assert told == [("小林的助手", "proposed"), ("ops", "accepted")]
        assert "as agreed" in shared.history(held.id)[-1].reason
        review = shared.review.get(waiting.review)
        assert (review.state, review.decided_by, review.decided_at, review.reason) == (
            ReviewState.ACCEPTED, "ops", clock.now(), "as agreed",
        )  # fmt: skip
        assert shared.review.list().total == 0
        with pytest.raises(ReviewDecided):
            shared.review.accept(waiting.review)

    def test_rejected_it_is_forgotten_and_leaves_no_line_in_the_journal(self, shared, proposing, text, query, other):
        waiting = proposing.remember(text)
        assert shared.review.reject(waiting.review, reason="不对") == Rejected(reason="不对", code="review_rejected")
        assert shared.get(waiting.memory.id).status is Status.FORGOTTEN
        assert texts(shared.recall(query)) == []
        assert list(shared.entries()) == []
        last = shared.history(waiting.memory.id)[-1]
        assert (last.actor, last.action) == ("ops", "forgotten")

    def test_edited_it_holds_in_other_words_under_its_id(self, shared, proposing, text, query, other):
        waiting = proposing.remember(text)
        outcome = shared.review.edit(waiting.review, other)
        assert (outcome.memory.id, outcome.memory.text) == (waiting.memory.id, other)
        assert texts(shared.recall(query)) == [other]
        assert [entry.text for entry in shared.entries()] == [other]
        told = [(change.actor, change.action) for change in shared.history(waiting.memory.id)]
        assert told == [("小林的助手", "proposed"), ("ops", "edited"), ("ops", "accepted")]
        assert shared.review.get(waiting.review).state is ReviewState.EDITED

    def test_proposed_again_it_waits_once_and_the_history_names_everyone(
        self, memory, shared, proposing, text, query, other
    ):
        first = proposing.remember(text)
        again = proposing.remember(text)
        second = tool(memory, "mailer").space("global").remember_many([text, text]).outcomes
        assert {outcome.review for outcome in (first, again, *second)} == {first.review}
        assert shared.review.list().total == 1
        assert [change.actor for change in shared.history(first.memory.id)] == ["小林的助手", "mailer"]

    def test_what_is_known_already_is_reinforced(self, shared, proposing, text, query, other):
        known = shared.remember(text).memory
        waiting = proposing.remember(text)
        outcome = shared.review.accept(waiting.review)
        assert isinstance(outcome, Reinforced)
        assert outcome.memory.id == known.id
        assert outcome.memory.access_count == known.access_count + 1
        gone = shared.get(waiting.memory.id)
        assert (gone.status, gone.superseded_by) == (Status.SUPERSEDED, known.id)
        assert texts(shared.recall(query)) == [text]

    def test_an_admin_who_says_it_settles_it(self, shared, proposing, text, query, other):
        waiting = proposing.remember(text)
        shared.remember(text)
        assert shared.review.get(waiting.review).state is ReviewState.LAPSED
        assert texts(shared.recall(query)) == [text]


@requirement("C2", "W9")
@pytest.mark.parametrize(
    ("old", "new", "slot"),
    [("We deploy on Mondays", "We deploy on Tuesdays", "deploy day"), ("办公室在杭州", "办公室在苏州", "办公室")],
)
def test_approved_it_takes_the_place_of_what_it_contradicts(shared, proposing, clock, old, new, slot):
    held = shared.remember(old, slot=slot).memory
    clock.advance(days=10)
    waiting = proposing.remember(new, slot=slot)
    assert shared.get(slot=slot).id == held.id
    outcome = shared.review.accept(waiting.review)
    assert isinstance(outcome, Superseded)
    assert (outcome.memory.id, outcome.old.id) == (waiting.memory.id, held.id)
    assert shared.get(slot=slot).text == new


@requirement("C2", "W10")
def test_approved_it_counts_from_when_it_was_approved(shared, proposing, clock):
    waiting = proposing.remember("We deploy on Mondays", slot="deploy day")
    clock.advance(days=10)
    held = shared.remember("We deploy on Tuesdays", slot="deploy day").memory
    clock.advance(days=1)
    outcome = shared.review.accept(waiting.review)
    assert isinstance(outcome, Superseded)
    assert (outcome.memory.id, outcome.old.id) == (waiting.memory.id, held.id)
    assert outcome.old.holds_until == clock.now()
    assert texts(shared.recall("when do we deploy?")) == ["We deploy on Mondays"]


@requirement("C2", "W11")
def test_approved_while_another_tool_says_otherwise_a_person_is_asked_which_of_the_two_holds(shared, proposing):
    held = shared.remember("We deploy on Mondays", slot="deploy day", source="planner").memory
    waiting = proposing.remember("We deploy on Tuesdays", slot="deploy day", source="mailer")
    outcome = shared.review.accept(waiting.review)
    assert isinstance(outcome, Queued)
    assert outcome.memory.id == waiting.memory.id
    (review,) = shared.review.list()
    assert (review.id, review.question, review.other) == (outcome.review, "conflict", held.id)
    assert shared.get(slot="deploy day").id == held.id
    shared.review.accept(review.id)
    assert shared.get(slot="deploy day").id == waiting.memory.id


@requirement("C2")
def test_two_values_of_one_slot_are_two_proposals(shared, proposing):
    one = proposing.remember("the colour", slot="colour", value="red")
    other = proposing.remember("the colour", slot="colour", value="blue")
    assert one.review != other.review
    assert shared.review.list(questions="approval").total == 2


@requirement("C2", "W16")
def test_each_item_of_a_batch_waits_and_a_bad_one_costs_no_other(shared, proposing):
    batch = proposing.remember_many(
        ["one thing", " ", {"text": "two things", "tags": ["x"]}, {"text": "me", "kind": "profile"}]
    )
    assert [type(outcome) for outcome in batch] == [Queued, Rejected, Queued, Rejected]
    assert [outcome.code for _, outcome in batch.rejected] == ["invalid_text", "permanent_memory"]
    assert shared.review.list().total == 2


@requirement("C2", "L9")
def test_what_could_not_be_remembered_is_not_proposed(shared, proposing):
    with pytest.raises(PermanentMemory):
        proposing.remember("she is a nurse", kind="profile")
    with pytest.raises(InvalidText):
        proposing.remember(" ")
    assert shared.review.list(states="all").total == 0


@requirement("C2")
def test_whoever_may_only_propose_changes_nothing_else_there(memory, shared, proposing):
    held = shared.remember("We deploy on Tuesdays").memory
    waiting = proposing.remember("We deploy at noon")
    place = tool(memory)
    for call in (
        lambda: proposing.review.accept(waiting.review),
        lambda: proposing.review.reject(waiting.review),
        lambda: proposing.review.edit(waiting.review, "We deploy at night"),
        lambda: proposing.correct(held.id, "We never deploy"),
        lambda: proposing.correct(waiting.memory.id, "We never deploy"),
        lambda: proposing.confirm(held.id),
        lambda: proposing.forget(held.id),
        lambda: proposing.forget(waiting.memory.id),
        lambda: proposing.restore(waiting.memory.id),
        lambda: proposing.feedback(held.id, "wrong"),
        lambda: proposing.observe([Turn("We never deploy")]),
        lambda: proposing.capture([Turn("We never deploy", session="s")]),
        lambda: proposing.capture([Turn("We never deploy", session="s")], wait=False),
        lambda: proposing.distil(),
        lambda: proposing.session(),
        lambda: place.session(write="global"),
        lambda: proposing.upkeep(),
        lambda: proposing.permanent.add("We never deploy"),
        lambda: place.delete_space("global"),
    ):
        with pytest.raises(Forbidden):
            call()
    assert [one.text for one in shared.list()] == ["We deploy on Tuesdays"]
    assert shared.get(held.id).version == 1
    assert len(shared.entries()) == 1
    assert shared.review.get(waiting.review).state is ReviewState.OPEN


@requirement("C2", "W13")
def test_a_proposal_is_guarded_like_any_text(shared, proposing, home, memory):
    proposing.remember("the staging password is Tr0ub4dor&3xyz, ask ada.lovelace@example.org")
    shown = f"{list(shared.review.list())}{list(shared.list(statuses='all'))}"
    memory.close()
    raw = b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file())
    for part in ("Tr0ub4dor", "ada.lovelace"):
        assert part not in shown
        assert part.encode() not in raw


@requirement("C2")
@pytest.mark.parametrize("grants", [("global:admin",), ("*:admin",)])
def test_an_admin_needs_nobodys_approval(memory, grants):
    space = tool(memory, "ops", *grants).space("global")
    assert isinstance(space.remember("We deploy on Tuesdays"), Added)
    assert space.review.list().total == 0


@requirement("C2")
def test_the_first_proposal_makes_the_space_and_elsewhere_nobody_is_asked(memory):
    writer = tool(memory, "writer", "*:write")
    assert isinstance(writer.space("global").remember("We deploy on Tuesdays"), Queued)
    assert isinstance(writer.space("project/orders").remember("We deploy on Tuesdays"), Added)
    assert isinstance(writer.space("user/alice").remember("I deploy on Tuesdays"), Added)


@requirement("C2")
def test_upkeep_leaves_what_waits_alone(shared, proposing, clock):
    waiting = proposing.remember("We deploy on Tuesdays")
    clock.advance(days=400)
    shared.upkeep()
    assert shared.review.get(waiting.review).state is ReviewState.OPEN
    assert isinstance(shared.review.accept(waiting.review), Added)


@requirement("C2")
def test_where_repeats_are_not_merged_an_approval_is_a_memory_of_its_own(memory, shared, proposing):
    from perdure import Policy

    shared.set_policy(Policy(merge_repeats=False))
    waiting = proposing.remember("We deploy on Tuesdays")
    made = shared.review.accept(waiting.review).memory
    assert [one.id for one in shared.list()] == [made.id]
    assert shared.get(waiting.memory.id).superseded_by == made.id
