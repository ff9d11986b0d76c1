"""The newer form of OpenAI's API, `/responses`, has the same memory as chats."""

from __future__ import annotations

from typing import Any

from perdure.recall.brief import OPEN
from tests.behaviour.requirements import requirement
from tests.proxy.conftest import Chatter
from tests.proxy.upstream import Script, as_json, event, stream


def message(text: str) -> dict[str, Any]:
    part = {"type": "output_text", "text": text, "annotations": []}
    return {"type": "message", "id": "m1", "role": "assistant", "status": "completed", "content": [part]}


def response(*output: dict[str, Any]) -> dict[str, Any]:
    more = {"parallel_tool_calls": True, "tool_choice": "auto", "tools": [], "status": "completed"}
    return {"id": "r1", "object": "response", "created_at": 0, "model": "any", "output": list(output), **more}


@requirement("A4", "P1")
def test_memory_goes_into_the_instructions_of_a_response(chatter: Chatter):
    chatter.gateway.model.script = lambda _: as_json(response(message("靠窗")))
    memory = chatter.space.remember("用户偏好靠窗座位").memory
    found = chatter.client.responses.with_raw_response.create(
        model="any", instructions="You book trains.", input="坐火车选什么座位？", metadata={"a": "b"}
    )
    assert found.parse().output_text == "靠窗"
    assert found.headers["x-perdure-memories"] == memory.id
    body = chatter.asked.body
    assert chatter.asked.path == "/v1/responses"
    assert body["instructions"].startswith(f"You book trains.\n\n{OPEN}")
    assert "用户偏好靠窗座位" in body.pop("instructions")
    assert body == {"model": "any", "input": "坐火车选什么座位？", "metadata": {"a": "b"}}


@requirement("A4")
def test_a_response_without_instructions_gets_some(chatter: Chatter):
    chatter.gateway.model.script = lambda _: as_json(response(message("window")))
    chatter.space.remember("The user prefers a window seat on trains")
    chatter.client.responses.create(model="any", input=[{"role": "user", "content": "Which seat on trains?"}])
    assert chatter.asked.body["instructions"].startswith(OPEN)
    assert chatter.asked.body["input"] == [{"role": "user", "content": "Which seat on trains?"}]


@requirement("A4")
def test_what_items_say_and_do_is_written_down_once_with_its_roles(chatter: Chatter):
    call = {"type": "function_call", "id": "f1", "call_id": "c1", "name": "seats", "arguments": "{}"}
    chatter.gateway.model.script = lambda _: as_json(response({"type": "reasoning", "id": "t1", "summary": []}, call))
    asked = {"role": "user", "content": [{"type": "input_text", "text": "Which seats are free?"}]}
    chatter.client.responses.create(model="any", input=[{"role": "developer", "content": "I am Claptrap"}, asked])
    chatter.gateway.model.script = lambda _: as_json(response(message("Two.")))
    result = {"type": "function_call_output", "call_id": "c1", "output": "12A, 12B"}
    chatter.client.responses.create(model="any", input=[asked, call, result])
    assert chatter.written(4) == [
        ("user", "Which seats are free?"),
        ("assistant", "seats"),
        ("tool", "12A, 12B"),
        ("assistant", "Two."),
    ]
    assert len(list(chatter.space.sessions())) == 1


@requirement("A4")
def test_a_streamed_response_comes_through_and_is_written_down(chatter: Chatter):
    pieces = [event({"type": "response.output_text.delta", "delta": char}) for char in "靠窗"]
    done = event({"type": "response.completed", "response": response(message("靠窗"))})
    chatter.gateway.model.script = lambda _: stream(*pieces, done)
    answer = chatter.post(
        path="responses",
        json={"model": "any", "input": "坐火车选什么座位？", "stream": True},
        headers={"authorization": f"Bearer {chatter.secret}"},
    )
    assert answer.content == b"".join([*pieces, done])
    assert chatter.written(2)[1] == ("assistant", "靠窗")


def test_a_streamed_response_that_breaks_off_is_written_down_as_far_as_it_came(chatter: Chatter):
    first = event({"type": "response.output_text.delta", "delta": "靠"})
    chatter.gateway.model.script = lambda _: Script(headers={"content-type": "text/event-stream"}, pieces=[first])
    chatter.post(
        path="responses",
        json={"model": "any", "input": "坐火车选什么座位？", "stream": True},
        headers={"authorization": f"Bearer {chatter.secret}"},
    )
    assert chatter.written(2)[1] == ("assistant", "靠")
