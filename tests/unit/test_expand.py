"""A question in several wordings: the plan, and what a recall makes of it."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from threading import Event

import pytest

from perdure import Perdure, Policy
from perdure.errors import InvalidValue, ModelUnavailable
from perdure.recall.expand import MOST, expanded
from perdure.recall.plan import plan
from perdure.testing import FrozenClock, ScriptedModel
from tests.behaviour.requirements import requirement

NOW = datetime(2026, 3, 3, 9, 30, tzinfo=UTC)
QUESTION = "What instrument does the user play?"


def planned(query: str = QUESTION):
    return plan(query, Policy(), now=NOW)


def wordings(*texts: str) -> str:
    return json.dumps({"queries": texts}, ensure_ascii=False)


# The plan


@requirement("R5")
def test_other_wordings_are_looked_for_beside_the_whole():
    before = planned()
    after, notes = expanded(before, lambda query: [f"not {query}", "双簧管"])
    assert after.texts == (before.query, before.query, f"not {before.query}", "双簧管")
    assert len(after.terms) == len(after.texts)
    assert after.terms[0] == before.terms[0]
    assert (after.subject, after.voice, notes) == (before.subject, before.voice, ())


def test_clauses_stay_and_wordings_join_them():
    before = planned("Where does the cat sleep at night? And also who feeds the two dogs?")
    assert len(before.texts) == 3
    after, _ = expanded(before, lambda _: ["cat bed"])
    assert after.texts == (*before.texts, before.query, "cat bed")


@pytest.mark.parametrize("found", [[], [QUESTION], ()])
def test_without_another_wording_the_plan_stays(found):
    before = planned()
    assert expanded(before, lambda _: found) == (before, ())


def test_at_most_so_many_wordings_are_looked_for():
    after, _ = expanded(planned(), lambda _: [f"wording {n}" for n in range(100)])
    assert len(after.texts) == 2 + MOST


@pytest.mark.parametrize("query", ["", "hi", "谢谢"])
def test_a_quiet_question_is_not_put_into_other_words(query: str):
    asked: list[str] = []
    expanded(planned(query), lambda query: asked.append(query) or [])
    assert asked == []


def test_a_failure_is_a_note():
    def fails(_query):
        raise ModelUnavailable("down")

    before = planned()
    after, notes = expanded(before, fails)
    assert after == before
    assert len(notes) == 1


# The recall


@pytest.fixture
def opened(tmp_path):
    """Opens a place with words only, so that nothing but a wording can bridge two vocabularies."""
    places = []

    def open_(llm=None, **options):
        place = Perdure(tmp_path, embedder=None, llm=llm, clock=FrozenClock(NOW), timezone="UTC", **options)
        places.append(place)
        return place.space("user/alice")

    yield open_
    for place in places:
        place.close()


@requirement("R5")
def test_what_only_another_wording_finds_comes_back(opened):
    model = ScriptedModel([wordings("oboe lessons", "双簧管")])
    alice = opened(model)
    for text in ("Tuesday is for oboe lessons", "The car is red", "我会弹双簧管"):
        alice.remember(text)
    assert list(alice.recall(QUESTION)) == []
    found = alice.recall(QUESTION, expand=True)
    assert {hit.text for hit in found} == {"Tuesday is for oboe lessons", "我会弹双簧管"}
    assert "expand" in [stage.name for stage in found.trace.stages]
    assert len(model.requests) == 1


@requirement("R5")
def test_what_the_question_itself_finds_is_not_lost_by_other_wordings(opened):
    alice = opened(ScriptedModel([wordings("the colour of the car", "a red thing")]))
    for text in ("I play the oboe", "The car is red"):
        alice.remember(text)
    assert "I play the oboe" in [hit.text for hit in alice.recall("who plays the oboe", expand=True)]


@requirement("R10")
def test_wordings_that_find_nothing_make_no_answer(opened):
    alice = opened(ScriptedModel([wordings("quantum cooking", "烹饪")]))
    alice.remember("I play the oboe")
    assert list(alice.recall("how do I bake", expand=True)) == []


@requirement("R5")
def test_nothing_is_expanded_unless_it_is_asked_for(opened):
    model = ScriptedModel([wordings("oboe")])
    alice = opened(model)
    alice.remember("I play the oboe")
    found = alice.recall(QUESTION)
    assert model.requests == []
    assert "expand" not in [stage.name for stage in found.trace.stages]


@requirement("R5", "W15")
@pytest.mark.parametrize("model", [None, ScriptedModel([]), ScriptedModel(["prose"])], ids=["none", "down", "prose"])
def test_where_no_model_answers_the_question_is_answered_all_the_same(opened, model):
    alice = opened(model)
    alice.remember("I play the oboe")
    found = alice.recall("who plays the oboe", expand=True)
    assert [hit.text for hit in found] == ["I play the oboe"]
    assert len(found.trace.notes) == 1


@requirement("R11")
def test_a_slow_model_costs_half_of_the_deadline_and_no_answer(opened):
    gate = Event()
    alice = opened(ScriptedModel([wordings("oboe")], gate=gate))
    alice.remember("I play the oboe")
    try:
        found = alice.recall("who plays the oboe", expand=True, deadline=2.0)
    finally:
        gate.set()
    assert [hit.text for hit in found] == ["I play the oboe"]
    assert not found.timed_out
    assert len(found.trace.notes) == 1


@pytest.mark.parametrize("value", [1, "yes", None])
def test_expand_is_true_or_false(opened, value):
    alice = opened()
    alice.remember("I play the oboe")
    with pytest.raises(InvalidValue):
        alice.recall("oboe", expand=value)


def test_why_not_asks_in_other_words_too(opened):
    model = ScriptedModel([wordings("oboe lessons")])
    alice = opened(model)
    memory = alice.remember("Tuesday is for oboe lessons").memory
    alice.why_not(QUESTION, memory.id, expand=True)
    assert len(model.requests) == 1
