"""Runs in the environment of Letta: its schema, its checks and its parser take what was written for it; its schema writes a file."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

os.environ.setdefault("LETTA_DIR", str(Path(sys.argv[2]).parent / "letta-home"))

from letta.schemas.agent_file import AgentFileSchema  # noqa: E402  it reads the environment as it is imported
from letta.services.agent_serialization_manager import AgentSerializationManager  # noqa: E402
from letta.services.memory_repo.block_markdown import parse_block_markdown, serialize_block  # noqa: E402
from letta.services.memory_repo.path_mapping import memory_block_label_from_markdown_path  # noqa: E402


def take(file: str) -> object:
    """An agent file as its schema has it, after the checks that an import begins with."""
    schema = AgentFileSchema.model_validate_json(Path(file).read_text(encoding="utf-8"))
    AgentSerializationManager._validate_schema(AgentSerializationManager.__new__(AgentSerializationManager), schema)
    return schema.model_dump(mode="json")


def blocks(folder: str) -> object:
    """The blocks of a memory folder by their labels."""
    found = {}
    for path in sorted(Path(folder).rglob("*.md")):
        label = memory_block_label_from_markdown_path(path.relative_to(folder).as_posix())
        found[label] = parse_block_markdown(path.read_text(encoding="utf-8"))
    return found


def fill(folder: str) -> object:
    """A memory folder as its serializer writes it."""
    system = Path(folder) / "system"
    system.mkdir(parents=True)
    text = serialize_block("- 喜欢绿茶\n- Lives in Lisbon", description="About the human", read_only=True)
    (system / "human.md").write_text(text, encoding="utf-8")
    return {}


if __name__ == "__main__":
    print(json.dumps({"take": take, "blocks": blocks, "fill": fill}[sys.argv[1]](sys.argv[2])))
