"""Who may use the proxy, with which key it goes on, and where to."""

from __future__ import annotations

from datetime import timedelta

import httpx2
import openai
import pytest

from tests.behaviour.requirements import requirement
from tests.proxy.conftest import KEY, Chatter, Gateway
from tests.proxy.upstream import ModelServer

BODY = {"model": "any", "messages": [{"role": "user", "content": "hi"}]}


def post(chatter: Chatter, **headers: str) -> httpx2.Response:
    shown = {name.replace("_", "-"): value for name, value in headers.items()}
    return chatter.post(json=BODY, headers=shown)


@requirement("A4")
def test_with_a_token_alone_the_key_is_that_of_the_gateway(chatter: Chatter):
    assert post(chatter, authorization=f"Bearer {chatter.secret}").status_code == 200
    assert chatter.asked.headers["authorization"] == f"Bearer {KEY}"


@requirement("A4")
def test_a_token_and_a_key_in_one_come_apart(chatter: Chatter):
    assert post(chatter, authorization=f"Bearer {chatter.secret}:sk-mine:with:colons").status_code == 200
    assert chatter.asked.headers["authorization"] == "Bearer sk-mine:with:colons"


@requirement("A4")
def test_a_token_in_a_header_of_its_own_leaves_the_key_alone(chatter: Chatter):
    assert post(chatter, authorization="Bearer sk-mine", x_perdure_token=chatter.secret).status_code == 200
    assert chatter.asked.headers["authorization"] == "Bearer sk-mine"


@requirement("A4", "C2")
def test_nothing_of_perdure_goes_on(chatter: Chatter):
    post(
        chatter,
        authorization=f"Bearer {chatter.secret}",
        api_key=chatter.secret,
        cookie="a=b",
        x_perdure_budget="100",
        x_perdure_anything="at all",
        openai_organization="org-1",
    )
    headers = chatter.asked.headers
    assert chatter.secret not in " ".join(headers.values())
    assert not [name for name in headers if name.startswith("x-perdure") or name == "cookie"]
    assert headers["openai-organization"] == "org-1"


def test_no_token_or_a_bad_one_is_refused_as_openai_would(gateway: Gateway, chatter: Chatter):
    revoked = gateway.memory.tokens.new("gone", grants=["user/me:write"])
    gateway.memory.tokens.revoke(revoked.token.id)
    for secret in ("sk-no-token-at-all", "pdr_wrong", revoked.secret):
        with pytest.raises(openai.AuthenticationError) as caught:
            chatter.with_key(secret).chat.completions.create(**BODY)
        assert caught.value.code == "invalid_token"
    assert post(chatter).status_code == 401
    assert gateway.http.get(f"{chatter.base}/models").status_code == 401
    assert chatter.gateway.model.asked == []


def test_a_token_that_was_revoked_opens_nothing_from_then_on(gateway: Gateway, chatter: Chatter):
    token = gateway.memory.tokens.new("tool", grants=[f"{chatter.space.name}:write"], lasts=timedelta(hours=1))
    assert post(chatter, authorization=f"Bearer {token.secret}").status_code == 200
    gateway.memory.tokens.revoke(token.token.id)
    assert post(chatter, authorization=f"Bearer {token.secret}").status_code == 401


def test_a_header_that_is_there_twice_counts_for_nothing(chatter: Chatter):
    twice = [("authorization", f"Bearer {chatter.secret}"), ("authorization", "Bearer sk-mine")]
    answer = chatter.post(json=BODY, headers=twice)
    assert answer.status_code == 401


@requirement("C2")
def test_another_space_than_the_tokens_is_refused_whether_it_exists_or_not(gateway: Gateway, chatter: Chatter):
    gateway.memory.space("user/there is one").remember("something")
    answers = [
        post(chatter, authorization=f"Bearer {chatter.secret}", x_perdure_space=name)
        for name in ("user/there is one", "user/there is 0n")
    ]
    assert [answer.status_code for answer in answers] == [403, 403]
    assert [answer.json()["error"]["code"] for answer in answers] == ["forbidden", "forbidden"]
    assert chatter.gateway.model.asked == []


def test_a_token_for_several_spaces_has_to_name_one(gateway: Gateway, chatter: Chatter):
    token = gateway.memory.tokens.new("everything", grants=["*:admin"])
    answer = post(chatter, authorization=f"Bearer {token.secret}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "invalid_value")
    named = post(chatter, authorization=f"Bearer {token.secret}", x_perdure_space=str(chatter.space.name))
    assert named.status_code == 200


@requirement("A4")
def test_only_servers_that_the_gateway_knows_are_asked(gateway: Gateway, chatter: Chatter, model: ModelServer):
    bearer = f"Bearer {chatter.secret}"
    assert post(chatter, authorization=bearer, x_perdure_upstream=gateway.other.url + "/").status_code == 200
    assert (len(gateway.other.asked), len(model.asked)) == (1, 0)
    for foreign in (
        "http://169.254.169.254/latest",
        gateway.other.url + ".example.com",
        gateway.other.url + "/../x",
        "",
    ):
        answer = post(chatter, authorization=bearer, x_perdure_upstream=foreign)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "invalid_value")
    assert (len(gateway.other.asked), len(model.asked)) == (1, 0)


def test_the_key_of_the_gateway_goes_to_its_first_server_alone(gateway: Gateway, chatter: Chatter):
    bearer = f"Bearer {chatter.secret}"
    post(chatter, authorization=bearer, x_perdure_upstream=gateway.other.url)
    assert "authorization" not in gateway.other.asked[-1].headers
    post(chatter, authorization=f"{bearer}:sk-mine", x_perdure_upstream=gateway.other.url)
    assert gateway.other.asked[-1].headers["authorization"] == "Bearer sk-mine"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("x_perdure_budget", "many"),
        ("x_perdure_budget", "-1"),
        ("x_perdure_budget", "９"),
        ("x_perdure_budget", "1000000"),
        ("x_perdure_deadline", "nan"),
        ("x_perdure_deadline", "0"),
        ("x_perdure_deadline", "1e9"),
        ("x_perdure_session", "%00"),
        ("x_perdure_session", "%ff"),
        ("x_perdure_session", "s" * 501),
        ("x_perdure_space", "nowhere"),
        ("x_perdure_space", "user/"),
    ],
)
def test_a_wish_that_makes_no_sense_is_refused(chatter: Chatter, name: str, value: str):
    shown = {"authorization": f"Bearer {chatter.secret}".encode(), name.replace("_", "-"): value.encode()}
    answer = chatter.post(json=BODY, headers=shown)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] in {"invalid_value", "invalid_space_name"}
    assert chatter.gateway.model.asked == []


def test_a_token_in_the_address_is_refused(chatter: Chatter):
    for query in (f"token={chatter.secret}", f"api_key={chatter.secret}", f"x={chatter.secret}"):
        answer = chatter.post(path=f"chat/completions?{query}", json=BODY)
        assert answer.status_code == 400
    assert chatter.gateway.model.asked == []
