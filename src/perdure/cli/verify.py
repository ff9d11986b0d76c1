"""Whether a memory still answers what it should: `perdure verify`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from perdure.cli import options
from perdure.cli.answers import Drafted, Verification
from perdure.cli.opening import opened, space_of
from perdure.cli.output import say, show
from perdure.domain.space import SpaceName
from perdure.errors import ExportFailed, InvalidInput, InvalidValue

if TYPE_CHECKING:
    from perdure.app import Perdure


def verify(  # noqa: PLR0913  each is an option
    file: options.QuestionList = None,
    *,
    draft: options.Draft = False,
    limit: options.DraftLimit = 20,
    snapshot: options.SnapshotId = None,
    save: options.Save = None,
    against: options.Against = None,
    home: options.Home = None,
    space: options.Space = None,
    as_json: options.Json = False,
) -> None:
    """Ask the questions of a list and see whether the answers contain what they must, before and after a memory moves.

    Exits with 1 if a question fails; with --against only if it did not fail before. --draft proposes such a list.
    """
    if draft == (file is not None):
        raise InvalidValue("name a list of questions, or ask for one with --draft")
    if draft and (save or against):
        raise InvalidValue("a draft has no results to keep or to compare; verify the list that it writes")
    if draft:
        propose(space, limit=limit, snapshot=snapshot, home=home, as_json=as_json)
        return
    from perdure.transfer.questions import read_questions
    from perdure.transfer.verify import compared, kept, read_kept

    before = None if against is None else read_kept(_read(against))
    with _asked(home, space, snapshot) as (place, usual):
        checks = read_questions(Path(str(file)), space=usual)
        if snapshot is not None:
            for check in checks:
                _held(snapshot, usual, check.space)
        found = place.verify(checks)
    if save is not None:
        _write(save, kept(found))
    answer = Verification(verified=found, against=None if before is None else compared(before, found))
    show(answer, as_json=as_json)
    if not answer.well:
        raise typer.Exit(1)


def propose(space: str | None, *, limit: int, snapshot: str | None, home: str | None, as_json: bool) -> None:
    """A list of questions on standard output. Exits with 1 where nothing can be asked."""
    with _asked(home, space, snapshot) as (place, name):
        answer = Drafted(space=str(name), toml=place.draft(name, limit=limit))
    if as_json:
        show(answer, as_json=True)
    elif answer.questions:
        typer.echo(answer.toml.encode(), nl=False)  # it is read back as UTF-8, whatever the terminal speaks
    else:
        say(f"there is nothing to ask of {name}")
    if not answer.questions:
        raise typer.Exit(1)


@contextmanager
def _asked(home: str | None, space: str | None, snapshot: str | None) -> Iterator[tuple[Perdure, SpaceName]]:
    """The place that is asked, and the space that is meant where none is named. Raises InvalidValue where the snapshot is of
    another one."""
    with opened(home) as memory:
        if snapshot is None:
            yield memory, SpaceName.parse(space_of(space))
            return
        held = memory.snapshots.get(snapshot).space
        if space is not None:
            _held(snapshot, held, SpaceName.parse(space))
        with memory.snapshots.open(snapshot) as place:
            yield place, held


def _held(snapshot: str, held: SpaceName, asked: SpaceName) -> None:
    if asked != held:
        raise InvalidValue(f"the snapshot {snapshot} holds {held}; it cannot be asked about {asked}")


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{path} is not UTF-8: {error.reason} at byte {error.start}") from error


def _write(path: Path, text: str) -> None:
    try:
        path.write_bytes(text.encode())
    except OSError as error:
        raise ExportFailed(f"{path} cannot be written: {error.strerror or error}") from error
