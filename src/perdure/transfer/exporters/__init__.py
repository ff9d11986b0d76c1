"""The formats that can be written: one module each, and one tuple."""

from __future__ import annotations

from perdure.transfer.exporters import (
    archive,
    basic_memory,
    cogx,
    graphiti,
    langgraph,
    letta_af,
    markdown,
    mcp_memory,
    mem0_history,
    mem0_json,
    memfs,
    perdure_jsonl,
    table,
)
from perdure.transfer.exporters.exporter import Exporter

EXPORTERS: tuple[Exporter, ...] = (
    archive.EXPORTER,
    perdure_jsonl.EXPORTER,
    mem0_json.EXPORTER,
    mem0_history.EXPORTER,
    langgraph.EXPORTER,
    graphiti.EXPORTER,
    letta_af.EXPORTER,
    memfs.EXPORTER,
    cogx.EXPORTER,
    mcp_memory.EXPORTER,
    basic_memory.EXPORTER,
    table.EXPORTER,
    markdown.EXPORTER,
)
"""As `perdure formats` lists them."""
