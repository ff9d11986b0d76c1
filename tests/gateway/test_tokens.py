"""Who gets in: good tokens, shown in a header, and nobody else."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import httpx2
import pytest

from perdure import Perdure
from perdure.testing import HashEmbedder
from perdure.testing.gateway import running
from tests.behaviour.requirements import requirement
from tests.gateway import raw
from tests.gateway.conftest import Gateway


def me(gateway: Gateway, **headers: str) -> httpx2.Response:
    return httpx2.get(
        f"{gateway.url}/v1/me", headers={name.replace("_", "-"): value for name, value in headers.items()}, verify=False
    )


def asked(gateway: Gateway, *headers: str) -> raw.Answer:
    """What a request with just these headers gets; some of them no client library would send."""
    return raw.exchange(gateway.port, raw.head(gateway.port, None, *headers, method="GET", path="/v1/me"))


def test_a_good_token_opens_the_gateway(gateway: Gateway):
    answer = me(gateway, Authorization=f"Bearer {gateway.token('user/alice:write')}")
    assert answer.status_code == 200
    assert answer.json()["home"] == "user/alice"


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": ""},
        {"Authorization": "Bearer"},
        {"Authorization": "Bearer "},
        {"Authorization": "Bearer None"},
        {"Authorization": "Bearer null"},
        {"Authorization": "Bearer pdr_"},
        {"Authorization": "Bearer pdr_" + "A" * 43},
        {"Authorization": "Bearer " + "x" * 20_000},
        {"Authorization": "Basic YWRtaW46YWRtaW4="},
        {"Authorization": "pdr_" + "A" * 43},
        {"X-API-Key": ""},
        {"X-API-Key": "None"},
        {"X-API-Key": "pdr_" + "A" * 43},
        {"Cookie": "token=pdr_" + "A" * 43},
    ],
)
def test_without_a_good_token_nothing_opens(gateway: Gateway, headers: dict[str, str]):
    answer = asked(gateway, *(f"{name}: {value}" for name, value in headers.items()))
    assert (answer.status, answer.code) == (401, "invalid_token")
    assert answer.headers["www-authenticate"].startswith("bearer")
    assert answer.headers["content-type"] == "application/problem+json"


def test_what_only_looks_like_a_token_in_other_letters_is_none(gateway: Gateway):
    for shown in ("令牌", "\udcff\udcfe", f"{gateway.secret}，", f"{gateway.secret} {gateway.secret}"):
        assert asked(gateway, f"Authorization: Bearer {shown}").status == 401


def test_blanks_around_a_good_token_are_no_part_of_it(gateway: Gateway):
    for shown in (f"Bearer {gateway.secret} ", f"Bearer   {gateway.secret}", f"bearer {gateway.secret}"):
        assert asked(gateway, f"Authorization: {shown}").status == 200


def test_a_tool_that_can_only_set_an_api_key_gets_in(gateway: Gateway):
    assert me(gateway, X_API_Key=gateway.secret).status_code == 200
    assert asked(gateway, f"X-API-Key: {gateway.secret}", "Authorization: Bearer ").status == 200
    assert me(gateway, X_API_Key=gateway.secret, Authorization="Bearer pdr_wrong").status_code == 401


def test_a_request_that_shows_two_tokens_shows_none(gateway: Gateway):
    assert asked(gateway, *[f"Authorization: Bearer {gateway.secret}"] * 2).status == 401
    assert asked(gateway, *[f"X-API-Key: {gateway.secret}"] * 2).status == 401


def test_an_expired_token_opens_nothing(gateway: Gateway):
    secret = gateway.token("user/alice:read", lasts=timedelta(hours=1))
    assert me(gateway, Authorization=f"Bearer {secret}").status_code == 200
    gateway.clock.advance(hours=1)
    assert me(gateway, Authorization=f"Bearer {secret}").status_code == 401


def test_a_revoked_token_opens_nothing_from_then_on(gateway: Gateway):
    made = gateway.memory.tokens.new("agent", grants=["user/alice:read"])
    with gateway.client(secret=made.secret) as client:
        assert client.get("/v1/me").status_code == 200
        gateway.memory.tokens.revoke(made.token.id)
        assert client.get("/v1/me").status_code == 401


@requirement("R2")
def test_a_token_for_one_space_opens_no_other(gateway: Gateway, admin: httpx2.Client):
    mine, other = gateway.fresh(), gateway.fresh()
    admin.post("/v1/remember", json={"space": other, "text": "the spare key is under the flower pot"})
    with gateway.client(f"{mine}:write") as client:
        answers = [
            client.post("/v1/recall", json={"space": other, "query": "where is the spare key?"}),
            client.post("/v1/recall", json={"spaces": [mine, other], "query": "where is the spare key?"}),
            client.post("/v1/remember", json={"space": other, "text": "x"}),
            client.get("/v1/memories", params={"space": other}),
        ]
    assert {answer.status_code for answer in answers} == {403}
    assert {answer.json()["code"] for answer in answers} == {"forbidden"}
    assert not any("flower" in answer.text for answer in answers)


def test_a_token_that_may_read_writes_nothing(gateway: Gateway, admin: httpx2.Client, space: str):
    with gateway.client(f"{space}:read") as client:
        refused = client.post("/v1/remember", json={"space": space, "text": "Ada likes tea"})
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    assert admin.get("/v1/memories", params={"space": space}).json()["total"] == 0


@pytest.mark.parametrize("name", ["token", "access_token", "api_key", "key", "Authorization", "X-API-KEY"])
def test_a_token_in_the_address_is_refused_even_beside_a_good_one(gateway: Gateway, admin: httpx2.Client, name: str):
    for value in (gateway.secret, "", "anything"):
        answer = admin.get("/v1/me", params={name: value})
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid_request")


def test_a_secret_under_any_name_in_the_address_is_refused(gateway: Gateway, admin: httpx2.Client):
    for query in (f"space={gateway.secret}", f"x=%70dr_{gateway.secret[4:]}", f"a=1&b={gateway.secret}"):
        answer = admin.get(f"/v1/me?{query}")
        assert answer.status_code == 400
        assert gateway.secret[4:] not in answer.text


def test_the_last_use_of_a_token_is_noted(gateway: Gateway):
    made = gateway.memory.tokens.new("agent", grants=["user/alice:read"])
    me(gateway, Authorization=f"Bearer {made.secret}")
    used = {token.id: token.last_used_at for token in gateway.memory.tokens.list()}
    assert used[made.token.id] == gateway.clock.now()


def test_nobody_waits_at_the_door_for_a_process_that_writes_to_the_catalog(gateway: Gateway, tmp_path: Path):
    with Perdure(tmp_path, embedder=HashEmbedder()) as memory, running(memory) as url:
        shown = {"Authorization": f"Bearer {memory.tokens.new('agent', grants=['user/alice:read']).secret}"}
        with closing(sqlite3.connect(tmp_path / "catalog.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with httpx2.Client(base_url=url, headers=shown, verify=False, timeout=10) as client:
                assert [client.get("/v1/me").status_code for _ in range(3)] == [200] * 3


def test_a_place_whose_tokens_cannot_be_read_lets_nobody_in(tmp_path: Path):
    with Perdure(tmp_path, embedder=HashEmbedder()) as memory:
        secret = memory.tokens.new("admin", grants=["*:admin"]).secret
    (tmp_path / "catalog.db").write_bytes(b"no catalog at all" * 500)
    with Perdure(tmp_path, embedder=HashEmbedder()) as memory, running(memory) as url:
        answer = httpx2.get(f"{url}/v1/me", headers={"Authorization": f"Bearer {secret}"}, verify=False)
    assert answer.status_code == 503
    assert str(tmp_path) not in answer.text
