"""Perdure's own archive, plain or encrypted."""

from __future__ import annotations

from collections.abc import Iterator

from perdure.errors import ArchiveDamaged
from perdure.transfer.archive import FORMAT, NAME, Archive
from perdure.transfer.fields import filled
from perdure.transfer.found import Item
from perdure.transfer.importers.importer import Importer
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally


def recognises(source: Source) -> bool:
    """Whether the ZIP has the manifest of an archive, of whatever version."""
    if source.packed is None or NAME not in source.names:
        return False
    return any(isinstance(found, dict) and found.get("format") == FORMAT for found in source.sample(NAME))


def read(source: Source, tally: Tally) -> Iterator[Item]:
    """Every record, once all of the archive is known to be whole. Raises ArchiveDamaged, ArchiveTooNew."""
    if source.packed is None:
        raise ArchiveDamaged(f"{source.path} is no archive: it is no ZIP")
    source.taken(*source.names)
    for native in Archive.verified(source.path, source.packed).natives():
        for field in filled(native.record):
            tally.mapped(f"{native.part}.{field}", field)
        yield native


IMPORTER = Importer(name="archive", title="an archive of Perdure", recognises=recognises, read=read)
