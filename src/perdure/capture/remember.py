"""Candidates into memories: read the neighbours, decide, write once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from perdure.capture.changes import change_between
from perdure.capture.intake import Intake
from perdure.capture.reconcile import Add, Decision, Neighbours, Reinforce, Supersede, reconcile
from perdure.domain.change import Added, Candidate, Change, Outcome, Reinforced, Rejected, Superseded
from perdure.domain.journal import Entry
from perdure.domain.memory import Memory, Slot
from perdure.ports.clock import Ids
from perdure.ports.store import SpaceStore, Writer
from perdure.text.clean import statement_key

BATCH = 500
"""Candidates in one transaction."""


def remember(
    store: SpaceStore, candidates: Sequence[Candidate | Rejected], *, intake: Intake, ids: Ids, actor: str
) -> list[Outcome]:
    """The outcome of each candidate, in order; what was rejected before passes through."""
    outcomes: list[Outcome] = []
    for start in range(0, len(candidates), BATCH):
        part = candidates[start : start + BATCH]
        if all(isinstance(item, Rejected) for item in part):
            outcomes += [item for item in part if isinstance(item, Rejected)]
            continue
        with store.write() as writer:
            intake.adopt(writer)
            offered = [candidate for candidate in part if isinstance(candidate, Candidate)]
            draft = Draft(writer, offered, intake=intake, ids=ids, actor=actor)
            outcomes += [item if isinstance(item, Rejected) else draft.take(item) for item in part]
            draft.flush()
    return outcomes


@dataclass
class Known:
    """The memories a batch may meet, kept in step with its own decisions."""

    by_key: dict[str, list[Memory]] = field(default_factory=dict)
    by_slot: dict[Slot, Memory | None] = field(default_factory=dict)

    def put(self, memory: Memory) -> None:
        """Make the newest state of a memory what the next candidate meets."""
        held = self.by_key.setdefault(statement_key(memory.text), [])
        held[:] = [other for other in held if other.id != memory.id] + [memory]
        if memory.slot is not None and memory.status == "active":
            self.by_slot[memory.slot] = memory


class Draft:
    """One transaction's decisions, written together at the end."""

    def __init__(
        self, writer: Writer, candidates: Sequence[Candidate], *, intake: Intake, ids: Ids, actor: str
    ) -> None:
        self._writer, self._intake, self._ids, self._actor = writer, intake, ids, actor
        self._policy = intake.policy
        self._known = Known()
        for memory in writer.by_key([candidate.key for candidate in candidates]):
            self._known.put(memory)
        for slot in {candidate.slot for candidate in candidates if candidate.slot is not None}:
            self._known.by_slot[slot] = writer.by_slot(slot)
        self._entries: list[Entry] = []
        self._new: dict[str, Memory] = {}
        self._changed: dict[str, Memory] = {}
        self._changes: list[Change] = []

    def take(self, candidate: Candidate) -> Outcome:
        """Decide on one candidate and note what has to be written."""
        entry = self._intake.statement(candidate, entry_id=self._ids.new("ent", self._intake.now))
        self._entries.append(entry)
        cited = replace(candidate, source=replace(candidate.source, turns=(entry.id,)))
        neighbours = Neighbours(
            same=self._known.by_key.get(candidate.key, ()),
            slot=self._known.by_slot.get(candidate.slot) if candidate.slot is not None else None,
        )
        memory_id = self._ids.new("mem", self._intake.now)
        return self._note(reconcile(cited, neighbours, self._policy, space=self._intake.space, new_id=memory_id))

    def flush(self) -> None:
        """Write entries, then what changed, then what is new: a slot is free before another fills it."""
        self._writer.add_entries(self._entries)
        self._writer.update_memories([(memory, statement_key(memory.text)) for memory in self._changed.values()])
        for memory in self._changed.values():
            self._writer.cite(memory.id, memory.source.turns)
        self._writer.add_memories([(memory, statement_key(memory.text)) for memory in self._new.values()])
        self._writer.add_changes(self._changes)

    def _note(self, decision: Decision) -> Outcome:
        match decision:
            case Add(memory=memory):
                self._add(memory, "added")
                return Added(memory=memory)
            case Reinforce(memory=memory, before=before, restored=restored):
                self._change(before, memory, "restored" if restored else "reinforced")
                return Added(memory=memory) if restored else Reinforced(memory=memory)
            case Supersede(current=current, old=old, old_before=before, new=new):
                if before is None:
                    self._add(
                        new,
                        "superseded",
                        reason=f"{current.id} holds since {current.holds_from.isoformat()}, which is later",
                    )
                else:
                    self._change(before, old, "superseded", reason=f"{current.id} fills the same slot")
                    self._add(new, "added", reason=f"supersedes {old.id}")
                return Superseded(memory=current, old=old)

    def _add(self, memory: Memory, action: str, reason: str = "") -> None:
        self._new[memory.id] = memory
        self._known.put(memory)
        self._changes.append(
            change_between(None, memory, at=self._intake.now, actor=self._actor, action=action, reason=reason)
        )

    def _change(self, before: Memory, after: Memory, action: str, reason: str = "") -> None:
        (self._new if after.id in self._new else self._changed)[after.id] = after
        self._known.put(after)
        self._changes.append(
            change_between(before, after, at=self._intake.now, actor=self._actor, action=action, reason=reason)
        )
