"""How strongly a memory is held: the formula, at numbers worked out by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from math import isclose, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.domain.strength import age_days, decay, strength, weight
from tests.behaviour.requirements import requirement

NOW = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
fractions = st.floats(0, 1)
counts = st.integers(0, 10**6)
ages = st.floats(0, 10**5)
half_lives = st.floats(0.01, 10**4)


@requirement("S1")
@pytest.mark.parametrize(
    ("importance", "accesses", "expected"),
    [(1.0, 0, 0.6931471805599453), (0.5, 0, 0.34657359027997264), (0.8, 5, 1.5567281192442506), (0.0, 900, 0.0)],
)
def test_weight_is_importance_times_the_logarithm_of_two_more_than_the_accesses(importance, accesses, expected):
    assert isclose(weight(importance, accesses), expected)


@requirement("S2")
@pytest.mark.parametrize(
    ("age", "half_life", "left"),
    [(0, 30, 1.0), (15, 15, 0.5), (30, 15, 0.25), (45, 90, 0.7071067811865476), (3, 3, 0.5), (60, 3, 2**-20)],
)
def test_each_half_life_takes_half_of_what_is_left(age, half_life, left):
    assert isclose(decay(age, half_life), left)


def test_what_has_no_half_life_keeps_all():
    assert decay(0, None) == decay(100_000, None) == 1.0


def test_an_age_below_zero_counts_as_zero():
    assert decay(-400, 7) == 1.0


def test_age_is_counted_in_days_and_parts_of_days():
    assert age_days(NOW - timedelta(days=10), NOW) == 10
    assert age_days(NOW - timedelta(hours=6), NOW) == 0.25
    assert age_days(NOW.astimezone(), NOW) == 0


def test_a_time_in_the_future_has_age_zero():
    assert age_days(NOW + timedelta(days=900), NOW) == 0


@requirement("S3")
def test_strength_of_a_preference_after_one_half_life_is_half_of_its_weight():
    assert isclose(strength(0.8, 3, 15, 15), 0.8 * log(5) / 2)


@given(fractions, counts, ages, half_lives)
def test_strength_never_exceeds_weight_and_is_never_negative(importance, accesses, age, half_life):
    assert 0 <= strength(importance, accesses, age, half_life) <= weight(importance, accesses)


@given(ages, st.floats(0, 1000), half_lives)
def test_what_is_older_is_never_stronger(age, more, half_life):
    assert decay(age + more, half_life) <= decay(age, half_life)


@given(fractions, counts)
def test_an_access_never_weakens(importance, accesses):
    assert weight(importance, accesses + 1) >= weight(importance, accesses)
