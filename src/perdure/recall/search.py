"""Asking the spaces for candidates: words first, then vectors for those and for the nearest others."""

from __future__ import annotations

from dataclasses import dataclass, replace

from perdure.errors import StoreDamaged
from perdure.ports.store import Passage
from perdure.recall.fusion import Matches
from perdure.recall.look import Key, Look, Source, key_of


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
    for number, source in enumerate(look.sources):
        named, damage = _words(look, source, number, lexical)
        notes += damage
        for n, vector in enumerate(look.vectors if source.meaning else ()):
            found = source.reader.dense(vector, look.scope, limit=look.limit, also=sorted(named))
            dense[n].update((key_of(number, scored.passage), scored.score) for scored in found)
            if n == 0:
                own.update((key_of(number, scored.passage), scored.own) for scored in found)
            named.update(scored.passage for scored in found)
        full |= len(named) >= look.limit
        pool.update((key_of(number, passage.id), passage) for passage in source.reader.passages(sorted(named)))
    return Found(
        look=replace(look, pool=pool),
        matches=Matches(lexical=lexical, dense=dense),
        own=own,
        full=full,
        notes=tuple(dict.fromkeys(notes)),
    )


def _words(look: Look, source: Source, number: int, lexical: list[dict[Key, float]]) -> tuple[set[int], list[str]]:
    """Lexical scores of one space; a damaged word index is a note, for meaning can still answer."""
    named: set[int] = set()
    try:
        for n, terms in enumerate(look.plan.terms):
            found = source.reader.lexical(terms, look.scope, limit=look.limit)
            lexical[n].update((key_of(number, scored.passage), scored.score) for scored in found)
            named.update(scored.passage for scored in found)
    except StoreDamaged as error:
        return named, [f"the word index of {source.name} is damaged, run `perdure doctor --repair`: {error}"]
    return named, []
