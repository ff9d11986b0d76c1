"""What a text costs in a prompt, estimated without a vocabulary."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.text.tokens import by_length, estimate, head, shorten

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
        ("Order 4,821-B was paid on 2026-03-14 at 09:30.", 25),
        ('{"id": "c1", "type": "function", "arguments": "{}"}', 17),
        ("电话 13800138000，邮箱 li.wei@example.com", 17),
    ],
)
def test_ordinary_sentences_are_estimated_on_the_safe_side_but_not_wildly(text, counted):
    assert 0.85 * counted <= estimate(text) <= 1.7 * counted


texts_with_ends = st.builds(lambda one, other: one + "x" * 400 + other, texts, texts)


def characters(text: str) -> int:
    return len(text)


@given(texts, st.integers(-2, 80), st.sampled_from([estimate, characters]))
def test_a_head_fits_and_one_character_more_would_not(text, tokens, count):
    kept = head(text, tokens, count)
    assert text.startswith(kept)
    assert not kept or count(kept) <= tokens
    assert kept == text or tokens <= 0 or count(text[: len(kept) + 1]) > tokens


@given(texts | texts_with_ends, st.integers(-2, 120), st.sampled_from([estimate, characters]))
def test_what_is_shortened_fits_and_keeps_both_ends(text, tokens, count):
    short = shorten(text, tokens, count)
    assert not short or count(short) <= tokens
    if short and short != text:
        first, _, last = short.partition(" [… ")
        assert text.startswith(first)
        assert text.endswith(last.partition(" left out …] ")[2])


def test_what_was_cut_says_how_much():
    assert shorten("a" * 1_000 + "b" * 1_000, 80, len) == f"{'a' * 24} [… 1,953 characters left out …] {'b' * 23}"


def test_a_long_text_is_cut_without_counting_it_character_by_character():
    counted = []

    def count(text: str) -> int:
        counted.append(len(text))
        return len(text) // 4

    assert shorten("word " * 200_000, 500, count)
    assert len(counted) < 100


@given(texts, texts)
def test_lengths_are_as_passages_need_them(one, other):
    assert max(by_length(one), by_length(other)) <= by_length(one + other) <= by_length(one) + by_length(other)
