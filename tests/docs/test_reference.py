"""The reference names everything there is, and nothing there is not."""

from __future__ import annotations

import ast
import dataclasses
import math
import re
from typing import Any

import pytest
import typer.main

import perdure
from perdure import Perdure, Policy, Space, View, aio, errors
from perdure.app import LiveSession, Permanent, Reviews
from perdure.cli.main import app
from perdure.kinds import KINDS
from tests.docs.pages import REFERENCE, ROOT, read

API = read(REFERENCE / "api.md")
CLI = read(REFERENCE / "cli.md")
ERRORS = read(REFERENCE / "errors.md")
KINDS_PAGE = read(REFERENCE / "kinds.md")
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
FACADE = (Perdure, Space, Reviews, Permanent, LiveSession, View)
COMMON = "Options of every command"
WITHOUT = {"perdure eval": {"--home"}, "perdure mcp": {"--json"}}
"""A folder of its own; a protocol of its own on standard output."""
ROW = re.compile(r"^\| `(\w+)` \| ([^|]*?) \|", re.MULTILINE)


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
