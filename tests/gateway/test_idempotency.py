"""The same request under the same key is done once."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest

from perdure import Perdure, Turn
from perdure.errors import IdempotencyConflict
from perdure.gateway.idempotency import Once, Running
from tests.gateway.asking import told
from tests.gateway.conftest import Gateway


def send(client: httpx2.Client, verb: str, key: str, body: dict[str, object]) -> httpx2.Response:
    return client.post(f"/v1/{verb}", json=body, headers={"Idempotency-Key": key})


@pytest.mark.parametrize(
    ("verb", "body"),
    [
        ("remember", {"text": "用户偏好靠窗座位"}),
        ("remember_many", {"items": ["第一条", "the second one"]}),
        ("observe", {"turns": [{"text": "没有 ref 的一句话"}]}),
        ("capture", {"turns": [{"text": "My name is Ling"}]}),
        ("permanent/add", {"text": "Never deploy on Friday", "kind": "boundary"}),
        ("upkeep", {}),
    ],
)
def test_the_second_answer_is_the_first_one_byte_for_byte(
    gateway: Gateway, admin: httpx2.Client, space: str, verb: str, body: dict[str, object]
):
    gateway.memory.space(space).observe([Turn("有这个空间")])
    first = send(admin, verb, "k-1", {"space": space, **body})
    gateway.clock.advance(hours=1)
    before = gateway.memory.space(space).stats()
    again = send(admin, verb, "k-1", {"space": space, **body})
    assert told(first) == told(again)
    assert first.content == again.content
    assert again.headers["idempotent-replay"] == "true"
    assert "idempotent-replay" not in first.headers
    after = gateway.memory.space(space).stats()
    assert (after.memories, after.entries) == (before.memories, before.entries)


def test_a_refusal_is_answered_again_as_it_was(admin: httpx2.Client, space: str):
    id = told(send(admin, "remember", "a", {"space": space, "text": "The team is seven people"}))["memory"]["id"]
    body = {"space": space, "id": id, "text": "The team is eight people", "version": 7}
    first, again = send(admin, "correct", "b", body), send(admin, "correct", "b", body)
    assert told(first, 409) == told(again, 409)
    assert again.headers["idempotent-replay"] == "true"


def test_another_request_under_the_key_is_a_conflict(gateway: Gateway, admin: httpx2.Client, space: str):
    told(send(admin, "remember", "k", {"space": space, "text": "一"}))
    for verb, body in (("remember", {"text": "二"}), ("observe", {"turns": [{"text": "一"}]})):
        assert told(send(admin, verb, "k", {"space": space, **body}), 409)["code"] == "idempotency_conflict"
    assert gateway.memory.space(space).list().total == 1


def test_a_key_belongs_to_its_token(gateway: Gateway, admin: httpx2.Client, space: str):
    told(send(admin, "remember", "k", {"space": space, "text": "from the admin"}))
    with gateway.client(f"{space}:write") as agent:
        response = send(agent, "remember", "k", {"space": space, "text": "来自另一个令牌"})
    assert told(response)["outcome"] == "added"
    assert "idempotent-replay" not in response.headers


def test_a_day_later_the_key_is_free_again(gateway: Gateway, admin: httpx2.Client, space: str):
    told(send(admin, "remember", "k", {"space": space, "text": "记一次"}))
    gateway.clock.advance(hours=24)
    response = send(admin, "remember", "k", {"space": space, "text": "记一次"})
    assert told(response)["outcome"] == "reinforced"
    assert "idempotent-replay" not in response.headers


def test_of_requests_at_once_under_one_key_one_is_done(gateway: Gateway, space: str):
    body = {"space": space, "turns": [{"text": f"并发的一句 {number}"} for number in range(50)]}
    with gateway.client() as client, ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: send(client, "observe", "same", body), range(8)))
    codes = {told(answer, 409)["code"] for answer in answers if answer.status_code == 409}
    assert codes <= {"idempotency_conflict"}
    assert len({answer.content for answer in answers if answer.status_code == 200}) == 1
    assert gateway.memory.space(space).entries().total == 50


def test_while_the_first_request_runs_the_same_one_is_a_conflict(memory: Perdure):
    """The first is held inside its act until the second was refused."""
    space = memory.space("user/alice")
    once = Once(key="k", request="r", running=Running())
    inside, refused = threading.Event(), threading.Event()

    def act() -> Sequence[object]:
        inside.set()
        assert refused.wait(30)
        return space.observe([Turn("只说一次")])

    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(once, space, act)
        assert inside.wait(30)
        with pytest.raises(IdempotencyConflict):
            once(space, act)
        refused.set()
        assert first.result().status_code == 200
    assert once(space, act).headers["idempotent-replay"] == "true"
    assert space.entries().total == 1


def test_what_failed_on_this_side_is_not_kept(memory: Perdure):
    space = memory.space("user/alice")
    once = Once(key="k", request="r", running=Running())
    space.observe([Turn("有这个空间")])
    tries = iter([None, "done"])

    def act() -> object:
        done = next(tries)
        if done is None:
            raise OSError
        return done

    with pytest.raises(OSError):
        once(space, act)
    assert once(space, act).body == b'"done"'


@pytest.mark.parametrize("key", ["", "has space", "中文", "x" * 201])
def test_a_key_that_is_none_is_refused(gateway: Gateway, admin: httpx2.Client, space: str, key: str):
    headers = {"Idempotency-Key": key.encode()}
    response = admin.post("/v1/remember", json={"space": space, "text": "x"}, headers=headers)
    assert told(response, 422)["code"] == "invalid_request"
    assert gateway.memory.space(space).list().total == 0


def test_whoever_may_not_write_leaves_nothing_behind(gateway: Gateway, admin: httpx2.Client, space: str):
    told(send(admin, "remember", "k", {"space": space, "text": "有这个空间"}))
    with gateway.client(f"{space}:read") as reader:
        for _ in range(2):
            response = send(reader, "remember", "k", {"space": space, "text": "x"})
            assert told(response, 403)["code"] == "forbidden"
            assert "idempotent-replay" not in response.headers
