"""One life, lived three times: every byte that can be read of it afterwards is the same."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path

from perdure import Perdure, Turn
from perdure.domain.policy import STRATEGIES
from perdure.testing import FrozenClock, HashEmbedder, ScriptedModel, SequentialIds
from tests.behaviour.requirements import requirement


def lived(folder: Path, *, model: bool) -> bytes:
    """A life with every verb that changes something, and all that can be read of it."""
    clock = FrozenClock(datetime(2026, 3, 2, 9, 0, tzinfo=UTC))
    replies = ['{"facts": [{"text": "I keep bees", "turns": [1]}]}', "no JSON", '{"facts": []}'] * 30
    with Perdure(
        folder,
        embedder=HashEmbedder(),
        clock=clock,
        ids=SequentialIds(),
        timezone="Asia/Shanghai",
        llm=ScriptedModel(replies) if model else None,
    ) as memory:
        space = memory.space("user/alice")
        for n, said in enumerate(
            ["I keep bees. I live in Berlin", "我叫小满，喜欢靠窗座位", "I moved to Lisbon", "周五之前我要交发票"]
        ):
            clock.advance(hours=30)
            with space.session(tool="planner", window_tokens=500, session=f"s{n}") as talk:
                talk.messages(said)
                talk.reply("Noted 好的")
                talk.tool("weather", "rain, 12 degrees")
                talk.messages("where do I live? 我住在哪里？")
                talk.reply("Let me see.")
        space.remember("办公室在杭州", slot="office", source="planner")
        space.remember("办公室在苏州", slot="office", source="mailer")
        space.remember("guest wifi is heron", expires_at=clock.now() + timedelta(days=2))
        space.remember_many(f"Room {n} was painted in shade {n * 7}" for n in range(24))
        space.permanent.add("绝不替用户付款", kind="boundary")
        for review in space.review.list():
            space.review.accept(review.id, reason="asked")
        made = space.list().items
        space.feedback(made[0].id, "useful")
        space.feedback(made[1].id, "outdated", "用户说的")
        space.forget(made[2].id, "不要了")
        space.restore(made[2].id)
        clock.advance(days=130)
        reports = [space.upkeep(dry_run=True, strategies=STRATEGIES), space.upkeep(strategies=STRATEGIES)]
        memories = space.list(statuses="all", limit=1_000).items
        explained = [space.explain(one.id) for one in memories]
        told = {
            "memories": [asdict(one) for one in memories],
            "history": [asdict(row) for one in explained for row in one.history],
            "entries": [asdict(one) for one in space.entries(limit=1_000)],
            "reviews": [asdict(one) for one in space.review.list(states="all", limit=1_000)],
            "links": [asdict(link) for one in explained for link in one.links],
            "recalls": [asdict(record) for one in explained for record in one.recalls],
            "upkeep": [asdict(report) for report in reports],
            "jobs": [asdict(job) for job in space.jobs()],
            "policy": space.policy().changes(),
        }
        return json.dumps(told, ensure_ascii=False, sort_keys=True, default=str).encode()


@requirement("X2", "F5", "M1")
def test_three_lives_give_the_same_bytes(tmp_path: Path):
    first, second, third = (lived(tmp_path / name, model=False) for name in ("one", "two", "three"))
    assert first == second == third
    assert len(json.loads(first)["memories"]) > 30


@requirement("X2", "W15")
def test_three_lives_with_a_language_model_give_the_same_bytes(tmp_path: Path):
    first, second, third = (lived(tmp_path / name, model=True) for name in ("one", "two", "three"))
    assert first == second == third
    assert b"model/scripted" in first
