"""Who may do what: the same gate below every tool, resource and prompt."""

from __future__ import annotations

from typing import Any

import pytest
from mcp import MCPError

from perdure import Perdure
from perdure.domain.access import Right
from perdure.mcp_server.library import SCRIPTS
from perdure.mcp_server.tools import TOOLS
from tests.behaviour.requirements import requirement
from tests.mcp.agent import Agent, acting

SAID = [{"role": "user", "content": "My name is Anna."}]

TAKES: dict[str, tuple[Right | None, dict[str, Any]]] = {
    "memory_add": (Right.WRITE, {"text": "x"}),
    "memory_update": (Right.WRITE, {"id": "ID", "text": "x"}),
    "memory_delete": (Right.WRITE, {"id": "ID"}),
    "memory_retrieve": (Right.READ, {"query": "office"}),
    "memory_summary": (None, {"messages": SAID}),
    "memory_filter": (None, {"messages": SAID, "query": "name"}),
    "memory_explain": (Right.READ, {"id": "ID"}),
    "memory_session": (Right.READ, {"action": "start", "text": "office"}),
    "memory_session message": (Right.WRITE, {"action": "message", "session": "s", "text": "x"}),
    "memory_session reply": (Right.WRITE, {"action": "reply", "session": "s", "text": "x"}),
    "memory_session end": (Right.WRITE, {"action": "end", "messages": SAID}),
    "memory_session end, reported": (Right.WRITE, {"action": "end", "session": "s"}),
}
"""Each call and the right it takes; None: it touches no space."""


def test_the_table_has_every_tool() -> None:
    assert {name.split()[0] for name in TAKES} == {tool.name for tool in TOOLS}


@requirement("C2", "P8")
@pytest.mark.parametrize("call", TAKES)
def test_whoever_may_read_alone_is_refused_what_writes(memory: Perdure, reader: Agent, call: str) -> None:
    kept = memory.space("user/me").remember("The office opens at 8").memory
    right, given = TAKES[call]
    answer = reader.call(
        call.split()[0], **{name: kept.id if value == "ID" else value for name, value in given.items()}
    )
    assert answer.failed == (right is Right.WRITE)
    assert not answer.failed or answer.code == "forbidden"
    assert memory.space("user/me").get(kept.id).version == 1
    assert len(memory.space("user/me").list(statuses="all")) == 1


def spaced(call: str, given: dict[str, Any]) -> dict[str, Any]:
    """The arguments, with the foreign space named as the tool takes it."""
    reads = call in ("memory_retrieve", "memory_session", "memory_session message")
    return given | ({"spaces": ["user/bob"]} if reads else {"space": "user/bob"})


@requirement("C2", "R2")
@pytest.mark.parametrize("call", [name for name, (right, _) in TAKES.items() if right is not None])
def test_a_foreign_space_is_refused_alike_whether_it_exists_or_not(memory: Perdure, agent: Agent, call: str) -> None:
    tool, given = call.split()[0], spaced(call, TAKES[call][1])
    absent = agent.call(tool, **given)
    secret = memory.space("user/bob").remember("Bob hides the key under the mat").memory
    there = agent.call(tool, **{name: secret.id if value == "ID" else value for name, value in given.items()})
    assert (absent.code, there.code) == ("forbidden", "forbidden")
    assert absent.text == there.text
    assert len(memory.space("user/bob").list()) == 1
    assert len(memory.space("user/me").entries()) == 0


@requirement("C2")
@pytest.mark.parametrize("tool", ["memory_update", "memory_delete", "memory_explain"])
def test_the_id_of_a_foreign_memory_is_answered_like_one_there_is_none_of(
    memory: Perdure, agent: Agent, tool: str
) -> None:
    secret = memory.space("user/bob").remember("Bob hides the key under the mat").memory
    more = {"text": "x"} if tool == "memory_update" else {}
    answers = [agent.call(tool, id=name, **more) for name in (secret.id, "mem_nowhere")]
    assert [answer.code for answer in answers] == ["not_found", "not_found"]
    assert answers[0].text == answers[1].text


@requirement("C2")
def test_what_is_foreign_comes_back_from_no_way_of_reading(memory: Perdure, agent: Agent) -> None:
    memory.space("user/bob").remember("Bob hides the key under the mat")
    memory.space("user/bob").permanent.add("Bob never lends his car", kind="boundary")
    told = [
        agent.call("memory_retrieve", query="where is the key hidden").raw,
        agent.call("memory_retrieve").raw,
        agent.call("memory_session", action="start", text="where is the key hidden").raw,
        agent.prompt("session-start", task="where is the key hidden"),
        *(agent.resource(uri) for uri in agent.resources()),
    ]
    assert not any("Bob" in text or "bob" in text for text in told)


@pytest.mark.parametrize("uri", ["perdure://permanent/user/bob", "perdure://permanent/user%2Fbob"])
def test_the_resource_of_a_foreign_space_is_refused(memory: Perdure, agent: Agent, uri: str) -> None:
    memory.space("user/bob").permanent.add("Bob never lends his car", kind="boundary")
    with pytest.raises(MCPError) as refused:
        agent.resource(uri)
    assert refused.value.code == -32002


@requirement("C2")
def test_a_global_write_waits_for_approval(memory: Perdure) -> None:
    with acting(memory, "global:write") as agent:
        answer = agent.call("memory_add", text="All agents answer in the user's language", space="global")
    assert answer.data["outcome"] == "queued"
    assert len(memory.space("global").list()) == 0


def test_a_caller_of_several_spaces_has_to_name_one_to_write_to(memory: Perdure) -> None:
    with acting(memory, "user/a:write", "user/b:write") as agent:
        assert agent.call("memory_add", text="x y").code == "invalid_value"
        assert agent.call("memory_add", text="x y", space="user/b").data["memory"]["space"] == "user/b"
        assert agent.call("memory_retrieve", query="x y").data["spaces"] == ["user/a", "user/b"]


def test_every_prompt_says_something_to_whoever_may_read(memory: Perdure, reader: Agent) -> None:
    memory.space("user/me").remember("The office opens at 8")
    assert "The office opens at 8" in reader.prompt("session-start")
    assert all(reader.prompt(name) for name in SCRIPTS)
