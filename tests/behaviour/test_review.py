"""What nobody should guess waits for a person, and what the person says is done."""

from __future__ import annotations

import pytest

from perdure import Added, Queued, Rejected, Status, Superseded
from perdure.capture.question import asked
from perdure.domain.review import Question, ReviewState
from perdure.errors import InvalidText, InvalidValue, NotFound, ReviewDecided
from tests.behaviour.requirements import requirement

PAIRS = [
    ("The office is in Lisbon", "The office is in Porto", "where is the office?", "The office is in Faro"),
    ("办公室在杭州", "办公室在苏州", "办公室在哪里", "办公室在南京"),
    ("office 在杭州 B 座", "office 在苏州 B 座", "office 在哪里", "office 在南京 B 座"),
]


@pytest.fixture
def space(memory):
    return memory.space("user/alice")


def queued(space, old: str, new: str):
    """Two tools that say otherwise within an hour: the one that holds, and the one that waits."""
    held = space.remember(old, slot="office", source="planner").memory
    waiting = space.remember(new, slot="office", source="mailer")
    assert isinstance(waiting, Queued)
    return held, waiting


def opened(space, question: Question, memory):
    """A review that upkeep would open."""
    review = asked(question, memory, review_id=space._core.ids.new("rev", memory.recorded_at), at=space._core.now())
    with space._store.write() as writer:
        writer.save_reviews([review])
    return review


def texts(found) -> list[str]:
    return [hit.text for hit in found]


@requirement("W11")
@pytest.mark.parametrize(("old", "new", "query", "other"), PAIRS)
class TestConflict:
    def test_until_a_person_decides_the_old_one_holds_and_both_are_shown(self, space, old, new, query, other):
        held, waiting = queued(space, old, new)
        assert texts(space.recall(query)) == [old]
        assert space.get(slot="office").id == held.id
        (review,) = space.review.list()
        assert (review.id, review.question, review.memory, review.other) == (
            waiting.review, "conflict", waiting.memory.id, held.id,
        )  # fmt: skip
        assert all(part in review.summary for part in (old, new, "planner", "mailer"))
        assert space.review.get(review.id) == review

    def test_accepted_the_new_one_holds_and_the_old_is_history(self, space, clock, old, new, query, other):
        held, waiting = queued(space, old, new)
        clock.advance(days=1)
        outcome = space.review.accept(waiting.review, reason="asked the landlord")
        assert isinstance(outcome, Superseded)
        assert (outcome.memory.id, outcome.old.id) == (waiting.memory.id, held.id)
        assert texts(space.recall(query)) == [new]
        assert space.get(slot="office").id == waiting.memory.id
        assert space.get(held.id).superseded_by == waiting.memory.id
        last = space.history(waiting.memory.id)[-1]
        assert (last.action, last.at) == ("accepted", clock.now())
        assert "asked the landlord" in last.reason
        review = space.review.get(waiting.review)
        assert (review.state, review.decided_at, review.decided_by) == ("accepted", clock.now(), "local")
        assert review.reason == "asked the landlord"
        assert space.review.list().total == 0
        assert texts(space.recall(query, as_of=clock.now())) == [new]

    def test_rejected_it_is_forgotten_and_can_be_brought_back(self, space, old, new, query, other):
        held, waiting = queued(space, old, new)
        outcome = space.review.reject(waiting.review, reason="a typo")
        assert outcome == Rejected(reason="a typo", code="review_rejected")
        assert texts(space.recall(query)) == [old]
        gone = space.get(waiting.memory.id)
        assert (gone.status, space.history(gone.id)[-1].action) == (Status.FORGOTTEN, "forgotten")
        space.restore(gone.id)
        assert texts(space.recall(query)) == [new]
        assert space.get(held.id).status is Status.SUPERSEDED

    def test_edited_the_words_of_the_person_hold(self, space, old, new, query, other):
        held, waiting = queued(space, old, new)
        outcome = space.review.edit(waiting.review, other)
        assert (outcome.memory.text, outcome.old.id) == (other, held.id)
        assert texts(space.recall(query)) == [other]
        assert space.review.get(waiting.review).state is ReviewState.EDITED

    def test_once_the_old_one_is_forgotten_there_is_nothing_to_decide(self, space, old, new, query, other):
        held, waiting = queued(space, old, new)
        space.forget(held.id, "no office any more")
        assert space.review.get(waiting.review).state is ReviewState.LAPSED
        outcome = space.review.accept(waiting.review)
        assert outcome.code == "review_lapsed"
        assert texts(space.recall(query)) == [new]

    def test_once_the_old_one_is_corrected_that_is_the_last_word(self, space, clock, old, new, query, other):
        held, waiting = queued(space, old, new)
        clock.advance(hours=1)
        space.correct(held.id, other)
        assert space.review.list().total == 0
        assert texts(space.recall(query)) == [other]
        assert space.get(waiting.memory.id).superseded_by == held.id

    def test_once_what_waits_is_forgotten_there_is_nothing_to_decide(self, space, old, new, query, other):
        held, waiting = queued(space, old, new)
        space.forget(waiting.memory.id)
        assert space.review.get(waiting.review).state is ReviewState.LAPSED
        assert texts(space.recall(query)) == [old]

    def test_once_what_waits_is_restored_the_person_has_decided(self, space, old, new, query, other):
        held, waiting = queued(space, old, new)
        space.restore(waiting.memory.id)
        assert space.review.get(waiting.review).state is ReviewState.LAPSED
        assert texts(space.recall(query)) == [new]


@requirement("L9", "L10")
class TestPromotion:
    @pytest.mark.parametrize(
        ("text", "given", "permanent"),
        [
            ("I am allergic to peanuts", "fact", "profile"),
            ("从不在周末安排会议", "rule", "boundary"),
            ("我吃素，but eggs are fine", "preference", "profile"),
        ],
    )
    def test_accepted_it_is_permanent_and_says_where_it_came_from(self, space, text, given, permanent):
        known = space.remember(text, kind=given).memory
        review = opened(space, Question.PROMOTION, known)
        outcome = space.review.accept(review.id, reason="yes, for good")
        good = outcome.memory
        assert (good.kind, good.text, outcome.old.id) == (permanent, text, known.id)
        assert [memory.id for memory in space.permanent.list()] == [good.id]
        (hit,) = space.recall(text)
        assert (hit.id, hit.layer, hit.refs) == (good.id, "permanent", known.source.turns)
        (added,) = space.history(good.id)
        assert added.action == "promoted"
        assert known.id in added.reason
        assert "yes, for good" in added.reason
        assert space.get(known.id).superseded_by == good.id

    def test_a_slot_goes_with_it(self, space):
        known = space.remember("My name is Ada", slot="name", value="Ada").memory
        space.review.accept(opened(space, Question.PROMOTION, known).id)
        held = space.get(slot="name")
        assert (held.kind, held.value) == ("profile", "Ada")

    def test_rejected_it_stays_as_it_is_and_the_review_says_that_it_was_asked(self, space):
        known = space.remember("I am allergic to peanuts").memory
        review = opened(space, Question.PROMOTION, known)
        assert space.review.reject(review.id).code == "review_rejected"
        assert space.get(known.id) == known
        assert space.permanent.list().total == 0
        (kept,) = space.review.list(states="all", questions=["promotion"], memory=known.id)
        assert kept.state is ReviewState.REJECTED

    def test_a_promotion_can_be_taken_back(self, space):
        known = space.remember("I am allergic to peanuts").memory
        good = space.review.accept(opened(space, Question.PROMOTION, known).id).memory
        space.permanent.remove(good.id, "it was a rash")
        space.restore(known.id)
        assert [hit.id for hit in space.recall("allergic to peanuts")] == [known.id]

    @pytest.mark.parametrize("how", ["forget", "correct"])
    def test_what_changed_meanwhile_is_not_promoted(self, space, clock, how):
        known = space.remember("I am allergic to peanuts").memory
        review = opened(space, Question.PROMOTION, known)
        clock.advance(minutes=1)
        if how == "forget":
            space.forget(known.id)
        else:
            space.correct(known.id, "I am allergic to walnuts")
        assert space.review.accept(review.id).code == "review_lapsed"
        assert space.permanent.list().total == 0


@requirement("F1")
class TestExpiry:
    def asked(self, space):
        known = space.remember("the pool is closed for repairs").memory
        space.feedback(known.id, "outdated")
        (review,) = space.review.list()
        assert space.recall("pool closed repairs").hits == ()
        return known, review

    def test_accepted_it_goes_to_the_archive_and_is_still_readable(self, space):
        known, review = self.asked(space)
        assert space.review.accept(review.id).code == "archived"
        assert space.get(known.id).status is Status.ARCHIVED

    def test_rejected_it_holds_on_as_if_nobody_had_doubted_it(self, space, clock):
        known, review = self.asked(space)
        clock.advance(days=3)
        outcome = space.review.reject(review.id, reason="泳池还在维修")
        assert isinstance(outcome, Added)
        assert (outcome.memory.half_life_days, outcome.memory.updated_at) == (known.half_life_days, clock.now())
        assert texts(space.recall("pool closed repairs")) == [known.text]

    def test_edited_it_holds_in_other_words(self, space):
        _, review = self.asked(space)
        space.review.edit(review.id, "the pool is closed until June")
        assert texts(space.recall("pool closed")) == ["the pool is closed until June"]


class TestAsking:
    def test_a_review_is_decided_once(self, space):
        _, waiting = queued(space, *PAIRS[0][:2])
        space.review.accept(waiting.review)
        for again in (space.review.accept, space.review.reject):
            with pytest.raises(ReviewDecided):
                again(waiting.review)
        with pytest.raises(ReviewDecided):
            space.review.edit(waiting.review, "x")

    @pytest.mark.parametrize("verb", ["get", "accept", "reject"])
    def test_what_is_not_there_is_not_found(self, space, verb):
        space.remember("x")
        with pytest.raises(NotFound):
            getattr(space.review, verb)("rev_none")

    @requirement("R2")
    def test_a_review_of_another_space_is_not_found(self, memory, space):
        _, waiting = queued(space, *PAIRS[0][:2])
        other = memory.space("user/bob")
        other.remember("x")
        with pytest.raises(NotFound):
            other.review.accept(waiting.review)
        assert other.review.list().total == 0

    def test_nothing_changes_where_the_words_cannot_be_kept(self, space):
        _, waiting = queued(space, *PAIRS[0][:2])
        with pytest.raises(InvalidText):
            space.review.edit(waiting.review, "  ")
        assert space.review.get(waiting.review).state is ReviewState.OPEN

    @requirement("W13")
    def test_a_secret_in_what_a_person_writes_is_not_kept(self, space):
        _, waiting = queued(space, *PAIRS[0][:2])
        secret = "sk-proj-Zq3vT8mK2xY7bN5cR1wL9pD4fG6hJ0aS"
        space.review.edit(waiting.review, f"the office is in Faro, api key {secret}", reason=f"key {secret}")
        told = [space.review.get(waiting.review).reason, space.get(waiting.memory.id).text]
        told += [change.reason for change in space.history(waiting.memory.id)]
        assert not any(secret in text for text in told)

    def test_a_list_has_pages_states_and_questions(self, space):
        kept = [space.remember(f"habit {n}").memory for n in range(5)]
        reviews = [opened(space, Question.PROMOTION, memory) for memory in kept]
        space.review.reject(reviews[0].id)
        page = space.review.list(limit=2)
        assert ([review.id for review in page], page.total) == ([reviews[1].id, reviews[2].id], 4)
        rest = space.review.list(limit=2, cursor=page.next)
        assert [review.id for review in rest] == [reviews[3].id, reviews[4].id]
        assert [review.id for review in space.review.list(states="rejected")] == [reviews[0].id]
        assert space.review.list(states="all").total == 5
        assert space.review.list(questions=["conflict"]).total == 0

    @pytest.mark.parametrize("wrong", [{"states": ["done"]}, {"questions": "why"}, {"limit": 0}, {"limit": True}])
    def test_what_cannot_be_listed_is_refused(self, space, wrong):
        with pytest.raises(InvalidValue):
            space.review.list(**wrong)

    def test_a_space_without_questions_has_none(self, space):
        assert space.review.list().items == ()
