"""The vectors in memory against the plain arithmetic that they stand for."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perdure.stores.sqlite.cache import NEVER
from perdure.stores.sqlite.vectors import AFTER, BEFORE, Loaded, VectorIndex, quantise

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


def loaded(vectors: np.ndarray, prev: list[int], *, live: list[bool], rows: list[int]) -> Loaded:
    packed = [quantise(vector) for vector in vectors]
    return Loaded(
        ids=[row + 1 for row in rows],
        prev=[prev[row] for row in rows],
        live=[live[row] for row in rows],
        expires=[NEVER] * len(rows),
        data=[packed[row][0] for row in rows],
        scales=[packed[row][1] for row in rows],
    )


def mixed(vectors: np.ndarray, prev: list[int], row: int) -> np.ndarray:
    """The unit vector of a passage with its neighbours, by following the links one by one."""
    following = {before: number for number, before in enumerate(prev, start=1) if before}
    total = vectors[row].copy()
    for weights, step in ((BEFORE, lambda number: prev[number - 1]), (AFTER, lambda number: following.get(number, 0))):
        number = row + 1
        for weight in weights:
            number = step(number) if number else 0
            if number:
                total += weight * vectors[number - 1]
    return total / np.linalg.norm(total)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 60), st.integers(1, 70), st.data())
def test_the_index_agrees_with_a_comparison_of_everything(seed: int, count: int, limit: int, data: st.DataObject):
    random = np.random.default_rng(seed)
    vectors, (query,) = unit(random, count), unit(random, 1)
    prev, live = chains(random, count), [bool(random.random() < 0.9) for _ in range(count)]
    index = VectorIndex(DIMENSION)
    cuts = sorted({0, count, *data.draw(st.lists(st.integers(0, count), max_size=3))})
    for start, end in zip(cuts, cuts[1:], strict=False):
        index.put(loaded(vectors, prev, live=live, rows=list(range(start, end))))
    allowed = [row + 1 for row in range(count) if random.random() < 0.8] if random.random() < 0.5 else None
    also = sorted({int(number) for number in random.integers(1, count + 1, size=2)})
    found = index.search(
        query.astype(np.float32),
        now=0,
        limit=limit,
        allowed=None if allowed is None else np.array(allowed, np.int64),
        also=np.array(also, np.int64),
    )
    exact = {row + 1: float(mixed(vectors, prev, row) @ query) for row in range(count)}
    candidates = [number for number in exact if live[number - 1] and (allowed is None or number in allowed)]
    best = sorted(candidates, key=exact.__getitem__, reverse=True)[:limit]
    numbers = [number for number, _, _ in found]
    assert len(numbers) == len(set(numbers))
    assert set(numbers) - set(also) <= set(candidates)
    assert set(also) <= set(numbers)
    chosen = sorted((exact[number] for number in numbers if number in candidates), reverse=True)[: len(best)]
    assert np.allclose(chosen, [exact[number] for number in best], atol=TOLERANCE)
    assert [score for _, score, _ in found] == sorted((score for _, score, _ in found), reverse=True)
    for number, score, own in found:
        assert score == pytest.approx(exact[number], abs=TOLERANCE)
        assert own == pytest.approx(float(vectors[number - 1] @ query), abs=TOLERANCE)


def test_the_best_are_found_however_close_they_are():
    """Closer to each other than the one byte a number in which the scan takes the query could tell."""
    random = np.random.default_rng(3)
    near = unit(random, 1) + 0.02 * random.normal(size=(2_000, DIMENSION))
    query, vectors = near[0], near[1:]
    packed = [quantise(vector) for vector in vectors]
    stored = np.array([np.frombuffer(data, np.int8) * scale for data, scale in packed])
    exact = (stored @ query) / np.linalg.norm(stored, axis=1)
    index = VectorIndex(DIMENSION)
    count = len(vectors)
    index.put(loaded(vectors, [0] * count, live=[True] * count, rows=list(range(count))))
    none = np.array([], np.int64)
    found = index.search(query.astype(np.float32), now=0, limit=10, allowed=None, also=none)
    assert [number - 1 for number, _, _ in found] == list(np.argsort(-exact)[:10])


@given(st.lists(st.floats(-1e3, 1e3, width=32), min_size=1, max_size=64))
def test_a_vector_is_kept_to_one_part_in_254_of_its_largest_number(values: list[float]):
    data, scale = quantise(values)
    back = np.frombuffer(data, np.int8) * scale
    assert np.abs(back - values).max() <= scale / 2 * 1.001
    assert scale == pytest.approx(max(map(abs, values)) / 127 or 1.0)


def test_a_passage_that_changes_is_searched_as_it_is_now():
    random = np.random.default_rng(1)
    old, new = unit(random, 3), unit(random, 3)
    index = VectorIndex(DIMENSION)
    index.put(loaded(old, [0, 1, 2], live=[True] * 3, rows=[0, 1, 2]))
    index.put(loaded(new, [0, 1, 2], live=[True] * 3, rows=[1]))
    there = np.array([old[0], new[1], old[2]])
    found = index.search(new[1].astype(np.float32), now=0, limit=3, allowed=None, also=np.array([], np.int64))
    for number, score, _ in found:
        assert score == pytest.approx(float(mixed(there, [0, 1, 2], number - 1) @ new[1]), abs=TOLERANCE)


def test_an_empty_index_finds_nothing():
    index = VectorIndex(DIMENSION)
    index.put(Loaded(ids=[], prev=[], live=[], expires=[], data=[], scales=[]))
    none = np.array([], np.int64)
    assert index.search(np.ones(DIMENSION, np.float32), now=0, limit=5, allowed=None, also=none) == []


def test_passages_without_a_vector_of_the_right_length_are_not_found():
    index = VectorIndex(DIMENSION)
    data, scale = quantise(np.ones(DIMENSION))
    index.put(
        Loaded(
            ids=[1, 2, 3],
            prev=[0, 1, 2],
            live=[True] * 3,
            expires=[NEVER] * 3,
            data=[data, b"", data[:-1]],
            scales=[scale, 0.0, 0.0],
        )
    )
    also = np.array([1, 2, 3, 4], np.int64)
    found = index.search(np.ones(DIMENSION, np.float32) / 4, now=0, limit=5, allowed=None, also=also)
    assert [(number, round(score, 3)) for number, score, _ in found] == [(1, 1.0)]
