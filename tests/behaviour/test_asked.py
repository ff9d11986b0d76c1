"""A question for something that somebody told is answered by the memory that holds it now, in whatever words."""

from __future__ import annotations

from datetime import timedelta

import pytest

from perdure import Perdure, Policy, Turn
from perdure.domain.policy import Weights
from perdure.testing import HashEmbedder
from tests.behaviour.requirements import requirement

DAY = timedelta(days=1)

MOVES = [
    ("我住在上海", "我搬到杭州了", "我现在住哪里？", "现在住的人很多，你知道住哪里最方便吗"),
    ("I live in Shanghai", "We moved to Hangzhou", "Where do I live now?", "now where do people live so well?"),
    ("我们项目用MySQL", "项目全部迁移到了PostgreSQL", "我们项目用什么数据库？", "数据库这种项目我们平时用什么书来学"),
    (
        "My manager is Priya",
        "My new boss is Bob Lane",
        "who do I report to?",
        "the paper has to report who I do not know",
    ),
]


def told(space, clock, *said: str) -> None:
    """Each on a day of its own, and a few more words that have nothing to do with it."""
    for text in (*said, "the kayak is in the shed", "周末去看了一场展览"):
        space.capture([Turn(text, speaker="user", at=clock.now(), session=text)])
        clock.advance(days=1)


def ids_of(space, query: str, **options) -> list[str]:
    return [hit.id for hit in space.recall(query, **options)]


@requirement("R7", "R3")
@pytest.mark.parametrize(("older", "newer", "question", "noise"), MOVES)
def test_what_holds_now_comes_first_however_little_its_words_share_with_the_question(
    surface, clock, older, newer, question, noise
):
    space = surface.space("user/alice")
    told(space, clock, older, noise, newer)
    first = space.recall(question).hits[0]
    assert first.memory is not None
    assert newer in first.text
    assert first.parts["claim"] > 0
    assert older not in [hit.text for hit in space.recall(question)]


@requirement("R16")
def test_why_not_and_the_trace_tell_it_as_a_claim(surface, clock):
    space = surface.space("user/alice")
    told(space, clock, "我搬到杭州了")
    [holder] = [memory.id for memory in space.list() if memory.text == "我搬到杭州了"]
    why = space.why_not("Where do I live?", holder)
    assert why.rank == 1
    assert why.parts["claim"] > 0
    considered = {item.id: item.parts for item in space.recall("Where do I live?").trace.considered}
    assert considered[holder]["claim"] == why.parts["claim"]
    assert all("claim" not in parts for id_, parts in considered.items() if id_ != holder)


@requirement("R10")
def test_it_is_found_where_nothing_else_speaks_for_it_and_brings_nothing_else_along(home, clock, ids):
    with Perdure(home, embedder=None, clock=clock, ids=ids, timezone="UTC") as memory:
        space = memory.space("user/alice")
        told(space, clock, "我搬到杭州了", "I bought a kettle")
        assert [hit.text for hit in space.recall("Where do I live?")] == ["我搬到杭州了"]
        assert not space.recall("Where do I keep the bees?").hits


@requirement("R10")
def test_a_policy_can_leave_it_out(home, clock, ids):
    with Perdure(home, embedder=HashEmbedder(), clock=clock, ids=ids, timezone="UTC") as memory:
        space = memory.space("user/alice")
        told(space, clock, "我搬到杭州了")
        space.set_policy(Policy(weights=Weights(claim=0)))
        assert all("claim" not in hit.parts for hit in space.recall("Where do I live?"))


@requirement("R8")
def test_a_question_of_the_past_is_answered_as_before(surface, clock):
    space = surface.space("user/alice")
    start = clock.now()
    told(space, clock, "我住在上海", "我搬到杭州了")
    for past in ({"as_of": start + DAY / 2}, {"known_at": start + DAY / 2}):
        assert all("claim" not in hit.parts for hit in space.recall("我现在住哪里？", **past))


@requirement("R1")
def test_a_question_that_names_somebody_is_answered_by_what_that_one_says(surface, clock):
    space = surface.space("user/alice")
    for name, text in (("Ana", "We moved to Lisbon last month"), ("Bob", "I live in Oslo")):
        space.capture([Turn(text, speaker=name, at=clock.now(), session=name)])
        clock.advance(days=1)
    for name, city in (("Ana", "Lisbon"), ("Bob", "Oslo")):
        lifted = [hit.text for hit in space.recall(f"Where does {name} live?") if "claim" in hit.parts]
        assert len(lifted) == 1
        assert city in lifted[0]


@requirement("R1")
def test_filters_hold_for_it_too(surface, clock):
    space = surface.space("user/alice")
    told(space, clock, "我搬到杭州了")
    assert ids_of(space, "Where do I live?", kinds=["task"]) == []
    assert ids_of(space, "Where do I live?", layers=["journal"]) == []


@requirement("R1")
def test_where_so_many_claim_it_that_it_tells_nothing_none_is_lifted(surface, clock):
    space = surface.space("user/alice")
    foods = "walnuts sesame shrimp eggs celery mustard lupin soy milk".split()
    for food in foods:
        space.remember(f"I am allergic to {food}")
    assert all("claim" not in hit.parts for hit in space.recall("What am I allergic to?"))
    assert any("claim" in hit.parts for hit in space.recall("Am I allergic to celery?"))
