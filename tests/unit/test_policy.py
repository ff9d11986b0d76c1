"""The settings of a space: what can be set, what cannot, and that they travel as plain values."""

from __future__ import annotations

import dataclasses
import json
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.domain.policy import MEASURED, SEED, Blend, Fading, Gates, Limits, Policy, Weights, Window
from perdure.errors import InvalidInput, InvalidPolicy
from perdure.kinds import KINDS

shares = st.floats(0, 1)
policies = st.builds(
    Policy,
    half_lives=st.dictionaries(
        st.sampled_from([kind.name for kind in KINDS]), st.none() | st.floats(0.01, 1e6), max_size=4
    ),
    weights=st.builds(Weights, dense=shares, lexical=shares, speaker=st.floats(0, 5)),
    blend=st.builds(Blend, form=st.sampled_from(["bounded", "additive"]), share=shares, decay=shares),
    limits=st.builds(Limits, hits=st.integers(1, 50), brief_tokens=st.integers(1, 9000)),
    floor=st.floats(0, 10),
    keep_contacts=st.none() | st.booleans(),
    merge_repeats=st.booleans(),
)


@given(policies)
def test_a_policy_comes_back_from_its_changes_even_through_json(policy):
    assert Policy.from_changes(json.loads(json.dumps(policy.changes()))) == policy


def test_the_defaults_differ_from_themselves_in_nothing():
    assert Policy().changes() == {}
    assert Policy.from_changes({}) == Policy()


def test_only_what_differs_is_written_down():
    policy = Policy(half_lives={"preference": 40.0}, limits=Limits(hits=8))
    assert policy.changes() == {"half_lives": {"preference": 40.0}, "limits": {"hits": 8}}


def test_a_policy_cannot_be_changed_by_accident():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Policy().floor = 0


def test_the_presets_are_named():
    assert Policy().blend == MEASURED
    assert (SEED.form, SEED.relevance, SEED.strength, SEED.decay) == ("additive", 0.5, 0.3, 0.2)


@pytest.mark.parametrize(
    "changes",
    [
        {"half_life": {"fact": 3}},
        {"limits": {"hit": 5}},
        {"weights": {"lexical ": 1}},
        {"weights": 5},
        {"limits": None},
        {"blend": {"form": "rank"}},
        {"floor": "high"},
        {"limits": {"hits": "five"}},
        {"limits": {"hits": 2.5}},
        {"keep_contacts": "yes"},
        {"half_lives": [1, 2]},
        [],
        None,
    ],
)
def test_settings_that_do_not_exist_or_cannot_be_are_refused(changes):
    with pytest.raises(InvalidPolicy) as refused:
        Policy.from_changes(changes)
    assert refused.value.code == "invalid_policy"
    assert isinstance(refused.value, InvalidInput)


@pytest.mark.parametrize("days", [0, -1, inf, nan, True, "7"])
def test_a_half_life_is_a_positive_number_of_days(days):
    with pytest.raises(InvalidPolicy):
        Policy(half_lives={"fact": days})


@pytest.mark.parametrize("make", [
    lambda: Policy(floor=-0.1), lambda: Policy(floor=11), lambda: Policy(floor=nan),
    lambda: Weights(dense=-1), lambda: Weights(lexical=nan), lambda: Weights(date=inf),
    lambda: Blend(share=1.5), lambda: Blend(relevance=nan),
    lambda: Limits(hits=0), lambda: Limits(passage_tokens=0), lambda: Limits(text_bytes=-1),
    lambda: Limits(passage_tokens=50, passage_overlap=50),
    lambda: Limits(text_bytes=999), lambda: Limits(hits=10**7), lambda: Limits(candidates=10**400),
    lambda: Weights(claim=1001), lambda: Policy(model_tokens=10**13), lambda: Window(model_tokens=10**10),
    lambda: Policy(half_lives={"fact": 1e7}), lambda: Gates(conflict_hours=1e308), lambda: Gates(recurrence_days=1e7),
    lambda: Fading(cold_days=1e7), lambda: Fading(idle_hours=1e8), lambda: Fading(adapt_most=0.5),
    lambda: Policy(keep_contacts=1), lambda: Policy(merge_repeats=0),
])  # fmt: skip
def test_numbers_outside_their_range_are_refused(make):
    with pytest.raises(InvalidPolicy):
        make()


def test_no_half_life_means_that_nothing_decays():
    assert Policy(half_lives={"fact": None}).half_lives["fact"] is None
