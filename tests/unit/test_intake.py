"""What callers hand in: cleaned, guarded, checked, with every time aware."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from math import inf, nan
from zoneinfo import ZoneInfo

import numpy as np
import pytest

from perdure import Policy, Slot, Turn
from perdure.capture.intake import Intake, aware, check_json, check_options, fraction, positive
from perdure.domain.space import SpaceName
from perdure.errors import InvalidInput, InvalidText, InvalidValue, UnknownKind

TOKYO = ZoneInfo("Asia/Tokyo")
NOW = datetime(2026, 3, 1, 18, 0, tzinfo=TOKYO)
MAIL, CARD = "ada@example.org", "4111 1111 1111 1111"


def intake(space: str = "user/alice", **settings) -> Intake:
    return Intake(space=SpaceName.parse(space), policy=Policy(**settings), zone=TOKYO, now=NOW)


def code_of(act: Callable[[], object]) -> str:
    with pytest.raises(InvalidInput) as refused:
        act()
    return refused.value.code


class TestTimes:
    def test_a_naive_time_is_in_the_zone_of_the_store(self):
        assert aware(datetime(2026, 3, 1, 9, 0), TOKYO, "at") == datetime(2026, 3, 1, 0, 0, tzinfo=UTC)

    def test_an_aware_time_stays_the_same_moment_and_is_told_in_the_zone(self):
        at = datetime(2026, 3, 1, 9, 0, tzinfo=timezone(timedelta(hours=-5)))
        assert aware(at, TOKYO, "at") == at
        assert aware(at, TOKYO, "at").tzinfo is TOKYO

    def test_no_time_is_no_time(self):
        assert aware(None, TOKYO, "at") is None

    @pytest.mark.parametrize(
        "at",
        ["2026-03-01", 1_700_000_000, date(2026, 3, 1), datetime(999, 1, 1), datetime(9001, 1, 1), datetime.max, []],
    )
    def test_what_is_no_time_that_can_be_kept_is_refused(self, at):
        assert code_of(lambda: aware(at, TOKYO, "at")) == "invalid_value"

    @pytest.mark.parametrize("year", [1000, 1582, 1969, 9000])
    def test_far_years_can_be_kept(self, year):
        assert aware(datetime(year, 6, 1), TOKYO, "at").year == year


class TestNumbers:
    @pytest.mark.parametrize("value", [0, 1, 0.5, Fraction(1, 3), np.float32(0.5), np.int64(1)])
    def test_any_number_from_0_to_1_is_a_fraction(self, value):
        assert 0 <= fraction(value, "importance") <= 1
        assert type(fraction(value, "importance")) is float

    @pytest.mark.parametrize("value", [nan, inf, -inf, -0.001, 1.001, True, "0.5", None, Decimal("0.5"), 1j, [0.5]])
    def test_anything_else_is_refused(self, value):
        assert code_of(lambda: fraction(value, "importance")) == "invalid_value"

    @pytest.mark.parametrize("value", [0, -3, nan, inf, True, "7", []])
    def test_days_are_positive_and_finite(self, value):
        assert code_of(lambda: positive(value, "half_life_days")) == "invalid_value"
        assert positive(None, "half_life_days") is None
        assert positive(7, "half_life_days") == 7.0


class TestJson:
    @pytest.mark.parametrize("value", [None, True, "中", 2**70, -1.5, [], {}, {"a": [1, {"b": (2, None)}]}])
    def test_what_json_can_hold_passes(self, value):
        check_json(value, "metadata")

    @pytest.mark.parametrize(
        "value",
        [
            nan,
            inf,
            {"a": nan},
            [[inf]],
            {5: 1},
            {None: 1},
            {"a": {("b",): 1}},
            {1, 2},
            b"x",
            object(),
            NOW,
            Decimal(1),
            10**1000,
        ],
    )
    def test_what_it_cannot_is_refused(self, value):
        assert code_of(lambda: check_json(value, "metadata")) == "invalid_value"

    def test_what_is_nested_without_end_is_refused(self):
        deep: list[object] = []
        deep.append(deep)
        assert code_of(lambda: check_json(deep, "metadata")) == "invalid_value"


def test_an_option_that_does_not_exist_is_refused_by_name():
    with pytest.raises(InvalidValue, match="'importence'"):
        check_options({"importance": 1, "importence": 1}, ["importance"])
    with pytest.raises(InvalidValue):
        check_options({5: 1, "x": 2}, ["importance"])


class TestACandidate:
    def test_has_the_moment_of_now_and_a_kind_by_its_wording(self):
        said = intake().candidate("I prefer tea")
        assert (said.kind, said.kind_given, said.importance, said.confidence) == ("preference", False, 0.5, 1.0)
        assert said.at == said.holds_from == said.recorded_at == NOW

    def test_keeps_when_it_was_said_apart_from_when_it_is_true_and_from_when_it_was_learned(self):
        said = intake().candidate("I moved", at=datetime(2026, 2, 1), holds_from=datetime(2025, 5, 1))
        assert said.at == datetime(2026, 2, 1, tzinfo=TOKYO)
        assert said.holds_from == datetime(2025, 5, 1, tzinfo=TOKYO)
        assert said.recorded_at == NOW
        assert intake().candidate("I moved", at=datetime(2026, 2, 1)).holds_from == datetime(2026, 2, 1, tzinfo=TOKYO)

    @pytest.mark.parametrize(("value", "kept"), [("5", "5"), (5, "5"), (2.5, "2.5"), (True, "True"), (None, None)])
    def test_has_a_value_in_words(self, value, kept):
        assert intake().candidate("x y", slot="n", value=value).value == kept

    @pytest.mark.parametrize(
        ("slot", "kept"), [("city", Slot("self", "city")), (Slot("bob", "city"), Slot("bob", "city")), (None, None)]
    )
    def test_has_a_slot_with_both_names(self, slot, kept):
        assert intake().candidate("x y", slot=slot).slot == kept

    def test_has_every_tag_once_and_no_empty_one(self):
        assert intake().candidate("x y", tags=["b", "a", "b", "", "\0"]).tags == ("b", "a")

    @pytest.mark.parametrize(
        ("options", "error"),
        [
            ({"kind": "likes"}, UnknownKind),
            ({"slot": ""}, InvalidValue),
            ({"slot": " "}, InvalidValue),
            ({"slot": Slot("", "a")}, InvalidValue),
            ({"slot": 5}, InvalidValue),
            ({"slot": "x" * 501}, InvalidValue),
            ({"value": " "}, InvalidText),
            ({"tags": "home"}, InvalidValue),
            ({"tags": [5]}, InvalidValue),
            ({"tags": None}, InvalidValue),
            ({"tags": ["x" * 501]}, InvalidValue),
            ({"metadata": ["a"]}, InvalidValue),
            ({"metadata": None}, InvalidValue),
            ({"source": 5}, InvalidValue),
            ({"confidence": None}, InvalidValue),
            ({"expires_at": "tomorrow"}, InvalidValue),
            ({"importence": 1}, InvalidValue),
        ],
        ids=str,
    )
    def test_is_refused_with_the_class_of_what_is_wrong(self, options, error):
        with pytest.raises(error):
            intake().candidate("x y", **options)


class TestAnEntry:
    def test_has_everything_of_its_turn(self):
        turn = Turn(
            "done",
            speaker="tool",
            session="s1",
            ref="t-1",
            channel="shell",
            at=datetime(2026, 2, 1),
            tool_calls=[{"name": "ls", "args": ["-l"]}],
            metadata={"exit": 0},
        )
        entry = intake().entry(turn, entry_id="ent_1", source="agent-7")
        assert (entry.role, entry.speaker, entry.origin) == ("tool", "tool", "tool")
        assert (entry.session, entry.ref, entry.channel) == ("s1", "t-1", "shell")
        assert (entry.at, entry.recorded_at) == (datetime(2026, 2, 1, tzinfo=TOKYO), NOW)
        assert entry.tool_calls == ({"name": "ls", "args": ["-l"]},)
        assert entry.metadata == {"exit": 0, "source": "agent-7"}
        assert entry.indexed

    def test_takes_its_role_for_a_speaker_without_a_name(self):
        assert intake().entry(Turn("x", speaker=""), entry_id="e").speaker == "user"

    @pytest.mark.parametrize(
        "turn",
        [
            "text",
            None,
            Turn("x", role="narrator"),
            Turn("x", role=""),
            Turn("x", speaker=5),
            Turn("x", session=5),
            Turn("x", ref="r" * 501),
            Turn("x", channel=5),
            Turn("x", at="now"),
            Turn("x", metadata=None),
            Turn("x", metadata={"a": nan}),
            Turn("x", tool_calls=5),
            Turn("x", tool_calls="ls"),
            Turn("x", tool_calls={"name": "ls"}),
            Turn("x", tool_calls=["ls"]),
            Turn("x", tool_calls=[{"a": nan}]),
            Turn("x", tool_calls=[{"a": {1}}]),
        ],
        ids=str,
    )
    def test_is_refused_where_its_turn_is_not_one(self, turn):
        assert code_of(lambda: intake().entry(turn, entry_id="e")) == "invalid_value"


class TestPrivacy:
    """Which spaces keep contacts; what counts as a secret is tested beside the guard."""

    @pytest.mark.parametrize(
        ("space", "setting", "kept"),
        [
            ("user/alice", None, True),
            ("project/orders", None, False),
            ("global", None, False),
            ("user/alice", False, False),
            ("project/orders", True, True),
        ],
    )
    def test_contacts_stay_in_a_persons_own_space_unless_the_policy_says_otherwise(self, space, setting, kept):
        rules = intake(space, keep_contacts=setting)
        said = rules.candidate(f"write to {MAIL}", tags=[MAIL], metadata={"a": [MAIL]}, slot="mail", value=MAIL)
        assert [MAIL in part for part in (said.text, said.tags[0], said.metadata["a"][0], said.value)] == [kept] * 4

    @pytest.mark.parametrize("space", ["user/alice", "project/orders"])
    def test_a_card_number_stays_in_no_field(self, space):
        rules = intake(space, keep_contacts=True)
        said = rules.candidate(
            f"my card is {CARD}",
            slot=f"card {CARD}",
            value=CARD,
            tags=[CARD],
            metadata={CARD: {"x": [CARD]}},
            source=CARD,
        )
        done = Turn(
            f"charged {CARD}",
            speaker=CARD,
            session=CARD,
            ref=CARD,
            channel=CARD,
            tool_calls=[{CARD: CARD}],
            metadata={CARD: CARD},
        )
        entry = rules.entry(done, entry_id="e", source=CARD)
        assert "1111" not in f"{said}{entry}{rules.statement(said, entry_id='e')}"
