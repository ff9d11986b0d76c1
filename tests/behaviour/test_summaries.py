"""A summary that is found leads to what it sums up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from perdure import Policy, Status, Turn
from perdure.domain.link import Link, Relation
from tests.behaviour.requirements import requirement

SCENES = [
    (
        "In short: kayak repairs, a new paddle, and the tour plans of the club",
        "for the kayak repairs the resin comes from Tarmo",
        "where does the resin for the kayak repairs of the club come from?",
    ),
    ("小结：皮艇修理、新桨、俱乐部出游计划", "皮艇修理用的树脂向塔尔莫买", "俱乐部皮艇修理的树脂向谁买"),
    ("小结：kayak 修理、新 paddle、俱乐部出游计划", "kayak 修理用的树脂向塔尔莫买", "俱乐部 kayak 修理的树脂向谁买"),
]


@pytest.fixture
def space(memory):
    opened = memory.space("user/alice")
    opened.set_policy(Policy(floor=0.2))
    return opened


def summed(space, text: str, *details, turns=(), archive: bool = True):
    """A summary of memories, which upkeep has put away, and of turns."""
    made = space.remember(text, kind="summary").memory
    with space._store.write() as writer:
        writer.add_links(
            [Link(memory=one.id, other=made.id, relation=Relation.SUMMARISED, at=made.recorded_at) for one in details]
        )
        writer.cite(made.id, [turn.id for turn in turns])
        if archive:
            writer.update_memories([(replace(one, status=Status.ARCHIVED), one.text) for one in details])
    return made


@requirement("R9")
@pytest.mark.parametrize(("summary", "detail", "query"), SCENES)
class TestOpening:
    def test_the_best_of_what_was_put_away_under_it_stands_behind_it(self, space, summary, detail, query):
        kept = [space.remember(text).memory for text in (detail, "the piano was tuned", "咖啡机坏了")]
        made = summed(space, summary, *kept)
        first, second = space.recall(query)
        assert (first.id, first.layer, first.via) == (made.id, "summary", None)
        assert (second.id, second.via, second.archived) == (kept[0].id, made.id, True)
        assert second.score <= first.score
        assert "from the archive" in space.recall(query).brief(1_000)

    def test_a_detail_that_is_current_and_found_by_itself_says_what_it_is_a_detail_of(
        self, space, summary, detail, query
    ):
        known = space.remember(detail).memory
        made = summed(space, summary, known, archive=False)
        found = {hit.id: hit for hit in space.recall(query)}
        assert found.keys() == {known.id, made.id}
        assert (found[known.id].via, found[known.id].archived) == (made.id, False)

    def test_a_turn_it_rests_on_is_found_beside_it_and_is_not_hidden_behind_it(self, space, summary, detail, query):
        turns = space.observe([Turn(detail, ref="t-1"), Turn("再见")])
        made = summed(space, summary, turns=turns)
        found = {hit.id: hit for hit in space.recall(query)}
        assert found.keys() >= {turns[0].id, made.id}
        assert (found[turns[0].id].via, found[turns[0].id].refs) == (made.id, ("t-1",))

    def test_a_week_leads_through_its_sessions_to_their_memories(self, space, summary, detail, query):
        known = space.remember(detail).memory
        session = summed(space, "a quiet evening", known)
        week = summed(space, summary, session)
        first, second = space.recall(query)
        assert (first.id, second.id, second.via) == (week.id, known.id, week.id)

    @pytest.mark.parametrize("status", [Status.FORGOTTEN, Status.SUPERSEDED, Status.REVIEW])
    def test_what_no_longer_holds_is_not_opened(self, space, summary, detail, query, status):
        known = space.remember(detail).memory
        made = summed(space, summary, known)
        with space._store.write() as writer:
            writer.update_memories([(replace(known, status=status), known.text)])
        assert [hit.id for hit in space.recall(query)] == [made.id]

    def test_a_turn_that_was_settled_is_not_opened(self, space, summary, detail, query):
        turns = space.observe([Turn(detail)])
        known = space.remember("something else entirely").memory
        with space._store.write() as writer:
            writer.cite(known.id, [turns[0].id])
        made = summed(space, summary, turns=turns)
        space.forget(known.id)
        assert [hit.id for hit in space.recall(query)] == [made.id]

    def test_no_more_come_back_than_were_asked_for(self, space, summary, detail, query):
        made = summed(space, summary, space.remember(detail).memory)
        found = space.recall(query, k=1)
        assert [hit.id for hit in found] == [made.id]
        assert [item.stage for item in found.trace.dropped][:1] == ["rank"]


@requirement("R9")
def test_where_a_detail_is_the_better_hit_the_summary_comes_last_if_there_is_room(space):
    turns = space.observe([Turn(f"kayak paddle number {n}", session="s") for n in range(3)])
    other = space.remember("a kayak from the lake").memory
    made = summed(space, "kayak: the paddle, the lake, the seat and the tour of the club in the spring", turns=turns)
    wide = space.recall("kayak paddle number", k=10)
    assert {hit.id for hit in wide} == {made.id, other.id, *(turn.id for turn in turns)}
    assert wide[-1].id == made.id
    assert [hit.score for hit in wide] == sorted((hit.score for hit in wide), reverse=True)
    narrow = space.recall("kayak paddle number", k=3)
    assert [hit.id for hit in narrow] == [hit.id for hit in wide][:3]
    assert {item.id for item in narrow.trace.dropped} >= {made.id, other.id}


@requirement("R9")
def test_a_turn_keeps_its_place_where_a_summary_says_its_words_again(space):
    text = "the resin for the kayak comes from Tarmo"
    turns = space.observe([Turn(text, session="s"), Turn("the paddle is new", session="s")])
    query = "where does the resin for the kayak come from?"
    before = space.recall(query)[0].id
    summed(space, f"{text}. The paddle is new", turns=turns)
    assert space.recall(query)[0].id == before == turns[0].id


@requirement("R9", "R10")
def test_a_detail_that_has_nothing_to_do_with_the_question_is_not_opened(space):
    summary, _, query = SCENES[0]
    made = summed(space, summary, space.remember("咖啡机坏了").memory)
    space.set_policy(Policy())
    assert [hit.id for hit in space.recall(query)] in ([made.id], [])


@requirement("R9")
def test_a_turn_is_not_settled_by_a_summary_that_was_put_away(space):
    _, detail, query = SCENES[0]
    turns = space.observe([Turn(detail)])
    made = summed(space, "a quiet evening", turns=turns)
    with space._store.write() as writer:
        writer.update_memories([(replace(made, status=Status.ARCHIVED), made.text)])
    assert [hit.id for hit in space.recall(query)] == [turns[0].id]


@requirement("R9", "W9")
def test_a_summary_does_not_keep_alive_the_turn_of_what_was_superseded(space):
    _, detail, query = SCENES[0]
    turns = space.observe([Turn(detail)])
    known = space.remember("resin from Tarmo").memory
    with space._store.write() as writer:
        writer.cite(known.id, [turns[0].id])
    summed(space, "a quiet evening", turns=turns)
    space.forget(known.id)
    assert turns[0].id not in [hit.id for hit in space.recall(query)]


@requirement("R9")
def test_a_summary_that_is_not_found_changes_nothing(memory):
    _, detail, query = SCENES[0]
    found = []
    for name in ("user/one", "user/two"):
        space = memory.space(name)
        known = space.remember(detail).memory
        summed(space, "完全不相干的一周", *([known] if name == "user/two" else []), archive=False)
        found.append([(hit.text, hit.score, hit.via, hit.parts) for hit in space.recall(query)])
    assert found[0] == found[1] != []
