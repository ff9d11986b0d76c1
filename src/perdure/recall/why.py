"""Why an item did not come back: the stage of the read path that dropped it, and the number that decided."""

from __future__ import annotations

from datetime import datetime

import numpy as np

from perdure.domain.journal import Entry
from perdure.domain.memory import Memory, Status
from perdure.domain.recall import Layer, Scope
from perdure.domain.trace import Covered, Dropped, Hidden, OutOfScope, OverLimit, Settled, Unasked, Unmatched, WhyNot
from perdure.errors import NotFound
from perdure.kinds import layer_of
from perdure.recall.ask import Ask, Source
from perdure.recall.evidence import Judged
from perdure.recall.past import as_known
from perdure.recall.pipeline import MOST_CANDIDATES, Stopwatch, answer, below_floor, judge, ready
from perdure.recall.rank import Places
from perdure.recall.unfit import statements

_PORTION = 500
"""Candidates whose owners are read at once while one is looked for."""


def why_not(ask: Ask, source: Source, id: str) -> WhyNot:  # noqa: A002  the record's own word
    """What becomes of one memory or entry when this is asked. Raises NotFound."""
    record = _record(source, id, ask.scope)
    watch = Stopwatch()
    asked = ready(ask, [source], watch)
    if asked.plan.quiet:
        return WhyNot(id=id, query=asked.plan.query, dropped=Unasked(id=id))
    hidden = _hidden(record, ask.scope) or _outside(record, ask.scope)
    if hidden is not None and not _in_archive(hidden):
        return WhyNot(id=id, query=asked.plan.query, dropped=hidden)
    found = answer(ask, asked, [source], watch)
    rank = next((n for n, hit in enumerate(found.hits, start=1) if hit.id == id), None)
    if hidden is not None:
        return WhyNot(id=id, query=asked.plan.query, rank=rank, dropped=None if rank else hidden)
    dropped = next((item for item in found.trace.dropped if item.id == id), None)
    judged = judge(ask, asked, [source], watch, limit=MOST_CANDIDATES)
    position = _position(judged, id)
    if dropped is None:
        dropped = next((item for item in judged.dropped if item.id == id), None)
    if rank is None and dropped is None:
        dropped = _further_down(judged, position, id, source, ask)
    return WhyNot(
        id=id,
        query=asked.plan.query,
        rank=rank,
        dropped=None if rank else dropped,
        evidence=judged.evidence.whole,
        parts={} if position is None else judged.fused.parts_at(position),
    )


def _position(judged: Judged, id: str) -> int | None:  # noqa: A002
    """Where the best passage of an item stands among all candidates."""
    order = judged.fused.order
    for start in range(0, len(order), _PORTION):
        part = order[start : start + _PORTION]
        for position, passage in zip(part.tolist(), Places(judged.found.look).at(part), strict=True):
            if passage.owner == id:
                return int(position)
    return None


def _further_down(judged: Judged, position: int | None, id: str, source: Source, ask: Ask) -> Dropped:  # noqa: A002
    """Why something that was not among the best candidates did not come back."""
    if position is None:
        cited = statements(source, [id]).get(id, [])
        current = next((memory.id for memory in cited if memory.current(ask.scope.now)), None)
        if current is not None:
            return Covered(id=id, by=current)
        return Settled(id=id, memories=tuple(memory.id for memory in cited)) if cited else Unmatched(id=id)
    if not judged.evidence.kept[position]:
        return below_floor(id, position, judged.evidence, ask.policy)
    order = judged.fused.order[judged.evidence.kept[judged.fused.order]]
    before = order[: int(np.flatnonzero(order == position)[0])]
    rank = len(np.unique(judged.found.look.pool.item[before])) + 1
    return OverLimit(id=id, rank=rank, limit=ask.k)


def _record(source: Source, id: str, scope: Scope) -> Memory | Entry:  # noqa: A002
    """The memory or entry of that id, as it was known at the moment that is asked about."""
    found: list[Memory | Entry] = [*source.reader.memories([id]), *source.reader.entries_by_id([id])]
    if not found:
        raise NotFound(f"there is no memory and no entry {id} in {source.name}")
    record = found[0]
    if scope.known_at is None or isinstance(record, Entry):
        return record
    return as_known(record, source.reader.history(id), scope.known_at)


def _in_archive(hidden: Dropped) -> bool:
    """Whether something may still come back, out of the archive."""
    return isinstance(hidden, Hidden) and hidden.status == Status.ARCHIVED


def _hidden(record: Memory | Entry, scope: Scope) -> Dropped | None:
    """Whether a memory is not current, or was not at the moment that is asked about."""
    if not isinstance(record, Memory):
        return None
    if record.status not in _shown(scope):
        return Hidden(id=record.id, status=record.status.value)
    return Hidden(id=record.id, status="expired") if not scope.past and record.expired(scope.now) else None


def _shown(scope: Scope) -> set[Status]:
    """The statuses that a scope lets through."""
    then = {Status.SUPERSEDED} if scope.as_of is not None else set()
    kept = {Status.ARCHIVED} if scope.as_of is not None and scope.known_at is None else set()
    return {Status.ACTIVE} | then | kept


def _outside(record: Memory | Entry, scope: Scope) -> Dropped | None:
    """The first filter that a record does not pass."""
    for name, passed in _filters(record, scope).items():
        if not passed:
            return OutOfScope(id=record.id, filter=name)
    return None


def _filters(record: Memory | Entry, scope: Scope) -> dict[str, bool]:
    memory = record if isinstance(record, Memory) else None
    layer = Layer.JOURNAL if memory is None else layer_of(memory)
    at = record.holds_from if isinstance(record, Memory) else record.at
    tags = set() if memory is None else set(memory.tags)
    return {
        "layers": not scope.layers or layer in scope.layers,
        "kinds": not scope.kinds or (memory is not None and memory.kind in scope.kinds),
        "tags": tags.issuperset(scope.tags),
        "where": all(name in record.metadata and record.metadata[name] == value for name, value in scope.where.items()),
        "since": scope.since is None or at >= scope.since,
        "until": scope.until is None or at <= scope.until,
        "as_of": scope.as_of is None or (at <= scope.as_of and (memory is None or _held(memory, scope.as_of))),
        "known_at": scope.known_at is None or record.recorded_at <= scope.known_at,
    }


def _held(memory: Memory, moment: datetime) -> bool:
    return all(end is None or end > moment for end in (memory.holds_until, memory.expires_at))
