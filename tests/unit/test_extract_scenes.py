"""What rules alone keep of the conversations that ship with Perdure."""

from __future__ import annotations

from datetime import datetime

import pytest

from perdure.capture.extract import propose
from perdure.capture.gates import Keep, gate
from perdure.domain.journal import Entry, Turn
from perdure.domain.policy import Policy
from perdure.domain.space import SpaceName
from perdure.evaluate import LANGUAGES, Scene, Tally, judged, load
from perdure.evaluate.score import Kept
from tests.behaviour.requirements import requirement


def entry(turn: Turn) -> Entry:
    assert isinstance(turn.at, datetime)
    return Entry(
        id=str(turn.ref),
        space=SpaceName("user", "alice"),
        session=turn.session,
        role=turn.speaker,
        speaker=turn.speaker,
        text=turn.text,
        at=turn.at,
        recorded_at=turn.at,
    )


def kept(scene: Scene) -> list[Kept]:
    found = [proposal for turns in scene.sessions for proposal in propose([entry(turn) for turn in turns])]
    passed = [proposal for proposal in found if isinstance(gate(proposal, 0, Policy()), Keep)]
    return [Kept(proposal.text, frozenset(map(int, proposal.entries))) for proposal in passed]


def tally(scenes: list[Scene]) -> Tally:
    return sum((judged(scene, kept(scene)) for scene in scenes), Tally())


@requirement("X2", "W3", "W15")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("half", ["seen", "unseen"])
def test_nine_in_ten_that_are_kept_are_worth_it_and_three_in_four_of_what_is_worth_it_are_kept(language, half):
    found = tally([scene for scene in load(language) if scene.half == half])
    assert found.precision is not None
    assert found.recall is not None
    assert found.precision >= 0.90
    assert found.recall >= 0.75


@requirement("X2", "W3")
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_of_small_talk_is_kept(language):
    assert {scene.id: kept(scene) for scene in load(language) if scene.scene == "small_talk" and kept(scene)} == {}
