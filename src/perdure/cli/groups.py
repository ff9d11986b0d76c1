"""Commands of commands, such as `perdure review accept`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer
from typer.core import TyperGroup

HELP = ("-h", "--help")


class Listing(TyperGroup):
    """A group that lists what it has when nothing else is asked of it."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put `list` where no command is named."""
        if not args or (args[0].startswith("-") and args[0] not in HELP):
            args = ["list", *args]
        return super().parse_args(ctx, args)


def group(name: str, about: str, *commands: Callable[..., None]) -> typer.Typer:
    """The commands of one sort of things, under its name; the first is `list`."""
    made = typer.Typer(name=name, help=about, cls=Listing)
    for command in commands:
        made.command(command_name(command))(command)
    return made


def command_name(command: Callable[..., None]) -> str:
    """How a function is called on the command line."""
    return command.__name__.rstrip("_").replace("_", "-")
