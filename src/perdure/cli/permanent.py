"""What every session reads and none writes: `perdure permanent`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from perdure.cli import options
from perdure.cli.answers import Changed, Lasting, Remembered
from perdure.cli.groups import group
from perdure.cli.inputs import text_of
from perdure.cli.opening import opened_space, space_of
from perdure.cli.output import say, show
from perdure.domain.change import Rejected
from perdure.errors import InvalidValue

if TYPE_CHECKING:
    from perdure.capture.permanent import PermanentCorrection


def list_(
    *,
    kind: options.Kinds = None,
    every: options.EveryPermanent = False,
    limit: options.Limit = 100,
    cursor: options.Cursor = None,
    home: options.Home = None,
    space: options.Space = None,
    as_json: options.Json = False,
) -> None:
    """Profile, boundaries and role, in the order they were recorded."""
    with opened_space(home, space, embedder=False) as mine:
        page = mine.permanent.list(
            kinds=tuple(kind or ()), statuses="all" if every else ("active",), limit=limit, cursor=cursor
        )
    if not page.items and not as_json:
        say(f"nothing permanent in {space_of(space)}")
        return
    show(Lasting(page=page), as_json=as_json)


def add(  # noqa: PLR0913  each option of a command is a parameter
    text: options.Text,
    *,
    kind: options.Lasting = "profile",
    slot: options.Slot = None,
    value: options.Value = None,
    tag: options.Tag = None,
    reason: options.Reason = "",
    home: options.Home = None,
    space: options.Space = None,
    as_json: options.Json = False,
) -> None:
    """Make a statement permanent; in a slot it takes the place of what was there."""
    statement = text_of(text)
    with opened_space(home, space) as mine:
        outcome = mine.permanent.add(statement, kind=kind, slot=slot, value=value, tags=tuple(tag or ()), reason=reason)
    show(Remembered(outcome=outcome), as_json=as_json)
    if isinstance(outcome, Rejected):
        raise typer.Exit(1)


def correct(  # noqa: PLR0913  each option of a command is a parameter
    memory: options.Id,
    text: options.NewText = None,
    *,
    value: options.Value = None,
    tag: options.Tag = None,
    reason: options.Reason = "",
    version: options.Version = None,
    home: options.Home = None,
    space: options.Space = None,
    as_json: options.Json = False,
) -> None:
    """Give it another wording or value: same id, history kept, the rest stays as it is."""
    wording = None if text is None else text_of(text)
    changes: PermanentCorrection = {}
    if value is not None:
        changes["value"] = value
    if tag:
        changes["tags"] = tuple(tag)
    if wording is None and not changes:
        raise InvalidValue("there is nothing to correct; give a text, --value or --tag")
    changes |= {"reason": reason, "version": version}
    with opened_space(home, space) as mine:
        after = mine.permanent.correct(memory, wording, **changes)
    show(Changed(action="corrected", memories=[after]), as_json=as_json)


def remove(
    memory: options.Id,
    *,
    reason: options.Reason = "",
    home: options.Home = None,
    space: options.Space = None,
    as_json: options.Json = False,
) -> None:
    """Take it away; `perdure permanent restore` undoes it."""
    with opened_space(home, space) as mine:
        after = mine.permanent.remove(memory, reason)
    show(Changed(action="removed", memories=[after]), as_json=as_json)


def restore(
    memory: options.Id,
    *,
    reason: options.Reason = "",
    home: options.Home = None,
    space: options.Space = None,
    as_json: options.Json = False,
) -> None:
    """Make it current again; what fills its slot since gives way."""
    with opened_space(home, space) as mine:
        after = mine.permanent.restore(memory, reason)
    show(Changed(action="restored", memories=[after]), as_json=as_json)


GROUP = group(
    "permanent",
    "What every session reads and none writes; without a command, the list of it.",
    list_, add, correct, remove, restore,
)  # fmt: skip
