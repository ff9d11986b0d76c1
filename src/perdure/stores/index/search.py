"""One search of an index: candidates by words and by meaning, with exact scores for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from perdure.domain.recall import Scope
from perdure.ports.store import CLAIMS, EXCHANGED, LAYERS, Candidates, Wanted
from perdure.stores.index.columns import Array, Flags, Floats, Ints, union
from perdure.stores.index.names import Names
from perdure.stores.index.rows import open_at
from perdure.stores.index.snapshot import Snapshot
from perdure.stores.index.vectors import Query, around, mixed, mixed_at
from perdure.stores.index.words import Matches, journal, match, scores_of
from perdure.stores.indexing import IN_ARCHIVE, LIVE
from perdure.stores.rows import to_micros

SPARE = 32
"""Candidates beyond those asked for that are scored exactly, for the scan takes the query in int8 and may misjudge the last."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """What the backend adds to a question: the numbers of its terms as far as the space has them, the passages that a scope
    allows which only it can judge (None: nothing of that sort was asked), those of the memories that are wanted by their ids,
    and what kept words out."""

    numbers: Mapping[str, int]
    allowed: Sequence[int] | None = None
    named: Sequence[int] = ()
    damage: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class _Text:
    """A text that is looked for by meaning: `voice` is what turns of the journal are compared with in its place, and what is
    remembered too, which may be in anyone's words."""

    query: Query
    voice: Query | None = None

    def scanned(self, index: Snapshot) -> Floats:
        """Own cosines of every row, good enough to find candidates, and a zero at the end."""
        if self.voice is None:
            return index.vectors.scanned(self.query)
        said, mine = index.vectors.scanned(self.voice), np.append(journal(index.rows), False)
        if mine[:-1].all():
            return said
        return np.where(mine, said, np.maximum(said, index.vectors.scanned(self.query)))

    def refined(self, index: Snapshot, rows: Ints) -> Floats:
        """Own cosines of these rows, as exact as their vectors."""
        whole = index.vectors.refined(self.query, rows)
        if self.voice is None:
            return whole
        said = index.vectors.refined(self.voice, rows)
        return np.where(journal(index.rows)[rows], said, np.maximum(said, whole))


@dataclass(frozen=True, kw_only=True, slots=True)
class _Meaning:
    """The mixed cosine of every row to a text, -inf where the scope is closed to it or it has no vector."""

    text: _Text
    scores: Floats


def search(index: Snapshot, wanted: Wanted, asked: Asked) -> Candidates:
    """The candidates of a space."""
    open_ = _open(index, wanted.scope, asked.allowed)
    matches = match(index.words, [term for terms in wanted.terms for term in terms], asked.numbers)
    lexical = [scores_of(matches, terms, len(index.rows)) for terms in wanted.terms]
    meanings = [_meaning(index, text, open_) for text in _texts(wanted)]
    chosen = _Choice(index, wanted.limit, meanings)
    chosen.add(open_, lexical)
    if wanted.spans:
        chosen.add(_inside(index, wanted) & open_, lexical, whole=True)
    named = index.rows.found(np.array(asked.named, np.int64))
    chosen.take(named[open_[named]])
    rows, dense, own = chosen.rows()
    columns = index.rows
    ids = columns.ids.values[rows]
    return Candidates(
        ids=ids,
        item=ids - columns.ordinal.values[rows],
        at=columns.at.values[rows],
        session=columns.session.values[rows].astype(np.int64),
        speaker=columns.speaker.values[rows].astype(np.int64),
        role=columns.role.values[rows].astype(np.int64),
        layer=columns.layer.values[rows].astype(np.int64),
        traits=columns.traits.values[rows] + EXCHANGED * columns.exchanged(rows) + CLAIMS * np.isin(rows, named),
        length=columns.length.values[rows].astype(np.int64),
        lexical=np.array([scores[rows] for scores in lexical], np.float32).reshape(len(lexical), len(rows)),
        dense=dense,
        own=own,
        speakers=index.speakers.all,
        found_in=_found_in(wanted, matches),
        passages=index.words.size,
        full=chosen.full,
        damage=asked.damage or _damage(index),
    )


def _open(index: Snapshot, scope: Scope, allowed: Sequence[int] | None) -> Flags:
    """Which rows the scope lets through."""
    rows = index.rows
    # what was live at a past moment only `allowed` can say
    live = IN_ARCHIVE if scope.archived else LIVE
    found = rows.there.values.copy() if scope.past else open_at(rows, to_micros(scope.now), live)
    if scope.layers:
        found &= np.isin(rows.layer.values, [LAYERS.index(layer) for layer in scope.layers])
    if scope.kinds:
        found &= np.isin(rows.kind.values, _numbers(index.kinds, scope.kinds))
    if scope.since is not None:
        found &= rows.at.values >= to_micros(scope.since)
    if scope.until is not None:
        found &= rows.at.values <= to_micros(scope.until)
    if allowed is not None:
        chosen = np.zeros(len(rows), np.bool_)
        chosen[rows.found(np.array(allowed, np.int64))] = True
        found &= chosen
    return found


def _inside(index: Snapshot, wanted: Wanted) -> Flags:
    """What lies in any of the spans."""
    at = index.rows.at.values
    inside = np.zeros(len(at), np.bool_)
    for start, end in wanted.spans:
        inside |= (at >= start) & (at < end)
    return inside


def _numbers(names: Names, wanted: Sequence[str]) -> list[int]:
    return [names.numbers[name] for name in wanted if name in names.numbers]


def _texts(wanted: Wanted) -> list[_Text]:
    queries = [Query.of(vector) for vector in wanted.vectors]
    voice = Query.of(wanted.voice) if len(wanted.voice) else None
    return [_Text(query=query, voice=None if number else voice) for number, query in enumerate(queries)]


def _meaning(index: Snapshot, text: _Text, open_: Flags) -> _Meaning:
    vectors = index.vectors
    if vectors.dimension != text.query.dimension:
        return _Meaning(text=text, scores=np.full(len(open_), -np.inf, np.float32))
    norms = vectors.norm.values
    scores = mixed(text.scanned(index), index.rows)
    seen = open_ & (norms > 0)
    np.divide(scores, norms, out=scores, where=seen)
    if not seen.all():
        scores[~seen] = -np.inf
    return _Meaning(text=text, scores=scores)


class _Choice:
    """Rows become candidates as the best of a group, by words or by meaning."""

    def __init__(self, index: Snapshot, limit: int, meanings: Sequence[_Meaning]) -> None:
        self._index = index
        self._limit = limit
        self._meanings = meanings
        self._sure: list[Ints] = []
        self._near: list[tuple[int, Ints]] = []
        self.full = False

    def add(self, within: Flags, lexical: Sequence[Floats], *, whole: bool = False) -> None:
        """The best of the rows within; all of them where `whole` and they are few."""
        limit = self._limit
        if whole and np.count_nonzero(within) <= limit:
            self._sure.append(np.flatnonzero(within))
            return
        for scores in lexical:
            rows = np.flatnonzero(within & (scores > 0))
            self.full |= len(rows) > limit
            self._sure.append(best(scores, rows, limit))
        for number, meaning in enumerate(self._meanings):
            rows = np.flatnonzero(within & (meaning.scores > -np.inf))
            self.full |= len(rows) > limit
            self._near.append((number, best(meaning.scores, rows, limit + SPARE)))

    def take(self, rows: Ints) -> None:
        """These are candidates in any case."""
        self._sure.append(rows)

    def rows(self) -> tuple[Ints, Floats, Floats]:
        """The rows in order, their exact cosine to each text, and their own."""
        size = len(self._index.rows)
        looked = union(size, [*self._sure, *(rows for _, rows in self._near)])
        dense, own = self._exact(looked)
        chosen = [np.searchsorted(looked, rows) for rows in self._sure]
        for number, rows in self._near:
            places = np.searchsorted(looked, rows)
            chosen.append(best(dense[number], places, self._limit))
        kept = union(len(looked), chosen)
        return looked[kept], dense[:, kept], own[:, kept]

    def _exact(self, rows: Ints) -> tuple[Floats, Floats]:
        vectors = self._index.vectors
        dense = np.full((len(self._meanings), len(rows)), np.nan, np.float32)
        own = np.full((len(self._meanings), len(rows)), np.nan, np.float32)
        norms = vectors.norm.values[rows]
        has = norms > 0
        near = around(self._index.rows, rows[has])
        scores = np.zeros(len(self._index.rows) + 1, np.float32)
        for number, meaning in enumerate(self._meanings):
            if meaning.text.query.dimension != vectors.dimension or not len(near):
                continue
            scores[near] = meaning.text.refined(self._index, near)
            dense[number, has] = mixed_at(scores, self._index.rows, rows[has]) / norms[has]
            own[number, has] = scores[rows[has]]
        return dense, own


def best(scores: Array, rows: Ints, limit: int) -> Ints:
    """Those of the ascending rows with the highest scores; of equal ones the first."""
    if len(rows) <= limit:
        return rows
    theirs = scores[rows]
    least = np.partition(theirs, len(rows) - limit)[len(rows) - limit]
    above = theirs > least
    ties = np.flatnonzero(theirs == least)[: limit - np.count_nonzero(above)]
    above[ties] = True
    found: Ints = rows[above]
    return found


def _found_in(wanted: Wanted, matches: Matches) -> dict[str, int]:
    found = dict(zip(matches.terms, matches.found_in.tolist(), strict=True))
    return {term: found[term] for terms in wanted.terms for term in terms}


def _damage(index: Snapshot) -> str | None:
    if not index.unread:
        return None
    return f"the words of {index.unread} passages cannot be read"
