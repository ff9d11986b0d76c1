"""Perdure's own archive: everything that a space holds."""

from __future__ import annotations

from pathlib import Path

from perdure.transfer.archive import write_archive
from perdure.transfer.content import Content
from perdure.transfer.exporters.exporter import Exporter
from perdure.transfer.tally import Tally


def write(content: Content, path: Path, tally: Tally) -> dict[str, int]:
    """Write the archive."""
    with path.open("xb") as file:
        return write_archive(content, file, tally)


EXPORTER = Exporter(
    name="archive", title="an archive of Perdure: everything, to be restored", suffix=".perdure", write=write
)
