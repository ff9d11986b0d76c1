"""The signals that judge a candidate by what it is."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.domain.policy import Weights
from perdure.ports.store import CHATTED, EXCHANGED, QUESTION, TELLS_TIME
from perdure.recall.pool import pooled
from perdure.recall.signals import PRIORS
from perdure.recall.signals.assistant import assistant
from perdure.recall.signals.date import date
from perdure.recall.signals.length import length
from perdure.recall.signals.question import question
from perdure.recall.signals.speaker import speaker
from perdure.recall.signals.when import when
from tests.behaviour.requirements import requirement
from tests.unit.columns import NOW, found, look, pool

SPOKEN = CHATTED | EXCHANGED
EVERYTHING = "when did Bob say so to you on May 5?"


def test_every_prior_has_a_weight_of_its_name():
    assert [name for name, _ in PRIORS if not hasattr(Weights(), name)] == []
    assert len(dict(PRIORS)) == len(PRIORS)


@pytest.mark.parametrize(("name", "signal"), PRIORS)
@pytest.mark.parametrize("size", [0, 1, 3])
def test_a_signal_has_a_number_for_every_candidate(name, signal, size):
    scores = signal(look(EVERYTHING, pool(size, speakers=("Bob",))))
    assert (scores.shape, scores.dtype.name) == ((size,), "float32")


@pytest.mark.parametrize(("name", "signal"), PRIORS)
def test_a_signal_says_nothing_of_an_ordinary_turn_where_nothing_is_asked(name, signal):
    assert not signal(look("the kayak", pool(2, traits=[SPOKEN, SPOKEN]))).any()


class TestSpeaker:
    @pytest.mark.parametrize("query", ["what does Alice drink", "Alice喝什么", "ALICE's tea"])
    def test_one_name_lifts_the_turns_of_its_bearer(self, query):
        assert speaker(look(query, pool(3, who=("Alice", "小林", "Alice")))).tolist() == [1, 0, 1]

    def test_a_chinese_name_does_too(self):
        assert speaker(look("小林喝什么", pool(3, who=("Alice", "小林", "Alice")))).tolist() == [0, 1, 0]

    def test_two_names_lift_nobody(self):
        assert not speaker(look("does Alice like Bob", pool(2, who=("Alice", "Bob")))).any()

    def test_a_name_nobody_here_bears_does_not_stand_in_the_way(self):
        here = pool(2, who=("Alice", "Carol"), speakers=("Alice", "Bob", "Carol"))
        assert speaker(look("does Alice like Bob", here)).tolist() == [1, 0]
        assert not speaker(look("what does Bob like", here)).any()

    def test_a_person_is_the_same_in_every_space(self):
        here = pooled([found(2, who=("Alice", "Bob")), found(2, who=("Bob", "Alice"))], texts=1, vectors=0)
        assert speaker(look("what does Alice like", here)).tolist() == [1, 0, 0, 1]

    @pytest.mark.parametrize("query", ["what did you tell Alice", "你给Alice推荐了什么"])
    def test_you_are_the_assistant(self, query):
        here = pool(2, who=("Alice", "helper"), roles=("user", "assistant"))
        assert speaker(look(query, here)).tolist() == [0, 1]


@requirement("R8")
class TestTime:
    @pytest.mark.parametrize("query", ["what happened on Feb 10, 2026", "2026年2月10日发生了什么"])
    def test_the_day_that_is_named_goes_before_the_days_around_it(self, query):
        days = [datetime(2026, 2, day, 12, tzinfo=UTC) for day in (9, 10, 12, 25)]
        before, on, after, late = date(look(query, pool(4, at=days)))
        assert on == 1 > after > before > late == 0

    def test_a_day_is_a_day_where_the_asker_is(self):
        late = pool(1, at=[datetime(2026, 2, 9, 23, 0, tzinfo=UTC)])
        here = NOW.astimezone(ZoneInfo("Asia/Shanghai"))
        assert date(look("2026年2月10日做了什么", late, now=here)).tolist() == [1]
        assert date(look("2026年2月10日做了什么", late)).tolist() == pytest.approx([0.3])

    @pytest.mark.parametrize(("query", "days"), [("what did I do yesterday", 1), ("三天前做了什么", 3)])
    def test_relative_days_are_counted_from_the_asker(self, query, days):
        here = pool(2, at=[NOW - timedelta(days=days), NOW - timedelta(days=30)])
        assert date(look(query, here)).tolist() == [1, 0]
        assert date(look(query, here, now=NOW - timedelta(days=30 - days))).tolist() == [0, 1]

    def test_of_several_stretches_the_nearest_counts(self):
        days = [datetime(2026, 2, 10, tzinfo=UTC), datetime(2026, 1, 5, tzinfo=UTC), datetime(2025, 11, 1, tzinfo=UTC)]
        assert date(look("on Feb 10 or on January 5", pool(3, at=days))).tolist() == [1, 1, 0]

    @given(st.integers(0, 7 * 24 * 3600 - 1))
    def test_it_is_the_closeness_of_the_stretch_to_the_quarter_of_an_hour(self, seconds):
        at = datetime(2026, 2, 8, tzinfo=UTC) + timedelta(seconds=seconds)
        asked = look("on the morning of Feb 10, 2026", pool(1, at=[at]))
        (span,) = asked.plan.spans
        quarter = at.replace(minute=at.minute - at.minute % 15, second=0)
        assert date(asked).tolist() == pytest.approx([span.closeness(quarter)])

    def test_moments_before_1970_have_their_day_too(self):
        at = datetime(1969, 7, 20, 20, 17, tzinfo=UTC)
        assert date(look("what happened on July 20, 1969", pool(1, at=[at]))).tolist() == [1]

    def test_a_question_without_a_date_says_nothing(self):
        assert date(look("what happened", pool(1))).tolist() == [0]

    @pytest.mark.parametrize("query", ["when did we meet", "我们什么时候见面", "我們什麼時候見面"])
    def test_a_question_for_a_time_lifts_what_tells_one_most_of_all_in_an_exchange(self, query):
        here = pool(4, traits=[TELLS_TIME | SPOKEN, SPOKEN, TELLS_TIME, 0])
        assert when(look(query, here)).tolist() == [1, 0, 0.5, 0]
        assert not when(look("where did we meet", here)).any()


class TestTurns:
    def test_a_turn_of_the_assistant_is_lowered(self):
        here = pool(3, roles=("assistant", "user", "tool"))
        assert assistant(look("the kayak", here)).tolist() == [-1, 0, 0]

    @pytest.mark.parametrize("query", ["what did you recommend", "你推荐了什么"])
    def test_unless_it_is_asked_for(self, query):
        assert not assistant(look(query, pool(2, roles=("assistant", "user")))).any()

    def test_a_short_turn_that_asks_is_lowered_and_an_essay_or_a_note_is_not(self):
        here = pool(4, traits=[SPOKEN | QUESTION, QUESTION, SPOKEN, CHATTED | QUESTION])
        assert question(look("the kayak", here)).tolist() == [-1, 0, 0, 0]

    def test_a_longer_turn_says_more_up_to_a_point(self):
        sizes = (0, 1, 20, 60, 200, 10_000, 10**6)
        said = length(look("the kayak", pool(len(sizes), lengths=sizes, traits=[SPOKEN] * len(sizes)))).tolist()
        assert said == sorted(said)
        assert (said[0], said[3], said[-1]) == (-1.5, 0, 1.5)

    def test_outside_an_exchange_length_says_nothing(self):
        assert not length(look("the kayak", pool(3, lengths=(1, 500, 10_000), traits=[0, CHATTED, EXCHANGED]))).any()
