"""The words of the index against BM25 written out, however the index came about."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perdure.domain.recall import Layer
from perdure.stores.index.postings import Segment, added, occurrences, unpack
from perdure.stores.indexing import MOST, pack
from tests.stores.arrays import Built, Piece, expected

WORDS = ["tea", "quokka", "the", "order_service", "猫", "喜欢", "的", "ana", "river"]
NAMES = ["", "ana", "Bo Tea", "小猫"]


@st.composite
def chats(draw: st.DrawFn) -> list[Piece]:
    """Passages of interleaved exchanges, memories between them."""
    pieces: list[Piece] = []
    last: dict[int, int] = {}
    count, step = draw(st.integers(1, 40)), 1
    for _ in range(count):
        number = step
        step += draw(st.sampled_from([1, 1, 1, 5]))
        text = " ".join(draw(st.lists(st.sampled_from(WORDS), max_size=8)))
        session = draw(st.integers(0, 3))
        if session == 0:
            pieces.append(Piece(id=number, text=text, layer=Layer.MEMORY, chatted=False, speaker="ana"))
            continue
        prev = last.get(session, 0) if draw(st.booleans()) else 0
        pieces.append(Piece(id=number, text=text, prev=prev, speaker=draw(st.sampled_from(NAMES))))
        last[session] = number
    return pieces


@settings(max_examples=80, deadline=None)
@given(chats(), st.lists(st.integers(0, 40), max_size=4), st.sets(st.integers(0, 39), max_size=5), st.data())
def test_scores_are_those_of_bm25_however_the_index_grew(
    pieces: list[Piece], cuts: list[int], gone: set[int], data: st.DataObject
):
    terms = data.draw(st.lists(st.sampled_from([*WORDS, "bo", "nothing"]), min_size=1, max_size=5, unique=True))
    grown, rebuilt = Built(), Built()
    edges = sorted({0, len(pieces), *(min(cut, len(pieces)) for cut in cuts)})
    for start, end in zip(edges, edges[1:], strict=False):
        grown.add(pieces[start:end])
    removed = [pieces[place].id for place in gone if place < len(pieces)]
    grown.remove(removed)
    left = [piece for piece in pieces if piece.id not in removed]
    rebuilt.add(left)
    if not left:
        assert len(grown.find(*terms).ids) == 0
        return
    scores, counts = expected(left, terms)
    found = grown.find(*terms)
    assert found.found_in == counts
    assert found.passages == len(left)
    assert dict(zip(found.ids.tolist(), found.lexical[0].tolist(), strict=True)) == pytest.approx(scores, rel=1e-4)
    again = rebuilt.find(*terms)
    assert again.ids.tolist() == found.ids.tolist()
    assert np.array_equal(again.lexical, found.lexical)
    assert again.traits.tolist() == found.traits.tolist()


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(st.tuples(st.integers(1, 9), st.integers(1, 255)), max_size=12, unique_by=lambda p: p[0])))
def test_few_segments_hold_every_posting(batches: list[list[tuple[int, int]]]):
    postings, plain = (), {}
    for row, batch in enumerate(batches):
        terms, counts = np.array([t for t, _ in batch], np.uint32), np.array([c for _, c in batch], np.uint8)
        postings = added(postings, Segment.of(terms, np.full(len(batch), row, np.int32), counts))
        for term, count in batch:
            plain.setdefault(term, []).append((row, count))
        assert all(2 * len(later) < len(earlier) for earlier, later in zip(postings, postings[1:], strict=False))
    found = occurrences(postings, list(range(11)), None)
    pairs = zip(found.places.tolist(), zip(found.rows.tolist(), found.counts.tolist(), strict=True), strict=True)
    told: dict[int, list[tuple[int, float]]] = {}
    for term, pair in pairs:
        told.setdefault(term, []).append(pair)
    assert {term: sorted(its) for term, its in told.items()} == plain


def test_rows_beyond_what_one_number_holds_are_sorted_all_the_same():
    terms, counts = np.array([7, 3, 7], np.uint32), np.array([1, 2, 255], np.uint8)
    for far in (0, 2**30):
        segment = Segment.of(terms, np.array([9, 5, 2], np.int32) + np.int32(far), counts)
        assert (segment.terms.tolist(), segment.starts.tolist()) == ([3, 7], [0, 1, 3])
        assert (segment.rows - far).tolist() == [5, 2, 9]
        assert segment.counts.tolist() == [2, 255, 1]


def test_packed_terms_are_read_back():
    numbers = {"tea": 1, "the": 2, "猫": 2**32 - 1}
    said = unpack([pack(["tea", "the", "tea"], numbers), pack([], numbers), pack(["猫"] * 300, numbers)], start=5)
    assert said.terms.tolist() == [1, 2, 2**32 - 1]
    assert said.passages.tolist() == [5, 5, 7]
    assert said.counts.tolist() == [2, 1, MOST]
    assert (said.size.tolist(), said.content.tolist()) == ([3, 0, MOST], [2, 0, MOST])
    assert said.damaged.tolist() == []


@pytest.mark.parametrize("blob", [b"12345", b"1234567", "tea", None, 7])
def test_what_is_no_packed_terms_counts_as_none(blob: object):
    good = pack(["tea"], {"tea": 1})
    said = unpack([good, blob, good])
    assert said.damaged.tolist() == [1]
    assert said.passages.tolist() == [0, 2]
    assert said.size.tolist() == [1, 0, 1]
