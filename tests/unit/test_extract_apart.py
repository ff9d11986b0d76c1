"""Sentences of several statements."""

from __future__ import annotations

import pytest

from perdure.capture.extract.apart import apart
from perdure.capture.extract.told import told_in
from tests.behaviour.requirements import requirement


def pieces(sentence: str) -> list[str]:
    told = told_in(sentence)
    assert told is not None
    return [each.text for each in apart(told)]


@requirement("W4")
@pytest.mark.parametrize(
    ("sentence", "statements"),
    [
        ("我住在上海，下周二要交季度报告", ["我住在上海", "我下周二要交季度报告"]),
        ("我叫李雷，今年30岁，在腾讯做产品经理", ["我叫李雷", "我今年30岁", "我在腾讯做产品经理"]),
        (
            "I'm allergic to peanuts, and I always take an aisle seat.",
            ["I'm allergic to peanuts", "I always take an aisle seat."],
        ),
        ("I work at Siemens as a PM and my manager is Olga.", ["I work at Siemens as a PM", "My manager is Olga."]),
    ],
)
def test_each_statement_of_a_sentence_stands_by_itself(sentence: str, statements: list[str]):
    assert pieces(sentence) == statements


@requirement("W3")
@pytest.mark.parametrize(
    "sentence",
    [
        "我女儿今年上小学三年级，喜欢画画",
        "我老公在华为上班，住在深圳",
        "我不喝酒，只喝茶",
        "下周二我去北京，住在希尔顿",
        "My son is 8 and loves football, and I teach him chess",
        "I live in Berlin",
    ],
)
def test_what_hangs_together_stays_together(sentence: str):
    assert len(pieces(sentence)) == 1
