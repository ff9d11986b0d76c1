"""What upkeep does to single memories and to the policy: each transaction decides anew on what it finds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from perdure.domain.change import Change
from perdure.domain.memory import Status
from perdure.domain.policy import Policy
from perdure.domain.review import Question
from perdure.domain.upkeep import UpkeepStep
from perdure.upkeep.adapt import Adaptation, Adapted, adaptations
from perdure.upkeep.desk import Aside, Desk, described, shown, targets
from perdure.upkeep.plan import RULES, Scene, Terms, asks
from perdure.upkeep.scene import POLICY


def move(desk: Desk, scene: Scene, steps: Sequence[UpkeepStep]) -> list[UpkeepStep]:
    """Out of recall: to review, where a person is asked if the matter is worth it, or to the archive."""
    terms = Terms.of(scene)
    with desk.transaction() as writer:
        known = {row.id: (row, text) for row, text in writer.standing(step.target for step in steps)}
        fresh = [RULES[step.strategy](known[step.target][0], terms) for step in steps if step.target in known]
        due = [step for step in fresh if step is not None]
        asides = [(step.action, known[step.target][0], f"{step.strategy}: {step.reason}") for step in due]
        asked = {row.id: why for action, row, why in asides if action == "expired" and asks(row.kind, row.importance)}
        matters = writer.memories(asked)
        for name in ("expired", "archived"):
            desk.set_aside(
                writer, name, [Aside(row.id, row.status, why) for action, row, why in asides if action == name]
            )
        desk.ask(writer, Question.EXPIRY, [(memory, asked[memory.id]) for memory in matters])
    return [replace(step, text=shown(known[step.target][1])) for step in due]


def propose(desk: Desk, steps: Sequence[UpkeepStep]) -> list[UpkeepStep]:
    """Ask whether what recurs unchanged becomes permanent; the memory itself stays as it is."""
    with desk.transaction() as writer:
        known = targets(writer, steps)
        due = [step for step in steps if step.target in known and known[step.target].status is Status.ACTIVE]
        desk.ask(writer, Question.PROMOTION, [(known[step.target], step.reason) for step in due])
        desk.note(writer, due)
    return described(due, known)


def freeze(desk: Desk, steps: Sequence[UpkeepStep]) -> list[UpkeepStep]:
    """Out of the index, not out of the space."""
    with desk.transaction() as writer:
        known = targets(writer, steps)
        due = [step for step in steps if step.target in known and known[step.target].status is Status.ARCHIVED]
        writer.freeze([step.target for step in due])
        desk.note(writer, due)
    return described(due, known)


def adapt(desk: Desk, scene: Scene, steps: Sequence[UpkeepStep]) -> list[UpkeepStep]:
    """Set what feedback taught; the history of the policy keeps what it was before."""
    wanted = {step.target for step in steps}
    with desk.transaction() as writer:
        desk.intake.adopt(writer)
        policy = writer.policy() or Policy()
        moves = adaptations(policy, scene.verdicts, scene.adapted, scene.now)
        due = [one for one in moves if one.kind in wanted]
        writer.set_policy(adapted_policy(policy, due))
        writer.add_changes([_policy_change(desk, one) for one in due])
    done = {one.kind for one in due}
    return [step for step in steps if step.target in done]


def adapted_policy(policy: Policy, moves: Iterable[Adaptation]) -> Policy:
    """The policy with other half-lives and gates for some kinds."""
    for one in moves:
        thresholds = {**policy.gates.thresholds, one.kind: one.after.threshold}
        gates = replace(policy.gates, thresholds=thresholds)
        half_lives = policy.half_lives
        if one.after.days is not None:
            half_lives = {**half_lives, one.kind: one.after.days}
        policy = replace(policy, gates=gates, half_lives=half_lives)
    return policy


def _policy_change(desk: Desk, one: Adaptation) -> Change:
    return Change(
        memory_id=POLICY,
        at=desk.intake.now,
        actor=desk.actor,
        action="adapted",
        reason=f"adapt: {one.kind}: {one.reason}",
        before=_plain(one.kind, one.before),
        after=_plain(one.kind, one.after),
    )


def _plain(kind: str, setting: Adapted) -> dict[str, Any]:
    """A setting as the history keeps it."""
    return {
        "kind": kind,
        "half_life_days": setting.days,
        "base_half_life_days": setting.base_days,
        "threshold": setting.threshold,
        "base_threshold": setting.base_threshold,
    }
