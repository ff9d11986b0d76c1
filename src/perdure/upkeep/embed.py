"""Vectors for what has none: batch by batch, each committed, so that it can stop and go on anywhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from perdure.errors import EmbedderError
from perdure.ports.store import Progress, SpaceStore

if TYPE_CHECKING:
    from perdure.ports.embedder import Embedder

BATCH = 64
"""Texts in one call of the embedder and one transaction."""

Stop = Callable[[], bool]


def never() -> bool:
    """Go on to the end."""
    return False


def fill(store: SpaceStore, embedder: Embedder, *, progress: Progress | None = None, stop: Stop = never) -> int:
    """Vectors for every passage that has none; returns how many texts were embedded.

    Does nothing where the space's vectors come from another embedder: `reembed` changes that. Raises EmbedderError with
    everything embedded so far kept.
    """
    fingerprint = str(embedder.fingerprint)
    with store.read() as reader:
        if reader.embedder() not in (None, fingerprint):
            return 0
        total = reader.missing_count(None) if progress is not None else 0
    return _embed_all(store, embedder, None, total=total, progress=progress, stop=stop)


def reembed(store: SpaceStore, embedder: Embedder, *, progress: Progress | None = None, stop: Stop = never) -> int:
    """Vectors of this embedder for every passage, after which recall uses them and those of others are dropped."""
    fingerprint = str(embedder.fingerprint)
    with store.read() as reader:
        if reader.passage_count() == 0:
            return 0
        if reader.embedder() in (None, fingerprint):
            wanted, total = None, reader.missing_count(None)
        else:
            wanted, total = fingerprint, reader.missing_count(fingerprint)
    number = _embed_all(store, embedder, wanted, total=total, progress=progress, stop=stop)
    if wanted is not None and not stop():
        with store.write(create=False) as writer:
            writer.set_embedder(fingerprint)
    return number


def _embed_all(
    store: SpaceStore, embedder: Embedder, wanted: str | None, *, total: int, progress: Progress | None, stop: Stop
) -> int:
    """Embed passages in order of their ids; those whose text an earlier batch had are skipped by its vector."""
    after = seen = embedded = 0
    failure: EmbedderError | None = None
    while not stop():
        with store.read() as reader:
            rows = reader.missing(wanted, limit=BATCH, after=after)
        if not rows:
            break
        after, seen = rows[-1][0], seen + len(rows)
        texts = {key: text for _, key, text in rows}
        vectors, missing = embed_each(embedder, texts)
        failure = failure or missing
        embedded += len(vectors)
        _keep(store, str(embedder.fingerprint), vectors)
        if progress is not None:
            progress(min(seen, total), total)
        if len(rows) < BATCH or (missing is not None and not vectors):
            break
    if failure is not None:
        raise failure
    return embedded


def embed_each(
    embedder: Embedder, texts: Mapping[bytes, str]
) -> tuple[dict[bytes, Sequence[float]], EmbedderError | None]:
    """Vectors by text hash, and the error where some are missing. A batch that fails is halved, so that one bad text
    costs no other; where a whole half fails the embedder is down, and the rest is left for another time."""
    keys = list(texts)
    try:
        return dict(zip(keys, embedder.embed([texts[key] for key in keys], use="passage"), strict=True)), None
    except EmbedderError as error:
        failure = error
    found: dict[bytes, Sequence[float]] = {}
    for half in (keys[: len(keys) // 2], keys[len(keys) // 2 :]) if len(keys) > 1 else ():
        vectors, missing = embed_each(embedder, {key: texts[key] for key in half})
        found |= vectors
        if missing is not None and not vectors and len(half) > 1:
            break
    return found, failure


def _keep(store: SpaceStore, fingerprint: str, vectors: Mapping[bytes, Sequence[float]]) -> None:
    if not vectors:
        return
    with store.write(create=False) as writer:
        if writer.embedder() is None:
            writer.set_embedder(fingerprint)
        writer.add_vectors(fingerprint, vectors)
