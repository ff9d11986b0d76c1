"""What speaks for the candidates of one question."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from perdure import Policy
from perdure.domain.policy import Weights
from perdure.recall import floor
from perdure.recall.calibration import Calibration
from perdure.recall.evidence import NEAREST, Evidence, weigh
from perdure.recall.fusion import fuse
from perdure.recall.search import Found
from perdure.testing.store_suite.base import ALICE, BOB, entry, memory
from tests.behaviour.requirements import requirement
from tests.unit.columns import background
from tests.unit.shelf import Shelf

MARGIN = 0.1
FLAT = background(0, 0, 0, 0, margin=MARGIN)
CALIBRATION = Calibration(backgrounds={"en": FLAT, "zh": FLAT})
QUERY = (1.0, 0.0, 0.0, 0.0)


@pytest.fixture
def shelf(tmp_path):
    with Shelf(tmp_path) as opened:
        yield opened


def near(margins: float, axis: int = 0) -> tuple[float, ...]:
    """A unit vector whose cosine with that axis is so many margins."""
    vector = [0.0] * 4
    vector[axis] = margins * MARGIN
    vector[3] = math.sqrt(1 - vector[axis] ** 2)
    return tuple(vector)


def put(shelf: Shelf, *texts: str, vectors=(), space=ALICE) -> None:
    """Memories m0, m1, …; the first of them get these vectors."""
    records = [memory(f"m{n}", text, space=space) for n, text in enumerate(texts)]
    shelf.put(*records, space=space, vectors=dict(zip(texts, vectors, strict=False)))


def weighed(
    found: Found, *vectors, policy: Policy = Policy(), calibration: Calibration | None = CALIBRATION
) -> Evidence:
    fused = fuse(found.look.pool, {}, Weights())
    return weigh(found, fused, vectors, calibration, policy)


def asked(shelf: Shelf, query: str, *vectors, spaces=(ALICE,), policy: Policy = Policy(), **more) -> Evidence:
    return weighed(shelf.asked(query, *spaces, vectors=vectors, **more), *vectors, policy=policy)


@requirement("R10")
class TestMeaning:
    @pytest.mark.parametrize("query", ["where is my kayak", "我的皮艇在哪"])
    def test_it_counts_in_margins_above_the_ground(self, shelf, query):
        put(shelf, "a", "b", vectors=[near(3), near(-1)])
        assert asked(shelf, query, QUERY).meaning.tolist() == pytest.approx([3, -1], abs=0.15)

    def test_the_ground_is_that_of_the_language_of_the_question(self, shelf):
        put(shelf, "a", vectors=[near(5)])
        high = background(0.3, 0, 0, 0, margin=0.05)
        apart = Calibration(backgrounds={"en": FLAT, "zh": high})
        english = weighed(shelf.asked("my kayak", vectors=[QUERY]), QUERY, calibration=apart)
        chinese = weighed(shelf.asked("我的皮艇", vectors=[QUERY]), QUERY, calibration=apart)
        assert english.meaning.tolist() == pytest.approx([5], abs=0.2)
        assert chinese.meaning.tolist() == pytest.approx([4], abs=0.2)

    def test_a_clause_counts_where_it_is_nearer_than_the_whole(self, shelf):
        put(shelf, "a", "b", vectors=[near(2), near(4, axis=1)])
        query = "Where is my spare key? And what does my doctor say?"
        found = asked(shelf, query, QUERY, (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0))
        assert found.meaning.tolist() == pytest.approx([2, 4], abs=0.2)

    def test_turns_are_compared_with_the_voice_and_memories_with_the_nearer_of_both(self, shelf):
        records = [entry("e1", "a turn", speaker="Ana", at=memory("x", "y").created_at), memory("m1", "a memory")]
        both = (0.2, 0.5, 0.0, math.sqrt(1 - 0.29))
        shelf.put(*records, vectors={"a turn": both, "a memory": both})
        ground = background(0.1, 0.3, 0, 0, margin=MARGIN)
        vectors = (QUERY, (0.0, 1.0, 0.0, 0.0))
        found = weighed(
            shelf.asked("what did Ana paint", vectors=vectors),
            *vectors,
            calibration=Calibration(backgrounds={"en": ground, "zh": ground}),
        )
        assert found.meaning.tolist() == pytest.approx([2, 2], abs=0.2)

    def test_what_has_no_vector_has_none(self, shelf):
        put(shelf, "kayak one", "kayak two", vectors=[near(3)])
        assert np.isnan(asked(shelf, "my kayak", QUERY).meaning).tolist() == [False, True]
        assert np.isnan(weighed(shelf.asked("my kayak"), QUERY).meaning).all()
        assert np.isnan(weighed(shelf.asked("my kayak", vectors=[QUERY]), QUERY, calibration=None).meaning).all()

    def test_a_candidate_tells_what_it_has_of_what_it_needs(self):
        found = Evidence(whole=1, meaning=np.array([1, 0.25, -2, np.nan]), kept=np.ones(4, np.bool_))
        assert [found.at(n) for n in range(4)] == [1 / floor.ITEM_SHARE, 0.25 / floor.ITEM_SHARE, 0, 0]


@requirement("R10")
class TestTheQuestion:
    def test_meaning_alone_can_answer_it(self, shelf):
        put(shelf, "a", vectors=[near(4)])
        found = asked(shelf, "my kayak", QUERY)
        assert found.whole == pytest.approx(4 / floor.needed(1, personal=True), abs=0.2)
        assert found.kept.all()

    def test_what_is_near_by_chance_answers_nothing(self, shelf):
        put(shelf, "a", "b", vectors=[near(0.7), near(0.1)])
        found = asked(shelf, "my kayak", QUERY)
        assert 0 < found.whole < 1
        assert not found.kept.any()

    @pytest.mark.parametrize(
        ("text", "query"),
        [("the kayak is in the shed", "my kayak shed"), ("皮艇在车库", "我的皮艇在车库吗")],
    )
    def test_words_add_to_meaning(self, shelf, text, query):
        put(shelf, text, "b", vectors=[near(0.8), near(0.1)])
        assert asked(shelf, query, QUERY).whole > 1 > 0.8 / floor.needed(2, personal=True)

    def test_words_alone_answer_where_there_is_no_vector(self, shelf):
        put(shelf, "the kayak is in the shed", "皮艇在车库")
        for query, kept in (("kayak shed", [True]), ("皮艇在车库吗", [True])):
            found = weighed(shelf.asked(query))
            assert found.whole > 1
            assert found.kept.tolist() == kept

    def test_a_common_word_alone_does_not(self, shelf):
        put(shelf, *[f"meeting number {n}" for n in range(80)])
        found = weighed(shelf.asked("meeting about zxqv flumptious quokkas"))
        assert found.whole < 1
        assert not found.kept.any()

    def test_the_speaker_is_one_of_the_words(self, shelf):
        shelf.put(*(entry(f"e{n}", f"the boat {n}", speaker="Ana" if n == 3 else "Bob") for n in range(10)))
        every_word = 1 / floor.WORDS_ALONE
        assert weighed(shelf.asked("Ana boat")).whole == pytest.approx(every_word)
        assert weighed(shelf.asked("Carol boat")).whole < every_word

    def test_the_same_answer_is_less_in_a_larger_space(self, shelf):
        put(shelf, "a", vectors=[near(1.4)])
        found = shelf.asked("my kayak", vectors=[QUERY])
        larger = replace(found, spaces=[replace(one, passages=100_000) for one in found.spaces])
        assert weighed(found, QUERY).whole > 1 > weighed(larger, QUERY).whole

    def test_a_question_about_nobody_here_needs_more(self, shelf):
        put(shelf, "a", vectors=[near(1.1)])
        assert asked(shelf, "is my kayak blue", QUERY).whole > asked(shelf, "is a kayak blue", QUERY).whole
        assert asked(shelf, "我的皮艇是蓝的吗", QUERY).whole > asked(shelf, "这条皮艇是蓝的吗", QUERY).whole

    def test_the_nearest_is_judged_however_far_down_it_stands(self, shelf):
        put(shelf, *[f"kayak {n}" for n in range(20)], "z", vectors=[*[near(0.2)] * 20, near(3)])
        found = shelf.asked("kayak", vectors=[QUERY])
        fused = fuse(found.look.pool, {}, Weights(dense=0, lexical=1))
        assert fused.order[-NEAREST:].tolist()[-1] == 20
        assert weigh(found, fused, [QUERY], CALIBRATION, Policy()).meaning[20] == pytest.approx(3, abs=0.15)
        assert weigh(found, fused, [QUERY], CALIBRATION, Policy()).whole > 2

    def test_the_best_by_words_is_judged_however_far_down_it_stands(self, shelf):
        put(shelf, *[f"note {n}" for n in range(20)], "kayak shed", vectors=[*[near(0.5)] * 20, near(-2)])
        found = shelf.asked("kayak shed", vectors=[QUERY])
        fused = fuse(found.look.pool, {}, Weights(dense=1, lexical=0))
        assert fused.order.tolist()[-1] == 20
        assert weigh(found, fused, [QUERY], CALIBRATION, Policy()).whole > 1

    def test_of_nothing_there_is_no_evidence(self, shelf):
        shelf.put(memory("m1", "tea"))
        found = weighed(shelf.asked("kayak"))
        assert found.whole == 0
        assert len(found.kept) == len(found.meaning) == 0

    @requirement("R2")
    def test_words_are_as_rare_as_their_own_space_has_them(self, shelf):
        put(shelf, *[f"kayak {n}" for n in range(80)], *[f"other {n}" for n in range(80)])
        put(shelf, "the shed", *[f"other {n}" for n in range(159)], space=BOB)
        apart = {name: weighed(shelf.asked("kayak shed", name)).whole for name in (ALICE, BOB)}
        assert apart[BOB] > apart[ALICE]
        assert weighed(shelf.asked("kayak shed", ALICE, BOB)).whole == pytest.approx(max(apart.values()))


@requirement("R10")
class TestTheCandidates:
    def test_once_it_is_answered_what_is_near_or_has_a_word_may_come_back(self, shelf):
        put(shelf, "a", "the kayak", "c", "d", vectors=[near(4), near(-1), near(0.6), near(0.3)])
        assert asked(shelf, "my kayak", QUERY).kept.tolist() == [True, True, True, False]

    def test_without_a_vector_a_word_is_asked_of_it(self, shelf):
        put(shelf, "kayak one", "kayak two", "three", vectors=[near(4)])
        found = asked(shelf, "my kayak", QUERY)
        assert found.kept.tolist() == [True, True]

    def test_a_higher_floor_keeps_fewer_and_asks_more_of_the_question(self, shelf):
        put(shelf, "a", "c", vectors=[near(4), near(0.6)])
        assert asked(shelf, "my kayak", QUERY, policy=Policy(floor=2.0)).kept.tolist() == [True, False]
        assert not asked(shelf, "my kayak", QUERY, policy=Policy(floor=5.0)).kept.any()

    def test_a_lower_floor_keeps_more(self, shelf):
        put(shelf, "a", "b", vectors=[near(0.6), near(0.2)])
        assert asked(shelf, "my kayak", QUERY, policy=Policy(floor=0.4)).kept.tolist() == [True, True]

    @pytest.mark.parametrize("calibration", [CALIBRATION, None])
    def test_a_floor_of_zero_keeps_everything(self, shelf, calibration):
        put(shelf, "a", "b", "kayak", vectors=[near(-5), near(-1)])
        found = shelf.asked("my kayak", vectors=[QUERY])
        assert weighed(found, QUERY, policy=Policy(floor=0), calibration=calibration).kept.tolist() == [True] * 3


@requirement("R1", "R10")
class TestASingleCharacter:
    @pytest.mark.parametrize(("query", "has"), [("静", "我妻子叫李静"), ("靜", "我妻子叫李静"), ("v", "plan v")])
    def test_beside_what_has_it_the_rest_must_be_an_answer_by_itself(self, shelf, query, has):
        between = (floor.ITEM_SHARE + floor.needed(floor.LEAST_SIZE, personal=False)) / 2
        put(shelf, has, "weak", "strong", vectors=[near(0), near(between), near(9)])
        assert asked(shelf, query, QUERY).kept.tolist() == [True, False, True]

    def test_where_nothing_has_it_meaning_decides_as_ever(self, shelf):
        put(shelf, "weak", "strong", vectors=[near(0.7), near(9)])
        assert asked(shelf, "静", QUERY).kept.tolist() == [True, True]

    def test_a_word_of_two_characters_is_none(self, shelf):
        put(shelf, "我妻子叫李静", "weak", vectors=[near(9), near(0.7)])
        assert asked(shelf, "李静", QUERY).kept.tolist() == [True, True]
