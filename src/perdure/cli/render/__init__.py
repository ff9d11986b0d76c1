"""Answers for people: values in, Rich renderables out. Nothing here prints, and nothing here reads markup in a text."""

from __future__ import annotations

from perdure.cli.render import access, capture, memories, recalls, review, spaces, upkeep
from perdure.cli.render.answer import render

__all__ = ["access", "capture", "memories", "recalls", "render", "review", "spaces", "upkeep"]
"""The modules register what shows each answer."""
