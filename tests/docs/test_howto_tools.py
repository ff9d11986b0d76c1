"""What the pages on tools tell people to do works: their configurations start a memory, their commands are answered.

Everything is taken out of the pages as it stands; only the address, the token and the folder are those of the test.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
import yaml
from mcp import StdioServerParameters
from typer.testing import CliRunner

from perdure import Perdure
from perdure.cli.main import app
from perdure.gateway import proxy
from perdure.gateway.options import GatewayOptions, Upstream
from perdure.mcp_server.tools import BY_NAME
from perdure.testing import HashEmbedder
from perdure.testing.gateway import running
from tests.behaviour.requirements import requirement
from tests.docs.pages import ROOT, Page, read
from tests.docs.test_code_runs import ARROW, in_order
from tests.mcp.agent import connected, over_http
from tests.proxy.conftest import eventually, no_way_around  # noqa: F401  nothing on this machine is asked through a proxy
from tests.proxy.upstream import ModelServer, model_server

HOWTO = ROOT / "docs" / "howto"
CONNECT = [read(path) for path in sorted(HOWTO.glob("connect-*.md"))]
CLIENT = read(HOWTO / "use-the-client.md")
CURL = read(HOWTO / "use-curl.md")
GATEWAY = read(HOWTO / "run-a-gateway.md")
MODEL_PROXY = read(HOWTO / "use-the-model-proxy.md")
README = read(ROOT / "README.md")

ADDRESS, TOKEN = "http://127.0.0.1:7331", "pdr_…"
"""As the pages have them."""

SHOWN = re.compile(r"pdr_…|\$\{env:PERDURE_TOKEN\}|\$PERDURE_TOKEN")
"""The ways in which they write a token."""

Command = tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Served:
    """A gateway, the model server behind it, and a token that may write `user/me`."""

    memory: Perdure
    url: str
    model: ModelServer
    secret: str

    def here(self, text: str) -> str:
        """A text of a page, with this gateway's address and token."""
        return SHOWN.sub(self.secret, text.replace(ADDRESS, self.url))


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with (
        model_server() as model,
        Perdure(tmp_path_factory.mktemp("memory"), embedder=HashEmbedder(), timezone="UTC") as memory,
        running(memory, options=GatewayOptions(upstream=Upstream(urls=(model.url,), key="sk-behind"))) as url,
    ):
        secret = memory.tokens.new("tool", grants=["user/me:write"]).secret
        yield Served(memory=memory, url=url, model=model, secret=secret)


@pytest.fixture
def surroundings(served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment that the pages tell people to set."""
    monkeypatch.setenv("PERDURE_URL", served.url)
    monkeypatch.setenv("PERDURE_TOKEN", served.secret)
    monkeypatch.setenv("PERDURE_HOME", str(tmp_path / "home"))


# Configurations


def written(page: Page) -> Iterator[Any]:
    """The configurations of a page, as their tools read them."""
    readers: dict[str, Callable[[str], Any]] = {"json": json.loads, "toml": tomllib.loads, "yaml": yaml.safe_load}
    for block in page.blocks:
        if block.language in readers:
            yield readers[block.language](block.code)
        elif block.language in ("py", "python"):
            tree = compile(block.code, page.name, "exec", ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
            for node in ast.walk(tree):
                with contextlib.suppress(ValueError):  # what is computed is no configuration
                    yield ast.literal_eval(node)


def servers(found: Any) -> Iterator[Mapping[str, Any]]:
    """The servers in a configuration: what has a command, or an address and a way to show a token."""
    if isinstance(found, dict):
        if "command" in found or "url" in found:
            yield found
        for value in found.values():
            yield from servers(value)
    elif isinstance(found, list):
        for value in found:
            yield from servers(value)


def stdio(page: Page) -> set[Command]:
    """The command lines by which a page has the memory started."""
    typed = (shlex.split(line) for block in page.code("sh") for line in block.code.splitlines() if " -- " in line)
    configured = (each for found in written(page) for each in servers(found) if "command" in each)
    return {tuple(words[words.index("--") + 1 :]) for words in typed} | {
        (each["command"], *each["args"]) for each in configured
    }


def remote(page: Page) -> set[tuple[str, str]]:
    """The addresses by which a page has a gateway called, each with its Authorization header."""
    found = set()
    for block in page.code("sh"):
        for line in block.code.splitlines():
            if "--transport http" in line:
                words = shlex.split(line)
                name, _, value = words[words.index("--header") + 1].partition(": ")
                assert name == "Authorization"
                found.add((next(word for word in words if "://" in word), value))
    for each in (each for configuration in written(page) for each in servers(configuration) if "url" in each):
        headers = each.get("headers") or each.get("requestOptions", {}).get("headers") or {}
        variable = each.get("bearer_token_env_var")
        found.add((each["url"], f"Bearer ${variable}" if variable else headers["Authorization"]))
    return found


COMMANDS = sorted({command for page in CONNECT for command in stdio(page)})


def test_every_page_says_how_to_start_or_call_a_memory():
    tools = {page.path.stem.removeprefix("connect-"): page for page in CONNECT}
    assert {name for name, page in tools.items() if not stdio(page)} == {"open-webui"}
    assert {name for name, page in tools.items() if not remote(page)} == {"open-webui", "langgraph"}
    assert len(COMMANDS) > 1


@requirement("P1")
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_the_command_of_a_configuration_is_a_memory(command: Command, tmp_path: Path):
    home = str(tmp_path / "home")
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    environment = {"PATH": path, "PERDURE_HOME": home, "PERDURE_EMBEDDER": "none"}
    with connected(StdioServerParameters(command=command[0], args=list(command[1:]), env=environment)) as agent:
        added = agent.call("memory_add", text="用户偏好靠窗座位")
        assert agent.call("memory_retrieve", query="用户偏好什么座位").texts == ["用户偏好靠窗座位"]
    with Perdure(home, embedder=None) as memory:
        assert [str(space.name) for space in memory.spaces()] == [command[command.index("--space") + 1]]
        assert memory.space(added.data["memory"]["space"]).get(added.id).text == "用户偏好靠窗座位"


@requirement("P1")
def test_the_address_of_every_configuration_is_that_of_a_gateway(served: Served):
    shown = {(served.here(url), served.here(header)) for page in CONNECT for url, header in remote(page)}
    assert shown == {(f"{served.url}/mcp", f"Bearer {served.secret}")}
    ((url, header),) = shown
    with over_http(url.removesuffix("/mcp"), header.removeprefix("Bearer ")) as agent:
        assert agent.call("memory_add", text="用户住在杭州").data["outcome"] == "added"
        assert agent.call("memory_retrieve", query="用户住在哪里").texts


def test_every_tool_that_a_page_names_is_there():
    named = {name for page in CONNECT for name in re.findall(r"\bmemory_\w+", page.path.read_text(encoding="utf-8"))}
    assert named
    assert named <= set(BY_NAME)


# The model proxy


@requirement("P1")
@pytest.mark.usefixtures("surroundings")
def test_the_code_for_the_model_proxy_remembers(served: Served):
    served.memory.space("user/me").permanent.add("只坐高铁", kind="boundary")
    for block in MODEL_PROXY.code("py"):
        exec(compile(served.here(block.code), MODEL_PROXY.name, "exec"), {"__name__": "__page__"})
    asked = served.model.asked[-1]
    assert asked.headers["authorization"] == "Bearer sk-behind"
    assert "只坐高铁" in asked.messages[0]["content"]
    said = asked.messages[-1]["content"]
    eventually(lambda: any(entry.text == said for entry in served.memory.space("user/me").entries()) or None)


def test_every_header_of_the_model_proxy_is_named_and_no_other():
    sources = [path.read_text(encoding="utf-8") for path in Path(proxy.__file__).parent.glob("*.py")]
    known = {name for source in sources for name in re.findall(r"\"(x-perdure-[a-z]+)\"", source)}
    rows = re.findall(r"^\| `(X-Perdure-\w+)` \|", MODEL_PROXY.section("Headers"), re.MULTILINE)
    assert {name.lower() for name in rows} == known


# The client


@pytest.mark.usefixtures("surroundings")
def test_the_code_for_the_client_prints_what_it_says():
    printed, expected = io.StringIO(), list[str]()
    with contextlib.redirect_stdout(printed):
        for block in CLIENT.code("py"):
            exec(compile("\n" * (block.line - 1) + block.code, CLIENT.path, "exec"), {"__name__": "__page__"})
            expected += ARROW.findall(block.code)
    assert expected
    missing = in_order(expected, printed.getvalue().splitlines())
    assert missing is None, f"it should print {missing!r}; it printed:\n{printed.getvalue()}"


# Commands


def typed(page: Page, program: str) -> list[str]:
    """The commands of a page that begin with a program, each on one line."""
    lines = "\n".join(block.code for block in page.code("sh")).replace("\\\n", " ").splitlines()
    return [line.strip() for line in lines if line.startswith(f"{program} ")]


def by_curl(words: list[str]) -> Any:
    done = subprocess.run(words, capture_output=True, check=True, timeout=30)
    return json.loads(done.stdout)


def by_httpx(words: list[str]) -> Any:
    """What curl does with the options that the pages use."""
    url, headers, body, query = "", {}, None, None
    rest = iter(words[1:])
    for word in rest:
        match word:
            case "-s":
                continue
            case "-G":
                query = []
            case "--data-urlencode":
                assert query is not None, "without -G it would be a body"
                name, _, value = next(rest).partition("=")
                query.append((name, value))
            case "-H":
                name, _, value = next(rest).partition(": ")
                headers[name] = value
            case "-d":
                body = next(rest).encode()
            case _:
                assert not url, f"nobody has said yet what {word} means"
                url = word
    with httpx2.Client(verify=False, timeout=30) as client:
        method = "GET" if body is None else "POST"
        return client.request(method, url, headers=headers, content=body, params=query).json()


WAYS = {"httpx2": by_httpx} | ({"curl": by_curl} if shutil.which("curl") else {})


@requirement("P1")
@pytest.mark.usefixtures("surroundings")
@pytest.mark.parametrize("way", sorted(WAYS))
def test_the_commands_for_curl_are_answered(served: Served, way: str):
    commands = [*typed(CURL, "curl"), *typed(README, "curl")]
    assert len(commands) == 5
    answers = [WAYS[way](shlex.split(os.path.expandvars(served.here(command)))) for command in commands]
    remembered, recalled, brief, listed, again = answers
    assert remembered["memory"]["text"] == "用户偏好靠窗座位"
    assert all("status" not in answer for answer in answers)
    assert isinstance(brief["brief"], str)
    assert listed["total"] == 0
    for found in (recalled, again):
        assert "用户偏好靠窗座位" in [hit["text"] for hit in found["hits"]]


@pytest.mark.usefixtures("surroundings")
@pytest.mark.parametrize("command", [*typed(GATEWAY, "perdure token new"), *typed(README, "perdure token new")])
def test_the_commands_that_make_tokens_make_them(command: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PERDURE_EMBEDDER", "none")
    result = CliRunner().invoke(app, shlex.split(command, comments=True)[1:])
    assert result.exit_code == 0, result.output
    assert result.stdout.strip().startswith("pdr_")


def test_all_code_that_needs_a_server_is_tried_or_needs_another_package():
    shown = {page.path.stem for path in sorted(HOWTO.glob("*.md")) if (page := read(path)).code("py")}
    elsewhere = {"connect-langgraph", "move-from-langgraph", "move-from-mem0", "move-your-memory"}
    assert shown == {CLIENT.path.stem, MODEL_PROXY.path.stem, *elsewhere}
