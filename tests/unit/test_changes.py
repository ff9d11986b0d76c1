"""History rows: only what changed, as plain values."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime

from perdure import Memory, Slot, Source, Status
from perdure.capture.changes import change_between, plain
from perdure.domain.space import SpaceName
from tests.behaviour.requirements import requirement

NOW = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
MEMORY = Memory(
    id="mem_1",
    space=SpaceName("user", "alice"),
    kind="fact",
    text="x",
    created_at=NOW,
    updated_at=NOW,
    recorded_at=NOW,
    holds_from=NOW,
    slot=Slot("self", "city"),
    tags=("a",),
    source=Source(turns=("ent_1",)),
)


def change(before, after, **more):
    return change_between(before, after, at=NOW, actor="local", action="tested", **more)


@requirement("M4")
def test_a_new_memory_is_listed_with_what_it_has():
    row = change(None, MEMORY, reason="why")
    assert (row.memory_id, row.at, row.actor, row.action, row.reason) == ("mem_1", NOW, "local", "tested", "why")
    assert row.before == {}
    assert row.after["text"] == "x"
    assert row.after["slot"] == {"subject": "self", "attribute": "city"}
    assert row.after["source"]["turns"] == ["ent_1"]
    assert not {"expires_at", "metadata", "value"} & set(row.after)


@requirement("M4")
def test_a_changed_memory_is_listed_with_what_changed_and_nothing_else():
    after = replace(MEMORY, text="y", status=Status.SUPERSEDED, tags=("a", "b"), version=2, access_count=9)
    row = change(MEMORY, after)
    assert row.before == {"text": "x", "status": "active", "tags": ["a"]}
    assert row.after == {"text": "y", "status": "superseded", "tags": ["a", "b"]}


def test_fields_are_plain_values_that_json_can_hold():
    row = change(None, replace(MEMORY, metadata={"a": ({"b": 1},)}, expires_at=NOW))
    assert json.loads(json.dumps(dict(row.after))) == row.after
    assert plain({"at": NOW, "all": (Status.ACTIVE, None, 5)}) == {"at": NOW.isoformat(), "all": ["active", None, 5]}
