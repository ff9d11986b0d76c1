"""What a newer statement is held against: claims that end nothing are left out, and that changes no verdict."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest

from perdure.capture.known import _tells
from perdure.text.claims import Meeting, meeting, read_claims
from tests.conftest import MORNING
from tests.unit import claims_pairs_topics

_PAIRS = claims_pairs_topics.EN + claims_pairs_topics.ZH
_TEXTS = sorted({text for _, old, new in _PAIRS for text in (old, new)})


def test_a_claim_that_is_left_out_would_have_met_nothing():
    chance, left = random.Random(7), 0
    pairs = [(old, new) for _, old, new in _PAIRS] + [(chance.choice(_TEXTS), text) for text in _TEXTS * 10]
    for old, new in pairs:
        said, known = read_claims(new), read_claims(old)
        telling = [claim for claim in said if _tells(claim)]
        left += len(telling) < len(said)
        assert meeting(telling, known) == meeting(said, known), (old, new)
    assert left > len(pairs) / 10


@pytest.mark.parametrize("text", ["doc 5 about topic 7", "a walk along the harbour", "第五份文档讲的是第七个题目"])
def test_what_sets_nothing_anew_is_held_against_nothing(text):
    assert not any(map(_tells, read_claims(text)))
    assert meeting((), read_claims(text)) is Meeting.APART


@pytest.mark.parametrize("wait", [timedelta(0), timedelta(days=2)])
def test_what_one_batch_decided_is_met_by_the_next_statement_of_it(memory, wait):
    space = memory.space("user/alice")
    space.remember_many(
        [
            {"text": "The boiler code is 4471", "at": MORNING - wait},
            {"text": "The boiler code is 9902", "at": MORNING},
            {"text": "The boiler code is 1138", "at": MORNING + wait},
        ]
    )
    assert [one.text for one in space.list()] == ["The boiler code is 1138"]
