"""What a token means where a request names no space, also one whose grants name none; and what is told to whoever is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from perdure import Perdure
from perdure.client import Client
from perdure.errors import InvalidSpaceName, InvalidValue
from perdure.gateway.app import create_app
from perdure.gateway.options import GatewayOptions, Upstream
from perdure.testing import HashEmbedder
from perdure.testing.gateway import running
from tests.behaviour.requirements import requirement
from tests.gateway.asking import ask, look
from tests.gateway.conftest import Gateway
from tests.conftest import MORNING
from perdure.testing import FrozenClock

USUAL = "user/小明"
NOBODY = Upstream(urls=("http://127.0.0.1:9/v1",), key="k")
"""A model server that does not answer."""


@pytest.fixture(scope="module")
def gateway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gateway]:
    """One that means a space where the grants of a token name none."""
    home, clock = Path(tmp_path_factory.mktemp("homes")), FrozenClock(MORNING)
    with Perdure(home, embedder=HashEmbedder(), clock=clock, timezone="UTC") as memory:
        first = memory.tokens.first()
        assert first is not None
        with running(memory, options=GatewayOptions(space=USUAL, upstream=NOBODY)) as url:
            yield Gateway(memory=memory, clock=clock, url=url, secret=first.secret)


@requirement("P1")
@pytest.mark.parametrize("grants", [["*:admin"], ["user/*:write"], ["user/*:write", "project/*:admin"]])
def test_a_token_whose_grants_name_no_space_is_at_home_in_the_usual_one(gateway: Gateway, grants: list[str]):
    with gateway.client(*grants) as client:
        assert look(client, "me")["home"] == USUAL
        kept = ask(client, "remember", text="钥匙在蓝色的碗里 the key is in the blue bowl")["memory"]
        assert kept["space"] == USUAL
        assert ask(client, "recall", query="钥匙在哪里")["hits"][0]["id"] == kept["id"]
        assert ask(client, "brief", query="where is the key")["memories"] == [kept["id"]]
        ask(client, "forget", id=kept["id"])


@requirement("P1")
def test_so_it_is_for_the_client_and_over_mcp(gateway: Gateway):
    with Client(gateway.url, gateway.secret, queue=None) as client:
        assert str(client.home.remember("the boat is in the harbour").memory.space) == USUAL
    call = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "memory_retrieve", "arguments": {"query": "boat"}},
    }
    with gateway.client() as admin:
        answered = admin.post("/mcp", json=call, headers={"Accept": "application/json, text/event-stream"})
    assert "harbour" in answered.text


@requirement("P1")
def test_so_it_is_through_the_model_proxy(gateway: Gateway):
    with gateway.client() as admin:
        answered = admin.post("/openai/v1/chat/completions", json={"messages": [{"role": "user", "content": "嗨"}]})
    assert answered.status_code == 502, answered.text


@pytest.mark.parametrize(
    ("grants", "home"),
    [
        (["user/a:write"], "user/a"),
        (["user/a:write", "*:read"], "user/a"),
        (["user/a:read", "user/b:read"], None),
        (["project/*:admin"], None),
        (["global:write"], "global"),
    ],
)
def test_any_other_token_has_the_home_it_had(gateway: Gateway, grants: list[str], home: str | None):
    with gateway.client(*grants) as client:
        assert look(client, "me")["home"] == home
        if home is None:
            assert ask(client, "remember", text="x y z", status=400)["code"] == InvalidValue.code


def test_a_gateway_without_a_usual_space_has_no_home_for_it(tmp_path: Path):
    with Perdure(tmp_path, embedder=None) as memory:
        first = memory.tokens.first()
        assert first is not None
        with (
            running(memory) as url,
            httpx2.Client(base_url=url, headers={"Authorization": f"Bearer {first.secret}"}, verify=False) as client,
        ):
            assert look(client, "me")["home"] is None


def test_a_usual_space_that_is_none_keeps_a_gateway_from_starting(memory: Perdure):
    with pytest.raises(InvalidSpaceName):
        create_app(memory, options=GatewayOptions(space="nowhere"))


# Refusals


@requirement("C2")
@pytest.mark.parametrize("space", ["user/bob", "user/nobody-at-all"])
def test_whoever_is_refused_reads_what_it_takes_and_what_he_has_whether_the_space_exists_or_not(
    gateway: Gateway, space: str
):
    gateway.memory.space("user/bob").remember("bob likes tea")
    with gateway.client("user/a:write", name="laptop") as client:
        told = ask(client, "recall", space, query="tea", status=403)["detail"]
        for word in ("`read`", space, "laptop", f"--grant '{space}:read'"):
            assert word in told
    with gateway.client(f"{space}:write", name="laptop") as client:
        told = look(client, "policy", space)
        answered = client.put("/v1/policy", json={"space": space, "changes": {}}).json()["detail"]
        for word in ("`admin`", "`write`", space, "laptop"):
            assert word in answered
