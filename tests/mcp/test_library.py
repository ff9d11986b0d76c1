"""Resources and prompts: memory for clients that call no tool."""

from __future__ import annotations

import pytest
from mcp import MCPError

from perdure import Perdure
from tests.behaviour.requirements import requirement
from tests.mcp.agent import Agent, acting


@requirement("L11")
def test_permanent_memory_is_a_resource_of_each_space(memory: Perdure, agent: Agent) -> None:
    memory.space("user/me").permanent.add("Answer in Chinese", kind="role")
    memory.space("project/orders").permanent.add("Never touch production", kind="boundary")
    assert {"perdure://permanent", "perdure://permanent/user/me", "perdure://permanent/project/orders"} < set(
        agent.resources()
    )
    assert "Answer in Chinese" in agent.resource("perdure://permanent/user/me")
    assert "production" not in agent.resource("perdure://permanent/user/me")
    assert "production" in agent.resource("perdure://permanent")


def test_a_space_of_any_name_has_an_address(memory: Perdure) -> None:
    name = "user/张三 & co?#%"
    memory.space(name).permanent.add("Answer in Chinese", kind="role")
    with acting(memory, f"{name}:read") as agent:
        (own,) = [uri for uri in agent.resources() if uri.startswith("perdure://permanent/")]
        assert "Answer in Chinese" in agent.resource(own)


def test_the_brief_has_the_strongest_first_and_nothing_that_is_permanent(memory: Perdure, agent: Agent) -> None:
    memory.space("user/me").remember("The cat is grey", importance=0.1)
    memory.space("user/me").remember("The cat is allergic to fish", importance=1.0)
    memory.space("user/me").permanent.add("Answer in Chinese", kind="role")
    brief = agent.resource("perdure://brief")
    assert brief.index("allergic") < brief.index("grey")
    assert "Answer in Chinese" not in brief
    assert "grey" in agent.resource("perdure://brief/what%20colour%20is%20the%20cat")


def test_where_there_is_nothing_a_resource_says_so(agent: Agent) -> None:
    assert all(agent.resource(uri) for uri in agent.resources())
    with pytest.raises(MCPError) as refused:
        agent.resource("perdure://nowhere")
    assert refused.value.code == -32002


@requirement("L11", "P1")
def test_the_prompts_begin_and_end_a_session(memory: Perdure, agent: Agent) -> None:
    memory.space("user/me").permanent.add("Answer in Chinese", kind="role")
    memory.space("user/me").remember("用户偏好靠窗座位")
    begun = agent.prompt("session-start", task="订火车票，座位偏好")
    assert all(part in begun for part in ("Answer in Chinese", "用户偏好靠窗座位", "订火车票"))
    assert "memory_session" in agent.prompt("session-end", session="s1")
