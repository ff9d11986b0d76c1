"""The vocabulary of the cases over the facade: one class, each verb a few lines, nothing decided here.

`user='x'` is the space `user/x`; `agent=` is a source label; `scope='private'` a space of that agent's own, another scope
`project/SCOPE`, read together with the user's space; `key=` a slot; `type=` a kind; `ttl=` an `expires_at`; `event_at=` is
`holds_from`. `dedupe_threshold=` has no counterpart: no cosine decides what is the same. A record that was forgotten or
has expired is still read by its id, and says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from perdure import Added, Perdure, Policy, Reinforced, Superseded, Turn
from perdure.app import Space
from perdure.domain.change import Captured
from perdure.domain.space import SpaceName
from perdure.kinds import KINDS
from perdure.recall.brief import CLOSE, OPEN
from perdure.testing import FrozenClock, HashEmbedder
from tests.cases.carrying import SUFFIXES, export_text, take_in
from tests.cases.carrying import written as written_to
from tests.cases.embedders import embedder
from tests.cases.records import (
    KIND_OF_TYPE,
    Batched,
    Checkup,
    Counted,
    Forgotten,
    Health,
    Hits,
    Imported,
    Ingested,
    Listed,
    Pruned,
    Record,
    moment,
    written,
)

NOW = datetime(2026, 10, 1, 12, 0, tzinfo=UTC)
"""The moment of every case that does not name its own: later than every time that a case gives to what is stored."""

CONSOLIDATING = ("summarize_old", "sessions", "weeks", "promote")
"""The part of upkeep that puts together; the rest lets go."""

KEPT = ("memory", "summary", "permanent")
"""What the vocabulary calls memories; a conversation that was only imported is found in the journal."""

EVERYTHING = 1_000_000
UNSAID = object()
PAGE = 10_000
_SPAN = re.compile(r"(\d+(?:\.\d+)?)\s*([smhdw])")
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


def span(ttl: str) -> timedelta:
    """`1h`, `2d`, … as a span of time."""
    found = _SPAN.fullmatch(ttl)
    if found is None:
        raise ValueError(f"{ttl!r} is no span of time")
    return timedelta(**{_UNITS[found[2]]: float(found[1])})


def policy_of(half_life_days: float | None, dedupe: bool, max_chars: int | None) -> Policy | None:
    """The settings of a case as a policy; None where it has none, so that the defaults are what is tested."""
    policy = Policy(merge_repeats=dedupe)
    if half_life_days is not None:
        fading = [kind.name for kind in KINDS if kind.half_life_days is not None]
        policy = replace(policy, half_lives=dict.fromkeys(fading, half_life_days))
    if max_chars is not None:
        policy = replace(policy, limits=replace(policy.limits, text_bytes=max_chars))
    return None if policy == Policy() else policy


class Store:
    """An open place, by the words of the cases."""

    def __init__(
        self,
        path: str | Path,
        embed: Any = "hash",
        llm: Any = None,
        half_life_days: float | None = None,
        tz: str | None = None,
        dedupe: bool = True,
        dedupe_threshold: float | None = None,
        max_chars: int | None = None,
        reembed: bool = False,
        busy_timeout_ms: int = 30_000,
    ) -> None:
        self.path = Path(path)
        self._imported = False
        self._files = 0
        self.clock = FrozenClock(NOW)
        self.embedder = HashEmbedder() if embed == "hash" else embedder(embed)
        self.perdure = Perdure(
            self.path,
            embedder=self.embedder,
            llm=llm,
            clock=self.clock,
            timezone=tz or "UTC",
            policy=policy_of(half_life_days, dedupe, max_chars),
            busy_timeout=busy_timeout_ms / 1000,
        )
        if reembed:
            self.reembed()

    def close(self) -> None:
        """Let go of every file."""
        self.perdure.close()

    def remember(
        self, text: Any, user: Any = "u1", scope: str | None = None, agent: str | None = None, **options: Any
    ) -> Record:
        """Store a statement."""
        given = self._options(agent=agent, **options)
        return written(self._space(user, scope, agent).remember(text, **given), self.clock.now())

    def remember_many(
        self, items: Iterable[Any], user: Any = "u1", scope: str | None = None, agent: str | None = None
    ) -> Batched:
        """Store a batch."""
        offered = [
            {"text": item.get("text"), **self._options(agent=agent, **{k: v for k, v in item.items() if k != "text"})}
            if isinstance(item, Mapping)
            else item
            for item in items
        ]
        return Batched.of(self._space(user, scope, agent).remember_many(offered), self.clock.now())

    def ingest(
        self, messages: Iterable[Mapping[str, Any]], at: str | None = None, user: Any = "u1", agent: str | None = None
    ) -> list[Record]:
        """A conversation, captured; the records that are new or changed."""
        return _stored(self._capture(messages, at, user, agent), self._now(at))

    def ingest_long(self, parts: Iterable[Iterable[Mapping[str, Any]]], user: Any = "u1") -> Ingested:
        """Many conversations, each captured by itself."""
        captured = [
            self._capture(part, None, user, None, session=f"part-{number}") for number, part in enumerate(parts)
        ]
        return Ingested(
            items=[record for found in captured for record in _stored(found, self.clock.now())],
            failed=[number for number, found in enumerate(captured) if found.distilled.notes],
        )

    def consolidate(self) -> None:
        """Summaries and promotions, in every space; what lets go of memories is `prune`."""
        for summary in self.perdure.spaces():
            self.perdure.space(summary.name).upkeep(strategies=CONSOLIDATING)

    def prune(self, min_strength: float, dry_run: bool = False, now: str | None = None, user: Any = "u1") -> Pruned:
        """Archive what has become weak and is not read any more."""
        space = self._space(user)
        policy = space.policy()
        space.set_policy(replace(policy, fading=replace(policy.fading, archive_strength=min_strength)))
        report = space.upkeep(dry_run=dry_run, strategies=("archive",), now=moment(now))
        return Pruned(items=list(report))

    def recall(self, query: Any, user: Any = "u1", **options: Any) -> Hits:
        """Ask."""
        return Hits(self._recall(query, user, **options))

    def context(self, query: Any, user: Any = "u1", max_tokens: int | None = None, **options: Any) -> str:
        """What would be put into a prompt."""
        return self._recall(query, user, **options).brief(max_tokens)

    def context_markers(self) -> tuple[str, str]:
        """How such a block opens and closes."""
        return OPEN, CLOSE

    def get(
        self, id: str | None = None, key: str | None = None, user: Any = "u1", now: str | None = None
    ) -> Record | None:
        """One record, by id or by key."""
        found = self._space(user).get(id, slot=key) if key is not None else self._space(user).get(id)
        return None if found is None else self._record(found, now)

    def get_many(self, ids: Iterable[str], user: Any = "u1") -> list[Record]:
        """Those of the ids that exist."""
        return [found for id in ids if (found := self.get(id, user=user)) is not None]

    def list(
        self,
        user: Any = "u1",
        limit: int = EVERYTHING,
        cursor: str | None = None,
        include_superseded: bool = False,
        scope: str | None = None,
        agent: str | None = None,
        type: str | None = None,
        tags: Iterable[str] = (),
        subject: str | None = None,
        now: str | None = None,
        confirm: bool = False,
    ) -> Listed:
        """What is there; a limit above the longest page reads several. `subject` keeps what fills a slot of that subject."""
        if user is None and confirm:
            return self._all_listed(include_superseded=include_superseded)
        space, items = self._space(user, scope, agent), []
        kinds = () if type is None else (KIND_OF_TYPE.get(type, type),)
        statuses = ("active", "superseded") if include_superseded else ("active",)
        while True:
            size = min(limit - len(items), PAGE)
            page = space.list(
                statuses=statuses, kinds=kinds, tags=tuple(tags), limit=size, cursor=cursor, now=moment(now)
            )
            about = [m for m in page if subject is None or (m.slot is not None and m.slot.subject == subject)]
            items += [self._record(memory, now) for memory in about]
            cursor = page.next
            if cursor is None or len(items) >= limit:
                return Listed(items=items, total=page.total, next=cursor)

    def _all_listed(self, include_superseded: bool) -> Listed:
        """What is there in every space."""
        statuses = ("active", "superseded") if include_superseded else ("active",)
        pages = [self.perdure.space(name).list(statuses=statuses, limit=PAGE) for name in self._every()]
        items = [self._record(memory, None) for page in pages for memory in page]
        return Listed(items=items, total=sum(page.total for page in pages), next=None)

    def update(self, id: str, text: Any = None, user: Any = "u1", now: str | None = None, **options: Any) -> Record:
        """Change a record in place."""
        if "ttl" in options:
            options["expires_at"] = (moment(now) or self.clock.now()) + span(options.pop("ttl"))
        with self._at(now):
            return self._record(self._space(user).correct(id, text, **options), now)

    def correct(
        self,
        query: str | None = None,
        id: str | None = None,
        text: Any = None,
        user: Any = "u1",
        now: str | None = None,
    ) -> Record:
        """Say what is right instead of the record of that id, or of the one that answers the query best."""
        wanted = id if id is not None else self.recall(query, user=user, limit=1)[0].id
        return replace(self.update(wanted, text, user=user, now=now), superseded=(wanted,))

    def history(self, id: str, user: Any = "u1") -> list[Any]:
        """Every change of a record."""
        return self._space(user).history(id)

    def forget(
        self,
        id: str | None = None,
        ids: Iterable[str] | None = None,
        key: str | None = None,
        text: str | None = None,
        all: bool = False,
        user: Any = UNSAID,
    ) -> Forgotten:
        """Take records out. There is no way to leave out the space, so `user=None` is refused like any name that is none.

        H17 forgets a record of another user by its id alone, where no user stands for u1: that is looked for in every space,
        as whoever owns the place could. A user that is named is the only one.
        """
        space = self._space(user) if user is not UNSAID else self._holding(id)
        user = "u1" if user is UNSAID else user
        if all:
            gone = [record.id for record in self.list(user=user).items]
        elif key is not None:
            gone = [found.id for found in [space.get(slot=key)] if found is not None]
        elif text is not None:
            gone = [record.id for record in self.list(user=user).items if record.text == text]
        else:
            gone = [id, *(ids or ())] if id is not None else list(ids or ())
            if not gone:
                raise ValueError("say what to forget")
        return Forgotten(deleted=len(space.forget(gone)) if gone else 0)

    def _holding(self, id: str | None) -> Space:
        """The space of a record; that of u1 where no other has it."""
        spaces = [self.perdure.space(name) for name in self._every()] if id is not None else []
        return next((space for space in spaces if space.get(id) is not None), self._space("u1"))

    def restore(self, id: str, user: Any = "u1") -> Record:
        """Undo a forget."""
        return self._record(self._space(user).restore(id), None)

    def conflicts(self, user: Any = "u1") -> list[Record]:
        """What waits for a person to decide."""
        return [self._record(memory, None) for memory in self._space(user).list(statuses=("review",))]

    def scopes(self) -> list[Counted]:
        """The spaces there are, each with its count."""
        return [Counted(name=summary.name.name, count=summary.memories) for summary in self.perdure.spaces()]

    def reembed(self) -> int:
        """Vectors of the embedder at hand for everything that has none."""
        return sum(self.perdure.space(summary.name).reembed() for summary in self.perdure.spaces())

    maintain = reembed

    def doctor(self, repair: bool = False) -> Checkup:
        """Look at every space."""
        return Checkup(findings=self.perdure.doctor(repair=repair))

    def status(self, user: Any = "u1") -> Health:
        """How it stands."""
        stats = self._space(user).stats()
        return Health(writable=stats.writable, notes=stats.notes)

    def export(self, target: str | Path, format: str = "archive", user: Any = "u1") -> Any:
        """Write a space into a file or folder."""
        return self._space(user).export(target, format=format)

    def export_text(self, format: str, user: Any = "u1", confirm: bool = False) -> str:
        """What such a file says."""
        names = self._every() if user is None and confirm else [str(self._space(user).name)]
        return export_text(self, format, names, self._scratch())

    def import_(self, data: Any, format: str | None = None, user: Any = "u1") -> Imported:
        """Take in a value, or a file of that name."""
        path = data if isinstance(data, str | Path) else written_to(data, self._scratch())
        return self.import_file(path, format=format, user=user)

    def import_text(self, text: str, format: str, user: Any = "u1", confirm: bool = False) -> Imported:
        """Take in a file of that text."""
        file = self._scratch() / f"import{SUFFIXES.get(format, '')}"
        file.write_text(text, encoding="utf-8")
        return self.import_file(file, format=format, user=user, confirm=confirm)

    def import_file(
        self, path: str | Path, format: str | None = None, user: Any = "u1", confirm: bool = False
    ) -> Imported:
        """Take in a file."""
        self._imported = True
        everyone = user is None and confirm
        return take_in(self, Path(path), format, None if everyone else str(self._space(user).name))

    def _every(self) -> list[str]:
        return [str(summary.name) for summary in self.perdure.spaces()]

    def _scratch(self) -> Path:
        """A new folder beside the store."""
        self._files += 1
        folder = self.path.with_name(f"{self.path.name}.files{self._files}")
        folder.mkdir(parents=True)
        return folder

    def _capture(
        self,
        messages: Iterable[Mapping[str, Any]],
        at: str | None,
        user: Any,
        agent: str | None,
        session: str | None = None,
    ) -> Captured:
        turns = [Turn(message["content"], speaker=message["role"], at=moment(at)) for message in messages]
        return self._space(user, None, agent).capture(turns, session=session, source=agent)

    def _now(self, at: str | None) -> datetime:
        return moment(at) or self.clock.now()

    def _recall(
        self,
        query: Any,
        user: Any,
        limit: Any = None,
        filters: Mapping[str, Any] | None = None,
        scope: str | None = None,
        agent: str | None = None,
        since: Any = None,
        until: Any = None,
        when: Any = None,
        as_of: Any = None,
        now: Any = None,
    ) -> Any:
        where = dict(filters or {})
        kinds, tags = where.pop("type", None), where.pop("tags", None)
        space = self._space(user)
        asked = space if scope is None else self.perdure.view(space.name, self._space(user, scope, agent).name)
        return asked.recall(
            query,
            k=limit,
            layers=None if self._imported else KEPT,
            kinds=None if kinds is None else KIND_OF_TYPE.get(kinds, kinds),
            tags=tags,
            where=where,
            since=moment(since),
            until=moment(until),
            when=when,
            as_of=moment(as_of),
            now=moment(now),
        )

    def _space(self, user: Any, scope: str | None = None, agent: str | None = None) -> Space:
        if not isinstance(user, str):
            return self.perdure.space(user)  # refused: no name, no space
        SpaceName.parse(f"user/{user}")
        if scope is None:
            return self.perdure.space(f"user/{user}")
        return self.perdure.space(f"user/{user}/private/{agent}" if scope == "private" else f"project/{scope}")

    def _options(self, agent: str | None = None, **options: Any) -> dict[str, Any]:
        """The options of `remember` under the facade's names."""
        given = {name: moment(options.pop(name)) if name in options else None for name in ("at", "event_at")}
        found: dict[str, Any] = {"at": given["at"], "holds_from": given["event_at"], "source": agent}
        if "ttl" in options:
            found["expires_at"] = (given["at"] or self.clock.now()) + span(options.pop("ttl"))
        if "key" in options:
            found["slot"] = options.pop("key")
        if "type" in options:
            named = options.pop("type")
            found["kind"] = KIND_OF_TYPE.get(named, named)
        return {name: value for name, value in {**found, **options}.items() if value is not None}

    def _record(self, memory: Any, now: str | None) -> Record:
        at = moment(now) or self.clock.now()
        return Record(memory=memory, now=at if at.tzinfo else at.replace(tzinfo=UTC))

    @contextmanager
    def _at(self, now: str | None) -> Iterator[None]:
        """Put the clock to a moment for one call."""
        before = self.clock.now()
        self.clock.set(moment(now) or before)
        try:
            yield
        finally:
            self.clock.set(before)


def _stored(captured: Captured, now: datetime) -> list[Record]:
    """The records behind what was captured."""
    return [
        written(outcome, now) for outcome in captured.distilled if isinstance(outcome, Added | Reinforced | Superseded)
    ]


def page_all(
    store: Store, limit: int = 100, between: Callable[[int], Any] = lambda _: None, **options: Any
) -> list[Record]:
    """Every record, page by page, with something done between two pages."""
    items: list[Record] = []
    cursor, pages = None, 0
    while True:
        page = store.list(limit=limit, cursor=cursor, **options)
        items += page.items
        cursor, pages = page.next, pages + 1
        if cursor is None:
            return items
        between(pages)
