"""Signals into one order."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.domain.policy import Weights
from perdure.ports.store import CHATTED, EXCHANGED
from perdure.recall.fusion import Fused, clauses_joined, fuse, session_prior, standardised
from tests.behaviour.requirements import requirement
from tests.unit.columns import pool

PLAIN = Weights(session=0)
NAN = float("nan")
whole = st.integers(-1000, 1000)
scores = st.lists(whole, min_size=2, max_size=30)


def fused(size, lexical=(), dense=(), *, priors=None, weights=PLAIN, **columns) -> Fused:
    given = {name: np.array(values, np.float32) for name, values in (priors or {}).items()}
    return fuse(pool(size, lexical=lexical, dense=dense, **columns), given, weights)


def order(*views, **more) -> list[int]:
    return fused(*views, **more).order.tolist()


def floats(values) -> np.ndarray:
    return np.array(values, np.float32)


class TestStandardised:
    @given(scores)
    def test_scores_have_mean_zero_and_spread_one(self, values):
        found = standardised(floats(values), least=0)
        assert found.mean() == pytest.approx(0, abs=1e-4)
        assert found.std() == pytest.approx(1 if len(set(values)) > 1 else 0, abs=1e-4)

    @given(scores, st.integers(1, 50), st.integers(-50, 50))
    def test_the_scale_of_a_signal_does_not_matter(self, values, stretch, shift):
        one, other = floats(values), floats(values) * stretch + shift
        assert standardised(other, least=0) == pytest.approx(standardised(one, least=0), abs=1e-3)

    def test_equal_scores_say_nothing(self):
        assert standardised(floats([7, 7, 7]), least=0).tolist() == [0, 0, 0]

    def test_what_has_no_score_stays_without_and_does_not_count(self):
        found = standardised(floats([1, NAN, 3]), least=0)
        assert found.tolist()[::2] == [-1, 1]
        assert np.isnan(found[1])
        assert np.isnan(standardised(floats([NAN, NAN]), least=0)).all()
        assert not len(standardised(floats([]), least=0))

    def test_differences_below_the_least_spread_are_not_stretched(self):
        close = floats([0.800, 0.801])
        assert np.abs(standardised(close, least=0.1)).max() < 0.01
        assert standardised(close, least=0) == pytest.approx([-1, 1], abs=0.01)


@requirement("R1")
class TestWordsAndMeaning:
    def test_what_only_words_find_can_win(self):
        assert order(4, [[9.0, 1.0, 0.5, 0.0]], [[NAN, 0.80, 0.79, 0.78]])[0] == 0

    def test_what_only_meaning_finds_can_win(self):
        assert order(4, [[0.0, 1.0, 1.1, 0.9]], [[0.95, 0.5, 0.52, 0.51]])[0] == 0

    def test_what_both_find_goes_before_what_one_finds_as_well(self):
        assert order(3, [[5.0, 5.0, 1.0]], [[0.9, 0.2, 0.2]])[0] == 0

    @pytest.mark.parametrize("dense", [(), [[NAN, NAN, NAN]]])
    def test_without_vectors_words_alone_decide(self, dense):
        found = fused(3, [[1.0, 3.0, 2.0]], dense)
        assert found.order.tolist() == [1, 2, 0]
        assert [set(found.parts_at(n)) for n in (0, 1)] == [{"lexical"}, {"lexical"}]
        assert found.score == pytest.approx(standardised(floats([1, 3, 2]), least=0), abs=1e-5)

    def test_without_any_word_meaning_alone_decides(self):
        found = fused(3, [[0.0, 0.0, 0.0]], [[0.1, 0.3, 0.2]])
        assert found.order.tolist() == [1, 2, 0]
        assert found.score == pytest.approx(standardised(floats([0.1, 0.3, 0.2]), least=0), abs=1e-5)

    def test_words_alone_speak_for_what_has_no_vector(self):
        found = fused(3, [[4.0, 4.0, 1.0]], [[NAN, 0.5, 0.6]])
        assert found.parts["lexical"][0] > found.parts["lexical"][1] > 0
        assert found.parts["dense"][0] == 0

    def test_the_weights_decide_between_them(self):
        views = (2, [[9.0, 1.0]], [[0.1, 0.9]])
        assert order(*views, weights=Weights(lexical=0.9, dense=0.1)) == [0, 1]
        assert order(*views, weights=Weights(lexical=0.1, dense=0.9)) == [1, 0]


class TestClauses:
    def test_a_question_of_one_part_is_its_own_view(self):
        assert clauses_joined(floats([[1, 2]]), 0.7).tolist() == [1, 2]

    def test_the_best_part_has_its_share(self):
        joined = clauses_joined(floats([[1, 1], [3, 0], [0, 2]]), 0.7)
        assert joined == pytest.approx([0.3 + 2.1, 0.3 + 1.4])

    def test_a_part_that_cannot_judge_is_left_out(self):
        assert clauses_joined(floats([[1, 1], [NAN, 3], [2, NAN]]), 0.5) == pytest.approx([1.5, 2])

    def test_a_candidate_that_answers_one_part_of_the_question_very_well_is_lifted(self):
        question, part = [2.0, 2.2, 2.1], [9.0, 0.0, 0.0]
        assert order(3, [question])[0] == 1
        assert order(3, [question, part])[0] == 0
        assert order(3, [[1.0, 1.0, 1.0]] * 2, [[0.50, 0.52, 0.51], [0.9, 0.1, 0.1]])[0] == 0


def test_a_question_of_parts_leaves_what_has_no_vector_to_its_words():
    found = fused(3, [[1.0, 1.0, 0.0]] * 2, [[0.5, NAN, 0.1], [0.6, NAN, 0.2]])
    assert np.isfinite(found.score).all()
    assert found.parts["dense"][1] == 0


class TestSessions:
    EXCHANGE = CHATTED | EXCHANGED

    def test_a_turn_from_the_session_of_good_ones_is_lifted_a_little(self):
        found = fused(
            4, [[5.0, 4.8, 1.0, 1.0]], sessions=(1, 1, 1, 2), traits=[self.EXCHANGE] * 4, weights=Weights(session=0.15)
        )
        assert found.score[2] > found.score[3]
        assert found.order[0] == 0

    def test_the_prior_is_the_mean_of_the_three_best_turns(self):
        base, sessions = floats([1, 9, 2, 3, 8, 6]), np.array([1, 1, 1, 1, 2, 0])
        found = session_prior(base, sessions, np.ones(6, np.bool_))
        assert found == pytest.approx([14 / 3] * 4 + [8, 0])

    def test_what_is_no_turn_of_an_exchange_neither_gives_nor_gets_any(self):
        exchanged = np.array([True, False, True, False])
        found = session_prior(floats([1, 9, 3, 9]), np.array([1, 1, 1, 2]), exchanged)
        assert found.tolist() == [2, 0, 2, 0]

    def test_without_sessions_nothing_is_added(self):
        assert session_prior(floats([1, 2]), np.array([0, 0]), np.ones(2, np.bool_)).tolist() == [0, 0]
        assert session_prior(floats([]), np.array([], np.int64), np.array([], np.bool_)).tolist() == []

    @given(st.lists(st.tuples(st.integers(-50, 50), st.integers(0, 4), st.booleans()), max_size=20))
    def test_it_is_what_counting_by_hand_gives(self, turns):
        base, sessions, exchanged = ([turn[n] for turn in turns] for n in range(3))
        wanted = []
        for _, session, speaks in turns:
            fellows = sorted((score for score, other, also in turns if also and other == session), reverse=True)[:3]
            wanted.append(sum(fellows) / len(fellows) if speaks and session else 0)
        found = session_prior(floats(base), np.array(sessions, np.int64), np.array(exchanged, np.bool_))
        assert found.tolist() == pytest.approx(wanted, abs=1e-4)


@given(
    st.integers(1, 12).flatmap(
        lambda size: st.tuples(
            st.lists(st.integers(0, 100), min_size=size, max_size=size),
            st.lists(st.none() | st.integers(-100, 100), min_size=size, max_size=size),
            st.lists(st.integers(0, 3), min_size=size, max_size=size),
            st.lists(st.integers(-1, 1), min_size=size, max_size=size),
        )
    )
)
def test_every_candidate_comes_once_and_the_parts_of_its_score_add_up_to_it(columns):
    lexical, dense, sessions, asked = columns
    found = fused(
        len(lexical),
        [lexical],
        [[NAN if value is None else value / 100 for value in dense]],
        priors={"speaker": asked, "question": asked},
        sessions=sessions,
        traits=[CHATTED | EXCHANGED] * len(lexical),
        weights=Weights(),
    )
    assert sorted(found.order.tolist()) == list(range(len(lexical)))
    ranked = found.score[found.order].tolist()
    assert ranked == sorted(ranked, reverse=True)
    for position in range(len(lexical)):
        assert found.score[position] == pytest.approx(sum(found.parts_at(position).values()), abs=1e-4)


@given(st.lists(st.tuples(whole, whole), min_size=2, max_size=12, unique=True), st.randoms())
def test_a_candidate_has_the_same_score_wherever_it_stands(rows, random):
    shuffled = random.sample(rows, len(rows))
    first, again = (
        fused(len(these), [[abs(a) for a, _ in these]], [[b / 1000 for _, b in these]]) for these in (rows, shuffled)
    )
    placed = {row: again.score[at] for at, row in enumerate(shuffled)}
    assert [placed[row] for row in rows] == pytest.approx(first.score.tolist(), abs=1e-3)


def test_equal_candidates_come_in_the_order_of_the_pool():
    assert order(4, [[1.0, 1.0, 2.0, 1.0]]) == [2, 0, 1, 3]
    assert order(300, [[float(n % 3) for n in range(300)]]) == [*range(2, 300, 3), *range(1, 300, 3), *range(0, 300, 3)]


def test_a_prior_moves_its_candidate_by_its_weight():
    found = fused(2, [[9.0, 1.0]], priors={"speaker": [0.0, 1.0]}, weights=Weights(session=0, speaker=50.0))
    assert found.order.tolist() == [1, 0]
    assert found.parts_at(1)["speaker"] == 50
    assert "speaker" not in found.parts_at(0)


def test_nothing_fuses_to_nothing():
    assert order(0, [[]], [[]]) == []
