"""Candidates into memories: read the neighbours, decide, write once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from perdure.capture.changes import change_between
from perdure.capture.intake import Intake
from perdure.capture.known import Known
from perdure.capture.lapse import lapse
from perdure.capture.moments import dated, names_time
from perdure.capture.moves import Move, because, gives_way
from perdure.capture.question import asked
from perdure.capture.reconcile import Add, Decision, Queue, Refuse, Reinforce, Supersede, reconcile
from perdure.domain.change import Added, Candidate, Change, Outcome, Queued, Reinforced, Rejected, Superseded
from perdure.domain.journal import Entry
from perdure.domain.link import Link
from perdure.domain.memory import Memory, Status
from perdure.domain.review import Question, Review
from perdure.ports.clock import Ids
from perdure.ports.store import Reader, ReviewFilter, SpaceStore, Writer

BATCH = 500
"""Candidates in one transaction."""

_WAITING = 100
"""Open reviews of one memory that are looked at."""


def remember(
    store: SpaceStore, candidates: Sequence[Candidate | Rejected], *, intake: Intake, ids: Ids, actor: str
) -> list[Outcome]:
    """The outcome of each candidate, in order; what was rejected before passes through."""
    outcomes: list[Outcome] = []
    for start in range(0, len(candidates), BATCH):
        part = candidates[start : start + BATCH]
        offered = [item for item in part if isinstance(item, Candidate)]
        if not offered:
            outcomes += [item for item in part if isinstance(item, Rejected)]
            continue
        with store.write() as writer:
            intake.adopt(writer)
            draft = Draft(writer, intake=intake, ids=ids, actor=actor, keys=[candidate.key for candidate in offered])
            outcomes += [item if isinstance(item, Rejected) else draft.take(item) for item in part]
            draft.flush()
    return outcomes


@dataclass(frozen=True, kw_only=True, slots=True)
class Weighed:
    """A candidate, what becomes of it, and the entry it gets where it rests on none."""

    candidate: Candidate
    decision: Decision
    entry_id: str | None


class Forecast:
    """Decisions over one consistent view, each met by the next; nothing of them is written.

    A candidate that rests on entries (`source.turns`) is from the journal; any other is its own statement and gets an entry.
    `keys` are the statement keys of what will be taken, to be read at once; `back` is what it is called in the history that
    something comes back into recall.
    """

    def __init__(
        self, reader: Reader, *, intake: Intake, ids: Ids, actor: str, keys: Iterable[str] = (), back: str = "restored"
    ) -> None:
        self._reader, self._intake, self._ids, self._actor = reader, intake, ids, actor
        self._back = back
        self._known = Known(reader, keys=keys, merges=intake.policy.merge_repeats)
        self._entries: list[Entry] = []
        self._new: dict[str, Memory] = {}
        self._changed: dict[str, Memory] = {}
        self._changes: list[Change] = []
        self._links: dict[Link, None] = {}
        self._reviews: list[Review] = []
        self._settled: dict[str, None] = {}

    def take(self, candidate: Candidate) -> Outcome:
        """Decide on one candidate and note what has to be written."""
        return self.note(self.weigh(candidate))

    def weigh(self, candidate: Candidate, *, memory_id: str | None = None, entry_id: str | None = None) -> Weighed:
        """Decide on one candidate, and note nothing yet. The ids are those it is to have, where they are given."""
        now = self._intake.now
        candidate = _timed(candidate)
        record = None if candidate.source.turns else entry_id or self._ids.new("ent", now)
        decision = reconcile(
            candidate,
            self._known.neighbours(candidate),
            self._intake.policy,
            space=self._intake.space,
            new_id=memory_id or self._ids.new("mem", now),
            entry_id=record,
        )
        return Weighed(candidate=candidate, decision=decision, entry_id=record)

    def note(self, weighed: Weighed) -> Outcome:
        """Note what has to be written for a decision."""
        if weighed.entry_id is not None and not isinstance(weighed.decision, Refuse):
            self._entries.append(self._intake.statement(weighed.candidate, entry_id=weighed.entry_id))
        return self._note(weighed.decision, weighed.candidate.why)

    def put(self, memory: Memory, *, entry: Entry, reason: str, past: Sequence[Change] = (), ask: bool = False) -> None:
        """Note a memory that comes in as it is, held against nothing; `ask`: a person says whether it is remembered."""
        self._entries.append(entry)
        self._changes += past
        self._put(None, memory, "added", reason)
        if ask:
            name = self._ids.new("rev", self._intake.now)
            self._reviews.append(asked(Question.IMPORT, memory, review_id=name, at=self._intake.now, reason=reason))

    def tell(self, past: Sequence[Change]) -> None:
        """Note what happened to a memory before it came here."""
        self._changes += past

    def give_way(self, old: Memory, current: Memory, reason: str) -> None:
        """Note that `old` is superseded by `current`."""
        self._move(gives_way(old, current, reason))

    def _note(self, decision: Decision, why: str) -> Outcome:
        match decision:
            case Refuse(reason=reason, code=code):
                return Rejected(reason=reason, code=code)
            case Add(memory=memory):
                self._put(None, memory, "added", why)
                self._around(decision)
                return Added(memory=memory)
            case Reinforce(memory=memory, before=before, restored=restored):
                self._put(before, memory, self._back if restored else "reinforced", why)
                self._around(decision)
                return Added(memory=memory) if restored else Reinforced(memory=memory)
            case Supersede():
                return self._supersede(decision, why)
            case Queue():
                return self._queue(decision, why)

    def _supersede(self, decision: Supersede, why: str) -> Outcome:
        current, new, before = decision.current, decision.new, decision.before
        begun = decision.begun
        if begun is not None:  # it came late: a memory like any other, and its time was over
            if before is None:
                self._put(None, begun, "added", why)
            reason = f"{current.id} holds since {current.holds_from.isoformat()}, which is later"
            self._put(begun, new, "superseded", reason)
        self._around(decision)
        if begun is None:
            names = ", ".join(old.id for old in decision.olds)
            self._put(before, new, self._called(before), because(f"supersedes {names}", why))
        return Superseded(memory=current, old=decision.olds[0], others=decision.olds[1:])

    def _queue(self, decision: Queue, why: str) -> Outcome:
        memory, other = decision.memory, decision.other
        reason = because(f"{other.id} says otherwise, and nobody can tell which holds", why)
        self._put(decision.before, memory, "queued", reason)
        review = self._waiting(memory, other)
        if review is None:
            name = self._ids.new("rev", self._intake.now)
            review = asked(Question.CONFLICT, memory, other, review_id=name, at=self._intake.now)
            self._reviews.append(review)
        return Queued(memory=memory, review=review.id)

    def _around(self, decision: Add | Reinforce | Supersede) -> None:
        """What happens to others."""
        for move in decision.moves:
            self._move(move)
        self._links |= dict.fromkeys(decision.links)

    def _called(self, before: Memory | None) -> str:
        """What it is called in the history that a statement is current now."""
        if before is None:
            return "added"
        return "reinforced" if before.status is Status.ACTIVE else self._back

    def _waiting(self, memory: Memory, other: Memory) -> Review | None:
        """The open review that asks about these two."""
        wanted = ReviewFilter(questions=(Question.CONFLICT,), memory=memory.id)
        every = [*self._reader.reviews(wanted, limit=_WAITING, cursor=None), *self._reviews]
        return next((one for one in every if (one.memory, one.other) == (memory.id, other.id)), None)

    def _put(self, before: Memory | None, after: Memory, action: str, reason: str = "") -> None:
        self._move(Move(before=before, after=after, action=action, reason=reason))

    def _move(self, move: Move) -> None:
        after = move.after
        new = move.before is None or after.id in self._new
        (self._new if new else self._changed)[after.id] = after
        if move.before is not None and move.before.status is not after.status:
            self._settled[after.id] = None
        change = change_between(
            move.before, after, at=self._intake.now, actor=self._actor, action=move.action, reason=move.reason
        )
        self._changes.append(change)
        self._known.put(after, change)


class Draft(Forecast):
    """One transaction's decisions: each is met by the next, and all are written together at the end."""

    def __init__(
        self, writer: Writer, *, intake: Intake, ids: Ids, actor: str, keys: Iterable[str] = (), back: str = "restored"
    ) -> None:
        super().__init__(writer, intake=intake, ids=ids, actor=actor, keys=keys, back=back)
        self._writer = writer

    def flush(self) -> None:
        """Write entries, then what changed, then what is new: a slot is free before another fills it."""
        writer, key_of = self._writer, self._known.key_of
        changed = sorted(self._changed.values(), key=lambda memory: memory.status is Status.ACTIVE)
        writer.add_entries(self._entries)
        writer.update_memories([(memory, key_of(memory)) for memory in changed])
        for memory in changed:
            writer.cite(memory.id, memory.source.turns)
        writer.add_memories([(memory, key_of(memory)) for memory in self._new.values()])
        writer.add_changes(self._changes)
        if self._links:
            writer.add_links(list(self._links))
        if self._reviews:
            writer.save_reviews(self._reviews)
        lapse(writer, self._settled, at=self._intake.now, actor=self._actor)


def _timed(candidate: Candidate) -> Candidate:
    """A statement for now that says until when, and nobody said otherwise, lasts until then."""
    if (
        candidate.kind != "temporary"
        or candidate.expires_at is not None
        or not names_time(candidate.text, candidate.at)
    ):
        return candidate
    return replace(candidate, expires_at=dated(candidate.text, candidate.at).expires_at)
