"""Text to vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors: TypeAlias = "NDArray[np.float32] | Sequence[Sequence[float]]"

Use = Literal["query", "passage"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Fingerprint:
    """Which vectors belong together: two embedders share vectors only where every field is equal.

    `prefixes` are the texts put before a query and a passage, part of the model's rules.
    """

    name: str
    version: str
    dimension: int
    prefixes: tuple[str, str] = ("", "")

    def __str__(self) -> str:
        return f"{self.name}@{self.version}/{self.dimension}" + (
            f"/{'|'.join(self.prefixes)}" if any(self.prefixes) else ""
        )


class Embedder(Protocol):
    """Turns texts into vectors.

    `embed` returns one vector a text, in order, of the fingerprint's dimension; they need not be normalised. It may be
    called from several threads. Where it cannot answer it raises EmbedderUnavailable, or an OSError, RuntimeError or
    ValueError, which are taken as the same.
    """

    @property
    def fingerprint(self) -> Fingerprint:
        """Known without loading the model."""
        ...

    def embed(self, texts: Sequence[str], *, use: Use) -> Vectors:
        """One vector a text."""
        ...
