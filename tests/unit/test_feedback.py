"""What a verdict does to a memory: bounded, explained, and to be undone."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure import Policy, Status
from perdure.capture.changes import change_between
from perdure.capture.feedback import ACTION, Verdict, before_feedback, judged, verdict_named, verdict_of
from perdure.domain.policy import Fading
from perdure.errors import InvalidValue
from perdure.kinds import KINDS, half_life
from perdure.testing.store_suite.base import AT, NOW, change, memory
from tests.behaviour.requirements import requirement

LIKES = memory("m", "likes window seats", kind="preference", confidence=0.8)
DAYS = half_life("preference", Policy())


def said(verdict: str, known=LIKES, policy: Policy = Policy()):
    return judged(known, Verdict(verdict), policy=policy, now=NOW)


@requirement("S9")
class TestVerdicts:
    def test_useful_lasts_longer_and_counts_as_recalled(self):
        found = said("useful")
        assert (found.half_life_days, found.access_count, found.last_accessed_at) == (1.5 * DAYS, 1, NOW)
        assert (found.status, found.confidence, found.updated_at) == (Status.ACTIVE, 0.8, LIKES.updated_at)

    def test_outdated_fades_sooner_and_waits(self):
        found = said("outdated")
        assert (found.half_life_days, found.status, found.confidence) == (0.5 * DAYS, Status.REVIEW, 0.8)

    def test_wrong_is_doubted_and_waits(self):
        found = said("wrong")
        assert (found.half_life_days, found.status, found.confidence) == (None, Status.REVIEW, 0.4)

    @pytest.mark.parametrize("verdict", list(Verdict))
    @pytest.mark.parametrize("status", [Status.SUPERSEDED, Status.ARCHIVED, Status.FORGOTTEN, Status.REVIEW])
    def test_what_is_out_of_recall_stays_where_it_is(self, verdict, status):
        assert said(verdict, replace(LIKES, status=status)).status is status

    @pytest.mark.parametrize("kind", [kind.name for kind in KINDS if kind.half_life_days is None])
    def test_what_never_decays_still_does_not(self, kind):
        known = replace(LIKES, kind=kind)
        assert {said(verdict, known).half_life_days for verdict in Verdict} == {None}

    def test_a_last_recall_that_lies_ahead_does_not_move_back(self):
        ahead = NOW + timedelta(days=3)
        assert said("useful", replace(LIKES, last_accessed_at=ahead)).last_accessed_at == ahead


@requirement("S9")
@given(st.lists(st.sampled_from(list(Verdict)), max_size=40), st.floats(1, 10), st.floats(0.1, 1_000))
def test_no_number_of_verdicts_leaves_the_bounds(verdicts, most, days):
    policy = Policy(fading=Fading(adapt_most=most), half_lives={"preference": days})
    known = LIKES
    for verdict in verdicts:
        known = judged(known, verdict, policy=policy, now=NOW)
        own = half_life("preference", policy, known.half_life_days)
        assert days / most * 0.999 <= own <= days * most * 1.001
        assert 0 <= known.confidence <= 1
    assert known.version == 1 + len(verdicts)


def row(verdict: str, before, after):
    return change_between(before, after, at=NOW, actor="local", action=ACTION, reason=f"{verdict}: told")


@requirement("S9")
class TestHistory:
    def test_a_line_of_history_tells_its_verdict(self):
        for verdict in Verdict:
            assert verdict_of(row(verdict, LIKES, said(verdict))) is verdict
        assert verdict_of(change("m", "corrected", reason="useful: no")) is None

    @pytest.mark.parametrize(
        ("verdict", "fields"), [("outdated", {"half_life_days": None}), ("wrong", {"confidence": 0.8})]
    )
    def test_it_tells_what_was_before_the_verdict_that_took_it_out_of_recall(self, verdict, fields):
        useful = said("useful")
        rows = [change_between(None, LIKES, at=AT, actor="local", action="added"), row("useful", LIKES, useful)]
        assert before_feedback(rows) == {}
        known = replace(LIKES, half_life_days=None)
        rows.append(row(verdict, known, said(verdict, known)))
        assert before_feedback(rows) == fields

    def test_what_expired_was_not_judged(self):
        waiting = replace(LIKES, status=Status.REVIEW)
        rows = [
            row("wrong", LIKES, said("wrong")),
            change_between(LIKES, waiting, at=NOW, actor="upkeep", action="expired"),
        ]
        assert before_feedback(rows) == {}


@pytest.mark.parametrize("name", ["", "Useful", "good", None, 1, ["useful"]])
def test_there_are_three_verdicts(name):
    with pytest.raises(InvalidValue):
        verdict_named(name)
