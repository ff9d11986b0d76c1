"""A file of conversations into the journal: read as a stream, stored in batches, one bad turn costing only itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from perdure.capture.observe import Observed
from perdure.domain.journal import Turn
from perdure.errors import ImportFailed, InvalidInput, InvalidValue
from perdure.ports.store import Progress
from perdure.transfer.found import Heard
from perdure.transfer.importers import IMPORTERS
from perdure.transfer.importers.importer import Importer
from perdure.transfer.report import ImportReport, Skip, skip_of
from perdure.transfer.source import Source, opened, readable
from perdure.transfer.tally import Tally

BATCH = 200
"""Turns stored together."""

_BATCH_TEXT = 4_000_000
"""Characters of text after which a batch is stored, however few turns it has."""


Observe = Callable[[list[Turn]], Observed]


def import_file(
    path: Path,
    observe: Observe,
    *,
    format: str | None = None,  # noqa: A002  the word of the command line
    progress: Progress | None = None,
) -> ImportReport:
    """Hand the turns of a file to `observe`, in batches and in their order; `progress` is told of bytes.

    `format` is the name of an importer; left out, the content tells. Raises ImportFailed when the file cannot be read or
    recognised: what was stored by then stays, and importing the file again goes on from there.
    """
    named = None if format is None else _named(format)
    with opened(path) as source:
        importer = _recognised(source, named)
        storing = _Storing(observe)
        for batch in _batches(_read(importer, source), storing.skips):
            storing.store(batch)
            if progress is not None:
                progress(source.position, source.size)
        if progress is not None:
            progress(source.size, source.size)
    return storing.report(importer.name)


def _recognised(source: Source, named: Importer | None) -> Importer:
    with readable(source.path):
        head = source.head()
    if not head or head.isspace():
        raise ImportFailed(f"{source.path} is empty")
    found = named or next((importer for importer in IMPORTERS if importer.recognises(source)), None)
    if found is None:
        raise ImportFailed(f"{source.path} is in no form that can be read; in UTF-8 or UTF-16 these can: {_names()}")
    return found


def _named(name: str) -> Importer:
    for importer in IMPORTERS:
        if importer.name == name:
            return importer
    raise InvalidValue(f"there is no format {name!r}; the formats are {_names()}")


def _names() -> str:
    return ", ".join(importer.name for importer in IMPORTERS)


def _read(importer: Importer, source: Source) -> Iterator[Heard | Skip]:
    with readable(source.path):
        for item in importer.read(source, Tally()):
            if isinstance(item, Heard | Skip):
                yield item


def _batches(items: Iterator[Heard | Skip], skips: list[Skip]) -> Iterator[list[Heard]]:
    """The turns in batches; skips are put aside."""
    batch: list[Heard] = []
    size = 0
    for item in items:
        if isinstance(item, Skip):
            skips.append(item)
            continue
        batch.append(item)
        size += len(item.turn.text)
        if len(batch) == BATCH or size >= _BATCH_TEXT:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


class _Storing:
    """Hands batches over and counts what became of them."""

    def __init__(self, observe: Observe) -> None:
        self.skips: list[Skip] = []
        self._observe = observe
        self._sessions: dict[str | None, None] = {}
        self._added = 0
        self._repeated = 0

    def store(self, batch: list[Heard]) -> None:
        """Store a batch; where a turn is refused, halve it until only that one is left out."""
        try:
            stored = self._observe([found.turn for found in batch])
        except InvalidInput as error:
            if len(batch) == 1:
                self.skips.append(skip_of(error, where=batch[0].where, line=batch[0].line))
                return
            middle = len(batch) // 2
            self.store(batch[:middle])
            self.store(batch[middle:])
            return
        self._added += stored.added
        self._repeated += len(batch) - stored.added
        self._sessions |= dict.fromkeys(found.turn.session for found in batch)

    def report(self, name: str) -> ImportReport:
        """What came of it all, the skips in the order of the lines."""
        return ImportReport(
            format=name,
            conversations=len(self._sessions),
            added=self._added,
            repeated=self._repeated,
            skips=tuple(sorted(self.skips, key=lambda skip: skip.line or 0)),
            sessions=tuple(session for session in self._sessions if session is not None),
        )
