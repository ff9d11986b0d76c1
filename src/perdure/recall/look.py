"""What every signal sees: one query, the spaces it goes to, and the candidates found so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from perdure.domain.recall import Scope
from perdure.domain.space import SpaceName
from perdure.ports.store import Passage, Reader
from perdure.recall.plan import Plan

Key = int
"""A passage of one of the spaces: the number of the source, then the passage's id; plain, for it is hashed a lot."""

_SOURCE = 48
"""Bits that a passage's id takes; the source stands above them."""


def key_of(source: int, passage: int) -> Key:
    """The key of a passage of the source with that number."""
    return source << _SOURCE | passage


def source_of(key: Key) -> int:
    """The number of the source that a key belongs to."""
    return key >> _SOURCE


@dataclass(frozen=True, kw_only=True, slots=True)
class Source:
    """A space that is read; `meaning` is off where its vectors come from another embedder."""

    name: SpaceName
    reader: Reader
    meaning: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class Look:
    """One query over some spaces. `vectors` has one a text of the plan, or none where there is no embedder; `limit` is
    how many candidates a space gives a signal; `pool` holds the candidates, once there are any."""

    plan: Plan
    sources: Sequence[Source]
    scope: Scope
    limit: int
    vectors: Sequence[Sequence[float]]
    pool: Mapping[Key, Passage]


Scores = Mapping[Key, float]
Signal = Callable[[Look], Scores]
"""Raw scores of candidates; fusion normalises and weighs them."""
