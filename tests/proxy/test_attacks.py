"""What somebody sends who wants the gateway's key, or another's token, to go where it should not."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import httpx2
import pytest

from perdure import Perdure
from perdure.errors import InvalidRequest, UpstreamUnavailable
from perdure.gateway.options import GatewayOptions, Upstream
from perdure.gateway.proxy.target import address, keyed, target
from perdure.testing.gateway import running
from tests.behaviour.requirements import requirement
from tests.gateway import raw
from tests.proxy.conftest import KEY, Chatter

BODY = {"model": "any", "messages": [{"role": "user", "content": "今天喝什么茶？"}]}

ELSEWHERE = [
    "/%6fpenai/v1/x/openai/v10:PORT/steal",
    "/%6fpenai/v1/x/openai/v1@127.0.0.10:PORT/steal",
    "/openai/v1%2f@127.0.0.10:PORT/steal",
    "/openai/v1%2F%40127.0.0.10:PORT/steal",
    "/openai/v10:PORT/steal",
    "/openai/%76%31/models",
    "/openai//v1/models",
    "/openai/v1/..",
    "/openai/v1/x/../../admin",
    "/openai/v1/x/..;/admin",
    "/openai/v1/x/%2e%2E;a=b/admin",
    "/openai/v1/a%2fb",
    "/openai/v1/a%5cb",
    "/openai/v1/a\\b",
    "/openai/v1/models/..%2ffiles",
    "/openai/v1/models/a%5c..%5cb",
    "/openai/v1/x%00",
    "/openai/v1/x%0d%0aHost:%20evil",
]


@pytest.fixture
def trap() -> Iterator[socket.socket]:
    """An address where nobody should ever call."""
    with socket.create_server(("127.0.0.10", 0)) as line:
        line.setblocking(False)
        yield line


@requirement("A4")
@pytest.mark.parametrize("server", ["http://127.0.0.1", "http://127.0.0.1/v1"])
def test_the_key_goes_to_the_servers_address_and_nowhere_else(memory: Perdure, trap: socket.socket, server: str):
    secret = memory.tokens.new("reader", grants=["user/me:read"]).secret
    port = str(trap.getsockname()[1])
    with running(memory, options=GatewayOptions(upstream=Upstream(urls=(server,), key=KEY))) as url:
        here = int(url.rpartition(":")[2])
        for path in ELSEWHERE:
            asked = raw.head(here, f"{secret}:sk-own", method="GET", path=path.replace("PORT", port))
            assert raw.exchange(here, asked).status in {400, 401, 404}, path
    with pytest.raises(BlockingIOError):
        trap.accept()


@pytest.mark.parametrize("path", [path for path in ELSEWHERE if path.startswith("/openai/v1/") or "%6f" in path])
def test_what_leads_elsewhere_is_no_address(path: str):
    with pytest.raises(InvalidRequest):
        address(path.encode())


@pytest.mark.parametrize(
    ("server", "below", "query", "found"),
    [
        ("http://127.0.0.1", "/models", b"", "http://127.0.0.1/models"),
        ("http://127.0.0.1:8000/v1/", "/models", b"a=%2C&b", "http://127.0.0.1:8000/v1/models?a=%2C&b"),
        ("https://me:pw@host/v1", "/x%20y/%E7%AA%97", b"", "https://me:pw@host/v1/x%20y/%E7%AA%97"),
        ("http://[::1]:8000/v1", "/models/org%2Fname", b"", "http://[::1]:8000/v1/models/org%2Fname"),
    ],
)
def test_a_request_goes_on_below_its_server(server: str, below: str, query: bytes, found: str):
    assert address(b"/openai/v1" + below.encode()) == below
    built = target(server, below, query)
    assert built == httpx2.URL(found)
    assert built.raw_path == httpx2.URL(found).raw_path


@pytest.mark.parametrize("below", ["0:80/steal", "@127.0.0.10/steal", ".evil.example/x", ":1@evil/x", "?a", ""])
@pytest.mark.parametrize("server", ["http://127.0.0.1", "http://127.0.0.1:8000/v1"])
def test_what_would_continue_the_servers_own_address_is_refused(server: str, below: str):
    with pytest.raises(InvalidRequest):
        target(server, below, b"")


@pytest.mark.parametrize("server", ["nowhere at all", "http://", "", "file:///etc", "ftp://host/v1", "http://h:port"])
def test_a_server_without_an_address_is_not_there(server: str):
    with pytest.raises(UpstreamUnavailable):
        target(server, "/models", b"")


@requirement("A4", "C2")
@pytest.mark.parametrize("shown", ["Token {}", "Bearer {0}:{0}", "Bearer x:{}", "Basic {}", "{}", "Bearer sk-{}"])
def test_no_token_goes_on_however_it_is_wrapped(chatter: Chatter, shown: str):
    headers = {"authorization": shown.format(chatter.secret), "x-perdure-token": chatter.secret}
    assert chatter.post(json=BODY, headers=headers).status_code == 200
    assert chatter.asked.headers["authorization"] == f"Bearer {KEY}"
    assert "pdr_" not in str(chatter.asked.headers)


@requirement("C2")
def test_no_token_goes_on_in_an_address(chatter: Chatter):
    headers = {"authorization": f"Bearer {chatter.secret}:sk-own"}
    for path in (
        f"files?q=Bearer+{chatter.secret}",
        f"files?q=token%20is%20{chatter.secret}",
        f"files?{chatter.secret}",
        f"files/{chatter.secret}",
    ):
        assert chatter.post(path=path, headers=headers).status_code == 400
    assert chatter.gateway.model.asked == []


KEPT = [
    ("GET", "files"),
    ("GET", "files/file-1/content"),
    ("POST", "files"),
    ("DELETE", "models/ft:mine"),
    ("GET", "responses/resp_1"),
    ("DELETE", "responses/resp_1"),
    ("POST", "responses/resp_1/cancel"),
    ("GET", "chat/completions"),
    ("GET", "chat/completions/chatcmpl-1/messages"),
    ("GET", "organization/admin_api_keys"),
    ("POST", "fine_tuning/jobs"),
    ("POST", "images/generations"),
    ("PUT", "embeddings"),
    ("GET", "%66iles"),
    ("POST", "nothing"),
]


@requirement("A4", "C2")
@pytest.mark.parametrize(("method", "path"), KEPT)
def test_the_gateways_key_is_not_for_what_others_keep_on_the_server(chatter: Chatter, method: str, path: str):
    ask, url = chatter.gateway.http.request, f"{chatter.base}/{path}"
    answer = ask(method, url, headers={"authorization": f"Bearer {chatter.secret}"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "forbidden")
    assert chatter.gateway.model.asked == []
    assert ask(method, url, headers={"authorization": f"Bearer {chatter.secret}:sk-own"}).status_code == 200
    assert chatter.asked.headers["authorization"] == "Bearer sk-own"


@requirement("A4")
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "chat/completions"),
        ("POST", "completions"),
        ("POST", "responses"),
        ("POST", "embeddings"),
        ("POST", "audio/transcriptions"),
        ("GET", "models"),
        ("HEAD", "models"),
        ("GET", "models/qwen3"),
        ("GET", "models/Qwen%2FQwen3-通义".replace("通义", "%E9%80%9A%E4%B9%89")),
    ],
)
def test_the_gateways_key_is_for_what_is_answered_at_once(chatter: Chatter, method: str, path: str):
    headers = {"authorization": f"Bearer {chatter.secret}"}
    body = BODY if method == "POST" else None
    answer = chatter.gateway.http.request(method, f"{chatter.base}/{path}", json=body, headers=headers)
    assert answer.status_code == 200
    assert (chatter.asked.path, chatter.asked.headers["authorization"]) == (f"/v1/{path}", f"Bearer {KEY}")


def test_a_key_is_for_the_path_as_it_was_sent():
    assert keyed("POST", "/chat/completions/")
    assert not keyed("POST", "/chat/completions/x")
    assert not keyed("GET", "/models_of_others")
