"""A space of a gateway, under the facade's verbs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from perdure.client import sending, snapshots, told, transfers
from perdure.client.connection import FOR_MEANING, LONG, Connection, pairs
from perdure.client.exchange import Answer
from perdure.client.link import encoded, segment
from perdure.client.live import LiveSession
from perdure.client.outbox import Held
from perdure.client.permanent import Permanent
from perdure.client.review import Reviews
from perdure.domain.change import Batch, Captured, Change, Distilled, Outcome, Rejected
from perdure.domain.export import ExportReport
from perdure.domain.job import Job
from perdure.domain.journal import Entry, Session, Turn
from perdure.domain.memory import CorrectOptions, Memory, RememberOptions, Slot
from perdure.domain.page import Page
from perdure.domain.policy import Policy
from perdure.domain.recall import RecallOptions
from perdure.domain.snapshot import Snapshot
from perdure.domain.space import SpaceName
from perdure.domain.staging import ImportReport
from perdure.domain.trace import WhyNot
from perdure.domain.upkeep import UpkeepReport
from perdure.errors import GatewayError, InvalidInput, InvalidValue, NotFound, PermanentMemory
from perdure.kinds import permanent
from perdure.ports.store import Progress
from perdure.recall.result import Recall

if TYPE_CHECKING:
    from perdure.app.live import SessionOptions
    from perdure.app.values import Explanation, Stats

PAGE = 100

REQUEST_BYTES = 4_194_304
"""Turns that are sent together, as JSON: well below what a gateway takes."""

WAITS = "the gateway did not answer; what was said waits on this machine and is sent when it does"


@dataclass(frozen=True, kw_only=True, slots=True)
class Waiting(Rejected):
    """Not stored yet: it waits on this machine under `key` and is sent, once, when the gateway answers. Its code is `waiting`."""

    key: str
    code: str = "waiting"


class View:
    """Spaces recalled as one. No name: all that the grants of the token name."""

    def __init__(self, connection: Connection, names: tuple[SpaceName, ...]) -> None:
        self._connection = connection
        self.names = tuple(sorted(set(names)))

    def __repr__(self) -> str:
        return f"View({', '.join(map(str, self.names))})"

    def recall(self, query: str, **options: Unpack[RecallOptions]) -> Recall:
        """What these spaces know that answers the query, in one ranked list; see `Space.recall`."""
        return self._connection.recall(query, self.names, options)


class Space:
    """One space; the home of the token has no `name` here.

    A write which adds something, `remember`, `remember_many`, `observe`, `capture`, waits on this machine where the gateway does
    not answer, and says so in what it gives back. Whatever needs an answer raises GatewayUnavailable; `recall` never does.
    """

    def __init__(self, connection: Connection, name: SpaceName | None) -> None:
        self._connection = connection
        self.name = name
        self.ending = connection.ending
        """What the client waits for before it closes."""

    def __repr__(self) -> str:
        return "Space(home)" if self.name is None else f"Space({str(self.name)!r})"

    def remember(self, text: str, **options: Unpack[RememberOptions]) -> Outcome:
        """Store a confirmed statement; `Waiting` where the gateway does not answer. Raises InvalidInput, PermanentMemory."""
        body = sending.statement(text, options)
        _check_kind(body)
        match self._connection.write("remember", body, lambda at: {"at": at, **body}, space=self.name):
            case Held() as held:
                return _waiting(held)
            case Answer(body=plain):
                outcome = told.outcome(plain)
                self._connection.learn(outcome, space=self.name)
                return outcome

    def remember_many(self, items: Iterable[str | Mapping[str, Any]]) -> Batch:
        """The outcome of each item, a text or a mapping with `text` and the options of `remember`."""
        if isinstance(items, str | Mapping):
            raise InvalidValue("items are a list of texts or mappings, not one of them")
        offered = [_offered(item) for item in items]
        good = [item for item in offered if not isinstance(item, Rejected)]
        if not good:
            return Batch(outcomes=tuple(item for item in offered if isinstance(item, Rejected)))

        def dated(at: str) -> Mapping[str, Any]:
            return {"items": [{"at": at, **item} for item in good]}

        outcomes: Iterable[Outcome]
        match self._connection.write("remember_many", {"items": good}, dated, space=self.name):
            case Held() as held:
                outcomes = [_waiting(held)] * len(good)
            case Answer(body=plain):
                outcomes = told.batch(plain)
                if len(outcomes) != len(good):
                    raise GatewayError(f"the gateway told of {len(outcomes)} outcomes for {len(good)} items")
                self._connection.learn(*outcomes, space=self.name)
        each = iter(outcomes)
        return Batch(outcomes=tuple(item if isinstance(item, Rejected) else next(each) for item in offered))

    def observe(
        self, turns: Iterable[Turn], *, wait: bool = True, source: str | None = None, progress: Progress | None = None
    ) -> Sequence[Entry]:
        """Append turns to the journal; the entries that the gateway took, none of those that wait. `progress` is told of turns."""
        body = sending.given({"source": sending.label(source, "source")}) | {"wait": bool(wait)}
        entries: list[Entry] = []
        done = 0
        said = sending.turns(turns, source=source)
        for part in _parts(said):
            answer = self._connection.write(
                "observe",
                {**body, "turns": part},
                lambda at, part=part: {**body, "turns": _dated(part, at)},  # type: ignore[misc]  # a default binds the part
                space=self.name,
                timeout=self._patience(wait=wait),
            )
            done += len(part)
            if isinstance(answer, Answer):
                entries += told.several(Entry, answer.body, "entries")
            if progress is not None:
                progress(done, len(said))
        return entries

    def capture(
        self, turns: Iterable[Turn], *, session: str | None = None, source: str | None = None, wait: bool = True
    ) -> Captured:
        """Append turns to the journal and make memories of what they tell; where they wait, a note in `distilled` says so."""
        said = sending.turns(turns, source=source)
        named = sending.RULES.handle(session, "session")
        body = sending.given({"session": named, "source": sending.label(source, "source")}) | {"wait": bool(wait)}
        done = self._connection.write(
            "capture",
            {**body, "turns": said},
            lambda at: {**body, "turns": _dated(said, at)},
            space=self.name,
            timeout=self._patience(wait=wait),
        )
        if isinstance(done, Held):
            return Captured(entries=(), added=0, distilled=Distilled(outcomes=(), notes=(WAITS,)))
        captured = told.captured(done.body)
        self._connection.learn(*captured.distilled, space=self.name)
        return captured

    def distil(self, session: str | None = None) -> Distilled:
        """Make memories of what was observed and not distilled yet, in one session or in all."""
        body = sending.given({"session": sending.RULES.handle(session, "session")})
        found = told.distilled(self._post("distil", body, timeout=LONG))
        self._connection.learn(*found, space=self.name)
        return found

    def session(self, **options: Unpack[SessionOptions]) -> LiveSession:
        """Begin a conversation with a working memory over this space; distilled when it ends."""
        return LiveSession.begin(self._connection, self.name, (), options)

    def recall(self, query: str, **options: Unpack[RecallOptions]) -> Recall:
        """What the space knows that answers the query, best first, with a trace. Raises InvalidInput, AccessDenied.

        Within `deadline` seconds, else those of the client, there is a result: where the gateway gave none it holds what this
        process was told lately, with a word on that in `degraded`, or is empty and `timed_out`.
        """
        return self._connection.recall(query, () if self.name is None else (self.name,), options)

    def why_not(self, query: str, id: str, **options: Unpack[RecallOptions]) -> WhyNot:  # noqa: A002
        """What became of a memory or an entry in a recall. Raises NotFound for an id that is neither."""
        asked = sending.question(query, options)
        if not isinstance(id, str):
            raise NotFound(f"there is neither a memory nor an entry {id!r:.80}")
        plain = self._connection.post("why_not", {**asked, "id": id}, space=self.name, writes=False)
        return told.why_not(plain)

    def get(self, id: str | None = None, *, slot: str | Slot | None = None) -> Memory | None:  # noqa: A002
        """The memory of that id, whatever its status, or the current one of a slot; None if there is none."""
        wanted = sending.slot(slot)
        try:
            if wanted is not None:
                query = pairs({"slot": wanted["attribute"], "subject": wanted["subject"]})
                return told.value(Memory, self._connection.get("memory", query, space=self.name))
            return None if id is None else self._memory(f"memories/{segment(id)}")
        except NotFound:
            return None

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
        query = {
            "statuses": sending.names(statuses, "statuses") or ["all"],
            "kinds": sending.names(kinds, "kinds"),
            "tags": sending.names(tags, "tags"),
            "now": sending.moment(now, "now"),
            **sending.page(limit, cursor),
        }
        return told.page(Memory, self._connection.get("memories", pairs(query), space=self.name))

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
        query = {
            "session": session,
            "speaker": speaker,
            "since": sending.moment(since, "since"),
            "until": sending.moment(until, "until"),
            **sending.page(limit, cursor),
        }
        return told.page(Entry, self._connection.get("entries", pairs(query), space=self.name))

    def sessions(self) -> Sequence[Session]:
        """The sessions of the journal, in the order they began."""
        return told.several(Session, self._connection.get("sessions", space=self.name))

    def history(self, id: str) -> Sequence[Change]:  # noqa: A002  the record's own word
        """Every change of a memory, oldest first; raises NotFound."""
        return told.several(Change, self._connection.get(f"memories/{segment(id)}/history", space=self.name))

    def correct(self, id: str, text: str | None = None, **options: Unpack[CorrectOptions]) -> Memory:  # noqa: A002
        """Change a memory in place: same id, version + 1, untouched fields stay. Raises NotFound, VersionConflict."""
        return self._changed("correct", {**sending.correction(text, options), "id": _id(id)})

    def confirm(self, id: str) -> Memory:  # noqa: A002  the record's own word
        """Say that a memory still holds: its decay starts anew. Raises NotFound."""
        return self._changed("confirm", {"id": _id(id)})

    def forget(self, id: str | Iterable[str], reason: str = "") -> Sequence[Memory]:  # noqa: A002
        """Take memories out of recall, in one step; `restore` undoes it. Raises NotFound, changing nothing."""
        ids = [_id(one) for one in ([id] if isinstance(id, str) else id)]
        found = self._post("forget", {"id": ids, "reason": sending.label(reason, "reason") or ""})
        memories = told.several(Memory, found, "memories")
        self._connection.recent.learn(*memories)
        return memories

    def restore(self, id: str, reason: str = "") -> Memory:  # noqa: A002  the record's own word
        """Undo what took a memory out of recall. Raises NotFound."""
        return self._changed("restore", {"id": _id(id), "reason": sending.label(reason, "reason") or ""})

    def feedback(self, id: str, verdict: str, reason: str = "") -> Memory:  # noqa: A002  the record's own word
        """Say that a memory was `useful`, `outdated` or `wrong`. Raises NotFound, InvalidValue, PermanentMemory."""
        if not isinstance(verdict, str):
            raise InvalidValue(f"a verdict is useful, outdated or wrong, not {verdict!r}")
        body = {"id": _id(id), "verdict": verdict, "reason": sending.label(reason, "reason") or ""}
        return self._changed("feedback", body)

    @property
    def review(self) -> Reviews:
        """What waits for a person: `list`, `get`, `accept`, `reject`, `edit`."""
        return Reviews(self._connection, self.name)

    @property
    def permanent(self) -> Permanent:
        """Profile, boundaries and role, which nothing else changes: `list`, `add`, `correct`, `remove`, `restore`."""
        return Permanent(self._connection, self.name)

    def upkeep(
        self,
        *,
        dry_run: bool = False,
        strategies: Sequence[str] | str | None = None,
        now: datetime | None = None,
        progress: Progress | None = None,
    ) -> UpkeepReport:
        """Do the work that waits, then expire, archive, summarise and promote. `progress` is told once, at the end."""
        body: dict[str, Any] = {"dry_run": bool(dry_run)} | sending.given({"now": sending.moment(now, "now")})
        if strategies is not None:
            body["strategies"] = sending.names(strategies, "strategies")
        report = told.value(UpkeepReport, self._post("upkeep", body, timeout=LONG))
        if progress is not None:
            progress(len(report), len(report))
        return report

    def jobs(self) -> Sequence[Job]:
        """The work that waits, runs, or failed too often, in the order it is due."""
        return told.several(Job, self._connection.get("jobs", space=self.name))

    def retry(self, id: str) -> Job:  # noqa: A002
        """Let a job that failed too often be tried again, from now. Raises NotFound."""
        return told.value(Job, self._post("retry", {"id": _id(id)}))

    def explain(self, id: str, *, now: datetime | None = None) -> Explanation:  # noqa: A002
        """Why a memory is there, what changed it, how strongly it is held, and which recalls returned it. Raises NotFound."""
        from perdure.app.values import Explanation  # noqa: PLC0415  documented lazy load: SQLAlchemy beside it

        query = pairs({"now": sending.moment(now, "now")})
        path = f"memories/{segment(id)}/explain"
        return told.value(Explanation, self._connection.get(path, query, space=self.name))

    def stats(self) -> Stats:
        """How much the space holds, and whether it can be read and written as it should."""
        from perdure.app.values import Stats  # noqa: PLC0415  documented lazy load: as above

        return told.value(Stats, self._connection.get("stats", space=self.name))

    def reembed(self, *, progress: Progress | None = None) -> int:
        """Vectors of the gateway's embedder for every passage that lacks one. `progress` is told once, at the end."""
        done = told.at(int, self._post("reembed", {}, timeout=LONG), "embedded")
        if progress is not None:
            progress(done, done)
        return done

    def import_(
        self,
        path: str | Path,
        *,
        map: Mapping[str, str | SpaceName] | None = None,  # noqa: A002  the word of the command line
        format: str | None = None,  # noqa: A002  as above
        passphrase: str | None = None,
        progress: Progress | None = None,
    ) -> ImportReport:
        """Send a file or a folder of this machine, in any form that the library reads, and let it in at once; one bad record costs
        itself. Everything goes into this space but the owners that `map` sends to another, and the same file again changes nothing.

        Where the gateway falls silent while it is let in, `Client.imports` has it, and goes on. Raises ImportFailed, changing nothing.
        """
        return transfers.imported(
            self._connection, self.name, path, map=map, format=format, passphrase=passphrase, progress=progress
        )

    def export(
        self,
        target: str | Path,
        *,
        format: str = "archive",  # noqa: A002  the word of the command line
        passphrase: str | None = None,
        replace: bool = False,
        progress: Progress | None = None,
    ) -> ExportReport:
        """Write the space as one file, or one folder, of this machine, where nothing is yet or an earlier export of the same kind,
        or with `replace` any file. `progress` is told once, at the end. Raises NotFound, InvalidValue, ExportFailed."""
        report = transfers.exported(
            self._connection, self.name, target, format=format, passphrase=passphrase, replace=replace
        )
        if progress is not None:
            progress(report.bytes, report.bytes)
        return report

    def snapshot(self, note: str = "") -> Snapshot:
        """Copy the space as it is now, read-only; see `Client.snapshots`. Raises NotFound where nothing was ever written."""
        return snapshots.taken(self._connection, self.name, note=note)

    def rollback(self, id: str) -> Snapshot:  # noqa: A002
        """Make the space what it was in a snapshot; gives one of what it was until now, which undoes it. Raises NotFound."""
        return snapshots.gone_back(self._connection, id, only=self.name)

    def policy(self) -> Policy:
        """The space's policy."""
        return _policy(self._connection.get("policy", space=self.name))

    def set_policy(self, policy: Policy) -> None:
        """Store another policy in the space. Raises UnknownKind for the half-life of a kind there is none of."""
        space = {} if self.name is None else {"space": str(self.name)}
        self._connection.send("PUT", "policy", body=encoded({"changes": policy.changes(), **space}))

    def _patience(self, *, wait: bool) -> float | None:
        return max(self._connection.link.timeout, FOR_MEANING) if wait else None

    def _post(self, path: str, body: Mapping[str, Any], *, timeout: float | None = None) -> Mapping[str, Any]:
        return self._connection.post(path, body, space=self.name, timeout=timeout)

    def _memory(self, path: str) -> Memory:
        return told.value(Memory, self._connection.get(path, space=self.name))

    def _changed(self, path: str, body: Mapping[str, Any]) -> Memory:
        memory = told.value(Memory, self._post(path, body))
        self._connection.recent.learn(memory)
        return memory


def _id(id: object) -> str:  # noqa: A002  the record's own word
    """An id as it is sent; raises NotFound for what can be none."""
    if not isinstance(id, str):
        raise NotFound(f"there is no memory {id!r:.80}")
    return id


@told.reading
def _policy(plain: Mapping[str, Any]) -> Policy:
    return Policy.from_changes(plain["changes"])


def _waiting(held: Held) -> Waiting:
    return Waiting(reason=f"{held.reason}; it waits on this machine and is sent later", key=held.key)


def _check_kind(body: Mapping[str, Any]) -> None:
    if body.get("kind") is not None and permanent(body["kind"]):
        raise PermanentMemory(f"a {body['kind']} is permanent memory; use `permanent.add`")


def _offered(item: str | Mapping[str, Any]) -> dict[str, Any] | Rejected:
    """An item of a batch as it is sent, or why it cannot be."""
    try:
        if isinstance(item, Mapping):
            options = dict(item)
            return sending.statement(options.pop("text", None), options)
        return sending.statement(item, {})
    except InvalidInput as error:
        return Rejected(reason=str(error), code=error.code)


def _dated(turns: Iterable[Mapping[str, Any]], at: str) -> list[dict[str, Any]]:
    """Turns that say when they were said."""
    return [{"at": at, **turn} for turn in turns]


def _parts(turns: Sequence[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Turns in parts that a gateway takes in one request."""
    parts: list[list[dict[str, Any]]] = [[]]
    size = 0
    for turn in turns:
        more = len(encoded(turn))
        if parts[-1] and size + more > REQUEST_BYTES:
            parts.append([])
            size = 0
        parts[-1].append(turn)
        size += more
    return parts
