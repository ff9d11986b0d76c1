"""The columns of the index: one row a passage, in the order of their ids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

import numpy as np

from perdure.stores.index.columns import Array, Column, Flags, Ints
from perdure.stores.indexing import LIVE

NEVER = 2**62
"""Stands for `does not expire`, later than any time."""

TYPES = {
    "ids": np.int64, "ordinal": np.int32, "at": np.int64, "expires": np.int64, "live": np.int8, "session": np.int32,
    "speaker": np.int32, "kind": np.int16, "role": np.int8, "layer": np.int8, "traits": np.int8, "length": np.int32,
    "size": np.int32, "content": np.int32, "there": np.bool_, "prev": np.int64, "next": np.int64,
}  # fmt: skip

GIVEN = tuple(name for name in TYPES if name not in ("there", "prev", "next"))
"""What is said of a passage when it comes; the rest follows from it and those around."""

CHANGING = ("at", "expires", "live", "speaker", "kind", "layer")
"""What of a passage can change while its words stay."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Rows:
    """`size` counts a passage's own terms and `content` those that carry meaning; `there` is false once it was removed;
    `prev` and `next` are the rows of its neighbours in the exchange, -1 for none."""

    ids: Column
    ordinal: Column
    at: Column
    expires: Column
    live: Column
    session: Column
    speaker: Column
    kind: Column
    role: Column
    layer: Column
    traits: Column
    length: Column
    size: Column
    content: Column
    there: Column
    prev: Column
    next: Column

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def nbytes(self) -> int:
        """Memory the columns take."""
        return sum(getattr(self, item.name).nbytes for item in fields(self))

    def places(self, ids: Ints) -> Ints:
        """The row of each id; -1 for one that is not here."""
        known = self.ids.values
        if not len(known):
            return np.full(len(ids), -1, np.int64)
        rows = np.minimum(np.searchsorted(known, ids), len(known) - 1)
        return np.where(known[rows] == ids, rows, -1)

    def found(self, ids: Ints) -> Ints:
        """The rows of those ids that are here."""
        rows = self.places(ids)
        here: Ints = rows[rows >= 0]
        return here

    def exchanged(self, rows: Ints) -> Flags:
        """Which of the rows have a neighbour."""
        found: Flags = (self.prev.values[rows] >= 0) | (self.next.values[rows] >= 0)
        return found

    def extended(self, new: Mapping[str, Array]) -> Rows:
        """With passages that follow all others; `prev` is the id of the one before each in its exchange, or 0."""
        start, count, prev = len(self), len(new["ids"]), new["prev"]
        none = np.full(count, -1, np.int64)
        grown = {name: getattr(self, name).extended(new[name]) for name in GIVEN}
        rows = replace(
            self,
            **grown,
            there=self.there.extended(np.ones(count, np.bool_)),
            prev=self.prev.extended(none),
            next=self.next.extended(none),
        )
        later = start + np.flatnonzero(prev > 0)
        before = np.searchsorted(rows.ids.values, prev[prev > 0])
        here = rows.ids.values[before] == prev[prev > 0]
        later, before = later[here], before[here]
        return replace(rows, prev=rows.prev.changed(later, before), next=rows.next.changed(before, later))

    def changed(self, new: Mapping[str, Array]) -> Rows:
        """With other values for passages that are here."""
        at = np.searchsorted(self.ids.values, new["ids"])
        return replace(self, **{name: getattr(self, name).changed(at, new[name]) for name in CHANGING})

    def without(self, ids: Ints) -> Rows:
        """Without these passages: their rows stay, and are nobody's neighbours."""
        rows = self.found(ids)
        if not len(rows):
            return self
        none = np.full(len(rows), -1, np.int64)
        before, after = self.prev.values[rows], self.next.values[rows]
        return replace(
            self,
            there=self.there.changed(rows, np.zeros(len(rows), np.bool_)),
            next=self.next.changed(before[before >= 0], none[before >= 0]).changed(rows, none),
            prev=self.prev.changed(after[after >= 0], none[after >= 0]).changed(rows, none),
        )


def no_rows() -> Rows:
    """An index of nothing."""
    return Rows(**{name: Column(np.zeros(0, kind)) for name, kind in TYPES.items()})


def open_at(rows: Rows, now: int, live: int = LIVE) -> Flags:
    """Which rows are of something active, or archived where `live` says so, whose time has not passed."""
    found: Flags = rows.there.values & (rows.live.values == live) & (rows.expires.values > now)
    return found
