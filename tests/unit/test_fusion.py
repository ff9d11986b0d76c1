"""Signals into one order."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.domain.policy import Weights
from perdure.recall.fusion import Fused, Matches, fuse, standardised
from tests.behaviour.requirements import requirement

PLAIN = Weights(session=0)
scores = st.dictionaries(st.integers(1, 30), st.floats(-100, 100), max_size=20)


def order(found: list[Fused]) -> list[int]:
    return [item.key for item in found]


def fused(keys, lexical=({},), dense=({},), *, priors=None, sessions=None, weights=PLAIN):
    return fuse(keys, Matches(lexical=lexical, dense=dense), priors or {}, sessions or {}, weights)


class TestStandardised:
    @given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=30))
    def test_scores_have_mean_zero_and_spread_one(self, values):
        found = list(standardised(range(len(values)), dict(enumerate(map(float, values))), missing=None).values())
        spread = math.sqrt(sum(value * value for value in found) / len(found))
        assert sum(found) == pytest.approx(0, abs=1e-6)
        assert spread == pytest.approx(1 if len(set(values)) > 1 else 0, abs=1e-6)

    @given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=30), st.integers(1, 50), st.integers(-50, 50))
    def test_the_scale_of_a_signal_does_not_matter(self, values, stretch, shift):
        keys = range(len(values))
        one = standardised(keys, dict(enumerate(map(float, values))), missing=None)
        other = standardised(
            keys, {key: stretch * float(value) + shift for key, value in enumerate(values)}, missing=None
        )
        assert [other[key] for key in keys] == pytest.approx([one[key] for key in keys], abs=1e-6)

    def test_equal_scores_say_nothing(self):
        assert standardised([1, 2, 3], {1: 7.0, 2: 7.0, 3: 7.0}, missing=None) == {1: 0, 2: 0, 3: 0}

    def test_what_has_no_score_counts_as_told_or_is_left_out(self):
        assert set(standardised([1, 2], {1: 4.0}, missing=None)) == {1}
        assert standardised([1, 2], {1: 4.0}, missing=0.0) == {1: 1.0, 2: -1.0}
        assert standardised([1, 2], {}, missing=None) == {}


@requirement("R1")
def test_what_only_words_find_can_win():
    lexical = {1: 9.0, 2: 1.0, 3: 0.5}
    dense = {2: 0.80, 3: 0.79, 4: 0.78}
    assert order(fused([1, 2, 3, 4], [lexical], [dense]))[0] == 1


@requirement("R1")
def test_what_only_meaning_finds_can_win():
    lexical = {2: 1.0, 3: 1.1, 4: 0.9}
    dense = {1: 0.95, 2: 0.5, 3: 0.52, 4: 0.51}
    assert order(fused([1, 2, 3, 4], [lexical], [dense]))[0] == 1


@requirement("R1")
def test_what_both_find_goes_before_what_one_finds_as_well():
    lexical = {1: 5.0, 2: 5.0, 3: 1.0}
    dense = {1: 0.9, 3: 0.2, 2: 0.2}
    assert order(fused([1, 2, 3], [lexical], [dense]))[0] == 1


def test_without_vectors_words_alone_decide():
    found = fused([1, 2, 3], [{1: 1.0, 2: 3.0, 3: 2.0}], [])
    assert order(found) == [2, 3, 1]
    assert {name for item in found for name in item.parts} == {"lexical"}


def test_without_any_word_meaning_alone_decides():
    assert order(fused([1, 2, 3], [{}], [{1: 0.1, 2: 0.3, 3: 0.2}])) == [2, 3, 1]


def test_the_parts_of_a_score_add_up_to_it():
    found = fused(
        [1, 2, 3],
        [{1: 1.0, 2: 2.0}],
        [{2: 0.5, 3: 0.9}],
        priors={"speaker": {3: 1.0}, "question": {1: -1.0}},
        sessions={1: "a", 2: "a"},
        weights=Weights(),
    )
    for item in found:
        assert item.score == pytest.approx(sum(item.parts.values()))
    assert {"speaker", "question", "session"} <= {name for item in found for name in item.parts}


@given(scores, scores)
def test_every_candidate_comes_back_once_in_an_order_that_never_changes(lexical, dense):
    keys = sorted({*lexical, *dense})
    first = fused(keys, [lexical], [dense])
    again = fused(list(reversed(keys)), [dict(reversed(lexical.items()))], [dict(reversed(dense.items()))])
    assert sorted(order(first)) == keys
    assert [item.score for item in first] == sorted((item.score for item in first), reverse=True)
    assert {item.key: item.score for item in again} == pytest.approx({item.key: item.score for item in first}, abs=1e-6)


def test_equal_candidates_come_in_the_order_of_their_keys():
    assert order(fused([3, 1, 2], [{1: 1.0, 2: 1.0, 3: 1.0}], [])) == [1, 2, 3]


def test_a_prior_moves_its_candidate_by_its_weight():
    weights = Weights(session=0, speaker=50.0)
    assert order(fused([1, 2], [{1: 9.0, 2: 1.0}], [], priors={"speaker": {2: 1.0}}, weights=weights)) == [2, 1]


def test_a_candidate_that_answers_one_part_of_the_question_very_well_is_lifted():
    whole = {1: 2.0, 2: 2.2, 3: 2.1}
    part = {1: 9.0, 2: 0.0, 3: 0.0}
    assert order(fused([1, 2, 3], [whole], []))[0] == 2
    assert order(fused([1, 2, 3], [whole, part], []))[0] == 1


def test_a_candidate_from_the_session_of_good_ones_is_lifted_a_little():
    lexical = {1: 5.0, 2: 4.8, 3: 1.0, 4: 1.0}
    sessions = {1: "a", 2: "a", 3: "a", 4: "b"}
    found = fused([1, 2, 3, 4], [lexical], [], sessions=sessions, weights=Weights())
    score = {item.key: item.score for item in found}
    assert score[3] > score[4]
    assert order(found)[0] == 1


def test_nothing_fuses_to_nothing():
    assert fused([], [{}], [{}]) == []
