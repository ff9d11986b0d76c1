"""What an answer to a review does: pure decisions over both sides."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from perdure import Added, Rejected, Slot, Source, Status, Superseded
from perdure.capture.permanent import promoted
from perdure.capture.question import SHOWN, asked, summary_of
from perdure.capture.settle import ARCHIVED, LAPSED, REJECTED, Ruling, Sides, settle, stands
from perdure.domain.review import Question, Review, ReviewState
from perdure.testing.store_suite.base import AT, NOW, memory
from tests.behaviour.requirements import requirement

NEW = memory("new", "the office is in Porto", status=Status.REVIEW, confidence=0.6, version=3)
OLD = memory("old", "the office is in Lisbon", holds_from=AT - timedelta(days=9))
NEWER = memory("newer", "the office is in Faro", holds_from=AT + timedelta(days=5))


def review(question: Question, other: str | None = None) -> Review:
    return Review(id="rev_1", space=NEW.space, question=question, memory="new", other=other, summary="?", at=AT)


CONFLICT = review(Question.CONFLICT, "old")
PROMOTION, EXPIRY, IMPORT = (review(one) for one in (Question.PROMOTION, Question.EXPIRY, Question.IMPORT))


def ruling(state: str, text: str | None = None, reason: str = "") -> Ruling:
    return Ruling(state=ReviewState(state), at=NOW, actor="local", reason=reason, text=text)


def sides(**fields) -> Sides:
    return Sides(**{"memory": NEW, "other": OLD, "heir": OLD, **fields})


def after(settlement) -> dict[str, object]:
    """What each memory is in the end."""
    return {move.after.id: move.after for move in settlement.moves}


@requirement("W11")
class TestConflict:
    def test_accepted_what_waited_holds_and_supersedes_the_other(self):
        settled = settle(CONFLICT, sides(), ruling("accepted", reason="moved in May"))
        new, old = after(settled)["new"], after(settled)["old"]
        assert (new.status, new.confidence, new.updated_at, new.version) == (Status.ACTIVE, 1.0, NOW, 4)
        assert (old.status, old.superseded_by, old.holds_until) == (Status.SUPERSEDED, "new", NEW.holds_from)
        assert settled.outcome == Superseded(memory=new, old=old)
        assert settled.state is ReviewState.ACCEPTED
        assert [move.action for move in settled.moves] == ["superseded", "accepted"]
        assert settled.moves[-1].reason.endswith("moved in May")
        assert "rev_1" in settled.moves[-1].reason

    def test_rejected_it_is_forgotten_with_the_reason_and_the_other_stays(self):
        settled = settle(CONFLICT, sides(), ruling("rejected", reason="搬家取消了"))
        assert after(settled) == {"new": replace(NEW, status=Status.FORGOTTEN, version=4)}
        assert settled.outcome == Rejected(reason="搬家取消了", code=REJECTED)
        assert settled.moves[0].action == "forgotten"

    def test_edited_the_given_words_hold(self):
        waiting = replace(NEW, value="Porto")
        settled = settle(CONFLICT, sides(memory=waiting), ruling("edited", "the office moves to Porto in June"))
        new = after(settled)["new"]
        assert (new.text, new.value, new.status) == ("the office moves to Porto in June", "Porto", Status.ACTIVE)
        assert after(settled)["old"].superseded_by == "new"

    def test_what_fills_its_slot_by_now_gives_way_too(self):
        settled = settle(CONFLICT, sides(held=NEWER), ruling("accepted"))
        assert settled.outcome.old.id == "old"
        assert [old.id for old in settled.outcome.others] == ["newer"]
        assert settled.moves[-1].after.id == "new"  # the slot is free before it is filled

    @pytest.mark.parametrize("state", ["accepted", "rejected", "edited"])
    def test_once_the_other_is_superseded_what_waited_gives_way_to_what_holds(self, state):
        gone = replace(OLD, status=Status.SUPERSEDED, superseded_by="newer")
        settled = settle(CONFLICT, sides(other=gone, heir=NEWER), ruling(state, "x"))
        assert (settled.state, settled.outcome.code) == (ReviewState.LAPSED, LAPSED)
        assert after(settled)["new"].superseded_by == "newer"

    def test_once_the_other_is_forgotten_what_waited_holds(self):
        gone = replace(OLD, status=Status.FORGOTTEN)
        settled = settle(CONFLICT, sides(other=gone, heir=None), ruling("accepted"))
        assert settled.outcome.code == LAPSED
        assert after(settled)["new"].status is Status.ACTIVE

    def test_once_the_other_was_reworded_it_is_the_last_word(self):
        settled = settle(CONFLICT, sides(reworded=True), ruling("accepted"))
        assert settled.outcome.code == LAPSED
        assert after(settled)["new"].superseded_by == "old"

    @pytest.mark.parametrize("status", [Status.FORGOTTEN, Status.ACTIVE, Status.SUPERSEDED, Status.ARCHIVED])
    def test_once_it_no_longer_waits_nothing_moves(self, status):
        settled = settle(CONFLICT, sides(memory=replace(NEW, status=status)), ruling("accepted"))
        assert (settled.outcome.code, settled.moves) == (LAPSED, ())


@requirement("L9", "L10")
class TestPromotion:
    KNOWN = memory("new", "I am vegetarian", kind="preference", slot=Slot("self", "diet"), value="vegetarian")

    def settled(self, state: str, text: str | None = None, **fields):
        known = replace(self.KNOWN, **fields)
        fresh = None if state == "rejected" else promoted(known, memory_id="for_good", text=text, at=NOW)
        return settle(PROMOTION, Sides(memory=known, fresh=fresh), ruling(state, text, "asked in person"))

    def test_accepted_it_becomes_permanent_in_the_same_slot_and_the_original_points_there(self):
        settled = self.settled("accepted")
        good, known = after(settled)["for_good"], after(settled)["new"]
        assert (good.kind, good.status, good.slot, good.value) == (
            "profile",
            Status.ACTIVE,
            *self.same("slot", "value"),
        )
        assert (good.text, good.source, good.holds_from) == self.same("text", "source", "holds_from")
        assert (good.importance, good.version, good.half_life_days, good.created_at) == (1.0, 1, None, NOW)
        assert (known.status, known.superseded_by) == (Status.SUPERSEDED, "for_good")
        assert settled.outcome == Superseded(memory=good, old=known)
        assert settled.moves[-1].action == "promoted"
        assert settled.moves[-1].reason.endswith("asked in person")
        assert "new" in settled.moves[-1].reason

    def same(self, *names: str) -> tuple[object, ...]:
        return tuple(getattr(self.KNOWN, name) for name in names)

    @pytest.mark.parametrize(
        ("kind", "permanent"),
        [("rule", "boundary"), ("procedure", "boundary"), ("preference", "profile"), ("identity", "profile")],
    )
    def test_what_is_to_be_done_becomes_a_boundary_and_the_rest_part_of_the_profile(self, kind, permanent):
        assert after(self.settled("accepted", kind=kind))["for_good"].kind == permanent

    def test_edited_the_given_words_become_permanent(self):
        good = after(self.settled("edited", "吃素，但吃鸡蛋"))["for_good"]
        assert (good.text, good.value) == ("吃素，但吃鸡蛋", "vegetarian")

    def test_rejected_nothing_moves_and_the_review_says_so(self):
        settled = self.settled("rejected")
        assert (settled.state, settled.moves) == (ReviewState.REJECTED, ())
        assert settled.outcome.code == REJECTED

    @pytest.mark.parametrize("status", [Status.FORGOTTEN, Status.SUPERSEDED, Status.REVIEW])
    def test_what_is_no_longer_current_is_not_promoted(self, status):
        settled = self.settled("accepted", status=status)
        assert settled.outcome.code == LAPSED
        assert "for_good" not in after(settled)


@requirement("F1")
class TestExpiry:
    KNOWN = replace(NEW, expires_at=AT + timedelta(days=1), holds_until=AT + timedelta(days=2))

    def test_accepted_it_is_let_go_into_the_archive(self):
        settled = settle(EXPIRY, Sides(memory=self.KNOWN), ruling("accepted"))
        assert after(settled) == {"new": replace(self.KNOWN, status=Status.ARCHIVED, version=4)}
        assert settled.outcome.code == ARCHIVED

    def test_rejected_it_still_holds_without_an_end(self):
        settled = settle(EXPIRY, Sides(memory=self.KNOWN), ruling("rejected"))
        back = after(settled)["new"]
        assert (back.status, back.expires_at, back.holds_until, back.updated_at) == (Status.ACTIVE, None, None, NOW)
        assert settled.outcome == Added(memory=back)
        assert back.current(NOW)

    def test_an_end_that_is_still_to_come_stays(self):
        later = NOW + timedelta(days=9)
        settled = settle(EXPIRY, Sides(memory=replace(self.KNOWN, holds_until=later)), ruling("rejected"))
        assert after(settled)["new"].holds_until == later

    def test_edited_the_given_words_hold(self):
        settled = settle(EXPIRY, Sides(memory=self.KNOWN), ruling("edited", "the office is in Porto until autumn"))
        back = after(settled)["new"]
        assert (back.text, back.expires_at) == ("the office is in Porto until autumn", None)

    def test_rejected_it_is_as_it_was_before_it_was_doubted(self):
        doubted = replace(self.KNOWN, half_life_days=7.5)
        settled = settle(EXPIRY, Sides(memory=doubted, unjudged={"half_life_days": None}), ruling("rejected"))
        assert after(settled)["new"].half_life_days is None

    def test_once_its_slot_is_filled_by_another_it_gives_way_to_that(self):
        settled = settle(EXPIRY, Sides(memory=self.KNOWN, held=NEWER), ruling("rejected"))
        assert settled.outcome.code == LAPSED
        assert after(settled)["new"].superseded_by == "newer"


class TestImport:
    def test_accepted_it_is_remembered_and_rejected_forgotten(self):
        accepted = settle(IMPORT, Sides(memory=NEW), ruling("accepted"))
        assert accepted.outcome == Added(memory=after(accepted)["new"])
        assert after(accepted)["new"].status is Status.ACTIVE
        rejected = settle(IMPORT, Sides(memory=NEW), ruling("rejected"))
        assert after(rejected)["new"].status is Status.FORGOTTEN

    def test_what_is_older_than_what_fills_its_slot_becomes_its_past(self):
        settled = settle(IMPORT, Sides(memory=NEW, held=NEWER), ruling("accepted"))
        assert after(settled).keys() == {"new"}
        assert after(settled)["new"].superseded_by == "newer"
        assert settled.outcome == Superseded(memory=NEWER, old=after(settled)["new"])

    def test_what_is_newer_takes_the_slot(self):
        settled = settle(IMPORT, Sides(memory=NEW, held=OLD), ruling("accepted"))
        assert after(settled)["old"].superseded_by == "new"


def test_a_review_stands_while_its_sides_are_as_they_were():
    assert stands(CONFLICT, sides())
    assert stands(PROMOTION, sides(memory=replace(NEW, status=Status.ACTIVE)))
    assert stands(EXPIRY, sides())
    assert stands(IMPORT, sides(held=NEWER))
    assert not stands(CONFLICT, sides(other=None))
    assert not stands(PROMOTION, sides(memory=replace(NEW, status=Status.ACTIVE), reworded=True))


class TestSummaries:
    TOLD = memory("a", "the launch is on May 5", source=Source(tool="planner", speaker="Kim"))

    @pytest.mark.parametrize("question", list(Question))
    def test_a_summary_shows_who_said_what_and_when_and_what_each_answer_does(self, question):
        other = memory("b", "the launch is on May 9") if question is Question.CONFLICT else None
        text = summary_of(question, self.TOLD, other)
        assert all(part in text for part in (self.TOLD.text, "Kim / planner", "2026-03-01", "Accept", "Reject"))
        assert other is None or other.text in text

    @pytest.mark.parametrize("question", list(Question))
    def test_it_is_in_the_language_of_what_it_is_about(self, question):
        other = memory("b", "发布会在5月9日") if question is Question.CONFLICT else None
        text = summary_of(question, memory("a", "发布会在5月5日"), other)
        assert all(part in text for part in ("发布会在5月5日", "接受", "拒绝"))
        mixed = summary_of(question, memory("a", "发布会 launch 定在 May 5"), other)
        assert "接受" in mixed

    def test_braces_and_length_do_no_harm(self):
        text = summary_of(Question.EXPIRY, memory("a", "{old} " + "x" * 5_000))
        assert "{old}" in text
        assert len(text) < SHOWN + 300

    def test_it_is_asked_with_both_ids_and_the_reason(self):
        found = asked(Question.CONFLICT, NEW, OLD, review_id="rev_7", at=NOW, reason="two tools disagree")
        assert (found.id, found.memory, found.other, found.at) == ("rev_7", "new", "old", NOW)
        assert (found.state, found.reason, found.space) == (ReviewState.OPEN, "two tools disagree", NEW.space)
