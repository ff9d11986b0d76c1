"""What may enter long-term memory."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from perdure.capture.extract import Proposal
from perdure.capture.gates import Keep, Refuse, Wait, gate
from perdure.domain.policy import Gates, Policy
from perdure.kinds import KINDS

AT = datetime(2026, 3, 1, 9, tzinfo=UTC)
WEAK = Proposal(
    text="I saw a heron", kind="event", entries=("e1",), at=AT, holds_from=AT, maker="rules/1", importance=0.3
)


def test_what_matters_little_waits_and_says_how_often_it_was_seen():
    assert gate(WEAK, 0, Policy()) == Wait(1)
    assert gate(WEAK, 1, Policy()) == Wait(2)


def test_the_third_sighting_is_enough():
    assert isinstance(gate(WEAK, 2, Policy()), Keep)


def test_sightings_in_one_session_count_each():
    assert isinstance(gate(replace(WEAK, entries=("e1", "e2", "e3")), 0, Policy()), Keep)


def test_the_number_of_sightings_is_the_policys():
    assert isinstance(gate(WEAK, 0, Policy(gates=Gates(sightings=1))), Keep)
    assert gate(WEAK, 3, Policy(gates=Gates(sightings=5))) == Wait(4)


def test_what_was_asked_for_is_kept_whatever_it_is():
    assert isinstance(gate(replace(WEAK, asked=True, importance=0.0), 0, Policy()), Keep)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if not kind.permanent], ids=lambda kind: kind.name)
def test_the_kinds_threshold_decides(kind):
    at, below = replace(WEAK, kind=kind.name), replace(WEAK, kind=kind.name)
    assert isinstance(gate(replace(at, importance=kind.threshold), 0, Policy()), Keep)
    assert isinstance(gate(replace(below, importance=kind.threshold - 0.01), 0, Policy()), Wait)


def test_the_policys_threshold_stands_over_the_kinds():
    policy = Policy(gates=Gates(thresholds={"event": 0.2, "fact": 0.95}))
    assert isinstance(gate(WEAK, 0, policy), Keep)
    assert isinstance(gate(replace(WEAK, kind="fact", importance=0.9), 0, policy), Wait)


@pytest.mark.parametrize("kind", [kind.name for kind in KINDS if kind.permanent])
def test_nothing_becomes_permanent_by_itself(kind):
    refused = gate(replace(WEAK, kind=kind, importance=1.0, asked=True), 9, Policy())
    assert isinstance(refused, Refuse)
    assert refused.code == "permanent_memory"
