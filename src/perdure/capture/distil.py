"""Entries of the journal into memories: proposed, gated and reconciled, a batch a transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from perdure.capture.extract import Proposal, propose
from perdure.capture.gates import Keep, Refuse, Wait, gate
from perdure.capture.intake import Intake
from perdure.capture.model import Caller, ModelFound, extract
from perdure.capture.remember import Draft
from perdure.domain.change import Candidate, Distilled, Outcome, Rejected
from perdure.domain.journal import Entry, Sighting
from perdure.domain.memory import Memory, Source
from perdure.ports.clock import Ids
from perdure.ports.store import Reader, SpaceStore, Writer
from perdure.text.claims import read_claims
from perdure.text.clean import statement_key

BATCH = 500
"""Entries that are read and distilled at once, so that a session of any length works in bounded memory."""

LATEST = 50
"""Entries at the end of a running session in which statements that are certain are looked for."""

_KNOWN = 50
"""Memories on the same matters that a model is told of."""

KNOWN = "known"
"""The code of what the same turns have told already: no news, and no outcome."""


def distil(
    store: SpaceStore,
    session: str | None = None,
    *,
    intake: Intake,
    ids: Ids,
    actor: str,
    certain_only: bool = False,
    model: Caller | None = None,
) -> Distilled:
    """Make memories of what a session tells that was not distilled yet; of every session, and of turns without one, where
    `session` is None.

    With `certain_only` just what rules recognise without doubt, for a session that goes on: nothing counts as distilled then.
    A crash leaves a batch either distilled or not begun. Where a `model` fails, the rules stand in, and a note says so.
    """
    task = Distillery(store, intake=intake, ids=ids, actor=actor, model=model)
    if session is not None:
        return task.certain(session) if certain_only else task.whole(session)
    with store.read() as reader:
        names = [waiting.session for waiting in reader.undistilled_sessions()]
    return joined(task.certain(name) if certain_only else task.whole(name) for name in names)


def joined(parts: Iterable[Distilled]) -> Distilled:
    """Several as one."""
    found = list(parts)
    return Distilled(
        outcomes=tuple(outcome for part in found for outcome in part.outcomes),
        entries=sum(part.entries for part in found),
        waiting=sum(part.waiting for part in found),
        notes=tuple(dict.fromkeys(note for part in found for note in part.notes)),
    )


@dataclass(frozen=True, slots=True)
class _Kept:
    """A proposal that passed the gate, under its statement key; `seen` are earlier entries that said the same."""

    proposal: Proposal
    key: str
    seen: tuple[str, ...]
    why: str


class Distillery:
    """Distils sessions of one space."""

    def __init__(self, store: SpaceStore, *, intake: Intake, ids: Ids, actor: str, model: Caller | None = None) -> None:
        self._store, self._intake, self._ids, self._actor, self._model = store, intake, ids, actor, model

    def certain(self, session: str | None) -> Distilled:
        """What the latest entries of a session tell beyond doubt; the session stays open."""
        with self._store.read() as reader:
            entries = reader.last_entries(session, limit=LATEST)
        found = [proposal for proposal in propose(entries) if proposal.certain or proposal.asked]
        if not found:
            return Distilled(outcomes=())
        with self._store.write() as writer:
            return self._written(writer, found, entries)

    def whole(self, session: str | None) -> Distilled:
        """All that a session tells and that was not distilled yet."""
        parts: list[Distilled] = []
        while True:
            with self._store.read() as reader:
                entries = reader.undistilled(session, limit=BATCH)
                found = propose(entries)
                known = self._related(reader, found) if self._model is not None else None
            if not entries:
                return joined(parts)
            asked = ModelFound() if self._model is None or known is None else extract(self._model, entries, known=known)
            proposals = found if self._model is None else _together(found, asked)
            with self._store.write() as writer:
                if _same(entries, writer.undistilled(session, limit=len(entries))):
                    part = self._written(writer, proposals, entries)
                    writer.mark_distilled(session, entries[-1].seq)
                    parts.append(replace(part, entries=len(entries), notes=asked.notes))

    @staticmethod
    def _related(reader: Reader, proposals: Sequence[Proposal]) -> list[Memory]:
        """Active memories on what the rules found, for a model to see what is known."""
        keys = dict.fromkeys(
            key for proposal in proposals for claim in read_claims(proposal.text) for key in claim.keys
        )
        return reader.by_claims(list(keys), limit=_KNOWN)

    def _written(self, writer: Writer, proposals: Sequence[Proposal], entries: Sequence[Entry]) -> Distilled:
        """Gate and reconcile inside one transaction."""
        self._intake.adopt(writer)
        said = {entry.id: entry for entry in entries}
        gated = _gated(writer, proposals, self._intake)
        candidates = [item for item in gated if isinstance(item, _Kept)]
        draft = Draft(
            writer, intake=self._intake, ids=self._ids, actor=self._actor, keys=[item.key for item in candidates]
        )
        outcomes: list[Outcome] = []
        for item in gated:
            match item:
                case Rejected():
                    outcomes.append(item)
                case _Kept():
                    outcomes.append(draft.take(self._candidate(item, said)))
        draft.flush()
        writer.drop_sightings([item.key for item in candidates])
        told = [outcome for outcome in outcomes if not (isinstance(outcome, Rejected) and outcome.code == KNOWN)]
        return Distilled(outcomes=tuple(told), waiting=len(proposals) - len(gated))

    def _candidate(self, kept: _Kept, said: Mapping[str, Entry]) -> Candidate:
        proposal = kept.proposal
        first = next((said[entry] for entry in proposal.entries if entry in said), None)
        return Candidate(
            text=proposal.text,
            key=kept.key,
            kind=proposal.kind,
            kind_given=False,
            at=proposal.at,
            recorded_at=self._intake.now,
            holds_from=proposal.holds_from,
            holds_until=proposal.holds_until,
            expires_at=proposal.expires_at,
            slot=proposal.slot,
            value=proposal.value,
            importance=proposal.importance,
            confidence=proposal.confidence,
            source=_source(proposal, first, kept.seen),
            why=kept.why,
        )


def _gated(writer: Writer, proposals: Sequence[Proposal], intake: Intake) -> list[_Kept | Rejected]:
    """What passes the gate, and what never can; what has to be seen again is noted."""
    keys = [statement_key(proposal.text) for proposal in proposals]
    seen: dict[str, list[str]] = {}
    for sighting in writer.sightings(keys):
        seen.setdefault(sighting.key, []).append(sighting.entry)
    found: list[_Kept | Rejected] = []
    waiting: list[Sighting] = []
    for proposal, key in zip(proposals, keys, strict=True):
        before = tuple(entry for entry in seen.get(key, ()) if entry not in proposal.entries)
        match gate(proposal, len(before), intake.policy):
            case Keep(reason=reason):
                found.append(_Kept(proposal, key, before, reason))
            case Refuse(reason=reason, code=code):
                found.append(Rejected(reason=reason, code=code))
            case Wait():
                waiting += [
                    Sighting(key=key, entry=entry, at=proposal.at, text=proposal.text, kind=proposal.kind)
                    for entry in proposal.entries
                ]
    if waiting:
        writer.add_sightings(waiting)
    return found


def _together(rules: Sequence[Proposal], asked: ModelFound) -> list[Proposal]:
    """The model's statements; of the rules' what was asked for or is certain and no statement of the model rests on, and all
    from entries that the model did not read. Where nothing it said could be used, the rules stand in altogether."""
    if asked.notes and not asked.proposals:
        return list(rules)
    cited = {entry for proposal in asked.proposals for entry in proposal.entries}
    unread = set(asked.unread)

    def stands(proposal: Proposal) -> bool:
        if unread.intersection(proposal.entries):
            return True
        return (proposal.asked or proposal.certain) and cited.isdisjoint(proposal.entries)

    both = [*filter(stands, rules), *asked.proposals]
    return sorted(both, key=lambda proposal: proposal.at)


def _same(read: Sequence[Entry], there: Sequence[Entry]) -> bool:
    """Whether nobody distilled the entries since they were read."""
    return [entry.id for entry in read] == [entry.id for entry in there]


def _source(proposal: Proposal, entry: Entry | None, seen: Sequence[str]) -> Source:
    turns = tuple(dict.fromkeys((*seen, *proposal.entries)))
    if entry is None:
        return Source(maker=proposal.maker, speaker=proposal.speaker, turns=turns)
    tool = entry.metadata.get("source")
    return Source(
        origin=entry.origin,
        tool=tool if isinstance(tool, str) else None,
        maker=proposal.maker,
        session=entry.session,
        speaker=proposal.speaker,
        turns=turns,
    )
