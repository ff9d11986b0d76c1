"""How tools are described, and what they do with arguments that are wrong."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest
from mcp import MCPError

from perdure.errors import InvalidRequest
from perdure.mcp_server.arguments import read
from perdure.mcp_server.tools import TOOLS
from tests.behaviour.requirements import requirement
from tests.mcp.agent import Agent

SECRET = "the-value-that-must-not-come-back"


def objects(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """A schema and all inside it."""
    inner = [*schema.get("properties", {}).values(), *([schema["items"]] if "items" in schema else [])]
    return [schema, *(found for each in inner for found in objects(each))]


@requirement("A2")
def test_the_tools_are_the_six_and_two_more(agent: Agent) -> None:
    six = ["memory_add", "memory_update", "memory_delete", "memory_retrieve", "memory_summary", "memory_filter"]
    assert [tool["name"] for tool in agent.tools()] == [*six, "memory_explain", "memory_session"]


def test_every_schema_is_plain_and_strict(agent: Agent) -> None:
    for tool in agent.tools():
        assert re.fullmatch("[a-zA-Z0-9_-]{1,64}", tool["name"])
        assert tool["description"]
        assert tool["title"]
        for kind in ("inputSchema", "outputSchema"):
            assert tool[kind]["type"] == "object"
            for part in objects(tool[kind]):
                assert isinstance(part["type"], str)
                assert not part.keys() & {"anyOf", "oneOf", "allOf", "$ref", "$defs"}
                assert part["type"] != "array" or "items" in part
                assert part["type"] != "object" or part["additionalProperties"] is False
                assert all(
                    each.get("description") or each["type"] == "object" for each in part.get("properties", {}).values()
                )


def test_annotations_say_what_a_tool_may_do(agent: Agent) -> None:
    hints = {tool["name"]: tool["annotations"] for tool in agent.tools()}
    assert all(hint["openWorldHint"] is False for hint in hints.values())
    assert {name for name, hint in hints.items() if hint["readOnlyHint"]} == {
        "memory_retrieve",
        "memory_summary",
        "memory_filter",
        "memory_explain",
    }
    assert {name for name, hint in hints.items() if hint["destructiveHint"]} == {"memory_update", "memory_delete"}


def test_the_description_of_deletion_points_to_correction(agent: Agent) -> None:
    (delete,) = (tool for tool in agent.tools() if tool["name"] == "memory_delete")
    assert "memory_update" in delete["description"]


WRONG = [
    ("memory_add", {"text": {"a": SECRET}}),
    ("memory_add", {"text": "x", "importance": SECRET}),
    ("memory_add", {"text": "x", "importance": 1.5}),
    ("memory_add", {"text": "x", "importance": True}),
    ("memory_add", {"text": "x", "kind": SECRET}),
    ("memory_add", {"text": "x", "kind": "profile"}),
    ("memory_add", {"text": "x", "expires_at": SECRET}),
    ("memory_add", {"text": "x", "expires_at": 5}),
    ("memory_add", {"text": "x", "unknown": SECRET}),
    ("memory_add", {"tags": ["a"]}),
    ("memory_update", {"id": "mem_1", "text": "x", "version": SECRET}),
    ("memory_update", {"id": "mem_1", "text": "x", "version": 10**30}),
    ("memory_retrieve", {"query": 5}),
    ("memory_retrieve", {"query": "x", "k": 0}),
    ("memory_retrieve", {"query": "x", "k": 2.5}),
    ("memory_retrieve", {"query": "x", "brief": SECRET}),
    ("memory_retrieve", {"limit": 10**9}),
    ("memory_summary", {"messages": SECRET}),
    ("memory_summary", {"messages": [{"role": SECRET, "content": "x"}]}),
    ("memory_summary", {"messages": [{"role": "user", "content": [SECRET]}]}),
    ("memory_summary", {"messages": [{"role": "user", "content": "x", "more": SECRET}]}),
    ("memory_filter", {"messages": [{"role": "user", "content": "x", "at": SECRET}], "query": "x"}),
    ("memory_filter", {"messages": [{"role": "user", "content": "x"}] * 1_001, "query": "x"}),
]


@pytest.mark.parametrize(("tool", "given"), WRONG)
def test_a_wrong_argument_is_named_and_its_value_is_not_repeated(
    agent: Agent, caplog: pytest.LogCaptureFixture, tool: str, given: dict[str, Any]
) -> None:
    answer = agent.call(tool, **given)
    assert answer.code == "invalid_request"
    assert SECRET not in answer.raw
    assert SECRET not in caplog.text


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf, 10**400])
def test_what_is_no_finite_number_in_the_range_is_refused(number: float) -> None:
    with pytest.raises(InvalidRequest):
        read("memory_add", TOOLS[0].takes, {"text": "x", "importance": number})
    with pytest.raises(InvalidRequest):
        read("memory_update", TOOLS[1].takes, {"id": "mem_1", "version": number})


def test_null_counts_as_left_out_and_whole_numbers_may_have_a_point(agent: Agent) -> None:
    added = agent.call("memory_add", text="x y z", kind=None, tags=None, expires_at=None)
    assert agent.call("memory_update", id=added.id, text="x y", version=1.0).data["memory"]["version"] == 2


def test_a_permanent_kind_is_offered_to_no_agent() -> None:
    kinds = TOOLS[0].takes["kind"].schema["enum"]
    assert not {"profile", "boundary", "role"} & set(kinds)


def test_an_unknown_tool_and_an_unknown_prompt_are_errors_of_the_protocol(agent: Agent) -> None:
    with pytest.raises(MCPError) as tool:
        agent.call("no_such_tool")
    with pytest.raises(MCPError) as prompt:
        agent.prompt("no-such-prompt")
    assert (tool.value.code, prompt.value.code) == (-32602, -32602)
