"""Same input, same memory: three runs give three equal stores and three equal answers."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

import pytest

from perdure import Perdure, Policy, Turn
from perdure.testing import FrozenClock, HashEmbedder, SequentialIds
from tests.behaviour.requirements import requirement


def live(folder: Path) -> str:
    """A little life with every verb, and all that can be read of it afterwards."""
    clock = FrozenClock(datetime(2026, 3, 1, 9, 0, tzinfo=UTC))
    options = {"embedder": HashEmbedder(), "clock": clock, "ids": SequentialIds(), "timezone": "Asia/Shanghai"}
    with Perdure(folder, **options) as memory:
        space = memory.space("user/alice")
        space.set_policy(Policy(half_lives={"fact": 12.0}))
        space.observe([Turn(f"第 {n} 句 about the kayak", session=f"s{n % 3}", speaker="ab"[n % 2]) for n in range(40)])
        space.observe([Turn("late vectors", session="s0")], wait=False)
        memory.join()
        space.remember_many([f"jar {n} of plum jam" for n in range(30)])
        for n, city in enumerate(("Porto", "Lisbon", "Faro")):
            clock.advance(days=1)
            space.remember(
                f"I live in {city}", slot="city", importance=n / 4, tags=["home", "住址"], metadata={"b": n, "a": [n]}
            )
        ids = [made.id for made in space.list()]
        space.correct(ids[0], "jar 0 is empty", reason="eaten")
        space.confirm(ids[1])
        space.forget(ids[2:4], "不要了")
        space.restore(ids[2])
        answers = [
            [(hit.id, hit.score, dict(hit.parts)) for hit in asked.recall(query, k=20)]
            for asked in (space, memory.view("user/alice", "user/bob"))
            for query in ("plum jam jar 7", "kayak 第 3 句", "where do I live", "住址")
        ]
        made = list(space.list(statuses="all", limit=1_000))
        dump = {
            "memories": [asdict(one) for one in made],
            "entries": [asdict(one) for one in space.entries(limit=1_000)],
            "history": [asdict(row) for one in made for row in space.history(one.id)],
            "sessions": [asdict(one) for one in space.sessions()],
            "explained": [asdict(space.explain(one.id)) for one in made],
            "answers": answers,
            "brief": space.recall("plum jam").brief(),
        }
        return repr(dump)


@requirement("M1", "M4")
def test_three_runs_give_three_equal_memories_and_three_equal_answers(tmp_path):
    first, second, third = (live(tmp_path / name) for name in ("one", "two", "three"))
    assert first == second == third


@requirement("R1")
def test_the_same_question_has_the_same_answer_however_often_it_is_asked(memory):
    space = memory.space("user/alice")
    space.remember_many([f"jar {n} of plum jam" for n in range(60)])
    orders = {tuple(hit.id for hit in space.recall("plum jam", k=20)) for _ in range(5)}
    assert len(orders) == 1


@requirement("M1")
def test_what_was_read_before_closing_is_read_after_opening(home, clock):
    def everything(memory):
        space = memory.space("user/alice")
        return list(space.list(statuses="all")), list(space.entries()), space.sessions(), space.policy()

    with Perdure(home, embedder=HashEmbedder(), clock=clock, timezone="UTC") as memory:
        space = memory.space("user/alice")
        space.set_policy(Policy(floor=0.5))
        space.remember("用户偏好靠窗座位", slot="seat", tags=["旅行"], metadata={"a": {"b": None}})
        space.observe([Turn("hi 🙂", session="s", ref="r", tool_calls=[{"name": "x"}])])
        before = everything(memory)
    with Perdure(home, embedder=HashEmbedder(), clock=clock, timezone="UTC") as memory:
        assert everything(memory) == before


@requirement("M1")
@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo", "America/New_York"])
def test_a_moment_stays_the_same_moment_in_whatever_zone_a_place_is_opened(home, clock, zone):
    with Perdure(home, embedder=None, clock=clock, timezone="Asia/Shanghai") as memory:
        made = memory.space("user/alice").remember("早会", at=datetime(2026, 3, 8, 2, 30)).memory
    with Perdure(home, embedder=None, clock=clock, timezone=zone) as memory:
        read = memory.space("user/alice").get(made.id)
        assert read.created_at == made.created_at == datetime(2026, 3, 7, 18, 30, tzinfo=UTC)
        assert str(read.created_at.tzinfo) == zone
