"""Words and meaning together, in Chinese, English and both in one sentence."""

from __future__ import annotations

import pytest

from perdure import Perdure, Turn
from perdure.testing import FixedEmbedder, HashEmbedder
from tests.behaviour.requirements import requirement

KEPT = [
    "家里养了一只猫，叫团子",
    "每周三晚上去游泳",
    "我对腰果过敏",
    "备用钥匙在哈利姆太太那里",
    "小林的生日是3月4日",
    "小玲的生日是3月14日",
    "重启auth-gw后37个会话恢复正常",
    "周三和 Alice 讨论 PostgreSQL 迁移",
    "我的血型是O型",
    "火锅要吃鴛鴦鍋",
    "The spare fuse is in the kitchen drawer",
    "Nina Okafor runs the billing team",
    "Nina Osei runs the loading dock",
    "Retry logic sits in getUserAccount of order-service",
    "FEATURE_FLAG_DARK_MODE is on for beta users",
    "the parser is written in C++ and the plugin in C#",
    "CI runs on self-hosted runner number 7731",
    "v1.2.3 broke the import",
    "My dog Bruno is a giant schnauzer",
    "order BENCH-100821 shipped on Monday",
    "build host is ubuntu 20.04",
    "battery at 50% on Monday",
    "R&D moved to floor 2",
    "the café on Elm Street opens at nine",
]
ASKED = [
    ("猫", "家里养了一只猫，叫团子"),
    ("团子", "家里养了一只猫，叫团子"),
    ("我家的猫叫什么", "家里养了一只猫，叫团子"),
    ("游泳", "每周三晚上去游泳"),
    ("我什么时候去游泳", "每周三晚上去游泳"),
    ("我对什么过敏", "我对腰果过敏"),
    ("备用钥匙", "备用钥匙在哈利姆太太那里"),
    ("備用鑰匙在哪", "备用钥匙在哈利姆太太那里"),
    ("鸳鸯锅", "火锅要吃鴛鴦鍋"),
    ("小玲哪天生日", "小玲的生日是3月14日"),
    ("小林哪天生日", "小林的生日是3月4日"),
    ("血型", "我的血型是O型"),
    ("auth-gw 重启", "重启auth-gw后37个会话恢复正常"),
    ("37个会话", "重启auth-gw后37个会话恢复正常"),
    ("postgresql", "周三和 Alice 讨论 PostgreSQL 迁移"),
    ("Alice 什么时候讨论迁移", "周三和 Alice 讨论 PostgreSQL 迁移"),
    ("where is the spare fuse?", "The spare fuse is in the kitchen drawer"),
    ("FUSE", "The spare fuse is in the kitchen drawer"),
    ("what does Nina Okafor run", "Nina Okafor runs the billing team"),
    ("Osei", "Nina Osei runs the loading dock"),
    ("getUserAccount", "Retry logic sits in getUserAccount of order-service"),
    ("user account retry", "Retry logic sits in getUserAccount of order-service"),
    ("order_service", "Retry logic sits in getUserAccount of order-service"),
    ("feature-flag-dark-mode", "FEATURE_FLAG_DARK_MODE is on for beta users"),
    ("C++", "the parser is written in C++ and the plugin in C#"),
    ("C#", "the parser is written in C++ and the plugin in C#"),
    ("CI", "CI runs on self-hosted runner number 7731"),
    ("7731", "CI runs on self-hosted runner number 7731"),
    ("v1.2.3", "v1.2.3 broke the import"),
    ("Bruno", "My dog Bruno is a giant schnauzer"),
    ("BENCH-100821", "order BENCH-100821 shipped on Monday"),
    ("ubuntu 20.04", "build host is ubuntu 20.04"),
    ("50%", "battery at 50% on Monday"),
    ("R&D", "R&D moved to floor 2"),
    ("cafe on elm street", "the café on Elm Street opens at nine"),
]


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    """The same texts as memories, as turns, and without an embedder."""
    home = tmp_path_factory.mktemp("finding")
    with Perdure(home, embedder=HashEmbedder(), timezone="UTC") as memory:
        memory.space("user/memories").remember_many(KEPT)
        memory.space("user/turns").observe([Turn(text, session=f"s{n}") for n, text in enumerate(KEPT)])
    with Perdure(home, embedder=HashEmbedder(), timezone="UTC") as memory:
        yield memory


@pytest.fixture(scope="module")
def words_only(tmp_path_factory):
    with Perdure(tmp_path_factory.mktemp("words"), embedder=None, timezone="UTC") as memory:
        memory.space("user/memories").remember_many(KEPT)
        yield memory


@requirement("R1")
@pytest.mark.parametrize(("query", "answer"), ASKED)
class TestFirst:
    def test_a_memory_that_answers_comes_first(self, full, query, answer):
        assert full.space("user/memories").recall(query)[0].text == answer

    def test_a_turn_that_answers_comes_first(self, full, query, answer):
        assert full.space("user/turns").recall(query)[0].text == answer

    def test_words_alone_find_it_too(self, words_only, query, answer):
        assert words_only.space("user/memories").recall(query)[0].text == answer


@requirement("R1")
@pytest.mark.parametrize(("query", "answer"), ASKED[:6])
def test_it_is_found_by_every_way_of_calling(anywhere, query, answer):
    space = anywhere.space("user/alice")
    space.remember_many(KEPT)
    assert space.recall(query)[0].text == answer


@requirement("R1")
@pytest.mark.parametrize("text", KEPT)
def test_every_text_is_found_by_itself(full, text):
    assert full.space("user/memories").recall(text)[0].text == text


NOISE = [f"the quarterly report number {n} is late" for n in range(30)]


@requirement("R1")
@pytest.mark.parametrize(
    ("answer", "query"),
    [
        ("The lawyer is on Elm Street", "our attorney"),
        ("家里的律师在榆树街", "打官司找谁"),
        ("法务 is on Elm Street", "attorney 在哪"),
    ],
)
def test_a_hit_that_only_meaning_finds_can_win(home, answer, query):
    near = FixedEmbedder({answer: [1.0, 0.0], query: [1.0, 0.05]})
    with Perdure(home, embedder=near, timezone="UTC") as memory:
        space = memory.space("user/alice")
        space.remember_many([*NOISE, answer])
        found = space.recall(query)
        assert found[0].text == answer
        assert found[0].parts["dense"] > 0


@requirement("R1")
@pytest.mark.parametrize(
    ("answer", "query"), [("Contract 7731 is with notary Blum", "notary Blum 7731"), ("合同在公证人那里", "公证人")]
)
def test_a_hit_that_only_words_find_can_win(home, answer, query):
    far = FixedEmbedder({query: [1.0, 0.0], answer: [0.0, 1.0]})
    with Perdure(home, embedder=far, timezone="UTC") as memory:
        space = memory.space("user/alice")
        space.remember_many([*NOISE, answer])
        found = space.recall(query)
        assert found[0].text == answer
        assert found[0].parts["lexical"] > 0


@requirement("R1")
@pytest.mark.parametrize(
    "query",
    ["say \"hi", "(foo", "foo)", "a:b", "foo AND", "OR", "NOT fuse", "NEAR(a b)", "*", "fus*", "^x", "-x", "{x}", "\\", '""', "col:*",
     "%", "_", "'; DROP TABLE memories; --", "\ud800", "🙂", "?" * 3_000, "fuse " * 3_000, "龘", "\u202efuse"],
)  # fmt: skip
def test_any_text_is_a_question_and_is_matched_as_text(full, query):
    found = full.space("user/memories").recall(query)
    assert len(found) <= 5
    assert full.space("user/memories").recall("fuse")[0].text.startswith("The spare fuse")


@requirement("R1")
def test_rare_short_words_still_count_beside_common_long_ones(anywhere):
    space = anywhere.space("user/alice")
    space.remember_many([f"meeting about the database, part {n}" for n in range(20)])
    space.remember("meeting about the database in QA")
    assert space.recall("database QA")[0].text.endswith("QA")


@requirement("R1")
def test_filters_narrow_the_candidates_before_the_cut(surface):
    space = surface.space("user/alice")
    space.remember_many([{"text": f"jazz record {n}", "kind": "fact"} for n in range(150)])
    space.remember("jazz on Sundays", kind="preference", tags=["music", "周日"], metadata={"room": 7})
    for wanted in ({"kinds": ["preference"]}, {"tags": ["music"]}, {"tags": "周日"}, {"where": {"room": 7}}):
        assert [hit.text for hit in space.recall("jazz", k=50, **wanted)] == ["jazz on Sundays"]
    for nothing in ({"kinds": ["rule"]}, {"tags": ["music", "x"]}, {"where": {"room": "7"}}, {"where": {"room": 8}}):
        assert space.recall("jazz", **nothing).hits == ()


@requirement("R17")
@pytest.mark.parametrize("wait", [True, False])
@pytest.mark.parametrize(
    ("said", "query"),
    [("the kayak is in the shed", "kayak"), ("团子喜欢晒太阳", "团子"), ("runner-7 重启了", "runner-7")],
)
def test_what_was_written_is_found_by_its_words_by_the_very_next_call(surface, said, query, wait):
    space = surface.space("user/alice")
    space.observe([Turn(said, session="s", ref="r")], wait=wait)
    assert [hit.refs for hit in space.recall(query)] == [("r",)]
    made = surface.space("user/bob").remember(said).memory
    assert [hit.id for hit in surface.space("user/bob").recall(query)] == [made.id]


@requirement("R17")
def test_what_was_written_without_waiting_is_found_by_meaning_once_its_vector_is_there(home):
    near = FixedEmbedder({"The lawyer is on Elm Street": [1.0, 0.0], "our attorney": [1.0, 0.05]})
    with Perdure(home, embedder=near, timezone="UTC") as memory:
        space = memory.space("user/alice")
        space.observe([Turn("The lawyer is on Elm Street", session="s")], wait=False)
        memory.join()
        assert [hit.text for hit in space.recall("our attorney")] == ["The lawyer is on Elm Street"]
        assert space.stats().pending == 0
        space.observe([Turn(text, session="s") for text in NOISE], wait=True)
        assert space.stats().pending == 0


@requirement("R17")
def test_what_was_still_waiting_at_the_end_is_taken_up_by_the_next_write(home):
    with Perdure(home, embedder=HashEmbedder(), timezone="UTC") as memory:
        memory.space("user/alice").observe([Turn(text, session="s") for text in NOISE], wait=False)
    with Perdure(home, embedder=HashEmbedder(), timezone="UTC") as memory:
        space = memory.space("user/alice")
        space.remember("one more")
        assert space.stats().pending == 0


@requirement("R17")
def test_another_opening_of_the_same_place_sees_a_write_at_once(home):
    with Perdure(home, embedder=HashEmbedder(), timezone="UTC") as one, Perdure(home, embedder=HashEmbedder()) as other:
        for n in range(5):
            one.space("user/alice").remember(f"locker {n} holds a kayak")
            assert len(other.space("user/alice").recall("kayak", k=10)) == n + 1
            other.space("user/alice").remember(f"cupboard {n} holds tea")
            assert len(one.space("user/alice").recall("tea", k=10)) == n + 1
