"""What links say of hits: counted once, in the right order, labelled."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from itertools import permutations

import pytest

from perdure.domain.link import Relation
from perdure.domain.recall import Hit, Layer, telling
from perdure.recall.ties import Tie, repeats, resolved, tied
from perdure.testing.store_suite.base import ALICE, BOB, NOW, memory
from tests.behaviour.requirements import requirement


def hit(id: str, day: float = 0, *, score: float = 0.5, space=ALICE, **fields) -> Hit:
    at = NOW + timedelta(days=day)
    known = memory(id, id, holds_from=at, space=space, **fields)
    return Hit(id=id, space=space, layer=Layer.MEMORY, kind="fact", text=id, score=score, at=at, memory=known)


def tie(first: str, second: str, relation: str = "outdated", space=ALICE) -> Tie:
    return Tie((space, first), (space, second), Relation(relation))


def shown(hits, ties, current=()) -> list[Hit]:
    return resolved(hits, ties, now=NOW, current={(ALICE, name) for name in current})


def ids(hits) -> list[str]:
    return [one.id for one in hits]


@requirement("R7")
class TestOrder:
    def test_the_newer_stands_before_what_it_may_have_outdated_which_says_so(self):
        found = shown([hit("old", 0, score=0.9), hit("x", score=0.8), hit("new", 1, score=0.3)], [tie("old", "new")])
        assert ids(found) == ["new", "old", "x"]
        assert [one.score for one in found] == [0.9, 0.8, 0.3]
        assert [one.newer for one in found] == [None, "new", None]

    def test_what_stands_right_stays_and_is_labelled(self):
        given = [hit("new", 1), hit("x"), hit("old", 0)]
        assert shown(given, [tie("old", "new")]) == [*given[:2], replace(given[2], newer="new")]

    def test_of_a_chain_the_newest_comes_first_however_it_was_linked(self):
        hits = [hit("a", 0), hit("b", 1), hit("c", 2)]
        for ties in permutations([tie("a", "b"), tie("b", "c"), tie("a", "c")]):
            found = shown(hits, ties)
            assert ids(found) == ["c", "b", "a"]
            assert [one.newer for one in found] == [None, "c", "c"]

    def test_a_newer_one_that_is_no_hit_still_casts_doubt_while_it_holds(self):
        given = [hit("old"), hit("x")]
        assert shown(given, [tie("old", "new")], current=["new"])[0] == replace(given[0], outdated="new")
        assert shown(given, [tie("old", "new")]) == given

    def test_what_holds_for_a_while_stands_before_what_it_covers_and_that_says_so(self):
        cover = hit("trip", 1, expires_at=NOW + timedelta(days=2))
        found = shown([hit("home"), cover], [tie("home", "trip", "covered")])
        assert ids(found) == ["trip", "home"]
        assert found[1].covered == "trip"

    def test_once_the_cover_is_over_it_covers_nothing(self):
        given = [hit("home"), hit("trip", 1, expires_at=NOW)]
        assert shown(given, [tie("home", "trip", "covered")]) == given

    @pytest.mark.parametrize("relation", ["refined", "repeated", "summarised"])
    def test_what_does_not_contradict_stays_where_it_is(self, relation):
        given = [hit("old"), hit("new", 1)]
        assert shown(given, [tie("old", "new", relation)], current=["new"]) == given

    @requirement("R2")
    def test_a_link_of_one_space_says_nothing_of_another(self):
        given = [hit("old"), hit("new", 1)]
        assert shown(given, [tie("old", "new", space=BOB)]) == given

    def test_nothing_is_lost_and_scores_stay_with_their_places(self):
        days = zip("abcdef", (3, 1, 4, 0, 5, 2), strict=True)
        hits = [hit(name, day, score=1 - n / 10) for n, (name, day) in enumerate(days)]
        ties = [tie("a", "c"), tie("b", "f"), tie("d", "a"), tie("c", "e")]
        found = shown(hits, ties)
        assert sorted(ids(found)) == sorted(ids(hits))
        assert [one.score for one in found] == [one.score for one in hits]
        place = ids(found).index
        assert all(place(one.second[1]) < place(one.first[1]) for one in ties)


def test_what_says_the_same_is_known_from_either_side():
    a, b, c = ((ALICE, name) for name in "abc")
    same = repeats([tie("a", "b", "repeated"), tie("c", "a", "repeated"), tie("b", "c", "refined")])
    assert same == {a: {b, c}, b: {a}, c: {a}}


def test_two_are_tied_in_either_order():
    assert frozenset(((ALICE, "b"), (ALICE, "a"))) in tied([tie("a", "b", "refined")])


@requirement("S8")
class TestTelling:
    def test_what_is_less_than_half_as_good_as_the_best_does_not_count_as_recalled(self):
        given = [hit("a", score=0.8), hit("b", score=0.4), hit("c", score=0.39)]
        assert ids(telling(given)) == ["a", "b"]

    def test_a_weak_best_still_counts(self):
        assert ids(telling([hit("a", score=0.1), hit("b", score=0.04)])) == ["a"]
        assert telling([]) == ()
        assert ids(telling([hit("a", score=0.0)])) == ["a"]
