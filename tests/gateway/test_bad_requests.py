"""Requests that are wrong, broken, too long or too slow: each gets one clear answer, and the gateway goes on."""

from __future__ import annotations

import json
import logging
import struct
import socket
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, NoReturn

import httpx2
import pytest

from perdure import Perdure
from perdure.errors import InvalidRequest
from perdure.gateway import bodies
from perdure.gateway.options import MIB, GatewayOptions
from perdure.testing import HashEmbedder
from perdure.testing.gateway import running
from tests.gateway import raw
from tests.gateway.conftest import Gateway

CANARY = "茉莉花canary7319"
"""Stands for what somebody remembers; no answer or log line may hold it."""

NOT_JSON = {
    "prose": f"please remember {CANARY}",
    "half an object": f'{{"text": "{CANARY}',
    "a trailing comma": f'{{"text": "{CANARY}",}}',
    "single quotes": f"{{'text': '{CANARY}'}}",
    "two values": f'{{"text": "{CANARY}"}} {{}}',
    "a raw line break in a text": f'{{"text": "{CANARY}\n"}}',
    "NaN": f'{{"text": "{CANARY}", "importance": NaN}}',
    "Infinity": f'{{"text": "{CANARY}", "importance": -Infinity}}',
    "a float beyond floats": f'{{"text": "{CANARY}", "importance": 1e999}}',
    "an integer of 65 bits": f'{{"text": "{CANARY}", "importance": 18446744073709551616}}',
    "an integer of a million digits": f'{{"text": "{CANARY}", "importance": {"9" * 1_000_000}}}',
    "a key twice": f'{{"text": "{CANARY}", "text": "{CANARY} again"}}',
    "a key twice deep inside": f'{{"text": "{CANARY}", "metadata": {{"a": [{{"b": 1, "b": 2}}]}}}}',
    "a lone surrogate": f'{{"text": "{CANARY} \\ud83d"}}',
    "a lone surrogate as a key": f'{{"text": "{CANARY}", "metadata": {{"\\udc00": 1}}}}',
    "lists in lists": f'{{"text": "{CANARY}", "metadata": {{"a": {"[" * 80}{"]" * 80}}}}}',
    "a bomb of lists": "[" * 1_000_000,
    "a bomb of objects": '{"a":' * 200_000,
}

NOT_UTF8 = {
    "a byte that begins nothing": b'{"text": "\xff"}',
    "half a character": b'{"text": "\xe8\x8c"}',
    "a surrogate in three bytes": b'{"text": "\xed\xa0\x80"}',
    "an overlong slash": b'{"text": "\xc0\xaf"}',
    "GBK": '{"text": "茉莉花"}'.encode("gbk"),
    "UTF-16": '{"text": "茉莉花"}'.encode("utf-16"),
    "UTF-32": '{"text": "茉莉花"}'.encode("utf-32"),
}

WRONG_TYPES = [
    "[]",
    '"text"',
    "null",
    "12",
    "{}",
    f'{{"text": ["{CANARY}"]}}',
    '{"text": 12}',
    f'{{"text": {{"a": "{CANARY}"}}}}',
    f'{{"text": "tea", "importance": "{CANARY}"}}',
    f'{{"text": "tea", "tags": "{CANARY}"}}',
    f'{{"text": "tea", "tags": [["{CANARY}"]]}}',
    f'{{"text": "tea", "expires_at": "{CANARY}"}}',
    f'{{"text": "tea", "metadata": "{CANARY}"}}',
    f'{{"text": "tea", "importnace": "{CANARY}"}}',
    f'{{"text": "tea", "{CANARY}": 1}}',
]


def post(gateway: Gateway, body: bytes | str, *more: str, path: str = "/v1/remember") -> raw.Answer:
    """Post exactly these bytes."""
    sent = body.encode() if isinstance(body, str) else body
    headers = more or ("Content-Type: application/json",)
    asked = raw.head(gateway.port, gateway.secret, *headers, f"Content-Length: {len(sent)}", path=path)
    return raw.exchange(gateway.port, asked + sent)


def alive(gateway: Gateway) -> bool:
    return httpx2.get(f"{gateway.url}/healthz", verify=False).status_code == 200


@pytest.mark.parametrize("body", NOT_JSON.values(), ids=NOT_JSON)
def test_what_is_no_json_is_refused_without_repeating_it(gateway: Gateway, body: str):
    answer = post(gateway, body)
    assert (answer.status, answer.code) == (400, "invalid_request")
    assert answer.headers["content-type"] == "application/problem+json"
    assert "canary" not in answer.body.decode()


@pytest.mark.parametrize("body", NOT_UTF8.values(), ids=NOT_UTF8)
def test_what_is_no_utf8_is_refused(gateway: Gateway, body: bytes):
    answer = post(gateway, body)
    assert (answer.status, answer.code) == (400, "invalid_request")


@pytest.mark.parametrize("body", WRONG_TYPES)
def test_what_has_another_shape_is_refused_by_field_without_its_value(gateway: Gateway, body: str):
    answer = post(gateway, body)
    assert (answer.status, answer.code) == (422, "invalid_request")
    assert answer.json["errors"]
    assert "canary" not in answer.body.decode()


def test_a_misspelt_field_is_named(gateway: Gateway):
    answer = post(gateway, '{"text": "tea", "importnace": 0.4}')
    assert [error["field"] for error in answer.json["errors"]] == ["body.importnace"]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("种类", "种类"),
        ("重要程度", "重要程度"),
        ("größe", "größe"),
        ("вид", "вид"),
        ("memory-kind", "memory-kind"),
        ("half_life_in_days", "half_life_in_days"),
        ("我的银行卡密码是八个八", "我的银行…"),
        ("密码hunter2", "密码…"),
        ("种类 fact", "种类…"),
        ("my password is hunter2", "my…"),
        (f"x{'y' * 60}", "xyyyyyyy…"),
        ("13800138000", "…"),
        ("pdr_abcdefgh", "…"),
        ("", "…"),
    ],
)
def test_an_unknown_field_is_named_in_any_script_and_cut_where_it_reads_as_text(gateway: Gateway, name: str, told: str):
    answer = post(gateway, json.dumps({"text": "tea", name: "fact"}, ensure_ascii=False))
    assert answer.status == 422
    assert [error["field"] for error in answer.json["errors"]] == [f"body.{told}"]


@pytest.mark.parametrize("key", ["", "with space", "k" * 201, "键", "tab\tkey", "é"])
def test_a_key_that_can_be_none_is_told_what_it_may_be(gateway: Gateway, key: str):
    answer = post(gateway, '{"text": "tea"}', "Content-Type: application/json", f"Idempotency-Key: {key}")
    assert (answer.status, answer.code) == (422, "invalid_request")
    [told] = answer.json["errors"]
    assert told == {
        "field": "header.Idempotency-Key",
        "problem": "is 1 to 200 visible ASCII characters, without spaces",
    }


@pytest.mark.parametrize("at", ["gestern", "昨天", 5])
def test_a_time_that_is_none_is_told_how_times_are_written(gateway: Gateway, at: object):
    answer = post(gateway, json.dumps({"text": "tea", "at": at}, ensure_ascii=False))
    assert answer.status == 422
    assert "ISO 8601" in answer.json["errors"][0]["problem"]
    assert str(at) not in answer.json["detail"].replace("+08:00", "") or at == 5


@pytest.mark.parametrize(
    "header",
    [
        "X-Nothing: here",
        "Content-Type:",
        "Content-Type: text/plain",
        "Content-Type: application/x-www-form-urlencoded",
        "Content-Type: multipart/form-data; boundary=x",
        "Content-Type: application/jsonp",
        "Content-Type: application/json; charset=gbk",
        "Content-Type: text/plain, application/json",
    ],
)
def test_a_body_that_does_not_say_it_is_json_is_refused(gateway: Gateway, header: str):
    answer = post(gateway, '{"text": "tea"}', header)
    assert (answer.status, answer.code) == (400, "invalid_request")


@pytest.mark.parametrize("kind", ["application/json; charset=utf-8", 'APPLICATION/JSON;charset="UTF-8"'])
def test_json_in_utf8_may_say_so_in_its_ways(gateway: Gateway, space: str, kind: str):
    body = json.dumps({"space": space, "text": "我住在杭州 🐈"}, ensure_ascii=False)
    assert post(gateway, body, f"Content-Type: {kind}").status == 200
    assert post(gateway, b"\xef\xbb\xbf" + body.encode(), f"Content-Type: {kind}").status == 200


def test_a_pair_of_surrogates_is_a_character(gateway: Gateway, space: str):
    body = f'{{"space": "{space}", "text": "\\u732b \\ud83d\\udc08"}}'
    assert post(gateway, body).json["memory"]["text"] == "猫 🐈"


def test_nesting_ends_where_it_is_said_to():
    bodies.check(b"[" * bodies.DEPTH + b"]" * bodies.DEPTH)
    bodies.check(b'{"a":' * bodies.DEPTH + b"1" + b"}" * bodies.DEPTH)
    for opened, closed in ((b"[", b"]"), (b'{"a":', b"}")):
        with pytest.raises(InvalidRequest):
            bodies.check(opened * (bodies.DEPTH + 1) + b"1" + closed * (bodies.DEPTH + 1))


@pytest.mark.parametrize("number", [2**63 - 1, -(2**63), 0, 1e308, -0.0])
def test_numbers_that_fit_pass(number: float):
    bodies.check(json.dumps({"k": number}).encode())


@pytest.mark.parametrize("number", ["9223372036854775808", "-9223372036854775809", "1" + "0" * 5000, "1e309", "-1e400"])
def test_numbers_that_do_not_fit_are_refused(number: str):
    with pytest.raises(InvalidRequest):
        bodies.check(f'{{"k": {number}}}'.encode())


def test_a_body_over_the_cap_is_refused_by_what_it_declares(gateway: Gateway):
    asked = raw.head(gateway.port, gateway.secret, "Content-Type: application/json", f"Content-Length: {9 * MIB}")
    with raw.connect(gateway.port) as connection:
        connection.sendall(asked)
        answer = raw.read(connection)
    assert (answer.status, answer.code) == (413, "request_too_large")


def test_a_client_that_asks_first_need_not_send_a_body_over_the_cap(gateway: Gateway):
    declared = ("Content-Type: application/json", f"Content-Length: {9 * MIB}", "Expect: 100-continue")
    assert raw.exchange(gateway.port, raw.head(gateway.port, gateway.secret, *declared)).status == 413


def test_a_body_without_a_length_is_cut_off_at_the_cap(gateway: Gateway):
    asked = raw.head(gateway.port, gateway.secret, "Content-Type: application/json", "Transfer-Encoding: chunked")
    part = raw.chunk(b"x" * MIB)
    with raw.connect(gateway.port) as connection:
        raw.send(connection, [asked, *[part] * 100, b"0\r\n\r\n"])
        answer = raw.read(connection)
    assert (answer.status, answer.code) == (413, "request_too_large")
    assert alive(gateway)


def test_a_body_may_come_in_chunks(gateway: Gateway, space: str):
    body = json.dumps({"space": space, "text": "Ada 喜欢喝茶"}, ensure_ascii=False).encode()
    asked = raw.head(gateway.port, gateway.secret, "Content-Type: application/json", "Transfer-Encoding: chunked")
    parts = [raw.chunk(body[at : at + 5]) for at in range(0, len(body), 5)]
    assert raw.exchange(gateway.port, asked, *parts, b"0\r\n\r\n").status == 200


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"hello\r\n\r\n",
        b"GET /healthz HTTP/9.9\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost 127.0.0.1\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX: a\x00b\r\n\r\n",
        b"POST /v1/remember HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: abc\r\n\r\n",
        b"POST /v1/remember HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
        b"POST /v1/remember HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
        b"POST /v1/remember HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"POST /v1/remember HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
    ],
)
def test_bad_framing_ends_the_connection_and_nothing_else(gateway: Gateway, sent: bytes):
    answer = raw.exchange(gateway.port, sent)
    assert answer.status in (0, 400, 401)
    if answer.status == 400:
        assert (answer.code, answer.headers["content-type"]) == ("invalid_request", "application/problem+json")
    assert alive(gateway)


@pytest.mark.parametrize(
    "address",
    ["/v1/memories?space=user/小明", "/v1/memories/记忆", "/v1/memories?space=user/caf\udce9", "/openai/v1/模型"],
)
def test_an_address_that_is_not_percent_encoded_is_refused_as_a_problem(gateway: Gateway, address: str):
    answer = raw.exchange(gateway.port, raw.head(gateway.port, gateway.secret, method="GET", path=address))
    assert (answer.status, answer.code) == (400, "invalid_request")
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["connection"] == "close"
    assert "%E5%B0%8F%E6%98%8E" in answer.json["detail"]
    assert alive(gateway)


def test_a_head_without_end_is_cut_off(gateway: Gateway):
    asked = f"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: {'x' * 200_000}".encode()
    with raw.connect(gateway.port) as connection:
        raw.send(connection, [asked] + [b"x" * 100_000] * 20)
        answer = raw.read(connection)
    assert answer.status in (0, 431)
    if answer.status == 431:
        assert (answer.code, answer.headers["content-type"]) == ("request_too_large", "application/problem+json")
    assert alive(gateway)


def test_a_client_that_hangs_up_disturbs_nobody(gateway: Gateway):
    whole = (
        raw.head(gateway.port, gateway.secret, "Content-Type: application/json", "Content-Length: 1000") + b'{"text"'
    )
    for cut in (1, 20, 60, len(whole) - 10, len(whole)):
        connection = raw.connect(gateway.port)
        connection.sendall(whole[:cut])
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()
    assert alive(gateway)


@pytest.fixture(scope="module")
def hasty(gateway: Gateway) -> Iterator[Gateway]:
    """The same place behind a gateway that waits for nobody."""
    options = GatewayOptions(body_seconds=0.05, head_seconds=0.2, body_bytes=1000)
    with running(gateway.memory, options=options) as url:
        yield Gateway(memory=gateway.memory, clock=gateway.clock, url=url, secret=gateway.secret)


def test_a_body_that_does_not_arrive_is_not_waited_for(hasty: Gateway):
    asked = raw.head(hasty.port, hasty.secret, "Content-Type: application/json", "Content-Length: 100")
    with raw.connect(hasty.port) as connection:
        connection.sendall(asked + b'{"text": ')
        answer = raw.read(connection)
    assert (answer.status, answer.code) == (408, "invalid_request")


def test_a_head_that_does_not_arrive_is_not_waited_for(hasty: Gateway):
    for sent in (b"", b"POST /v1/remember HT", b"POST /v1/remember HTTP/1.1\r\nHost: 127.0.0.1\r\n"):
        with raw.connect(hasty.port) as connection:
            connection.sendall(sent)
            assert raw.read(connection).status == 0


@pytest.mark.parametrize(
    "name", ["evil.example", "evil.example:7331", "127.0.0.1.evil.example", "localhost.", "", "[::2]", "127.0.0.1@evil"]
)
def test_a_request_under_a_foreign_name_is_refused(gateway: Gateway, admin: httpx2.Client, name: str):
    for path in ("/healthz", "/v1/me", "/mcp", "/openai/v1/models"):
        answer = admin.get(path, headers={"Host": name})
        told = answer.json()
        assert (answer.status_code, told.get("error", told)["code"]) == (421, "foreign_origin")


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "LOCALHOST:80", "[::1]", "[::1]:7331"])
def test_this_machine_may_be_called_by_its_names(admin: httpx2.Client, name: str):
    assert admin.get("/v1/me", headers={"Host": name}).status_code == 200


def test_a_request_with_two_names_or_none_is_refused(gateway: Gateway):
    asked = raw.head(gateway.port, gateway.secret, method="GET", path="/v1/me")
    twice = asked.replace(b"Host:", b"Host: localhost\r\nHost:")
    none = asked.replace(f"Host: 127.0.0.1:{gateway.port}\r\n".encode(), b"")
    assert [raw.exchange(gateway.port, sent).status for sent in (asked, twice, none)] == [200, 421, 421]


def test_a_name_that_was_allowed_is_answered(gateway: Gateway):
    with running(gateway.memory, options=GatewayOptions(hosts=("Memory.example",))) as url:
        names = ("memory.example", "MEMORY.example:443", "other.example")
        found = [httpx2.get(f"{url}/healthz", headers={"Host": name}, verify=False).status_code for name in names]
    assert found == [200, 200, 421]


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://localhost:3000", "http://127.0.0.1", "file://", ""]
)
def test_a_page_of_another_origin_gets_nothing(gateway: Gateway, admin: httpx2.Client, origin: str):
    for method, path in (
        ("POST", "/v1/recall"),
        ("OPTIONS", "/v1/recall"),
        ("GET", "/healthz"),
        ("GET", "/openapi.json"),
    ):
        answer = admin.request(method, path, headers={"Origin": origin, "Access-Control-Request-Method": "POST"})
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin")
        assert not [name for name in answer.headers if name.startswith("access-control-")]


def test_a_page_of_the_gateway_itself_may_call_it(gateway: Gateway, admin: httpx2.Client):
    assert admin.get("/v1/me", headers={"Origin": gateway.url}).status_code == 200
    assert admin.get("/v1/me", headers={"Origin": gateway.url, "Host": "localhost"}).status_code == 403


class TellingIds:
    """Fails with what somebody remembers in its message, as a driver might."""

    def new(self, prefix: str, at: datetime) -> NoReturn:
        raise RuntimeError(f"could not store {CANARY}")


class Records(logging.Handler):
    """Everything that is logged from INFO on, written out as a handler would, with what it carries."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{self.format(record)} {record.exc_info}")


@pytest.fixture
def logged() -> Iterator[list[str]]:
    records, root, ours = Records(), logging.getLogger(), logging.getLogger("perdure")
    before = ours.level
    root.addHandler(records)
    ours.setLevel(logging.INFO)
    try:
        yield records.lines
    finally:
        ours.setLevel(before)
        root.removeHandler(records)


def test_what_nobody_foresaw_is_told_by_type_and_place_alone(tmp_path: Path, logged: list[str]):
    with Perdure(tmp_path, embedder=HashEmbedder()) as made:
        secret = made.tokens.new("admin", grants=["*:admin"]).secret
    with Perdure(tmp_path, embedder=HashEmbedder(), ids=TellingIds()) as memory, running(memory) as url:
        headers = {"Authorization": f"Bearer {secret}"}
        answer = httpx2.post(
            f"{url}/v1/remember", json={"space": "user/a", "text": f"{CANARY} tea"}, headers=headers, verify=False
        )
        assert httpx2.get(f"{url}/healthz", verify=False).status_code == 200
    assert (answer.status_code, answer.json()["code"]) == (500, "internal_error")
    assert answer.headers["content-type"] == "application/problem+json"
    assert "canary" not in answer.text
    assert any("RuntimeError" in line for line in logged)
    assert not any("canary" in line for line in logged)


def test_nothing_that_was_sent_shows_in_an_error_or_a_log(gateway: Gateway, logged: list[str]):
    canary = gateway.token("user/canary:write", name="canary-agent")
    answers: list[Any] = [post(gateway, body).body.decode() for body in (*NOT_JSON.values(), *WRONG_TYPES)]
    with gateway.client() as client, gateway.client(secret=canary + "x") as wrong:
        answers += [
            answer.text
            for answer in (
                client.get(f"/v1/me?token={canary}"),
                client.get(f"/v1/memories/{CANARY}?space=user/nobody"),
                client.get(f"/v1/{CANARY}"),
                client.post(
                    "/v1/remember",
                    json={"space": "user/quiet", "text": f"{CANARY} likes tea"},
                    headers={"If-Match": "x"},
                ),
                client.post("/v1/recall", json={"space": "user/quiet", "query": CANARY, "k": -1}),
                client.post("/v1/recall", json={"space": "user/quiet", "query": CANARY, "until": "yesterday"}),
                client.request(CANARY.encode("ascii", "ignore").decode(), "/v1/me"),
                wrong.post("/v1/remember", json={"text": CANARY}),
                wrong.get("/v1/me", headers={"X-API-Key": canary}),
            )
            if answer.status_code >= 400
        ]
    assert len(answers) > 40
    assert logged
    told = [line for line in answers + logged if canary in line or canary[4:] in line]
    assert not told
    assert not [line for line in logged if "canary" in line]
