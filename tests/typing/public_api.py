"""The public surface as a caller's type checker sees it; checked by `test_types.py`, never run."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import assert_type

from perdure import (
    Added,
    Batch,
    Entry,
    Memory,
    Perdure,
    Policy,
    Queued,
    Reinforced,
    Rejected,
    Session,
    Slot,
    Space,
    Superseded,
    Turn,
    View,
    aio,
)
from perdure.recall.result import Recall


def outcome_text(outcome: Added | Reinforced | Superseded | Queued | Rejected) -> str:
    match outcome:
        case Added(memory=memory) | Reinforced(memory=memory) | Queued(memory=memory):
            return memory.text
        case Superseded(memory=memory, old=old):
            return f"{memory.text}, no longer {old.text}"
        case Rejected(reason=reason, code=code):
            return f"{code}: {reason}"


def write(alice: Space) -> None:
    now = datetime(2026, 3, 1, tzinfo=UTC)
    told = alice.remember(
        "用户偏好靠窗座位",
        kind="preference",
        importance=0.8,
        slot=Slot("alice", "seat"),
        value="window",
        at=now,
        expires_at=None,
        tags=["travel"],
        metadata={"train": True},
        source="my-agent",
    )
    outcome_text(told)
    assert_type(alice.remember_many(["one", {"text": "two", "kind": "fact"}]), Batch)
    for entry in alice.observe(
        [Turn("I moved to Lisbon", speaker="alice", at=now, session="s1", ref="t-17")], wait=False
    ):
        assert_type(entry, Entry)
    assert_type(alice.correct("mem_1", "new text", version=1, tags=("x",), importance=0.1, reason="why"), Memory)
    assert_type(alice.confirm("mem_1"), Memory)
    assert_type(alice.restore("mem_1", "a mistake"), Memory)
    for memory in alice.forget(["mem_1", "mem_2"], reason="old"):
        assert_type(memory, Memory)
    alice.set_policy(Policy(half_lives={"fact": 10.0, "event": None}))


def read(alice: Space, both: View) -> None:
    found = alice.recall("坐车有什么偏好", k=5, kinds=["preference"], tags="travel", since=None)
    for hit in found:
        assert_type(hit.text, str)
        assert_type(hit.score, float)
        assert_type(hit.refs, tuple[str, ...])
    assert_type(found[0].memory, Memory | None)
    assert_type(found.brief(max_tokens=500), str)
    assert_type(found.trace.lines(), list[str])
    assert_type(found.degraded, tuple[str, ...])
    both.recall("which database do we use?", layers=["memory", "journal"])
    assert_type(alice.get("mem_1"), Memory | None)
    assert_type(alice.get(slot="seat"), Memory | None)
    page = alice.list(statuses="all", limit=10)
    for memory in page:
        assert_type(memory, Memory)
    assert_type(page.next, str | None)
    for session in alice.sessions():
        assert_type(session, Session)
    assert_type(alice.explain("mem_1").curve, tuple[tuple[int, float], ...])


def whole() -> None:
    with Perdure("./memory", embedder=None, timezone="UTC", policy=Policy(floor=0.5)) as memory:
        write(memory.space("user/alice"))
        read(memory.space("user/alice"), memory.view("user/alice", "project/orders"))
        for summary in memory.spaces():
            assert_type(summary.memories, int)
        assert_type(memory.delete_space("user/alice"), bool)


async def awaited() -> None:
    async with aio.Perdure("./memory", embedder=None) as memory:
        alice = memory.space("user/alice")
        outcome_text(await alice.remember("likes trains", kind="preference", tags=["travel"]))
        assert_type(await alice.recall("trains", k=3), Recall)
        assert_type(await alice.get("mem_1"), Memory | None)
        assert_type(await memory.view("user/alice").recall("trains"), Recall)
