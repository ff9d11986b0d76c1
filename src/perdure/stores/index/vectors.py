"""The vectors of the index: int8 with a scale a row, scanned exactly.

A passage is compared together with its neighbours in the exchange: unit(own + Σ weight × neighbour). Nothing is encoded
twice for that: the mixed cosine is the weighted sum of the plain scores over one stored norm (`docs/explanation/recall.md`).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import simsimd
from numpy.typing import NDArray

from perdure.stores.index.columns import Array, Column, Floats, Ints, union
from perdure.stores.index.rows import Rows

BEFORE = (0.5, 0.35, 0.2, 0.15)
AFTER = (0.3, 0.2, 0.1)
"""Weights of the turns before and after, nearest first; six shapes within 0.6 points of each other measured the same."""

BLOCK = 4096
"""Rows whose vectors lie together: growing copies none of the others, and a block fits a processor's cache."""

_LAYERS, _FINER = 3, 254
"""int8 vectors that make up a query, and how much finer each is than the one before."""

Bytes = NDArray[np.int8]


def quantise(vector: Sequence[float] | Floats) -> tuple[bytes, float]:
    """A vector as int8 bytes and the scale that gives it back."""
    values = np.asarray(vector, dtype=np.float32)
    peak = float(np.max(np.abs(values), initial=0.0))
    scale = peak / 127 if peak else 1.0
    return np.rint(values / scale).astype(np.int8).tobytes(), scale


@dataclass(frozen=True, kw_only=True, slots=True)
class Vectors:
    """A vector a row, of one length; `scale` is 0 where there is none, `norm` the length of the mixture."""

    dimension: int
    blocks: tuple[Bytes, ...]
    scale: Column
    norm: Column

    @property
    def nbytes(self) -> int:
        """Memory the vectors take."""
        return len(self.scale) * self.dimension + self.scale.nbytes + self.norm.nbytes

    def extended(self, count: int) -> Vectors:
        """With room for more rows, which have no vector yet."""
        none = np.zeros(count, np.float32)
        grown = replace(self, scale=self.scale.extended(none), norm=self.norm.extended(none))
        return grown.with_blocks()

    def with_blocks(self) -> Vectors:
        """With a block for every row, once it is known how long vectors are."""
        lacking = -(-len(self.scale) // BLOCK) - len(self.blocks) if self.dimension else 0
        return replace(
            self, blocks=self.blocks + tuple(np.zeros((BLOCK, self.dimension), np.int8) for _ in range(lacking))
        )

    def put(self, rows: Ints, data: Sequence[bytes], scales: Sequence[float], *, shared: bool) -> Vectors:
        """With vectors for rows that have none; those of another length than the first are left out. `shared`: another index
        than this one's successor uses the same blocks."""
        sizes = np.fromiter(map(len, data), np.int64, len(data))
        index = self
        if not self.dimension:
            index = replace(self, dimension=int(np.bincount(sizes).argmax())).with_blocks()
        fits = sizes == index.dimension
        fits &= index.scale.values[rows] == 0
        if not fits.any():
            return index
        packed = b"".join(data if fits.all() else itertools.compress(data, fits))
        given = np.frombuffer(packed, np.int8).reshape(-1, index.dimension)
        rows, kept = rows[fits], np.asarray(scales, np.float32)[fits]
        blocks = list(index.blocks)
        for number in np.unique(rows // BLOCK).tolist():
            here = rows // BLOCK == number
            if shared:
                blocks[number] = blocks[number].copy()
            blocks[number][rows[here] % BLOCK] = given[here]
        return replace(index, blocks=tuple(blocks), scale=index.scale.changed(rows, kept))

    def gathered(self, rows: Ints) -> Bytes:
        """The vectors of these rows, of which there is at least one."""
        found = np.empty((len(rows), self.dimension), np.int8)
        numbers, places = np.divmod(rows, BLOCK)
        cuts = np.flatnonzero(numbers[1:] != numbers[:-1]) + 1  # rows mostly come in order: few runs of one block
        for start, end in itertools.pairwise((0, *cuts.tolist(), len(rows))):
            self.blocks[numbers[start]].take(places[start:end], axis=0, out=found[start:end], mode="clip")
        return found

    def with_norms(self, rows: Rows, of: Ints) -> Vectors:
        """With the norms of these rows computed anew: the length of own + Σ weight × neighbour, from products of every two."""
        if not self.dimension or not len(of):
            return self
        near = union(len(rows), [at for _, at in window(rows, of)])
        products = self._products(rows, near)
        parts = [
            (np.where(at >= 0, weight * self.scale.values[at], 0), np.minimum(np.searchsorted(near, at), len(near) - 1))
            for weight, at in window(rows, of)
        ]
        # along the chain: the farthest before first, the farthest after last
        parts = [*reversed(parts[1 : len(BEFORE) + 1]), parts[0], *parts[len(BEFORE) + 1 :]]
        squares = np.zeros(len(of))
        for later, (share, place) in enumerate(parts):
            its = products[:, place]
            for earlier, (its_share, _) in enumerate(parts[: later + 1]):
                times = 1 if earlier == later else 2
                squares += times * share * its_share * its[later - earlier]
        norms = np.where(self.scale.values[of] > 0, np.sqrt(np.maximum(squares, 0)), 0)
        return replace(self, norm=self.norm.changed(of, norms.astype(np.float32)))

    def _products(self, rows: Rows, of: Ints) -> Array:
        """The products of each row's vector with itself, the one before it, the one before that, …: as far as a window goes."""
        found = np.zeros((len(BEFORE) + len(AFTER) + 1, len(of)), np.float32)
        for start in range(0, len(of), BLOCK):
            at = of[start : start + BLOCK]
            data, places = self.gathered(at), np.arange(start, start + len(at))
            for its in found:
                its[places] = np.asarray(simsimd.dot(data, self.gathered(at))).reshape(-1)
                at = rows.prev.values[at]
                some = at >= 0
                if not some.any():
                    break
                at, data, places = at[some], data[some], places[some]
        return found

    def scanned(self, query: Query) -> Floats:
        """Own cosines of every row with the query in int8, and a zero at the end for `no neighbour`."""
        size = len(self.scale)
        found = np.zeros(size + 1, np.float32)
        for number, block in enumerate(self.blocks):
            start, end = number * BLOCK, min(size, (number + 1) * BLOCK)
            found[start:end] = np.asarray(simsimd.cdist(query.layers[:1], block[: end - start], metric="dot"))
        found[:size] *= self.scale.values
        found *= np.float32(query.steps[0])
        return found

    def refined(self, query: Query, rows: Ints) -> Floats:
        """Own cosines of these rows, as exact as their vectors."""
        if not len(rows):
            return np.zeros(0, np.float32)
        data, found = self.gathered(rows), np.zeros(len(rows))
        for layer, step in zip(query.layers, query.steps, strict=True):
            found += step * np.asarray(simsimd.cdist(layer[None], data, metric="dot")).reshape(-1)
        return (found * self.scale.values[rows]).astype(np.float32)


def no_vectors() -> Vectors:
    """An index of nothing."""
    return Vectors(dimension=0, blocks=(), scale=Column(np.zeros(0, np.float32)), norm=Column(np.zeros(0, np.float32)))


@dataclass(frozen=True, kw_only=True, slots=True)
class Query:
    """A vector that is looked for, as the sum of int8 vectors: each holds what rounding left of the one before, `_FINER` times
    finer. The first alone is good enough to find candidates, all of them together to score these."""

    layers: Bytes
    steps: NDArray[np.float64]

    @classmethod
    def of(cls, vector: Sequence[float]) -> Query:
        """Of the vector in float."""
        left = np.asarray(vector, np.float64)
        peak = float(np.max(np.abs(left), initial=0.0))
        step = peak / 127 if peak else 1.0
        left, layers = left / step, []
        for _ in range(_LAYERS):
            layers.append(np.rint(left))
            left = (left - layers[-1]) * _FINER
        return cls(layers=np.array(layers, np.int8), steps=step / np.float64(_FINER) ** np.arange(_LAYERS))

    @property
    def dimension(self) -> int:
        """How long the vector is."""
        return len(self.layers[0])


def window(rows: Rows, of: Ints) -> Iterator[tuple[float, Ints]]:
    """The rows themselves and their neighbours, each with its weight; -1 where there is none."""
    yield 1.0, of
    for weights, link in ((BEFORE, rows.prev.values), (AFTER, rows.next.values)):
        at = of
        for weight in weights:
            at = np.where(at >= 0, link[at], -1)
            yield weight, at


def mixed(scores: Floats, rows: Rows) -> Floats:
    """The weighted sum of every row's score and its neighbours'; `scores` ends with a zero for `no neighbour`."""
    total = scores[:-1].copy()
    near, sums = np.zeros_like(scores), np.empty_like(scores)
    for weights, link in ((BEFORE, rows.prev.values), (AFTER, rows.next.values)):
        near[:] = 0
        for weight in reversed(
            weights
        ):  # from the farthest to the nearest, so that each step looks up one neighbour only
            np.multiply(scores, np.float32(weight), out=sums)
            sums += near
            sums.take(link, out=near[:-1], mode="wrap")
        total += near[:-1]
    return total


def mixed_at(scores: Floats, rows: Rows, of: Ints) -> Floats:
    """The same for some rows."""
    total = np.zeros(len(of), np.float32)
    for weight, at in window(rows, of):
        total += np.float32(weight) * scores[at]
    return total


def around(rows: Rows, of: Ints) -> Ints:
    """The rows and all that they mix in, or that mix them in."""
    found, back, ahead = [of], of, of
    for _ in BEFORE:
        back = np.where(back >= 0, rows.prev.values[back], -1)
        ahead = np.where(ahead >= 0, rows.next.values[ahead], -1)
        found += [back, ahead]
    return union(len(rows), found)
