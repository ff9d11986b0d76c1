"""What says again what a better candidate says goes behind what is new."""

from __future__ import annotations

import math

import numpy as np
import pytest

from perdure.domain.policy import Weights
from perdure.recall.fusion import Fused, fuse
from perdure.recall.repeats import LOOKED_AT, cosines, demoted, vectors_of
from perdure.testing.store_suite.base import ALICE, BOB, memory
from tests.behaviour.requirements import requirement
from tests.unit.columns import background
from tests.unit.shelf import Shelf


SAME = 0.97


@pytest.fixture
def shelf(tmp_path):
    with Shelf(tmp_path) as opened:
        yield opened


def turned(degrees: float) -> tuple[float, float, float, float]:
    """A unit vector at that angle."""
    return (math.cos(math.radians(degrees)), math.sin(math.radians(degrees)), 0.0, 0.0)


def put(shelf: Shelf, *degrees: float | None, space=ALICE) -> None:
    """Memories m0, m1, … about tea, at these angles; None has no vector."""
    records = [memory(f"m{n}", f"tea number {n}", space=space) for n in range(len(degrees))]
    vectors = {one.text: turned(angle) for one, angle in zip(records, degrees, strict=True) if angle is not None}
    shelf.put(*records, space=space, vectors=vectors)


def scored(*scores: float) -> Fused:
    values = np.array(scores, np.float32)
    return Fused(score=values, parts={"lexical": values}, order=np.argsort(-values, kind="stable"))


def asked(shelf: Shelf, *spaces, same: float = SAME, **more):
    return shelf.asked("tea", *spaces, vectors=[turned(0)], background=background(same=same), **more).look


class TestDemotion:
    def test_a_near_duplicate_goes_behind_what_is_new(self, shelf):
        put(shelf, 0, 1, 60)
        found = demoted(scored(3.0, 2.9, 2.8), asked(shelf), weight=0.5)
        assert found.order.tolist() == [0, 2, 1]

    @requirement("R9")
    def test_a_summary_takes_nothing_off_what_it_sums_up_and_loses_to_it(self, shelf):
        records = [memory("m0", "tea number 0", kind="summary"), memory("m1", "tea number 1")]
        shelf.put(*records, vectors={one.text: turned(angle) for angle, one in enumerate(records)})
        for scores, lost in (((3.0, 2.9), [0.0, 0.0]), ((2.9, 3.0), [pytest.approx(-0.5, abs=0.05), 0.0])):
            assert demoted(scored(*scores), asked(shelf), weight=0.5).parts["repeat"].tolist() == lost

    def test_only_what_is_nearly_the_same_loses_anything(self, shelf):
        put(shelf, 0, 1, 40, 80)
        found = demoted(scored(3.0, 2.9, 2.8, 2.7), asked(shelf), weight=0.5)
        assert [bool(part) for part in found.parts["repeat"]] == [False, True, False, False]

    def test_the_better_one_loses_nothing_whichever_it_is(self, shelf):
        put(shelf, 0, 1)
        for scores, repeated in (((3.0, 2.9), 1), ((2.9, 3.0), 0)):
            found = demoted(scored(*scores), asked(shelf), weight=0.5)
            assert np.flatnonzero(found.parts["repeat"]).tolist() == [repeated]

    @pytest.mark.parametrize(("degrees", "lost"), [(0, 0.5), (8, 0.34), (12, 0.135)])
    def test_the_same_text_loses_the_whole_weight_and_a_lesser_likeness_less(self, shelf, degrees, lost):
        put(shelf, 0, degrees)
        assert demoted(scored(3.0, 2.9), asked(shelf), weight=0.5).parts["repeat"][1] == pytest.approx(-lost, abs=0.08)

    def test_what_lies_at_the_bound_loses_nothing(self, shelf):
        put(shelf, 0, math.degrees(math.acos(SAME - 0.005)))
        assert demoted(scored(3.0, 2.9), asked(shelf), weight=0.5).order.tolist() == [0, 1]

    def test_where_it_begins_is_what_the_embedder_makes_of_two_texts_that_are_one(self, shelf):
        put(shelf, 0, 30)
        untouched = scored(3.0, 2.9)
        assert demoted(untouched, asked(shelf), weight=0.5) is untouched
        assert demoted(untouched, asked(shelf, same=0.5), weight=0.5).parts["repeat"][1] < 0

    def test_each_one_chosen_takes_off_those_still_open(self, shelf):
        put(shelf, 0, 0, 0)
        penalties = demoted(scored(3.0, 2.9, 2.8), asked(shelf), weight=0.5).parts["repeat"]
        assert penalties.tolist() == pytest.approx([0, -0.5, -1], abs=0.05)

    def test_one_that_was_passed_over_takes_nothing_from_one_chosen_before_it(self, shelf):
        put(shelf, 0, 0, 60, 60)
        found = demoted(scored(3.0, 2.9, 2.8, 2.3), asked(shelf), weight=1.0)
        assert found.order.tolist() == [0, 2, 1, 3]
        assert found.score.tolist() == pytest.approx([3.0, 1.9, 2.8, 1.3], abs=0.1)

    def test_what_has_lost_its_place_takes_nothing_from_the_one_that_took_it(self, shelf):
        put(shelf, 0, 8, 16)
        found = demoted(scored(3.0, 2.9, 2.8), asked(shelf), weight=1.0)
        assert found.order.tolist() == [0, 2, 1]
        assert found.parts["repeat"].tolist() == pytest.approx([0, -1.35, 0], abs=0.2)

    def test_parts_still_add_up_and_the_order_is_that_of_the_scores(self, shelf):
        put(shelf, 0, 1, 2, 90)
        found = demoted(scored(1.0, 4.0, 3.9, 2.0), asked(shelf), weight=0.5)
        assert found.score == pytest.approx(sum(found.parts.values()), abs=1e-5)
        assert found.order.tolist() == np.argsort(-found.score, kind="stable").tolist()

    def test_a_weight_of_nothing_changes_nothing(self, shelf):
        put(shelf, 0, 0)
        untouched = scored(3.0, 2.9)
        assert demoted(untouched, asked(shelf), weight=0) is untouched

    def test_what_has_no_vector_repeats_nothing(self, shelf):
        put(shelf, 0, None, 0, None)
        found = demoted(scored(3.0, 2.9, 2.8, 2.7), asked(shelf), weight=0.5)
        assert np.flatnonzero(found.parts["repeat"]).tolist() == [2]

    def test_where_no_vector_can_be_compared_nothing_changes(self, shelf):
        put(shelf, 0, 0)
        untouched = scored(3.0, 2.9)
        assert demoted(untouched, shelf.asked("tea").look, weight=0.5) is untouched
        assert demoted(untouched, shelf.asked("tea", background=background()).look, weight=0.5) is untouched
        assert demoted(untouched, shelf.asked("tea", vectors=[turned(0)]).look, weight=0.5) is untouched

    @pytest.mark.parametrize("scores", [(), (1.0,)])
    def test_one_candidate_or_none_repeats_nothing(self, shelf, scores):
        shelf.put(memory("m0", "tea"))
        untouched = scored(*scores)
        assert demoted(untouched, asked(shelf), weight=0.5) is untouched

    def test_far_down_nobody_looks(self, shelf):
        put(shelf, *[n * 90 / LOOKED_AT for n in range(LOOKED_AT)], 0)
        scores = scored(*(float(-n) for n in range(LOOKED_AT + 1)))
        found = demoted(scores, asked(shelf), weight=0.5)
        assert found.score[LOOKED_AT] == scores.score[LOOKED_AT]
        assert found.score[1] < scores.score[1]

    @requirement("R2")
    def test_spaces_are_compared_with_each_other_too(self, shelf):
        put(shelf, 0, 90)
        put(shelf, 0, space=BOB)
        found = demoted(scored(3.0, 2.8, 2.9), asked(shelf, ALICE, BOB), weight=0.5)
        assert found.order.tolist() == [0, 1, 2]
        apart = scored(3.0, 2.8, 2.9)
        assert demoted(apart, asked(shelf, ALICE, BOB, without=[BOB]), weight=0.5) is apart


class TestVectors:
    def test_they_come_in_the_order_of_the_positions_over_all_spaces(self, shelf):
        put(shelf, 0, 30)
        put(shelf, 60, space=BOB)
        rows = vectors_of(asked(shelf, ALICE, BOB), np.array([2, 0, 1]))
        assert rows[:, 0].tolist() == pytest.approx([0.5, 1, math.cos(math.radians(30))], abs=0.02)

    def test_every_two_are_compared(self, shelf):
        put(shelf, 0, 60, None)
        table = cosines(asked(shelf), np.array([1, 0, 2]))
        assert table.ravel().tolist() == pytest.approx([1, 0.5, 0, 0.5, 1, 0, 0, 0, 0], abs=0.02)

    def test_they_are_zeros_where_there_is_none(self, shelf):
        put(shelf, 0, None)
        put(shelf, 0, space=BOB)
        rows = vectors_of(asked(shelf, ALICE, BOB, without=[BOB]), np.array([0, 1, 2]))
        assert [bool(row.any()) for row in rows] == [True, False, False]

    def test_without_any_there_are_rows_all_the_same(self, shelf):
        shelf.put(memory("m0", "tea"))
        assert not vectors_of(shelf.asked("tea").look, np.array([0])).any()
        assert len(vectors_of(shelf.asked("tea").look, np.array([], np.int64))) == 0


def test_a_real_order_loses_its_repetition_only(shelf):
    put(shelf, 0, 1, 70)
    look = asked(shelf)
    fused = fuse(look.pool, {}, Weights())
    found = demoted(fused, look, weight=3.0)
    assert fused.order.tolist()[:2] == [0, 1]
    assert found.order.tolist() == [0, 2, 1]
