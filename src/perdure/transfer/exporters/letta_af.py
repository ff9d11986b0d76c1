"""An agent for Letta: `agent.af` with blocks, and `passages.json` with all that belongs into its archival memory.

An agent file cannot hold archival passages; they are posted to `/v1/agents/ID/archival-memory`, each with its text and tags. Letta
cannot tell what is superseded, archived or past its time from what is current, so that stays behind. Perdure's records travel in the
metadata of blocks and passages, and the journal beside them in `perdure.jsonl`, since an agent file has only the last messages.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from perdure.domain.memory import Memory
from perdure.transfer.content import Content
from perdure.transfer.exporters.blocks import CORE, LIMIT, Group, chosen, item
from perdure.transfer.exporters.carrying import (
    KEY,
    iso,
    journal_beside,
    line,
    slug,
    uuid_of,
)
from perdure.transfer.exporters.exporter import Exporter
from perdure.transfer.exporters.leaving import Leaving
from perdure.transfer.importers.beside import RECORDS
from perdure.transfer.tally import Tally

AGENT = "agent.af"
PASSAGES = "passages.json"

_PROMPT = "You are an assistant with a memory. What you know of the user and of your work stands in your memory blocks."
_BLOCK = {"text": "block.value", "kind": "block.label"}
_PASSAGE = {
    "id": "passage.id",
    "text": "passage.text",
    "kind": "passage.tags",
    "tags": "passage.tags",
    "created_at": "passage.created_at",
}


def write(content: Content, path: Path, tally: Tally) -> dict[str, int]:
    """Write the folder with its files."""
    path.mkdir()
    leaving = Leaving(content, tally, current=True, journal="", history="")
    blocks = chosen(leaving.fitting())
    placed = {memory.id for memories in blocks.values() for memory in memories}
    carried: dict[str, dict[str, Any]] = {}
    number = 0
    with (path / RECORDS).open("xt", encoding="utf-8", newline="\n") as file:
        entries = journal_beside(leaving, file)
    with (path / PASSAGES).open("xt", encoding="utf-8", newline="\n") as file:
        file.write("[")
        for memory in leaving.memories():
            if memory.id in placed:
                carried[memory.id] = leaving.carried(memory, _BLOCK, kept=f"block.metadata.{KEY}")
                continue
            record = leaving.carried(memory, _PASSAGE, kept=f"passage.metadata.{KEY}")
            file.write(f"{',' if number else ''}\n{line(_passage(memory, record, content))}")
            number += 1
        file.write("\n]\n" if number else "]\n")
    with (path / AGENT).open("xt", encoding="utf-8", newline="\n") as file:
        file.write(f"{line(_agent_file(blocks, carried, content))}\n")
    leaving.ended()
    return {"entries": entries, "memories": len(placed) + number}


EXPORTER = Exporter(name="letta", title="an agent and its passages for Letta", suffix="", write=write)


def _agent_file(
    blocks: Mapping[str, list[Memory]], carried: Mapping[str, dict[str, Any]], content: Content
) -> dict[str, Any]:
    groups = [group for group in CORE if group.label in blocks]
    agent = {
        "id": "agent-0",
        "name": slug(content.space),
        "agent_type": "letta_v1_agent",
        "system": _PROMPT,
        "description": f"The memory of {content.space}.",
        "block_ids": [f"block-{number}" for number, _ in enumerate(groups)],
        "tool_ids": [],
        "memory_blocks": [],
        "in_context_message_ids": ["message-0"],
        "messages": [
            {"id": "message-0", "role": "system", "content": [{"type": "text", "text": _PROMPT}], "created_at": _EPOCH}
        ],
        "tags": [],
        "timezone": "UTC",
    }
    return {
        "agents": [agent],
        "groups": [],
        "blocks": [_block(number, group, blocks[group.label], carried) for number, group in enumerate(groups)],
        "files": [],
        "sources": [],
        "tools": [],
        "mcp_servers": [],
        "skills": [],
        "metadata": {"made_by": "perdure"},
    }


_EPOCH = "1970-01-01T00:00:00+00:00"
"""When the prompt was made: at no moment that would change the file."""


def _block(number: int, group: Group, memories: list[Memory], carried: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    return {
        "id": f"block-{number}",
        "label": group.label,
        "value": "\n".join(item(memory.text) for memory in memories),
        "limit": LIMIT,
        "description": group.description,
        "read_only": group.read_only,
        "metadata": {KEY: [carried[memory.id] for memory in memories]},
    }


def _passage(memory: Memory, carried: dict[str, Any], content: Content) -> dict[str, Any]:
    return {
        "id": f"passage-{uuid_of(str(content.space), 'passage', memory.id)}",
        "text": memory.text,
        "tags": list(dict.fromkeys([memory.kind, *memory.tags])),
        "created_at": iso(memory.created_at),
        "metadata": {KEY: carried},
    }
