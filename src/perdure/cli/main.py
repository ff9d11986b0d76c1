"""The command line and its commands."""

from collections.abc import Callable
from typing import Annotated

import typer

from perdure import __version__
from perdure.cli import (
    capture,
    evaluate,
    export,
    imports,
    keep,
    mcp,
    permanent,
    read,
    review,
    serve,
    snapshot,
    token,
    upkeep,
    verify,
    write,
)
from perdure.cli.demo.command import demo
from perdure.cli.failures import Commands
from perdure.cli.groups import command_name
from perdure.cli.output import prepare

PANELS: dict[str, tuple[Callable[..., None] | typer.Typer, ...]] = {
    "Remember and recall": (write.remember, capture.capture, capture.distil, read.recall, read.why_not),
    "Look": (read.list_, read.show_, read.history, read.entries, read.sessions),
    "Change": (
        write.correct, write.confirm, write.feedback, write.forget, write.restore, review.GROUP, permanent.GROUP,
    ),
    "Keep": (
        upkeep.upkeep, upkeep.JOBS, keep.spaces, keep.stats, keep.doctor, keep.reembed, keep.calibrate, snapshot.GROUP,
    ),
    "Move": (imports.import_, imports.GROUP, export.export, export.formats, verify.verify),
    "Serve": (serve.serve, mcp.mcp, token.GROUP),
    "Try": (demo, evaluate.eval_),
}  # fmt: skip
"""The commands and groups of commands, as `perdure --help` lists them."""

app = typer.Typer(
    name="perdure",
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

for panel, commands in PANELS.items():
    for command in commands:
        if isinstance(command, typer.Typer):
            app.add_typer(command, rich_help_panel=panel)
        else:
            app.command(command_name(command), rich_help_panel=panel)(command)


def print_version(wanted: bool) -> None:  # noqa: FBT001  the shape of an option's callback
    """Print the version and end."""
    if wanted:
        typer.echo(f"perdure {__version__}")
        raise typer.Exit


Version = Annotated[
    bool, typer.Option("--version", callback=print_version, is_eager=True, help="Print the version and exit.")
]


@app.callback()
def perdure(*, version: Version = False) -> None:
    """Memory for AI agents that outlasts the tool, the session and the model."""


def main() -> None:
    """The console script."""
    prepare()
    app()
