"""The routes of the journal and of recall."""

from __future__ import annotations

from collections.abc import Iterator

import httpx2
import pytest

from perdure import Entry, Session, Turn, wire
from tests.behaviour.requirements import requirement
from tests.gateway.asking import ask, look, told
from tests.gateway.conftest import Gateway

TALK = [
    {"text": "我下个月搬到杭州", "speaker": "alice", "ref": "t1", "at": "2026-02-10T10:00:00"},
    {"text": "恭喜！", "speaker": "assistant", "ref": "t2", "at": "2026-02-10T10:01:00"},
    {"text": "remember that my sister is called Ming", "speaker": "alice", "ref": "t3", "at": "2026-02-10T10:02:00"},
]


@pytest.fixture
def known(admin: httpx2.Client, space: str) -> Iterator[dict[str, str]]:
    """The ids of three memories in the space."""
    texts = {"seat": "用户坐火车偏好靠窗座位", "db": "The orders service uses Postgres", "tea": "用户喝茶不加糖"}
    yield {name: ask(admin, "remember", space, text=text)["memory"]["id"] for name, text in texts.items()}


def test_observed_turns_are_in_the_journal_and_nothing_is_distilled(gateway: Gateway, admin: httpx2.Client, space: str):
    turns = [{**turn, "session": "s1", "channel": "note", "metadata": {"n": 1}} for turn in TALK]
    answer = ask(admin, "observe", space, turns=turns, source="my-agent", wait=False)
    entries = [wire.value(Entry, item) for item in answer["entries"]]
    assert entries == list(gateway.memory.space(space).entries())
    assert [entry.text for entry in entries] == [turn["text"] for turn in TALK]
    assert entries[0].metadata == {"n": 1, "source": "my-agent"}
    assert look(admin, "memories", space)["total"] == 0


def test_a_turn_that_only_calls_tools_keeps_its_calls(admin: httpx2.Client, space: str):
    call = {"id": "c1", "type": "function", "function": {"name": "search_trains", "arguments": "{}"}}
    (entry,) = ask(admin, "observe", space, turns=[{"text": "", "role": "assistant", "tool_calls": [call]}])["entries"]
    assert (entry["text"], entry["tool_calls"]) == ("search_trains", [call])


def test_capturing_gives_entries_and_what_was_distilled_and_again_changes_nothing(
    gateway: Gateway, admin: httpx2.Client, space: str
):
    first = wire.captured(ask(admin, "capture", space, turns=TALK, session="s1"))
    again = wire.captured(ask(admin, "capture", space, turns=TALK, session="s1"))
    assert (first.added, again.added) == (3, 0)
    assert again.entries == first.entries
    kept = [memory.text for memory in gateway.memory.space(space).list()]
    assert kept
    assert len(first.distilled) >= len(kept)


def test_what_was_observed_is_distilled_when_asked(admin: httpx2.Client, space: str):
    ask(admin, "observe", space, turns=[{**turn, "session": "s9"} for turn in TALK])
    found = wire.distilled(ask(admin, "distil", space, session="s9"))
    assert found.entries == 3
    assert any("Ming" in memory["text"] for memory in look(admin, "memories", space)["items"])


def test_the_journal_is_read_by_session_speaker_and_time(gateway: Gateway, admin: httpx2.Client, space: str):
    ask(admin, "observe", space, turns=[{**turn, "session": "s1"} for turn in TALK])
    ask(admin, "observe", space, turns=[{"text": "另一段对话", "session": "s2"}])
    assert look(admin, "entries", space, session="s1")["total"] == 3
    assert look(admin, "entries", space, speaker="alice")["total"] == 2
    found = look(admin, "entries", space, since="2026-02-10T10:01:00", until="2026-02-10T18:02:00+08:00")
    assert [item["ref"] for item in found["items"]] == ["t2", "t3"]
    page = wire.page(Entry, look(admin, "entries", space, limit=3))
    assert look(admin, "entries", space, cursor=page.next)["items"][0]["text"] == "另一段对话"
    sessions = [wire.value(Session, item) for item in look(admin, "sessions", space)["items"]]
    assert sessions == list(gateway.memory.space(space).sessions())


@requirement("A1")
@pytest.mark.parametrize(("query", "wanted"), [("坐火车有什么偏好？", "seat"), ("Which database do orders use?", "db")])
def test_recall_is_that_of_the_library(
    gateway: Gateway, admin: httpx2.Client, space: str, known: dict[str, str], query: str, wanted: str
):
    found = wire.recall(ask(admin, "recall", space, query=query, k=2))
    own = gateway.memory.space(space).recall(query, k=2)
    assert found.hits[0].id == known[wanted]
    assert [(hit.id, hit.score, hit.parts) for hit in found] == [(hit.id, hit.score, hit.parts) for hit in own]
    assert found.trace.dropped == own.trace.dropped
    assert found.trace.stages
    assert not found.timed_out


def test_a_recall_without_its_trace_says_what_was_asked_and_no_more(
    admin: httpx2.Client, space: str, known: dict[str, str]
):
    answer = ask(admin, "recall", space, query="靠窗", trace=False)
    assert set(answer["trace"]) == {"query", "at", "notes"}
    assert wire.recall(answer).hits[0].id == known["seat"]
    assert "brief" not in answer


def test_a_recall_brings_its_brief_where_one_is_asked_for(
    gateway: Gateway, admin: httpx2.Client, space: str, known: dict[str, str]
):
    answer = ask(admin, "recall", space, query="靠窗", brief_tokens=300)
    assert answer["brief"] == gateway.memory.space(space).recall("靠窗").brief(300)
    assert "靠窗座位" in answer["brief"]
    short = ask(admin, "brief", space, query="靠窗", max_tokens=300)
    assert short["brief"] == answer["brief"]
    assert short["memories"] == [hit["id"] for hit in answer["hits"]]
    assert short["spaces"] == [space]
    assert known["seat"] in short["memories"]


def test_every_option_of_recall_arrives(admin: httpx2.Client, space: str, known: dict[str, str]):
    ask(admin, "correct", space, id=known["tea"], tags=["茶"], metadata={"shop": 7})
    for options in (
        {"tags": "茶"},
        {"tags": ["茶"]},
        {"where": {"shop": 7}},
        {"layers": "memory", "kinds": ["fact", "preference"]},
    ):
        assert ask(admin, "recall", space, query="喝茶", **options)["hits"][0]["id"] == known["tea"]
    assert ask(admin, "recall", space, query="喝茶", where={"shop": 8})["hits"] == []
    assert ask(admin, "recall", space, query="喝茶", layers=["journal"])["hits"] == []
    assert ask(admin, "recall", space, query="喝茶", known_at="2026-02-01T00:00:00")["hits"] == []
    assert ask(admin, "recall", space, query="喝茶", until="2026-02-01T00:00:00+08:00")["hits"] == []
    assert ask(admin, "recall", space, query="今天喝茶", when="昨天")["hits"] == []
    assert ask(admin, "recall", space, query="喝茶", now="2026-03-01T09:00:00", expand=True, deadline=30)["hits"]
    assert ask(admin, "recall", space, query="x", k=0, status=400)["code"] == "invalid_value"


@requirement("R2")
def test_several_spaces_are_recalled_together_and_no_other_is(gateway: Gateway, admin: httpx2.Client, space: str):
    project, other = "project/" + space[5:], gateway.fresh()
    for name, text in ((space, "周会在周一"), (project, "周会改到周二"), (other, "周会在周三")):
        ask(admin, "remember", name, text=text)
    both = ask(admin, "recall", query="周会在周几", spaces=[space, project])
    assert {hit["space"] for hit in both["hits"]} == {space, project}
    with gateway.client(f"{space}:write", f"{project}:read") as agent:
        assert {hit["space"] for hit in ask(agent, "recall", query="周会在周几")["hits"]} == {space, project}
        assert ask(agent, "brief", query="周会在周几")["spaces"] == [project, space]
        assert {hit["space"] for hit in ask(agent, "recall", space, query="周会在周几")["hits"]} == {space}
        assert ask(agent, "recall", query="周会", spaces=[space, other], status=403)["code"] == "forbidden"
    assert ask(admin, "recall", query="周会", status=400)["code"] == "invalid_value"
    assert ask(admin, "recall", query="周会", spaces=[], status=400)["code"] == "invalid_value"
    assert ask(admin, "recall", space, query="周会", spaces=[space], status=400)["code"] == "invalid_value"


def test_why_not_names_the_stage_and_the_reason(
    gateway: Gateway, admin: httpx2.Client, space: str, known: dict[str, str]
):
    answer = ask(admin, "why_not", space, query="坐火车有什么偏好", id=known["db"])
    own = gateway.memory.space(space).why_not("坐火车有什么偏好", known["db"])
    assert wire.why_not(answer) == own
    assert (answer["stage"], answer["reason"]) == (own.stage, str(own))
    assert answer["dropped"]["why"] == type(own.dropped).__name__.lower()
    assert ask(admin, "why_not", space, query="x", id="mem_none", status=404)["code"] == "not_found"


def test_a_recall_past_its_deadline_is_empty_and_marked(admin: httpx2.Client, space: str, known: dict[str, str]):
    answer = wire.recall(ask(admin, "recall", space, query="靠窗", deadline=1e-9))
    assert (answer.hits, answer.timed_out) == ((), True)


def test_a_wrong_turn_keeps_the_whole_request_out(gateway: Gateway, admin: httpx2.Client, space: str):
    turns = [*TALK, {"text": "x", "colour": "red"}]
    assert ask(admin, "observe", space, turns=turns, status=422)["code"] == "invalid_request"
    assert ask(admin, "capture", space, turns=[{"text": "x", "role": "judge"}], status=400)["code"] == "invalid_value"
    assert gateway.memory.space(space).entries().total == 0


def test_a_turn_of_the_library_is_found_over_http(gateway: Gateway, admin: httpx2.Client, space: str):
    gateway.memory.space(space).observe([Turn("发布会定在五月", speaker="bob", ref="b1")])
    response = admin.post("/v1/recall", json={"space": space, "query": "发布会什么时候"})
    assert told(response)["hits"][0]["refs"] == ["b1"]
    assert "发布会定在五月" in response.text
