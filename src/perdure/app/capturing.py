"""`capture` and `distil`: turns into the journal and into memories, now or behind the caller's back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from perdure.app.core import Core
from perdure.app.upkeep import DISTIL, settled
from perdure.capture.capture import capture
from perdure.capture.distil import distil
from perdure.domain.access import Right
from perdure.domain.change import Captured, Distilled
from perdure.domain.journal import Turn
from perdure.domain.space import SpaceName
from perdure.upkeep.jobs import enqueue


def captured(
    core: Core, name: SpaceName, turns: Iterable[Turn], *, session: str | None, source: str | None, wait: bool
) -> Captured:
    """Turns into the journal, and what they tell into memories; without `wait` that is left to the background."""
    core.require(Right.WRITE, name)
    intake, caller = core.intake(name), core.caller(name)
    found = capture(
        core.space(name),
        turns,
        session=session,
        intake=intake,
        ids=core.ids,
        actor=core.actor,
        source=source,
        model=caller if wait else None,
        whole=wait,
    )
    if wait:
        return replace(found, distilled=settled(core, name, found.distilled, intake, caller))
    with core.space(name).write() as writer:
        for key in dict.fromkeys(entry.session or "" for entry in found.entries):
            enqueue(writer, name=DISTIL, key=key, now=intake.now, ids=core.ids)
    return found


def distilled(core: Core, name: SpaceName, session: str | None) -> Distilled:
    """What was observed and not distilled yet, of a session or of all."""
    core.require(Right.WRITE, name)
    intake, caller = core.intake(name), core.caller(name)
    found = distil(core.space(name), session, intake=intake, ids=core.ids, actor=core.actor, model=caller)
    return settled(core, name, found, intake, caller)
