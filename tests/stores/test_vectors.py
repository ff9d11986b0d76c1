"""The vectors of the index against the plain arithmetic that they stand for."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perdure.stores.index.vectors import AFTER, BEFORE, Query, quantise
from tests.stores.arrays import Built, Piece

DIMENSION = 16
TOLERANCE = 0.02


def unit(random: np.random.Generator, count: int, dimension: int = DIMENSION) -> np.ndarray:
    vectors = random.normal(size=(count, dimension))
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def chains(random: np.random.Generator, count: int) -> list[int]:
    """For each passage the id of the one before it in its exchange, 0 for none; ids begin at 1."""
    prev, sessions = [], {}
    for number in range(1, count + 1):
        session = int(random.integers(0, 4))
        prev.append(sessions.get(session, 0) if random.random() < 0.8 else 0)
        sessions[session] = number
    return prev


def mixed(vectors: np.ndarray, prev: list[int], row: int, lacking: set[int] = frozenset()) -> np.ndarray:
    """The unit vector of a passage with its neighbours, by following the links one by one."""
    following = {before: number for number, before in enumerate(prev, start=1) if before}
    total = vectors[row].copy()
    for weights, step in ((BEFORE, lambda number: prev[number - 1]), (AFTER, lambda number: following.get(number, 0))):
        number = row + 1
        for weight in weights:
            number = step(number) if number else 0
            if number and number not in lacking:
                total += weight * vectors[number - 1]
    return total / np.linalg.norm(total)


def built(vectors: np.ndarray, prev: list[int], live: list[bool] | None = None) -> Built:
    """An index of these."""
    index = Built()
    index.add(pieces(vectors, prev, live or [True] * len(vectors)))
    return index


def pieces(vectors: np.ndarray, prev: list[int], live: list[bool]) -> list[Piece]:
    return [Piece(id=row + 1, prev=prev[row], live=live[row], vector=vector) for row, vector in enumerate(vectors)]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 60), st.integers(1, 70), st.data())
def test_the_index_agrees_with_a_comparison_of_everything(seed: int, count: int, limit: int, data: st.DataObject):
    random = np.random.default_rng(seed)
    vectors, (query,) = unit(random, count), unit(random, 1)
    prev, live = chains(random, count), [bool(random.random() < 0.9) for _ in range(count)]
    whole = pieces(vectors, prev, live)
    late = data.draw(st.sets(st.integers(1, count), max_size=5))
    never = data.draw(st.sets(st.integers(1, count), max_size=3))
    index = Built()
    cuts = sorted({0, count, *data.draw(st.lists(st.integers(0, count), max_size=3))})
    for start, end in zip(cuts, cuts[1:], strict=False):
        index.add(
            [
                Piece(id=p.id, prev=p.prev, live=p.live, vector=None if p.id in late | never else p.vector)
                for p in whole[start:end]
            ]
        )
    for piece in whole:
        if piece.id in late - never:
            index.embed([piece])
    allowed = [row + 1 for row in range(count) if random.random() < 0.8] if random.random() < 0.5 else None
    found = index.find(vectors=[query], limit=limit, allowed=allowed)
    exact = {row + 1: float(mixed(vectors, prev, row, never) @ query) for row in range(count) if row + 1 not in never}
    candidates = [number for number in exact if live[number - 1] and (allowed is None or number in allowed)]
    best = sorted(candidates, key=exact.__getitem__, reverse=True)[:limit]
    numbers = found.ids.tolist()
    assert numbers == sorted(set(numbers))
    assert set(numbers) <= set(candidates)
    assert found.full == (len(candidates) > limit)
    chosen = sorted((exact[number] for number in numbers), reverse=True)
    assert np.allclose(chosen, [exact[number] for number in best], atol=TOLERANCE)
    for number, score, own in zip(numbers, found.dense[0].tolist(), found.own[0].tolist(), strict=True):
        assert score == pytest.approx(exact[number], abs=TOLERANCE)
        assert own == pytest.approx(float(vectors[number - 1] @ query), abs=TOLERANCE)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sets(st.integers(1, 30), max_size=4))
def test_removed_passages_are_nobodys_neighbours(seed: int, gone: set[int]):
    random = np.random.default_rng(seed)
    vectors, (query,), prev = unit(random, 30), unit(random, 1), chains(random, 30)
    index = built(vectors, prev)
    index.remove(sorted(gone))
    again = Built()
    again.add([piece for piece in pieces(vectors, prev, [True] * 30) if piece.id not in gone])
    found, fresh = index.find(vectors=[query]), again.find(vectors=[query])
    assert found.ids.tolist() == fresh.ids.tolist() == sorted(set(range(1, 31)) - gone)
    assert np.allclose(found.dense, fresh.dense, atol=1e-6)


def test_the_best_are_found_however_close_they_are():
    """Closer to each other than the one byte a number in which the scan takes the query could tell."""
    random = np.random.default_rng(3)
    near = unit(random, 1) + 0.02 * random.normal(size=(2_000, DIMENSION))
    query, vectors = near[0], near[1:]
    stored = np.array([np.frombuffer(data, np.int8) * scale for data, scale in map(quantise, vectors)])
    exact = (stored @ query) / np.linalg.norm(stored, axis=1)
    found = built(vectors, [0] * len(vectors)).find(vectors=[query], limit=10)
    assert (found.ids - 1).tolist() == sorted(np.argsort(-exact)[:10].tolist())
    assert np.allclose(found.dense[0], exact[found.ids - 1], rtol=1e-6)


def test_an_index_of_many_blocks_is_searched_whole():
    random = np.random.default_rng(5)
    vectors, (query,) = unit(random, 9_000), unit(random, 1)
    stored = np.array([np.frombuffer(data, np.int8) * scale for data, scale in map(quantise, vectors)])
    exact = (stored @ query) / np.linalg.norm(stored, axis=1)
    found = built(vectors, [0] * len(vectors)).find(vectors=[query], limit=20)
    assert (found.ids - 1).tolist() == sorted(np.argsort(-exact)[:20].tolist())


@given(st.lists(st.floats(-1e3, 1e3, width=32), min_size=1, max_size=64))
def test_a_vector_is_kept_to_one_part_in_254_of_its_largest_number(values: list[float]):
    data, scale = quantise(values)
    back = np.frombuffer(data, np.int8) * scale
    assert np.abs(back - values).max() <= scale / 2 * 1.001
    assert scale == pytest.approx(max(map(abs, values)) / 127 or 1.0)


@given(st.lists(st.floats(-1e3, 1e3, width=32), min_size=1, max_size=64))
def test_a_query_is_the_sum_of_its_layers(values: list[float]):
    query = Query.of(values)
    peak = max(map(abs, values))
    assert np.abs(query.steps @ query.layers - values).max() <= peak * 1e-6


def test_an_empty_index_finds_nothing():
    found = Built().find("tea", vectors=[np.ones(DIMENSION)])
    assert (len(found.ids), found.dense.shape, found.lexical.shape) == (0, (1, 0), (1, 0))


def test_passages_without_a_vector_of_the_right_length_are_not_found():
    index = Built()
    index.add([Piece(id=1, vector=np.ones(DIMENSION)), Piece(id=2, prev=1)])
    index.add([Piece(id=3, prev=2, vector=np.ones(DIMENSION - 1))])
    found = index.find(vectors=[np.ones(DIMENSION) / 4])
    assert (found.ids.tolist(), found.dense.round(3).tolist()) == ([1], [[1.0]])
    assert len(index.find(vectors=[np.ones(DIMENSION - 1)]).ids) == 0
