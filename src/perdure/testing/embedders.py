"""Embedders for tests: quick, deterministic, and failing when told to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from threading import Event, Lock
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from perdure.errors import InvalidValue
from perdure.ports.embedder import Embedder, Fingerprint, Use
from perdure.text.analyzer import content_terms

if TYPE_CHECKING:
    from perdure.ports.embedder import Vectors

_ROOM = 64


class HashEmbedder:
    """Texts are near where they share words that carry meaning, Chinese characters and pairs of them included.

    Feature hashing: no model and no memory; unrelated texts have a cosine near 0.
    """

    def __init__(self, dimension: int = 256, *, model: str = "hash") -> None:
        if dimension < 1:
            raise InvalidValue("a dimension is at least 1")
        self.fingerprint = Fingerprint(name=model, version="1", dimension=dimension)

    def embed(self, texts: Sequence[str], *, use: Use) -> NDArray[np.float32]:  # noqa: ARG002 - a word is a word
        """One vector a text; zero where no word carries meaning."""
        dimension = self.fingerprint.dimension
        vectors = np.zeros((len(texts), dimension), np.float32)
        for vector, text in zip(vectors, texts, strict=True):
            for term in content_terms(text):
                place, odd = divmod(_hash(term), 2)
                vector[place % dimension] += -1.0 if odd else 1.0
        return vectors


@lru_cache(maxsize=65_536)
def _hash(term: str) -> int:
    return int.from_bytes(blake2b(term.encode(), digest_size=8).digest())


class FixedEmbedder:
    """The vectors you give; other texts are at right angles to all of them, and nearly so to each other.

    Every vector gets 64 more numbers to make that room, so `fingerprint.dimension` is that much larger than yours.
    """

    def __init__(self, vectors: Mapping[str, Sequence[float]], *, model: str = "fixed") -> None:
        lengths = {len(vector) for vector in vectors.values()}
        if len(lengths) != 1:
            raise InvalidValue("give at least one vector, and all of one length")
        self._given = lengths.pop()
        self._vectors = {text: np.pad(np.asarray(vector, np.float32), (0, _ROOM)) for text, vector in vectors.items()}
        self.fingerprint = Fingerprint(name=model, version="1", dimension=self._given + _ROOM)

    def embed(self, texts: Sequence[str], *, use: Use) -> NDArray[np.float32]:  # noqa: ARG002 - the text decides
        """One vector a text."""
        rows = [self._vectors[text] if text in self._vectors else self._elsewhere(text) for text in texts]
        return np.array(rows, np.float32).reshape(len(texts), self.fingerprint.dimension)

    def _elsewhere(self, text: str) -> NDArray[np.float32]:
        signs = np.unpackbits(np.frombuffer(blake2b(text.encode(), digest_size=_ROOM // 8).digest(), np.uint8))
        return np.pad(signs.astype(np.float32) * 2 - 1, (self._given, 0))


class FlakyEmbedder:
    """Raises ConnectionError while `down` is true, and for every batch in which a text contains `fail_on`.

    `inner` is an embedder or the vectors of a FixedEmbedder.
    """

    def __init__(
        self, inner: Embedder | Mapping[str, Sequence[float]], *, down: bool = False, fail_on: str | None = None
    ) -> None:
        self._inner = FixedEmbedder(inner) if isinstance(inner, Mapping) else inner
        self._fail_on = fail_on
        self.down = down

    @property
    def fingerprint(self) -> Fingerprint:
        """That of the embedder inside, up or down."""
        return self._inner.fingerprint

    def embed(self, texts: Sequence[str], *, use: Use) -> Vectors:
        """What the embedder inside answers, where it does."""
        if self.down or (self._fail_on is not None and any(self._fail_on in text for text in texts)):
            raise ConnectionError("the embedder is down")
        return self._inner.embed(texts, use=use)


class CountingEmbedder:
    """Counts in `calls` and `texts` what the embedder inside was asked."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self._turn = Lock()
        self.calls = 0
        self.texts = 0

    @property
    def fingerprint(self) -> Fingerprint:
        """That of the embedder inside."""
        return self._inner.fingerprint

    def embed(self, texts: Sequence[str], *, use: Use) -> Vectors:
        """What the embedder inside answers."""
        with self._turn:
            self.calls += 1
            self.texts += len(texts)
        return self._inner.embed(texts, use=use)


class GatedEmbedder:
    """Answers only while its gate is open: what is asked between `close` and `open` waits, however long.

    `arrived` is set as soon as something waits.
    """

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self._gate = Event()
        self._gate.set()
        self.arrived = Event()

    @property
    def fingerprint(self) -> Fingerprint:
        """That of the embedder inside."""
        return self._inner.fingerprint

    def close(self) -> None:
        """Let nothing through from now on."""
        self.arrived.clear()
        self._gate.clear()

    def open(self) -> None:
        """Let everything through, what waits too."""
        self._gate.set()

    def embed(self, texts: Sequence[str], *, use: Use) -> Vectors:
        """What the embedder inside answers, once the gate is open."""
        if not self._gate.is_set():
            self.arrived.set()
            self._gate.wait()
        return self._inner.embed(texts, use=use)
