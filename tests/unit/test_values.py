"""The values of the record: slots, turns, expiry, batches, scopes, the lines of a trace."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import get_args

import pytest

from perdure import Added, Batch, Memory, Rejected, Slot, Status, Turn
from perdure.domain.journal import ROLES, Entry, origin_of, role_of
from perdure.domain.memory import Origin
from perdure.domain.page import Page
from perdure.domain.recall import Scope
from perdure.domain.space import SpaceName
from perdure.domain.trace import (
    BelowFloor,
    Considered,
    Covered,
    Dropped,
    Hidden,
    OutOfScope,
    OnlyAsks,
    OverLimit,
    Repeated,
    Settled,
    SmallTalk,
    Stage,
    TooLong,
    Trace,
    Unasked,
    Unmatched,
    WhyNot,
)
from tests.behaviour.requirements import requirement

NOW = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
SPACE = SpaceName("user", "alice")
MEMORY = Memory(
    id="mem_1", space=SPACE, kind="fact", text="x", created_at=NOW, updated_at=NOW, recorded_at=NOW, holds_from=NOW
)
ENTRY = Entry(id="ent_1", space=SPACE, text="x", at=NOW, recorded_at=NOW)


def test_a_plain_string_is_a_slot_of_the_owner():
    assert Slot.of("city") == Slot("self", "city")
    assert Slot.of(Slot("bob", "city")) == Slot("bob", "city")
    assert Slot.of(None) is None


def test_a_memory_has_expired_from_the_very_instant():
    lasting = replace(MEMORY, expires_at=NOW)
    assert lasting.expired(NOW)
    assert not lasting.expired(NOW - timedelta(microseconds=1))
    assert not MEMORY.expired(NOW + timedelta(days=36_500))


@pytest.mark.parametrize("status", list(Status))
def test_only_what_is_active_and_unexpired_is_current(status):
    assert replace(MEMORY, status=status).current(NOW) == (status == "active")
    assert not replace(MEMORY, status=status, expires_at=NOW).current(NOW)


@pytest.mark.parametrize("name", ROLES)
def test_a_speaker_who_is_a_role_speaks_in_it(name):
    assert role_of(Turn("x", speaker=name)) == name
    assert origin_of(name) == Origin(name)


def test_anyone_else_is_a_user_unless_told_otherwise():
    assert role_of(Turn("x", speaker="alice")) == role_of(Turn("x")) == "user"
    assert role_of(Turn("x", speaker="alice", role="assistant")) == "assistant"
    assert role_of(Turn("x", speaker="assistant", role="user")) == "user"


def test_what_was_done_is_an_action_and_what_was_said_is_a_turn():
    assert ENTRY.kind == "turn"
    assert replace(ENTRY, role="tool").kind == "action"
    assert replace(ENTRY, role="assistant", tool_calls=({"name": "search"},)).kind == "action"


def test_a_batch_names_the_items_that_were_rejected():
    batch = Batch(outcomes=(Added(memory=MEMORY), Rejected(reason="empty", code="invalid_text"), Added(memory=MEMORY)))
    assert [(index, outcome.code) for index, outcome in batch.rejected] == [(1, "invalid_text")]
    assert len(batch) == len(list(batch)) == 3


def test_a_page_is_read_like_a_list():
    page = Page(items=(1, 2), total=5, next="2")
    assert (list(page), len(page), page.total) == ([1, 2], 2, 5)


DROPS = (
    (BelowFloor(id="m", evidence=0.1234, needed=0.35), "floor", ("0.123", "0.350")),
    (Settled(id="e", memories=("mem_1", "mem_2")), "rank", ("mem_1", "mem_2")),
    (SmallTalk(id="e"), "rank", ("small talk",)),
    (OnlyAsks(id="e"), "rank", ("only asks",)),
    (Covered(id="e", by="mem_9"), "rank", ("mem_9",)),
    (Repeated(id="e", by="mem_9"), "rank", ("mem_9",)),
    (OverLimit(id="m", rank=7, limit=5), "rank", ("7", "5")),
    (TooLong(id="m", bytes=9_000, limit=8_000), "rank", ("9000", "8000")),
    (Hidden(id="m", status="superseded"), "scope", ("superseded",)),
    (OutOfScope(id="m", filter="known_at"), "scope", ("known_at",)),
    (Unmatched(id="m"), "search", ("vector",)),
    (Unasked(id="m"), "plan", ("small talk",)),
)


@requirement("R16")
@pytest.mark.parametrize(("dropped", "stage", "told"), DROPS, ids=lambda value: type(value).__name__)
def test_the_reason_of_a_drop_names_the_stage_the_numbers_and_the_ids(dropped, stage, told):
    assert dropped.stage == stage
    assert all(word in str(dropped) for word in told)
    assert "\n" not in str(dropped)


def test_every_reason_is_shown_and_no_two_read_alike():
    assert {type(dropped) for dropped, *_ in DROPS} == set(get_args(Dropped))
    assert len({str(dropped) for dropped, *_ in DROPS}) == len(DROPS)


@requirement("R16")
@pytest.mark.parametrize("dropped", [dropped for dropped, *_ in DROPS], ids=lambda value: type(value).__name__)
def test_why_not_speaks_with_the_words_of_what_dropped_it(dropped):
    found = WhyNot(id=dropped.id, query="q", dropped=dropped)
    assert (str(found), found.stage, found.rank) == (str(dropped), dropped.stage, None)


@requirement("R16")
def test_what_came_back_was_dropped_by_no_stage():
    found = WhyNot(id="m", query="q", rank=3)
    assert found.stage is None
    assert "3" in str(found)


@pytest.mark.parametrize(
    ("asked", "past", "narrow"),
    [
        ({}, False, False),
        ({"layers": ("memory",)}, False, True),
        ({"kinds": ("fact",)}, False, True),
        ({"tags": ("a",)}, False, True),
        ({"where": {"a": 1}}, False, True),
        ({"archived": True}, False, True),
        ({"since": NOW}, False, True),
        ({"until": NOW}, False, True),
        ({"as_of": NOW}, True, True),
        ({"known_at": NOW}, True, True),
    ],
)
def test_a_scope_tells_whether_it_narrows_and_whether_it_asks_of_the_past(asked, past, narrow):
    scope = Scope(now=NOW, **asked)
    assert (scope.past, scope.narrow) == (past, narrow)


def test_a_trace_reads_as_lines_that_name_all_it_holds():
    trace = Trace(
        query="靠窗吗",
        terms=("靠窗",),
        spaces=("user/alice", "user/bob"),
        at=NOW,
        considered=(Considered(id="mem_1", layer="memory", score=1.25, parts={"lexical": 0.75, "dense": -0.5}),),
        dropped=(OverLimit(id="mem_2", rank=6, limit=5),),
        stages=(Stage(name="search", ms=1.5), Stage(name="rank", ms=0.25)),
        notes=("only words took part",),
    )
    text = "\n".join(trace.lines())
    for word in ("靠窗吗", "user/bob", "only words took part", "mem_1", "+0.75", "-0.50", "mem_2", "search 1.5 ms"):
        assert word in text


def test_an_empty_trace_can_be_read_too():
    assert len(Trace(query="x", at=NOW).lines()) >= 3
