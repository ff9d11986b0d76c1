"""What a candidate may meet: read from the store, in step with decisions that are not written yet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache

from perdure.capture.changes import held_until
from perdure.capture.precedence import since
from perdure.capture.reconcile import Near, Neighbours, known_as
from perdure.domain.change import Candidate, Change
from perdure.domain.journal import ROLES
from perdure.domain.memory import Memory, Slot, Source, Status
from perdure.ports.store import Reader
from perdure.text.analyzer import content_terms
from perdure.text.claims import Claim, Meeting, meeting, read_claims
from perdure.text.claims.claim import Frame
from perdure.text.claims.people import SEVERAL
from perdure.text.clean import statement_key

NEAR = 32
"""Active memories that share a claim with a statement and are held against it, the newest first."""

TOPICAL = 8
"""Those that share only words of its topic."""

_DEPTH = 100
"""Statements between a late one and the current one that are looked at; what lies deeper keeps its place."""

_WORDS = 2.0
"""Words that two statements of one claim may each have for themselves: what names the attribute, and little else."""

_SHARE = 0.6
"""Share of the shorter one's terms from which a statement of the same turns counts as one that was forgotten."""

Claims = tuple[Claim, ...]


def keys_of(claims: Sequence[Claim]) -> list[str]:
    """Under which keys statements that may meet these claims are found."""
    return list(dict.fromkeys(key for claim in claims for key in claim.keys))


def meets(new: Memory | Candidate, old: Memory | Candidate) -> Meeting:
    """What a newer statement is to an older one; what two named speakers say of themselves is of two people."""
    said, known = read_claims(new.text), read_claims(old.text)
    if _two_people(new.source, old.source):
        said, known = _of_others(said), _of_others(known)
    telling = [claim for claim in said if _tells(claim)]
    met = meeting(telling, known) if telling else Meeting.APART
    return Meeting.APART if met is Meeting.SAME and not _no_more(new.text, old.text, said, known) else met


def _tells(claim: Claim) -> bool:
    """Whether a claim of the newer statement can be anything to an older one. Of most topics only words are known: one that sets
    nothing anew, by its wording or by its plain form, leaves every other as it is."""
    topic = claim.topic
    sets = topic is None or (topic.plain and topic.frame is Frame.LINK)
    return sets or claim.corrects or claim.change or claim.loose or bool(claim.instead)


def _no_more(one: str, other: str, said: Claims, known: Claims) -> bool:
    """Whether two statements that share a claim say nothing besides, so that one stands for the other: every claim of each is
    made by the other, the numbers are the same, and they differ in a word or two, neither having some and the other none."""
    if any(claim.subject in SEVERAL for claim in said):  # of two colleagues one may say the same thing
        return False
    if set(_numbers().findall(one)) != set(_numbers().findall(other)):
        return False
    mine, theirs = frozenset(content_terms(one)), frozenset(content_terms(other))
    told = _told(said) | _told(known)
    more, less = _words(mine - theirs - told), _words(theirs - mine - told)
    if max(more, less) > _WORDS or bool(more) != bool(less):
        return False
    return _made_by(said, known) and _made_by(known, said)


def _again(one: str, other: str) -> bool:
    """Whether a statement is another one in new words, where both are taken from the same turns: there it need not be exact."""
    mine, theirs = frozenset(content_terms(one)), frozenset(content_terms(other))
    shared = len(mine & theirs) / max(1, min(len(mine), len(theirs)))
    return shared >= _SHARE or meeting(read_claims(one), read_claims(other)) in (Meeting.SAME, Meeting.REFINES)


@cache
def _numbers() -> re.Pattern[str]:
    return re.compile(r"\d+")


def _told(claims: Claims) -> frozenset[str]:
    told = [claim for claim in claims if claim.topic is None]
    return frozenset(term for claim in told for term in (*claim.terms, *content_terms(claim.value)))


def _words(terms: frozenset[str]) -> float:
    """How many words that is: a Chinese character is half a word, and a pair of them stands for itself already."""
    return sum(1.0 if term.isascii() else 0.5 for term in terms if term.isascii() or len(term) == 1)


def _made_by(claims: Claims, others: Claims) -> bool:
    told = [claim for claim in claims if claim.topic is None]
    return all(any(meeting((claim,), (other,)) is Meeting.SAME for other in others) for claim in told)


def _two_people(one: Source, other: Source) -> bool:
    names = {source.speaker for source in (one, other)} - {None, *ROLES}
    return len(names) == 2


def _of_others(claims: Claims) -> Claims:
    return tuple(claim for claim in claims if claim.subject != "self")


class Known:
    """The memories a batch may meet. What it decided is `put`, and is met in its newest state."""

    def __init__(self, reader: Reader, *, keys: Iterable[str] = (), merges: bool = True) -> None:
        self._reader, self._merges = reader, merges
        self._newest: dict[str, Memory] = {}
        self._changes: dict[str, list[Change]] = {}
        self._keys: dict[str, str] = {}
        self._same: dict[str, list[str]] = {}
        self._claimed: dict[str, list[str]] = {}
        self._stored: dict[str, Memory] = {}
        self._read: dict[tuple[str, ...], list[Memory]] = {}
        self._fetch(keys)

    def put(self, memory: Memory, change: Change) -> None:
        """What was decided: the newest state of a memory, and its line of the history."""
        self._newest[memory.id] = memory
        self._changes.setdefault(memory.id, []).append(change)
        same = self._same.get(self.key_of(memory), [])  # where it was not asked for, the store is asked when it is
        for names in (same, *(self._claimed.setdefault(key, []) for key in keys_of(read_claims(memory.text)))):
            if memory.id not in names:
                names.append(memory.id)

    def key_of(self, memory: Memory) -> str:
        """Its statement key."""
        key = self._keys.get(memory.id)
        if key is None:
            key = self._keys[memory.id] = statement_key(memory.text)
        return key

    def neighbours(self, candidate: Candidate) -> Neighbours:
        """What a candidate meets."""
        self._fetch([candidate.key])
        same = [self._newest.get(name) or self._stored[name] for name in self._same[candidate.key]]
        known = known_as(candidate, same) if self._merges else None
        slot = candidate.slot if known is None else known.slot
        held = None if slot is None else self._in_slot(slot)
        found = self._sharing(candidate)
        if held is not None:
            found.setdefault(held.id, held)
        later = candidate.holds_from if known is None and not candidate.source.turns else None
        near = [self._near(candidate, memory, later=later) for memory in found.values()]
        if known is None or known.status is not Status.ACTIVE:
            near += self._before(candidate, near)
        return Neighbours(same=same, slot=held, near=[*near, *self._forgotten(candidate)])

    def _fetch(self, keys: Iterable[str]) -> None:
        """Read the memories of these statement keys, those that are read already left out."""
        wanted = [key for key in dict.fromkeys(keys) if key not in self._same]
        for key in wanted:
            self._same[key] = []
        for memory in self._reader.by_key(wanted) if wanted else ():
            self._stored[memory.id] = memory
            self._same[self.key_of(memory)].append(memory.id)

    def _in_slot(self, slot: Slot) -> Memory | None:
        """What fills a slot now."""
        for memory in self._newest.values():
            if memory.slot == slot and memory.status is Status.ACTIVE:
                return memory
        held = self._reader.by_slot(slot)
        return None if held is None or held.id in self._newest else held

    def _sharing(self, candidate: Candidate) -> dict[str, Memory]:
        """Active memories that share a claim with it."""
        claims = read_claims(candidate.text)
        keys = keys_of(claims)
        if not keys:
            return {}
        told = keys_of([claim for claim in claims if claim.topic is None])
        words = [key for key in keys if key not in told]
        found: dict[str, Memory] = {}
        for some, limit in ((told, NEAR), (words, TOPICAL)):  # apart, so that words never crowd out what shares a claim
            if some:
                found |= {memory.id: memory for memory in self._by_claims(tuple(some), limit)}
                mine = dict.fromkeys(name for key in some for name in self._claimed.get(key, ())[-limit:])
                found |= {name: self._newest[name] for name in list(mine)[-limit:]}
        newest = {name: self._newest.get(name, memory) for name, memory in found.items()}
        return {name: memory for name, memory in newest.items() if memory.status is Status.ACTIVE}

    def _by_claims(self, keys: tuple[str, ...], limit: int) -> list[Memory]:
        """What the store has under these keys, read once: nothing is written while a batch is decided."""
        if keys not in self._read:
            self._read[keys] = self._reader.by_claims(keys, limit=limit)
        return self._read[keys]

    def _before(self, candidate: Candidate, near: Sequence[Near]) -> list[Near]:
        """The superseded ones that a late candidate belongs between: from what came after it down to what it came after."""
        found: dict[str, Near] = {}
        later = list(near)
        for _ in range(_DEPTH):
            ids = [item.memory.id for item in later if since(item.memory) > candidate.holds_from]
            later = [self._near(candidate, memory) for memory in self._superseded_by(ids) if memory.id not in found]
            if not later:
                break
            found |= {item.memory.id: item for item in later}
        return list(found.values())

    def _superseded_by(self, ids: Sequence[str]) -> list[Memory]:
        if not ids:
            return []
        found = {memory.id: memory for memory in self._reader.superseded_by(ids)} | self._newest
        newest = {name: self._newest.get(name, memory) for name, memory in found.items()}
        return [one for one in newest.values() if one.status is Status.SUPERSEDED and one.superseded_by in ids]

    def _forgotten(self, candidate: Candidate) -> list[Near]:
        """What a person forgot of the same turns."""
        turns = candidate.source.turns
        if not turns:
            return []
        resting = self._reader.resting_on(turns).values()
        ids = dict.fromkeys(name for found in resting for name, status in found if status is Status.FORGOTTEN)
        found = self._reader.memories(ids) if ids else []
        return [Near(memory=one, over=Meeting.SAME) for one in found if _again(candidate.text, one.text)]

    def _near(self, candidate: Candidate, memory: Memory, *, later: datetime | None = None) -> Near:
        """What each is to the other; only what the newer is to the older where it is known since when the candidate holds."""
        superseded = memory.status is Status.SUPERSEDED
        over, under = later is None or later >= since(memory), later is None or later < since(memory)
        return Near(
            memory=memory,
            over=meets(candidate, memory) if over else Meeting.APART,
            under=meets(memory, candidate) if under else Meeting.APART,
            until=held_until(memory, self._history(memory.id)) if superseded else None,
        )

    def _history(self, memory_id: str) -> list[Change]:
        return [*self._reader.history(memory_id), *self._changes.get(memory_id, ())]
