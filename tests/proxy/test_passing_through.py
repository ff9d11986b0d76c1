"""What is no chat is passed on untouched, and so is whatever the model server says."""

from __future__ import annotations

import socket

import httpx2
import openai
import pytest

from perdure import Perdure
from perdure.gateway.options import GatewayOptions, Upstream
from perdure.testing.gateway import running
from tests.behaviour.requirements import requirement
from tests.proxy.conftest import Chatter
from tests.proxy.upstream import Script, as_json


@requirement("A4", "P1")
def test_models_are_those_of_the_model_server(chatter: Chatter):
    model = {"id": "qwen3", "object": "model", "created": 0, "owned_by": "me"}
    chatter.gateway.model.script = lambda _: as_json({"object": "list", "data": [model]})
    assert [found.id for found in chatter.client.models.list()] == ["qwen3"]
    assert chatter.asked.path == "/v1/models"


@requirement("A4")
@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE"])
def test_method_path_query_and_body_are_the_same(chatter: Chatter, method: str):
    chatter.space.remember("The user prefers a window seat on trains")
    raw = b'--x\r\n{"messages": [{"role": "user", "content": "Which seat on trains?"}]}\r\n\xff\x00'
    answer = chatter.gateway.http.request(
        method,
        f"{chatter.base}/files/a%20b%2Bc/%E7%AA%97?limit=2&after=a%2Cb",
        content=raw if method != "GET" else None,
        headers={
            "authorization": f"Bearer {chatter.secret}:sk-mine",
            "content-type": "multipart/form-data; boundary=x",
        },
    )
    assert answer.status_code == 200
    asked = chatter.asked
    assert (asked.method, asked.path) == (method, "/v1/files/a%20b%2Bc/%E7%AA%97?limit=2&after=a%2Cb")
    assert asked.raw == (raw if method != "GET" else b"")
    assert asked.headers["content-type"] == "multipart/form-data; boundary=x"
    assert not [name for name in answer.headers if name.startswith("x-perdure")]


@pytest.mark.parametrize("path", ["..%2f..%2fadmin", "%2e%2e/admin", "a/%2E%2E/%2e%2e/admin", "..%5cadmin"])
def test_no_path_leads_out_of_the_server_behind(chatter: Chatter, path: str):
    url = httpx2.URL(chatter.base).copy_with(raw_path=f"/openai/v1/{path}".encode())
    answer = chatter.gateway.http.get(url, headers={"authorization": f"Bearer {chatter.secret}"})
    assert answer.status_code in {400, 404}
    assert chatter.gateway.model.asked == []


@requirement("A4")
def test_an_error_of_the_model_server_is_its_own(chatter: Chatter):
    refused = as_json({"error": {"message": "慢一点", "type": "requests", "code": "rate_limit"}}, 429, retry_after="7")
    chatter.gateway.model.script = lambda _: refused
    with pytest.raises(openai.RateLimitError) as caught:
        chatter.client.chat.completions.create(model="any", messages=[{"role": "user", "content": "hi"}])
    assert caught.value.code == "rate_limit"
    assert caught.value.response.headers["retry-after"] == "7"
    assert "慢一点" in caught.value.response.text
    assert len(chatter.gateway.model.asked) == 1


@pytest.mark.parametrize("status", [301, 404, 418, 500, 503])
def test_every_status_comes_back_with_its_body(chatter: Chatter, status: int):
    script = Script(status=status, headers={"content-type": "text/html", "location": "/x"}, pieces=[b"<p>no"], length=5)
    chatter.gateway.model.script = lambda _: script
    answer = chatter.ask("hi")
    assert (answer.status_code, answer.content) == (status, b"<p>no")
    assert len(chatter.gateway.model.asked) == 1


def test_what_a_server_says_of_its_own_address_stays_there(chatter: Chatter):
    chatter.gateway.model.script = lambda _: as_json(
        {},
        set_cookie="a=b",
        strict_transport_security="max-age=1",
        alt_svc="h3",
        access_control_allow_origin="*",
        x_perdure_memories="none",
        x_request_id="r1",
        connection="x-inner",
        x_inner="1",
    )
    headers = chatter.ask("hi").headers
    assert headers["x-request-id"] == "r1"
    gone = ("set-cookie", "strict-transport-security", "alt-svc", "access-control-allow-origin", "x-inner")
    assert not [name for name in (*gone, "x-perdure-memories") if name in headers]


@requirement("A4")
def test_a_model_server_that_is_not_there_is_said_to_be_so(memory: Perdure, unused: str):
    token = memory.tokens.new("tool", grants=["user/me:write"])
    with running(memory, options=GatewayOptions(upstream=Upstream(urls=(unused,)))) as url:
        client = openai.OpenAI(base_url=f"{url}/openai/v1", api_key=token.secret, max_retries=0)
        with pytest.raises(openai.InternalServerError) as caught:
            client.chat.completions.create(model="any", messages=[{"role": "user", "content": "hi"}])
    assert (caught.value.status_code, caught.value.code) == (502, "upstream_unavailable")


@pytest.fixture
def unused() -> str:
    """An address where nobody listens."""
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{line.getsockname()[1]}/v1"


def test_a_head_has_no_body(chatter: Chatter):
    chatter.gateway.model.script = lambda _: Script(headers={"x-found": "yes"}, length=7)
    answer = chatter.gateway.http.head(f"{chatter.base}/models", headers={"authorization": f"Bearer {chatter.secret}"})
    assert (answer.headers["x-found"], answer.content) == ("yes", b"")
