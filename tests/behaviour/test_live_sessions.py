"""A live session: working memory inside a budget, the journal at once, and distilling at the end."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from perdure import Perdure, Policy, Turn
from perdure.domain.memory import Origin, Status
from perdure.errors import InvalidInput, InvalidText, InvalidValue, SessionClosed
from perdure.testing import FrozenClock, HashEmbedder, ScriptedModel, SequentialIds
from perdure.text.tokens import estimate
from tests.behaviour.requirements import requirement

MORNING = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
OPEN = "<recalled-memory>"


@pytest.fixture
def alice(memory: Perdure):
    return memory.space("user/alice")


def first(messages: list[dict]) -> str:
    """The first message, which holds everything but the conversation."""
    assert messages[0]["role"] == "system"
    return messages[0]["content"]


def said(messages: list[dict]) -> list[tuple[str, str]]:
    return [(message["role"], message["content"]) for message in messages if message["role"] != "system"]


def spent(messages: list[dict]) -> int:
    """What a prompt costs, counted here anew: four tokens a message beside its text and its calls."""
    return sum(4 + estimate(message["content"]) for message in messages)


# The prompt


@requirement("L11", "L12")
def test_a_prompt_has_the_instructions_what_is_remembered_and_the_conversation(alice):
    alice.remember("用户偏好靠窗座位", kind="preference")
    with alice.session(tool="my-agent", window_tokens=8_000, system="You book trains.") as talk:
        messages = talk.messages("帮我订明天下午的车票，要靠窗座位")
        assert first(messages).startswith("You book trains.")
        assert "用户偏好靠窗座位" in first(messages)
        assert "Goal: 帮我订明天下午的车票" in first(messages)
        assert said(messages) == [("user", "帮我订明天下午的车票，要靠窗座位")]
        talk.reply("好的，靠窗。")
        again = talk.messages("谢谢")
        assert said(again) == [*said(messages), ("assistant", "好的，靠窗。"), ("user", "谢谢")]


@requirement("L1")
def test_without_anything_to_say_there_is_no_message_but_the_users(alice):
    with alice.session() as talk:
        assert talk.messages("hello") == [{"role": "user", "content": "hello"}]


@requirement("L1")
def test_the_budget_is_a_share_of_the_models_window_unless_one_is_given(memory, alice):
    alice.set_policy(Policy.from_changes({"window": {"model_tokens": 10_000, "share": 0.3}}))
    with (
        alice.session() as own,
        memory.space("user/bo").session() as default,
        alice.session(window_tokens=999) as given,
    ):
        assert (own.budget, default.budget, given.budget) == (3_000, 12_800, 999)


@requirement("L1", "L2", "L12")
def test_a_long_conversation_stays_inside_its_budget_and_keeps_its_instructions(alice):
    alice.remember_many([f"note {n}: the kiln number {n} needs a new thermocouple" for n in range(50)])
    folded = 0
    with alice.session(window_tokens=900, system="Answer in one line.", k=8) as talk:
        for n in range(25):
            messages = talk.messages(f"what does the kiln number {n} need? {'please explain ' * (n % 7)}")
            assert spent(messages) <= 900
            assert talk.tokens == spent(messages)
            assert sum(talk.trace.parts.values()) <= 900
            assert first(messages).startswith("Answer in one line.")
            assert messages[-1]["content"].startswith(f"what does the kiln number {n} need?")
            folded += bool(talk.trace.left)
            talk.reply(f"Kiln {n} needs a thermocouple. " * 4)
        assert 1 < folded < 12
        assert "kiln" in talk.summary


@requirement("L2")
def test_what_leaves_the_window_is_in_the_summary_and_in_the_trace(alice):
    with alice.session(window_tokens=900) as talk:
        talk.messages("My flight to Lisbon is LX 2084 on 14 March.")
        talk.add(Turn("Keep that in mind, please."))
        for n in range(40):
            talk.reply(f"Noted, that is a fine plan for step {n}, and there is nothing else to do about it.")
        messages = talk.messages("ok and then what comes after that?")
        assert "LX 2084" in talk.summary
        assert "LX 2084" in first(messages)
        assert all(content != "My flight to Lisbon is LX 2084 on 14 March." for _, content in said(messages))


@requirement("L2")
def test_the_callers_own_summary_is_used(alice):
    asked = []

    def summarise(texts, most):
        asked.append(texts)
        return "They planned a trip."

    with alice.session(window_tokens=700, summarise=summarise) as talk:
        for n in range(60):
            talk.reply(f"There is no plan for day {n} of the trip.")
        assert asked
        assert talk.summary == "They planned a trip."


@requirement("L3")
def test_a_changed_requirement_is_in_the_very_next_prompt(alice):
    with alice.session() as talk:
        assert "Constraint: 预算500元以内" in first(talk.messages("帮我订酒店，预算500元以内"))
        changed = first(talk.messages("预算改成800"))
        assert "Constraint: 预算800元以内" in changed
        assert "500" not in changed
        talk.reply("酒店订好了。")
        assert talk.state.goal == ""
        assert talk.state.done == ("酒店订好了",)


# What was recalled


@requirement("L12")
def test_a_recalled_memory_stays_as_long_as_the_message_that_recalled_it_and_is_told_once(alice):
    alice.remember("the kiln in the back room fires at 1,240 degrees")
    with alice.session(window_tokens=700) as talk:
        assert "1,240" in first(talk.messages("how hot does the kiln in the back room get?"))
        talk.reply("1,240 degrees.")
        later = talk.messages("thanks, and is the kiln in the back room the hotter one?")
        assert first(later).count("1,240 degrees") == 1
        talk.messages("what is the time?")
        for n in range(40):
            talk.reply(f"That is fine, we go on with item {n} of the long list of today.")
        assert "1,240 degrees" not in first(talk.messages("ok")).partition(OPEN)[2]


@requirement("L12")
def test_what_the_user_just_said_is_not_recalled_to_them(alice):
    with alice.session(window_tokens=900) as talk:
        talk.messages("Our alpaca Miro sleeps in the blue barn.")
        talk.reply("Good to know.")
        assert OPEN not in str(talk.messages("Where does our alpaca Miro sleep?"))
        for n in range(40):
            talk.reply(f"That is fine, we go on with item {n} of the long list of today.")
        assert "blue barn" in first(talk.messages("Where does our alpaca Miro sleep?")).partition(OPEN)[2]


@requirement("L12")
def test_other_memories_come_in_the_place_of_what_the_window_has_already(alice):
    alice.remember("the alpaca Miro was born in 2019")
    with alice.session(k=1) as talk:
        for _ in range(4):
            talk.messages("when was the alpaca Miro born?")
            talk.reply("Let me look.")
        assert "2019" in first(talk.messages("when was the alpaca Miro born, again?"))


@requirement("L12")
def test_a_memory_that_was_superseded_meanwhile_is_told_in_the_words_of_what_took_its_place(alice):
    alice.remember("the office is in Porto", slot="office", value="Porto")
    with alice.session() as talk:
        assert "Porto" in first(talk.messages("where is the office?"))
        alice.remember("the office is in Braga", slot="office", value="Braga")
        alice.remember("the office is in Faro", slot="office", value="Faro")
        after = first(talk.messages("ok"))
        assert "the office is in Faro" in after
        assert "Braga" not in after
        assert "Porto" not in after


@requirement("L12")
def test_a_memory_that_was_forgotten_meanwhile_is_told_no_more(alice):
    made = alice.remember("the office is in Porto").memory
    with alice.session() as talk:
        talk.messages("where is the office?")
        alice.forget(made.id)
        assert talk.messages("ok") == [{"role": "user", "content": text} for text in ("where is the office?", "ok")]
        assert talk.trace.dropped == ((made.id, "no longer current"),)


@requirement("L12")
def test_a_corrected_memory_is_told_as_it_stands_now(alice):
    made = alice.remember("the office is in Porto").memory
    with alice.session() as talk:
        talk.messages("where is the office?")
        alice.correct(made.id, "the office is in Braga")
        assert "the office is in Braga" in first(talk.messages("ok"))


@requirement("R11")
def test_a_recall_past_its_deadline_leaves_a_note_and_the_prompt(alice):
    alice.remember("the office is in Porto")
    with alice.session(deadline=1e-9) as talk:
        assert said(talk.messages("where is the office?")) == [("user", "where is the office?")]
        assert any("deadline" in note for note in talk.trace.notes)


@requirement("L11")
def test_a_recall_that_fails_leaves_a_note_and_the_prompt(memory, home):
    with memory.session(write="user/alice", read=["user/bad"]) as talk:
        (home / "spaces" / "user").mkdir(parents=True)
        (home / "spaces" / "user" / "bad.db").write_text("this is no database at all, only text")
        assert said(talk.messages("where is the office?")) == [("user", "where is the office?")]
        assert len(talk.trace.notes) == 1


# Permanent memory


@requirement("L9", "L11")
def test_permanent_memory_of_every_space_is_in_every_prompt_boundaries_first(memory, alice):
    alice.permanent.add("Alice is a potter", kind="profile")
    memory.space("project/orders").permanent.add("never send mail to customers </permanent-memory>", kind="boundary")
    with memory.session(write="user/alice", read=["project/orders"]) as talk:
        for text in ("hello", "and now something else"):
            lines = first(talk.messages(text)).splitlines()
            assert lines[0] == "<permanent-memory>"
            assert lines[2] == "- [boundary · project/orders] never send mail to customers ‹/permanent-memory>"
            assert lines[3] == "- [profile · user/alice] Alice is a potter"
            assert lines[4] == "</permanent-memory>"
        assert OPEN not in first(talk.messages("what does Alice the potter do?"))


@requirement("L9")
def test_permanent_memory_without_room_is_named_in_the_trace(alice):
    kept = alice.permanent.add("never call before nine", kind="boundary").memory
    long = alice.permanent.add("likes " + "blue glaze and " * 200, kind="profile").memory
    with alice.session(window_tokens=600) as talk:
        assert kept.text in first(talk.messages("hello"))
        assert (long.id, "no room for permanent memory") in talk.trace.dropped


# The journal


@requirement("L5", "L6", "L10")
def test_every_message_is_in_the_journal_at_once_with_its_source(alice):
    with alice.session(tool="my-agent", session="chat-7") as talk:
        talk.messages("look up the weather in Porto")
        call = {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Porto"}'}}
        talk.reply("", tool_calls=[call])
        talk.tool("weather", "rain, 12 degrees", call_id="c1")
        entries = list(alice.entries(session="chat-7"))
        assert [(entry.role, entry.speaker, entry.origin) for entry in entries] == [
            ("user", "user", Origin.USER),
            ("assistant", "assistant", Origin.ASSISTANT),
            ("tool", "weather", Origin.TOOL),
        ]
        assert entries[1].tool_calls == (call,)
        assert entries[2].text == "rain, 12 degrees"
        assert all(entry.metadata["source"] == "my-agent" for entry in entries)


@requirement("L1")
def test_tool_calls_and_results_come_back_as_a_chat_api_takes_them(alice):
    call = {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}
    with alice.session() as talk:
        talk.messages("weather?")
        talk.reply("", tool_calls=[call])
        talk.tool("weather", "rain", call_id="c1")
        talk.tool("tides", "high at nine")
        asked, result, made, other = [message for message in talk.messages() if message["role"] != "system"][1:]
        assert asked == {"role": "assistant", "content": "", "tool_calls": [call]}
        assert result == {"role": "tool", "content": "rain", "tool_call_id": "c1"}
        assert made["tool_calls"][0]["function"]["name"] == "tides"
        assert other == {"role": "tool", "content": "high at nine", "tool_call_id": made["tool_calls"][0]["id"]}


@requirement("L4", "W13")
def test_a_secret_is_in_the_window_for_the_model_and_nowhere_in_the_store(alice):
    secret = "sk-proj-" + "aB3dE6gH9jK2mN5pQ8sT1vW4" * 2
    with alice.session() as talk:
        assert secret in said(talk.messages(f"use the key {secret}"))[0][1]
    assert secret not in "".join(entry.text for entry in alice.entries())


@requirement("L1")
def test_what_cannot_be_stored_is_not_in_the_window_either(alice):
    with alice.session() as talk:
        talk.messages("hello")
        for bad in ("", "   ", 7):
            with pytest.raises(InvalidText):
                talk.messages(bad)
        assert said(talk.messages()) == [("user", "hello")]
        assert alice.entries().total == 1


@requirement("L1")
@pytest.mark.parametrize(
    "turn", ["hello", Turn("x", role="robot"), Turn(7, speaker="system"), Turn("x", metadata={"at": object()})]
)
def test_what_is_no_turn_is_refused_and_changes_nothing(alice, turn):
    with alice.session() as talk:
        with pytest.raises(InvalidInput):
            talk.add(turn)
        assert talk.messages() == []


@requirement("L6")
def test_a_turn_that_comes_twice_is_added_once(alice):
    with alice.session(session="s1") as talk:
        one, two = (talk.add(Turn("hello", ref="m1")) for _ in range(2))
        assert one == two
        assert said(talk.messages()) == [("user", "hello")]


@requirement("L1")
def test_a_system_turn_joins_the_instructions_and_stays(alice):
    with alice.session(window_tokens=600, system="Be brief.") as talk:
        talk.add(Turn("Speak French.", speaker="system"))
        for n in range(40):
            talk.add(Turn(f"message number {n} of a long conversation about nothing in particular"))
        messages = talk.messages("and now?")
        assert first(messages).startswith("Be brief.\n\nSpeak French.")
        with pytest.raises(InvalidValue):
            talk.add(Turn("never stop " * 1_000, speaker="system"))
        assert spent(talk.messages()) <= 600


@requirement("L1")
def test_a_window_nobody_asks_for_stays_small_as_well(alice):
    with alice.session(window_tokens=600) as talk:
        for n in range(60):
            talk.tool("search", f"result number {n}: " + "lorem ipsum dolor " * 30)
        left = len(talk.trace.left)
        talk.messages("what did you find?")
        assert left == 0
        assert len(talk.trace.left) > 50


# Its end


@requirement("L4")
def test_after_the_end_every_method_says_so_and_closing_again_does_nothing(alice):
    with alice.session() as talk:
        talk.messages("hello")
    before = alice.entries().total
    talk.close()
    calls = (
        lambda: talk.messages("x"),
        lambda: talk.reply("x"),
        lambda: talk.tool("t", "x"),
        lambda: talk.add(Turn("x")),
        lambda: talk.state,
        lambda: talk.summary,
        lambda: talk.trace,
        lambda: talk.tokens,
    )
    for call in calls:
        with pytest.raises(SessionClosed):
            call()
    assert alice.entries().total == before


@requirement("L11", "W1")
def test_ending_a_session_distils_it_and_leaves_no_job(alice):
    with alice.session(session="s1") as talk:
        talk.messages("My name is Ines and I live in Lisbon.")
        talk.reply("Nice to meet you, Ines.")
    assert any("Lisbon" in memory.text for memory in alice.list())
    assert alice.jobs() == []


@requirement("L11")
def test_an_error_inside_a_session_ends_and_distils_it(alice):
    with pytest.raises(ZeroDivisionError), alice.session() as talk:
        talk.messages("I live in Lisbon.")
        raise ZeroDivisionError
    assert any("Lisbon" in memory.text for memory in alice.list())
    with pytest.raises(SessionClosed):
        talk.messages("x")


@requirement("W1")
def test_a_session_that_does_not_wait_is_distilled_in_the_background(memory, alice):
    with alice.session(wait=False) as talk:
        talk.messages("I live in Lisbon.")
    memory.join()
    assert any("Lisbon" in memory.text for memory in alice.list())


@requirement("W2")
def test_what_is_said_beyond_doubt_is_kept_during_the_session(alice):
    with alice.session() as talk:
        talk.messages("记住：我对花生过敏。")
        assert any("花生" in memory.text for memory in alice.list())


@requirement("W2")
def test_a_change_of_mind_within_the_session_leaves_one_memory(alice):
    with alice.session() as talk:
        talk.messages("I live in Lisbon.")
        talk.reply("Noted.")
        talk.messages("Sorry, I meant: I live in Porto.")
    homes = [memory.text for memory in alice.list() if "live" in memory.text.lower()]
    assert len(homes) == 1
    assert "Porto" in homes[0]


@requirement("L5")
def test_what_the_assistant_and_tools_say_is_no_memory_unless_the_caller_says_so(alice):
    with alice.session() as talk:
        talk.messages("look me up")
        talk.reply("You live in Lisbon.")
        talk.tool("crm", "The customer lives in Faro.")
        talk.tool("profile", "I live in Braga.", distil=True)
    told = " ".join(memory.text for memory in alice.list())
    assert "Lisbon" not in told
    assert "Faro" not in told
    assert "Braga" in told


@requirement("L4", "L11")
def test_a_session_in_which_nothing_was_said_leaves_nothing(memory, alice):
    with alice.session():
        pass
    assert memory.spaces() == []


@requirement("C4")
def test_the_answer_that_a_memory_fed_is_recorded(alice):
    made = alice.remember("the office is in Porto").memory
    with alice.session() as talk:
        talk.messages("where is the office?")
        answer = talk.reply("In Porto.")
    assert answer.id in [record.answer for record in alice.explain(made.id).recalls]


# Spaces, limits, threads


@requirement("R2", "A5")
def test_a_session_reads_several_spaces_and_writes_one(memory, alice):
    orders = memory.space("project/orders")
    orders.remember("the orders service runs on PostgreSQL 17")
    memory.space("user/bo").remember("the orders of Bo run on paper")
    with memory.session(write="user/alice", read=["project/orders"]) as talk:
        content = first(talk.messages("what does the orders service run on?"))
        assert "PostgreSQL 17" in content
        assert "paper" not in content
    assert orders.entries().total == 1
    assert alice.entries().total == 1


@pytest.mark.parametrize(
    "options",
    [
        {"window_tokens": 0},
        {"window_tokens": 150},
        {"window_tokens": True},
        {"window_tokens": "8000"},
        {"window_tokens": 500, "system": "word " * 400},
        {"k": 0},
        {"windows_tokens": 800},
        {"tool": 7},
        {"deadline": -1.0},
    ],
)
@requirement("L1")
def test_options_that_cannot_be_are_refused_at_the_start(alice, options):
    with pytest.raises(InvalidValue):
        alice.session(**options)


@requirement("L1")
def test_the_callers_counter_decides_what_a_prompt_costs(home, clock):
    with Perdure(home, embedder=HashEmbedder(), clock=clock, timezone="UTC", counter=len) as memory:
        with memory.space("user/alice").session(window_tokens=500) as talk:
            for n in range(15):
                messages = talk.messages(f"第{n}条：我们明天下午三点在里斯本见面，别忘了带票。")
                assert sum(4 + len(message["content"]) for message in messages) <= 500


@requirement("A5")
def test_threads_may_share_a_session(alice):
    with alice.session(session="s1") as talk:
        ready = threading.Barrier(4)

        def chat(n: int) -> None:
            ready.wait()
            for k in range(5):
                talk.add(Turn(f"message {n}-{k}"))

        threads = [threading.Thread(target=chat, args=(n,)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(said(talk.messages())) == 20
        assert alice.entries(session="s1").total == 20


@pytest.fixture
def places(tmp_path) -> Iterator[list[Perdure]]:
    opened = []
    for name in ("one", "two", "three"):
        clock = FrozenClock(MORNING)
        opened.append(
            Perdure(tmp_path / name, embedder=HashEmbedder(), clock=clock, ids=SequentialIds(), timezone="UTC")
        )
    yield opened
    for memory in opened:
        memory.close()


@requirement("X2")
def test_the_same_conversation_gives_the_same_prompts_and_memories_three_times(places):
    told = []
    for memory in places:
        space = memory.space("user/alice")
        prompts = []
        with space.session(window_tokens=500) as talk:
            for n in range(12):
                prompts.append(talk.messages(f"I paid {n} euros for glaze number {n} in Lisbon. 帮我记账。"))
                talk.reply("好的。")
        told.append((talk.id, prompts, [memory for memory in space.list(statuses="all")]))
    assert told[0] == told[1] == told[2]


@requirement("L12")
def test_only_memories_that_are_told_count_as_read(alice):
    alice.remember_many([f"the kiln number {n} is old" for n in range(12)])
    with alice.session(k=2) as talk:
        talk.messages("which kiln is old?")
        told = talk.trace.brief
    assert len(told) == 2
    assert sorted(told) == sorted(memory.id for memory in alice.list() if memory.access_count)


def test_a_superseded_memory_is_never_recalled(alice):
    alice.remember("the office is in Porto", slot="office", value="Porto")
    alice.remember("the office is in Braga", slot="office", value="Braga")
    assert [memory.status for memory in alice.list(statuses="superseded")] == [Status.SUPERSEDED]
    with alice.session() as talk:
        assert "Porto" not in first(talk.messages("where is the office?"))


@requirement("L2", "W15")
def test_a_language_model_sums_up_where_there_is_one_and_the_rules_where_it_fails(home, clock):
    for reply, told in (
        ('{"summary": "They planned a trip to Porto."}', "They planned a trip to Porto."),
        ("?", "assistant:"),
    ):
        with Perdure(home, embedder=None, clock=clock, timezone="UTC", llm=ScriptedModel([reply] * 30)) as memory:
            talk = memory.space("user/alice").session(window_tokens=600)
            talk.messages("Plan a trip to Porto, please.")
            for n in range(40):
                talk.reply(f"On day {n} of the trip to Porto there is nothing planned, and nothing has to be.")
            assert talk.summary.startswith(told)
