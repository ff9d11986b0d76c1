"""What a text costs in a prompt, estimated without a vocabulary."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.text.tokens import estimate

texts = st.text(max_size=300)


def test_nothing_costs_nothing():
    assert estimate("") == 0


@given(texts.filter(bool))
def test_anything_costs_something(text):
    assert estimate(text) >= 1


@given(texts, texts)
def test_a_longer_text_never_costs_less_and_two_together_never_more_than_apart(one, other):
    assert max(estimate(one), estimate(other)) <= estimate(one + other) <= estimate(one) + estimate(other)


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("The quick brown fox jumps over the lazy dog.", 10),
        ("I moved to Lisbon in May and I love the trams.", 12),
        ("我五月搬到了里斯本，很喜欢那里的电车。", 15),
        ("用户偏好靠窗座位", 7),
        ("周三和 Alice 讨论 PostgreSQL 迁移", 10),
    ],
)
def test_ordinary_sentences_are_estimated_on_the_safe_side_but_not_wildly(text, counted):
    assert 0.85 * counted <= estimate(text) <= 1.7 * counted
