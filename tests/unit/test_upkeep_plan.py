"""What upkeep has to do, decided over plain rows."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure import Policy
from perdure.domain.journal import Session
from perdure.domain.policy import STRATEGIES, Fading
from perdure.kinds import KINDS
from perdure.ports.store import Standing
from perdure.upkeep.adapt import Adapted, Verdict, adaptations
from perdure.upkeep.periods import GROUP, micros, week_end, week_name
from perdure.upkeep.plan import Scene, plan

NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)  # a Monday
DAY = timedelta(days=1)


def ago(days: float) -> int:
    return micros(NOW - days * DAY)


def row(id: str = "m1", age: float = 0, **fields) -> Standing:
    """An active fact, made and confirmed `age` days ago and never read."""
    made = Standing(
        seq=1, id=id, kind="fact", status="active", origin="user", importance=0.5, access_count=0,
        created_at=ago(age), updated_at=ago(age), last_accessed_at=None, expires_at=None, half_life_days=None,
        session=None, frozen=False,
    )  # fmt: skip
    return made._replace(**fields)


def session(id: str = "s1", days: float = 1, entries: int = 10) -> Session:
    """A conversation that ended so many days ago."""
    return Session(
        id=id, entries=entries, first_at=NOW - (days + 0.01) * DAY, last_at=NOW - days * DAY, speakers=("user",)
    )


def told(id: str, of: str, days: float, **fields) -> Standing:
    """The summary of a session that ended so many days ago."""
    return row(id, days, **{"kind": "summary", "origin": "summary", "session": of, **fields})


def steps(*rows: Standing, strategies=STRATEGIES, policy: Policy | None = None, **scene):
    found = plan(Scene(standings=rows, policy=policy or Policy(), now=NOW, **scene), strategies)
    return [(step.strategy, step.action, step.target) for step in found]


class TestExpiring:
    def test_what_has_passed_its_time_goes_to_review(self):
        assert steps(row(expires_at=ago(0))) == [("expire", "expired", "m1")]
        assert steps(row(expires_at=ago(-0.1))) == []

    def test_what_nobody_is_asked_about_goes_to_the_archive_after_a_month(self):
        passed = row(status="review", expires_at=ago(30))
        assert steps(passed) == [("expire", "archived", "m1")]
        assert steps(passed._replace(expires_at=ago(29))) == []
        assert steps(passed, waiting={"m1"}) == []

    def test_what_waits_for_a_person_for_another_reason_is_left_alone(self):
        assert steps(row(status="review", age=900)) == []

    @pytest.mark.parametrize("kind", [kind.name for kind in KINDS if kind.permanent])
    def test_permanent_memory_never_moves(self, kind):
        assert steps(row(kind=kind, expires_at=ago(5), age=900)) == []


class TestArchiving:
    def test_weak_and_long_unread_goes_with_the_numbers_that_decided(self):
        scene = Scene(standings=[row(age=130)], policy=Policy(), now=NOW)
        [step] = plan(scene, ["archive"])
        assert (step.action, step.target) == ("archived", "m1")
        assert step.numbers["unread_days"] == 130
        assert step.numbers["strength"] == pytest.approx(0.0172, abs=1e-4)
        assert "0.017" in step.reason
        assert "130 days" in step.reason

    def test_weak_but_read_or_confirmed_lately_stays(self):
        assert steps(row(age=200, last_accessed_at=ago(59)), strategies=["archive"]) == []
        assert steps(row(age=200, last_accessed_at=ago(60)), strategies=["archive"]) != []
        assert steps(row(created_at=ago(200), updated_at=ago(59), importance=0.01), strategies=["archive"]) == []

    def test_strong_stays_however_long_unread(self):
        assert steps(row(age=200, importance=1, half_life_days=400), strategies=["archive"]) == []
        assert steps(row(age=200, kind="rule", importance=0.01), strategies=["archive"]) == []

    def test_the_policy_says_what_is_weak_and_unread(self):
        fading = Fading(archive_strength=0.5, archive_unread_days=1)
        assert steps(row(age=2), strategies=["archive"], policy=Policy(fading=fading)) == [
            ("archive", "archived", "m1")
        ]
        never = Policy(half_lives={"fact": None})
        assert steps(row(age=900, importance=0.01), strategies=["archive"], policy=never) == []

    def test_summaries_stay_for_they_stand_for_what_has_gone(self):
        assert steps(row(kind="summary", origin="summary", age=900), strategies=["archive", "importance_decay"]) == []

    def test_unimportant_and_unread_goes_by_the_strategy_of_that_name(self):
        unread = row(age=31, importance=0.2, half_life_days=900)
        assert steps(unread, strategies=["importance_decay"]) == [("importance_decay", "archived", "m1")]
        assert steps(unread._replace(importance=0.3), strategies=["importance_decay"]) == []
        assert steps(unread, strategies=["archive"]) == []

    def test_what_several_would_move_moves_once(self):
        assert steps(row(age=900, importance=0.1, expires_at=ago(1))) == [("expire", "expired", "m1")]

    def test_a_clock_that_was_set_back_archives_nothing(self):
        assert steps(row(age=-900, importance=0.01)) == []


class TestFolding:
    def old(self, count: int, **fields) -> list[Standing]:
        return [row(f"m{n:03}", 91 + n / 1000, seq=n, **fields) for n in range(count)]

    def test_more_than_twenty_old_ones_of_a_kind_go_together(self):
        assert steps(*self.old(20), strategies=["summarize_old"]) == []
        found = steps(*self.old(21), strategies=["summarize_old"])
        assert len(found) == 21
        assert {(strategy, action) for strategy, action, _ in found} == {("summarize_old", "summarised")}

    def test_kinds_are_not_mixed_and_what_fills_a_slot_stays(self):
        mixed = self.old(15) + [each._replace(id=f"p{each.id}", kind="preference") for each in self.old(15)]
        assert steps(*mixed, strategies=["summarize_old"]) == []
        assert steps(*self.old(21), strategies=["summarize_old"], slotted={"m003"}) == []
        assert steps(*self.old(30, kind="procedure"), strategies=["summarize_old"]) == []

    def test_a_group_is_small_enough_for_one_transaction(self):
        scene = Scene(standings=self.old(GROUP + 50), policy=Policy(), now=NOW)
        groups = [step.numbers["group"] for step in plan(scene, ["summarize_old"])]
        assert [groups.count(number) for number in (0, 1)] == [GROUP, 50]


class TestPeriods:
    def test_a_session_that_is_over_and_long_enough_is_told(self):
        sessions = [session("over"), session("short", entries=3), session("warm", days=0.4)]
        assert steps(strategies=["sessions"], sessions=sessions) == [("sessions", "summarised", "over")]

    def test_a_told_session_is_told_again_only_where_it_went_on_or_no_longer_holds(self):
        held = [session("s1", days=1)]
        assert steps(told("sum", "s1", 1), strategies=["sessions"], sessions=held) == []
        assert steps(told("sum", "s1", 2), strategies=["sessions"], sessions=held) != []
        known = {"strategies": ["sessions"], "sessions": held, "details": {"sum": {"m1"}}}
        assert steps(told("sum", "s1", 1), **known) == []
        assert steps(told("sum", "s1", 1), gone={"m1"}, **known) != []

    def test_what_a_person_took_out_of_recall_is_not_told_again(self):
        gone = told("sum", "s1", 5, status="forgotten")
        assert steps(gone, strategies=["sessions"], sessions=[session("s1")]) == []

    def test_a_finished_week_of_several_sessions_is_told_once(self):
        sessions = [session("s1", days=5), session("s2", days=4), session("now", days=0.1)]
        rows = [told("a", "s1", 5), told("b", "s2", 4)]
        known = {"strategies": ["weeks"], "sessions": sessions}
        assert steps(*rows, **known) == [("weeks", "summarised", "2026-W22")]
        week = told("w", None, 4)
        assert steps(*rows, week, details={"w": {"a", "b"}}, **known) == []
        assert steps(*rows, week, details={"w": {"a"}}, **known) == [("weeks", "summarised", "2026-W22")]

    def test_a_week_of_one_session_needs_no_summary_beside_its_own(self):
        assert steps(told("a", "s1", 5), strategies=["weeks"], sessions=[session("s1", days=5)]) == []

    def test_a_week_is_told_in_the_same_run_as_its_sessions(self):
        found = steps(sessions=[session("s1", days=5), session("s2", days=4)])
        assert found == [
            ("sessions", "summarised", "s1"),
            ("sessions", "summarised", "s2"),
            ("weeks", "summarised", "2026-W22"),
        ]

    @given(st.datetimes(min_value=datetime(1990, 1, 1), max_value=datetime(2090, 1, 1)))
    def test_every_moment_lies_in_the_week_that_ends_next(self, moment):
        assert moment < week_end(moment) <= moment + 7 * DAY
        assert week_name(week_end(moment) - timedelta(microseconds=1)) == week_name(moment)
        assert week_name(week_end(moment)) != week_name(moment)


class TestPromoting:
    lasting = row(kind="preference", created_at=ago(30), updated_at=ago(1))

    def test_what_recurs_unchanged_is_proposed(self):
        assert steps(self.lasting, confirmed={"m1": 5}) == [("promote", "proposed", "m1")]

    def test_too_seldom_or_too_quickly_is_not_enough(self):
        assert steps(self.lasting, confirmed={"m1": 4}) == []
        assert steps(self.lasting._replace(created_at=ago(10)), confirmed={"m1": 9}) == []

    def test_what_was_changed_or_asked_before_is_not_proposed(self):
        for name in ("changed", "asked", "waiting"):
            assert steps(self.lasting, confirmed={"m1": 9}, **{name: {"m1"}}) == []

    @pytest.mark.parametrize("kind", ["temporary", "summary", "event", "commitment", "profile"])
    def test_what_is_short_lived_or_permanent_by_its_kind_is_not_proposed(self, kind):
        assert steps(self.lasting._replace(kind=kind), confirmed={"m1": 9}) == []


class TestColdStorage:
    def test_what_has_been_in_the_archive_for_a_year_is_frozen_once(self):
        cold = row(status="archived", age=400)
        assert steps(cold, archived={"m1"}) == [("cold_storage", "frozen", "m1")]
        assert steps(cold) == []
        assert steps(cold._replace(frozen=True), archived={"m1"}) == []
        assert steps(cold._replace(last_accessed_at=ago(10)), archived={"m1"}) == []


class TestAdapting:
    def move(self, *verdicts: str, policy: Policy | None = None, adapted=None, kind: str = "preference", at=NOW):
        given = [Verdict(kind, verdict, at) for verdict in verdicts]
        return adaptations(policy or Policy(), given, adapted or {}, NOW)

    def test_a_few_verdicts_move_nothing(self):
        assert self.move(*["useful"] * 4) == []

    def test_useful_lengthens_and_outdated_shortens_within_bounds(self):
        [longer] = self.move(*["useful"] * 1_000)
        assert 15 < longer.after.days <= 60
        assert 0.4 <= longer.after.threshold < longer.before.threshold == 0.5
        [shorter] = self.move(*["outdated"] * 1_000)
        assert 3.75 <= shorter.after.days < 15
        [balanced] = self.move(*["useful", "outdated"] * 10)
        assert balanced.after.days == 15

    def test_wrong_raises_the_gate(self):
        [move] = self.move(*["wrong"] * 20)
        assert move.before.threshold < move.after.threshold <= move.before.threshold + 0.1
        assert "20 wrong" in move.reason
        assert move.numbers["wrong"] == 20

    def test_what_never_fades_keeps_never_fading(self):
        [move] = self.move(*["useful"] * 50, kind="rule")
        assert move.after.days is None

    def test_the_same_verdicts_move_nothing_twice(self):
        [move] = self.move(*["useful"] * 20)
        policy = Policy(half_lives={"preference": move.after.days})
        policy = replace(policy, gates=replace(policy.gates, thresholds={"preference": move.after.threshold}))
        assert self.move(*["useful"] * 20, policy=policy, adapted={"preference": move.after}) == []

    def test_who_sets_it_back_is_believed_until_more_is_heard(self):
        adapted = {"preference": Adapted(NOW - DAY, 40.0, 15.0, 0.55, 0.6)}
        assert self.move(*["useful"] * 20, adapted=adapted, at=NOW - 2 * DAY) == []
        assert self.move(*["useful"] * 20, adapted=adapted, at=NOW) != []


def test_only_the_strategies_that_were_asked_for_run_in_their_order():
    rows = [row("a", 130), row("b", 1, expires_at=ago(0.5))]
    assert steps(*rows, strategies=["archive", "expire"]) == [("expire", "expired", "b"), ("archive", "archived", "a")]
    assert steps(*rows, strategies=[]) == []


def test_the_order_of_the_rows_changes_nothing():
    rows = [row(f"m{n}", 60 + n, seq=n, importance=n / 100) for n in range(60)]
    assert sorted(steps(*rows)) == sorted(steps(*reversed(rows)))
