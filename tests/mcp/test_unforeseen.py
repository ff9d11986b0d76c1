"""What nobody foresaw: an agent hears that it failed, and no word of what it was about."""

from __future__ import annotations

import pytest
from mcp import MCPError

from perdure import Perdure
from perdure.mcp_server.server import build
from tests.mcp.agent import Agent, connected

SECRET = "the gate code is on the fridge"


def broken() -> Perdure:
    raise RuntimeError(SECRET)


def test_an_error_that_nobody_foresaw_leaks_into_no_answer_and_no_log(caplog: pytest.LogCaptureFixture) -> None:
    with connected(build(broken)) as agent:
        answer = agent.call("memory_add", text="x y")
        with pytest.raises(MCPError) as resource:
            agent.resource("perdure://brief")
        assert len(agent.tools()) == 8
    assert answer.code == "internal_error"
    assert resource.value.code == -32603
    assert "RuntimeError" in caplog.text
    assert SECRET not in caplog.text + answer.raw + str(resource.value)


def test_nothing_of_what_is_kept_or_asked_is_logged(agent: Agent, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    agent.call("memory_add", text=SECRET)
    agent.call("memory_retrieve", query=SECRET)
    agent.call("memory_session", action="end", messages=[{"role": "user", "content": SECRET}])
    agent.resource("perdure://brief")
    assert "fridge" not in caplog.text
