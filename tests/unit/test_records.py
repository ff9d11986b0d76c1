"""Values as plain records and back: nothing is lost, and what is wrong is named."""

from __future__ import annotations

import dataclasses
import json
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.domain.change import Change
from perdure.domain.foreign import Foreign
from perdure.domain.journal import Entry, Sighting
from perdure.domain.link import Link, Relation
from perdure.domain.memory import Memory, Origin, Slot, Source, Status
from perdure.domain.policy import Fading, Policy
from perdure.domain.recall import RecallRecord
from perdure.domain.review import Question, Review, ReviewState
from perdure.domain.space import SpaceName
from perdure.errors import InvalidInput, InvalidPolicy, InvalidValue, UnknownKind
from perdure.kinds import KINDS
from perdure.transfer import records

ALICE = SpaceName("user", "alice")
SHANGHAI = ZoneInfo("Asia/Shanghai")
AT = datetime(2026, 3, 1, 9, 0, 0, 123456, tzinfo=UTC)

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
names = st.from_regex(r"[a-z]{3}_[0-9A-Z]{1,26}", fullmatch=True)
times = st.datetimes(datetime(1000, 1, 2), datetime(8999, 12, 30), timezones=st.just(UTC))
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
mappings = st.dictionaries(texts, values, max_size=3)

memories = st.builds(
    Memory,
    id=names,
    space=st.just(ALICE),
    kind=st.sampled_from([kind.name for kind in KINDS]),
    text=texts,
    created_at=times,
    updated_at=times,
    recorded_at=times,
    holds_from=times,
    holds_until=st.none() | times,
    expires_at=st.none() | times,
    last_accessed_at=st.none() | times,
    slot=st.none() | st.builds(Slot, names, names),
    value=st.none() | texts,
    importance=st.floats(0, 1),
    confidence=st.floats(0, 1),
    status=st.sampled_from(Status),
    superseded_by=st.none() | names,
    source=st.builds(
        Source,
        origin=st.sampled_from(Origin),
        tool=st.none() | texts,
        maker=st.none() | texts,
        session=st.none() | texts,
        speaker=st.none() | texts,
        turns=st.lists(names, max_size=3).map(tuple),
    ),
    access_count=st.integers(0, 2**40),
    half_life_days=st.none() | st.floats(0.001, 1e9),
    version=st.integers(1, 2**40),
    tags=st.lists(texts, max_size=3).map(tuple),
    metadata=mappings,
)
entries = st.builds(
    Entry,
    id=names,
    space=st.just(ALICE),
    session=st.none() | texts,
    role=st.sampled_from(["user", "assistant", "system", "tool"]),
    speaker=texts,
    text=texts,
    at=times,
    recorded_at=times,
    ref=st.none() | texts,
    channel=texts,
    origin=st.sampled_from(Origin),
    tool_calls=st.lists(mappings, max_size=2).map(tuple),
    metadata=mappings,
    indexed=st.booleans(),
)

MEMORY = records.memory_record(
    Memory(id="mem_1", space=ALICE, kind="fact", text="x", created_at=AT, updated_at=AT, recorded_at=AT, holds_from=AT)
)
ENTRY = records.entry_record(Entry(id="ent_1", space=ALICE, text="x", at=AT, recorded_at=AT))


def carried(record: object) -> object:
    """What a record is after it was a line of a file."""
    return json.loads(json.dumps(record, ensure_ascii=False, allow_nan=False))


@given(memories)
def test_a_memory_comes_back_as_it_was(memory):
    assert records.memory_of(carried(records.memory_record(memory)), ALICE, UTC, strict=True) == memory


@given(entries)
def test_an_entry_comes_back_as_it_was(entry):
    assert records.entry_of(carried(records.entry_record(entry)), ALICE, UTC, strict=True) == entry


def test_everything_else_comes_back_as_it_was():
    change = Change(memory_id="mem_1", at=AT, actor="local", action="added", reason="因为", after={"text": "你好"})
    review = Review(
        id="rev_1", space=ALICE, question=Question.CONFLICT, memory="mem_1", other="mem_2", summary="哪个对？", at=AT,
        state=ReviewState.EDITED, decided_at=AT, decided_by="bob", reason="no",
    )  # fmt: skip
    link = Link(memory="mem_1", other="mem_2", relation=Relation.SUMMARISED, at=AT)
    seen = Sighting(key="k", entry="ent_1", at=AT, text="住在里斯本", kind="fact")
    recall = RecallRecord(id="rec_1", at=AT, query="座位?", memories=("mem_1",), session="s", answer="ent_2")
    foreign = Foreign(owner="mem_1", system="mem0", id="7", record={"memory": "x", "n": [1, None]})
    assert records.change_of(carried(records.change_record(change)), UTC, strict=True) == change
    assert records.review_of(carried(records.review_record(review)), ALICE, UTC, strict=True) == review
    assert records.link_of(carried(records.link_record(link)), UTC, strict=True) == link
    assert records.sighting_of(carried(records.sighting_record(seen)), UTC, strict=True) == seen
    assert records.recall_of(carried(records.recall_record(recall)), UTC, strict=True) == recall
    assert records.foreign_of(carried(records.foreign_record(foreign)), strict=True) == foreign
    assert records.distilled_of(records.distilled_record(None, "ent_1"), strict=True) == (None, "ent_1")


def test_a_policy_is_told_from_having_none():
    policy = Policy(half_lives={"fact": None, "task": 3.5}, fading=Fading(strategies=("expire",)), keep_contacts=False)
    assert records.policy_of(carried(records.policy_record(policy)), strict=True) == policy
    assert records.policy_of(carried(records.policy_record(Policy())), strict=True) == Policy()
    assert records.policy_of(carried(records.policy_record(None)), strict=True) is None


@pytest.mark.parametrize("policy", [{"nonsense": 1}, {"floor": "high"}, {"weights": 3}, {"half_lives": [1]}])
def test_a_policy_that_cannot_be_is_refused(policy):
    with pytest.raises(InvalidPolicy):
        records.policy_of({"policy": policy})


def test_half_lives_are_those_of_kinds():
    with pytest.raises(UnknownKind):
        records.policy_of({"policy": {"half_lives": {"dream": 1}}})


def test_the_space_and_the_place_in_the_store_are_no_part_of_a_record():
    assert not {"space", "seq"} & {*MEMORY, *ENTRY}


def test_every_field_of_a_value_is_in_its_record():
    assert {item.name for item in dataclasses.fields(Memory)} - {"space"} == set(MEMORY)
    assert {item.name for item in dataclasses.fields(Entry)} - {"space", "seq"} == set(ENTRY)


def test_times_are_in_utc_to_the_microsecond_and_come_back_in_the_zone_asked_for():
    memory = records.memory_of({**MEMORY, "created_at": "2026-03-01T17:30:00+08:00"}, ALICE, SHANGHAI)
    assert memory.created_at.tzinfo is SHANGHAI
    assert records.memory_record(memory)["created_at"] == "2026-03-01T09:30:00.000000Z"


@given(st.datetimes(datetime(1000, 1, 3), timezones=st.integers(-14, 14).map(lambda h: timezone(timedelta(hours=h)))))
def test_a_moment_is_written_the_same_whatever_its_zone(at):
    if at.year < 9000:
        assert records.stamp(at) == records.stamp(at.astimezone(UTC))
        assert datetime.fromisoformat(records.stamp(at)) == at


def test_what_may_be_missing_takes_its_default():
    memory = records.memory_of(
        {"id": "mem_1", "kind": "fact", "text": "x", "created_at": "2026-03-01T09:00:00Z"}, ALICE, UTC
    )
    assert (memory.status, memory.version, memory.source, memory.tags) == (Status.ACTIVE, 1, Source(), ())
    assert memory.updated_at == memory.holds_from == memory.created_at
    entry = records.entry_of({"id": "ent_1", "text": "x", "at": "2026-03-01T09:00:00Z", "role": "tool"}, ALICE, UTC)
    assert (entry.speaker, entry.origin, entry.channel, entry.indexed) == ("tool", Origin.TOOL, "chat", True)


@pytest.mark.parametrize("field", ["id", "kind", "text", "created_at"])
def test_what_has_to_be_there_is_named(field):
    with pytest.raises(InvalidInput) as raised:
        records.memory_of({**MEMORY, field: None}, ALICE, UTC)
    assert field in str(raised.value)


WRONG = {
    "id": ["", "  ", 3, "x" * 501],
    "text": [3, [], {}],
    "status": ["gone", 1, []],
    "slot": ["seat", 3, {"attribute": 3}, {"subject": "self"}],
    "value": [3],
    "importance": [1.01, -1, "high", True, 10**400],
    "confidence": [[], {}],
    "created_at": ["yesterday", 3, "2026-03-01T09:00:00", "0998-01-01T00:00:00Z", "9999-12-31T23:59:59-14:00"],
    "expires_at": [False, ""],
    "access_count": [-1, 1.5, 2**60, True],
    "half_life_days": [0, -1, "7", 10**400],
    "superseded_by": [3, ""],
    "source": ["user", {"origin": "dog"}, {"turns": "ent_1"}, {"turns": [3]}],
    "version": [0, "1"],
    "tags": ["travel", [3]],
    "metadata": [[], "x"],
}


@pytest.mark.parametrize(("field", "value"), [(field, value) for field, found in WRONG.items() for value in found])
def test_a_wrong_field_is_named_and_never_anything_else(field, value):
    with pytest.raises(InvalidInput) as raised:
        records.memory_of({**MEMORY, field: value}, ALICE, UTC)
    assert field in str(raised.value)


def test_what_a_field_holds_is_not_in_the_error():
    with pytest.raises(InvalidValue) as raised:
        records.memory_of({**MEMORY, "status": "我的秘密"}, ALICE, UTC)
    assert "秘密" not in str(raised.value)


@pytest.mark.parametrize("record", [None, 3, "x", [], [MEMORY]])
def test_only_an_object_is_a_record(record):
    with pytest.raises(InvalidValue):
        records.memory_of(record, ALICE, UTC)


def test_a_kind_there_is_none_of_is_refused():
    with pytest.raises(UnknownKind):
        records.memory_of({**MEMORY, "kind": "dream"}, ALICE, UTC)


def test_metadata_that_is_nested_without_end_is_refused():
    nested: object = "x"
    for _ in range(60):
        nested = [nested]
    with pytest.raises(InvalidValue):
        records.memory_of({**MEMORY, "metadata": {"a": nested}}, ALICE, UTC)


def test_an_unknown_field_is_wrong_only_where_all_are_known():
    assert records.memory_of({**MEMORY, "colour": "red"}, ALICE, UTC).id == "mem_1"
    for record in ({**MEMORY, "colour": "red"}, {**MEMORY, "source": {"colour": "red"}}):
        with pytest.raises(InvalidValue) as raised:
            records.memory_of(record, ALICE, UTC, strict=True)
        assert "colour" in str(raised.value)


@given(st.sampled_from(sorted(MEMORY)), values)
def test_any_json_in_any_field_is_read_or_refused(field, value):
    try:
        memory = records.memory_of({**MEMORY, field: value}, ALICE, UTC)
    except InvalidInput:
        return
    assert records.memory_of(carried(records.memory_record(memory)), ALICE, UTC) == memory


@given(st.sampled_from(sorted(ENTRY)), values)
def test_any_json_in_any_field_of_an_entry_is_read_or_refused(field, value):
    try:
        entry = records.entry_of({**ENTRY, field: value}, ALICE, UTC)
    except InvalidInput:
        return
    assert records.entry_of(carried(records.entry_record(entry)), ALICE, UTC) == entry
