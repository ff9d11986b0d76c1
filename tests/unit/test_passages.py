"""Long text in pieces: nothing is lost at a seam, and seams lie at the ends of sentences."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.text.passages import cut
from perdure.text.tokens import estimate
from tests.behaviour.requirements import requirement

texts = st.text(st.sampled_from("ab c.。，!？\n中文字12"), max_size=600)


def spans(text: str, pieces: list[str]) -> list[tuple[int, int]]:
    """Where each piece stands: as early as it can, after the start of the one before."""
    found: list[tuple[int, int]] = []
    for piece in pieces:
        start = text.index(piece, found[-1][0] + 1 if found else 0)
        found.append((start, start + len(piece)))
    return found


@requirement("R13")
def test_a_short_text_stays_in_one_piece():
    assert cut("一句话。", tokens=400, overlap=60) == ["一句话。"]
    assert cut("", tokens=400, overlap=60) == [""]


@requirement("R13")
@given(texts, st.integers(1, 60), st.data())
def test_pieces_follow_each_other_without_a_gap_and_cover_all(text, tokens, data):
    pieces = cut(text, tokens=tokens, overlap=data.draw(st.integers(0, tokens - 1)))
    rest = text
    assert rest.startswith(pieces[0])
    covered = len(pieces[0])
    for piece in pieces[1:]:
        assert piece
        places = [n for n in range(covered + 1) if text.startswith(piece, n)]
        assert places, "a piece begins after a gap"
        covered = max(n + len(piece) for n in places)
    assert covered >= len(text)


@pytest.mark.parametrize(
    "sentence", ["The meeting talked about seating. ", "会议讨论了座位安排。", "周三 the team met。"]
)
def test_a_piece_is_within_its_budget_and_a_seam_is_the_end_of_a_sentence(sentence):
    text = sentence * 200
    pieces = cut(text, tokens=100, overlap=20)
    assert len(pieces) > 5
    for piece in pieces:
        assert estimate(piece) <= 115
    for piece in pieces[:-1]:
        assert piece.rstrip().endswith((".", "。"))


def test_neighbours_overlap_so_that_no_statement_is_cut_in_two():
    text = " ".join(f"word{n:04}" for n in range(2000))
    pieces = cut(text, tokens=100, overlap=20)
    places = spans(text, pieces)
    overlaps = [end - start for (_, end), (start, _) in zip(places, places[1:], strict=False)]
    assert all(40 <= overlap <= 130 for overlap in overlaps)


def test_without_sentences_words_stay_whole():
    text = " ".join(f"word{n:04}" for n in range(500))
    for piece in cut(text, tokens=50, overlap=0):
        assert set(map(len, piece.split())) == {8}


def test_a_text_without_any_break_is_cut_all_the_same():
    pieces = cut("x" * 10_000, tokens=100, overlap=10)
    assert max(map(len, pieces)) <= 420
    assert sum(map(len, pieces)) >= 10_000


def test_a_megabyte_is_cut_into_few_thousand_pieces():
    assert len(cut("一段很长的话。" * 150_000, tokens=400, overlap=60)) < 3_000
