"""Relevance, strength and decay into one score."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure import Memory, Policy
from perdure.domain.journal import Entry
from perdure.domain.policy import MEASURED, SEED, Blend
from perdure.domain.space import SpaceName
from perdure.kinds import KINDS
from perdure.recall.rerank import blended, relevance, vitality
from tests.behaviour.requirements import requirement

NOW = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
SPACE = SpaceName("user", "alice")
MEMORY = Memory(
    id="mem_1", space=SPACE, kind="fact", text="x", created_at=NOW, updated_at=NOW, recorded_at=NOW, holds_from=NOW
)
share = st.floats(0, 1)
blends = st.builds(Blend, form=st.just("bounded"), share=share)


@given(st.floats(-50, 50), st.floats(0, 100), share)
def test_relevance_is_the_confidence_less_the_distance_from_the_best(score, distance, sure):
    best = relevance(score, score, sure)
    assert best == sure
    assert 0 <= relevance(score - distance, score, sure) <= best


@requirement("S6")
@given(share, share, share, blends)
def test_age_and_weakness_take_at_most_their_share(relevant, strong, fresh, blend):
    score = blended(relevant, strong, fresh, blend)
    assert relevant * (1 - blend.share) - 1e-9 <= score <= relevant + 1e-9


@requirement("S6")
@given(share, share, share)
def test_the_default_blend_never_buries_an_answer(relevant, strong, fresh):
    assert blended(relevant, 0.0, 0.0, MEASURED) >= 0.9 * relevant
    assert blended(relevant, strong, fresh, MEASURED) >= 0.9 * relevant


@requirement("S6")
@pytest.mark.parametrize(
    ("relevant", "strong", "fresh", "score"),
    [(1, 1, 1, 1.0), (0, 0, 0, 0.0), (1, 0, 0, 0.5), (0, 1, 0, 0.3), (0, 0, 1, 0.2), (0.8, 0.5, 0.25, 0.6)],
)
def test_the_seed_blend_is_half_relevance_three_tenths_strength_two_tenths_decay(relevant, strong, fresh, score):
    assert blended(relevant, strong, fresh, SEED) == pytest.approx(score)


@requirement("R3")
@given(st.floats(0.01, 1), share, share, st.floats(0.01, 1))
def test_of_two_equally_relevant_items_the_fresher_and_the_stronger_is_never_behind(relevant, strong, fresh, more):
    for blend in (MEASURED, SEED):
        here = blended(relevant, strong, fresh, blend)
        assert blended(relevant, min(1, strong + more), fresh, blend) >= here
        assert blended(relevant, strong, min(1, fresh + more), blend) >= here


@requirement("S3")
@pytest.mark.parametrize("kind", [kind.name for kind in KINDS])
@pytest.mark.parametrize("days", [-400, 0, 30, 100_000])
def test_strength_and_decay_of_any_memory_lie_between_0_and_1(kind, days):
    item = replace(MEMORY, kind=kind, importance=1.0, access_count=10**6, updated_at=NOW - timedelta(days=days))
    strong, fresh = vitality(item, now=NOW, policy=Policy())
    assert 0 <= strong <= 1
    assert 0 <= fresh <= 1


def test_a_memory_ages_from_when_it_was_last_confirmed():
    old = replace(MEMORY, created_at=NOW - timedelta(days=300), updated_at=NOW - timedelta(days=30))
    assert vitality(old, now=NOW, policy=Policy())[1] == pytest.approx(0.5)


def test_a_turn_ages_from_when_it_was_said():
    entries = [Entry(id="e", space=SPACE, text="x", at=NOW - timedelta(days=n), recorded_at=NOW) for n in (0, 10, 400)]
    fresh = [vitality(entry, now=NOW, policy=Policy())[1] for entry in entries]
    assert fresh == sorted(fresh, reverse=True)
    assert fresh[0] == 1
