"""Any model that sentence-transformers can load."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perdure.ports.embedder import Fingerprint, Use
from perdure.providers.extras import require
from perdure.providers.prefixes import prefixes_of

DEFAULT_MODEL = "BAAI/bge-small-zh-v1.5"

_DIMENSIONS = {DEFAULT_MODEL: 512}


class SentenceTransformersEmbedder:
    """A model by name or folder; the first `embed` loads it, from the network where it is not on this machine yet.

    Without `dimension` the model is loaded to ask it. `prefixes` default to what the model is known to want.
    """

    def __init__(
        self,
        model: str = DEFAULT_MODEL,
        *,
        revision: str | None = None,
        dimension: int | None = None,
        prefixes: tuple[str, str] | None = None,
        device: str | None = None,
        batch: int = 32,
    ) -> None:
        require("local", "sentence_transformers")
        self._model = model
        self._revision = revision
        self._dimension = dimension or _DIMENSIONS.get(model)
        self._prefixes = prefixes_of(model) if prefixes is None else prefixes
        self._device = device
        self._batch = batch
        self._turn = Lock()

    @cached_property
    def fingerprint(self) -> Fingerprint:
        """The model, its revision, its dimension and its prefixes."""
        return Fingerprint(
            name=self._model,
            version=self._revision or "main",
            dimension=self._dimension or len(self._encode([" "], "")[0]),
            prefixes=self._prefixes,
        )

    def embed(self, texts: Sequence[str], *, use: Use) -> NDArray[np.float32]:
        """One vector a text."""
        if not texts:
            return np.zeros((0, self.fingerprint.dimension), np.float32)
        return self._encode(list(texts), self._prefixes[0 if use == "query" else 1])

    def _encode(self, texts: list[str], prefix: str) -> NDArray[np.float32]:
        with self._turn:  # its tokenizer cannot be used by two threads at once
            vectors = self._encoder.encode(texts, prompt=prefix, batch_size=self._batch, show_progress_bar=False)
        return np.asarray(vectors, np.float32)

    @cached_property
    def _encoder(self) -> Any:
        from sentence_transformers import SentenceTransformer  # documented lazy load: torch and the model

        return SentenceTransformer(self._model, revision=self._revision, device=self._device)
