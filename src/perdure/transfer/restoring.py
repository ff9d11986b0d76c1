"""Records of Perdure's own back into a space: as they are, once, in any number of runs.

What the space has already stays as it is there, and so does all that belongs to it: the history, the links, the reviews and the
rest of a file reach only what came in with them. A memory whose slot is taken waits for a person.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from perdure.capture.changes import change_between
from perdure.capture.intake import Intake
from perdure.capture.observe import identity_of
from perdure.capture.permanent import maintenance
from perdure.capture.question import asked
from perdure.domain.change import Change
from perdure.domain.foreign import Foreign
from perdure.domain.journal import Entry, Sighting
from perdure.domain.link import Link
from perdure.domain.memory import Memory, Slot, Status
from perdure.domain.policy import Policy
from perdure.domain.recall import RecallRecord
from perdure.domain.review import Question, Review
from perdure.domain.staging import Skip, Verdict
from perdure.errors import InvalidInput, InvalidValue
from perdure.kinds import permanent
from perdure.ports.clock import Ids
from perdure.ports.store import Reader, SpaceStore, Writer
from perdure.text.clean import statement_key
from perdure.transfer import guarding, records
from perdure.transfer.found import Native
from perdure.transfer.idset import IdSet
from perdure.transfer.pending import Pending
from perdure.transfer.report import skip_of

T = TypeVar("T")

IMPORTED = "imported"
"""What it is called in the history that a memory came in without one, or not as it was."""

PENDING = 500
"""Entries of a session that are looked at, at a time, before it counts as distilled."""

_RECALLS = 100
"""Recalls that a store keeps of one memory."""


def verdict(reader: Reader, native: Native, *, intake: Intake) -> tuple[Verdict, str | None]:
    """What restoring a memory or an entry would do, and the text of what stands against it; anything else is `new`."""
    try:
        if native.part in ("memories", "permanent"):
            return _verdict_of(reader, _memory(native, intake))
        if native.part == "journal":
            return _met(reader, [_entry(native, intake)])[0][0], None
        if native.part == "policy":
            return _settings(reader, records.policy_of(native.record))
    except InvalidInput:
        return Verdict.REFUSED, None
    return Verdict.NEW, None


def _verdict_of(reader: Reader, memory: Memory) -> tuple[Verdict, str | None]:
    there = next(iter(reader.memories([memory.id])), None)
    if there is not None:
        return (Verdict.KNOWN if _same(there, memory) else Verdict.DIFFERS), there.text
    held = _held(reader, memory, {})
    if held is None:
        return Verdict.NEW, None
    return (Verdict.SUPERSEDED if _yields(memory, held) else Verdict.CONFLICT), held.text


def _settings(reader: Reader, given: Policy | None) -> tuple[Verdict, str | None]:
    there = reader.policy()
    if given is None or there is None:
        return Verdict.NEW, None
    return (Verdict.KNOWN if given == there else Verdict.DIFFERS), records.settings_text(there)


class Restoring:
    """The records of one file into one space.

    The parts come in the order of an archive, a part in as many batches as it takes, each of which is one transaction; `done` ends
    it. Running all of it again, after it was interrupted or not, changes nothing that is there. `skips` says what was refused.
    `store` has to let permanent memory be written, which takes `admin`; `pending` knows what came in until all that belongs to it
    did.
    """

    def __init__(self, store: SpaceStore, *, intake: Intake, ids: Ids, actor: str, pending: Pending) -> None:
        self.skips: list[Skip] = []
        self._pending = pending
        self._store, self._intake, self._ids, self._actor = store, intake, ids, actor
        self._own_policy = False
        self._told = False
        self._bare: bool | None = None
        self._aliases: dict[str, str] = {}
        self._apart: set[str] = set()
        self._changed: dict[str, Memory] = {}
        self._unchanged = IdSet()
        self._parts: Mapping[str, Callable[[Writer, Sequence[Native]], Mapping[Verdict, int]]] = {
            "policy": self._policy,
            "journal": self._journal,
            "memories": self._memories,
            "permanent": self._memories,
            "history": self._history,
            "links": self._links,
            "review": self._reviews,
            "sightings": self._sightings,
            "distilled": self._distilled,
            "recalls": self._recalls,
            "foreign": self._foreign,
        }

    def take(self, part: str, natives: Sequence[Native]) -> Mapping[Verdict, int]:
        """Restore the next records of a part, in one transaction; how many were new, known, and so on."""
        restore = self._parts.get(part)
        if restore is None:
            raise InvalidValue(f"there is no part {part!r}; the parts are {', '.join(self._parts)}")
        with maintenance(self._store, create=True) as writer:
            if part != "policy" and not self._own_policy:
                self._intake.adopt(writer)
            if self._bare is None:
                self._bare = not writer.all_changes(after=0, limit=1)
            return restore(writer, natives)

    def leave_policy(self) -> None:
        """Restore what follows without the policy that came with it, which a person dropped."""
        self._told = True

    def done(self) -> None:
        """Write into the history what did not come in as it was; after the last part."""
        if self._bare is None:
            return  # nothing came, so that there may be no space
        with maintenance(self._store, create=True) as writer:
            for memory_id, memory in self._changed.items():
                if not any(change.action == IMPORTED for change in writer.history(memory_id)):
                    before = replace(memory, status=Status.ACTIVE, superseded_by=None)
                    writer.add_changes([self._change(before, memory)])
        self._changed.clear()
        self._pending.done()

    def _policy(self, writer: Writer, natives: Sequence[Native]) -> Mapping[Verdict, int]:
        """The policy, where the space has none; what follows is guarded by the one that holds. Only an archive has one, and it has
        the history too, so that nothing has to be made up for it."""
        self._own_policy = self._told = True
        there, counts = writer.policy(), Counter[Verdict]()
        for native in natives:
            given = self._read(records.policy_of, native)
            if given is None or given == there:
                counts[Verdict.KNOWN] += 1
            elif there is not None:
                counts[Verdict.DIFFERS] += 1
            else:
                writer.set_policy(given)
                there = given
                counts[Verdict.NEW] += 1
        self._intake = replace(self._intake, policy=there or self._intake.policy)
        return counts

    def _journal(self, writer: Writer, natives: Sequence[Native]) -> Mapping[Verdict, int]:
        fit, counts = self._fit(lambda native: _entry(native, self._intake), natives)
        fresh: dict[str, Entry] = {}
        for (met, there), entry in zip(_met(writer, fit), fit, strict=True):
            counts[met] += 1
            if met is Verdict.NEW:
                fresh[entry.id] = entry
            elif met is Verdict.DIFFERS:
                self._apart.add(entry.id)
            elif there != entry.id:
                self._aliases[entry.id] = there
            else:
                self._pending.again(entry.id)
        self._pending.add(fresh)
        writer.add_entries(list(fresh.values()))
        return counts

    def _memories(self, writer: Writer, natives: Sequence[Native]) -> Mapping[Verdict, int]:
        read, counts = self._fit(lambda native: (_memory(native, self._intake), native.record), natives)
        told = self._told_with(natives, dict(reversed([(memory.id, record) for memory, record in read])))
        to_come = {memory.id for memory, record in read if record.get(records.HISTORY) == []}
        fit = self._citing(writer, [memory for memory, _ in read])
        known = {memory.id: memory for memory in writer.memories([memory.id for memory in fit])}
        coming: dict[str, tuple[Memory, Memory | None]] = {}
        slots: dict[Slot, Memory] = {}
        for memory in fit:
            there = known.get(memory.id) or coming.get(memory.id, (None, None))[0]
            if there is not None:
                counts[self._known(there, memory)] += 1
                continue
            held = _held(writer, memory, slots)
            came = memory if held is None else _aside(memory, held)
            coming[memory.id] = (came, held)
            if held is None and memory.slot is not None and memory.status is Status.ACTIVE:
                slots[memory.slot] = memory
            counts[_came(came, held)] += 1
        self._bring(writer, list(coming.values()), to_come | {change.memory_id for change in told})
        self._add_history(writer, told, known=known)
        return counts

    def _bring(self, writer: Writer, coming: Sequence[tuple[Memory, Memory | None]], told: Container[str]) -> None:
        """Write new memories, and what is asked of those whose slot is taken; the history of those that are `told` comes after."""
        self._pending.add(memory.id for memory, _ in coming)
        writer.add_memories([(memory, statement_key(memory.text)) for memory, _ in coming])
        reviews = [
            asked(
                Question.IMPORT,
                memory,
                held,
                review_id=self._ids.new("rev", self._intake.now),
                at=self._intake.now,
                reason=f"{held.id} fills its slot",
            )
            for memory, held in coming
            if held is not None and memory.status is Status.REVIEW
        ]
        writer.save_reviews(reviews)
        bare = [memory for memory, _ in coming if not (self._told or memory.id in told)]
        writer.add_changes([self._change(None, memory) for memory in bare])
        known = {memory.id for memory in bare}
        self._changed |= {memory.id: memory for memory, held in coming if held is not None and memory.id not in known}

    def _known(self, there: Memory, memory: Memory) -> Verdict:
        if not _same(there, memory):
            self._apart.add(memory.id)
            return Verdict.DIFFERS
        if self._pending.again(memory.id) and self._told and there.status is not memory.status:
            self._changed[there.id] = there
        self._unchanged.add(memory.id)
        return Verdict.KNOWN

    def _citing(self, writer: Writer, memories: Sequence[Memory]) -> list[Memory]:
        """The memories with the turns that they rest on as this journal has them."""
        turns = {memory.id: [self._entry_here(turn) for turn in memory.source.turns] for memory in memories}
        wanted = {turn for found in turns.values() for turn in found if turn is not None}
        there = {entry.id for entry in writer.entries_by_id(wanted)}
        return [
            replace(
                memory,
                source=replace(memory.source, turns=tuple(turn for turn in turns[memory.id] if turn in there)),
            )
            for memory in memories
        ]

    def _told_with(self, natives: Sequence[Native], memories: Mapping[str, Any]) -> list[Change]:
        """What happened to memories, as far as their own records tell it."""
        return self._changes(
            [
                replace(native, record=change)
                for native in natives
                if memories.get(guarding.sound_id(str(native.record.get("id")))) is native.record
                for change in records.history_of(native.record)
            ]
        )[0]

    def _changes(self, natives: Sequence[Native]) -> tuple[list[Change], Counter[Verdict]]:
        return self._fit(
            lambda native: guarding.guarded_change(records.change_of(native.record, self._intake.zone), self._intake),
            natives,
        )

    def _history(self, writer: Writer, natives: Sequence[Native]) -> Mapping[Verdict, int]:
        fit, counts = self._changes(natives)
        known = () if self._bare else {change.memory_id for change in fit}
        return counts + self._add_history(writer, fit, known=known)

    def _add_history(self, writer: Writer, changes: Sequence[Change], *, known: Iterable[str]) -> Counter[Verdict]:
        """Write the lines that are not there; only of memories that are `known` can any be."""
        counts, fresh = Counter[Verdict](), []
        here = self._memories_here(writer, (change.memory_id for change in changes))
        told = {name: list(map(_line, writer.history(name))) for name in here.intersection(known)}
        for change in changes:
            if change.memory_id in here:
                there = _line(change) in told.get(change.memory_id, ())
                counts[Verdict.KNOWN if there else Verdict.NEW] += 1
                fresh += [] if there else [change]
        writer.add_changes(fresh)
        return counts

    def _links(self, writer: Writer, natives: Sequence[Native]) -> Mapping[Verdict, int]:
        def fitting(native: Native) -> Link:
            return guarding.guarded_link(records.link_of(native.record, self._intake.zone))

        fit, counts = self._fit(fitting, natives)
        here = self._memories_here(writer, (end for link in fit for end in (link.memory, link.other)))
        fit = [link for link in fit if link.memory in here and link.other in here]
        known = {_ends(link) for link in writer.links(link.memory for link in fit)}
        fresh = [link for link in fit if _ends(link) not in known]
        writer.add_links(fresh)
        return counts + Counter({Verdict.NEW: len(fresh), Verdict.KNOWN: len(fit) - len(fresh)})

    def _reviews(self, writer: Writer, natives: Sequence[Native]) -> Mapping[Verdict, int]:
        def fitting(native: Native) -> Review:
            intake = self._intake
            return guarding.guarded_review(records.review_of(native.record, intake.space, intake.zone), intake)

        fit, counts = self._fit(fitting, natives)
        here = self._memories_here(writer, (end for one in fit for end in (one.memory, one.other) if end is not None))
        held = here | {one.other for one in fit if one.other is not None and one.other in self._unchanged}
        fresh: list[Review] = []
        for review in fit:
            there = writer.review(review.id)
            if there is not None:
                counts[Verdict.KNOWN if there == review else Verdict.DIFFERS] += 1
            elif review.memory in here and (review.other is None or review.other in held):
                fresh.append(review)
        writer.save_reviews(fresh)
        return counts + Counter({Verdict.NEW: len(fresh)})

    def _sightings(self, writer: Writer, natives: Sequence[Native]) -> Mapping[Verdict, int]:
        fit, counts = self._fit(self._sighting, natives)
        there = self._entries_here(writer, (seen.entry for seen in fit))
        fit = [seen for seen in fit if seen.entry in there]
        known = {(seen.key, seen.entry) for seen in writer.sightings(seen.key for seen in fit)}
        fresh = [seen for seen in fit if (seen.key, seen.entry) not in known]
        writer.add_sightings(fresh)
        return counts + Counter({Verdict.NEW: len(fresh), Verdict.KNOWN: len(fit) - len(fresh)})

    def _sighting(self, native: Native) -> Sighting:
        seen = guarding.guarded_sighting(records.sighting_of(native.record, self._intake.zone), self._intake)
        return replace(seen, entry=self._entry_here(seen.entry) or "")

    def _distilled(self, writer: Writer, natives: Sequence[Native]) -> Mapping[Verdict, int]:
        """A session counts as distilled up to where it was, unless turns of another origin among them wait."""
        fit, counts = self._fit(lambda native: records.distilled_of(native.record), natives)
        for told, name in fit:
            session = self._intake.handle(told, "session")
            here = self._entry_here(guarding.sound_id(name))
            entry = next(iter(writer.entries_by_id([here] if here is not None and here in self._pending else [])), None)
            if entry is not None and entry.session == session and self._all_ours(writer, session, entry.seq):
                writer.mark_distilled(session, entry.seq)
                counts[Verdict.NEW] += 1
        return counts

    def _all_ours(self, writer: Writer, session: str | None, last: int) -> bool:
        """Whether what a session has to distil, up to a place in the journal, is of this file."""
        waiting = writer.undistilled(session, limit=1)
        if not waiting or waiting[0].seq > last:
            return True
        after = waiting[0].seq - 1
        while page := writer.all_entries(after=after, limit=PENDING):
            for entry in page:
                if entry.seq > last:
                    return True
                if entry.session == session and entry.id not in self._pending:
                    return False
            after = page[-1].seq
        return True

    def _recalls(self, writer: Writer, natives: Sequence[Native]) -> Mapping[Verdict, int]:
        def fitting(native: Native) -> RecallRecord:
            return guarding.guarded_recall(records.recall_of(native.record, self._intake.zone), self._intake)

        fit, counts = self._fit(fitting, natives)
        here = self._memories_here(writer, (name for recall in fit for name in recall.memories))
        known = {recall.id for name in here for recall in writer.recalls_of(name, limit=_RECALLS)}
        fresh = []
        for recall in fit:
            returned = tuple(name for name in recall.memories if name in here)
            if recall.id in known:
                counts[Verdict.KNOWN] += 1
            elif returned:
                answer = None if recall.answer is None else self._entry_here(recall.answer)
                fresh.append(replace(recall, memories=returned, answer=answer))
        writer.add_recalls(fresh)
        return counts + Counter({Verdict.NEW: len(fresh)})

    def _foreign(self, writer: Writer, natives: Sequence[Native]) -> Mapping[Verdict, int]:
        def fitting(native: Native) -> Foreign:
            found = guarding.guarded_foreign(records.foreign_of(native.record), self._intake)
            return replace(found, owner=self._entry_here(found.owner) or "")

        fit, counts = self._fit(fitting, natives)
        owners = [each.owner for each in fit]
        here = self._memories_here(writer, owners) | self._entries_here(writer, owners)
        known = writer.foreign(owners)
        fresh = [each for each in fit if each.owner in here and each.owner not in known]
        writer.keep_foreign(fresh)
        return counts + Counter({Verdict.NEW: len(fresh), Verdict.KNOWN: len(known)})

    def _memories_here(self, writer: Writer, names: Iterable[str]) -> set[str]:
        """Those of the memories that came into the space with the file."""
        wanted = [name for name in dict.fromkeys(names) if name in self._pending and name not in self._apart]
        return {standing.id for standing, _ in writer.standing(wanted)}

    def _entries_here(self, writer: Writer, names: Iterable[str]) -> set[str]:
        """Those of the entries that did."""
        return {entry.id for entry in writer.entries_by_id([name for name in names if name in self._pending])}

    def _entry_here(self, name: str) -> str | None:
        """The id that an entry, or a memory, has in this space; None where another thing has it."""
        return None if name in self._apart else self._aliases.get(name, name)

    def _fit(self, read: Callable[[Native], T], natives: Sequence[Native]) -> tuple[list[T], Counter[Verdict]]:
        """What can be kept of the records; the others are put among the skips."""
        fit: list[T] = []
        refused = 0
        for native in natives:
            try:
                fit.append(read(native))
            except InvalidInput as error:
                refused += 1
                self.skips.append(skip_of(error, where=native.where, line=native.line))
        return fit, Counter({Verdict.REFUSED: refused} if refused else {})

    def _read(self, read: Callable[[Any], Policy | None], native: Native) -> Policy | None:
        found, _ = self._fit(lambda each: read(each.record), [native])
        return found[0] if found else None

    def _change(self, before: Memory | None, after: Memory) -> Change:
        reason = "" if before is None else "its slot was taken"
        return change_between(before, after, at=self._intake.now, actor=self._actor, action=IMPORTED, reason=reason)


def _memory(native: Native, intake: Intake) -> Memory:
    return guarding.guarded_memory(records.memory_of(native.record, intake.space, intake.zone), intake)


def _entry(native: Native, intake: Intake) -> Entry:
    return guarding.guarded_entry(records.entry_of(native.record, intake.space, intake.zone), intake)


def _met(reader: Reader, entries: Sequence[Entry]) -> list[tuple[Verdict, str]]:
    """What restoring each entry comes to, and the id that it has here."""
    known = {entry.id: entry for entry in reader.entries_by_id(entry.id for entry in entries)}
    refs = [entry.ref for entry in entries if entry.ref is not None]
    twins = {identity_of(entry): entry.id for entry in reader.entries_by_ref(refs)}
    met = []
    for entry in entries:
        there, twin = known.get(entry.id), twins.get(identity_of(entry))
        if there is not None:
            same = replace(there, seq=0) == entry
            met.append((Verdict.KNOWN if same else Verdict.DIFFERS, entry.id))
        elif twin is not None:
            met.append((Verdict.KNOWN, twin))
        else:
            met.append((Verdict.NEW, entry.id))
            known[entry.id] = entry
            twins[identity_of(entry)] = entry.id
    return met


def _same(there: Memory, memory: Memory) -> bool:
    """Whether a memory is still what it was when it was written: how often it was read since, and what else it rests on by now, do
    not count, nor that it had to stand aside when it came in."""
    counted = replace(
        memory,
        access_count=there.access_count,
        last_accessed_at=there.last_accessed_at,
        source=replace(memory.source, turns=there.source.turns),
    )
    if there == counted:
        return True
    aside = memory.status is Status.ACTIVE and memory.slot is not None
    return aside and there in (
        replace(counted, status=Status.REVIEW),
        replace(counted, status=Status.SUPERSEDED, superseded_by=there.superseded_by),
    )


def _held(reader: Reader, memory: Memory, slots: Mapping[Slot, Memory]) -> Memory | None:
    """What fills the slot of a memory that would fill it."""
    if memory.slot is None or memory.status is not Status.ACTIVE:
        return None
    return slots.get(memory.slot) or reader.by_slot(memory.slot)


def _yields(memory: Memory, held: Memory) -> bool:
    """Whether it is no question which of the two holds: nothing but maintenance changes what is permanent."""
    return permanent(memory.kind) or permanent(held.kind)


def _aside(memory: Memory, held: Memory) -> Memory:
    """A memory whose slot is taken, as it comes in."""
    if _yields(memory, held):
        return replace(memory, status=Status.SUPERSEDED, superseded_by=held.id)
    return replace(memory, status=Status.REVIEW)


def _came(memory: Memory, held: Memory | None) -> Verdict:
    if held is None:
        return Verdict.NEW
    return Verdict.CONFLICT if memory.status is Status.REVIEW else Verdict.SUPERSEDED


def _line(change: Change) -> Change:
    """A line of the history wherever it stands."""
    return replace(change, seq=0)


def _ends(link: Link) -> tuple[str, str, str]:
    return (link.memory, link.other, link.relation)
