"""What is written for Mem0 and LangGraph: their shapes, nothing that no longer holds, the same bytes each time."""

from __future__ import annotations

import json
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from perdure import Perdure
from perdure.app.space import Space
from perdure.domain.loss import Fate, LossReport
from perdure.domain.space import SpaceName
from perdure.errors import ExportFailed
from perdure.transfer.exporters import langgraph, sqlite
from perdure.transfer.exporters.mem0_json import expiration, owner

FORMATS = ("mem0", "mem0-history", "langgraph")


def rich(memory: Perdure, clock: Any, name: str = "user/alice") -> Space:
    """A small space with something of everything."""
    space = memory.space(name)
    seat = space.remember(
        "用户偏好靠窗座位", kind="preference", importance=0.8, tags=["旅行", "travel"], slot="seat", value="window"
    )
    clock.advance(days=1)
    space.correct(seat.memory.id, "用户偏好靠过道座位")
    space.remember("I live in Porto", slot="home", value="Porto", at=datetime(2026, 1, 1, tzinfo=UTC))
    space.remember("I live in Lisbon", slot="home", value="Lisbon", at=datetime(2026, 2, 1, tzinfo=UTC))
    space.remember(
        "The visa runs out soon", expires_at=datetime(2027, 4, 1, tzinfo=UTC), metadata={"证件": [1, {"a": None}]}
    )
    space.remember("The oven is on", expires_at=clock.now() + timedelta(hours=1))
    gone = space.remember("Collects stamps")
    space.forget(gone.memory.id, reason="no longer")
    clock.advance(hours=2)
    return space


@pytest.fixture
def space(memory: Perdure, clock: Any) -> Space:
    return rich(memory, clock)


def fates(report: LossReport) -> dict[str, Fate]:
    return {line.field: line.fate for line in report}


def rows(path: Path, statement: str) -> list[tuple[Any, ...]]:
    connection = sqlite3.connect(path)
    try:
        return connection.execute(statement).fetchall()
    finally:
        connection.close()


CURRENT = {"用户偏好靠过道座位", "I live in Lisbon", "The visa runs out soon"}


def test_mem0_is_given_a_list_of_what_holds_now(space, tmp_path):
    report = space.export(tmp_path / "out.json", format="mem0")
    records = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert report.counts == {"memories": 3}
    assert {record["memory"] for record in records} == CURRENT
    assert {record["user_id"] for record in records} == {"alice"}
    seat, _, visa = records
    assert seat["categories"] == ["旅行", "travel"]
    assert seat["metadata"]["kind"] == "preference"
    assert seat["metadata"]["perdure"]["slot"] == {"subject": "self", "attribute": "seat"}
    assert visa["expiration_date"] == "2027-03-31"
    assert "用户偏好靠过道座位" in (tmp_path / "out.json").read_text(encoding="utf-8")


def test_a_history_of_mem0_has_every_wording_and_what_was_replaced_is_deleted_in_it(space, tmp_path):
    space.export(tmp_path / "history.db", format="mem0-history")
    told = rows(tmp_path / "history.db", "SELECT event, old_memory, new_memory, is_deleted FROM history ORDER BY rowid")
    assert told[:2] == [("ADD", None, "用户偏好靠窗座位", 0), ("UPDATE", "用户偏好靠窗座位", "用户偏好靠过道座位", 0)]
    assert ("DELETE", "I live in Porto", None, 1) in told
    assert not [row for row in told if "Collects stamps" in row]


def test_a_store_of_langgraph_has_what_holds_now_in_the_namespace_of_the_space(space, tmp_path):
    space.export(tmp_path / "store.db", format="langgraph")
    items = rows(tmp_path / "store.db", "SELECT prefix, value, created_at, expires_at FROM store ORDER BY rowid")
    assert {prefix for prefix, *_ in items} == {"memories.alice"}
    assert all(isinstance(value, bytes) for _, value, *_ in items)
    assert {json.loads(value)["content"]["content"] for _, value, *_ in items} == CURRENT
    assert items[0][2] == "2026-03-01 09:00:00"
    assert items[2][3] == "2027-04-01 00:00:00+00:00"


@pytest.mark.parametrize("format", FORMATS)
def test_every_field_has_a_fate_and_every_memory_that_stays_behind_a_reason(space, tmp_path, format):
    report = space.export(tmp_path / "out", format=format)
    found = fates(report.loss)
    fields = "id kind text status slot value importance confidence created_at updated_at recorded_at holds_from expires_at tags metadata source"
    assert {f"memory.{field}" for field in fields.split()} <= set(found)
    left_behind = sum(line.count for line in report.loss if line.field == "memory")
    assert left_behind == (1 if format == "mem0-history" else 3)
    assert found["entry"] is Fate.DROPPED
    assert all(line.reason for line in report.loss.dropped)


@pytest.mark.parametrize("format", FORMATS)
def test_the_same_space_gives_the_same_bytes(space, tmp_path, format, clock):
    space.export(tmp_path / "one", format=format)
    space.export(tmp_path / "two", format=format)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


@pytest.mark.parametrize("format", FORMATS)
def test_an_empty_space_is_written_too(memory, tmp_path, format):
    space = memory.space("user/empty")
    gone = space.remember("hello")
    space.forget(gone.memory.id, reason="test")
    assert space.export(tmp_path / "out", format=format).counts == {"memories": 0}


@pytest.mark.parametrize(
    ("name", "namespace"),
    [
        ("user/alice", ("memories", "alice")),
        ("user/a.b%2E", ("memories", "a%2Eb%252E")),
        ("user/小雨", ("memories", "小雨")),
        ("project/orders", ("memories", "project", "orders")),
        ("global", ("memories", "global")),
    ],
)
def test_no_label_of_a_namespace_has_a_dot_and_no_two_spaces_share_one(name, namespace):
    assert langgraph.namespace(SpaceName.parse(name)) == namespace


def test_the_owner_in_mem0_is_a_user_or_the_whole_name_of_a_space():
    assert [owner(SpaceName.parse(name)) for name in ("user/alice", "project/orders", "global")] == [
        "alice",
        "project/orders",
        "global",
    ]


def test_the_day_of_expiry_is_the_last_on_which_it_holds():
    assert expiration(datetime(2027, 1, 2, tzinfo=UTC)).isoformat() == "2027-01-01"
    assert expiration(datetime(2027, 1, 2, 0, 0, 1, tzinfo=UTC)).isoformat() == "2027-01-02"


def test_a_file_that_cannot_be_written_is_one_clear_error(tmp_path):
    with pytest.raises(ExportFailed), sqlite.writing(tmp_path / "nowhere" / "x.db"):
        pytest.fail("it was opened")
    with pytest.raises(ExportFailed), sqlite.writing(tmp_path / "x.db", "CREATE TABLE a (b)", "CREATE TABLE a (b)"):
        pytest.fail("it was opened")
