"""Memory into files that its owner keeps: `perdure export`, `perdure formats`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from perdure.cli import options
from perdure.cli.answers import Exported, FormatLine, Formats
from perdure.cli.imports import passphrase_of
from perdure.cli.opening import home_of, opened, space_of
from perdure.cli.output import progress, say, show
from perdure.cli.several import each
from perdure.errors import InvalidValue, PerdureError

if TYPE_CHECKING:
    from perdure.domain.export import ExportReport


def export(  # noqa: PLR0913  an option each
    name: options.SpaceToExport = None,
    *,
    output: options.Output = None,
    to: options.ToFolder = None,
    format: options.ExportFormat = "archive",  # noqa: A002  the name of the option
    keep: options.Keep = None,
    every: options.EveryToFolder = False,
    replace: options.Replace = False,
    passphrase_file: options.PassphraseFile = None,
    home: options.Home = None,
    space: options.Space = None,
    as_json: options.Json = False,
) -> None:
    """Write a space as an archive, which restores it, or in the form of another system, with what did not fit.

    -o names the file or folder; an earlier export there is replaced, with --replace any file. With --to it is a dated one in a folder, of
    which --keep stay: for cron. Exits with 1 if one of several spaces could not be written.
    """
    _check(output, to, keep=keep, every=every)
    if replace and output is None:
        raise InvalidValue("--replace is about a file that is named with -o")
    named = _one(name, space, every=every)
    passphrase = passphrase_of(passphrase_file)
    with opened(home, embedder=False) as memory:
        names = [named] if named is not None else [str(found.name) for found in memory.spaces()]

        def written(one: str) -> ExportReport:
            with progress(f"Exporting {one}") as bar:
                mine = memory.space(one)
                if output is not None:
                    return mine.export(output, format=format, passphrase=passphrase, replace=replace, progress=bar)
                return mine.export_into(str(to), format=format, keep=keep, passphrase=passphrase, progress=bar)

        done, failures = each(names, written, bearing=PerdureError, as_json=as_json)
    if not names and not as_json:
        say(f"no spaces in {home_of(home)}")
    show(Exported(reports=list(done.values()), failures=failures), as_json=as_json)
    if failures:
        raise typer.Exit(1)


def formats(*, as_json: options.Json = False) -> None:
    """What can be imported, and what a space can be exported as."""
    from perdure.transfer.exporters import EXPORTERS
    from perdure.transfer.importers import IMPORTERS

    show(
        Formats(
            imports=[FormatLine(name=each.name, title=each.title) for each in IMPORTERS],
            exports=[FormatLine(name=each.name, title=each.title, suffix=each.suffix) for each in EXPORTERS],
        ),
        as_json=as_json,
    )


def _check(output: Path | None, to: Path | None, *, keep: int | None, every: bool) -> None:
    """Raises InvalidValue for options that do not go together."""
    if output is not None and to is not None:
        raise InvalidValue("-o names a file and --to a folder of dated files: one of them, not both")
    if output is None and to is None:
        raise InvalidValue("name a file with -o, or a folder of dated files with --to")
    if to is None and (keep is not None or every):
        raise InvalidValue("--keep and --every are about a folder of dated files; name it with --to")


def _one(name: str | None, space: str | None, *, every: bool) -> str | None:
    """The space that is meant, named in either way; None where all are. Raises InvalidValue where two are named."""
    if name is not None and space is not None and name != space:
        raise InvalidValue(f"one space is exported, not {name!r} and {space!r}")
    if not every:
        return space_of(space if name is None else name)
    if name is not None or space is not None:
        raise InvalidValue("--every exports all spaces; name none")
    return None
