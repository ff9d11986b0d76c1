"""What a question is turned into: its clauses, the first person of whom it names, the one it is put to."""

from __future__ import annotations

import pytest

from perdure import Perdure, Turn
from perdure.testing import FixedEmbedder, HashEmbedder
from tests.behaviour.requirements import requirement


def texts(found) -> list[str]:
    return [hit.text for hit in found]


FACTS = [
    "The spare fuse is in the kitchen drawer",
    "Nina runs the billing team in Porto",
    "每周三晚上去游泳",
    "家里养了一只猫，叫团子",
    "FEATURE_FLAG_DARK_MODE is on for beta users",
    *(f"standup note {n}: nothing new to report" for n in range(40)),
    *(f"第{n}次站会：没有新情况要说" for n in range(40)),
]


@requirement("R5")
@pytest.mark.parametrize(
    ("query", "answers"),
    [
        ("Where is the spare fuse kept? What does Nina run in Porto?", {FACTS[0], FACTS[1]}),
        ("每周三晚上去做什么？家里养的猫叫什么？", {FACTS[2], FACTS[3]}),
        ("spare fuse 放在哪个 drawer？另外家里养的猫叫什么", {FACTS[0], FACTS[3]}),
        ("who runs billing in Porto, by the way, which feature flag is on for beta users?", {FACTS[1], FACTS[4]}),
    ],
)
def test_each_clause_of_a_question_finds_its_own_answer(anywhere, query, answers):
    space = anywhere.space("user/alice")
    space.remember_many(FACTS)
    found = space.recall(query, k=4)
    assert answers <= set(texts(found)[:2])
    assert len({hit.id for hit in found}) == len(found)


@requirement("R5")
def test_a_clause_is_looked_for_by_meaning_as_well_as_by_words(home):
    near = FixedEmbedder(
        {
            "The lawyer is on Elm Street": [1.0, 0.0, 0.0],
            "我对腰果过敏": [0.0, 1.0, 0.0],
            "Where does our attorney sit these days?": [1.0, 0.05, 0.0],
            "哪些坚果不能碰？": [0.05, 1.0, 0.0],
        }
    )
    with Perdure(home, embedder=near, timezone="UTC") as memory:
        space = memory.space("user/alice")
        space.remember_many([*FACTS, "The lawyer is on Elm Street", "我对腰果过敏"])
        found = space.recall("Where does our attorney sit these days?哪些坚果不能碰？")
        assert set(texts(found)[:2]) == {"The lawyer is on Elm Street", "我对腰果过敏"}


TALK = [
    ("Melanie", "I signed up for a pottery class last weekend"),
    ("Caroline", "that is great, pottery is such a good way to relax"),
    ("Melanie", "my daughter painted a sunset on her mug"),
    ("Caroline", "I am going to the adoption agency on Friday"),
    ("小林", "我的自行车被偷了，打算买一辆折叠车"),
    ("小玲", "自行车还是锁在屋里放心"),
    ("小林", "我女儿下个月参加钢琴比赛"),
    ("小玲", "我周五去考驾照"),
]


def talked(space) -> None:
    space.observe([Turn(text, speaker=who, session="s" if who.isascii() else "t") for who, text in TALK])


@requirement("R5")
@pytest.mark.parametrize(
    ("query", "who", "answer"),
    [
        ("What class did Melanie sign up for?", "Melanie", TALK[0][1]),
        ("what did Melanie's daughter paint", "Melanie", TALK[2][1]),
        ("Where is Caroline going on Friday?", "Caroline", TALK[3][1]),
        ("小林的自行车怎么了", "小林", TALK[4][1]),
        ("小林的女儿要参加什么比赛", "小林", TALK[6][1]),
        ("小玲周五去考什么", "小玲", TALK[7][1]),
        ("小林 planned to buy 什么车", "小林", TALK[4][1]),
    ],
)
def test_a_question_that_names_a_speaker_finds_what_that_speaker_said_of_themselves(surface, query, who, answer):
    space = surface.space("user/alice")
    talked(space)
    first = space.recall(query)[0]
    assert (first.entry.speaker, first.text) == (who, answer)
    assert first.parts["speaker"] > 0


@requirement("R5")
@pytest.mark.parametrize(
    ("said", "asked", "voice"),
    [
        ("I restore old clocks", "What is Melanie's trade?", "What is my trade?"),
        ("我靠修老钟表过日子", "小林靠什么谋生？", "我靠什么谋生？"),
    ],
)
def test_what_was_said_is_compared_with_the_question_in_the_first_person(home, said, asked, voice):
    """The question as it stands has nothing to do with the answer here; put in the first person it has."""
    near = FixedEmbedder({said: [1.0, 0.0], voice: [1.0, 0.05], asked: [0.0, 1.0]})
    with Perdure(home, embedder=near, timezone="UTC") as memory:
        space = memory.space("user/alice")
        talked(space)
        speaker = "Melanie" if asked.isascii() else "小林"
        space.observe([Turn(said, speaker=speaker, session="u")])
        found = space.recall(asked)
        assert found[0].text == said
        assert space.why_not(asked, found[0].id).evidence >= 1


@requirement("R5")
@pytest.mark.parametrize(
    ("stated", "asked"),
    [("Melanie restores old clocks", "what does Melanie restore?"), ("小林修老钟表", "小林修什么")],
)
def test_what_is_stated_in_the_third_person_is_found_by_the_name_all_the_same(surface, stated, asked):
    space = surface.space("user/alice")
    talked(space)
    space.remember(stated)
    assert texts(space.recall(asked))[0] == stated


ADVICE = [
    ("user", "I want to read something about rivers, a book about rivers for the holidays"),
    ("assistant", "I recommend the book The Silent Estuary, it is about rivers and herons"),
    ("user", "我想看一本讲河流的书，假期里看"),
    ("assistant", "推荐你看《静水》这本书，讲的是河流和苍鹭"),
]


@requirement("R5")
@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("which book about rivers did you recommend?", ADVICE[1][1]),
        ("what was your recommendation for a book about rivers?", ADVICE[1][1]),
        ("你推荐我看哪本讲河流的书", ADVICE[3][1]),
        ("你之前推荐的那本讲河流的 book 叫什么", ADVICE[3][1]),
    ],
)
def test_a_question_of_what_you_recommended_finds_what_the_assistant_said(surface, query, answer):
    space = surface.space("user/alice")
    space.observe([Turn(text, speaker=who, session=f"s{n // 2}") for n, (who, text) in enumerate(ADVICE)])
    first = space.recall(query)[0]
    assert (first.text, first.entry.role) == (answer, "assistant")


@requirement("R5")
@pytest.mark.parametrize(
    ("query", "answer"),
    [("which book about rivers do I want to read?", ADVICE[0][1]), ("我想看一本讲什么的书", ADVICE[2][1])],
)
def test_a_question_about_the_asker_finds_what_the_asker_said(surface, query, answer):
    space = surface.space("user/alice")
    space.observe([Turn(text, speaker=who, session=f"s{n // 2}") for n, (who, text) in enumerate(ADVICE)])
    first = space.recall(query)[0]
    assert (first.text, first.entry.role) == (answer, "user")


@requirement("R5", "R2")
def test_a_name_of_one_space_says_nothing_of_another(home):
    with Perdure(home, embedder=HashEmbedder(), timezone="UTC") as memory:
        talked(memory.space("user/alice"))
        memory.space("user/bob").observe([Turn("I signed up for a pottery class", speaker="Ben", session="s")])
        view = memory.view("user/alice", "user/bob")
        found = view.recall("What class did Melanie sign up for?")
        assert (str(found[0].space), found[0].entry.speaker) == ("user/alice", "Melanie")
        assert all("speaker" not in hit.parts for hit in memory.space("user/bob").recall("pottery class of Melanie"))
