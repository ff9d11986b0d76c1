"""A change of mind within a session leaves one statement."""

from __future__ import annotations

from datetime import timedelta

import pytest

from perdure.capture.extract import propose
from perdure.capture.extract.amends import amended
from tests.unit.test_extract import WEDNESDAY, said, texts


@pytest.mark.parametrize(
    ("first", "then", "left"),
    [
        ("I live in Berlin", "Sorry, I live in Hamburg", "I live in Hamburg"),
        ("I prefer tea", "Actually, I prefer coffee", "I prefer coffee"),
        ("我住在北京", "不对，我住在天津", "我住在天津"),
        ("桌游我不太喜欢", "其实合作类的桌游我挺喜欢的", "合作类的桌游我挺喜欢的"),
    ],
)
def test_the_last_word_stays(first, then, left):
    (found,) = texts(first, ("assistant", "ok"), then)
    assert left in found


def test_what_was_said_twice_is_one_statement_that_rests_on_both():
    (found,) = propose(said("I live in Berlin", "I LIVE in Berlin!"))
    assert (found.text, found.entries) == ("I live in Berlin", ("e0", "e1"))


def test_what_two_people_say_of_themselves_stands_side_by_side():
    found = texts(("Ana", "I live in Berlin"), ("Bo", "I live in Hamburg"))
    assert found == ["Ana: I live in Berlin", "Bo: I live in Hamburg"]


def test_statements_far_apart_are_both_kept_for_the_record():
    earlier, later = said("I live in Berlin"), said("hm", "I live in Hamburg", at=WEDNESDAY + timedelta(days=9))
    assert len(propose([*earlier, later[1]])) == 2


def test_different_matters_do_not_take_each_other_back():
    assert len(texts("I live in Berlin", "I prefer tea", "Actually, my deadline is on June 3")) == 3


@pytest.mark.parametrize(
    ("told", "correction", "right"),
    [
        ("My birthday is May 4", "Sorry, I meant May 14", "My birthday is May 14"),
        ("我的生日是5月4号", "不对，是5月14号", "我的生日是5月14号"),
        ("The budget is 4800 euros", "oops, 8400", "The budget is 8400 euros"),
        ("I work in Rome", "no, not Rome but Milan", "I work in Milan"),
        ("我在北京工作", "不对，不是北京，是天津", "我在天津工作"),
    ],
)
def test_a_bare_correction_puts_its_value_in_place(told, correction, right):
    assert amended(told, correction, WEDNESDAY) == right
    (found,) = propose(said(told, ("assistant", "ok"), correction))
    assert (found.text, found.entries) == (right, ("e0", "e2"))


@pytest.mark.parametrize(
    "correction",
    ["Sorry, I have to go", "May 14", "不对吧", "actually I like tea", "no", "sorry, 3 or 4 of them on May 5"],
)
def test_what_gives_no_value_of_the_same_sort_changes_nothing(correction):
    assert amended("My birthday is May 4", correction, WEDNESDAY) is None
