"""A language model that is down, slow, at its limit, refusing, inventing, chatty: it costs its own extraction and nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from perdure import Perdure, Queued, Superseded, Turn
from perdure.errors import ModelUnavailable
from perdure.ports.llm import ModelReply, ModelRequest
from tests.behaviour.requirements import requirement
from tests.conformance.chat_server import chat_server, refused, said

Saying = Callable[[ModelRequest], str]


class Told:
    """A model that says what a test tells it to; silent until then."""

    name = "told"

    def __init__(self) -> None:
        self.says: Saying = lambda request: raised(ModelUnavailable("not told yet", again=False))
        self.asked = 0

    def reply(self, request: ModelRequest) -> ModelReply:
        self.asked += 1
        return ModelReply(text=self.says(request))


def raised(error: Exception) -> str:
    raise error


def facts(*found: object) -> str:
    return json.dumps({"facts": found}, ensure_ascii=False)


def fact(text: str, *turns: int, **fields: object) -> dict[str, object]:
    return {"text": text, "turns": list(turns or (1,)), "kind": "fact", "importance": 0.8, **fields}


@pytest.fixture
def llm() -> Told:
    return Told()


@pytest.fixture
def space(surface):
    return surface.space("user/alice")


def texts(space, **options) -> list[str]:
    return [memory.text for memory in space.list(**options)]


CHAT = ("My name is Ines", "我住在杭州", "周五之前我要交发票")

DOWN: dict[str, Callable[[], Exception]] = {
    "down": lambda: ModelUnavailable("connection refused", after=0.0),
    "slow": lambda: ModelUnavailable("no answer within 60 s", again=False),
    "at its limit": lambda: ModelUnavailable("429", after=3_600.0),
    "refusing": lambda: ModelUnavailable("the model refused to answer", again=False),
    "broken": lambda: ModelUnavailable("500", after=0.0),
}

ODD = {
    "prose": "Sure! The user seems to be a very nice person who lives somewhere.",
    "refusing in words": "I'm sorry, but I can't help with that request.",
    "nothing": "",
    "half a reply": '{"facts": [{"text": "My na',
    "cut off at once": '{"facts": [',
    "another form": '{"memories": ["My name is Ines"]}',
    "a number": "42",
    "a hole": "[[[[[[" * 2_000,
    "a thought": "<think>They live in Rome</think>",
}


@requirement("W15")
@pytest.mark.parametrize("how", DOWN)
def test_a_model_that_does_not_answer_leaves_it_to_the_rules_and_is_noted(space, llm, how):
    llm.says = lambda request: raised(DOWN[how]())
    found = space.capture([Turn(text) for text in CHAT], session="s1")
    assert [text.replace("（2026-03-06）", "") for text in texts(space)] == list(CHAT)
    assert found.distilled.notes
    assert 1 <= llm.asked <= 3
    assert list(space.jobs()) == []
    assert space.distil().entries == 0


@requirement("W15")
@pytest.mark.parametrize("how", ODD)
def test_a_reply_that_cannot_be_used_leaves_it_to_the_rules_and_is_noted(space, llm, how):
    llm.says = lambda request: ODD[how]
    found = space.capture([Turn(text) for text in CHAT], session="s1")
    assert [text.replace("（2026-03-06）", "") for text in texts(space)] == list(CHAT)
    assert found.distilled.notes
    llm.says = lambda request: facts(fact("I play the oboe"))
    space.capture([Turn("I play the oboe")], session="s2")
    assert "I play the oboe" in texts(space)


@requirement("W15", "W5")
@pytest.mark.parametrize(
    "form",
    ["```json\n{}\n```", "Here you are:\n{}\nAnything else?", "<think>hm [1] {{</think>{}", "\ufeff{}", "{}\n{{"],
)
def test_fences_and_prose_around_a_reply_cost_nothing(space, llm, form):
    llm.says = lambda request: form.replace("{}", facts(fact("王小满在云杉科技做测试")), 1).replace("{{", "{")
    space.capture([Turn("我叫王小满，在云杉科技做测试")], session="s1")
    (memory,) = [one for one in space.list() if one.source.maker != "rules/1"]
    assert memory.text == "王小满在云杉科技做测试"
    assert memory.source.maker == "model/told/extract-1"


@requirement("W5")
@pytest.mark.parametrize(
    ("said", "claimed"),
    [
        ("I live in Lisbon", "I live in Madrid"),
        ("I paid 950 euros of rent", "I paid 590 euros of rent"),
        ("I do not eat fish", "I eat fish"),
        ("我住在杭州", "我住在苏州"),
        ("我不吃鱼", "我吃鱼"),
        ("我的房租是950元", "我的房租是590元"),
    ],
)
def test_what_the_cited_turns_do_not_say_is_dropped_and_noted(space, llm, said, claimed):
    llm.says = lambda request: facts(*({**fact(claimed), "turns": cited} for cited in ([1], [99], [], [2])))
    found = space.capture([Turn(said), Turn("Understood.", speaker="assistant")], session="s1")
    assert claimed not in texts(space, statuses="all")
    assert found.distilled.notes


@requirement("W5", "C4")
@pytest.mark.parametrize(
    ("said", "claimed"), [("I rent a flat in Lisbon", "I rent a flat in Lisbon"), ("我在杭州租房", "我在杭州租房")]
)
def test_what_a_model_made_cites_the_turns_it_rests_on(space, llm, said, claimed):
    llm.says = lambda request: facts(fact(claimed, 3))
    space.capture([Turn("hello"), Turn("Hi!", speaker="assistant"), Turn(said, ref="t-3")], session="s1")
    (memory,) = space.list()
    (entry,) = space.explain(memory.id).entries
    assert (entry.ref, entry.text) == ("t-3", said)
    assert memory.source.maker == "model/told/extract-1"


@requirement("W5", "W15")
def test_a_model_that_answers_in_another_language_makes_no_memory_of_it(space, llm):
    llm.says = lambda request: facts(fact("The user lives in Hangzhou", 1), fact("用户喜欢船", 2))
    space.capture([Turn("我住在杭州"), Turn("I like boats")], session="s1")
    assert texts(space) == ["我住在杭州", "I like boats"]


@requirement("W5")
def test_turns_that_a_model_invents_are_nobodys_words(space, llm):
    invented = [fact("I own a yacht", turn) for turn in (0, -1, 7, 10**9, 1.5, "4", None)]
    llm.says = lambda request: facts(*invented)
    space.capture([Turn("I live in Lisbon")], session="s1")
    assert not any("yacht" in text for text in texts(space, statuses="all"))
    assert space.entries().total == 1


@requirement("W15")
def test_ten_thousand_items_are_no_burden(space, llm):
    llm.says = lambda request: facts(*(fact(f"I own boat number {n}") for n in range(10_000)))
    found = space.capture([Turn("I live in Lisbon"), Turn("我有一条船")], session="s1")
    assert not any("boat number" in text for text in texts(space, statuses="all"))
    assert 1 <= len(found.distilled.notes) <= 50
    llm.says = lambda request: facts(*(["I keep bees"] * 10_000))
    space.capture([Turn("I keep bees")], session="s2")
    assert texts(space).count("I keep bees") == 1


@requirement("W15", "W1")
def test_with_a_model_that_is_down_a_session_ends_upkeep_runs_and_recall_answers(space, llm, clock):
    llm.says = lambda request: raised(ModelUnavailable("down", after=0.0))
    clock.advance(days=1)
    with space.session(session="s1", window_tokens=500) as talk:
        for n in range(4):
            talk.messages(f"{CHAT[n % 3]}. " + "and so on, " * 20)
            talk.reply("好的。")
    clock.advance(days=1)
    space.upkeep()
    assert space.list(kinds=["summary"]).total == 1
    found = space.recall("杭州", expand=True)
    assert any("杭州" in hit.text for hit in found)
    assert list(space.jobs()) == []


@requirement("W15")
def test_the_tokens_of_a_day_are_a_limit_and_then_the_rules_stand_in(space, llm, clock):
    space.set_policy(space.policy().from_changes({"model_tokens": 2_000}))
    llm.says = lambda request: facts(fact("I keep bees"))
    for n in range(5):
        notes = space.capture([Turn("I keep bees"), Turn(f"I live in town {n}")], session=f"s{n}").distilled.notes
    assert 1 <= llm.asked < 5
    assert notes
    asked = llm.asked
    clock.advance(days=1)
    space.capture([Turn("I keep bees, still")], session="next")
    assert llm.asked == asked + 1


@requirement("R5", "W15")
@pytest.mark.parametrize("query", ["what is my housing situation?", "我的居住情况如何"])
def test_with_a_model_a_question_is_put_into_other_words_whose_results_merge(space, llm, query):
    flat = space.remember("the flat on Elm Street is rented").memory
    rent = space.remember("房租每月950元").memory
    space.remember_many(f"standup note {n}: nothing new 没有新情况" for n in range(20))
    plain = [hit.id for hit in space.recall(query)]
    assert flat.id not in plain
    llm.says = lambda request: json.dumps({"queries": ["flat rented Elm Street", "房租每月"]})
    found = [hit.id for hit in space.recall(query, expand=True)]
    assert {flat.id, rent.id} <= set(found)
    assert len(set(found)) == len(found)
    for says in (lambda request: "no idea", lambda request: raised(ModelUnavailable("down", after=0.0))):
        llm.says = says
        failed = space.recall(query, expand=True)
        assert [hit.id for hit in failed] == plain
        assert failed.trace.notes or failed.degraded


@requirement("W11", "W15")
@pytest.mark.parametrize(("holds", "kind"), [("new", Superseded), ("nonsense", Queued), (None, Queued)])
def test_a_model_may_settle_a_conflict_and_where_it_cannot_a_person_is_asked(space, llm, clock, holds, kind):
    def says(request: ModelRequest) -> str:
        return json.dumps({"holds": holds}) if "holds" in str(request.schema) else facts()

    llm.says = says
    space.capture([Turn("我住在北京")], session="s1", source="planner")
    clock.advance(hours=1)
    outcomes = space.capture([Turn("我搬到杭州了")], session="s2", source="mailer").distilled.outcomes
    assert [type(outcome) for outcome in outcomes] == [kind]
    assert space.review.list().total == (0 if kind is Superseded else 1)


@requirement("W15")
@pytest.mark.parametrize(
    "answer",
    [
        refused(429, after="0"),
        refused(429, after="7200"),
        refused(401),
        refused(404, "no such model"),
        said(None, refusal="I cannot help with that."),
        said('{"facts": [{"text": "I keep', finish="length"),
        said("Sure!"),
        (200, {}, b"<html>Bad gateway</html>"),
    ],
)
def test_an_endpoint_that_limits_refuses_or_talks_nonsense_costs_no_turn(home, clock, monkeypatch, answer):
    with chat_server() as server:
        server.answer = lambda request: answer
        monkeypatch.setenv("PERDURE_LLM", "openai:any")
        monkeypatch.setenv("PERDURE_LLM_URL", server.url)
        with Perdure(home, embedder=None, clock=clock, timezone="UTC") as memory:
            space = memory.space("user/alice")
            found = space.capture([Turn(text) for text in CHAT], session="s1")
            assert [text.replace("（2026-03-06）", "") for text in texts(space)] == list(CHAT)
            assert found.distilled.notes
            assert list(space.jobs()) == []
        assert 1 <= len(server.asked) <= 3
