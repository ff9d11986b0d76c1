"""The other products: what is installed of each, and how its script is run."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]

_PYDANTIC = ("annotated-types", "typing-extensions", "typing-inspection")

PRODUCTS = {
    "mem0": ("mem0ai==2.2.1",),
    "langgraph": ("langgraph-checkpoint-sqlite==3.1.2", "langgraph==1.2.24"),
    "graphiti": ("graphiti-core==0.31.2", "httpx"),
    "cognee": ("--no-deps", "cognee==1.6.5", "pydantic==2.12.5", "pydantic-core==2.41.5", *_PYDANTIC),
    "letta": ("letta==0.16.7", "asyncpg", "pgvector", "psycopg2-binary", "pg8000"),
}
"""The versions that the tests were written against."""


def place(name: str) -> Path:
    """The folder of a product's environment."""
    return ROOT / ".interop" / name


def python(name: str) -> Path:
    """The interpreter of a product."""
    return place(name) / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def run(name: str, *arguments: str | Path) -> Any:
    """Run the product's script; what it prints last is JSON."""
    script = ROOT / "tests/interop/products" / f"with_{name.replace('-', '_')}.py"
    command = [str(python(name)), str(script), *map(str, arguments)]
    ended = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False, timeout=300)
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout.splitlines()[-1])
