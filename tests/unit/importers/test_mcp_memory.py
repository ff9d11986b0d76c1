"""The MCP memory server's graph: what its entities and relations say, and what is broken in its file."""

from __future__ import annotations

import json

import pytest

from perdure.domain.loss import Fate
from perdure.transfer.found import Native, Statement
from tests.unit.importers.reading import SAMPLES, lines, read, written

ENTITY = {"type": "entity", "name": "小雨", "entityType": "person", "observations": ["对花生过敏"]}
RELATION = {"type": "relation", "from": "小雨", "to": "Acme", "relationType": "works_at"}


def texts(found):
    return [item.text for item in found.items if isinstance(item, Statement)]


def test_each_observation_and_each_relation_is_a_statement_that_names_its_entity_once():
    found = read(SAMPLES / "mcp-memory.jsonl")
    assert found.format == "mcp-memory"
    assert found.skips == []
    assert texts(found) == [
        "小雨: 对花生过敏",
        "小雨 lives in Lisbon since May",
        "小雨: prefers window seats",
        "Orders: uses PostgreSQL 16",
        "Orders: 发布前要跑 load test",
        "Acme (company)",
        "小雨 works at Acme",
        "小雨 maintains Orders",
    ]
    assert found.items[0].tags == ("person",)
    assert found.items[0].record == {
        "type": "entity",
        "name": "小雨",
        "entityType": "person",
        "observation": "对花生过敏",
    }
    assert {line.field for line in found.loss.dropped} == {"type"}
    assert found.fate("observations") == {Fate.MAPPED}


def test_broken_lines_cost_only_themselves(tmp_path):
    content = lines(
        "{broken",
        ENTITY,
        "[1, 2]",
        json.dumps(ENTITY | {"name": ""}),
        "",
        '{"type":"other"}',
        RELATION,
        '{"type":"relation","from":"a"}',
    )
    found = read(written(tmp_path / "memory.jsonl", content))
    assert texts(found) == ["小雨: 对花生过敏", "小雨 works at Acme"]
    assert [skip.code for skip in found.skips] == ["invalid_input"] * 5
    assert found.skips[0].line == 1


def test_two_lines_that_ran_into_one_are_two(tmp_path):
    found = read(written(tmp_path / "memory.jsonl", json.dumps(ENTITY) + json.dumps(RELATION) + "\n{cut"))
    assert texts(found) == ["小雨: 对花生过敏", "小雨 works at Acme"]
    assert len(found.skips) == 1


@pytest.mark.parametrize(
    "record",
    [
        {"type": "entity", "entityName": "Ada", "entity_type": "person", "observations": ["tea"]},
        {"type": "entity", "id": "Ada", "entityType": "person", "observations": ["tea"], "more": {"a": 1}},
    ],
)
def test_entities_go_by_other_names_too(record, tmp_path):
    found = read(written(tmp_path / "memory.json", lines(record)))
    assert texts(found) == ["Ada: tea"]
    assert found.items[0].tags == ("person",)


def test_relations_go_by_other_names_too(tmp_path):
    record = {"type": "relation", "from_id": "Ada", "to_id": "Acme", "relation_type": "founded"}
    assert texts(read(written(tmp_path / "memory.jsonl", lines(record)))) == ["Ada founded Acme"]


def test_the_answer_of_read_graph_is_read_as_well(tmp_path):
    graph = {"entities": [{key: value for key, value in ENTITY.items() if key != "type"}, 3], "relations": [RELATION]}
    found = read(written(tmp_path / "graph.json", graph))
    assert texts(found) == ["小雨: 对花生过敏", "小雨 works at Acme"]
    assert len(found.skips) == 1


def test_observations_that_are_no_texts_are_skipped_one_by_one(tmp_path):
    entity = ENTITY | {"observations": ["", 3, None, "likes tea", ["nested"]]}
    found = read(written(tmp_path / "memory.jsonl", lines(entity)))
    assert texts(found) == ["小雨: likes tea"]
    assert [skip.code for skip in found.skips] == ["invalid_text"] * 4


def test_the_folder_of_the_server_is_found_by_the_name_of_the_file(tmp_path):
    written(tmp_path / "dist" / "memory.jsonl", lines(ENTITY))
    written(tmp_path / "dist" / "index.js", "export {}")
    assert texts(read(tmp_path)) == ["小雨: 对花生过敏"]


def test_the_same_observation_has_the_same_id_each_time(tmp_path):
    first = read(written(tmp_path / "a.jsonl", lines(ENTITY, RELATION)))
    second = read(written(tmp_path / "b.jsonl", lines(RELATION, ENTITY)))
    assert {item.id for item in first.items} == {item.id for item in second.items}
    assert len({item.id for item in first.items}) == 2


def test_a_record_of_ours_whose_observation_is_gone_does_not_come_back(tmp_path):
    ours = {
        "type": "perdure",
        "space": "user/alice",
        "entity": "alice: fact",
        "memory": {"id": "mem_1", "text": "likes tea"},
    }
    entity = {"type": "entity", "name": "alice: fact", "entityType": "fact", "observations": ["likes coffee"]}
    found = read(written(tmp_path / "memory.jsonl", lines(ours, entity)))
    assert texts(found) == ["likes coffee"]
    assert found.fate("perdure") == {Fate.DROPPED}
    kept = read(written(tmp_path / "kept.jsonl", lines(ours, entity | {"observations": ["likes tea"]})))
    assert [type(item) for item in kept.items] == [Native]
