"""The formats that can be imported: one module each, and one tuple."""

from __future__ import annotations

from perdure.transfer.importers import (
    agentmemory,
    archive,
    basic_memory,
    chat_csv,
    chat_markdown,
    chatgpt,
    claude,
    claude_code,
    claude_mem,
    codex,
    cogx,
    graphiti,
    jsonl,
    langgraph,
    letta,
    markdown,
    mcp_memory,
    mcp_memory_service,
    mem0,
    memfs,
    messages,
    obsidian,
    openmemory,
    perdure_jsonl,
    postgres,
    records,
    table,
    zep,
)
from perdure.transfer.importers.importer import Importer

IMPORTERS: tuple[Importer, ...] = (
    # Perdure's own.
    archive.IMPORTER,
    perdure_jsonl.IMPORTER,
    # What one program writes and no other.
    chatgpt.IMPORTER,
    claude.IMPORTER,
    claude_code.IMPORTER,
    codex.IMPORTER,
    mem0.IMPORTER,
    openmemory.IMPORTER,
    langgraph.IMPORTER,
    postgres.IMPORTER,
    zep.IMPORTER,
    graphiti.IMPORTER,
    letta.IMPORTER,
    memfs.IMPORTER,
    cogx.IMPORTER,
    claude_mem.IMPORTER,
    agentmemory.IMPORTER,
    mcp_memory_service.IMPORTER,
    mcp_memory.IMPORTER,
    basic_memory.IMPORTER,
    # What many write alike, the most particular first.
    messages.IMPORTER,
    records.IMPORTER,
    jsonl.IMPORTER,
    chat_csv.IMPORTER,
    table.IMPORTER,
    chat_markdown.IMPORTER,
    obsidian.IMPORTER,
    markdown.IMPORTER,
)
"""Asked in this order whether a file is theirs."""
