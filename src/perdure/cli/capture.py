"""What makes memories of conversations: capture, distil."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

from perdure.cli import options
from perdure.cli.answers import Captured, Distillate
from perdure.cli.files import named, read_into
from perdure.cli.opening import opened_space, target_of
from perdure.cli.output import progress, say, show
from perdure.domain.change import Distilled

if TYPE_CHECKING:
    from perdure.app import Space


def capture(
    files: options.FilesOrInput,
    *,
    to: options.To = None,
    format: options.Format = None,  # noqa: A002  the name of the option
    home: options.Home = None,
    space: options.Space = None,
    as_json: options.Json = False,
) -> None:
    """Read conversations into the journal and make memories of what they tell; the same file again changes nothing.

    Exits with 1 if no turn was read, or one of several files could not be.
    """
    with named(files) as paths, opened_space(home, target_of(to, space)) as mine:
        reports, failures = read_into(mine, paths, format=format, as_json=as_json)
        heard = dict.fromkeys(session for report in reports.values() for session in report.sessions)
        distilled = each_distilled(mine, list(heard))
        if not as_json:
            tell_notes(distilled)
        answer = Captured(space=str(mine.name), reports=reports, failures=failures, distilled=distilled)
    show(answer, as_json=as_json)
    if failures or not any(report.added or report.repeated for report in reports.values()):
        raise typer.Exit(1)


def distil(
    *,
    session: options.Session = None,
    home: options.Home = None,
    space: options.Space = None,
    as_json: options.Json = False,
) -> None:
    """Make memories of what is in the journal and was not distilled yet."""
    with opened_space(home, space) as mine:
        distilled = mine.distil(session)
        answer = Distillate(space=str(mine.name), distilled=distilled)
    if not as_json:
        tell_notes(distilled)
    show(answer, as_json=as_json)


def each_distilled(mine: Space, sessions: Sequence[str]) -> Distilled:
    """What became of what these sessions tell."""
    parts: list[Distilled] = []
    with progress("Distilling") as bar:
        for number, session in enumerate(sessions, 1):
            parts.append(mine.distil(session))
            if bar is not None:
                bar(number, len(sessions))
    return Distilled(
        outcomes=tuple(outcome for part in parts for outcome in part),
        entries=sum(part.entries for part in parts),
        waiting=sum(part.waiting for part in parts),
        notes=tuple(dict.fromkeys(note for part in parts for note in part.notes)),
    )


def tell_notes(distilled: Distilled) -> None:
    """What could not take part."""
    for note in distilled.notes:
        say(f"note: {note}")
