"""Memory from elsewhere: read and looked at first, live when somebody says so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, tzinfo
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from perdure.app.core import Core
from perdure.app.paging import PAGE, members, page_size
from perdure.domain.access import Allowed, Right, administers, permission
from perdure.domain.journal import Entry, Turn
from perdure.domain.page import Page
from perdure.domain.space import SpaceName
from perdure.domain.staging import Decision, ImportReport, Sort, StagedImport, StagedItem, StagedState, Verdict
from perdure.errors import ImportSettled, InvalidInput, InvalidValue, NotFound
from perdure.ports.store import Progress
from perdure.transfer import staging

if TYPE_CHECKING:
    from perdure.transfer.staging import Folder, Targets

HERE = (Verdict.KNOWN, Verdict.DIFFERS)
"""Verdicts of what is here already: applying leaves it as it is, whatever it is in the file."""

READING, WHOLE = 100, 1_000
"""Of an import in one go: the share of reading the file, and all of it, as its progress has them."""


class Imports:
    """The imports of a place that wait: those into spaces that whoever calls may read. Changing one takes `write` in each of its
    spaces, and `admin` where records of Perdure's own go there, see `Owner.takes`. One is changed by one at a time: StoreBusy."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def __repr__(self) -> str:
        return f"Imports({str(self._core.store.staging)!r})"

    def stage(
        self,
        path: str | Path,
        *,
        to: str | SpaceName | None = None,
        map: Mapping[str, str | SpaceName] | None = None,  # noqa: A002  the word of the command line
        format: str | None = None,  # noqa: A002  the record's own word
        passphrase: str | None = None,
        usual: str | SpaceName | None = None,
        progress: Progress | None = None,
    ) -> StagedImport:
        """Read a file, a folder or the address of a database, and say what is in it and what applying it would do. Nothing is live.

        `map` sends owners to spaces, * every other one, as `to` does. Else several owners each get `user/OWNER`, one or none goes
        to `usual`, and what Perdure wrote to the space that it names. `progress` is told of bytes. Raises ImportFailed where it
        cannot be read, InvalidInput where it cannot go there, Forbidden; nothing is kept then.
        """
        core, at = self._core, self._core.now()
        root, routes = core.store.staging, staging.routes_of(map, to=to, usual=usual)
        staging.tidy(root, at)
        wanted = staging.Reading(path=path, format=format, passphrase=passphrase)
        return staging.stage(wanted, root, targets=self._targets(), routes=routes, at=at, progress=progress).staged()

    def list(self) -> Sequence[StagedImport]:
        """Every import that is kept, the oldest first; those that were applied can be looked at for a month."""
        return [staged for _, staged in staging.listed(self._core.store.staging) if self._sees(staged)]

    def get(self, id: str) -> StagedImport:  # noqa: A002  the record's own word
        """One of them. Raises NotFound."""
        return self._found(id)[1]

    def items(
        self,
        id: str,  # noqa: A002  the record's own word
        *,
        verdicts: Sequence[str] | str = (),
        decisions: Sequence[str] | str = (),
        telling: bool = False,
        limit: int = PAGE,
        cursor: str | None = None,
    ) -> Page[StagedItem]:
        """What it holds, conversations and memories, as it was judged when it was read, with what was decided since.

        Of these verdicts and decisions, where some are named; `telling` ones only: those that are more than new or known, or that
        leave something here doubtful. Raises NotFound, and ImportSettled once it was applied.
        """
        wanted, decided = members(verdicts, Verdict, "verdicts"), members(decisions, Decision, "decisions")
        size, after = page_size(limit), _after(cursor)
        folder, _ = self._found(id)
        known = folder.decisions()
        found: list[StagedItem] = []
        total = 0
        for unit in folder.units():
            item = known.of(unit)
            if (wanted and item.verdict not in wanted) or (decided and item.decision not in decided):
                continue
            if telling and not item.telling:
                continue
            total += 1
            if item.number > after and len(found) <= size:
                found.append(item)
        following = str(found[size - 1].number) if len(found) > size else None
        return Page(items=tuple(found[:size]), total=total, next=following)

    def turns(
        self,
        id: str,  # noqa: A002  the record's own word
        number: int,
        *,
        limit: int = PAGE,
        cursor: str | None = None,
    ) -> Page[Turn]:
        """What is said in a conversation of it, guarded as the journal will have it; nothing of a memory.

        Raises NotFound, and ImportSettled once it was applied.
        """
        size, after = page_size(limit), _after(cursor)
        folder, _ = self._found(id)
        wanted = _numbers(number)
        unit = next((unit for unit in folder.units() if unit.number in wanted), None)
        if unit is None:
            raise NotFound(f"there is no item {number} in {id}")
        if unit.sort is not Sort.CONVERSATION:
            return Page(items=(), total=0)
        found = list(islice(_said(folder, unit.number, self._core.zone), after, after + size + 1))
        return Page(items=tuple(found[:size]), total=unit.turns, next=str(after + size) if len(found) > size else None)

    def keep(self, id: str, numbers: int | Iterable[int]) -> Sequence[StagedItem]:  # noqa: A002  the record's own word
        """Let items in after all, in their own words. Raises NotFound, ImportSettled, Forbidden, StoreBusy."""
        return self._decide(id, numbers, Decision.KEEP)

    def drop(self, id: str, numbers: int | Iterable[int]) -> Sequence[StagedItem]:  # noqa: A002  the record's own word
        """Leave items out. Raises NotFound, ImportSettled, Forbidden, StoreBusy."""
        return self._decide(id, numbers, Decision.DROP)

    def edit(self, id: str, number: int, text: str) -> StagedItem:  # noqa: A002  the record's own word
        """Let a memory in with other words. Raises NotFound, ImportSettled, InvalidInput, also where it is here already: what is
        here stays as it is."""
        return self._decide(id, number, Decision.EDIT, text)[0]

    def apply(self, id: str, *, progress: Progress | None = None) -> ImportReport:  # noqa: A002  the record's own word
        """Let everything in that was not dropped. Stopped anywhere, it can be called again and goes on to the same end.

        Each memory is held against what is there now, as if it were remembered; conversations become the journal, and `distil`
        makes memories of them. `progress` is told of bytes. Raises NotFound, ImportSettled, Forbidden, StoreError.
        """
        with self._open(id) as (folder, staged):
            folder.save(replace(staged, state=StagedState.APPLYING))
            report = staging.apply(folder, staged, targets=self._targets(), progress=progress)
            folder.settle(staged)
        for space in report.spaces:
            self._core.write_accesses(space)
            self._core.look_after(space)
        return report

    def discard(self, id: str) -> bool:  # noqa: A002  the record's own word
        """Remove an import; what of it was applied stays. False if there was none. Raises Forbidden, StoreBusy."""
        try:
            folder, staged = self._found(id)
            self._require(staged)
            staging.remove(folder)
        except NotFound:
            return False
        return True

    def _decide(
        self, staged_id: str, numbers: int | Iterable[int], decision: Decision, text: str | None = None
    ) -> Sequence[StagedItem]:
        wanted = _numbers(numbers)
        with self._open(staged_id) as (folder, _):
            return self._decided(folder, wanted, decision, text)

    def _decided(self, folder: Folder, wanted: set[int], decision: Decision, text: str | None) -> Sequence[StagedItem]:
        found = {unit.number: unit for unit in folder.units() if unit.number in wanted}
        if missing := sorted(wanted.difference(found)):
            raise NotFound(f"there is no item {', '.join(map(str, missing))} in {folder.path.name}")
        known = folder.decisions()
        dropped, edited = set(known.dropped) - wanted, {n: t for n, t in known.edited.items() if n not in wanted}
        match decision:
            case Decision.DROP:
                dropped |= wanted
            case Decision.EDIT:
                edited |= {unit.number: self._reworded(unit, text) for unit in found.values()}
            case Decision.KEEP:
                pass
        decisions = staging.Decisions(dropped=frozenset(dropped), edited=edited)
        folder.decide(decisions)
        return [decisions.of(found[number]) for number in sorted(found)]

    def _reworded(self, unit: StagedItem, text: object) -> str:
        if unit.sort is Sort.CONVERSATION:
            raise InvalidValue(f"item {unit.number} is a conversation; what was said stays as it was said")
        if unit.sort is Sort.POLICY:
            raise InvalidValue(f"item {unit.number} is a policy; let it in or leave it out, and change it in its space")
        if unit.verdict in HERE:
            raise InvalidValue(
                f"item {unit.number} is here already, and stays as it is here; correct the memory itself"
            )
        return self._core.intake(unit.space).guarded(text)

    @contextmanager
    def _open(self, staged_id: str) -> Iterator[tuple[Folder, StagedImport]]:
        """One that takes decisions, for whoever may decide where it goes, and for nobody else at the same time."""
        folder, staged = self._found(staged_id)
        self._require(staged)
        if staged.state is StagedState.APPLIED:
            raise ImportSettled(f"{staged_id} was applied before")
        with folder.alone():
            staged = folder.staged()  # as whoever had it before left it
            if staged.state is StagedState.APPLIED:
                raise ImportSettled(f"{staged_id} was applied before")
            yield folder, staged

    def _found(self, staged_id: str) -> tuple[Folder, StagedImport]:
        folder = staging.folder_of(self._core.store.staging, staged_id)
        staged = folder.staged()
        if not self._sees(staged):
            raise NotFound(f"there is no import {staged_id}")
        return folder, staged

    def _sees(self, staged: StagedImport) -> bool:
        principal = self._core.principal
        if not staged.owners:
            return administers(principal)
        return all(isinstance(permission(principal, Right.READ, one.space), Allowed) for one in staged.owners)

    def _require(self, staged: StagedImport) -> None:
        for owner in staged.owners:
            self._core.require(owner.takes, owner.space)

    def _targets(self) -> Targets:
        core = self._core
        return staging.Targets(
            space=core.space,
            rules=core.intake,
            require=core.require,
            fill=core.fill,
            ids=core.ids,
            actor=core.actor,
            root=core.store.staging,
        )


def whole(
    core: Core,
    path: str | Path,
    *,
    to: SpaceName,
    map: Mapping[str, str | SpaceName] | None,  # noqa: A002  the word of the command line
    format: str | None,  # noqa: A002  the record's own word
    passphrase: str | None,
    progress: Progress | None,
) -> ImportReport:
    """Stage, apply and discard in one go."""
    imports = Imports(core)
    reading, applying = _part(progress, 0, READING), _part(progress, READING, WHOLE)
    staged = imports.stage(path, to=to, map=map, format=format, passphrase=passphrase, progress=reading)
    try:
        return imports.apply(staged.id, progress=applying)
    finally:
        imports.discard(staged.id)


def _said(folder: Folder, number: int, zone: tzinfo) -> Iterator[Turn]:
    """The turns of a conversation, in their order."""
    from perdure.transfer.records import entry_of  # noqa: PLC0415  documented lazy load: as the rest of `transfer`
    from perdure.transfer.staging.items import StagedRecord, StagedTurn  # noqa: PLC0415  as above

    for line, _ in folder.lines():
        match line:
            case StagedTurn(unit=unit, entry=entry, timed=timed) if unit == number:
                yield _turn(entry, entry.at if timed else None)
            case StagedRecord(unit=unit, native=native, space=space) if unit == number:
                try:
                    entry = entry_of(native.record, space, zone)
                except InvalidInput:  # applying says of it that it cannot be kept
                    continue
                yield _turn(entry, entry.at)


def _turn(entry: Entry, at: datetime | None) -> Turn:
    return Turn(
        entry.text,
        speaker=entry.speaker,
        role=entry.role,
        at=at,
        session=entry.session,
        ref=entry.ref,
        channel=entry.channel,
        tool_calls=entry.tool_calls,
        metadata=entry.metadata,
    )


def _numbers(numbers: object) -> set[int]:
    given = [numbers] if isinstance(numbers, int) else numbers
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise InvalidValue(f"items are numbers, not {numbers!r}")
    found = set(given)
    if any(isinstance(number, bool) or not isinstance(number, int) for number in found):
        raise InvalidValue("an item is a whole number")
    return found


def _after(cursor: str | None) -> int:
    if cursor is None:
        return 0
    if not isinstance(cursor, str) or not cursor.isdecimal() or len(cursor) > 18:
        raise InvalidValue(f"{cursor!r} is no cursor of a page of items")
    return int(cursor)


def _part(progress: Progress | None, begin: int, end: int) -> Progress | None:
    """What tells of a part of the work as a share of all of it."""
    if progress is None:
        return None
    return lambda done, total: progress(begin + (end - begin) * done // max(total, 1), WHOLE)
