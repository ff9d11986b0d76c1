"""Whether a memory still answers what it should: `perdure verify`."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import typer

from perdure.cli import options
from perdure.cli.answers import Drafted, Verification
from perdure.cli.opening import opened, space_of
from perdure.cli.output import say, show
from perdure.domain.space import SpaceName
from perdure.errors import ExportFailed, InvalidInput, InvalidValue


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
        propose(space_of(space), limit=limit, snapshot=snapshot, home=home, as_json=as_json)
        return
    from perdure.transfer.questions import read_questions
    from perdure.transfer.verify import compared, kept, read_kept

    checks = read_questions(Path(str(file)), space=SpaceName.parse(space_of(space)))
    before = None if against is None else read_kept(_read(against))
    with ExitStack() as stack:
        memory = stack.enter_context(opened(home))
        place = memory if snapshot is None else stack.enter_context(memory.snapshots.open(snapshot))
        found = place.verify(checks)
    if save is not None:
        _write(save, kept(found))
    answer = Verification(verified=found, against=None if before is None else compared(before, found))
    show(answer, as_json=as_json)
    if not answer.well:
        raise typer.Exit(1)


def propose(space: str, *, limit: int, snapshot: str | None, home: str | None, as_json: bool) -> None:
    """A list of questions on standard output. Exits with 1 where nothing can be asked."""
    with ExitStack() as stack:
        memory = stack.enter_context(opened(home))
        place = memory if snapshot is None else stack.enter_context(memory.snapshots.open(snapshot))
        answer = Drafted(space=space, toml=place.draft(space, limit=limit))
    if as_json:
        show(answer, as_json=True)
    else:
        typer.echo(answer.toml.encode(), nl=False)  # it is read back as UTF-8, whatever the terminal speaks
    if not answer.questions:
        if not as_json:
            say(f"there is nothing to ask of {space}")
        raise typer.Exit(1)


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
