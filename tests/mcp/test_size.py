"""No answer is longer than an agent can take, and what is left out is said."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from perdure import Perdure, Turn
from perdure.testing import FrozenClock, SequentialIds
from tests.mcp.agent import Agent, acting

MOST = 30_000
LONG = "word " * 5_000


@pytest.fixture
def memory(home: Path, clock: FrozenClock, ids: SequentialIds) -> Iterator[Perdure]:
    """A place without an embedder: nobody asks what such texts mean."""
    with Perdure(home, embedder=None, clock=clock, ids=ids, timezone="UTC") as opened:
        yield opened


@pytest.fixture
def full(memory: Perdure) -> Iterator[Agent]:
    """An agent at a space with five texts that are far too long."""
    for number in range(5):
        memory.space("user/me").remember(f"document number {number} says {LONG}")
    with acting(memory, "user/me:write") as agent:
        yield agent


def test_long_texts_are_cut_and_read_on_to_the_end(full: Agent) -> None:
    listed = full.call("memory_retrieve", limit=5)
    found = full.call("memory_retrieve", query="document number 3")
    assert all(len(answer.raw) < MOST for answer in (listed, found))
    assert all("truncated" in answer.text for answer in (listed, found))
    name, text, offset = listed.data["items"][0]["id"], "", {}
    while True:
        part = full.call("memory_explain", id=name, **offset)
        assert len(part.raw) < MOST
        text += part.data["memory"]["text"]
        if "next_offset" not in part.data:
            break
        offset = {"offset": part.data["next_offset"]}
    assert text == f"document number 0 says {LONG}"


def test_a_long_turn_is_read_on_as_well(memory: Perdure, agent: Agent) -> None:
    memory.space("user/me").observe([Turn(f"the harbour report {LONG}")])
    found = agent.call("memory_retrieve", query="harbour report")
    assert found.data["items"][0]["layer"] == "journal"
    part = agent.call("memory_explain", id=found.data["items"][0]["id"], offset=10_000)
    assert part.data["next_offset"] == 20_000
    assert len(part.raw) < MOST


def test_a_list_that_has_no_room_goes_on_with_its_cursor(memory: Perdure, agent: Agent) -> None:
    for number in range(16):
        memory.space("user/me").remember(f"note number {number}: " + "很长的一段话，" * 300)
    found, cursor = [], {}
    while True:
        page = agent.call("memory_retrieve", limit=100, **cursor)
        assert len(page.raw) < MOST
        found += page.data["items"]
        if "next" not in page.data:
            break
        cursor = {"cursor": page.data["next"]}
    assert len({item["id"] for item in found}) == len(found) == 16


def test_recall_says_how_many_more_have_to_do_with_it(memory: Perdure, agent: Agent) -> None:
    for number in range(12):
        memory.space("user/me").remember(f"maple tree number {number} stands in row {number}")
    found = agent.call("memory_retrieve", query="maple tree", k=3)
    assert len(found.data["items"]) == 3
    assert found.data["left_out"] > 0
    assert str(found.data["left_out"]) in found.text


def test_a_brief_beside_its_hits_stays_inside_the_budget(full: Agent) -> None:
    found = full.call("memory_retrieve", query="document", k=5, brief=True, max_tokens=2_000)
    assert found.data["brief"]
    assert len(found.raw) < MOST


def test_permanent_memory_and_brief_of_a_session_stay_inside_the_budget(memory: Perdure, full: Agent) -> None:
    for number in range(30):
        memory.space("user/me").permanent.add(f"boundary number {number}: " + "never do this, " * 40, kind="boundary")
    begun = full.call("memory_session", action="start", text="document number 3", max_tokens=2_000)
    assert begun.data["brief"]
    assert "truncated" in begun.data["permanent"]
    assert len(begun.raw) < MOST


def test_many_messages_are_filtered_inside_the_budget(agent: Agent) -> None:
    said = [{"role": "user", "content": f"The harbour has berth {n}. " + "long " * 100} for n in range(1_000)]
    found = agent.call("memory_filter", messages=said, query="harbour berth")
    assert len(found.raw) < MOST
    assert found.data["kept"]


def test_what_a_session_kept_stays_inside_the_budget(agent: Agent) -> None:
    said = [{"role": "user", "content": f"Remember that door {n} has the colour {n * 7}."} for n in range(60)]
    ended = agent.call("memory_session", action="end", messages=said)
    assert len(ended.raw) < MOST
    assert ended.data["kept"]
