"""The kinds of memory: one module each, and one tuple."""

from __future__ import annotations

from perdure.domain.memory import Memory
from perdure.domain.policy import Policy
from perdure.domain.recall import Layer
from perdure.errors import UnknownKind
from perdure.kinds import (
    boundary,
    commitment,
    decision,
    event,
    fact,
    identity,
    preference,
    procedure,
    profile,
    role,
    rule,
    summary,
    task,
    temporary,
)
from perdure.kinds.kind import Kind

KINDS: tuple[Kind, ...] = (
    identity.KIND,
    preference.KIND,
    decision.KIND,
    commitment.KIND,
    task.KIND,
    event.KIND,
    fact.KIND,
    rule.KIND,
    procedure.KIND,
    summary.KIND,
    temporary.KIND,
    profile.KIND,
    boundary.KIND,
    role.KIND,
)

_BY_NAME = {kind.name: kind for kind in KINDS}
_RECOGNISED = tuple(
    _BY_NAME[name]
    for name in ("rule", "temporary", "decision", "preference", "identity", "commitment", "task", "procedure", "event")
)
DEFAULT = "fact"


def kind(name: str) -> Kind:
    """The kind of that name; raises UnknownKind and lists the ones there are."""
    found = _BY_NAME.get(name) if isinstance(name, str) else None
    if found is None:
        raise UnknownKind(f"there is no kind {name!r}; the kinds are {', '.join(_BY_NAME)}")
    return found


def permanent(name: str) -> bool:
    """Whether memories of a kind are permanent; a name that is no kind's is not."""
    found = _BY_NAME.get(name)
    return found is not None and found.permanent


def layer_of(memory: Memory) -> Layer:
    """The layer that a memory is found in."""
    if permanent(memory.kind):
        return Layer.PERMANENT
    return Layer.SUMMARY if memory.kind == "summary" else Layer.MEMORY


def classify(text: str) -> str:
    """The kind of a statement, by its wording; `fact` where no cue is found."""
    for candidate in _RECOGNISED:
        if candidate.cues is not None and candidate.cues.search(text):
            return candidate.name
    return DEFAULT


def half_life(name: str, policy: Policy, own: float | None = None) -> float | None:
    """Days after which half of the strength is left: the memory's own, else the policy's, else the kind's."""
    found = kind(name)
    if own is not None and found.half_life_days is not None:
        return own
    return policy.half_lives.get(name, found.half_life_days)
