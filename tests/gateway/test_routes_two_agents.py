"""Two agents on one project space, under one set of rules, each with a token of its own."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest

from tests.behaviour.requirements import requirement
from tests.gateway.asking import ask, look, told
from tests.gateway.conftest import Gateway

Pair = tuple[httpx2.Client, httpx2.Client]


@pytest.fixture
def project(space: str) -> str:
    return "project/" + space[5:]


@pytest.fixture
def agents(gateway: Gateway, project: str) -> Iterator[Pair]:
    with (
        gateway.client(f"{project}:write", name="规划") as planner,
        gateway.client(f"{project}:write", name="coder") as coder,
    ):
        yield planner, coder


@requirement("A5")
def test_what_one_writes_the_other_finds_at_once(agents: Pair):
    planner, coder = agents
    ask(planner, "remember", text="订单服务的数据库是 Postgres", kind="decision")
    ask(coder, "remember", text="The payment API is rate limited to 100 requests", kind="fact")
    assert ask(coder, "recall", query="订单服务用什么数据库？")["hits"][0]["text"] == "订单服务的数据库是 Postgres"
    assert "rate limited" in ask(planner, "recall", query="Is the payment API limited?")["hits"][0]["text"]
    assert look(planner, "memories") == look(coder, "memories")


@requirement("A5")
def test_histories_name_each_agent(agents: Pair):
    planner, coder = agents
    id = ask(planner, "remember", text="接口版本是 v2")["memory"]["id"]
    ask(coder, "correct", id=id, text="接口版本是 v3", version=1)
    ask(planner, "confirm", id=id)
    history = look(coder, f"memories/{id}/history")["items"]
    assert [(change["actor"], change["action"]) for change in history][1:] == [
        ("coder", "corrected"),
        ("规划", "confirmed"),
    ]
    assert history[0]["actor"] == "规划"


@requirement("A5")
def test_where_they_disagree_a_person_decides_and_both_obey(admin: httpx2.Client, agents: Pair, project: str):
    planner, coder = agents
    ask(planner, "remember", text="上线日期是五月一日", slot="上线", value="五月一日", source="planner")
    queued = ask(coder, "remember", text="上线日期是五月九日", slot="上线", value="五月九日", source="coder")
    assert queued["outcome"] == "queued"
    assert look(coder, "memory", slot="上线")["value"] == "五月一日"
    assert ask(coder, f"reviews/{queued['review']}/accept", status=403)["code"] == "forbidden"
    ask(admin, f"reviews/{queued['review']}/accept", project, reason="测试需要时间")
    assert [look(agent, "memory", slot="上线")["value"] for agent in agents] == ["五月九日", "五月九日"]


@requirement("A5")
def test_one_policy_holds_for_both_and_neither_sets_it(admin: httpx2.Client, agents: Pair, project: str):
    planner, coder = agents
    assert told(coder.put("/v1/policy", json={"changes": {"limits": {"hits": 1}}}), 403)["code"] == "forbidden"
    told(admin.put("/v1/policy", json={"space": project, "changes": {"limits": {"hits": 2}}}))
    for number in range(4):
        ask(planner, "remember", text=f"部署步骤 {number}：检查服务 {number}")
    assert [len(ask(agent, "recall", query="部署步骤检查服务")["hits"]) for agent in agents] == [2, 2]
    assert [look(agent, "policy")["changes"] for agent in agents] == [{"limits": {"hits": 2}}] * 2
    assert ask(coder, "remember", text="Call Bob at +1 415 555 0132")["memory"]["text"].find("0132") == -1


@requirement("A5")
def test_of_two_updates_at_once_none_is_lost(agents: Pair):
    planner, coder = agents
    id = ask(planner, "remember", text="待办 0")["memory"]["id"]

    def update(agent: httpx2.Client) -> int:
        """Read and write until it is accepted; how often it was refused."""
        refused = 0
        while True:
            read = agent.get(f"/v1/memories/{id}")
            number = int(read.json()["text"].split()[1])
            body = {"id": id, "text": f"待办 {number + 1}"}
            answer = agent.post("/v1/correct", json=body, headers={"If-Match": read.headers["etag"]})
            if answer.status_code == 200:
                return refused
            assert told(answer, 409)["code"] == "version_conflict"
            refused += 1

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(update, [planner, coder] * 6))
    assert look(planner, f"memories/{id}")["text"] == "待办 12"
    assert look(planner, f"memories/{id}")["version"] == 13


@requirement("A5")
def test_an_agent_of_another_project_sees_none_of_it(gateway: Gateway, agents: Pair, project: str):
    planner, _ = agents
    id = ask(planner, "remember", text="内部代号是青鸟")["memory"]["id"]
    with gateway.client("project/elsewhere:write") as stranger:
        assert look(stranger, f"memories/{id}", project, status=403)["code"] == "forbidden"
        absent, foreign = (look(stranger, f"memories/{name}", status=404) for name in ("mem_none", id))
        assert foreign == {**absent, "detail": absent["detail"].replace("mem_none", id)}
        assert ask(stranger, "recall", query="内部代号")["hits"] == []
