"""What somebody sends who means harm: it costs him, and nobody else."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx2
import pytest

from perdure import Perdure
from perdure.domain.access import Grant, Principal
from perdure.errors import GatewayUnavailable, InvalidRequest
from perdure.gateway import bodies
from perdure.gateway.auth import Lookup
from perdure.gateway.live import MOST_OF_ONE, LiveSessions
from perdure.gateway.options import MIB, GatewayOptions
from perdure.mcp_server.lines import Refused, message_of
from perdure.testing import HashEmbedder
from perdure.testing.gateway import running
from tests.behaviour.requirements import requirement
from tests.gateway import raw
from tests.gateway.conftest import Gateway

JSON = "Content-Type: application/json"
CHUNKED = "Transfer-Encoding: chunked"
BODY = raw.chunk(b"{}")


def alive(gateway: Gateway) -> bool:
    return httpx2.get(f"{gateway.url}/healthz", verify=False).status_code == 200


def distil(gateway: Gateway, secret: str | None, *trailers: str) -> raw.Answer:
    """A good request in chunks, with lines behind its body."""
    asked = raw.head(gateway.port, secret, JSON, CHUNKED, path="/v1/distil")
    return raw.exchange(gateway.port, asked, BODY, b"0\r\n", *(f"{line}\r\n".encode() for line in trailers), b"\r\n")


# lines that are no body


def test_a_token_behind_the_body_opens_nothing(gateway: Gateway):
    assert distil(gateway, None, f"Authorization: Bearer {gateway.token('user/a:write')}").status == 401


def test_no_line_behind_the_body_counts_as_a_header(gateway: Gateway):
    plain = distil(gateway, gateway.token("user/a:write"))
    lines = ("Host: evil.example", "Origin: http://evil.example", "Idempotency-Key: k", "Content-Type: text/plain")
    behind = distil(gateway, gateway.token("user/a:write"), *lines)
    assert (behind.status, behind.json) == (plain.status, plain.json) == (200, plain.json)


@pytest.mark.parametrize("secret", ["of a caller", None])
def test_a_flood_of_lines_behind_a_body_ends_the_connection(gateway: Gateway, secret: str | None):
    shown = secret and gateway.token("user/a:write")
    refused = (0, 431) if shown else (0, 401, 431)  # a stranger is refused before
    assert distil(gateway, shown, *["a:b"] * 20_000).status in refused
    assert distil(gateway, shown, f"a: {'x' * 8_000}").status in refused
    assert alive(gateway)


@pytest.mark.parametrize("line", [b"a: ", b"1;"], ids=["a trailer", "a chunk's extension"])
def test_a_line_without_end_behind_a_body_ends_the_connection(gateway: Gateway, line: bytes):
    asked = raw.head(gateway.port, gateway.token("user/a:write"), JSON, CHUNKED, path="/v1/distil")
    begun = b"0\r\n" + line if line == b"a: " else line
    assert raw.exchange(gateway.port, asked + BODY, begun, *[b"x" * 50_000] * 40, b"\r\n\r\n").status in (0, 431)
    assert alive(gateway)


@pytest.mark.parametrize(
    "codings",
    [
        ["identity", "chunked"],
        ["chunked", "chunked"],
        ["gzip, chunked"],
        ["chunked, chunked"],
        ["xchunked"],
        ["chunked, identity"],
    ],
)
def test_a_body_whose_end_can_be_read_in_two_ways_is_refused(gateway: Gateway, codings: list[str]):
    said = [f"Transfer-Encoding: {coding}" for coding in codings]
    asked = raw.head(gateway.port, gateway.token("user/a:write"), JSON, *said, path="/v1/distil")
    assert raw.exchange(gateway.port, asked, BODY, b"0\r\n\r\n").status == 400
    assert alive(gateway)


@pytest.mark.parametrize(("size", "status"), [(60_000, 200), (70_000, 431), (120_000, 431), (240_000, 431)])
def test_the_head_has_its_limit_within_one_segment_too(gateway: Gateway, size: int, status: int):
    asked = raw.head(gateway.port, gateway.secret, f"X-Long: {'x' * size}", method="GET", path="/v1/me")
    assert raw.exchange(gateway.port, asked).status == status


@pytest.mark.parametrize("count", [2_000, 9_000])
def test_many_short_headers_have_the_same_limit_as_a_long_one(gateway: Gateway, count: int):
    asked = raw.head(gateway.port, gateway.secret, *["X-A: b"] * count, method="GET", path="/v1/me")
    assert raw.exchange(gateway.port, asked).status == (200 if count * len("X-A: b\r\n") < 64 << 10 else 431)


def test_requests_that_nobody_waits_for_the_answers_of_are_not_gathered(gateway: Gateway):
    asked = raw.head(gateway.port, gateway.secret, method="GET", path="/v1/me")
    with raw.connect(gateway.port) as connection:
        connection.sendall(asked * 1_000)
        answers = b""
        while part := _received(connection):
            answers += part
    assert answers.count(b"HTTP/1.1 200 ") < 1_000
    assert alive(gateway)


def test_a_few_requests_may_be_sent_at_once(gateway: Gateway):
    asked = raw.head(gateway.port, gateway.secret, method="GET", path="/v1/me")
    last = raw.head(gateway.port, gateway.secret, "Connection: close", method="GET", path="/v1/me")
    with raw.connect(gateway.port) as connection:
        connection.sendall(asked * 9 + last)
        answers = b""
        while part := _received(connection):
            answers += part
    assert answers.count(b"HTTP/1.1 200 ") == 10


def _received(connection: Any) -> bytes:
    try:
        return bytes(connection.recv(65536))
    except ConnectionError:
        return b""


def test_asking_for_another_protocol_is_answered_in_this_one_and_warns_of_nothing(
    gateway: Gateway, caplog: pytest.LogCaptureFixture
):
    upgrade = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Key: x", "Sec-WebSocket-Version: 13")
    for more in (upgrade, ("Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMA")):
        asked = raw.head(gateway.port, gateway.secret, *more, method="GET", path="/v1/me")
        assert raw.exchange(gateway.port, asked).status == 200
    assert [record for record in caplog.records if record.levelname == "WARNING"] == []


# bodies


@pytest.mark.parametrize("path", ["/healthz", "/openapi.json"])
@pytest.mark.parametrize("length", [f"Content-Length: {4 * MIB}", CHUNKED])
def test_an_open_address_takes_no_body(gateway: Gateway, path: str, length: str):
    for method in ("GET", "POST"):
        with raw.connect(gateway.port) as connection:
            connection.sendall(raw.head(gateway.port, None, length, method=method, path=path))
            answer = raw.read(connection)
        assert (answer.status, answer.code) == (400, "invalid_request")


@pytest.mark.parametrize("path", ["/v1/remember", "/mcp", "/openai/v1/chat/completions", "/nothing"])
def test_a_stranger_is_refused_before_anything_of_his_body_is_taken(gateway: Gateway, path: str):
    for secret in (None, "pdr_wrong"):
        with raw.connect(gateway.port) as connection:
            connection.sendall(raw.head(gateway.port, secret, JSON, f"Content-Length: {4 * MIB}", path=path))
            answer = raw.read(connection)
        told = answer.json.get("error", answer.json)
        assert (answer.status, told["code"]) == (401, "invalid_token")


@pytest.fixture(scope="module")
def narrow(gateway: Gateway) -> Iterator[Gateway]:
    """The same place behind a gateway that holds few bytes."""
    with running(gateway.memory, options=GatewayOptions(held_bytes=10_000)) as url:
        yield Gateway(memory=gateway.memory, clock=gateway.clock, url=url, secret=gateway.secret)


def test_all_requests_together_hold_only_so_many_bytes(narrow: Gateway, space: str):
    with narrow.client(f"{space}:write") as client:
        for _ in range(3):  # what was held is let go of, whether the request was answered or refused
            answer = client.post("/v1/observe", json={"turns": [{"text": "茶" * 5_000}]})
            assert (answer.status_code, answer.json()["code"]) == (503, "gateway_unavailable")
            assert int(answer.headers["retry-after"]) > 0
            assert client.post("/v1/observe", json={"turns": [{"text": "tea " * 1_500}]}).status_code == 200
            assert client.post("/v1/observe", json={"turns": [{"texts": "tea " * 1_500}]}).status_code == 422


def test_what_one_request_holds_another_cannot():
    held = bodies.Held(100)
    with held.share() as one, held.share() as other:
        one.add(60)
        with pytest.raises(GatewayUnavailable):
            other.add(41)
        other.add(40)
    with held.share() as later:
        later.add(100)


# values


def test_a_list_of_what_can_be_no_kind_is_refused_at_the_first(gateway: Gateway, space: str):
    with gateway.client(f"{space}:read") as client:
        for kinds in ([1] * 900, ["fact"] * 1_001, [1] * 100_000, [[]] * 50_000):
            answer = client.post("/v1/recall", json={"query": "茶", "kinds": kinds})
            assert (answer.status_code, answer.json()["code"]) == (422, "invalid_request")
            assert len(answer.json()["errors"]) <= 2  # a name, or a list of them


@pytest.mark.parametrize(
    "body",
    [
        b'{"query":"x","kinds":[' + b"1," * 2_000_000 + b"1]}",
        b'{"query":"x","kinds":[' + b"[]," * 1_000_000 + b"[]]}",
        b'{"query":"x","kinds":[' + b'"\\"[,{",' * 300_000 + b'"a"]}',
        json.dumps({"query": "x", **{f"k{number}": 1 for number in range(100_000)}}).encode(),
        json.dumps({"query": "x", "where": {f"键{number}": 1 for number in range(2_001)}}).encode(),
    ],
    ids=["numbers", "lists", "texts", "unknown fields", "keys inside"],
)
def test_a_body_of_too_many_values_is_refused_in_few_words(gateway: Gateway, space: str, body: bytes):
    secret = gateway.token(f"{space}:read")
    asked = raw.head(gateway.port, secret, JSON, f"Content-Length: {len(body)}", path="/v1/recall")
    answer = raw.exchange(gateway.port, asked, body)
    assert (answer.status, answer.code) == (400, "invalid_request")
    assert len(answer.body) < 1_000


def test_a_long_batch_and_a_long_text_are_not_too_many_values():
    statement = {"text": "她说：“好,[的]{吗}”\\", "kind": "fact", "slot": {"subject": "self", "attribute": "城市"}}
    more = {"tags": ["a", "b", "c"], "metadata": {"from": "chat", "n": 1}, "importance": 0.5, "reason": ""}
    bodies.check(json.dumps({"items": [statement | more] * 10_000}).encode())
    bodies.check(json.dumps({"text": 'and, so on, [they] said, "{', "more": ", [{\\" * 300_000}).encode())


def test_a_text_without_end_is_found_out_in_one_reading():
    for body in (b'"' + b'\\"' * 2_000_000 + b"\\", b'"' * 2_000_001, b'["' + b"," * 300_000):
        with pytest.raises(InvalidRequest):
            bodies.check(body)


@pytest.mark.parametrize("verb", ["summary", "filter"])
def test_messages_that_are_handed_in_are_as_many_and_as_long_as_mcp_takes_them(gateway: Gateway, verb: str):
    more = {"query": "车票"} if verb == "filter" else {}
    with gateway.client("user/a:read") as client:
        for messages, status in (
            ([{"role": "user", "content": "长" * 100_000}], 200),
            ([{"role": "user", "content": "长" * 100_001}], 422),
            ([{"role": "user", "content": [{"type": "text", "text": "x" * 60_000}] * 2}], 422),
            ([{"role": "user", "content": "hi"}] * 1_000, 200),
            ([{"role": "user", "content": "hi"}] * 1_001, 422),
        ):
            assert client.post(f"/v1/{verb}", json={"messages": messages, **more}).status_code == status


# what all share


LOCKS = """
import sqlite3, sys
catalog = sqlite3.connect(sys.argv[1], isolation_level=None)
catalog.execute("BEGIN EXCLUSIVE")
print("locked", flush=True)
sys.stdin.read()
catalog.execute("ROLLBACK")
"""


def test_a_catalog_that_is_locked_costs_only_who_needs_it(tmp_path: Path):
    with Perdure(tmp_path, embedder=HashEmbedder()) as memory, running(memory) as url:
        secret = memory.tokens.new("agent", grants=["user/a:write"]).secret
        waited: list[httpx2.Response] = []

        def ask() -> None:
            shown = {"Authorization": f"Bearer {secret}"}
            waited.append(httpx2.get(f"{url}/v1/me", headers=shown, verify=False, timeout=20))

        run = [sys.executable, "-c", LOCKS, str(tmp_path / "catalog.db")]
        with subprocess.Popen(run, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
            assert other.stdout is not None
            assert other.stdout.readline().strip() == "locked"
            callers = [threading.Thread(target=ask) for _ in range(12)]
            for caller in callers:
                caller.start()
            assert httpx2.get(f"{url}/openapi.json", verify=False, timeout=20).status_code == 200
            assert httpx2.get(f"{url}/healthz", verify=False, timeout=20).status_code == 503
            for caller in callers:
                caller.join()
            other.communicate("enough")
            shown = {"Authorization": f"Bearer {secret}"}
            assert httpx2.get(f"{url}/v1/me", headers=shown, verify=False).status_code == 200
        assert {(answer.status_code, answer.json()["code"]) for answer in waited} == {(503, "store_busy")}
        assert all(int(answer.headers["retry-after"]) > 0 for answer in waited)


@pytest.mark.anyio
async def test_whether_tokens_can_be_looked_up_is_asked_without_one(tmp_path: Path):
    with Perdure(tmp_path, embedder=HashEmbedder()) as memory, closing(Lookup(memory)) as lookup:
        secret = memory.tokens.new("agent", grants=["user/a:write"]).secret
        await lookup.check()
        assert (await lookup.principal(secret)).name == "agent"


def test_one_token_does_not_take_the_live_sessions_of_all(memory: Perdure):
    live, name = LiveSessions(), memory.space("user/alice").name
    one, other = (
        memory.acting(Principal(name=token, grants=(Grant.parse("user/alice:write"),), token=token))
        for token in ("tok_1", "tok_2")
    )
    for number in range(MOST_OF_ONE):
        live.begin(one, one.session(write=name, session=f"s{number}"), name)
    with pytest.raises(GatewayUnavailable):
        live.begin(one, one.session(write=name, session="more"), name)
    live.begin(other, other.session(write=name, session="more"), name)
    live.begin(one, one.session(write=name, session="s0"), name)  # begun again, it takes its own place
    live.end(one, "s1")
    live.begin(one, one.session(write=name, session="more"), name)
    live.close()


@pytest.mark.parametrize(
    "options",
    [
        {"window_tokens": 10_000_001},
        {"window_tokens": 2**62},
        {"system": "守则 " * 200_000, "window_tokens": 10_000_000},
    ],
    ids=["a large window", "a huge window", "long instructions"],
)
def test_a_live_session_is_no_larger_than_any_model_needs(gateway: Gateway, space: str, options: dict[str, Any]):
    with gateway.client(f"{space}:write") as client:
        answer = client.post("/v1/session", json=options)
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid_value")
        assert client.post("/v1/session", json={"window_tokens": 10_000_000, "system": "守则"}).status_code == 200


@requirement("A4")
def test_a_correction_of_another_version_is_another_request_under_the_key(gateway: Gateway, space: str):
    with gateway.client(f"{space}:write") as client:
        id_ = client.post("/v1/remember", json={"text": "我住在杭州"}).json()["memory"]["id"]
        asked = [
            client.post("/v1/correct", json={"id": id_, "text": "我住在上海"}, headers={"Idempotency-Key": "k", **more})
            for more in ({"If-Match": '"1"'}, {"If-Match": '"77"'}, {}, {"If-Match": '"1"'})
        ]
    assert [answer.status_code for answer in asked] == [200, 409, 409, 200]
    assert {answer.json()["code"] for answer in asked[1:3]} == {"idempotency_conflict"}
    assert asked[3].headers["idempotent-replay"] == "true"


@pytest.mark.parametrize("id_", ["1.5", "null", "{}", "[]", "true"])
def test_a_message_under_what_can_be_no_id_is_refused_and_not_done(gateway: Gateway, space: str, id_: str):
    call = '"params":{"name":"memory_add","arguments":{"text":"记住：茶"}}'
    message = f'{{"jsonrpc":"2.0","id":{id_},"method":"tools/call",{call}}}'.encode()
    with gateway.client(f"{space}:write") as client:
        accepts = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
        answer = client.post("/mcp", content=message, headers=accepts)
        assert (answer.status_code, answer.json()["error"]["code"], answer.json()["id"]) == (400, -32600, None)
        assert client.get("/v1/memories").json()["total"] == 0
    refused = message_of(message)
    assert isinstance(refused, Refused)
    assert (refused.reply.id, refused.reply.error.code) == (None, -32600)
