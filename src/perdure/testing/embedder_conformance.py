"""What every embedder must do, as tests to inherit."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from perdure.ports.embedder import Embedder, Use

TEXTS = (
    "I prefer a window seat on the morning train.",
    "用户偏好靠窗座位，早上出发。",
    "周三和 Alice 讨论 PostgreSQL 迁移，deadline 是 2026-05-01。",
    "The deployment of order-service v2.3 failed twice.",
    "数据库",
    "yes",
    "My sister is allergic to peanuts, so we never cook with them; she carries her medicine everywhere she goes.",
)
ODD_TEXTS = ("", " ", "\n\t", "🎉👩‍👩‍👧‍👦🇨🇳", "…!?。，", "e\u0301\u200b\ufeff", "龘" * 200, "international 国际" * 625)


class EmbedderConformance:
    """Inherit, and provide a pytest fixture `embedder`; raise `tolerance` for a model that rounds differently in a batch.

    ```python
    class TestMine(EmbedderConformance):
        @pytest.fixture
        def embedder(self):
            return MyEmbedder()
    ```
    """

    tolerance = 1e-3
    """How far any number of a unit vector may differ from that of the same text embedded another time."""

    answers: Mapping[str, int] = {
        "a window seat": 0,
        "靠窗座位": 1,
        "和 Alice 讨论迁移": 2,
        "deployment failed": 3,
        "allergic to peanuts": 6,
    }
    """Queries, and which of TEXTS answers each; leave out the languages that a model cannot read."""

    def test_its_fingerprint_has_a_name_and_stays_the_same(self, embedder: Embedder) -> None:
        """Vectors are found again by it."""
        before = embedder.fingerprint
        embed(embedder, TEXTS[:1])
        assert before.name
        assert before == embedder.fingerprint

    def test_it_gives_one_vector_a_text_of_the_promised_dimension(self, embedder: Embedder) -> None:
        """For every number of texts, and for both uses."""
        for count in (1, 2, len(TEXTS)):
            assert embed(embedder, TEXTS[:count]).shape == (count, embedder.fingerprint.dimension)
            assert embed(embedder, TEXTS[:count], "query").shape == (count, embedder.fingerprint.dimension)

    def test_no_texts_give_no_vectors(self, embedder: Embedder) -> None:
        """And no error."""
        assert len(embedder.embed([], use="passage")) == 0
        assert len(embedder.embed([], use="query")) == 0

    def test_the_same_text_gives_the_same_vector(self, embedder: Embedder) -> None:
        """Same input, same memory."""
        self.same(embed(embedder, TEXTS), embed(embedder, TEXTS))
        self.same(embed(embedder, TEXTS, "query"), embed(embedder, TEXTS, "query"))

    def test_a_text_has_the_same_vector_alone_and_in_a_batch(self, embedder: Embedder) -> None:
        """Who stands beside it changes nothing."""
        alone = np.concatenate([embed(embedder, [text]) for text in TEXTS])
        self.same(embed(embedder, TEXTS), alone)

    def test_vectors_come_in_the_order_of_the_texts(self, embedder: Embedder) -> None:
        """Whatever the order it computes them in."""
        self.same(embed(embedder, TEXTS[::-1])[::-1], embed(embedder, TEXTS))
        repeated = embed(embedder, [TEXTS[0], TEXTS[1], TEXTS[0]])
        self.same(repeated[:1], repeated[2:])

    def test_different_texts_have_different_vectors(self, embedder: Embedder) -> None:
        """In Chinese, in English, and in both."""
        vectors = embed(embedder, TEXTS)
        cosines = vectors @ vectors.T - 2 * np.eye(len(TEXTS))
        assert cosines.max() < 1 - self.tolerance

    def test_several_threads_get_what_one_gets(self, embedder: Embedder) -> None:
        """All at once, from the same embedder."""
        expected = embed(embedder, TEXTS)
        with ThreadPoolExecutor(4) as pool:
            for vectors in pool.map(lambda _: embed(embedder, TEXTS), range(8)):
                self.same(vectors, expected)

    def test_odd_texts_get_a_vector_too(self, embedder: Embedder) -> None:
        """Blank, emoji, punctuation, marks without letters, ten thousand characters."""
        vectors = embed(embedder, [*ODD_TEXTS, TEXTS[0]])
        assert vectors.shape == (len(ODD_TEXTS) + 1, embedder.fingerprint.dimension)
        self.same(vectors[-1:], embed(embedder, TEXTS[:1]))

    def test_a_query_is_nearest_to_the_passage_that_answers_it(self, embedder: Embedder) -> None:
        """In the language of the passage."""
        passages = embed(embedder, TEXTS)
        for query, answer in self.answers.items():
            nearest = int(np.argmax(passages @ embed(embedder, [query], "query")[0]))
            assert TEXTS[nearest] == TEXTS[answer], query

    def same(self, one: NDArray[np.float64], other: NDArray[np.float64]) -> None:
        """Assert that vectors are equal but for rounding."""
        assert one.shape == other.shape
        difference = float(np.abs(one - other).max())
        assert difference <= self.tolerance, f"unit vectors differ by {difference}"


def embed(embedder: Embedder, texts: tuple[str, ...] | list[str], use: Use = "passage") -> NDArray[np.float64]:
    """The vectors with length 1, or 0 where they have no direction; they must be finite."""
    vectors = np.asarray(embedder.embed(texts, use=use), dtype=np.float64)
    assert np.isfinite(vectors).all()
    unit: NDArray[np.float64] = vectors / np.linalg.norm(vectors, axis=-1, keepdims=True).clip(min=1e-12)
    return unit
