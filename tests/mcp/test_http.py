"""The tools at /mcp of a real gateway: an address and a token, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from perdure import Perdure
from perdure.testing import HashEmbedder
from perdure.testing.gateway import running
from tests.behaviour.requirements import requirement
from tests.mcp.agent import over_http

GBK = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"memory_add","arguments":{"text":"我喜欢喝茶"}}}'.encode(
    "gbk"
)
LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
ACCEPTS = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18"}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Perdure]:
    with Perdure(tmp_path_factory.mktemp("memory"), embedder=HashEmbedder(), timezone="UTC") as opened:
        yield opened


@pytest.fixture(scope="module")
def url(place: Perdure) -> Iterator[str]:
    with running(place) as address:
        yield address


def token(place: Perdure, *grants: str) -> str:
    return place.tokens.new("tool", grants=grants).secret


def post(url: str, secret: str | None, message: Any, **headers: str) -> httpx2.Response:
    shown = {} if secret is None else {"Authorization": f"Bearer {secret}"}
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return httpx2.post(
        f"{url}/mcp", content=body, headers={"Content-Type": "application/json", **ACCEPTS, **shown, **headers}
    )


@requirement("P1", "A2")
@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_two_tools_with_a_token_each_share_a_memory(place: Perdure, url: str, mode: str) -> None:
    space = f"user/{mode}"
    with over_http(url, token(place, f"{space}:write"), mode=mode) as one:
        added = one.call("memory_add", text="用户偏好靠窗座位 🐈")
    with over_http(url, token(place, f"{space}:read"), mode=mode) as other:
        assert other.call("memory_retrieve", query="座位偏好").data["items"][0]["id"] == added.id
        assert other.call("memory_add", text="x y").code == "forbidden"
        assert other.resources()
        assert other.prompt("session-start", task="座位偏好")


@requirement("C2")
def test_each_request_acts_as_its_own_token(place: Perdure, url: str) -> None:
    with (
        over_http(url, token(place, "user/ann:write")) as ann,
        over_http(url, token(place, "user/ben:write")) as ben,
    ):
        for number in range(3):
            ann.call("memory_add", text=f"of Ann, number {number}")
            ben.call("memory_add", text=f"of Ben, number {number}")
        assert ann.call("memory_retrieve").texts == [f"of Ann, number {number}" for number in range(3)]
        assert ann.call("memory_retrieve", query="Ben", spaces=["user/ben"]).code == "forbidden"


@pytest.mark.parametrize("secret", [None, "pdr_wrong", "None"])
def test_without_a_good_token_nothing_of_the_protocol_is_answered(url: str, secret: str | None) -> None:
    answer = post(url, secret, LIST)
    assert answer.status_code == 401
    assert "jsonrpc" not in answer.text


def test_a_revoked_token_is_refused_in_the_middle_of_a_conversation(place: Perdure, url: str) -> None:
    made = place.tokens.new("tool", grants=["user/ann:write"])
    assert post(url, made.secret, LIST).status_code == 200
    place.tokens.revoke(made.token.id)
    assert post(url, made.secret, LIST).status_code == 401


def test_a_notification_gets_an_empty_answer(place: Perdure, url: str) -> None:
    answer = post(url, token(place, "user/ann:read"), {"jsonrpc": "2.0", "method": "notifications/initialized"})
    assert (answer.status_code, answer.content) == (202, b"")


def test_the_wire_carries_real_characters(place: Perdure, url: str) -> None:
    call = {"name": "memory_add", "arguments": {"text": "团子喜欢晒太阳 🐈"}}
    answer = post(
        url, token(place, "user/cat:write"), {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    )
    assert "团子喜欢晒太阳 🐈".encode() in answer.content


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
def test_there_is_no_stream_to_hold_open_and_no_session_to_end(place: Perdure, url: str, method: str) -> None:
    secret = token(place, "user/ann:read")
    answer = httpx2.request(method, f"{url}/mcp", headers={"Authorization": f"Bearer {secret}", **ACCEPTS})
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")


def test_a_foreign_page_and_a_foreign_name_are_refused(place: Perdure, url: str) -> None:
    secret = token(place, "user/ann:read")
    assert post(url, secret, LIST, Origin="https://evil.example").status_code == 403
    assert post(url, secret, LIST, Host="evil.example").status_code == 421


@pytest.mark.parametrize("body", [b"{ not json", b"", b"[" * 100_000, b'{"jsonrpc":"2.0","id":1}', b"\xff", GBK])
def test_a_bad_body_is_an_error_of_the_caller_and_the_next_request_is_served(
    place: Perdure, url: str, body: bytes
) -> None:
    secret = token(place, "user/ann:read")
    assert 400 <= post(url, secret, body).status_code < 500
    assert post(url, secret, LIST).status_code == 200
