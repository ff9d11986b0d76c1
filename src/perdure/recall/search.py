"""Asking the spaces for candidates, by words and by meaning at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from perdure.domain.recall import Layer, Scope
from perdure.kinds import layer_of
from perdure.ports.store import Candidates, Wanted
from perdure.recall.ask import Source
from perdure.recall.calibration import Background
from perdure.recall.look import Look
from perdure.recall.plan import Plan
from perdure.recall.pool import pooled

MOST_CLAIMING = 8
"""Memories that claim what is asked for; where there are more, what is asked for does not tell one from another."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """The candidates of every space, and all of them as one pool. `full` says that a space had more than it was asked for."""

    look: Look
    spaces: Sequence[Candidates]
    notes: tuple[str, ...] = ()

    @property
    def full(self) -> bool:
        """Whether some space had more."""
        return any(one.full for one in self.spaces)

    @property
    def passages(self) -> int:
        """How many passages were searched."""
        return sum(one.passages for one in self.spaces)


def search(
    plan: Plan,
    sources: Sequence[Source],
    scope: Scope,
    vectors: Sequence[Sequence[float]],
    *,
    limit: int,
    background: Background | None = None,
) -> Found:
    """The candidates of every space; `background` says what their cosines mean."""
    texts, voice = vectors[: len(plan.texts)], vectors[-1] if plan.voice and len(vectors) else ()
    spans = [(_micros(span.start), _micros(span.end)) for span in plan.spans]
    spaces = [
        source.reader.candidates(
            Wanted(
                terms=plan.terms,
                vectors=texts if source.meaning else (),
                scope=scope,
                limit=limit,
                spans=spans,
                voice=voice if source.meaning else (),
                memories=_claiming(plan, source, scope),
            )
        )
        for source in sources
    ]
    pool = pooled(spaces, texts=len(plan.texts), vectors=len(texts))
    notes = tuple(
        f"the word index of {source.name} is damaged, run `perdure doctor --repair`: {one.damage}"
        for source, one in zip(sources, spaces, strict=True)
        if one.damage
    )
    look = Look(plan=plan, sources=sources, scope=scope, pool=pool, background=background)
    return Found(look=look, spaces=spaces, notes=notes)


def _claiming(plan: Plan, source: Source, scope: Scope) -> list[str]:
    """The memories that claim what the question asks for, as of now: only what is active is found by what it claims."""
    if not plan.claims or scope.past or scope.archived:
        return []
    found = source.reader.by_claims(plan.claims, limit=MOST_CLAIMING + 1)
    if len(found) > MOST_CLAIMING:
        return []
    return [
        memory.id
        for memory in found
        if memory.current(scope.now)
        and layer_of(memory) is not Layer.SUMMARY
        and plan.asks_for(memory.text, memory.source.speaker)
    ]


def _micros(moment: datetime) -> int:
    return int(moment.timestamp() * 1_000_000)
