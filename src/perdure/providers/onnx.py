"""Any sentence encoder that was exported to ONNX, float or int8."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from perdure.errors import InvalidValue
from perdure.ports.embedder import Fingerprint, Use
from perdure.providers.extras import require
from perdure.providers.onnx_session import one_failure, open_session

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Encoding, Tokenizer

Pooling = Literal["mean", "cls"]

_MODELS = ("model.onnx", "onnx/model.onnx", "model_quantized.onnx", "onnx/model_quantized.onnx")
_SAMPLE = 1 << 20


class OnnxEmbedder:
    """The model in a folder with `tokenizer.json` and `model.onnx`, as model hubs lay it out; the first `embed` loads it.

    `model` is the folder, or the file itself with `tokenizer` beside it or given. `pooling` defaults to what the folder
    says (`1_Pooling/config.json`), else the mean. Without `name` and `version` the vectors are known by the folder's
    name and the weights' digest: give both to keep them apart in a way of your own.

    Vectors have length 1. A model quantised at run time may round a text a little differently in another batch;
    `batch=1` gives each text one vector for good.
    """

    def __init__(
        self,
        model: str | Path,
        *,
        tokenizer: str | Path | None = None,
        name: str | None = None,
        version: str | None = None,
        pooling: Pooling | None = None,
        prefixes: tuple[str, str] = ("", ""),
        max_tokens: int = 512,
        batch: int = 32,
    ) -> None:
        require("onnx", "onnxruntime", "tokenizers")
        if max_tokens < 3 or batch < 1:
            raise InvalidValue("max_tokens is at least 3 and batch at least 1")
        self._files = _Files.find(Path(model).expanduser(), tokenizer)
        self._pooling = pooling or self._files.pooling()
        self._name = name or self._files.folder.name
        self._version = version or f"{self._files.digest()}-{self._pooling}"
        self._prefixes = prefixes
        self._max_tokens = min(max_tokens, self._files.config.get("max_position_embeddings", max_tokens))
        self._batch = batch
        self._loading = Lock()

    @cached_property
    def fingerprint(self) -> Fingerprint:
        """The model's name, version and dimension; only a folder without `config.json` is loaded for it."""
        return Fingerprint(
            name=self._name,
            version=self._version,
            dimension=self._files.config.get("hidden_size") or len(self._encode([" "])[0]),
            prefixes=self._prefixes,
        )

    def embed(self, texts: Sequence[str], *, use: Use) -> NDArray[np.float32]:
        """One vector a text; what is longer than `max_tokens` is cut."""
        if not texts:
            return np.zeros((0, self.fingerprint.dimension), np.float32)
        prefix = self._prefixes[0 if use == "query" else 1]
        return self._encode([prefix + text for text in texts])

    def _encode(self, texts: list[str]) -> NDArray[np.float32]:
        with one_failure(self._files.model):
            encodings = self._tokenizer.encode_batch(texts)
            by_length = sorted(range(len(texts)), key=lambda row: len(encodings[row].ids))
            batches = [by_length[start : start + self._batch] for start in range(0, len(texts), self._batch)]
            stacked = np.concatenate([self._run([encodings[row] for row in batch]) for batch in batches])
        vectors = np.empty_like(stacked)
        vectors[by_length] = stacked
        return vectors

    def _run(self, encodings: Sequence[Encoding]) -> NDArray[np.float32]:
        shape = len(encodings), max(len(encoding.ids) for encoding in encodings)
        ids, mask = np.full(shape, self._padding, np.int64), np.zeros(shape, np.int64)
        for row, encoding in enumerate(encodings):
            ids[row, : len(encoding.ids)] = encoding.ids
            mask[row, : len(encoding.ids)] = 1
        inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros(shape, np.int64)}
        wanted = {node.name for node in self._session.get_inputs()}
        states = self._session.run(None, {name: array for name, array in inputs.items() if name in wanted})[0]
        return _unit(_pooled(states, mask, self._pooling))

    @cached_property
    def _padding(self) -> int:
        return next((at for at in map(self._tokenizer.token_to_id, ("[PAD]", "<pad>")) if at is not None), 0)

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        from tokenizers import Tokenizer  # documented lazy load: the model

        tokenizer = Tokenizer.from_file(str(self._files.tokenizer))
        tokenizer.no_padding()  # files often pad every text to a fixed length
        tokenizer.enable_truncation(self._max_tokens)
        return tokenizer

    @property
    def _session(self) -> InferenceSession:
        with self._loading:
            return self._loaded

    @cached_property
    def _loaded(self) -> InferenceSession:
        return open_session(self._files.model)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Files:
    """Where a model keeps what is needed of it."""

    folder: Path
    model: Path
    tokenizer: Path
    config: dict[str, Any]

    @classmethod
    def find(cls, model: Path, tokenizer: str | Path | None) -> _Files:
        if model.is_file():
            folder, file = model.parent.parent if model.parent.name == "onnx" else model.parent, model
        else:
            folder = model
            file = next((model / name for name in _MODELS if (model / name).is_file()), model / _MODELS[0])
        words = Path(tokenizer).expanduser() if tokenizer else folder / "tokenizer.json"
        missing = [str(path) for path in (file, words) if not path.is_file()]
        if missing:
            raise InvalidValue(f"no such file: {', '.join(missing)}")
        return cls(folder=folder.resolve(), model=file, tokenizer=words, config=_json(folder / "config.json"))

    def pooling(self) -> Pooling:
        """What the model was trained with, where the folder says it."""
        return "cls" if _json(self.folder / "1_Pooling" / "config.json").get("pooling_mode_cls_token") else "mean"

    def digest(self) -> str:
        """Tells models apart by both ends of their files, which is quick for gigabytes too."""
        digest = blake2b(digest_size=8)
        weights = [self.model.with_name(self.model.name + ending) for ending in ("_data", ".data")]
        for path in (self.tokenizer, self.model, *filter(Path.is_file, weights)):
            with path.open("rb") as file:
                size = path.stat().st_size
                digest.update(size.to_bytes(8) + file.read(_SAMPLE))
                file.seek(max(0, size - _SAMPLE))
                digest.update(file.read())
        return digest.hexdigest()


def _json(path: Path) -> dict[str, Any]:
    """The object in a file, empty where there is no file."""
    if not path.is_file():
        return {}
    try:
        return dict(json.loads(path.read_bytes()))
    except (TypeError, ValueError) as error:
        raise InvalidValue(f"{path} is not a JSON object") from error


def _pooled(states: NDArray[np.float32], mask: NDArray[np.int64], pooling: Pooling) -> NDArray[np.float32]:
    """One vector a text from one a token; a model that pools by itself is left alone."""
    if states.ndim == 2:
        return states
    if pooling == "cls":
        return states[:, 0]
    weights = mask[..., np.newaxis].astype(np.float32)
    return np.asarray((states * weights).sum(axis=1) / weights.sum(axis=1).clip(min=1), np.float32)


def _unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    unit: NDArray[np.float32] = vectors / np.linalg.norm(vectors, axis=1, keepdims=True).clip(min=1e-12)
    return unit
