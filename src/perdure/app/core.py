"""What every space of one open place shares."""

from __future__ import annotations

import copy
import logging
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, tzinfo
from typing import TYPE_CHECKING

from perdure.app.background import Background
from perdure.app.choice import Beginning, Choice
from perdure.app.permitted import Permitted, require, require_place
from perdure.app.recalls import Recalls, Talk, place_of
from perdure.app.rounds import Rounds
from perdure.capture.intake import Intake
from perdure.domain.access import LOCAL, RESERVED, UPKEEP, Allowed, Principal, Right, permission
from perdure.domain.memory import Memory
from perdure.domain.policy import Policy
from perdure.domain.recall import Hit, RecallRecord
from perdure.domain.space import SpaceName
from perdure.errors import EmbedderError, InvalidValue, NotFound, StoreBusy, StoreError, StoreReadOnly
from perdure.ports.clock import Clock, Ids
from perdure.ports.embedder import Embedder
from perdure.ports.ending import Ending
from perdure.ports.llm import LanguageModel
from perdure.ports.reranker import Reranker
from perdure.ports.store import Progress, Reader, SpaceStore, Store
from perdure.recall.ask import Meaning
from perdure.recall.calibration import Calibration, measure
from perdure.text.tokens import TokenCounter, estimate
from perdure.transfer import staging
from perdure.upkeep import embed

if TYPE_CHECKING:
    from perdure.capture.model import Caller

log = logging.getLogger("perdure")

_DEFAULT = Policy()


@dataclass
class Core:
    """The ports, the defaults, who calls, and what waits to be written."""

    store: Store
    clock: Clock
    ids: Ids
    zone: tzinfo
    policy: Policy | None
    choice: Choice
    reranker: Reranker | None
    llm: LanguageModel | None = None
    counter: TokenCounter = estimate
    principal: Principal = LOCAL
    waits: bool = True
    rounds: Rounds = field(default_factory=Rounds)
    calibrations: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    recalls: Recalls = field(default_factory=Recalls)
    ending: Ending = field(default_factory=Ending)
    uses: dict[str, datetime] = field(default_factory=dict)
    """When the last use of each token was noted here."""
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _measuring: threading.Lock = field(default_factory=threading.Lock)
    _known: dict[str, Calibration] = field(default_factory=dict)
    _callers: dict[SpaceName, tuple[date, Caller]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.background = Background(self._tend)

    def _tend(self, name: SpaceName) -> float | None:
        from perdure.app.upkeep import tend  # documented lazy load: what the background does, nothing else needs

        return tend(self.acting(UPKEEP), name)

    def acting(self, principal: Principal) -> Core:
        """The same place, everything in it shared, as somebody else may use it."""
        core = copy.copy(self)
        core.principal = principal
        return core

    def over(self, store: Store) -> Core:
        """The same ports, and the same caller, over another place; nothing of what waits here."""
        return replace(
            self,
            store=store,
            choice=self.choice.over(store),
            rounds=Rounds(off=True),
            recalls=Recalls(),
            ending=Ending(),
            uses={},
        )

    @property
    def actor(self) -> str:
        """Who is named in a history."""
        return self.principal.name

    @property
    def source(self) -> str | None:
        """The agent or tool that is taken to say what it hands in; None for the place's own, which speaks for any."""
        return None if self.principal.name in RESERVED else self.principal.name

    def require(self, right: Right, name: SpaceName) -> None:
        """Raises Forbidden where whoever calls may not do in a space what takes this right."""
        require(self.principal, right, name)

    def require_place(self) -> None:
        """Raises Forbidden where whoever calls may not do what concerns the whole place."""
        require_place(self.principal)

    def look_after(self, name: SpaceName) -> None:
        """Queue the upkeep of a space that this process writes to, once a day; returns at once."""
        if self.rounds.due(name):
            from perdure.app.upkeep import rounds  # documented lazy load: as above

            rounds(self, name)

    def now(self) -> datetime:
        """The clock's moment in the store's zone."""
        return self.clock.now().astimezone(self.zone)

    def space(self, name: SpaceName) -> SpaceStore:
        """The store of a space, as far as whoever calls may use it."""
        return Permitted(self.own(name), self.principal)

    def own(self, name: SpaceName) -> SpaceStore:
        """The store of a space for what the place does for itself, whoever calls: vectors, accesses, approvals."""
        return Beginning(self.store.space(name), self.choice)

    def policy_of(self, reader: Reader) -> Policy:
        """The space's own policy; the caller's where the space has none yet."""
        stored = reader.policy()
        return self.policy if stored is None and self.policy is not None else stored or _DEFAULT

    def intake(self, name: SpaceName) -> Intake:
        """The rules for what enters a space now; its first write stores the caller's policy for good."""
        with self.space(name).read() as reader:
            policy, unset = self.policy_of(reader), reader.policy() is None
        return Intake(
            space=name,
            policy=policy,
            zone=self.zone,
            now=self.now(),
            adopts=unset and self.policy is not None,
            source=self.source,
        )

    def fill(self, name: SpaceName, progress: Progress | None = None) -> None:
        """Vectors for what a space has just got; where the embedder fails they stay pending and words find the rest."""
        embedder = self.embedder
        if embedder is None:
            return
        try:
            embed.fill(self.own(name), embedder, progress=progress, stop=self.background.stopping)
        except EmbedderError as error:
            log.warning("%s: vectors are pending: %s", name, error)
        except NotFound:
            log.info("%s: the space is gone before it had all its vectors", name)

    def follow(self, name: SpaceName, *, wait: bool = True, progress: Progress | None = None) -> None:
        """Vectors for what a space has just got: now, or behind the back of a caller, or of a place, that waits for none."""
        if wait and self.waits:
            self.fill(name, progress)
        else:
            self.background.add(name)

    def reembed(self, name: SpaceName, progress: Progress | None = None) -> int:
        """Vectors of the embedder at hand for all of a space; raises InvalidValue where there is none."""
        self.require(Right.WRITE, name)
        number = embed.reembed(self.space(name), self._there(), progress=progress)
        with self.space(name).read() as reader:
            done = reader.embedder() == self.fingerprint
        if done:
            self.choice.moved()
        return number

    @property
    def embedder(self) -> Embedder | None:
        """The one at hand. Ask after reading what a space's vectors are of, see `Automatic`."""
        return self.choice.embedder

    @property
    def fingerprint(self) -> str | None:
        """Of the embedder at hand."""
        embedder = self.embedder
        return None if embedder is None else str(embedder.fingerprint)

    def notes(self, stored: str | None) -> tuple[str, ...]:
        """What keeps the vectors of a space from taking part in recall."""
        if stored in (None, self.fingerprint):
            return ()
        if self.embedder is None:
            return (f"vectors are of {stored}, and there is no embedder: only words take part",)
        return (f"vectors are of {stored}, not of {self.fingerprint}: only words take part; {self.choice.advice}",)

    def caller(self, name: SpaceName) -> Caller | None:
        """The language model for the work of a space, with what is left of the day's tokens; None where there is none."""
        if self.llm is None:
            return None
        with self.space(name).read() as reader:
            budget = self.policy_of(reader).model_tokens
        from perdure.capture.model import Caller  # documented lazy load: nothing needs a language model

        today = self.now().date()
        with self._lock:
            day, caller = self._callers.get(name, (None, None))
            if caller is None or day != today:
                caller = Caller(self.llm, budget_tokens=budget)
                self._callers[name] = (today, caller)
            return caller

    def delete(self, name: SpaceName) -> bool:
        """Remove a space and what waits for it, imports too."""
        self.require(Right.ADMIN, name)
        self.recalls.drop(name)
        gone = self.store.delete(name)
        staging.forsake(self.store.staging, name)
        return gone

    def meaning(self) -> Meaning | None:
        """How queries become vectors here."""
        if self.embedder is None:
            return None
        return Meaning(embed=self._embed_query, calibration=self.calibration)

    def _embed_query(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        return list(self._there().embed(texts, use="query"))

    def calibration(self) -> Calibration:
        """The embedder's background: shipped, measured before, or measured now and kept."""
        embedder = self._there()
        fingerprint = str(embedder.fingerprint)
        with self._measuring:
            if fingerprint not in self._known:
                self._known[fingerprint] = self._calibrated(embedder)
            return self._known[fingerprint]

    def calibrate(self) -> Calibration:
        """Measure the embedder anew and keep what was measured. Raises InvalidValue where there is none."""
        self.require_place()
        embedder = self._there()
        with self._measuring:
            measured = self._known[str(embedder.fingerprint)] = self._measured(embedder)
        return measured

    def _there(self) -> Embedder:
        embedder = self.embedder
        if embedder is None:
            raise InvalidValue("there is no embedder here; pass one to Perdure, or set PERDURE_EMBEDDER")
        return embedder

    def _calibrated(self, embedder: Embedder) -> Calibration:
        fingerprint = str(embedder.fingerprint)
        known = self.calibrations.get(fingerprint) or self.store.calibration(fingerprint)
        return (known and Calibration.of(known)) or self._measured(embedder)

    def _measured(self, embedder: Embedder) -> Calibration:
        fingerprint, measured = str(embedder.fingerprint), measure(embedder)
        try:
            self.store.set_calibration(fingerprint, measured.plain())
        except (StoreReadOnly, StoreBusy) as error:
            log.info("the calibration of %s is not kept: %s", fingerprint, error)
        return measured

    def count(
        self, hits: Sequence[Hit], at: datetime, *, query: str, spaces: Iterable[SpaceName], talk: Talk | None = None
    ) -> None:
        """Note that memories were recalled; written with the next write, so that reading itself never waits for it. Where whoever
        asks may not write, nothing is noted: what he reads leaves no trace there. The question is kept in one space alone."""
        hits = [hit for hit in hits if isinstance(permission(self.principal, Right.WRITE, hit.space), Allowed)]
        if any(hit.memory is not None for hit in hits):
            session = None if talk is None else talk.session
            asked = RecallRecord(id=self.ids.new("rec", at), at=at, query=query, memories=(), session=session)
            place = place_of(frozenset(spaces), self.principal.home) if talk is None else talk.space
            self.recalls.note(hits, asked, place=place, talk=talk)
        elif talk is not None:
            self.recalls.nothing(talk)

    def talk(self, name: SpaceName, session: str) -> Talk:
        """A session of whoever calls that writes a space."""
        return Talk(space=name, who=self.principal.token or self.principal.name, session=session)

    def answered(self, talk: Talk, entry_id: str) -> None:
        """Note that an entry answers what was last recalled in a session."""
        self.recalls.answered(talk, entry_id)

    def counted(self, memory: Memory) -> Memory:
        """A memory with the accesses that are not written yet."""
        return self.recalls.counted(memory)

    def recorded(self, reader: Reader, records: Iterable[RecallRecord]) -> list[RecallRecord]:
        """Recalls as they may be kept: what was asked is guarded like any text, and no longer than a query."""
        policy = self.policy_of(reader)
        intake = Intake(space=reader.name, policy=policy, zone=self.zone, now=self.now())
        most = policy.limits.query_chars
        return [replace(record, query=intake.guarded_value(record.query)[:most]) for record in records]

    def write_accesses(self, name: SpaceName) -> None:
        """Write what was recalled of a space; it waits on where it cannot be written now."""
        noted = self.recalls.take(name)
        if noted is None:
            return
        try:
            with self.own(name).write(create=False) as writer:
                writer.count_accesses(noted.accesses)
                writer.add_recalls(self.recorded(writer, noted.records.values()))
        except NotFound:
            log.info("%s: the space is gone, and %d recalls with it", name, len(noted.records))
        except StoreError as error:
            log.info("%s: %d recalls wait: %s", name, len(noted.records), error)
            self.recalls.give_back(name, noted)

    def close(self) -> None:
        """Let end what is under way, stop the background work, write what waits, let go of every file."""
        self.ending.join()
        self.background.close()
        try:
            for name in self.recalls.names():
                self.write_accesses(name)
        finally:
            self.store.close()
