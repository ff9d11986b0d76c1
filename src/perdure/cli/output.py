"""What goes to standard output and standard error: one answer there, progress and complaints here."""

from __future__ import annotations

import io
import json
import logging
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import typer

from perdure.cli.answers import Answer
from perdure.cli.plain import document
from perdure.cli.visible import visible

if TYPE_CHECKING:
    from rich.console import Console

    from perdure.ports.store import Progress

UNBOUNDED = 100_000
"""The width where no terminal is, so that `grep` finds a memory in one line."""


def prepare() -> None:
    """What a process does once, before its command: notices go to standard error, and no text is unprintable."""
    notices = logging.getLogger("perdure")
    notices.addHandler(Notices(logging.WARNING))
    notices.propagate = False
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def show(answer: Answer, *, as_json: bool) -> None:
    """An answer on standard output."""
    if as_json:
        show_json(document(answer))
        return
    from rich.text import Text  # documented lazy load: Rich, which JSON does not need

    from perdure.cli.render import render

    shown = render(answer)
    console().print(shown, soft_wrap=isinstance(shown, Text))


def show_json(value: Any) -> None:
    """One JSON document on standard output, in UTF-8 whatever the terminal speaks."""
    text = json.dumps(value, ensure_ascii=False, indent=2) + "\n"
    # A lone surrogate cannot be written in UTF-8, and the replacement is its JSON escape.
    typer.echo(text.encode("utf-8", "backslashreplace"), nl=False)


def say(text: str) -> None:
    """A remark on standard error, which nothing in it can make look like another."""
    typer.echo(visible(text), err=True)


def complain(code: str, message: str, *, as_json: bool) -> None:
    """An error in one line on standard error, or as the JSON document."""
    if as_json:
        show_json({"error": {"code": code, "message": message}})
    else:
        say(f"error [{code}]: {' '.join(message.split())}")


def console(*, stderr: bool = False, most: int = UNBOUNDED) -> Console:
    """A terminal with colours, or a plain stream; never wider than `most`."""
    from rich.console import Console  # documented lazy load: Rich, which JSON does not need

    stream = sys.stderr if stderr else sys.stdout
    width = min(shutil.get_terminal_size().columns, most) if stream.isatty() else most
    return Console(file=stream, width=width, markup=False, highlight=False, emoji=False)


@contextmanager
def progress(title: str, *, in_bytes: bool = False) -> Iterator[Progress | None]:
    """A bar on standard error while work goes on, with its share and its time; None where nobody would see it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich import progress as columns  # documented lazy load: Rich, as above

    shown = (
        columns.SpinnerColumn(),  # it and the time move where one step takes long
        columns.TextColumn("{task.description}"),
        columns.BarColumn(),
        columns.TaskProgressColumn(),
        *([columns.DownloadColumn()] if in_bytes else []),
        columns.TimeElapsedColumn(),
        columns.TimeRemainingColumn(),
    )
    with columns.Progress(*shown, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


class Notices(logging.Handler):
    """What the library has to say, one line each."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one notice."""
        say(f"{record.levelname.lower()}: {record.getMessage()}")
