"""Vectors for what has none: a batch that fails is halved, so that one bad text costs no other."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.errors import EmbedderError, EmbedderUnavailable
from perdure.ports.embedder import Fingerprint
from perdure.upkeep.embed import embed_each


class Picky:
    """Fails for every batch with a bad text in it, and counts what it was asked."""

    fingerprint = Fingerprint(name="picky", version="1", dimension=1)

    def __init__(self, *, down: bool = False) -> None:
        self.down = down
        self.calls: list[int] = []

    def embed(self, texts: Sequence[str], *, use: str) -> list[list[float]]:
        self.calls.append(len(texts))
        if self.down or any("bad" in text for text in texts):
            raise EmbedderUnavailable
        return [[float(len(text))] for text in texts]


def batch(texts: list[str]) -> dict[bytes, str]:
    return {str(number).encode(): text for number, text in enumerate(texts)}


def test_a_batch_that_succeeds_is_one_call():
    embedder = Picky()
    found, failure = embed_each(embedder, batch(["a", "bb", "ccc"]))
    assert found == {b"0": [1.0], b"1": [2.0], b"2": [3.0]}
    assert (failure, embedder.calls) == (None, [3])


@pytest.mark.parametrize("place", [0, 1, 31, 32, 62, 63])
def test_one_bad_text_among_many_costs_only_itself(place):
    texts = [f"text {n}" for n in range(64)]
    texts[place] = "bad"
    embedder = Picky()
    found, failure = embed_each(embedder, batch(texts))
    assert set(found) == set(batch(texts)) - {str(place).encode()}
    assert isinstance(failure, EmbedderError)
    assert len(embedder.calls) <= 14


def test_where_everything_fails_the_rest_is_left_for_another_time():
    embedder = Picky(down=True)
    found, failure = embed_each(embedder, batch([f"text {n}" for n in range(64)]))
    assert found == {}
    assert isinstance(failure, EmbedderError)
    assert len(embedder.calls) <= 10


@given(st.lists(st.sampled_from(["good", "fine", "bad"]), min_size=1, max_size=16))
def test_what_was_embedded_is_right_and_a_bad_text_never_is(texts):
    wanted = batch(texts)
    found, failure = embed_each(Picky(), wanted)
    assert all(vector == [float(len(wanted[key]))] for key, vector in found.items())
    assert not any("bad" in wanted[key] for key in found)
    assert (failure is None) == ("bad" not in texts)
