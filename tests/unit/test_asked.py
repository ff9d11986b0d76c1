"""What a question asks for: the claims that would answer it."""

from __future__ import annotations

import numpy as np
import pytest

from perdure.domain.policy import Policy, Weights
from perdure.ports.store import CLAIMS
from perdure.recall.fusion import fuse
from perdure.recall.plan import MOST_CLAUSES, plan
from perdure.text.claims import answers, asked_keys, read_claims
from tests.unit.columns import NOW, pool

ASKED = {
    "self/home": (
        "Where do I live?", "where do I live now", "Which city do I live in?", "Do you remember where I live?", "Do I still live in Lisbon?",
        "我现在住哪里？", "我住在哪儿", "我现在住在哪个城市？", "我還住在上海嗎？", "请问我住哪里呢？",
    ),
    "self/phone number": ("What is my phone number?", "what's my phone number", "我的手机号是多少", "我的手机号"),
    "self/manager": ("who do I report to", "Who is my manager?", "我的领导是谁", "我向谁汇报？"),
    "project/database": ("Which database does our project use?", "我们项目用什么数据库", "订单服务用什么数据库？"),
    "self/allergy/": ("What am I allergic to?", "Which food am I allergic to?", "我对什么过敏？"),
    "self/allergy/nut": ("Am I allergic to nuts?",),
    "self/allergy/花生": ("我对花生过敏吗？", "我是不是对花生过敏"),
    "they/gym": ("which gym does my wife go to",),
    "they/home": ("Where does Ana live?", "Which city does Ana live in?"),
    "they/birthday": ("What is my wife's birthday?", "我老婆的生日是哪天"),
    "they/age": ("How old is my son?", "我儿子几岁？"),
    "they/school": ("Where does my daughter go to school?", "我女儿上哪个学校"),
    "self/employer": ("Where do I work?", "What company do I work for?", "我在哪上班", "我在哪家公司上班"),
    "self/position": ("What do I do for a living?", "我做什么工作？"),
    "self/car": ("What car do I drive?", "我开什么车"),
    "self/commute": ("How do I get to work?", "我平时怎么上班？"),
    "self/wake time": ("What time do I get up?", "我几点起床"),
    "self/height": ("How tall am I?", "我多高"),
    "self/weight": ("How much do I weigh?", "我多重"),
    "self/rent": ("How much is my rent?", "我房租多少钱"),
    "self/birth place": ("Where was I born?", "我在哪里出生"),
    "self/pet name": ("What is the name of my dog?", "我的猫叫什么"),
    "self/name": ("What should you call me?",),
    "self/favourite/band": ("What's my favourite band?",),
    "self/favourite/歌手": ("我最喜欢的歌手是谁？",),
    "project/owner/部署": ("谁负责部署", "部署谁负责"),
    "project/owner/photo": ("Who handles the photos?",),
    "self/deadline": ("When is my thesis due?", "我的论文什么时候截止？"),
}  # fmt: skip

OTHERS = [
    "", "?", "tea", "我", "what", "Where?", "哪里", "What did I say about the trip?", "When did Ana paint a sunrise?", "how do I sort a list in python",
    "What is the capital of France?", "what is the weather today", "今天天气怎么样", "推荐一家餐厅", "什么是向量数据库", "我们的部署流程是什么",
    "Where did I go last week?", "我上周去了哪里", "我昨天吃了什么", "我以前住哪里？", "Where did I live before?", "What was my old address?",
    "I live in Lisbon", "我住在上海", "my phone is broken", "我的手机坏了", "What do I like?", "我喜欢什么？", "what are my plans?", "what do I own",
    "Where do I live, and what is my phone number?", "我住哪里？我的手机号是多少？", "where do I live " + "or not " * 30,
    "我的手机是啥型号来着？", "我在备战什么比赛？",
]  # fmt: skip
"""Questions for no attribute of anybody, for what happened or was, for too much at once; and what is no question."""


@pytest.mark.parametrize(("key", "question"), [(key, question) for key, said in ASKED.items() for question in said])
def test_a_question_asks_for_an_attribute(key, question):
    assert key in asked_keys(question)


@pytest.mark.parametrize("question", OTHERS)
def test_anything_else_asks_for_nothing(question):
    assert asked_keys(question) == ()


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("我现在住哪里？", "我搬到杭州了"),
        ("Where do I live?", "We moved to Lisbon last month"),
        ("Where do I live?", "我搬到杭州了"),
        ("我住哪里？", "I live in Lisbon"),
        ("what am I allergic to", "我对花生过敏"),
        ("who do I report to", "我的领导是王强"),
        ("Where does my wife work?", "My wife works at Globex"),
        ("我们项目用什么数据库", "We use PostgreSQL for the project"),
        ("When is the thesis deadline?", "The thesis deadline is May 3"),
    ],
)
def test_what_claims_it_answers_in_whatever_words_and_language(question, statement):
    assert answers(question, statement)
    found = {key for claim in read_claims(statement) for key in claim.keys}
    assert any(key in found or (key[-1] == "/" and any(map(key.__eq__, _heads(found)))) for key in asked_keys(question))


def _heads(keys: set[str]) -> list[str]:
    return [f"{key.rsplit('/', 1)[0]}/" for key in keys]


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("Where do I live?", "I used to live in Porto"),
        ("我住哪里？", "我以前住在上海"),
        ("Where do I live?", "I don't live in Porto any more"),
        ("Where do I live?", "My wife lives in Porto"),
        ("Where does my wife live?", "I live in Porto"),
        ("Where does my wife live?", "My brother lives in Porto"),
        ("Am I allergic to nuts?", "I am allergic to cats"),
        ("When is the thesis deadline?", "The visa deadline is May 3"),
        ("Where do I live?", "Where do people live so well?"),
        ("the kayak", "I live in Porto"),
    ],
)
def test_what_is_past_denied_of_another_or_on_something_else_does_not(question, statement):
    assert not answers(question, statement)


class TestPlan:
    def test_a_question_that_names_a_speaker_asks_what_others_and_what_that_one_says(self):
        planned = plan("Where does Ana live?", Policy(), now=NOW, speakers=("Ana", "Bob"))
        assert planned.claims == ("they/home", "self/home")
        assert planned.asks_for("I live in Lisbon", "Ana")
        assert planned.asks_for("Ana lives in Lisbon", "Bob")
        assert not planned.asks_for("I live in Lisbon", "Bob")

    def test_the_user_is_whoever_speaks(self):
        planned = plan("用户住在哪里？", Policy(), now=NOW)
        assert planned.claims == ("self/home",)
        assert planned.asks_for("我搬到杭州了", None)

    @pytest.mark.parametrize(
        "question",
        ["Where do Ana and Bob live?", "你告诉过我我住哪里吗？", "hello", "the kayak", " ", "皮划艇放在哪里"],
    )
    def test_two_names_what_the_assistant_said_and_anything_else_ask_for_no_claim(self, question):
        assert plan(question, Policy(), now=NOW, speakers=("Ana", "Bob")).claims == ()

    def test_of_several_clauses_nothing_is_asked(self):
        many = "Where do I live? " * (MOST_CLAUSES + 1)
        assert plan(many, Policy(), now=NOW).claims == ()


class TestFusion:
    def lifted(self, weight: float, *, traits=(0, CLAIMS, 0)):
        columns = pool(3, lexical=[[3.0, 0.0, 1.0]], traits=list(traits))
        return fuse(columns, {}, Weights(claim=weight))

    def test_what_claims_what_is_asked_stands_that_far_above_the_mean(self):
        fused = self.lifted(4.0)
        assert fused.order.tolist()[0] == 1
        assert float(fused.score[1]) == pytest.approx(4.0)
        assert fused.parts["claim"].tolist()[::2] == [0, 0]

    def test_of_two_that_claim_it_the_better_stays_the_better(self):
        fused = self.lifted(4.0, traits=(CLAIMS, CLAIMS, 0))
        assert fused.order.tolist() == [0, 1, 2]
        assert fused.parts["claim"].tolist()[0] == pytest.approx(4.0)

    def test_without_a_weight_or_a_claim_nothing_moves(self):
        plain = self.lifted(4.0, traits=(0, 0, 0))
        for other in (self.lifted(0.0), self.lifted(0.0, traits=(0, 0, 0))):
            assert np.array_equal(other.score, plain.score)
