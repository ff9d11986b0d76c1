"""snapshot: copies of spaces, and the way back to them."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import StdioServerParameters

from perdure import Perdure
from perdure.gateway.serve import running
from tests.behaviour.requirements import requirement
from tests.mcp.agent import connected


@pytest.fixture
def shot(ask) -> Any:
    """A snapshot of a space that went on."""
    ask("remember", "住在里斯本 and likes trains")
    made = ask("snapshot", "create", "--note", "换模型之前")
    ask("remember", "likes boats")
    return made


def texts(listed: Any) -> list[str]:
    return [memory["text"] for memory in listed["memories"]]


def files(folder: str) -> set[str]:
    return {path.name for path in Path(folder).rglob("*")}


@requirement("P6")
def test_a_snapshot_is_made_and_listed(run, ask, shot):
    assert (shot["space"], shot["note"], shot["memories"], shot["entries"]) == ("user/me", "换模型之前", 1, 1)
    assert ask("snapshot") == {"snapshots": [shot]} == ask("snapshot", "list", "--space", "user/me")
    assert ask("snapshot", "list", "--space", "user/bob") == {"snapshots": []}
    shown = run("snapshot", "list").out
    assert shot["id"] in shown
    assert "换模型之前" in shown


@requirement("P6")
def test_a_tool_is_pointed_at_the_folder_of_a_snapshot(run, ask, process, shot):
    first, *lines = run("snapshot", "open", shot["id"]).out.splitlines()
    assert first == shot["folder"] == ask("snapshot", "open", shot["id"])["folder"]
    assert all(shot["folder"] in line for line in lines)
    there = files(first)
    assert [hit["text"] for hit in ask("recall", "trains boats", "--home", first)["hits"]] == [
        "住在里斯本 and likes trains"
    ]
    answered = process("list", "--json", PERDURE_HOME=first)
    assert texts(answered.json) == ["住在里斯本 and likes trains"]
    assert run("remember", "more", "--home", first).error == "store_read_only"
    assert run("remember", "more", "--home", first).code == 3
    assert ask("stats", "--home", first)["writable"] is False
    assert files(first) == there


@requirement("P6")
def test_writing_to_a_snapshot_is_refused_in_one_line(process, shot):
    answered = process("remember", "more", "--home", shot["folder"], PERDURE_EMBEDDER="auto")
    assert (answered.code, answered.error, len(answered.err.splitlines())) == (3, "store_read_only", 1)


@requirement("P6")
def test_a_gateway_serves_a_snapshot_to_the_tokens_of_its_place(ask, shot):
    secret = ask("token", "new", "reader", "--grant", "user/me:admin")["secret"]
    there = files(shot["folder"])
    with (
        Perdure(shot["folder"], embedder=None, timezone="UTC") as place,
        running(place) as url,
        httpx2.Client(base_url=url, headers={"Authorization": f"Bearer {secret}"}) as client,
    ):
        listed = client.get("/v1/memories").json()["items"]
        assert [memory["text"] for memory in listed] == ["住在里斯本 and likes trains"]
        found = client.post("/v1/recall", json={"query": "trains"}).json()
        assert [hit["text"] for hit in found["hits"]] == ["住在里斯本 and likes trains"]
        refused = client.post("/v1/remember", json={"text": "more"})
        assert (refused.status_code >= 400, refused.json()["code"]) == (True, "store_read_only")
    assert files(shot["folder"]) == there


@requirement("P6")
def test_an_agent_is_pointed_at_a_snapshot_over_mcp(shot):
    there = files(shot["folder"])
    environment = {**os.environ, "PERDURE_HOME": shot["folder"]}
    server = StdioServerParameters(command=sys.executable, args=["-m", "perdure", "mcp"], env=environment)
    with connected(server) as agent:
        assert agent.call("memory_retrieve", query="trains").texts == ["住在里斯本 and likes trains"]
        assert agent.call("memory_add", text="more").code == "store_read_only"
    assert files(shot["folder"]) == there


@requirement("P6")
def test_a_snapshot_of_a_place_without_tokens_is_served_to_nobody(process, shot):
    there = files(shot["folder"])
    answered = process("serve", "--home", shot["folder"], "--port", "0")
    assert (answered.code, answered.error) == (3, "store_read_only")
    assert "Traceback" not in answered.err
    assert files(shot["folder"]) == there


@requirement("P6")
def test_what_changed_since_a_snapshot_is_shown(run, ask, shot):
    told = ask("snapshot", "diff", shot["id"])
    assert (told["before"], told["after"], told["entries_added"]) == (shot["id"], "now", 1)
    assert [(one["before"], one["after"]) for one in told["added"]] == [(None, "likes boats")]
    assert "+ " in run("snapshot", "diff", shot["id"]).out
    other = ask("snapshot", "create")
    back = ask("snapshot", "diff", other["id"], shot["id"])
    assert [one["before"] for one in back["removed"]] == ["likes boats"]


@requirement("P6")
def test_a_rollback_is_undone_by_the_snapshot_it_names(run, ask, shot):
    done = ask("snapshot", "rollback", shot["id"], "--yes")
    assert done["snapshot"] == shot
    assert texts(ask("list")) == ["住在里斯本 and likes trains"]
    undone = run("snapshot", "rollback", done["before"]["id"], "--yes")
    assert undone.code == 0
    assert texts(ask("list")) == ["住在里斯本 and likes trains", "likes boats"]
    assert ask("snapshot")["snapshots"][-1]["id"] in undone.out


@requirement("P6")
@pytest.mark.parametrize("verb", ["rollback", "delete"])
def test_without_a_terminal_nothing_is_done_that_was_not_asked_for_with_yes(run, ask, shot, verb: str):
    answered = run("snapshot", verb, shot["id"])
    assert (answered.code, answered.error) == (2, "invalid_value")
    assert texts(ask("list")) == ["住在里斯本 and likes trains", "likes boats"]
    assert ask("snapshot") == {"snapshots": [shot]}


@requirement("P6")
def test_snapshots_are_removed_by_id_or_by_number_and_age(run, ask, shot):
    others = [ask("snapshot", "create")["id"] for _ in range(3)]
    assert ask("snapshot", "delete", others[0], "--yes") == {"removed": [others[0]]}
    assert ask("snapshot", "prune", "--keep", "2") == {"removed": [shot["id"]]}
    kept = ask("snapshot", "create", "--keep", "1")["id"]
    assert [each["id"] for each in ask("snapshot")["snapshots"]] == [kept]
    assert run("snapshot", "prune").error == "invalid_value"
    assert run("snapshot", "prune", "--days", "1").code == 0
    assert ask("snapshot", "prune", "--days", "1") == {"removed": []}


@requirement("P6")
@pytest.mark.parametrize("words", [("open",), ("diff",), ("rollback", "--yes"), ("delete", "--yes")])
def test_a_snapshot_that_is_none_is_not_found(run, shot, words: tuple[str, ...]):
    verb, *rest = words
    answered = run("snapshot", verb, "snap_none", *rest)
    assert (answered.code, answered.error) == (1, "not_found")


@requirement("P6")
def test_a_place_without_snapshots_says_so(run, ask):
    assert ask("snapshot") == {"snapshots": []}
    answered = run("snapshot")
    assert (answered.code, answered.out) == (0, "")
    assert run("snapshot", "create").error == "not_found"
