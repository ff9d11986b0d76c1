"""One act of the demo, in a process of its own: `python -m perdure.cli.demo tell|ask FOLDER [--json]`."""

import os
from pathlib import Path

import typer

from perdure.cli import options
from perdure.cli.demo import acts, view
from perdure.cli.demo.command import WIDTH
from perdure.cli.failures import Commands
from perdure.cli.output import console, prepare, show_json
from perdure.wire.plain import plain

app = typer.Typer(cls=Commands, add_completion=False, pretty_exceptions_enable=False)


@app.command()
def tell(home: Path, *, as_json: options.Json = False) -> None:
    """The first act."""
    heard = acts.tell(home)
    if as_json:
        show_json(plain(list(heard)))
        return
    out = console(most=WIDTH)
    out.print(view.title(1, "A process is told", os.getpid()))
    for scene in view.scenes(heard):
        out.print(scene)


@app.command()
def ask(home: Path, *, as_json: options.Json = False) -> None:
    """The second act."""
    remains = acts.ask(home)
    if as_json:
        show_json(plain(remains))
        return
    out = console(most=WIDTH)
    out.print(view.title(2, "Another process remembers", os.getpid()))
    out.print(view.remains(remains))


prepare()
app()
