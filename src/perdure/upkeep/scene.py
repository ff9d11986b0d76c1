"""Reading what a plan looks at: pages of standings, of which only those are kept that a strategy may be about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from perdure.capture import feedback
from perdure.domain.link import Relation
from perdure.domain.memory import Status
from perdure.domain.policy import Policy
from perdure.domain.review import Question, Review
from perdure.ports.store import Reader, ReviewFilter, Standing
from perdure.upkeep.adapt import Adapted, Verdict
from perdure.upkeep.periods import micros
from perdure.upkeep.plan import SUMMARY, Scene, is_old, may_freeze, may_last, unread_days

PAGE = 1_000
"""Standings read at a time."""

BEGIN = datetime(1, 1, 2, tzinfo=UTC)
"""Before it there are no times, in no zone."""

POLICY = "policy"
"""What the history calls the target of a changed policy."""

CONFIRMED = frozenset(("reinforced", "confirmed"))
CHANGED = frozenset(("corrected", "superseded"))


@dataclass
class _Rows:
    """The standings that matter, and the ids of those that no longer hold."""

    kept: list[Standing] = field(default_factory=list)
    gone: set[str] = field(default_factory=set)


def read_scene(reader: Reader, *, policy: Policy, now: datetime, strategies: Collection[str]) -> Scene:
    """What the plan of these strategies looks at."""
    rows = _rows(reader, policy, now)
    reviews = list(_reviews(reader))
    waiting = {side for review in reviews if review.state == "open" for side in (review.memory, review.other) if side}
    asked = {review.memory for review in reviews if review.question is Question.PROMOTION}
    periods = bool({"sessions", "weeks"} & set(strategies))
    confirmed, changed = ({}, set()) if "promote" not in strategies else _recurring(reader, rows.kept, policy, asked)
    return Scene(
        standings=rows.kept,
        gone=rows.gone,
        policy=policy,
        now=now,
        sessions=reader.sessions() if periods else (),
        details=_details(reader, rows.kept) if periods else {},
        waiting=waiting,
        asked=asked,
        confirmed=confirmed,
        changed=changed,
        archived=_archived(reader, rows.kept, policy, now) if "cold_storage" in strategies else frozenset(),
        slotted=_slotted(reader, rows.kept, policy, now) if "summarize_old" in strategies else frozenset(),
        verdicts=_verdicts(reader) if "adapt" in strategies else (),
        adapted=_adapted(reader) if "adapt" in strategies else {},
    )


def _rows(reader: Reader, policy: Policy, now: datetime) -> _Rows:
    found, after, moment = _Rows(), 0, micros(now)
    while page := reader.standings(after=after, limit=PAGE):
        after = page[-1].seq
        for row in page:
            if row.status in (Status.SUPERSEDED, Status.FORGOTTEN) and row.kind != SUMMARY:
                found.gone.add(row.id)
            elif _matters(row, policy, moment):
                found.kept.append(row)
    return found


def _matters(row: Standing, policy: Policy, now: int) -> bool:
    """Whether any strategy may have to do with it, by its times alone."""
    if row.kind == SUMMARY or (row.expires_at is not None and row.expires_at <= now):
        return True
    if row.status == Status.ARCHIVED:
        return may_freeze(row, policy, now)
    fading = policy.fading
    unread = unread_days(row, now) >= min(fading.archive_unread_days, fading.decay_unread_days)
    return row.status == Status.ACTIVE and (unread or may_last(row, policy) or is_old(row, policy, now))


def _reviews(reader: Reader) -> Iterator[Review]:
    wanted, cursor = ReviewFilter(states=()), None
    while True:
        page = reader.reviews(wanted, limit=PAGE, cursor=cursor)
        yield from page.items
        cursor = page.next
        if cursor is None:
            return


def _details(reader: Reader, rows: Sequence[Standing]) -> dict[str, set[str]]:
    summaries = [row.id for row in rows if row.kind == SUMMARY]
    found: dict[str, set[str]] = defaultdict(set)
    for link in reader.links(summaries):
        if link.relation is Relation.SUMMARISED:
            found[link.other].add(link.memory)
    return found


def _recurring(
    reader: Reader, rows: Sequence[Standing], policy: Policy, asked: Collection[str]
) -> tuple[dict[str, int], set[str]]:
    """How often each that may last was confirmed, and those that were changed in between."""
    confirmed: dict[str, int] = {}
    changed: set[str] = set()
    for row in rows:
        if row.id in asked or not may_last(row, policy):
            continue
        actions = [change.action for change in reader.history(row.id)]
        confirmed[row.id] = sum(action in CONFIRMED for action in actions)
        if not CHANGED.isdisjoint(actions):
            changed.add(row.id)
    return confirmed, changed


def _archived(reader: Reader, rows: Sequence[Standing], policy: Policy, now: datetime) -> set[str]:
    """What has been in the archive for long enough."""
    if not any(may_freeze(row, policy, micros(now)) for row in rows):
        return set()
    cold = timedelta(days=policy.fading.cold_days)
    if now - BEGIN < cold:
        return set()
    until = now - cold
    return {change.memory_id for change in reader.changes(("archived",), until=until)}


def _slotted(reader: Reader, rows: Sequence[Standing], policy: Policy, now: datetime) -> set[str]:
    old = [row.id for row in rows if is_old(row, policy, micros(now))]
    return {memory.id for memory in reader.memories(old) if memory.slot is not None}


def _verdicts(reader: Reader) -> list[Verdict]:
    changes = reader.changes((feedback.ACTION,))
    kinds = {memory.id: memory.kind for memory in reader.memories({change.memory_id for change in changes})}
    told = ((change, feedback.verdict_of(change)) for change in changes if change.memory_id in kinds)
    return [Verdict(kinds[change.memory_id], verdict, change.at) for change, verdict in told if verdict is not None]


def _adapted(reader: Reader) -> dict[str, Adapted]:
    """What each kind was set to last."""
    told = (change for change in reader.history(POLICY) if change.action == "adapted")
    return {
        change.after["kind"]: Adapted(
            at=change.at,
            days=change.after["half_life_days"],
            base_days=change.after["base_half_life_days"],
            threshold=change.after["threshold"],
            base_threshold=change.after["base_threshold"],
        )
        for change in told
    }
