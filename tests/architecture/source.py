"""The modules under `src`, parsed once."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SRC = Path(__file__).parents[2] / "src"


@dataclass(frozen=True, slots=True)
class Module:
    """One file: its name below `src`, its text and its tree."""

    name: str
    text: str
    tree: ast.Module

    def place(self, node: ast.AST) -> str:
        return f"{self.name}:{getattr(node, 'lineno', 1)}"


@cache
def modules() -> tuple[Module, ...]:
    """Every module of the package, in order of name."""
    found = []
    for path in sorted(SRC.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        found.append(Module(path.relative_to(SRC).as_posix(), text, ast.parse(text, filename=str(path))))
    return tuple(found)
