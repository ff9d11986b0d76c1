"""How statements become memories, and which of two that disagree is believed: by every way of calling."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from perdure import Perdure, Policy, Queued, Reinforced, Status, Superseded, Turn
from perdure.domain.memory import Origin
from perdure.errors import VersionConflict
from perdure.ports.embedder import Embedder
from perdure.testing import CountingEmbedder, HashEmbedder
from tests.behaviour.requirements import requirement


@pytest.fixture
def vectors() -> Embedder:
    return CountingEmbedder(HashEmbedder())


@pytest.fixture
def space(surface):
    return surface.space("user/alice")


def texts(found) -> list[str]:
    return [item.text for item in found]


# W1: in the background, in batches


@requirement("W1")
@pytest.mark.parametrize(("said", "word"), [("I live in Lisbon", "Lisbon"), ("我住在杭州", "杭州")])
@pytest.mark.parametrize("how", ["reply", "end"])
def test_distilling_runs_after_a_reply_or_at_the_end_behind_the_callers_back(surface, space, said, word, how):
    if how == "reply":
        found = space.capture([Turn(said), Turn("ok", speaker="assistant")], session="s1", wait=False)
        assert found.added == 2
    else:
        with space.session(wait=False) as talk:
            talk.messages(said)
            talk.reply("ok")
    surface.join()
    assert [memory for memory in space.list() if word in memory.text]
    assert list(space.jobs()) == []
    assert space.stats().pending == 0


@requirement("W1")
def test_vectors_are_made_in_batches(surface, space, vectors):
    turns = [Turn(f"第 {n} 句 about shelf {n} 和 box {n}", session="s1") for n in range(120)]
    space.capture(turns, wait=False)
    surface.join()
    space.distil()
    assert space.stats().pending == 0
    assert vectors.texts >= 120
    assert vectors.calls <= vectors.texts / 8


# W2: during a session, and at its end


@requirement("W2")
@pytest.mark.parametrize(
    ("certain", "rest"),
    [
        (
            ["My name is Ines", "I prefer tea", "My birthday is 4 March", "Remember that the key is under the pot"],
            ["I have to send the invoice by Friday", "It's so hot today", "Should I buy a boat?"],
        ),
        (["我叫小满", "我喜欢靠窗座位", "我生日是3月4日", "记住备用钥匙在花盆下"], ["周五之前我要交发票", "今天好热啊", "要不要买条船？"]),
    ],
)  # fmt: skip
def test_during_a_session_only_what_is_certain_is_written(space, certain, rest):
    with space.session() as talk:
        for number, text in enumerate(certain, start=1):
            talk.messages(text)
            assert space.list().total == number
        for text in rest:
            talk.messages(text)
        assert space.list().total == len(certain)
    (late,) = space.list().items[len(certain) :]
    assert late.kind == "task"
    assert late.text.endswith(rest[0][-3:]) or "(2026-" in late.text


@requirement("W2")
@pytest.mark.parametrize(
    ("first", "then", "word", "gone"),
    [
        ("I have to send the invoice by Friday", "Sorry, I have to send the invoice by Monday", "Monday", "Friday"),
        ("周五之前我要交发票", "不对，我下周一之前要交发票", "周一", "周五"),
    ],
)
def test_a_change_of_mind_within_a_session_leaves_one_memory_and_not_two(space, first, then, word, gone):
    with space.session() as talk:
        talk.messages(first)
        talk.reply("ok")
        talk.messages(then)
        talk.reply("ok")
    (memory,) = space.list(statuses="all")
    assert word in memory.text
    assert gone not in memory.text


# W3: what is kept

KEPT = {
    "en": (
        "My name is Noor.", "I prefer window seats.", "The draft of chapter two is finished.",
        "I will call the landlord tomorrow.", "We decided to use Postgres.", "I work as a nurse in Oslo.",
    ),
    "zh": ("我叫王小满。", "我喜欢靠窗座位。", "第二章的初稿写完了。", "我明天给房东打电话。", "我们决定用 Postgres。", "我在奥斯陆当护士。"),
}  # fmt: skip
DROPPED = {
    "en": ("hi there!", "thanks a lot", "how do I boil rice?", "If I had a car I would drive.", "Suppose I lived in Rome."),
    "zh": ("你好呀", "多谢", "米饭怎么煮？", "要是有车我就开车去了。", "假如我住在罗马。"),
}  # fmt: skip
OWN = {"en": "I love lakes and I live in a data centre.", "zh": "我很喜欢湖，我住在机房里。"}


@requirement("W3")
@pytest.mark.parametrize("language", KEPT)
def test_each_sort_of_statement_worth_it_is_kept_and_nothing_else(space, language):
    for number, text in enumerate(KEPT[language]):
        space.capture([Turn(text), Turn(OWN[language], speaker="assistant")], session=f"k{number}")
    kept = texts(space.list())
    assert len(kept) == len(KEPT[language])
    assert not any(OWN[language].rstrip(".。") in text for text in kept)
    for number, text in enumerate(DROPPED[language]):
        found = space.capture([Turn(text), Turn(OWN[language], speaker="assistant")], session=f"d{number}")
        assert (found.distilled.outcomes, found.distilled.waiting) == ((), 0)
    assert texts(space.list(statuses="all")) == kept


# W7: the gate


@requirement("W7")
@pytest.mark.parametrize("text", ["I saw a heron", "我看到了一只苍鹭"])
def test_a_statement_enters_confirmed_or_important_enough_or_seen_so_many_times(surface, clock, text):
    confirmed, important, seen = (surface.space(f"user/{name}") for name in ("a", "b", "c"))
    assert confirmed.remember(text).memory.status is Status.ACTIVE
    important.set_policy(Policy.from_changes({"gates": {"thresholds": {"event": 0.1, "fact": 0.1}}}))
    important.capture([Turn(text)], session="s1")
    assert important.list().total == 1
    for number in range(3):
        assert seen.list().total == 0
        seen.capture([Turn(text, at=clock.now())], session=f"s{number}")
    assert seen.list().total == 1


# W9: contradiction

MOVES = [("I live in Berlin", "I moved to Lisbon", "where do I live?"), ("我住在北京", "我搬到杭州了", "我住在哪里")]


@requirement("W9")
@pytest.mark.parametrize(("old", "new", "query"), MOVES)
@pytest.mark.parametrize("how", ["remember", "capture"])
def test_what_contradicts_supersedes_and_the_old_one_stays_readable(space, clock, old, new, query, how):
    def say(text, session):
        if how == "remember":
            return space.remember(text)
        return space.capture([Turn(text)], session=session).distilled.outcomes[0]

    first = say(old, "s1").memory
    clock.advance(days=3)
    outcome = say(new, "s2")
    assert isinstance(outcome, Superseded)
    held = space.get(first.id)
    assert (held.status, held.superseded_by, held.text) == (Status.SUPERSEDED, outcome.memory.id, first.text)
    assert texts(space.list()) == [outcome.memory.text]
    assert first.id not in [hit.id for hit in space.recall(query, k=20)]
    assert not any(first.text == hit.text for hit in space.recall(query, k=20))
    assert space.history(first.id)[-1].action == "superseded"
    assert space.explain(first.id).memory == held


@requirement("W9")
def test_what_was_superseded_loses_strength(space):
    first = space.remember("I live in Berlin").memory
    before = space.explain(first.id).strength
    space.remember("I moved to Lisbon")
    assert space.explain(first.id).strength < before


# W10: who wins


@requirement("W10")
@pytest.mark.parametrize(("old", "new", "query"), MOVES)
class TestWhoWins:
    def test_the_later_event_and_not_the_later_arrival(self, space, clock, old, new, query):
        space.remember(new, at=clock.now() - timedelta(days=1))
        space.remember(old, at=clock.now() - timedelta(days=90))
        assert texts(space.list()) == [new]
        assert texts(space.list(statuses=["superseded"])) == [old]

    def test_by_capture_too(self, space, clock, old, new, query):
        space.capture([Turn(new, at=clock.now() - timedelta(days=1))], session="late")
        space.capture([Turn(old, at=clock.now() - timedelta(days=90))], session="early")
        assert texts(space.list()) == [new]

    def test_of_one_moment_and_one_source_the_later_write(self, space, clock, old, new, query):
        for text in (old, new, old):
            last = space.remember(text, at=clock.now(), slot="home", source="planner").memory
        assert texts(space.list()) == [old]
        assert space.get(slot="home").id == last.id

    def test_what_the_user_said_over_what_was_inferred(self, space, clock, old, new, query):
        said = space.remember(old).memory
        clock.advance(days=40)
        told = Turn(new, speaker="assistant", metadata={"distil": True})
        space.capture([told], session="s2")
        assert said.id in [memory.id for memory in space.list()]
        assert space.get(said.id).status is Status.ACTIVE
        space.remember(new)
        assert space.get(said.id).status is Status.SUPERSEDED


@requirement("W10")
@pytest.mark.parametrize(
    ("decided", "fact"), [("We use Postgres", "We use MySQL"), ("数据库用 Postgres", "数据库用 MySQL")]
)
def test_a_decision_wins_over_a_fact_whichever_comes_first(surface, clock, decided, fact):
    for number, order in enumerate([("decision", "fact"), ("fact", "decision")]):
        space = surface.space(f"project/p{number}")
        for kind in order:
            clock.advance(days=9)
            space.remember(decided if kind == "decision" else fact, kind=kind, slot="database")
        assert space.get(slot="database").text == decided


# W11: nobody guesses


@requirement("W11")
@pytest.mark.parametrize(("old", "new", "query"), MOVES)
@pytest.mark.parametrize("how", ["agent", "speaker"])
def test_two_sources_of_equal_rank_close_in_time_wait_for_a_person(surface, clock, old, new, query, how):
    def said(space, text, name):
        if how == "agent":
            return space.remember(text, source=name, slot="home")
        (outcome,) = space.capture([Turn(text)], session=name, source=name).distilled.outcomes
        return outcome

    space = surface.space("user/alice")
    held = said(space, old, "planner").memory
    clock.advance(hours=23)
    waiting = said(space, new, "mailer")
    assert isinstance(waiting, Queued)
    (review,) = space.review.list()
    assert (review.id, review.memory, review.other) == (waiting.review, waiting.memory.id, held.id)
    assert all(part in review.summary for part in (old, new, "planner", "mailer"))
    assert texts(space.list()) == [old]
    assert waiting.memory.id not in [hit.id for hit in space.recall(query, k=20)]
    assert held.id in [hit.id for hit in space.recall(query, k=20)]
    decided = space.review.accept(review.id, reason="asked them")
    assert (decided.memory.id, decided.old.id) == (waiting.memory.id, held.id)
    assert texts(space.list()) == [new]


@requirement("W11")
@pytest.mark.parametrize(("hours", "asks"), [(24, False), (23, True), (None, False)])
def test_the_window_of_a_conflict_is_the_policys(space, clock, hours, asks):
    """Past the window, or within one that is no longer than a moment, the later one holds."""
    if hours is None:
        space.set_policy(Policy.from_changes({"gates": {"conflict_hours": 0}}))
    space.remember("办公室在杭州", slot="office", source="planner")
    clock.advance(hours=hours or 1)
    outcome = space.remember("办公室在苏州", slot="office", source="mailer")
    assert isinstance(outcome, Queued) is asks
    assert isinstance(outcome, Superseded) is not asks


# W12: two agents


@requirement("W12")
def test_agents_that_write_the_same_memory_at_once_lose_no_update(home, clock):
    """Each through its own opened place: what one confirms or adds, the others see."""
    options = {"embedder": None, "clock": clock, "timezone": "UTC", "upkeep": False}
    places = [Perdure(home, **options) for _ in range(3)]
    made = places[0].space("project/x").remember("发布在周五 release on Friday").memory

    def work(number: int) -> None:
        space = places[number].space("project/x")
        for turn in range(6):
            space.remember("发布在周五 release on Friday", tags=[f"t{number}-{turn}"])

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(work, range(3)))
    known = places[0].space("project/x").get(made.id)
    assert known.access_count == 18
    assert set(known.tags) == {f"t{number}-{turn}" for number in range(3) for turn in range(6)}
    assert known.version == 1 + 18
    for place in places:
        place.close()


@requirement("W12")
def test_an_agent_that_read_an_older_state_is_told_and_can_merge(space):
    made = space.remember("发布在周五", tags=["a"]).memory
    space.correct(made.id, tags=["a", "b"], version=1)
    with pytest.raises(VersionConflict) as refused:
        space.correct(made.id, "发布在周六", version=1)
    assert (refused.value.expected, refused.value.actual) == (1, 2)
    merged = space.correct(made.id, "发布在周六", version=1, merge=True)
    assert (merged.text, merged.tags, merged.version) == ("发布在周六", ("a", "b"), 3)


# W14: echoes


@requirement("W14")
@pytest.mark.parametrize("kept", ["I keep bees in the garden", "我在院子里养蜜蜂"])
def test_a_session_in_which_an_agent_repeats_what_it_recalled_makes_no_new_memory(space, clock, kept):
    known = space.remember(kept).memory
    for number in range(4):
        clock.advance(days=1)
        with space.session(session=f"s{number}") as talk:
            prompt = talk.messages(kept[:-1] + "?")
            talk.reply(f"As you told me: {kept}")
            talk.tool("notes", prompt[0]["content"], distil=True)
    assert [memory.id for memory in space.list(statuses="all")] == [known.id]
    assert space.get(known.id).updated_at == known.updated_at


# W15: with no language model


@requirement("W15")
@pytest.mark.parametrize(("name", "city", "other"), [("Ines", "Lisbon", "Porto"), ("小满", "杭州", "苏州")])
def test_with_no_language_model_everything_works(space, clock, name, city, other):
    lines = (f"My name is {name}", f"I live in {city}") if name.isascii() else (f"我叫{name}", f"我住在{city}")
    later = f"I moved to {other}" if name.isascii() else f"我搬到{other}了"
    clock.advance(days=1)
    for number, said in enumerate([lines, (later, "ok", "fine", "bye")]):
        with space.session(session=f"s{number}", window_tokens=600) as talk:
            for text in said:
                talk.messages(text)
                talk.reply("Noted 好的")
        clock.advance(days=2)
    assert len(space.upkeep()) > 0
    assert any(other in memory.text for memory in space.list(kinds=["identity", "fact"]))
    assert not any(city in memory.text for memory in space.list(kinds=["identity", "fact"]))
    assert space.list(kinds=["summary"]).total > 0
    found = space.recall(f"{name} {other}", expand=True)
    assert any(other in hit.text for hit in found)
    assert isinstance(space.remember(later), Reinforced)
    assert {entry.origin for entry in space.entries(limit=1_000)} == {Origin.USER, Origin.ASSISTANT}
