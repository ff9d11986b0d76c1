"""The real MCP memory server reads what we write, and we read what it writes. Run by `make interop`; needs npm and Node 20."""

from __future__ import annotations

import os
import subprocess
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from perdure.transfer.exporters import mcp_memory
from perdure.transfer.found import Native, Statement
from tests.unit.exporters.writing import rich, write
from tests.unit.importers.reading import SAMPLES, read

HOME = Path(__file__).parents[2] / ".interop" / "mcp-memory"
PINNED = "@modelcontextprotocol/server-memory@2026.8.31"
PLACE = HOME / "node_modules" / "@modelcontextprotocol" / "server-memory" / "dist" / "index.js"
CURRENT = 13
"""Memories of the rich space that hold."""


@pytest.fixture(scope="module")
def server():
    if not PLACE.exists():
        HOME.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "install", "--silent", "--prefix", HOME, PINNED], check=True, timeout=300)
    return PLACE


@asynccontextmanager
async def connected(server: Path, file: Path):
    environment = {"MEMORY_FILE_PATH": str(file), "PATH": os.environ["PATH"]}
    parameters = StdioServerParameters(command="node", args=[str(server)], env=environment)
    async with stdio_client(parameters) as (reading, writing), ClientSession(reading, writing) as session:
        await session.initialize()
        yield session


def asked(server: Path, file: Path, *calls: tuple[str, dict]) -> list[dict]:
    """What the server answers to these calls of tools."""

    async def ask() -> list[dict]:
        async with connected(server, file) as session:
            answers = []
            for tool, arguments in calls:
                answer = await session.call_tool(tool, arguments)
                assert not answer.is_error
                answers.append(answer.structured_content)
            return answers

    return anyio.run(ask)


def test_the_server_reads_every_memory_that_we_wrote(server, tmp_path):
    out = write(tmp_path, mcp_memory.EXPORTER, rich())
    [graph, found] = asked(server, out.path, ("read_graph", {}), ("search_nodes", {"query": "靠窗"}))
    told = [text for entity in graph["entities"] for text in entity["observations"]]
    assert len(told) == out.counts["memories"] == CURRENT
    assert {text for text in told} <= {memory.text for memory in rich()}
    assert [entity["name"] for entity in found["entities"]] == ["alice: preference"]


def test_what_we_wrote_is_ours_until_the_server_writes_and_a_statement_after_it(server, tmp_path):
    out = write(tmp_path, mcp_memory.EXPORTER, rich())
    assert {type(item) for item in read(out.path).items} == {Native}
    added = {"observations": [{"entityName": "alice: preference", "contents": ["喜欢爬山"]}]}
    asked(server, out.path, ("add_observations", added))
    back = [item for item in read(out.path).items if isinstance(item, Statement)]
    assert len(back) == CURRENT + 1
    assert ("喜欢爬山", "preference") in {(item.text, item.kind) for item in back}
    assert {item.text for item in back} - {"喜欢爬山"} <= {memory.text for memory in rich()}


def test_we_read_what_the_server_wrote(server, tmp_path):
    entities = {
        "entities": [
            {"name": "小雨", "entityType": "person", "observations": ["对花生过敏"]},
            {"name": "Acme", "entityType": "company", "observations": []},
        ]
    }
    relations = {"relations": [{"from": "小雨", "to": "Acme", "relationType": "works_at"}]}
    asked(server, tmp_path / "memory.jsonl", ("create_entities", entities), ("create_relations", relations))
    assert [item.text for item in read(tmp_path / "memory.jsonl").items] == [
        "小雨: 对花生过敏",
        "Acme (company)",
        "小雨 works at Acme",
    ]


def test_our_sample_is_what_the_server_takes(server, tmp_path):
    file = tmp_path / "memory.jsonl"
    file.write_bytes((SAMPLES / "mcp-memory.jsonl").read_bytes())
    [graph] = asked(server, file, ("read_graph", {}))
    assert (len(graph["entities"]), len(graph["relations"])) == (3, 2)
