"""A staged import into its spaces. Every step knows what it wrote before, so that it may stop anywhere and be run again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from perdure.capture.observe import BATCH, append
from perdure.domain.foreign import Foreign
from perdure.domain.space import SpaceName
from perdure.domain.staging import ImportReport, StagedImport, Verdict
from perdure.ports.store import Progress
from perdure.transfer.pending import Pending
from perdure.transfer.restoring import Restoring
from perdure.transfer.staging.folder import Decisions, Folder, pending_in
from perdure.transfer.staging.items import Line, StagedRecord, StagedStatement, StagedTurn
from perdure.transfer.staging.remembering import Remembering
from perdure.transfer.staging.targets import Targets

CHUNK = 1_000
"""Items that are held at once."""

_CHUNK_TEXT = 4_000_000
"""Bytes of items after which a chunk ends, however few they are."""


def apply(folder: Folder, staged: StagedImport, *, targets: Targets, progress: Progress | None = None) -> ImportReport:
    """Let everything in that was not dropped; `progress` is told of bytes. Raises StoreError, after which it can be gone on with."""
    work = _Applying(staged, folder.decisions(), targets)
    size = folder.size
    for chunk, at in _chunks(folder):
        work.take(chunk)
        if progress is not None:
            progress(at, size)
    if work.remembering.waiting:
        for chunk, _ in _chunks(folder):
            work.take_late(chunk)
    if work.remembering.citing:
        for chunk, _ in _chunks(folder):
            work.cite(chunk)
    work.end()
    return work.report()


def _chunks(folder: Folder) -> Iterator[tuple[list[Line], int]]:
    chunk: list[Line] = []
    end = begun = 0
    for line, end in folder.lines():
        chunk.append(line)
        if len(chunk) == CHUNK or end - begun >= _CHUNK_TEXT:
            yield chunk, end
            chunk, begun = [], end
    if chunk:
        yield chunk, end


class _Applying:
    """Takes chunks, and counts what became of them."""

    def __init__(self, staged: StagedImport, decisions: Decisions, targets: Targets) -> None:
        self._staged, self._decisions, self._targets = staged, decisions, targets
        self.remembering = Remembering(targets, decisions.edited)
        self._restoring: dict[SpaceName, Restoring] = {}
        self._spaces: dict[SpaceName, None] = {}
        self._conversations: dict[tuple[SpaceName, str | None], None] = {}
        self._memories: Counter[Verdict] = Counter()
        self._added = self._repeated = 0

    def take(self, chunk: Sequence[Line]) -> None:
        """Let a chunk in: turns, statements that are active, records of our own; then make the vectors of what came."""
        groups = self._groups(chunk)
        for (space, sort), lines in groups.items():
            match sort:
                case "turns":
                    self._turns(space, [line for line in lines if isinstance(line, StagedTurn)])
                case "statements":
                    statements = [line for line in lines if isinstance(line, StagedStatement)]
                    self._memories += self.remembering.take(space, statements)
                case _:
                    self._records(space, sort, [line for line in lines if isinstance(line, StagedRecord)])
        for space in dict.fromkeys(space for space, _ in groups):
            self._targets.fill(space)

    def take_late(self, chunk: Sequence[Line]) -> None:
        """Let the statements of a chunk in that are not active, after what may hold in their place."""
        for (space, sort), lines in self._groups(chunk).items():
            if sort == "statements":
                statements = [line for line in lines if isinstance(line, StagedStatement)]
                self._memories += self.remembering.take_late(space, statements)
                self._targets.fill(space)

    def cite(self, chunk: Sequence[Line]) -> None:
        """Let the statements of a chunk rest on the turns that they were made of."""
        for (space, sort), lines in self._groups(chunk).items():
            if sort == "statements":
                self.remembering.cite(space, [line for line in lines if isinstance(line, StagedStatement)])

    def end(self) -> None:
        """Finish what is done once."""
        for restoring in self._restoring.values():
            restoring.done()

    def report(self) -> ImportReport:
        """What came of it."""
        staged = self._staged
        more = [skip for restoring in self._restoring.values() for skip in restoring.skips]
        sessions = dict.fromkeys(session for _, session in self._conversations if session is not None)
        return ImportReport(
            format=staged.format,
            conversations=len(self._conversations),
            added=self._added,
            repeated=self._repeated,
            memories={verdict: self._memories[verdict] for verdict in Verdict if self._memories[verdict]},
            left_out=len(self._decisions.dropped),
            spaces=tuple(self._spaces),
            skips=(*staged.skips, *self.remembering.skips, *more),
            sessions=tuple(sessions),
            loss=staged.loss,
        )

    def _groups(self, chunk: Sequence[Line]) -> dict[tuple[SpaceName, str], list[Line]]:
        """What was not dropped, by its space and its sort, in the order they begin."""
        groups: dict[tuple[SpaceName, str], list[Line]] = {}
        for line in chunk:
            self._spaces[line.space] = None
            if line.unit not in self._decisions.dropped:
                groups.setdefault((line.space, _sort(line)), []).append(line)
            elif isinstance(line, StagedRecord) and line.native.part == "policy":
                self._into(line.space).leave_policy()
        return groups

    def _turns(self, space: SpaceName, lines: Sequence[StagedTurn]) -> None:
        targets, intake = self._targets, self._targets.intake(space)
        for start in range(0, len(lines), BATCH):
            batch = lines[start : start + BATCH]
            entries = [
                replace(
                    line.entry,
                    id=targets.ids.new("ent", intake.now),
                    at=line.entry.at if line.timed else intake.now,
                    recorded_at=intake.now,
                )
                for line in batch
            ]
            with targets.space(space).write() as writer:
                intake.adopt(writer)
                stored = append(writer, entries)
                writer.keep_foreign(
                    [
                        Foreign(owner=entry.id, system=line.system, id=entry.ref or "", record=line.record)
                        for entry, given, line in zip(stored.entries, entries, batch, strict=True)
                        if line.record is not None and entry.id == given.id  # what was here keeps what it has
                    ]
                )
            self._added += stored.added
            self._repeated += len(batch) - stored.added
        self._conversations |= dict.fromkeys((space, line.entry.session) for line in lines)

    def _records(self, space: SpaceName, part: str, lines: Sequence[StagedRecord]) -> None:
        counts = self._into(space).take(part, [self._edited(line).native for line in lines])
        if part == "journal":
            self._added += counts.get(Verdict.NEW, 0)
            self._repeated += counts.get(Verdict.KNOWN, 0)
            sessions = (line.native.record.get("session") for line in lines)
            self._conversations |= dict.fromkeys(
                (space, session if isinstance(session, str) else None) for session in sessions
            )
        elif part in ("memories", "permanent"):
            self._memories += Counter(counts)

    def _into(self, space: SpaceName) -> Restoring:
        """What restores into a space."""
        targets = self._targets
        if space not in self._restoring:
            self._restoring[space] = Restoring(
                targets.space(space),
                intake=targets.intake(space),
                ids=targets.ids,
                actor=targets.actor,
                pending=Pending(pending_in(targets.root, space)),
            )
        return self._restoring[space]

    def _edited(self, line: StagedRecord) -> StagedRecord:
        text = None if line.unit is None else self._decisions.edited.get(line.unit)
        if text is None:
            return line
        return replace(line, native=replace(line.native, record={**line.native.record, "text": text}))


def _sort(line: Line) -> str:
    match line:
        case StagedTurn():
            return "turns"
        case StagedStatement():
            return "statements"
        case StagedRecord():
            return line.native.part
