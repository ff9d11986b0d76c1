"""The embedder changes, fails, comes back: words keep answering, no vector is mixed, none is computed twice."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from perdure import Perdure, Turn
from perdure.errors import EmbedderUnavailable, InvalidValue
from perdure.testing import CountingEmbedder, FixedEmbedder, FlakyEmbedder, HashEmbedder
from tests.behaviour.requirements import requirement

TEXTS = [f"jar {n} of plum jam stands on shelf {n % 7}" for n in range(200)]
LAWYER, ATTORNEY = "The lawyer is on Elm Street", "our attorney"
NEAR = {LAWYER: [1.0, 0.0], ATTORNEY: [1.0, 0.05]}


def opened(home: Path, embedder) -> Perdure:
    return Perdure(home, embedder=embedder, timezone="UTC")


@pytest.fixture
def filled(home):
    """A space whose vectors are of one embedder."""
    with opened(home, HashEmbedder(64, model="one")) as memory:
        memory.space("user/alice").remember_many(["the kiln is in the back room", "团子喜欢晒太阳"])
    return home


@requirement("R17")
def test_with_another_embedder_words_keep_answering_and_the_answer_says_so(filled):
    with opened(filled, HashEmbedder(48, model="two")) as memory:
        space = memory.space("user/alice")
        for query, answer in (("kiln", "the kiln is in the back room"), ("团子", "团子喜欢晒太阳")):
            found = space.recall(query)
            assert [hit.text for hit in found] == [answer]
            [note] = found.degraded
            assert "one@1/64" in note
            assert "two@1/48" in note
            assert not any("dense" in item.parts for item in found.trace.considered)
        assert memory.view("user/alice").recall("kiln").degraded == found.degraded


@requirement("R17")
def test_with_another_embedder_the_state_of_a_space_says_what_to_do(filled):
    with opened(filled, HashEmbedder(48, model="two")) as memory:
        stats = memory.space("user/alice").stats()
        assert (stats.embedder, stats.stored_embedder) == ("two@1/48", "one@1/64")
        assert any("reembed" in note for note in stats.notes)


@requirement("R17")
def test_what_is_written_meanwhile_waits_and_never_mixes(filled):
    counting = CountingEmbedder(HashEmbedder(48, model="two"))
    with opened(filled, counting) as memory:
        space = memory.space("user/alice")
        space.remember("the glaze is on shelf two")
        space.observe([Turn("the glaze dries slowly", session="s")])
        assert [hit.text for hit in space.recall("shelf two")] == ["the glaze is on shelf two"]
        stats = space.stats()
        assert (set(stats.vectors), stats.pending) == ({"one@1/64"}, 2)
        assert counting.texts == 0
    with opened(filled, HashEmbedder(64, model="one")) as memory:
        space = memory.space("user/alice")
        space.remember("one more")
        stats = space.stats()
        assert (stats.pending, stats.vectors) == (0, {"one@1/64": 5})
        assert space.recall("glaze").degraded == ()


@requirement("R17")
def test_reembedding_replaces_every_vector_and_meaning_is_back(filled):
    told: list[tuple[int, int]] = []
    with opened(filled, HashEmbedder(48, model="two")) as memory:
        space = memory.space("user/alice")
        assert space.reembed(progress=lambda done, total: told.append((done, total))) == 2
        stats = space.stats()
        assert (stats.stored_embedder, stats.vectors, stats.pending, stats.notes) == (
            "two@1/48",
            {"two@1/48": 2},
            0,
            (),
        )
        found = space.recall("kiln")
        assert found.degraded == ()
        assert "dense" in found.trace.considered[0].parts
        assert space.reembed() == 0
    assert told[-1] == (2, 2)


@requirement("R17")
def test_a_dimension_that_changes_under_the_same_name_is_another_embedder(filled):
    with opened(filled, HashEmbedder(32, model="one")) as memory:
        space = memory.space("user/alice")
        assert space.recall("kiln").degraded
        space.reembed()
        assert set(space.stats().vectors) == {"one@1/32"}


class Interrupted(HashEmbedder):
    """Is pulled out after some batches."""

    def __init__(self, batches: int, **options) -> None:
        super().__init__(**options)
        self.left = batches
        self.embedded: list[str] = []

    def embed(self, texts, *, use):
        if use == "passage":
            if self.left == 0:
                raise ConnectionError("pulled out")
            self.left -= 1
            self.embedded += texts
        return super().embed(texts, use=use)


@requirement("R17")
def test_reembedding_goes_on_where_it_was_interrupted_and_recall_uses_the_old_vectors_until_the_end(home):
    with opened(home, HashEmbedder(model="one")) as memory:
        memory.space("user/alice").remember_many(TEXTS)
    first = Interrupted(1, model="two")
    with opened(home, first) as memory:
        space = memory.space("user/alice")
        with pytest.raises(EmbedderUnavailable):
            space.reembed()
        stats = space.stats()
        assert stats.stored_embedder == "one@1/256"
        assert stats.vectors["one@1/256"] == len(TEXTS)
        assert 0 < stats.vectors["two@1/256"] < len(TEXTS)
        assert [hit.text for hit in space.recall("jar 77", k=1)] == [TEXTS[77]]
    with opened(home, HashEmbedder(model="one")) as memory:
        assert memory.space("user/alice").recall("jar 77", k=1).degraded == ()
    second = Interrupted(99, model="two")
    with opened(home, second) as memory:
        space = memory.space("user/alice")
        assert space.reembed() == len(TEXTS) - len(first.embedded)
        assert space.stats().vectors == {"two@1/256": len(TEXTS)}
    assert sorted(first.embedded + second.embedded) == sorted(TEXTS)


@requirement("R17")
def test_where_the_embedder_is_down_a_write_succeeds_and_is_found_by_its_words(home, caplog):
    flaky = FlakyEmbedder(NEAR, down=True)
    with opened(home, flaky) as memory:
        space = memory.space("user/alice")
        with caplog.at_level(logging.WARNING):
            made = space.remember(LAWYER).memory
            space.observe([Turn("the lawyer has a dog", session="s")], wait=True)
        assert "pending" in caplog.text
        found = space.recall("lawyer Elm Street", k=1)
        assert [hit.id for hit in found] == [made.id]
        assert found.degraded
        stats = space.stats()
        assert stats.pending == 2
        assert stats.notes
        assert stats.writable


@requirement("R17")
@pytest.mark.parametrize("how", ["the next write", "the next observe", "reembed", "a new opening"])
def test_what_waits_gets_its_vector_when_the_embedder_is_back(home, how):
    flaky = FlakyEmbedder(NEAR, down=True)
    with opened(home, flaky) as memory:
        space = memory.space("user/alice")
        made = space.remember(LAWYER).memory
        flaky.down = False
        assert space.recall(ATTORNEY).hits == ()
        match how:
            case "the next write":
                space.remember("something else")
            case "the next observe":
                space.observe([Turn("something else")])
            case "reembed":
                assert space.reembed() == 1
        if how != "a new opening":
            assert [hit.id for hit in space.recall(ATTORNEY)] == [made.id]
    with opened(home, FixedEmbedder(NEAR)) as memory:
        space = memory.space("user/alice")
        if how == "a new opening":
            space.reembed()
        assert [hit.id for hit in space.recall(ATTORNEY)] == [made.id]
        assert space.stats().pending == 0


@requirement("R17")
def test_one_text_that_the_embedder_refuses_costs_only_its_own_vector(home):
    flaky = FlakyEmbedder(HashEmbedder(), fail_on="plague")
    with opened(home, flaky) as memory:
        space = memory.space("user/alice")
        batch = space.remember_many([*TEXTS[:70], "the plague jar", *TEXTS[70:140]])
        assert batch.rejected == ()
        assert space.stats().pending == 1
        assert [hit.text for hit in space.recall("plague")] == ["the plague jar"]
        with pytest.raises(EmbedderUnavailable):
            space.reembed()


@requirement("R1")
@pytest.mark.parametrize("fail_on", ["kayak", "printer", "打印机"])
def test_whatever_text_the_embedder_fails_for_recall_answers_by_words(home, fail_on):
    flaky = FlakyEmbedder(HashEmbedder(), fail_on=fail_on)
    with opened(home, flaky) as memory:
        space = memory.space("user/alice")
        space.remember("the paddle is in the shed")
        space.remember("the kayak is in the shed")
        assert [hit.text for hit in space.recall("kayak")] == ["the kayak is in the shed"]
        assert [hit.text for hit in space.recall("paddle")] == ["the paddle is in the shed"]


@requirement("R17")
def test_no_text_is_ever_embedded_twice(home):
    counting = CountingEmbedder(HashEmbedder())
    with opened(home, counting) as memory:
        space = memory.space("user/alice")
        space.observe([Turn(text, session="s") for text in TEXTS])
        assert counting.texts == len(TEXTS)
        space.observe([Turn(text, session="other") for text in TEXTS])
        space.remember_many(TEXTS)
        made = space.remember(TEXTS[0]).memory
        space.correct(made.id, tags=["x"])
        space.forget(made.id)
        space.restore(made.id)
        space.confirm(made.id)
        space.reembed()
        assert counting.texts == len(TEXTS)
        space.correct(made.id, "an entirely new text")
        assert counting.texts == len(TEXTS) + 1
    again = CountingEmbedder(HashEmbedder())
    with opened(home, again) as memory:
        memory.space("user/alice").observe([Turn(text, session="third") for text in TEXTS])
        assert again.texts == 0


@requirement("M2")
def test_a_change_of_tags_leaves_the_vector_alone(home):
    with opened(home, FixedEmbedder(NEAR)) as memory:
        space = memory.space("user/alice")
        made = space.remember(LAWYER).memory
        space.correct(made.id, tags=["legal"], metadata={"a": 1}, importance=0.9)
        assert [hit.id for hit in space.recall(ATTORNEY)] == [made.id]


@requirement("R17")
def test_without_an_embedder_words_answer_and_nothing_waits_to_fail(home):
    with opened(home, None) as memory:
        space = memory.space("user/alice")
        space.remember("the kiln is in the back room")
        assert [hit.text for hit in space.recall("kiln")] == ["the kiln is in the back room"]
        assert space.stats().writable
        with pytest.raises(InvalidValue):
            space.reembed()
    with opened(home, HashEmbedder()) as memory:
        assert memory.space("user/alice").reembed() == 1


@requirement("R2", "R17")
def test_a_view_uses_the_vectors_of_the_spaces_that_have_the_right_ones(home):
    with opened(home, HashEmbedder(model="old")) as memory:
        memory.space("user/old").remember("the kiln is in the back room")
    with opened(home, HashEmbedder(model="new")) as memory:
        memory.space("user/new").remember_many(["the kiln of the new studio", "the kiln needs a shelf"])
        found = memory.view("user/old", "user/new").recall("kiln studio")
        assert {str(hit.space) for hit in found} == {"user/old", "user/new"}
        assert len(found.degraded) == 1
        assert "user/old" in found.degraded[0]
        parts = {str(hit.space): "dense" in hit.parts for hit in found}
        assert parts == {"user/old": False, "user/new": True}
