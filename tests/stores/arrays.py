"""Indexes without a file: passages as plain records, and what they say by arithmetic that can be read."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from perdure.domain.recall import Layer
from perdure.ports.store import CHATTED, LAYERS, Wanted
from perdure.stores.index.postings import unpack
from perdure.stores.index.rows import NEVER, TYPES
from perdure.stores.index.search import Asked, search
from perdure.stores.index.snapshot import Snapshot
from perdure.stores.index.vectors import quantise
from perdure.stores.indexing import pack
from perdure.testing.store_suite.base import scope_of
from perdure.text.analyzer import index_terms, meaningful


@dataclass(frozen=True, kw_only=True)
class Piece:
    """A passage; `prev` is the id of the one before it in its exchange."""

    id: int
    text: str = ""
    prev: int = 0
    speaker: str = ""
    layer: Layer = Layer.JOURNAL
    chatted: bool = True
    live: bool = True
    vector: np.ndarray | None = None


@dataclass
class Built:
    """An index that grows, and the numbers of its terms."""

    index: Snapshot = field(default_factory=Snapshot)
    numbers: dict[str, int] = field(default_factory=dict)

    def add(self, pieces: list[Piece]) -> None:
        """Add passages, and their vectors."""
        if not pieces:
            return
        said = [index_terms(piece.text) for piece in pieces]
        for term in (term for terms in said for term in terms):
            self.numbers.setdefault(term, len(self.numbers) + 1)
        index = self.index.naming([piece.speaker for piece in pieces], [])
        columns = {name: np.zeros(len(pieces), kind) for name, kind in TYPES.items()}
        columns["ids"][:] = [piece.id for piece in pieces]
        columns["prev"][:] = [piece.prev for piece in pieces]
        columns["live"][:] = [piece.live for piece in pieces]
        columns["expires"][:] = NEVER
        columns["layer"][:] = [LAYERS.index(piece.layer) for piece in pieces]
        columns["traits"][:] = [CHATTED * piece.chatted for piece in pieces]
        columns["speaker"][:] = [index.speakers.numbers[piece.speaker] for piece in pieces]
        self.index = index.with_passages(columns, unpack([pack(terms, self.numbers) for terms in said]))
        self.embed(pieces)

    def embed(self, pieces: list[Piece]) -> None:
        """Give passages that are there their vectors."""
        given = {piece.id: quantise(piece.vector) for piece in pieces if piece.vector is not None}
        if given:
            ids, data, scales = np.array(list(given)), [v[0] for v in given.values()], [v[1] for v in given.values()]
            self.index = self.index.with_vectors(ids, data, scales, shared=False).with_norms(ids)

    def remove(self, ids: list[int]) -> None:
        """Take passages out."""
        self.index = self.index.without(np.array(ids, np.int64))

    def find(
        self, *terms: str, vectors: list[np.ndarray] | None = None, limit: int = 9_999, allowed: list[int] | None = None
    ):
        """The candidates for one text."""
        wanted = Wanted(terms=[terms], vectors=vectors or [], scope=scope_of(), limit=limit)
        return search(self.index, wanted, Asked(numbers=self.numbers, allowed=allowed))


def expected(pieces: list[Piece], terms: list[str]) -> tuple[dict[int, float], dict[str, int]]:
    """The score of every passage that has one, and in how many each term is: BM25 written out."""
    by_id = {piece.id: piece for piece in pieces}
    own = {piece.id: Counter(index_terms(piece.text)) for piece in pieces}
    content = {
        number: {term: count for term, count in its.items() if meaningful([term])} for number, its in own.items()
    }
    after = {piece.prev: piece.id for piece in pieces if piece.prev in by_id}

    def names(piece: Piece) -> list[str]:
        return index_terms(piece.speaker)

    def window(piece: Piece) -> list[tuple[float, int]]:
        before = piece.prev if piece.prev in by_id else 0
        that = by_id[before].prev if before else 0
        near = ((0.5, before), (0.25, that), (0.25, after.get(piece.id, 0)))
        return [(weight, number) for weight, number in near if number in by_id]

    def exchanged(piece: Piece) -> bool:
        return piece.chatted and (piece.prev in by_id or piece.id in after)

    def weight(piece: Piece, term: str) -> float:
        near = sum(share * content[number].get(term, 0) for share, number in window(piece))
        return own[piece.id].get(term, 0) + (term in names(piece)) + near

    def length(piece: Piece) -> float:
        near = sum(share * sum(content[number].values()) for share, number in window(piece))
        return sum(own[piece.id].values()) + len(names(piece)) + near

    lengths = {piece.id: length(piece) for piece in pieces}
    average = sum(lengths.values()) / len(lengths)
    scores: dict[int, float] = {}
    counts: dict[str, int] = {}
    for term in terms:
        weights = {piece.id: weight(piece, term) for piece in pieces}
        counts[term] = sum(value > 0 for value in weights.values())
        rarity = math.log(1 + (len(pieces) - counts[term] + 0.5) / (counts[term] + 0.5))
        for number, value in weights.items():
            k1, b = (0.9, 0.4) if exchanged(by_id[number]) else (1.2, 0.75)
            if value > 0:
                damping = k1 * (1 - b + b * lengths[number] / average)
                scores[number] = scores.get(number, 0.0) + rarity * value * (k1 + 1) / (value + damping)
    return scores, counts
