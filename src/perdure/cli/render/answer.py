"""How an answer finds what shows it."""

from __future__ import annotations

from functools import singledispatch

from rich.console import RenderableType

from perdure.cli.answers import Answer


@singledispatch
def render(answer: Answer) -> RenderableType:
    """What a terminal shows of an answer."""
    raise TypeError(f"{type(answer).__name__} is no answer")
