"""One state of a space's index, and the next one from what has changed. A state never changes, so that any number of
searches use it without a lock while the next one is made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from perdure.stores.index.columns import Array, Floats, Ints
from perdure.stores.index.names import Names, Speakers
from perdure.stores.index.postings import Postings, Said, Segment, added
from perdure.stores.index.rows import Rows, no_rows
from perdure.stores.index.vectors import Vectors, around, no_vectors
from perdure.stores.index.words import Words, journal, words_of
from perdure.stores.indexing import IN_ARCHIVE


@dataclass(frozen=True, kw_only=True)
class Snapshot:
    """What a search looks at. `damaged` are the rows of passages whose terms could not be read."""

    rows: Rows = field(default_factory=no_rows)
    postings: Postings = ()
    vectors: Vectors = field(default_factory=no_vectors)
    speakers: Speakers = field(default_factory=Speakers)
    kinds: Names = field(default_factory=Names)
    damaged: tuple[int, ...] = ()

    @cached_property
    def words(self) -> Words:
        """What BM25 needs to know."""
        return words_of(self.rows, self.postings, self.speakers)

    @cached_property
    def speaking(self) -> tuple[str, ...]:
        """The names of those who said something that is here."""
        said = self.rows.there.values & journal(self.rows)
        turns = np.bincount(self.rows.speaker.values[said], minlength=len(self.speakers.all))
        return tuple(self.speakers.all[number] for number in np.flatnonzero(turns))

    @cached_property
    def archive(self) -> bool:
        """Whether anything here is in the archive."""
        return bool((self.rows.there.values & (self.rows.live.values == IN_ARCHIVE)).any())

    @cached_property
    def nbytes(self) -> int:
        """Memory it takes."""
        postings = sum(segment.nbytes for segment in self.postings)
        return self.rows.nbytes + postings + self.vectors.nbytes + 4 * len(self.rows)

    def vectors_of(self, ids: Ints) -> Floats:
        """The vectors of these passages, a row each; zeros where there is none."""
        found = np.zeros((len(ids), self.vectors.dimension), np.float32)
        rows = self.rows.places(ids)
        if (rows >= 0).any() and self.vectors.dimension:
            # in the order of the rows, for those that lie together are read together
            places = np.argsort(rows)[np.count_nonzero(rows < 0) :]
            known = rows[places]
            found[places] = self.vectors.gathered(known) * self.vectors.scale.values[known][:, None]
        return found

    @property
    def lost(self) -> int:
        """Rows of passages that were removed."""
        return len(self.rows) - int(np.count_nonzero(self.rows.there.values))

    @property
    def unread(self) -> int:
        """How many passages there are whose terms could not be read."""
        return int(np.count_nonzero(self.rows.there.values[list(self.damaged)]))

    def naming(self, speakers: Iterable[str], kinds: Iterable[str]) -> Snapshot:
        """With numbers for these names too."""
        return replace(self, speakers=self.speakers.including(speakers), kinds=self.kinds.including(kinds))

    def with_passages(self, passages: Mapping[str, Array], said: Said) -> Snapshot:
        """With passages that follow all others, in the order of their ids, and what they say; `prev` is the id of the one
        before each in its exchange, or 0."""
        start = len(self.rows)
        rows = self.rows.extended({**passages, "size": said.size, "content": said.content})
        return replace(
            self,
            rows=rows,
            postings=added(self.postings, Segment.of(said.terms, said.passages + np.int32(start), said.counts)),
            vectors=self.vectors.extended(len(rows) - start),
            damaged=(*self.damaged, *(said.damaged + start).tolist()),
        )

    def with_changes(self, passages: Mapping[str, Array]) -> Snapshot:
        """With what has changed of passages that are here: never their words, see `CHANGING`."""
        found = replace(self, rows=self.rows.changed(passages))
        if "words" in vars(self) and found.rows.speaker is self.rows.speaker:
            vars(found)["words"] = self.words  # they look at nothing else that can change
        return found

    def without(self, ids: Ints) -> Snapshot:
        """Without passages that were removed."""
        gone = self.rows.found(ids)
        if not len(gone):
            return self
        touched = around(self.rows, gone)
        rows = self.rows.without(ids)
        return replace(self, rows=rows, vectors=self.vectors.with_norms(rows, touched))

    def with_vectors(self, ids: Ints, data: Sequence[bytes], scales: Sequence[float], *, shared: bool) -> Snapshot:
        """With vectors for passages that are here, see `Vectors.put`; the norms are left to `with_norms`."""
        rows = np.searchsorted(self.rows.ids.values, ids)
        return replace(self, vectors=self.vectors.put(rows, data, scales, shared=shared))

    def with_norms(self, ids: Ints) -> Snapshot:
        """With the norms that the vectors of these passages have a part in computed anew."""
        touched = around(self.rows, self.rows.found(ids))
        return replace(self, vectors=self.vectors.with_norms(self.rows, touched))
