"""Writes that get no answer wait on the disk, survive the process, and are done in order and once."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
from datetime import timedelta

import pytest

from perdure import Turn, errors
from perdure.client import Waiting
from perdure.client.breaker import REST
from perdure.client.exchange import Answer, Refusal, Silence
from perdure.client.outbox import MOST_ATTEMPTS, Done, Later, Refused, fate
from perdure.domain.change import Added, Rejected
from tests.behaviour.requirements import requirement
from tests.client.raw import answering


@pytest.fixture
def space(client, name):
    return client.space(name)


@pytest.fixture
def own(gateway, name):
    return gateway.memory.space(name)


@requirement("A6")
def test_a_write_that_gets_no_answer_waits_and_says_so(client, space, wire, own):
    wire.refuse()
    told = space.remember("用户搬到了里斯本")
    assert isinstance(told, Waiting)
    assert isinstance(told, Rejected)
    assert told.code == "waiting"
    batch = space.remember_many(["a b", "", "c d"])
    assert [one.code for one in batch] == ["waiting", "invalid_text", "waiting"]
    assert list(space.observe([Turn("hello there")])) == []
    captured = space.capture([Turn("My name is Mei")], session="s")
    assert (captured.entries, captured.added, len(captured.distilled.notes)) == ((), 0, 1)
    assert client.waiting == 4
    wire.mend()
    assert client.flush() == 0
    assert [memory.text for memory in own.list()] == ["用户搬到了里斯本", "a b", "c d", "My name is Mei"]
    assert [entry.text for entry in own.entries() if entry.channel == "chat"] == ["hello there", "My name is Mei"]


@requirement("W10")
def test_what_waited_was_said_when_it_was_said(client, space, wire, own, gateway):
    said = gateway.clock.now()
    wire.refuse()
    space.remember("the kayak is blue")
    space.remember("the canoe is red", at=said - timedelta(days=3))
    space.observe([Turn("hello there")])
    gateway.clock.advance(days=2)
    wire.mend()
    assert client.flush() == 0
    assert [memory.created_at for memory in own.list()] == [said, said - timedelta(days=3)]
    assert [entry.at for entry in own.entries() if entry.channel == "chat"] == [said]


@requirement("W12", "A6")
@pytest.mark.parametrize("verb", ["remember", "observe", "capture"])
def test_a_write_whose_answer_was_lost_is_done_once(client, space, wire, own, verb):
    wire.deaf()
    if verb == "remember":
        assert space.remember("the kayak is blue").code == "waiting"
    else:
        getattr(space, verb)([Turn("the kayak is blue, remember that")])
    assert client.waiting == 1
    wire.mend()
    assert client.flush() == 0
    assert own.entries().total == 1
    assert all(memory.version == 1 for memory in own.list())


@requirement("W10")
def test_what_is_written_next_goes_behind_what_waits(client, space, wire, own, ticks):
    wire.refuse()
    space.remember("the raft is at home", slot="raft")
    wire.mend()
    ticks.now += REST
    told = space.remember("the raft is at sea", slot="raft")
    assert told.old.text == "the raft is at home"
    assert client.waiting == 0
    assert [memory.text for memory in own.list()] == ["the raft is at sea"]


def test_what_is_wrong_is_raised_at_once_and_waits_for_nothing(client, space, wire, connect):
    with pytest.raises(errors.Forbidden):
        client.space("user/somebody-else").remember("mine")
    wire.refuse()
    with pytest.raises(errors.UnknownKind):
        space.remember("a b", kind="likes")
    with pytest.raises(errors.InvalidValue):
        space.observe(["a b"])
    assert client.waiting == 0


def test_what_the_gateway_refuses_later_is_kept_with_its_reason_and_holds_up_nothing(client, space, wire, own):
    wire.refuse()
    client.space("user/somebody-else").remember("mine")
    space.remember("the kayak is blue")
    wire.mend()
    assert client.flush() == 0
    assert [memory.text for memory in own.list()] == ["the kayak is blue"]
    [refused] = client.kept()
    assert (refused.code, refused.mine, refused.path) == ("forbidden", True, "remember")
    assert client.resend(refused.key) == 1
    assert client.flush() == 0
    assert [one.key for one in client.kept()] == [refused.key]
    assert client.discard(refused.key, "nothing") == 1
    assert client.kept() == []


def test_a_refusal_of_the_write_at_hand_is_raised_also_behind_others(client, space, wire, ticks):
    wire.refuse()
    space.remember("the kayak is blue")
    wire.mend()
    ticks.now += REST
    with pytest.raises(errors.Forbidden):
        client.space("user/somebody-else").remember("mine")
    assert client.kept() == []


def test_each_token_sends_its_own_and_may_take_over_anothers(connect, client, wire, gateway, name, own):
    wire.refuse()
    client.space(name).remember("the kayak is blue")
    wire.mend()
    other = connect(token=gateway.token(f"{name}:write"))
    assert (other.waiting, other.flush()) == (0, 0)
    [left] = other.kept()
    assert (left.mine, left.code) == (False, None)
    assert other.resend(left.key) == 1
    assert other.flush() == 0
    assert [memory.text for memory in own.list()] == ["the kayak is blue"]


def test_without_a_queue_a_write_without_an_answer_raises(connect, wire, name):
    client = connect(queue=None)
    wire.refuse()
    with pytest.raises(errors.GatewayUnavailable):
        client.space(name).remember("the kayak is blue")
    assert (client.waiting, client.flush(), client.kept()) == (0, 0, [])


@pytest.mark.parametrize("broken", ["a file that is no queue", "a folder that is a file"])
def test_a_queue_that_cannot_be_used_hinders_nothing_that_is_answered(connect, wire, name, own, tmp_path, broken):
    file = tmp_path / "broken.db"
    file.write_bytes(b"no database " * 999)
    client = connect(queue=file if broken == "a file that is no queue" else file / "gateway.db")
    assert isinstance(client.space(name).remember("the kayak is blue"), Added)
    wire.refuse()
    with pytest.raises(errors.GatewayUnavailable):
        client.space(name).remember("the canoe is red")
    assert [memory.text for memory in own.list()] == ["the kayak is blue"]


def test_the_queue_is_for_nobody_elses_eyes_and_holds_no_token(client, space, wire, queue, secret):
    assert not queue.exists()
    wire.refuse()
    space.remember("the kayak is blue")
    assert stat.S_IMODE(queue.stat().st_mode) == 0o600
    assert stat.S_IMODE(queue.parent.stat().st_mode) == 0o700
    client.close()
    held = b"".join(file.read_bytes() for file in queue.parent.iterdir())
    assert b"kayak" in held
    assert secret.encode() not in held


def test_each_gateway_has_a_queue_of_its_own_in_the_home_folder(connect, wire, name, monkeypatch, tmp_path):
    monkeypatch.setenv("PERDURE_HOME", str(tmp_path / "home"))
    wire.refuse()
    connect(queue="auto").space(name).remember("the kayak is blue")
    connect(queue="auto", url="http://127.0.0.1:1").space(name).remember("the kayak is blue")
    assert len(list((tmp_path / "home" / "queue").glob("*.db"))) == 2


WRITER = """
import sys, time
from perdure.client import Client
url, token, queue, name = sys.argv[1:]
client = Client(url, token, queue=queue)
for n in range(3):
    client.space(name).remember(f"note {n} on the kayak")
print("waiting", client.waiting, flush=True)
time.sleep(600)
"""


@requirement("A6")
def test_what_waits_survives_a_process_that_is_killed(connect, wire, secret, queue, name, own):
    wire.refuse()
    run = [sys.executable, "-c", WRITER, wire.url, secret, str(queue), name]
    with subprocess.Popen(run, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout.readline() == "waiting 3\n"
        os.kill(writer.pid, signal.SIGKILL)
    wire.mend()
    client = connect()
    assert client.flush() == 0
    assert [memory.text for memory in own.list()] == [f"note {n} on the kayak" for n in range(3)]


def test_while_one_process_sends_no_other_does(connect, client, space, wire, queue, own):
    wire.refuse()
    space.remember("the kayak is blue")
    wire.mend()
    with sqlite3.connect(f"{queue}.turn", isolation_level=None) as sending:
        sending.execute("BEGIN EXCLUSIVE")
        assert connect().flush() == 1
        assert isinstance(connect().space(space.name).remember("the canoe is red"), Waiting)
        sending.execute("ROLLBACK")
    sending.close()
    assert client.flush() == 0
    assert [memory.text for memory in own.list()] == ["the kayak is blue", "the canoe is red"]


def test_a_store_that_is_busy_lets_a_write_wait(connect, name):
    busy = b'{"code": "store_busy", "detail": "later"}'
    with answering(b"HTTP/1.1 503 x\r\ncontent-length: %d\r\n\r\n%s" % (len(busy), busy)) as url:
        client = connect(url=url)
        assert client.space(name).remember("the kayak is blue").code == "waiting"
        assert client.flush() == 1
        with pytest.raises(errors.StoreBusy):
            client.space(name).list()


def refusal(status: int, error: errors.PerdureError, code: str | None = None) -> Refusal:
    return Refusal(status=status, code=code or error.code, error=error)


@pytest.mark.parametrize(
    ("reply", "attempts", "expected"),
    [
        (Answer(body={}), 0, Done),
        (Silence(reason="x", reached=True), 999, Later),
        (refusal(400, errors.InvalidText()), 0, Refused),
        (refusal(401, errors.InvalidToken()), 0, Refused),
        (refusal(403, errors.Forbidden()), 0, Refused),
        (refusal(409, errors.PermanentMemory()), 0, Refused),
        (refusal(409, errors.IdempotencyConflict()), 999, Later),
        (refusal(413, errors.RequestTooLarge()), 0, Refused),
        (refusal(429, errors.GatewayUnavailable()), 999, Later),
        (refusal(503, errors.StoreBusy()), 999, Later),
        (refusal(507, errors.StoreFull()), 999, Later),
        (refusal(500, errors.GatewayError(), "internal_error"), MOST_ATTEMPTS - 1, Later),
        (refusal(500, errors.GatewayError(), "internal_error"), MOST_ATTEMPTS, Refused),
    ],
)
def test_a_write_is_given_up_only_where_it_is_no_good(reply, attempts, expected):
    assert type(fate(reply, attempts)) is expected


@requirement("A6")
def test_what_waits_is_sent_by_itself_once_the_gateway_answers(connect, wire, name, own, monkeypatch):
    monkeypatch.setattr("perdure.client.outbox.FIRST_PAUSE", 0.01)
    client = connect()
    wire.refuse()
    client.space(name).remember("the kayak is blue")
    wire.mend()
    client._connection.outbox._thread.join(30)
    assert client.waiting == 0
    assert [memory.text for memory in own.list()] == ["the kayak is blue"]
