"""Asking whoever sits at the terminal before something is done that is not easily undone."""

from __future__ import annotations

import sys

import typer

from perdure.errors import InvalidValue


def sure(question: str, *, yes: bool) -> None:
    """Go on only where `--yes` was given or the answer is yes; else end with exit code 1. Raises InvalidValue where nobody can be
    asked."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise InvalidValue(f"{question} There is nobody to ask here; say --yes")
    if not typer.confirm(question, err=True):
        typer.echo("nothing was changed", err=True)
        raise typer.Exit(1)
