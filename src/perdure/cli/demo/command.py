"""`perdure demo`: plays the two acts, each in a process of its own, and says what to try next."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import typer

from perdure.cli import options
from perdure.cli.output import console, show_json
from perdure.errors import InvalidValue

WIDTH = 100
"""Columns at most."""


def demo(*, home: options.Home = None, as_json: options.Json = False) -> None:
    """A short story in two processes: what was told in one is known in the other. No network, no language model."""
    folder = _folder(home)
    if as_json:
        told, remains = (json.loads(_act(name, folder, "--json")) for name in ("tell", "ask"))
        show_json({"home": str(folder), "told": told, **remains})
        return
    from perdure.cli.demo import view  # documented lazy load: Rich, which JSON does not need

    out = console(most=WIDTH)
    out.print(view.opening(folder))
    _act("tell", folder)
    out.print(view.between(folder))
    _act("ask", folder)
    out.print(view.next_steps(_program(), _setting(folder)))


def _folder(home: str | None) -> Path:
    """A new folder, or the one that was named if nothing is in it yet."""
    if home is None:
        return Path(tempfile.mkdtemp(prefix="perdure-demo-"))
    folder = Path(home).expanduser().absolute()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InvalidValue(f"{folder} is not an empty folder; the demo keeps its memory apart from yours")
    return folder


def _act(name: str, folder: Path, *flags: str) -> str:
    """Play an act in a process of its own; returns what it printed where a program listens."""
    played = subprocess.run(  # noqa: S603  this interpreter and our own module
        [sys.executable, "-m", "perdure.cli.demo", name, str(folder), *flags],
        stdout=subprocess.PIPE if flags else None,
        encoding="utf-8",
        check=False,
    )
    if played.returncode:
        sys.stdout.write(played.stdout or "")
        raise typer.Exit(played.returncode)
    return played.stdout or ""


def _program() -> str:
    """How this program was called."""
    called = Path(sys.argv[0])
    if called.stem != "perdure":
        return "python -m perdure"
    return "perdure" if shutil.which("perdure") else str(called)


def _setting(folder: Path) -> str:
    """The command that makes the demo's folder the one to use."""
    return f"set PERDURE_HOME={folder}" if os.name == "nt" else f"export PERDURE_HOME={shlex.quote(str(folder))}"
