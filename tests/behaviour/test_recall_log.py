"""Every memory tells which questions it was returned for, and what it is to others."""

from __future__ import annotations

import pytest

from perdure import Perdure, Turn
from perdure.domain.link import Link, Relation
from perdure.domain.policy import Policy
from perdure.testing import HashEmbedder
from tests.behaviour.requirements import requirement


@requirement("C4")
def test_a_memory_tells_the_questions_that_it_was_returned_for_the_newest_first(surface, clock):
    space = surface.space("user/alice")
    kayak = space.remember("the kayak is in the shed").memory
    seat = space.remember("用户偏好靠窗座位").memory
    space.recall("where is the kayak?")
    clock.advance(hours=1)
    space.recall("kayak 放在哪里？")
    space.recall("靠窗座位")
    told = space.explain(kayak.id).recalls
    assert [record.query for record in told] == ["kayak 放在哪里？", "where is the kayak?"]
    assert [record.memories for record in told] == [(kayak.id,)] * 2
    assert told[0].at == clock.now()
    assert (told[0].session, told[0].answer) == (None, None)
    assert [record.query for record in space.explain(seat.id).recalls] == ["靠窗座位"]


@requirement("C4")
@pytest.mark.parametrize("write", ["remember", "observe", "correct", "close"])
def test_what_a_memory_was_returned_for_is_kept(surface, home, clock, write):
    space = surface.space("user/alice")
    made = space.remember("the kayak is in the shed").memory
    space.recall("where is the kayak?")
    before = space.explain(made.id).recalls
    {
        "remember": lambda: space.remember("the paddle hangs above"),
        "observe": lambda: space.observe([Turn("it rains", session="s")]),
        "correct": lambda: space.correct(made.id, tags=["boat"]),
        "close": surface.close,
    }[write]()
    with Perdure(home, embedder=HashEmbedder(), clock=clock, timezone="UTC") as other:
        assert other.space("user/alice").explain(made.id).recalls == before
    assert [record.query for record in before] == ["where is the kayak?"]


@requirement("C4")
def test_a_recall_over_several_spaces_is_told_by_each_with_its_own_memories(surface):
    mine, theirs = surface.space("user/alice"), surface.space("project/boats")
    one = mine.remember("the kayak is in the shed").memory
    two = theirs.remember("the kayak is in the barn").memory
    surface.view("user/alice", "project/boats").recall("the kayak is in which place?")
    (here,), (there,) = mine.explain(one.id).recalls, theirs.explain(two.id).recalls
    assert (here.memories, there.memories) == ((one.id,), (two.id,))
    assert here.id == there.id
    assert (here.query, there.query) == ("the kayak is in which place?", "")


@requirement("C4")
def test_a_recall_that_returned_no_memory_is_not_kept(surface):
    space = surface.space("user/alice")
    made = space.remember("the kayak is in the shed").memory
    space.observe([Turn("the canoe leaks", session="s")])
    space.recall("canoe")
    space.recall("kayak", kinds=["rule"])
    assert space.explain(made.id).recalls == ()


@requirement("C4", "W13")
@pytest.mark.parametrize(("name", "contacts"), [("user/alice", True), ("project/boats", False)])
def test_no_secret_is_kept_with_a_question(surface, home, name, contacts):
    space = surface.space(name)
    made = space.remember("the kayak is in the shed").memory
    key = "sk-proj-" + "a1B2c3D4" * 5
    space.recall(f"is the kayak in the shed? ask ana@boats.example, {key}")
    (before,) = space.explain(made.id).recalls
    space.confirm(made.id)
    space.remember("the paddle hangs above")
    (after,) = space.explain(made.id).recalls
    assert before == after
    assert key not in after.query
    assert ("ana@boats.example" in after.query) == contacts
    surface.close()
    assert not [path for path in home.rglob("*") if path.is_file() and key.encode() in path.read_bytes()]


@requirement("C4")
def test_a_question_is_kept_no_longer_than_a_query_may_be(memory):
    space = memory.space("user/alice")
    made = space.remember("the kayak is in the shed").memory
    limit = Policy().limits.query_chars
    space.recall("kayak " + "x" * (limit + 100))
    space.recall("kayak \ud800")
    space.remember("the paddle hangs above")
    assert [len(record.query) for record in space.explain(made.id).recalls] == [7, limit]


@requirement("C4")
def test_what_answers_a_recall_of_a_session_is_told_whenever_it_comes(memory):
    space, core = memory.space("user/alice"), memory._core
    made = space.remember("the kayak is in the shed").memory
    (first, second) = space.observe(
        [Turn("in the shed", speaker="assistant", session="s"), Turn("still there", speaker="assistant", session="s")]
    )
    found = space.recall("kayak")
    talk = core.talk(space.name, "s")
    core.count(found.hits, found.now, query="kayak?", spaces=[space.name], talk=talk)
    core.answered(talk, first.id)
    assert [record.answer for record in space.explain(made.id).recalls] == [first.id, None]
    space.remember("the paddle hangs above")
    core.answered(talk, second.id)
    for _ in range(2):
        assert [(record.query, record.answer) for record in space.explain(made.id).recalls] == [
            ("kayak?", second.id),
            ("kayak", None),
        ]
        space.remember("the paddle is new")


@requirement("C4")
def test_a_memory_tells_how_it_relates_to_others(memory, clock):
    space = memory.space("user/alice")
    one, two = (space.remember(text).memory for text in ("the kayak is in the shed", "the paddle hangs above"))
    link = Link(memory=one.id, other=two.id, relation=Relation.COVERED, at=clock.now())
    with memory._core.space(space.name).write() as writer:
        writer.add_links([link])
    assert space.explain(one.id).links == space.explain(two.id).links == (link,)


@requirement("C4")
def test_of_many_recalls_the_newest_are_told(memory):
    space = memory.space("user/alice")
    made = space.remember("the kayak is in the shed").memory
    for number in range(120):
        space.recall(f"kayak {number}")
        if number == 60:
            space.confirm(made.id)
            space.remember("the paddle hangs above")
    assert [record.query for record in space.explain(made.id).recalls] == [f"kayak {n}" for n in range(119, 19, -1)]
