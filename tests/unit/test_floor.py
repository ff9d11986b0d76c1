"""Whether anything found has to do with the question at all: the numbers behind it."""

from __future__ import annotations

import json
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure import Policy
from perdure.recall.calibration import NEUTRAL, Calibration, measure
from perdure.recall.floor import (
    LEAST_SIZE,
    TYPICAL_SIZE,
    WORDS_ALONE,
    WORDS_ENOUGH,
    confidence,
    evidence,
    ground,
    needed,
    passes,
    rarity,
    share,
)
from perdure.testing import HashEmbedder
from tests.behaviour.requirements import requirement
from tests.unit.columns import background

sizes = st.integers(0, 10**7)
margins = st.floats(-5, 5)
shares = st.floats(0, 1)
bars = st.floats(0.5, 5)


@requirement("R10")
class TestNeeded:
    @given(sizes, st.booleans())
    def test_it_is_always_more_than_nothing(self, passages, personal):
        assert needed(passages, personal=personal) > 0.5

    @given(sizes, sizes, st.booleans())
    def test_a_larger_space_never_needs_less(self, one, other, personal):
        small, large = sorted((one, other))
        assert needed(small, personal=personal) <= needed(large, personal=personal)

    def test_it_grows_with_every_passage_from_the_least_size_on(self):
        grown = [needed(size, personal=True) for size in (LEAST_SIZE, TYPICAL_SIZE, 500, 5_000)]
        assert grown == sorted(set(grown))
        assert needed(0, personal=True) == needed(LEAST_SIZE, personal=True)

    @given(sizes)
    def test_a_question_about_nobody_here_needs_more(self, passages):
        assert needed(passages, personal=False) > needed(passages, personal=True)


@requirement("R10")
class TestEvidence:
    @given(margins, shares, bars)
    def test_meaning_and_words_add_up_against_what_is_needed(self, meaning, words, bar):
        found = evidence(meaning, words, needed=bar)
        assert found >= meaning / bar
        assert found >= words / WORDS_ENOUGH

    @given(st.none() | margins, shares, shares, bars)
    def test_more_words_never_speak_against_an_answer(self, meaning, words, more, bar):
        few, many = sorted((words, more))
        assert evidence(meaning, few, needed=bar) <= evidence(meaning, many, needed=bar)

    @given(margins, margins, shares, bars)
    def test_nor_does_a_nearer_one(self, one, other, words, bar):
        far, near = sorted((one, other))
        assert evidence(far, words, needed=bar) <= evidence(near, words, needed=bar)

    @given(st.floats(0, 5), shares, bars, bars)
    def test_the_more_is_needed_the_less_the_same_margins_are(self, meaning, words, one, other):
        low, high = sorted((one, other))
        assert evidence(meaning, words, needed=high) <= evidence(meaning, words, needed=low)

    def test_each_alone_can_be_exactly_enough(self):
        assert evidence(1.2, 0.0, needed=1.2) == 1
        assert evidence(-3.0, WORDS_ENOUGH, needed=1.2) == 1
        assert evidence(None, WORDS_ALONE, needed=1.2) == 1

    def test_half_of_each_is_more_than_either(self):
        both = evidence(0.9, 0.5, needed=1.2)
        assert both >= 1 > max(evidence(0.9, 0.0, needed=1.2), evidence(0.0, 0.5, needed=1.2))

    def test_words_suffice_sooner_where_there_is_no_vector_to_ask(self):
        assert evidence(None, 0.4, needed=1.2) > 1 > evidence(0.0, 0.4, needed=1.2)

    def test_nothing_speaks_for_nothing(self):
        assert evidence(None, 0.0, needed=1.2) == 0


class TestConfidence:
    @given(st.floats(-5, 40))
    def test_it_lies_between_none_and_certainty(self, found):
        assert 0 <= confidence(found) < 1

    def test_exactly_enough_is_one_half_and_nothing_is_none(self):
        assert confidence(1.0) == 0.5
        assert confidence(0.0) == confidence(-3.0) == 0

    @given(st.floats(-5, 20), st.floats(-5, 20))
    def test_more_evidence_is_never_less_sure(self, one, other):
        weak, strong = sorted((one, other))
        assert confidence(weak) <= confidence(strong)


@requirement("R10")
class TestThePolicy:
    def test_one_is_enough_and_less_is_not(self):
        assert passes(1.0, Policy())
        assert not passes(0.999, Policy())

    def test_a_floor_of_zero_lets_everything_pass(self):
        assert passes(-4.0, Policy(floor=0))

    @given(st.floats(-5, 5), st.floats(0.1, 3), st.floats(1, 3))
    def test_a_higher_floor_never_lets_more_pass(self, found, floor, more):
        assert passes(found, Policy(floor=floor)) or not passes(found, Policy(floor=floor * more))


@requirement("R10")
class TestWords:
    def test_a_rare_word_weighs_more_than_a_common_one(self):
        rare = rarity({"kayak": 1, "meeting": 800}, 1000)
        assert rare["kayak"] > 5 * rare["meeting"] > 0
        asked = ["kayak", "meeting"]
        assert share(asked, {"kayak"}, rare) > 0.8 > 0.2 > share(asked, {"meeting"}, rare)

    def test_a_word_that_stands_nowhere_is_the_rarest_and_is_missed(self):
        rare = rarity({"皮艇": 1, "zxqv": 0}, 1000)
        assert rare["zxqv"] > rare["皮艇"]
        assert share(["皮艇", "zxqv"], {"皮艇"}, rare) < 0.5

    def test_all_words_are_the_whole(self):
        rare = rarity({"kayak": 1, "皮艇": 3}, 1000)
        assert share(["kayak", "皮艇"], {"kayak", "皮艇", "more"}, rare) == 1
        assert share(["kayak", "皮艇"], {"more"}, rare) == 0

    def test_a_question_without_words_has_no_share(self):
        assert share([], {"a"}, {}) == 0
        assert share(["a"], {"a"}, {"a": 0.0}) == 0

    def test_a_small_space_says_little_about_rarity(self):
        assert rarity({"kayak": 1}, 3) == rarity({"kayak": 1}, 100)
        assert rarity({"kayak": 1}, 1000)["kayak"] > rarity({"kayak": 1}, 100)["kayak"]

    @given(sizes.flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))))
    def test_rarity_is_never_negative(self, counted):
        passages, found = counted
        assert rarity({"x": found}, passages)["x"] >= 0

    @given(
        st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 100), min_size=1), st.sets(st.sampled_from("abcdef"))
    )
    def test_a_share_lies_between_none_and_all_and_grows_with_the_words(self, counts, present):
        rare, terms = rarity(counts, 100), list(counts)
        held = [share(terms, set(sorted(present)[:n]), rare) for n in range(len(present) + 1)]
        assert held == sorted(held)
        assert 0 <= held[0] <= held[-1] <= 1 + 1e-9


def unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


class Tilted:
    """An embedder whose every vector leans the same way, as those of many models do."""

    def __init__(self, lean: float) -> None:
        self._inner, self._lean = HashEmbedder(64), lean
        self.fingerprint = self._inner.fingerprint

    def embed(self, texts, *, use):
        vectors = self._inner.embed(texts, use=use)
        vectors[:, 0] += self._lean
        return vectors


@cache
def measured(lean: float) -> Calibration:
    return measure(Tilted(lean))


def above(cosine: float, query, language: str, lean: float) -> float:
    """A cosine in margins above the ground of its query."""
    known = measured(lean).backgrounds[language]
    return (cosine - ground(query, known)) / known.margin


LEANS = pytest.mark.parametrize("lean", [0.0, 1.0, 40.0])
SEATS = pytest.mark.parametrize(("language", "text"), [("en", "a window seat on the train"), ("zh", "火车靠窗的座位")])


class TestCalibration:
    def test_every_language_has_as_many_sentences_and_none_twice(self):
        assert {len(set(texts)) for texts in NEUTRAL.values()} == {16}

    @LEANS
    def test_it_comes_back_from_plain_values(self, lean):
        assert Calibration.of(json.loads(json.dumps(measured(lean).plain()))) == measured(lean)

    @LEANS
    @SEATS
    def test_an_unrelated_sentence_lies_below_the_margin(self, lean, language, text):
        query, same, other = unit(Tilted(lean).embed([text, text, "zxqv flumptious"], use="query"))
        apart = above(float(query @ other), query, language, lean)
        assert apart < 1
        assert above(float(query @ same), query, language, lean) > apart

    @SEATS
    def test_the_same_sentence_lies_above_it(self, language, text):
        query, same = unit(Tilted(1.0).embed([text, text], use="query"))
        assert above(float(query @ same), query, language, 1.0) >= 1

    @LEANS
    def test_the_margin_is_never_absurd(self, lean):
        assert all(0 < one.margin < 0.5 for one in measured(lean).backgrounds.values())

    @given(st.lists(st.floats(-1, 1), min_size=3, max_size=3))
    def test_the_ground_is_the_cosine_of_the_mean(self, query):
        by_hand = 0.5 * query[0] + 0.25 * query[1] - query[2]
        assert ground(query, background(0.5, 0.25, -1.0)) == pytest.approx(by_hand, abs=1e-9)
