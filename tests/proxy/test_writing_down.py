"""What is said in chats is in the journal once, by whom it was said, and becomes memories when the chat is silent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from perdure import Perdure
from perdure.gateway.options import GatewayOptions, Upstream
from perdure.testing import HashEmbedder
from perdure.testing.gateway import running
from tests.behaviour.requirements import requirement
from tests.proxy.conftest import Chatter, Gateway, eventually
from tests.proxy.upstream import ModelServer, as_json, whole


def user(text: str, **more: Any) -> dict[str, Any]:
    return {"role": "user", "content": text, **more}


def assistant(text: str | None, **more: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": text, **more}


@requirement("A4")
def test_a_history_that_is_sent_again_is_written_once(chatter: Chatter):
    first = [{"role": "system", "content": "You are a clerk."}, user("我叫小明")]
    chatter.send(*first)
    second = [*first, assistant("Noted."), user("I live in Lisbon")]
    chatter.send(*second)
    chatter.send(*second)
    chatter.send(*second, assistant("Noted."), user("我叫小明"))
    assert chatter.written(6) == [
        ("user", "我叫小明"),
        ("assistant", "Noted."),
        ("user", "I live in Lisbon"),
        ("assistant", "Noted."),
        ("user", "我叫小明"),
        ("assistant", "Noted."),
    ]


@requirement("A4")
def test_one_chat_is_one_session_and_another_is_another(chatter: Chatter):
    names = [
        chatter.send(*messages).headers["x-perdure-session"]
        for messages in (
            [user("我叫小明")],
            [user("我叫小明"), assistant("Noted."), user("and I live in Lisbon")],
            [user("what about trains?")],
        )
    ]
    assert names[0] == names[1] != names[2]
    chatter.written(6)
    assert {session.id for session in chatter.space.sessions()} == set(names)


def test_a_session_that_is_named_is_that_session(chatter: Chatter):
    answer = chatter.ask("hi", headers={"x-perdure-session": "%E4%BC%9A%E8%AF%9D-7"})
    assert answer.headers["x-perdure-session"] == "%E4%BC%9A%E8%AF%9D-7"
    chatter.written(2)
    assert [session.id for session in chatter.space.sessions()] == ["会话-7"]


def test_two_tokens_never_share_a_session_by_chance(gateway: Gateway, chatter: Chatter):
    token = gateway.memory.tokens.new("another tool", grants=[f"{chatter.space.name}:write"])
    other = Chatter(gateway=gateway, space=chatter.space, secret=token.secret)
    assert chatter.ask("hi").headers["x-perdure-session"] != other.ask("hi").headers["x-perdure-session"]


@requirement("A4", "L5")
def test_roles_are_kept_and_instructions_are_nobodys_words(chatter: Chatter):
    call = {"id": "c1", "type": "function", "function": {"name": "read_file", "arguments": "{}"}}
    chatter.gateway.model.script = lambda asked: (
        whole("Done.") if any(one["role"] == "tool" for one in asked.messages) else whole(None, tool_calls=[call])
    )
    opening = [{"role": "system", "content": "My name is Claptrap"}, {"role": "developer", "content": "I live in Rome"}]
    chatter.send(*opening, user("Read the file", name="ana"))
    result = {"role": "tool", "tool_call_id": "c1", "content": "My name is Bob. " * 1000}
    chatter.send(*opening, user("Read the file", name="ana"), assistant(None, tool_calls=[call]), result)
    chatter.written(4)
    entries = list(chatter.space.entries())
    assert [(entry.role, entry.speaker) for entry in entries] == [
        ("user", "ana"),
        ("assistant", "assistant"),
        ("tool", "read_file"),
        ("assistant", "assistant"),
    ]
    assert entries[1].tool_calls[0]["function"]["name"] == "read_file"
    assert len(entries[2].text) < 5000
    assert all("Claptrap" not in entry.text and "Rome" not in entry.text for entry in entries)


def test_examples_before_the_first_answer_are_not_taken_for_the_user(chatter: Chatter):
    chatter.send(user("My name is Example"), assistant("Hello Example"), user("Translate: window"))
    assert chatter.written(2) == [("user", "Translate: window"), ("assistant", "Noted.")]


def test_a_prefilled_answer_hides_no_question(chatter: Chatter):
    chatter.send(user("Translate: window"), assistant("窗"))
    assert chatter.written(2)[0] == ("user", "Translate: window")


@requirement("A4", "W14")
def test_what_memory_put_in_is_not_written_down_again(chatter: Chatter):
    chatter.space.remember("The user prefers a window seat on trains")
    before = len(list(chatter.space.entries()))
    chatter.gateway.model.script = lambda asked: whole(asked.messages[0]["content"] + "\n\nWindow, then.")
    chatter.ask("Which seat on trains?")
    entries = chatter.written(before + 2)[before:]
    assert entries == [("user", "Which seat on trains?"), ("assistant", "Window, then.")]


@requirement("W13")
def test_a_secret_in_a_chat_goes_to_the_model_and_never_to_the_journal(chatter: Chatter):
    said = "my key is sk-proj-Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z"
    chatter.ask(said)
    assert chatter.asked.messages[-1]["content"] == said
    assert "Ab3dEf6hIj9k" not in " ".join(text for _, text in chatter.written(2))


@pytest.mark.parametrize("status", [400, 401, 429, 500])
def test_a_question_that_was_refused_is_written_down_when_it_is_asked_again(chatter: Chatter, status: int):
    model = chatter.gateway.model
    model.script = lambda _: as_json({"error": {"message": "no", "code": "no"}}, status)
    assert chatter.ask("I live in Lisbon").status_code == status
    model.script = lambda _: whole("Noted.")
    chatter.send(user("I live in Lisbon"), user("are you there?"))
    assert chatter.written(3) == [
        ("user", "I live in Lisbon"),
        ("user", "are you there?"),
        ("assistant", "Noted."),
    ]


def test_a_turn_that_cannot_be_kept_costs_no_other(chatter: Chatter):
    chatter.send(user("a " * 100_000 + "\x00"), user("  \n"), user("I live in Lisbon"), user(""))
    assert ("user", "I live in Lisbon") in chatter.written(3)


@pytest.fixture
def impatient(tmp_path: Path, model: ModelServer) -> Iterator[tuple[Perdure, str]]:
    """A gateway that takes every pause for the end of a chat."""
    options = GatewayOptions(session_idle_seconds=0.0, upstream=Upstream(urls=(model.url,)))
    with Perdure(tmp_path, embedder=HashEmbedder()) as memory, running(memory, options=options) as url:
        yield memory, url


@requirement("A4")
def test_a_chat_that_falls_silent_is_distilled(impatient: tuple[Perdure, str], gateway: Gateway):
    memory, url = impatient
    token = memory.tokens.new("tool", grants=["user/me:write"])
    space = memory.space("user/me")
    Chatter(
        gateway=replace(gateway, url=url, memory=memory),
        space=space,
        secret=token.secret,
    ).ask("我叫小明，我对花生过敏")
    found = eventually(lambda: list(space.list()) or None)
    assert any("小明" in memory.text or "花生" in memory.text for memory in found)


@requirement("A4")
def test_chats_that_are_open_when_the_gateway_stops_are_distilled(tmp_path: Path, model: ModelServer, gateway: Gateway):
    with Perdure(tmp_path, embedder=HashEmbedder()) as memory:
        token = memory.tokens.new("tool", grants=["user/me:write"])
        space = memory.space("user/me")
        with running(memory, options=GatewayOptions(upstream=Upstream(urls=(model.url,)))) as url:
            behind = replace(gateway, url=url, memory=memory)
            Chatter(gateway=behind, space=space, secret=token.secret).ask("我叫小明，我对花生过敏")
        assert [role for role, _ in ((entry.role, entry.text) for entry in space.entries())] == ["user", "assistant"]
        assert list(space.list())
