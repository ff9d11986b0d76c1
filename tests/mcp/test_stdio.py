"""The process that a client starts: real processes, real pipes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from mcp import StdioServerParameters

from perdure import Perdure
from tests.behaviour.requirements import requirement
from tests.mcp.agent import connected

SERVER = ("-m", "perdure.mcp_server")
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}

HOSTILE = {"PYTHONIOENCODING": "cp936", "PYTHONUTF8": "0", "LC_ALL": "C", "LOG_LEVEL": "DEBUG"}

LIBRARIES_PRINT = """
import builtins, os, sys
real = builtins.__import__
def loud(name, *rest, **more):
    found = real(name, *rest, **more)
    if name.split(".")[0] in ("mcp", "sqlalchemy", "numpy", "perdure"):
        print("hello from", name, chr(9733)), os.write(1, b"hello from below\\n")
    return found
from perdure.mcp_server.stdio import run_stdio
builtins.__import__ = loud
run_stdio(sys.argv[1], space="user/me")
"""
"""A server whose libraries print whenever anything is loaded, past Python's own streams as well."""

GATED = """
import os, sys
from perdure.mcp_server.stdio import run_stdio
def opener():
    open(sys.argv[2]).read()  # nothing opens before somebody writes there
    from perdure import Perdure
    from perdure.testing import GatedEmbedder, HashEmbedder
    embedder = GatedEmbedder(HashEmbedder())
    embedder.close()
    return Perdure(sys.argv[1], embedder=embedder, wait=False, upkeep=False)
run_stdio(sys.argv[1], space="user/me", opener=opener)
"""
"""A server whose place opens only when it is told to, and whose embedder never answers."""


@dataclass(frozen=True, slots=True)
class Process:
    """A server and its pipes."""

    pipes: subprocess.Popen[bytes]

    def send(self, *messages: object) -> None:
        for message in messages:
            self.pipes.stdin.write(message if isinstance(message, bytes) else json.dumps(message).encode())
            self.pipes.stdin.write(b"\n")
        self.pipes.stdin.flush()

    def ask(self, name: object, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        """The answer to one request, which is the next thing that comes."""
        self.send({"jsonrpc": "2.0", "id": name, "method": method, "params": params or {}})
        return json.loads(self.pipes.stdout.readline())

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        return self.ask("call", "tools/call", {"name": tool, "arguments": arguments})["result"]

    def hello(self) -> dict[str, Any]:
        answer = self.ask(0, "initialize", HELLO)
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return answer["result"]


@contextmanager
def process(*arguments: str, **environment: str) -> Iterator[Process]:
    """A server; killed at the end if it is still there."""
    pipes = subprocess.Popen(
        [sys.executable, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **environment},
    )
    try:
        yield Process(pipes)
    finally:
        pipes.kill()
        pipes.communicate()


@pytest.fixture(scope="module")
def heard(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """All that a server says to a client that talks much nonsense, sends a few requests and leaves at once.

    Its libraries print, and its locale knows no Chinese. Reading the lines as JSON is the first thing that is tested.
    """
    home = str(tmp_path_factory.mktemp("memory"))
    with process("-c", LIBRARIES_PRINT, home, **HOSTILE) as server:
        server.hello()
        server.send(
            *({"jsonrpc": "2.0", "method": f"notifications/{name}"} for name in ("roots/list_changed", "unknown")),
            {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 99}},
            *(b"{ not json", b"", b"   ", b'{"jsonrpc":"2.0"', b"\x00\x01", b"\xff", b"[" * 100_000),
            json.dumps(_call("gbk", "memory_add", {"text": "我喜欢喝茶"}), ensure_ascii=False).encode("gbk"),
            {"jsonrpc": "2.0", "id": "req-é-1", "method": "ping"},
            {"jsonrpc": "2.0", "id": 9007199254740993, "method": "tools/list"},
            {"jsonrpc": "2.0", "id": "unknown", "method": "nope"},
            _call("add", "memory_add", {"text": "重要★★★ 🎉 a\u00a0b → naïve"}),
            _call("find", "memory_retrieve", {"query": "重要"}),
            _call("all", "memory_retrieve", {}),
        )
        out, errors = server.pipes.communicate()
        assert server.pipes.returncode == 0
        assert b"hello from below" in errors
        assert not any("重要".encode(codec) in errors for codec in ("utf-8", "cp936"))
    return [json.loads(line) for line in out.decode("utf-8").splitlines()]


def _call(name: str, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": name, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}


def _to(heard: list[dict[str, Any]], name: object) -> dict[str, Any]:
    (answer,) = (message for message in heard if message.get("id") == name)
    return answer


def test_nothing_but_the_protocol_is_on_stdout_though_libraries_print(heard: list[dict[str, Any]]) -> None:
    assert heard
    assert all(message["jsonrpc"] == "2.0" for message in heard)


def test_a_notification_is_never_answered_and_a_bad_line_costs_only_itself(heard: list[dict[str, Any]]) -> None:
    named = {"req-é-1", 9007199254740993, "unknown", "gbk", "add", "find", "all"}
    assert {message["id"] for message in heard} == named | {None}
    assert [message["error"]["code"] for message in heard if message["id"] is None] == [-32700] * 5


def test_ids_come_back_unchanged_and_an_unknown_method_is_told(heard: list[dict[str, Any]]) -> None:
    assert _to(heard, "req-é-1")["result"] == {}
    assert len(_to(heard, 9007199254740993)["result"]["tools"]) == 8
    assert _to(heard, "unknown")["error"]["code"] == -32601


@requirement("P1")
def test_a_line_in_another_encoding_is_refused_and_nothing_of_it_is_kept(heard: list[dict[str, Any]]) -> None:
    assert _to(heard, "gbk")["error"]["code"] == -32700
    assert "error" not in _to(heard, "all")
    assert _to(heard, "all")["result"]["structuredContent"]["total"] == 1


@requirement("P1")
def test_calls_are_answered_in_utf8_and_in_order_though_the_client_left(heard: list[dict[str, Any]]) -> None:
    assert _to(heard, "add")["result"]["structuredContent"]["outcome"] == "added"
    assert "重要★★★ 🎉" in _to(heard, "find")["result"]["content"][0]["text"]


@requirement("P1", "R17")
def test_nothing_heavy_is_waited_for_before_the_first_call_nor_the_embedder_after_it(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    with process("-c", GATED, str(tmp_path / "memory"), str(gate)) as server:
        server.hello()
        assert len(server.ask(1, "tools/list")["result"]["tools"]) == 8
        assert server.ask(2, "ping")["result"] == {}
        gate.write_text("open")
        outcomes = [server.call("memory_add", text="first write")["structuredContent"]["outcome"] for _ in range(2)]
        assert outcomes == ["added", "reinforced"]


@requirement("P1", "W12")
def test_two_servers_on_one_store_lose_nothing_and_end_at_a_signal(tmp_path: Path) -> None:
    home = str(tmp_path / "memory")
    started = {"PERDURE_EMBEDDER": "none"}
    with process(*SERVER, "--home", home, **started) as one, process(*SERVER, "--home", home, **started) as other:
        one.hello()
        other.hello()
        for number in range(20):
            for server, name in ((one, "one"), (other, "other")):
                server.send(_call("call", "memory_add", {"text": f"from {name}, number {number}"}))
            for server in (one, other):
                assert json.loads(server.pipes.stdout.readline())["result"]["isError"] is False
        for server, signalled in ((one, signal.SIGINT), (other, signal.SIGTERM)):
            server.pipes.send_signal(signalled)
            assert server.pipes.wait() == 0  # and stdin is still open
    with Perdure(home, embedder=None) as memory:
        assert memory.space("user/me").list(limit=1).total == 40


@requirement("P1", "C2")
def test_a_client_uses_the_spaces_that_it_was_configured_with_and_no_other(tmp_path: Path) -> None:
    home = tmp_path / "memory"
    with Perdure(home, embedder=None) as memory:
        memory.space("project/orders").remember("Orders are kept in Postgres")
        memory.space("user/bob").remember("Bob hides the key under the mat")
    configured = StdioServerParameters(
        command=sys.executable,
        args=[*SERVER, "--home", str(home), "--space", "user/alice", "--read", "project/orders"],
        env={"PERDURE_EMBEDDER": "none"},
    )
    with connected(configured) as agent:
        added = agent.call("memory_add", text="I prefer tea over coffee")
        assert added.data["memory"]["space"] == "user/alice"
        assert agent.call("memory_retrieve").texts == ["I prefer tea over coffee", "Orders are kept in Postgres"]
        assert agent.call("memory_add", text="x y", space="project/orders").code == "forbidden"
        assert agent.call("memory_retrieve", query="key", spaces=["user/bob"]).code == "forbidden"
        assert "perdure://permanent/user/bob" not in agent.resources()
