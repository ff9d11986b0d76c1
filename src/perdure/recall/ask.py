"""One question before it is answered: what is asked, of which spaces, by which policy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from perdure.domain.policy import Policy
from perdure.domain.recall import Scope
from perdure.domain.space import SpaceName
from perdure.ports.reranker import Reranker
from perdure.ports.store import Reader
from perdure.recall.calibration import Calibration


@dataclass(frozen=True, kw_only=True, slots=True)
class Meaning:
    """How texts become vectors here; `calibration` is asked for once there is something to compare."""

    embed: Callable[[Sequence[str]], Sequence[Sequence[float]]]
    calibration: Callable[[], Calibration]


@dataclass(frozen=True, kw_only=True, slots=True)
class Source:
    """A space that is read; `meaning` is off where its vectors come from another embedder."""

    name: SpaceName
    reader: Reader
    meaning: bool = True


def never() -> bool:
    """There is no deadline."""
    return False


@dataclass(frozen=True, kw_only=True, slots=True)
class Ask:
    """One question: what, how many hits, from where, by which policy. `late` says that nobody waits for the answer any
    more, so that no further stage is begun. `expand` puts the query into other words; it may raise ModelError."""

    query: str
    k: int
    scope: Scope
    policy: Policy
    meaning: Meaning | None = None
    reranker: Reranker | None = None
    notes: tuple[str, ...] = ()
    late: Callable[[], bool] = never
    expand: Callable[[str], Sequence[str]] | None = None
