"""Embeddings from any server that speaks OpenAI's `/embeddings`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from perdure.errors import EmbedderUnavailable, InvalidValue
from perdure.ports.embedder import Fingerprint, Use
from perdure.providers.extras import require
from perdure.providers.guarded import matrix

if TYPE_CHECKING:
    from openai import OpenAI

_HOME = "https://api.openai.com/v1"


class OpenAIEmbedder:
    """Asks OpenAI, or the server at `base_url`, for vectors of `dimension` numbers, `batch` texts a request.

    Address and key are those given here and never those of the environment. `timeout` is in seconds a try; `retries`
    follow a refused, slow or busy answer.
    """

    def __init__(
        self,
        model: str,
        *,
        dimension: int,
        base_url: str | None = None,
        api_key: str | None = None,
        prefixes: tuple[str, str] = ("", ""),
        batch: int = 64,
        timeout: float = 30.0,
        retries: int = 2,
    ) -> None:
        require("llm", "openai")
        if dimension < 1 or batch < 1:
            raise InvalidValue("dimension and batch are at least 1")
        self.fingerprint = Fingerprint(name=model, version="api", dimension=dimension, prefixes=prefixes)
        self._base_url = base_url or _HOME
        self._api_key = api_key or "none"  # the SDK wants one, servers on this machine do not
        self._batch = batch
        self._timeout = timeout
        self._retries = retries

    def embed(self, texts: Sequence[str], *, use: Use) -> NDArray[np.float32]:
        """One vector a text, as the server gave it."""
        prefix = self.fingerprint.prefixes[0 if use == "query" else 1]
        # An empty text is an error to OpenAI and would fail its whole batch.
        asked = [prefix + text or " " for text in texts]
        parts = [self._ask(asked[start : start + self._batch]) for start in range(0, len(asked), self._batch)]
        return np.concatenate([np.empty((0, self.fingerprint.dimension)), *parts]).astype(np.float32)

    def _ask(self, texts: list[str]) -> NDArray[np.float64]:
        import openai  # documented lazy load: the SDK takes a second

        model = self.fingerprint.name
        try:
            # The plain form is the one that every server knows.
            reply: object = self._client.embeddings.create(model=model, input=texts, encoding_format="float")
        except openai.OpenAIError as error:
            raise EmbedderUnavailable(f"{model} did not answer ({type(error).__name__})") from error
        rows = getattr(reply, "data", None)  # a page of HTML arrives as a str
        if not isinstance(rows, list):
            raise EmbedderUnavailable(f"{self._base_url} does not answer as an embeddings endpoint")
        ordered = sorted(rows, key=lambda row: getattr(row, "index", None) or 0)
        vectors = [getattr(row, "embedding", None) for row in ordered]
        return matrix(vectors, len(texts), self.fingerprint.dimension)

    @cached_property
    def _client(self) -> OpenAI:
        import openai  # documented lazy load: the SDK takes a second

        client = openai.OpenAI(
            api_key=self._api_key, base_url=self._base_url, timeout=self._timeout, max_retries=self._retries
        )
        client.organization = client.project = None  # the SDK took these from the environment
        return client
