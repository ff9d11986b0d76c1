"""An answer comes through byte for byte as it arrives, whatever its pieces look like, and ends with whoever leaves first."""

from __future__ import annotations

import gzip
import logging
import socket
from threading import Event
from urllib.parse import urlsplit

import httpx2
import openai
import pytest

from tests.behaviour.requirements import requirement
from tests.proxy.conftest import Chatter
from tests.proxy.upstream import DONE, PATIENCE, Asked, Script, as_json, completion, delta, event, said, stream, whole

ASK = {"model": "any", "stream": True, "messages": [{"role": "user", "content": "坐火车选什么座位？"}]}


def pieces(data: bytes, size: int) -> list[bytes]:
    return [data[at : at + size] for at in range(0, len(data), size)]


@requirement("A4", "P1")
def test_a_stream_is_read_by_the_client_of_openai(chatter: Chatter):
    chatter.gateway.model.script = lambda _: stream(*said("靠窗, as always 🪟"))
    found = chatter.client.chat.completions.create(
        model="any", stream=True, messages=[{"role": "user", "content": "坐火车选什么座位？"}]
    )
    assert "".join(chunk.choices[0].delta.content or "" for chunk in found) == "靠窗, as always 🪟"
    assert chatter.written(2)[1] == ("assistant", "靠窗, as always 🪟")


@requirement("A4")
@pytest.mark.parametrize("size", [1, 2, 3, 7, 100_000])
def test_bytes_are_the_same_wherever_the_pieces_end(chatter: Chatter, size: int):
    data = b": hello\r\n\r\n" + b"".join(said("靠窗 🪟 or 靠过道")).replace(b"\n", b"\r\n")
    chatter.gateway.model.script = lambda _: stream(*pieces(data, size))
    assert chatter.send(*ASK["messages"], stream=True).content == data
    assert chatter.written(2)[1] == ("assistant", "靠窗 🪟 or 靠过道")


@requirement("A4")
def test_each_piece_comes_through_before_the_next_is_there(chatter: Chatter):
    steps = [Event(), Event()]
    first, second, third = delta(content="靠"), delta(content="窗"), DONE
    chatter.gateway.model.script = lambda _: stream(first, steps[0], second, steps[1], third)
    with chatter.stream(ASK) as answer:
        coming = answer.iter_raw()
        assert next(coming) == first
        steps[0].set()
        assert next(coming) == second
        steps[1].set()
        assert b"".join(coming) == third
    assert answer.headers["x-accel-buffering"] == "no"


@requirement("A4")
def test_calls_of_tools_come_through_and_are_written_down(chatter: Chatter):
    def call(index: int, **piece: object) -> bytes:
        return delta(tool_calls=[{"index": index, **piece}])

    chatter.gateway.model.script = lambda _: stream(
        call(0, id="c1", type="function", function={"name": "seats", "arguments": ""}),
        call(0, function={"arguments": '{"车次":'}),
        call(1, id="c2", type="function", function={"name": "price", "arguments": "{}"}),
        call(0, function={"arguments": ' "G1"}'}),
        DONE,
    )
    chunks = list(chatter.client.chat.completions.create(**ASK))
    assert [chunk.choices[0].delta.tool_calls[0].index for chunk in chunks] == [0, 0, 1, 0]
    chatter.written(2)
    calls = list(chatter.space.entries())[1].tool_calls
    assert [(one["id"], one["function"]["name"], one["function"]["arguments"]) for one in calls] == [
        ("c1", "seats", '{"车次": "G1"}'),
        ("c2", "price", "{}"),
    ]


def test_of_several_answers_the_first_is_written_down(chatter: Chatter):
    chatter.gateway.model.script = lambda _: stream(
        delta(content="靠"), delta(index=1, content="no"), delta(content="窗"), delta(index=1, content="ne"), DONE
    )
    chunks = list(chatter.client.chat.completions.create(**ASK, n=2))
    assert len(chunks) == 4
    assert chatter.written(2)[1] == ("assistant", "靠窗")
    choices = [{"index": at, "message": {"role": "assistant", "content": text}} for at, text in ((1, "b"), (0, "a"))]
    chatter.gateway.model.script = lambda _: as_json(completion("chat.completion", choices))
    chatter.ask("and again?", n=2)
    assert chatter.written(4)[3] == ("assistant", "a")


def test_an_answer_that_is_packed_all_the_same_comes_through_packed(chatter: Chatter):
    data = b"".join(said("靠窗"))
    packed = gzip.compress(data)
    chatter.gateway.model.script = lambda _: stream(*pieces(packed, 5), **{"content-encoding": "gzip"})
    answer = chatter.send(*ASK["messages"], stream=True)
    assert chatter.asked.headers["accept-encoding"] == "identity"
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.content == data
    assert chatter.written(2)[1] == ("assistant", "靠窗")


@pytest.mark.parametrize("encoding", ["br", "gzip"])
def test_an_answer_that_cannot_be_unpacked_comes_through_and_only_the_question_is_written_down(
    chatter: Chatter, encoding: str
):
    chatter.gateway.model.script = lambda _: stream(b"\x81\x02 what is this", **{"content-encoding": encoding})
    with chatter.stream(ASK) as answer:
        assert b"".join(answer.iter_raw()) == b"\x81\x02 what is this"
    chatter.gateway.model.script = lambda _: whole("Noted.")
    chatter.ask("next")
    assert [role for role, _ in chatter.written(3)] == ["user", "user", "assistant"]


@requirement("A4")
def test_a_stream_that_breaks_off_breaks_off_here_and_what_came_is_written_down(
    chatter: Chatter, caplog: pytest.LogCaptureFixture
):
    chatter.gateway.model.script = lambda _: stream(delta(content="靠窗"), None)
    found = chatter.client.chat.completions.create(**ASK)
    heard = []
    with pytest.raises((openai.APIError, httpx2.TransportError)):
        heard.extend(chunk.choices[0].delta.content for chunk in found)
    assert heard == ["靠窗"]
    assert chatter.written(2)[1] == ("assistant", "靠窗")
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


def test_an_error_inside_a_stream_comes_through(chatter: Chatter):
    broken = event({"error": {"message": "overloaded", "type": "server_error", "code": "overloaded"}})
    chatter.gateway.model.script = lambda _: stream(delta(content="靠"), broken)
    with pytest.raises(openai.APIError) as caught:
        list(chatter.client.chat.completions.create(**ASK))
    assert caught.value.code == "overloaded"


@requirement("A4")
def test_a_client_that_hangs_up_ends_the_request_behind_it(chatter: Chatter):
    model = chatter.gateway.model
    endless = (delta(content="和" * 2000) for _ in range(1_000_000))
    model.script = lambda _: Script(headers={"content-type": "text/event-stream"}, pieces=endless)
    with chatter.stream(ASK) as answer:
        next(answer.iter_raw())
    assert model.left.wait(PATIENCE)
    (question, _), (role, text) = chatter.written(2)
    assert (question, role) == ("user", "assistant")
    assert text.startswith("和和")


def test_a_client_that_hangs_up_before_the_first_byte_ends_the_request_behind_it(chatter: Chatter):
    model, arrived, go = chatter.gateway.model, Event(), Event()

    def slow(asked: Asked) -> Script:
        arrived.set()
        assert go.wait(PATIENCE)
        return Script(headers={"content-type": "text/event-stream"}, pieces=(b"x" * 65536 for _ in range(10_000)))

    model.script = slow
    place = urlsplit(chatter.base)
    body = b'{"model":"any","messages":[{"role":"user","content":"hi"}]}'
    head = (
        f"POST {place.path}/chat/completions HTTP/1.1\r\nhost: {place.netloc}\r\n"
        f"authorization: Bearer {chatter.secret}\r\ncontent-length: {len(body)}\r\n\r\n"
    )
    with socket.create_connection((place.hostname, place.port), timeout=PATIENCE) as line:
        line.sendall(head.encode() + body)
        assert arrived.wait(PATIENCE)
    go.set()
    assert model.left.wait(PATIENCE)


def test_an_answer_in_one_piece_keeps_its_length(chatter: Chatter):
    answer = chatter.ask("hi")
    assert int(answer.headers["content-length"]) == len(answer.content)
