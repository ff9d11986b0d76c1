"""What applying would do with what was read: looked up in one consistent view, nothing written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from perdure.capture.observe import identity_of
from perdure.capture.reconcile import Add, Decision, Queue, Refuse, Reinforce, Supersede
from perdure.capture.remember import Forecast
from perdure.domain.link import Relation
from perdure.domain.memory import Status
from perdure.domain.staging import Verdict
from perdure.ports.store import Reader
from perdure.text.clean import statement_key
from perdure.transfer.restoring import verdict
from perdure.transfer.staging.items import Line, StagedRecord, StagedStatement, StagedTurn
from perdure.transfer.staging.statements import candidate_of, entry_id, memory_id
from perdure.transfer.staging.targets import Targets


@dataclass(frozen=True, kw_only=True, slots=True)
class Foreseen:
    """What would become of a line: the verdict, the text it is held against, and why where it is refused."""

    verdict: Verdict
    against: str | None = None
    reason: str = ""


_DOUBLED = (Relation.OUTDATED, Relation.REPEATED)

NEW, KNOWN = Foreseen(verdict=Verdict.NEW), Foreseen(verdict=Verdict.KNOWN)


def foreseen(decision: Decision) -> Foreseen:
    """What a decision comes to."""
    match decision:
        case Add():
            found = NEW
        case Reinforce(before=before):
            found = Foreseen(verdict=Verdict.REPEATS, against=before.text)
        case Supersede(begun=None, olds=olds):
            found = Foreseen(verdict=Verdict.SUPERSEDES, against=olds[0].text)
        case Supersede(current=current):
            found = Foreseen(verdict=Verdict.SUPERSEDED, against=current.text)
        case Queue(other=other):
            found = Foreseen(verdict=Verdict.CONFLICT, against=other.text)
        case Refuse(reason=reason, code=code):
            found = KNOWN if code == Verdict.KNOWN else Foreseen(verdict=Verdict.REFUSED, reason=reason)
    return found


def beside(decision: Decision, reader: Reader) -> Foreseen:
    """What a decision comes to; of a new memory also what it leaves doubtful, or says in other words."""
    told = foreseen(decision)
    if not isinstance(decision, Add):
        return told
    ends = {end for link in decision.links if link.relation in _DOUBLED for end in (link.memory, link.other)}
    others = reader.memories(ends - {decision.memory.id})
    return replace(told, against=others[0].text) if others else told


def again(there: str, here: str) -> Foreseen:
    """What becomes of a statement that came in before, as `there`, and now says `here`."""
    return KNOWN if there == here else Foreseen(verdict=Verdict.DIFFERS, against=there)


def forecast(reader: Reader, lines: Sequence[Line], targets: Targets) -> list[Foreseen]:
    """What would become of each line of one space, each met by the next."""
    turns = known_turns(reader, [line for line in lines if isinstance(line, StagedTurn)])
    statements = iter(_statements(reader, [line for line in lines if isinstance(line, StagedStatement)], targets))

    def told(line: Line) -> Foreseen:
        match line:
            case StagedTurn():
                return KNOWN if identity_of(line.entry) in turns else NEW
            case StagedStatement():
                return next(statements)
            case StagedRecord():
                said, against = verdict(reader, line.native, intake=targets.intake(line.space))
                return Foreseen(verdict=said, against=against)

    return [told(line) for line in lines]


def known_turns(reader: Reader, lines: Sequence[StagedTurn]) -> frozenset[tuple[str | None, ...]]:
    """What of the turns the journal has already."""
    refs = dict.fromkeys(line.entry.ref for line in lines if line.entry.ref)
    return frozenset(identity_of(entry) for entry in reader.entries_by_ref(refs)) if refs else frozenset()


def came_in(reader: Reader, lines: Sequence[StagedStatement]) -> dict[str, str]:
    """The texts of those that came in before, by the ids of their entries."""
    ids = dict.fromkeys(entry_id(memory_id(line.statement)) for line in lines)
    return {entry.id: entry.text for entry in reader.entries_by_id(ids)} if ids else {}


def _statements(reader: Reader, lines: Sequence[StagedStatement], targets: Targets) -> list[Foreseen]:
    """What would become of each statement."""
    if not lines:
        return []
    there = came_in(reader, lines)
    intake = targets.intake(lines[0].space)
    keys = [statement_key(line.statement.text) for line in lines]
    draft = Forecast(reader, intake=intake, ids=targets.ids, actor=targets.actor, keys=keys)
    found: list[Foreseen] = []
    for line in lines:
        statement, memory = line.statement, memory_id(line.statement)
        entry = entry_id(memory)
        if entry in there:
            found.append(again(there[entry], statement.text))
        elif statement.status is not Status.ACTIVE:
            found.append(as_it_is(statement.status))
        else:
            weighed = draft.weigh(candidate_of(statement, intake), memory_id=memory, entry_id=entry)
            draft.note(weighed)
            found.append(beside(weighed.decision, reader))
        there.setdefault(entry, statement.text)
    return found


def as_it_is(status: Status) -> Foreseen:
    """What becomes of a memory that is not active there, and comes in as it is."""
    return Foreseen(verdict=Verdict.SUPERSEDED) if status is Status.SUPERSEDED else NEW
