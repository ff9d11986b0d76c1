"""Graphiti itself: its models take the graph that we write, and we read the one that they make."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from perdure.domain.memory import Status
from perdure.transfer.exporters import graphiti
from perdure.transfer.found import Native, Statement
from tests.interop.product import run
from tests.unit.exporters.writing import rich, write
from tests.unit.importers.reading import read


def test_its_models_take_every_record_and_what_they_give_back_is_still_ours(tmp_path):
    out = write(tmp_path, graphiti.EXPORTER, rich())
    taken = run("graphiti", "take", out.path)
    (tmp_path / "back.json").write_text(json.dumps(taken), encoding="utf-8")
    back = read(tmp_path / "back.json")
    assert {type(item) for item in back.items} == {Native}
    assert [item.record for item in back.items] == [item.record for item in read(out.path).items]


def test_we_read_the_graph_that_its_models_make(tmp_path):
    edge = run("graphiti", "fill", tmp_path / "graph.json")["edge"]
    found = read(tmp_path / "graph.json")
    facts = {item.text: item for item in found.items if isinstance(item, Statement)}
    assert (found.format, found.skips, found.said) == ("graphiti", [], [(None, "我住在里斯本")])
    fact = facts["Mei 住在里斯本"]
    assert (fact.id, fact.status, fact.holds_from) == (edge, Status.SUPERSEDED, datetime(2026, 3, 1, tzinfo=UTC))
    assert fact.metadata == {"subject": "Mei", "relation": "LIVES_IN", "object": "里斯本"}
    assert facts["Mei translates novels."].kind == "summary"
