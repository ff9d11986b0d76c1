"""How conversations are scored."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from perdure.evaluate import LANGUAGES, SCENES, Fact, Scene, Tally, evaluate, judged, load
from perdure.evaluate.score import Kept


def scene(*facts: Fact) -> Scene:
    return Scene(id="en-02", language="en", scene="identity", sessions=(), facts=facts)


BERLIN = Fact(text="lives in Berlin", turns=(3,), must=("live", "berlin"))
BEES = Fact(text="keeps bees", turns=(5,), must=("bees",), optional=True)


def kept(text: str, *turns: int) -> Kept:
    return Kept(text, frozenset(turns))


def test_a_memory_is_right_when_it_has_the_words_and_rests_on_the_turn():
    tally = judged(scene(BERLIN), [kept("I live in BERLIN", 3)])
    assert (tally.precision, tally.recall) == (1.0, 1.0)


@pytest.mark.parametrize("memory", [kept("I live in Rome", 3), kept("I live in Berlin", 4), kept("I live in Berlin")])
def test_other_words_or_other_turns_are_wrong(memory):
    tally = judged(scene(BERLIN), [memory])
    assert (tally.precision, tally.recall) == (0.0, 0.0)


def test_an_optional_fact_counts_for_precision_alone():
    assert judged(scene(BERLIN, BEES), [kept("I live in Berlin", 3)]).recall == 1.0
    assert judged(scene(BERLIN, BEES), [kept("I keep bees", 5)]).precision == 1.0


def test_a_share_of_nothing_is_no_figure():
    assert judged(scene(), []).precision is None
    assert Tally().hit_rate is None


def test_tallies_add_up():
    total = sum([Tally(stored=2, right=1, facts=1, found=1), Tally(stored=2, right=2, facts=3, found=1)], Tally())
    assert (total.precision, total.recall) == (0.75, 0.5)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_corpus_is_whole(language):
    scenes = load(language)
    assert len(scenes) >= 40
    assert len({each.id for each in scenes}) == len(scenes)
    for each in scenes:
        turns = [turn for session in each.sessions for turn in session]
        assert each.scene in SCENES
        assert 6 <= len(turns) <= 14
        assert [turn.ref for turn in turns] == [str(number) for number in range(1, len(turns) + 1)]
        assert all(turns[number - 1].speaker == "user" for fact in each.facts for number in fact.turns)
        assert bool(each.facts) == bool(each.question) == (each.scene != "small_talk")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_label_can_be_met_by_what_was_said(language):
    for each in load(language):
        turns = [turn.text for session in each.sessions for turn in session]
        for fact in each.facts:
            said = " ".join(turns[number - 1] for number in fact.turns).casefold()
            missing = [word for word in fact.must if word.casefold() not in said and not word.startswith("2024-")]
            assert missing == [], (each.id, fact.text)


def test_a_scene_is_played_and_scored():
    (one,) = [each for each in load("en") if each.id == "en-04"]
    tally = evaluate([one], embedder=None).over()
    assert (tally.scenes, tally.asked, tally.forgotten) == (1, 1, 1)
    assert tally.stored >= tally.right > 0
    assert 0 < tally.found <= tally.facts


def test_another_conversation_has_another_fingerprint():
    first, second = (evaluate([each], embedder=None).fingerprint for each in load("en")[:2])
    assert first != second
