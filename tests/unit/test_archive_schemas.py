"""The schemas and the page of the archive say what really is in one."""

from __future__ import annotations

import json
import zipfile
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from perdure.transfer.archive import PARTS
from tests.behaviour.test_archives import rich

SCHEMAS = files("perdure.transfer.archive") / "schemas"
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "archive.md"
NAMES = ["manifest", *PARTS]


def schema(name: str) -> dict[str, Any]:
    return json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))


@pytest.fixture
def exported(memory, clock, tmp_path) -> dict[str, list[Any]]:
    """The records of every part of a rich space."""
    space = memory.space("user/alice")
    rich(space, clock)
    space.export(tmp_path / "a.perdure")
    with zipfile.ZipFile(tmp_path / "a.perdure") as packed:
        told = {part: [json.loads(line) for line in packed.read(name).splitlines()] for part, name in PARTS.items()}
        return {**told, "manifest": [json.loads(packed.read("manifest.json"))]}


def test_every_part_has_a_schema_and_none_is_left_over():
    assert {path.name for path in SCHEMAS.iterdir()} == {f"{name}.json" for name in NAMES}
    for name in NAMES:
        Draft202012Validator.check_schema(schema(name))


def test_what_is_exported_is_as_the_schemas_say(exported):
    for name in NAMES:
        validator = Draft202012Validator(schema(name))
        for record in exported[name]:
            validator.validate(record)


def test_the_fields_are_those_of_the_schemas_in_their_order(exported):
    for name in NAMES:
        for record in exported[name]:
            assert list(record) == list(schema(name)["properties"])


def test_a_schema_refuses_what_is_not_known(exported):
    for name in NAMES:
        for record in exported[name][:1]:
            assert not Draft202012Validator(schema(name)).is_valid({**record, "colour": "red"})


@pytest.mark.parametrize("name", NAMES)
def test_the_page_has_every_part_and_every_field(name):
    text = PAGE.read_text(encoding="utf-8")
    heading = f"## {PARTS.get(name, 'manifest.json')}\n"
    assert heading in text
    part = text.split(heading)[1].split("\n## ")[0]
    for field in schema(name)["properties"]:
        assert f"`{field}`" in part or part.startswith("\nAs [memories.jsonl]"), field
