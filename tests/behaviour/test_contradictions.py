"""Of what contradicts itself only the newest is injected, or both sides say which is which."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from perdure import Perdure, Policy, Turn
from perdure.domain.link import Link, Relation
from perdure.domain.trace import Repeated
from perdure.recall.brief import CLOSE, OPEN
from perdure.testing import HashEmbedder
from perdure.text.tokens import estimate
from tests.behaviour.requirements import requirement

EARLIER = "earlier, a newer line says otherwise"

PAIRS = [
    (
        "The weekly launch review meeting of the whole product team takes place in the big room Elm upstairs",
        "The weekly launch review meeting of the whole product team takes place in the big room Oak upstairs",
        "where does the weekly launch review of the product team take place?",
    ),
    (
        "产品组每周的发布评审会议固定在三楼东侧靠窗的大会议室举行",
        "产品组每周的发布评审会议固定在五楼东侧靠窗的大会议室举行",
        "产品组的发布评审会议在哪里举行",
    ),
    (
        "产品组 weekly launch review 固定在三楼东侧靠窗的 big meeting room 举行",
        "产品组 weekly launch review 固定在五楼东侧靠窗的 big meeting room 举行",
        "产品组的 launch review 在哪个 room 举行",
    ),
]


def marked(block: str) -> list[str]:
    """The lines of a brief that say that they are not the last word."""
    return [line for line in block.splitlines() if EARLIER in line]


def in_both_orders(surface, older: str, newer: str):
    """Two spaces, and the texts in the order in which each gets them."""
    return [(surface.space("user/one"), (older, newer)), (surface.space("user/two"), (newer, older))]


@requirement("R7", "R3")
@pytest.mark.parametrize(("older", "newer", "query"), PAIRS)
def test_of_two_turns_that_are_alike_the_newer_comes_first_and_the_older_says_so(surface, clock, older, newer, query):
    at = {older: clock.now() - timedelta(days=40), newer: clock.now() - timedelta(days=2)}
    for space, order in in_both_orders(surface, older, newer):
        space.observe([Turn(text, at=at[text], session=text) for text in order])
        first, second = space.recall(query)
        assert (first.text, first.newer) == (newer, None)
        assert (second.text, second.newer) == (older, first.id)
        assert first.score >= second.score
        [line] = marked(space.recall(query).brief(1_000))
        assert line.endswith(older)


@requirement("R7", "R3")
@pytest.mark.parametrize(("older", "newer", "query"), PAIRS)
def test_of_two_memories_that_are_alike_the_newer_comes_first_and_the_older_is_gone_or_says_so(
    surface, clock, older, newer, query
):
    at = {older: clock.now() - timedelta(days=40), newer: clock.now() - timedelta(days=2)}
    for space, order in in_both_orders(surface, older, newer):
        for text in order:
            space.remember(text, kind="fact", at=at[text])
        first, *rest = space.recall(query)
        assert (first.text, first.newer) == (newer, None)
        assert [(hit.text, hit.newer) for hit in rest] in ([], [(older, first.id)])
        assert len(marked(space.recall(query).brief(1_000))) == len(rest)


@requirement("R7")
@pytest.mark.parametrize(("older", "newer", "query"), PAIRS)
def test_an_older_statement_that_would_rank_higher_does_not(surface, clock, older, newer, query):
    space = surface.space("user/alice")
    space.remember(older, kind="fact", importance=1.0, at=clock.now() - timedelta(days=40))
    space.remember(newer, kind="fact", importance=0.0, at=clock.now() - timedelta(days=39))
    first, *rest = space.recall(query)
    assert (first.text, first.newer) == (newer, None)
    assert [(hit.text, hit.newer) for hit in rest] in ([], [(older, first.id)])
    assert all(first.score >= hit.score for hit in rest)


@requirement("R7")
@pytest.mark.parametrize(("older", "newer", "query"), PAIRS)
def test_a_chain_of_statements_leaves_the_newest_unmarked_and_marks_the_rest(surface, clock, older, newer, query):
    space = surface.space("user/alice")
    words = [("三楼", "四楼", "五楼"), ("Elm", "Ash", "Oak")]
    middle = next(older.replace(first, second) for first, second, _ in words if first in older)
    told = [(40, older), (20, middle), (1, newer)]
    space.observe([Turn(text, at=clock.now() - timedelta(days=days), session=text) for days, text in told])
    found = space.recall(query)
    assert (found[0].text, found[0].newer) == (newer, None)
    assert {hit.text for hit in found if hit.newer} == {older, middle}
    assert len(marked(found.brief(1_000))) == 2


@requirement("R7")
def test_statements_on_different_matters_are_not_marked(surface, clock):
    space = surface.space("user/alice")
    for n, text in enumerate(("the kayak is in the shed", "the kayak needs paint", "皮划艇 kayak 借给了小林")):
        space.remember(text, at=clock.now() - timedelta(days=n))
    found = space.recall("kayak")
    assert len(found) == 3
    assert all(hit.newer is None for hit in found)
    assert marked(found.brief()) == []


@requirement("R7", "W9")
@pytest.mark.parametrize(("older", "newer", "query"), PAIRS)
def test_what_a_slot_replaced_is_not_injected_at_all(surface, older, newer, query):
    space = surface.space("user/alice")
    space.remember(older, slot="review")
    space.remember(newer, slot="review")
    block = space.recall(query).brief(1_000)
    assert newer in block
    assert older not in block
    assert marked(block) == []


@requirement("R7", "R8")
def test_both_sides_are_labelled_where_the_past_is_asked(surface, clock):
    """Both were true on that day: one until its noon, the other from then on."""
    space = surface.space("user/alice")
    older, newer, query = PAIRS[1]
    noon = clock.now() + timedelta(days=3)
    space.remember(older, kind="fact")
    clock.set(noon)
    space.remember(newer, kind="fact")
    clock.advance(days=30)
    for text in (older, newer):
        space.remember(f"{text}，不再如此", slot="review")
    block = space.recall(query, as_of=noon, k=10).brief(2_000)
    assert older in block
    assert newer in block
    assert len(marked(block)) == 1


@requirement("R7", "R14")
@pytest.mark.parametrize("max_tokens", [60, 100, 140, 180, 240, 400])
def test_an_older_line_never_stands_in_a_brief_without_the_newer_one(surface, clock, max_tokens):
    space = surface.space("user/alice")
    older, newer, query = PAIRS[0]
    space.remember(older, kind="fact", at=clock.now() - timedelta(days=40))
    space.remember(newer, kind="fact", at=clock.now() - timedelta(days=2))
    text = space.recall(query).brief(max_tokens)
    assert estimate(text) <= max_tokens
    assert text == "" or (text.startswith(OPEN) and text.endswith(CLOSE))
    assert len(marked(text)) < max(1, text.count("\n- ["))


@requirement("R7")
def test_like_statements_of_two_spaces_do_not_speak_for_each_other(home, clock):
    older, newer, query = PAIRS[0]
    with Perdure(home, embedder=HashEmbedder(), clock=clock, timezone="UTC") as memory:
        memory.space("user/alice").remember(older, kind="fact", at=clock.now() - timedelta(days=40))
        memory.space("user/bob").remember(newer, kind="fact", at=clock.now() - timedelta(days=2))
        found = memory.view("user/alice", "user/bob").recall(query)
        assert {hit.text for hit in found} == {older, newer}
        assert all(hit.newer is None for hit in found)


@requirement("R7", "R6")
def test_what_nearly_repeats_a_better_hit_makes_room_for_what_does_not(home, clock):
    """Of five places, three that say the same thing again do not take what one that says something new can have."""
    room = "the kayak paddle and the kayak seat are kept on the long shelf at the very back of the green shed"
    same = [f"{room}{end}" for end in (" now", ", now", ": now", " — now", " … now", " / now")]
    new = "the kayak hangs at the back of the shed"
    ranks = {}
    with Perdure(home, embedder=HashEmbedder(), clock=clock, timezone="UTC") as memory:
        space = memory.space("user/alice")
        for n, text in enumerate([*same, new]):
            space.observe([Turn(f"{text} {n}" if text in same else text, session=f"s{n}", at=clock.now())])
        for weight in (0.0, 3.0):
            space.set_policy(Policy(weights=replace(Policy().weights, repeat=weight)))
            found = [hit.text for hit in space.recall("kayak paddle seat shelf back shed", k=20)]
            ranks[weight] = found.index(new)
    assert ranks[3.0] < ranks[0.0]


def linked(space, older: str, newer: str, relation: Relation, **options):
    """Two memories and what the newer is to the older."""
    first = space.remember(older).memory
    second = space.remember(newer, **options).memory
    with space._store.write() as writer:
        writer.add_links([Link(memory=first.id, other=second.id, relation=relation, at=second.recorded_at)])
    return first, second


@requirement("R7")
class TestLinks:
    """What was seen when a statement was written holds when it is found, however it is worded."""

    def test_what_may_be_outdated_stands_behind_the_newer_and_says_so(self, memory):
        space = memory.space("user/alice")
        older, newer = linked(space, "kayak kayak shed", "皮艇 kayak 现在归小林管", Relation.OUTDATED)
        first, second = space.recall("kayak shed")
        assert (first.id, second.id, second.newer) == (newer.id, older.id, newer.id)
        [line] = marked(space.recall("kayak shed").brief(1_000))
        assert line.endswith(older.text)

    def test_it_says_so_also_where_the_newer_is_not_found(self, memory):
        space = memory.space("user/alice")
        older, newer = linked(space, "the kayak is in the shed", "卖掉了", Relation.OUTDATED)
        (hit,) = space.recall("kayak shed")
        assert (hit.id, hit.newer, hit.outdated) == (older.id, None, newer.id)
        assert "may be outdated" in space.recall("kayak shed").brief(1_000)
        space.forget(newer.id)
        (hit,) = space.recall("kayak shed")
        assert hit.outdated is None

    def test_what_holds_for_a_while_stands_before_what_it_covers_until_it_is_over(self, memory, clock):
        space = memory.space("user/alice")
        until = clock.now() + timedelta(days=5)
        home, trip = linked(space, "我住在北京 home home", "home 这周是上海的酒店", Relation.COVERED, expires_at=until)
        first, second = space.recall("home 北京")
        assert (first.id, second.id, second.covered) == (trip.id, home.id, trip.id)
        assert "holds over it for now" in space.recall("home 北京").brief(1_000)
        assert [(hit.id, hit.covered) for hit in space.recall("home 北京", now=until)] == [(home.id, None)]

    def test_what_says_the_same_in_other_words_counts_once(self, memory):
        space = memory.space("user/alice")
        first, second = linked(space, "the kayak is in the shed", "皮艇 kayak 在 shed 里面", Relation.REPEATED)
        found = space.recall("kayak shed")
        assert len(found) == 1
        (dropped,) = [item for item in found.trace.dropped if isinstance(item, Repeated)]
        assert {dropped.id, dropped.by} == {first.id, second.id}

    def test_of_a_past_moment_links_say_nothing(self, memory, clock):
        space = memory.space("user/alice")
        linked(space, "kayak kayak shed", "皮艇 kayak 现在归小林管", Relation.OUTDATED)
        assert all(hit.newer is None for hit in space.recall("kayak shed", as_of=clock.now()))
