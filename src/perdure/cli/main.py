"""The command line and its commands."""

from typing import Annotated

import typer

from perdure import __version__
from perdure.cli import keep, read, write
from perdure.cli.demo.command import demo
from perdure.cli.failures import Commands
from perdure.cli.output import prepare

PANELS = {
    "Remember and recall": (write.remember, read.recall, read.why_not, read.list_, read.show_, read.history),
    "Change": (write.correct, write.confirm, write.forget, write.restore),
    "Keep": (keep.import_, keep.spaces, keep.stats, keep.doctor, keep.reembed, keep.calibrate),
    "Try": (demo,),
}
"""The commands, as `perdure --help` lists them."""

app = typer.Typer(
    name="perdure",
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

for panel, commands in PANELS.items():
    for command in commands:
        app.command(command.__name__.rstrip("_").replace("_", "-"), rich_help_panel=panel)(command)


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
