"""Playing conversations into a memory of their own, and asking it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from perdure.app import Perdure
from perdure.app.space import Space
from perdure.domain.journal import Turn
from perdure.domain.recall import Hit
from perdure.evaluate.corpus import Scene
from perdure.evaluate.score import Kept, Tally, has, judged
from perdure.ports.embedder import Embedder
from perdure.ports.llm import LanguageModel
from perdure.testing.clock import FrozenClock, SequentialIds

_LATER = timedelta(days=1)
"""How long after its last turn a conversation is asked about."""
_EVERY = 1_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Evaluation:
    """The tallies by language, scene and half, and a fingerprint of everything that was stored: equal for equal runs."""

    tallies: dict[tuple[str, str, str], Tally] = field(default_factory=dict)
    fingerprint: str = ""

    def over(self, *, language: str | None = None, scene: str | None = None, half: str | None = None) -> Tally:
        """The sum of those that fit."""
        wanted = (language, scene, half)
        fitting = (
            tally
            for key, tally in self.tallies.items()
            if all(one is None or one == other for one, other in zip(wanted, key, strict=True))
        )
        return sum(fitting, Tally())


def evaluate(
    scenes: Iterable[Scene], *, embedder: Embedder | str | None = "auto", llm: LanguageModel | str | None = None
) -> Evaluation:
    """Play every conversation into a space of its own, in a place that is gone afterwards."""
    tallies: dict[tuple[str, str, str], Tally] = {}
    stored = hashlib.sha256()
    with TemporaryDirectory() as home:
        for scene in scenes:
            tally, dump = _played(scene, Path(home) / scene.id, embedder=embedder, llm=llm)
            key = (scene.language, scene.scene, scene.half)
            tallies[key] = tallies.get(key, Tally()) + tally
            stored.update(dump)
    return Evaluation(tallies=tallies, fingerprint=stored.hexdigest())


def _played(
    scene: Scene, home: Path, *, embedder: Embedder | str | None, llm: LanguageModel | str | None
) -> tuple[Tally, bytes]:
    clock = FrozenClock(_ends(scene.sessions[0]))
    options: dict[str, Any] = {"embedder": embedder, "llm": llm, "clock": clock, "ids": SequentialIds()}
    with Perdure(home, timezone="UTC", upkeep=False, **options) as memory:
        space = memory.space(f"user/{scene.id}")
        for turns in scene.sessions:
            clock.set(_ends(turns))
            space.capture(turns)
        tally = judged(scene, _kept(space))
        dump = _dump(space)
        clock.set(clock.now() + _LATER)
        return tally + _asked(scene, space) + _forgotten(scene, space), dump


def _asked(scene: Scene, space: Space) -> Tally:
    """Whether the question is answered, and where a preference changed whether the old one is silent."""
    if not scene.question:
        return Tally()
    hits = list(space.recall(scene.question))
    answered = any(has(hit.text, scene.answer_must) for hit in hits)
    changes = bool(scene.answer_must_not)
    stale = any(has(hit.text, scene.answer_must_not) and not _labelled(hit) for hit in hits)
    return Tally(asked=1, answered=int(answered), changed=int(changes), timely=int(changes and answered and not stale))


def _labelled(hit: Hit) -> bool:
    """Whether a hit says itself that something newer is known."""
    return hit.newer is not None or hit.outdated is not None


def _forgotten(scene: Scene, space: Space) -> Tally:
    """Forget what mentions a word; it stays so when the same conversation is captured again."""
    if not scene.forget:
        return Tally()
    space.forget([memory.id for memory in _memories(space) if has(memory.text, scene.forget)], reason="evaluation")
    for turns in scene.sessions:
        space.capture(turns)
    back = [hit for hit in space.recall(scene.question) if has(hit.text, scene.forget)]
    kept = [memory for memory in _memories(space) if has(memory.text, scene.forget)]
    return Tally(forgotten=1, gone=int(not back and not kept))


def _memories(space: Space) -> Sequence[Any]:
    return list(space.list(limit=_EVERY))


def _kept(space: Space) -> list[Kept]:
    """Every memory that was made, replaced ones too, with the numbers of its turns."""
    refs = {entry.id: entry.ref for entry in space.entries(limit=_EVERY)}
    return [
        Kept(memory.text, frozenset(int(ref) for turn in memory.source.turns if (ref := refs.get(turn)) is not None))
        for memory in space.list(statuses="all", limit=_EVERY)
    ]


def _dump(space: Space) -> bytes:
    """Everything a space holds as canonical JSON."""
    memories = list(space.list(statuses="all", limit=_EVERY))
    everything = {
        "entries": [asdict(entry) for entry in space.entries(limit=_EVERY)],
        "memories": [asdict(memory) for memory in memories],
        "history": [asdict(change) for memory in memories for change in space.history(memory.id)],
    }
    return json.dumps(everything, ensure_ascii=False, sort_keys=True, default=str).encode()


def _ends(turns: Sequence[Turn]) -> datetime:
    """When the last of the turns was said; those of the corpus all have a time."""
    return max(turn.at for turn in turns if turn.at is not None)
