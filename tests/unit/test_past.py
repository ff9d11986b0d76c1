"""A memory as it was known at a past moment."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure import Memory, Slot, Source, Status
from perdure.capture.changes import change_between
from perdure.domain.change import Change
from perdure.domain.space import SpaceName
from perdure.recall.past import as_known
from tests.behaviour.requirements import requirement

NOW = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
BERLIN = ZoneInfo("Europe/Berlin")
FIRST = Memory(
    id="mem_1",
    space=SpaceName("user", "alice"),
    kind="fact",
    text="住在里斯本",
    created_at=NOW,
    updated_at=NOW,
    recorded_at=NOW,
    holds_from=NOW,
)
FILLED = replace(
    FIRST,
    holds_until=NOW,
    expires_at=NOW,
    slot=Slot("self", "city"),
    value="里斯本",
    half_life_days=3.5,
    superseded_by="mem_0",
    tags=("家", "move"),
    metadata={"a": [1, {"b": None}], "c": "ä"},
)

OTHERS = {
    "kind": "preference",
    "text": "lives in Porto",
    "created_at": NOW - timedelta(days=1, microseconds=1),
    "updated_at": NOW.replace(tzinfo=BERLIN),
    "recorded_at": NOW + timedelta(days=1),
    "holds_from": NOW - timedelta(days=400),
    "holds_until": NOW + timedelta(days=2),
    "expires_at": NOW + timedelta(days=3),
    "slot": Slot("小林", "城市"),
    "value": "Porto",
    "importance": 0.9,
    "confidence": 0.25,
    "status": Status.SUPERSEDED,
    "superseded_by": "mem_2",
    "half_life_days": 90.0,
    "tags": ("x",),
    "metadata": {"d": False},
}
"""Another value for every field that history tells of."""

QUIET = {"id", "space", "version", "access_count", "last_accessed_at", "source"}


def at(days: float) -> datetime:
    return NOW + timedelta(days=days)


def stored(change: Change) -> Change:
    """A line of history as it comes back from JSON."""
    return replace(
        change,
        before=json.loads(json.dumps(dict(change.before))),
        after=json.loads(json.dumps(dict(change.after))),
    )


def told(*versions: Memory) -> list[Change]:
    """The history of a memory with these versions, a day apart."""
    befores: list[Memory | None] = [None, *versions[:-1]]
    return [
        stored(change_between(before, after, at=at(day), actor="local", action="tested"))
        for day, (before, after) in enumerate(zip(befores, versions, strict=True))
    ]


def test_every_field_that_history_tells_of_is_tested():
    assert set(OTHERS) == {item.name for item in dataclasses.fields(Memory)} - QUIET


@requirement("R8", "M4")
@pytest.mark.parametrize("before", [FIRST, FILLED], ids=["bare", "filled"])
@pytest.mark.parametrize("name", OTHERS)
def test_each_field_comes_back_as_it_was(before, name):
    after = replace(before, **{name: OTHERS[name]}, version=2)
    history = told(before, after)
    assert as_known(after, history, at(0.5)) == before
    assert as_known(after, history, at(1)) == after
    assert type(getattr(as_known(after, history, at(0.5)), name)) is type(getattr(before, name))


@requirement("R8", "M4")
def test_all_fields_together_come_back_as_they_were():
    after = replace(FILLED, **OTHERS, version=2)
    assert as_known(after, told(FILLED, after), at(0.5)) == FILLED


@requirement("R8")
def test_a_field_that_was_filled_later_was_empty_before():
    after = replace(FILLED, version=2)
    assert as_known(after, told(FIRST, after), at(0.5)) == FIRST


@requirement("R8")
def test_at_each_moment_the_version_of_then_is_known():
    versions = [
        FIRST,
        replace(FIRST, text="lives in Porto", version=2),
        replace(FIRST, text="住在波尔图", tags=("a",), version=3),
        replace(FIRST, text="住在波尔图", tags=("a",), status=Status.FORGOTTEN, version=4),
        replace(FIRST, text="住在波尔图", tags=("a",), status=Status.ACTIVE, version=5),
    ]
    history = told(*versions)
    assert [as_known(versions[-1], history, at(day + 0.5)) for day in range(5)] == versions


@requirement("R8")
def test_a_change_at_the_very_moment_is_known():
    after = replace(FIRST, text="y", version=2)
    history = told(FIRST, after)
    assert as_known(after, history, at(1)) == after
    assert as_known(after, history, at(1) - timedelta(microseconds=1)) == FIRST
    assert as_known(after, history, at(1).astimezone(BERLIN)) == after


@requirement("R8")
def test_several_changes_of_one_moment_are_taken_back_together():
    middle, after = replace(FIRST, text="y", version=2), replace(FIRST, text="z", tags=("a",), version=3)
    first, *later = told(FIRST, middle, after)
    history = [first, *(replace(change, at=at(1)) for change in later)]
    assert as_known(after, history, at(0.5)) == FIRST
    assert as_known(after, history, at(1)) == after


def test_what_is_no_line_of_history_stays_as_it_is_now():
    later = replace(FIRST, text="y", version=2, access_count=7, last_accessed_at=at(5), source=Source(turns=("ent_9",)))
    known = as_known(later, told(FIRST, later), at(0.5))
    assert known == replace(later, text=FIRST.text, version=1)


def test_a_memory_that_never_changed_is_known_as_it_is():
    assert as_known(FIRST, told(FIRST), at(0.5)) == as_known(FIRST, told(FIRST), at(-1)) == FIRST
    assert as_known(FIRST, [], at(-1)) == FIRST


def test_a_change_of_no_field_that_history_tells_of_is_a_version_all_the_same():
    after = replace(FIRST, source=Source(turns=("ent_9",)), version=2)
    assert as_known(after, told(FIRST, after), at(0.5)).version == 1


def test_before_its_first_line_a_memory_has_its_first_version():
    after = replace(FIRST, text="y", version=2)
    known = as_known(after, told(FIRST, after), at(-10))
    assert (known.text, known.version) == (FIRST.text, 1)


fields = st.sampled_from(list(OTHERS))


@given(st.lists(st.lists(fields, min_size=1, max_size=4, unique=True), min_size=1, max_size=5), st.integers(0, 5))
def test_any_row_of_changes_can_be_taken_back_to_any_version(rows, day):
    versions = [FILLED]
    for number, names in enumerate(rows, start=2):
        flipped = {
            name: OTHERS[name] if getattr(versions[-1], name) != OTHERS[name] else getattr(FILLED, name)
            for name in names
        }
        versions.append(replace(versions[-1], **flipped, version=number))
    assert as_known(versions[-1], told(*versions), at(day + 0.5)) == versions[min(day, len(rows))]
