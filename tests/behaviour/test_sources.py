"""Who says it: an agent is known by its token, so that two of them do not overwrite each other, and a reader leaves no trace."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from perdure import Perdure, Turn
from perdure.client import Client
from perdure.domain.access import LOCAL, Principal
from perdure.domain.change import Queued, Superseded
from perdure.testing.gateway import running
from tests.behaviour.requirements import requirement

NAME = "project/门店"


def agent(memory: Perdure, name: str, *grants: str) -> Principal:
    return memory.tokens.verify(memory.tokens.new(name, grants=grants or (f"{NAME}:write",)).secret)


SAID = {
    "English": ("We use RabbitMQ for the queue", "We use Kafka for the queue"),
    "Chinese": ("消息队列用 RabbitMQ", "消息队列用 Kafka"),
}


# What two agents say


@requirement("W11")
@pytest.mark.parametrize("texts", SAID.values(), ids=SAID)
def test_agents_with_tokens_of_their_own_do_not_overwrite_each_other(memory: Perdure, texts: tuple[str, str]):
    one, other = (memory.acting(agent(memory, name)).space(NAME) for name in ("规划", "coder"))
    first = one.remember(texts[0])
    assert isinstance(other.remember(texts[1]), Queued)
    assert (first.memory.source.tool, one.get(first.memory.id).status) == ("规划", "active")
    assert isinstance(one.remember(texts[1].replace("Kafka", "NATS")), Superseded)


@requirement("W11")
@pytest.mark.parametrize("texts", SAID.values(), ids=SAID)
def test_nor_do_they_over_http(memory: Perdure, texts: tuple[str, str]):
    secrets = [memory.tokens.new(name, grants=[f"{NAME}:write"]).secret for name in ("规划", "coder")]
    with running(memory) as url, Client(url, secrets[0], queue=None) as one, Client(url, secrets[1], queue=None) as two:
        first = one.space(NAME).remember(texts[0])
        assert isinstance(two.space(NAME).remember_many([texts[1]]).outcomes[0], Queued)
        assert first.memory.source.tool == "规划"


@requirement("W11")
@pytest.mark.parametrize("wait", [True, False])
def test_what_an_agent_captures_is_from_it_whoever_distils_it(memory: Perdure, wait: bool):
    planner, coder = (memory.acting(agent(memory, name)).space(NAME) for name in ("规划", "coder"))
    planner.capture([Turn("我们决定消息队列用 RabbitMQ")], session="one", wait=wait)
    memory.join()
    coder.observe([Turn("We decided to use Kafka for the queue")])
    memory.space(NAME).distil()
    tools = {found.source.tool for found in memory.space(NAME).list(statuses="all")}
    assert tools == {"规划", "coder"}
    assert [entry.metadata["source"] for entry in memory.space(NAME).entries()] == ["规划", "coder"]


def test_so_is_what_is_said_in_its_live_sessions(memory: Perdure):
    with memory.acting(agent(memory, "规划")).space(NAME).session() as talk:
        talk.messages("消息队列用 RabbitMQ")
        talk.reply("好的，记下了")
    assert {entry.metadata["source"] for entry in memory.space(NAME).entries()} == {"规划"}


@requirement("W11")
def test_a_source_that_is_named_stands_and_the_place_itself_has_none(memory: Perdure):
    mine = memory.acting(agent(memory, "规划")).space(NAME)
    assert mine.remember("我们每周一开会", source="cron").memory.source.tool == "cron"
    told = mine.observe([Turn("嗨", metadata={"source": {"app": "phone"}}), Turn("hi there")], source=None)
    assert [entry.metadata["source"] for entry in told] == [{"app": "phone"}, "规划"]
    for place in (memory, memory.acting(LOCAL)):
        outcome = place.space("user/me").remember("The kayak is in the shed")
        assert outcome.memory.source.tool is None


# Who speaks


@pytest.mark.parametrize("role", ["assistant", "system", "tool", "user"])
def test_where_only_a_role_is_given_it_is_who_speaks(surface, role: str):
    space = surface.space("user/alice")
    turns = [Turn("今天有三个会", role=role), Turn("three meetings", role=role, speaker="Nova")]
    first, second = space.capture(turns, session="s").entries
    assert [(entry.role, entry.speaker) for entry in (first, second)] == [(role, role), (role, "Nova")]
    (seen,) = space.observe([Turn("第四个会", role=role)])
    assert (seen.role, seen.speaker) == (role, role)


def test_where_only_a_speaker_is_given_the_role_follows(surface):
    (entry,) = surface.space("user/alice").observe([Turn("好的", speaker="assistant")])
    assert (entry.role, entry.speaker) == ("assistant", "assistant")


# Who reads


def content(home: Path) -> list[str]:
    """Every table of the spaces, as it stands on the disk."""
    found: list[str] = []
    for path in sorted((home / "spaces").rglob("*.db")):
        connection = sqlite3.connect(path)
        found += [str(path), *connection.iterdump()]
        connection.close()
    return found


@requirement("C2")
@pytest.mark.parametrize(("right", "traces"), [("read", False), ("write", True)])
def test_whoever_may_only_read_leaves_no_trace(memory: Perdure, home: Path, right: str, traces: bool):
    space = memory.space(NAME)
    kept = space.remember("暗号是蓝色的皮划艇 kayak").memory
    space.observe([Turn("the kayak was blue, 是蓝色的", session="s")])
    memory.join()
    before = content(home)
    caller = memory.acting(agent(memory, "canary", f"{NAME}:{right}", "user/*:read"))
    mine = caller.space(NAME)
    assert mine.recall("kayak 暗号").hits[0].id == kept.id
    caller.view(NAME, "user/nobody").recall("暗号 kayak")
    mine.why_not("暗号", kept.id)
    looks = (mine.list, mine.entries, mine.sessions, mine.stats, mine.jobs, mine.policy, caller.spaces)
    for look in (*looks, mine.review.list, mine.permanent.list):
        look()
    for look in (mine.get, mine.history, mine.explain):
        look(kept.id)
    assert space.get(kept.id).access_count == (2 if traces else 0)
    assert len(space.explain(kept.id).recalls) == (2 if traces else 0)
    memory.close()
    assert (content(home) != before) is traces
