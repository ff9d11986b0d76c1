"""The reference names everything there is, and nothing there is not."""

from __future__ import annotations

import ast
import dataclasses
import math
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
import typer.main
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts

import perdure
from perdure import Perdure, Policy, Space, View, aio, errors
from perdure.app import LiveSession, Permanent, Reviews
from perdure.app.imports import Imports
from perdure.cli.main import app
from perdure.gateway.app import create_app
from perdure.gateway.problems import STATUS
from perdure.kinds import KINDS
from tests.docs.pages import REFERENCE, ROOT, Page, read
from tests.gateway.test_every_route_asks import ADMIN, LIVE, OPEN, OWN, READ, ROWS, TOKEN, WRITE
from tests.mcp.agent import Agent, acting

API = read(REFERENCE / "api.md")
ARCHITECTURE = read(ROOT / "docs" / "explanation" / "architecture.md")
CLI = read(REFERENCE / "cli.md")
ERRORS = read(REFERENCE / "errors.md")
HTTP = read(REFERENCE / "http.md")
KINDS_PAGE = read(REFERENCE / "kinds.md")
MCP = read(REFERENCE / "mcp.md")
POLICY = read(REFERENCE / "policy.md")
SETTINGS = read(REFERENCE / "settings.md")


def commands(group: Any, name: str = "perdure") -> dict[str, Any]:
    """Every command under its whole name, those of groups too; a group is one of them."""
    found: dict[str, Any] = {}
    for word, command in group.commands.items():
        found |= (
            {f"{name} {word}": command, **commands(command, f"{name} {word}")}
            if is_group(command)
            else {f"{name} {word}": command}
        )
    return found


def is_group(command: Any) -> bool:
    return hasattr(command, "commands")


COMMANDS = commands(typer.main.get_command(app))
LEAVES = {name: command for name, command in COMMANDS.items() if not is_group(command)}
CODES = {
    kind.code: kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, errors.PerdureError)
}
GROUPS = {item.name: getattr(Policy(), item.name) for item in dataclasses.fields(Policy)}
FACADE = (Perdure, Space, Reviews, Permanent, Imports, LiveSession, View)
ROOTS = {errors.PerdureError, errors.AccessDenied}
"""Classes that are never raised by themselves."""
COMMON = "Options of every command"
WITHOUT = {"perdure eval": {"--home"}, "perdure formats": {"--home"}, "perdure mcp": {"--json"}}
"""A folder of its own; nothing to open; a protocol of its own on standard output."""
ROW = re.compile(r"^\| `(\w+)` \| ([^|]*?) \|", re.MULTILINE)
TAKES = re.compile(r"\bTakes `\{([^}]*)\}`")
OTHER_PROTOCOLS = ("/mcp", "/openai/v1/{path}")
WHO = {
    OPEN: "For anybody.",
    TOKEN: "For any token.",
    OWN: "For any token.",
    READ: "For `read`.",
    WRITE: "For `write`.",
    ADMIN: "For `admin`.",
    LIVE: "For the token that began it.",
}
"""How a section of the HTTP page begins."""


def public(kind: type) -> set[str]:
    return {name for name in dir(kind) if not name.startswith("_")}


# Verbs


@pytest.mark.parametrize("kind", FACADE, ids=lambda kind: kind.__name__)
def test_every_verb_has_its_heading(kind: type):
    written = [title for title in API.titles(3) if title.startswith(f"{kind.__name__}.")]
    assert sorted(written) == sorted(f"{kind.__name__}.{name}" for name in public(kind))


@pytest.mark.parametrize("kind", FACADE, ids=lambda kind: kind.__name__)
def test_every_verb_can_be_awaited(kind: type):
    verbs = {name for name in public(kind) if callable(getattr(kind, name))}
    assert verbs <= public(getattr(aio, kind.__name__))


def test_every_heading_of_a_verb_belongs_to_a_class():
    owners = {title.partition(".")[0] for title in API.titles(3) if "." in title}
    assert owners == {kind.__name__ for kind in FACADE}


def test_every_public_name_is_in_the_api_page():
    text = API.path.read_text(encoding="utf-8")
    missing = [name for name in perdure.__all__ if not re.search(rf"\b{re.escape(name)}\b", text)]
    assert not missing


def test_the_layers_are_those_that_the_imports_hold_to():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = [each for each in project["tool"]["importlinter"]["contracts"] if each["type"] == "layers"]
    drawn = re.split(r"\s+→\s+", ARCHITECTURE.code("text")[0].code)
    assert drawn == [layer for layer in contract["layers"] if layer != "__main__"]


# Commands


def test_every_command_has_its_heading():
    assert sorted(set(CLI.titles(2)) - {COMMON}) == sorted(name for name in COMMANDS if name.count(" ") == 1)
    assert sorted(CLI.titles(3)) == sorted(name for name in COMMANDS if name.count(" ") == 2)


def test_every_command_of_a_group_stands_under_its_group():
    for name, command in COMMANDS.items():
        if is_group(command):
            titles = re.findall(r"^### (perdure .*)$", CLI.section(name), re.MULTILINE)
            assert sorted(titles) == sorted(f"{name} {word}" for word in command.commands)


@pytest.mark.parametrize("name", sorted(LEAVES))
def test_every_option_of_a_command_is_named_and_no_other(name: str):
    options = {
        flag for item in LEAVES[name].params for flag in (*item.opts, *item.secondary_opts) if flag.startswith("--")
    }
    common = set(re.findall(r"^\| `(--[a-z-]+)`", CLI.section(COMMON), re.MULTILINE))
    written = set(re.findall(r"`(--[a-z][a-z-]*)", CLI.section(name)))
    assert common
    assert common - options == WITHOUT.get(name, set())
    assert written | common == (options - {"--help"}) | common


# HTTP


@pytest.fixture(scope="module")
def gateway_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastAPI]:
    with Perdure(tmp_path_factory.mktemp("memory"), embedder=None) as memory:
        yield create_app(memory)


def takes(page: Page, title: str) -> dict[str, bool]:
    """The fields that a section names, and whether each is needed; nothing where it names none."""
    names = [name for found in TAKES.findall(page.section(title)) for name in re.split(r"[,\s]+", found)]
    return {name.rstrip("?"): not name.endswith("?") for name in names}


def needed(schema: Mapping[str, Any]) -> dict[str, bool]:
    """The fields of a schema, and whether each is needed."""
    return {name: name in schema.get("required", ()) for name in schema["properties"]}


def test_every_route_has_its_heading(gateway_app: FastAPI):
    routes = {
        (method, re.sub(r":\w+\}", "}", context.path).rstrip("/"))
        for context in iter_route_contexts(gateway_app.routes)
        for method in getattr(context, "methods", None) or ("POST",)
        if method != "HEAD"  # answers as GET does
    }
    assert len(routes) > 50
    titles = [path if path in OTHER_PROTOCOLS else f"{method} {path}" for method, path in routes]
    assert sorted(HTTP.titles(3)) == sorted(set(titles))


def test_every_route_names_what_it_takes_and_nothing_else(gateway_app: FastAPI):
    description = gateway_app.openapi()
    schemas = description["components"]["schemas"]
    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            title = f"{method.upper()} {path}"
            fields = {
                item["name"]: item["required"] for item in operation.get("parameters", ()) if item["in"] == "query"
            }
            body = operation.get("requestBody", {}).get("content", {}).get("application/json")  # a file has no fields
            if body is not None:
                fields |= needed(schemas[body["schema"]["$ref"].rpartition("/")[2]])
            assert takes(HTTP, title) == fields, title


@pytest.mark.parametrize("row", [row for row in ROWS if row.method != "HEAD"], ids=str)
def test_every_route_says_whom_it_is_for(row):
    title = f"{row.method} {re.sub(r'{[a-z]+}', '{id}', row.path)}"
    assert HTTP.section(title).strip().startswith(WHO[row.takes])


def test_the_table_of_statuses_is_that_of_the_gateway():
    rows = dict(re.findall(r"^\| (\d+) \| (.*) \|$", HTTP.section("Errors"), re.MULTILINE))
    for kind, status in STATUS.items():
        named = {*re.findall(r"`([a-z_…]+)`", rows[str(status)])}
        family = {f"{kind.code.partition('_')[0]}_…"}
        covered = issubclass(kind, errors.InvalidInput | errors.ImportFailed) or kind in ROOTS
        assert covered or named & ({kind.code} | family), kind.code


# MCP


@pytest.fixture
def agent(memory: Perdure) -> Iterator[Agent]:
    with acting(memory, "user/me:write") as opened:
        yield opened


def test_every_tool_names_what_it_takes_and_nothing_else(agent: Agent):
    tools = {tool["name"]: tool for tool in agent.tools()}
    assert sorted(titles_under(MCP, "Tools")) == sorted(tools)
    for name, tool in tools.items():
        assert takes(MCP, name) == needed(tool["inputSchema"]), name


def test_every_tool_names_what_it_answers(agent: Agent):
    for tool in agent.tools():
        text = MCP.section(tool["name"])
        missing = [name for name in tool["outputSchema"]["properties"] if not re.search(rf"\b{name}\b", text)]
        assert not missing, tool["name"]


def test_the_tools_that_ask_first_are_named(agent: Agent):
    text = MCP.section("Tools").partition("###")[0]
    reads, destroys = (re.findall(r"`(\w+)`", part) for part in text.split("read-only"))
    hints = {tool["name"]: tool["annotations"] for tool in agent.tools()}
    assert sorted(reads) == sorted(name for name, hint in hints.items() if hint["readOnlyHint"])
    assert sorted(destroys) == sorted(name for name, hint in hints.items() if hint["destructiveHint"])


def test_every_resource_has_its_heading(agent: Agent):
    templates = [
        each.uri_template for each in agent.portal.call(agent.client.list_resource_templates).resource_templates
    ]
    own = [uri for uri in agent.resources() if not uri.startswith("perdure://permanent/")]
    assert sorted(titles_under(MCP, "Resources")) == sorted([*own, *templates])


def test_every_prompt_has_its_heading_and_its_arguments(agent: Agent):
    prompts = agent.portal.call(agent.client.list_prompts).prompts
    assert sorted(titles_under(MCP, "Prompts")) == sorted(prompt.name for prompt in prompts)
    for prompt in prompts:
        assert takes(MCP, prompt.name) == {each.name: bool(each.required) for each in prompt.arguments}


def titles_under(page: Page, title: str) -> list[str]:
    """The headings below a heading."""
    return re.findall(r"^### (.*)$", page.section(title), re.MULTILINE)


# Errors, kinds, settings


def test_every_error_code_has_its_heading():
    assert sorted(ERRORS.titles(2)) == sorted(CODES)


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_error_names_its_class(code: str):
    assert f"`{CODES[code].__name__}`" in ERRORS.section(code)


def test_every_kind_has_its_heading():
    assert sorted(KINDS_PAGE.titles(2)) == sorted(kind.name for kind in KINDS)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_kind_says_how_fast_it_fades(kind):
    fades = "never fades" if kind.half_life_days is None else f"half-life {kind.half_life_days:g} days"
    assert fades in KINDS_PAGE.section(kind.name)


def test_every_setting_has_its_heading():
    source = ast.parse((ROOT / "src" / "perdure" / "settings.py").read_text(encoding="utf-8"))
    constants = (
        node.value for node in ast.walk(source) if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    names = {value for value in constants if re.fullmatch(r"PERDURE_[A-Z_]+", value)}
    assert names
    assert sorted(SETTINGS.titles(2)) == sorted(names)


# Policy


def rows(title: str) -> dict[str, str]:
    return dict(ROW.findall(POLICY.section(title)))


def shown(value: Any) -> str:
    """A default as the page writes it."""
    match value:
        case str():
            return f"`{value}`"
        case {}:
            return "`{}`"
        case None | bool():
            return f"`{value}`"
        case tuple():
            return " ".join(f"`{item}`" for item in value)
        case _:
            assert math.isfinite(value)
            return f"{value:,}" if isinstance(value, int) else f"{value:g}"


def test_every_group_of_the_policy_has_its_heading():
    groups = [name for name, value in GROUPS.items() if dataclasses.is_dataclass(value)]
    assert sorted(POLICY.titles(2)) == sorted(["policy", *groups])


def test_every_field_has_its_line_and_default():
    plain = {name: shown(value) for name, value in GROUPS.items() if not dataclasses.is_dataclass(value)}
    assert rows("policy") == plain
    for name, group in GROUPS.items():
        if dataclasses.is_dataclass(group):
            fields = {item.name: shown(getattr(group, item.name)) for item in dataclasses.fields(group)}
            assert rows(name) == fields, name
