"""Answers for people: values in, Rich renderables out. Nothing here prints, and nothing here reads markup in a text."""

from __future__ import annotations

from perdure.cli.render import (
    access,
    capture,
    exports,
    imports,
    memories,
    recalls,
    review,
    snapshots,
    spaces,
    upkeep,
    verify,
)
from perdure.cli.render.answer import render

__all__ = [
    "access",
    "capture",
    "exports",
    "imports",
    "memories",
    "recalls",
    "render",
    "review",
    "snapshots",
    "spaces",
    "upkeep",
    "verify",
]
"""The modules register what shows each answer."""
