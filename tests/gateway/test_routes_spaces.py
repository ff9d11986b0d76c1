"""The routes of spaces, tokens, tools, and of whoever asks."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest

import perdure
from perdure import Policy, Turn, wire
from perdure.app.values import SpaceSummary, Stats
from perdure.domain.job import Job
from perdure.domain.upkeep import UpkeepReport
from tests.behaviour.requirements import requirement
from tests.gateway.asking import ask, look, told
from tests.gateway.conftest import Gateway

MESSAGES = [
    {"role": "system", "content": "You book trains."},
    {"role": "user", "content": "你好"},
    {"role": "user", "content": "明天下午的高铁，我要靠窗的座位。"},
    {"role": "assistant", "content": "Let me look for trains."},
    {"role": "user", "content": "By the way, my cat is called Momo."},
]


def test_spaces_are_listed_as_far_as_the_token_reads_them(gateway: Gateway, admin: httpx2.Client, space: str):
    other = gateway.fresh()
    for name in (space, other):
        ask(admin, "remember", name, text="有一条记忆")
    everything = [wire.value(SpaceSummary, item) for item in look(admin, "spaces")["items"]]
    assert everything == gateway.memory.spaces()
    with gateway.client(f"{space}:read") as agent:
        assert [item["name"] for item in look(agent, "spaces")["items"]] == [space]


def test_a_space_is_deleted_by_an_admin_who_names_it(gateway: Gateway, admin: httpx2.Client, space: str):
    ask(admin, "remember", space, text="临时的")
    with gateway.client(f"{space}:write") as agent:
        assert told(agent.delete("/v1/spaces", params={"space": space}), 403)["code"] == "forbidden"
    assert told(admin.delete("/v1/spaces"), 422)["code"] == "invalid_request"
    assert told(admin.delete("/v1/spaces", params={"space": space})) == {"deleted": True}
    assert told(admin.delete("/v1/spaces", params={"space": space})) == {"deleted": False}


def test_stats_are_those_of_the_library(gateway: Gateway, admin: httpx2.Client, space: str):
    ask(admin, "remember", space, text="The office has three rooms")
    assert wire.value(Stats, look(admin, "stats", space)) == gateway.memory.space(space).stats()


def test_the_policy_is_read_and_set(gateway: Gateway, admin: httpx2.Client, space: str):
    changes = {
        "limits": {"hits": 8},
        "half_lives": {"fact": 60.0, "preference": None},
        "fading": {"strategies": ["expire"]},
    }
    answer = told(admin.put("/v1/policy", json={"space": space, "changes": changes}))
    assert answer == look(admin, "policy", space)
    assert answer["changes"] == changes
    assert answer["policy"]["limits"]["hits"] == 8
    assert gateway.memory.space(space).policy() == Policy.from_changes(changes)
    for wrong in ({"limits": {"hits": "8"}}, {"colour": 1}, {"half_lives": [1]}, {"fading": {"strategies": [[1]]}}):
        assert told(admin.put("/v1/policy", json={"space": space, "changes": wrong}), 400)["code"] == "invalid_policy"
    unknown = {"space": space, "changes": {"half_lives": {"mood": 1}}}
    assert told(admin.put("/v1/policy", json=unknown), 400)["code"] == "unknown_kind"
    with gateway.client(f"{space}:write") as agent:
        assert told(agent.put("/v1/policy", json={"changes": {}}), 403)["code"] == "forbidden"
        assert look(agent, "policy")["changes"] == changes


def test_upkeep_says_what_it_would_do_and_does_it(gateway: Gateway, admin: httpx2.Client, space: str):
    ask(admin, "remember", space, text="会议室明天可用", expires_at="2026-03-02T00:00:00")
    later = "2026-03-03T00:00:00"
    would = wire.value(UpkeepReport, ask(admin, "upkeep", space, dry_run=True, strategies="expire", now=later))
    assert [(step.strategy, step.action) for step in would] == [("expire", "expired")]
    assert look(admin, "reviews", space)["total"] == 0
    done = wire.value(UpkeepReport, ask(admin, "upkeep", space, strategies=["expire"], now=later))
    assert [step.target for step in done] == [step.target for step in would]
    assert look(admin, "reviews", space)["total"] == 1
    assert ask(admin, "upkeep", space, strategies="dream", status=400)["code"] == "invalid_value"


def test_jobs_are_listed_and_one_that_is_none_cannot_be_tried_again(gateway: Gateway, admin: httpx2.Client, space: str):
    ask(admin, "capture", space, turns=[{"text": "我叫小林", "session": "s"}], wait=False)
    jobs = [wire.value(Job, item) for item in look(admin, "jobs", space)["items"]]
    assert all(str(job.space) == space for job in jobs)
    assert ask(admin, "retry", space, id="job_none", status=404)["code"] == "not_found"
    gateway.memory.join()


def test_reembedding_counts_what_it_embedded(admin: httpx2.Client, space: str):
    ask(admin, "remember", space, text="All vectors are there")
    assert ask(admin, "reembed", space) == {"embedded": 0}


@requirement("C3")
def test_an_agent_passes_on_less_than_it_has_for_a_while(gateway: Gateway, admin: httpx2.Client, space: str):
    ask(admin, "remember", space, text="The release is in May")
    with gateway.client(f"{space}:write", name="planner") as planner:
        made = ask(planner, "tokens", name="reader", grants=[f"{space}:read"], lasts_seconds=3600, status=201)
        assert made["token"]["grants"] == [f"{space}:read"]
        assert "digest" not in made["token"]
        more = ask(planner, "tokens", name="r", grants=[f"{space}:admin"], lasts_seconds=60, status=403)
        assert more["code"] == "forbidden"
        other = ask(planner, "tokens", name="r", grants=["user/bob:read"], lasts_seconds=60, status=403)
        assert other["code"] == "forbidden"
        for end in (
            {},
            {"lasts_seconds": -1},
            {"lasts_seconds": 1e300},
            {"lasts_seconds": 1, "expires_at": "2026-04-01"},
        ):
            refused = ask(planner, "tokens", name="r", grants=[f"{space}:read"], **end, status=400)
            assert refused["code"] == "invalid_value"
        assert {token["name"] for token in look(planner, "tokens")["items"]} == {"planner", "planner/reader"}
    with gateway.client(secret=made["secret"]) as reader:
        assert ask(reader, "recall", query="When is the release?")["hits"]
        assert ask(reader, "remember", text="我也想写", status=403)["code"] == "forbidden"
        assert look(reader, "memories", "user/bob", status=403)["code"] == "forbidden"
        assert [token["id"] for token in look(reader, "tokens")["items"]] == [made["token"]["id"]]
        gateway.clock.advance(hours=1)
        assert look(reader, "memories", status=401)["code"] == "invalid_token"


def test_a_token_is_revoked_with_those_derived_from_it(gateway: Gateway, admin: httpx2.Client, space: str):
    with gateway.client(f"{space}:write", name="parent") as parent:
        made = ask(parent, "tokens", name="child", grants=[f"{space}:read"], lasts_seconds=3600, status=201)
        with gateway.client(secret=made["secret"]) as child:
            mine = look(parent, "me")["token"]
            assert told(child.delete(f"/v1/tokens/{mine}"), 404)["code"] == "not_found"
            revoked = told(admin.delete(f"/v1/tokens/{mine}"))["revoked"]
            assert set(revoked) == {mine, made["token"]["id"]}
            assert look(child, "me", status=401)["code"] == "invalid_token"
    assert told(admin.delete("/v1/tokens/tok_none"), 404)["code"] == "not_found"


def test_a_secret_is_told_once_so_that_no_idempotency_key_is_taken(admin: httpx2.Client, space: str):
    body = {"name": "x", "grants": [f"{space}:read"]}
    refused = told(admin.post("/v1/tokens", json=body, headers={"Idempotency-Key": "k"}), 400)
    assert refused["code"] == "invalid_value"
    assert "x" not in {token["name"] for token in look(admin, "tokens")["items"]}


@requirement("P1")
def test_me_says_whom_the_token_speaks_for(gateway: Gateway, admin: httpx2.Client, space: str):
    with gateway.client(f"{space}:write", "project/orders:read", name="规划助手") as agent:
        me = look(agent, "me")
    assert (me["name"], me["grants"], me["home"]) == ("规划助手", [f"{space}:write", "project/orders:read"], space)
    assert (me["version"], me["embedder"]) == (perdure.__version__, gateway.memory.embedder)
    assert me["until"] is None
    assert look(admin, "me")["home"] is None


@requirement("A2")
def test_messages_are_summarised_with_no_language_model(gateway: Gateway, admin: httpx2.Client):
    answer = ask(admin, "summary", messages=MESSAGES, max_tokens=60)
    own = gateway.memory.summary(MESSAGES, max_tokens=60)
    assert answer == {"summary": own.text, "tokens": own.tokens, "left_out": own.left_out, "by": own.by}
    assert answer["tokens"] <= 60
    assert ask(admin, "summary", messages=MESSAGES)["summary"]
    assert ask(admin, "summary", messages=[{"role": "judge", "content": "x"}], status=400)["code"] == "invalid_value"


@requirement("A2")
@pytest.mark.parametrize(("query", "place"), [("座位要靠窗吗", 2), ("What is the cat called?", 4)])
def test_messages_are_filtered_with_no_language_model(admin: httpx2.Client, query: str, place: int):
    answer = ask(admin, "filter", messages=MESSAGES, query=query)
    assert place in answer["kept"]
    assert answer["messages"] == [MESSAGES[kept] for kept in answer["kept"]]
    assert {left["index"] for left in answer["dropped"]} | set(answer["kept"]) == set(range(len(MESSAGES)))
    assert len(ask(admin, "filter", messages=MESSAGES, query=query, max_tokens=40, k=1)["kept"]) <= 2


@requirement("P1")
def test_what_one_tool_writes_over_http_another_reads_in_python(gateway: Gateway, space: str):
    with gateway.client(f"{space}:write", name="editor") as editor:
        ask(editor, "capture", turns=[{"text": "记住：我对花生过敏", "session": "s"}])
    assert any("花生" in hit.text for hit in gateway.memory.space(space).recall("我对什么过敏？"))
    gateway.memory.space(space).observe([Turn("Dinner is at eight", session="s2")])
    with gateway.client(f"{space}:read", name="phone") as phone:
        assert ask(phone, "recall", query="When is dinner?")["hits"][0]["text"] == "Dinner is at eight"


@pytest.mark.parametrize(
    "sent", [{}, {"content": b""}, {"headers": {"Content-Type": "application/json"}}, {"json": {}}]
)
def test_a_verb_that_needs_to_be_told_nothing_may_come_without_a_body(
    gateway: Gateway, space: str, sent: dict[str, Any]
):
    with gateway.client(f"{space}:admin") as client:
        ask(client, "remember", text="the tea is in the kitchen")
        told(client.post("/v1/distil", **sent))
        told(client.post("/v1/reembed", **sent))
        told(client.post("/v1/upkeep", **sent))
        begun = told(client.post("/v1/session", **sent))
        told(client.post(f"/v1/session/{begun['id']}/messages", **sent))
        for verb in ("accept", "reject"):
            assert told(client.post(f"/v1/reviews/rev_none/{verb}", **sent), 404)["code"] == "not_found"
        assert told(client.post("/v1/confirm", **sent), 422)["code"] == "invalid_request"
