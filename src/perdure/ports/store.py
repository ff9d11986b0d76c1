"""Where spaces are kept. A backend implements these Protocols and passes `perdure.testing.StoreConformance`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from perdure.domain.change import Change
from perdure.domain.foreign import Foreign
from perdure.domain.job import Job, JobState
from perdure.domain.journal import ROLES as JOURNAL_ROLES
from perdure.domain.journal import Entry, EntryFilter, Session, Sighting, Undistilled
from perdure.domain.link import Link, Relation
from perdure.domain.memory import Memory, Slot, Status
from perdure.domain.page import Page
from perdure.domain.policy import Policy
from perdure.domain.recall import Layer, RecallRecord, Scope
from perdure.domain.reply import Reply
from perdure.domain.review import Question, Review, ReviewState
from perdure.domain.space import SpaceName
from perdure.ports.keyring import Keyring
from perdure.ports.shelf import Shelf

if TYPE_CHECKING:  # a process that searches nothing loads no arrays
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float32]

Progress = Callable[[int, int], None]
"""Called with (done, total) while long work goes on."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MemoryFilter:
    """Which memories to list. `statuses` empty: every one. `current_at` hides those expired by then."""

    statuses: tuple[Status, ...] = (Status.ACTIVE,)
    kinds: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    current_at: datetime | None = None


QUESTION, TELLS_TIME, CHATTED, EXCHANGED, DERIVED, CLAIMS = 1, 2, 4, 8, 16, 32
"""Bits of a passage's traits: ends with a question, says when, is a short turn of a chat, has a neighbour in an exchange, is
of a memory that was made out of turns, is of a memory that was asked for by its id. EXCHANGED and CLAIMS are known of
candidates only: one changes with the turns around, the other with the question."""


ROLES: tuple[str, ...] = JOURNAL_ROLES
"""The roles by the numbers of `Candidates.role`."""

LAYERS: tuple[Layer, ...] = tuple(Layer)
"""The layers by the numbers of `Candidates.layer`."""


class Passage(NamedTuple):
    """A searchable piece of a memory or an entry, with what the signals look at; a plain tuple, for a recall has hundreds.

    `owner` is the id of the memory or entry, `layer` the name of its layer, `kind` a memory's; `at` is the event time in
    UTC microseconds; `session` numbers the session inside its space (0: none); `speaker` is who said it, or the words of a memory's slot.
    """

    id: int
    owner: str
    layer: str
    kind: str | None
    at: int
    session: int
    speaker: str
    role: str
    traits: int
    body: str

    @property
    def chatted(self) -> bool:
        """Whether it is a short turn of a chat."""
        return bool(self.traits & CHATTED)

    @property
    def question(self) -> bool:
        """Whether it ends with a question."""
        return bool(self.traits & QUESTION)

    @property
    def tells_time(self) -> bool:
        """Whether it says when something is, was or will be."""
        return bool(self.traits & TELLS_TIME)


@dataclass(frozen=True, kw_only=True, slots=True)
class Wanted:
    """What is looked for in a space: one or more texts, by words and by meaning at once.

    `terms` has the terms of each text (the query, then its clauses), `vectors` the vector of each, or nothing; `voice`, where
    there is one, is what entries of the journal are compared with in place of the first vector, and memories with whichever of
    both is nearer. The best `limit` by words and
    the best `limit` by meaning are candidates, for each text; so are the best of each kind among what lies in any of the
    `spans` (event times in UTC microseconds, the end not included): all of it where there is no more than `limit`. `memories`
    are candidates in any case, as far as the scope lets them through.
    """

    terms: Sequence[Sequence[str]]
    vectors: Sequence[Sequence[float]]
    scope: Scope
    limit: int
    voice: Sequence[float] = ()
    spans: Sequence[tuple[int, int]] = ()
    memories: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Candidates:
    """Candidates of one space as parallel columns, in the order of their passages' ids.

    `item` is the id of the first passage of the same memory or entry, `at` the event time in UTC microseconds, `session`
    numbers the session (0: none), `speaker`, `role` and `layer` are numbers into `speakers`, ROLES and LAYERS, `length`
    counts the characters. `lexical` and `dense` have a row a text: BM25, 0 where no term occurs, and the cosine of a passage
    mixed with its neighbours, nan where it has no vector; `own` is the cosine of the passage alone. `found_in` says in how
    many of the space's `passages` each term of the first text occurs. `full`: a search had more than the limit. `damage` says
    why words, or those of some passages, took no part; what could be read is answered all the same.
    """

    ids: Ints
    item: Ints
    at: Ints
    session: Ints
    speaker: Ints
    role: Ints
    layer: Ints
    traits: Ints
    length: Ints
    lexical: Floats
    dense: Floats
    own: Floats
    speakers: tuple[str, ...]
    found_in: Mapping[str, int]
    passages: int
    full: bool
    damage: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Counts:
    """How much a space holds. `pending` passages wait for a vector; `bytes` is the size on disk."""

    memories: Mapping[str, int]
    kinds: Mapping[str, int]
    entries: int
    sessions: int
    passages: int
    pending: int
    vectors: Mapping[str, int]
    bytes: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """One thing `doctor` looked at: `ok`, or what is wrong and whether it was `repaired`."""

    space: str
    check: str
    ok: bool
    detail: str = ""
    repaired: bool = False


class Standing(NamedTuple):
    """A memory as upkeep sees it; times are UTC microseconds."""

    seq: int
    id: str
    kind: str
    status: str
    origin: str
    importance: float
    access_count: int
    created_at: int
    updated_at: int
    last_accessed_at: int | None
    expires_at: int | None
    half_life_days: float | None
    session: str | None
    frozen: bool
    """Whether it lies in cold storage."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ReviewFilter:
    """Which reviews to list. `states` empty: every one; `memory`: those that have it on either side."""

    states: tuple[ReviewState, ...] = (ReviewState.OPEN,)
    questions: tuple[Question, ...] = ()
    memory: str | None = None


class Reader(Protocol):
    """One consistent view of the space `name`."""

    @property
    def name(self) -> SpaceName:
        """The space."""
        ...

    def policy(self) -> Policy | None:
        """The space's own policy; None where it has the defaults."""
        ...

    def reply(self, key: str) -> Reply | None:
        """What was answered to the request of that key."""
        ...

    def embedder(self) -> str | None:
        """The fingerprint its vectors were made with; None before the first."""
        ...

    def memories(self, ids: Iterable[str]) -> list[Memory]:
        """Those that exist, in the order asked for."""
        ...

    def by_slot(self, slot: Slot) -> Memory | None:
        """The active memory that fills the slot."""
        ...

    def by_key(self, keys: Sequence[str]) -> list[Memory]:
        """The memories whose statement key is one of these, oldest first, any status."""
        ...

    def superseded_by(self, ids: Iterable[str]) -> list[Memory]:
        """The superseded memories that point to one of these, oldest first."""
        ...

    def page(self, wanted: MemoryFilter, *, limit: int, cursor: str | None) -> Page[Memory]:
        """Memories in the order they were recorded."""
        ...

    def entries(self, wanted: EntryFilter, *, limit: int, cursor: str | None) -> Page[Entry]:
        """Entries in the order of the journal."""
        ...

    def entries_by_id(self, ids: Iterable[str]) -> list[Entry]:
        """Those that exist, in the order asked for."""
        ...

    def entries_by_ref(self, refs: Iterable[str]) -> list[Entry]:
        """Every entry that carries one of the caller's ids."""
        ...

    def sessions(self) -> list[Session]:
        """The sessions of the journal, in the order they began."""
        ...

    def cited(self, memory_ids: Iterable[str]) -> dict[str, list[str]]:
        """The ids of the entries each memory rests on."""
        ...

    def resting_on(self, entry_ids: Iterable[str]) -> dict[str, list[tuple[str, Status]]]:
        """The memories, and their statuses, that rest on each entry; summaries, which tell of many, are none."""
        ...

    def by_claims(self, keys: Sequence[str], *, limit: int) -> list[Memory]:
        """Active memories that share one of these claim keys (`perdure.text.claims`), the newest event time first; a key that
        ends in / stands for every one that begins so."""
        ...

    def links(self, memory_ids: Iterable[str]) -> list[Link]:
        """Every link that has one of these on either side."""
        ...

    def reviews(self, wanted: ReviewFilter, *, limit: int, cursor: str | None) -> Page[Review]:
        """Reviews in the order they were asked."""
        ...

    def review(self, review_id: str) -> Review | None:
        """The review of that id."""
        ...

    def jobs(self, states: Sequence[JobState] = (), *, name: str | None = None) -> list[Job]:
        """Jobs in the order they are due; every state where none is named."""
        ...

    def undistilled_sessions(self) -> list[Undistilled]:
        """Sessions with entries that were not distilled yet, in the order of their last entry."""
        ...

    def undistilled(self, session: str | None, *, limit: int) -> list[Entry]:
        """The next entries of a session that were not distilled yet, in the order of the journal; what `remember` recorded is none."""
        ...

    def last_entries(self, session: str | None, *, limit: int) -> list[Entry]:
        """The last entries of a session (None: those without one) in the order of the journal; what `remember` recorded is none."""
        ...

    def replied_to(self, entry_ids: Iterable[str]) -> dict[str, str]:
        """The entry that comes right before each of these in its session, where there is one."""
        ...

    def sightings(self, keys: Iterable[str]) -> list[Sighting]:
        """Where these statements were seen before they were kept, oldest first."""
        ...

    def recalls_of(self, memory_id: str, *, limit: int) -> list[RecallRecord]:
        """The last recalls that returned a memory, the newest first."""
        ...

    def standings(self, *, after: int, limit: int) -> list[Standing]:
        """What upkeep decides by, for every memory in the order recorded, a page after a `seq` at a time."""
        ...

    def standing(self, ids: Iterable[str]) -> list[tuple[Standing, str]]:
        """The same for these memories, as far as they exist, each with the beginning of what it says."""
        ...

    def history(self, memory_id: str) -> list[Change]:
        """Its changes, oldest first."""
        ...

    def changes(self, actions: Sequence[str], *, until: datetime | None = None) -> list[Change]:
        """Every change of these actions, of any memory, recorded up to a moment; oldest first."""
        ...

    def counts(self, now: datetime | None = None) -> Counts:
        """How much the space holds; active memories whose time has passed by `now` count as `expired`."""
        ...

    def candidates(self, wanted: Wanted) -> Candidates:
        """What may answer, by words and by meaning, with everything the signals look at."""
        ...

    def speakers(self) -> tuple[str, ...]:
        """The names of those who said something here."""
        ...

    def has_archive(self) -> bool:
        """Whether anything here is found only where the archive is asked."""
        ...

    def vectors(self, ids: Sequence[int]) -> Floats:
        """The vectors of these passages as recall uses them, a row each; zeros where there is none."""
        ...

    def passage_count(self) -> int:
        """How many passages there are."""
        ...

    def passages(self, ids: Iterable[int]) -> list[Passage]:
        """What the signals look at, for these passages."""
        ...

    def missing(self, fingerprint: str | None, *, limit: int, after: int = 0) -> list[tuple[int, bytes, str]]:
        """(passage, text hash, text) of passages without a vector: of that embedder, or of the space's where it is None."""
        ...

    def missing_count(self, fingerprint: str | None) -> int:
        """How many passages that is."""
        ...

    def all_memories(self, *, after: int, limit: int) -> list[tuple[int, Memory]]:
        """Memories of every status in the order they were recorded, each with its `seq`, a page after a `seq` at a time."""
        ...

    def all_entries(self, *, after: int, limit: int) -> list[Entry]:
        """The journal, a page after a `seq` at a time."""
        ...

    def all_changes(self, *, after: int, limit: int) -> list[Change]:
        """The history of every memory, a page after a `seq` at a time."""
        ...

    def all_recalls(self, *, after: int, limit: int) -> list[tuple[int, RecallRecord]]:
        """The recalls that are kept, each with its `seq`, a page after a `seq` at a time."""
        ...

    def all_links(self) -> Iterable[Link]:
        """Every link, by its memory, its other and its relation."""
        ...

    def all_sightings(self) -> Iterable[Sighting]:
        """Every sighting, by its key and its entry."""
        ...

    def distilled(self) -> list[tuple[str | None, str]]:
        """The last entry up to which each session is distilled, by its id."""
        ...

    def foreign(self, owners: Sequence[str]) -> dict[str, Foreign]:
        """The records of other systems that these memories and entries were made of, by the ids here."""
        ...

    def all_foreign(self, *, after: str, limit: int) -> list[Foreign]:
        """Every such record in the order of its owners' ids, a page after an owner at a time."""
        ...


class Writer(Reader, Protocol):
    """A transaction that holds the space's write lock from its first read to its commit."""

    def add_entries(self, entries: Sequence[Entry]) -> list[Entry]:
        """Append to the journal and index what is `indexed`; returns them with `seq` set."""
        ...

    def add_memories(self, memories: Sequence[tuple[Memory, str]]) -> None:
        """Insert memories, each with its statement key and its `source.turns` as citations, and index them."""
        ...

    def update_memories(self, memories: Sequence[tuple[Memory, str]]) -> None:
        """Replace the rows of the same ids and bring every index in line."""
        ...

    def cite(self, memory_id: str, entry_ids: Sequence[str]) -> None:
        """Let a memory rest on more entries."""
        ...

    def add_changes(self, changes: Sequence[Change]) -> None:
        """Append to the history."""
        ...

    def add_links(self, links: Sequence[Link]) -> None:
        """Add links; one that is there already stays."""
        ...

    def renew_claims(self, limit: int = ...) -> bool:
        """Where claims were made by other rules, make those of the next memories anew; False once none are left."""
        ...

    def drop_links(self, memory_id: str, *, relations: Sequence[Relation]) -> None:
        """Remove the links of these relations that a memory has on either side."""
        ...

    def save_reviews(self, reviews: Sequence[Review]) -> None:
        """Add reviews, or replace those of the same ids."""
        ...

    def save_jobs(self, jobs: Sequence[Job]) -> None:
        """Add jobs, or replace those of the same ids; of one name and key only the first that waits or runs is kept."""
        ...

    def drop_jobs(self, job_ids: Iterable[str]) -> None:
        """Remove jobs."""
        ...

    def mark_distilled(self, session: str | None, seq: int) -> None:
        """Everything of a session up to an entry's `seq` is distilled."""
        ...

    def add_sightings(self, seen: Sequence[Sighting]) -> None:
        """Note statements that are not kept yet; the same entry counts once."""
        ...

    def drop_sightings(self, keys: Iterable[str]) -> None:
        """Forget what was noted of these statements."""
        ...

    def add_recalls(self, records: Sequence[RecallRecord]) -> None:
        """Record recalls; of one memory the newest hundred are kept."""
        ...

    def set_aside(self, memory_ids: Sequence[str], status: Status) -> None:
        """Take memories out of recall: another status than active, version + 1, and nothing else of them changes."""
        ...

    def freeze(self, memory_ids: Iterable[str]) -> None:
        """Cold storage: drop passages and vectors of memories that are not active; the next update of one brings them back."""
        ...

    def count_accesses(self, accesses: Mapping[str, tuple[int, datetime]]) -> None:
        """Add accesses and set the last one, for each memory id."""
        ...

    def set_policy(self, policy: Policy) -> None:
        """Store the policy."""
        ...

    def keep_foreign(self, records: Sequence[Foreign]) -> None:
        """Keep what memories and entries were made of; one that is there already stays."""
        ...

    def keep_reply(self, reply: Reply, *, since: datetime) -> None:
        """Keep the answer to a request, and drop those from before `since`; one of the same key stays as it is."""
        ...

    def set_embedder(self, fingerprint: str | None) -> None:
        """Name the embedder whose vectors recall uses and drop all others."""
        ...

    def add_vectors(self, fingerprint: str, found: Mapping[bytes, Sequence[float]]) -> None:
        """Vectors by text hash."""
        ...


class SpaceStore(Protocol):
    """One space. Reading one that was never written reads an empty one and creates nothing."""

    name: SpaceName

    def read(self) -> AbstractContextManager[Reader]:
        """One consistent view."""
        ...

    def write(self, *, create: bool = True, maintenance: bool = False) -> AbstractContextManager[Writer]:
        """Begin at once, commit at the end, roll back on an error. Without `create`, NotFound where there is no space.

        Only with `maintenance` may memories of a permanent kind be added or changed; the database itself refuses otherwise,
        as PermanentMemory.
        """
        ...


class Store(Protocol):
    """All spaces of one place."""

    def names(self) -> list[SpaceName]:
        """Every space there is."""
        ...

    def space(self, name: SpaceName) -> SpaceStore:
        """The space of that name, there or not."""
        ...

    def delete(self, name: SpaceName) -> bool:
        """Remove a space and everything in it; False if there was none."""
        ...

    def backup(self, name: SpaceName, target: Path) -> None:
        """Write a consistent copy to `target`, also while others write."""
        ...

    def check(self, name: SpaceName, *, repair: bool) -> list[Finding]:
        """What is wrong with a space, and with `repair` the rebuilding of what derives from the rest."""
        ...

    def writable(self, name: SpaceName) -> None:
        """Take and release the write lock; raises why it cannot. Makes no space."""
        ...

    def calibration(self, fingerprint: str) -> Mapping[str, object] | None:
        """What was measured of an embedder, see `perdure.recall.floor`."""
        ...

    def set_calibration(self, fingerprint: str, values: Mapping[str, object]) -> None:
        """Keep what was measured of an embedder."""
        ...

    def setting(self, name: str) -> str | None:
        """What the place keeps under a name for all its spaces; asking makes no place."""
        ...

    def set_setting(self, name: str, value: str, *, replace: bool = True) -> str:
        """Keep it; without `replace` only where there is nothing yet. Returns what is kept now, whoever was first."""
        ...

    @property
    def keyring(self) -> Keyring:
        """The tokens of this place."""
        ...

    @property
    def shelf(self) -> Shelf:
        """The snapshots of this place."""
        ...

    @property
    def staging(self) -> Path:
        """The folder, private to whoever owns the place, for imports that wait; it may not be there yet."""
        ...

    def close(self) -> None:
        """Let go of every file; what is called afterwards raises StoreClosed."""
        ...
