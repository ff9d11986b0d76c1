"""What every space of one open place shares."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo

from perdure.app.background import Background
from perdure.app.choice import Beginning, Choice
from perdure.capture.intake import Intake
from perdure.domain.memory import Memory
from perdure.domain.policy import Policy
from perdure.domain.recall import Hit
from perdure.domain.space import SpaceName
from perdure.errors import EmbedderError, InvalidValue, NotFound, StoreBusy, StoreError, StoreReadOnly
from perdure.ports.clock import Clock, Ids
from perdure.ports.embedder import Embedder
from perdure.ports.reranker import Reranker
from perdure.ports.store import Progress, Reader, SpaceStore, Store
from perdure.recall.ask import Meaning
from perdure.recall.calibration import Calibration, measure
from perdure.upkeep import embed

log = logging.getLogger("perdure")

ACTOR = "local"
"""The principal of a library call without a token."""


@dataclass
class Core:
    """The ports, the defaults, and what waits to be written."""

    store: Store
    clock: Clock
    ids: Ids
    zone: tzinfo
    policy: Policy | None
    choice: Choice
    reranker: Reranker | None
    calibrations: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    accesses: dict[SpaceName, dict[str, tuple[int, datetime]]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _measuring: threading.Lock = field(default_factory=threading.Lock)
    _known: dict[str, Calibration] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.background = Background(self.fill)

    def now(self) -> datetime:
        """The clock's moment in the store's zone."""
        return self.clock.now().astimezone(self.zone)

    def space(self, name: SpaceName) -> SpaceStore:
        """The store of a space."""
        return Beginning(self.store.space(name), self.choice)

    def policy_of(self, reader: Reader) -> Policy:
        """The space's own policy; the caller's where the space has none yet."""
        stored = reader.policy()
        return self.policy if stored is None and self.policy is not None else stored or Policy()

    def intake(self, name: SpaceName) -> Intake:
        """The rules for what enters a space now; its first write stores the caller's policy for good."""
        with self.space(name).read() as reader:
            policy, unset = self.policy_of(reader), reader.policy() is None
        return Intake(
            space=name, policy=policy, zone=self.zone, now=self.now(), adopts=unset and self.policy is not None
        )

    def fill(self, name: SpaceName, progress: Progress | None = None) -> None:
        """Vectors for what a space has just got; where the embedder fails they stay pending and words find the rest."""
        embedder = self.embedder
        if embedder is None:
            return
        try:
            embed.fill(self.space(name), embedder, progress=progress, stop=self.background.stopping)
        except EmbedderError as error:
            log.warning("%s: vectors are pending: %s", name, error)
        except NotFound:
            log.info("%s: the space is gone before it had all its vectors", name)

    def reembed(self, name: SpaceName, progress: Progress | None = None) -> int:
        """Vectors of the embedder at hand for all of a space; raises InvalidValue where there is none."""
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

    def delete(self, name: SpaceName) -> bool:
        """Remove a space and what waits for it."""
        with self._lock:
            self.accesses.pop(name, None)
        return self.store.delete(name)

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

    def count(self, hits: Sequence[Hit], at: datetime) -> None:
        """Note that memories were recalled; written with the next write, so that reading itself never waits for it."""
        with self._lock:
            for hit in hits:
                if hit.memory is not None:
                    mine = self.accesses.setdefault(hit.space, {})
                    mine[hit.id] = (mine.get(hit.id, (0, at))[0] + 1, at)

    def counted(self, memory: Memory) -> Memory:
        """A memory with the accesses that are not written yet."""
        with self._lock:
            count, at = self.accesses.get(memory.space, {}).get(memory.id, (0, None))
        if at is None:
            return memory
        last = max(at, memory.last_accessed_at or at)
        return replace(memory, access_count=memory.access_count + count, last_accessed_at=last)

    def write_accesses(self, name: SpaceName) -> None:
        """Write the counted accesses of a space; they wait on where it cannot be written now."""
        with self._lock:
            mine = self.accesses.pop(name, None)
        if not mine:
            return
        try:
            with self.space(name).write(create=False) as writer:
                writer.count_accesses(mine)
        except NotFound:
            log.info("%s: the space is gone, and %d counted accesses with it", name, len(mine))
        except StoreError as error:
            log.info("%s: %d counted accesses wait: %s", name, len(mine), error)
            self._keep_accesses(name, mine)

    def _keep_accesses(self, name: SpaceName, mine: Mapping[str, tuple[int, datetime]]) -> None:
        with self._lock:
            held = self.accesses.setdefault(name, {})
            for memory_id, (count, at) in mine.items():
                more, last = held.get(memory_id, (0, at))
                held[memory_id] = (count + more, max(at, last))

    def close(self) -> None:
        """Stop the background work, write what waits, let go of every file."""
        self.background.close()
        try:
            for name in list(self.accesses):
                self.write_accesses(name)
        finally:
            self.store.close()
