"""A second look at the best candidates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Reranker(Protocol):
    """Scores how well each text answers the query; a cross-encoder, for instance."""

    def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """One score a text, higher is better, on any scale."""
        ...
