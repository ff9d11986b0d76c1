"""What stands at the gateway's address is broken or means harm: a call ends in time, in little memory, with the library's errors."""

from __future__ import annotations

import gzip
import json
import sqlite3
from contextlib import closing

import pytest

from perdure import Turn, errors
from perdure.client import line
from perdure.domain.check import Check
from perdure.domain.space import SpaceName
from tests.behaviour.requirements import requirement
from tests.client.raw import answering

SOON = 0.1
LAST = b"content-length: 2\r\n\r\n{}"


def answer(body: bytes, *headers: str, status: str = "200 OK") -> bytes:
    head = "\r\n".join([f"HTTP/1.1 {status}", *headers, f"content-length: {len(body)}", "connection: close"])
    return head.encode() + b"\r\n\r\n" + body


def verbs(client):
    """Every verb that reads what the gateway answers."""
    space = client.space("user/alice")
    return {
        "remember": lambda: space.remember("用户喜欢火车 and trains"),
        "remember_many": lambda: space.remember_many(["a b", "c d"]),
        "observe": lambda: space.observe([Turn("hello")]),
        "capture": lambda: space.capture([Turn("hello")]),
        "distil": space.distil,
        "session": space.session,
        "why_not": lambda: space.why_not("火车", "mem_1"),
        "get": lambda: space.get("mem_1"),
        "get by slot": lambda: space.get(slot="home"),
        "list": space.list,
        "entries": lambda: space.entries(session="\ud800"),
        "sessions": space.sessions,
        "history": lambda: space.history("mem_1"),
        "correct": lambda: space.correct("mem_1", "x"),
        "confirm": lambda: space.confirm("mem_1"),
        "forget": lambda: space.forget("mem_1"),
        "restore": lambda: space.restore("mem_1"),
        "feedback": lambda: space.feedback("mem_1", "useful"),
        "review": space.review.list,
        "one review": lambda: space.review.get("rev_1"),
        "accept": lambda: space.review.accept("rev_1"),
        "permanent": space.permanent.list,
        "add": lambda: space.permanent.add("x", kind="boundary"),
        "upkeep": space.upkeep,
        "jobs": space.jobs,
        "retry": lambda: space.retry("job_1"),
        "explain": lambda: space.explain("mem_1"),
        "stats": space.stats,
        "reembed": space.reembed,
        "policy": space.policy,
        "spaces": client.spaces,
        "delete_space": lambda: client.delete_space("user/alice"),
        "summary": lambda: client.summary([{"role": "user", "content": "x"}]),
        "filter": lambda: client.filter([{"role": "user", "content": "x"}], "x"),
        "tokens": client.tokens.list,
        "new token": lambda: client.tokens.new("x", grants=["user/alice:read"]),
        "revoke": lambda: client.tokens.revoke("tok_1"),
        "embedder": lambda: client.embedder,
        "stage": lambda: client.imports.stage(__file__, to="user/alice"),
        "imports": client.imports.list,
        "one import": lambda: client.imports.get("imp_1"),
        "items": lambda: client.imports.items("imp_1"),
        "drop": lambda: client.imports.drop("imp_1", 1),
        "edit": lambda: client.imports.edit("imp_1", 1, "x"),
        "apply": lambda: client.imports.apply("imp_1"),
        "discard": lambda: client.imports.discard("imp_1"),
        "import": lambda: space.import_(__file__),
        "export": lambda: space.export("never.perdure"),
        "snapshot": space.snapshot,
        "rollback": lambda: space.rollback("snap_1"),
        "snapshots": client.snapshots.list,
        "diff": lambda: client.snapshots.diff("snap_1"),
        "prune": lambda: client.snapshots.prune("user/alice", keep=1),
        "delete snapshot": lambda: client.snapshots.delete("snap_1"),
        "verify": lambda: client.verify([Check(question="x", space=SpaceName("user", "alice"), must_contain=("x",))]),
        "draft": lambda: client.draft("user/alice"),
    }


WRONG = dict.fromkeys(
    ("hits", "items", "outcome", "outcomes", "memory", "memories", "entries", "kept", "changes", "token", "secret"), 7
) | {"trace": [], "embedder": {}, "deleted": "perhaps", "revoked": 1, "id": [], "budget": {}, "total": [], "next": 1,
     "discarded": "perhaps", "checks": 7, "questions": []}  # fmt: skip


@requirement("R11", "A6")
@pytest.mark.parametrize(
    "said",
    [
        answer(b"[]"),
        answer(b"null"),
        answer(b'"\xe8\xae\xb0\xe5\xbf\x86"'),
        answer(json.dumps(WRONG).encode()),
        answer(b"not packed", "content-encoding: gzip"),
        answer(gzip.compress(b"{}"), "content-encoding: gzip"),
        answer(b'{"code": "version_conflict", "detail": {"a": 1}, "expected": "x"}', status="409 x"),
    ],
    ids=["a list", "null", "a text", "wrong shapes", "no gzip", "gzip", "a strange problem"],
)
def test_whatever_is_answered_every_verb_gives_the_librarys_errors(connect, said):
    with answering(said) as url:
        client = connect(url=url, queue=None)
        for name, verb in verbs(client).items():
            with pytest.raises(errors.PerdureError):
                pytest.fail(f"{name} gave {verb()!r}")


REPORT = {"space": "user/alice", "format": "csv", "path": "a.csv", "bytes": 2, "counts": {"memories": 1}}


@requirement("R11", "P2")
def test_an_export_that_is_no_file_leaves_nothing_here(connect, tmp_path):
    with answering(answer(json.dumps(REPORT).encode())) as url, pytest.raises(errors.GatewayError):
        connect(url=url, queue=None).space("user/alice").export(tmp_path / "a.csv", format="csv")
    assert list(tmp_path.iterdir()) == []


@requirement("R11")
@pytest.mark.parametrize(
    "body",
    [
        b"{}",
        json.dumps(WRONG).encode(),
        b'{"hits": [], "now": "2026-03-01T09:00:00", "trace": {}}',
        b'{"hits": [{"space": "nowhere/at all"}], "trace": {}}',
    ],
)
def test_a_recall_whose_answer_cannot_be_read_is_empty_and_marked(connect, body):
    with answering(answer(body)) as url:
        found = connect(url=url).space("user/alice").recall("火车在哪 and trains?")
        assert (found.hits, found.timed_out, found.brief(), len(found.degraded)) == ((), True, "", 1)


@requirement("R11")
@pytest.mark.parametrize(
    ("said", "again", "last"),
    [
        (b"HTTP/1.1 200 OK\r\n", b"x: y\r\n", LAST),
        (b"", b"HTTP/1.1 100 Continue\r\n\r\n", b"HTTP/1.1 200 OK\r\n" + LAST),
        (b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2;", b"x", b"\r\n{}\r\n0\r\n\r\n"),
        (b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n", b"1\r\n \r\n", b"1\r\n}\r\n0\r\n\r\n"),
    ],
    ids=["headers", "100 continue", "a chunk's extension", "a body"],
)
def test_what_dribbles_does_not_outlast_the_timeout(connect, said, again, last):
    with answering(said, again=again, times=150, last=last) as url:
        client = connect(url=url, timeout=SOON)
        with pytest.raises(errors.GatewayUnavailable):
            client.me()
        assert client.space("user/alice").recall("kayak", deadline=SOON).timed_out


def test_an_answer_beyond_all_bounds_is_not_read_to_its_end(connect, monkeypatch):
    monkeypatch.setattr(line, "MOST_BYTES", 1_000_000)
    with answering(answer(b'{"name": "' + b"x" * 999_000 + b'"}')) as url:
        assert len(connect(url=url).me()["name"]) == 999_000
    with answering(answer(b'{"name": "' + b"x" * 1_000_000 + b'"}')) as url, pytest.raises(errors.GatewayUnavailable):
        connect(url=url).me()


@requirement("A6")
@pytest.mark.parametrize(
    "change",
    [
        "path = 'http://127.0.0.1:{port}/steal'",
        "path = '//127.0.0.1:{port}/steal'",
        "path = 'tokens'",
        "path = '../remember'",
        "path = x'ff'",
        "key = 'a' || char(10) || 'b: c'",
        "key = '钥匙'",
    ],
)
def test_what_somebody_put_into_the_queue_is_never_sent(connect, client, wire, gateway, name, queue, change):
    wire.refuse()
    client.space(name).remember("the kayak is blue")
    with closing(sqlite3.connect(queue)) as file:
        file.execute(f"UPDATE writes SET {change.format(port=wire.port)}")  # noqa: S608  this test's own
        file.commit()
    client.space(name).remember("独木舟是红色的")
    wire.mend()
    assert client.flush() == 0
    assert [one.code for one in client.kept()] == [errors.InvalidRequest.code]
    assert [memory.text for memory in gateway.memory.space(name).list()] == ["独木舟是红色的"]


@pytest.mark.parametrize("body", ["NULL", "7", "x'ff'", "'[]'", "'{\"text\": 1}'"])
def test_a_body_that_is_none_costs_nothing_but_itself(connect, client, wire, gateway, name, queue, body):
    wire.refuse()
    client.space(name).remember("the kayak is blue")
    with closing(sqlite3.connect(queue)) as file:
        file.execute(f"UPDATE OR IGNORE writes SET attempts = 'x', body = {body}")  # noqa: S608  this test's own
        file.commit()
    client.space(name).remember("独木舟是红色的")
    assert client.space(name).recall("独木舟").hits
    wire.mend()
    assert client.flush() == 0
    assert "独木舟是红色的" in [memory.text for memory in gateway.memory.space(name).list()]


@pytest.mark.parametrize("url", ["http://127.0.0.1:7331/\x00", "http://[::1", "http://127.0.0.1:x"])
def test_an_address_that_is_none_is_refused_at_once(connect, url):
    with pytest.raises(errors.InvalidValue):
        connect(url=url)


def test_a_question_too_long_for_an_address_is_refused(client, name):
    with pytest.raises(errors.InvalidValue):
        client.space(name).entries(session="x" * 100_000)


def test_a_call_that_was_cut_leaves_the_others_as_they_are(connect, wire, name):
    space = connect(recent=0).space(name)
    assert space.remember("the kayak is blue")
    wire.hang()
    assert space.recall("kayak", deadline=SOON).timed_out
    wire.mend()
    assert [memory.text for memory in space.list()] == ["the kayak is blue"]
