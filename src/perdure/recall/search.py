"""Asking the spaces for candidates: words first, then vectors for those and for the nearest others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from perdure.errors import StoreDamaged
from perdure.ports.store import Passage
from perdure.recall.fusion import Matches
from perdure.recall.look import Key, Look, Source


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """The candidates, what the searches said of them, and each one's own cosine to the whole query.

    `full` says that a space had more candidates than it was asked for.
    """

    look: Look
    matches: Matches
    own: dict[Key, float]
    full: bool
    notes: tuple[str, ...] = ()


def search(look: Look) -> Found:
    """Candidates of every space."""
    texts = range(len(look.plan.texts))
    lexical: list[dict[Key, float]] = [{} for _ in texts]
    dense: list[dict[Key, float]] = [{} for _ in texts] if look.vectors else []
    own: dict[Key, float] = {}
    pool: dict[Key, Passage] = {}
    notes: list[str] = []
    full = False
    for source in look.sources:
        notes += _words(look, source, lexical)
        named = sorted({key.passage for view in lexical for key in view if key.space == source.name})
        full |= len(named) >= look.limit
        for n, vector in enumerate(look.vectors if source.meaning else ()):
            for scored in source.reader.dense(vector, look.scope, limit=look.limit, also=named):
                key = Key(source.name, scored.passage)
                dense[n][key] = scored.score
                if n == 0:
                    own[key] = scored.own
            named = sorted(set(named) | {key.passage for key in dense[n] if key.space == source.name})
        full |= len(named) >= look.limit
        pool |= {Key(source.name, passage.id): passage for passage in source.reader.passages(named)}
    known = frozenset(pool)
    return Found(
        look=replace(look, pool=pool),
        matches=Matches(lexical=_within(lexical, known), dense=_within(dense, known)),
        own={key: value for key, value in own.items() if key in known},
        full=full,
        notes=tuple(dict.fromkeys(notes)),
    )


def _words(look: Look, source: Source, lexical: list[dict[Key, float]]) -> list[str]:
    """Lexical scores of one space; a damaged word index is a note, for meaning can still answer."""
    try:
        for n, terms in enumerate(look.plan.terms):
            for scored in source.reader.lexical(terms, look.scope, limit=look.limit):
                lexical[n][Key(source.name, scored.passage)] = scored.score
    except StoreDamaged as error:
        return [f"the word index of {source.name} is damaged, run `perdure doctor --repair`: {error}"]
    return []


def _within(views: Sequence[dict[Key, float]], known: frozenset[Key]) -> list[dict[Key, float]]:
    return [{key: score for key, score in view.items() if key in known} for view in views]
