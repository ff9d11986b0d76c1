"""What comes first: relevance, then strength and freshness between comparable answers, and a reranker's word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from perdure import Perdure, Policy, Turn
from perdure.domain.policy import SEED, Blend
from perdure.testing import HashEmbedder
from tests.behaviour.requirements import requirement


def texts(found) -> list[str]:
    return [hit.text for hit in found]


@requirement("R3")
@pytest.mark.parametrize(
    ("older", "newer", "query"),
    [
        ("the launch review is in room Elm", "the launch review is in room Oak", "launch review room"),
        ("发布评审在一号会议室", "发布评审在二号会议室", "发布评审在哪个会议室"),
        ("team lunch 在 Elm 餐厅", "team lunch 在 Oak 餐厅", "team lunch 餐厅"),
    ],
)
def test_of_two_comparable_answers_the_newer_comes_first_whatever_the_order_of_writing(
    surface, clock, older, newer, query
):
    at = {older: clock.now() - timedelta(days=200), newer: clock.now() - timedelta(days=2)}
    for name, order in (("user/one", (older, newer)), ("user/two", (newer, older))):
        space = surface.space(name)
        for text in order:
            space.remember(text, kind="fact", at=at[text])
        assert texts(space.recall(query)) == [newer, older]


@requirement("R3", "S6")
def test_of_two_comparable_answers_the_more_important_comes_first(anywhere):
    space = anywhere.space("user/alice")
    space.remember("the launch review is in room Elm", kind="fact", importance=0.1)
    space.remember("the launch review is in room Oak", kind="fact", importance=1.0)
    assert texts(space.recall("launch review room"))[0].endswith("Oak")


@requirement("S6", "R3")
@pytest.mark.parametrize(
    ("answer", "noise", "query"),
    [
        ("The boiler code is on the yellow card", "standup note {n}: nothing to report", "boiler code"),
        ("锅炉密码写在黄色卡片上", "第{n}次站会：没有新情况", "锅炉密码写在哪里"),
    ],
)
def test_age_never_buries_the_only_memory_that_answers(surface, clock, answer, noise, query):
    space = surface.space("user/alice")
    space.remember(answer, kind="temporary", importance=0.05, at=clock.now() - timedelta(days=3_000))
    space.remember_many([{"text": noise.format(n=n), "kind": "fact", "importance": 1.0} for n in range(60)])
    assert texts(space.recall(query))[:1] == [answer]


@requirement("S6")
def test_the_seed_blend_is_there_by_name_and_ranks_as_its_formula_says(surface, clock):
    space = surface.space("user/alice")
    space.set_policy(Policy(blend=SEED))
    space.remember("the launch review is in room Elm", kind="fact", importance=0.2, at=clock.now() - timedelta(days=60))
    space.remember("the launch review is in room Oak", kind="fact", importance=0.9)
    found = space.recall("launch review room")
    assert texts(found)[0].endswith("Oak")
    for hit in found:
        parts = hit.parts
        expected = 0.5 * parts["relevance"] + 0.3 * parts["strength"] + 0.2 * parts["decay"]
        assert hit.score == pytest.approx(expected)


@requirement("S6")
def test_in_the_bounded_blend_age_and_weakness_take_at_most_the_share_that_was_set(surface, clock):
    space = surface.space("user/alice")
    space.set_policy(Policy(blend=Blend(share=0.2)))
    space.remember("the kayak is in the shed", kind="temporary", importance=0.0, at=clock.now() - timedelta(days=2_000))
    [hit] = space.recall("kayak shed").hits
    assert hit.score == pytest.approx(0.8 * hit.parts["relevance"])


@requirement("S6")
def test_scores_lie_between_0_and_1_and_fall_from_hit_to_hit(surface):
    space = surface.space("user/alice")
    space.remember_many([f"shelf {n} holds jars of kind {n % 3}" for n in range(20)])
    space.observe([Turn(f"which jars are on shelf {n}?", session="s") for n in range(5)])
    scores = [hit.score for hit in space.recall("jars on shelf 3", k=20)]
    assert len(scores) > 5
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)


@requirement("S7")
def test_five_hits_come_back_and_more_only_when_asked(surface):
    space = surface.space("user/alice")
    space.remember_many([f"jar {n} of plum jam" for n in range(30)])
    assert len(space.recall("plum jam")) == 5
    assert len(space.recall("plum jam", k=2)) == 2
    assert len(space.recall("plum jam", k=8)) == 8
    assert len(space.recall("plum jam", k=30)) == 30
    assert len(space.recall("plum jam", k=1000)) == 30


@requirement("S7")
def test_how_many_come_back_by_default_is_a_setting_of_the_space(surface):
    space = surface.space("user/alice")
    space.set_policy(Policy(limits=replace(Policy().limits, hits=3)))
    space.remember_many([f"jar {n} of plum jam" for n in range(10)])
    assert len(space.recall("plum jam")) == 3


class Backwards:
    """A reranker that likes texts the better the further back they stand in the alphabet, and notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, list[str]]] = []

    def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        self.asked.append((query, list(texts)))
        return [float(ord(text[0])) for text in texts]


@requirement("R4")
def test_a_reranker_that_was_plugged_in_has_the_last_word_about_the_order(home, clock):
    last = Backwards()
    with Perdure(home, embedder=HashEmbedder(), clock=clock, timezone="UTC", reranker=last) as memory:
        space = memory.space("user/alice")
        space.remember_many([f"{letter} plum jam" for letter in "bdacfe"])
        found = space.recall("plum jam", k=4)
        assert [hit.text[0] for hit in found] == ["f", "e", "d", "c"]
        assert [query for query, _ in last.asked] == ["plum jam"]
        assert [hit.parts["rerank"] for hit in found] == [float(ord(letter)) for letter in "fedc"]
        assert [hit.score for hit in found] == sorted((hit.score for hit in found), reverse=True)
        assert memory.view("user/alice").recall("plum jam", k=1)[0].text[0] == "f"


@requirement("R4")
def test_a_reranker_sees_whole_memories_and_only_what_passed_the_floor(home, clock):
    last = Backwards()
    with Perdure(home, embedder=HashEmbedder(), clock=clock, timezone="UTC", reranker=last) as memory:
        space = memory.space("user/alice")
        long = "minutes. " * 900 + "the kayak is in the shed"
        space.remember(long)
        space.remember("用户偏好靠窗座位")
        assert texts(space.recall("kayak shed")) == [long]
        assert last.asked[-1] == ("kayak shed", [long])
        assert space.recall("zxqv flumptious 9931").hits == ()


@requirement("R4")
def test_rules_over_what_an_item_is_already_act_without_a_reranker(surface):
    space = surface.space("user/alice")
    space.observe(
        [
            Turn("where does the kayak stand now?", speaker="bob", session="s1"),
            Turn("the kayak stands in the shed now", speaker="alice", session="s1"),
        ]
    )
    assert texts(space.recall("where does the kayak stand"))[0] == "the kayak stands in the shed now"


@requirement("R3")
def test_an_asker_in_the_past_finds_what_is_known_now(surface, clock):
    space = surface.space("user/alice")
    space.remember("the kayak is in the shed")
    assert texts(space.recall("kayak", now=datetime(2020, 1, 1))) == ["the kayak is in the shed"]
