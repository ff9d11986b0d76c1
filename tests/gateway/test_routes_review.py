"""The routes of reviews and of permanent memory."""

from __future__ import annotations

import httpx2
import pytest

from perdure import Memory, wire
from perdure.domain.change import Added, Queued, Rejected, Superseded
from perdure.domain.review import Review
from tests.gateway.asking import ask, look
from tests.gateway.conftest import Gateway


@pytest.fixture
def disputed(admin: httpx2.Client, space: str) -> Queued:
    """Two statements of equal rank from two agents; the second waits for a person."""
    ask(admin, "remember", space, text="上线日期是五月一日", slot="上线", value="五月一日", source="planner")
    outcome = ask(admin, "remember", space, text="上线日期是五月九日", slot="上线", value="五月九日", source="tester")
    queued = wire.outcome(outcome)
    assert isinstance(queued, Queued)
    return queued


def test_what_waits_is_listed_and_read(gateway: Gateway, admin: httpx2.Client, space: str, disputed: Queued):
    page = wire.page(Review, look(admin, "reviews", space))
    assert [review.id for review in page] == [disputed.review]
    own = gateway.memory.space(space).review.get(disputed.review)
    assert wire.value(Review, look(admin, f"reviews/{disputed.review}", space)) == own
    assert look(admin, "reviews", space, memory=disputed.memory.id, questions="conflict")["total"] == 1
    assert look(admin, "reviews", space, states=["accepted", "rejected"])["total"] == 0
    assert look(admin, "reviews", space, states="all")["total"] == 1
    assert look(admin, "reviews/rev_none", space, status=404)["code"] == "not_found"


def test_a_review_is_accepted_once(admin: httpx2.Client, space: str, disputed: Queued):
    outcome = wire.outcome(ask(admin, f"reviews/{disputed.review}/accept", space, reason="测试说了算"))
    assert isinstance(outcome, Superseded)
    assert look(admin, "memory", space, slot="上线")["value"] == "五月九日"
    assert ask(admin, f"reviews/{disputed.review}/reject", space, status=409)["code"] == "review_decided"


def test_a_review_is_rejected_with_a_reason(admin: httpx2.Client, space: str, disputed: Queued):
    assert isinstance(wire.outcome(ask(admin, f"reviews/{disputed.review}/reject", space, reason="不对")), Rejected)
    assert look(admin, "memory", space, slot="上线")["value"] == "五月一日"
    assert look(admin, f"reviews/{disputed.review}", space)["reason"] == "不对"


def test_a_review_is_accepted_in_other_words(admin: httpx2.Client, space: str, disputed: Queued):
    ask(admin, f"reviews/{disputed.review}/edit", space, text="上线日期是五月五日", reason="折中")
    assert look(admin, "memory", space, slot="上线")["text"] == "上线日期是五月五日"


def test_only_an_admin_decides(gateway: Gateway, space: str, disputed: Queued):
    with gateway.client(f"{space}:write") as agent:
        assert look(agent, "reviews")["total"] == 1
        for verb in ("accept", "reject"):
            assert ask(agent, f"reviews/{disputed.review}/{verb}", status=403)["code"] == "forbidden"


def test_permanent_memory_is_changed_by_its_own_routes_alone(gateway: Gateway, admin: httpx2.Client, space: str):
    added = wire.outcome(
        ask(
            admin,
            "permanent/add",
            space,
            text="称呼用户为小林",
            kind="profile",
            slot="称呼",
            value="小林",
            tags=["名字"],
        )
    )
    assert isinstance(added, Added)
    id = added.memory.id
    assert (
        ask(admin, "permanent/add", space, text="Never deploy on Friday", kind="boundary")["memory"]["kind"]
        == "boundary"
    )
    page = wire.page(Memory, look(admin, "permanent", space))
    assert list(page) == list(gateway.memory.space(space).permanent.list())
    assert look(admin, "permanent", space, kinds="boundary")["total"] == 1
    changed = ask(admin, "permanent/correct", space, id=id, text="称呼用户为林工", value="林工", version=1)
    assert (changed["id"], changed["version"], changed["value"]) == (id, 2, "林工")
    stale = ask(admin, "permanent/correct", space, id=id, text="x", version=1, status=409)
    assert (stale["expected"], stale["actual"]) == (1, 2)
    assert ask(admin, "permanent/remove", space, id=id, reason="换称呼")["status"] == "forgotten"
    assert look(admin, "permanent", space)["total"] == 1
    assert look(admin, "permanent", space, statuses="all")["total"] == 2
    assert ask(admin, "permanent/restore", space, id=id)["status"] == "active"
    assert ask(admin, "correct", space, id=id, text="x", status=409)["code"] == "permanent_memory"


def test_permanent_memory_is_for_admins(gateway: Gateway, space: str):
    with gateway.client(f"{space}:write") as agent:
        assert ask(agent, "permanent/add", text="我说了算", status=403)["code"] == "forbidden"
        assert look(agent, "permanent")["total"] == 0
