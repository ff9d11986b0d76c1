"""What a statement is taken for that is stored without a kind: the same as if it had been said."""

from __future__ import annotations

import pytest

from perdure import Perdure
from perdure.capture.extract import propose, taken_for
from tests.behaviour.requirements import requirement
from tests.unit.test_extract import said

BOTH = [
    ("我对青霉素过敏", "identity"),
    ("我搬到杭州了", "identity"),
    ("我会说英语", "identity"),
    ("我不吃香菜", "preference"),
    ("以后代码注释都写中文", "preference"),
    ("上周五我去了趟北京见客户", "event"),
    ("我去年十月结婚的", "event"),
    ("明天提醒我给张总发合同", "task"),
    ("I'm allergic to penicillin", "identity"),
    ("I moved to Hangzhou", "identity"),
    ("I don't eat cilantro", "preference"),
    ("Remind me tomorrow to call the bank", "task"),
    ("I went to Beijing last Friday to see a client", "event"),
]


@requirement("M3")
@pytest.mark.parametrize(("text", "kind"), BOTH)
def test_it_is_of_the_kind_that_capture_gives_it(text, kind):
    assert taken_for(text).kind == kind
    assert [proposal.kind for proposal in propose(said(text))] == [kind]


@requirement("M3")
@pytest.mark.parametrize("text", ["never mind", "算了不用了", "我有什么忌口", "这条河有两公里宽", "…", ""])
def test_what_tells_nothing_by_itself_is_a_fact(text):
    assert taken_for(text).kind == "fact"


@requirement("M3")
def test_an_allergy_weighs_more_than_a_fact_unless_the_caller_says_otherwise(tmp_path):
    with Perdure(tmp_path, embedder=None) as memory:
        space = memory.space("user/alice")
        assert space.remember("我对青霉素过敏").memory.importance == 0.9
        assert space.remember("I'm allergic to nuts").memory.importance == 0.9
        assert space.remember("我对芒果过敏", importance=0.2).memory.importance == 0.2
        assert space.remember("我搬到杭州了").memory.importance == 0.5
