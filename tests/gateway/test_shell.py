"""What every answer has in common, what is open to everybody, and how a gateway begins and ends."""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import httpx2
import pytest

import perdure
from perdure import Perdure, errors
from perdure.errors import GatewayError, InvalidValue, PerdureError
from perdure.gateway.guard import host_of
from perdure.gateway.options import GatewayOptions, Upstream
from perdure.gateway.problems import STATUS, fields, status_of
from perdure.gateway.serve import address, listening, serve
from perdure.testing import HashEmbedder
from perdure.testing.gateway import running
from tests.behaviour.requirements import requirement
from tests.gateway.conftest import Gateway


def test_health_is_open_and_says_nothing_else(gateway: Gateway):
    answer = httpx2.get(f"{gateway.url}/healthz", verify=False)
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "version": perdure.__version__})
    assert httpx2.head(f"{gateway.url}/healthz", verify=False).status_code == 200


def test_health_tells_when_the_place_cannot_be_read(tmp_path: Path):
    (tmp_path / "catalog.db").write_bytes(b"no catalog at all" * 500)
    with Perdure(tmp_path, embedder=HashEmbedder()) as memory, running(memory) as url:
        answer = httpx2.get(f"{url}/healthz", verify=False)
    assert (answer.status_code, answer.json()["status"]) == (503, "unavailable")
    assert str(tmp_path) not in answer.text


def test_the_description_of_the_api_is_open(gateway: Gateway):
    answer = httpx2.get(f"{gateway.url}/openapi.json", verify=False)
    assert answer.status_code == 200
    assert "/healthz" in answer.json()["paths"]


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/", 404, "not_found"),
        ("GET", "/v1", 404, "not_found"),
        ("POST", "/v1/nothing", 404, "not_found"),
        ("GET", "/v1/me/", 404, "not_found"),
        ("GET", "/docs", 404, "not_found"),
        ("PUT", "/v1/remember", 405, "invalid_request"),
        ("TRACE", "/v1/me", 405, "invalid_request"),
    ],
)
def test_what_is_not_there_is_told_as_a_problem(admin: httpx2.Client, method: str, path: str, status: int, code: str):
    answer = admin.request(method, path)
    told = answer.json()
    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.status_code, told["status"]) == (status, status)
    assert (told["code"], told["type"]) == (code, f"urn:perdure:error:{code}")


def test_nothing_tells_a_stranger_which_addresses_there_are(gateway: Gateway):
    found = {
        httpx2.get(f"{gateway.url}{path}", verify=False).status_code
        for path in ("/", "/v1/me", "/v1/nothing", "/metrics", "/mcp")
    }
    assert found == {401}


def test_every_answer_is_guarded_against_sniffing_and_caching(gateway: Gateway, admin: httpx2.Client):
    for answer in (
        admin.get("/v1/me"),
        admin.get("/v1/nothing"),
        httpx2.get(f"{gateway.url}/v1/me", verify=False),
        admin.get("/healthz"),
    ):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
        assert "server" not in answer.headers


def test_answers_carry_real_characters(gateway: Gateway, admin: httpx2.Client, space: str):
    answer = admin.post("/v1/remember", json={"space": space, "text": "团子喜欢晒太阳 🐈"})
    assert "团子喜欢晒太阳 🐈".encode() in answer.content


def test_metrics_need_a_token_and_name_no_space(gateway: Gateway, admin: httpx2.Client, space: str):
    kept = admin.post("/v1/remember", json={"space": space, "text": "Ada likes tea"}).json()["memory"]
    admin.get(f"/v1/memories/{kept['id']}", params={"space": space})
    with gateway.client("user/reader:read") as client:
        page = client.get("/metrics").text
    assert httpx2.get(f"{gateway.url}/metrics", verify=False).status_code == 401
    assert 'perdure_requests_total{method="POST",route="/v1/remember",status="200"}' in page
    assert 'perdure_requests_total{method="GET",route="/v1/memories/{id}",status="200"}' in page
    assert 'perdure_calls_total{verb="remember"}' in page
    assert "perdure_live_sessions 0.0" in page
    assert space not in page
    assert kept["id"] not in page


def test_a_flood_of_addresses_makes_no_new_series(gateway: Gateway, admin: httpx2.Client):
    for number in range(50):
        admin.get(f"/v1/nothing-{number}")
        admin.get(f"/v1/memories/mem_{number}?space=user/nobody")
    page = admin.get("/metrics").text
    assert 'route="unmatched"' in page
    assert "nothing-" not in page


def test_the_log_names_route_status_and_time_and_no_more(
    admin: httpx2.Client, space: str, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.INFO, "perdure.gateway")
    admin.get("/v1/memories/mem_secret", params={"space": space})
    admin.get("/healthz")  # the line of a request is written before the next one on its connection is read
    assert any(line.startswith("GET /v1/memories/{id} 404 ") and line.endswith(" ms") for line in caplog.messages)
    assert not any("mem_secret" in line or space in line for line in caplog.messages)


def kinds(root: type[PerdureError] = PerdureError) -> set[type[PerdureError]]:
    return {root}.union(*(kinds(kind) for kind in root.__subclasses__()))


def test_every_error_has_a_status():
    ours = {kind for kind in kinds() if kind.__module__ == errors.__name__}
    assert ours == set(STATUS)
    assert all(400 <= status < 600 for status in STATUS.values())


def test_an_error_of_somebody_else_counts_as_what_it_is_derived_from():
    class Misspelt(InvalidValue):
        """A value of another program."""

    assert status_of(Misspelt()) == 400


def test_the_words_of_a_validator_are_not_passed_on():
    told = fields([{"type": "value_error", "loc": ("body", "at"), "msg": "Value error, not 1234", "input": "1234"}])
    assert told == [{"field": "body.at", "problem": "is not valid here"}]
    told = fields([{"type": "extra_forbidden", "loc": ("body", "pdr_secret", 3, "a b"), "msg": "Extra"}])
    assert told == [{"field": "body.….3.a…", "problem": "Extra"}]


@pytest.mark.parametrize(
    ("value", "host"),
    [
        ("localhost", "localhost"),
        ("LocalHost:80", "localhost"),
        ("[::1]:7331", "::1"),
        ("127.0.0.1", "127.0.0.1"),
        ("a b", None),
        ("user@localhost", None),
        ("localhost:port", None),
        ("[::1", None),
        ("::1", None),
        ("例子.测试", None),
        ("", None),
    ],
)
def test_the_name_in_a_host_header(value: str, host: str | None):
    assert host_of(value) == host


@requirement("P1")
def test_fifty_clients_at_once_are_all_served(gateway: Gateway, space: str):
    def works(number: int) -> list[int]:
        with gateway.client() as client:
            return [
                client.post("/v1/remember", json={"space": space, "text": f"note {number} is about tea"}).status_code,
                client.post("/v1/recall", json={"space": space, "query": f"note {number}"}).status_code,
                client.get("/v1/me").status_code,
            ]

    with ThreadPoolExecutor(50) as pool:
        found = [status for statuses in pool.map(works, range(50)) for status in statuses]
    assert found == [200] * 150


def test_a_gateway_leaves_the_place_open(tmp_path: Path):
    with Perdure(tmp_path, embedder=HashEmbedder()) as memory:
        with running(memory) as url:
            pass
        assert memory.space("user/a").remember("Ada likes tea").memory.text == "Ada likes tea"
        with pytest.raises(httpx2.ConnectError):
            httpx2.get(f"{url}/healthz", verify=False)


def can_bind(host: str) -> bool:
    try:
        with listening(host, 0):
            return True
    except GatewayError:
        return False


@pytest.mark.parametrize("host", [host for host in ("127.0.0.1", "localhost", "0.0.0.0", "::1") if can_bind(host)])
def test_a_gateway_listens_at_every_kind_of_address(gateway: Gateway, host: str):
    with running(gateway.memory, host=host) as url:
        assert httpx2.get(f"{url}/healthz", verify=False).status_code == 200


def test_an_address_of_version_six_is_written_in_brackets():
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        port = bound.getsockname()[1]
        assert address(bound, "::1") == f"http://[::1]:{port}"
        assert address(bound, "0.0.0.0") == f"http://127.0.0.1:{port}"
        assert address(bound, "memory.local") == f"http://memory.local:{port}"


def test_a_port_in_use_is_one_clear_error(memory: Perdure):
    with listening("127.0.0.1", 0) as sockets:
        with pytest.raises(GatewayError):
            serve(memory, port=sockets[0].getsockname()[1])
    with pytest.raises(GatewayError):
        serve(memory, host="no-such-host.invalid", port=0)
    with pytest.raises(InvalidValue):
        serve(memory, port=70_000)


SERVES = """
import logging, sys
from perdure import Perdure
from perdure.gateway.serve import serve
from perdure.testing import HashEmbedder
with Perdure(sys.argv[1], embedder=HashEmbedder()) as memory:
    print(memory.tokens.first().secret, flush=True)
    serve(memory, port=0, ready=lambda url: print(url, flush=True), log_level=logging.INFO)
print("ended in order", flush=True)
"""


def test_a_served_place_ends_in_order_when_it_is_told_to(tmp_path: Path):
    run = [sys.executable, "-c", SERVES, str(tmp_path)]
    with subprocess.Popen(run, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as served:
        assert served.stdout is not None
        secret, url = served.stdout.readline().strip(), served.stdout.readline().strip()
        with httpx2.Client(base_url=url, headers={"Authorization": f"Bearer {secret}"}, verify=False) as client:
            begun = client.post("/v1/session", json={"space": "user/alice", "session": "s1"}).json()
            client.post(f"/v1/session/{begun['id']}/messages", json={"text": "I moved to Lisbon and I love the ocean."})
            served.terminate()
            told, logged = served.communicate(timeout=60)
    assert (served.returncode, told.strip()) == (0, "ended in order")
    assert "POST /v1/session/{id}/messages 200 " in logged
    assert "Lisbon" not in logged
    assert secret not in logged
    with Perdure(tmp_path, embedder=HashEmbedder()) as memory:
        assert any("Lisbon" in kept.text for kept in memory.space("user/alice").list())


def test_an_interrupt_ends_a_gateway_and_nothing_else(memory: Perdure):
    before = signal.getsignal(signal.SIGINT)
    heard: list[str] = []

    def interrupt(url: str) -> None:
        heard.append(url)
        os.kill(os.getpid(), signal.SIGINT)

    serve(memory, port=0, ready=interrupt)
    assert len(heard) == 1
    assert signal.getsignal(signal.SIGINT) is before


def test_a_request_that_is_under_way_is_finished_when_the_gateway_ends(tmp_path: Path):
    begun, goes_on = threading.Event(), threading.Event()

    class Waiting(HashEmbedder):
        """Holds an answer up until the gateway is about to end."""

        def embed(self, texts, *, use):  # noqa: ANN001
            if use == "query":
                begun.set()
                goes_on.wait(30)
            return super().embed(texts, use=use)

    with Perdure(tmp_path, embedder=Waiting()) as memory, ThreadPoolExecutor(1) as pool:
        secret = memory.tokens.new("admin", grants=["*:admin"]).secret
        memory.space("user/a").remember("Ada likes tea")
        with running(memory) as url:
            asked = {"space": "user/a", "query": "what does Ada like?"}
            waiting = pool.submit(
                httpx2.post,
                f"{url}/v1/recall",
                json=asked,
                headers={"Authorization": f"Bearer {secret}"},
                timeout=30,
                verify=False,
            )
            assert begun.wait(30)
            threading.Timer(0.05, goes_on.set).start()
        assert waiting.result().status_code == 200


@pytest.mark.parametrize("begun", [b"", b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"])
def test_a_second_interrupt_drops_what_is_open_without_an_answer_and_without_an_error(
    memory: Perdure, caplog: pytest.LogCaptureFixture, begun: bytes
):
    secret = memory.tokens.new("laptop", grants=["user/me:write"]).secret
    told: list[int] = []

    def interrupt() -> None:
        os.kill(os.getpid(), signal.SIGINT)

    def again(requests: int) -> None:
        told.append(requests)
        interrupt()

    def upstream(model: socket.socket, asked: list[socket.socket]) -> None:
        asked.append(model.accept()[0])
        asked[0].recv(1)
        asked[0].sendall(begun)
        interrupt()

    with socket.create_server(("127.0.0.1", 0)) as model, ThreadPoolExecutor(2) as pool, ExitStack() as ends:
        asked: list[socket.socket] = []
        listening_model = pool.submit(upstream, model, asked)
        answers: list[Future[httpx2.Response]] = []

        def ask(url: str) -> None:
            body = {"model": "m", "stream": True, "messages": [{"role": "user", "content": "你好 hello"}]}
            headers = {"Authorization": f"Bearer {secret}"}
            answers.append(
                pool.submit(
                    httpx2.post,
                    f"{url}/openai/v1/chat/completions",
                    json=body,
                    headers=headers,
                    timeout=60,
                    verify=False,
                )
            )

        url = f"http://127.0.0.1:{model.getsockname()[1]}/v1"
        options = GatewayOptions(grace_seconds=60, upstream=Upstream(urls=(url,), key="k"))
        serve(memory, port=0, options=options, ready=ask, waiting=again)
        listening_model.result()
        ends.callback(asked[0].close)
        assert isinstance(answers[0].exception(), httpx2.TransportError)
    assert told == [1]
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
