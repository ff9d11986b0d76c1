"""What a statement has to be to enter long-term memory: a pure decision."""

from __future__ import annotations

from dataclasses import dataclass

from perdure.capture.extract.proposal import Proposal
from perdure.domain.policy import Policy
from perdure.kinds import kind


@dataclass(frozen=True, slots=True)
class Keep:
    """It enters, for this reason."""

    reason: str


@dataclass(frozen=True, slots=True)
class Wait:
    """It was seen too seldom yet, and matters too little to be kept at once."""

    seen: int


@dataclass(frozen=True, slots=True)
class Refuse:
    """It can never enter by itself."""

    reason: str
    code: str


Gate = Keep | Wait | Refuse


def gate(proposal: Proposal, seen: int, policy: Policy) -> Gate:
    """Whether a proposal is kept. `seen` counts the entries that said the same before."""
    sort = kind(proposal.kind)
    if sort.permanent:
        return Refuse(f"{sort.name} is permanent memory; only a person can set it", "permanent_memory")
    if proposal.asked:
        return Keep("asked for")
    threshold = policy.gates.thresholds.get(sort.name, sort.threshold)
    if proposal.importance >= threshold:
        return Keep(f"importance {proposal.importance:.2f} is at least {threshold:.2f}")
    times = seen + len(proposal.entries)
    return Keep(f"seen {times} times") if times >= policy.gates.sightings else Wait(times)
