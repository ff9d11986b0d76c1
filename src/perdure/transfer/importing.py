"""What a file is and what is in it; and a file of conversations handed on in batches, one bad turn costing only itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from perdure.capture.observe import Observed
from perdure.domain.journal import Turn
from perdure.domain.staging import ImportReport, Skip
from perdure.errors import ImportFailed, InvalidInput, InvalidValue
from perdure.ports.store import Progress
from perdure.text.clean import strip_controls
from perdure.transfer.found import Heard, Item
from perdure.transfer.importers import IMPORTERS, table
from perdure.transfer.importers.importer import Importer
from perdure.transfer.importers.named import sayings
from perdure.transfer.report import skip_of
from perdure.transfer.source import Source, opened, readable
from perdure.transfer.tally import Tally

BATCH = 200
"""Turns stored together."""

_COLUMNS, _COLUMN = 12, 40
"""Columns of a table that are named, and characters of their names."""

_BATCH_TEXT = 4_000_000
"""Characters of text after which a batch is stored, however few turns it has."""

Observe = Callable[[list[Turn]], Observed]


def named(name: str) -> Importer:
    """The importer of that name. Raises InvalidValue."""
    for importer in IMPORTERS:
        if importer.name == name:
            return importer
    raise InvalidValue(f"there is no format {name!r}; the formats are {_names()}")


def recognised(source: Source, wanted: Importer | None = None) -> Importer:
    """Who reads it: the importer that is wanted, else the first that takes it for its own. Raises ImportFailed."""
    with readable(source.path):
        head = source.head() if source.alone else b"\0"
    if not head or head.isspace():
        raise ImportFailed(f"{source.shown} is empty")
    asked = IMPORTERS if wanted is None else wanted.others
    found = next((importer for importer in asked if importer.recognises(source)), wanted)
    if found is None:
        raise ImportFailed(f"{source.shown} is in no form that can be read; {_advice(source)}")
    return found


def _advice(source: Source) -> str:
    """What to do about a file that nobody takes for its own."""
    if not (source.alone and source.main.casefold().endswith(table.ENDINGS)):
        return f"these can: {_names()}"
    has = ", ".join(strip_controls(name)[:_COLUMN] for name in table.columns(source)[:_COLUMNS])
    return f"in a table of memories one column is called {', '.join(sayings())}; this one has {has}"


def read(importer: Importer, source: Source, tally: Tally) -> Iterator[Item]:
    """What is in it, then what nobody read: for its name leads out of it, or as it is in another form. Raises ImportFailed."""
    with readable(source.path):
        for item in importer.read(source, tally):
            if isinstance(item, Skip):
                source.taken(item.where)  # where that is a file, it is told of
            yield item
    yield from source.refused
    yield from source.unread()


def import_file(
    path: Path,
    observe: Observe,
    *,
    format: str | None = None,  # noqa: A002  the word of the command line
    progress: Progress | None = None,
) -> ImportReport:
    """Hand the turns of a file to `observe`, in batches and in their order; `progress` is told of bytes.

    `format` is the name of an importer; left out, the content tells. Raises ImportFailed when the file cannot be read or
    recognised, and InvalidValue where it holds more than conversations, for which it is read twice; nothing is stored then.
    """
    wanted = None if format is None else named(format)
    with opened(path) as source:
        importer = recognised(source, wanted)
        if not all(isinstance(item, Heard | Skip) for item in read(importer, source, Tally())):
            raise InvalidValue(f"{path} holds more than conversations; `perdure import` it on the machine of the place")
    with opened(path) as source:
        storing = _Storing(observe)
        for batch in _batches(read(importer, source, Tally()), storing.skips):
            storing.store(batch)
            if progress is not None:
                progress(source.position, source.size)
        if progress is not None:
            progress(source.size, source.size)
    return storing.report(importer.name)


def _names() -> str:
    return ", ".join(importer.name for importer in IMPORTERS)


def _batches(items: Iterator[Item], skips: list[Skip]) -> Iterator[list[Heard]]:
    """The turns in batches; skips are put aside."""
    batch: list[Heard] = []
    size = 0
    for item in items:
        if isinstance(item, Skip):
            skips.append(item)
        if not isinstance(item, Heard):
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
