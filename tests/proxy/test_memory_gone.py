"""The chat comes first: with its memory slow, damaged or gone it goes on, and the answer says so."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from perdure import Perdure
from perdure.errors import InvalidToken, StoreError
from perdure.gateway.auth import Lookup
from perdure.gateway.options import GatewayOptions, Upstream
from perdure.gateway.proxy.callers import Callers
from perdure.testing import FrozenClock, GatedEmbedder, HashEmbedder
from perdure.testing.gateway import running
from tests.behaviour.requirements import requirement
from tests.proxy.conftest import Chatter, Gateway, eventually
from tests.proxy.upstream import ModelServer


@pytest.fixture
def gate() -> GatedEmbedder:
    return GatedEmbedder(HashEmbedder())


@pytest.fixture
def alone(home: Path, gate: GatedEmbedder, gateway: Gateway, model: ModelServer) -> Iterator[Gateway]:
    """A gateway whose place a test may ruin."""
    options = GatewayOptions(upstream=Upstream(urls=(model.url,)))
    with Perdure(home, embedder=gate, timezone="UTC") as memory, running(memory, options=options) as url:
        yield replace(gateway, url=url, memory=memory)


def chatting(gateway: Gateway, name: str) -> Chatter:
    token = gateway.memory.tokens.new(f"tool of {name.partition('/')[2] or name}", grants=[f"{name}:write"])
    return Chatter(gateway=gateway, space=gateway.memory.space(name), secret=token.secret)


@requirement("A4", "R11")
def test_a_recall_that_takes_too_long_is_not_waited_for(alone: Gateway, gate: GatedEmbedder):
    chatter = chatting(alone, "user/slow")
    chatter.space.remember("The user prefers a window seat on trains")
    chatter.ask("Which seat on trains?")
    gate.close()
    try:
        answer = chatter.ask("Which seat on trains?", headers={"x-perdure-deadline": "0.05"})
    finally:
        gate.open()
    assert answer.json()["choices"][0]["message"]["content"] == "Noted."
    assert answer.headers["x-perdure-degraded"] == "deadline"
    assert len(chatter.asked.messages) == 1
    assert "x-perdure-degraded" not in chatter.ask("Which seat on trains?").headers


@requirement("A4", "L9")
def test_permanent_memory_goes_in_where_a_recall_takes_too_long(alone: Gateway, gate: GatedEmbedder):
    chatter = chatting(alone, "user/slow")
    chatter.space.remember("The user prefers a window seat on trains")
    chatter.space.permanent.add("绝不替用户付款", kind="boundary")
    chatter.ask("Which seat on trains?")
    gate.close()
    try:
        answer = chatter.ask("Which seat on trains?", headers={"x-perdure-deadline": "0.5"})
    finally:
        gate.open()
    assert answer.headers["x-perdure-degraded"] == "deadline"
    assert "绝不替用户付款" in chatter.asked.messages[0]["content"]
    assert "window" not in chatter.asked.messages[0]["content"]


@requirement("A4")
def test_a_damaged_space_costs_its_chats_their_memory_and_no_other_chat_anything(alone: Gateway, home: Path):
    damaged, sound = chatting(alone, "user/damaged"), chatting(alone, "user/sound")
    sound.space.remember("The user prefers a window seat on trains")
    folder = home / "spaces" / "user"
    (folder / "damaged.db").write_bytes(b"this is no database " * 500)
    answer = damaged.ask("Which seat on trains?")
    assert answer.status_code == 200
    assert answer.headers["x-perdure-degraded"] in {"foreign_file", "store_damaged"}
    before = len(list(sound.space.entries()))
    assert "x-perdure-degraded" not in sound.ask("Which seat on trains?").headers
    assert sound.written(before + 2)[before:] == [("user", "Which seat on trains?"), ("assistant", "Noted.")]


@requirement("A4")
def test_with_the_memory_stopped_the_chat_goes_on(alone: Gateway):
    chatter = chatting(alone, "user/me")
    chatter.space.remember("The user prefers a window seat on trains")
    assert "x-perdure-memories" in chatter.ask("Which seat on trains?").headers
    chatter.written(3)
    alone.memory.close()
    answer = chatter.ask("Which seat on trains?")
    assert answer.json()["choices"][0]["message"]["content"] == "Noted."
    assert answer.headers["x-perdure-degraded"] == "store_closed"
    assert chatter.client.models.with_raw_response.list().http_response.status_code == 200


def test_a_token_that_cannot_be_looked_up_and_never_was_opens_nothing(alone: Gateway, model: ModelServer):
    chatter = chatting(alone, "user/me")
    alone.memory.close()
    answer = chatter.ask("hi")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "store_closed")
    assert model.asked == []


def test_a_token_is_known_from_before_for_a_while_and_until_its_end(home: Path, clock: FrozenClock):
    async def asked(*, grace: float, lasts: timedelta | None) -> str:
        with Perdure(home, embedder=None, clock=clock) as memory:
            secret = memory.tokens.new("tool", grants=["user/me:write"], lasts=lasts).secret
            callers = Callers(Lookup(memory), grace=grace)
            assert (await callers.caller(secret)).degraded is None
            memory.close()
            try:
                return (await callers.caller(secret)).degraded or ""
            except StoreError:
                return "refused"

    assert asyncio.run(asked(grace=3600, lasts=None)) == "store_closed"
    assert asyncio.run(asked(grace=0, lasts=None)) == "refused"
    assert asyncio.run(asked(grace=3600, lasts=timedelta(minutes=1))) == "refused"


def test_a_token_that_was_found_bad_is_not_known_from_before(home: Path):
    async def asked() -> None:
        with Perdure(home, embedder=None) as memory:
            new = memory.tokens.new("tool", grants=["user/me:write"])
            callers = Callers(Lookup(memory))
            await callers.caller(new.secret)
            memory.tokens.revoke(new.token.id)
            with pytest.raises(InvalidToken):
                await callers.caller(new.secret)
            memory.close()
            with pytest.raises(StoreError):
                await callers.caller(new.secret)

    asyncio.run(asked())


@requirement("A4")
def test_what_could_not_be_written_is_written_when_it_can_be(
    alone: Gateway, home: Path, caplog: pytest.LogCaptureFixture
):
    chatter = chatting(alone, "user/later")
    file = home / "spaces" / "user" / "later.db"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.mkdir()
    chatter.ask("I live in Lisbon")
    eventually(lambda: "is not written down" in caplog.text or None)
    file.rmdir()
    chatter.send(
        {"role": "user", "content": "I live in Lisbon"},
        {"role": "assistant", "content": "Noted."},
        {"role": "user", "content": "really"},
    )
    assert [text for _, text in chatter.written(4)] == ["I live in Lisbon", "Noted.", "really", "Noted."]


def test_logs_hold_no_word_of_a_chat_and_no_token(alone: Gateway, home: Path, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.INFO)
    chatter = chatting(alone, "user/quiet")
    (home / "spaces" / "user").mkdir(parents=True, exist_ok=True)
    (home / "spaces" / "user" / "quiet.db").write_bytes(b"this is no database " * 500)
    chatter.ask("我住在里斯本 and nobody knows")
    eventually(lambda: "is not written down" in caplog.text or None)
    assert "里斯本" not in caplog.text
    assert "nobody knows" not in caplog.text
    assert chatter.secret not in caplog.text
