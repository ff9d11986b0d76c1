"""The kinds of memory: what holds for every one, and what a statement is taken for."""

from __future__ import annotations

from pathlib import Path

import pytest

from perdure import kinds
from perdure.domain.policy import Policy
from perdure.domain.recall import Layer
from perdure.errors import UnknownKind
from perdure.kinds import DEFAULT, KINDS, classify, half_life, kind, layer_of
from perdure.testing.store_suite.base import memory
from tests.behaviour.requirements import requirement

NAMES = [one.name for one in KINDS]
EXPECTED = (
    "identity preference fact decision task commitment event rule procedure summary temporary profile boundary role"
)


@requirement("M3")
def test_the_kinds_are_those_of_the_product():
    assert sorted(NAMES) == sorted(EXPECTED.split())
    assert {one.name for one in KINDS if one.permanent} == {"profile", "boundary", "role"}


@requirement("M3", "L9")
def test_a_memory_is_found_in_the_layer_of_its_kind():
    layers = {name: layer_of(memory("m1", "x", kind=name)) for name in NAMES}
    permanent = dict.fromkeys(("profile", "boundary", "role"), Layer.PERMANENT)
    assert layers == {**dict.fromkeys(NAMES, Layer.MEMORY), "summary": Layer.SUMMARY, **permanent}
    assert layer_of(memory("m1", "x", kind="of another version")) is Layer.MEMORY


@requirement("M3")
def test_every_kind_is_one_module_of_its_name_and_no_module_is_left_out():
    folder = Path(kinds.__file__).parent
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__", "kind"}
    assert modules == set(NAMES)


@requirement("M3")
@pytest.mark.parametrize("one", KINDS, ids=NAMES)
class TestEveryKind:
    def test_is_found_by_its_name(self, one):
        assert kind(one.name) is one

    def test_has_a_heading_of_one_line(self, one):
        assert one.heading.strip() == one.heading != ""
        assert "\n" not in one.heading

    def test_has_a_threshold_within_the_scale_of_importance(self, one):
        assert 0 < one.threshold <= 1

    def test_has_a_half_life_of_days_or_none(self, one):
        assert one.half_life_days is None or one.half_life_days > 0

    def test_a_permanent_one_is_never_guessed(self, one):
        assert not (one.permanent and one.cues)


@requirement("M3")
def test_headings_and_places_in_a_brief_are_all_different():
    assert len({one.heading for one in KINDS}) == len({one.order for one in KINDS}) == len(KINDS)


@requirement("S4")
@pytest.mark.parametrize(
    ("name", "days"),
    [
        ("identity", 90),
        ("task", 30),
        ("fact", 30),
        ("decision", 30),
        ("preference", 15),
        ("temporary", 3),
        ("commitment", 7),
        ("event", 7),
        ("summary", 7),
    ],
)
def test_half_lives_without_any_setting(name, days):
    assert half_life(name, Policy()) == days


@requirement("S5")
@pytest.mark.parametrize("name", ["rule", "procedure", "profile", "boundary", "role"])
def test_rules_procedures_and_permanent_kinds_do_not_decay(name):
    assert half_life(name, Policy()) is None
    assert half_life(name, Policy(), own=2.0) is None


@requirement("S4")
def test_a_memory_goes_before_the_policy_and_the_policy_before_the_kind():
    policy = Policy(half_lives={"preference": 40.0, "event": None})
    assert half_life("preference", policy) == 40
    assert half_life("preference", policy, own=5.0) == 5
    assert half_life("event", policy) is None
    assert half_life("fact", policy) == 30


@pytest.mark.parametrize("name", ["", "Fact", "facts", "事实", None, 3, ["fact"]])
def test_any_other_kind_is_refused(name):
    with pytest.raises(UnknownKind) as refused:
        kind(name)
    assert refused.value.code == "unknown_kind"


STATEMENTS = [
    ("My name is Ada Lovelace", "identity"),
    ("I work at a bakery in Porto", "identity"),
    ("I'm a backend engineer", "identity"),
    ("我叫小林", "identity"),
    ("我住在杭州", "identity"),
    ("我在一家医院工作", "identity"),
    ("I prefer the window seat", "preference"),
    ("Ada can't stand loud music", "preference"),
    ("我喜欢喝普洱茶", "preference"),
    ("用户偏好靠窗座位", "preference"),
    ("We have decided to ship on Friday", "decision"),
    ("我们决定周五上线", "decision"),
    ("数据库改用 MySQL", "decision"),
    ("I'll send the draft on Monday", "commitment"),
    ("我答应周一交稿", "commitment"),
    ("The deadline of the report is May 5", "task"),
    ("待办：提交报销单", "task"),
    ("Yesterday the deploy failed", "event"),
    ("上周去了成都", "event"),
    ("Always run the tests before a push", "rule"),
    ("不要在周五发布", "rule"),
    ("Steps: build, tag, push", "procedure"),
    ("发布流程：构建、打标签、推送", "procedure"),
    ("Use the old key for now", "temporary"),
    ("暂时用旧的密钥盒", "temporary"),
    ("The river is two kilometres wide", "fact"),
    ("这条河有两公里宽", "fact"),
    ("order-service 部署在 k8s 上", "fact"),
]


@pytest.mark.parametrize(("text", "name"), STATEMENTS)
def test_a_statement_is_taken_for_the_kind_its_wording_shows(text, name):
    assert classify(text) == name


@pytest.mark.parametrize(("text", "name"), [pair for pair in STATEMENTS if pair[0].isascii()])
def test_letter_case_never_decides_the_kind(text, name):
    assert classify(text.upper()) == classify(text.lower()) == name


def test_what_shows_nothing_is_a_fact():
    assert classify("…") == classify("") == DEFAULT == "fact"


@pytest.mark.parametrize("unit", ["first ", "先", "I am a ", "要在", "我在"])
def test_cues_without_end_are_read_in_passing(unit):
    assert classify(unit * 30_000) in NAMES
