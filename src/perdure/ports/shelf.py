"""Where the snapshots of a place stand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from perdure.domain.snapshot import Snapshot
from perdure.domain.space import SpaceName


class Shelf(Protocol):
    """Read-only copies of spaces, each in a folder that is a place of its own."""

    def add(self, snapshot: Snapshot) -> Snapshot:
        """Copy the space as it is now, also while others write; returns the snapshot with its folder and size. Raises NotFound
        where there is no such space."""
        ...

    def all(self) -> Sequence[Snapshot]:
        """Every snapshot, the oldest first; what cannot be read is not among them, and is logged."""
        ...

    def folder(self, snapshot_id: str) -> Path:
        """The folder of a snapshot, a place that nothing can be written to. Raises NotFound."""
        ...

    def restore(self, snapshot_id: str) -> None:
        """Make the space what it was, exactly, in one step, also while others have it open. Raises NotFound, StoreBusy."""
        ...

    def remove(self, snapshot_id: str) -> bool:
        """Remove a snapshot; False if there was none."""
        ...

    def remove_all(self, name: SpaceName) -> int:
        """Remove every snapshot of a space; how many there were."""
        ...
