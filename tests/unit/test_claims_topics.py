"""What a newer statement is to an older one where no entry of the lexicon knows what they are about."""

from __future__ import annotations

import pytest

from perdure.text.claims import Meeting, meeting, read_claims
from perdure.text.claims.measures import measures
from perdure.text.claims.topic_words import topic_keys, units
from tests.unit import claims_pairs_topics

_ENDS = {Meeting.REPLACES, Meeting.CORRECTS, Meeting.DENIES}
_PAIRS = claims_pairs_topics.EN + claims_pairs_topics.ZH
_ENDING = [pair for pair in _PAIRS if pair[0] != "apart"]
_APART = [pair for pair in _PAIRS if pair[0] == "apart"]


def _met(old: str, new: str) -> Meeting:
    return meeting(read_claims(new), read_claims(old))


def _keys(text: str) -> set[str]:
    return {key for claim in read_claims(text) for key in claim.keys}


@pytest.mark.parametrize(("kind", "old", "new"), _ENDING)
def test_a_change_a_correction_or_an_end_is_seen_whatever_it_is_about(kind, old, new):
    assert _met(old, new) in _ENDS, kind
    assert _keys(old) & _keys(new)


@pytest.mark.parametrize(("kind", "old", "new"), _APART)
def test_what_only_shares_words_stays(kind, old, new):
    assert _met(old, new) not in _ENDS, kind


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The boiler code is 4471.", "This week the boiler code was changed to 9902 while the valve is repaired."),
        ("发布窗口在周四晚上。", "这周发布窗口临时挪到周二。"),
        ("I take the orange tablets.", "No orange tablets this week."),
    ],
)
def test_what_holds_for_a_while_ends_nothing(old, new):
    assert _met(old, new) not in _ENDS


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The bathroom budget is $5,000.", "The budget was raised to $7,000."),
        ("会员系统的上线日是5月10号。", "上线日改到5月31号了。"),
    ],
)
def test_one_of_several_is_not_ended_by_what_does_not_say_which_one(old, new):
    assert _met(old, new) is not Meeting.CORRECTS


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("takes 30 seconds", {"number second"}),
        ("每天10毫克", {"number 毫克"}),
        ("$640", {"number money"}),
        ("10.0.3.15", {"ip"}),
        ("gate b12", {"code"}),
        ("10:30 on friday", {"clock", "weekday"}),
        ("5月3号", {"month", "day"}),
        ("交了两千", {"number"}),
        ("千岛湖", set()),
    ],
)
def test_a_measure_has_the_kind_of_what_it_counts(text, kinds):
    assert {kind for _, (kind, _) in measures(text)} == kinds


def test_the_units_of_a_topic_are_words_and_single_characters_without_its_measures():
    assert units("the staging server 10.0.3.15") == {"stage", "server"}
    assert units("钢琴课在周二") == {"钢", "琴", "课"}


def test_a_topic_has_few_keys():
    texts = [text for _, old, new in _PAIRS for text in (old, new)]
    assert max(len(_topic_keys(text)) for text in texts) <= 12
    assert topic_keys("") == []


def _topic_keys(text: str) -> set[str]:
    return {key for claim in read_claims(text) if claim.topic is not None for key in claim.keys}


def test_a_topic_by_itself_tells_nothing_sure():
    assert not [claim for claim in read_claims("CI runs on CircleCI.") if claim.topic is not None and claim.sure]
