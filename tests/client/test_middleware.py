"""Memory around any function from messages to a reply: recalled before, captured after, the function unaware."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator

import pytest

from perdure import Perdure, aio, errors
from perdure.client import AsyncClient, middleware
from perdure.recall.brief import OPEN
from perdure.testing import GatedEmbedder, HashEmbedder
from tests.behaviour.requirements import requirement

KAYAK = "the kayak is in the shed"
LONG = 60.0


@pytest.fixture(params=["library", "client"])
def space(request, memory):
    """The same verbs on this machine and behind a gateway."""
    if request.param == "library":
        return memory.space("user/alice")
    return request.getfixturevalue("client").space(request.getfixturevalue("name"))


def asking(*texts: str) -> list[dict[str, str]]:
    return [{"role": "user", "content": text} for text in texts]


class Heard(list):
    """What a function was called with."""

    def __call__(self, messages):
        self.append(messages)
        return "In the shed."


def said(space) -> list[tuple[str, str]]:
    return [(entry.role, entry.text) for entry in space.entries() if entry.channel == "chat"]


@requirement("A3", "A6")
def test_what_is_known_comes_as_a_system_message_and_the_exchange_is_kept(space):
    space.remember(KAYAK)
    heard = Heard()
    remembered = middleware(space, deadline=LONG, session="s1", source="desk")
    chat = remembered(heard)
    messages = [{"role": "system", "content": "Be brief."}, *asking("where is the kayak?")]
    assert chat(messages) == "In the shed."
    remembered.join()
    [given] = heard
    assert [message["role"] for message in given] == ["system", "system", "user"]
    assert given[1]["content"].startswith(OPEN)
    assert KAYAK in given[1]["content"]
    assert len(messages) == 2
    assert said(space) == [("user", "where is the kayak?"), ("assistant", "In the shed.")]
    assert {entry.session for entry in space.entries(session="s1")} == {"s1"}


@requirement("A3")
def test_what_the_user_tells_is_known_the_next_time(space):
    heard = Heard()
    remembered = middleware(space, deadline=LONG)
    chat = remembered(heard)
    chat(asking("我叫林梅，我住在杭州"))
    remembered.join()
    chat(asking("我住在哪里？"))
    remembered.join()
    assert "杭州" in heard[1][0]["content"]


@requirement("A3", "R10")
def test_where_nothing_is_known_the_messages_come_as_they_are(space):
    heard = Heard()
    messages = asking("where is the kayak?")
    remembered = middleware(space, deadline=LONG)
    remembered(heard)(messages)
    remembered(heard)([])
    remembered(heard)([{"role": "system", "content": "Be brief."}])
    assert heard == [messages, [], [{"role": "system", "content": "Be brief."}]]
    remembered.join()


@requirement("A3")
@pytest.mark.parametrize(
    ("reply", "kept"),
    [
        ("In the shed.", "In the shed."),
        ({"role": "assistant", "content": "In the shed."}, "In the shed."),
        ({"role": "assistant", "content": [{"type": "text", "text": "In the shed."}]}, "In the shed."),
        ({"choices": [{"message": {"content": "In the shed."}}]}, "In the shed."),
        ({"content": None, "tool_calls": [{"function": {"name": "look"}}]}, "look"),
        (object(), None),
        (None, None),
        ("  ", None),
    ],
)
def test_a_reply_comes_back_as_it_is_and_its_text_is_kept(memory, reply, kept):
    space = memory.space("user/alice")
    remembered = middleware(space, deadline=LONG)
    assert remembered(lambda messages: reply)(asking("where is the kayak?")) is reply
    remembered.join()
    assert [text for role, text in said(space) if role == "assistant"] == ([] if kept is None else [kept])


@requirement("A3")
def test_a_message_of_parts_is_recalled_for_by_its_text(memory):
    space = memory.space("user/alice")
    space.remember(KAYAK)
    heard = Heard()
    parts = [{"type": "image_url", "image_url": {"url": "data:"}}, {"type": "text", "text": "where is the kayak?"}]
    remembered = middleware(space, deadline=LONG)
    remembered(heard)([{"role": "user", "content": parts}])
    remembered.join()
    assert KAYAK in heard[0][0]["content"]
    assert said(space)[0] == ("user", "where is the kayak?")


@requirement("A3")
def test_what_a_function_raises_is_raised_and_what_was_said_is_kept(memory):
    space = memory.space("user/alice")
    remembered = middleware(space)

    @remembered
    def chat(messages):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        chat(asking("the kayak is blue"))
    remembered.join()
    assert said(space) == [("user", "the kayak is blue")]


class Broken:
    """A memory that fails in every way."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def recall(self, query, **options):
        raise self.error

    def capture(self, turns, **options):
        raise self.error


@requirement("A3", "R11")
def test_a_memory_that_fails_costs_the_function_nothing(caplog):
    heard = Heard()
    remembered = middleware(Broken(errors.StoreDamaged("private words")), deadline=LONG)
    assert remembered(heard)(asking("where is the kayak?")) == "In the shed."
    remembered.join()
    assert heard == [asking("where is the kayak?")]
    assert [record.levelname for record in caplog.records] == ["WARNING", "WARNING"]
    assert "private words" not in caplog.text
    assert "kayak" not in caplog.text


@requirement("A3", "R11", "A6")
@pytest.mark.parametrize("how", ["refuse", "hang"])
def test_with_the_gateway_down_the_function_runs_and_the_exchange_waits(client, wire, name, how, connect):
    heard = Heard()
    client = connect(timeout=0.3)
    remembered = middleware(client.space(name), deadline=0.01)
    getattr(wire, how)()
    assert remembered(heard)(asking("where is the kayak?")) == "In the shed."
    remembered.join()
    assert client.waiting == 1
    wire.mend()
    assert client.flush() == 0
    assert said(client.space(name)) == [("user", "where is the kayak?"), ("assistant", "In the shed.")]


def settled(gated: GatedEmbedder) -> None:
    """Open the gate and wait for the recalls before it."""
    gated.open()
    for thread in threading.enumerate():
        if thread.name == "perdure-beside":
            thread.join()


@pytest.fixture
def gated() -> Iterator[GatedEmbedder]:
    embedder = GatedEmbedder(HashEmbedder())
    yield embedder
    settled(embedder)


@pytest.fixture
def slow(home, clock, ids, gated):
    """A space whose recall takes as long as the gate is shut."""
    with Perdure(home, embedder=gated, clock=clock, ids=ids, timezone="UTC") as opened:
        space = opened.space("user/alice")
        space.remember(KAYAK)
        yield space
        gated.open()


@requirement("A6", "R11")
def test_a_recall_that_is_late_is_not_waited_for_and_the_next_step_has_it(slow, gated):
    gated.close()
    heard = Heard()
    remembered = middleware(slow, deadline=0.01)
    chat = remembered(heard)
    question = asking("where is the kayak?")
    chat(question)
    assert heard[0] == question
    recalling = remembered.begin([*question, {"role": "tool", "content": "a plan"}])
    assert recalling.result(wait=False) is None
    settled(gated)
    assert recalling.done
    chat([*question, {"role": "assistant", "content": "I look."}, {"role": "tool", "content": "a plan"}])
    assert KAYAK in heard[1][0]["content"]
    remembered.join()


@requirement("A6")
def test_beside_the_first_step_a_recall_runs_and_the_second_step_has_it(slow, gated):
    gated.close()
    steps = []
    remembered = middleware(slow, deadline=LONG, beside=True)

    @remembered
    def agent(messages):
        steps.append(messages)
        gated.open()
        return {"role": "assistant", "content": "I look.", "tool_calls": [{"id": "c1", "function": {"name": "look"}}]}

    question = asking("where is the kayak?")
    first = agent(question)
    agent([*question, first, {"role": "tool", "tool_call_id": "c1", "content": "nothing"}])
    remembered.join()
    assert steps[0] == question
    assert KAYAK in steps[1][0]["content"]
    assert [role for role, _ in said(slow)] == ["user", "assistant", "assistant"]


@requirement("A6")
def test_an_agent_begins_to_recall_plans_and_takes_the_brief_when_it_needs_it(space):
    space.remember(KAYAK)
    memory = middleware(space, deadline=LONG)
    question = asking("where is the kayak?")
    recalling = memory.begin(question)
    assert recalling.result().hits
    assert KAYAK in recalling.brief()
    given = recalling.messages(question)
    memory.heard(recalling, question, "In the shed.")
    memory.join()
    assert [message["role"] for message in given] == ["system", "user"]
    assert said(space) == [("user", "where is the kayak?"), ("assistant", "In the shed.")]


@requirement("A3")
def test_the_same_question_anew_is_recalled_anew(memory):
    space = memory.space("user/alice")
    heard = Heard()
    remembered = middleware(space, deadline=LONG)
    remembered(heard)(asking("where is the kayak?"))
    space.remember(KAYAK)
    remembered(heard)(asking("where is the kayak?"))
    remembered.join()
    assert KAYAK in heard[1][0]["content"]
    assert len(said(space)) == 4


@requirement("A3")
def test_a_stream_passes_piece_by_piece_and_is_kept_when_it_ends(memory):
    space = memory.space("user/alice")
    remembered = middleware(space)
    asked = []

    @remembered
    def chat(messages) -> Iterator[object]:
        for piece in ("In ", {"choices": [{"delta": {"content": "the "}}]}, {"choices": []}, "shed."):
            asked.append(piece)
            yield piece

    stream = chat(asking("where is the kayak?"))
    assert next(stream) == "In "
    assert asked == ["In "]
    assert list(stream) == asked[1:]
    remembered.join()
    assert said(space)[1] == ("assistant", "In the shed.")


@requirement("A3")
def test_a_stream_that_is_left_is_closed_and_what_came_is_kept(memory):
    space = memory.space("user/alice")
    remembered = middleware(space)
    closed = []

    @remembered
    def chat(messages):
        try:
            yield "In "
            yield "the shed."
        finally:
            closed.append(True)

    stream = chat(asking("where is the kayak?"))
    next(stream)
    stream.close()
    remembered.join()
    assert closed == [True]
    assert said(space)[1] == ("assistant", "In ")


@requirement("A3")
def test_a_coroutine_and_an_async_stream_have_a_memory_too(memory):
    space = memory.space("user/alice")
    space.remember(KAYAK)
    remembered = middleware(space, deadline=LONG)
    given = []

    @remembered
    async def chat(messages):
        given.append(messages)
        return "In the shed."

    @remembered
    async def stream(messages) -> AsyncIterator[str]:
        given.append(messages)
        yield "In the "
        yield "shed."

    @remembered
    async def failing(messages):
        raise ZeroDivisionError

    async def talk():
        assert await chat(asking("where is the kayak?")) == "In the shed."
        assert [piece async for piece in stream(asking("where is the kayak?"))] == ["In the ", "shed."]
        with pytest.raises(ZeroDivisionError):
            await failing(asking("the canoe is red"))

    asyncio.run(talk())
    remembered.join()
    assert all(KAYAK in messages[0]["content"] for messages in given)
    assert [text for role, text in said(space) if role == "assistant"] == ["In the shed."] * 2
    assert said(space)[-1] == ("user", "the canoe is red")


@requirement("A3")
def test_an_awaitable_space_serves_as_well(home, gateway, name, secret, queue):
    heard = Heard()

    async def with_library():
        async with aio.Perdure(home, embedder=HashEmbedder()) as memory:
            await memory.space("user/alice").remember(KAYAK)
            remembered = middleware(memory.space("user/alice"), deadline=LONG)
            remembered(heard)(asking("where is the kayak?"))
            await asyncio.to_thread(remembered.join)

    async def with_client():
        async with AsyncClient(gateway.url, secret, queue=queue) as memory:
            await memory.space(name).remember(KAYAK)
            remembered = middleware(memory.space(name), deadline=LONG)
            remembered(heard)(asking("where is the kayak?"))
            await asyncio.to_thread(remembered.join)

    asyncio.run(with_library())
    asyncio.run(with_client())
    assert [KAYAK in messages[0]["content"] for messages in heard] == [True, True]


TOLD = ["我叫林梅，我住在杭州", "the kayak is blue, 皮艇是蓝色的"]


@requirement("A3")
def test_a_library_that_closes_keeps_what_was_said_first(home):
    with Perdure(home, embedder=HashEmbedder()) as memory:
        chat = middleware(memory.space("user/alice"))(Heard())
        for text in TOLD:
            chat(asking(text))
    with Perdure(home, embedder=HashEmbedder()) as memory:
        assert [text for role, text in said(memory.space("user/alice")) if role == "user"] == TOLD


@requirement("A3")
@pytest.mark.parametrize("named", [True, False])
def test_a_client_that_closes_sends_what_was_said_first(connect, gateway, name, named):
    with connect() as client:
        chat = middleware(client.space(name) if named else client.home)(Heard())
        for text in TOLD:
            chat(asking(text))
    assert [text for role, text in said(gateway.memory.space(name)) if role == "user"] == TOLD
    assert connect().waiting == 0


@requirement("A3", "A6")
@pytest.mark.parametrize("how", ["refuse", "hang"])
def test_a_client_that_closes_without_an_answer_leaves_what_was_said_in_the_queue(connect, wire, gateway, name, how):
    with connect(timeout=0.3) as client:
        getattr(wire, how)()
        chat = middleware(client.space(name), deadline=0.01)(Heard())
        for text in TOLD:
            chat(asking(text))
    later = connect()
    assert later.waiting == len(TOLD)
    wire.mend()
    assert later.flush() == 0
    assert [text for role, text in said(gateway.memory.space(name)) if role == "user"] == TOLD


@requirement("A3", "A6")
def test_what_is_heard_after_the_client_closed_waits_in_the_queue(connect, gateway, name):
    with connect() as client:
        remembered = middleware(client.space(name), deadline=0.01)
        stream = remembered(lambda messages: iter(["在", "杭州"]))(asking(TOLD[0]))
    assert list(stream) == ["在", "杭州"]
    assert remembered(Heard())(asking(TOLD[1])) == "In the shed."
    remembered.join()
    assert client.space(name).recall("kayak").degraded
    later = connect()
    assert later.flush() == 0
    assert [text for _, text in said(gateway.memory.space(name))] == [TOLD[0], "在杭州", TOLD[1], "In the shed."]


@requirement("A3")
def test_a_loop_that_closes_its_memory_keeps_what_was_said_first(home, gateway, name, secret, queue):
    async def with_library():
        async with aio.Perdure(home, embedder=HashEmbedder()) as memory:
            middleware(memory.space("user/alice"))(Heard())(asking(TOLD[0]))

    async def with_client():
        async with AsyncClient(gateway.url, secret, queue=queue) as memory:
            middleware(memory.home)(Heard())(asking(TOLD[0]))

    asyncio.run(with_library())
    asyncio.run(with_client())
    with Perdure(home, embedder=HashEmbedder()) as memory:
        assert said(memory.space("user/alice"))[0] == ("user", TOLD[0])
    assert said(gateway.memory.space(name))[0] == ("user", TOLD[0])


@requirement("A3", "R2")
def test_it_reads_where_it_is_told_and_writes_its_own_space(memory):
    memory.space("project/orders").remember(KAYAK)
    heard = Heard()
    remembered = middleware(
        memory.space("user/alice"),
        reads=memory.view("user/alice", "project/orders"),
        session=lambda messages: messages[0]["content"][:5],
        deadline=LONG,
        k=1,
        brief_tokens=200,
    )
    remembered(heard)(asking("where is the kayak?"))
    remembered.join()
    assert KAYAK in heard[0][0]["content"]
    assert [session.id for session in memory.space("user/alice").sessions()] == ["where"]
    assert memory.space("project/orders").entries().total == 1


@requirement("A3", "W14")
def test_the_brief_itself_is_never_captured(memory):
    space = memory.space("user/alice")
    space.remember(KAYAK)
    remembered = middleware(space, deadline=LONG)

    @remembered
    def echo(messages):
        return messages[0]["content"]

    echo(asking("where is the kayak?"))
    remembered.join()
    assert [made.text for made in space.list()] == [KAYAK]
