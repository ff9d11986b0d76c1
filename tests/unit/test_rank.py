"""Candidates into hits: one an item, settled turns out, turns behind their memory, repeats once, the best k."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest

from perdure import Memory, Policy, Source, Status
from perdure.capture.changes import change_between
from perdure.domain.link import Link, Relation
from perdure.domain.policy import SEED, Weights
from perdure.domain.recall import Layer
from perdure.domain.trace import Covered, OverLimit, Repeated, Settled
from perdure.recall.evidence import Evidence, Judged
from perdure.recall.fusion import Fused, fuse
from perdure.recall.rank import SPARE, Places, Ranking, rank
from perdure.recall.search import Found
from perdure.testing.store_suite.base import ALICE, AT, BOB, NOW, entry, memory
from tests.behaviour.requirements import requirement
from tests.unit.columns import background
from tests.unit.shelf import Shelf


@pytest.fixture
def shelf(tmp_path):
    with Shelf(tmp_path) as opened:
        yield opened


def enough(found: Found, *, whole: float = 2.0, without: Sequence[int] = ()) -> Evidence:
    """Evidence that keeps every candidate but those at some positions."""
    size = len(found.look.pool)
    kept = np.isin(np.arange(size), without, invert=True)
    return Evidence(whole=whole, meaning=np.full(size, np.nan, np.float32), kept=kept)


def by(*scores: float) -> Fused:
    values = np.array(scores, np.float32)
    return Fused(score=values, parts={"lexical": values}, order=np.argsort(-values, kind="stable"))


def ranked(
    found: Found, fused: Fused | None = None, *, k: int = 5, policy: Policy = Policy(), reranker=None, **more
) -> Ranking:
    fused = fused or fuse(found.look.pool, {}, Weights())
    judged = Judged(found=found, fused=fused, evidence=enough(found, **more))
    return rank(judged, Places(found.look), k=k, policy=policy, reranker=reranker)


def ids(ranking: Ranking) -> list[str]:
    return [hit.id for hit in ranking.hits]


def resting(id: str, text: str, *turns: str, **fields) -> Memory:
    return memory(id, text, source=Source(turns=turns), **fields)


class TestHits:
    @requirement("R6")
    def test_memories_summaries_and_turns_come_in_one_shape_and_one_order(self, shelf):
        shelf.put(
            memory("m1", "the kayak is blue", kind="fact"),
            memory("m2", "a week of kayak repairs", kind="summary"),
            entry("e1", "我的 kayak 在车库", ref="t-17"),
            entry("e2", "another kayak"),
        )
        hits = ranked(shelf.asked("kayak"), by(4, 3, 2, 1)).hits
        order = [hit.id for hit in hits]
        assert sorted(order) == ["e1", "e2", "m1", "m2"]
        shown = {hit.id: hit for hit in hits}
        assert {id: hit.layer for id, hit in shown.items()} == {
            "m1": Layer.MEMORY,
            "m2": Layer.SUMMARY,
            "e1": Layer.JOURNAL,
            "e2": Layer.JOURNAL,
        }
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
        assert all(0 <= hit.score <= 1 and hit.space == ALICE for hit in hits)
        assert (shown["e1"].refs, shown["e2"].refs, shown["m1"].refs) == (("t-17",), ("e2",), ())
        assert shown["m1"].memory.text == shown["m1"].text == "the kayak is blue"
        assert (shown["e1"].entry.id, shown["e1"].kind, shown["m1"].entry) == ("e1", "turn", None)

    @requirement("R15")
    def test_a_hit_carries_its_signals_and_what_became_of_them(self, shelf):
        shelf.put(memory("m1", "the kayak is blue"))
        (hit,) = ranked(shelf.asked("kayak"), by(4)).hits
        assert set(hit.parts) == {"lexical", "relevance", "strength", "decay"}
        assert hit.parts["relevance"] == pytest.approx(0.75)

    @requirement("R13")
    def test_a_memory_of_several_passages_is_one_hit_of_its_best_passage(self, shelf):
        shelf.put(memory("m1", "kayak. " * 1200 + "the shed"), memory("m2", "another kayak"))
        found = shelf.asked("kayak")
        size = len(found.look.pool)
        assert size > 2
        scores = [0.0] * size
        scores[1] = 5.0
        scores[-1] = 1.0
        ranking = ranked(found, by(*scores))
        assert ids(ranking) == ["m1", "m2"]
        assert ranking.hits[0].parts["lexical"] == 5

    def test_a_memory_tells_the_callers_ids_of_the_turns_it_rests_on_in_their_order(self, shelf):
        turns = [entry("e1", "one", ref="t-1"), entry("e2", "two"), entry("e3", "three", ref="t-3")]
        shelf.put(*turns, resting("m1", "the kayak is blue", "e2", "e3"))
        assert ranked(shelf.asked("kayak"), by(1)).hits[0].refs == ("e2", "t-3")

    @requirement("R2")
    def test_items_of_different_spaces_are_told_apart_by_their_space(self, shelf):
        shelf.put(entry("e1", "one", ref="a"), resting("m1", "the kayak is blue", "e1"))
        shelf.put(entry("e1", "one", ref="b", space=BOB), resting("m1", "the kayak is red", "e1", space=BOB), space=BOB)
        hits = ranked(shelf.asked("kayak", ALICE, BOB), by(2, 1)).hits
        assert [(hit.space, hit.text, hit.refs) for hit in hits] == [
            (ALICE, "the kayak is blue", ("a",)),
            (BOB, "the kayak is red", ("b",)),
        ]

    def test_what_the_floor_held_back_does_not_come_back(self, shelf):
        shelf.put(memory("m1", "kayak one"), memory("m2", "kayak two"))
        ranking = ranked(shelf.asked("kayak"), by(2, 1), without=[0])
        assert ids(ranking) == ["m2"]
        assert ranked(shelf.asked("kayak"), by(2, 1), without=[0, 1]) == Ranking()

    def test_the_surer_the_answer_the_higher_the_scores(self, shelf):
        shelf.put(memory("m1", "kayak one"))
        scores = [ranked(shelf.asked("kayak"), by(1), whole=whole).hits[0].score for whole in (0.5, 1.0, 4.0)]
        assert scores == sorted(set(scores))


class TestTheBest:
    def test_k_come_back_and_the_rest_are_over_the_limit_with_their_rank(self, shelf):
        shelf.put(*(memory(f"m{n}", f"kayak {n}") for n in range(4)))
        ranking = ranked(shelf.asked("kayak"), by(1, 2, 3, 4), k=2)
        assert ids(ranking) == ["m3", "m2"]
        assert ranking.dropped == (OverLimit(id="m1", rank=3, limit=2), OverLimit(id="m0", rank=4, limit=2))
        assert ranking.fell == 0

    @requirement("R3")
    def test_of_two_as_relevant_the_fresher_comes_first(self, shelf):
        shelf.put(
            memory("m1", "kayak one", updated_at=NOW - timedelta(days=300)),
            memory("m2", "kayak two", updated_at=NOW - timedelta(days=1)),
        )
        assert ids(ranked(shelf.asked("kayak"), by(1, 1))) == ["m2", "m1"]
        assert ids(ranked(shelf.asked("kayak"), by(2, 1))) == ["m1", "m2"]
        assert ids(ranked(shelf.asked("kayak"), by(1.5, 1), policy=Policy(blend=SEED))) == ["m2", "m1"]

    def test_where_many_fall_away_more_are_read_until_there_are_k(self, shelf):
        repeats = [memory(f"m{n:02}", "the same kayak") for n in range(3 * SPARE)]
        shelf.put(*repeats, memory("last", "another kayak"))
        found = shelf.asked("kayak")
        ranking = ranked(found, by(*range(len(repeats) + 1, 0, -1)), k=2)
        assert ids(ranking) == ["m00", "last"]
        assert ranking.fell == len(repeats) - 1

    def test_no_more_than_there_is_comes_back(self, shelf):
        shelf.put(*(memory(f"m{n}", "the same kayak") for n in range(3)))
        ranking = ranked(shelf.asked("kayak"), by(3, 2, 1), k=5)
        assert ids(ranking) == ["m0"]
        assert ranking.dropped == (Repeated(id="m1", by="m0"), Repeated(id="m2", by="m0"))


class TestRepeats:
    @pytest.mark.parametrize(
        ("one", "again"), [("The kayak is blue.", "the  KAYAK is blue"), ("皮艇是藍色的", "皮艇是蓝色的。")]
    )
    def test_the_same_words_come_back_once_and_the_first_stands_for_them(self, shelf, one, again):
        shelf.put(entry("e1", one), entry("e2", again))
        ranking = ranked(shelf.asked("kayak 皮艇"), by(1, 2))
        assert ids(ranking) == ["e2"]
        assert ranking.dropped == (Repeated(id="e1", by="e2"),)

    def test_a_memory_stands_for_a_turn_of_the_same_words_and_takes_its_place(self, shelf):
        shelf.put(entry("e1", "the kayak is blue"), memory("m1", "The kayak is blue"), entry("e2", "a kayak"))
        found = shelf.asked("kayak")
        owners = [passage.owner for passage in Places(found.look).at(np.arange(3))]
        score = {"e1": 5.0, "e2": 4.0, "m1": 1.0}
        ranking = ranked(found, by(*(score[owner] for owner in owners)))
        assert ids(ranking) == ["m1", "e2"]
        assert ranking.dropped == (Repeated(id="e1", by="m1"),)
        assert ranking.hits[0].parts["lexical"] == 5

    def test_other_numbers_are_other_words(self, shelf):
        shelf.put(entry("e1", "kayak 5 mW"), entry("e2", "kayak 5 MW"), entry("e3", "kayak 6 MW"))
        assert len(ranked(shelf.asked("kayak"), by(3, 2, 1)).hits) == 3


@requirement("R7")
class TestTheSameInOtherWords:
    def put(self, shelf, *pairs: tuple[str, str]):
        days = {"m1": 0, "m2": 2, "m3": 1}
        shelf.put(*(memory(id, f"kayak {id}", holds_from=AT + timedelta(days=day)) for id, day in days.items()))
        shelf.link(*(Link(memory=one, other=two, relation=Relation.REPEATED, at=AT) for one, two in pairs))

    @pytest.mark.parametrize("pair", [("m1", "m2"), ("m2", "m1")])
    @pytest.mark.parametrize("scores", [(5, 3, 4), (3, 5, 4)])
    def test_the_newer_stands_for_both_at_the_place_of_the_better(self, shelf, pair, scores):
        self.put(shelf, pair)
        ranking = ranked(shelf.asked("kayak"), by(*scores))
        assert ids(ranking) == ["m2", "m3"]
        assert ranking.dropped == (Repeated(id="m1", by="m2"),)
        assert ranking.hits[0].parts["lexical"] == 5
        assert ranking.fell == 1

    def test_of_several_one_is_left(self, shelf):
        self.put(shelf, ("m1", "m2"), ("m2", "m3"))
        ranking = ranked(shelf.asked("kayak"), by(5, 4, 3))
        assert ids(ranking) == ["m2"]
        assert {item.id for item in ranking.dropped} == {"m1", "m3"}

    @pytest.mark.parametrize("moment", ["as_of", "known_at"])
    def test_of_a_past_moment_both_come_back(self, shelf, moment):
        self.put(shelf, ("m1", "m2"))
        assert len(ranked(shelf.asked("kayak", **{moment: NOW}), by(5, 4, 3)).hits) == 3


@requirement("L6")
class TestTurns:
    def test_a_memory_stands_for_the_turns_it_rests_on_at_the_place_of_the_best(self, shelf):
        shelf.put(entry("e1", "my kayak, you know"), entry("e2", "a kayak"), entry("e3", "so, the kayak"))
        shelf.put(resting("m1", "alice has a kayak", "e1", "e3"))
        ranking = ranked(shelf.asked("kayak"), by(5, 4, 3, 1))
        assert ids(ranking) == ["m1", "e2"]
        assert set(ranking.dropped) == {Covered(id="e1", by="m1"), Covered(id="e3", by="m1")}
        assert ranking.hits[0].refs == ("e1", "e3")
        assert ranking.hits[0].parts["lexical"] == 5

    @pytest.mark.parametrize("status", [Status.SUPERSEDED, Status.FORGOTTEN, Status.ARCHIVED])
    def test_a_turn_whose_memories_are_past_is_settled(self, shelf, status):
        shelf.put(entry("e1", "my kayak is red"), entry("e2", "a kayak"))
        shelf.put(resting("m1", "alice has a red kayak", "e1", status=status))
        ranking = ranked(shelf.asked("kayak"), by(2, 1))
        assert ids(ranking) == ["e2"]
        assert ranking.dropped == (Settled(id="e1", memories=("m1",)),)
        assert ranking.fell == 1

    def test_a_turn_with_one_memory_that_holds_is_not(self, shelf):
        shelf.put(entry("e1", "my kayak is red and my tent is green"))
        shelf.put(resting("m1", "alice has a red kayak", "e1", status=Status.SUPERSEDED))
        shelf.put(resting("m2", "her tent is green", "e1"))
        assert ids(ranked(shelf.asked("kayak"), by(2))) == ["e1"]

    @pytest.mark.parametrize("moment", ["as_of", "known_at"])
    def test_of_a_past_moment_nothing_is_settled(self, shelf, moment):
        shelf.put(entry("e1", "my kayak is red"))
        shelf.put(resting("m1", "a red boat", "e1", status=Status.FORGOTTEN))
        assert "e1" in ids(ranked(shelf.asked("kayak", **{moment: NOW}), by(2)))

    @requirement("R2")
    def test_a_memory_covers_and_settles_turns_of_its_own_space_only(self, shelf):
        shelf.put(entry("e1", "my kayak, you know"))
        shelf.put(entry("e1", "the kayak", space=BOB), resting("m1", "bob has a kayak", "e1", space=BOB), space=BOB)
        ranking = ranked(shelf.asked("kayak", ALICE, BOB), by(3, 2, 1))
        assert [(hit.space, hit.id) for hit in ranking.hits] == [(ALICE, "e1"), (BOB, "m1")]
        assert ranking.dropped == (Covered(id="e1", by="m1"),)


@requirement("R8")
class TestThePast:
    def test_a_memory_comes_back_as_it_was_known_then(self, shelf):
        first = memory("m1", "the kayak is red", tags=("old",))
        second = replace(first, text="the kayak is blue", tags=("new",), version=2)
        shelf.put(second)
        change = change_between(first, second, at=AT + timedelta(days=10), actor="local", action="corrected")
        shelf.tell(change)
        (then,) = ranked(shelf.asked("kayak", known_at=AT + timedelta(days=5)), by(1)).hits
        assert (then.text, then.memory.tags, then.memory.version) == ("the kayak is red", ("old",), 1)
        (later,) = ranked(shelf.asked("kayak", known_at=AT + timedelta(days=10)), by(1)).hits
        (now,) = ranked(shelf.asked("kayak"), by(1)).hits
        assert later.text == now.text == "the kayak is blue"


@requirement("R7")
class TestNewer:
    OLD = memory("old", "the launch review is in room Elm", updated_at=AT, holds_from=AT - timedelta(days=9))
    NEW = memory("new", "the launch review is in room Oak", updated_at=AT)

    def put(self, shelf, *, near: float):
        self.VECTORS = {self.OLD.text: (1.0, 0.0), self.NEW.text: (near, (1 - near**2) ** 0.5)}
        shelf.put(self.OLD, self.NEW, vectors=self.VECTORS)

    def asked(self, shelf, **more):
        return shelf.asked("launch review room", vectors=[(1.0, 0.0)], **more)

    def test_the_newer_of_two_statements_on_one_matter_goes_first(self, shelf):
        self.put(shelf, near=0.95)
        hits = ranked(self.asked(shelf, background=background()), by(2, 1)).hits
        assert [(hit.id, hit.newer) for hit in hits] == [("new", None), ("old", "new")]
        assert hits[0].score > hits[1].score

    def test_what_is_not_alike_keeps_its_place(self, shelf):
        self.put(shelf, near=0.8)
        hits = ranked(self.asked(shelf, background=background()), by(2, 1)).hits
        assert [(hit.id, hit.newer) for hit in hits] == [("old", None), ("new", None)]

    def test_how_near_is_alike_is_what_the_embedder_says(self, shelf):
        self.put(shelf, near=0.8)
        assert ids(ranked(self.asked(shelf, background=background(like=0.7)), by(2, 1))) == ["new", "old"]
        assert ids(ranked(self.asked(shelf), by(2, 1))) == ["old", "new"]


class Backwards:
    """A reranker that likes texts the better the further back they stand in the alphabet."""

    def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        return [float(ord(text[0])) for text in texts]


@requirement("R4")
class TestReranking:
    def test_it_decides_the_order_and_the_scores_keep_their_places(self, shelf):
        shelf.put(*(memory(letter, f"{letter} kayak") for letter in "abc"))
        found = shelf.asked("kayak")
        plain, again = ranked(found, by(3, 2, 1)), ranked(found, by(3, 2, 1), reranker=Backwards())
        assert (ids(plain), ids(again)) == (["a", "b", "c"], ["c", "b", "a"])
        assert [hit.score for hit in again.hits] == [hit.score for hit in plain.hits]
        assert [hit.parts["rerank"] for hit in again.hits] == [99, 98, 97]

    def test_what_it_likes_best_can_come_from_beyond_k(self, shelf):
        shelf.put(*(memory(letter, f"{letter} kayak") for letter in "abc"))
        assert ids(ranked(shelf.asked("kayak"), by(3, 2, 1), k=1, reranker=Backwards())) == ["c"]


class TestPlaces:
    def test_passages_come_in_the_order_asked_for_over_all_spaces(self, shelf):
        shelf.put(memory("m1", "kayak one"), memory("m2", "kayak two"))
        shelf.put(memory("m3", "kayak three", space=BOB), space=BOB)
        places = Places(shelf.asked("kayak", ALICE, BOB).look)
        assert [passage.owner for passage in places.at(np.array([2, 0]))] == ["m3", "m1"]
        assert [passage.owner for passage in places.at(np.array([1, 0, 2, 1]))] == ["m2", "m1", "m3", "m2"]
        assert places.at(np.array([], np.int64)) == []

    def test_a_passage_is_read_once(self, shelf):
        shelf.put(memory("m1", "kayak one"))
        places = Places(shelf.asked("kayak").look)
        assert places.at(np.array([0]))[0] is places.at(np.array([0]))[0]
