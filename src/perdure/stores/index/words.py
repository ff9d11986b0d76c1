"""BM25 over a passage and its weighted neighbours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from perdure.domain.recall import Layer
from perdure.ports.store import CHATTED, LAYERS
from perdure.stores.index.columns import Flags, Floats, Ints
from perdure.stores.index.names import Speakers
from perdure.stores.index.postings import Postings, occurrences
from perdure.stores.index.rows import Rows
from perdure.text.analyzer import meaningful

PREVIOUS, BEFORE_THAT, FOLLOWING = 0.5, 0.25, 0.25
"""What a term of a neighbouring turn counts; six shapes of this window measured the same."""

CHAT = (0.9, 0.4)
OTHER = (1.2, 0.75)
"""k1 and b of BM25 for short turns of an exchange and for everything else, where each measured best."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Words:
    """What BM25 needs to know of an index: `lengths` are those of the rows, against their `average`."""

    rows: Rows
    postings: Postings
    speakers: Speakers
    there: Flags | None
    size: int
    lengths: Floats
    average: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Matches:
    """Where the terms of a search occur, or a neighbour has them: the place of a term in `terms`, a row, and what the one
    adds to the score of the other. `found_in` counts the rows of each term."""

    terms: tuple[str, ...]
    places: Ints
    rows: Ints
    scores: Floats
    found_in: Ints


def words_of(rows: Rows, postings: Postings, speakers: Speakers) -> Words:
    """What BM25 needs to know, computed once for a state of the index."""
    there = rows.there.values
    whole = bool(there.all())
    lengths = _lengths(rows, speakers)
    held = lengths if whole else lengths[there]
    return Words(
        rows=rows,
        postings=postings,
        speakers=speakers,
        there=None if whole else there,
        size=len(held),
        lengths=lengths,
        average=(float(held.mean()) if len(held) else 0.0) or 1.0,
    )


def _lengths(rows: Rows, speakers: Speakers) -> Floats:
    """How many terms each row counts as: its own, its speaker's name or slot, and its neighbours' that carry meaning."""
    named = np.array([*speakers.sizes, 0], np.float32)
    total: Floats = named[rows.speaker.values]
    total += rows.size.values
    near = np.append(rows.content.values, 0).astype(np.float32)
    for weights, link in (((PREVIOUS, BEFORE_THAT), rows.prev.values), ((FOLLOWING,), rows.next.values)):
        along = near
        for weight in weights:
            along = np.append(along.take(link, mode="wrap"), np.float32(0))
            total += np.float32(weight) * along[:-1]
    return total


def journal(rows: Rows) -> Flags:
    """Which rows are of the journal."""
    found: Flags = rows.layer.values == LAYERS.index(Layer.JOURNAL)
    return found


def match(words: Words, terms: Iterable[str], numbers: Mapping[str, int]) -> Matches:
    """Where each of the terms occurs; `numbers` has those that the space has ever seen."""
    asked = tuple(dict.fromkeys(terms))
    places, rows, weights = _weights(words, asked, numbers)
    found_in = np.bincount(places, minlength=len(asked))
    rarity = np.log(1 + (words.size - found_in + 0.5) / (found_in + 0.5)).astype(np.float32)
    gain, damping = _saturation(words, rows)
    scores = rarity[places] * weights * gain / (weights + damping)
    return Matches(terms=asked, places=places, rows=rows, scores=scores, found_in=found_in)


def _saturation(words: Words, of: Ints) -> tuple[Floats, Floats]:
    """Of some rows k1 + 1, and k1 (1 - b + b length / average)."""
    rows = words.rows
    chat = ((rows.traits.values[of] & CHATTED) > 0) & rows.exchanged(of)
    k1 = np.where(chat, np.float32(CHAT[0]), np.float32(OTHER[0]))
    b = np.where(chat, np.float32(CHAT[1]), np.float32(OTHER[1]))
    return k1 + 1, k1 * (1 - b + b * words.lengths[of] / np.float32(words.average))


def scores_of(matches: Matches, terms: Sequence[str], size: int) -> Floats:
    """The score of every row for one text of the search."""
    wanted = np.array([term in terms for term in matches.terms], np.bool_)
    part = slice(None) if wanted.all() else wanted[matches.places]
    return np.bincount(matches.rows[part], matches.scores[part], size).astype(np.float32)


def _weights(words: Words, terms: tuple[str, ...], numbers: Mapping[str, int]) -> tuple[Ints, Ints, Floats]:
    """The (place of the term, row) pairs where a row's window has the term, and its weighted count there.

    Sums go through an array of a place a pair; no pair is twice in what is added at a time, for a link leads to each row
    from one other, so that a plain addition counts all.
    """
    said = occurrences(words.postings, [numbers.get(term, 0) for term in terms], words.there)
    content = np.array([bool(meaningful([term])) for term in terms], np.bool_)
    some = content[said.places] if not content.all() else slice(None)
    own = (said.places[some], said.rows[some], said.counts[some])
    prev, following = words.rows.prev.values, words.rows.next.values
    later = _step(following, *own)
    groups = [
        (1.0, (said.places, said.rows, said.counts)),
        (1.0, _named(words, terms)),
        (FOLLOWING, _step(prev, *own)),
        (PREVIOUS, later),
        (BEFORE_THAT, _step(following, *later)),
    ]
    size = len(words.rows)
    places = np.concatenate([places for _, (places, _, _) in groups])
    rows = np.concatenate([rows for _, (_, rows, _) in groups])
    pairs = places * size + rows
    sums = np.zeros(len(terms) * size, np.float32)
    start = 0
    for weight, (_, _, counts) in groups:
        sums[pairs[start : start + len(counts)]] += np.float32(weight) * counts
        start += len(counts)
    once = _first(pairs, len(sums))
    return places[once], rows[once], sums[pairs[once]]


def _first(numbers: Ints, size: int) -> Ints:
    """Where each of the numbers, all below `size`, stands for the first time."""
    places = np.arange(len(numbers), dtype=np.int32)
    seen = np.empty(size, np.int32)
    seen[numbers[::-1]] = places[::-1]  # of several the last is kept, which is the first
    return np.flatnonzero(seen[numbers] == places)


def _step(link: Ints, places: Ints, rows: Ints, counts: Floats) -> tuple[Ints, Ints, Floats]:
    """The neighbours of rows along a link, with the places and counts of those they are neighbours of."""
    to = link[rows]
    some = to >= 0
    return places[some], to[some], counts[some]


def _named(words: Words, terms: tuple[str, ...]) -> tuple[Ints, Ints, Floats]:
    """The turns of those whose name has one of the terms, and the memories whose slot has."""
    places, rows = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    for place, term in enumerate(terms):
        if speakers := words.speakers.by_term.get(term):
            theirs = np.zeros(len(words.speakers.all), np.bool_)
            theirs[speakers] = True
            said = theirs[words.rows.speaker.values]
            rows.append(np.flatnonzero(said if words.there is None else said & words.there))
            places.append(np.full(len(rows[-1]), place))
    found = np.concatenate(rows)
    return np.concatenate(places), found, np.ones(len(found), np.float32)
