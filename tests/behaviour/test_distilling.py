"""What an agent captures becomes memories: what is worth it, in full statements, once, under control."""

from __future__ import annotations

from datetime import timedelta

import pytest

from perdure import Turn
from perdure.evaluate import LANGUAGES, evaluate, load
from tests.behaviour.requirements import requirement

CHAT = {
    "en": (
        "hi!",
        "My name is Noor.",
        "it's so hot today",
        "I live in Berlin, can you suggest a lake?",
        "If I had a car I'd drive",
        "thanks a lot",
    ),
    "zh": ("你好", "我叫王小满。", "今天好热啊", "我住在杭州，有什么湖推荐吗？", "要是有车我就开车去了", "谢谢"),
}
WORTH = {"en": ["My name is Noor.", "I live in Berlin"], "zh": ["我叫王小满。", "我住在杭州"]}


def texts(space, **options):
    return [memory.text for memory in space.list(**options)]


@requirement("W3")
@pytest.mark.parametrize("language", ["en", "zh"])
def test_of_a_conversation_what_is_worth_it_is_kept_and_the_rest_is_not(surface, language):
    space = surface.space("user/alice")
    turns = [
        [Turn(text), Turn("I love lakes, I live in a data centre.", speaker="assistant")] for text in CHAT[language]
    ]
    space.capture([turn for pair in turns for turn in pair], session="s1")
    assert texts(space) == WORTH[language]


@requirement("W3", "L5")
def test_what_the_system_or_a_tool_says_is_no_fact_of_the_user(surface):
    space = surface.space("user/alice")
    result = Turn("The flight to Oslo costs 120 euros", role="tool")
    space.capture([Turn("My name is Nova and I like bullets.", role="system"), result], session="s1")
    assert texts(space) == []
    assert space.entries().items[1].role == "tool"


@requirement("W4")
@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("btw I'll send the draft to Ada by Friday, ok?", "I'll send the draft to Ada by Friday (2026-03-06)"),
        ("对了，我周五前把初稿发给导师", "我周五前（2026-03-06）把初稿发给导师"),
        ("I have a dog. His name is Rex.", "I have a dog. His name is Rex."),
    ],
)
def test_a_memory_is_a_full_statement_with_absolute_dates(surface, said, kept):
    space = surface.space("user/alice")
    space.capture([Turn(said)])
    assert texts(space) == [kept]


@requirement("W4")
def test_in_a_group_the_statement_names_who_said_it(surface):
    space = surface.space("project/trip")
    space.capture([Turn("I'm vegetarian", speaker="Ana"), Turn("I'm allergic to nuts", speaker="Bo")])
    assert texts(space) == ["Ana: I'm vegetarian", "Bo: I'm allergic to nuts"]


@requirement("W6")
@pytest.mark.parametrize("said", ["I'm in Shanghai this week", "这周在上海出差"])
def test_what_holds_for_now_is_temporary_and_expires(surface, clock, said):
    space = surface.space("user/alice")
    clock.advance(days=1)  # a Monday
    space.capture([Turn(said)])
    (memory,) = space.list()
    assert memory.kind == "temporary"
    assert memory.expires_at == clock.now().replace(hour=0) + timedelta(days=7)
    clock.advance(days=7)
    assert texts(space) == []


@requirement("W7")
def test_what_matters_little_enters_at_the_third_time(surface, clock):
    space = surface.space("user/alice")
    for session in ("s1", "s2"):
        assert space.capture([Turn("I saw a heron")], session=session).distilled.waiting == 1
        assert texts(space) == []
        clock.advance(days=1)
    space.capture([Turn("I saw a heron")], session="s3")
    (memory,) = space.list()
    assert len(memory.source.turns) == 3


@requirement("W7")
@pytest.mark.parametrize("said", ["Remember that the spare key is under the pot", "记住：备用钥匙在花盆下面"])
def test_what_someone_asks_to_remember_enters_at_once(surface, said):
    space = surface.space("user/alice")
    space.capture([Turn(said)])
    assert space.list().total == 1


@requirement("W14")
@pytest.mark.parametrize("kept", ["I keep bees in the garden", "我在院子里养蜜蜂"])
def test_recalled_memories_that_come_back_in_a_turn_are_not_stored_again(surface, clock, kept):
    space = surface.space("user/alice")
    known = space.remember(kept).memory
    for _ in range(5):
        clock.advance(hours=1)
        brief = space.recall(kept).brief()
        assert kept in brief
        space.capture([Turn(f"{brief}\nok"), Turn(f"As you told me: {kept}", speaker="assistant")])
    (memory,) = space.list(statuses="all")
    assert (memory.id, memory.updated_at) == (known.id, known.updated_at)
    assert not any(kept in entry.text for entry in space.entries() if entry.role == "user" and entry.channel == "chat")


@requirement("F6")
def test_what_was_forgotten_is_not_derived_from_the_same_turns(surface, clock):
    space = surface.space("user/alice")
    turns = [Turn("I live in Berlin"), Turn("Nice", speaker="assistant")]
    space.capture(turns, session="s1")
    space.forget(space.list().items[0].id, reason="moved away")
    clock.advance(days=1)
    space.capture([*turns, Turn("ok")], session="s1")
    space.distil()
    assert texts(space) == []
    clock.advance(days=1)
    space.capture([Turn("I live in Berlin")], session="s2")
    assert texts(space) == ["I live in Berlin"]


@requirement("W16")
def test_the_same_capture_twice_changes_nothing(surface, clock):
    space = surface.space("user/alice")
    turns = [Turn("I live in Berlin"), Turn("Nice", speaker="assistant"), Turn("ok")]
    first = space.capture(turns, session="s1")
    before = space.list(statuses="all").items
    clock.advance(hours=1)
    again = space.capture(turns, session="s1")
    assert (first.added, again.added, again.distilled.outcomes) == (3, 0, ())
    assert space.list(statuses="all").items == before
    assert space.entries().total == 3


@requirement("X2")
def test_the_four_scenes_are_scored_and_every_run_is_the_same():
    scenes = [scene for language in LANGUAGES for scene in load(language)]
    assert {(scene.language, scene.scene) for scene in scenes} == {
        (language, scene) for language in LANGUAGES for scene in ("identity", "preference", "task", "small_talk")
    }
    some = [scene for scene in scenes if scene.id.endswith(("04", "17", "26", "31"))]
    runs = [evaluate(some, embedder=None) for _ in range(3)]
    assert len({run.fingerprint for run in runs}) == 1
    assert runs[0].tallies == runs[1].tallies == runs[2].tallies
