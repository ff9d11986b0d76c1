"""Live sessions over HTTP: they belong to a token, take turns, and end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import httpx2
import pytest

from perdure import Entry, Perdure, wire
from perdure.domain.access import Grant, Principal
from perdure.errors import GatewayUnavailable, NotFound, SessionClosed
from perdure.gateway.live import LiveSessions
from perdure.testing import FrozenClock, HashEmbedder, SequentialIds
from perdure.testing.gateway import running
from tests.behaviour.requirements import requirement
from tests.conftest import MORNING
from tests.gateway.asking import ask, look, told
from tests.gateway.conftest import Gateway


@pytest.fixture
def agent(gateway: Gateway, space: str) -> Iterator[httpx2.Client]:
    """An agent that may write the space."""
    with gateway.client(f"{space}:write") as client:
        yield client


@requirement("L11", "P1")
def test_a_conversation_from_its_first_message_to_its_distilling(
    gateway: Gateway, agent: httpx2.Client, admin: httpx2.Client, space: str
):
    ask(admin, "permanent/add", space, text="称呼用户为小林")
    ask(agent, "remember", text="用户坐火车偏好靠窗座位", kind="preference")
    begun = ask(agent, "session", tool="my-agent", window_tokens=2000, system="You book trains.")
    at = f"session/{begun['id']}"
    assert begun["budget"] == 2000
    prompt = ask(agent, f"{at}/messages", text="帮我订明天的火车，坐车偏好你知道")
    head = prompt["messages"][0]
    assert head["role"] == "system"
    assert all(text in head["content"] for text in ("You book trains.", "称呼用户为小林", "靠窗座位"))
    assert prompt["messages"][-1] == {"role": "user", "content": "帮我订明天的火车，坐车偏好你知道"}
    assert 0 < prompt["tokens"] <= 2000
    assert prompt["trace"]["brief"]
    call = {"id": "c1", "type": "function", "function": {"name": "search_trains", "arguments": "{}"}}
    assert ask(agent, f"{at}/reply", text="", tool_calls=[call])["tool_calls"] == [call]
    entry = wire.value(Entry, ask(agent, f"{at}/tool", name="search_trains", result="G7 14:00", call_id="c1"))
    assert (entry.role, entry.text) == ("tool", "G7 14:00")
    ask(agent, f"{at}/reply", text="Booked G7.")
    ask(agent, f"{at}/add", turn={"text": "remember that my sister is called Ming", "speaker": "user", "ref": "t9"})
    standing = look(agent, at)
    assert (standing["id"], standing["budget"]) == (begun["id"], 2000)
    assert set(standing["state"]) == {"goal", "constraints", "done"}
    assert len(ask(agent, f"{at}/messages")["messages"]) > len(prompt["messages"])
    assert told(agent.delete(f"/v1/{at}")) == {"closed": True}
    assert look(agent, at, status=404)["code"] == "not_found"
    assert any("Ming" in memory.text for memory in gateway.memory.space(space).list())
    assert gateway.memory.space(space).sessions()[0].id == begun["id"]


def test_the_callers_own_id_may_hold_any_characters(agent: httpx2.Client):
    id = ask(agent, "session", session="订票/2026 #1")["id"]
    assert id == "订票/2026 #1"
    at = f"session/{quote(id, safe='')}"
    assert ask(agent, f"{at}/messages", text="你好")["messages"]
    assert look(agent, at)["id"] == id
    assert told(agent.delete(f"/v1/{at}")) == {"closed": True}


@pytest.mark.parametrize("id", ["a/messages", "一/add", "two\nlines"])
def test_an_id_that_no_address_can_hold_is_refused(agent: httpx2.Client, id: str):
    assert ask(agent, "session", session=id, status=400)["code"] == "invalid_value"


def test_a_session_is_found_by_the_token_that_began_it_and_no_other(gateway: Gateway, agent: httpx2.Client, space: str):
    id = ask(agent, "session")["id"]
    with gateway.client(f"{space}:admin") as other:
        absent = look(other, "session/ses_none", status=404)
        foreign = look(other, f"session/{id}", status=404)
        assert foreign == {**absent, "detail": absent["detail"].replace("ses_none", id)}
        assert ask(other, f"session/{id}/messages", text="x", status=404)["code"] == "not_found"
        assert told(other.delete(f"/v1/session/{id}"), 404)["code"] == "not_found"
    assert look(agent, f"session/{id}")["id"] == id


def test_a_session_needs_the_right_to_write_and_to_read_what_it_reads(gateway: Gateway, space: str):
    with gateway.client(f"{space}:read") as reader:
        assert ask(reader, "session", status=403)["code"] == "forbidden"
    with gateway.client(f"{space}:write") as writer:
        assert ask(writer, "session", read=["user/bob"], status=403)["code"] == "forbidden"
        assert ask(writer, "session", window_tokens=0, status=400)["code"] == "invalid_value"
        assert ask(writer, "session", colour="red", status=422)["code"] == "invalid_request"


def test_a_session_reads_the_spaces_it_names(gateway: Gateway, admin: httpx2.Client, space: str):
    project = "project/" + space[5:]
    ask(admin, "remember", project, text="The orders service uses Postgres")
    with gateway.client(f"{space}:write", f"{project}:read") as agent:
        id = ask(agent, "session", space, read=[project])["id"]
        told_ = ask(agent, f"session/{id}/messages", text="Which database does the orders service use?")
    assert "Postgres" in told_["messages"][0]["content"]


def test_beginning_again_under_the_same_id_closes_the_one_before(gateway: Gateway, agent: httpx2.Client, space: str):
    ask(agent, "session", session="s1")
    ask(agent, "session/s1/messages", text="记住：我的工位在三楼")
    ask(agent, "session", session="s1")
    assert any("三楼" in memory.text for memory in gateway.memory.space(space).list())
    assert [message["role"] for message in ask(agent, "session/s1/messages", text="hi")["messages"]].count("user") == 1


def test_the_same_message_under_one_idempotency_key_is_said_once(gateway: Gateway, agent: httpx2.Client, space: str):
    id = ask(agent, "session")["id"]
    url, key = f"/v1/session/{id}/messages", {"Idempotency-Key": "m1"}
    first = agent.post(url, json={"text": "我只说一次"}, headers=key)
    again = agent.post(url, json={"text": "我只说一次"}, headers=key)
    assert (first.status_code, first.content) == (200, again.content)
    assert gateway.memory.space(space).entries(session=id).total == 1


class Ticks:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


ALICE = Principal(name="alice", grants=(Grant.parse("user/alice:write"),), token="tok_alice")


def test_a_session_that_nobody_uses_is_closed_and_distilled(memory: Perdure):
    ticks, caller = Ticks(), memory.acting(ALICE)
    live = LiveSessions(idle_seconds=1800, ticks=ticks)
    name = memory.space("user/alice").name
    quiet, busy = (caller.session(write=name, session=id) for id in ("quiet", "busy"))
    for session in (quiet, busy):
        live.begin(caller, session, name)
    quiet.messages("记住：我对花生过敏")
    ticks.now = 1000
    live.get(caller, "busy")
    ticks.now = 1800
    assert live.sweep() == 1
    with pytest.raises(SessionClosed):
        quiet.messages("还在吗？")
    assert any("花生" in memory.text for memory in memory.space("user/alice").list())
    with pytest.raises(NotFound):
        live.get(caller, "quiet")
    assert live.get(caller, "busy").session is busy
    live.close()


def test_there_are_only_so_many_at_once_and_ending_one_makes_room(memory: Perdure):
    caller, live = memory.acting(ALICE), LiveSessions(most=2)
    name = memory.space("user/alice").name
    for id in ("a", "b"):
        live.begin(caller, caller.session(write=name, session=id), name)
    with pytest.raises(GatewayUnavailable):
        live.begin(caller, caller.session(write=name, session="c"), name)
    live.end(caller, "a")
    live.begin(caller, caller.session(write=name, session="c"), name)
    assert len(live) == 2
    live.close()


def test_once_it_is_closed_nothing_lives_and_nothing_begins(memory: Perdure):
    caller, live = memory.acting(ALICE), LiveSessions()
    name = memory.space("user/alice").name
    first = live.begin(caller, caller.session(write=name), name).session
    live.close()
    with pytest.raises(SessionClosed):
        first.messages("x")
    with pytest.raises(GatewayUnavailable):
        live.begin(caller, caller.session(write=name), name)


def test_a_gateway_that_stops_distils_its_live_sessions(tmp_path: Path):
    with Perdure(tmp_path, embedder=HashEmbedder(), clock=FrozenClock(MORNING), ids=SequentialIds()) as memory:
        secret = memory.tokens.new("agent", grants=["user/alice:write"]).secret
        headers = {"Authorization": f"Bearer {secret}"}
        with running(memory) as url, httpx2.Client(base_url=url, headers=headers) as client:
            id = ask(client, "session")["id"]
            ask(client, f"session/{id}/messages", text="记住：我的生日是三月七日")
        assert any("生日" in kept.text for kept in memory.space("user/alice").list())
        assert memory.space("user/alice").jobs() == []
