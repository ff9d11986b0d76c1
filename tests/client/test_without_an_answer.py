"""A gateway that is down, hangs, or answers nonsense: a recall never raises and never stands still."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from datetime import datetime, timedelta

import pytest

from perdure import Turn, errors
from perdure.client.breaker import FAILURES, REST, Breaker
from perdure.client.recent import MAX_AGE
from perdure.domain.recall import Layer
from tests.behaviour.requirements import requirement
from tests.client.raw import answering

SOON = 0.05
KAYAK = "the kayak is in the shed"


@pytest.fixture
def space(client, name):
    return client.space(name)


@requirement("R11", "A6")
@pytest.mark.parametrize("how", ["refuse", "drop", "hang"])
def test_a_recall_without_an_answer_is_empty_and_marked(connect, wire, name, how):
    space = connect(recent=0).space(name)
    space.remember(KAYAK)
    getattr(wire, how)()
    for asked in (space, connect(recent=0).view(name, "project/none")):
        found = asked.recall("kayak", deadline=SOON)
        assert (found.hits, found.timed_out, found.brief()) == ((), True, "")
        assert len(found.degraded) == 1
        assert found.trace.notes == found.degraded
        assert found.trace.query == "kayak"


@requirement("R11")
def test_the_clients_own_deadline_holds_where_a_recall_names_none(connect, wire, name):
    wire.hang()
    found = connect(deadline=SOON).space(name).recall("kayak")
    assert found.timed_out
    assert "deadline" in found.degraded[0]


@requirement("R11")
@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nnot json!",
        b"HTTP/1.1 502 Bad Gateway\r\ncontent-length: 6\r\n\r\n<html>",
        b"HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\n\r\n{}",
        b"HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n",
        b"HTTP/1.1 503 x\r\ncontent-length: 53\r\n\r\n" + b'{"code": "store_damaged", "detail": "it is damaged."}',
        b"SMTP ready\r\n",
        b"",
    ],
    ids=["no json", "a proxy's page", "another service", "a redirect", "a store at fault", "no http", "nothing"],
)
def test_what_answers_as_no_gateway_does_gives_an_empty_recall(connect, answer):
    with answering(answer) as url:
        space = connect(url=url).space("user/alice")
        found = space.recall("kayak")
        assert (found.hits, found.timed_out, len(found.degraded)) == ((), True, 1)


@requirement("R11")
def test_an_answer_that_trickles_does_not_outlast_the_deadline(connect):
    with answering(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{", again=b" ", times=999) as url:
        assert connect(url=url).space("user/alice").recall("kayak", deadline=SOON).timed_out


@requirement("R11")
def test_what_is_wrong_with_the_question_is_raised(space, gateway, connect, name):
    with pytest.raises(errors.InvalidQuery):
        space.recall(None)
    with pytest.raises(errors.InvalidValue):
        space.recall("kayak", k=0)
    with pytest.raises(errors.InvalidValue):
        space.recall("kayak", when="soonish")
    with pytest.raises(errors.InvalidToken):
        connect(token="pdr_nobody").space(name).recall("kayak")
    with pytest.raises(errors.Forbidden):
        connect().space("user/somebody-else").recall("kayak")


@requirement("A6")
@pytest.mark.parametrize("how", ["refuse", "hang"])
def test_without_an_answer_a_recall_has_what_this_process_was_told_lately(space, wire, how):
    space.remember_many([KAYAK, "备用钥匙在邻居家"])
    getattr(wire, how)()
    found = space.recall("where is the kayak?", deadline=SOON)
    assert [hit.text for hit in found] == [KAYAK]
    assert not found.timed_out
    assert len(found.degraded) == 2
    assert KAYAK in found.brief()
    assert [hit.text for hit in space.recall("备用钥匙在哪", deadline=SOON)] == ["备用钥匙在邻居家"]
    assert space.recall("which database do we use?", deadline=SOON).timed_out


@requirement("A6")
@pytest.mark.parametrize("home", [False, True])
def test_what_waits_is_at_hand_also_for_the_next_process(connect, client, wire, name, home):
    wire.refuse()
    space = client.home if home else client.space(name)
    space.remember("备用钥匙在邻居家", kind="fact", tags=["钥匙"])
    space.remember_many(["the raft is at sea", {"text": KAYAK, "kind": "fact"}])
    space.capture([Turn("The canoe is red, 独木舟是红色的", session="s1")])
    for one in (space, connect().home if home else connect().space(name)):
        found = one.recall("备用钥匙在哪", tags=["钥匙"])
        assert [hit.text for hit in found] == ["备用钥匙在邻居家"]
        assert not found.timed_out
        assert len(found.degraded) == 3
        assert [hit.text for hit in one.recall("where is the kayak?", kinds=["fact"])] == [KAYAK]
        assert [(hit.layer, hit.text) for hit in one.recall("独木舟是什么颜色")] == [
            (Layer.JOURNAL, "The canoe is red, 独木舟是红色的")
        ]
        assert "备用钥匙在邻居家" in one.recall("备用钥匙在哪").brief()
    assert client.space("user/nobody").recall("kayak").hits == ()
    assert connect(recent=0).space(name).recall("kayak").hits == ()
    wire.mend()
    client.flush()
    assert [hit.text for hit in space.recall("where is the kayak?")][0] == KAYAK


@requirement("A6", "F1")
def test_what_waits_takes_the_place_of_what_was_known_before(space, wire, gateway):
    space.remember("the raft is at home", slot="raft")
    wire.refuse()
    space.remember("the raft is at sea", slot="raft")
    space.remember("the canoe is red", expires_at=gateway.clock.now() + timedelta(days=1))
    assert [hit.text for hit in space.recall("where is the raft?")] == ["the raft is at sea"]
    assert len(space.recall("canoe")) == 1
    assert space.recall("canoe", now=gateway.clock.now() + timedelta(days=2)).hits == ()


@requirement("A6")
def test_what_waits_for_another_token_is_not_at_hand(connect, space, wire, gateway, name):
    wire.refuse()
    space.remember(KAYAK)
    assert connect(token=gateway.token(f"{name}:read")).space(name).recall("kayak").hits == ()


@requirement("A6")
@pytest.mark.parametrize(
    "body",
    ["no json", "[]", "{}", '{"text": 5}', '{"text": 5, "kind": "fact"}', '{"turns": [{"text": 5}]}', '{"text": "kayak", "space": "nowhere"}', '{"text": "kayak", "at": "昨天"}',
     '{"text": "kayak", "slot": "boat"}', '{"turns": [5]}', '{"turns": 5}', '{"text": "kayak", "tags": 5}'],
)  # fmt: skip
def test_a_write_that_was_tampered_with_costs_a_recall_nothing_but_itself(space, wire, queue, body):
    wire.refuse()
    space.remember("the raft is at sea")
    space.remember(KAYAK)
    with closing(sqlite3.connect(queue)) as file, file:
        file.execute("UPDATE writes SET body = ? WHERE seq = 1", (body.encode(),))
    assert [hit.text for hit in space.recall("where is the kayak?")] == [KAYAK]


@requirement("A6")
def test_what_the_home_was_told_is_at_hand_there(client, wire):
    client.home.remember(KAYAK)
    wire.refuse()
    assert [hit.text for hit in client.home.recall("where is the kayak?")] == [KAYAK]


@requirement("A6", "R2")
def test_what_was_recalled_is_at_hand_and_only_in_its_own_space(connect, gateway, wire, name):
    other = gateway.fresh()
    gateway.memory.space(name).remember(KAYAK)
    gateway.memory.space(other).remember("the kayak of others is blue")
    client = connect(token=gateway.token(f"{name}:read", f"{other}:read"))
    assert len(client.space(name).recall("kayak")) == len(client.space(other).recall("kayak")) == 1
    wire.refuse()
    assert [hit.text for hit in client.space(name).recall("kayak")] == [KAYAK]
    assert len(client.view(name, other).recall("kayak")) == 2
    assert client.space("user/nobody").recall("kayak").hits == ()
    assert connect().space(name).recall("kayak").hits == ()


@requirement("A6", "F1", "F6")
def test_what_is_forgotten_superseded_or_past_its_time_is_not_at_hand(space, wire, gateway):
    gone = space.remember(KAYAK).memory
    space.remember("the canoe is red", expires_at=gateway.clock.now() + timedelta(days=1))
    space.remember("the raft is at home", slot="raft")
    space.remember("the raft is at sea", slot="raft")
    space.forget(gone.id)
    wire.refuse()
    assert space.recall("kayak").hits == ()
    assert [hit.text for hit in space.recall("raft")] == ["the raft is at sea"]
    assert len(space.recall("canoe")) == 1
    assert space.recall("canoe", now=gateway.clock.now() + timedelta(days=2)).hits == ()


@requirement("A6")
@pytest.mark.parametrize(
    ("options", "known"),
    [
        ({"k": 1}, 1),
        ({"kinds": "fact", "tags": ["boats"]}, 1),
        ({"layers": ["journal"]}, 0),
        ({"kinds": ["task"]}, 0),
        ({"tags": ["boats", "cars"]}, 0),
        ({"when": "yesterday"}, 0),
        ({"as_of": datetime(2026, 1, 1)}, 0),
        ({"where": {"a": 1}}, 0),
    ],
)
def test_what_cannot_be_told_here_is_not_guessed(space, wire, options, known):
    space.remember(KAYAK, kind="fact", tags=["boats"])
    wire.refuse()
    assert len(space.recall("kayak", **options)) == known


@requirement("A6")
def test_what_was_told_long_ago_is_not_at_hand(space, wire, ticks):
    space.remember(KAYAK)
    wire.refuse()
    ticks.now += MAX_AGE + 1
    assert space.recall("kayak").hits == ()


@requirement("A6")
def test_a_token_that_opens_nothing_any_more_finds_nothing_at_hand(client, space, gateway, wire, secret):
    space.remember(KAYAK)
    gateway.memory.tokens.revoke(gateway.memory.tokens.verify(secret).token)
    with pytest.raises(errors.InvalidToken):
        space.recall("kayak")
    wire.refuse()
    assert space.recall("kayak").hits == ()


@pytest.mark.parametrize("how", ["refuse", "drop"])
def test_what_needs_an_answer_says_that_there_is_none(space, client, wire, how):
    made = space.remember(KAYAK).memory
    getattr(wire, how)()
    for act in (
        lambda: space.get(made.id),
        lambda: space.list(),
        lambda: space.forget(made.id),
        lambda: space.correct(made.id, "x y"),
        lambda: space.session(),
        lambda: client.spaces(),
    ):
        with pytest.raises(errors.GatewayUnavailable):
            act()
    assert client.waiting == 0


def test_a_connection_that_the_gateway_closed_meanwhile_is_made_anew(space, wire):
    space.remember(KAYAK)
    wire.mend()
    assert space.remember("the canoe is red").memory.text == "the canoe is red"
    assert len(space.list()) == 2


@requirement("R11", "A6")
def test_a_gateway_that_is_silent_is_left_alone_until_one_call_tries_again(space, wire, ticks):
    space.remember(KAYAK)
    wire.drop()
    for _ in range(FAILURES):
        assert space.recall("boats").timed_out
    tried = wire.connections
    assert space.recall("boats").timed_out
    with pytest.raises(errors.GatewayUnavailable):
        space.list()
    assert wire.connections == tried
    wire.mend()
    assert space.recall("boats").timed_out
    ticks.now += REST
    assert [hit.text for hit in space.recall("kayak")] == [KAYAK]
    assert [memory.text for memory in space.list()] == [KAYAK]


def test_the_circuit_opens_after_failures_in_a_row_and_lets_one_try_at_a_time():
    now = [0.0]
    breaker = Breaker(lambda: now[0])
    for _ in range(FAILURES - 1):
        breaker.failed()
    breaker.answered()
    for _ in range(FAILURES):
        assert breaker.admits()
        breaker.failed()
    assert not breaker.admits()
    now[0] = REST
    assert [breaker.admits(), breaker.admits()] == [True, False]
    breaker.failed()
    now[0] = 2 * REST - 0.1
    assert not breaker.admits()
    now[0] = 2 * REST
    assert breaker.admits()
    breaker.answered()
    assert [breaker.admits(), breaker.admits()] == [True, True]


def test_one_client_serves_many_threads(space):
    failed = []

    def work(n: int) -> None:
        try:
            space.remember(f"note {n} on the kayak")
            assert space.recall("kayak", deadline=60).hits
        except (errors.PerdureError, AssertionError) as error:
            failed.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert space.list().total == 8
