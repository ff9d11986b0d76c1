"""A file into the folder of a staged import: read once as a stream, guarded, held against what is there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from perdure.domain.access import Right
from perdure.domain.loss import LossReport
from perdure.domain.space import SpaceName
from perdure.domain.staging import Owner, Skip, StagedImport, StagedState
from perdure.errors import InvalidValue
from perdure.ports.store import Progress
from perdure.transfer.found import Heard, Item, Native, Statement
from perdure.transfer.guarding import sound
from perdure.transfer.importers.importer import Importer
from perdure.transfer.importing import named, read, recognised
from perdure.transfer.source import opened
from perdure.transfer.staging.folder import Filling, Folder, filling, finish
from perdure.transfer.staging.items import Line
from perdure.transfer.staging.owners import Routes
from perdure.transfer.staging.placing import Placing
from perdure.transfer.staging.plan import Foreseen, forecast
from perdure.transfer.staging.targets import Targets
from perdure.transfer.staging.units import Placed, Units
from perdure.transfer.tally import Tally

CHUNK = 1_000
"""Items that are held at once; what repeats or contradicts another of the same file is foreseen among these."""

_CHUNK_TEXT = 4_000_000
"""Characters of text after which a chunk ends, however few items it has."""

NAMED = 5
"""Owners that are named to whoever mapped one that there is not."""

MOST_SKIPS = 10_000
"""Skips that are told one by one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """What is to be read: a file, a folder or an address; by which importer, where one is named; and what opens it."""

    path: Path | str
    format: str | None = None
    passphrase: str | None = None


def stage(
    wanted: Reading, root: Path, *, targets: Targets, routes: Routes, at: datetime, progress: Progress | None = None
) -> Folder:
    """Read it into a folder of its own below `root`; nothing of it is live. `progress` is told of bytes.

    Raises ImportFailed where it cannot be read, InvalidInput where it cannot go where it should, Forbidden; nothing is staged then.
    """
    importer = None if wanted.format is None else named(wanted.format)
    if routes.counts:
        routes = replace(routes, several=_several(wanted, importer))
    staged_id = targets.ids.new("imp", at)
    with opened(wanted.path, wanted.passphrase) as source, filling(root, staged_id) as folder:
        importer = recognised(source, importer)
        placing = Placing(targets, routes, fallback=source.path.stem)
        staging = _Staging(folder, placing, targets)
        tally = Tally()
        for chunk in _chunks(read(importer, source, tally)):
            staging.take(chunk)
            if progress is not None:
                progress(source.position, source.size)
        owners = staging.units.owners(placing.rights)
        _check(routes, owners)
        if progress is not None:
            progress(source.size, source.size)
        about = StagedImport(
            id=staged_id,
            at=at,
            by=targets.actor,
            path=sound(source.shown),
            format=importer.name,
            title=importer.title,
            state=StagedState.OPEN,
            owners=owners or _meant(routes, targets),
            conversations=staging.units.conversations,
            turns=staging.units.turns,
            memories=staging.units.memories,
            verdicts=staging.units.verdicts(),
            masked=staging.units.masked,
            skips=staging.skips.told(),
            loss=_sound(tally.report(origin=importer.name, target="perdure")),
        )
        return finish(folder, about, staging.units.talks())


def _check(routes: Routes, owners: Sequence[Owner]) -> None:
    """Raises InvalidValue where an owner is mapped that there is not."""
    names = [owner.name for owner in owners]
    if unknown := routes.unknown(names):
        there = ", ".join(repr(name) for name in names[:NAMED] if name is not None) or "none"
        raise InvalidValue(f"there is no owner {', '.join(map(repr, unknown))} to map; there is {there}")


def _meant(routes: Routes, targets: Targets) -> tuple[Owner, ...]:
    """Whose an import is in which there is nothing: of whoever may write where it was sent."""
    space = routes.rest or routes.usual
    if space is None:
        return ()
    targets.require(Right.WRITE, space)
    return (Owner(name=None, space=space),)


def _sound(loss: LossReport) -> LossReport:
    """The report without secrets and characters that cannot be written: names of fields are anybody's."""
    lines = tuple(replace(line, field=sound(line.field), to=sound(line.to), reason=sound(line.reason)) for line in loss)
    return replace(loss, lines=lines)


def _several(wanted: Reading, importer: Importer | None) -> bool:
    """Whether it names more than one person, for which it is read up to the second."""
    owners: set[str] = set()
    with opened(wanted.path, wanted.passphrase) as source:
        for item in read(recognised(source, importer), source, Tally()):
            if isinstance(item, Heard | Statement) and item.owner is not None and item.scope == "user":
                owners.add(item.owner)
            if len(owners) > 1:
                return True
    return False


def _chunks(items: Iterable[Item]) -> Iterator[list[Item]]:
    chunk: list[Item] = []
    size = 0
    for item in items:
        chunk.append(item)
        size += _size(item)
        if len(chunk) == CHUNK or size >= _CHUNK_TEXT:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _size(item: Item) -> int:
    match item:
        case Heard(turn=turn):
            return len(turn.text) + weight((turn.tool_calls, turn.metadata, item.record))
        case Statement():
            return len(item.text) + weight((item.record, item.metadata))
        case Native():
            return weight(item.record)
        case Skip():
            return len(item.reason)


def weight(value: object) -> int:
    """About how many characters something has, with all that is in it."""
    size, level = 0, [value]
    while level:
        match level.pop():
            case str() as text:
                size += len(text)
            case Mapping() as group:
                level += group
                level += group.values()
            case list() | tuple() as items:
                level += items
            case _:
                size += 1
    return size


class Skips:
    """What was left out, counted beyond what anybody reads."""

    def __init__(self) -> None:
        self._first: list[Skip] = []
        self._more = 0

    def add(self, skip: Skip) -> None:
        """Note one."""
        if len(self._first) < MOST_SKIPS:
            self._first.append(skip)
        else:
            self._more += 1

    def told(self) -> tuple[Skip, ...]:
        """Each in the order of the lines, and how many more there are."""
        ordered = sorted(self._first, key=lambda skip: skip.line or 0)
        if self._more:
            ordered.append(Skip(where="the rest", reason=f"{self._more:,} more were left out", code=ordered[-1].code))
        return tuple(ordered)


class _Staging:
    """Places a chunk after the other, foresees what becomes of it, and writes it down."""

    def __init__(self, folder: Filling, placing: Placing, targets: Targets) -> None:
        self.skips = Skips()
        self.units = Units()
        self._folder, self._placing, self._targets = folder, placing, targets

    def take(self, chunk: Sequence[Item]) -> None:
        """Guard, foresee and write a chunk."""
        placed: list[Placed] = []
        for item in chunk:
            found = self._placing.place(item, self.units)
            if isinstance(found, Skip):
                self.skips.add(found)
                continue
            placed.append(found)
            if found.cut is not None:
                self.skips.add(found.cut)
        lines = [each.line for each in placed]
        self._folder.add(lines)
        self._folder.add_units(self.units.complete(placed, self._forecasts(lines)))

    def _forecasts(self, lines: Sequence[Line]) -> list[Foreseen]:
        """What becomes of each line, space by space."""
        places: dict[SpaceName, list[int]] = {}
        for number, line in enumerate(lines):
            places.setdefault(line.space, []).append(number)
        found: dict[int, Foreseen] = {}
        for space, numbers in places.items():
            with self._targets.space(space).read() as reader:
                told = forecast(reader, [lines[number] for number in numbers], self._targets)
            found |= zip(numbers, told, strict=True)
        return [found[number] for number in range(len(lines))]
