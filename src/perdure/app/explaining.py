"""Why a memory is there, what changed it, how strongly it is held, and which answers it had a part in."""

from __future__ import annotations

from datetime import datetime

from perdure.app.core import Core
from perdure.app.values import Explanation
from perdure.capture.intake import aware
from perdure.domain.memory import Status
from perdure.domain.recall import RecallRecord
from perdure.domain.space import SpaceName
from perdure.domain.strength import SUPERSEDED, age_days, decay, weight
from perdure.errors import NotFound
from perdure.kinds import half_life
from perdure.ports.store import Reader

CURVE_DAYS = (0, 1, 3, 7, 14, 30, 60, 90, 180, 365)

RECALLS = 100
"""Recalls that are told at most."""


def explained(core: Core, name: SpaceName, memory_id: str, now: datetime | None) -> Explanation:
    """Everything that is known of one memory, as of `now`. Raises NotFound."""
    at = aware(now, core.zone, "now") or core.now()
    with core.space(name).read() as reader:
        found = reader.memories([memory_id])
        if not found:
            raise NotFound(f"there is no memory {memory_id} in {name}")
        memory = core.recalls.counted(found[0])
        entries, changes = reader.entries_by_id(memory.source.turns), reader.history(memory_id)
        links, recalls = reader.links([memory_id]), _recalls(core, reader, memory_id)
        policy = core.policy_of(reader)
    days = half_life(memory.kind, policy, memory.half_life_days)
    age = age_days(memory.updated_at, at)
    left = SUPERSEDED if memory.status is Status.SUPERSEDED else 1.0
    worth = left * weight(memory.importance, memory.access_count)
    return Explanation(
        memory=memory,
        entries=tuple(entries),
        history=tuple(changes),
        links=tuple(links),
        recalls=recalls,
        weight=worth,
        decay=decay(age, days),
        strength=worth * decay(age, days),
        half_life_days=days,
        curve=tuple((ahead, worth * decay(age + ahead, days)) for ahead in CURVE_DAYS),
    )


def _recalls(core: Core, reader: Reader, memory_id: str) -> tuple[RecallRecord, ...]:
    """Those that are not written yet, then those that are, the newest first."""
    waiting = core.recorded(reader, core.recalls.returning(reader.name, memory_id))
    found: dict[str, RecallRecord] = {}
    for record in [*waiting, *reader.recalls_of(memory_id, limit=RECALLS)]:
        found.setdefault(record.id, record)  # of one that was answered since, the answer waits
    return tuple(found.values())[:RECALLS]
