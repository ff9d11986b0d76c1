"""Perdure's own archive: one file with everything that a space holds, described in `docs/reference/archive.md`."""

from __future__ import annotations

from perdure.transfer.archive.manifest import FORMAT, NAME, PARTS, VERSION, Manifest
from perdure.transfer.archive.reading import Archive
from perdure.transfer.archive.writing import write_archive

__all__ = ["FORMAT", "NAME", "PARTS", "VERSION", "Archive", "Manifest", "write_archive"]
