"""What is raised becomes one line and an exit code."""

from __future__ import annotations

import re
from typing import Any

import typer
from typer.core import TyperGroup

from perdure.cli.output import complain
from perdure.errors import ImportFailed, InvalidInput, PerdureError, StoreError

WRONG = 1
"""Nothing was found, or something is wrong that the caller can act on."""

INVALID = 2
"""The command or what was given to it cannot be used."""

STORE = 3
"""The store cannot do it."""

LATE = 4
"""The deadline came before the answer."""

INTERRUPTED = 130
"""Ctrl-C."""


GOING_ON = {
    "capture": ", and `perdure distil` makes memories of it",
    "import": ", and importing it again goes on",
    "reembed": ", and `perdure reembed` goes on",
    "upkeep": ", and `perdure upkeep` goes on",
}
"""What to do next, where stopping a command leaves something to do."""


_UNREADABLE = re.compile(r"Input should be (.+?)(?:, unable to parse .*|, got .*)?", re.DOTALL)
"""How the library that reads options says what it expected."""


class Commands(TyperGroup):
    """A group of commands whose errors are told in one line, or as JSON to a program."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Note whether a program is listening."""
        ctx.obj = "--json" in args
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was named."""
        try:
            return super().invoke(ctx)
        except PerdureError as error:
            complain(error.code, str(error), as_json=ctx.obj)
            raise typer.Exit(exit_code(error)) from error
        except (KeyboardInterrupt, typer.Abort) as stop:  # the second is Ctrl-C at a question
            going_on = GOING_ON.get(ctx.invoked_subcommand, "")
            complain("interrupted", f"stopped; what was written so far is kept{going_on}", as_json=ctx.obj)
            raise typer.Exit(INTERRUPTED) from stop
        except typer.TyperException as error:
            error.message = readable(error.message)
            if not ctx.obj:
                raise  # typer shows it, with the usage of the command
            complain("usage", error.format_message(), as_json=True)
            raise typer.Exit(INVALID) from error


def readable(message: str) -> str:
    """What is wrong with an option, in words for people."""
    found = _UNREADABLE.fullmatch(message)
    if found is None:
        return message
    wanted = {"a valid integer": "a whole number", "a valid number": "a number"}.get(found[1], found[1])
    return f"it has to be {wanted}"


def exit_code(error: PerdureError) -> int:
    """What the shell is told of an error."""
    match error:
        case InvalidInput() | ImportFailed():
            return INVALID
        case StoreError():
            return STORE
        case _:
            return WRONG
