"""serve and mcp: real processes, spoken to as tools do."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest

from perdure import Perdure
from perdure.domain.access import Grant
from perdure.gateway.options import Upstream
from perdure.cli.serve import options_of
from perdure.settings import Settings
from tests.behaviour.requirements import requirement
from tests.cases.mcp import McpServer, is_jsonrpc


@contextmanager
def serving(*words: str) -> Iterator[subprocess.Popen[str]]:
    """A gateway process at a free port."""
    with subprocess.Popen(
        [sys.executable, "-m", "perdure", "serve", "--port", "0", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # tests that run in the background of a shell inherit that the signal is ignored
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def first_document(process: subprocess.Popen[str]) -> Any:
    """What a process tells first; its complaint where it tells nothing."""
    told = ""
    for line in process.stdout:
        told += line
        if line == "}\n":
            return json.loads(told)
    raise AssertionError(process.stderr.read())


def get(url: str, secret: str | None = None, **headers: str) -> httpx2.Response:
    shown = {} if secret is None else {"Authorization": f"Bearer {secret}"}
    return httpx2.get(url, headers={**shown, **headers}, verify=False)


def post(url: str, secret: str, **body: Any) -> httpx2.Response:
    return httpx2.post(url, json=body, headers={"Authorization": f"Bearer {secret}"}, verify=False)


@requirement("P1")
def test_a_gateway_is_started_by_one_command_and_opened_by_what_it_shows_once(run):
    with serving("--json", "--allow-host", "memory.example.org") as process:
        told = first_document(process)
        url, secret = told["url"], told["secret"]
        assert told["token"]["grants"] == ["*:admin"]
        assert get(f"{url}/healthz").status_code == 200
        assert get(f"{url}/v1/me").status_code == 401
        assert get(f"{url}/v1/me", secret).json()["grants"] == ["*:admin"]
        assert get(f"{url}/v1/me", secret, Host="memory.example.org").status_code == 200
        assert get(f"{url}/v1/me", secret, Host="elsewhere.example.org").status_code == 421
        kept = post(f"{url}/v1/remember", secret, text="用户喜欢绿茶 green tea", space="user/me")
        assert kept.json()["outcome"] == "added"
        assert "green tea" in run("recall", "绿茶").out
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, out, err) == (0, "", "")


def test_people_are_shown_where_it_listens_and_the_first_time_the_line_that_sets_the_token(home: Path):
    scripts = str(Path(sys.executable).parent)
    environment = {**os.environ, "PATH": f"{scripts}:{os.environ['PATH']}"}
    with serving("--home", str(home)) as process:
        shown = [process.stdout.readline() for _ in range(6)]
        secret, url = (line.strip().partition("=")[2] for line in shown[2:4])
        assert shown[4].split() == [
            *("curl", "-H", '"Authorization:', "Bearer", '$PERDURE_TOKEN"'),
            '"$PERDURE_URL/v1/memories"',
        ]
        assert get(f"{url}/v1/memories", secret).json()["total"] == 0
        pasted = subprocess.run(
            ["sh", "-e"], input=shown[5], env=environment, check=True, capture_output=True, text=True
        )
        process.terminate()
        out, err = process.communicate()
    assert process.returncode == 0
    with Perdure(home, embedder=None, timezone="UTC") as memory:
        assert memory.tokens.verify(pasted.stdout.strip()).grants == (Grant.parse("user/me:write"),)
    with Perdure(home, embedder=None, timezone="UTC") as memory:
        assert memory.tokens.verify(secret).name == "admin"
    assert secret not in out + err
    with serving("--json") as process:
        assert list(first_document(process)) == ["url"]


def test_a_port_in_use_is_one_line_and_costs_no_token(run, home: Path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = run("serve", "--port", port)
        assert (done.code, done.out, done.error) == (1, "", "gateway_error")
        assert len(done.err.splitlines()) == 1
        told = run("serve", "--port", port, "--json")
        assert (told.code, told.json["error"]["code"], told.err) == (1, "gateway_error", "")
    with Perdure(home, embedder=None, timezone="UTC") as memory:
        assert memory.tokens.first() is not None


@requirement("P1")
def test_a_tool_that_starts_a_process_writes_one_space_and_reads_those_named(ask, home: Path, tmp_path: Path):
    ask("remember", "订单服务用 PostgreSQL", "--space", "project/订单")
    ask("remember", "pin is on the fridge", "--space", "user/小红")
    server = McpServer(str(home), tmp_path, space="user/小明", read=("project/订单",))
    try:
        assert not server.tool("memory_add", {"text": "用户喜欢绿茶 green tea"}).is_error
        assert "PostgreSQL" in server.tool("memory_retrieve", {"query": "订单服务用什么数据库"}).text
        assert server.tool("memory_retrieve", {"query": "fridge", "spaces": ["user/小红"]}).is_error
        assert server.tool("memory_add", {"text": "note", "space": "project/订单"}).is_error
        assert all(map(is_jsonrpc, server.stdout_lines()))
    finally:
        server.close()
    assert [memory["text"] for memory in ask("list", "--space", "user/小明")["memories"]] == ["用户喜欢绿茶 green tea"]


@pytest.mark.parametrize("port", ["-1", "65536", "http"])
def test_a_port_that_is_none_is_bad_usage(run, port: str):
    answered = run("serve", "--port", port, "--json")
    assert (answered.code, answered.json["error"]["code"]) == (2, "usage")


def test_a_place_that_cannot_be_opened_is_told_before_anything_listens(run, tmp_path: Path):
    (tmp_path / "file").write_text("here", encoding="utf-8")
    done = run("serve", "--port", "0", "--home", str(tmp_path / "file"))
    assert (done.code, done.out, done.error) == (2, "", "invalid_value")


@pytest.mark.parametrize(("command", "package"), [("serve", "fastapi"), ("mcp", "mcp")])
def test_an_extra_that_is_missing_is_told_by_its_code(command: str, package: str):
    done = without([package], command)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("error [missing_extra]: ")
    assert len(done.stderr.splitlines()) == 1


def test_help_loads_nothing_that_it_does_not_need():
    heavy = ["fastapi", "uvicorn", "mcp", "sqlalchemy", "numpy", "httpx2", "prometheus_client"]
    done = without(heavy, "--help", then=["serve", "mcp", "token"])
    assert (done.returncode, done.stderr) == (0, "")
    assert all(f"perdure {command} [OPTIONS]" in done.stdout for command in ("serve", "mcp", "token"))


def without(packages: list[str], *words: str, then: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
    """Run a command, or the same options of several, where some packages are not installed."""
    source = f"""
import contextlib, sys
from perdure.cli.main import app, prepare
sys.modules.update(dict.fromkeys({packages!r}))
prepare()
for command in {list(then)[:-1]!r}:
    with contextlib.suppress(SystemExit):
        app([command, *sys.argv[1:]], prog_name="perdure")
app([*{list(then)[-1:]!r}, *sys.argv[1:]], prog_name="perdure")
"""
    return subprocess.run(
        [sys.executable, "-c", source, *words], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )


def test_the_models_behind_the_proxy_are_those_of_the_settings(tmp_path: Path):
    settings = Settings(home=tmp_path, upstream_url=" https://one.example/v1, ,http://two.example ", upstream_key="k")
    chosen = options_of(settings, ("memory.example.org",))
    assert chosen.hosts == ("memory.example.org",)
    assert chosen.upstream == Upstream(urls=("https://one.example/v1", "http://two.example"), key="k")
