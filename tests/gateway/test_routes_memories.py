"""The routes of memories: what is answered is what the library would have given."""

from __future__ import annotations

import httpx2
import pytest

from perdure import Memory, Slot, wire
from perdure.app.values import Explanation
from perdure.domain.change import Added, Change, Reinforced, Rejected, Superseded
from tests.behaviour.requirements import requirement
from tests.gateway.asking import ask, look, told
from tests.gateway.conftest import Gateway


@requirement("A1")
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("用户偏好靠窗座位", "preference"),
        ("The user moved to Lisbon in May", "fact"),
        ("开会用 Zoom，not Teams", "rule"),
    ],
)
def test_remembering_gives_the_outcome_and_real_characters(
    gateway: Gateway, admin: httpx2.Client, space: str, text: str, kind: str
):
    response = admin.post("/v1/remember", json={"space": space, "text": text, "kind": kind, "tags": ["旅行"]})
    outcome = wire.outcome(told(response))
    assert isinstance(outcome, Added)
    assert outcome.memory == gateway.memory.space(space).get(outcome.memory.id)
    assert text in response.text
    assert "旅行" in response.text


def test_every_option_of_remember_arrives(gateway: Gateway, admin: httpx2.Client, space: str):
    answer = ask(
        admin, "remember", space, text="用户住在杭州", kind="fact", slot={"subject": "alice", "attribute": "城市"}, value="杭州",
        importance=0.9, confidence=0.8, source="planner", at="2026-02-01T08:00:00+08:00", holds_from="2026-01-01T00:00:00",
        holds_until="2027-01-01T00:00:00Z", expires_at="2028-01-01", half_life_days=12, tags=["a", "乙"], metadata={"n": [1, None]},
    )  # fmt: skip
    found = gateway.memory.space(space).get(answer["memory"]["id"])
    assert found is not None
    assert (found.kind, found.slot, found.value) == ("fact", Slot("alice", "城市"), "杭州")
    assert (found.importance, found.confidence, found.half_life_days) == (0.9, 0.8, 12)
    assert (found.source.tool, found.tags, found.metadata) == ("planner", ("a", "乙"), {"n": [1, None]})
    assert found.created_at.isoformat() == "2026-02-01T00:00:00+00:00"
    assert found.holds_from.isoformat() == "2026-01-01T00:00:00+00:00"
    assert found.holds_until is not None
    assert found.holds_until.year == 2027
    assert found.expires_at is not None
    assert found.expires_at.isoformat() == "2028-01-01T00:00:00+00:00"


@requirement("A1")
def test_a_batch_reports_each_item_and_one_bad_item_costs_no_other(admin: httpx2.Client, space: str):
    items = [
        "我喜欢喝茶",
        5,
        {"text": "I work at Acme", "at": "no time"},
        {"text": "I live in 杭州", "slot": {"subject": "self", "attribute": "city"}, "at": "2026-02-01T00:00:00"},
        {"text": "no such option", "colour": "red"},
        {"text": "我喜欢喝茶"},
    ]
    batch = wire.batch(ask(admin, "remember_many", space, items=items))
    assert [type(outcome) for outcome in batch] == [Added, Rejected, Rejected, Added, Rejected, Reinforced]
    assert [rejected.code for _, rejected in batch.rejected] == ["invalid_text", "invalid_value", "invalid_value"]
    added = batch.outcomes[3]
    assert isinstance(added, Added)
    assert added.memory.slot == Slot("self", "city")


def test_a_statement_in_a_slot_supersedes_the_one_before(admin: httpx2.Client, space: str):
    ask(admin, "remember", space, text="用户住在上海", slot="城市", value="上海")
    outcome = wire.outcome(ask(admin, "remember", space, text="用户住在杭州", slot="城市", value="杭州"))
    assert isinstance(outcome, Superseded)
    assert look(admin, "memory", space, slot="城市")["value"] == "杭州"
    assert look(admin, "memory", space, slot="城市", subject="bob", status=404)["code"] == "not_found"


def test_memories_are_listed_page_by_page(gateway: Gateway, admin: httpx2.Client, space: str):
    for number in range(5):
        ask(
            admin,
            "remember",
            space,
            text=f"第{number}条 note number {number}",
            tags=["偶数" if number % 2 == 0 else "odd"],
        )
    first = wire.page(Memory, look(admin, "memories", space, limit=2))
    assert (len(first), first.total) == (2, 5)
    second = wire.page(Memory, look(admin, "memories", space, limit=2, cursor=first.next))
    assert [*first, *second] == list(gateway.memory.space(space).list(limit=4))
    assert look(admin, "memories", space, tags="偶数")["total"] == 3
    assert look(admin, "memories", space, kinds=["fact", "rule"], statuses=["forgotten"])["total"] == 0
    assert look(admin, "memories", space, statuses="all")["total"] == 5


def test_a_memory_is_read_with_its_version_as_etag(gateway: Gateway, admin: httpx2.Client, space: str):
    id = ask(admin, "remember", space, text="The deploy window is Tuesday")["memory"]["id"]
    ask(admin, "confirm", space, id=id)
    response = admin.get(f"/v1/memories/{id}", params={"space": space})
    assert wire.value(Memory, told(response)) == gateway.memory.space(space).get(id)
    assert response.headers["etag"] == '"2"'


def test_every_answer_that_is_one_memory_has_the_etag_for_the_next_change(admin: httpx2.Client, space: str):
    def sent(verb: str, tag: str | None = None, **body: object) -> tuple[str, str]:
        headers = {} if tag is None else {"If-Match": tag}
        response = admin.post(f"/v1/{verb}", json={"space": space, **body}, headers=headers)
        return told(response).get("memory", response.json())["id"], response.headers["etag"]

    id, tag = sent("remember", text="茶在厨房")
    assert tag == '"1"'
    for number, (verb, body) in enumerate(
        [("correct", {"text": "茶在柜子里"}), ("confirm", {}), ("feedback", {"verdict": "useful"})], start=2
    ):
        assert sent(verb, tag if verb == "correct" else None, id=id, **body) == (id, f'"{number}"')
    assert told(admin.post("/v1/correct", json={"space": space, "id": id, "text": "x"}, headers={"If-Match": tag}), 409)
    told(admin.post("/v1/forget", json={"space": space, "id": id}))
    assert sent("restore", id=id) == (id, '"6"')
    lasting, tag = sent("permanent/add", text="说话直接", kind="role")
    assert sent("permanent/correct", tag, id=lasting, text="说话简短") == (lasting, '"2"')


def test_an_answer_that_is_given_again_has_its_etag_too(admin: httpx2.Client, space: str):
    body, key = {"space": space, "text": "咖啡在抽屉里"}, {"Idempotency-Key": "k1"}
    first, again = (admin.post("/v1/remember", json=body, headers=key) for _ in range(2))
    assert again.headers["idempotent-replay"] == "true"
    assert (again.headers["etag"], again.content) == (first.headers["etag"], first.content)


def test_an_answer_about_several_has_none(admin: httpx2.Client, space: str):
    ask(admin, "remember", space, text="the tea is in the kitchen")
    for path in ("memories", "stats", "policy"):
        assert "etag" not in admin.get(f"/v1/{path}", params={"space": space}).headers


def test_history_and_explanation_are_those_of_the_library(gateway: Gateway, admin: httpx2.Client, space: str):
    id = ask(admin, "remember", space, text="评审在周四下午")["memory"]["id"]
    ask(admin, "correct", space, id=id, text="评审在周五下午", reason="改期")
    own = gateway.memory.space(space)
    history = [wire.value(Change, item) for item in look(admin, f"memories/{id}/history", space)["items"]]
    assert history == list(own.history(id))
    assert [change.reason for change in history][-1] == "改期"
    assert {change.actor for change in history} == {"admin"}
    assert wire.value(Explanation, look(admin, f"memories/{id}/explain", space)) == own.explain(id)
    later = look(admin, f"memories/{id}/explain", space, now="2026-06-01T00:00:00")
    assert later["decay"] < own.explain(id).decay


@requirement("A1", "M5")
def test_a_stale_version_is_refused_with_both_versions(admin: httpx2.Client, space: str):
    id = ask(admin, "remember", space, text="The team is seven people")["memory"]["id"]
    assert ask(admin, "correct", space, id=id, text="The team is eight people", version=1)["version"] == 2
    stale = ask(admin, "correct", space, id=id, text="The team is nine people", version=1, status=409)
    assert (stale["code"], stale["expected"], stale["actual"]) == ("version_conflict", 1, 2)
    url, body = "/v1/correct", {"space": space, "id": id, "text": "团队有九个人"}
    stale = told(admin.post(url, json=body, headers={"If-Match": '"1"'}), 409)
    assert (stale["code"], stale["expected"], stale["actual"]) == ("version_conflict", 1, 2)
    assert told(admin.post(url, json=body, headers={"If-Match": '"2"'}))["text"] == "团队有九个人"


@requirement("M5")
def test_a_change_to_other_fields_in_between_can_be_merged(admin: httpx2.Client, space: str):
    id = ask(admin, "remember", space, text="每周一发周报")["memory"]["id"]
    ask(admin, "correct", space, id=id, tags=["周报"])
    merged = ask(admin, "correct", space, id=id, text="每周二发周报", version=1, merge=True)
    assert (merged["text"], merged["tags"], merged["version"]) == ("每周二发周报", ["周报"], 3)


@pytest.mark.parametrize("header", ['"2"', "2", "*", 'W/"1"', '"x"', ""])
def test_if_match_that_contradicts_the_version_or_is_none_is_a_bad_request(
    admin: httpx2.Client, space: str, header: str
):
    id = ask(admin, "remember", space, text="The build runs nightly")["memory"]["id"]
    body = {"space": space, "id": id, "text": "The build runs hourly", "version": 1}
    assert told(admin.post("/v1/correct", json=body, headers={"If-Match": header}), 400)["code"] == "invalid_value"
    assert look(admin, f"memories/{id}", space)["version"] == 1


def test_a_field_that_is_left_out_stays_and_null_takes_it_away(admin: httpx2.Client, space: str):
    id = ask(admin, "remember", space, text="优惠券周五到期", expires_at="2026-03-06T00:00:00", tags=["券"])["memory"][
        "id"
    ]
    assert ask(admin, "correct", space, id=id, importance=0.7)["expires_at"] == "2026-03-06T00:00:00+00:00"
    after = ask(admin, "correct", space, id=id, expires_at=None)
    assert (after["expires_at"], after["tags"], after["importance"]) == (None, ["券"], 0.7)


@requirement("A1")
def test_forgetting_and_restoring(gateway: Gateway, admin: httpx2.Client, space: str):
    ids = [
        ask(admin, "remember", space, text=text)["memory"]["id"]
        for text in ("我养了一只猫", "My bike is red", "第三件事")
    ]
    gone = ask(admin, "forget", space, id=ids[:2], reason="不再需要")["memories"]
    assert [memory["status"] for memory in gone] == ["forgotten", "forgotten"]
    assert ask(admin, "forget", space, id=ids[2])["memories"][0]["id"] == ids[2]
    assert len(gateway.memory.space(space).list()) == 0
    assert ask(admin, "restore", space, id=ids[0], reason="还需要")["status"] == "active"
    assert ask(admin, "forget", space, id=[ids[1], "mem_none"], status=404)["code"] == "not_found"


def test_feedback_and_confirmation(admin: httpx2.Client, space: str):
    id = ask(admin, "remember", space, text="The staging password rotates monthly")["memory"]["id"]
    assert ask(admin, "feedback", space, id=id, verdict="useful")["status"] == "active"
    assert ask(admin, "feedback", space, id=id, verdict="outdated", reason="过期了")["status"] == "review"
    assert ask(admin, "feedback", space, id=id, verdict="meh", status=400)["code"] == "invalid_value"
    assert ask(admin, "confirm", space, id="mem_none", status=404)["code"] == "not_found"


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"text": "x", "importance": 2}, 400, "invalid_value"),
        ({"text": "  "}, 400, "invalid_text"),
        ({"text": "x", "kind": "mood"}, 400, "unknown_kind"),
        ({"text": "x", "kind": "profile"}, 409, "permanent_memory"),
        ({"text": 5}, 422, "invalid_request"),
        ({"text": "x", "importance": "0.5"}, 422, "invalid_request"),
        ({"text": "x", "importance": True}, 422, "invalid_request"),
        ({"text": "x", "at": 1700000000}, 422, "invalid_request"),
        ({"text": "x", "at": "1700000000"}, 422, "invalid_request"),
        ({"text": "x", "colour": "red"}, 422, "invalid_request"),
        ({"text": "x", "space": "nowhere"}, 400, "invalid_space_name"),
        ({}, 422, "invalid_request"),
    ],
)
def test_what_cannot_be_remembered_is_refused_and_changes_nothing(
    gateway: Gateway, admin: httpx2.Client, space: str, fields: dict[str, object], status: int, code: str
):
    answer = told(admin.post("/v1/remember", json={"space": space, **fields}), status)
    assert answer["code"] == code
    assert gateway.memory.space(space).list(statuses="all").total == 0


def test_a_request_without_a_space_is_about_the_home_of_the_token(gateway: Gateway, admin: httpx2.Client, space: str):
    with gateway.client(f"{space}:write", "project/orders:read") as agent:
        assert ask(agent, "remember", text="我叫小林")["memory"]["space"] == space
        assert look(agent, "memories")["total"] == 1
    assert ask(admin, "remember", text="whose?", status=400)["code"] == "invalid_value"


def test_a_parameter_that_does_not_exist_is_refused(admin: httpx2.Client, space: str):
    answer = told(admin.get("/v1/memories", params={"space": space, "tag": "a"}), 422)
    assert answer["code"] == "invalid_request"
    assert look(admin, "memories", space, limit=0, status=400)["code"] == "invalid_value"
    assert told(admin.get("/v1/memories", params={"space": space, "statuses": "gone"}), 400)["code"] == "invalid_value"
