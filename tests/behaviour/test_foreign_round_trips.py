"""Ours, theirs, ours again: what Mem0 and LangGraph are given comes back as it was, and what they changed as theirs."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from perdure import Perdure
from perdure.domain.memory import Memory
from perdure.domain.staging import Verdict
from perdure.testing import HashEmbedder, SequentialIds
from tests.behaviour.requirements import requirement
from tests.unit.exporters.test_mem0_langgraph import rich


@pytest.fixture
def elsewhere(tmp_path: Path, clock: Any) -> Any:
    """Another place, where nothing is yet."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    with Perdure(folder, embedder=HashEmbedder(), clock=clock, ids=SequentialIds(), timezone="UTC") as opened:
        yield opened


def carried(space: Any) -> dict[str, Memory]:
    """Memories as far as they travel: the turns that they rest on stay in the journal."""
    return {memory.id: replace(memory, source=replace(memory.source, turns=())) for memory in space.list()}


@requirement("P10")
@pytest.mark.parametrize("format", ["mem0", "langgraph"])
def test_what_was_exported_comes_back_with_every_field(memory, elsewhere, clock, tmp_path, format):
    space = rich(memory, clock)
    space.export(tmp_path / "out", format=format)
    back = elsewhere.space("user/alice")
    report = back.import_(tmp_path / "out")
    assert (report.format, report.memories, report.skips) == (format, {Verdict.NEW: 3}, ())
    assert carried(back) == carried(space)


@requirement("P9")
@pytest.mark.parametrize("format", ["mem0", "langgraph", "mem0-history"])
def test_the_same_file_again_changes_nothing(memory, elsewhere, clock, tmp_path, format):
    rich(memory, clock).export(tmp_path / "out", format=format)
    back = elsewhere.space("user/alice")
    back.import_(tmp_path / "out")
    before = list(back.list(statuses="all"))
    report = back.import_(tmp_path / "out")
    assert set(report.memories) <= {Verdict.KNOWN}
    assert list(back.list(statuses="all")) == before


@requirement("P9")
def test_what_mem0_reworded_comes_back_as_a_statement_of_theirs(memory, elsewhere, clock, tmp_path):
    rich(memory, clock).export(tmp_path / "out.json", format="mem0")
    records = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    records[0]["memory"] = "用户偏好安静车厢"
    (tmp_path / "out.json").write_text(json.dumps(records), encoding="utf-8")
    back = elsewhere.space("user/alice")
    back.import_(tmp_path / "out.json")
    assert {each.text for each in back.list()} == {"用户偏好安静车厢", "I live in Lisbon", "The visa runs out soon"}


@requirement("P9")
def test_what_an_agent_put_into_the_store_of_langgraph_comes_along(memory, elsewhere, clock, tmp_path):
    rich(memory, clock).export(tmp_path / "store.db", format="langgraph")
    with sqlite3.connect(tmp_path / "store.db") as store:
        value = json.dumps({"content": "周五不开会"}, ensure_ascii=False).encode()
        store.execute("INSERT INTO store (prefix, key, value) VALUES ('memories.alice', 'new', ?)", (value,))
    store.close()
    back = elsewhere.space("user/alice")
    back.import_(tmp_path / "store.db")
    assert "周五不开会" in {each.text for each in back.list()}


@requirement("P9")
def test_a_history_brings_the_wordings_and_does_not_make_live_what_was_replaced(memory, elsewhere, clock, tmp_path):
    rich(memory, clock).export(tmp_path / "history.db", format="mem0-history")
    back = elsewhere.space("user/alice")
    back.import_(tmp_path / "history.db")
    texts = {each.text for each in back.list()}
    assert "I live in Porto" not in texts
    assert "I live in Lisbon" in texts
    seat = next(each for each in back.list() if each.text == "用户偏好靠过道座位")
    assert any("用户偏好靠窗座位" in str(change.before) for change in back.history(seat.id))
