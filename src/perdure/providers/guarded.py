"""The one seam around any embedder: what goes in is valid, what comes out is checked, failures have one type."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from perdure.errors import EmbedderMismatch, EmbedderUnavailable
from perdure.ports.embedder import Embedder, Fingerprint, Use

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Guarded:
    """An embedder whose vectors can be trusted.

    `embed` gives unit vectors, one row a text, in a C-contiguous float32 array; what has no direction stays zero. It
    raises EmbedderUnavailable where the embedder failed and EmbedderMismatch where it broke its promise.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    @property
    def fingerprint(self) -> Fingerprint:
        """That of the embedder inside."""
        with _one_failure():
            return self._embedder.fingerprint

    def embed(self, texts: Sequence[str], *, use: Use) -> NDArray[np.float32]:
        """One unit vector a text; no text, no call."""
        import numpy as np  # documented lazy load: commands that embed nothing need no arrays

        dimension = self.fingerprint.dimension
        if not texts:
            return np.zeros((0, dimension), np.float32)
        with _one_failure():
            vectors = self._embedder.embed([_valid(text) for text in texts], use=use)
        return _unit(matrix(vectors, len(texts), dimension))


@contextmanager
def _one_failure() -> Iterator[None]:
    try:
        yield
    except (OSError, RuntimeError, ValueError, LookupError, TypeError) as error:
        raise EmbedderUnavailable(f"the embedder did not answer ({type(error).__name__})") from error


def _valid(text: str) -> str:
    """Half a surrogate pair has no UTF-8 form, and one such text would fail its whole batch."""
    return text.encode("utf-8", "replace").decode("utf-8")


def matrix(vectors: object, count: int, dimension: int) -> NDArray[np.float64]:
    """The vectors as rows; EmbedderMismatch where they are not `count` rows of `dimension` numbers."""
    import numpy as np  # documented lazy load, as above

    try:
        rows = np.asarray(vectors, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise EmbedderMismatch(f"{count} rows of {dimension} numbers were expected, not {error}") from error
    if rows.shape != (count, dimension):
        raise EmbedderMismatch(f"{count} rows of {dimension} numbers were expected, not the shape {rows.shape}")
    return rows


def _unit(rows: NDArray[np.float64]) -> NDArray[np.float32]:
    import numpy as np  # documented lazy load, as above

    with np.errstate(over="ignore", invalid="ignore"):
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    if not np.isfinite(lengths).all():
        raise EmbedderMismatch("a vector holds numbers that are not finite")
    unit: NDArray[np.float64] = np.divide(rows, lengths, out=np.zeros(rows.shape), where=lengths > 0)
    return unit.astype(np.float32)
