"""Whether anything found has to do with the question at all."""

from __future__ import annotations

import json
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.recall.calibration import NEUTRAL, Background, Calibration, measure
from perdure.recall.floor import Evidence, confidence, ground, keeps, meaning, passes, rarity, words
from perdure.testing import HashEmbedder
from tests.behaviour.requirements import requirement

evidences = st.builds(Evidence, meaning=st.none() | st.floats(-5, 5), words=st.floats(0, 4))


class TestEvidence:
    @given(evidences)
    def test_it_is_at_least_the_stronger_of_meaning_and_words_and_never_less_than_none(self, evidence):
        assert evidence.best >= max(0.0, evidence.words, evidence.meaning or 0.0)

    @given(evidences, st.floats(0, 3))
    def test_more_words_never_speak_against_an_item(self, evidence, more):
        assert Evidence(meaning=evidence.meaning, words=evidence.words + more).best >= evidence.best

    @given(evidences)
    def test_confidence_lies_between_none_and_certainty(self, evidence):
        assert 0 <= confidence(evidence) < 1

    def test_just_enough_is_one_half(self):
        assert confidence(Evidence(meaning=1.0, words=0.0)) == confidence(Evidence(meaning=None, words=1.0)) == 0.5
        assert confidence(Evidence(meaning=-3.0, words=0.0)) == 0


@requirement("R10")
class TestWords:
    def test_a_rare_word_weighs_more_than_a_common_one(self):
        rare = rarity({"kayak": 1, "meeting": 800}, 1000)
        assert rare["kayak"] > 5 * rare["meeting"] > 0
        both = words(["kayak", "meeting"], {"kayak"}, rare, vector=False)
        assert both > words(["kayak", "meeting"], {"meeting"}, rare, vector=False)

    def test_a_word_that_stands_nowhere_is_the_rarest_and_is_missed(self):
        rare = rarity({"kayak": 1, "zxqv": 0}, 1000)
        assert rare["zxqv"] > rare["kayak"]
        alone = words(["kayak"], {"kayak"}, rare, vector=False)
        assert words(["kayak", "zxqv"], {"kayak"}, rare, vector=False) < alone

    def test_a_question_without_words_has_no_evidence_in_them(self):
        assert words([], set(), {}, vector=False) == 0
        assert words(["a"], {"a"}, {"a": 0.0}, vector=False) == 0

    def test_words_must_say_more_where_meaning_could_have_spoken(self):
        rare = rarity({"kayak": 1}, 10)
        assert words(["kayak"], {"kayak"}, rare, vector=True) < words(["kayak"], {"kayak"}, rare, vector=False)

    @given(st.integers(1, 10**6).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))))
    def test_rarity_is_never_negative(self, counted):
        passages, found = counted
        assert rarity({"x": found}, passages)["x"] >= 0


@requirement("R10")
class TestTheFloor:
    def test_nothing_passes_where_nothing_has_evidence(self):
        assert not passes({1: Evidence(meaning=0.3, words=0.3), 2: Evidence(meaning=-2.0, words=0.0)}, floor=1.0)
        assert not passes({}, floor=1.0)

    @pytest.mark.parametrize("evidence", [Evidence(meaning=1.0, words=0), Evidence(meaning=None, words=1.0)])
    def test_either_evidence_is_enough(self, evidence):
        assert passes({1: Evidence(meaning=-1.0, words=0), 2: evidence}, floor=1.0)

    def test_a_floor_of_zero_lets_everything_pass(self):
        nothing = Evidence(meaning=-4.0, words=0.0)
        assert passes({1: nothing}, floor=0)
        assert keeps(nothing, floor=0)

    @given(evidences, st.floats(0.1, 3), st.floats(1, 3))
    def test_a_higher_floor_never_lets_more_pass(self, evidence, floor, more):
        assert passes({1: evidence}, floor=floor) or not passes({1: evidence}, floor=floor * more)
        assert keeps(evidence, floor=floor) or not keeps(evidence, floor=floor * more)

    @given(evidences, st.floats(0.1, 3))
    def test_what_would_carry_the_question_alone_is_kept(self, evidence, floor):
        assert keeps(evidence, floor=floor) or not passes({1: evidence}, floor=floor)


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


LEANS = pytest.mark.parametrize("lean", [0.0, 1.0, 40.0])


class TestCalibration:
    def test_every_language_has_as_many_sentences_and_none_twice(self):
        assert {len(set(texts)) for texts in NEUTRAL.values()} == {16}

    @LEANS
    def test_it_comes_back_from_plain_values(self, lean):
        assert Calibration.of(json.loads(json.dumps(measured(lean).plain()))) == measured(lean)

    @LEANS
    @pytest.mark.parametrize(("language", "text"), [("en", "a window seat on the train"), ("zh", "火车靠窗的座位")])
    def test_an_unrelated_sentence_lies_below_the_margin(self, lean, language, text):
        background = measured(lean).backgrounds[language]
        query, same, other = unit(Tilted(lean).embed([text, text, "zxqv flumptious"], use="query"))
        at = ground(query, background)
        assert meaning(float(query @ other), at, background) < 1
        assert meaning(float(query @ same), at, background) > meaning(float(query @ other), at, background)

    @pytest.mark.parametrize(("language", "text"), [("en", "a window seat on the train"), ("zh", "火车靠窗的座位")])
    def test_the_same_sentence_lies_above_it(self, language, text):
        background = measured(1.0).backgrounds[language]
        query, same = unit(Tilted(1.0).embed([text, text], use="query"))
        assert meaning(float(query @ same), ground(query, background), background) >= 1

    @LEANS
    def test_the_margin_is_never_absurd(self, lean):
        assert all(0 < one.margin < 0.5 for one in measured(lean).backgrounds.values())

    def test_meaning_counts_in_margins_above_the_ground(self):
        background = Background(mean=(0.5, 0.0), margin=0.2)
        assert ground((1.0, 0.0), background) == 0.5
        assert meaning(0.9, 0.5, background) == pytest.approx(2)
        assert meaning(0.4, 0.5, background) == pytest.approx(-0.5)
