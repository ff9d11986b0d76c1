"""Read-only copies of spaces, and the way back to them: `perdure snapshot`."""

from __future__ import annotations

from perdure.cli import options
from perdure.cli.answers import Differs, Pointed, RolledBack, Snapshots, SnapshotsGone, Taken
from perdure.cli.asking import sure
from perdure.cli.groups import group
from perdure.cli.opening import home_of, opened, space_of
from perdure.cli.output import say, show
from perdure.errors import NotFound


def list_(*, space: options.OneSpace = None, home: options.Home = None, as_json: options.Json = False) -> None:
    """The snapshots, the oldest first."""
    with opened(home, embedder=False) as memory:
        found = memory.snapshots.list(space)
    if not found and not as_json:
        say(f"no snapshots {'in ' + home_of(home) if space is None else 'of ' + space}")
        return
    show(Snapshots(snapshots=found), as_json=as_json)


def create(
    *,
    space: options.Space = None,
    note: options.Note = "",
    keep: options.Keep = None,
    days: options.Days = None,
    home: options.Home = None,
    as_json: options.Json = False,
) -> None:
    """Copy a space as it is now, also while others write; --keep and --days then let go of older copies."""
    with opened(home, embedder=False) as memory:
        made = memory.snapshots.create(space_of(space), note=note, keep=keep, days=days)
    show(Taken(snapshot=made), as_json=as_json)


def open_(id: options.Shot, *, home: options.Home = None, as_json: options.Json = False) -> None:  # noqa: A002
    """The folder of a snapshot, and how to point a tool at it."""
    with opened(home, embedder=False) as memory:
        found = memory.snapshots.get(id)
    show(Pointed(snapshot=found), as_json=as_json)


def diff(
    id: options.Shot,  # noqa: A002
    other: options.OtherShot = None,
    *,
    home: options.Home = None,
    as_json: options.Json = False,
) -> None:
    """What changed from a snapshot to another one, or to the space as it is now."""
    with opened(home, embedder=False) as memory:
        found = memory.snapshots.diff(id, other)
    show(Differs(diff=found), as_json=as_json)


def rollback(
    id: options.Shot,  # noqa: A002
    *,
    yes: options.Yes = False,
    home: options.Home = None,
    as_json: options.Json = False,
) -> None:
    """Make a space what it was in a snapshot, exactly. What it is now is kept as another one, so that this can be undone."""
    with opened(home, embedder=False) as memory:
        shot = memory.snapshots.get(id)
        sure(f"Make {shot.space} what it was at {shot.at.isoformat(sep=' ', timespec='minutes')}?", yes=yes)
        before = memory.snapshots.rollback(id)
    show(RolledBack(snapshot=shot, before=before), as_json=as_json)


def delete(
    ids: options.Shots, *, yes: options.Yes = False, home: options.Home = None, as_json: options.Json = False
) -> None:
    """Remove snapshots for good."""
    with opened(home, embedder=False) as memory:
        found = [memory.snapshots.get(each) for each in dict.fromkeys(ids)]
        sure(f"Remove {', '.join(shot.id for shot in found)} for good?", yes=yes)
        gone = [shot for shot in found if memory.snapshots.delete(shot.id)]
    if len(gone) < len(found):
        raise NotFound("another process removed one of them first")
    show(SnapshotsGone(snapshots=gone), as_json=as_json)


def prune(
    *,
    space: options.Space = None,
    keep: options.Keep = None,
    days: options.Days = None,
    home: options.Home = None,
    as_json: options.Json = False,
) -> None:
    """Remove the snapshots of a space beyond the newest --keep, and those older than --days; the newest always stays."""
    with opened(home, embedder=False) as memory:
        gone = memory.snapshots.prune(space_of(space), keep=keep, days=days)
    show(SnapshotsGone(snapshots=gone), as_json=as_json)


GROUP = group(
    "snapshot",
    "Read-only copies of spaces, and the way back to them; without a command, the list of them.",
    list_,
    create,
    open_,
    diff,
    rollback,
    delete,
    prune,
)
