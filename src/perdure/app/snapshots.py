"""The snapshots of a place: taken, looked at, compared, gone back to, let go."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import fields
from datetime import datetime, timedelta
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

from perdure.app.core import Core
from perdure.domain.access import Allowed, Right, permission
from perdure.domain.memory import Memory
from perdure.domain.snapshot import MemoryDiff, Snapshot, SnapshotDiff
from perdure.domain.space import SpaceName
from perdure.errors import InvalidValue, NotFound
from perdure.ports.store import Reader, Store

if TYPE_CHECKING:
    from perdure.app.perdure import Perdure

NOW = "now"
"""What a space as it stands is called beside its snapshots."""

PAGE = 1_000
"""Memories that are compared at a time."""

_MOST = 100_000
"""Snapshots, and days, that can be asked to be kept."""

_READ = ("access_count", "last_accessed_at")
"""What changes of a memory when it is only read."""

_COMPARED = tuple(field.name for field in fields(Memory) if field.name not in (*_READ, "id", "space"))
_HASHED = attrgetter(*(name for name in _COMPARED if name != "metadata"))


class Snapshots:
    """Read-only copies of spaces, each a place that a tool can be pointed at. Making one and going back to it take `admin` in its
    space, looking at it takes `read`."""

    def __init__(self, core: Core, *, opens: Callable[[Path], Store], place: Callable[[Core], Perdure]) -> None:
        self._core = core
        self._opens = opens
        self._place = place

    def create(
        self, space: str | SpaceName, *, note: str = "", keep: int | None = None, days: int | None = None
    ) -> Snapshot:
        """Copy a space as it is now, also while others write. `keep` and `days` then let go of older ones, see `prune`. Raises
        NotFound where there is no such space."""
        name = SpaceName.parse(space)
        _check_limits(keep, days)
        made = taken(self._core, name, note=note)
        if keep is not None or days is not None:
            self.prune(name, keep=keep, days=days)
        return made

    def list(self, space: str | SpaceName | None = None) -> Sequence[Snapshot]:
        """The snapshots of a space, or of all that may be read, the oldest first."""
        name = None if space is None else SpaceName.parse(space)
        if name is not None:
            self._core.require(Right.READ, name)
        return tuple(shot for shot in _readable(self._core) if name in (None, shot.space))

    def get(self, id: str) -> Snapshot:  # noqa: A002  the record's own word
        """The snapshot of that id. Raises NotFound."""
        return found(self._core, id)

    def open(self, id: str) -> Perdure:  # noqa: A002
        """The snapshot as a place of its own, for whoever closes it: everything reads, and every write raises StoreReadOnly."""
        shot = self.get(id)
        return self._place(self._core.over(self._opens(Path(shot.folder))))

    def diff(self, id: str, other: str | None = None) -> SnapshotDiff:  # noqa: A002
        """What changed from a snapshot to another one of the same space, or to the space as it is now. That a memory was read
        is no change. Raises NotFound, InvalidValue."""
        before, after = self.get(id), None if other is None else self.get(other)
        if after is not None and after.space != before.space:
            raise InvalidValue(
                f"{id} is of {before.space} and {other} of {after.space}; compare snapshots of one space"
            )
        with self._reading(before) as old, self._reading(after or before.space) as new:
            return compared(old, new, before=id, after=other or NOW)

    def rollback(self, id: str) -> Snapshot:  # noqa: A002
        """Make a space what it was, exactly and in one step; what it was until now is a snapshot before, which is returned: going
        back to that undoes it. Where the space is gone, it comes back, and the snapshot itself is returned. Raises NotFound,
        StoreBusy."""
        return gone_back(self._core, id)

    def prune(self, space: str | SpaceName, *, keep: int | None = None, days: int | None = None) -> Sequence[Snapshot]:
        """Let go of the snapshots of a space beyond the newest `keep`, and of those older than `days`; never of the newest.
        Returns those that are gone. Raises InvalidValue where neither is given."""
        name = SpaceName.parse(space)
        self._core.require(Right.ADMIN, name)
        _check_limits(keep, days)
        if keep is None and days is None:
            raise InvalidValue("say how many to keep, or for how many days")
        mine = [shot for shot in self._core.store.shelf.all() if shot.space == name]
        old = outdated(mine, keep=keep, days=days, now=self._core.now())
        return tuple(shot for shot in old if self._core.store.shelf.remove(shot.id))

    def delete(self, id: str) -> bool:  # noqa: A002
        """Remove a snapshot for good; False if there was none."""
        try:
            shot = self.get(id)
        except NotFound:
            return False
        self._core.require(Right.ADMIN, shot.space)
        return self._core.store.shelf.remove(id)

    @contextmanager
    def _reading(self, what: Snapshot | SpaceName) -> Iterator[Reader]:
        """One state of a snapshot, or of a space now."""
        if isinstance(what, SpaceName):
            with self._core.space(what).read() as reader:
                yield reader
            return
        with closing(self._opens(Path(what.folder))) as store, store.space(what.space).read() as reader:
            yield reader


def taken(core: Core, name: SpaceName, *, note: str) -> Snapshot:
    """A new snapshot of a space, with what was recalled of it until now."""
    core.require(Right.ADMIN, name)
    why = core.intake(name).label(note, "note") or ""
    core.write_accesses(name)
    now = core.now()
    return core.store.shelf.add(
        Snapshot(
            id=core.ids.new("snap", now),
            space=name,
            at=now,
            by=core.actor,
            note=why,
            folder="",
            memories=0,
            entries=0,
            bytes=0,
        )
    )


def gone_back(core: Core, snapshot_id: str, *, only: SpaceName | None = None) -> Snapshot:
    """Go back to a snapshot, of one space `only` where that is named; returns what undoes it."""
    shot = found(core, snapshot_id)
    if only not in (None, shot.space):
        raise NotFound(f"there is no snapshot {snapshot_id} of {only}")
    core.require(Right.ADMIN, shot.space)
    try:
        before = taken(core, shot.space, note=f"before rollback to {snapshot_id}")
    except NotFound:
        before = shot  # the space is gone: there is nothing to go back to again
    core.store.shelf.restore(snapshot_id)
    core.recalls.drop(shot.space)
    return before


def found(core: Core, snapshot_id: str) -> Snapshot:
    """The snapshot of an id. Raises NotFound, in the same words where its space may not be read."""
    for shot in _readable(core):
        if shot.id == snapshot_id:
            return shot
    raise NotFound(f"there is no snapshot {snapshot_id}")


def _readable(core: Core) -> Iterator[Snapshot]:
    for shot in core.store.shelf.all():
        if isinstance(permission(core.principal, Right.READ, shot.space), Allowed):
            yield shot


def outdated(
    snapshots: Sequence[Snapshot], *, keep: int | None, days: int | None, now: datetime
) -> tuple[Snapshot, ...]:
    """Those beyond the newest `keep` and those older than `days`, the oldest first; never the newest one."""
    ordered = sorted(snapshots, key=lambda shot: (shot.at, shot.id))
    beyond = len(ordered) - (len(ordered) if keep is None else keep)
    since = None if days is None else now - timedelta(days=days)
    return tuple(
        shot for place, shot in enumerate(ordered[:-1]) if place < beyond or (since is not None and shot.at < since)
    )


def _check_limits(keep: int | None, days: int | None) -> None:
    for name, value in (("keep", keep), ("days", days)):
        if value is not None and (isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= _MOST):
            raise InvalidValue(f"{name} is a whole number from 1 to {_MOST:,}, not {value!r}")


def compared(old: Reader, new: Reader, *, before: str, after: str) -> SnapshotDiff:
    """What is not the same in two states of a space: of all that is, only ids and numbers are held."""
    known = {memory.id: _digest(memory) for memory in _memories(old)}
    fresh: list[MemoryDiff] = []
    other: list[str] = []
    for memory in _memories(new):
        digest = known.pop(memory.id, None)
        if digest is None:
            fresh.append(MemoryDiff(id=memory.id, before=None, after=memory.text))
        elif digest != _digest(memory):
            other.append(memory.id)
    come, gone = _entries(old, new)
    return SnapshotDiff(
        before=before,
        after=after,
        added=tuple(fresh),
        changed=tuple(_changed(old, new, other)),
        removed=tuple(_removed(old, list(known))),
        entries_added=come,
        entries_removed=gone,
    )


def _changed(old: Reader, new: Reader, ids: Sequence[str]) -> Iterator[MemoryDiff]:
    for part in _parts(ids):
        for was, now in zip(old.memories(part), new.memories(part), strict=True):
            named = tuple(name for name in _COMPARED if getattr(was, name) != getattr(now, name))
            yield MemoryDiff(id=was.id, before=was.text, after=now.text, fields=named)


def _removed(old: Reader, ids: Sequence[str]) -> Iterator[MemoryDiff]:
    for part in _parts(ids):
        for was in old.memories(part):
            yield MemoryDiff(id=was.id, before=was.text, after=None)


def _memories(reader: Reader) -> Iterator[Memory]:
    after = 0
    while page := reader.all_memories(after=after, limit=PAGE):
        yield from (memory for _, memory in page)
        after = page[-1][0]


def _entries(old: Reader, new: Reader) -> tuple[int, int]:
    """How many entries came, and how many went."""
    known = set(_entry_ids(old))
    common = total = 0
    for entry_id in _entry_ids(new):
        total += 1
        common += entry_id in known
    return total - common, len(known) - common


def _entry_ids(reader: Reader) -> Iterator[str]:
    after = 0
    while page := reader.all_entries(after=after, limit=PAGE):
        yield from (entry.id for entry in page)
        after = page[-1].seq


def _digest(memory: Memory) -> int:
    """A number that is the same for the same memory, as long as this process lives."""
    return hash((*_HASHED(memory), repr(memory.metadata)))


def _parts(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(ids), PAGE):
        yield ids[start : start + PAGE]
