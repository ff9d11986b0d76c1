"""The signals that judge a candidate by what it is."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from perdure import Policy
from perdure.domain.policy import Weights
from perdure.domain.recall import Scope
from perdure.ports.store import CHATTED, QUESTION, TELLS_TIME, Passage
from perdure.recall.look import Look, key_of, source_of
from perdure.recall.plan import plan
from perdure.recall.signals import PRIORS
from perdure.recall.signals.assistant import assistant
from perdure.recall.signals.date import date
from perdure.recall.signals.length import length
from perdure.recall.signals.question import question
from perdure.recall.signals.speaker import named_in, speaker
from perdure.recall.signals.when import when

NOW = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)


def passage(
    number: int, body: str = "x", *, who: str = "user", role: str = "user", traits: int = 0, at: datetime = NOW
):
    return Passage(
        id=number,
        owner=f"ent_{number}",
        layer="journal",
        kind=None,
        at=int(at.timestamp() * 1_000_000),
        session=1,
        speaker=who,
        role=role,
        traits=traits,
        body=body,
    )


def look(query: str, *passages: Passage, zone=UTC) -> Look:
    return Look(
        plan=plan(query, Policy()),
        sources=(),
        scope=Scope(now=NOW.astimezone(zone)),
        limit=10,
        vectors=(),
        pool={one.id: one for one in passages},
    )


def test_every_prior_has_a_weight_of_its_name():
    assert [name for name, _ in PRIORS if not hasattr(Weights(), name)] == []
    assert len(dict(PRIORS)) == len(PRIORS)


@pytest.mark.parametrize(("name", "signal"), PRIORS)
def test_a_signal_says_nothing_where_there_is_nothing(name, signal):
    assert dict(signal(look("when did Bob say so on May 5?"))) == {}


@pytest.mark.parametrize("source", [0, 1, 7])
@pytest.mark.parametrize("number", [1, 2**40])
def test_keys_of_different_spaces_never_meet(source, number):
    assert source_of(key_of(source, number)) == source
    assert key_of(source, number) != key_of(source + 1, number)
    assert key_of(source, number) < key_of(source, number + 1) < key_of(source + 1, 1)


class TestSpeaker:
    @pytest.mark.parametrize(
        ("query", "speakers", "named"),
        [
            ("What does Alice drink?", ["Alice", "Bob"], {"Alice"}),
            ("what does ALICE drink", ["alice"], {"alice"}),
            ("Alice's dog", ["Alice"], {"Alice"}),
            ("Malice aforethought", ["Alice"], set()),
            ("小林喜欢什么", ["小林", "小玲"], {"小林"}),
            ("林喜欢什么", ["林"], set()),
            ("what did the user say", ["user", "assistant"], set()),
            ("does Ann know Bob", ["Ann", "Bob"], {"Ann", "Bob"}),
            ("is x.y here", ["x.y"], {"x.y"}),
            ("is xzy here", ["x.y"], set()),
        ],
    )
    def test_names_are_read_as_words(self, query, speakers, named):
        assert named_in(query, speakers) == named

    def test_one_name_lifts_the_turns_of_its_bearer(self):
        found = speaker(look("what does Alice drink", passage(1, who="Alice"), passage(2, who="Bob")))
        assert found == {1: 1.0}

    def test_two_names_lift_nobody(self):
        assert speaker(look("does Alice like Bob", passage(1, who="Alice"), passage(2, who="Bob"))) == {}


class TestTime:
    def test_the_day_that_is_named_goes_before_the_days_around_it(self):
        days = [datetime(2026, 2, day, 12, tzinfo=UTC) for day in (9, 10, 12, 25)]
        found = date(look("what happened on Feb 10, 2026", *(passage(n, at=at) for n, at in enumerate(days, 1))))
        assert found[2] > found[3] > found[1] > found.get(4, 0)

    def test_a_day_is_a_day_where_the_asker_is(self):
        late = passage(1, at=datetime(2026, 2, 9, 23, 0, tzinfo=UTC))
        assert date(look("2026年2月10日做了什么", late, zone=ZoneInfo("Asia/Shanghai"))) == {1: 1.0}
        assert date(look("2026年2月10日做了什么", late)) == {1: 0.3}

    def test_a_question_without_a_date_says_nothing(self):
        assert date(look("what happened", passage(1))) == {}

    def test_a_question_for_a_time_lifts_what_tells_one(self):
        pool = (passage(1, traits=TELLS_TIME | CHATTED), passage(2, traits=CHATTED), passage(3, traits=TELLS_TIME))
        found = when(look("when did we meet", *pool))
        assert found[1] > found[3] > found.get(2, 0)
        assert when(look("where did we meet", *pool)) == {}


class TestTurns:
    def test_a_turn_of_the_assistant_is_lowered(self):
        assert assistant(look("x", passage(1, role="assistant"), passage(2))) == {1: -1.0}

    def test_a_short_turn_that_asks_is_lowered_and_an_essay_is_not(self):
        pool = (passage(1, traits=CHATTED | QUESTION), passage(2, traits=QUESTION), passage(3, traits=CHATTED))
        assert question(look("x", *pool)) == {1: -1.0}

    def test_a_longer_turn_says_more_up_to_a_point(self):
        sizes = (1, 20, 60, 200, 10_000)
        pool = [passage(n, "x" * size, traits=CHATTED) for n, size in enumerate(sizes, 1)]
        found = [length(look("x", *pool))[n] for n in range(1, len(sizes) + 1)]
        assert found == sorted(found)
        assert -2 < found[0] < 0 < found[-1] < 2

    def test_outside_a_chat_length_says_nothing(self):
        assert length(look("x", passage(1, "x" * 500))) == {}
