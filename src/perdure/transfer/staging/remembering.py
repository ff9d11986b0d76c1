"""Statements of another system into memories: decided like anything that is remembered, under ids that a second import knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from perdure.capture.intake import Intake
from perdure.capture.reconcile import Add, Decision, Queue, Supersede, as_memory
from perdure.capture.remember import Draft
from perdure.domain.foreign import Foreign
from perdure.domain.memory import Memory, Status
from perdure.domain.space import SpaceName
from perdure.domain.staging import Skip, Verdict
from perdure.errors import InvalidInput
from perdure.ports.store import Reader, Writer
from perdure.text.clean import statement_key
from perdure.transfer.found import Statement
from perdure.transfer.report import skip_of
from perdure.transfer.staging.items import StagedStatement
from perdure.transfer.staging.plan import again, as_it_is, came_in, foreseen
from perdure.transfer.staging.statements import as_it_was, candidate_of, entry_id, foreign_of, memory_id, past_of
from perdure.transfer.staging.targets import Targets


class Remembering:
    """Takes batches of statements, each in one transaction. Those that are not active wait for the others: what holds in their
    place may come behind them. `edited` are the words of a person, by the numbers of the units."""

    def __init__(self, targets: Targets, edited: Mapping[int, str]) -> None:
        self.skips: list[Skip] = []
        self.waiting: set[str] = set()
        """The ids here of those that wait."""
        self.citing = False
        """Whether any of them rests on turns of the file."""
        self._targets, self._edited = targets, edited

    def take(self, space: SpaceName, lines: Sequence[StagedStatement]) -> Counter[Verdict]:
        """Reconcile those that are active."""
        late = [line for line in lines if line.statement.status is not Status.ACTIVE]
        self.waiting |= {memory_id(line.statement) for line in late}
        self.citing |= any(line.statement.turns for line in lines)
        return self._written(space, [line for line in lines if line.statement.status is Status.ACTIVE])

    def take_late(self, space: SpaceName, lines: Sequence[StagedStatement]) -> Counter[Verdict]:
        """Let the others in, as they are."""
        return self._written(space, [line for line in lines if line.statement.status is not Status.ACTIVE])

    def cite(self, space: SpaceName, lines: Sequence[StagedStatement]) -> None:
        """Let what became of them rest on the turns that they rest on, now that those are in the journal."""
        wanted = dict.fromkeys(ref for line in lines for ref in line.statement.turns)
        if not wanted:
            return
        with self._targets.space(space).write() as writer:
            entries: dict[str, list[str]] = {}
            for entry in writer.entries_by_ref(wanted):
                entries.setdefault(entry.ref or "", []).append(entry.id)
            for line in lines:
                cited = [entry for ref in line.statement.turns for entry in entries.get(ref, ())]
                for memory in _became(writer, memory_id(line.statement)) if cited else ():
                    writer.cite(memory, cited)

    def _written(self, space: SpaceName, lines: Sequence[StagedStatement]) -> Counter[Verdict]:
        counts: Counter[Verdict] = Counter()
        if not lines:
            return counts
        intake = self._targets.intake(space)
        with self._targets.space(space).write() as writer:
            intake.adopt(writer)
            batch = _Batch(writer, intake=intake, targets=self._targets, lines=lines, coming=self.waiting)
            for line in lines:
                try:
                    counts[batch.take(line.statement, self._edited.get(line.unit))] += 1
                except InvalidInput as error:  # the rules of the space are others than when it was staged
                    counts[Verdict.REFUSED] += 1
                    self.skips.append(skip_of(error, where=line.statement.where))
            batch.flush()
        return counts


class _Batch:
    """One transaction's statements of one space."""

    def __init__(
        self,
        writer: Writer,
        *,
        intake: Intake,
        targets: Targets,
        lines: Sequence[StagedStatement],
        coming: set[str],
    ) -> None:
        self._writer, self._intake, self._actor, self._coming = writer, intake, targets.actor, coming
        self._there = came_in(writer, lines)
        keys = [statement_key(line.statement.text) for line in lines]
        self._draft = Draft(writer, intake=intake, ids=targets.ids, actor=targets.actor, keys=keys)
        self._records: list[Foreign] = []

    def take(self, statement: Statement, edited: str | None) -> Verdict:
        """Decide on one and note what has to be written."""
        text = statement.text if edited is None else edited
        name = memory_id(statement)
        entry = entry_id(name)
        if entry in self._there:
            return again(self._there[entry], text).verdict
        active = statement.status is Status.ACTIVE
        verdict = self._reconciled(statement, name, edited) if active else self._as_it_is(statement, name, edited)
        if verdict not in (Verdict.REFUSED, Verdict.KNOWN):
            self._there[entry] = text
        return verdict

    def flush(self) -> None:
        """Write everything."""
        self._draft.flush()
        self._writer.keep_foreign(self._records)

    def _reconciled(self, statement: Statement, name: str, edited: str | None) -> Verdict:
        candidate = candidate_of(statement, self._intake, edited)
        entry = entry_id(name)
        weighed = self._draft.weigh(candidate, memory_id=name, entry_id=entry)
        verdict = foreseen(weighed.decision).verdict
        if verdict in (Verdict.REFUSED, Verdict.KNOWN):
            return verdict
        itself = _came(weighed.decision) == name
        if itself:
            self._draft.tell(past_of(statement, name, text=candidate.text, at=candidate.at, actor=self._actor))
        self._draft.note(weighed)
        self._records.append(foreign_of(statement, name if itself else entry))
        return verdict

    def _as_it_is(self, statement: Statement, name: str, edited: str | None) -> Verdict:
        candidate, entry = candidate_of(statement, self._intake, edited), entry_id(name)
        cited = replace(candidate, source=replace(candidate.source, turns=(entry,)))
        made = as_memory(cited, space=self._intake.space, memory_id=name)
        self._draft.put(
            as_it_was(statement, made, self._successor(statement)),
            entry=self._intake.statement(candidate, entry_id=entry),
            reason=candidate.why,
            past=past_of(statement, name, text=candidate.text, at=candidate.at, actor=self._actor),
            ask=statement.status is Status.REVIEW,
        )
        self._records.append(foreign_of(statement, name))
        return as_it_is(statement.status).verdict

    def _successor(self, statement: Statement) -> Memory | str | None:
        """What holds in its place: under its own id, in the memory that it repeats, or among those that wait."""
        if statement.superseded_by is None:
            return None
        name = memory_id(statement, statement.superseded_by)
        resting = self._writer.resting_on([entry_id(name)]).get(entry_id(name), [])
        found = self._writer.memories([name, *(memory for memory, _ in resting)])
        return found[0] if found else (name if name in self._coming else None)


def _became(reader: Reader, name: str) -> list[str]:
    """The memory that a statement is here, under the id that it was given or as the one that it repeats."""
    if reader.memories([name]):
        return [name]
    entry = entry_id(name)
    return [memory for memory, _ in reader.resting_on([entry]).get(entry, ())]


def _came(decision: Decision) -> str | None:
    """The id of the memory that a statement became."""
    match decision:
        case Add(memory=memory) | Queue(memory=memory):
            return memory.id
        case Supersede(new=new):
            return new.id
        case _:
            return None
