"""Two hits on one matter: the newer statement goes first."""

from __future__ import annotations

from datetime import datetime, timedelta

from dataclasses import replace

import pytest

from perdure import Policy
from perdure.domain.recall import Hit, Layer
from perdure.domain.space import SpaceName
from perdure.recall.like import TOP, newer_first
from perdure.recall.plan import plan
from tests.behaviour.requirements import requirement
from tests.unit.columns import NOW

ALICE, BOB = SpaceName("user", "alice"), SpaceName("user", "bob")


def hit(id: str, text: str, day: float, *, score: float = 0.5, space: SpaceName = ALICE) -> Hit:
    at: datetime = NOW + timedelta(days=day)
    return Hit(id=id, space=space, layer=Layer.MEMORY, kind="fact", text=text, score=score, at=at)


def ordered(
    query: str, *hits: Hit, alike=lambda one, other: True, known=lambda one, other: False, rare=None
) -> list[Hit]:
    asked = plan(query, Policy(), now=NOW)
    rare = dict.fromkeys(asked.terms[0], 1.0) if rare is None else rare
    return newer_first(hits, asked, rare, alike, known=known)


def ids(hits: list[Hit]) -> list[str]:
    return [one.id for one in hits]


QUERY = "which room is the launch review in"
ELM, OAK = "the launch review is in room Elm", "the launch review is in room Oak"


@requirement("R7")
@pytest.mark.parametrize(
    ("query", "older", "newer"),
    [
        (QUERY, ELM, OAK),
        ("发布评审在哪个会议室", "发布评审在一号会议室", "发布评审在二号会议室"),
        ("team lunch 在哪个餐厅", "team lunch 在 Elm 餐厅", "team lunch 在 Oak 餐厅"),
    ],
)
def test_of_two_statements_on_one_matter_the_newer_goes_first_and_the_older_says_so(query, older, newer):
    found = ordered(query, hit("old", older, 0, score=0.8), hit("new", newer, 1, score=0.7))
    assert ids(found) == ["new", "old"]
    assert [one.score for one in found] == [0.8, 0.7]
    assert [one.newer for one in found] == [None, "new"]


def test_what_stands_right_already_stays_and_the_older_is_marked():
    given = [hit("new", OAK, 1), hit("old", ELM, 0)]
    assert ordered(QUERY, *given) == [given[0], replace(given[1], newer="new")]


def test_of_two_of_one_moment_the_better_stays_first():
    given = [hit("one", ELM, 0), hit("two", OAK, 0)]
    assert ordered(QUERY, *given) == given


def test_of_three_the_newest_comes_first_and_every_older_one_is_marked():
    found = ordered(QUERY, hit("a", ELM, 0, score=0.9), hit("c", OAK, 2, score=0.8), hit("b", ELM + "!", 1, score=0.7))
    assert ids(found)[0] == "c"
    assert {one.id for one in found if one.newer} == {"a", "b"}
    found = ordered(QUERY, hit("a", ELM, 0), hit("b", ELM + "!", 1), hit("c", OAK, 2))
    assert ids(found)[0] == "c"
    assert {one.id for one in found if one.newer} == {"a", "b"}


@requirement("R2")
def test_statements_of_different_spaces_do_not_replace_each_other():
    given = [hit("old", ELM, 0), hit("new", OAK, 1, space=BOB)]
    assert ordered(QUERY, *given) == given


def test_what_is_not_alike_in_meaning_stays_where_it_is():
    given = [hit("old", ELM, 0), hit("new", OAK, 1)]
    assert ordered(QUERY, *given, alike=lambda one, other: False) == given


def test_only_hits_of_one_space_and_different_moments_are_compared():
    asked = []
    ordered(
        QUERY,
        hit("b", ELM, 1),
        hit("a", ELM, 1),
        hit("c", OAK, 2, space=BOB),
        alike=lambda one, other: asked.append((one.id, other.id)) or False,
    )
    assert asked == []
    ordered(QUERY, hit("a", ELM, 0), hit("b", OAK, 1), alike=lambda one, other: asked.append((one.id, other.id)))
    assert asked == [("b", "a")]


@pytest.mark.parametrize(
    ("query", "older", "newer"),
    [
        (QUERY, ELM, "which room the party was held we never learned"),
        ("发布评审在哪个会议室", "发布评审在一号会议室", "会议室今天下午开始停电，大家先回家休息"),
    ],
)
def test_statements_that_share_few_words_are_on_different_matters(query, older, newer):
    given = [hit("old", older, 0), hit("new", newer, 1)]
    assert ordered(query, *given) == given


@pytest.mark.parametrize(
    ("query", "older", "newer"),
    [
        (QUERY, "the launch review is in room Elm", "the launch retro is in room Elm"),
        ("发布评审在哪个会议室", "发布评审在一号会议室", "发布总结在一号会议室"),
    ],
)
def test_a_newer_one_that_answers_the_question_less_stays_behind(query, older, newer):
    given = [hit("old", older, 0), hit("new", newer, 1)]
    assert ordered(query, *given) == given


def test_one_that_hardly_answers_the_question_replaces_nothing():
    given = [hit("old", ELM, 0), hit("new", OAK, 1)]
    terms = dict.fromkeys(plan(QUERY, Policy(), now=NOW).terms[0], 0.1)
    assert ordered(QUERY, *given, rare={**terms, "kayak": 10.0}) == given
    assert ids(ordered(QUERY, *given, rare={**terms, "kayak": 0.1})) == ["new", "old"]


@pytest.mark.parametrize("rare", [{}, {"kayak": 0.0}])
def test_a_question_without_words_of_its_own_changes_nothing(rare):
    given = [hit("old", ELM, 0), hit("new", OAK, 1)]
    assert ordered(QUERY, *given, rare=rare) == given


def test_nothing_is_dropped_and_the_scores_still_fall():
    given = [hit(f"h{n}", ELM if n % 2 else OAK, (7 * n) % 12, score=1 - n / 20) for n in range(12)]
    found = ordered(QUERY, *given)
    assert sorted(ids(found)) == sorted(ids(given))
    assert [one.score for one in found] == [one.score for one in given]


def test_only_the_best_are_looked_at():
    given = [hit(f"h{n}", f"another matter {n}", 5) for n in range(TOP)]
    assert ordered(QUERY, *given[1:], hit("old", ELM, 0), hit("new", OAK, 1))[-2:] == [
        hit("old", ELM, 0),
        hit("new", OAK, 1),
    ]
    swapped = ordered(QUERY, *given[2:], hit("old", ELM, 0), hit("new", OAK, 1))
    assert ids(swapped)[-2:] == ["new", "old"]


@pytest.mark.parametrize("count", [0, 1])
def test_one_hit_or_none_is_as_it_was(count):
    given = [hit("old", ELM, 0)][:count]
    assert ordered(QUERY, *given) == given


def test_long_turns_on_one_subject_replace_nothing():
    more = " and the garden behind it" * 20
    given = [hit("old", ELM + more, 0), hit("new", OAK + more, 1)]
    assert ordered(QUERY, *given) == given


@requirement("R9")
def test_a_summary_says_again_what_was_said_and_is_no_newer_statement():
    old, new = hit("old", ELM, 0), hit("new", OAK, 1)
    for given in ([old, replace(new, layer=Layer.SUMMARY)], [replace(old, layer=Layer.SUMMARY), new]):
        assert ordered(QUERY, *given) == given


@requirement("R7")
@pytest.mark.parametrize(
    ("query", "older", "newer"),
    [
        ("点菜要不要放香菜", "我不吃香菜", "我现在吃香菜了"),
        ("去游泳池可以吗", "我不会游泳", "我学会游泳了"),
        ("shall we go to the pool", "I can't swim", "I learned to swim"),
    ],
)
def test_who_affirms_what_was_denied_stands_first_however_little_is_alike(query, older, newer):
    given = [hit("old", older, 0), hit("new", newer, 1)]
    assert ids(ordered(query, *given, alike=lambda one, other: False)) == ["new", "old"]
    assert ids(ordered(query, *given, known=lambda one, other: True)) == ["old", "new"]


@requirement("R7")
@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("I don't eat meat", "My wife eats meat"),
        ("我不吃辣", "我老婆吃辣"),
        ("I don't like tea", "I like coffee"),
        ("我不喝茶", "我喝咖啡"),
        ("天气不错，我去爬山", "天气好，我去爬山"),
    ],
)
def test_what_another_person_does_or_something_else_denies_nothing(older, newer):
    given = [hit("old", older, 0), hit("new", newer, 1)]
    assert ordered("meat tea 辣 茶 爬山", *given, alike=lambda one, other: False) == given


@requirement("R7")
@pytest.mark.parametrize(
    ("query", "older", "newer"),
    [
        ("用什么语言回复", "回复请用英文", "以后还是用中文回复我吧"),
        ("which language to reply in", "Reply in English", "From now on reply in Chinese please"),
    ],
)
def test_of_two_values_of_one_attribute_the_newer_stands_first(query, older, newer):
    assert ids(ordered(query, hit("old", older, 0), hit("new", newer, 1))) == ["new", "old"]
