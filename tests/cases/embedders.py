"""The embedders of the vocabulary: pinned vectors, hashed words, one that fails, one that is slow to load."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from perdure.ports.embedder import Embedder, Fingerprint, Use
from perdure.providers.choose import choose
from perdure.testing import FixedEmbedder, HashEmbedder


def fixed(vectors: Mapping[str, Sequence[float]], model: str = "fixed") -> Embedder:
    """The vectors given; every other text is at right angles to them."""
    return FixedEmbedder(vectors, model=model) if vectors else HashEmbedder(model=model)


def hash_embed(dim: int = 64, model: str = "hash") -> Embedder:
    """Vectors of hashed words."""
    return HashEmbedder(dim, model=model)


class Flaky:
    """`fixed`, but unreachable while `down`, and for every batch that holds a text for which `fail_on` is true."""

    def __init__(
        self,
        vectors: Mapping[str, Sequence[float]] | None = None,
        down: bool = False,
        fail_on: Callable[[str], bool] | None = None,
    ) -> None:
        self._inner = fixed(vectors or {})
        self.fingerprint = self._inner.fingerprint
        self.down = down
        self.fail_on = fail_on

    def embed(self, texts: Sequence[str], *, use: Use) -> Any:
        """Vectors, or ConnectionError."""
        if self.down or (self.fail_on is not None and any(map(self.fail_on, texts))):
            raise ConnectionError("the embedder is down")
        return self._inner.embed(texts, use=use)


class Slow:
    """Hashed words from a model that takes a while to load."""

    def __init__(self, load_seconds: float = 1.0) -> None:
        self._inner = HashEmbedder(64, model="slow")
        self._left = load_seconds
        self.fingerprint = self._inner.fingerprint

    def embed(self, texts: Sequence[str], *, use: Use) -> Any:
        """Vectors, the first time after the load."""
        left, self._left = self._left, 0.0
        time.sleep(left)  # stands for reading a model from disk, which is what the case is about
        return self._inner.embed(texts, use=use)


class Called:
    """A plain function of one text; its dimension is that of its first answer."""

    def __init__(self, function: Callable[[str], Sequence[float]]) -> None:
        self._function = function
        self.fingerprint = Fingerprint(name="function", version="1", dimension=len(function("dimension")))

    def embed(self, texts: Sequence[str], *, use: Use) -> list[Sequence[float]]:
        """One call a text."""
        return [self._function(text) for text in texts]


def embedder(given: Any) -> Any:
    """Whatever a case passes as `embed=`, as an embedder; the bundled one reads many languages."""
    if given == "multilingual":
        return choose("auto")
    return Called(given) if callable(given) and not hasattr(given, "embed") else given
