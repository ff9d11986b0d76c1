"""One list of one shape, nothing where nothing is relevant, whole memories for long texts."""

from __future__ import annotations

import pytest

from perdure import Entry, Memory, Perdure, Policy, Turn
from perdure.testing import FixedEmbedder, HashEmbedder
from tests.behaviour.requirements import requirement


def texts(found) -> list[str]:
    return [hit.text for hit in found]


@requirement("R6")
def test_slots_memories_summaries_and_turns_come_back_in_one_ranked_list(surface):
    space = surface.space("user/alice")
    slot = space.remember("The kayak is green", slot="kayak colour", value="green").memory
    fact = space.remember("我的皮划艇 kayak 在车库").memory
    summary = space.remember("We talked about the kayak for an hour", kind="summary").memory
    [turn] = space.observe([Turn("the kayak needs paint", speaker="bob", session="s", ref="t-9")])
    found = space.recall("kayak", k=10)
    by_id = {hit.id: hit for hit in found}
    assert set(by_id) == {slot.id, fact.id, summary.id, turn.id}
    assert [hit.score for hit in found] == sorted((hit.score for hit in found), reverse=True)
    layers = {by_id[one.id].layer for one in (slot, fact)}, by_id[summary.id].layer, by_id[turn.id].layer
    assert layers == ({"memory"}, "summary", "journal")


@requirement("R6")
def test_every_hit_has_the_same_shape_and_its_whole_record(surface):
    space = surface.space("user/alice")
    made = space.remember("The kayak is green", slot="kayak").memory
    [turn] = space.observe([Turn("the kayak needs paint", speaker="bob", session="s", ref="t-9")])
    for hit in space.recall("kayak"):
        assert str(hit.space) == "user/alice"
        assert 0 <= hit.score <= 1
        assert {"relevance", "strength", "decay"} <= set(hit.parts)
        if hit.id == made.id:
            assert isinstance(hit.memory, Memory)
            assert (hit.entry, hit.memory.id, hit.text, hit.kind) == (None, made.id, made.text, made.kind)
            assert (hit.at, hit.refs) == (made.holds_from, made.source.turns)
        else:
            assert isinstance(hit.entry, Entry)
            assert (hit.memory, hit.entry.id, hit.text, hit.kind) == (None, turn.id, turn.text, "turn")
            assert (hit.at, hit.refs) == (turn.at, ("t-9",))


@requirement("R6")
@pytest.mark.parametrize(
    ("layers", "expected"),
    [
        (["journal"], {"turn"}),
        ("memory", {"fact"}),
        (["summary"], {"summary"}),
        (["memory", "summary"], {"fact", "summary"}),
        (["permanent"], set()),
        (None, {"turn", "fact", "summary"}),
    ],
)
def test_layers_can_be_asked_for_one_by_one(surface, layers, expected):
    space = surface.space("user/alice")
    space.remember("The kayak is green")
    space.remember("An hour about the kayak", kind="summary")
    space.observe([Turn("the kayak needs paint", session="s")])
    assert {hit.kind for hit in space.recall("kayak", layers=layers)} == expected


@requirement("R6")
def test_the_same_words_come_back_once_and_the_memory_before_the_turn(surface):
    space = surface.space("user/alice")
    space.observe([Turn("The kayak is green.", session="s1"), Turn("the KAYAK is green", session="s2")])
    made = space.remember("The kayak is green").memory
    found = space.recall("kayak green")
    assert [hit.id for hit in found] == [made.id]
    assert len(found.trace.dropped) >= 2


def fill(space) -> None:
    space.remember_many(
        [
            "I take my coffee black",
            "Standup is at 9:30",
            "我对腰果过敏",
            "备用钥匙在邻居家",
            "How to cut a release: tag, build, push",
        ]
    )
    space.observe(
        [Turn("the kayak needs paint", session="s"), Turn("好的，我来处理", speaker="assistant", session="s")]
    )


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """A few memories and turns; the embedder has room enough that unlike texts hardly ever collide in it."""
    with Perdure(tmp_path_factory.mktemp("filled"), embedder=HashEmbedder(4_096), timezone="UTC") as memory:
        fill(memory.space("user/alice"))
        yield memory.space("user/alice")


@pytest.fixture(scope="module")
def filled_words(tmp_path_factory):
    with Perdure(tmp_path_factory.mktemp("words"), embedder=None, timezone="UTC") as memory:
        fill(memory.space("user/alice"))
        yield memory.space("user/alice")


@requirement("R10")
def test_an_empty_answer_is_an_answer_by_every_way_of_calling(anywhere):
    space = anywhere.space("user/alice")
    space.remember("I take my coffee black")
    for query in ("how to bake sourdough bread", "怎么烤面包", "hello there!", "你好"):
        assert space.recall(query).hits == ()


@requirement("R10")
@pytest.mark.parametrize(
    "query",
    [
        "zxqv flumptious 9931",
        "how to bake sourdough bread",
        "龘靐齉爩",
        "怎么烤面包",
        "the of and to",
        "what is it",
        "hi",
        "hello there!",
        "thanks a lot",
        "你好",
        "谢谢你",
        "哈哈哈",
        "🙂👍",
        "???",
        "quarterly revenue of the moon",
    ],
)
class TestNothing:
    def test_is_returned_where_nothing_is_relevant(self, filled, query):
        found = filled.recall(query)
        assert texts(found) == []
        assert found.brief() == ""
        assert len(found) == 0

    def test_is_returned_by_words_alone_too(self, filled_words, query):
        assert texts(filled_words.recall(query)) == []


@requirement("R10")
def test_a_floor_of_zero_returns_whatever_is_nearest(surface):
    space = surface.space("user/alice")
    space.set_policy(Policy(floor=0.0))
    space.remember_many(["I take my coffee black", "Standup is at 9:30"])
    assert len(space.recall("zxqv flumptious")) == 2


@requirement("R10")
@pytest.mark.parametrize(("tilt", "name"), [(0.0, "spread"), (8.0, "narrow")])
def test_the_floor_is_that_of_the_embedder_at_hand(home, tilt, name):
    """Some models put every sentence near every other one; what counts is how far above that a hit lies."""

    class Tilted(HashEmbedder):
        def embed(self, texts, *, use):
            vectors = super().embed(texts, use=use)
            vectors[:, 0] += tilt
            return vectors

    with Perdure(home, embedder=Tilted(model=name), timezone="UTC") as memory:
        space = memory.space("user/alice")
        space.remember_many(["I take my coffee black", "The kayak is in the green shed", "备用钥匙在邻居家"])
        assert texts(space.recall("kayak in the shed"))[:1] == ["The kayak is in the green shed"]
        assert texts(space.recall("how to bake sourdough bread")) == []


FILLER = {"en": "We talked about the seating and the lunch. ", "zh": "会上讨论了座位安排和午饭的事情。"}


@requirement("R13")
@pytest.mark.parametrize(
    ("language", "needle", "query"),
    [
        ("en", "The heron project moves to Faro in June.", "where does the heron project move"),
        ("zh", "苍鹭项目六月搬到法鲁。", "苍鹭项目搬到哪里"),
        ("zh", "heron 项目 moves to Faro。", "heron Faro"),
    ],
)
@pytest.mark.parametrize("place", ["begin", "middle", "end"])
def test_a_statement_anywhere_in_a_long_text_is_found_and_the_hit_is_the_whole_memory(
    surface, language, needle, query, place
):
    filler = FILLER[language] * 120
    text = {"begin": needle + filler, "middle": filler + needle + filler, "end": filler + needle}[place]
    space = surface.space("user/alice")
    made = space.remember(text).memory
    found = space.recall(query)
    assert [hit.id for hit in found] == [made.id]
    assert found[0].text == text == space.get(made.id).text


@requirement("R13")
def test_a_long_turn_is_found_near_its_end_and_comes_back_once(surface):
    space = surface.space("user/alice")
    text = FILLER["en"] * 300 + "The heron project moves to Faro."
    [entry] = space.observe([Turn(text, session="s", ref="r")])
    assert [(hit.id, hit.text) for hit in space.recall("heron project Faro seating lunch", k=10)] == [(entry.id, text)]


@requirement("R13")
def test_meaning_finds_the_end_of_a_long_text_too(home):
    class Passages(FixedEmbedder):
        """Only the passage with the heron in it lies near the question."""

        def embed(self, texts, *, use):
            return super().embed(["near" if "heron" in text or "Vogel" in text else text for text in texts], use=use)

    with Perdure(home, embedder=Passages({"near": [1.0, 0.0]}), timezone="UTC") as memory:
        space = memory.space("user/alice")
        made = space.remember(FILLER["en"] * 200 + "There is a heron at the pond.").memory
        space.remember_many([f"note {n} about nothing" for n in range(20)])
        assert [hit.id for hit in space.recall("Vogel")] == [made.id]


@requirement("R13")
def test_a_megabyte_is_kept_and_found(memory):
    space = memory.space("user/alice")
    text = FILLER["en"] * 24_000 + "The heron project moves to Faro."
    assert 1_000_000 < len(text.encode()) < 1_048_576
    made = space.remember(text).memory
    assert space.get(made.id).text == text
    assert [hit.id for hit in space.recall("heron project Faro")] == [made.id]
