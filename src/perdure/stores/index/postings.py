"""Which passages have a term, and how often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import compress
from typing import Self

import numpy as np
from numpy.typing import NDArray

from perdure.stores.index.columns import Flags, Ints

PACKED = np.dtype([("term", "<u4"), ("count", "u1"), ("content", "?")])
"""What `perdure.stores.indexing.pack` writes for a term."""

_PACKED_ROWS = 1 << 24
"""Rows that fit into one number with a term and a count."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Said:
    """The terms of passages that follow each other: for each term the number of the passage it is in, and how often. `size`
    counts the terms of each passage and `content` those that carry meaning; `damaged` are the passages whose terms cannot be
    read, which count as having none."""

    terms: NDArray[np.uint32]
    passages: NDArray[np.int32]
    counts: NDArray[np.uint8]
    size: NDArray[np.int32]
    content: NDArray[np.int32]
    damaged: Ints


def unpack(blobs: Sequence[object], start: int = 0) -> Said:
    """The terms of passages, from what the file has of each; the first passage gets the number `start`."""
    sizes = np.fromiter((len(blob) if isinstance(blob, bytes) else -1 for blob in blobs), np.int64, len(blobs))
    sound = sizes % PACKED.itemsize == 0
    packed = np.frombuffer(b"".join(compress(blobs, sound)), PACKED)  # type: ignore[arg-type]  # what is sound is bytes
    passages = np.repeat(np.arange(len(blobs), dtype=np.int32), np.where(sound, sizes // PACKED.itemsize, 0))
    counts = packed["count"]
    return Said(
        terms=packed["term"].copy(),
        passages=passages + np.int32(start),
        counts=counts.copy(),
        size=np.bincount(passages, counts, len(blobs)).astype(np.int32),
        content=np.bincount(passages, counts * packed["content"], len(blobs)).astype(np.int32),
        damaged=start + np.flatnonzero(~sound),
    )


def joined(parts: Sequence[Said]) -> Said:
    """All of them, in order."""
    return Said(**{field.name: np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Said)})


@dataclass(frozen=True, kw_only=True, slots=True)
class Segment:
    """Postings in the order of their terms: those of `terms[n]` stand from `starts[n]` to `starts[n + 1]`."""

    terms: NDArray[np.uint32]
    starts: Ints
    rows: NDArray[np.int32]
    counts: NDArray[np.uint8]

    @classmethod
    def of(cls, terms: NDArray[np.uint32], rows: NDArray[np.int32], counts: NDArray[np.uint8]) -> Self:
        """Of postings in any order."""
        if len(rows) and int(rows.max()) >= _PACKED_ROWS:
            order = np.lexsort((rows, terms))
            terms, rows, counts = terms[order], rows[order], counts[order]
        else:  # one number a posting: sorting these takes a quarter of the time
            whole = terms.astype(np.uint64) << 32 | rows.astype(np.uint64) << 8 | counts
            whole.sort()
            terms, rows = (whole >> 32).astype(np.uint32), (whole >> 8 & _PACKED_ROWS - 1).astype(np.int32)
            counts = (whole & 0xFF).astype(np.uint8)
        first = np.ones(len(terms), np.bool_)
        first[1:] = terms[1:] != terms[:-1]
        starts = np.flatnonzero(first)
        return cls(terms=terms[starts], starts=np.append(starts, len(terms)), rows=rows, counts=counts)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def nbytes(self) -> int:
        """Memory it takes."""
        return self.terms.nbytes + self.starts.nbytes + self.rows.nbytes + self.counts.nbytes

    def spread(self) -> NDArray[np.uint32]:
        """The term of each posting."""
        return np.repeat(self.terms, np.diff(self.starts))


Postings = tuple[Segment, ...]
"""All postings of an index: one long segment, and shorter ones for what came later."""


def added(postings: Postings, new: Segment) -> Postings:
    """With more postings. A segment joins the one before it as soon as it is half as long, so that there are few and each
    posting is moved a few times at most."""
    if not len(new):
        return postings
    found = [*postings, new]
    while len(found) > 1 and 2 * len(found[-1]) >= len(found[-2]):
        later, earlier = found.pop(), found.pop()
        found.append(
            Segment.of(
                np.concatenate([earlier.spread(), later.spread()]),
                np.concatenate([earlier.rows, later.rows]),
                np.concatenate([earlier.counts, later.counts]),
            )
        )
    return tuple(found)


@dataclass(frozen=True, kw_only=True, slots=True)
class Occurrences:
    """Where some terms occur: the place of a term among those asked for, a row that has it, and how often."""

    places: Ints
    rows: Ints
    counts: NDArray[np.float32]


def occurrences(postings: Postings, terms: Sequence[int], there: Flags | None) -> Occurrences:
    """Where the terms occur, of those rows that are `there` (None: all are); in the order of the terms."""
    wanted = np.array(terms, np.uint32)
    parts: list[tuple[int, NDArray[np.int32], NDArray[np.uint8]]] = []
    for segment in postings:
        at = np.minimum(np.searchsorted(segment.terms, wanted), len(segment.terms) - 1)
        for place in np.flatnonzero(segment.terms[at] == wanted).tolist():
            part = slice(segment.starts[at[place]], segment.starts[at[place] + 1])
            parts.append((place, segment.rows[part], segment.counts[part]))
    if not parts:
        return Occurrences(places=np.zeros(0, np.int64), rows=np.zeros(0, np.int64), counts=np.zeros(0, np.float32))
    parts.sort(key=lambda part: part[0])
    places = np.repeat([place for place, _, _ in parts], [len(rows) for _, rows, _ in parts])
    rows = np.concatenate([rows for _, rows, _ in parts]).astype(np.int64)
    counts = np.concatenate([counts for _, _, counts in parts]).astype(np.float32)
    kept = slice(None) if there is None else there[rows]
    return Occurrences(places=places[kept], rows=rows[kept], counts=counts[kept])
