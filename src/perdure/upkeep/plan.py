"""What upkeep has to do: a pure decision over what a space holds.

`plan` lists one step a memory, session, week or kind. Doing all of them and planning again at the same moment gives nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from perdure.domain.journal import Session
from perdure.domain.memory import Status
from perdure.domain.policy import STRATEGIES, Policy
from perdure.domain.strength import strength
from perdure.domain.upkeep import UpkeepStep
from perdure.kinds import half_life, kind, summary
from perdure.ports.store import Standing
from perdure.upkeep.adapt import Adapted, Verdict, adaptations
from perdure.upkeep.periods import Told, Week, micros, old_groups, sessions_to_tell, weeks_to_tell

SUMMARY = summary.KIND.name
DAY = 86_400_000_000
"""Microseconds."""

ASKED_FROM = 0.5
"""The importance from which a person is asked about a temporary memory whose time has passed; of other kinds always."""

LET_GO_DAYS = 30.0
"""How long after its time something that nobody is asked about goes to the archive."""

LASTING_DAYS = 15.0
"""The half-life from which a kind is worth proposing as permanent."""


BREATH = 500
"""Rows that a rule looks at in one go."""

PERIODS = frozenset(("sessions", "weeks", "adapt"))
"""Strategies whose steps are not about one memory."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Scene:
    """All that a plan looks at.

    `waiting`: memories in an open review; `asked`: those once proposed as permanent. `confirmed`: how often each was said again or
    confirmed, and `changed`: those that were corrected or superseded before, both of those that `may_last`. `archived`: those in
    the archive for `cold_days`. `slotted`: those that fill a slot. `gone`: those that no longer hold. `details`: the ids under
    each summary.
    """

    standings: Sequence[Standing]
    policy: Policy
    now: datetime
    gone: Collection[str] = frozenset()
    sessions: Sequence[Session] = ()
    details: Mapping[str, Collection[str]] = field(default_factory=dict)
    waiting: Collection[str] = frozenset()
    asked: Collection[str] = frozenset()
    confirmed: Mapping[str, int] = field(default_factory=dict)
    changed: Collection[str] = frozenset()
    archived: Collection[str] = frozenset()
    slotted: Collection[str] = frozenset()
    verdicts: Sequence[Verdict] = ()
    adapted: Mapping[str, Adapted] = field(default_factory=dict)


def plan(scene: Scene, strategies: Iterable[str], breathe: Callable[[], None] = lambda: None) -> list[UpkeepStep]:
    """The steps of these strategies, in their order; of a memory that several would move, the first decides. `breathe` is
    called every few rows, so that a long plan keeps no other thread waiting."""
    wanted = set(strategies)
    taken: set[str] = set()
    steps: list[UpkeepStep] = []
    for name in STRATEGIES:
        if name not in wanted:
            continue
        planned = _one_by_one(scene, RULES[name], taken, breathe) if name in RULES else _PLANS[name](scene)
        found = [step for step in planned if name in PERIODS or step.target not in taken]
        steps += found
        taken |= {step.target for step in found if name not in PERIODS}
    return steps


class Terms(NamedTuple):
    """What one memory is judged by."""

    policy: Policy
    now: int
    waiting: Collection[str]

    @classmethod
    def of(cls, scene: Scene) -> Terms:
        """Those of a scene."""
        return cls(scene.policy, micros(scene.now), scene.waiting)


def expire(row: Standing, terms: Terms) -> UpkeepStep | None:
    """Its time has passed: off to review, and to the archive where nobody is asked and it has waited long enough."""
    if row.expires_at is None or row.expires_at > terms.now or kind(row.kind).permanent:
        return None
    days = (terms.now - row.expires_at) / DAY
    if row.status == Status.ACTIVE:
        why = "its time has passed" + (
            "" if asks(row.kind, row.importance) else "; too small a matter to ask a person about"
        )
        return _step("expire", "expired", row, why, days_past=days)
    if row.status == Status.REVIEW and days >= LET_GO_DAYS and row.id not in terms.waiting:
        return _step("expire", "archived", row, f"its time has passed {days:.0f} days ago", days_past=days)
    return None


def archive(row: Standing, terms: Terms) -> UpkeepStep | None:
    """Weak and long unread."""
    if row.status != Status.ACTIVE:
        return None
    fading = terms.policy.fading
    unread = unread_days(row, terms.now)
    if unread < fading.archive_unread_days or not _fades(row, terms.policy):
        return None
    held = strength_of(row, terms.policy, terms.now)
    if held >= fading.archive_strength:
        return None
    why = f"strength {held:.3f} is below {fading.archive_strength:g}, and it was unread for {unread:.0f} days"
    return _step("archive", "archived", row, why, strength=held, unread_days=unread)


def importance_decay(row: Standing, terms: Terms) -> UpkeepStep | None:
    """Unimportant and unread for a while."""
    fading = terms.policy.fading
    if row.importance >= fading.decay_importance:
        return None
    unread = unread_days(row, terms.now)
    if unread < fading.decay_unread_days or not _fades(row, terms.policy):
        return None
    why = f"importance {row.importance:g} is below {fading.decay_importance:g}, and it was unread for {unread:.0f} days"
    return _step("importance_decay", "archived", row, why, importance=row.importance, unread_days=unread)


Rule = Callable[[Standing, Terms], UpkeepStep | None]

RULES: Mapping[str, Rule] = {
    "expire": expire,
    "archive": archive,
    "importance_decay": importance_decay,
}
"""The strategies that look at one memory alone."""


def asks(kind_name: str, importance: float) -> bool:
    """Whether a person is asked about a memory whose time has passed."""
    return kind_name != "temporary" or importance >= ASKED_FROM


def may_last(row: Standing, policy: Policy) -> bool:
    """Whether it stands long enough, by its times alone, to be worth proposing as permanent."""
    found = kind(row.kind)
    lasting = found.half_life_days is None or found.half_life_days >= LASTING_DAYS
    return (
        row.status == Status.ACTIVE
        and row.expires_at is None
        and lasting
        and not found.permanent
        and row.updated_at - row.created_at >= policy.gates.recurrence_days * DAY
    )


def may_freeze(row: Standing, policy: Policy, now: int) -> bool:
    """Whether it lies in the archive and was not heard of for long enough."""
    untouched = now - max(row.updated_at, row.last_accessed_at or row.created_at) >= policy.fading.cold_days * DAY
    return row.status == Status.ARCHIVED and not row.frozen and untouched


def is_old(row: Standing, policy: Policy, now: int) -> bool:
    """Whether it is old enough to be summarised with others of its kind."""
    return now - row.updated_at > policy.fading.summarize_days * DAY and _fades(row, policy)


def unread_days(row: Standing, now: int) -> float:
    """Days since it was last recalled or confirmed, or made; a time in the future counts as now."""
    return max(0, now - max(row.updated_at, row.last_accessed_at or row.created_at)) / DAY


def strength_of(row: Standing, policy: Policy, now: int) -> float:
    """How strongly it is held."""
    age = max(0, now - row.updated_at) / DAY
    return strength(row.importance, row.access_count, age, half_life(row.kind, policy, row.half_life_days))


def _fades(row: Standing, policy: Policy) -> bool:
    """Whether it may go by itself: what never decays stays, and so do summaries, which stand for what has gone."""
    return (
        row.status == Status.ACTIVE
        and row.kind != SUMMARY
        and half_life(row.kind, policy, row.half_life_days) is not None
    )


def _step(strategy: str, action: str, row: Standing, reason: str, **numbers: float) -> UpkeepStep:
    rounded = {name: round(value, 4) for name, value in numbers.items()}
    return UpkeepStep(strategy=strategy, action=action, target=row.id, reason=reason, numbers=rounded)


def _one_by_one(scene: Scene, rule: Rule, taken: Collection[str], breathe: Callable[[], None]) -> Iterator[UpkeepStep]:
    terms = Terms.of(scene)
    for start in range(0, len(scene.standings), BREATH):
        breathe()
        for row in scene.standings[start : start + BREATH]:
            if row.id not in taken and (step := rule(row, terms)) is not None:
                yield step


def _summarize_old(scene: Scene) -> Iterator[UpkeepStep]:
    now = micros(scene.now)
    old = [row for row in scene.standings if is_old(row, scene.policy, now) and row.id not in scene.slotted]
    for number, group in enumerate(old_groups(old, over=scene.policy.fading.summarize_over)):
        why = f"one of {len(group)} of kind {group[0].kind} older than {scene.policy.fading.summarize_days:g} days"
        for row in group:
            yield _step("summarize_old", "summarised", row, why, group=number, age_days=(now - row.updated_at) / DAY)


def told(scene: Scene) -> list[Told]:
    """The sessions that are over, and which of them have to be summarised."""
    over = timedelta(hours=scene.policy.fading.idle_hours)
    ended = [session for session in scene.sessions if scene.now - session.last_at >= over]
    return sessions_to_tell(scene.standings, ended, scene.details, scene.gone, withdrawn(scene))


def weeks(scene: Scene) -> list[Week]:
    """The weeks that have to be summarised."""
    return weeks_to_tell(told(scene), scene.standings, scene.details, withdrawn(scene), scene.now)


def withdrawn(scene: Scene) -> set[str]:
    """The summaries that were taken out of recall to be written anew; those that a person is asked about are not."""
    waiting = (row.id for row in scene.standings if row.kind == SUMMARY and row.status == Status.REVIEW)
    return {name for name in waiting if name not in scene.waiting}


def _sessions(scene: Scene) -> Iterator[UpkeepStep]:
    for one in told(scene):
        if one.due:
            numbers = {"entries": one.session.entries}
            yield UpkeepStep(
                strategy="sessions", action="summarised", target=one.session.id, reason=one.reason, numbers=numbers
            )


def _weeks(scene: Scene) -> Iterator[UpkeepStep]:
    for week in weeks(scene):
        numbers = {"sessions": len(week.sessions)}
        yield UpkeepStep(strategy="weeks", action="summarised", target=week.name, reason=week.reason, numbers=numbers)


def _promote(scene: Scene) -> Iterator[UpkeepStep]:
    gates = scene.policy.gates
    for row in scene.standings:
        times = scene.confirmed.get(row.id, 0)
        open_or_done = row.id in scene.asked or row.id in scene.changed or row.id in scene.waiting
        if times < gates.recurrences or open_or_done or not may_last(row, scene.policy):
            continue
        days = (row.updated_at - row.created_at) / DAY
        yield _step(
            "promote",
            "proposed",
            row,
            f"confirmed {times} times over {days:.0f} days, unchanged",
            times=times,
            days=days,
        )


def _adapt(scene: Scene) -> Iterator[UpkeepStep]:
    for move in adaptations(scene.policy, scene.verdicts, scene.adapted, scene.now):
        yield UpkeepStep(
            strategy="adapt", action="adapted", target=move.kind, reason=move.reason, numbers=dict(move.numbers)
        )


def _cold_storage(scene: Scene) -> Iterator[UpkeepStep]:
    now = micros(scene.now)
    for row in scene.standings:
        if row.id in scene.archived and may_freeze(row, scene.policy, now):
            yield _step(
                "cold_storage", "frozen", row, f"in the archive for more than {scene.policy.fading.cold_days:g} days"
            )


_PLANS: Mapping[str, Callable[[Scene], Iterator[UpkeepStep]]] = {
    "summarize_old": _summarize_old,
    "sessions": _sessions,
    "weeks": _weeks,
    "promote": _promote,
    "adapt": _adapt,
    "cold_storage": _cold_storage,
}
