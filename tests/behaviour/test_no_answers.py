"""What can be no answer never comes back, and lends nothing to what does: settled turns, small talk, the question itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from perdure import Turn
from perdure.domain.trace import OnlyAsks, Settled, SmallTalk
from tests.behaviour.requirements import requirement

TOLD = [
    ("我住西湖区", "我住西湖区吗？", ["最近胃不好，戒咖啡了", "我妻子叫李静"]),
    ("I live in Westlake district", "Do I live in Westlake district?", ["My wife is called Jing", "I gave up coffee"]),
    ("我住 Westlake 区", "我住 Westlake 区吗？", ["最近戒 coffee 了", "我妻子叫李静"]),
]


def said(space, clock, *texts: str, session: str = "s", speaker: str = "user") -> None:
    space.capture([Turn(text, at=clock.now(), speaker=speaker) for text in texts], session=session)


def heard(space, clock, *texts: str, session: str = "s") -> list[str]:
    """Turns that are observed and nothing else, by id."""
    return [entry.id for entry in space.observe([Turn(text, at=clock.now(), session=session) for text in texts])]


def texts(found) -> list[str]:
    return [hit.text for hit in found]


def reasons(found, kind: type) -> list[str]:
    return [drop.id for drop in found.trace.dropped if isinstance(drop, kind)]


@requirement("R10", "F6")
@pytest.mark.parametrize(("told", "question", "others"), TOLD)
def test_what_is_forgotten_lends_its_evidence_to_nothing_else(surface, clock, told, question, others):
    space = surface.space("user/alice")
    said(space, clock, others[0], told, *others[1:])
    assert texts(space.recall(question))[0] == told
    space.forget([memory.id for memory in space.list() if memory.text == told][0])
    found = space.recall(question)
    assert texts(found) == []
    assert reasons(found, Settled)


@requirement("R10", "F6")
@pytest.mark.parametrize(("told", "question", "others"), TOLD)
def test_what_is_left_keeps_its_place_when_something_else_is_forgotten(surface, clock, told, question, others):
    space = surface.space("user/alice")
    said(space, clock, *others, told)
    kept = space.remember(f"{told}, Longjing 路 5 号").memory
    space.forget([memory.id for memory in space.list() if memory.text == told][0])
    found = space.recall(question)
    assert found[0].id == kept.id
    assert told not in texts(found)
    assert all(hit.score < found[0].score / 2 for hit in found[1:])


ASKED = [
    (
        "我住在杭州的城市",
        "我住在哪个城市？",
        ["我住在哪个城市？谢谢", "请问我住在哪个城市", "你好，我住在哪个城市？"],
        "抱歉，我不清楚您住在哪个城市。",
    ),
    (
        "The city I live in is Oslo",
        "Which city do I live in?",
        ["Which city do I live in", "Hi, which city do I live in? Thanks", "please tell me which city I live in"],
        "Sorry, I don't know which city you live in.",
    ),
]


@requirement("R10", "R3")
@pytest.mark.parametrize(("told", "question", "asked", "reply"), ASKED)
def test_a_question_that_was_asked_before_answers_nothing(surface, clock, told, question, asked, reply):
    space = surface.space("user/alice")
    space.remember(told)
    for n, text in enumerate([*asked, question] * 4):
        clock.advance(days=1)
        asking, answering = Turn(text, session=f"s{n}"), Turn(reply, session=f"s{n}", speaker="assistant")
        space.observe([replace(turn, at=clock.now()) for turn in (asking, answering)])
    found = space.recall(question)
    assert texts(found) == [told]
    assert found[0].newer is None
    assert len(reasons(found, OnlyAsks)) >= 8
    earlier = reasons(found, OnlyAsks)[0]
    assert space.why_not(question, earlier).dropped == OnlyAsks(id=earlier)


@requirement("R10")
@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which city did I move to?", "did I tell you that I moved to the city of Oslo?"),
        ("我搬到哪个城市了？", "我跟你说过我搬到杭州这个城市了吗"),
    ],
)
def test_a_question_that_tells_something_comes_back(surface, clock, question, told):
    space = surface.space("user/alice")
    said(space, clock, told)
    assert texts(space.recall(question)) == [told]


@requirement("R7")
def test_a_question_is_neither_outdated_nor_does_it_outdate(surface, clock):
    space = surface.space("user/alice")
    for n, text in enumerate(["发布评审在一号会议室吗", "发布评审在一号会议室", "发布评审在二号会议室吗"]):
        clock.advance(days=1)
        heard(space, clock, text, session=f"s{n}")
    assert [hit.newer for hit in space.recall("发布评审在会议室的安排")] == [None, None, None]


@requirement("R10")
@pytest.mark.parametrize(
    ("talk", "question"),
    [
        ("谢谢，辛苦了", "谢谢你辛苦了，我的护照号"),
        ("哈哈哈今天天气真好", "今天真好，哈哈"),
        ("Thanks a lot!", "thanks for a lot of help with my passport"),
        ("好的，thanks", "好的 thanks 我的护照号"),
    ],
)
def test_small_talk_is_no_hit_and_says_so(surface, clock, talk, question):
    space = surface.space("user/alice")
    [entry] = heard(space, clock, talk)
    found = space.recall(question)
    assert found.hits == ()
    assert reasons(found, SmallTalk) == [entry]
    assert found.brief() == ""
    assert space.why_not(question, entry).dropped == SmallTalk(id=entry)


@requirement("R10")
def test_much_small_talk_hides_no_answer(surface, clock):
    space = surface.space("user/alice")
    heard(space, clock, *["好的，谢谢"] * 150)
    heard(space, clock, "好的谢谢的英文是 thanks a bunch", session="t")
    assert texts(space.recall("好的谢谢的英文是什么")) == ["好的谢谢的英文是 thanks a bunch"]


@requirement("R1")
@pytest.mark.parametrize(
    ("query", "answer"),
    [("静", "我妻子叫李静"), ("库", "订单库用 PostgreSQL 数据库"), ("辣", "我不吃辣"), ("v", "plan v")],
)
def test_a_single_character_finds_what_has_it(surface, query, answer):
    space = surface.space("user/alice")
    space.remember_many(
        [
            "我妻子叫李静",
            "请用简体中文",
            "我叫王小明",
            "订单库用 PostgreSQL 数据库",
            "我不吃辣",
            "我对青霉素过敏",
            "plan v",
        ]
    )
    assert texts(space.recall(query)) == [answer]


@requirement("R1")
def test_a_single_character_is_not_found_in_the_turns_beside_it(surface, clock):
    space = surface.space("user/alice")
    said(space, clock, "我妻子叫李静")
    beside = [("周六去爬山", "Ana"), ("她叫李静", "user"), ("中午吃了面", "Ana"), ("我也是", "user"), ("走吧", "Ana")]
    space.observe([Turn(text, at=clock.now(), speaker=speaker, session="t") for text, speaker in beside])
    assert {*texts(space.recall("静"))} == {"我妻子叫李静", "她叫李静"}


@requirement("R7", "R3")
@pytest.mark.parametrize(
    ("older", "newer", "questions"),
    [
        ("我不吃香菜", "我现在吃香菜了", ["我吃不吃香菜", "香菜"]),
        ("我不会游泳", "我学会游泳了", ["我会不会游泳", "游泳"]),
        ("I can't swim", "I learned to swim", ["Can I swim?", "swim"]),
        ("I don't eat cilantro", "I eat cilantro now", ["Do I eat cilantro?", "cilantro"]),
    ],
)
def test_of_what_is_denied_and_affirmed_the_newer_stands_first(surface, clock, older, newer, questions):
    space = surface.space("user/alice")
    for n, text in enumerate((older, newer)):
        clock.advance(days=1)
        heard(space, clock, text, session=f"s{n}")
    for question in questions:
        found = space.recall(question)
        assert texts(found) == [newer, older]
        assert found[1].newer == found[0].id
