"""The snapshots of a gateway: taken, compared, gone back to, let go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from perdure.client import sending, told
from perdure.client.connection import LONG, Connection, pairs
from perdure.client.link import segment
from perdure.domain.snapshot import Snapshot, SnapshotDiff
from perdure.domain.space import SpaceName
from perdure.errors import InvalidValue, NotFound

MOST = 100_000
"""Snapshots, and days, that can be asked to be kept."""


class Snapshots:
    """Read-only copies of spaces. Making one and going back to it take `admin` in its space, looking at it takes `read`. Where they
    lie is told to tokens that administer the place; `folder` is empty for others."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def __repr__(self) -> str:
        return f"Snapshots({self._connection.link.url!r})"

    def create(
        self, space: str | SpaceName, *, note: str = "", keep: int | None = None, days: int | None = None
    ) -> Snapshot:
        """Copy a space as it is now; `keep` and `days` then let go of older ones. Raises NotFound."""
        return taken(self._connection, SpaceName.parse(space), note=note, keep=keep, days=days)

    def list(self, space: str | SpaceName | None = None) -> Sequence[Snapshot]:
        """The snapshots of a space, or of all that may be read, the oldest first."""
        query = pairs({"space": None if space is None else SpaceName.parse(space)})
        return told.several(Snapshot, self._connection.get("snapshots", query))

    def get(self, id: str) -> Snapshot:  # noqa: A002  the record's own word
        """The snapshot of that id. Raises NotFound."""
        return told.value(Snapshot, self._connection.get(_path(id)))

    def open(self, id: str) -> NoReturn:  # noqa: A002, ARG002  as the facade has it
        """Raises InvalidValue: a snapshot is opened where it lies."""
        raise InvalidValue("a snapshot is opened where the place is: `perdure snapshot open` there")

    def diff(self, id: str, other: str | None = None) -> SnapshotDiff:  # noqa: A002
        """What changed from a snapshot to another one of the same space, or to the space as it is now. Raises NotFound."""
        if other is not None:
            segment(other, "snapshot")
        return told.value(SnapshotDiff, self._connection.get(f"{_path(id)}/diff", pairs({"other": other})))

    def rollback(self, id: str) -> Snapshot:  # noqa: A002
        """Make a space what it was; gives the snapshot that undoes it. Raises NotFound, StoreBusy."""
        return gone_back(self._connection, id)

    def prune(self, space: str | SpaceName, *, keep: int | None = None, days: int | None = None) -> Sequence[Snapshot]:
        """Let go of the snapshots of a space beyond the newest `keep`, and of those older than `days`; never of the newest."""
        body = _limits(keep, days) | {"space": str(SpaceName.parse(space))}
        return told.several(Snapshot, self._connection.post("snapshots/prune", body))

    def delete(self, id: str) -> bool:  # noqa: A002
        """Remove a snapshot for good; False if there was none."""
        return told.at(bool, self._connection.send("DELETE", _path(id)), "deleted")


def taken(
    connection: Connection,
    space: SpaceName | None,
    *,
    note: str,
    keep: int | None = None,
    days: int | None = None,
) -> Snapshot:
    """A new snapshot of a space; None: of the token's home."""
    body = _limits(keep, days) | {"note": sending.label(note, "note") or ""}
    return told.value(Snapshot, connection.post("snapshots", body, space=space, timeout=LONG))


def gone_back(connection: Connection, snapshot_id: str, *, only: SpaceName | None = None) -> Snapshot:
    """Go back to a snapshot, of one space `only` where that is named; gives what undoes it."""
    path = _path(snapshot_id)
    if only is not None and told.value(Snapshot, connection.get(path)).space != only:
        raise NotFound(f"there is no snapshot {snapshot_id} of {only}")
    before = told.value(Snapshot, connection.post(f"{path}/rollback", {}, timeout=LONG))
    connection.recent.drop(space=before.space)
    return before


def _limits(keep: int | None, days: int | None) -> sending.Plain:
    return sending.given({"keep": sending.whole(keep, "keep", MOST), "days": sending.whole(days, "days", MOST)})


def _path(id: str) -> str:  # noqa: A002  the record's own word
    return f"snapshots/{segment(id, 'snapshot')}"
