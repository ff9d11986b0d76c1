"""One run of upkeep over a space: under a lease, in short transactions, stopping and going on anywhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import groupby

from perdure.capture.intake import Intake
from perdure.domain.change import Distilled
from perdure.domain.job import Job
from perdure.domain.journal import Undistilled
from perdure.domain.policy import STRATEGIES
from perdure.domain.upkeep import UpkeepReport, UpkeepStep
from perdure.errors import InvalidValue, NotFound, UpkeepRunning
from perdure.ports.clock import Ids
from perdure.ports.store import Progress, SpaceStore, Writer
from perdure.upkeep import acts, jobs
from perdure.upkeep.desk import BATCH, Desk, described, targets
from perdure.upkeep.digest import Teller
from perdure.upkeep.embed import Stop, never
from perdure.upkeep.pace import Pace, Pause
from perdure.upkeep.plan import PERIODS, Scene, plan
from perdure.upkeep.scene import read_scene
from perdure.upkeep.telling import Telling

LEASE_NAME, LEASE_KEY = "lease", "upkeep"
"""The job row that a run holds while it works, so that there is one runner a space."""

RENEWED = 20
"""Memories whose claims are made anew in one transaction."""

Distil = Callable[[str | None], Distilled]
"""Distils a session; None: the turns without one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Order:
    """What a run is to do. `strategies` None: those of the space's policy."""

    strategies: Sequence[str] | None = None
    dry_run: bool = False
    progress: Progress | None = None
    stop: Stop = never


@dataclass(frozen=True, kw_only=True, slots=True)
class Staff:
    """Who does it: `owner` names the runner in its lease, `clock` times that, and `distil` and `teller` make memories and summaries.
    `pause` waits between two pieces of work."""

    ids: Ids
    actor: str
    owner: str
    clock: Callable[[], datetime]
    distil: Distil | None = None
    teller: Teller | None = None
    pause: Pause = time.sleep


def upkeep(store: SpaceStore, order: Order, *, intake: Intake, staff: Staff) -> UpkeepReport:
    """Do what is due at `intake.now`, or with `dry_run` list it.

    Running it again at the same moment changes nothing. What stops it loses nothing: the next run finds what is left. Raises
    UpkeepRunning where another runner is at work; InvalidValue for a strategy there is none of.
    """
    names = wanted(order.strategies, intake.policy.fading.strategies)
    if order.dry_run:
        return _foreseen(store, names, intake, staff)
    try:
        with lease(store, staff) as hold:
            desk = Desk(store=store, intake=intake, ids=staff.ids, actor=staff.actor, hold=hold)
            return _done(desk, names, order, staff)
    except NotFound:  # a space that nobody has written to has nothing to look after
        return UpkeepReport(space=intake.space, at=intake.now, dry_run=False, notes=("there is no such space yet",))


def wanted(asked: Sequence[str] | None, usual: Sequence[str]) -> tuple[str, ...]:
    """The strategies of a run, in the order in which they are done; weeks are told by their sessions. Raises InvalidValue."""
    names = usual if asked is None else [asked] if isinstance(asked, str) else asked
    unknown = set(names) - set(STRATEGIES)
    if unknown:
        raise InvalidValue(f"there is no strategy {min(unknown)!r}; they are {', '.join(STRATEGIES)}")
    more = {"sessions"} if "weeks" in names else set()
    return tuple(name for name in STRATEGIES if name in {*names, *more})


@contextmanager
def lease(store: SpaceStore, staff: Staff) -> Iterator[Callable[[Writer], None]]:
    """Hold the space against other runners; gives what is called in each transaction, which raises UpkeepRunning once the
    lease is lost. What interrupts the run lets go of it."""
    now = staff.clock()
    with store.write(create=False) as writer:
        jobs.enqueue(writer, name=LEASE_NAME, key=LEASE_KEY, now=now, ids=staff.ids)
        mine = jobs.take(writer, now=now, owner=staff.owner, names=(LEASE_NAME,))
    if mine is None:
        raise UpkeepRunning
    held: list[Job] = [mine]

    def hold(writer: Writer) -> None:
        at = staff.clock()
        kept = jobs.held(writer, held[0])
        if kept is None:
            raise UpkeepRunning("another runner has taken over")
        if not at < (kept.leased_until or at) - jobs.LEASE / 2:
            kept = jobs.extend(writer, kept, now=at) or kept
        held[0] = kept

    try:
        yield hold
    finally:
        with store.write(create=False) as writer:
            jobs.done(writer, held[0])


def idle_sessions(store: SpaceStore, intake: Intake) -> list[Undistilled]:
    """The sessions that are over by their silence and were not distilled."""
    over = timedelta(hours=intake.policy.fading.idle_hours)
    with store.read() as reader:
        return [one for one in reader.undistilled_sessions() if intake.now - one.last_at >= over]


def _foreseen(store: SpaceStore, names: Sequence[str], intake: Intake, staff: Staff) -> UpkeepReport:
    """What a run would do, without writing."""
    steps = [_distilled(one) for one in idle_sessions(store, intake)] if staff.distil is not None else []
    notes = ("what the sessions still to be distilled come to is not foreseen",) if steps else ()
    scene = _scene(store, names, intake)
    desk = Desk(store=store, intake=intake, ids=staff.ids, actor=staff.actor, hold=_refuse)
    telling = Telling(desk, scene, Teller())
    for strategy, group in groupby(plan(scene, names), key=lambda step: step.strategy):
        same = list(group)
        if strategy in ("sessions", "weeks"):
            steps += [each for step in same for each in telling.preview(step)]
        elif strategy in PERIODS:
            steps += same
        else:
            with store.read() as reader:
                steps += described(same, targets(reader, same))
    return UpkeepReport(space=intake.space, at=intake.now, dry_run=True, steps=tuple(steps), notes=notes)


def _done(desk: Desk, names: Sequence[str], order: Order, staff: Staff) -> UpkeepReport:
    """Distil what is idle, bring derived rows in line, then do the plan piece by piece."""
    teller, pace = staff.teller or Teller(), Pace(pause=staff.pause)
    notes: list[str] = []
    done = list(_distil_idle(desk, order, staff, notes))
    _renew_claims(desk, order.stop, pace)
    scene = _scene(desk.store, names, desk.intake)
    steps = plan(scene, names, pace.breathe)
    total = len(steps)
    for finished, seen in _pieces(desk, scene, steps, teller):
        done += finished
        pace.rest()
        if order.progress is not None:
            order.progress(seen, total)
        if order.stop():
            notes.append("stopped before the end; the next run goes on")
            break
    return UpkeepReport(
        space=desk.intake.space,
        at=desk.intake.now,
        dry_run=False,
        steps=tuple(done),
        notes=(*notes, *teller.notes),
    )


def _pieces(
    desk: Desk, scene: Scene, steps: Sequence[UpkeepStep], teller: Teller
) -> Iterator[tuple[list[UpkeepStep], int]]:
    """What each transaction has done, and how many steps of the plan are behind it."""
    telling, seen = Telling(desk, scene, teller), 0
    for strategy, group in groupby(steps, key=lambda step: step.strategy):
        for part in portions(strategy, list(group)):
            seen += len(part)
            yield _by_strategy(desk, scene, telling, part), seen


def portions(strategy: str, steps: Sequence[UpkeepStep]) -> Iterator[Sequence[UpkeepStep]]:
    """The steps of a strategy as they go into one transaction each."""
    match strategy:
        case "summarize_old":
            yield from (list(group) for _, group in groupby(steps, key=lambda step: step.numbers["group"]))
        case "sessions" | "weeks":
            yield from ([step] for step in steps)
        case "adapt":
            yield steps
        case _:
            yield from (steps[start : start + BATCH] for start in range(0, len(steps), BATCH))


def _by_strategy(desk: Desk, scene: Scene, telling: Telling, steps: Sequence[UpkeepStep]) -> list[UpkeepStep]:
    acting: dict[str, Callable[[Sequence[UpkeepStep]], list[UpkeepStep]]] = {
        "summarize_old": telling.old,
        "sessions": telling.session,
        "weeks": telling.week,
        "promote": partial(acts.propose, desk),
        "adapt": partial(acts.adapt, desk, scene),
        "cold_storage": partial(acts.freeze, desk),
    }
    return acting.get(steps[0].strategy, partial(acts.move, desk, scene))(steps)


def _scene(store: SpaceStore, names: Sequence[str], intake: Intake) -> Scene:
    with store.read() as reader:
        return read_scene(reader, policy=intake.policy, now=intake.now, strategies=names)


def _distil_idle(desk: Desk, order: Order, staff: Staff, notes: list[str]) -> Iterator[UpkeepStep]:
    """Distil the sessions that nobody closed."""
    if staff.distil is None:
        return
    for one in idle_sessions(desk.store, desk.intake):
        if order.stop():
            return
        found = staff.distil(one.session)
        notes += [note for note in found.notes if note not in notes]
        yield _distilled(one, kept=len(found) - len(found.rejected))


def _distilled(one: Undistilled, **numbers: float) -> UpkeepStep:
    return UpkeepStep(
        strategy="distil",
        action="distilled",
        target=one.session or "",
        reason=f"{one.entries} turns were not distilled since {one.last_at.isoformat()}",
        numbers={"entries": one.entries, **numbers},
    )


def _renew_claims(desk: Desk, stop: Stop, pace: Pace) -> None:
    """Read anew, a portion at a time, what older rules had read of the memories."""
    going_on = True
    while going_on and not stop():
        with desk.transaction() as writer:
            going_on = writer.renew_claims(RENEWED)
        pace.rest()


def _refuse(writer: Writer) -> None:
    raise UpkeepRunning(f"a dry run writes nothing to {writer.name}")
